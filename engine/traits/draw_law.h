#pragma once

#include <optional>

namespace loopwright {

template <typename T>
class Context;

/// The law of what one element of a noise draws, x⁺ = factor x⁻ + c + w at each update: the
/// variances of w and of the first value, which are independent of each other and of all before. In
/// the noise's unit, squared.
struct ElementLaw {
  double start_variance = 0;
  double factor = 0;
  double variance = 0;
};

/// What a leaf implements, beside LeafSystem, that draws: the law of its draws, from which the mean
/// and covariance of a diagram are computed without a run. Of a leaf that draws samples at periodic
/// updates and holds them these are the elements of group 0 of its discrete state; of one with
/// diffusion (LeafSystem::DeclareDiffusion()) those of its continuous state, of which only the
/// first value is asked. A leaf that has only additive diffusion and a fixed start needs none, nor
/// one that draws the times of its events (BlockDescriptor::make_diffusion).
template <typename T>
class DrawLaw {
 public:
  virtual ~DrawLaw() = default;

  /// Of element `element`, with the parameters in `context`; nothing where it is not drawn.
  virtual std::optional<ElementLaw> LawOf(const Context<T>& context, int element) const = 0;
};

}  // namespace loopwright
