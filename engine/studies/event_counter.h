#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace loopwright {

struct TracePhase;

/// Counts events of some blocks in a run: the instants at which something of the block happens that
/// its time or its signals bring about. These are samples of a sampled block, switchings and resets
/// that a change of sign brings about, branches that change (a Saturation reaches its limit), jumps
/// of a source. What happens in every step, or at the start alone, is no event; several at one time
/// count once. For example an Integrator that is reset by a counter at 1 s and 2 s has two.
///
/// It is told of every phase of every step of one run after another (RunSetup::Watch()).
class EventCounter {
 public:
  /// Counts those of these blocks, by their paths.
  explicit EventCounter(const std::set<std::string>& blocks);

  bool is_empty() const { return counts_.empty(); }
  /// Forgets the last run.
  void Restart();
  void Add(const TracePhase& phase);
  /// Of one of the blocks.
  int64_t count(const std::string& block) const { return counts_.at(block).count; }

 private:
  struct Count {
    int64_t count = 0;
    double last_time = 0;  ///< seconds, where there is one
  };
  std::map<std::string, Count> counts_;
};

}  // namespace loopwright
