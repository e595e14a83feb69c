#include "gui/canvas/diagram_view.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTimer>
#include <cmath>
#include <utility>

#include "engine/document/document.h"
#include "gui/canvas/accessible_canvas.h"
#include "gui/canvas/analysis_marks.h"
#include "gui/canvas/block_costs.h"
#include "gui/canvas/block_inserter.h"
#include "gui/canvas/camera.h"
#include "gui/canvas/canvas_menu.h"
#include "gui/canvas/canvas_overlays.h"
#include "gui/canvas/canvas_texts.h"
#include "gui/canvas/port_focus.h"
#include "gui/canvas/revealer.h"
#include "gui/canvas/selection_commands.h"
#include "gui/canvas/wire_values.h"
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
constexpr double kDots = 20;  // The distance of the background's dots.
}  // namespace

// The view hides Qt's scroll bars and sets its own zoom: it is scrolled by drags, wheel and keys,
// and the Camera alone decides where zooming and resizing lead.
DiagramView::DiagramView(DiagramDocument* document, QWidget* parent)
    : QGraphicsView(parent),
      document_(document),
      scene_(new DiagramScene(document, this)),
      tool_(std::make_unique<SelectTool>(this)),
      overlays_(new CanvasOverlays(this)),
      wireValues_(new WireValues(this)),
      analysisMarks_(new AnalysisMarks(this)),
      blockCosts_(new BlockCosts(this)),
      camera_(new Camera(this, overlays_)),
      portFocus_(new PortFocus(this)),
      revealer_(new Revealer(this)),
      inserter_(new BlockInserter(this)),
      texts_(new CanvasTexts(this)),
      commands_(new SelectionCommands(this)),
      menu_(new CanvasMenu(this)),
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
  constexpr int kEdgeMilliseconds = 30;
  edgeTimer_->setInterval(kEdgeMilliseconds);
  connect(edgeTimer_, &QTimer::timeout, this, &DiagramView::goOnBeyondEdge);
  connect(document, &DiagramDocument::stepped, revealer_, &Revealer::showStep);
  connect(scene_, &QGraphicsScene::selectionChanged, this, &DiagramView::selectionChanged);
  connect(scene_, &DiagramScene::levelChanged, this, &DiagramView::showLevel);
  connect(document, &DiagramDocument::reset, this, [this] {
    setTool(nullptr);
    camera_->forget();
  });
}

DiagramView::~DiagramView() {
  // The scene outlives the tools, whose previews lie in it.
  tool_.clear();
  scene_->disconnect(this);
}

// There is always a tool: without another one it is the selecting one.
void DiagramView::setTool(std::unique_ptr<Tool> tool) {
  tool_.replace(tool ? std::move(tool) : std::make_unique<SelectTool>(this));
}

// ---- levels and selection ---------------------------------------------------------------------

QString DiagramView::level() const { return scene_->level(); }

// Ends the gesture and what is being typed, both of which are meant for the level that is left,
// notes how that level was seen, and shows the other one. A level that is not there is not opened.
void DiagramView::openLevel(const QString& level) {
  if (level == this->level()) return;
  if (document_->document().FindDiagram(level.toStdString()) == nullptr) return;
  setTool(nullptr);
  // What is being typed over the canvas is meant for the level that is left.
  if (isAncestorOf(QApplication::focusWidget())) setFocus();
  camera_->keep(this->level());
  scene_->setLevel(level);
}

// Called after the scene has changed its level, also where a rename or an undo made it do so. Only
// a level with another path is seen anew; one that is merely made again keeps its zoom and scroll.
void DiagramView::showLevel(const QString& level) {
  camera_->stop();
  portFocus_->set(QString());
  if (level != shownLevel_) {
    shownLevel_ = level;
    texts_->giveUp();
    camera_->restore(level);
  }
  Q_EMIT levelChanged(level);
  Q_EMIT selectionChanged();
}

