#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/context/context_data.h"
#include "engine/context/loop.h"
#include "engine/expression/symbolic.h"

namespace loopwright::internal {

/// The leaves of a torn loop once more, as a diagram of their own over the scalar U: its unknowns
/// and all that comes into the loop from outside are fixed inputs. So derivatives and structure of
/// a loop are found without a second copy of everything else. What makes one knows diagrams
/// (engine/diagram/loop_part_maker.h); here it is a context and the places of its values.
template <typename U>
class LoopPart {
 public:
  /// An input of a leaf that reads something outside.
  struct Outside {
    int plan_input;
    int input;  ///< of the diagram here
    int size;   ///< -1: an abstract value
  };
  /// Where what the loop computes for an element of its unknowns comes from.
  struct Source {
    int entry = -1;   ///< in the plan here; -1: it is an unknown itself
    int element = 0;  ///< of the entry's value, or of the unknowns
  };
  /// All that a part consists of, as its maker found it.
  struct Content {
    std::vector<int> nodes;               ///< in the whole plan, of the leaves, in their order
    std::shared_ptr<const void> diagram;  ///< whose context it is, kept alive
    std::unique_ptr<Context<U>> context;  ///< with all vector inputs fixed
    std::vector<Outside> outside;
    std::vector<std::pair<int, int>> unknown_inputs;  ///< input of the diagram or -1, size
    std::vector<Source> sources;                      ///< per element of the unknowns
  };

  /// Takes the parts over; values are not set before CopyFrom().
  explicit LoopPart(Content content);

  /// What a number is that is copied: a parameter, which the pattern of the loop may depend on, or
  /// anything else.
  enum class Kind { kParameter, kOther };
  /// Takes over time, state, parameters, modes and what comes from outside, as they are in `from`,
  /// a context of the plan, where they are up to date: each number is `convert(value, kind)`, a U.
  /// False where an abstract value is of another type here.
  template <typename T, typename Convert>
  bool CopyFrom(const ContextData<T>& from, const Convert& convert);

  /// An element of the loop's unknowns, to be written before Invalidate().
  U& unknown(int element) { return *unknowns_[element]; }
  /// The unknowns have changed.
  void Invalidate() { data_->MarkAllStale(); }
  /// Element `element` of what the loop computes for its unknowns: what is subtracted from it, or
  /// zero, is not.
  const U& Computed(int element);

 private:
  /// What it was made of. Its context is changed through `data_`.
  const Content content_;
  ContextData<U>* data_;
  std::vector<U> unread_;  ///< unknowns that no leaf reads
  /// Where each element of the unknowns is written: the fixed input that stands for it.
  std::vector<U*> unknowns_;
};

/// What makes the part of a plan that a loop is: null where a leaf has no form over that scalar, or
/// keeps a history that only the engine knows of.
template <typename T>
struct LoopPartMakers {
  std::unique_ptr<LoopPart<AutoDiff>> (*with_derivatives)(const Plan<T>&, const Loop&);
  std::unique_ptr<LoopPart<Expression>> (*of_symbols)(const Plan<T>&, const Loop&);
};

template <typename U>
template <typename T, typename Convert>
bool LoopPart<U>::CopyFrom(const ContextData<T>& from, const Convert& convert) {
  const Plan<T>& plan = *from.plan;
  const Plan<U>& own = *data_->plan;
  data_->time = convert(from.time, Kind::kOther);
  data_->accuracy = from.accuracy;
  data_->modes_held = from.modes_held && !kIsSymbolic<U>;  // symbols have all branches
  data_->random = from.random;
  bool fits = true;
  const auto copy_abstract = [&](const std::unique_ptr<AbstractValue>& value,
                                 std::unique_ptr<AbstractValue>* to) {
    if (*to == nullptr) *to = value->Clone();
    fits &= (*to)->type_info() == value->type_info();
    if (fits) (*to)->SetFrom(*value);
  };
  for (size_t k = 0; k < content_.nodes.size() && fits; ++k) {
    const PlanNode& a = plan.nodes[content_.nodes[k]];
    const PlanNode& b = own.nodes[k + 1];
    const auto copy = [&](int begin, int count, int to, Kind kind) {
      for (int i = 0; i < count; ++i) {
        data_->arena[to + i] = convert(from.arena[begin + i], kind);
      }
    };
    copy(a.q, a.nq, b.q, Kind::kOther);
    copy(plan.num_q + a.v, a.nv, own.num_q + b.v, Kind::kOther);
    copy(plan.num_q + plan.num_v + a.z, a.nz, own.num_q + own.num_v + b.z, Kind::kOther);
    for (int g = 0; g < a.num_groups; ++g) {
      const Slot& slot = plan.groups[a.first_group + g];
      copy(slot.offset, slot.size, own.groups[b.first_group + g].offset, Kind::kOther);
    }
    for (int p = 0; p < a.num_parameters; ++p) {
      const Slot& slot = plan.parameters[a.first_parameter + p];
      copy(slot.offset, slot.size, own.parameters[b.first_parameter + p].offset, Kind::kParameter);
    }
    for (int i = 0; i < a.num_abstract_states; ++i) {
      copy_abstract(from.abstract_states[a.first_abstract_state + i],
                    &data_->abstract_states[b.first_abstract_state + i]);
    }
    for (int i = 0; i < a.num_abstract_parameters; ++i) {
      copy_abstract(from.abstract_parameters[a.first_abstract_parameter + i],
                    &data_->abstract_parameters[b.first_abstract_parameter + i]);
    }
    std::copy_n(from.modes.begin() + a.first_mode, a.num_modes,
                data_->modes.begin() + b.first_mode);
  }
  for (const Outside& outside : content_.outside) {
    if (outside.size < 0 || !from.inputs.has_value(outside.plan_input)) return false;
    const T* value = from.inputs[outside.plan_input].data;
    U* to = data_->inputs.fixed().at(own.nodes[0].first_input + outside.input).vector.data();
    for (int i = 0; i < outside.size; ++i) to[i] = convert(value[i], Kind::kOther);
  }
  data_->MarkAllStale();
  return fits;
}

}  // namespace loopwright::internal
