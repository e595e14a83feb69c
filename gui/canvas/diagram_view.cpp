#include "gui/canvas/diagram_view.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTimer>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/document/document.h"
#include "engine/edits/edit.h"
#include "gui/canvas/accessible_canvas.h"
#include "gui/canvas/canvas_hint.h"
#include "gui/canvas/inline_editor.h"
#include "gui/canvas/minimap.h"
#include "gui/canvas/note_editor.h"
#include "gui/canvas/quick_add.h"
#include "gui/canvas/rate_legend.h"
#include "gui/canvas/view_motion.h"
#include "gui/document/diagram_document.h"
#include "gui/edits/diagram_edits.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/note_item.h"
#include "gui/scene/wire_item.h"
#include "gui/theme/theme.h"
#include "gui/tools/select_tool.h"

namespace loopwright {

namespace {

constexpr double kLeastZoom = 0.05;
constexpr double kMostZoom = 8;
constexpr double kZoomStep = 1.25;
constexpr double kMostFitZoom = 1.25;  // Fitting a small diagram does not blow it up.
constexpr double kFitMargin = 40;
constexpr double kReadableZoom = 0.6;  // Names and small numbers can be read from here on,
constexpr double kMostPages = 2.5;     // and at this zoom a diagram may be that much larger.
constexpr double kRoom = 4000;         // The canvas goes on this far around what is drawn.
constexpr double kDots = 20;           // The distance of the background's dots.

}  // namespace

DiagramView::DiagramView(DiagramDocument* document, QWidget* parent)
    : QGraphicsView(parent),
      document_(document),
      scene_(new DiagramScene(document, this)),
      tool_(std::make_unique<SelectTool>(this)),
      motion_(new ViewMotion(this, scene_)),
      legend_(new RateLegend(document, this)),
      minimap_(new Minimap(this)),
      hint_(new CanvasHint(this)),  // over the minimap
      emptyHint_(new QLabel(this)),
      edgeTimer_(new QTimer(this)) {
  installAccessibleCanvas();
  setObjectName("diagramView");
  setAccessibleName(tr("Diagram"));
  viewport()->setObjectName("diagramViewport");
  setScene(scene_);
  setFrameShape(QFrame::NoFrame);
  setRenderHint(QPainter::Antialiasing);
  setViewportUpdateMode(QGraphicsView::MinimalViewportUpdate);
  setOptimizationFlag(QGraphicsView::DontAdjustForAntialiasing);
  setTransformationAnchor(QGraphicsView::NoAnchor);
  setResizeAnchor(QGraphicsView::NoAnchor);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setMouseTracking(true);
  viewport()->setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAcceptDrops(false);  // Files dropped here are the window's.
  emptyHint_->setObjectName("emptyHint");
  emptyHint_->setAttribute(Qt::WA_TransparentForMouseEvents);
  emptyHint_->setAlignment(Qt::AlignCenter);
  emptyHint_->setWordWrap(true);
  emptyHint_->setProperty("role", "secondary");
  constexpr int kEdgeMilliseconds = 30;
  edgeTimer_->setInterval(kEdgeMilliseconds);
  connect(edgeTimer_, &QTimer::timeout, this, &DiagramView::goOnBeyondEdge);
  connect(scene_, &DiagramScene::contentChanged, this, &DiagramView::showEmptyHint);
  connect(document, &DiagramDocument::stepped, this, &DiagramView::showStep);
  connect(scene_, &QGraphicsScene::selectionChanged, this, &DiagramView::selectionChanged);
  connect(scene_, &DiagramScene::contentChanged, this, &DiagramView::growScene);
  connect(scene_, &DiagramScene::levelChanged, this, &DiagramView::showLevel);
  connect(legend_, &RateLegend::changed, this, [this] {
    placeOverlays();
    // What was fitted to the view makes room for a legend that appears or grows over it.
    const bool isFitted = viewportTransform() == fittedTransform_;
    if (isFitted && stripBelow(fittedTarget_) > 0) fitTo(fittedTarget_, fittedHow_);
  });
  connect(document, &DiagramDocument::reset, this, [this] {
    setTool(nullptr);
    cameras_.clear();
    fitsWhenShown_ = true;
    growScene(scene_->contentRect());
    if (isVisible()) showForReading();
  });
  growScene(scene_->contentRect());
  showEmptyHint();
}

DiagramView::~DiagramView() {
  // The scene outlives the tools, whose previews lie in it.
  tool_.clear();
  scene_->disconnect(this);
}

void DiagramView::setTool(std::unique_ptr<Tool> tool) {
  tool_.replace(tool ? std::move(tool) : std::make_unique<SelectTool>(this));
}

// ---- levels -----------------------------------------------------------------------------------

QString DiagramView::level() const { return scene_->level(); }

void DiagramView::openLevel(const QString& level) {
  if (level == this->level()) return;
  if (document_->document().FindDiagram(level.toStdString()) == nullptr) return;
  setTool(nullptr);
  // What is being typed over the canvas is meant for the level that is left.
  if (isAncestorOf(QApplication::focusWidget())) setFocus();
  cameras_.insert(this->level(), {transform(), mapToScene(QPoint(0, 0))});
  scene_->setLevel(level);
}

void DiagramView::showLevel(const QString& level) {
  motion_->stop();
  focusPort(QString());
  if (level != shownLevel_) {
    shownLevel_ = level;
    giveUpFields();
    growScene(scene_->contentRect());
    const auto camera = cameras_.constFind(level);
    if (camera == cameras_.constEnd()) {
      showForReading();
    } else {
      setTransform(camera->transform);
      centerOn(camera->corner + mapToScene(viewport()->rect().center()) - mapToScene(QPoint(0, 0)));
      // To the pixel.
      const QPoint off = mapFromScene(camera->corner);
      horizontalScrollBar()->setValue(horizontalScrollBar()->value() + off.x());
      verticalScrollBar()->setValue(verticalScrollBar()->value() + off.y());
      Q_EMIT zoomChanged(zoom());
    }
  }
  Q_EMIT levelChanged(level);
  Q_EMIT selectionChanged();
}

void DiagramView::giveUpFields() {
  for (InlineEditor* field : viewport()->findChildren<InlineEditor*>()) field->giveUp();
  for (NoteEditor* field : viewport()->findChildren<NoteEditor*>()) field->giveUp();
  for (QuickAdd* list : findChildren<QuickAdd*>()) list->giveUp();
}

void DiagramView::leaveLevel() {
  if (level().isEmpty()) return;
  const auto [above, name] = SplitPath(level().toStdString());
  openLevel(QString::fromStdString(above));
  selectBlocks({QString::fromStdString(name)});
}

void DiagramView::openSelection() {
  const QStringList names = selectedBlocks();
  if (names.size() != 1) return;
  const Block* block = scene_->diagram().blocks.Find(names.front().toStdString());
  if (block == nullptr) return;
  if (block->is_subsystem())
    return openLevel(QString::fromStdString(JoinPath(level().toStdString(), block->name)));
  Q_EMIT propertiesRequested(names.front());
}

// ---- selection --------------------------------------------------------------------------------

QStringList DiagramView::selectedBlocks() const { return scene_->selectedBlockNames(); }

void DiagramView::select(const QStringList& blocks, const QStringList& wires) {
  {
    const QSignalBlocker quiet(scene_);
    scene_->clearSelection();
    for (const QString& name : blocks) {
      if (BlockItem* block = scene_->findBlock(name)) block->setSelected(true);
    }
    for (const QString& to : wires) {
      if (WireItem* wire = scene_->findWire(to)) wire->setSelected(true);
    }
  }
  Q_EMIT selectionChanged();
}

void DiagramView::select(const Selection& selection) {
  {
    const QSignalBlocker quiet(scene_);
    scene_->clearSelection();
    for (QGraphicsItem* item : itemsOf(*scene_, selection)) item->setSelected(true);
  }
  Q_EMIT selectionChanged();
}

void DiagramView::selectAll() {
  {
    const QSignalBlocker quiet(scene_);
    for (QGraphicsItem* item : scene_->items()) item->setSelected(true);
  }
  Q_EMIT selectionChanged();
}

bool DiagramView::reveal(const QString& path) {
  // A port or a parameter of a block is shown as its block.
  std::string found = path.toStdString();
  if (document_->document().FindBlock(found) == nullptr) {
    found = blockOfKey(path).toStdString();
    if (document_->document().FindBlock(found) == nullptr) return false;
  }
  const auto [level, name] = SplitPath(found);
  openLevel(QString::fromStdString(level));
  BlockItem* block = scene_->findBlock(QString::fromStdString(name));
  if (block == nullptr) return false;
  selectBlocks({block->name()});
  bring(block->box().center());
  motion_->flash({block->name()});
  return true;
}

void DiagramView::bring(const QPointF& place) {
  if (zoom() < 0.5) setZoom(1);
  motion_->glideTo(place);
}

void DiagramView::showBlock(const QString& name) {
  if (const BlockItem* block = scene_->findBlock(name)) ensureVisible(block->box(), 40, 40);
}

bool DiagramView::revealWire(const QString& level, const QString& to) {
  openLevel(level);
  const WireItem* wire = this->level() == level ? scene_->findWire(to) : nullptr;
  if (wire == nullptr) return false;
  select({}, {to});
  bring(wire->sceneBoundingRect().center());
  return true;
}

bool DiagramView::revealNote(const QString& level, int index) {
  openLevel(level);
  NoteItem* note = this->level() == level ? scene_->findNote(index) : nullptr;
  if (note == nullptr) return false;
  scene_->clearSelection();
  note->setSelected(true);
  bring(note->sceneBoundingRect().center());
  return true;
}

bool DiagramView::revealFrame(const QString& level, int index) {
  openLevel(level);
  FrameItem* frame = this->level() == level ? scene_->findFrame(index) : nullptr;
  if (frame == nullptr) return false;
  scene_->clearSelection();
  frame->setSelected(true);
  bring(frame->box().center());
  return true;
}

/// Leads to what an undo or a redo has changed, where it is not seen: it opens its level and
/// scrolls there.
void DiagramView::showStep(const ChangeSet& changes) {
  const QString here = level();
  std::optional<QString> other;
  bool concernsThis = false;
  for (const Change& change : changes.changes()) {
    const QString at = QString::fromStdString(change.level);
    if (change.subject == ChangeSubject::kParameters || change.subject == ChangeSubject::kSignal) {
      continue;
    }
    // What holds this level, renamed for example, is no other place.
    const QString path = QString::fromStdString(JoinPath(change.level, change.name));
    concernsThis = concernsThis || at == here || here == path || here.startsWith(path + u'/');
    if (!other && document_->document().FindDiagram(change.level) != nullptr) other = at;
  }
  if (!concernsThis && other) openLevel(*other);
  QRectF changed;
  for (const Change& change : changes.changes()) {
    if (QString::fromStdString(change.level) != level()) continue;
    const QString name = QString::fromStdString(change.name);
    const QGraphicsItem* item = nullptr;
    if (change.subject == ChangeSubject::kBlock) item = scene_->findBlock(name);
    if (change.subject == ChangeSubject::kWire) item = scene_->findWire(name);
    if (item != nullptr) changed |= item->sceneBoundingRect();
  }
  if (changed.isNull()) return;
  if (seenArea().intersects(changed)) return;
  centerOn(changed.center());
}

// ---- hints ------------------------------------------------------------------------------------

void DiagramView::showHint(const QString& text, const QPointF& place) {
  hint_->say(text, mapFromScene(place), viewport()->size());
}

void DiagramView::hideHint() {
  if (!hint_->isVisible()) return;
  hint_->hide();
  showMessage(QString());
}

// ---- an empty level --------------------------------------------------------------------------

/// Says on an empty level how to begin.
void DiagramView::showEmptyHint() {
  const DiagramModel& diagram = scene_->diagram();
  const bool isEmpty = diagram.blocks.empty() && diagram.notes.empty() && diagram.frames.empty();
  if (!isEmpty && !emptyHint_->isVisibleTo(this)) return;
  emptyHint_->setVisible(isEmpty);
  emptyHint_->setText(
      level().isEmpty()
          ? tr("<p style='font-size:%1px'><b>Double-click, or just type, to add a block</b></p>"
               "<p>Type for example <i>sine</i>, <i>gain 5</i> or <i>scope</i>, or drag blocks "
               "from the list on the left.</p>"
               "<p>Drag from a block's output to an input to wire them. F5 runs the diagram.</p>")
                .arg(scaled(15))
          : tr("<p style='font-size:%1px'><b>This subsystem is empty</b></p>"
               "<p>Double-click, or just type, to add a block. Each <i>Inport</i> and "
               "<i>Outport</i> gives the subsystem a port.</p>")
                .arg(scaled(15)));
  placeOverlays();
}

// ---- zoom and pan -----------------------------------------------------------------------------

double DiagramView::zoom() const { return transform().m11(); }

void DiagramView::setZoom(double factor) {
  motion_->stop();
  const QPointF centre = mapToScene(viewport()->rect().center());
  const double bounded = std::clamp(factor, kLeastZoom, kMostZoom);
  setTransform(QTransform::fromScale(bounded, bounded));
  centerOn(centre);
  // A size that was chosen is not fitted again when the window takes its shape.
  fitsWhenShown_ = false;
  Q_EMIT zoomChanged(bounded);
}

QRectF DiagramView::seenArea() const { return mapToScene(viewport()->rect()).boundingRect(); }

void DiagramView::scrollBy(const QPoint& step) {
  horizontalScrollBar()->setValue(horizontalScrollBar()->value() - step.x());
  verticalScrollBar()->setValue(verticalScrollBar()->value() - step.y());
}

void DiagramView::showArea(const QRectF& area) {
  constexpr int kMargin = 60;  // pixels
  ensureVisible(area, kMargin, kMargin);
}

void DiagramView::setPointerShape(Qt::CursorShape shape) { viewport()->setCursor(shape); }

void DiagramView::resetPointerShape() { viewport()->unsetCursor(); }

void DiagramView::zoomIn() { setZoom(zoom() * kZoomStep); }

void DiagramView::zoomOut() { setZoom(zoom() / kZoomStep); }

void DiagramView::zoomToActualSize() { setZoom(1); }

void DiagramView::zoomToFit() {
  QRectF target;
  for (const QGraphicsItem* item : scene_->selectedItems()) target |= item->sceneBoundingRect();
  target.isNull() ? showAll() : fitTo(target, Fit::kAll);
}

void DiagramView::showAll() { fitTo(scene_->contentRect(), Fit::kAll); }

void DiagramView::showForReading() { fitTo(scene_->contentRect(), Fit::kReadable); }

namespace {

/// The middle of what is seen of an interval in a room of `size`: of all, or of its beginning.
double middleOfBeginning(double low, double high, double size) {
  return high - low > size ? low + size / 2 : (low + high) / 2;
}

}  // namespace

void DiagramView::fitTo(QRectF target, Fit how) {
  fittedTarget_ = target;
  fittedHow_ = how;
  const double mostZoom = target.isNull() ? 1 : kMostFitZoom;
  if (target.isNull()) target = QRectF(-200, -150, 400, 300);
  target.adjust(-kFitMargin, -kFitMargin, kFitMargin, kFitMargin);
  const auto zoomFor = [&](const QSizeF& room) {
    return std::min(room.width() / target.width(), room.height() / target.height());
  };
  // Of a diagram that is much larger than the view an overview is worth more.
  const bool isLarge = zoomFor(viewport()->size()) < kReadableZoom / kMostPages;
  const double leastZoom = how == Fit::kReadable && !isLarge ? kReadableZoom : kLeastZoom;
  const auto fitInto = [&](const QSizeF& room) {
    setZoom(std::clamp(zoomFor(room), leastZoom, mostZoom));
    const QSizeF seen = room / zoom();
    const QPointF middle(middleOfBeginning(target.left(), target.right(), seen.width()),
                         middleOfBeginning(target.top(), target.bottom(), seen.height()));
    const double below = viewport()->height() - room.height();
    centerOn(middle + QPointF(0, below / 2 / zoom()));
  };
  fitInto(viewport()->size());
  // What would lie under the legend or the small map is drawn above them, where there is room.
  const int strip = stripBelow(target);
  if (strip > 0 && strip < viewport()->height() / 2) {
    fitInto(QSizeF(viewport()->width(), viewport()->height() - strip));
  }
  fittedTransform_ = viewportTransform();
}

/// How high the legend or the small map is, where one of them covers something of `content`.
int DiagramView::stripBelow(const QRectF& content) const {
  constexpr int kLegendWidth = 220;  // while it is not known yet
  QRect legend = legend_->geometry();
  if (!legend_->isVisible()) legend.setWidth(kLegendWidth);
  if (!legend_->hasRoom()) legend = QRect();
  int strip = 0;
  for (const QRect& overlay : {legend, minimap_->isVisible() ? minimap_->geometry() : QRect()}) {
    const QRectF covered = mapToScene(overlay).boundingRect() & content;
    if (overlay.isEmpty() || covered.isEmpty()) continue;
    if (scene_->items(covered, Qt::IntersectsItemBoundingRect).isEmpty()) continue;
    strip = std::max(strip, viewport()->height() - overlay.top());
  }
  return strip;
}

void DiagramView::growScene(const QRectF& area) {
  // Half of the room is slack, so that not every step of a drag makes the canvas larger.
  constexpr double kSlack = kRoom / 2;
  if (sceneRect().contains(area.adjusted(-kSlack, -kSlack, kSlack, kSlack))) return;
  setSceneRect(scene_->contentRect().adjusted(-kRoom, -kRoom, kRoom, kRoom));
}

void DiagramView::wheelEvent(QWheelEvent* event) {
  if ((event->modifiers() & Qt::ShiftModifier) != 0 && event->angleDelta().x() == 0) {
    QScrollBar* across = horizontalScrollBar();
    across->setValue(across->value() - event->angleDelta().y());
    return event->accept();
  }
  if ((event->modifiers() & Qt::ControlModifier) == 0) return QGraphicsView::wheelEvent(event);
  const QPointF pointer = event->position();
  const QPointF before = mapToScene(pointer.toPoint());
  const double steps = event->angleDelta().y() / 120.0;
  setZoom(zoom() * std::pow(kZoomStep, steps));
  // What was under the pointer stays there.
  const QPointF moved = mapFromScene(before) - pointer;
  horizontalScrollBar()->setValue(horizontalScrollBar()->value() + qRound(moved.x()));
  verticalScrollBar()->setValue(verticalScrollBar()->value() + qRound(moved.y()));
  event->accept();
}

void DiagramView::resizeEvent(QResizeEvent* event) {
  const QPointF centre = mapToScene(QRect(QPoint(), event->oldSize()).center());
  const bool isFitted = viewportTransform() == fittedTransform_;
  QGraphicsView::resizeEvent(event);
  placeOverlays();
  if (fitsWhenShown_ || !event->oldSize().isValid()) {
    showForReading();
  } else if (isFitted && !fittedTarget_.isNull()) {
    fitTo(fittedTarget_, fittedHow_);
  } else {
    centerOn(centre);
  }
}

void DiagramView::placeOverlays() {
  constexpr int kEdge = 12;
  legend_->move(kEdge, height() - legend_->height() - kEdge);
  minimap_->move(width() - minimap_->width() - kEdge, height() - minimap_->height() - kEdge);
  const int room = std::min(scaled(620), width() - 24);
  emptyHint_->resize(room, emptyHint_->heightForWidth(room));
  emptyHint_->move((width() - emptyHint_->width()) / 2, (height() - emptyHint_->height()) / 2);
  // In a small view they would only be in the way.
  constexpr int kLeastLegends = 8;  // above each other
  legend_->setHasRoom(height() >= kLeastLegends * legend_->height());
  minimap_->setVisible(wantsMinimap_ && width() > 4 * minimap_->width() &&
                       height() > 4 * minimap_->height() && !emptyHint_->isVisibleTo(this));
}

void DiagramView::setMinimapShown(bool shown) {
  wantsMinimap_ = shown;
  placeOverlays();
}

void DiagramView::showEvent(QShowEvent* event) {
  QGraphicsView::showEvent(event);
  if (!std::exchange(fitsWhenShown_, false)) return;
  showForReading();
}

// ---- drawing ----------------------------------------------------------------------------------

void DiagramView::drawBackground(QPainter* painter, const QRectF& rect) {
  const Theme& theme = Theme::current();
  painter->fillRect(rect, theme.canvas);
  if (zoom() < 0.5) return;
  QList<QPointF> dots;
  const double left = std::floor(rect.left() / kDots) * kDots;
  const double top = std::floor(rect.top() / kDots) * kDots;
  for (double x = left; x <= rect.right(); x += kDots) {
    for (double y = top; y <= rect.bottom(); y += kDots) dots += QPointF(x, y);
  }
  painter->setPen(QPen(theme.hairline, 1.3, Qt::SolidLine, Qt::RoundCap));
  painter->drawPoints(dots.data(), static_cast<int>(dots.size()));
}

void DiagramView::changeEvent(QEvent* event) {
  QGraphicsView::changeEvent(event);
  if (event->type() != QEvent::PaletteChange) return;
  viewport()->update();
  minimap_->invalidate();
}

}  // namespace loopwright