// The subsystem that is left is selected, so that a person sees where he came from.
void DiagramView::leaveLevel() {
  if (level().isEmpty()) return;
  const auto [above, name] = SplitPath(level().toStdString());
  openLevel(QString::fromStdString(above));
  selectBlocks({QString::fromStdString(name)});
}

QStringList DiagramView::selectedBlocks() const { return scene_->selectedBlockNames(); }

void DiagramView::select(const QStringList& blocks, const QStringList& wires) {
  select(Selection{blocks, wires, {}, {}});
}

// The scene is quiet meanwhile, so that panels hear of one change and not of one per item.
void DiagramView::select(const Selection& selection) {
  {
    const QSignalBlocker quiet(scene_);
    scene_->clearSelection();
    for (QGraphicsItem* item : itemsOf(*scene_, selection)) item->setSelected(true);
  }
  Q_EMIT selectionChanged();
}

// Goes from what lies on top to what lies below: a block or its name, a block's name outside of its
// shape, a wire, a note or a frame; the empty canvas asks for a block.
void DiagramView::activate(const QPointF& position) {
  if (BlockItem* block = scene_->blockAt(position)) {
    selectBlocks({block->name()});
    const bool onName = block->nameRect().contains(block->mapFromScene(position));
    return onName ? texts_->editBlockName(block->name()) : commands_->open();
  }
  for (QGraphicsItem* item : scene_->items(position, Qt::IntersectsItemBoundingRect)) {
    const auto* block = qgraphicsitem_cast<BlockItem*>(item);
    if (block != nullptr && block->nameRect().contains(block->mapFromScene(position))) {
      return texts_->editBlockName(block->name());
    }
  }
  if (const WireItem* wire = scene_->wireAt(position, (kWireReach + 1) / zoom()))
    return texts_->editSignalName(wire->to());
  for (QGraphicsItem* item : scene_->items(position)) {
    if (const auto* note = qgraphicsitem_cast<NoteItem*>(item))
      return texts_->editNote(note->index());
    if (const auto* frame = qgraphicsitem_cast<FrameItem*>(item)) {
      return texts_->editFrameTitle(frame->index());
    }
  }
  inserter_->quickAddAt(position);
}

// ---- what tools and parts ask -----------------------------------------------------------------

double DiagramView::zoom() const { return transform().m11(); }

QRectF DiagramView::seenArea() const { return mapToScene(viewport()->rect()).boundingRect(); }

// The content moves by `step` pixels, as a hand that drags it.
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

// Where the mouse is over the canvas, else the middle of it: there goes what is added without a
// place.
QPointF DiagramView::pointerPlace() const {
  return mapToScene(pointer_.value_or(viewport()->rect().center()));
}

QPointF DiagramView::cornerFor(const QString& type, const QPointF& centre) const {
  return inserter_->cornerFor(type, centre);
}

void DiagramView::offerBlocks(const QPointF& position, const QString& port, bool portIsInput) {
  inserter_->quickAddAt(position, port, portIsInput);
}

ToolMessages* DiagramView::messages() const { return overlays_; }

// ---- drawing ----------------------------------------------------------------------------------

// Draws a dot every 20 px, at places that depend on the scene alone, so that they do not swim while
// it is scrolled. Far out they would only be noise, and there would be very many.
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
  overlays_->refresh();
}

// The middle of what is seen stays the middle. It is asked for with the old size, since Qt has
// given the viewport its new one already when this is called.
void DiagramView::resizeEvent(QResizeEvent* event) {
  Camera::Held held = camera_->hold();
  held.centre = mapToScene(QRect(QPoint(), event->oldSize()).center());
  QGraphicsView::resizeEvent(event);
  overlays_->place();
  camera_->restoreAfterResizing(held, event->oldSize().isValid());
}

void DiagramView::showEvent(QShowEvent* event) {
  QGraphicsView::showEvent(event);
  camera_->noteShown();
}

}  // namespace loopwright
