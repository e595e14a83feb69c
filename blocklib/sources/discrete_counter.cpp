#include <cmath>

#include "blocklib/common/block_leaf.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {
namespace {

// `x` wrapped to [0, modulus).
template <typename T>
T Wrap(const T& x, const T& modulus) {
  using std::floor;
  const T wrapped = x - modulus * floor(x / modulus);
  // Rounding can give the modulus itself.
  return select(wrapped < modulus, wrapped, T(0));
}

}  // namespace

// Counts its own updates, y = x, x⁺ = x⁻ + increment: the system of the discrete-systems document.
//
//     DiscreteCounter → y
//
// With a modulus > 0 the count is wrapped to [0, modulus).
//
// Numeric parameters: 0 initial value, 1 increment.
template <typename T>
class DiscreteCounter final : public BlockLeaf<T> {
 public:
  // Updates at offset_sec + k*period_sec. Throws std::logic_error unless modulus >= 0. A modulus of
  // zero means none. It is known at the making, since whether there is one decides what an update
  // computes.
  DiscreteCounter(double period_sec, double offset_sec, const T& initial_value, const T& increment,
                  const Known<T>& modulus)
      : BlockLeaf<T>(KeepArguments<DiscreteCounter, T>(period_sec, offset_sec, initial_value,
                                                       increment, modulus)),
        modulus_(modulus) {
    LOOPWRIGHT_THROW_UNLESS(modulus.number >= 0);
    this->DeclareNumericParameter(BasicVector<T>{initial_value});
    this->DeclareNumericParameter(BasicVector<T>{increment});
    this->DeclareDiscreteState(1);
    this->StartAs(kInitialValue);  // What is shown before the first update.
    this->template DeclarePeriodicDiscreteUpdateEvent<&DiscreteCounter::Update>(period_sec,
                                                                                offset_sec);
    this->DeclareStateOutputPort("y", DiscreteStateIndex(0));
  }

  // From the parameters `period`, `offset`, `initial_value`, `increment` and `modulus`.
  explicit DiscreteCounter(const BlockArguments& arguments)
      : DiscreteCounter(arguments.number("period"), arguments.number("offset"),
                        arguments.number<T>("initial_value"), arguments.number<T>("increment"),
                        arguments.known<T>("modulus")) {}

 private:
  enum Parameter { kInitialValue, kIncrement };

  // Adds the increment to the count, and wraps it where there is a modulus.
  void Update(const Context<T>& context, T* next) const {
    const T sum = this->discrete_data(context, 0)[0] + this->parameter_data(context, kIncrement)[0];
    next[0] = modulus_.number > 0 ? Wrap(sum, modulus_.value) : sum;
  }

  Known<T> modulus_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(DiscreteCounter)

// The modulus may be any positive number: with an increment of 0.1 and a modulus of 1 it is a
// sawtooth.
BlockDescriptor DiscreteCounterBlock() {
  BlockDescriptor block;
  block.type = "DiscreteCounter";
  block.category = "sources";
  block.title = "Discrete counter";
  block.summary = "Counts its updates.";
  block.search_words = "counter, count up, sample number, index, ticks";
  block.names_elsewhere = "Counter Free-Running, Counter Limited, Counter, Modulo_Count";
  block.icon = R"(
  <path d="M2.5 19 H7.2 V14.5 H12 V10 H16.8 V5.5 H21.5"/>
)";
  block.outputs = {"y"};
  block.parameters = {
      PeriodParameter(),
      OffsetParameter(),
      MakeParameter("initial_value", ParameterKind::kNumber, 0, "", "", ""),
      MakeParameter("increment", ParameterKind::kNumber, 1, "", "", ""),
      MakeParameter("modulus", ParameterKind::kNumber, 0, "", ">= 0", "0: never wraps"),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.states = DiscreteStates({"count"});
  block.behaviour = "y = x; x+ = x- + increment (wrapped to [0, modulus) where modulus > 0)";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-15 9 H-9 V4 H-2 V-1 H5 V-6 H12 V-10 H16");
  };
  block.UseSystem<DiscreteCounter>();
  return block;
}

}  // namespace loopwright
