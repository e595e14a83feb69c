#pragma once

#include <string>
#include <vector>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Takes signals and does nothing with them: what the blocks of this class show or write is
/// recorded by the run.
///
///     u… → SignalSink
///
/// With a period it takes samples: at offset 0 and every period a step ends, so that what is
/// recorded has the value before the updates at that time.
template <typename T>
class SignalSink final : public LeafSystem<T> {
 public:
  /// `period_sec` 0: no samples. Throws std::logic_error unless there are as many names as widths.
  SignalSink(const std::vector<std::string>& names, const std::vector<int>& widths,
             double period_sec);
  /// A parameter `period` of the block is the period.
  explicit SignalSink(const BlockArguments& arguments);

 private:
  /// Nothing to do: the run records at such events.
  EventStatus TakeSample(const Context<T>& context) const;
};

LOOPWRIGHT_DECLARE_CLASS(SignalSink)

}  // namespace loopwright
