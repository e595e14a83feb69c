// Linear models against closed forms and published values, which each test names.
#include <Eigen/Core>
#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "engine/common/exceptions.h"
#include "engine/control/discretise.h"
#include "engine/control/norms.h"
#include "engine/control/pid_tuning.h"
#include "engine/control/place.h"
#include "engine/control/reduction.h"
#include "engine/control/regulators.h"
#include "engine/linear/connected_states.h"
#include "engine/linear/eigenvalues.h"
#include "engine/linear/frequency_response.h"
#include "engine/linear/loop_margins.h"
#include "engine/linear/model_text.h"
#include "engine/linear/root_locus.h"
#include "engine/linear/step_response.h"
#include "engine/linear/zeros.h"
#include "engine/text/number_format.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

namespace loopwright::test_linear_models {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool IsNear(double value, double expected, double tolerance) {
  if (std::abs(value - expected) <= tolerance * std::max(1.0, std::abs(expected))) return true;
  qWarning("%.17g is not near to %.17g", value, expected);
  return false;
}

ZeroPoleGain Loop(const char* text) { return ToZeroPoleGain(ParseModel(text), 0, 0); }

}  // namespace

class TestLinearModels : public QObject {
  Q_OBJECT
 private slots:
  void chainsOfDelaysHavePolesThatAreZero() {
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(4, 4);
    for (int i = 1; i < 4; ++i) A(i, i - 1) = 1e6;
    for (const Complex pole : EigenvaluesOf(A)) QCOMPARE(pole, Complex(0));
  }

  // 2 is a transmission zero, −1 an output decoupling zero (SLICOT, documentation of AB08ND).
  void zerosOfATallModel() {
    const LinearModel model = ParseModel(
        "ss([1 0 0 0 0 0; 0 1 0 0 0 0; 0 0 3 0 0 0; 0 0 0 -4 0 0; 0 0 0 0 -1 0; 0 0 0 0 0 3],"
        "[0 -1; -1 0; 1 -1; 0 0; 0 1; -1 -1], [1 0 0 1 0 0; 0 1 0 1 0 1; 0 0 1 0 0 1],"
        "[0 0; 0 0; 0 0])");
    const SystemZeros zeros = ZerosOf(model);
    QCOMPARE(zeros.normal_rank, 2);
    QCOMPARE(zeros.zeros.size(), size_t{2});
    QVERIFY(IsNear(zeros.zeros[0].real(), -1, 1e-9));
    QVERIFY(IsNear(zeros.zeros[1].real(), 2, 1e-9));
  }

  // Both inputs do the same to the state, and all but the same to the outputs: the rows of D differ
  // by more than the tolerance, its columns by less.
  void zerosAtTheEdgeOfRounding() {
    for (const double difference : {1.4e-14, 1.6e-14, 1.8e-14, 2.1e-14, 1e-12}) {
      LinearModel model = ParseModel("ss([-1 0; 0 -2], [1 1; 1 1], [1 0; 0 1], [1 1; 0 0])");
      model.D(1, 1) = difference;
      const SystemZeros zeros = ZerosOf(model);
      const bool is_seen = difference > 1e-13;
      QCOMPARE(zeros.normal_rank, is_seen ? 2 : 1);
      QCOMPARE(zeros.zeros.size(), is_seen ? size_t{2} : size_t{0});
    }
  }

  void transferFunctionOfABadlyScaledMotor() {
    const ZeroPoleGain zpk = ToZeroPoleGain(
        ParseModel("ss([0 1 0; 0 0 1e4; 0 -1 -1e3], [[0], [0], [1e3]], [[1, 0, 0]], [[0]])"), 0, 0);
    QVERIFY(zpk.zeros.empty());
    QVERIFY(IsNear(zpk.gain, 1e7, 1e-12));
    QCOMPARE(DcGain(zpk), kInfinity);
  }

  void phaseFollowsFromPolesAndDeadTime() {
    const ZeroPoleGain integrators = Loop("tf([1], [1, 0, 0, 0])");
    for (const double w : {0.01, 1.0, 100.0}) QCOMPARE(integrators.PhaseDegrees(w), -270.0);
    const ZeroPoleGain lag = ToZeroPoleGain(DelayInputs(ParseModel("tf([1], [1, 1])"), 2), 0, 0);
    const double expected = -(std::atan(40.0) + 80) * 180 / std::numbers::pi;
    QVERIFY(IsNear(lag.PhaseDegrees(40), expected, 1e-13));
    const FrequencyResponse response(DelayInputs(ParseModel("tf([1], [1, 1])"), 2));
    QVERIFY(std::abs(response.At(40)(0, 0) - lag.Response(40)) < 1e-15);
  }

