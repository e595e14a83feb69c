#include "blocklib/common/conditions.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// A permanent-magnet DC motor with winding current i and shaft rate ω, at rest without current:
//
//     L di/dt = V - R i - Ke ω
//     J dω/dt = Kt i - b ω - load
//
//     voltage V (V)      → DcMotor → rate ω (rad/s)
//     load_torque (N m)  →         → current i (A)
//
// Continuous state: rate, current. Numeric parameters: 0 resistance R (ohm), 1 inductance L (H),
// 2 torque constant Kt (N m/A), 3 back-EMF constant Ke (V s/rad), 4 inertia J (kg m²), 5 damping b
// (N m s).
template <typename T>
class DcMotor final : public LeafSystem<T> {
 public:
  // The motor's constants, in the units that stand above.
  struct Settings {
    T resistance = 1;    ///< > 0
    T inductance = 0.5;  ///< > 0
    T torque_constant = 0.01;
    T back_emf_constant = 0.01;
    T inertia = 0.01;  ///< > 0
    T damping = 0.1;

    // The values over another scalar, for the conversion of what holds them.
    template <typename U>
    typename DcMotor<U>::Settings As() const {
      const auto as = [](const T& x) { return ConvertScalar<U>(x); };
      return {as(resistance),        as(inductance), as(torque_constant),
              as(back_emf_constant), as(inertia),    as(damping)};
    }
  };

  // std::logic_error unless resistance, inductance and inertia are > 0. Neither output depends on
  // an input at once: current and rate are both states.
  explicit DcMotor(const Settings& settings) : LeafSystem<T>(KeepArguments<DcMotor, T>(settings)) {
    LOOPWRIGHT_THROW_UNLESS(MayHold(settings.resistance > 0) && MayHold(settings.inductance > 0));
    LOOPWRIGHT_THROW_UNLESS(MayHold(settings.inertia > 0));
    this->DeclareVectorInputPort("voltage", 1);
    this->DeclareVectorInputPort("load_torque", 1);
    for (const T& parameter : {settings.resistance, settings.inductance, settings.torque_constant,
                               settings.back_emf_constant, settings.inertia, settings.damping}) {
      this->DeclareNumericParameter(BasicVector<T>{parameter});
    }
    this->template DeclareTimeDerivatives<&DcMotor::CalcDerivatives>();
    this->DeclareContinuousState(2);
    this->template DeclareVectorOutputPort<&DcMotor::CalcRate>("rate", 1, {this->xc_ticket()});
    this->template DeclareVectorOutputPort<&DcMotor::CalcCurrent>("current", 1,
                                                                  {this->xc_ticket()});
  }

  // From the parameters that are called like the settings.
  explicit DcMotor(const BlockArguments& arguments)
      : DcMotor(Settings{arguments.number<T>("resistance"), arguments.number<T>("inductance"),
                         arguments.number<T>("torque_constant"),
                         arguments.number<T>("back_emf_constant"), arguments.number<T>("inertia"),
                         arguments.number<T>("damping")}) {}

 private:
  enum Parameter {
    kResistance,
    kInductance,
    kTorqueConstant,
    kBackEmfConstant,
    kInertia,
    kDamping
  };
  enum Variable { kRate, kCurrent };
  enum Input { kVoltage, kLoadTorque };

  // Torques at the shaft, then voltages around the winding.
  void CalcDerivatives(const Context<T>& context, const ContinuousPointers<T>& derivatives) const {
    const T* x = this->continuous_data(context);
    const auto parameter = [&](int index) -> const T& {
      return this->parameter_data(context, index)[0];
    };
    // J dw/dt = Kt i - b w - load.
    derivatives.z[kRate] =
        (parameter(kTorqueConstant) * x[kCurrent] - parameter(kDamping) * x[kRate] -
         this->input_data(context, kLoadTorque)[0]) /
        parameter(kInertia);
    // L di/dt = V - R i - Ke w.
    derivatives.z[kCurrent] =
        (this->input_data(context, kVoltage)[0] - parameter(kResistance) * x[kCurrent] -
         parameter(kBackEmfConstant) * x[kRate]) /
        parameter(kInductance);
  }

  // Both outputs are elements of the state.
  void CalcRate(const Context<T>& context, T* rate) const {
    rate[0] = this->continuous_data(context)[kRate];
  }

  void CalcCurrent(const Context<T>& context, T* current) const {
    current[0] = this->continuous_data(context)[kCurrent];
  }
};

LOOPWRIGHT_INSTANTIATE_CLASS(DcMotor)

// The torque constant and the back-EMF constant of an ideal motor are the same number in SI units;
// here both can be given, as they stand in the two equations.
BlockDescriptor DcMotorBlock() {
  BlockDescriptor block;
  block.type = "DcMotor";
  block.category = "plants";
  block.title = "DC motor";
  block.summary = "Permanent-magnet DC motor.";
  block.search_words = "motor, electric motor, actuator, drive, machine";
  block.names_elsewhere = "DC Motor, DC Machine";
  block.icon = R"(
  <circle cx="12" cy="12" r="8.7"/>
  <path d="M8.2 16.4 V8 L11.98 13.88 L15.76 8 V16.4"/>
)";
  block.inputs = {"voltage", "load_torque"};
  block.outputs = {"rate", "current"};
  block.parameters = {
      MakeParameter("resistance", ParameterKind::kNumber, 1, "ohm", "> 0", ""),
      MakeParameter("inductance", ParameterKind::kNumber, 0.5, "H", "> 0", ""),
      MakeParameter("torque_constant", ParameterKind::kNumber, 0.01, "N m/A", "", ""),
      MakeParameter("back_emf_constant", ParameterKind::kNumber, 0.01, "V s/rad", "", ""),
      MakeParameter("inertia", ParameterKind::kNumber, 0.01, "kg m^2", "> 0", ""),
      MakeParameter("damping", ParameterKind::kNumber, 0.1, "N m s", ">= 0", ""),
  };
  block.feedthrough = "none";
  block.state = "continuous";
  block.states = ContinuousStates({"rate", "current"});
  block.behaviour = "L di/dt = V - R i - Ke w; J dw/dt = Kt i - b w - load";
  block.input_defaults = {{"load_torque", 0}};
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.input_sign = [](const FaceParameters&, int i) -> std::string {
    constexpr const char* kSigns[] = {"V", "τ"};
    return i < 2 ? kSigns[i] : "";
  };
  block.output_signs = {"ω", "i"};
  block.UseSystem<DcMotor>();
  return block;
}

}  // namespace loopwright
