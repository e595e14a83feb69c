#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "blocklib/common/conditions.h"
#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/expression/tape_branches.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// Rounds each element of a signal to a multiple of an interval, y = interval*round(u/interval),
// ties away from zero.
//
//     u → Quantizer → y
//
// Each element has a mode (semantics 11): the multiple; so every jump is located. From 2^53
// intervals on, where they are finer than numbers are, y = u. Numeric parameter 0 is the interval.
// Modes by hand: as a formula a run takes 2.5 times as long (resources/docs/decisions/modes.md).
template <typename T>
class Quantizer final : public LeafSystem<T> {
 public:
  // `interval` is positive and finite. The interval is a parameter of the context; the modes are
  // counted in it.
  Quantizer(const T& interval, int width)
      : LeafSystem<T>(KeepArguments<Quantizer, T>(interval, width)), width_(width) {
    LOOPWRIGHT_THROW_UNLESS(MayHold(interval > 0) && IsFinite(interval));
    this->DeclareVectorInputPort("u", width);
    this->DeclareNumericParameter(BasicVector<T>{interval});
    this->DeclareModes(width);
    this->template DeclareVectorOutputPort<&Quantizer::CalcOutput>(
        "y", width,
        {this->all_input_ports_ticket(), this->all_parameters_ticket(), this->modes_ticket()});
  }

  // From the parameter `interval`.
  explicit Quantizer(const BlockArguments& arguments)
      : Quantizer(arguments.number<T>("interval"), arguments.input_width(0)) {}

 private:
  // With a held mode the output is that multiple, a constant; a mode at the largest index stands
  // for u itself.
  void CalcOutput(const Context<T>& context, T* y) const {
    using std::abs;
    constexpr double kFinest = static_cast<double>(tape_branches::kLargestIndex);
    const T* u = this->input_data(context, 0);
    const T& interval = this->parameter_data(context, 0)[0];
    const int64_t* held = this->held_modes(context);
    for (int i = 0; i < width_; ++i) {
      if (held == nullptr) {
        const T count = u[i] / interval;
        const T multiple = interval * tape_branches::Follow(Operation::kRound, count, count);
        y[i] = select(abs(count) < kFinest, multiple, u[i]);
      } else {
        y[i] = std::abs(held[i]) == tape_branches::kLargestIndex
                   ? u[i]
                   : T(interval * static_cast<double>(held[i]));
      }
    }
  }

  // The multiple that u is rounded to, by the rules for rounding that formulas have as well.
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override {
    const T* u = this->input_data(context, 0);
    const T& interval = this->parameter_data(context, 0)[0];
    for (int i = 0; i < width_; ++i) {
      modes[i] = tape_branches::IndexOf(Operation::kRound, T(u[i] / interval), T(0));
    }
  }

  // How far u is from where it rounds to another multiple, in intervals.
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override {
    const T* u = this->input_data(context, 0);
    const T& interval = this->parameter_data(context, 0)[0];
    for (int i = 0; i < width_; ++i) {
      margins[i] = tape_branches::Margin(Operation::kRound, modes[i], T(u[i] / interval), T(0));
    }
  }

  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(Quantizer)

// Its output is constant between jumps, which the drawing of its wire shows.
BlockDescriptor QuantizerBlock() {
  BlockDescriptor block;
  block.type = "Quantizer";
  block.category = "nonlinear";
  block.title = "Quantizer";
  block.summary = "Rounds to multiples of an interval.";
  block.search_words = "quantize, resolution, ADC, AD converter, bits, round to steps";
  block.names_elsewhere = "QUANT_f, QUANT, Idealized ADC Quantizer";
  block.icon = R"(
  <path d="M3 21 L21 3" stroke-width="1" stroke-opacity="0.45"/>
  <path d="M3 19.3 H6.5 V15.6 H10.2 V12 H13.8 V8.4 H17.5 V4.7 H21"/>
)";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("interval", ParameterKind::kNumber, 0.1, "", "> 0", ""),
  };
  block.behaviour = "y = interval*round(u/interval)";
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"interval"}, problems);
  };
  block.timing = [](const BlockArguments&) { return BlockTiming::kPiecewise; };
  block.characteristic = [](const ParameterReader& number) -> Characteristic {
    return RoundingCharacteristic{number("interval")};
  };
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-15 8 H-9 V4 H-3 V0 H3 V-4 H9 V-8 H15", "M-15 10 L15 -10");
  };
  block.UseSystem<Quantizer>();
  return block;
}

}  // namespace loopwright