  // L = 2 e^(−0.3 s)/(s (s + 2)): |L| = 1 where ω² (ω² + 4) = 4.
  void marginsWithDeadTime() {
    const LoopMargins margins =
        MarginsOf(ToZeroPoleGain(DelayInputs(ParseModel("tf([2], [1, 2, 0])"), 0.3), 0, 0));
    const double w = std::sqrt(-2 + std::sqrt(8.0));
    QVERIFY(margins.stable);
    QCOMPARE(margins.gain_crossovers.size(), size_t{1});
    QVERIFY(IsNear(margins.gain_crossovers[0].frequency, w, 1e-13));
    const double phase =
        (std::numbers::pi / 2 - std::atan(w / 2) - 0.3 * w) * 180 / std::numbers::pi;
    QVERIFY(IsNear(margins.phase_margin, phase, 1e-12));
    QVERIFY(IsNear(margins.delay_margin, phase / w * std::numbers::pi / 180, 1e-12));
    const auto slow = ToZeroPoleGain(DelayInputs(ParseModel("tf([2], [1, 2, 0])"), 1.3), 0, 0);
    QVERIFY(!MarginsOf(slow).stable);
  }

  // 8 (s + 6)²/s³ is stable only above a gain of 3/8 (Ogata, conditionally stable systems).
  void conditionallyStableLoop() {
    const LoopMargins margins = MarginsOf(Loop("tf([8, 96, 288], [1, 0, 0, 0])"));
    QVERIFY(margins.stable);
    QVERIFY(IsNear(margins.gain_reduction, 0.375, 1e-12));
    QCOMPARE(margins.gain_margin, kInfinity);
    QVERIFY(IsNear(margins.phase_crossovers.at(0).frequency, 6, 1e-12));
  }

  // 1/(s² + 1): poles on the boundary, next to which doubles lie as close as they can. With the
  // factor k the closed loop swings with √(1 + k): never stable.
  void aLoopThatSwings() {
    const LoopMargins margins = MarginsOf(Loop("tf([1], [1, 0, 1])"));
    QVERIFY(!margins.stable);
    QCOMPARE(margins.gain_crossovers.size(), size_t{1});
    QVERIFY(IsNear(margins.gain_crossovers[0].frequency, std::sqrt(2.0), 1e-12));
  }

  // (s + 1)/s e^(−0.3 s) 2/(s + 3) with the dead time between its parts; the same with a way around
  // it is no quotient.
  void deadTimeBetweenParts() {
    LinearModel model = MakeModel(Eigen::MatrixXd{{0, 0}, {0, -3}}, Eigen::MatrixXd{{1, 0}, {0, 1}},
                                  Eigen::MatrixXd{{0, 2}, {1, 0}}, Eigen::MatrixXd{{0, 0}, {1, 0}});
    model.delays_sec = {0.3};
    model.inputs.resize(1);
    model.outputs.resize(1);
    const ZeroPoleGain zpk = ToZeroPoleGain(model, 0, 0);
    QCOMPARE(zpk.delay_sec, 0.3);
    QCOMPARE(zpk.poles.size(), size_t{2});
    QCOMPARE(zpk.zeros.size(), size_t{1});
    const Complex s(0, 2);
    const Complex expected = (s + 1.0) / s * std::exp(-0.3 * s) * 2.0 / (s + 3.0);
    QVERIFY(std::abs(zpk.Response(2) - expected) < 1e-13);
    QVERIFY(std::abs(FrequencyResponse(model).At(2)(0, 0) - expected) < 1e-13);
    model.D(0, 0) = 1;
    QVERIFY(MessageOf([&] {
              ToZeroPoleGain(model, 0, 0);
            }).find("the dead time is inside the model") != std::string::npos);
  }

  // 2/(s + 3), which goes into a dead time too that nothing reads, and reads one into which nothing
  // goes: they are not on the way.
  void deadTimeBesideTheWay() {
    LinearModel model =
        MakeModel(Eigen::MatrixXd{{-3}}, Eigen::MatrixXd{{1, 0, 1}}, Eigen::MatrixXd{{2}, {2}, {0}},
                  Eigen::MatrixXd{{0, 0, 0}, {1, 0, 0}, {0, 0, 0}});
    model.delays_sec = {0.3, 0.7};
    model.inputs.resize(1);
    model.outputs.resize(1);
    const ZeroPoleGain zpk = ToZeroPoleGain(model, 0, 0);
    QCOMPARE(zpk.delay_sec, 0.0);
    QCOMPARE(zpk.poles.size(), size_t{1});
    QVERIFY(std::abs(zpk.poles[0] + 3.0) < 1e-14);
    QVERIFY(zpk.zeros.empty());
    QVERIFY(IsNear(zpk.gain, 2, 1e-14));
    // Where the first goes into the second, they are a way of their own.
    model.D(2, 1) = 1;
    QVERIFY_THROWS_EXCEPTION(UsageError, ToZeroPoleGain(model, 0, 0));
  }

