#pragma once

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// The simulated time in seconds, y = t.
///
///     Clock → y
template <typename T>
class Clock final : public LeafSystem<T> {
 public:
  Clock();
  explicit Clock(const BlockArguments& arguments);
};

LOOPWRIGHT_DECLARE_CLASS(Clock)

}  // namespace loopwright
