#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/system/leaf_system.h"

namespace loopwright {

/// A leaf that does for its subclasses what many blocks would override alike: its state may start
/// as a parameter, and it may have witness functions that are watched all the time.
template <typename T>
class BlockLeaf : public LeafSystem<T> {
 protected:
  using LeafSystem<T>::LeafSystem;

  /// Group 0 of the discrete state, or the continuous state (q, v, z) where there is no group,
  /// starts as numeric parameter `parameter`, which may be another one in each context. A parameter
  /// with fewer elements than the state is repeated, so that a single one applies to all.
  void StartAs(int parameter) { StartAs(parameter, parameter); }
  /// As the numeric parameters from `first` to `last`, one behind the other.
  void StartAs(int first, int last) {
    start_ = first;
    for (int i = first; i <= last; ++i) {
      start_size_ += static_cast<int>(this->numeric_parameter_models()[i].size());
    }
  }

  /// Makes `witness` one that is watched, behind those that were given before: events of one
  /// instant are handled in this order.
  void Watch(std::unique_ptr<WitnessFunction<T>> witness) {
    witnesses_.push_back(std::move(witness));
  }

 private:
  void SetDefaultState(const Context<T>& context, State<T>* state) const override {
    LeafSystem<T>::SetDefaultState(context, state);
    if (start_ < 0) return;
    const T* const start = this->parameter_data(context, start_);
    const auto set = [&](auto& elements) {
      for (int i = 0; i < elements.size(); ++i) elements[i] = start[i % start_size_];
    };
    if (this->discrete_models().empty()) {
      set(state->get_mutable_continuous_state());
    } else {
      set(state->get_mutable_discrete_state(0));
    }
  }
  void DoGetWitnessFunctions(const Context<T>&,
                             std::vector<const WitnessFunction<T>*>* witnesses) const final {
    // What has none need not be asked again.
    if (witnesses_.empty()) this->NoteDefaultHook(SystemBase::kWitnessHook);
    for (const auto& witness : witnesses_) witnesses->push_back(witness.get());
  }

  /// The first parameter that the state starts as, -1: it starts as it was declared; and how many
  /// elements there are to start as.
  int start_ = -1, start_size_ = 0;
  std::vector<std::unique_ptr<WitnessFunction<T>>> witnesses_;
};

}  // namespace loopwright
