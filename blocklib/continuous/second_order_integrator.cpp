#include "blocklib/continuous/second_order_integrator.h"

#include <algorithm>

#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// Position and velocity are two parts of the continuous state, so that each output depends on its
// own part alone.
template <typename T>
SecondOrderIntegrator<T>::SecondOrderIntegrator(const VectorX<T>& initial_position,
                                                const VectorX<T>& initial_velocity, int width)
    : BlockLeaf<T>(
          KeepArguments<SecondOrderIntegrator, T>(initial_position, initial_velocity, width)),
      width_(width) {
  this->DeclareVectorInputPort("u", width);
  this->DeclareNumericParameter(BasicVector<T>(Spread<T>(initial_position, width)));
  this->DeclareNumericParameter(BasicVector<T>(Spread<T>(initial_velocity, width)));
  this->template DeclareTimeDerivatives<&SecondOrderIntegrator::CalcDerivatives>();
  this->DeclareContinuousState(width, width, 0);
  this->StartAs(kInitialPosition, kInitialVelocity);
  this->template DeclareVectorOutputPort<&SecondOrderIntegrator::CalcPosition>("position", width,
                                                                               {this->q_ticket()});
  this->template DeclareVectorOutputPort<&SecondOrderIntegrator::CalcVelocity>("velocity", width,
                                                                               {this->v_ticket()});
}

// dq/dt is the velocity of the state, dv/dt the input.
template <typename T>
void SecondOrderIntegrator<T>::CalcDerivatives(const Context<T>& context,
                                               const ContinuousPointers<T>& derivatives) const {
  std::copy_n(context.continuous().v, width_, derivatives.q);
  std::copy_n(this->input_data(context, 0), width_, derivatives.v);
}

template <typename T>
void SecondOrderIntegrator<T>::CalcPosition(const Context<T>& context, T* position) const {
  std::copy_n(context.continuous().q, width_, position);
}

template <typename T>
void SecondOrderIntegrator<T>::CalcVelocity(const Context<T>& context, T* velocity) const {
  std::copy_n(context.continuous().v, width_, velocity);
}

template <typename T>
SecondOrderIntegrator<T>::SecondOrderIntegrator(const BlockArguments& arguments)
    : SecondOrderIntegrator(arguments.vector<T>("initial_position"),
                            arguments.vector<T>("initial_velocity"), arguments.input_width(0)) {}

LOOPWRIGHT_INSTANTIATE_CLASS(SecondOrderIntegrator)

// Two integrators in one, for mechanics: integrators that treat position and velocity apart know
// which is which.
BlockDescriptor SecondOrderIntegratorBlock() {
  BlockDescriptor block;
  block.type = "SecondOrderIntegrator";
  block.category = "continuous";
  block.title = "Second-order integrator";
  block.summary = "Position and velocity from acceleration.";
  block.search_words = "double integrator, 1/s^2, acceleration, position, velocity, motion";
  block.names_elsewhere = "Integrator Second-Order";
  block.icon = R"(
  <path d="M12.6 5.2 C11.1 2.6 9.3 3.6 9 6.8 L8.2 17.2 C7.9 20.4 6.1 21.4 4.6 18.8"/>
  <path d="M19.6 5.2 C18.1 2.6 16.3 3.6 16 6.8 L15.2 17.2 C14.9 20.4 13.1 21.4 11.6 18.8"/>
)";
  block.inputs = {"u"};
  block.outputs = {"position", "velocity"};
  block.parameters = {
      MakeParameter("initial_position", ParameterKind::kVector, 0, "", "", ""),
      MakeParameter("initial_velocity", ParameterKind::kVector, 0, "", "", ""),
  };
  block.feedthrough = "none";
  block.state = "continuous";
  block.states = MechanicalStates({"position"}, {"velocity"});
  block.behaviour =
      "dq/dt = v, dv/dt = u; q and v are declared as configuration and velocity state";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->SameWidth({"initial_position", "initial_velocity"});
  };
  block.face = [](const FaceParameters&) { return Face::Fraction("1", "s²"); };
  block.output_signs = {"x", "v"};
  block.UseSystem<SecondOrderIntegrator>();
  return block;
}

}  // namespace loopwright
