#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "blocklib/common/block_helpers.h"
#include "blocklib/common/block_leaf.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// The widths of all inputs but the first.
template <typename Widths>
std::vector<int> WidthsOfChoices(const Widths& of) {
  std::vector<int> widths = InputWidths(of);
  widths.erase(widths.begin());
  return widths;
}

}  // namespace

// Passes the input that an index names, elementwise: y = u1 where the index, rounded, is 1.
//
//     index → ┌─────────────────┐
//     u1    → │                 │
//     …       │ MultiportSwitch │ → y
//     un    → └─────────────────┘
//
// An input of one element is spread. Each element of the index has a mode (semantics 11), the
// number of the input that passes. An index that is not from 0.5 up to (not including) n + 0.5
// fails the run, where it leaves that range and at the start; the nearest input passes until then.
// Modes by hand: one for n inputs, which are n - 1 comparisons in a formula.
template <typename T>
class MultiportSwitch final : public BlockLeaf<T> {
 public:
  // `widths` are those of u1 … un, at least one (std::logic_error). Checks the widths against the
  // widest, and watches the range of the index from the start on.
  MultiportSwitch(int index_width, const std::vector<int>& widths)
      : BlockLeaf<T>(KeepArguments<MultiportSwitch, T>(index_width, widths)),
        index_width_(index_width),
        index_stride_(Stride(index_width)),
        width_(index_width) {
    LOOPWRIGHT_THROW_UNLESS(!widths.empty());
    this->DeclareVectorInputPort("index", index_width);
    for (size_t i = 0; i < widths.size(); ++i) {
      this->DeclareVectorInputPort(NumberedPort("u", static_cast<int>(i)), widths[i]);
      strides_.push_back(Stride(widths[i]));
      width_ = std::max(width_, widths[i]);
    }
    for (const int width : widths) LOOPWRIGHT_THROW_UNLESS(width == 1 || width == width_);
    LOOPWRIGHT_THROW_UNLESS(index_width == 1 || index_width == width_);
    this->DeclareModes(index_width);
    this->template DeclareVectorOutputPort<&MultiportSwitch::CalcOutput>(
        "y", width_, {this->all_input_ports_ticket(), this->modes_ticket()});
    this->DeclareInitializationPublishEvent(&MultiportSwitch::CheckAtStart);
    this->Watch(this->MakeWitnessFunction("the index leaves its range",
                                          WitnessFunctionDirection::kPositiveThenNonPositive,
                                          &MultiportSwitch::CalcInRange, &MultiportSwitch::Fail));
  }

  // From the widths of the inputs.
  explicit MultiportSwitch(const BlockArguments& arguments)
      : MultiportSwitch(arguments.input_width(0), WidthsOfChoices(arguments)) {}

 private:
  // n, the number of inputs to choose from.
  int num_choices() const { return static_cast<int>(strides_.size()); }

  // Element `element` of the input that the present index names.
  T Choose(const Context<T>& context, const T& index, int element) const {
    const int last = num_choices();
    // From the last choice backwards: of three, 1 below 1.5, 2 below 2.5, else 3.
    T chosen = this->input_data(context, last)[element * strides_[static_cast<size_t>(last) - 1]];
    for (int port = last - 1; port >= 1; --port) {
      const T& value =
          this->input_data(context, port)[element * strides_[static_cast<size_t>(port) - 1]];
      chosen = select(index < port + 0.5, value, chosen);
    }
    return chosen;
  }

  // With a held mode one input is read; without, the choice is made by comparisons, which
  // expressions can hold.
  void CalcOutput(const Context<T>& context, T* y) const {
    const int64_t* held = this->held_modes(context);
    const T* index = this->input_data(context, 0);
    for (int i = 0; i < width_; ++i) {
      const int j = i * index_stride_;
      if (held == nullptr) {
        y[i] = Choose(context, index[j], i);
      } else {
        const auto port = static_cast<int>(held[j]);
        y[i] = this->input_data(context, port)[i * strides_[static_cast<size_t>(port) - 1]];
      }
    }
  }

