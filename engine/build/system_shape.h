#pragma once

#include <memory>

#include "engine/context/context.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// All that is in the system of a block beside its numbers: its ports, which outputs depend on
/// which inputs, the sizes of its state and parameters, its witness functions, and its events with
/// their times.
///
/// A block made with another argument is the same system with other numbers where the shapes are
/// alike and, given the other's numbers, it computes what the other does. Then a running context
/// can take the numbers over, and a study sets them in contexts of one diagram.
class SystemShape {
 public:
  /// `system` outlives this object.
  explicit SystemShape(const LeafSystem<double>& system);

  /// The default context of the system alone.
  const Context<double>& context() const { return *context_; }

  bool IsLike(const SystemShape& other) const;
  /// Whether the state is the same at the start, to the bit. Not where there are objects in it:
  /// what these were made from cannot be compared.
  bool StartsLike(const SystemShape& other) const;
  /// Whether the system, given the numbers of `other`, computes what `other` computes: at several
  /// inputs, times and states, outputs, time derivatives, what updates make of the state, branches
  /// with their margins, witness functions and diffusion are the same to the bit. So nothing of the
  /// numbers is kept outside the context. What a calculation throws is thrown on.
  bool ComputesLike(const SystemShape& other) const;

 private:
  const LeafSystem<double>& system_;
  std::unique_ptr<Context<double>> context_;
};

}  // namespace loopwright
