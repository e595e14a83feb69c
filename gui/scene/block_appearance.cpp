#include "gui/scene/block_appearance.h"

#include "engine/blocks/block_registry.h"
#include "engine/document/document.h"
#include "gui/document/setting_text.h"
#include "gui/language/library_text.h"

namespace loopwright {

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
  appearance.form = FindBlockForm(document, level.toStdString(), block, registry);
  if (block.layout) appearance.position = QPointF(block.layout->x, block.layout->y);
  return appearance;
}

}  // namespace loopwright
