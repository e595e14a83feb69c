#include "engine/model/overrides.h"

#include <algorithm>

#include "engine/common/suggest_name.h"
#include "engine/expression/formula.h"
#include "engine/model/argument_evaluation.h"

namespace loopwright {
namespace {

[[noreturn]] void FailUnknown(const std::string& name, const std::string& what,
                              const std::vector<std::string>& there, const std::string& owner) {
  std::string text = what;
  if (const auto suggestion = SuggestName(name, there)) {
    text += ", did you mean '" + *suggestion + "'?";
  } else if (there.empty()) {
    text += "; " + owner + " has none";
  } else {
    text += "; " + owner + " has ";
    for (std::size_t i = 0; i < there.size() && i < 10; ++i) text += (i > 0 ? ", " : "") + there[i];
    if (there.size() > 10) text += ", ...";
  }
  throw OverrideError(text);
}

void RequireExpression(const std::string& name, const std::string& text) {
  try {
    Formula::Parse(text);
  } catch (const FormulaError& error) {
    throw OverrideError("the value of '" + name + "' is no expression: " + error.what() +
                        " (at character " + std::to_string(error.begin() + 1) + " of \"" + text +
                        "\")");
  }
}

ParameterSetting::List SplitFormulas(const std::string& text) {
  ParameterSetting::List list;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = std::min(text.find(';', begin), text.size());
    list.emplace_back(text.substr(begin, end - begin));
    if (end == text.size()) return list;
    begin = end + 1;
  }
}

ParameterSetting SettingOf(const std::string& name, const ParameterDescriptor& parameter,
                           const std::string& text) {
  switch (parameter.kind) {
    case ParameterKind::kText:
      return text;
    case ParameterKind::kChoice:
      if (std::find(parameter.choices.begin(), parameter.choices.end(), text) ==
          parameter.choices.end()) {
        throw OverrideError("'" + name + "' cannot be \"" + text + "\"; it must be " +
                            ListChoices(parameter.choices));
      }
      return text;
    case ParameterKind::kTextList:
      return SplitFormulas(text);
    case ParameterKind::kTextMatrix: {
      ParameterSetting::List rows;
      for (const ParameterSetting& row : SplitFormulas(text)) {
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
  FailUnknown(parameter, "there is no parameter '" + name + "'", names, owner);
}

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
    FailUnknown(block_name, "there is no block '" + path + "' to set '" + name + "' of", names,
                level.empty() ? "the diagram" : "'" + level + "'");
  }
  Block block = diagram->blocks[index];
  if (block.is_subsystem()) {
    SetDiagramParameter(name, parameter, text, "the subsystem", &block.diagram_parameters);
  } else if (const BlockDescriptor* type = registry.Find(block.type)) {
    const ParameterDescriptor* described = type->FindParameter(parameter);
    if (described == nullptr) {
      FailUnknown(parameter, "there is no parameter '" + name + "'",
                  *registry.ParameterNames(block.type), block.type);
    }
    block.SetParameter(parameter, SettingOf(name, *described, text));
  }
  diagram->blocks.Replace(index, std::move(block));
}

}  // namespace

void ApplyOverrides(const std::vector<std::pair<std::string, std::string>>& overrides,
                    const BlockRegistry& registry, Document* document) {
  for (const auto& [name, text] : overrides) {
    if (name.find('.') == std::string::npos) {
      SetDiagramParameter(name, name, text, "the diagram", &document->parameters);
    } else {
      SetBlockParameter(name, text, registry, document);
    }
  }
}

}  // namespace loopwright
