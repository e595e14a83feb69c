#include "gui/canvas/wire_values.h"

#include <QMouseEvent>
#include <QScrollBar>

#include "engine/document/document.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/qt_text.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/wire_item.h"

namespace loopwright {

namespace {

constexpr double kReach = 5;  // pixels from a wire to the pointer

// The unit stands behind the last value.
WireValue inUnit(WireValue value, const QString& unit) {
  QString& last = value.after.isEmpty() ? value.before : value.after;
  last = withUnit(last, unit);
  return value;
}

}  // namespace

// What is seen becomes something else by scrolling, zooming, editing, and going to another level.
WireValues::WireValues(DiagramView* view) : CanvasPart(view) {
  view->viewport()->installEventFilter(this);
  delay_.setSingleShot(true);
  delay_.setInterval(0);
  connect(&delay_, &QTimer::timeout, this, &WireValues::refresh);
  const auto soon = [this] {
    if (isShown_ || !hovered_.isEmpty()) delay_.start();
  };
  for (const QScrollBar* bar : {view->horizontalScrollBar(), view->verticalScrollBar()}) {
    connect(bar, &QScrollBar::valueChanged, this, soon);
  }
  connect(view, &DiagramView::zoomChanged, this, soon);
  connect(scene_, &DiagramScene::contentChanged, this, soon);
  connect(scene_, &DiagramScene::levelChanged, this, [this, soon] {
    hovered_.clear();
    clear();
    soon();
  });
}

void WireValues::setShown(bool shown) {
  isShown_ = shown;
  refresh();
}

void WireValues::clear() {
  for (ValueBubble* bubble : std::as_const(bubbles_)) {
    scene_->removeItem(bubble);
    delete bubble;
  }
  bubbles_.clear();
}

QHash<QString, const WireItem*> WireValues::wanted() const {
  QHash<QString, const WireItem*> wires;
  if (const WireItem* const wire = scene_->findWire(hovered_)) wires.insert(wire->from(), wire);
  if (!isShown_) return wires;
  const QRectF seen = view_->seenArea();
  for (const WireItem* wire : scene_->wires()) {
    if (wires.contains(wire->from()) || !wire->isIn(seen)) continue;
    wires.insert(wire->from(), scene_->wiresFrom(wire->from()).front());
  }
  return wires;
}

// Bubbles are kept where they can be: most stay where they are, with another text.
void WireValues::refresh() {
  QHash<QString, ValueBubble*> kept;
  const QHash<QString, const WireItem*> wires = wanted();
  for (auto wire = wires.begin(); wire != wires.end() && valueOf_; ++wire) {
    const std::string path = pathOf(wire.key());
    const auto value = valueOf_(path);
    if (!value) continue;
    ValueBubble* bubble = bubbles_.take(wire.key());
    if (bubble == nullptr) {
      bubble = new ValueBubble;
      scene_->addItem(bubble);
    }
    // What the pointer is at is written whole.
    const bool isHovered = (*wire)->to() == hovered_;
    const std::optional<WireDetail> detail = isHovered ? detailOf_(path) : std::nullopt;
    showOnWire(inUnit(*value, detail ? detail->unit : QString()), **wire, isHovered, bubble);
    bubble->setDetail(detail);
    kept.insert(wire.key(), bubble);
  }
  clear();
  bubbles_ = kept;
}

std::optional<WireValue> WireValues::valueAt(const QString& from) const {
  const ValueBubble* const bubble = bubbles_.value(from);
  return bubble != nullptr ? std::optional(bubble->value()) : std::nullopt;
}

std::optional<WireDetail> WireValues::detailAt(const QString& from) const {
  const ValueBubble* const bubble = bubbles_.value(from);
  return bubble != nullptr ? bubble->detail() : std::nullopt;
}

// Never takes an event: tools get them all.
bool WireValues::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseMove) {
    const auto* const move = static_cast<QMouseEvent*>(event);
    if (move->buttons() == Qt::NoButton) hover(view_->mapToScene(move->pos()));
  } else if (event->type() == QEvent::Leave && !hovered_.isEmpty()) {
    hovered_.clear();
    refresh();
  }
  return QObject::eventFilter(watched, event);
}

void WireValues::hover(const QPointF& place) {
  const WireItem* const wire =
      scene_->blockAt(place) != nullptr ? nullptr : scene_->wireAt(place, kReach / view_->zoom());
  const QString to = wire != nullptr ? wire->to() : QString();
  if (to == hovered_) return;
  hovered_ = to;
  refresh();
}

}  // namespace loopwright
