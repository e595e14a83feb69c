#pragma once

// All that a block computes, over any scalar, for tests that compare it between scalars.

#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/blocklib/every_block.h"

// After the header that takes Qt's keyword away.
#include "engine/system/leaf_system.h"

namespace loopwright {

/// More than Variants() show.
inline const std::multimap<std::string, std::string>& MoreVariants() {
  static const std::multimap<std::string, std::string> variants = [] {
    std::multimap<std::string, std::string> all = Variants();
    for (const char* function :
         {"sign", "sqrt", "square", "cube", "log", "log10", "reciprocal", "sin", "cos", "tan",
          "asin", "acos", "atan", "sinh", "cosh", "asinh", "acosh", "atanh"}) {
      all.emplace("MathFunction", "'function': '" + std::string(function) + "'");
    }
    all.emplace("Expression",
                "'expression': 'u1 < u2 and u1 > 0 or not u2 ? mod(u1, 0.3) : floor(3*u2)', "
                "'inputs': 2");
    all.emplace("Expression",
                "'expression': 'abs(u1) + sign(u2); round(u1) - ceil(u2); atan2(u1, u2)', "
                "'inputs': 2");
    all.emplace("DiscreteCounter", "'modulus': 3, 'increment': 0.7");
    all.emplace("DiscretePid", "'ki': 2, 'kd': 0.1, 'lower': -0.1, 'upper': 0.1");
    all.emplace("Integrator", "'upper': 0.3");
    all.emplace("Pulse", "'duty': 1");
    for (const char* outside : {"hold", "repeat", "zero"}) {
      for (const char* interpolation : {"linear", "hold", "cubic"}) {
        all.emplace("SignalTable",
                    "'times': [-0.8, -0.1, 0.3, 0.7], 'values': [[1, 2], [3, 4], [2, 5], [0, 1]], "
                    "'outside': '" +
                        std::string(outside) + "', 'interpolation': '" + interpolation + "'");
      }
    }
    return all;
  }();
  return variants;
}

inline std::vector<Eigen::Index> SizesOf(const Context<double>& context,
                                         const System<double>& block) {
  std::vector<Eigen::Index> sizes;
  for (int i = 0; i < block.num_input_ports(); ++i) {
    sizes.push_back(block.get_input_port(i).size());
  }
  sizes.push_back(context.num_continuous_states());
  for (int g = 0; g < context.num_discrete_state_groups(); ++g) {
    sizes.push_back(context.get_discrete_state(g).size());
  }
  for (int p = 0; p < context.num_numeric_parameter_groups(); ++p) {
    sizes.push_back(context.get_numeric_parameter(p).size());
  }
  return sizes;
}

/// Sets time, inputs, state and, unless they are to stay, parameters of `context` to `values`, in
/// the order of SizesOf().
template <typename T>
void SetValues(const System<T>& block, const std::vector<Eigen::Index>& sizes,
               const std::vector<T>& values, Context<T>* context, bool keeps_parameters = false) {
  size_t next = 0, group = 0;
  context->SetTime(values[next++]);
  const auto take = [&] {
    VectorX<T> part(sizes[group++]);
    for (T& element : part) element = values[next++];
    return part;
  };
  for (int i = 0; i < block.num_input_ports(); ++i) {
    block.get_input_port(i).FixValue(context, take());
  }
  context->SetContinuousState(take());
  for (int g = 0; g < context->num_discrete_state_groups(); ++g) {
    context->SetDiscreteState(g, take());
  }
  for (int p = 0; !keeps_parameters && p < context->num_numeric_parameter_groups(); ++p) {
    context->get_mutable_numeric_parameter(p).SetFromVector(take());
  }
}

inline bool AllFinite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}
inline bool AllFinite(const std::vector<AutoDiff>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](const AutoDiff& x) { return std::isfinite(x.value()); });
}
inline bool AllFinite(const std::vector<Expression>&) { return true; }

/// The state after `event`.
template <typename T>
void AppendUpdate(const LeafSystem<T>& leaf, const Context<T>& context, const Event<T>& event,
                  std::vector<T>* results) {
  if (event.is_publish() || event.trigger() == TriggerType::kInitialization) return;
  std::vector<T> elements;
  std::vector<Slot> places;
  for (int g = 0; g < context.num_discrete_state_groups(); ++g) {
    const auto& group = context.get_discrete_state(g);
    places.push_back({static_cast<int>(elements.size()), group.size()});
    for (int i = 0; i < group.size(); ++i) elements.push_back(group[i]);
  }
  DiscreteValues<T> discrete(elements.data(), places.data(), static_cast<int>(places.size()));
  ContinuousState<T> continuous(leaf.num_q(), leaf.num_v(), leaf.num_z());
  continuous.SetFrom(context.get_continuous_state());
  State<T> state(&continuous, &discrete, {});
  EventTarget<T> target{&discrete, &continuous, &state, elements.data()};
  // An update may fail where its formula gives no number, which a formula cannot say.
  if (event.Handle(leaf, context, target).failed() && AllFinite(elements)) {
    throw std::runtime_error("an update failed");
  }
  for (int i = 0; i < continuous.size(); ++i) results->push_back(continuous[i]);
  results->insert(results->end(), elements.begin(), elements.end());
}

/// All that a block computes: outputs, derivatives, energies, updates and witness functions.
template <typename T>
std::vector<T> EvaluateAll(const System<T>& block, const Context<T>& context) {
  const auto& leaf = dynamic_cast<const LeafSystem<T>&>(block);
  std::vector<T> results;
  for (int i = 0; i < block.num_output_ports(); ++i) {
    for (const T& element : block.get_output_port(i).Eval(context)) results.push_back(element);
  }
  if (block.num_continuous_states() > 0) {
    for (const T& element : block.EvalTimeDerivatives(context).CopyToVector()) {
      results.push_back(element);
    }
  }
  results.push_back(block.CalcPotentialEnergy(context));
  results.push_back(block.CalcKineticEnergy(context));
  results.push_back(block.CalcConservativePower(context));
  results.push_back(block.CalcNonConservativePower(context));
  for (const Event<T>* event : leaf.events()) AppendUpdate(leaf, context, *event, &results);
  std::vector<const WitnessFunction<T>*> witnesses;
  leaf.GetWitnessFunctions(context, &witnesses);
  for (const WitnessFunction<T>* witness : witnesses) {
    if (witness == nullptr) continue;
    results.push_back(witness->CalcWitnessValue(context));
    if (witness->get_event()) AppendUpdate(leaf, context, *witness->get_event(), &results);
  }
  return results;
}

/// Adds a row for each block type with its defaults and each variant of its parameters, with the
/// columns `type` and `parameters`.
inline void AddRowsOfVariants() {
  QTest::addColumn<QString>("type");
  QTest::addColumn<QString>("parameters");
  for (const BlockDescriptor& block : BuiltInBlocks().all()) {
    if (block.role != BlockRole::kSystem || block.finds_unknown) continue;
    const QString type = QString::fromStdString(block.type);
    if (HasDefaults(block.type)) QTest::newRow(qPrintable(type)) << type << "";
    const auto [first, last] = MoreVariants().equal_range(block.type);
    for (auto variant = first; variant != last; ++variant) {
      const QString parameters = QString::fromStdString(variant->second);
      QTest::newRow(qPrintable(type + " " + parameters)) << type << parameters;
    }
  }
}

}  // namespace loopwright