  // The second state moves nothing, the third is not moved.
  void whatIsConnected() {
    const Eigen::MatrixXd A{{-1, 0, 2}, {1, 5, 0}, {0, 0, 7}}, B{{1}, {0}, {0}}, C{{1, 0, 1}};
    QCOMPARE(ConnectedStates(A, B, C), std::vector<int>{0});
    const LinearModel part = ConnectedPart(MakeModel(A, B, C, Eigen::MatrixXd{{0}}));
    QCOMPARE(part.num_states(), 1);
    QCOMPARE(part.states, std::vector<std::string>{"x1"});
    // An integrator of a map, as rounding leaves it, is no frequency to begin with.
    const FrequencyRange range =
        InterestingRange(ParseModel("zpk([], [0.9999999999999998, 0.5], 1, 0.1)"));
    QVERIFY(range.from > 1e-3);
  }

  // 10¹² e^(−0.3 s)/s turns 5·10¹² times before its gain is down to 0.01.
  void aDeadTimeThatTurnsTooOften() {
    const auto loop = ToZeroPoleGain(DelayInputs(ParseModel("tf([1e12], [1, 0])"), 0.3), 0, 0);
    QVERIFY(MessageOf([&] { MarginsOf(loop); }).find("the dead time of 0.3 s turns the loop ") !=
            std::string::npos);
    const auto small = ToZeroPoleGain(DelayInputs(ParseModel("tf([1], [1, -1e200])"), 0.3), 0, 0);
    QVERIFY(MarginsOf(small).phase_crossovers.empty());
  }

  void aResponseAtAPole() {
    const FrequencyResponse plain(ParseModel("tf([1], [1, 0, 1])"));
    QCOMPARE(plain.At(1)(0, 0), Complex(kInfinity, 0));
    QCOMPARE(FrequencyResponse(DelayInputs(ParseModel("tf([1], [1, 0, 1])"), 1)).At(1)(0, 0),
             Complex(kInfinity, 0));
  }

  void aModelWithoutState() {
    const LinearModel gain = ParseModel("tf([2], [1], 0.1)");
    QVERIFY(PolesOf(gain).empty());
    QCOMPARE(BalanceAndReduce(gain, -1).reduced.D(0, 0), 2.0);
    QCOMPARE(ToContinuous(gain, DiscretisationMethod::kFoh).D(0, 0), 2.0);
    QCOMPARE(CharacteriseStep(StepResponseOf(gain, 0, 0)).steady_state, 2.0);
  }

  // s³ + 2 s² + 2 s + k: Routh gives k = 4, ω = √2.
  void rootLocusCrossesTheAxis() {
    const RootLocus locus = RootLocusOf(Loop("tf([1], [1, 2, 2, 0])"));
    QCOMPARE(locus.critical.size(), size_t{1});
    QVERIFY(IsNear(locus.critical[0].value, 4, 1e-12));
    QVERIFY(IsNear(locus.critical[0].frequency, std::sqrt(2.0), 1e-12));
    QVERIFY(locus.breakaway.empty());
    QVERIFY_THROWS_EXCEPTION(
        UsageError,
        RootLocusOf(ToZeroPoleGain(DelayInputs(ParseModel("tf([1], [1, 2, 0])"), 1), 0, 0)));
  }

  // 1/(s² + 0.4 s + 1): overshoot e^(−πζ/√(1−ζ²)) at π/√(1−ζ²).
  void stepOfASecondOrderModel() {
    const StepCharacteristics info =
        CharacteriseStep(StepResponseOf(ParseModel("tf([1], [1, 0.4, 1])"), 0, 0));
    const double root = std::sqrt(1 - 0.04);
    QVERIFY(IsNear(info.overshoot, 100 * std::exp(-std::numbers::pi * 0.2 / root), 1e-9));
    QVERIFY(IsNear(info.peak_time, std::numbers::pi / root, 1e-8));
    QVERIFY_THROWS_EXCEPTION(NoResultError, StepResponseOf(ParseModel("tf([1], [1, -1])"), 0, 0));
  }

  // The pole that is named has the sign that its imaginary part has.
  void stepsThatDoNotSettle() {
    const auto message_of = [](const char* model) {
      return MessageOf([&] { StepResponseOf(ParseModel(model), 0, 0); });
    };
    const std::string begin = "the step response does not settle: there is a pole at ";
    QCOMPARE(message_of("ss([1 2; -2 1], [[1], [0]], [[1, 0]], [[0]])"),
             begin + "1 - 2i, which is not in the left half plane");
    QCOMPARE(message_of("ss([[2]], [[1]], [[1]], [[0]], 0.5)"),
             begin + "2, which is not inside the unit circle");
  }

