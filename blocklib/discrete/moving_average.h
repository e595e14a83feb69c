#pragma once

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// The mean of the last samples of each element of a signal, held between updates; samples that are
/// missing before the start count as the first one.
///
///     u → MovingAverage → y
///
/// Discrete state: groups 0 output, 1 whether there was an update (1 or 0) and, with a window of
/// more than one sample, 2 the samples before the last update's, newest first.
template <typename T>
class MovingAverage final : public LeafSystem<T> {
 public:
  /// `window` >= 1 is the number of samples.
  MovingAverage(int window, double period_sec, double offset_sec, int width);
  /// From the parameters `window`, `period` and `offset`.
  explicit MovingAverage(const BlockArguments& arguments);

 private:
  enum Group { kOutput, kHasStarted, kPast };
  void Update(const Context<T>& context, T* next) const;

  int window_;
  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(MovingAverage)

}  // namespace loopwright
