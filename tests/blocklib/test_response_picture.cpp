#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <numbers>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "blocklib/registry.h"
#include "engine/analysis/describing_function.h"
#include "engine/analysis/response_picture.h"
#include "engine/common/exceptions.h"
#include "engine/file/load.h"
#include "engine/linear/eigenvalues.h"
#include "engine/orbits/limit_cycles.h"
#include "tests/test_main.h"

namespace loopwright::test_response_picture {

namespace {

// A loop of an integrator, or another plant, a gain of 2 and what stands between them.
Document Loop(const std::string& between, const std::string& wires,
              const std::string& plant = R"("type": "Integrator")") {
  const std::string text =
      std::string("{\"format\": \"loopwright\", \"version\": 1, \"diagram\": {\"blocks\": {") +
      "\"set\": {\"type\": \"Constant\"}, " +
      "\"error\": {\"type\": \"Sum\", \"parameters\": {\"signs\": \"+-\"}}, " +
      "\"gain\": {\"type\": \"Gain\", \"parameters\": {\"gain\": 2}}, " + "\"state\": {" + plant +
      "}" + between + "}, \"wires\": [" + wires +
      ", {\"from\": \"set.y\", \"to\": \"error.u1\"}, {\"from\": \"state.y\", \"to\": " +
      "\"error.u2\"}, {\"from\": \"error.y\", \"to\": \"gain.u\"}]}}";
  LoadResult result = LoadDocument(text, BuiltInBlocks());
  if (!result.document) qFatal("%s", result.diagnostics.front().text.c_str());
  return std::move(*result.document);
}

Document ContinuousLoop() { return Loop("", R"({"from": "gain.y", "to": "state.u"})"); }

// Held for h = 0.1 s: L(z) = 2 h/(z − 1).
Document SampledLoop() {
  return Loop(R"(, "hold": {"type": "ZeroOrderHold", "parameters": {"period": 0.1}})",
              R"({"from": "gain.y", "to": "hold.u"}, {"from": "hold.y", "to": "state.u"})");
}

// Behind the hold another one, each with an offset.
Document LoopOfTwoHolds(const std::string& first, const std::string& second,
                        const std::string& plant = R"("type": "Integrator")") {
  return Loop(R"(, "hold": {"type": "ZeroOrderHold", "parameters": {"period": 0.1, "offset": )" +
                  first + R"(}}, "second": {"type": "ZeroOrderHold", "parameters": {"period": )" +
                  R"(0.1, "offset": )" + second + "}}",
              R"({"from": "gain.y", "to": "hold.u"}, {"from": "hold.y", "to": "second.u"}, )"
              R"({"from": "second.y", "to": "state.u"})",
              plant);
}

double InsertedDelayMarginAt(const Document& document, const std::string& wire) {
  const ResponsePicture picture =
      PictureLoop(document, BuiltInBlocks(), wire, {}, LocusUse::kWithout);
  if (!picture.inserted_delay_margin) qFatal("no margin at %s", wire.c_str());
  return *picture.inserted_delay_margin;
}

// Whether all roots of z^m (z - 1) + g (w z + 1 - w) are in the unit circle: an integrator that has
// a control of gain g for a part w of a period less than m periods late, and for the rest m.
bool IsStableWithLateControl(int m, double g, double w) {
  Eigen::MatrixXd companion = Eigen::MatrixXd::Zero(m + 1, m + 1);
  companion.diagonal(-1).setOnes();
  companion(0, 0) = 1;
  companion(0, m) -= g * (1 - w);
  companion(0, m - 1) -= g * w;
  return IsStable(EigenvaluesOf(companion), true);
}

// The part of a block's output at the frequency of a sine of this amplitude, over the amplitude, by
// a sum over the second of two periods.
Complex FirstHarmonic(const std::function<double(double)>& block, double amplitude) {
  constexpr int kSteps = 20000;
  Complex sum = 0;
  for (int i = 0; i < 2 * kSteps; ++i) {
    const double angle = 2 * std::numbers::pi * i / kSteps;
    const double y = block(amplitude * std::sin(angle));
    if (i >= kSteps) sum += y * std::polar(1.0, -angle);
  }
  return sum * Complex(0, 2) / (kSteps * amplitude);
}

}  // namespace

class TestResponsePicture : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // L = 2/s, T = 2/(s + 2).
  void aContinuousLoop() {
    const ResponsePicture picture = PictureLoop(ContinuousLoop(), BuiltInBlocks(), "gain.y");
    QCOMPARE(picture.period_sec, 0.0);
    for (size_t i = 0; i < picture.frequencies.size(); ++i) {
      const double w = picture.frequencies[i];
      QVERIFY(std::abs(picture.response[i] - Complex(0, -2 / w)) < 1e-12 / w);
      QVERIFY(std::abs(picture.phase[i] + 90) < 1e-9);
    }
    QCOMPARE(picture.poles.size(), size_t{1});
    QVERIFY(std::abs(picture.poles[0].pole + 2.0) < 1e-12);
    QCOMPARE(picture.locus.size(), size_t{201});  // -2 times a hundredth to a hundred
    QVERIFY(std::abs(picture.locus.front().at(0) + 0.02) < 1e-12);
    QVERIFY(std::abs(picture.locus.back().at(0) + 200.0) < 1e-9);
    QVERIFY(picture.margins && picture.margins->stable);
    QVERIFY(std::abs(picture.margins->phase_margin - 90) < 1e-9);
    QVERIFY(std::isinf(picture.margins->gain_margin));
    QVERIFY(!picture.inserted_delay_margin);
    QCOMPARE(picture.step_times.size(), picture.step_values.size());
    for (size_t i = 0; i < picture.step_times.size(); ++i) {
      const double expected = 1 - std::exp(-2 * picture.step_times[i]);
      QVERIFY(std::abs(picture.step_values[i] - expected) < 1e-9);
    }
    QVERIFY(picture.step && std::abs(picture.step->steady_state - 1) < 1e-9);
    // Three settling times, ln(50)/2 each, are drawn.
    const double shown = 3 * std::log(50) / 2;
    QVERIFY(picture.step_times.back() >= shown && picture.step_times.back() < 1.2 * shown);
    QVERIFY(picture.step_times.size() > 300 && picture.step_times.size() <= 600);
  }

