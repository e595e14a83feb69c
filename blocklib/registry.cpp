#include "blocklib/registry.h"

#include "blocklib/continuous/derivative.h"
#include "blocklib/continuous/differential_equation.h"
#include "blocklib/continuous/first_order_lag.h"
#include "blocklib/continuous/integrator.h"
#include "blocklib/continuous/pid_controller.h"
#include "blocklib/continuous/resettable_integrator.h"
#include "blocklib/continuous/second_order_integrator.h"
#include "blocklib/continuous/second_order_lag.h"
#include "blocklib/continuous/state_space.h"
#include "blocklib/continuous/transfer_function.h"
#include "blocklib/continuous/transport_delay.h"
#include "blocklib/discrete/delay.h"
#include "blocklib/discrete/difference_equation.h"
#include "blocklib/discrete/discrete_derivative.h"
#include "blocklib/discrete/discrete_integrator.h"
#include "blocklib/discrete/discrete_pid.h"
#include "blocklib/discrete/discrete_state_space.h"
#include "blocklib/discrete/discrete_transfer_function.h"
#include "blocklib/discrete/fir_filter.h"
#include "blocklib/discrete/first_order_hold.h"
#include "blocklib/discrete/kalman_filter.h"
#include "blocklib/discrete/moving_average.h"
#include "blocklib/discrete/sample_and_hold.h"
#include "blocklib/discrete/triggered_sampler.h"
#include "blocklib/math/expression_block.h"
#include "blocklib/math/gain.h"
#include "blocklib/math/math_function.h"
#include "blocklib/math/product.h"
#include "blocklib/math/sum.h"
#include "blocklib/nonlinear/relay.h"
#include "blocklib/nonlinear/saturation.h"
#include "blocklib/plants/bouncing_ball.h"
#include "blocklib/plants/cart_pole.h"
#include "blocklib/plants/dc_motor.h"
#include "blocklib/plants/lorenz.h"
#include "blocklib/plants/mass_spring_damper.h"
#include "blocklib/plants/pendulum.h"
#include "blocklib/plants/van_der_pol.h"
#include "blocklib/routing/mux.h"
#include "blocklib/routing/subsystem.h"
#include "blocklib/routing/switch.h"
#include "blocklib/sinks/scope.h"
#include "blocklib/sinks/stop_when.h"
#include "blocklib/sources/clock.h"
#include "blocklib/sources/constant.h"
#include "blocklib/sources/discrete_counter.h"
#include "blocklib/sources/pulse.h"
#include "blocklib/sources/sine.h"
#include "blocklib/sources/step.h"
#include "blocklib/stochastic/gauss_markov.h"
#include "blocklib/stochastic/gaussian_noise.h"

namespace loopwright {

const BlockRegistry& BuiltInBlocks() {
  static const BlockRegistry registry({
      ConstantBlock(),
      StepBlock(),
      SineBlock(),
      PulseBlock(),
      ClockBlock(),
      DiscreteCounterBlock(),
      GainBlock(),
      SumBlock(),
      ProductBlock(),
      MathFunctionBlock(),
      ExpressionBlockDescriptor(),
      SaturationBlock(),
      RelayBlock(),
      IntegratorBlock(),
      ResettableIntegratorBlock(),
      SecondOrderIntegratorBlock(),
      FirstOrderLagBlock(),
      SecondOrderLagBlock(),
      TransferFunctionBlock(),
      ZeroPoleGainBlock(),
      StateSpaceBlock(),
      PidControllerBlock(),
      DerivativeBlock(),
      TransportDelayBlock(),
      DifferentialEquationBlock(),
      UnitDelayBlock(),
      DelayBlock(),
      ZeroOrderHoldBlock(),
      FirstOrderHoldBlock(),
      DiscreteIntegratorBlock(),
      DiscreteDerivativeBlock(),
      DiscreteTransferFunctionBlock(),
      DiscreteZeroPoleGainBlock(),
      DiscreteStateSpaceBlock(),
      DiscretePidBlock(),
      FirFilterBlock(),
      MovingAverageBlock(),
      DifferenceEquationBlock(),
      KalmanFilterBlock(),
      TriggeredSamplerBlock(),
      GaussianNoiseBlock(),
      GaussMarkovBlock(),
      MuxBlock(),
      DemuxBlock(),
      SwitchBlock(),
      SubsystemBlock(),
      InportBlock(),
      OutportBlock(),
      MassSpringDamperBlock(),
      PendulumBlock(),
      CartPoleBlock(),
      BouncingBallBlock(),
      DcMotorBlock(),
      VanDerPolBlock(),
      LorenzBlock(),
      ScopeBlock(),
      StopWhenBlock(),
  });
  return registry;
}

}  // namespace loopwright
