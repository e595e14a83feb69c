#include "engine/analysis/equilibrium_start.h"

#include <cmath>

#include "engine/build/overrides.h"
#include "engine/diagram/diagram.h"
#include "engine/text/number_format.h"
#include "engine/traits/step_history.h"

namespace loopwright {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

// A number, or [1, 2] of several.
std::string TextOf(const std::vector<double>& values) {
  if (values.size() == 1) return FormatNumber(values[0]);
  std::string text = "[";
  for (const double value : values) text += (text.size() == 1 ? "" : ", ") + FormatNumber(value);
  return text + "]";
}

std::vector<double> Elements(const OperatingPoint& point, const Quantity& quantity) {
  std::vector<double> values;
  for (int k = 0; k < quantity.size; ++k) {
    values.push_back(point.built->index().Read(*point.context, quantity, k));
  }
  return values;
}

Settings FreeSettings(const OperatingPoint& point, const std::vector<NamedValue>& inputs) {
  Settings settings;
  for (const auto& [name, value] : inputs) {
    const Quantity* quantity = point.built->index().Find(name).quantity;
    if (quantity != nullptr && quantity->kind == QuantityKind::kInport) {
      settings.emplace_back(name.substr(0, name.rfind('.')) + ".default",
                            TextOf(Elements(point, *quantity)));
    } else {
      settings.emplace_back(name, FormatNumber(value));
    }
  }
  return settings;
}

/// The state of one block, or what a dead time puts out: what it has to begin with.
struct BlockState {
  std::string path;
  std::vector<const Quantity*> quantities;
};

std::vector<BlockState> StatesOf(const DiagramIndex<double>& index) {
  std::vector<BlockState> states;
  for (const int leaf : index.plan().leaves) {
    BlockState state{index.plan().PathOf(leaf), {}};
    const auto* delay = dynamic_cast<const StepHistory<double>*>(index.plan().systems[leaf]);
    if (delay != nullptr) {
      const size_t number = delay->initial_value_parameter();
      state.quantities.push_back(&index.quantities(QuantityKind::kParameter, leaf)[number]);
    } else {
      for (const auto kind : {QuantityKind::kContinuousState, QuantityKind::kDiscreteState}) {
        for (const Quantity& one : index.quantities(kind, leaf)) state.quantities.push_back(&one);
      }
    }
    if (!state.quantities.empty()) states.push_back(std::move(state));
  }
  return states;
}

bool IsSame(double a, double b) { return std::abs(a - b) <= 1e-12 * std::max(1.0, std::abs(b)); }

// Whether a diagram with the same blocks begins with the state of the point.
bool BeginsThere(const Context<double>& initial, const OperatingPoint& point,
                 const BlockState& state) {
  for (const Quantity* quantity : state.quantities) {
    for (int k = 0; k < quantity->size; ++k) {
      const double wanted = point.context->data().arena[quantity->place + k];
      if (!IsSame(initial.data().arena[quantity->place + k], wanted)) return false;
    }
  }
  return true;
}

// What may set the state: one parameter `initial_…` for all of it, or one for each quantity, or one
// for each element.
std::vector<Settings> Trials(const OperatingPoint& point, const BlockState& state,
                             const std::vector<std::string>& names) {
  std::vector<Settings> trials;
  std::vector<std::string> initial;
  for (const std::string& name : names) {
    if (name.starts_with("initial_")) initial.push_back(state.path + "." + name);
  }
  std::vector<std::vector<double>> values;
  std::vector<double> all;
  for (const Quantity* quantity : state.quantities) {
    values.push_back(Elements(point, *quantity));
    all.insert(all.end(), values.back().begin(), values.back().end());
  }
  for (const std::string& name : initial) {
    trials.push_back({{name, TextOf(all)}});
    trials.push_back({{name, TextOf(values.front())}});
  }
  if (initial.size() == all.size()) {
    Settings each;
    for (size_t i = 0; i < all.size(); ++i) each.emplace_back(initial[i], TextOf({all[i]}));
    trials.push_back(each);
  }
  return trials;
}

}  // namespace

// A document holds parameters and no state, so each block's state has to be reached through its
// `initial_…` parameters, and how these make the state is the block's own affair (an initial value
// may be in other units, or for a canonical form). So trials are built, one after another, and the
// first that begins there is kept.
EquilibriumStart StartAt(const OperatingPoint& point, const Equilibrium& equilibrium,
                         const Document& document, const BlockRegistry& registry,
                         bool allow_paths) {
  EquilibriumStart start{document, {}};
  ApplyOverrides(FreeSettings(point, equilibrium.inputs), registry, &start.document);
  const DiagramIndex<double>& index = point.built->index();
  for (const BlockState& state : StatesOf(index)) {
    if (BeginsThere(index.initial(), point, state)) continue;
    const Block* block = document.FindBlock(state.path);
    const auto* names = block == nullptr ? nullptr : registry.ParameterNames(block->type);
    bool is_written = false;
    for (const Settings& settings :
         names == nullptr ? std::vector<Settings>() : Trials(point, state, *names)) {
      Document trial = start.document;
      ApplyOverrides(settings, registry, &trial);
      const BuiltDocument built(trial, registry, allow_paths);
      is_written = built.ok() && BeginsThere(built.index().initial(), point, state);
      if (!is_written) continue;
      start.document = std::move(trial);
      break;
    }
    if (!is_written) start.not_written.push_back(state.path);
  }
  return start;
}

}  // namespace loopwright
