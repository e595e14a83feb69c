#include "gui/scene/block_geometry.h"

#include <algorithm>
#include <cmath>

#include "engine/drawing/block_box.h"

namespace loopwright {

namespace {

constexpr size_t kManyPorts = 32;  // From here on a port is not searched for among all.

QPointF toQt(const Point& point) { return {point.x, point.y}; }

std::vector<PortPlace> toQt(const std::vector<BoxPort>& ports) {
  std::vector<PortPlace> places;
  places.reserve(ports.size());
  for (const BoxPort& port : ports) {
    places.push_back({QString::fromStdString(port.name), port.is_input, toQt(port.position),
                      toQt(port.outward)});
  }
  return places;
}

}  // namespace

// Looks the number up where there is a table, and compares the names one by one where ports are
// few: there that is quicker.
const PortPlace* BlockGeometry::findPort(const QString& name) const {
  if (!numbers.isEmpty()) {
    const auto found = numbers.constFind(name);
    if (found == numbers.constEnd()) return nullptr;
    return *found < inputs.size() ? &inputs[*found] : &outputs[*found - inputs.size()];
  }
  for (const auto* side : {&inputs, &outputs}) {
    for (const PortPlace& port : *side) {
      if (port.name == name) return &port;
    }
  }
  return nullptr;
}

// Asks the engine for the box and turns its points and names into Qt's types. The engine arranges
// diagrams with the same boxes.
BlockGeometry makeBlockGeometry(const BlockForm& form) {
  const BlockBox box = MakeBlockBox(form);
  BlockGeometry geometry;
  geometry.size = QSizeF(box.size.width, box.size.height);
  geometry.outline = box.outline;
  geometry.inputs = toQt(box.inputs);
  geometry.outputs = toQt(box.outputs);
  if (box.inputs.size() + box.outputs.size() > kManyPorts) {
    size_t number = 0;
    for (const auto* side : {&geometry.inputs, &geometry.outputs}) {
      for (const PortPlace& port : *side) geometry.numbers.insert(port.name, number++);
    }
  }
  return geometry;
}

double distanceToLine(const QPointF& point, const QPointF& a, const QPointF& b) {
  const QPointF span = b - a;
  const double square = QPointF::dotProduct(span, span);
  const double along =
      square == 0 ? 0 : std::clamp(QPointF::dotProduct(point - a, span) / square, 0.0, 1.0);
  const QPointF off = point - a - along * span;
  return std::hypot(off.x(), off.y());
}

}  // namespace loopwright
