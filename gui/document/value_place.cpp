#include "gui/document/value_place.h"

#include <algorithm>

#include "engine/model/block_registry.h"
#include "engine/model/document.h"
#include "engine/model/edit_helpers.h"
#include "gui/document/diagram_document.h"
#include "gui/document/setting_text.h"

namespace loopwright {

namespace {

using Kind = ValuePlace::Kind;

/// The place within a document; what its kind does not have is null.
struct Found {
  const Block* block = nullptr;
  const BlockDescriptor* type = nullptr;
  const ParameterDescriptor* parameter = nullptr;
  const std::vector<DiagramParameter>* parameters = nullptr;
  std::size_t index = 0;  // in `parameters`
  const SimulationKey* key = nullptr;

  explicit operator bool() const { return parameter || parameters || key; }
};

Found findPlace(const Document& document, const BlockRegistry& registry, const ValuePlace& place) {
  Found found;
  if (place.kind == Kind::kSimulation) {
    found.key = FindSimulationKey(place.name);
  } else if (place.kind == Kind::kDiagram) {
    const auto* parameters = document.FindParameters(place.owner);
    if (parameters == nullptr) return found;
    const auto at = std::find_if(parameters->begin(), parameters->end(),
                                 [&](const auto& one) { return one.name == place.name; });
    if (at == parameters->end()) return found;
    found.parameters = parameters;
    found.index = static_cast<std::size_t>(at - parameters->begin());
  } else if ((found.block = document.FindBlock(place.owner)) != nullptr) {
    found.type = registry.Find(found.block->type);
    if (found.type != nullptr) found.parameter = found.type->FindParameter(place.name);
  }
  return found;
}

ParameterKind kindOf(const Found& found) {
  if (found.parameter != nullptr) return found.parameter->kind;
  return found.key != nullptr ? ParameterKind::kNumber : ParameterKind::kMatrix;
}

}  // namespace

std::string ValuePlace::path() const {
  if (kind == Kind::kSimulation) return "simulation." + name;
  return owner.empty() ? name : owner + "." + name;
}

std::optional<ParameterSetting> valueAt(const Document& document, const BlockRegistry& registry,
                                        const ValuePlace& place) {
  const Found found = findPlace(document, registry, place);
  if (found.key != nullptr) return document.simulation.Get(place.name);
  if (found.parameters != nullptr) return (*found.parameters)[found.index].value;
  if (found.parameter == nullptr) return {};
  const BlockParameter* given = found.block->FindParameter(place.name);
  return given != nullptr ? given->value : found.parameter->default_value;
}

std::optional<ParameterSetting> readValue(const Document& document, const BlockRegistry& registry,
                                          const ValuePlace& place, const QString& text) {
  return settingFromText(text, kindOf(findPlace(document, registry, place)));
}

ValuePreview previewValue(const Document& document, const BlockRegistry& registry,
                          const ValuePlace& place, const QString& text) {
  const Found found = findPlace(document, registry, place);
  const std::optional<ParameterSetting> typed = settingFromText(text, kindOf(found));
  if (found.key != nullptr) {
    const ParameterSetting setting = typed.value_or(found.key->default_value);
    return setting.is_null() ? ValuePreview() : previewSimulation(document, place.name, setting);
  }
  if (found.parameters != nullptr) {
    const LevelScope scope(document, place.owner);
    return previewNumeric(typed.value_or(ParameterSetting()), scope.names());
  }
  if (found.parameter == nullptr) return {};
  return previewParameter(document, SplitPath(place.owner).first, *found.block, *found.type,
                          *found.parameter, typed.value_or(found.parameter->default_value));
}

QString setValue(DiagramDocument* document, const ValuePlace& place, const QString& stepName,
                 const std::optional<ParameterSetting>& value) {
  return document->edit(stepName, [&](Transaction* transaction) {
    const Found found = findPlace(document->document(), document->registry(), place);
    if (found.key != nullptr) {
      SimulationSettings settings = document->document().simulation;
      settings.Set(place.name, value);
      transaction->Apply(SimulationEdit{settings});
    } else if (found.parameters != nullptr) {
      DiagramParameter changed = (*found.parameters)[found.index];
      changed.value = value.value_or(ParameterSetting());
      transaction->Apply(
          ParameterEdit{place.owner, found.index, ListAction::kReplace, std::move(changed)});
    } else if (found.parameter != nullptr) {
      const auto [level, block] = SplitPath(place.owner);
      SetBlockParameter(transaction, level, block, place.name, value);
    }
  });
}

}  // namespace loopwright
