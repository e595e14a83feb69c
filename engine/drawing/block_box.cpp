#include "engine/drawing/block_box.h"

#include <algorithm>
#include <cstddef>

namespace loopwright {
namespace {

constexpr double kPortPitch = 20;
constexpr double kCircleInset = 3;  // The circle of a sum is 34 px in its box of 40.
constexpr std::size_t kMostCircleInputs = 3;

// Places in a box of `size` that is not rotated or flipped yet.
void PlaceOnSide(const std::vector<std::string>& names, bool input, const Size& size,
                 std::vector<BoxPort>* ports) {
  const auto count = static_cast<double>(names.size());
  const double step = std::min(kPortPitch, size.height / (count + 1));
  const double first = (size.height - step * (count - 1)) / 2;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double height = first + step * static_cast<double>(i);
    ports->push_back({names[i],
                      input,
                      {input ? 0 : size.width, height},
                      {static_cast<double>(input ? -1 : 1), 0}});
  }
}

void PlaceOnCircle(const BlockForm& form, const Size& size, BlockBox* box) {
  const double radius = std::min(size.width, size.height) / 2 - kCircleInset;
  const auto add = [&](const std::string& name, bool input, Point outward) {
    (input ? box->inputs : box->outputs)
        .push_back({name, input, size.middle() + outward * radius, outward});
  };
  const Point left{-1, 0}, below{0, 1}, above{0, -1};
  const std::size_t count = form.inputs.size();
  const std::vector<Point> sides = count == 3   ? std::vector<Point>{above, left, below}
                                   : count == 2 ? std::vector<Point>{left, below}
                                                : std::vector<Point>{left};
  for (std::size_t i = 0; i < count; ++i) add(form.inputs[i], true, sides[i]);
  for (const std::string& name : form.outputs) add(name, false, {1, 0});
}

Point Rotated(Point vector, int rotation) {
  switch (rotation) {
    case 90:
      return {-vector.y, vector.x};
    case 180:
      return {-vector.x, -vector.y};
    case 270:
      return {vector.y, -vector.x};
    default:
      return vector;
  }
}

// Brings the ports of a box that stood upright to where its form turns them.
void Turn(const BlockForm& form, const Size& upright, const Size& turned,
          std::vector<BoxPort>* ports) {
  for (BoxPort& port : *ports) {
    Point offset = port.position - upright.middle();
    if (form.flipped) {
      offset.x = -offset.x;
      port.outward.x = -port.outward.x;
    }
    port.position = turned.middle() + Rotated(offset, form.rotation);
    port.outward = Rotated(port.outward, form.rotation);
  }
}

}  // namespace

BlockBox MakeBlockBox(const BlockForm& form) {
  BlockBox box;
  box.outline = form.outline;
  if (form.outline == BlockOutline::kCircle && form.inputs.size() > kMostCircleInputs) {
    box.outline = BlockOutline::kRectangle;
  }
  const auto most = static_cast<double>(std::max(form.inputs.size(), form.outputs.size()));
  const bool on_side = form.rotation == 90 || form.rotation == 270;
  Size size{40, 40};
  if (box.outline != BlockOutline::kCircle) {
    size = form.natural_size;
    size.height = std::max(size.height, kPortPitch * (most + 1));
  }
  if (on_side) size = size.transposed();
  box.size = {form.width.value_or(size.width), form.height.value_or(size.height)};

  const Size upright = on_side ? box.size.transposed() : box.size;
  if (box.outline == BlockOutline::kCircle) {
    PlaceOnCircle(form, upright, &box);
  } else {
    PlaceOnSide(form.inputs, true, upright, &box.inputs);
    PlaceOnSide(form.outputs, false, upright, &box.outputs);
  }
  Turn(form, upright, box.size, &box.inputs);
  Turn(form, upright, box.size, &box.outputs);
  return box;
}

}  // namespace loopwright
