#include "blocklib/plants/pendulum.h"
#include "blocklib/common/conditions.h"

#include <cmath>

#include "blocklib/common/parameters.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {
namespace {

template <typename T>
const T& Angle(const Context<T>& context) {
  return context.continuous().q[0];
}

template <typename T>
const T& Rate(const Context<T>& context) {
  return context.continuous().v[0];
}

}  // namespace

// Angle and rate are configuration and velocity; each output is one of them.
template <typename T>
Pendulum<T>::Pendulum(const Settings& settings)
    : BlockLeaf<T>(KeepArguments<Pendulum, T>(settings)) {
  LOOPWRIGHT_THROW_UNLESS(MayHold(settings.mass > 0) && MayHold(settings.length > 0));
  this->DeclareVectorInputPort("torque", 1);
  for (const T& parameter : {settings.mass, settings.length, settings.damping, settings.gravity,
                             settings.initial_angle, settings.initial_rate}) {
    this->DeclareNumericParameter(BasicVector<T>{parameter});
  }
  this->template DeclareTimeDerivatives<&Pendulum::CalcDerivatives>();
  this->DeclareContinuousState(1, 1, 0);
  this->StartAs(kInitialAngle, kInitialRate);
  this->DeclareEnergies();
  this->template DeclareVectorOutputPort<&Pendulum::CalcAngle>("angle", 1, {this->q_ticket()});
  this->template DeclareVectorOutputPort<&Pendulum::CalcRate>("rate", 1, {this->v_ticket()});
}

template <typename T>
void Pendulum<T>::CalcAngle(const Context<T>& context, T* angle) const {
  angle[0] = Angle(context);
}

template <typename T>
void Pendulum<T>::CalcRate(const Context<T>& context, T* rate) const {
  rate[0] = Rate(context);
}

// The torque of the weight where the rod is horizontal, in N m.
template <typename T>
T Pendulum<T>::CalcWeightTorque(const Context<T>& context) const {
  return this->parameter_data(context, kMass)[0] * this->parameter_data(context, kGravity)[0] *
         this->parameter_data(context, kLength)[0];
}

// The sum of torques over the moment of inertia m l².
template <typename T>
void Pendulum<T>::CalcDerivatives(const Context<T>& context,
                                  const ContinuousPointers<T>& derivatives) const {
  using std::sin;
  const T& length = this->parameter_data(context, kLength)[0];
  const T inertia = this->parameter_data(context, kMass)[0] * length * length;
  derivatives.q[0] = Rate(context);
  derivatives.v[0] = (this->input_data(context, 0)[0] -
                      this->parameter_data(context, kDamping)[0] * Rate(context) -
                      CalcWeightTorque(context) * sin(Angle(context))) /
                     inertia;
}

// Energies and powers let a run be checked: the sum of both energies changes by the power that is
// not conservative, the kinetic energy alone by both powers.
template <typename T>
T Pendulum<T>::DoCalcPotentialEnergy(const Context<T>& context) const {
  using std::cos;
  return CalcWeightTorque(context) * (1.0 - cos(Angle(context)));
}

// m v²/2 of the point mass, whose speed is l ω.
template <typename T>
T Pendulum<T>::DoCalcKineticEnergy(const Context<T>& context) const {
  const T speed = this->parameter_data(context, kLength)[0] * Rate(context);
  return 0.5 * this->parameter_data(context, kMass)[0] * speed * speed;
}

// What gravity does to the motion.
template <typename T>
T Pendulum<T>::DoCalcConservativePower(const Context<T>& context) const {
  using std::sin;
  return -CalcWeightTorque(context) * sin(Angle(context)) * Rate(context);
}

// What the drive puts in and the damping takes out.
template <typename T>
T Pendulum<T>::DoCalcNonConservativePower(const Context<T>& context) const {
  const T& rate = Rate(context);
  return (this->input_data(context, 0)[0] - this->parameter_data(context, kDamping)[0] * rate) *
         rate;
}

template <typename T>
Pendulum<T>::Pendulum(const BlockArguments& arguments)
    : Pendulum(Settings{arguments.number<T>("mass"), arguments.number<T>("length"),
                        arguments.number<T>("damping"), arguments.number<T>("gravity"),
                        arguments.number<T>("initial_angle"),
                        arguments.number<T>("initial_rate")}) {}

LOOPWRIGHT_INSTANTIATE_CLASS(Pendulum)

// A point mass on a rod without mass; the angle is 0 where it hangs down, and pi where it stands.
BlockDescriptor PendulumBlock() {
  BlockDescriptor block;
  block.type = "Pendulum";
  block.category = "plants";
  block.title = "Pendulum";
  block.summary = "Damped pendulum driven by a torque.";
  block.search_words = "swing, gravity pendulum";
  block.names_elsewhere = "SimplePendulum, PENDULUM_ANIM";
  block.icon = R"(
  <path d="M5.5 3.5 H18.5 M12 3.5 L16.2 14.6"/>
  <circle cx="17.5" cy="18" r="3.4" fill="currentColor" fill-opacity="0.16"/>
)";
  block.inputs = {"torque"};
  block.outputs = {"angle", "rate"};
  block.parameters = {
      MakeParameter("mass", ParameterKind::kNumber, 1, "kg", "> 0", ""),
      MakeParameter("length", ParameterKind::kNumber, 1, "m", "> 0", ""),
      MakeParameter("damping", ParameterKind::kNumber, 0, "N m s", ">= 0", ""),
      MakeParameter("gravity", ParameterKind::kNumber, 9.81, "m/s^2", "", ""),
      MakeParameter("initial_angle", ParameterKind::kNumber, 0, "rad", "", "0 hangs down"),
      MakeParameter("initial_rate", ParameterKind::kNumber, 0, "rad/s", "", ""),
  };
  block.feedthrough = "none";
  block.state = "continuous";
  block.states = MechanicalStates({"angle"}, {"rate"});
  block.behaviour =
      "m l^2 d(rate)/dt = torque - damping*rate - m g l sin(angle); energies as above";
  block.input_defaults = {{"torque", 0}};
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.output_signs = {"θ", "ω"};
  block.UseSystem<Pendulum>();
  return block;
}

}  // namespace loopwright
