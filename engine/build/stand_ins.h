#pragma once

#include <Eigen/Core>
#include <string>
#include <utility>
#include <vector>

#include "engine/system/leaf_system.h"

namespace loopwright {

/// Outputs that keep their value: what stands in for a block that is commented out (zeros), an
/// input without a wire, and an Inport of the top level. Port k has the numeric parameter k as its
/// value. Its ports are named as those of the block in whose place it stands.
template <typename T>
class FixedSource final : public LeafSystem<T> {
 public:
  /// An output's name and its value, whose size is the port's.
  struct Port {
    std::string name;
    Eigen::VectorXd value;
  };
  /// One output for each, of the size of its value.
  explicit FixedSource(const std::vector<Port>& ports);
  /// The same ports and values over another scalar.
  template <typename U>
  explicit FixedSource(const FixedSource<U>& other);

 private:
  template <typename U>
  static std::vector<Port> PortsOf(const FixedSource<U>& other);
};

/// y = u: what an Inport becomes whose value is an output of its subsystem.
template <typename T>
class SignalCopy final : public LeafSystem<T> {
 public:
  /// `width` elements in and out.
  explicit SignalCopy(int width);
  template <typename U>
  explicit SignalCopy(const SignalCopy<U>& other) : SignalCopy(other.get_input_port(0).size()) {}

 private:
  void CalcOutput(const Context<T>& context, T* y) const;
  int width_;
};

LOOPWRIGHT_DECLARE_CLASS(FixedSource)
LOOPWRIGHT_DECLARE_CLASS(SignalCopy)

}  // namespace loopwright
