#include "engine/context/plan.h"

#include <algorithm>
#include <mutex>
#include <numeric>

#include "engine/context/context_data.h"

namespace loopwright {

// A row of one value is kept as the value itself; longer rows lie in a second array behind their
// length. In most diagrams nearly all rows have one value, so following a chain costs one load for
// each entry.
Adjacency::Adjacency(int rows, const std::vector<std::pair<int, int>>& pairs)
    : rows_(rows, kEmpty) {
  // A counting sort by row, then repeats are dropped row by row.
  std::vector<int> starts(rows + 1, 0);
  for (const auto& [row, value] : pairs) ++starts[row + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<int> sorted(pairs.size());
  std::vector<int> next(starts.begin(), starts.end() - 1);
  for (const auto& [row, value] : pairs) sorted[next[row]++] = value;
  for (int row = 0; row < rows; ++row) {
    const auto first = sorted.begin() + starts[row];
    std::sort(first, sorted.begin() + starts[row + 1]);
    const auto last = std::unique(first, sorted.begin() + starts[row + 1]);
    const auto size = static_cast<int>(last - first);
    num_values_ += size;
    if (size == 1) rows_[row] = *first;
    if (size < 2) continue;
    rows_[row] = kEmpty - 1 - static_cast<int>(longer_.size());
    longer_.push_back(size);
    longer_.insert(longer_.end(), first, last);
    ++num_longer_rows_;
  }
  longer_.shrink_to_fit();
}

// A plan knows its contexts for one reason: Retire() has to reach them. Contexts are made and
// dropped by several threads, so the set is locked.
template <typename T>
void Plan<T>::AddUser(internal::ContextData<T>* user) const {
  const std::lock_guard lock(users_mutex_);
  users_.insert(user);
}
template <typename T>
void Plan<T>::RemoveUser(internal::ContextData<T>* user) const {
  const std::lock_guard lock(users_mutex_);
  users_.erase(user);
}
// Each context looks up its system again and finds none.
template <typename T>
void Plan<T>::Retire() const {
  const std::lock_guard lock(users_mutex_);
  is_retired_ = true;
  for (internal::ContextData<T>* user : users_) user->BindViews();
}

LOOPWRIGHT_INSTANTIATE_CLASS(Plan)

}  // namespace loopwright
