#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/index/diagram_index.h"

namespace loopwright {

/// What happened to a cache entry within one step, up to an instant in it.
struct EntryHistory {
  int64_t computed = 0, reused = 0, invalidated = 0;
  /// The value whose change made it stale last: its system's number in the plan and its ticket
  /// there; -1 where nothing did, or it is not known.
  int cause_node = -1;
  int cause_ticket = 0;
};

/// A copy of the context of a run as it was at an instant, for who looks into its blocks. One
/// thread at a time may read it and compute with it; the run goes on with its own context.
struct InstantContext {
  std::shared_ptr<const void> model;  ///< keeps alive what the others refer to
  const DiagramIndex<double>* index = nullptr;
  std::unique_ptr<Context<double>> context;
  /// Per cache entry of the plan, whether it was out of date then. The copy's own flags say less:
  /// its values are computed as they are looked at.
  std::vector<char> was_stale;
  /// Per cache entry, since the step began; empty where that is not known.
  std::vector<EntryHistory> history;
};

/// Copies the context of a run as it is now. The history comes along where it is counted.
std::shared_ptr<const InstantContext> CopyInstant(std::shared_ptr<const void> model,
                                                  const DiagramIndex<double>& index,
                                                  const Context<double>& root);

/// From here on what happens to cache entries is counted, until StopCountingStep(). The values that
/// a run computes are the same, but each is asked for the long way.
void StartCountingStep(const Context<double>& root);
void StopCountingStep(const Context<double>& root);

}  // namespace loopwright
