#include "blocklib/registry.h"

#include "blocklib/continuous/differential_equation.h"
#include "blocklib/continuous/first_order_lag.h"
#include "blocklib/continuous/integrator.h"
#include "blocklib/continuous/state_space.h"
#include "blocklib/continuous/transfer_function.h"
#include "blocklib/discrete/difference_equation.h"
#include "blocklib/discrete/discrete_pid.h"
#include "blocklib/discrete/discrete_transfer_function.h"
#include "blocklib/discrete/sample_and_hold.h"
#include "blocklib/math/expression_block.h"
#include "blocklib/math/gain.h"
#include "blocklib/math/math_function.h"
#include "blocklib/math/product.h"
#include "blocklib/math/sum.h"
#include "blocklib/nonlinear/relay.h"
#include "blocklib/nonlinear/saturation.h"
#include "blocklib/plants/bouncing_ball.h"
#include "blocklib/plants/mass_spring_damper.h"
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
#include "blocklib/stochastic/gauss_markov.h"
#include "blocklib/stochastic/gaussian_noise.h"

namespace loopwright {

const BlockRegistry& BuiltInBlocks() {
  static const BlockRegistry registry({
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
      GainBlock(),
      SumBlock(),
      ProductBlock(),
      MathFunctionBlock(),
      ExpressionBlockDescriptor(),
      SaturationBlock(),
      RelayBlock(),
      IntegratorBlock(),
      FirstOrderLagBlock(),
      TransferFunctionBlock(),
      StateSpaceBlock(),
      DifferentialEquationBlock(),
      UnitDelayBlock(),
      ZeroOrderHoldBlock(),
      DiscreteTransferFunctionBlock(),
      DiscretePidBlock(),
      DifferenceEquationBlock(),
      GaussianNoiseBlock(),
      GaussMarkovBlock(),
      MuxBlock(),
      DemuxBlock(),
      SelectorBlock(),
      SwitchBlock(),
      MultiportSwitchBlock(),
      GotoBlock(),
      FromBlock(),
      SubsystemBlock(),
      InportBlock(),
      OutportBlock(),
      TerminatorBlock(),
      MassSpringDamperBlock(),
      BouncingBallBlock(),
      ScopeBlock(),
      XYScopeBlock(),
      DisplayBlock(),
      HistogramBlock(),
      SpectrumBlock(),
      FileSinkBlock(),
      StopWhenBlock(),
      AssertBlock(),
  });
  return registry;
}

}  // namespace loopwright
