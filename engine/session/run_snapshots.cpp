#include "engine/session/run_snapshots.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace loopwright {

namespace {

// How long a run computes between two snapshots: what a step back costs near the end of a run.
constexpr std::chrono::milliseconds kInterval(10);

}  // namespace

// The first step is always kept.
bool RunSnapshots::IsDue(int64_t step) {
  const Clock::time_point now = Clock::now();
  if (step > 0 && now - last_ < kInterval) return false;
  last_ = now;
  return true;
}

// A run that is replayed passes steps again of which there is one.
void RunSnapshots::Add(std::shared_ptr<const RunSnapshot> snapshot) {
  if (snapshot == nullptr) return;
  const auto place = std::ranges::lower_bound(snapshots_, snapshot->step, {},
                                              [](const auto& s) { return s->step; });
  if (place != snapshots_.end() && (*place)->step == snapshot->step) return;
  bytes_ += snapshot->bytes;
  snapshots_.insert(place, std::move(snapshot));
  while (snapshots_.size() > 3 && (snapshots_.size() > kMost || bytes_ > most_bytes_)) {
    RemoveLeastNeeded();
  }
}

// The first and the last one stay.
void RunSnapshots::RemoveLeastNeeded() {
  const int64_t end = snapshots_.back()->step;
  size_t least = 1;
  double least_part = std::numeric_limits<double>::infinity();
  for (size_t i = 1; i + 1 < snapshots_.size(); ++i) {
    const auto gap = static_cast<double>(snapshots_[i + 1]->step - snapshots_[i - 1]->step);
    const double part = gap / static_cast<double>(end - snapshots_[i - 1]->step);
    if (part >= least_part) continue;
    least_part = part;
    least = i;
  }
  bytes_ -= snapshots_[least]->bytes;
  snapshots_.erase(snapshots_.begin() + static_cast<std::ptrdiff_t>(least));
}

// Null stands for the start of the run, which can always be replayed from.
std::shared_ptr<const RunSnapshot> RunSnapshots::AtOrBefore(int64_t step) const {
  const auto after =
      std::ranges::upper_bound(snapshots_, step, {}, [](const auto& s) { return s->step; });
  return after == snapshots_.begin() ? nullptr : *std::prev(after);
}

std::shared_ptr<const RunSnapshot> RunSnapshots::AtOrBeforeTime(double time_sec) const {
  const auto after =
      std::ranges::upper_bound(snapshots_, time_sec, {}, [](const auto& s) { return s->time; });
  return after == snapshots_.begin() ? nullptr : *std::prev(after);
}

}  // namespace loopwright
