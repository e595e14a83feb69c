#include "blocklib/plants/cart_pole.h"
#include "blocklib/common/conditions.h"

#include <cmath>

#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// Both positions are configuration, both rates velocity, and the output is all four of them.
template <typename T>
CartPole<T>::CartPole(const Settings& settings)
    : BlockLeaf<T>(KeepArguments<CartPole, T>(settings)) {
  LOOPWRIGHT_THROW_UNLESS(MayHold(settings.cart_mass > 0) && MayHold(settings.pole_mass > 0));
  LOOPWRIGHT_THROW_UNLESS(MayHold(settings.pole_length > 0) && settings.initial_state.size() == 4);
  this->DeclareVectorInputPort("force", 1);
  for (const T& parameter :
       {settings.cart_mass, settings.pole_mass, settings.pole_length, settings.gravity}) {
    this->DeclareNumericParameter(BasicVector<T>{parameter});
  }
  this->DeclareNumericParameter(BasicVector<T>(Spread<T>(settings.initial_state, 4)));
  this->template DeclareTimeDerivatives<&CartPole::CalcDerivatives>();
  this->DeclareContinuousState(2, 2, 0);
  this->StartAs(kInitialState);  // It holds x, theta and then their rates.
  this->DeclareStateOutputPort("state", ContinuousStateIndex(0));
}

// The two equations of the header solved for the accelerations: the pole's is put into the cart's.
template <typename T>
void CartPole<T>::CalcDerivatives(const Context<T>& context,
                                  const ContinuousPointers<T>& derivatives) const {
  using std::cos;
  using std::sin;
  const T& pole_mass = this->parameter_data(context, kPoleMass)[0];
  const T& length = this->parameter_data(context, kPoleLength)[0];
  const T& gravity = this->parameter_data(context, kGravity)[0];
  const ContinuousPointers<T> x = context.continuous();
  const T sine = sin(x.q[1]), cosine = cos(x.q[1]);
  const T& rate = x.v[1];
  const T acceleration = (this->input_data(context, 0)[0] +
                          pole_mass * sine * (length * rate * rate - gravity * cosine)) /
                         (this->parameter_data(context, kCartMass)[0] + pole_mass * sine * sine);
  derivatives.q[0] = x.v[0];
  derivatives.q[1] = rate;
  derivatives.v[0] = acceleration;
  derivatives.v[1] = (gravity * sine - acceleration * cosine) / length;
}

template <typename T>
CartPole<T>::CartPole(const BlockArguments& arguments)
    : CartPole(Settings{arguments.number<T>("cart_mass"), arguments.number<T>("pole_mass"),
                        arguments.number<T>("pole_length"), arguments.number<T>("gravity"),
                        arguments.vector<T>("initial_state")}) {}

LOOPWRIGHT_INSTANTIATE_CLASS(CartPole)

// The usual example of a plant that is unstable and has fewer inputs than degrees of freedom. The
// whole state is one output, as state feedback wants it.
BlockDescriptor CartPoleBlock() {
  BlockDescriptor block;
  block.type = "CartPole";
  block.category = "plants";
  block.title = "Cart-pole";
  block.summary = "Cart with an inverted pendulum (point mass).";
  block.search_words = "inverted pendulum, cart, pole, balance, segway";
  block.names_elsewhere = "Inverted Pendulum";
  block.icon = R"(
  <path d="M4.5 13.5 H16.5 V18 H4.5 Z" fill="currentColor" fill-opacity="0.16"/>
  <path d="M10.5 13.5 L17 4.8"/>
  <circle cx="17.4" cy="4.3" r="2.3" fill="currentColor" stroke="none"/>
  <circle cx="7.5" cy="19.8" r="1.9" fill="currentColor" stroke="none"/>
  <circle cx="13.5" cy="19.8" r="1.9" fill="currentColor" stroke="none"/>
)";
  block.inputs = {"force"};
  block.outputs = {"state"};
  block.parameters = {
      MakeParameter("cart_mass", ParameterKind::kNumber, 1, "kg", "> 0", ""),
      MakeParameter("pole_mass", ParameterKind::kNumber, 0.1, "kg", "> 0", ""),
      MakeParameter("pole_length", ParameterKind::kNumber, 0.5, "m", "> 0", ""),
      MakeParameter("gravity", ParameterKind::kNumber, 9.81, "m/s^2", "", ""),
      MakeParameter("initial_state", ParameterKind::kVector, ParameterSetting::List{0, 0.1, 0, 0},
                    "", "4", "position, angle (0 upright), velocity, rate"),
  };
  block.feedthrough = "none";
  block.state = "continuous";
  block.states = MechanicalStates({"position", "angle"}, {"velocity", "rate"});
  block.behaviour = "state = [position, angle, velocity, rate]";
  block.input_defaults = {{"force", 0}};
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->set_in(0, 1);
    widths->set_out(0, 4);
  };
  block.UseSystem<CartPole>();
  return block;
}

}  // namespace loopwright