  // An approached peak: a lag has none.
  void stepOfALag() {
    const StepCharacteristics info =
        CharacteriseStep(StepResponseOf(ParseModel("tf([3], [2, 1])"), 0, 0));
    QCOMPARE(info.peak_time, kInfinity);
    QVERIFY(IsNear(info.rise_time, 2 * std::log(9.0), 1e-10));
    QVERIFY(IsNear(info.settling_time, 2 * std::log(50.0), 1e-10));
    // However slow, and whatever its gain.
    const StepCharacteristics slow =
        CharacteriseStep(StepResponseOf(ParseModel("tf([1e12], [1, 1e-12])"), 0, 0));
    QVERIFY(IsNear(slow.rise_time / 1e12, std::log(9.0), 1e-9));
  }

  // H2 of 1/(s + 1) is √½; H∞ of 1/(s² + 2ζ s + 1) is 1/(2ζ√(1−ζ²)) at √(1−2ζ²).
  void norms() {
    QVERIFY(IsNear(H2Norm(ParseModel("tf([1], [1, 1])")), std::sqrt(0.5), 1e-14));
    QCOMPARE(H2Norm(ParseModel("tf([1, 2], [1, 1])")), kInfinity);
    const PeakGain peak = HInfinityNorm(ParseModel("tf([1], [1, 0.02, 1])"));
    QVERIFY(IsNear(peak.norm, 1 / (0.02 * std::sqrt(1 - 1e-4)), 1e-10));
    QVERIFY(IsNear(peak.frequency, std::sqrt(1 - 2e-4), 1e-7));
    QCOMPARE(HInfinityNorm(ParseModel("tf([1], [1, 0, 1])")).norm, kInfinity);
  }

  // Moore, IEEE Trans. Automat. Contr. 26 (1981) 17-32, example.
  void hankelSingularValues() {
    const BalancedModel balanced = BalanceAndReduce(
        ParseModel("ss([0 0 0 -150; 1 0 0 -245; 0 1 0 -113; 0 0 1 -19], [[4], [1], [0], [0]],"
                   "[[0, 0, 0, 1]], [[0]])"),
        2);
    const double expected[] = {0.015938, 0.0027243, 0.0001272, 8.006e-6};
    for (int i = 0; i < 4; ++i) {
      QVERIFY(std::abs(balanced.hankel_singular_values[i] - expected[i]) < 1e-3 * expected[i]);
    }
    QCOMPARE(balanced.reduced.num_states(), 2);
  }

  // A mass without damping, sampled at twice its frequency (Kalman, Ho, Narendra, 1963).
  void pathologicalSampling() {
    const LinearModel mass = ParseModel("tf([1], [1, 0, 4*pi^2])");
    QCOMPARE(StructureOf(mass).minimal.num_states(), 2);
    const ModelStructure sampled = StructureOf(ToSampled(mass, 0.5, DiscretisationMethod::kZoh));
    QCOMPARE(sampled.controllable, 1);
    QCOMPARE(sampled.observable, 1);
  }

  // 1/(s + a) held, and back; a dead time of 2.3 periods becomes three states.
  void samplingAndBack() {
    const LinearModel lag = ParseModel("tf([1], [1, 2])");
    const LinearModel sampled = ToSampled(lag, 0.1, DiscretisationMethod::kZoh);
    QVERIFY(IsNear(sampled.A(0, 0), std::exp(-0.2), 1e-15));
    for (const auto method : {DiscretisationMethod::kZoh, DiscretisationMethod::kFoh,
                              DiscretisationMethod::kTustin, DiscretisationMethod::kMatched}) {
      const LinearModel back = ToContinuous(ToSampled(lag, 0.1, method), method);
      QVERIFY(IsNear(ToZeroPoleGain(back, 0, 0).poles.at(0).real(), -2, 1e-12));
      QVERIFY(IsNear(DcGain(ToZeroPoleGain(back, 0, 0)), 0.5, 1e-12));
    }
    const LinearModel late = ToSampled(DelayInputs(lag, 0.23), 0.1, DiscretisationMethod::kZoh);
    QCOMPARE(late.num_states(), 4);
    const auto refusal = [](const char* text) {
      return MessageOf([&] { ToContinuous(ParseModel(text), DiscretisationMethod::kZoh); });
    };
    QVERIFY(refusal("tf([1], [1, 0.5], 0.2)").find("turns by half a turn") != std::string::npos);
    QVERIFY(refusal("tf([1], [1, 0], 0.2)").find("as a delay by a sample") != std::string::npos);
    QVERIFY(
        refusal("ss([1e-200, 1e9, 0; 0, 1e-200, 1e9; 0, 0, 1e-200], [0; 0; 1], [1, 0, 0], 0, 1)")
            .find("a pole is at 0 up to rounding") != std::string::npos);
  }

