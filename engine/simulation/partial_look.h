#pragma once

#include <cstdint>
#include <vector>

#include "engine/context/context_data.h"
#include "engine/integration/integration_method.h"
#include "engine/system/ports.h"

namespace loopwright {

/// Evaluates a few signals within a step, and nothing else. Of a hundred states, those that the
/// signals depend on are interpolated; of all cache entries, those that the signals need and that
/// change with time or continuous state are computed, in their order. Everything else in the
/// context stays as it is at the step's end, where it is up to date again as soon as these few
/// are.
template <typename T>
class PartialLook {
 public:
  /// `viewed`: output ports of systems in the plan of `data`, which outlives this.
  PartialLook(internal::ContextData<T>* data, const std::vector<const OutputPort<T>*>& viewed);

  /// Before looks into a step that ends at `end_sec`, where the context is; the method's
  /// BeginLook() has been called. False where all of the context must be moved: where the method
  /// cannot move a few elements, or where values are not kept, or checked. What this itself
  /// computes and counts is not to be put back: whoever records the end of the step finds it.
  bool Begin(IntegrationMethod<T>* method, double end_sec);
  /// The signals are those at a time within the step; std::exception of a calculation.
  void MoveTo(double t_sec);
  /// The context is as it was.
  void End() { MoveTo(end_sec_); }

 private:
  void FindEntries();
  void FindElements();

  internal::ContextData<T>& data_;
  IntegrationMethod<T>* method_ = nullptr;  ///< of the last Begin()
  double end_sec_ = 0;
  std::vector<int> signals_;   ///< their entries
  std::vector<int> entries_;   ///< what they need and what changes, each after what it depends on
  std::vector<int> elements_;  ///< of the continuous state, that these read
  std::vector<BoundKernel<T>> operations_;  ///< of entries_
  int64_t bound_version_ = -1;              ///< of operations_
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(PartialLook)

}  // namespace loopwright
