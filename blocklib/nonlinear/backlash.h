#pragma once

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"

namespace loopwright {

/// The play of a gear, for each element of a signal: y rests until u has moved width/2 away from
/// it, and is then pushed or pulled along.
///
///     u → Backlash → y
///
/// Where y is engaged, it is u - width/2 (pushed up) or u + width/2 (pushed down), and stays where
/// u turns back; where it is free, it is a constant. Which of the three it is, and the constant, is
/// discrete state. Engagement is isolated in time. Letting go is isolated against the furthest u
/// seen at the end of a step; a turn within a step is found by a parabola through the last three of
/// these points, so that the error of y is of third order in the step (of first order where u jumps
/// in the direction of the push and turns at that instant). For this the block has an update at
/// every step, which a multistep method begins anew after: use a one-step method where y drives
/// continuous state. When a run starts, y is the initial value moved into the play around u.
///
/// Discrete state: group 0 the side (1, -1, or 0: free) of each element, then the constant of each;
/// group 1 what is known of the turn, for each element: see Memory. Numeric parameters: 0 width,
/// 1 initial value.
template <typename T>
class Backlash final : public BlockLeaf<T> {
 public:
  /// `play` is not negative; `width` is that of the signal.
  Backlash(const T& play, const T& initial_value, int width);
  /// From the parameters `width`, which is the play, and `initial_value`.
  explicit Backlash(const BlockArguments& arguments);

 private:
  enum Parameter { kPlay, kInitialValue };
  enum Group { kSides, kMemory };
  /// One element's part of group 1: how many samples (time, u) are known since it engaged, the
  /// furthest u, and the last samples, newest first.
  struct Memory {
    static constexpr int kSamples = 3;
    T count;
    T furthest;
    T time[kSamples];
    T u[kSamples];
  };
  static constexpr int kMemorySize = 2 + 2 * Memory::kSamples;

  void SetDefaultState(const Context<T>& context, State<T>* state) const override;
  void CalcOutput(const Context<T>& context, T* y) const;
  EventStatus Initialize(const Context<T>& context, DiscreteValues<T>* next) const;
  /// Takes a sample of each engaged element.
  EventStatus Sample(const Context<T>& context, DiscreteValues<T>* next) const;
  /// Engages or lets go whatever has to be.
  EventStatus ChangeSides(const Context<T>& context, DiscreteValues<T>* next) const;
  /// Sets the side of element `i`, whose y was `y` before, where that applies.
  void SetSide(const Context<T>& context, int i, const T& y, const BoolOf<T>& applies,
               DiscreteValues<T>* next) const;
  /// Where element `i`, that is engaged, turned: its furthest u.
  T FindTurn(const Context<T>& context, int i) const;

  /// What is known of element `i`.
  Memory ReadMemory(const Context<T>& context, int i) const;
  static void WriteMemory(const Memory& memory, int i, DiscreteValues<T>* next);
  /// Half of the play, width/2: so far u moves to either side of y without taking it along.
  T HalfPlay(const Context<T>& context) const;
  T Side(const Context<T>& context, int i) const { return this->discrete_data(context, 0)[i]; }

  /// Rise through 0 where element `i` is free and engages (up, down), or is engaged and lets go.
  T CalcEngagesUp(const Context<T>& context, int i) const;
  T CalcEngagesDown(const Context<T>& context, int i) const;
  T CalcLetsGo(const Context<T>& context, int i) const;

  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(Backlash)

}  // namespace loopwright