  // What grows too far, roots that matched has no place for, and a turn by a quarter in each sample
  // whose size is 1e-15 beside the model's.
  void conversionsThatThereAreNot() {
    const LinearModel fast = ParseModel("tf([1], [1, -1e4])");
    for (const auto method : {DiscretisationMethod::kZoh, DiscretisationMethod::kFoh}) {
      QVERIFY(MessageOf([&] {
                ToSampled(fast, 1, method);
              }).find("over a period of 1 s the model grows beyond all numbers") !=
              std::string::npos);
    }
    QVERIFY(MessageOf([&] {
              ToSampled(fast, 1, DiscretisationMethod::kMatched);
            }).find("matched: the roots or the gain are beyond all numbers") != std::string::npos);
    const Eigen::MatrixXd one = Eigen::MatrixXd::Ones(1, 1);
    QVERIFY(MessageOf([&] {
              SampleCost(fast.A, fast.B, {one, one, {}}, 1);
            }).find("over a period of 1 s the model grows beyond all numbers") !=
            std::string::npos);
    QVERIFY(MessageOf([] {
              ToContinuous(ParseModel("zpk([-0.5], [0.5, 0.2], 1, 0.1)"),
                           DiscretisationMethod::kMatched);
            }).find("no zero of one becomes the zero at -0.") != std::string::npos);
    QVERIFY(MessageOf([] {
              ToContinuous(ParseModel("ss([0 1; -1e-30 0], [[0], [1]], [[1, 0]], [[0]], 0.1)"),
                           DiscretisationMethod::kZoh);
            }).find("that rounding leaves anything of") != std::string::npos);
    // A dead time of a million periods is no state.
    QVERIFY(MessageOf([] {
              ToSampled(DelayInputs(ParseModel("tf([1], [1, 1])"), 1), 1e-6,
                        DiscretisationMethod::kZoh);
            }).find("states; more than 2000 are too many") != std::string::npos);
    QVERIFY(MessageOf([] {
              DelayInputs(ParseModel("tf([1], [1, -0.5], 1)"), 1e12);
            }).find("states; more than 2000 are too many") != std::string::npos);
  }

  // 2a/(s + a), a = 10⁻¹³: its pole is no integrator's, however slow it is, and B C = 2 (1 −
  // e^(−ah)).
  void matchedKeepsTheGainOfASlowModel() {
    const LinearModel slow = ParseModel("tf([2e-13], [1, 1e-13])");
    const LinearModel sampled = ToSampled(slow, 0.1, DiscretisationMethod::kMatched);
    QVERIFY(std::abs(sampled.B(0, 0) * sampled.C(0, 0) / 2e-14 - 1) < 1e-12);
  }

  // x' = −100 x beside x' = −x over half a second: ∫ e^(−2at) dt = (1 − e^(−2ah))/(2a).
  void costOfFastAndSlowModes() {
    const Eigen::MatrixXd A{{-100, 0}, {0, -1}}, B{{1}, {1}};
    const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(2, 2), one = Eigen::MatrixXd::Ones(1, 1);
    const SampledCost sampled = SampleCost(A, B, {I, one, {}}, 0.5);
    QVERIFY(IsNear(sampled.cost.Q(1, 1), (1 - std::exp(-1.0)) / 2, 1e-13));
    QVERIFY(std::abs(sampled.cost.Q(0, 0) - 0.005) < 1e-15);
  }

  // 1/(s² + 2 z s + 1): the peak is 1 + e^(−πz/√(1 − z²)) at π/√(1 − z²), wherever that stands
  // among the pieces of the response.
  void peaksOfOscillationsAreExact() {
    constexpr int kCases = 40;
    for (int i = 0; i < kCases; ++i) {
      const double damping = 0.05 + 0.017 * i, root = std::sqrt(1 - damping * damping);
      const std::string text = "tf([1], [1, " + FormatNumber(2 * damping) + ", 1])";
      const StepCharacteristics info = CharacteriseStep(StepResponseOf(ParseModel(text), 0, 0));
      const double beyond = std::exp(-std::numbers::pi * damping / root);
      QVERIFY2(IsNear(info.peak, 1 + beyond, 1e-13), text.c_str());
      QVERIFY2(IsNear(info.peak_time, std::numbers::pi / root, 1e-9), text.c_str());
      QVERIFY2(IsNear(info.settling_min, std::min(0.9, 1 - beyond * beyond), 1e-13), text.c_str());
    }
  }

  // The fast motion is gone long before the pieces are as long as the slow one. Its size, 1e6
  // beside 1, is what rounding is counted by.
  void fastAndSlowMotionsTogether() {
    constexpr double kFast = 1e6;
    const StepResponse response = StepResponseOf(ParseModel("tf([1e6], [1, 1000001, 1e6])"), 0, 0);
    for (const ResponsePiece& piece : response.pieces) {
      const double t = piece.start_sec + 0.3 * (piece.end_sec - piece.start_sec);
      const double expected = -(kFast * std::expm1(-t) - std::expm1(-kFast * t)) / (kFast - 1);
      QVERIFY(IsNear(piece.value(t), expected, 1e-9));
    }
    QVERIFY(IsNear(CharacteriseStep(response).rise_time, std::log(9), 1e-6));
  }

