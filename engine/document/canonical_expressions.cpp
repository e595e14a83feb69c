#include "engine/document/canonical_expressions.h"

#include <string>
#include <utility>

#include "engine/expression/formula.h"

namespace loopwright {
namespace {

// Each returns whether it changed something.
bool Canonicalize(ParameterSetting* setting) {
  if (setting->is_text()) {
    std::string text = CanonicalBrackets(setting->text());
    if (text == setting->text()) return false;
    *setting = std::move(text);
    return true;
  }
  if (!setting->is_list()) return false;
  ParameterSetting::List list = setting->list();
  bool changed = false;
  for (ParameterSetting& element : list) changed = Canonicalize(&element) || changed;
  if (changed) *setting = std::move(list);
  return changed;
}

bool Canonicalize(RandomSetting* random) {
  bool changed = false;
  for (auto& [name, argument] : random->arguments) changed = Canonicalize(&argument) || changed;
  return changed;
}

void Canonicalize(std::vector<DiagramParameter>* parameters) {
  for (DiagramParameter& parameter : *parameters) {
    Canonicalize(&parameter.value);
    if (parameter.random) Canonicalize(&*parameter.random);
  }
}

// Choices are words, in which brackets would mean nothing.
void Canonicalize(SimulationSettings* settings) {
  for (const SimulationKey& key : SimulationKeys()) {
    const ParameterSetting* given = settings->Given(key.name);
    if (given == nullptr || key.kind == SimulationKeyKind::kChoice) continue;
    ParameterSetting setting = *given;
    if (Canonicalize(&setting)) settings->Set(key.name, std::move(setting));
  }
}

void Canonicalize(StudySettings* study) {
  const auto each = [](std::optional<ParameterSetting>* setting) {
    if (*setting) Canonicalize(&**setting);
  };
  each(&study->runs);
  each(&study->grid);
  if (study->stop) {
    each(&study->stop->quantile);
    each(&study->stop->half_width);
  }
}

// Blocks are shared with other copies of the document: only one that changes is copied.
void CanonicalizeBlock(std::size_t index, const BlockTypes& types, BlockList* blocks) {
  const Block& given = (*blocks)[index];
  if (given.parameters.empty() && given.random.empty()) return;
  Block block = given;
  bool changed = false;
  for (BlockParameter& parameter : block.parameters) {
    if (!types.HoldsExpressions(block.type, parameter.name)) continue;
    changed = Canonicalize(&parameter.value) || changed;
  }
  for (auto& [name, random] : block.random) changed = Canonicalize(&random) || changed;
  if (changed) blocks->Replace(index, std::move(block));
}

// Recursion goes as deep as subsystems are nested, 64 at most.
void Canonicalize(DiagramModel* diagram, const BlockTypes& types) {
  for (std::size_t i = 0; i < diagram->blocks.size(); ++i) {
    CanonicalizeBlock(i, types, &diagram->blocks);
    if (!diagram->blocks[i].diagram) continue;
    Canonicalize(diagram->blocks.MutableParameters(i));
    Canonicalize(diagram->blocks.MutableDiagram(i), types);
  }
}

}  // namespace

// In parameters, settings of the simulation, numbers of the study, and blocks at all levels.
void CanonicalizeExpressions(Document* document, const BlockTypes& types) {
  Canonicalize(&document->parameters);
  Canonicalize(&document->simulation);
  if (document->study) Canonicalize(&*document->study);
  Canonicalize(&document->root, types);
}

}  // namespace loopwright
