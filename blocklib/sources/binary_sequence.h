#pragma once

#include <cstdint>

#include "engine/blocks/block_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// The register that follows `state` (1 up to 2^bits - 1; 2 to 31 bits) in a linear feedback shift
/// register of maximal length: all 2^bits - 1 states that are not 0 come in turn. The taps are
/// those of P. Alfke, Efficient Shift Registers, LFSR Counters, and Long Pseudo-Random Sequence
/// Generators, Xilinx XAPP 052 (1996), table 3.
uint32_t NextRegister(uint32_t state, int bits);

template <typename T>
class BinarySequence;

namespace scalar_conversion {
/// Its bits are no formulas, so this has no form over expressions.
template <>
struct Traits<BinarySequence> : NonSymbolicTraits {};
}  // namespace scalar_conversion

/// A pseudo-random binary sequence: +amplitude where the last bit of a shift register is 1, else
/// -amplitude; it repeats after 2^bits - 1 samples.
///
///     BinarySequence → y
///
/// The register is discrete state (group 1) beside the level (group 0): sample 0 is the seed's,
/// seen at the start; the k-th update goes on to sample k. Numeric parameter 0 is the amplitude.
template <typename T>
class BinarySequence final : public LeafSystem<T> {
 public:
  /// The register starts with the low `bits` bits of `seed`; std::logic_error where they are all 0,
  /// and unless 2 <= bits <= 31.
  BinarySequence(double period_sec, double offset_sec, int bits, const T& amplitude, int64_t seed);
  /// From the parameters `period`, `offset`, `bits`, `amplitude` and `register_seed`.
  explicit BinarySequence(const BlockArguments& arguments);

 private:
  enum Group { kLevel, kRegister };
  void SetDefaultState(const Context<T>& context, State<T>* state) const override;
  void Update(const Context<T>& context, T* next) const;
  /// The output for a state of the register.
  T Level(const Context<T>& context, uint32_t state) const;

  int bits_;
  uint32_t first_;
};

LOOPWRIGHT_DECLARE_CLASS_NONSYMBOLIC(BinarySequence)

}  // namespace loopwright
