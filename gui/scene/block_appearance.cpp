#include "gui/scene/block_appearance.h"

#include "engine/blocks/block_registry.h"
#include "engine/document/document.h"
#include "gui/document/qt_text.h"
#include "gui/document/setting_text.h"

namespace loopwright {

// Parameters that the document does not set have the defaults of the type. Of an unknown type only
// those of the document are known.
BlockAppearance makeAppearance(const Document& document, const QString& level, const Block& block,
                               const BlockRegistry& registry) {
  BlockAppearance appearance;
  appearance.name = QString::fromStdString(block.name);
  appearance.isEnabled = block.is_enabled();
  appearance.namesPorts = block.is_subsystem();
  if (block.color) appearance.tint = QColor(QString::fromStdString(*block.color));
  const BlockDescriptor* descriptor = registry.Find(block.type);
  appearance.isKnown = descriptor != nullptr;
  QHash<QString, QString> parameters;
  for (const BlockParameter& parameter : block.parameters) {
    parameters.insert(toQt(parameter.name), settingText(parameter.value));
  }
  if (descriptor != nullptr) {
    appearance.face = makeFace(*descriptor, parameters);
  } else {
    appearance.face.type = toQt(block.type);
    appearance.face.title = appearance.face.type;
    appearance.face.parameters = parameters;
  }
  appearance.form = FindBlockForm(document, level.toStdString(), block, registry);
  if (block.layout) appearance.position = QPointF(block.layout->x, block.layout->y);
  return appearance;
}

QString signOf(const BlockFace& face, const PortPlace& port, size_t number) {
  const int index = static_cast<int>(number);
  return port.isInput ? portSign(face, index) : outputSign(face, index);
}

bool hasSigns(const BlockAppearance& appearance, const BlockGeometry& geometry, double direction) {
  if (geometry.outline == BlockOutline::kCircle) return false;
  for (const auto* side : {&geometry.inputs, &geometry.outputs}) {
    for (size_t i = 0; i < side->size(); ++i) {
      const PortPlace& port = (*side)[i];
      if (port.outward.x() * direction <= 0) continue;
      if (!signOf(appearance.face, port, i).isEmpty()) return true;
    }
  }
  return false;
}

}  // namespace loopwright
