#pragma once

#include <cstdint>

#include "engine/context/context_data.h"

/// How often a kept value is used again is counted where it is asked for, as far as anybody asks.
/// A schedule computes its values in order, and kernels read theirs without asking: there the
/// number follows from the structure. Each value that is read would be asked for by its reader, and
/// finds a kept one every time but the first, when it is computed:
///
///     hits = values asked for - values computed
///
/// So counting costs nothing where it matters.
namespace loopwright::internal {

/// Whether values are kept, and nobody checks or freezes them: all shortcuts may be taken.
template <typename T>
bool MayTakeShortcuts(const ContextData<T>& data) {
  return data.caching() == ContextData<T>::Caching::kOn && !data.has_overlay();
}

/// Whether hits are counted, and shortcuts are taken all the same.
template <typename T>
bool CountsHits(const ContextData<T>& data) {
  return MayTakeShortcuts(data) && !data.is_plain();
}

/// How many hits it is that an entry was computed, its readers left out: what its kernel reads, but
/// for the first reading of itself. What a method asks for is counted as it asks.
template <typename T>
int64_t HitsOfComputation(ContextData<T>* data, int entry) {
  const bool asks = data->operation(entry).evaluates_inputs;
  return (asks ? 0 : data->plan->entry_prerequisites.size(entry)) - 1;
}

/// The same of one run of the schedule of all derivatives, with the reading of these.
template <typename T>
int64_t HitsOfStage(ContextData<T>* data) {
  auto hits = static_cast<int64_t>(data->plan->derivative_entry.size());
  for (const int entry : data->plan->derivative_schedule) hits += HitsOfComputation(data, entry);
  return hits;
}

}  // namespace loopwright::internal
