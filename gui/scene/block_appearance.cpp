#include "gui/scene/block_appearance.h"

#include <algorithm>
#include <cmath>

#include "engine/blocks/block_registry.h"
#include "engine/check/ports.h"
#include "engine/document/document.h"
#include "gui/document/setting_text.h"
#include "gui/language/library_text.h"

namespace loopwright {

namespace {

QStringList toQt(const std::vector<std::string>& names) {
  QStringList list;
  for (const std::string& name : names) list += QString::fromStdString(name);
  return list;
}

/// How wide a subsystem is so that the names of its ports have room beside its picture. Counted in
/// letters: the size of a block does not depend on fonts.
double subsystemWidth(const BlockForm& form) {
  constexpr double kLetter = 6;
  constexpr double kPicture = 54;  // with what is left free at its sides
  const auto longest = [](const QStringList& names) {
    qsizetype length = 0;
    for (const QString& name : names) length = std::max(length, name.size());
    return static_cast<double>(length);
  };
  const double names = kLetter * (longest(form.inputs) + longest(form.outputs));
  return std::ceil((names + kPicture) / 10) * 10;
}

}  // namespace

BlockFace makeDefaultFace(const BlockDescriptor& descriptor) {
  BlockFace face;
  face.type = QString::fromStdString(descriptor.type);
  face.title = libraryText(descriptor.title);
  for (const ParameterDescriptor& parameter : descriptor.parameters) {
    face.parameters.insert(QString::fromStdString(parameter.name),
                           settingText(parameter.default_value));
  }
  return face;
}

BlockAppearance makeAppearance(const Document& document, const QString& level, const Block& block,
                               const BlockRegistry& registry) {
  BlockAppearance appearance;
  appearance.name = QString::fromStdString(block.name);
  appearance.isEnabled = block.is_enabled();
  appearance.namesPorts = block.is_subsystem();
  if (block.color) appearance.tint = QColor(QString::fromStdString(*block.color));
  const BlockDescriptor* descriptor = registry.Find(block.type);
  appearance.isKnown = descriptor != nullptr;
  if (descriptor != nullptr) {
    appearance.face = makeDefaultFace(*descriptor);
  } else {
    appearance.face.type = QString::fromStdString(block.type);
    appearance.face.title = appearance.face.type;
  }
  for (const BlockParameter& parameter : block.parameters) {
    appearance.face.parameters.insert(QString::fromStdString(parameter.name),
                                      settingText(parameter.value));
  }
  const PortNames ports = FindPorts(document, level.toStdString(), block, registry);
  BlockForm& form = appearance.form;
  form.outline = blockOutline(appearance.face.type);
  form.naturalSize = blockNaturalSize(appearance.face);
  form.inputs = toQt(ports.inputs);
  form.outputs = toQt(ports.outputs);
  if (appearance.namesPorts) {
    form.naturalSize.setWidth(std::max(form.naturalSize.width(), subsystemWidth(form)));
  }
  if (block.layout) {
    appearance.position = QPointF(block.layout->x, block.layout->y);
    form.width = block.layout->width;
    form.height = block.layout->height;
    form.rotation = block.layout->rotation.value_or(0);
    form.flipped = block.layout->flipped.value_or(false);
  }
  return appearance;
}

}  // namespace loopwright
