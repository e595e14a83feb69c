#include "gui/canvas/tools/wire_tool.h"

#include <QGraphicsItem>
#include <QKeyEvent>
#include <QPainter>
#include <algorithm>

#include "engine/model/edit_helpers.h"
#include "gui/canvas/block_item.h"
#include "gui/canvas/diagram_edits.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/wire_item.h"
#include "gui/canvas/wire_router.h"
#include "gui/document/diagram_document.h"
#include "gui/theme/theme.h"

namespace loopwright {

/// The wire while it is drawn.
class WirePreview : public QGraphicsItem {
 public:
  WirePreview() { setZValue(50); }

  void show(const std::vector<QPointF>& points, bool isRefused) {
    prepareGeometryChange();
    points_ = points;
    isRefused_ = isRefused;
    QPolygonF polygon(QList<QPointF>(points.begin(), points.end()));
    bounds_ = polygon.boundingRect().adjusted(-8, -8, 8, 8);
    update();
  }
  QRectF boundingRect() const override { return bounds_; }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override {
    const Theme& theme = Theme::current();
    paintWire(painter, points_, QPen(isRefused_ ? theme.error : theme.accent, 1.8));
  }

 private:
  std::vector<QPointF> points_;
  QRectF bounds_;
  bool isRefused_ = false;
};

WireTool::WireTool(DiagramView* view, const PortRef& start, const ToolEvent& pressed)
    : Tool(view),
      start_(start.key()),
      startsAtInput_(start.port->isInput),
      pressed_(pressed),
      last_(pressed.scene),
      preview_(std::make_unique<WirePreview>()) {
  if (startsAtInput_) {
    if (const WireItem* wire = scene()->findWire(start_)) {
      replugged_ = start_;
      start_ = wire->from();
      startsAtInput_ = false;
    }
  }
  scene()->addItem(preview_.get());
  highlightPorts(true);
}

WireTool::~WireTool() {
  highlightPorts(false);
  scene()->removeItem(preview_.get());
  view()->showMessage(QString());
}

PortRef WireTool::start() const { return scene()->findPort(start_); }

QString WireTool::refusal(const PortRef& port) const {
  if (port.key() == start_) return DiagramView::tr("the wire begins here");
  if (port.port->isInput == startsAtInput_) {
    return startsAtInput_
               ? DiagramView::tr("%1 is an input: end the wire at an output").arg(port.key())
               : DiagramView::tr("%1 is an output: end the wire at an input").arg(port.key());
  }
  const QString to = startsAtInput_ ? start_ : port.key();
  if (to != replugged_ && scene()->findWire(to) != nullptr) {
    return DiagramView::tr("%1 has a wire already: an input takes one").arg(to);
  }
  return {};
}

void WireTool::highlightPorts(bool on) {
  for (BlockItem* block : scene()->blocks()) {
    QSet<QString> ports;
    const auto& side = startsAtInput_ ? block->geometry().outputs : block->geometry().inputs;
    for (const PortPlace& port : side) {
      if (on && refusal({block, &port}).isEmpty()) ports.insert(port.name);
    }
    block->setHighlightedPorts(ports);
  }
}

PortRef WireTool::targetAt(const QPointF& position) const {
  if (const PortRef port = scene()->portAt(position, inScene(kPortReach * 1.5))) return port;
  // Anywhere on a block will do where only one port fits.
  BlockItem* block = scene()->blockAt(position);
  if (block == nullptr) return {};
  PortRef only;
  for (const PortPlace& port :
       startsAtInput_ ? block->geometry().outputs : block->geometry().inputs) {
    const PortRef candidate{block, &port};
    if (!refusal(candidate).isEmpty()) continue;
    if (only) return {};
    only = candidate;
  }
  return only;
}

/// From the output to the input, through the corners that were clicked; the last leg finds its own
/// way.
std::vector<QPointF> WireTool::wayTo(const WireEnd& end) const {
  const WireEnd begin = scene()->endAt(start());
  const RoutingMap& map = scene()->routingMap();
  const int net = startsAtInput_ ? -1 : scene()->netOf(start_);
  std::vector<QPointF> points;
  if (corners_.empty()) {
    return startsAtInput_ ? routeWire(end, begin, map, net) : routeWire(begin, end, map, net);
  }
  const std::vector<QPointF> before(corners_.begin(), corners_.end() - 1);
  points = routeThroughCorners(begin, {corners_.back(), {}}, before);
  const std::vector<QPointF> leg = routeWire({corners_.back(), {}}, end, map, net);
  points.insert(points.end(), leg.begin(), leg.end());
  if (startsAtInput_) std::reverse(points.begin(), points.end());
  return simplifyRoute(points);
}

void WireTool::showWay(const QPointF& position) {
  last_ = position;
  if (!start()) return finish();
  const PortRef target = targetAt(position);
  const QString problem = target && isDragged_ ? refusal(target) : QString();
  const bool snaps = target && target.key() != start_;
  preview_->show(wayTo(snaps ? scene()->endAt(target) : WireEnd{position, {}}), !problem.isEmpty());
  view()->showMessage(problem);
}

void WireTool::press(const ToolEvent& event) {
  if (event.button == Qt::RightButton) return finish();
  if (event.button != Qt::LeftButton) return;
  pressed_ = event;
}

void WireTool::move(const ToolEvent& event) {
  if ((event.viewport - pressed_.viewport).manhattanLength() >= kDragDistance) isDragged_ = true;
  if (isDragged_ || isClicked_) showWay(event.scene);
}

void WireTool::release(const ToolEvent& event) {
  if (event.button != Qt::LeftButton) return;
  if (!isDragged_ && !isClicked_) {
    isClicked_ = true;  // A click on the port: from now on clicks set corners.
    isDragged_ = true;
    return;
  }
  if (isClicked_ && !targetAt(event.scene)) {
    corners_.push_back(snapToGrid(event.scene));
    return showWay(event.scene);
  }
  end(event);
}

void WireTool::doubleClick(const ToolEvent& event) {
  if (isClicked_ && !targetAt(event.scene)) offerBlocks(event.scene);
}

void WireTool::end(const ToolEvent& event) {
  const PortRef target = targetAt(event.scene);
  if (!target) {
    if (scene()->blockAt(event.scene) != nullptr || !replugged_.isEmpty()) return finish();
    return offerBlocks(event.scene);
  }
  const QString problem = refusal(target);
  if (problem.isEmpty()) connectTo(target);
  finish();
  if (!problem.isEmpty() && target.key() != start_) view()->showMessage(problem);
}

void WireTool::connectTo(const PortRef& target) {
  const std::string level = view()->level().toStdString();
  const QString key = target.key();
  Wire wire;
  if (const std::size_t index = scene()->diagram().FindWireTo(replugged_.toStdString());
      !replugged_.isEmpty() && index < scene()->diagram().wires.size()) {
    wire = scene()->diagram().wires[index];
    wire.route.reset();
  }
  wire.from = (startsAtInput_ ? key : start_).toStdString();
  wire.to = (startsAtInput_ ? start_ : key).toStdString();
  if (!corners_.empty()) {
    const std::vector<QPointF> points = wayTo(scene()->endAt(target));
    wire.route.emplace();
    for (size_t i = 1; i + 1 < points.size(); ++i) {
      wire.route->push_back({points[i].x(), points[i].y()});
    }
  }
  const QString problem =
      view()->document()->edit(replugged_.isEmpty() ? DiagramView::tr("Connect %1").arg(key)
                                                    : DiagramView::tr("Move wire to %1").arg(key),
                               [&](Transaction* transaction) {
                                 if (replugged_ == key) return;
                                 if (replugged_.isEmpty()) {
                                   Connect(transaction, level, wire);
                                 } else {
                                   SetWire(transaction, level, replugged_.toStdString(), wire);
                                 }
                               });
  if (!problem.isEmpty()) view()->showMessage(problem);
}

void WireTool::offerBlocks(const QPointF& position) {
  const QString start = start_;
  const bool startsAtInput = startsAtInput_;
  DiagramView* canvas = view();
  finish();
  canvas->quickAddAt(position, start, startsAtInput);
}

bool WireTool::key(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    finish();
    return true;
  }
  if (event->key() == Qt::Key_Backspace) {
    if (!corners_.empty()) corners_.pop_back();
    showWay(last_);
    return true;
  }
  return false;
}

}  // namespace loopwright
