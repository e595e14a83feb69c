#include "engine/build/overrides.h"

#include <algorithm>
#include <optional>

#include "engine/blocks/argument_evaluation.h"
#include "engine/check/structure.h"
#include "engine/expression/formula.h"
#include "engine/text/suggest_name.h"

namespace loopwright {
namespace {

// Every name that can be set, of the diagram at `level` and below.
void ListSettable(const std::vector<DiagramParameter>& parameters, const DiagramModel& diagram,
                  const std::string& level, const BlockRegistry& registry,
                  std::vector<std::string>* names) {
  for (const DiagramParameter& parameter : parameters) {
    names->push_back(level.empty() ? parameter.name : level + "." + parameter.name);
  }
  for (const Block& block : diagram.blocks) {
    const std::string path = JoinPath(level, block.name);
    if (block.diagram) {
      ListSettable(block.diagram_parameters, *block.diagram, path, registry, names);
    } else if (const auto* parameters_of_block = registry.ParameterNames(block.type)) {
      for (const std::string& name : *parameters_of_block) {
        names->push_back(std::string(path).append(".").append(name));
      }
    }
  }
}

std::string WithSlashes(std::string text) {
  std::replace(text.begin(), text.end(), '.', '/');
  return text;
}

// The one of `names` that `name` is with '.' and '/' in other places (`drive/motor/J` for
// `drive/motor.J`), or whose end it is so (`motor/J`), if there is one.
std::optional<std::string> FindByPath(const std::string& name,
                                      const std::vector<std::string>& names) {
  const std::string wanted = WithSlashes(name);
  std::vector<std::string> ending;
  for (const std::string& candidate : names) {
    const std::string path = WithSlashes(candidate);
    if (path == wanted) return candidate;
    if (path.ends_with("/" + wanted)) ending.push_back(candidate);
  }
  if (ending.size() == 1 && wanted.find('/') != std::string::npos) return ending.front();
  return std::nullopt;
}

// A name that is not there; `name` is the part of the whole that is wrong, between `before` and
// `after`, and `there` what `owner` has of such.
struct UnknownName {
  std::string before;
  std::string name;
  std::string after;
  std::string what;
  std::vector<std::string> there;
  std::string owner;
};

// What could have been meant by a name with an unknown part: the whole with the nearest that the
// owner has in its place, as far as that can be set.
std::optional<std::string> RepairPart(const UnknownName& unknown,
                                      const std::vector<std::string>& names) {
  const std::optional<std::string> part = SuggestName(unknown.name, unknown.there);
  if (!part) return std::nullopt;
  const std::string whole = unknown.before + *part + unknown.after;
  if (std::find(names.begin(), names.end(), whole) != names.end()) return whole;
  return unknown.before + *part;
}

// What is wrong, and what was probably meant: a name of the same owner, else one of the whole
// document, else what the owner has.
std::string Explain(const UnknownName& unknown, const std::string& full_name,
                    const Document& document, const BlockRegistry& registry) {
  std::vector<std::string> names;
  ListSettable(document.parameters, document.root, "", registry, &names);
  std::optional<std::string> suggestion = FindByPath(full_name, names);
  if (!suggestion) suggestion = RepairPart(unknown, names);
  if (!suggestion) suggestion = SuggestName(full_name, names);
  if (suggestion) return unknown.what + ", did you mean '" + *suggestion + "'?";
  if (unknown.there.empty()) return unknown.what + "; " + unknown.owner + " has none";
  return unknown.what + "; " + unknown.owner + " has " + ListNames(unknown.there);
}

// Only that it can be read; names are looked up when the document is checked.
void RequireExpression(const std::string& name, const std::string& text) {
  try {
    Formula::Parse(text);
  } catch (const FormulaError& error) {
    throw OverrideError("the value of '" + name + "' is no expression: " + error.what() +
                        " (at character " + std::to_string(error.begin() + 1) + " of \"" + text +
                        "\")");
  }
}

// "x1; x2" as a list of two texts.
ParameterSetting::List ListFormulas(const std::string& text) {
  ParameterSetting::List list;
  for (const std::string_view formula : SplitFormulas(text))
    list.emplace_back(std::string(formula));
  return list;
}

// The text of the command line as the parameter's kind has it in a file. A wrong word or formula is
// an OverrideError.
ParameterSetting SettingOf(const std::string& name, const ParameterDescriptor& parameter,
                           const std::string& text) {
  switch (parameter.kind) {
    case ParameterKind::kText:
      return text;
    case ParameterKind::kChoice:
      if (std::find(parameter.choices.begin(), parameter.choices.end(), text) ==
          parameter.choices.end()) {
        throw OverrideError("'" + name + "' cannot be \"" + text + "\"; it must be " +
                            ListWords(parameter.choices, " or "));
      }
      return text;
    case ParameterKind::kTextList:
      return ListFormulas(text);
    case ParameterKind::kTextMatrix: {
      ParameterSetting::List rows;
      for (const ParameterSetting& row : ListFormulas(text)) {
        rows.emplace_back(ParameterSetting::List{row});
      }
      return rows;
    }
    case ParameterKind::kBoolean:
      if (text == "true" || text == "false") return text == "true";
      break;
    default:
      break;
  }
  if (parameter.kind != ParameterKind::kComplexVector) RequireExpression(name, text);
  return text;
}

// Throws UnknownName where the owner has no such parameter.
void SetDiagramParameter(const std::string& name, const std::string& parameter,
                         const std::string& text, const std::string& owner,
                         std::vector<DiagramParameter>* parameters) {
  std::vector<std::string> names;
  for (DiagramParameter& each : *parameters) {
    names.push_back(each.name);
    if (each.name != parameter) continue;
    RequireExpression(name, text);
    each.value = text;
    return;
  }
  const std::string before = name.substr(0, name.size() - parameter.size());
  throw UnknownName{before, parameter, "", "there is no parameter '" + name + "'", names, owner};
}

// BLOCK.NAME, at any depth. Of a subsystem it is a parameter of its diagram.
void SetBlockParameter(const std::string& name, const std::string& text,
                       const BlockRegistry& registry, Document* document) {
  const std::size_t dot = name.find('.');
  const std::string path = name.substr(0, dot);
  const std::string parameter = name.substr(dot + 1);
  const auto [level, block_name] = SplitPath(path);
  DiagramModel* diagram = document->FindMutableDiagram(level);
  const std::size_t index = diagram ? diagram->blocks.IndexOf(block_name) : 0;
  if (diagram == nullptr || index == diagram->blocks.size()) {
    std::vector<std::string> names;
    if (diagram != nullptr) {
      for (const Block& block : diagram->blocks) names.push_back(block.name);
    }
    throw UnknownName{JoinPath(level, ""),
                      block_name,
                      "." + parameter,
                      "there is no block '" + path + "' to set '" + name + "' of",
                      names,
                      level.empty() ? "the diagram" : "'" + level + "'"};
  }
  Block block = diagram->blocks[index];
  if (block.is_subsystem()) {
    SetDiagramParameter(name, parameter, text, "the subsystem", &block.diagram_parameters);
  } else if (const BlockDescriptor* type = registry.Find(block.type)) {
    const ParameterDescriptor* described = type->FindParameter(parameter);
    if (described == nullptr) {
      throw UnknownName{path + ".",
                        parameter,
                        "",
                        "there is no parameter '" + name + "'",
                        *registry.ParameterNames(block.type),
                        block.type};
    }
    block.SetParameter(parameter, SettingOf(name, *described, text));
  }
  diagram->blocks.Replace(index, std::move(block));
}

}  // namespace

// One after the other; the last of one name counts. An unknown name is explained with the nearest
// that exists.
void ApplyOverrides(const std::vector<std::pair<std::string, std::string>>& overrides,
                    const BlockRegistry& registry, Document* document) {
  for (const auto& [name, text] : overrides) {
    try {
      if (name.find('.') == std::string::npos) {
        SetDiagramParameter(name, name, text, "the diagram", &document->parameters);
      } else {
        SetBlockParameter(name, text, registry, document);
      }
    } catch (const UnknownName& unknown) {
      throw OverrideError(Explain(unknown, name, *document, registry));
    }
  }
}

}  // namespace loopwright
