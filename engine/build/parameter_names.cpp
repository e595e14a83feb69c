#include "engine/build/parameter_names.h"

#include <algorithm>
#include <cstddef>
#include <functional>

#include "engine/blocks/parameter_groups.h"

namespace loopwright {

template <typename T>
const BlockDescriptor* ParameterNames<T>::TypeOf(const System<T>& leaf) const {
  const std::less<const System<T>*> is_before;
  const auto compare = [&](const Entry& a, const Entry& b) { return is_before(a.first, b.first); };
  if (!is_sorted_) std::sort(types_.begin(), types_.end(), compare);
  is_sorted_ = true;
  const auto found = std::lower_bound(types_.begin(), types_.end(), Entry(&leaf, nullptr), compare);
  return found != types_.end() && found->first == &leaf ? found->second : nullptr;
}

template <typename T>
ParameterName ParameterNames<T>::Find(const System<T>& leaf, int number) const {
  const std::lock_guard lock(mutex_);
  const BlockDescriptor* const type = TypeOf(leaf);
  if (type == nullptr) return {};
  auto known = groups_.find(type);
  if (known == groups_.end()) known = groups_.emplace(type, FindParameterGroups(*type)).first;
  const std::vector<const ParameterDescriptor*>& groups = known->second;
  const std::size_t group = number;
  if (group >= groups.size() || groups[group] == nullptr) return {};
  return {groups[group]->name, groups[group]->unit};
}

template class ParameterNames<double>;
template class ParameterNames<AutoDiff>;
template class ParameterNames<Expression>;

}  // namespace loopwright
