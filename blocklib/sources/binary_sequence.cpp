#include "blocklib/sources/binary_sequence.h"

#include <array>
#include <bit>
#include <string>

#include "blocklib/common/parameters.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {
namespace {

constexpr int kLeastBits = 2, kMostBits = 31;

// The taps of each length, counted from 1; 0 fills up.
constexpr std::array<std::array<int, 4>, kMostBits + 1> kTaps{{{},
                                                               {},
                                                               {2, 1},
                                                               {3, 2},
                                                               {4, 3},
                                                               {5, 3},
                                                               {6, 5},
                                                               {7, 6},
                                                               {8, 6, 5, 4},
                                                               {9, 5},
                                                               {10, 7},
                                                               {11, 9},
                                                               {12, 6, 4, 1},
                                                               {13, 4, 3, 1},
                                                               {14, 5, 3, 1},
                                                               {15, 14},
                                                               {16, 15, 13, 4},
                                                               {17, 14},
                                                               {18, 11},
                                                               {19, 6, 2, 1},
                                                               {20, 17},
                                                               {21, 19},
                                                               {22, 21},
                                                               {23, 18},
                                                               {24, 23, 22, 17},
                                                               {25, 22},
                                                               {26, 6, 2, 1},
                                                               {27, 5, 2, 1},
                                                               {28, 25},
                                                               {29, 27},
                                                               {30, 6, 4, 1},
                                                               {31, 28}}};

// The last `bits` bits of a seed; negative seeds count by their two's complement.
uint32_t LowBits(int64_t seed, int bits) {
  return static_cast<uint32_t>(static_cast<uint64_t>(seed) & ((uint64_t{1} << bits) - 1));
}

}  // namespace

// The parity of the tapped bits is shifted in from below, and the uppermost bit falls out.
uint32_t NextRegister(uint32_t state, int bits) {
  uint32_t taps = 0;
  for (const int tap : kTaps.at(bits)) {
    if (tap > 0) taps |= uint32_t{1} << (tap - 1);
  }
  const auto feedback = static_cast<uint32_t>(std::popcount(state & taps) & 1);
  return ((state << 1) | feedback) & ((uint32_t{1} << bits) - 1);
}

// A register of zeros would stay so for ever, so it is refused.
template <typename T>
BinarySequence<T>::BinarySequence(double period_sec, double offset_sec, int bits,
                                  const T& amplitude, int64_t seed)
    : LeafSystem<T>(
          KeepArguments<BinarySequence, T>(period_sec, offset_sec, bits, amplitude, seed)),
      bits_(bits) {
  LOOPWRIGHT_THROW_UNLESS(bits >= kLeastBits && bits <= kMostBits);
  first_ = LowBits(seed, bits);
  LOOPWRIGHT_THROW_UNLESS(first_ != 0);
  this->DeclareNumericParameter(BasicVector<T>{amplitude});
  this->DeclareDiscreteState(1);
  this->DeclareDiscreteState(1);
  this->template DeclarePeriodicDiscreteUpdateEvent<&BinarySequence::Update>(period_sec,
                                                                             offset_sec);
  this->DeclareStateOutputPort("y", DiscreteStateIndex(kLevel));
}

// The uppermost bit of the register decides.
template <typename T>
T BinarySequence<T>::Level(const Context<T>& context, uint32_t state) const {
  const uint32_t last = (state >> (bits_ - 1)) & 1;
  return (last != 0 ? 1.0 : -1.0) * this->parameter_data(context, 0)[0];
}

// Sample 0 is shown from the start on, before any update.
template <typename T>
void BinarySequence<T>::SetDefaultState(const Context<T>& context, State<T>* state) const {
  state->get_mutable_discrete_state(kLevel)[0] = Level(context, first_);
  state->get_mutable_discrete_state(kRegister)[0] = T(static_cast<double>(first_));
}

// The register is kept as a number, which holds 31 bits exactly.
template <typename T>
void BinarySequence<T>::Update(const Context<T>& context, T* next) const {
  const auto present = static_cast<uint32_t>(ValueOf(this->discrete_data(context, kRegister)[0]));
  const uint32_t state = NextRegister(present, bits_);
  next[kLevel] = Level(context, state);
  next[kRegister] = T(static_cast<double>(state));
}

template <typename T>
BinarySequence<T>::BinarySequence(const BlockArguments& arguments)
    : BinarySequence(arguments.number("period"), arguments.number("offset"),
                     static_cast<int>(arguments.integer("bits")), arguments.number<T>("amplitude"),
                     arguments.integer("register_seed")) {}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(BinarySequence)

// An input for identification: between two levels, with nearly the spectrum of white noise, and the
// same at each run. Its bits follow from the register alone and not from the run's seed.
BlockDescriptor BinarySequenceBlock() {
  BlockDescriptor block;
  block.type = "BinarySequence";
  block.category = "sources";
  block.title = "Binary sequence";
  block.summary = "Pseudo-random binary sequence (maximal-length shift register).";
  block.search_words = "PRBS, pseudo-random, binary signal, identification, bits, shift register";
  block.names_elsewhere = "PN Sequence Generator, Random Integer";
  block.icon = R"(
  <path d="M2 17.5 H4.8 V6.5 H7.4 V17.5 H9.8 V6.5 H15 V17.5 H19.6 V6.5 H22"/>
)";
  block.outputs = {"y"};
  block.parameters = {
      PeriodParameter(),
      OffsetParameter(),
      MakeParameter("bits", ParameterKind::kInteger, 7, "", "in [2, 31]", "register length"),
      MakeParameter("amplitude", ParameterKind::kNumber, 1, "", "", ""),
      MakeParameter("register_seed", ParameterKind::kInteger, 1, "", "!= 0", ""),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.states = DiscreteStates({"output", "shift register"});
  block.behaviour = "y = +amplitude or -amplitude; repeats after 2^bits - 1 samples";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    const auto bits = static_cast<int>(arguments.integer("bits"));
    const int64_t seed = arguments.integer("register_seed");
    if (LowBits(seed, bits) != 0) return;
    problems->Add("register_seed", "is " + std::to_string(seed) + ", whose low " +
                                       std::to_string(bits) +
                                       " bits are all 0; give one that is not a multiple of " +
                                       std::to_string(int64_t{1} << bits));
  };
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-16 7 H-12 V-7 H-9 V7 H-6 V-7 H1 V7 H8 V-7 H11 V7 H13 V-7 H16");
  };
  block.UseNonSymbolicSystem<BinarySequence>();
  return block;
}

}  // namespace loopwright