  // L = 2000/(s + 1) is 1 at 2000 rad/s, far behind its pole.
  void aLoopIsSeenBeyondItsCrossover() {
    const Document document =
        Loop("", R"({"from": "gain.y", "to": "state.u"})",
             R"("type": "FirstOrderLag", "parameters": {"gain": 1000, "time_constant": 1})");
    const ResponsePicture picture = PictureLoop(document, BuiltInBlocks(), "gain.y");
    QVERIFY(std::abs(picture.frequencies.back() - 1e4) < 1e-6);
    QVERIFY(std::abs(picture.response.back()) < 0.5);
    QVERIFY(std::abs(picture.response.front()) > 1000);
  }

  // The pole is at 1 − 2 h, and a factor of 10 brings it to −1.
  void aSampledLoop() {
    const ResponsePicture picture = PictureLoop(SampledLoop(), BuiltInBlocks(), "hold.y");
    QCOMPARE(picture.period_sec, 0.1);
    for (size_t i = 0; i < picture.frequencies.size(); ++i) {
      const Complex z = std::exp(Complex(0, 0.1 * picture.frequencies[i]));
      const Complex expected = 0.2 / (z - 1.0);
      QVERIFY(std::abs(picture.response[i] - expected) < 1e-9 * std::abs(expected));
    }
    QVERIFY(picture.margins.has_value());
    QVERIFY(std::abs(picture.margins->gain_margin - 10) < 1e-9);
    QVERIFY(picture.inserted_delay_margin && *picture.inserted_delay_margin > 0.1);
    const auto is_loop_pole = [](const PoleInfo& info) {
      return std::abs(info.pole - 0.8) < 1e-12;
    };
    QVERIFY(std::any_of(picture.poles.begin(), picture.poles.end(), is_loop_pole));
  }

