#pragma once

#include <string>

namespace loopwright {

/// What a system may implement beside System<T> to say what its own authors call its state: the
/// `x1` of a block that is given as formulas. Who writes equations or a trace asks for it.
class StateNames {
 public:
  virtual ~StateNames() = default;
  /// The name of element `element` of continuous state (`group` < 0) or of a group of discrete
  /// state.
  virtual std::string NameOfState(int group, int element) const = 0;
};

}  // namespace loopwright
