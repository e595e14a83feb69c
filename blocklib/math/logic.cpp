#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "blocklib/common/block_helpers.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// A logical operation on signals, elementwise; an input is true when it is not 0, y is 1 or 0.
//
//     u1 → ┌───────┐
//     …    │ Logic │ → y
//     un → └───────┘
//
// | operator | true where          |
// |----------|---------------------|
// | and      | all are true        |
// | nand     | not all are true    |
// | or       | one or more is true |
// | nor, not | none is true        |
// | xor      | an odd number is    |
//
// Each element of each input has a mode (semantics 11): its truth. A continuous signal that
// crosses zero stays true. An input of one element is spread.
// Modes by hand: as a formula a run takes 2.5 times as long (resources/docs/decisions/modes.md).
template <typename T>
class Logic final : public LeafSystem<T> {
 public:
  enum class Operator { kAnd, kOr, kNot, kXor, kNand, kNor };

  // `op` is an operator's name; `widths` has the width of each input: 1 or a common one. The modes
  // of all inputs lie one behind the other, those of input k from first_mode_[k] on.
  Logic(const std::string& op, const std::vector<int>& widths)
      : LeafSystem<T>(KeepArguments<Logic, T>(op, widths)), widths_(widths) {
    static const std::vector<std::string> names{"and", "or", "not", "xor", "nand", "nor"};
    const auto found = std::find(names.begin(), names.end(), op);
    LOOPWRIGHT_THROW_UNLESS(found != names.end() && !widths.empty());
    operator_ = static_cast<Operator>(found - names.begin());
    width_ = *std::max_element(widths.begin(), widths.end());
    int modes = 0;
    for (size_t i = 0; i < widths.size(); ++i) {
      LOOPWRIGHT_THROW_UNLESS(widths[i] == 1 || widths[i] == width_);
      this->DeclareVectorInputPort(NumberedPort("u", static_cast<int>(i)), widths[i]);
      first_mode_.push_back(modes);
      modes += widths[i];
    }
    this->DeclareModes(modes);
    this->template DeclareVectorOutputPort<&Logic::CalcOutput>(
        "y", width_, {this->all_input_ports_ticket(), this->modes_ticket()});
  }

  // From the parameter `operator` and the widths of the inputs.
  explicit Logic(const BlockArguments& arguments)
      : Logic(arguments.text("operator"), InputWidths(arguments)) {}

 private:
  // With held modes the truths are numbers, otherwise conditions on the inputs.
  void CalcOutput(const Context<T>& context, T* y) const {
    const int64_t* held = this->held_modes(context);
    for (int i = 0; i < width_; ++i) {
      if (held) {
        y[i] =
            Combine(i, [&](int k, int j) { return held[first_mode_[k] + j] != 0; }) ? T(1) : T(0);
      } else {
        y[i] = select(
            Combine(i, [&](int k, int j) { return this->input_data(context, k)[j] != T(0); }), T(1),
            T(0));
      }
    }
  }

  // Each element of each input is true where it is not zero.
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override {
    for (size_t k = 0; k < widths_.size(); ++k) {
      const T* u = this->input_data(context, static_cast<int>(k));
      for (int i = 0; i < widths_[k]; ++i) *modes++ = IsTrue(u[i] != T(0));
    }
  }

  // Truth ends only where a signal comes to rest at zero; its distance to zero is the margin.
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override {
    using std::abs;
    for (size_t k = 0; k < widths_.size(); ++k) {
      const T* u = this->input_data(context, static_cast<int>(k));
      for (int i = 0; i < widths_[k]; ++i)
        *margins++ = *modes++ != 0 ? T(abs(u[i])) : T(-abs(u[i]));
    }
  }

  // The outcome for element `element`; `truth(k, i)` is that of element i of input k. Works out
  // "all", "any" and "an odd number" in one pass, as all operators follow from these. The truths
  // may be numbers or expressions.
  template <typename Truth>
  auto Combine(int element, const Truth& truth) const {
    const auto at = [&](size_t k) {
      return truth(static_cast<int>(k), element * Stride(widths_[k]));
    };
    // The first input begins all three.
    auto all = at(0);
    auto any = all, odd = all;
    for (size_t k = 1; k < widths_.size(); ++k) {
      const auto next = at(k);
      all = all && next;
      any = any || next;
      odd = odd != next;
    }
    switch (operator_) {
      case Operator::kAnd:
        return all;
      case Operator::kOr:
        return any;
      case Operator::kXor:
        return odd;
      case Operator::kNand:
        return decltype(all)(!all);
      default:
        return decltype(any)(!any);
    }
  }

  Operator operator_;
  std::vector<int> widths_;
  std::vector<int> first_mode_;  ///< of each input
  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(Logic)

// Signals are numbers here, and truths are the numbers 0 and 1; any number but 0 counts as true.
BlockDescriptor LogicBlock() {
  BlockDescriptor block;
  block.type = "Logic";
  block.category = "math";
  block.title = "Logic";
  block.summary = "Logical operation.";
  block.search_words = "and, or, not, xor, nand, nor, boolean, gate, logical";
  block.names_elsewhere = "Logical Operator, LOGIC, LOGICAL_OP, ANDLOG_f, ANDBLK";
  block.icon = R"(
  <path d="M6 4.5 H11.5 C21.8 4.5 21.8 19.5 11.5 19.5 H6 Z"/>
  <path d="M2.5 9 H6 M2.5 15 H6 M19.2 12 H22"/>
)";
  block.inputs = {"u1..un"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("operator", ParameterKind::kChoice, "and", "",
                    "and | or | not | xor | nand | nor", ""),
      MakeParameter("inputs", ParameterKind::kInteger, 2, "", ">= 1", ""),
  };
  block.behaviour = "an input is true when it is not 0";
  block.timing = [](const BlockArguments&) { return BlockTiming::kPiecewise; };
  block.face = [](const FaceParameters& p) {
    std::string name = p.Text("operator");
    for (char& letter : name)
      letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    return Face::Text(std::move(name));
  };
  block.UseSystem<Logic>();
  return block;
}

}  // namespace loopwright
