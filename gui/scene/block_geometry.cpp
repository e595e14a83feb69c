#include "gui/scene/block_geometry.h"

#include <algorithm>
#include <cmath>

namespace loopwright {

namespace {

constexpr double kPortDistance = 20;
constexpr double kCircleInset = 3;  // The circle of a sum is 34 px in its box of 40.
constexpr int kMostCircleInputs = 3;
constexpr size_t kManyPorts = 32;  // From here on a port is not searched for among all.

/// Places in a box of `size` that is not rotated or flipped yet.
void placeOnSide(const QStringList& names, bool input, const QSizeF& size,
                 std::vector<PortPlace>* ports) {
  const int count = static_cast<int>(names.size());
  const double step = std::min(kPortDistance, size.height() / (count + 1));
  const double first = (size.height() - step * (count - 1)) / 2;
  for (int i = 0; i < count; ++i) {
    ports->push_back({names[i], input, QPointF(input ? 0 : size.width(), first + step * i),
                      QPointF(input ? -1 : 1, 0)});
  }
}

void placeOnCircle(const BlockForm& form, const QSizeF& size, BlockGeometry* geometry) {
  const QPointF centre(size.width() / 2, size.height() / 2);
  const double radius = std::min(size.width(), size.height()) / 2 - kCircleInset;
  const auto add = [&](const QString& name, bool input, QPointF outward) {
    (input ? geometry->inputs : geometry->outputs)
        .push_back({name, input, centre + outward * radius, outward});
  };
  const QPointF left(-1, 0), below(0, 1), above(0, -1);
  const int count = static_cast<int>(form.inputs.size());
  const std::vector<QPointF> sides = count == 3   ? std::vector<QPointF>{above, left, below}
                                     : count == 2 ? std::vector<QPointF>{left, below}
                                                  : std::vector<QPointF>{left};
  for (int i = 0; i < count; ++i) add(form.inputs[i], true, sides[static_cast<size_t>(i)]);
  for (const QString& name : form.outputs) add(name, false, QPointF(1, 0));
}

QPointF rotated(const QPointF& vector, int rotation) {
  switch (rotation) {
    case 90:
      return {-vector.y(), vector.x()};
    case 180:
      return {-vector.x(), -vector.y()};
    case 270:
      return {vector.y(), -vector.x()};
    default:
      return vector;
  }
}

}  // namespace

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

BlockGeometry makeBlockGeometry(const BlockForm& form) {
  BlockGeometry geometry;
  geometry.outline = form.outline;
  if (form.outline == BlockOutline::kCircle && form.inputs.size() > kMostCircleInputs) {
    geometry.outline = BlockOutline::kRectangle;
  }
  const auto most = static_cast<double>(std::max(form.inputs.size(), form.outputs.size()));
  const bool onSide = form.rotation == 90 || form.rotation == 270;
  QSizeF size = geometry.outline == BlockOutline::kCircle ? QSizeF(40, 40) : form.naturalSize;
  if (geometry.outline != BlockOutline::kCircle) {
    size.setHeight(std::max(size.height(), kPortDistance * (most + 1)));
  }
  if (onSide) size.transpose();
  geometry.size = QSizeF(form.width.value_or(size.width()), form.height.value_or(size.height()));

  const QSizeF upright = onSide ? geometry.size.transposed() : geometry.size;
  if (geometry.outline == BlockOutline::kCircle) {
    placeOnCircle(form, upright, &geometry);
  } else {
    placeOnSide(form.inputs, true, upright, &geometry.inputs);
    placeOnSide(form.outputs, false, upright, &geometry.outputs);
  }
  size_t number = 0;
  if (geometry.inputs.size() + geometry.outputs.size() > kManyPorts) {
    for (const auto* side : {&geometry.inputs, &geometry.outputs}) {
      for (const PortPlace& port : *side) geometry.numbers.insert(port.name, number++);
    }
  }
  const QPointF oldCentre(upright.width() / 2, upright.height() / 2);
  const QPointF newCentre(geometry.size.width() / 2, geometry.size.height() / 2);
  for (auto* side : {&geometry.inputs, &geometry.outputs}) {
    for (PortPlace& port : *side) {
      QPointF offset = port.position - oldCentre;
      if (form.flipped) {
        offset.setX(-offset.x());
        port.outward.setX(-port.outward.x());
      }
      port.position = newCentre + rotated(offset, form.rotation);
      port.outward = rotated(port.outward, form.rotation);
    }
  }
  return geometry;
}

}  // namespace loopwright
