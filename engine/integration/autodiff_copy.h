#pragma once

#include <functional>
#include <memory>

#include "engine/context/context_data.h"

namespace loopwright {

/// Gives a system that is the integrated one in the AutoDiff scalar, or null where there is none.
/// Called when derivatives are first needed.
using AutoDiffSource = std::function<std::shared_ptr<const System<AutoDiff>>()>;

/// A context's values once more, in a context of the same system in the AutoDiff scalar, where
/// whatever is computed of them can be differentiated. Implicit methods get Jacobians from it, and
/// the choice of branches gets derivatives of the motion.
template <typename T>
class AutoDiffCopy {
 public:
  /// `data` must outlive this; `source` may be empty.
  AutoDiffCopy(const internal::ContextData<T>* data, AutoDiffSource source)
      : from_(*data), source_(std::move(source)) {}

  /// Takes over time, state, parameters, modes and fixed inputs as they are now, as constants. The
  /// first call asks the source. False where there is no such system, or an abstract value is of
  /// another type there. std::logic_error where the source's system has another shape.
  bool Update();
  internal::ContextData<AutoDiff>& data() { return *to_; }

 private:
  void Make();
  void TakeBlend();

  const internal::ContextData<T>& from_;
  AutoDiffSource source_;  ///< empty once it was asked
  std::shared_ptr<const System<AutoDiff>> system_;
  std::unique_ptr<internal::ContextData<AutoDiff>> to_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(AutoDiffCopy)

}  // namespace loopwright
