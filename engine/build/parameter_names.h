#pragma once

#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/blocks/block_descriptor.h"
#include "engine/index/diagram_index.h"

namespace loopwright {

/// What the numeric parameters of a diagram's blocks are called in the catalogue. Names are found
/// type by type when they are first asked for, as few runs ask. Threads may ask at once.
template <typename T>
class ParameterNames {
 public:
  /// Notes that a block of this type, which outlives this object, became `leaf`. Before any name
  /// is asked for.
  void Add(const System<T>& leaf, const BlockDescriptor& type) {
    types_.emplace_back(&leaf, &type);
  }

  /// The name of a group of a leaf, or an empty one where it has none.
  ParameterName Find(const System<T>& leaf, int number) const;

 private:
  const BlockDescriptor* TypeOf(const System<T>& leaf) const;

  using Entry = std::pair<const System<T>*, const BlockDescriptor*>;
  mutable std::vector<Entry> types_;  // sorted when it is first searched
  mutable bool is_sorted_ = false;
  mutable std::mutex mutex_;
  /// Those of the types that were asked for.
  mutable std::unordered_map<const BlockDescriptor*, std::vector<const ParameterDescriptor*>>
      groups_;
};

extern template class ParameterNames<double>;
extern template class ParameterNames<AutoDiff>;
extern template class ParameterNames<Expression>;

}  // namespace loopwright