  // What the second hold finds is older by whole periods, so that no pole is on the circle when
  // stability is lost: z^m (z - 1) + g has all its roots in it for g < 2 sin(pi/(4 m + 2)) (Levin
  // and May, Theor. Popul. Biol. 9 (1976) 178-187).
  void deadTimeThatOnlyUpdatesRead() {
    const auto is_stable = [](int m) { return 0.2 < 2 * std::sin(std::numbers::pi / (4 * m + 2)); };
    QVERIFY(is_stable(7) && !is_stable(8));
    QVERIFY(IsStableWithLateControl(7, 0.2, 0) && !IsStableWithLateControl(8, 0.2, 0));
    QCOMPARE(InsertedDelayMarginAt(LoopOfTwoHolds("0", "0"), "hold.y"), 0.7);
    // Sampled 0.05 s later: what came at most 0.05 s late is found, then what came 0.15 s late.
    int m = 1;
    while (IsStableWithLateControl(m, 0.2, 0.5)) ++m;
    const double found = InsertedDelayMarginAt(LoopOfTwoHolds("0", "0.05"), "hold.y");
    QVERIFY2(std::abs(found - (0.05 + 0.1 * (m - 2))) < 1e-12,
             qPrintable(QString::number(found, 'g', 15)));
  }

  // Where the plant has the wire it is the dead time at which a pole is on the circle, in between.
  void deadTimeBetweenSamples() {
    const double found = InsertedDelayMarginAt(LoopOfTwoHolds("0", "0"), "second.y");
    QVERIFY(found > 0.6 && found < 0.7);
    const double late = found - 0.6;  // of a period's control, beside the six and the hold's one
    Eigen::MatrixXd companion = Eigen::MatrixXd::Zero(9, 9);
    companion.diagonal(-1).setOnes();
    companion(0, 0) = 1;
    companion(0, 7) = -2 * (0.1 - late);
    companion(0, 8) = -2 * late;
    double largest = 0;
    for (const Complex pole : EigenvaluesOf(companion)) {
      largest = std::max(largest, std::abs(pole));
    }
    QVERIFY2(std::abs(largest - 1) < 1e-9, qPrintable(QString::number(largest, 'g', 15)));
  }

  // |L| < 1 at all frequencies.
  void noDeadTimeMovesASmallLoop() {
    const std::string plant =
        R"("type": "FirstOrderLag", "parameters": {"time_constant": 1, "gain": 0.4})";
    const Document document = LoopOfTwoHolds("0", "0.03", plant);
    for (const char* wire : {"hold.y", "second.y", "gain.y"}) {
      QVERIFY(std::isinf(InsertedDelayMarginAt(document, wire)));
    }
  }

