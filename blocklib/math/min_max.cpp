#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "blocklib/common/block_helpers.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/expression/tape_branches.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// The least or the greatest of signals, elementwise; of a single input, of its elements.
//
//     u1 → ┌────────┐
//     …    │ MinMax │ → y
//     un → └────────┘
//
// Each element of y has a mode (semantics 11): the number of the signal (of a single input: of its
// element) that passes, the first one of equals. NaN passes before all others. An input of one
// element is spread.
// Modes by hand: as a formula a run takes 2.0 times as long (resources/docs/decisions/modes.md).
template <typename T>
class MinMax final : public LeafSystem<T> {
 public:
  enum class Function { kMin, kMax };

  // `widths` has the width of each input: 1 or a common one. Of one input the elements compete for
  // a single output; of several, the inputs do, element by element.
  MinMax(Function function, const std::vector<int>& widths)
      : LeafSystem<T>(KeepArguments<MinMax, T>(function, widths)), function_(function) {
    LOOPWRIGHT_THROW_UNLESS(!widths.empty());
    const int widest = *std::max_element(widths.begin(), widths.end());
    for (size_t i = 0; i < widths.size(); ++i) {
      LOOPWRIGHT_THROW_UNLESS(widths[i] == 1 || widths[i] == widest);
      this->DeclareVectorInputPort(NumberedPort("u", static_cast<int>(i)), widths[i]);
      strides_.push_back(Stride(widths[i]));
    }
    is_over_elements_ = widths.size() == 1;
    count_ = is_over_elements_ ? widest : static_cast<int>(widths.size());
    width_ = is_over_elements_ ? 1 : widest;
    this->DeclareModes(width_);
    this->template DeclareVectorOutputPort<&MinMax::CalcOutput>(
        "y", width_, {this->all_input_ports_ticket(), this->modes_ticket()});
  }

  // From the parameter `function` and the widths of the inputs.
  explicit MinMax(const BlockArguments& arguments)
      : MinMax(arguments.text("function") == "min" ? Function::kMin : Function::kMax,
               InputWidths(arguments)) {}

 private:
  // A held mode says which value passes; otherwise each competes with the best so far.
  void CalcOutput(const Context<T>& context, T* y) const {
    const int64_t* held = kIsSymbolic<T> ? nullptr : this->held_modes(context);
    for (int i = 0; i < width_; ++i) {
      if (held != nullptr) {
        y[i] = Candidate(context, i, static_cast<int>(held[i]));
        continue;
      }
      T best = Candidate(context, i, 0);
      for (int k = 1; k < count_; ++k) best = Better(best, Candidate(context, i, k));
      y[i] = best;
    }
  }

  // The mode is the number of the value that passes.
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override {
    for (int i = 0; i < width_; ++i) modes[i] = Winner(context, i);
  }

  // How far the nearest of the others is from taking over; infinity where there is no other.
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override {
    for (int i = 0; i < width_; ++i) {
      const T& winner = Candidate(context, i, static_cast<int>(modes[i]));
      margins[i] = T(std::numeric_limits<double>::infinity());
      for (int k = 0; k < count_; ++k) {
        if (k == modes[i]) continue;
        const T& other = Candidate(context, i, k);
        const T distance = function_ == Function::kMin ? T(other - winner) : T(winner - other);
        margins[i] = select(distance < margins[i], distance, margins[i]);
      }
    }
  }

  // Value `k` of those that element `i` of y is chosen from. Where the values lie depends on
  // whether elements or inputs compete.
  const T& Candidate(const Context<T>& context, int i, int k) const {
    if (is_over_elements_) return this->input_data(context, 0)[k];
    return this->input_data(context, k)[i * strides_[k]];
  }

  // Whether `value` passes before `best`, which came first. By the rules of min and max in
  // formulas. Each operation is a constant here, so that of numbers a comparison is left.
  bool IsBetter(const T& value, const T& best) const {
    return (function_ == Function::kMin
                ? tape_branches::IndexOf(Operation::kMin, best, value)
                : tape_branches::IndexOf(Operation::kMax, best, value)) == 1;
  }

  // Which of both passes. Of expressions a formula of both, else the one that passes.
  T Better(const T& best, const T& value) const {
    if constexpr (kIsSymbolic<T>) {
      return function_ == Function::kMin ? min(best, value) : max(best, value);
    } else {
      return IsBetter(value, best) ? value : best;
    }
  }

  // The number of the value that passes. Each value competes with the best so far.
  int64_t Winner(const Context<T>& context, int i) const {
    int winner = 0;
    for (int k = 1; k < count_; ++k) {
      if (IsBetter(Candidate(context, i, k), Candidate(context, i, winner))) winner = k;
    }
    return winner;
  }

  Function function_;
  bool is_over_elements_;     ///< of one input the elements compete
  std::vector<int> strides_;  ///< of the inputs
  int count_;                 ///< of the values that each element of y is chosen from
  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(MinMax)

// `inputs` makes ports; with one of them the block looks for the least or greatest element of a
// vector instead.
BlockDescriptor MinMaxBlock() {
  BlockDescriptor block;
  block.type = "MinMax";
  block.category = "math";
  block.title = "Minimum or maximum";
  block.summary = "Minimum or maximum of its inputs.";
  block.search_words = "minimum, maximum, smallest, largest, limit to the other signal";
  block.names_elsewhere = "MAXMIN, MAX_f, MIN_f, MinMax Running Resettable";
  block.icon = R"(
  <path d="M3 19 L12 12.5 M12 12.5 L21 19" stroke-width="1.3" stroke-opacity="0.6" stroke-dasharray="2 2.6"/>
  <path d="M3 6 L12 12.5 L21 6"/>
)";
  block.inputs = {"u1..un"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("function", ParameterKind::kChoice, "max", "", "min | max", ""),
      MakeParameter("inputs", ParameterKind::kInteger, 2, "", ">= 1", ""),
  };
  block.behaviour = "with one vector input: over its elements";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    if (widths->num_inputs() == 1) return widths->set_out(0, 1);
    widths->Elementwise();
  };
  block.face = [](const FaceParameters& p) { return Face::Text(p.Text("function"), 13); };
  block.UseSystem<MinMax>();
  return block;
}

}  // namespace loopwright
