#include <algorithm>
#include <cstdint>

#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// Passes u1 where control >= threshold, else u2, elementwise.
//
//     u1      → ┌────────┐
//     control → │ Switch │ → y
//     u2      → └────────┘
//
// An input of one element is spread. Each element of the control has a mode (semantics 11): 1
// where u1 passes, 0 where u2 does. Numeric parameter 0 is the threshold.
// Modes by hand: as a formula a run takes 2.2 times as long (resources/docs/decisions/modes.md).
template <typename T>
class Switch final : public LeafSystem<T> {
 public:
  // The widths are equal or 1; std::logic_error otherwise. The modes are those of the control, of
  // which one element may decide for all.
  Switch(const T& threshold, int u1_width, int control_width, int u2_width)
      : LeafSystem<T>(KeepArguments<Switch, T>(threshold, u1_width, control_width, u2_width)),
        u1_stride_(Stride(u1_width)),
        u2_stride_(Stride(u2_width)),
        control_stride_(Stride(control_width)),
        control_width_(control_width),
        width_(std::max({u1_width, control_width, u2_width})) {
    for (const int width : {u1_width, control_width, u2_width}) {
      LOOPWRIGHT_THROW_UNLESS(width == 1 || width == width_);
    }
    this->DeclareVectorInputPort("u1", u1_width);
    this->DeclareVectorInputPort("control", control_width);
    this->DeclareVectorInputPort("u2", u2_width);
    this->DeclareNumericParameter(BasicVector<T>{threshold});
    this->DeclareModes(control_width);
    this->template DeclareVectorOutputPort<&Switch::CalcOutput>(
        "y", width_,
        {this->all_input_ports_ticket(), this->all_parameters_ticket(), this->modes_ticket()});
  }

  // From the parameter `threshold` and the widths of the inputs.
  explicit Switch(const BlockArguments& arguments)
      : Switch(arguments.number<T>("threshold"), arguments.input_width(0), arguments.input_width(1),
               arguments.input_width(2)) {}

 private:
  enum Input { kU1, kControl, kU2 };

  // The held mode decides in a step, the control itself otherwise.
  void CalcOutput(const Context<T>& context, T* y) const {
    const T* u1 = this->input_data(context, kU1);
    const T* control = this->input_data(context, kControl);
    const T* u2 = this->input_data(context, kU2);
    const T& threshold = this->parameter_data(context, 0)[0];
    const int64_t* held = this->held_modes(context);
    for (int i = 0; i < width_; ++i) {
      const int j = i * control_stride_;
      const T& first = u1[i * u1_stride_];
      const T& second = u2[i * u2_stride_];
      if (held == nullptr) {
        y[i] = select(control[j] >= threshold, first, second);
      } else {
        y[i] = held[j] != 0 ? first : second;
      }
    }
  }

  // 1 where u1 passes; exactly at the threshold it does.
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override {
    const T* control = this->input_data(context, kControl);
    const T& threshold = this->parameter_data(context, 0)[0];
    for (int i = 0; i < control_width_; ++i) modes[i] = IsTrue(control[i] >= threshold);
  }

  // How far the control is from its threshold, on its side.
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override {
    const T* control = this->input_data(context, kControl);
    const T& threshold = this->parameter_data(context, 0)[0];
    for (int i = 0; i < control_width_; ++i) {
      margins[i] = modes[i] ? T(control[i] - threshold) : T(threshold - control[i]);
    }
  }

  int u1_stride_;
  int u2_stride_;
  int control_stride_;
  int control_width_;
  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(Switch)

// The control stands between the two signals, as the lever of the picture does. The instant at
// which it crosses the threshold is found, so the output jumps there and not at the end of a step.
BlockDescriptor SwitchBlock() {
  BlockDescriptor block;
  block.type = "Switch";
  block.category = "routing";
  block.title = "Switch";
  block.summary = "Passes one of two signals.";
  block.search_words = "if, if else, condition, choose, select, changeover, manual switch";
  block.names_elsewhere = "SWITCH_f, SWITCH2_m, Manual Switch, IFTHEL_f, SELF_SWITCH";
  block.icon = R"(
  <path d="M2.5 6.5 H7.5 M2.5 17.5 H7.5 M8.5 7.2 L17 12 H21.5"/>
  <circle cx="7.6" cy="6.5" r="1.9" fill="currentColor" stroke="none"/>
  <circle cx="7.6" cy="17.5" r="1.9" fill="currentColor" stroke="none"/>
)";
  block.inputs = {"u1", "control", "u2"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("threshold", ParameterKind::kNumber, 0, "", "", ""),
  };
  block.behaviour = "y = u1 where control >= threshold, else u2; the crossing is located";
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-16 -16 H-7 L8 0 H16 M-16 16 H-7");
  };
  block.input_sign = [](const FaceParameters&, int i) -> std::string {
    constexpr const char* kSigns[] = {"", "c", ""};
    return i < 3 ? kSigns[i] : "";
  };
  block.UseSystem<Switch>();
  return block;
}

}  // namespace loopwright