  // A PI controller and an integrator with a dead time: whether it stands between them or at an end
  // of the loop cut, the margins are exactly those of L = 2 (s + 1)/s² e^(−0.1 s).
  void deadTimeBetweenParts() {
    const Document document =
        Loop(R"(, "late": {"type": "TransportDelay", "parameters": {"delay": 0.1}},
                "ctl": {"type": "TransferFunction",
                        "parameters": {"numerator": [1, 1], "denominator": [1, 0]}})",
             R"({"from": "gain.y", "to": "ctl.u"}, {"from": "ctl.y", "to": "late.u"},
                {"from": "late.y", "to": "state.u"})");
    const ResponsePicture between = PictureLoop(document, BuiltInBlocks(), "gain.y");
    const ResponsePicture at_end = PictureLoop(document, BuiltInBlocks(), "ctl.y");
    QVERIFY(between.margins && at_end.margins);
    QVERIFY(between.margins->stable && at_end.margins->stable);
    const double w = std::sqrt(2 + std::sqrt(8));
    const double phase_margin = (std::atan(w) - 0.1 * w) * 180 / std::numbers::pi;
    QVERIFY(std::abs(at_end.margins->phase_margin / phase_margin - 1) < 1e-6);
    QVERIFY(std::abs(between.margins->phase_margin / phase_margin - 1) < 1e-6);
    QVERIFY(std::abs(between.margins->gain_margin / at_end.margins->gain_margin - 1) < 1e-9);
    QVERIFY(std::abs(between.margins->delay_margin / at_end.margins->delay_margin - 1) < 1e-9);
    QVERIFY(!between.step_times.empty());
  }

  // A P controller as a sampled PID: its sum, which nothing reads, has the pole 1, and still the
  // loop settles, and is drawn where it does something. T(z) = 2 h/(z − 1 + 2 h).
  void whatIsNotConnected() {
    const ResponsePicture picture = PictureLoop(
        Loop(R"(, "pid": {"type": "DiscretePid", "parameters": {"kp": 1, "ki": 0, "kd": 0,
                "period": 0.1}})",
             R"({"from": "gain.y", "to": "pid.u"}, {"from": "pid.y", "to": "state.u"})"),
        BuiltInBlocks(), "pid.y");
    const auto is_sum = [](const PoleInfo& info) { return std::abs(info.pole - 1.0) < 1e-12; };
    QVERIFY(std::any_of(picture.poles.begin(), picture.poles.end(), is_sum));
    QVERIFY2(picture.step.has_value(), picture.without_step.c_str());
    QVERIFY(std::abs(picture.step->steady_state - 1) < 1e-12);
    QVERIFY(picture.frequencies.front() > 1e-3);
  }

  void aResponse() {
    const ResponsePicture picture =
        PictureResponse(ContinuousLoop(), BuiltInBlocks(), "set.y", "state.y");
    QVERIFY(!picture.margins);
    for (size_t i = 0; i < picture.frequencies.size(); ++i) {
      const Complex expected = 2.0 / Complex(2, picture.frequencies[i]);
      QVERIFY(std::abs(picture.response[i] - expected) < 1e-12);
    }
    QVERIFY(std::abs(picture.step->rise_time - std::log(9) / 2) < 1e-9);
  }

  // Of 9/(s + 1)³, whose phase is −180° at √3, with each block in the loop: L N(A) = −1, N being
  // summed up from what the block makes of a sine. A relay that switches the other way has its
  // cycle with −9/(s + 1)³; a play without a gap has none.
  void predictedCycles() {
    double play = 0, relay = 1;
    const auto switched = [&](double u) { return relay = u > 0.2 ? -1 : u < -0.2 ? 1 : relay; };
    const std::vector<std::tuple<std::string, std::function<double(double)>, double, size_t>>
        blocks = {{R"("Quantizer", "parameters": {"interval": 0.5}})",
                   [](double u) { return 0.5 * std::round(u / 0.5); }, 9, 3},
                  {R"("Backlash", "parameters": {"width": 0.5}})",
                   [&](double u) { return play = std::clamp(play, u - 0.25, u + 0.25); }, 9, 1},
                  {R"("Backlash", "parameters": {"width": 0}})", [](double u) { return u; }, 9, 0},
                  {R"("Saturation", "parameters": {"lower": -1, "upper": 1}})",
                   [](double u) { return std::clamp(u, -1.0, 1.0); }, 9, 1},
                  {R"("Relay", "parameters": {"on_threshold": 0.2, "off_threshold": -0.2,
                "on_value": -1, "off_value": 1}})",
                   switched, -9, 1}};
    for (const auto& [type, block, gain, count] : blocks) {
      const Document document =
          Loop(R"(, "block": {"type": )" + type +
                   R"(, "plant": {"type": "TransferFunction",
                       "parameters": {"numerator": [4.5], "denominator": [1, 3, 3, 1]}})",
               R"({"from": "gain.y", "to": "block.u"}, {"from": "block.y", "to": "plant.u"},
                  {"from": "plant.y", "to": "state.u"})");
      // The integrator of the document is left aside: the loop is given.
      const ZeroPoleGain loop{{}, {-1, -1, -1}, gain, 0, 0};
      PointOptions options;
      const OperatingPoint point = FindOperatingPoint(document, BuiltInBlocks(), options);
      const auto cycles =
          PredictCycles(document, BuiltInBlocks(), point.built->index(), "block", loop);
      QCOMPARE(cycles.size(), count);
      for (const PredictedCycle& cycle : cycles) {
        const Complex N = FirstHarmonic(block, cycle.amplitude);
        QVERIFY(std::abs(loop.Response(cycle.frequency) * N + 1.0) < 1e-3);
      }
      // The curve is −1/N of the same blocks, at amplitudes between those where they bend.
      const DescribingCurve curve =
          DescribeBlock(document, BuiltInBlocks(), point.built->index(), "block", loop);
      QCOMPARE(curve.cycles.size(), count);
      QCOMPARE(curve.values.size(), curve.amplitudes.size());
      for (size_t i = 30; i < curve.values.size() && i < 200; i += 25) {
        const Complex N = FirstHarmonic(block, curve.amplitudes[i]);
        QVERIFY2(std::abs(curve.values[i] * N + 1.0) < 1e-2, type.c_str());
      }
    }
  }

  // G = 2/(s (s + 1)²) is −1 at 1 rad/s, so that a relay of ±1 without hysteresis makes a sine of
  // 4/π there. What the diagram runs through is near. A block beside the loop has no curve.
  void describingFunctionsOfALoop() {
    const std::string relay = R"(, "relay": {"type": "Relay", "parameters": {"on_threshold": 1e-9,
        "off_threshold": -1e-9, "on_value": VALUE, "off_value": -1}},
        "plant": {"type": "TransferFunction", "parameters": {"numerator": [1],
                  "denominator": [1, 2, 1]}},
        "beside": {"type": "Saturation", "parameters": {"lower": -1, "upper": 1}})";
    const auto loop = [&](const std::string& value) {
      std::string blocks = relay;
      return Loop(blocks.replace(blocks.find("VALUE"), 5, value),
                  R"({"from": "gain.y", "to": "relay.u"}, {"from": "relay.y", "to": "plant.u"},
                     {"from": "plant.y", "to": "state.u"}, {"from": "state.y", "to": "beside.u"})");
    };
    PointOptions point;
    point.as = {{"relay", "1"}};
    const Document document = loop("1");
    QCOMPARE(FindSwitchingBlock(document, BuiltInBlocks(), "relay.y", {}),
             std::optional<std::string>("relay"));
    QVERIFY(!FindSwitchingBlock(document, BuiltInBlocks(), "beside.y", {}));
    ResponsePicture picture = PictureLoop(document, BuiltInBlocks(), "relay.y", point);
    AddDescribingFunctions(document, BuiltInBlocks(), "relay.y", point, &picture);
    QCOMPARE(picture.describing.size(), size_t{1});
    DescribingCurve& curve = picture.describing[0];
    QCOMPARE(curve.block, std::string("relay"));
    QCOMPARE(curve.problem, std::string());
    QCOMPARE(curve.cycles.size(), size_t{1});
    QVERIFY(std::abs(curve.cycles[0].frequency - 1) < 1e-6);
    QVERIFY(std::abs(curve.cycles[0].amplitude - 4 / std::numbers::pi) < 1e-6);
    FindExactCycles(document, BuiltInBlocks(), point, &picture);
    QVERIFY2(curve.exact.has_value(), curve.without_exact.c_str());
    QVERIFY(std::abs(curve.exact->frequency - 1) < 0.05);
    QVERIFY(std::abs(curve.exact->amplitude - 4 / std::numbers::pi) < 0.1);
    // Values that are not symmetric about 0 have none, and the picture says so.
    const Document biased = loop("2");
    AddDescribingFunctions(biased, BuiltInBlocks(), "relay.y", point, &picture);
    QCOMPARE(picture.describing.size(), size_t{1});
    QVERIFY(picture.describing[0].problem.find("not symmetric about 0") != std::string::npos);
    QVERIFY(picture.describing[0].values.empty());
    // Where nothing rests on a describing function there is nothing to add.
    picture = PictureLoop(ContinuousLoop(), BuiltInBlocks(), "gain.y");
    AddDescribingFunctions(ContinuousLoop(), BuiltInBlocks(), "gain.y", {}, &picture);
    QVERIFY(picture.describing.empty());
    QCOMPARE(picture.locus_factors.size(), picture.locus.size());
  }

  // A sine that is held, h = 0.1 s, comes out as 2 (1 − e^(−jωh))/(jωh) times itself, and others.
  void aSineThroughAHold() {
    Document open = SampledLoop();
    std::erase_if(open.root.wires, [](const Wire& wire) { return wire.to == "error.u2"; });
    Wire& wire = open.root.wires.emplace_back();
    wire.from = "set.y";
    wire.to = "error.u2";
    const ResponsePicture picture = PictureResponse(open, BuiltInBlocks(), "error.y", "hold.y");
    QCOMPARE(picture.lens.size(), picture.frequencies.size());
    QCOMPARE(picture.lens_phase.size(), picture.frequencies.size());
    for (size_t i = 0; i < picture.lens.size(); ++i) {
      const Complex turn(0, 0.1 * picture.frequencies[i]);
      QVERIFY(std::abs(picture.lens[i] - 2.0 * (1.0 - std::exp(-turn)) / turn) < 1e-9);
      QVERIFY(std::abs(picture.response[i] - 2.0) < 1e-9);
      // All of the loss is the hold's.
      QVERIFY(std::abs(picture.lens[i] - 2.0 * picture.hold[i]) < 1e-9);
      QVERIFY(std::abs(picture.lens_phase[i] - picture.hold_phase[i]) < 1e-6);
    }
    // Above 10π rad/s it is taken for one that is 20π rad/s slower, and held as such.
    const std::vector<double>& above = picture.folded_frequencies;
    QVERIFY(std::abs(above.front() - 10 * std::numbers::pi) < 1e-12);
    QVERIFY(std::abs(above.back() - 30 * std::numbers::pi) < 1e-12);
    QCOMPARE(picture.folded.size(), above.size());
    for (size_t i = 0; i < above.size(); ++i) {
      const Complex turn(0, 0.1 * above[i] - 2 * std::numbers::pi);
      const Complex held = std::abs(turn) < 1e-9 ? 1.0 : (1.0 - std::exp(-turn)) / turn;
      QVERIFY(std::abs(picture.folded[i] - 2.0 * held) < 1e-9);
    }
    QVERIFY(PictureResponse(ContinuousLoop(), BuiltInBlocks(), "set.y", "state.y").lens.empty());
  }

  // Once around a loop of a gain of 2 behind a hold and an integrator: 2 (1 − e^(−jωh))/(jωh)/(jω),
  // on the turn of L itself.
  void aSineAroundALoop() {
    const ResponsePicture picture = PictureLoop(SampledLoop(), BuiltInBlocks(), "gain.y");
    QCOMPARE(picture.lens.size(), picture.frequencies.size());
    for (size_t i = 0; i < picture.lens.size(); ++i) {
      const Complex rate(0, picture.frequencies[i]), turn = 0.1 * rate;
      const Complex expected = 2.0 * (1.0 - std::exp(-turn)) / turn / rate;
      QVERIFY(std::abs(picture.lens[i] / expected - 1.0) < 1e-9);
      QVERIFY(std::abs(std::polar(1.0, picture.lens_phase[i] * std::numbers::pi / 180) -
                       expected / std::abs(expected)) < 1e-9);
    }
    QVERIFY(std::abs(picture.lens_phase.front() - picture.phase.front()) < 10);
    const auto quick =
        PictureLoop(SampledLoop(), BuiltInBlocks(), "gain.y", {}, LocusUse::kWithout);
    QVERIFY(quick.lens.empty());
    QVERIFY(PictureLoop(ContinuousLoop(), BuiltInBlocks(), "gain.y").lens.empty());
  }

  // Dead time behind a hold, and before one that alone reads it, follows a step exactly: y is a
  // line from one change of the hold, or from its arrival, to the next.
  void aStepThroughSampledDeadTime() {
    constexpr double h = 0.25, late = 0.35;
    const std::string blocks =
        R"(, "hold": {"type": "ZeroOrderHold", "parameters": {"period": 0.25}},
        "late": {"type": "TransportDelay", "parameters": {"delay": 0.35}})";
    const ResponsePicture behind = PictureResponse(
        Loop(blocks, R"({"from": "gain.y", "to": "hold.u"}, {"from": "hold.y", "to": "late.u"},
                        {"from": "late.y", "to": "state.u"})"),
        BuiltInBlocks(), "set.y", "state.y");
    const ResponsePicture before = PictureResponse(
        Loop(blocks, R"({"from": "gain.y", "to": "late.u"}, {"from": "late.y", "to": "hold.u"},
                        {"from": "hold.y", "to": "state.u"})"),
        BuiltInBlocks(), "hold.y", "state.y");
    std::vector<double> held_behind, held_before;  // from kh on
    const auto sum = [&](const std::vector<double>& held, double t, double shift) {
      double y = 0;
      for (size_t k = 0; k < held.size(); ++k) {
        const double start = static_cast<double>(k) * h + shift;
        y += held[k] * std::clamp(t - start, 0.0, h);
      }
      return y;
    };
    for (int k = 0; k < 400; ++k) {
      const double t = k * h;
      held_behind.push_back(2 * (1 - sum(held_behind, t, late)));
      const double then = std::max(0.0, t - late);
      held_before.push_back(-2 * (sum(held_before, then, 0) + then));
    }
    QVERIFY(behind.step && !behind.has_approximate_step);
    QVERIFY(before.step && !before.has_approximate_step);
    for (size_t i = 0; i < behind.step_times.size(); ++i) {
      const double t = behind.step_times[i];
      QVERIFY(std::abs(behind.step_values[i] - sum(held_behind, t, late)) < 1e-9);
    }
    for (size_t i = 0; i < before.step_times.size(); ++i) {
      const double t = before.step_times[i];
      QVERIFY(std::abs(before.step_values[i] - sum(held_before, t, 0) - t) < 1e-9);
    }
  }

  // An integrator alone never comes to rest: the rest of the picture is there all the same.
  void aResponseThatDoesNotSettle() {
    const ResponsePicture picture =
        PictureResponse(ContinuousLoop(), BuiltInBlocks(), "set.y", "error.y");
    QVERIFY(picture.step.has_value());
    Document open = ContinuousLoop();
    std::erase_if(open.root.wires, [](const Wire& wire) { return wire.to == "error.u2"; });
    std::erase_if(open.root.wires, [](const Wire& wire) { return wire.to == "gain.u"; });
    for (const char* end : {"gain.u", "error.u2"}) {
      Wire& wire = open.root.wires.emplace_back();
      wire.from = "set.y";
      wire.to = end;
    }
    const ResponsePicture integrator = PictureResponse(open, BuiltInBlocks(), "set.y", "state.y");
    QVERIFY(!integrator.step && integrator.step_times.empty());
    QVERIFY(!integrator.without_step.empty());
    QCOMPARE(integrator.poles.size(), size_t{1});
  }

  // As files have them: the same as by itself, without points from the Inport to the Outport.
  void keptAnalyses() {
    Document document = ContinuousLoop();
    AnalysisSetting analysis;
    analysis.loop = "gain.y";
    const ResponsePicture loop = PictureAnalysis(document, BuiltInBlocks(), analysis);
    QVERIFY(loop.margins && std::abs(loop.margins->phase_margin - 90) < 1e-9);
    analysis.loop.reset();
    analysis.inputs = {"set.y"};
    analysis.outputs = {"state.y"};
    QVERIFY(!PictureAnalysis(document, BuiltInBlocks(), analysis).margins);
    analysis.at.emplace().time = 2.5;
    QVERIFY(PointOf(analysis).is_before_updates);
    QCOMPARE(PointOf(analysis).time_sec, std::optional(2.5));
    analysis.at->side = "+";
    QVERIFY(!PointOf(analysis).is_before_updates);
    analysis.at = AnalysisPlace();
    analysis.at->trim.emplace().frees = {"set.value"};
    QVERIFY(PointOf(analysis).trim && PointOf(analysis).frees.size() == 1);
    const auto problem = [&] {
      try {
        PictureAnalysis(document, BuiltInBlocks(), analysis);
      } catch (const UsageError& error) {
        return std::string(error.what());
      }
      return std::string();
    };
    analysis.at.reset();
    analysis.outputs = {"state.y", "error.y"};
    QCOMPARE(problem(), std::string("a picture is of the response from one input to one output, "
                                    "and there are 2 outputs; name one"));
    analysis.inputs.clear();
    QCOMPARE(problem(), std::string("a picture is of the response from one input to one output, "
                                    "and there are 0 inputs; name one"));
    analysis.at.emplace().periodic = ParameterSetting(0.5);
    QCOMPARE(problem(), std::string("a picture is of the diagram at a point, and this analysis is "
                                    "along a periodic orbit; poles tells its multipliers"));
  }

  void wrongSignals() {
    QVERIFY_THROWS_EXCEPTION(UsageError, PictureLoop(ContinuousLoop(), BuiltInBlocks(), "set.y"));
    QVERIFY_THROWS_EXCEPTION(UsageError,
                             PictureResponse(ContinuousLoop(), BuiltInBlocks(), "set.y", "stat.y"));
  }
};

LOOPWRIGHT_TEST(TestResponsePicture)

}  // namespace loopwright::test_response_picture

#include "test_response_picture.moc"