  // 100 oscillations to where it has settled are drawn by no more points than a screen shows, and
  // those are its extremes; a short response by as many as were asked for.
  void curvesAreDrawnByFewPoints() {
    const StepResponse long_one = StepResponseOf(ParseModel("tf([1], [1, 0.01, 1])"), 0, 0);
    const ResponseCurve curve = CurveOf(long_one.pieces, 600);
    QCOMPARE(curve.times_sec.size(), size_t{1200});
    QVERIFY(std::is_sorted(curve.times_sec.begin(), curve.times_sec.end()));
    const double peak = CharacteriseStep(long_one).peak;
    QVERIFY(IsNear(*std::max_element(curve.values.begin(), curve.values.end()), peak, 1e-2));
    const StepResponse held = StepResponseOf(ParseModel("tf([1], [1, 0], 0.5)"), 0, 0);
    const ResponseCurve stairs = CurveOf(held.pieces, 600);
    QVERIFY(stairs.values.front() == 0 && stairs.values.back() == 1);
    QVERIFY(stairs.times_sec.size() <= 600);
    QCOMPARE(std::count(stairs.times_sec.begin(), stairs.times_sec.end(), 0.5), 2);
  }

  void aSampledModelThatTakesTooLong() {
    QVERIFY(MessageOf([] {
              StepResponseOf(ParseModel("tf([1e-9], [1, -0.999999999], 1)"), 0, 0);
            }).find("takes more than 200000 samples to settle: there is a pole at the distance ") !=
            std::string::npos);
  }

  // A million oscillations.
  void anOscillationThatTakesTooLong() {
    QCOMPARE(MessageOf([] { StepResponseOf(ParseModel("tf([1], [1, 1e-5, 1])"), 0, 0); }),
             std::string("the step response takes too long to settle beside its fastest motion"));
  }

  // Slow poles are placed as well as fast ones, and those of no model at all.
  void placementInAnyUnit() {
    const Eigen::MatrixXd A{{0, 1e-9}, {0, -1e-9}}, B{{0}, {1e-9}};
    const PolePlacement placement = PlacePoles(A, B, {-1e-9, -2e-9});
    QVERIFY(std::abs(placement.poles[0].real() / 1e-9 + 2) < 1e-9);
    const Eigen::MatrixXd none(1, 0), lag{{-1}};
    QCOMPARE(PlacePoles(lag, none, {-1}).K.rows(), Eigen::Index{0});
    QVERIFY(MessageOf([&] {
              PlacePoles(lag, lag, {std::numeric_limits<double>::quiet_NaN()});
            }).find("--poles: each must be a finite number") != std::string::npos);
  }

  // DAREX 2.3 and CAREX 2.1 of Benner, Laub, Mehrmann (1995), whose solutions are known.
  void riccatiEquationsOfBadScale() {
    const Eigen::MatrixXd A = (Eigen::MatrixXd(2, 2) << 0, 1e6, 0, 0).finished();
    const Eigen::MatrixXd B = (Eigen::MatrixXd(2, 1) << 0, 1).finished();
    const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(2, 2), one = Eigen::MatrixXd::Ones(1, 1);
    const QuadraticRegulator sampled = SolveRiccati(A, B, {I, one, {}}, true);
    QVERIFY(IsNear(sampled.S(1, 1), 1 + 1e12, 1e-14));
    const Eigen::MatrixXd C = (Eigen::MatrixXd(2, 2) << 1, 0, 0, -2).finished();
    const Eigen::MatrixXd D = (Eigen::MatrixXd(2, 1) << 1e-6, 0).finished();
    const QuadraticRegulator slow =
        SolveRiccati(C, D, {Eigen::MatrixXd::Ones(2, 2), one, {}}, false);
    const double expected = (1 + std::sqrt(1 + 1e-12)) / 1e-12;
    QVERIFY(IsNear(slow.S(0, 0), expected, 1e-13));
  }

