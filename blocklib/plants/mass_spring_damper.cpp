#include "blocklib/plants/mass_spring_damper.h"
#include "blocklib/common/conditions.h"

#include "blocklib/common/parameters.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {
namespace {

template <typename T>
const T& MassPosition(const Context<T>& context) {
  return context.continuous().q[0];
}

template <typename T>
const T& MassVelocity(const Context<T>& context) {
  return context.continuous().v[0];
}

}  // namespace

// Position and velocity are configuration and velocity, so that integrators for mechanics know
// them.
template <typename T>
MassSpringDamper<T>::MassSpringDamper(const Settings& settings)
    : BlockLeaf<T>(KeepArguments<MassSpringDamper, T>(settings)) {
  LOOPWRIGHT_THROW_UNLESS(MayHold(settings.mass > 0));
  this->DeclareVectorInputPort("force", 1);
  for (const T& parameter : {settings.mass, settings.stiffness, settings.damping,
                             settings.initial_position, settings.initial_velocity}) {
    this->DeclareNumericParameter(BasicVector<T>{parameter});
  }
  this->template DeclareTimeDerivatives<&MassSpringDamper::CalcDerivatives>();
  this->DeclareContinuousState(1, 1, 0);
  this->StartAs(kInitialPosition, kInitialVelocity);
  this->DeclareEnergies();
  this->template DeclareVectorOutputPort<&MassSpringDamper::CalcPosition>("position", 1,
                                                                          {this->q_ticket()});
  this->template DeclareVectorOutputPort<&MassSpringDamper::CalcVelocity>("velocity", 1,
                                                                          {this->v_ticket()});
}

template <typename T>
void MassSpringDamper<T>::CalcPosition(const Context<T>& context, T* position) const {
  position[0] = MassPosition(context);
}

template <typename T>
void MassSpringDamper<T>::CalcVelocity(const Context<T>& context, T* velocity) const {
  velocity[0] = MassVelocity(context);
}

// Newton's law for the mass.
template <typename T>
void MassSpringDamper<T>::CalcDerivatives(const Context<T>& context,
                                          const ContinuousPointers<T>& derivatives) const {
  const T& force = this->input_data(context, 0)[0];
  const T& mass = this->parameter_data(context, kMass)[0];
  const T& stiffness = this->parameter_data(context, kStiffness)[0];
  const T& damping = this->parameter_data(context, kDamping)[0];
  const T& v = MassVelocity(context);
  derivatives.q[0] = v;
  derivatives.v[0] = (force - stiffness * MassPosition(context) - damping * v) / mass;
}

// Energies and powers let a run be checked: the sum of both energies changes by the power that is
// not conservative, the kinetic energy alone by both powers.
template <typename T>
T MassSpringDamper<T>::DoCalcPotentialEnergy(const Context<T>& context) const {
  const T& q = MassPosition(context);
  return 0.5 * this->parameter_data(context, kStiffness)[0] * q * q;
}

// m v²/2.
template <typename T>
T MassSpringDamper<T>::DoCalcKineticEnergy(const Context<T>& context) const {
  const T& v = MassVelocity(context);
  return 0.5 * this->parameter_data(context, kMass)[0] * v * v;
}

// What the spring does to the motion.
template <typename T>
T MassSpringDamper<T>::DoCalcConservativePower(const Context<T>& context) const {
  return -this->parameter_data(context, kStiffness)[0] * MassPosition(context) *
         MassVelocity(context);
}

// What the force puts in and the damper takes out.
template <typename T>
T MassSpringDamper<T>::DoCalcNonConservativePower(const Context<T>& context) const {
  const T& v = MassVelocity(context);
  return (this->input_data(context, 0)[0] - this->parameter_data(context, kDamping)[0] * v) * v;
}

template <typename T>
MassSpringDamper<T>::MassSpringDamper(const BlockArguments& arguments)
    : MassSpringDamper(Settings{arguments.number<T>("mass"), arguments.number<T>("stiffness"),
                                arguments.number<T>("damping"),
                                arguments.number<T>("initial_position"),
                                arguments.number<T>("initial_velocity")}) {}

LOOPWRIGHT_INSTANTIATE_CLASS(MassSpringDamper)

// Without damping the energy has to stay as it is, by which integrators can be compared.
BlockDescriptor MassSpringDamperBlock() {
  BlockDescriptor block;
  block.type = "MassSpringDamper";
  block.category = "plants";
  block.title = "Mass-spring-damper";
  block.summary = "Mass on a spring with a damper.";
  block.search_words = "spring, damper, mechanical oscillator, vibration, suspension, mass";
  block.names_elsewhere = "Translational Spring";
  block.icon = R"(
  <path d="M3 4.5 V19.5"/>
  <path d="M3 12 H5 L6 8 L8 16 L10 8 L12 16 L13 12 H14.5"/>
  <path d="M14.5 7.5 H21 V16.5 H14.5 Z" fill="currentColor" fill-opacity="0.16"/>
)";
  block.shape = {.width = 70, .height = 60};
  block.inputs = {"force"};
  block.outputs = {"position", "velocity"};
  block.parameters = {
      MakeParameter("mass", ParameterKind::kNumber, 1, "kg", "> 0", ""),
      MakeParameter("stiffness", ParameterKind::kNumber, 1, "N/m", ">= 0", ""),
      MakeParameter("damping", ParameterKind::kNumber, 0, "N s/m", ">= 0", ""),
      MakeParameter("initial_position", ParameterKind::kNumber, 0, "m", "", ""),
      MakeParameter("initial_velocity", ParameterKind::kNumber, 0, "m/s", "", ""),
  };
  block.feedthrough = "none";
  block.state = "continuous";
  block.states = MechanicalStates({"position"}, {"velocity"});
  block.behaviour =
      "m dv/dt = force - k q - c v; reports potential and kinetic energy and conservative and "
      "non-conservative power";
  block.input_defaults = {{"force", 0}};
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.face = [](const FaceParameters&) {
    return Face::Picture({{"M-38 -14 V14", FaceStroke::Colour::kInk, 1.7},
                          {"M-38 0 H-27 L-24 -6 L-18 6 L-12 -6 L-6 6 L0 -6 L3 0 H14"},
                          {"M16 -9 H34 C35.1 -9 36 -8.1 36 -7 V7 C36 8.1 35.1 9 34 9 "
                           "H16 C14.9 9 14 8.1 14 7 V-7 C14 -8.1 14.9 -9 16 -9 Z",
                           FaceStroke::Colour::kMuted, 0, 0.2},
                          {"M16 -9 H34 C35.1 -9 36 -8.1 36 -7 V7 C36 8.1 35.1 9 34 9 "
                           "H16 C14.9 9 14 8.1 14 7 V-7 C14 -8.1 14.9 -9 16 -9 Z"}},
                         {82, 30});
  };
  block.output_signs = {"x", "v"};
  block.UseSystem<MassSpringDamper>();
  return block;
}

}  // namespace loopwright
