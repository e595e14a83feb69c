#pragma once

#include "blocklib/common/block_leaf.h"
#include "engine/blocks/block_arguments.h"
#include "engine/traits/rests.h"

namespace loopwright {

/// A ball in free fall that bounces on the floor at height 0.
///
///     BouncingBall → height (m)
///                  → velocity (m/s)
///
/// At an isolated impact height⁺ = 0 and velocity⁺ = -restitution*velocity⁻. Where the next flight
/// would last less than 1e-9*max(1, |t|) s the ball rests from then on: height, velocity and
/// derivatives are 0 and there are no more events.
///
/// Configuration is the height, velocity the velocity; discrete state 0 is 1 while it rests, else
/// 0. Numeric parameters: 0 initial height (m), 1 initial velocity (m/s), 2 gravity (m/s²), 3
/// restitution.
template <typename T>
class BouncingBall final : public BlockLeaf<T>, public ComesToRest {
 public:
  struct Settings {
    T initial_height = 1;  ///< >= 0
    T initial_velocity = 0;
    T gravity = 9.81;  ///< > 0
    T restitution = 0.8;

    /// The values over another scalar, for the conversion of what holds them.
    template <typename U>
    typename BouncingBall<U>::Settings As() const {
      const auto as = [](const T& x) { return ConvertScalar<U>(x); };
      return {as(initial_height), as(initial_velocity), as(gravity), as(restitution)};
    }
  };
  /// std::logic_error unless the height is >= 0 and gravity > 0.
  explicit BouncingBall(const Settings& settings);
  explicit BouncingBall(const BlockArguments& arguments);

 private:
  enum Parameter { kInitialHeight, kInitialVelocity, kGravity, kRestitution };
  void SetDefaultState(const Context<T>& context, State<T>* state) const override;
  void CalcHeight(const Context<T>& context, T* height) const;
  void CalcVelocity(const Context<T>& context, T* velocity) const;
  void CalcDerivatives(const Context<T>& context, const ContinuousPointers<T>& derivatives) const;
  /// What falls through zero when the ball hits the floor.
  T CalcImpact(const Context<T>& context) const;
  /// Turns the velocity round, or lets the ball rest.
  EventStatus Bounce(const Context<T>& context, ContinuousState<T>* x,
                     DiscreteValues<T>* resting) const;
};

LOOPWRIGHT_DECLARE_CLASS(BouncingBall)

}  // namespace loopwright
