#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/expression/tape_branches.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {
namespace {

// Truncation is floor or ceil, by the sign of u.
template <typename Function>
Operation OperationOf(Function function, bool is_negative) {
  switch (function) {
    case Function::kNearest:
      return Operation::kRound;
    case Function::kFloor:
      return Operation::kFloor;
    case Function::kCeil:
      return Operation::kCeil;
    case Function::kTruncate:
      break;
  }
  return is_negative ? Operation::kCeil : Operation::kFloor;
}

}  // namespace

// Rounds each element of a signal to a whole number.
//
//     u → Rounding → y
//
// `nearest` takes ties away from zero, `truncate` drops the fraction. Each element has a mode
// (semantics 11): the whole number; so every jump is located. From 2^53 on, where every number is
// whole, y = u.
// Modes by hand: as a formula a run takes 2.6 times as long (resources/docs/decisions/modes.md).
template <typename T>
class Rounding final : public LeafSystem<T> {
 public:
  enum class Function { kNearest, kFloor, kCeil, kTruncate };

  // For a signal of `width` elements. Every element has a mode, the number that it is rounded to.
  Rounding(Function function, int width)
      : LeafSystem<T>(KeepArguments<Rounding, T>(function, width)),
        function_(function),
        width_(width) {
    this->DeclareVectorInputPort("u", width);
    this->DeclareModes(width);
    this->template DeclareVectorOutputPort<&Rounding::CalcOutput>(
        "y", width, {this->all_input_ports_ticket(), this->modes_ticket()});
  }

  // From the parameter `function` and the width of the input. The choices of the descriptor are in
  // the order of Function.
  explicit Rounding(const BlockArguments& arguments)
      : Rounding(
            [&] {
              const auto& names = arguments.descriptor().FindParameter("function")->choices;
              const auto at = std::find(names.begin(), names.end(), arguments.text("function"));
              return static_cast<Function>(at - names.begin());
            }(),
            arguments.input_width(0)) {}

 private:
  // Without held modes both ways of rounding are computed and the sign of u chooses: they differ
  // only for truncation.
  void CalcOutput(const Context<T>& context, T* y) const {
    const T* u = this->input_data(context, 0);
    const int64_t* held = this->held_modes(context);
    for (int i = 0; i < width_; ++i) {
      if (held) {
        y[i] = tape_branches::Value(OperationOf(function_, held[i] < 0), held[i], u[i], u[i]);
      } else {
        const T up = tape_branches::Follow(OperationOf(function_, false), u[i], u[i]);
        const T down = tape_branches::Follow(OperationOf(function_, true), u[i], u[i]);
        y[i] = select(u[i] < 0, down, up);
      }
    }
  }

  // A value exactly on a jump belongs to the side to which it is moving.
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override {
    const T* u = this->input_data(context, 0);
    for (int i = 0; i < width_; ++i) {
      const double value = JustAfter(u[i]);
      modes[i] = tape_branches::Index(OperationOf(function_, value < 0), value, value);
    }
  }

  // Truncation gives 0 on both sides of zero, so its branch 0 reaches from -1 to 1.
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override {
    using std::abs;
    const T* u = this->input_data(context, 0);
    for (int i = 0; i < width_; ++i) {
      margins[i] =
          function_ == Function::kTruncate && modes[i] == 0
              ? T(1 - abs(u[i]))
              : tape_branches::Margin(OperationOf(function_, modes[i] < 0), modes[i], u[i], u[i]);
    }
  }

  Function function_;
  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(Rounding)

// The output jumps, so its wire is drawn as one that changes in steps, and every jump is an event.
BlockDescriptor RoundBlock() {
  BlockDescriptor block;
  block.type = "Round";
  block.category = "math";
  block.title = "Round";
  block.summary = "Rounds.";
  block.search_words = "floor, ceil, fix, truncate, integer, rounding";
  block.names_elsewhere = "Rounding Function, Data Type Conversion, CONVERT";
  block.icon = R"(
  <path d="M4 19 H10 M9.8 12 H15.8 M15.6 5 H21.5"/>
  <circle cx="4" cy="19" r="1.8" fill="currentColor" stroke="none"/>
  <circle cx="9.8" cy="12" r="1.8" fill="currentColor" stroke="none"/>
  <circle cx="15.6" cy="5" r="1.8" fill="currentColor" stroke="none"/>
)";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("function", ParameterKind::kChoice, "nearest", "",
                    "nearest | floor | ceil | truncate", ""),
  };
  block.behaviour = "elementwise; each jump is located";
  block.timing = [](const BlockArguments&) { return BlockTiming::kPiecewise; };
  block.face = [](const FaceParameters& p) {
    const std::string function = p.Text("function");
    return Face::Text(function == "floor"      ? "⌊u⌋"
                      : function == "ceil"     ? "⌈u⌉"
                      : function == "truncate" ? "trunc u"
                                               : "round u",
                      13);
  };
  block.UseSystem<Rounding>();
  return block;
}

}  // namespace loopwright
