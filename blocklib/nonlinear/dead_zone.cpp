#include <cstdint>

#include "blocklib/common/conditions.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// Zero inside a band, elementwise: y = u - upper above it, 0 inside, u - lower below it.
//
//     u → DeadZone → y
//
// Each element has a mode (semantics 11): -1 below, 0 inside, 1 above. Numeric parameters: 0
// lower, 1 upper.
// Modes by hand: as a formula a run takes 3.4 times as long (resources/docs/decisions/modes.md).
template <typename T>
class DeadZone final : public LeafSystem<T> {
 public:
  // `lower` must not be above `upper`. Each element has a mode, so that both corners are located.
  DeadZone(const T& lower, const T& upper, int width)
      : LeafSystem<T>(KeepArguments<DeadZone, T>(lower, upper, width)), width_(width) {
    LOOPWRIGHT_THROW_UNLESS(MayHold(lower <= upper));
    this->DeclareVectorInputPort("u", width);
    this->DeclareNumericParameter(BasicVector<T>{lower});
    this->DeclareNumericParameter(BasicVector<T>{upper});
    this->DeclareModes(width);
    this->template DeclareVectorOutputPort<&DeadZone::CalcOutput>(
        "y", width,
        {this->all_input_ports_ticket(), this->all_parameters_ticket(), this->modes_ticket()});
  }

  // From the parameters `lower` and `upper`.
  explicit DeadZone(const BlockArguments& arguments)
      : DeadZone(arguments.number<T>("lower"), arguments.number<T>("upper"),
                 arguments.input_width(0)) {}

 private:
  enum Parameter { kLower, kUpper };

  // With held modes each element is computed by its own branch, which is a smooth function of u.
  void CalcOutput(const Context<T>& context, T* y) const {
    const T* u = this->input_data(context, 0);
    const T& lower = this->parameter_data(context, kLower)[0];
    const T& upper = this->parameter_data(context, kUpper)[0];
    const int64_t* held = this->held_modes(context);
    for (int i = 0; i < width_; ++i) {
      if (held == nullptr) {
        const T inside = select(u[i] == u[i], T(0), u[i]);  // NaN stays NaN.
        y[i] = select(u[i] < lower, T(u[i] - lower), select(u[i] > upper, T(u[i] - upper), inside));
      } else {
        y[i] = held[i] == 0 ? T(0) : held[i] < 0 ? T(u[i] - lower) : T(u[i] - upper);
      }
    }
  }

  // Exactly at a bound is inside.
  void DoCalcModes(const Context<T>& context, int64_t* modes) const override {
    const T* u = this->input_data(context, 0);
    const T& lower = this->parameter_data(context, kLower)[0];
    const T& upper = this->parameter_data(context, kUpper)[0];
    for (int i = 0; i < width_; ++i) {
      modes[i] = IsTrue(u[i] < lower) ? -1 : IsTrue(u[i] > upper) ? 1 : 0;
    }
  }

  // How far u is from the bound at which the branch ends; inside, from the nearer of both.
  void DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                         T* margins) const override {
    using std::min;
    const T* u = this->input_data(context, 0);
    const T& lower = this->parameter_data(context, kLower)[0];
    const T& upper = this->parameter_data(context, kUpper)[0];
    for (int i = 0; i < width_; ++i) {
      margins[i] = modes[i] == 0  ? min(T(u[i] - lower), T(upper - u[i]))
                   : modes[i] < 0 ? T(lower - u[i])
                                  : T(u[i] - upper);
    }
  }

  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(DeadZone)

// Outside the band the output begins at 0 again, so there is no jump at the bounds, only a corner.
BlockDescriptor DeadZoneBlock() {
  BlockDescriptor block;
  block.type = "DeadZone";
  block.category = "nonlinear";
  block.title = "Dead zone";
  block.summary = "Zero inside a band.";
  block.search_words = "dead band, deadband, insensitive, threshold zone";
  block.names_elsewhere = "DEADBAND, Dead Zone Dynamic";
  block.icon = R"(
  <path d="M3 12 H21 M12 3 V21" stroke-width="1" stroke-opacity="0.45"/>
  <path d="M3.5 19.5 L9 12 H15 L20.5 4.5"/>
)";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("lower", ParameterKind::kNumber, -0.5, "", "<= upper", ""),
      MakeParameter("upper", ParameterKind::kNumber, 0.5, "", "", ""),
  };
  block.behaviour = "y = u - upper above, 0 inside, u - lower below";
  block.characteristic = [](const ParameterReader& number) -> Characteristic {
    return BandCharacteristic{number("lower"), number("upper"), 0, 1};
  };
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-14 9 L-6 0 H6 L14 -9", Face::kCross);
  };
  block.UseSystem<DeadZone>();
  return block;
}

}  // namespace loopwright
