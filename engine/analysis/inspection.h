#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/context/context.h"

namespace loopwright {

template <typename T>
class CacheEntry;

/// What the cache of a context knows of one entry, for a person to read. Values are named as by
/// DependencyTracker::GetPathDescription(): `PATH:DESCRIPTION`.
struct EntryInspection {
  struct Cause {
    std::string source;
    int64_t count = 0;
  };

  std::string name;
  std::string system;       ///< its path
  std::string description;  ///< of the entry within its system
  int size = 0;             ///< of a vector value; -1 for an abstract one

  std::vector<std::string> depends_on;      ///< what it names as prerequisites
  std::vector<std::string> depended_on_by;  ///< what names it, or is connected to it
  std::vector<std::string> sources;         ///< all that it depends on and that is not computed
  std::vector<std::string> entries_behind;  ///< all entries that a change of it makes stale

  bool up_to_date = false;
  bool disabled = false;  ///< caching is off for it
  bool frozen = false;
  int64_t serial_number = 0;

  // Since StartCounting(); 0 where nothing is counted.
  int64_t computed = 0, reused = 0, invalidated = 0;
  std::vector<Cause> invalidated_by;  ///< the most frequent first
};

/// From here on what happens to each cache entry of the whole tree is counted, which costs time at
/// every evaluation. Counts go on in clones from zero.
template <typename T>
void StartCounting(const Context<T>& context);
template <typename T>
void StopCounting(const Context<T>& context);

/// `context` is that of the entry's system (std::logic_error otherwise).
template <typename T>
EntryInspection Inspect(const CacheEntry<T>& entry, const Context<T>& context);
/// All entries of the context's system and its subsystems, in the order of the plan.
template <typename T>
std::vector<EntryInspection> InspectAll(const Context<T>& context);

}  // namespace loopwright