  void riccatiErrorsName() {
    const Eigen::MatrixXd A = (Eigen::MatrixXd(2, 2) << 1, 0, 0, -1).finished();
    const Eigen::MatrixXd B = (Eigen::MatrixXd(2, 1) << 0, 1).finished();
    const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(2, 2), one = Eigen::MatrixXd::Ones(1, 1);
    QVERIFY(MessageOf([&] {
              SolveRiccati(A, B, {I, one, {}}, false);
            }).find("the mode at 1 is not stable, and no input moves it (states x1)") !=
            std::string::npos);
    QVERIFY(MessageOf([&] {
              SolveRiccati(A, B, {-I, one, {}}, false);
            }).find("Q has the eigenvalue -1; it must be positive semidefinite") !=
            std::string::npos);
    QVERIFY(MessageOf([&] {
              SolveRiccati(A, B, {I, I, {}}, false);
            }).find("R is 2 by 2, but here it must be 1 by 1") != std::string::npos);
    const Eigen::MatrixXd both = Eigen::MatrixXd::Ones(2, 1);
    const Eigen::MatrixXd cross = (Eigen::MatrixXd(2, 1) << 5, 1).finished();
    QVERIFY(MessageOf([&] {
              SolveRiccati(A, both, {I, one, cross}, false);
            }).find("[Q N; N' R] has the eigenvalue -") != std::string::npos);
    const Eigen::MatrixXd sum = (Eigen::MatrixXd(1, 1) << 0).finished();
    QVERIFY(MessageOf([&] {
              SolveRiccati(sum, one, {0 * one, one, {}}, false);
            }).find("a mode on the boundary of stability is not seen by Q") != std::string::npos);
  }

  // A mode that no output shows, and one that no noise comes to.
  void filterErrorsName() {
    LinearModel model = ParseModel("ss([1 0; 0 -1], [[1], [1]], [[0, 1]], [[0]])");
    model.states = {"cart.x", "lag.x"};
    const Eigen::MatrixXd one = Eigen::MatrixXd::Ones(1, 1);
    QVERIFY(MessageOf([&] { DesignKalman(model, one, one, 0); })
                .find("there is no filter: the mode at 1 is not stable, and no output shows it "
                      "(states cart.x)") != std::string::npos);
    const LinearModel sum = ParseModel("ss([[0]], [[1]], [[1]], [[0]])");
    QVERIFY(MessageOf([&] {
              DesignKalman(sum, 0 * one, one, 0);
            }).find("noise does not reach a mode on the boundary of stability") !=
            std::string::npos);
  }

  // Kautsky, Nichols, Van Dooren (1985), example 1: the best condition known is 4.27.
  void robustPlacement() {
    const LinearModel reactor = ParseModel(
        "ss([1.38 -0.2077 6.715 -5.676; -0.5814 -4.29 0 0.675; 1.067 4.273 -6.654 5.893;"
        "0.048 4.273 1.343 -2.104], [0 0; 5.679 0; 1.136 -3.146; 1.136 0], [[1, 0, 0, 0]],"
        "[[0, 0]])");
    const PolePlacement placement =
        PlacePoles(reactor.A, reactor.B, {-0.2, -0.5, -5.0566, -8.6659});
    QVERIFY(placement.condition < 4.486);
    QVERIFY(IsNear(placement.poles[3].real(), -0.2, 1e-10));
    QVERIFY_THROWS_EXCEPTION(UsageError,
                             PlacePoles(reactor.A, reactor.B, {-1, -2, Complex(-3, 1), -4}));
  }

  // Skogestad, J. Process Control 13 (2003), process E1 without its zero at 0.08.
  void halfRuleAndSimc() {
    const ZeroPoleGain process =
        Loop("zpk([1/0.3], [-0.5, -1, -2.5, -5, -20, -20, -20], -0.3*0.5*1*2.5*5*20*20*20)");
    const SimpleProcess simple = HalfRule(process, false);
    QVERIFY(IsNear(simple.time_constant, 2.5, 1e-10));
    QVERIFY(IsNear(simple.delay_sec, 1.55, 1e-10));
    QVERIFY(IsNear(TuneSimc(simple, PidType::kPi, {}).kp, 2.5 / 3.1, 1e-10));
  }

  // Åström, Panagopoulos, Hägglund, Automatica 34 (1998): k = 0.633, ki = 0.325 for 1/(s + 1)³.
  void largestIntegralGain() {
    const SensitivityTuning tuning =
        TuneForSensitivity(Loop("tf([1], [1, 3, 3, 1])"), PidType::kPi, 1.4);
    QVERIFY(std::abs(tuning.gains.kp - 0.633) < 5e-4);
    QVERIFY(std::abs(tuning.gains.ki - 0.325) < 5e-4);
  }

  // 2/(s + 1)⁴, by its equation C (I + e^(A h))⁻¹ Γ(h) d = ε in 30 digits. A lag only goes from one
  // threshold to the other.
  void aRelayInPlaceOfTheController() {
    const RelayExperiment experiment =
        RunRelay(ParseModel("tf([2], [1, 4, 6, 4, 1])"), 0, 0.5, 0.02);
    QVERIFY(IsNear(experiment.period, 6.5180777626738715, 1e-11));
    QVERIFY(IsNear(experiment.amplitude, 0.3441221323525915, 1e-9));
    QVERIFY(MessageOf([] {
              RunRelay(ParseModel("tf([1], [1, 1])"), 0, 1, 0.5);
            }).find("only goes to and fro between the thresholds") != std::string::npos);
    QVERIFY(MessageOf([] {
              RunRelay(ParseModel("tf([1], [1, 1])"), 0, 1, 0);
            }).find("a relay makes no oscillation with this process") != std::string::npos);
  }

