#pragma once

#include <vector>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Marks signals as worth plotting over time; what it shows is recorded by the run.
///
///     u1 … un → Scope
template <typename T>
class Scope final : public LeafSystem<T> {
 public:
  /// The width of each input.
  explicit Scope(const std::vector<int>& widths);
  explicit Scope(const BlockArguments& arguments);
};

LOOPWRIGHT_DECLARE_CLASS(Scope)

}  // namespace loopwright
