#include "blocklib/registry.h"

#include <vector>

namespace loopwright {

// The functions that describe the block types, in the order of the catalogue, of the palette and of
// help; a new block is added here by hand. Nothing registers itself: a block that is not listed
// does not exist, and who looks for it finds out here. The list declares the functions as well, so
// that the source of a block needs no header for its own.
// clang-format off
#define LOOPWRIGHT_FOR_EACH_BLOCK(DO) \
  /* Sources */                       \
  DO(ConstantBlock)                   \
  DO(StepBlock)                       \
  DO(RampBlock)                       \
  DO(SineBlock)                       \
  DO(PulseBlock)                      \
  DO(SawtoothBlock)                   \
  DO(ChirpBlock)                      \
  DO(ClockBlock)                      \
  DO(SignalTableBlock)                \
  DO(FileSourceBlock)                 \
  DO(DiscreteCounterBlock)            \
  DO(BinarySequenceBlock)             \
  /* Mathematics */                   \
  DO(GainBlock)                       \
  DO(SumBlock)                        \
  DO(ProductBlock)                    \
  DO(MathFunctionBlock)               \
  DO(PowerBlock)                      \
  DO(Atan2Block)                      \
  DO(MinMaxBlock)                     \
  DO(RoundBlock)                      \
  DO(ModuloBlock)                     \
  DO(PolynomialBlock)                 \
  DO(DotProductBlock)                 \
  DO(NormBlock)                       \
  DO(ComparisonBlock)                 \
  DO(LogicBlock)                      \
  DO(ExpressionBlockDescriptor)       \
  DO(AlgebraicConstraintBlock)        \
  /* Nonlinear */                     \
  DO(SaturationBlock)                 \
  DO(DeadZoneBlock)                   \
  DO(RelayBlock)                      \
  DO(QuantizerBlock)                  \
  DO(RateLimiterBlock)                \
  DO(BacklashBlock)                   \
  DO(CoulombFrictionBlock)            \
  DO(LatchBlock)                      \
  DO(EdgeDetectorBlock)               \
  DO(TriggeredCounterBlock)           \
  DO(LookupTable1DBlock)              \
  DO(LookupTable2DBlock)              \
  /* Continuous */                    \
  DO(IntegratorBlock)                 \
  DO(ResettableIntegratorBlock)       \
  DO(SecondOrderIntegratorBlock)      \
  DO(FirstOrderLagBlock)              \
  DO(SecondOrderLagBlock)             \
  DO(TransferFunctionBlock)           \
  DO(ZeroPoleGainBlock)               \
  DO(StateSpaceBlock)                 \
  DO(PidControllerBlock)              \
  DO(DerivativeBlock)                 \
  DO(TransportDelayBlock)             \
  DO(DifferentialEquationBlock)       \
  /* Discrete */                      \
  DO(UnitDelayBlock)                  \
  DO(DelayBlock)                      \
  DO(ZeroOrderHoldBlock)              \
  DO(FirstOrderHoldBlock)             \
  DO(DiscreteIntegratorBlock)         \
  DO(DiscreteDerivativeBlock)         \
  DO(DiscreteTransferFunctionBlock)   \
  DO(DiscreteZeroPoleGainBlock)       \
  DO(DiscreteStateSpaceBlock)         \
  DO(DiscretePidBlock)                \
  DO(FirFilterBlock)                  \
  DO(MovingAverageBlock)              \
  DO(DifferenceEquationBlock)         \
  DO(KalmanFilterBlock)               \
  DO(TriggeredSamplerBlock)           \
  /* Stochastic */                    \
  DO(GaussianNoiseBlock)              \
  DO(UniformNoiseBlock)               \
  DO(ExponentialNoiseBlock)           \
  DO(BandLimitedWhiteNoiseBlock)      \
  DO(RandomWalkBlock)                 \
  DO(PoissonProcessBlock)             \
  DO(GaussMarkovBlock)                \
  DO(OrnsteinUhlenbeckBlock)          \
  DO(WienerProcessBlock)              \
  DO(GeometricBrownianMotionBlock)    \
  DO(StochasticEquationBlock)         \
  /* Routing */                       \
  DO(MuxBlock)                        \
  DO(DemuxBlock)                      \
  DO(SelectorBlock)                   \
  DO(SwitchBlock)                     \
  DO(MultiportSwitchBlock)            \
  DO(GotoBlock)                       \
  DO(FromBlock)                       \
  DO(SubsystemBlock)                  \
  DO(InportBlock)                     \
  DO(OutportBlock)                    \
  DO(TerminatorBlock)                 \
  /* Plants */                        \
  DO(MassSpringDamperBlock)           \
  DO(PendulumBlock)                   \
  DO(CartPoleBlock)                   \
  DO(BouncingBallBlock)               \
  DO(DcMotorBlock)                    \
  DO(VanDerPolBlock)                  \
  DO(LorenzBlock)                     \
  /* Sinks */                         \
  DO(ScopeBlock)                      \
  DO(XYScopeBlock)                    \
  DO(DisplayBlock)                    \
  DO(HistogramBlock)                  \
  DO(SpectrumBlock)                   \
  DO(FileSinkBlock)                   \
  DO(StopWhenBlock)                   \
  DO(AssertBlock)
// clang-format on

#define LOOPWRIGHT_DECLARE(describe) BlockDescriptor describe();
LOOPWRIGHT_FOR_EACH_BLOCK(LOOPWRIGHT_DECLARE)
#undef LOOPWRIGHT_DECLARE

// It is made at the first call, on whichever thread that is.
const BlockRegistry& BuiltInBlocks() {
  static const BlockRegistry registry([] {
    std::vector<BlockDescriptor> all;
#define LOOPWRIGHT_ADD(describe) all.push_back(describe());
    LOOPWRIGHT_FOR_EACH_BLOCK(LOOPWRIGHT_ADD)
#undef LOOPWRIGHT_ADD
    return all;
  }());
  return registry;
}

}  // namespace loopwright
