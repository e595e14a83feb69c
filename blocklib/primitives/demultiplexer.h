#pragma once

#include <vector>

#include "engine/system/leaf_system.h"

namespace loopwright {

/// Takes a vector apart.
///
///     u0 → Demultiplexer → y0, y1, …
template <typename T>
class Demultiplexer final : public LeafSystem<T> {
 public:
  /// Outputs of these sizes; std::logic_error where there is none or one is not > 0.
  explicit Demultiplexer(const std::vector<int>& output_ports_sizes);
  /// `size` elements in outputs of `output_ports_size` each; std::logic_error where that leaves a
  /// rest.
  explicit Demultiplexer(int size, int output_ports_size = 1);
  /// For the conversion to another scalar.
  template <typename U>
  explicit Demultiplexer(const Demultiplexer<U>& other);

  /// The sizes of the outputs in their order.
  const std::vector<int>& get_output_ports_sizes() const { return sizes_; }

 private:
  const std::vector<int> sizes_;
};

LOOPWRIGHT_DECLARE_CLASS(Demultiplexer)

}  // namespace loopwright
