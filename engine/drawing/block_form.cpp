#include "engine/drawing/block_form.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/blocks/block_registry.h"
#include "engine/check/ports.h"
#include "engine/text/utf8.h"

namespace loopwright {
namespace {

// How wide a subsystem is so that the names of its ports have room beside its picture. Counted in
// letters: the size of a block does not depend on fonts.
double SubsystemWidth(const BlockForm& form) {
  constexpr double kLetter = 6;
  constexpr double kPicture = 54;  // with what is left free at its sides
  const auto longest = [](const std::vector<std::string>& names) {
    std::size_t length = 0;
    for (const std::string& name : names) length = std::max(length, CountCharacters(name));
    return static_cast<double>(length);
  };
  const double names = kLetter * (longest(form.inputs) + longest(form.outputs));
  return std::ceil((names + kPicture) / 10) * 10;
}

}  // namespace

BlockForm FindBlockForm(const Document& document, std::string_view level, const Block& block,
                        const BlockRegistry& registry) {
  BlockForm form;
  const BlockDescriptor* descriptor = registry.Find(block.type);
  const BlockShape shape = descriptor != nullptr ? descriptor->shape : BlockShape();
  form.outline = shape.outline;
  form.natural_size = {shape.width, shape.height};
  PortNames ports = FindPorts(document, level, block, registry);
  form.inputs = std::move(ports.inputs);
  form.outputs = std::move(ports.outputs);
  if (block.is_subsystem()) {
    form.natural_size.width = std::max(form.natural_size.width, SubsystemWidth(form));
  }
  if (block.layout) {
    form.width = block.layout->width;
    form.height = block.layout->height;
    form.rotation = block.layout->rotation.value_or(0);
    form.flipped = block.layout->flipped.value_or(false);
  }
  return form;
}

}  // namespace loopwright
