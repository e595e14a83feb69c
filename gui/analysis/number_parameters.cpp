#include "gui/analysis/number_parameters.h"

#include <algorithm>
#include <functional>
#include <string>

#include "engine/blocks/block_registry.h"
#include "engine/document/document.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"

namespace loopwright {

namespace {

using BlockVisit = std::function<void(const std::string& path, const Block&)>;

// All blocks that are not commented out, in the order of the file.
void visitBlocks(const DiagramModel& diagram, const std::string& level, const BlockVisit& visit) {
  for (const Block& block : diagram.blocks) {
    if (!block.is_enabled()) continue;
    const std::string path = JoinPath(level, block.name);
    visit(path, block);
    if (block.diagram) visitBlocks(*block.diagram, path, visit);
  }
}

// Parameters of a diagram, whose names stand behind `owner`.
void addNumbers(const std::vector<DiagramParameter>& parameters, const std::string& owner,
                QStringList* names) {
  for (const DiagramParameter& parameter : parameters) {
    if (parameter.value.is_number()) *names += toQt(owner + parameter.name);
  }
}

}  // namespace

// Of the diagram, of subsystems and of blocks, as `--set` names them.
QStringList numberParameters(const DiagramDocument& document) {
  QStringList names;
  addNumbers(document.document().parameters, {}, &names);
  visitBlocks(document.document().root, {}, [&](const std::string& path, const Block& block) {
    addNumbers(block.diagram_parameters, path + '.', &names);
    const BlockDescriptor* const type = document.registry().Find(block.type);
    if (type == nullptr) return;
    for (const ParameterDescriptor& parameter : type->parameters) {
      if (!IsNumeric(parameter.kind)) continue;
      const BlockParameter* const given = block.FindParameter(parameter.name);
      const ParameterSetting& value = given != nullptr ? given->value : parameter.default_value;
      if (value.is_number()) names += toQt(path + '.' + parameter.name);
    }
  });
  return names;
}

// Names of the diagram are those of its top level: below, a subsystem may give them to others.
QString numberParameterOf(const DiagramDocument& document, const QString& block) {
  const Block* const found = document.document().FindBlock(block.toStdString());
  const BlockDescriptor* const type =
      found == nullptr ? nullptr : document.registry().Find(found->type);
  if (type == nullptr) return {};
  const QStringList all = numberParameters(document);
  for (const ParameterDescriptor& parameter : type->parameters) {
    const QString own = block + u'.' + toQt(parameter.name);
    if (all.contains(own)) return own;
    const BlockParameter* const given = found->FindParameter(parameter.name);
    if (given == nullptr || !IsNumeric(parameter.kind) || !given->value.is_text()) continue;
    const QString name = toQt(given->value.text());
    if (!block.contains(u'/') && all.contains(name)) return name;
  }
  return {};
}

// The blocks whose type has all of these parameters.
QStringList blocksWith(const DiagramDocument& document, const QStringList& parameters) {
  QStringList paths;
  visitBlocks(document.document().root, {}, [&](const std::string& path, const Block& block) {
    const BlockDescriptor* const type = document.registry().Find(block.type);
    if (type == nullptr) return;
    const bool hasAll = std::all_of(parameters.begin(), parameters.end(), [&](const QString& one) {
      return type->FindParameter(one.toStdString()) != nullptr;
    });
    if (hasAll) paths += toQt(path);
  });
  return paths;
}

}  // namespace loopwright
