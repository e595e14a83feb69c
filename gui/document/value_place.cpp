#include "gui/document/value_place.h"

#include <QCoreApplication>
#include <algorithm>

#include "engine/blocks/block_registry.h"
#include "engine/document/document.h"
#include "engine/edits/edit_helpers.h"
#include "engine/expression/formula.h"
#include "gui/document/diagram_document.h"
#include "gui/document/setting_text.h"

namespace loopwright {

namespace {

using Kind = ValuePlace::Kind;

// Whose texts these are, for translators.
class ParameterNameTexts {
  Q_DECLARE_TR_FUNCTIONS(ParameterName)
};

// The place within a document; what its kind does not have is null.
struct Found {
  const Block* block = nullptr;
  const BlockDescriptor* type = nullptr;
  const ParameterDescriptor* parameter = nullptr;
  const std::vector<DiagramParameter>* parameters = nullptr;
  std::size_t index = 0;  // in `parameters`
  const SimulationKey* key = nullptr;

  explicit operator bool() const { return parameter || parameters || key; }
};

// Looks the place up. Nothing in the answer points to a copy: it holds as long as the document
// stays as it is.
Found findPlace(const Document& document, const BlockRegistry& registry, const ValuePlace& place) {
  Found found;
  if (place.kind == Kind::kSimulation) {
    found.key = FindSimulationKey(place.name);
  } else if (place.kind != Kind::kBlock) {  // value, name or distribution of a diagram's parameter
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

// What a text there may mean: what the block type says, a number for a setting of the simulation,
// anything numeric for a parameter of the diagram.
ParameterKind kindOf(const Found& found) {
  if (found.parameter != nullptr) return found.parameter->kind;
  return found.key != nullptr ? ParameterKind::kNumber : ParameterKind::kMatrix;
}

// The name, the value or the distribution of a parameter, as its field shows it.
ParameterSetting valueOf(const DiagramParameter& parameter, Kind kind) {
  if (kind == Kind::kDiagramName) return parameter.name;
  if (kind == Kind::kDiagram) return parameter.value;
  return parameter.random ? randomText(*parameter.random).toStdString() : std::string();
}

// Why the parameter cannot be called `name`; "" where it can.
QString problemOfName(const std::vector<DiagramParameter>& parameters, std::size_t index,
                      const std::string& name) {
  if (const auto problem = CheckParameterName(name)) return QString::fromStdString(*problem);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (i == index || parameters[i].name != name) continue;
    return ParameterNameTexts::tr("there is a parameter '%1' already")
        .arg(QString::fromStdString(name));
  }
  return {};
}

// Judges a text for one of the three fields of a diagram's parameter: a name by the rules of names,
// a distribution by whether it can be read, a value by evaluating it at its level.
ValuePreview previewOfParameter(const Document& document, const Found& found,
                                const ValuePlace& place, const QString& text) {
  ValuePreview preview;
  if (place.kind == Kind::kDiagramName) {
    preview.problem = problemOfName(*found.parameters, found.index, text.trimmed().toStdString());
  } else if (place.kind == Kind::kDiagramRandom) {
    if (!text.trimmed().isEmpty()) randomFromText(text, &preview.problem);
  } else {
    const LevelScope scope(document, place.owner);
    preview = previewNumeric(
        settingFromText(text, ParameterKind::kMatrix).value_or(ParameterSetting()), scope.names());
  }
  return preview;
}

// Gives the parameter the value of that kind; a text that previewValue() finds wrong changes
// nothing.
void setValueOf(DiagramParameter* parameter, Kind kind,
                const std::optional<ParameterSetting>& value) {
  if (kind == Kind::kDiagram) {
    parameter->value = value.value_or(ParameterSetting());
  } else if (!value || !value->is_text() || value->text().empty()) {
    parameter->random.reset();
  } else {
    QString problem;
    auto random = randomFromText(QString::fromStdString(value->text()), &problem);
    if (random) parameter->random = std::move(random);
  }
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
  if (found.parameters != nullptr) return valueOf((*found.parameters)[found.index], place.kind);
  if (found.parameter == nullptr) return {};
  const BlockParameter* given = found.block->FindParameter(place.name);
  return given != nullptr ? given->value : found.parameter->default_value;
}

std::optional<ParameterSetting> readValue(const Document& document, const BlockRegistry& registry,
                                          const ValuePlace& place, const QString& text) {
  if (place.kind == Kind::kDiagramName || place.kind == Kind::kDiagramRandom) {
    return ParameterSetting(text.trimmed().toStdString());
  }
  return settingFromText(text, kindOf(findPlace(document, registry, place)));
}

// An empty text stands for the default, which is judged in its place.
ValuePreview previewValue(const Document& document, const BlockRegistry& registry,
                          const ValuePlace& place, const QString& text) {
  const Found found = findPlace(document, registry, place);
  if (found.parameters != nullptr) return previewOfParameter(document, found, place, text);
  const std::optional<ParameterSetting> typed = settingFromText(text, kindOf(found));
  if (found.key != nullptr) {
    const ParameterSetting setting = typed.value_or(found.key->default_value);
    return setting.is_null() ? ValuePreview() : previewSimulation(document, place.name, setting);
  }
  if (found.parameter == nullptr) return {};
  return previewParameter(document, SplitPath(place.owner).first, *found.block, *found.type,
                          *found.parameter, typed.value_or(found.parameter->default_value));
}

// Each kind of place has its own edit. A new name is a renaming, which changes the formulas that
// use the parameter as well.
void applyValue(Transaction* transaction, const BlockRegistry& registry, const ValuePlace& place,
                const std::optional<ParameterSetting>& value) {
  const Found found = findPlace(transaction->document(), registry, place);
  if (found.key != nullptr) {
    SimulationSettings settings = transaction->document().simulation;
    settings.Set(place.name, value);
    transaction->Apply(SimulationEdit{settings});
  } else if (place.kind == Kind::kDiagramName && value && value->is_text()) {
    RenameParameter(transaction, place.owner, place.name, value->text(), registry);
  } else if (found.parameters != nullptr) {
    DiagramParameter changed = (*found.parameters)[found.index];
    setValueOf(&changed, place.kind, value);
    transaction->Apply(
        ParameterEdit{place.owner, found.index, ListAction::kReplace, std::move(changed)});
  } else if (found.parameter != nullptr) {
    const auto [level, block] = SplitPath(place.owner);
    SetBlockParameter(transaction, level, block, place.name, value);
  }
}

QString setValue(DiagramDocument* document, const ValuePlace& place, const QString& stepName,
                 const std::optional<ParameterSetting>& value, const QString& mergeKey) {
  return document->edit(
      stepName,
      [&](Transaction* transaction) {
        applyValue(transaction, document->registry(), place, value);
      },
      mergeKey);
}

// A subsystem has parameters of its diagram, every other block those of its type.
ValuePlace parameterPlace(const Document& document, const std::string& path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string::npos) return {Kind::kDiagram, "", path};
  const std::string owner = path.substr(0, dot);
  const Block* const block = document.FindBlock(owner);
  const bool isSubsystem = block != nullptr && block->is_subsystem();
  return {isSubsystem ? Kind::kDiagram : Kind::kBlock, owner, path.substr(dot + 1)};
}

std::string constraintOf(const Document& document, const BlockRegistry& registry,
                         const ValuePlace& place) {
  const Found found = findPlace(document, registry, place);
  return found.parameter != nullptr ? found.parameter->constraint : std::string();
}

}  // namespace loopwright
