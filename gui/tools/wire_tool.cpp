#include "gui/tools/wire_tool.h"

#include <QGraphicsItem>
#include <QKeyEvent>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "engine/edits/edit_helpers.h"
#include "gui/document/diagram_document.h"
#include "gui/edits/wire_edits.h"
#include "gui/routing/wire_router.h"
#include "gui/scene/block_item.h"
#include "gui/scene/wire_item.h"
#include "gui/theme/theme.h"
#include "gui/tools/editing_options.h"
#include "gui/tools/tool_view.h"

namespace loopwright {

// The wire while it is drawn.
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

// A press on a wired input takes that wire's end: the wire then hangs on its output, as if it had
// been begun there, and `replugged_` notes which wire it is.
WireTool::WireTool(ToolView* view, const PortRef& start, const ToolEvent& pressed)
    : Tool(view),
      start_(start.key()),
      startsAtInput_(start.port->isInput),
      pressed_(pressed),
      last_(pressed.scene),
      preview_(std::make_unique<WirePreview>()) {
  if (const WireItem* wire = startsAtInput_ ? scene()->findWire(start_) : nullptr) {
    replugged_ = start_;
    start_ = wire->from();
    startsAtInput_ = false;
  }
  scene()->addItem(preview_.get());
  highlightPorts(true);
}

// What was said during the gesture goes with it, but for a refusal, which a person has yet to read.
WireTool::~WireTool() {
  highlightPorts(false);
  scene()->removeItem(preview_.get());
  if (isRefused_) return;
  view()->messages()->showMessage(QString());
  view()->messages()->hideHint();
}

void WireTool::takeBeginning(const QString& to) {
  highlightPorts(false);
  start_ = to;
  startsAtInput_ = true;
  replugged_ = to;
  highlightPorts(true);
}

// The new wire runs along the other one from the output to `place`: the corners up to there are
// taken over, and the place itself, moved to the grid but kept on the piece, is the last corner.
void WireTool::branchFrom(const WireItem& wire, const QPointF& place) {
  const std::vector<QPointF>& points = wire.points();
  const int piece = wire.segmentAt(place);
  if (piece < 0) return;
  const size_t index = piece;
  corners_.assign(points.begin() + 1, points.begin() + piece + 1);
  const QRectF box = QRectF(points[index], points[index + 1]).normalized();
  const QPointF grid = snapToGrid(place);
  const QPointF on(std::clamp(grid.x(), box.left(), box.right()),
                   std::clamp(grid.y(), box.top(), box.bottom()));
  if (on != points[index]) corners_.push_back(on);
}

// Aims at the first port in the direction in which signals usually run, so that Enter alone often
// draws the right wire.
void WireTool::useKeyboard() {
  isDragged_ = true;
  isClicked_ = true;
  const QList<PortRef> ports = takers();
  if (ports.isEmpty())
    return view()->messages()->showMessage(Tool::tr("No port here takes this wire"));
  showWay(scene()->endAt(start()).position);
  aimTowards(startsAtInput_ ? QPointF(-1, 0) : QPointF(1, 0));
}

PortRef WireTool::start() const { return scene()->findPort(start_); }

// An input takes one wire, an output any number, and a wire leads from an output to an input. The
// wire whose end is being moved does not stand in its own way.
QString WireTool::refusal(const PortRef& port) const {
  if (port.key() == start_) return Tool::tr("the wire begins here");
  if (port.port->isInput == startsAtInput_) {
    return startsAtInput_ ? Tool::tr("%1 is an input: end the wire at an output").arg(port.key())
                          : Tool::tr("%1 is an output: end the wire at an input").arg(port.key());
  }
  const QString to = startsAtInput_ ? start_ : port.key();
  if (to != replugged_ && scene()->findWire(to) != nullptr && !EditingOptions::replacesWires()) {
    return Tool::tr("%1 has a wire already: an input takes one").arg(to);
  }
  return {};
}

// Says why a release there would not connect: at a port what refusal() says, on a block that no
// port of it fits, or that several do and none is clearly meant. Empty canvas refuses nothing.
QString WireTool::refusalAt(const QPointF& position) const {
  if (const PortRef port = scene()->portAt(position, 1.5 * portReach())) {
    return port.key() == start_ ? QString() : refusal(port);
  }
  BlockItem* block = scene()->blockAt(position);
  if (block == nullptr || block == start().block || targetAt(position)) return {};
  const auto& ports = endsOf(*block);
  if (ports.empty()) {
    return startsAtInput_ ? Tool::tr("%1 has no output").arg(block->name())
                          : Tool::tr("%1 has no input").arg(block->name());
  }
  if (ports.size() == 1) return refusal({block, &ports.front()});
  return Tool::tr("%1 has several ports: end the wire at one of them").arg(block->name());
}

const std::vector<PortPlace>& WireTool::endsOf(const BlockItem& block) const {
  return startsAtInput_ ? block.geometry().outputs : block.geometry().inputs;
}

// The ports that would take the wire, from left to right and from top to bottom.
QList<PortRef> WireTool::takers() const {
  QList<PortRef> ports;
  for (BlockItem* block : scene()->blocks()) {
    for (const PortPlace& port : endsOf(*block)) {
      if (refusal({block, &port}).isEmpty()) ports += PortRef{block, &port};
    }
  }
  const auto place = [this](const PortRef& port) {
    const QPointF position = scene()->endAt(port).position;
    return std::pair(position.x(), position.y());
  };
  std::sort(ports.begin(), ports.end(),
            [&](const PortRef& a, const PortRef& b) { return place(a) < place(b); });
  return ports;
}

// Leads the wire to a port for the keyboard: scrolls there, shows the way and says what Enter does.
void WireTool::aim(const PortRef& port) {
  aimed_ = port.key();
  const QPointF position = scene()->endAt(port).position;
  view()->showArea(QRectF(position, QSizeF(1, 1)));
  showWay(position);
  view()->messages()->showMessage(Tool::tr("Enter ends the wire at %1").arg(aimed_));
}

// Goes to the nearest port in a direction, where there is one.
void WireTool::aimTowards(const QPointF& direction) {
  PortRef from = scene()->findPort(aimed_);
  if (!from) from = start();
  const PortRef next = scene()->nearestTowards(direction, scene()->endAt(from).position, takers());
  if (next) aim(next);
}

// Tab goes round the ports that would take the wire, and from the last to the first again.
bool WireTool::step(bool forward) {
  if (!start()) return finish(), true;
  const QList<PortRef> ports = takers();
  if (ports.isEmpty()) return true;
  qsizetype index = -1;
  for (qsizetype i = 0; i < ports.size(); ++i) {
    if (ports[i].key() == aimed_) index = i;
  }
  index = index < 0 ? (forward ? 0 : ports.size() - 1)
                    : (index + (forward ? 1 : ports.size() - 1)) % ports.size();
  isDragged_ = true;
  isClicked_ = true;
  aim(ports[index]);
  return true;
}

// Ends the wire where the keyboard has led, or asks for a block to wire it to.
void WireTool::enter() {
  if (const PortRef port = scene()->findPort(aimed_)) return end(scene()->endAt(port).position);
  const WireEnd begin = scene()->endAt(start());
  offerBlocks(begin.position + begin.outward * 90);
}

// Lights up the ports that would take the wire, or none of any block.
void WireTool::highlightPorts(bool on) {
  for (BlockItem* block : scene()->blocks()) {
    QSet<QString> ports;
    for (const PortPlace& port : endsOf(*block)) {
      if (on && refusal({block, &port}).isEmpty()) ports.insert(port.name);
    }
    block->setHighlightedPorts(ports);
  }
}

// A wire from an input may end on another wire: it branches off that one's signal.
PortRef WireTool::sourceAt(const QPointF& position) const {
  const WireItem* wire =
      startsAtInput_ ? scene()->wireAt(position, inScene(2 * kWireReach)) : nullptr;
  if (wire == nullptr || wire->to() == start_) return {};
  const PortRef source = scene()->findPort(wire->from());
  return source && refusal(source).isEmpty() ? source : PortRef();
}

// Where the wire would end: at a port near the pointer, at a port of the block under it, on a wire
// whose signal it joins, or at a free port beside which the pointer is on empty canvas.
PortRef WireTool::targetAt(const QPointF& position) const {
  if (const PortRef port = scene()->portAt(position, 1.5 * portReach())) return port;
  if (BlockItem* block = scene()->blockAt(position)) return targetOn(block, position);
  if (const PortRef source = sourceAt(position)) return source;
  return scene()->openPortAt(position, openPortReach(),
                             [this](const PortRef& port) { return refusal(port).isEmpty(); });
}

// Anywhere on a block will do where only one port fits; of several the one that is clearly the
// nearest.
PortRef WireTool::targetOn(BlockItem* block, const QPointF& position) const {
  constexpr double kClearly = 0.8;
  PortRef nearest;
  double least = 0;
  double next = 0;  // the distance of the second
  int fitting = 0;
  for (const PortPlace& port : endsOf(*block)) {
    const PortRef candidate{block, &port};
    if (!refusal(candidate).isEmpty()) continue;
    const double distance = QLineF(position, block->pos() + port.position).length();
    ++fitting;
    if (!nearest || distance < least) {
      next = least;
      nearest = candidate;
      least = distance;
    } else if (fitting == 2 || distance < next) {
      next = distance;
    }
  }
  if (fitting < 2) return nearest;
  return least <= openPortReach() && least < kClearly * next ? nearest : PortRef();
}

// From the output to the input, through the corners that were clicked; the last leg finds its own
// way.
std::vector<QPointF> WireTool::wayTo(const WireEnd& end, const QString& source) const {
  const WireEnd begin = scene()->endAt(start());
  RoutingView view(scene()->routingMap(), source.isEmpty() ? -1 : scene()->netOf(source));
  std::vector<QPointF> points;
  if (corners_.empty()) {
    return startsAtInput_ ? routeWire(end, begin, &view) : routeWire(begin, end, &view);
  }
  const std::vector<QPointF> before(corners_.begin(), corners_.end() - 1);
  points = routeThroughCorners(begin, {corners_.back(), {}}, before);
  const std::vector<QPointF> leg = routeWire({corners_.back(), {}}, end, &view);
  points.insert(points.end(), leg.begin(), leg.end());
  if (startsAtInput_) std::reverse(points.begin(), points.end());
  return simplifyRoute(points);
}

// Shows the wire to a place, snapped to the port that would take it, and says in red why it would
// be refused there.
void WireTool::showWay(const QPointF& position) {
  last_ = position;
  if (!start()) return finish();
  const PortRef target = targetAt(position);
  const QString problem = isDragged_ ? refusalAt(position) : QString();
  const bool snaps = target && target.key() != start_;
  const QString source = !startsAtInput_ ? start_ : snaps ? target.key() : QString();
  const WireEnd end = snaps ? scene()->endAt(target) : WireEnd{position, {}};
  preview_->show(wayTo(end, source), !problem.isEmpty());
  view()->messages()->showMessage(problem);
  if (problem.isEmpty()) {
    view()->messages()->hideHint();
  } else {
    view()->messages()->showHint(problem, position);
  }
}

void WireTool::press(const ToolEvent& event) {
  if (event.button == Qt::LeftButton) pressed_ = event;
}

void WireTool::move(const ToolEvent& event) {
  if ((event.viewport - pressed_.viewport).manhattanLength() >= kDragDistance) isDragged_ = true;
  aimed_.clear();
  if (isDragged_ || isClicked_) showWay(event.scene);
}

// A press and release at the port, without a drag, begins a wire by clicks: each further click on
// the empty canvas sets a corner. A drag ends where the button is let go.
void WireTool::release(const ToolEvent& event) {
  if (event.button != Qt::LeftButton) return;
  if (!isDragged_ && !isClicked_) {
    isClicked_ = true;  // A click on the port: from now on clicks set corners.
    isDragged_ = true;
    return;
  }
  if (isClicked_ && !targetAt(event.scene) && scene()->blockAt(event.scene) == nullptr) {
    corners_.push_back(snapToGrid(event.scene));
    return showWay(event.scene);
  }
  end(event.scene);
}

void WireTool::doubleClick(const ToolEvent& event) {
  if (!start()) return finish();
  if (isClicked_ && !targetAt(event.scene)) offerBlocks(event.scene);
}

// Ends the gesture at a place: connects, says why that is not possible, or, on the empty canvas,
// offers blocks to add there. The end of a wire that was there already is never left in the air.
void WireTool::end(const QPointF& position) {
  if (!start()) return finish();  // Its block is gone.
  const QString problem = refusalAt(position);
  if (!problem.isEmpty()) {
    isRefused_ = true;
    view()->messages()->showMessage(problem);
    view()->messages()->showHint(problem, position);
    return finish();
  }
  const PortRef target = targetAt(position);
  if (target && target.key() != start_) {
    connectTo(target);
    return finish();
  }
  if (!target && !replugged_.isEmpty()) {
    isRefused_ = true;
    view()->messages()->showMessage(
        Tool::tr("The wire stays as it was: its end belongs on a port"));
    return finish();
  }
  if (target || scene()->blockAt(position) != nullptr) return finish();
  offerBlocks(position);
}

// Makes the wire an edit of the document. Corners that were clicked become the wire's own; without
// any the wire finds its way by itself. A moved wire keeps what else the document says of it, and
// its signal's name goes along with it to another output.
void WireTool::connectTo(const PortRef& target) {
  const std::string level = view()->level().toStdString();
  const DiagramModel& diagram = scene()->diagram();
  const QString key = target.key();
  const std::string before = replugged_.toStdString();
  Wire wire;
  const std::size_t index = diagram.FindWireTo(before);
  if (!replugged_.isEmpty() && index < diagram.wires.size()) wire = diagram.wires[index];
  const std::string oldFrom = wire.from;
  wire.route.reset();
  wire.from = (startsAtInput_ ? key : start_).toStdString();
  wire.to = (startsAtInput_ ? start_ : key).toStdString();
  if (!corners_.empty()) {
    const std::vector<QPointF> points =
        wayTo(scene()->endAt(target), QString::fromStdString(wire.from));
    wire.route.emplace();
    for (size_t i = 1; i + 1 < points.size(); ++i) {
      wire.route->push_back({points[i].x(), points[i].y()});
    }
  }
  const QString name =
      replugged_.isEmpty() ? Tool::tr("Connect %1").arg(key) : Tool::tr("Move wire to %1").arg(key);
  const QString problem = view()->document()->edit(name, [&](Transaction* transaction) {
    if (replugged_ == key) return;
    if (replugged_.isEmpty()) {
      return Connect(transaction, level, wire, EditingOptions::replacesWires());
    }
    const DiagramModel& model = transaction->Diagram(level);
    if (wire.to != before && model.FindWireTo(wire.to) < model.wires.size()) {
      Disconnect(transaction, level, wire.to);
    }
    SetWire(transaction, level, before, wire);
    if (wire.from != oldFrom) moveSignalName(transaction, level, oldFrom, wire.from);
  });
  if (problem.isEmpty()) return;
  isRefused_ = true;
  view()->messages()->showMessage(problem);
}

// The tool ends before the list opens, since choosing from the list changes the diagram; what is
// needed afterwards is copied first, as finish() may delete this tool.
void WireTool::offerBlocks(const QPointF& position) {
  const QString start = start_;
  const bool startsAtInput = startsAtInput_;
  ToolView* canvas = view();
  finish();
  canvas->offerBlocks(position, start, startsAtInput);
}

// Keys while a wire is drawn: arrows aim from port to port, Enter takes the port aimed at,
// Backspace takes back the last corner, Esc gives up. Where the first port has gone meanwhile, the
// tool ends.
bool WireTool::key(QKeyEvent* event) {
  if (!start()) return finish(), true;
  switch (event->key()) {
    case Qt::Key_Escape:
      finish();
      return true;
    case Qt::Key_Backspace:
      if (!corners_.empty()) corners_.pop_back();
      showWay(last_);
      return true;
    case Qt::Key_Left:
      return aimTowards({-1, 0}), true;
    case Qt::Key_Right:
      return aimTowards({1, 0}), true;
    case Qt::Key_Up:
      return aimTowards({0, -1}), true;
    case Qt::Key_Down:
      return aimTowards({0, 1}), true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return enter(), true;
    default:
      return false;
  }
}

}  // namespace loopwright
