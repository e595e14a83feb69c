#include "blocklib/registry.h"

#include <vector>

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
#include "blocklib/math/algebraic_constraint.h"
#include "blocklib/math/atan2.h"
#include "blocklib/math/comparison.h"
#include "blocklib/math/dot_product.h"
#include "blocklib/math/expression_block.h"
#include "blocklib/math/gain.h"
#include "blocklib/math/logic.h"
#include "blocklib/math/math_function.h"
#include "blocklib/math/min_max.h"
#include "blocklib/math/modulo.h"
#include "blocklib/math/norm.h"
#include "blocklib/math/polynomial.h"
#include "blocklib/math/power.h"
#include "blocklib/math/product.h"
#include "blocklib/math/round.h"
#include "blocklib/math/sum.h"
#include "blocklib/nonlinear/backlash.h"
#include "blocklib/nonlinear/coulomb_friction.h"
#include "blocklib/nonlinear/dead_zone.h"
#include "blocklib/nonlinear/edge_detector.h"
#include "blocklib/nonlinear/latch.h"
#include "blocklib/nonlinear/lookup_table_1d.h"
#include "blocklib/nonlinear/lookup_table_2d.h"
#include "blocklib/nonlinear/quantizer.h"
#include "blocklib/nonlinear/rate_limiter.h"
#include "blocklib/nonlinear/relay.h"
#include "blocklib/nonlinear/saturation.h"
#include "blocklib/nonlinear/triggered_counter.h"
#include "blocklib/plants/bouncing_ball.h"
#include "blocklib/plants/cart_pole.h"
#include "blocklib/plants/dc_motor.h"
#include "blocklib/plants/lorenz.h"
#include "blocklib/plants/mass_spring_damper.h"
#include "blocklib/plants/pendulum.h"
#include "blocklib/plants/van_der_pol.h"
#include "blocklib/routing/multiport_switch.h"
#include "blocklib/routing/mux.h"
#include "blocklib/routing/selector.h"
#include "blocklib/routing/subsystem.h"
#include "blocklib/routing/switch.h"
#include "blocklib/routing/tags.h"
#include "blocklib/routing/terminator.h"
#include "blocklib/sinks/assert.h"
#include "blocklib/sinks/file_sink.h"
#include "blocklib/sinks/histogram.h"
#include "blocklib/sinks/scope.h"
#include "blocklib/sinks/signal_sink.h"
#include "blocklib/sinks/spectrum.h"
#include "blocklib/sinks/stop_when.h"
#include "blocklib/sources/binary_sequence.h"
#include "blocklib/sources/chirp.h"
#include "blocklib/sources/clock.h"
#include "blocklib/sources/constant.h"
#include "blocklib/sources/discrete_counter.h"
#include "blocklib/sources/file_source.h"
#include "blocklib/sources/pulse.h"
#include "blocklib/sources/ramp.h"
#include "blocklib/sources/sawtooth.h"
#include "blocklib/sources/signal_table.h"
#include "blocklib/sources/sine.h"
#include "blocklib/sources/step.h"
#include "blocklib/stochastic/band_limited_white_noise.h"
#include "blocklib/stochastic/exponential_noise.h"
#include "blocklib/stochastic/gauss_markov.h"
#include "blocklib/stochastic/gaussian_noise.h"
#include "blocklib/stochastic/geometric_brownian_motion.h"
#include "blocklib/stochastic/ornstein_uhlenbeck.h"
#include "blocklib/stochastic/poisson_process.h"
#include "blocklib/stochastic/random_walk.h"
#include "blocklib/stochastic/stochastic_equation.h"
#include "blocklib/stochastic/uniform_noise.h"
#include "blocklib/stochastic/wiener_process.h"

