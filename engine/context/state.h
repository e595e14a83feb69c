#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/context/abstract_values.h"
#include "engine/context/continuous_state.h"
#include "engine/context/discrete_values.h"

namespace loopwright {

/// All of a system's state: what an unrestricted update may change. A view on a context or on the
/// buffer of an update; CloneState() gives one that owns its values. The author of an unrestricted
/// update gets one that holds copies of the present values, and writes to it what they become:
///
///     EventStatus Reset(const Context<T>& context, State<T>* state) const {
///       state->get_mutable_continuous_state()[0] = T(0);
///       return EventStatus::Succeeded();
///     }
template <typename T>
class State {
 public:
  /// A view: all that is given must outlive it.
  State(ContinuousState<T>* xc, DiscreteValues<T>* xd, std::vector<AbstractValue*> xa)
      : xc_(xc), xd_(xd), xa_(std::move(xa)) {}
  /// Values of its own.
  State(std::unique_ptr<ContinuousState<T>> xc, std::unique_ptr<DiscreteValues<T>> xd,
        std::unique_ptr<AbstractValues> xa)
      : xc_(xc.get()), xd_(xd.get()), xa_(std::move(*xa)) {
    own_ = std::make_unique<Parts>(Parts{std::move(xc), std::move(xd), nullptr});
  }

  /// Continuous state (q, v, z), here and below as it is seen through this view; what an update has
  /// put in place of it is seen at once.
  const ContinuousState<T>& get_continuous_state() const { return *present_xc(); }
  ContinuousState<T>& get_mutable_continuous_state() { return *present_xc(); }
  /// All groups of discrete state, or one of them; std::out_of_range for a group that is not there.
  const DiscreteValues<T>& get_discrete_state() const { return *present_xd(); }
  DiscreteValues<T>& get_mutable_discrete_state() { return *present_xd(); }
  /// The group of this number, of the class that it was declared with.
  const BasicVector<T>& get_discrete_state(int group) const {
    return present_xd()->get_vector(group);
  }
  BasicVector<T>& get_mutable_discrete_state(int group) {
    return present_xd()->get_mutable_vector(group);
  }
  int num_abstract_states() const { return present_xa().size(); }
  /// Abstract values as a list. With a type V one of them as what it is; std::logic_error where it
  /// is of another type, std::out_of_range where there is none.
  const AbstractValues& get_abstract_state() const { return present_xa(); }
  AbstractValues& get_mutable_abstract_state() { return present_xa(); }
  template <typename V>
  const V& get_abstract_state(int index) const {
    return present_xa().get_value(index).template get_value<V>();
  }
  template <typename V>
  V& get_mutable_abstract_state(int index) {
    return present_xa().get_mutable_value(index).template get_mutable_value<V>();
  }
  /// An abstract value whose type the caller does not know, to be set from another one.
  AbstractValue& get_mutable_abstract_value(int index) {
    return present_xa().get_mutable_value(index);
  }

  /// Copies the values of all three kinds. A size that differs is a std::out_of_range, another
  /// number of groups a std::runtime_error, other abstract values a std::logic_error.
  void SetFrom(const State& other) {
    present_xc()->SetFrom(*other.present_xc());
    present_xd()->SetFrom(*other.present_xd());
    present_xa().SetFrom(other.present_xa());
  }
  /// A copy that owns its values, of the same classes of vectors.
  std::unique_ptr<State<T>> Clone() const {
    return std::make_unique<State<T>>(present_xc()->Clone(), present_xd()->Clone(),
                                      present_xa().Clone());
  }

  /// Put other values in place of the present ones. What an unrestricted update puts here must be
  /// of the same shape as the state of its system.
  void set_continuous_state(std::unique_ptr<ContinuousState<T>> xc) { own().xc = std::move(xc); }
  void set_discrete_state(std::unique_ptr<DiscreteValues<T>> xd) { own().xd = std::move(xd); }
  void set_abstract_state(std::unique_ptr<AbstractValues> xa) { own().xa = std::move(xa); }

  // --- for the engine ---
  /// Of a diagram: the parts that are its subsystems'.
  PartViews<State<T>>& parts() const { return parts_; }
  /// Copies what was put in place of a part to where the part lies. Returns false, with nothing
  /// copied, where that is not of the same shape.
  bool AcceptReplacements() {
    if (!replaced_) return true;
    // Sizes are compared here; types of abstract values are found out when they are copied.
    const bool fits = (!replaced_->xc || (replaced_->xc->num_q() == xc_->num_q() &&
                                          replaced_->xc->num_v() == xc_->num_v() &&
                                          replaced_->xc->num_z() == xc_->num_z())) &&
                      (!replaced_->xd || HasShapeOf(*replaced_->xd, *xd_)) &&
                      (!replaced_->xa || replaced_->xa->size() == xa_.size());
    if (fits) {
      if (replaced_->xc) xc_->SetFrom(*replaced_->xc);
      if (replaced_->xd) xd_->SetFrom(*replaced_->xd);
      if (replaced_->xa) xa_.SetFrom(*replaced_->xa);
    }
    replaced_.reset();
    return fits;
  }

 private:
  /// The three kinds of state, each null where it is not owned or not replaced.
  struct Parts {
    std::unique_ptr<ContinuousState<T>> xc;
    std::unique_ptr<DiscreteValues<T>> xd;
    std::unique_ptr<AbstractValues> xa;
  };
  /// Equal number and sizes of groups.
  static bool HasShapeOf(const DiscreteValues<T>& a, const DiscreteValues<T>& b) {
    if (a.num_groups() != b.num_groups()) return false;
    for (int i = 0; i < a.num_groups(); ++i) {
      if (a.get_vector(i).size() != b.get_vector(i).size()) return false;
    }
    return true;
  }
  /// Where replacements are kept until AcceptReplacements(). Views on parts would show the old
  /// values.
  Parts& own() {
    parts_.Clear();
    if (!replaced_) replaced_ = std::make_unique<Parts>();
    return *replaced_;
  }
  /// What a reader sees: the replacement where there is one.
  ContinuousState<T>* present_xc() const {
    return replaced_ && replaced_->xc ? replaced_->xc.get() : xc_;
  }
  DiscreteValues<T>* present_xd() const {
    return replaced_ && replaced_->xd ? replaced_->xd.get() : xd_;
  }
  const AbstractValues& present_xa() const {
    return replaced_ && replaced_->xa ? *replaced_->xa : xa_;
  }
  AbstractValues& present_xa() { return replaced_ && replaced_->xa ? *replaced_->xa : xa_; }

  /// Where the state lies, in a context or in `own_`.
  ContinuousState<T>* xc_;
  DiscreteValues<T>* xd_;
  AbstractValues xa_;
  /// `own_` holds what this was made with, where it is no view; `replaced_` what an update put in
  /// place.
  std::unique_ptr<Parts> own_, replaced_;
  mutable PartViews<State<T>> parts_;
};

}  // namespace loopwright