  // The rounded index, moved into the range; a value exactly between two numbers belongs to the
  // side to which it is moving.
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override {
    const T* index = this->input_data(context, 0);
    for (int i = 0; i < index_width_; ++i) {
      const double number = std::floor(JustAfter(T(index[i] + 0.5)));
      // Not a number counts as 1.
      modes[i] = number >= 1 ? static_cast<int64_t>(std::min<double>(number, num_choices())) : 1;
    }
  }

  // The distance of the index to the nearer half at which it rounds to another number.
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override {
    using std::min;
    const T* index = this->input_data(context, 0);
    for (int i = 0; i < index_width_; ++i) {
      const auto number = static_cast<double>(modes[i]);
      const T above = index[i] - (number - 0.5), below = number + 0.5 - index[i];
      // Beyond the ends the first and the last stay.
      const bool is_first = modes[i] == 1, is_last = modes[i] == num_choices();
      margins[i] = is_first && is_last ? T(1)
                   : is_first          ? below
                   : is_last           ? above
                                       : min(above, below);
    }
  }

  // Fails where an index is out of range before the first step. A witness does not see what is out
  // of range from the beginning.
  EventStatus CheckAtStart(const Context<T>& context) const {
    return IsTrue(CalcInRange(context) < 0) ? Fail(context) : EventStatus::DidNothing();
  }

  // Ends the run with the first index that is out of range.
  EventStatus Fail(const Context<T>& context) const {
    const T* index = this->input_data(context, 0);
    for (int i = 0; i < index_width_; ++i) {
      const double value = ValueOf(index[i]);
      if (value >= 0.5 && value < num_choices() + 0.5) continue;
      return EventStatus::Failed(this, "the index is " + FormatNumber(value) +
                                           "; rounded, it must be a number from 1 to " +
                                           std::to_string(num_choices()));
    }
    return EventStatus::DidNothing();
  }

  // 1 where every index is in range, else -1. An index that is no number is out of range as well.
  T CalcInRange(const Context<T>& context) const {
    const T* index = this->input_data(context, 0);
    BoolOf<T> any_outside{};
    for (int i = 0; i < index_width_; ++i) {
      any_outside = any_outside || !(index[i] >= 0.5) || !(index[i] < num_choices() + 0.5);
    }
    return select(any_outside, T(-1), T(1));
  }

  int index_width_;
  int index_stride_;
  std::vector<int> strides_;
  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(MultiportSwitch)

// The first input is the index, the others are what it chooses from, numbered from 1 on the block
// as in the index.
BlockDescriptor MultiportSwitchBlock() {
  BlockDescriptor block;
  block.type = "MultiportSwitch";
  block.category = "routing";
  block.title = "Multiport switch";
  block.summary = "Passes the input that an index names.";
  block.search_words = "case, selector switch, choose by index, route, rotary switch";
  block.names_elsewhere =
      "M_SWITCH, SELECT_m, ESELECT_f, ISELECT_m, Index Vector, Switch Case, PortSwitch";
  block.icon = R"(
  <path d="M2.5 5 H7 M2.5 12 H7 M2.5 19 H7 M8 18.2 L17 12 H21.5"/>
  <circle cx="7.3" cy="5" r="1.8" fill="currentColor" stroke="none"/>
  <circle cx="7.3" cy="12" r="1.8" fill="currentColor" stroke="none"/>
  <circle cx="7.3" cy="19" r="1.8" fill="currentColor" stroke="none"/>
)";
  block.inputs = {"index", "u1..un"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("inputs", ParameterKind::kInteger, 2, "", ">= 1", ""),
  };
  block.behaviour = "index counted from 1, rounded; out of range fails the run and names the block";
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-7 -10 H-2 M-7 0 H-2 M-7 10 H-2 L8 0 H15");
  };
  block.input_sign = [](const FaceParameters&, int i) -> std::string {
    return i == 0 ? "#" : std::to_string(i);
  };
  block.UseSystem<MultiportSwitch>();
  return block;
}

}  // namespace loopwright