namespace loopwright {

namespace {

// The types of each category. The order is that of the catalogue, of the palette and of help; a new
// block is added here by hand. Nothing registers itself: a block that is not listed does not exist,
// and who looks for it finds out here.
std::vector<BlockDescriptor> Sources() {
  return {
      ConstantBlock(),
      StepBlock(),
      RampBlock(),
      SineBlock(),
      PulseBlock(),
      SawtoothBlock(),
      ChirpBlock(),
      ClockBlock(),
      SignalTableBlock(),
      FileSourceBlock(),
      DiscreteCounterBlock(),
      BinarySequenceBlock(),
  };
}
std::vector<BlockDescriptor> Mathematics() {
  return {
      GainBlock(),
      SumBlock(),
      ProductBlock(),
      MathFunctionBlock(),
      PowerBlock(),
      Atan2Block(),
      MinMaxBlock(),
      RoundBlock(),
      ModuloBlock(),
      PolynomialBlock(),
      DotProductBlock(),
      NormBlock(),
      ComparisonBlock(),
      LogicBlock(),
      ExpressionBlockDescriptor(),
      AlgebraicConstraintBlock(),
  };
}
std::vector<BlockDescriptor> Nonlinear() {
  return {
      SaturationBlock(),   DeadZoneBlock(),         RelayBlock(),           QuantizerBlock(),
      RateLimiterBlock(),  BacklashBlock(),         CoulombFrictionBlock(), LatchBlock(),
      EdgeDetectorBlock(), TriggeredCounterBlock(), LookupTable1DBlock(),   LookupTable2DBlock(),
  };
}
std::vector<BlockDescriptor> Continuous() {
  return {
      IntegratorBlock(),    ResettableIntegratorBlock(), SecondOrderIntegratorBlock(),
      FirstOrderLagBlock(), SecondOrderLagBlock(),       TransferFunctionBlock(),
      ZeroPoleGainBlock(),  StateSpaceBlock(),           PidControllerBlock(),
      DerivativeBlock(),    TransportDelayBlock(),       DifferentialEquationBlock(),
  };
}
std::vector<BlockDescriptor> Discrete() {
  return {
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
  };
}
std::vector<BlockDescriptor> Stochastic() {
  return {
      GaussianNoiseBlock(),      UniformNoiseBlock(),
      ExponentialNoiseBlock(),   BandLimitedWhiteNoiseBlock(),
      RandomWalkBlock(),         PoissonProcessBlock(),
      GaussMarkovBlock(),        OrnsteinUhlenbeckBlock(),
      WienerProcessBlock(),      GeometricBrownianMotionBlock(),
      StochasticEquationBlock(),
  };
}
std::vector<BlockDescriptor> Routing() {
  return {
      MuxBlock(),        DemuxBlock(), SelectorBlock(),  SwitchBlock(), MultiportSwitchBlock(),
      GotoBlock(),       FromBlock(),  SubsystemBlock(), InportBlock(), OutportBlock(),
      TerminatorBlock(),
  };
}
std::vector<BlockDescriptor> Plants() {
  return {
      MassSpringDamperBlock(), PendulumBlock(),  CartPoleBlock(), BouncingBallBlock(),
      DcMotorBlock(),          VanDerPolBlock(), LorenzBlock(),
  };
}
std::vector<BlockDescriptor> Sinks() {
  return {
      ScopeBlock(),    XYScopeBlock(),  DisplayBlock(),  HistogramBlock(),
      SpectrumBlock(), FileSinkBlock(), StopWhenBlock(), AssertBlock(),
  };
}

}  // namespace

// It is made at the first call, on whichever thread that is.
const BlockRegistry& BuiltInBlocks() {
  static const BlockRegistry registry([] {
    std::vector<BlockDescriptor> all;
    for (const auto& types : {Sources(), Mathematics(), Nonlinear(), Continuous(), Discrete(),
                              Stochastic(), Routing(), Plants(), Sinks()}) {
      all.insert(all.end(), types.begin(), types.end());
    }
    return all;
  }());
  return registry;
}

}  // namespace loopwright