  // Behind a dead time D, 1/s makes a triangle of the period 4 D and the height D, and a lag of
  // time constant 1 swings up to 1 − e^(−D), for D after it is 0: with p = e^(−D) the half period h
  // has e^(−h) = p/(2 − p).
  void aRelayWaitsForDeadTime() {
    const RelayExperiment triangle = RunRelay(ParseModel("tf([1], [1, 0])"), 0.3, 1, 0);
    QVERIFY(IsNear(triangle.period, 1.2, 1e-9));
    QVERIFY(IsNear(triangle.amplitude, 0.3, 1e-9));
    const RelayExperiment lag = RunRelay(ParseModel("tf([1], [1, 1])"), 0.5, 1, 0);
    const double p = std::exp(-0.5);
    QVERIFY(IsNear(lag.period, -2 * std::log(p / (2 - p)), 1e-9));
    QVERIFY(IsNear(lag.amplitude, 1 - p, 1e-9));
    QVERIFY(MessageOf([] {
              RunRelay(ParseModel("tf([1], [1, 1], 0.1)"), 0, 1, 0);
            }).find("is for continuous processes") != std::string::npos);
    QVERIFY(MessageOf([] {
              RunRelay(ParseModel("tf([1, 2], [1, 1])"), 0, 1, 0);
            }).find("do not follow their input at once") != std::string::npos);
  }

  void textsThatAreNoModel() {
    QVERIFY(MessageOf([] { ParseModel("gain(2)"); }).find("is no model; expected ss(") !=
            std::string::npos);
    QVERIFY(MessageOf([] {
              ParseModel("tf([1, 2], [1])");
            }).find("improper: its numerator has degree 1, its denominator only 0") !=
            std::string::npos);
    QVERIFY(MessageOf([] {
              ParseModel("ss([[1]], [[1, 2]], [[1]], [[0]])");
            }).find("the matrix B of a model is 1 by 2, but here it must be 1 by 1") !=
            std::string::npos);
    QVERIFY(MessageOf([] {
              ParseComplexNumbers("[-1, \"2i3\"]", "--poles");
            }).find("--poles: \"2i3\" is no number") != std::string::npos);
    QVERIFY(MessageOf([] {
              ParseModel("tf([1 2; 3 4], [1, 2, 3])");
            }).find("--model, argument 1 of tf: \"[1 2; 3 4]\" is a matrix") != std::string::npos);
    QVERIFY(MessageOf([] {
              ParseModel("zpk([], [-1], [1, 2])");
            }).find("--model, argument 3 of zpk: one number is needed") != std::string::npos);
    QVERIFY(MessageOf([] {
              ParseNumbers("1, 0/0", "--frequencies");
            }).find("--frequencies: \"1, 0/0\"; finite numbers are needed") != std::string::npos);
    for (const char* text : {"[[1, 2, 3], [1, 2, 3]]", "[[]]"}) {
      QVERIFY(MessageOf([&] {
                ParseComplexNumbers(text, "--poles");
              }).find(" is no number; expected such as") != std::string::npos);
    }
  }

  // As --json writes them, a list can be copied from one command's result to the next one's option.
  void numbersAreRead() {
    QCOMPARE(ParseComplexNumbers("[[-1, 2], [-1, -2], [-3, 0], 1/4]", "--poles"),
             (ComplexList{{-1, 2}, {-1, -2}, -3, 0.25}));
    for (const char* text : {"[1, 2, 3]", "1, 2, 3", "[[1, 2, 3]]", "[1 2 3]"}) {
      QCOMPARE(ParseNumbers(text, "--values"), (std::vector<double>{1, 2, 3}));
    }
  }

  // Only beside its conjugate it is known where the imaginary part begins.
  void aComplexNumberWithoutSignNeedsItsConjugate() {
    const ComplexList pair = ParseComplexNumbers("[\"-1.02.0i\", \"-1-2i\"]", "--poles");
    QCOMPARE(pair[0], Complex(-1, 2));
    for (const char* text : {"[\"1.0.i\"]", "[\"-1.02.0i\", \"-1.02.0i\"]", "[\"12.34.5i\", -1]"}) {
      QVERIFY(MessageOf([&] {
                ParseComplexNumbers(text, "--poles");
              }).find("needs a sign before its imaginary part") != std::string::npos);
    }
  }
};

LOOPWRIGHT_TEST(TestLinearModels)

}  // namespace loopwright::test_linear_models

#include "test_linear_models.moc"
