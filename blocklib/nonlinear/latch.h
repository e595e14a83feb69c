#pragma once

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// Remembers, elementwise, which of two signals was true last: y is 1 from where `set` becomes true
/// until `reset` does, and 0 from there on. True is what is greater than 0. While both are true the
/// one that has priority wins; when that one alone becomes false, the other has its way.
///
///     set   → Latch → y
///     reset →
///
/// Whether it is on is discrete state (1 or 0), so the output does not depend directly on the
/// inputs. The instants at which it switches are isolated. When a run starts the state is set from
/// the inputs where one is true, as given where none is. An input of one element is that of all.
template <typename T>
class Latch final : public BlockLeaf<T> {
 public:
  struct Settings {
    bool set_has_priority = false;
    bool initially_on = false;

    /// For the conversion of the block to another scalar, of which none is among them.
    template <typename U>
    typename Latch<U>::Settings As() const {
      return {set_has_priority, initially_on};
    }
  };
  /// Each input has one element, or `width`.
  Latch(const Settings& settings, int set_width, int reset_width, int width);
  /// From the parameters `priority` and `initially_on` and the widths of the inputs.
  explicit Latch(const BlockArguments& arguments);

 private:
  enum Input { kSet, kReset };
  /// What the inputs make of element `i`: 1 or 0.
  T CalcNext(const Context<T>& context, int i) const;
  /// 1 where that is another value than the state has, else -1: a truth value has no zero to leave.
  T CalcSwitch(const Context<T>& context, int i) const;
  EventStatus Update(const Context<T>& context, DiscreteValues<T>* on) const;

  Settings settings_;
  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(Latch)

}  // namespace loopwright
