#include "engine/document/canonical_expressions.h"

#include <utility>

#include "engine/expression/formula.h"

namespace loopwright {
namespace {

bool MakeCanonical(std::string* text) {
  std::string canonical = CanonicalBrackets(*text);
  if (canonical == *text) return false;
  *text = std::move(canonical);
  return true;
}

// Blocks are shared with other copies of the document: only one that changes is copied. Recursion
// goes as deep as subsystems are nested, 64 at most.
void Canonicalize(DiagramModel* diagram, const BlockTypes& types) {
  BlockList& blocks = diagram->blocks;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (!blocks[i].parameters.empty() || !blocks[i].random.empty()) {
      Block block = blocks[i];
      if (ChangeExpressions(MakeCanonical, types, &block)) blocks.Replace(i, std::move(block));
    }
    if (!blocks[i].diagram) continue;
    for (DiagramParameter& parameter : *blocks.MutableParameters(i)) {
      ChangeExpressions(MakeCanonical, &parameter);
    }
    Canonicalize(blocks.MutableDiagram(i), types);
  }
}

}  // namespace

bool ChangeExpressions(const ChangeExpression& change, ParameterSetting* setting) {
  if (setting->is_text()) {
    std::string text = setting->text();
    if (!change(&text)) return false;
    *setting = std::move(text);
    return true;
  }
  if (!setting->is_list()) return false;
  ParameterSetting::List list = setting->list();
  bool changed = false;
  for (ParameterSetting& element : list) changed = ChangeExpressions(change, &element) || changed;
  if (changed) *setting = std::move(list);
  return changed;
}

bool ChangeExpressions(const ChangeExpression& change, RandomSetting* random) {
  bool changed = false;
  for (auto& [name, argument] : random->arguments) {
    changed = ChangeExpressions(change, &argument) || changed;
  }
  return changed;
}

bool ChangeExpressions(const ChangeExpression& change, DiagramParameter* parameter) {
  const bool changed = ChangeExpressions(change, &parameter->value);
  return (parameter->random && ChangeExpressions(change, &*parameter->random)) || changed;
}

bool ChangeExpressions(const ChangeExpression& change, SimulationSettings* settings) {
  bool changed = false;
  for (const SimulationKey& key : SimulationKeys()) {
    const ParameterSetting* given = settings->Given(key.name);
    if (given == nullptr || key.kind == SimulationKeyKind::kChoice) continue;
    ParameterSetting setting = *given;
    if (!ChangeExpressions(change, &setting)) continue;
    settings->Set(key.name, std::move(setting));
    changed = true;
  }
  return changed;
}

bool ChangeExpressions(const ChangeExpression& change, StudySettings* study) {
  std::vector<std::optional<ParameterSetting>*> numbers = {&study->runs, &study->grid};
  if (study->stop) {
    numbers.insert(numbers.end(), {&study->stop->quantile, &study->stop->half_width});
  }
  bool changed = false;
  for (std::optional<ParameterSetting>* number : numbers) {
    changed = (*number && ChangeExpressions(change, &**number)) || changed;
  }
  return changed;
}

bool ChangeExpressions(const ChangeExpression& change, const BlockTypes& types, Block* block) {
  bool changed = false;
  for (BlockParameter& parameter : block->parameters) {
    if (!types.HoldsExpressions(block->type, parameter.name)) continue;
    changed = ChangeExpressions(change, &parameter.value) || changed;
  }
  for (auto& [name, random] : block->random) {
    changed = ChangeExpressions(change, &random) || changed;
  }
  return changed;
}

// In parameters, settings of the simulation, numbers of the study, and blocks at all levels.
void CanonicalizeExpressions(Document* document, const BlockTypes& types) {
  for (DiagramParameter& parameter : document->parameters) {
    ChangeExpressions(MakeCanonical, &parameter);
  }
  ChangeExpressions(MakeCanonical, &document->simulation);
  if (document->study) ChangeExpressions(MakeCanonical, &*document->study);
  Canonicalize(&document->root, types);
}

}  // namespace loopwright
