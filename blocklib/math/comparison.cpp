#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/expression/operation.h"
#include "engine/expression/tape_branches.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {
namespace {

// The operation of formulas that an operator names, so that a block and a formula compare alike.
Operation OperationOf(const std::string& op) {
  constexpr std::pair<const char*, Operation> kOperations[] = {
      {"<", Operation::kLess},      {"<=", Operation::kLessEqual}, {"==", Operation::kEqual},
      {"!=", Operation::kNotEqual}, {">", Operation::kGreater},    {">=", Operation::kGreaterEqual},
  };
  const auto found = std::find_if(std::begin(kOperations), std::end(kOperations),
                                  [&](const auto& entry) { return entry.first == op; });
  LOOPWRIGHT_THROW_UNLESS(found != std::end(kOperations));
  return found->second;
}

}  // namespace

// Compares two signals elementwise: y = 1 where u1 OPERATOR u2 is true, else 0.
//
//     u1 → ┌────────────┐
//     u2 → │ Comparison │ → y
//          └────────────┘
//
// Each element has a mode (semantics 11): its truth. Between continuous signals `==` is true only
// while they are held equal; that they cross is no event. An input of one element is spread.
// Modes by hand: as a formula a run takes 2.7 times as long (resources/docs/decisions/modes.md).
template <typename T>
class Comparison final : public LeafSystem<T> {
 public:
  // `op` is one of < <= == != >= >; std::logic_error otherwise. The output is the modes themselves
  // while they are held; it depends on the inputs otherwise.
  Comparison(const std::string& op, int u1_width, int u2_width)
      : LeafSystem<T>(KeepArguments<Comparison, T>(op, u1_width, u2_width)),
        operation_(OperationOf(op)),
        u1_stride_(Stride(u1_width)),
        u2_stride_(Stride(u2_width)),
        width_(std::max(u1_width, u2_width)) {
    LOOPWRIGHT_THROW_UNLESS(u1_width == 1 || u1_width == width_);
    LOOPWRIGHT_THROW_UNLESS(u2_width == 1 || u2_width == width_);
    this->DeclareVectorInputPort("u1", u1_width);
    this->DeclareVectorInputPort("u2", u2_width);
    this->DeclareModes(width_);
    this->template DeclareVectorOutputPort<&Comparison::CalcOutput>(
        "y", width_, {this->all_input_ports_ticket(), this->modes_ticket()});
  }

  // From the parameter `operator` and the widths of the inputs.
  explicit Comparison(const BlockArguments& arguments)
      : Comparison(arguments.text("operator"), arguments.input_width(0), arguments.input_width(1)) {
  }

 private:
  // 1 or 0 for numbers, and for expressions the comparison itself as a formula.
  void CalcOutput(const Context<T>& context, T* y) const {
    if (const int64_t* held = this->held_modes(context)) {
      for (int i = 0; i < width_; ++i) y[i] = T(static_cast<double>(held[i]));
      return;
    }
    const T* u1 = this->input_data(context, 0);
    const T* u2 = this->input_data(context, 1);
    for (int i = 0; i < width_; ++i) {
      const T& a = u1[i * u1_stride_];
      const T& b = u2[i * u2_stride_];
      if constexpr (kIsSymbolic<T>) {
        y[i] = Expression::Make(operation_, a, b);
      } else {
        y[i] = T(static_cast<double>(tape_branches::Index(operation_, ValueOf(a), ValueOf(b))));
      }
    }
  }

  // 0 or 1 for each element, by the rules of formulas.
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override {
    const T* u1 = this->input_data(context, 0);
    const T* u2 = this->input_data(context, 1);
    for (int i = 0; i < width_; ++i) {
      modes[i] = tape_branches::IndexOf(operation_, u1[i * u1_stride_], u2[i * u2_stride_]);
    }
  }

  // How far the two values are from the point at which the comparison turns over.
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override {
    const T* u1 = this->input_data(context, 0);
    const T* u2 = this->input_data(context, 1);
    for (int i = 0; i < width_; ++i) {
      margins[i] =
          tape_branches::Margin(operation_, modes[i], u1[i * u1_stride_], u2[i * u2_stride_]);
    }
  }

  Operation operation_;
  int u1_stride_;
  int u2_stride_;
  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(Comparison)

// Between continuous signals equality holds at single instants only, which are no branches that a
// motion can follow: so == is true only while both are held equal.
BlockDescriptor ComparisonBlock() {
  BlockDescriptor block;
  block.type = "Comparison";
  block.category = "math";
  block.title = "Comparison";
  block.summary = "Compares two signals.";
  block.search_words = "compare, greater, less, equal, threshold, relational, <, >, ==, <=, >=, !=";
  block.names_elsewhere =
      "Relational Operator, Compare To Zero, Compare To Constant, RELATIONALOP, Interval Test";
  block.icon = R"(
  <path d="M18.5 4.5 L5.5 11 L18.5 17.5"/>
  <path d="M5.5 20.5 H18.5"/>
)";
  block.inputs = {"u1", "u2"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("operator", ParameterKind::kChoice, "<", "", "< | <= | == | != | >= | >", ""),
  };
  block.behaviour =
      "y = 1 where true, else 0 (a mode); == and != between continuous signals are true only while "
      "they are held equal";
  block.timing = [](const BlockArguments&) { return BlockTiming::kPiecewise; };
  block.face = [](const FaceParameters& p) {
    const std::string relation = p.Text("operator");
    return Face::Text(relation == "<="   ? "≤"
                      : relation == ">=" ? "≥"
                      : relation == "==" ? "="
                      : relation == "!=" ? "≠"
                                         : relation,
                      18);
  };
  block.UseSystem<Comparison>();
  return block;
}

}  // namespace loopwright
