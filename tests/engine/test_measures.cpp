#include <QObject>
#include <QTest>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "engine/measures/measures.h"
#include "engine/measures/signal_part.h"
#include "engine/measures/step_info.h"
#include "engine/recording/recording.h"
#include "tests/test_main.h"

namespace loopwright::test_measures {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool isNear(double value, double right, double tolerance = 1e-12) {
  return std::abs(value - right) <= tolerance * std::max(1.0, std::abs(right));
}

// A signal as samples, which SignalPart refers to.
struct Samples {
  std::vector<double> times, values;

  void Add(double time, double value) {
    times.push_back(time);
    values.push_back(value);
  }
  SignalPart Part(double lower, double upper, bool held = false) const {
    return {times, values, held, lower, upper};
  }
};

template <typename Function>
Samples Sampled(double end, int count, Function function) {
  Samples samples;
  for (int k = 0; k <= count; ++k) {
    const double t = end * k / count;
    samples.Add(t, function(t));
  }
  return samples;
}

// 10 until 1 s, then 20, then 40 from 3 s on; with a row of another signal's at 2 s.
std::shared_ptr<Recording> Steps() {
  auto recording = std::make_shared<Recording>(
      std::vector<RecordedSignal>{{"other.y", "", 1, 0, false, 0}, {"s.y", "", 1, 0, true, 0}});
  const auto add = [&](double t, Side side, double value) {
    const double row[2] = {t, value};
    recording->Append(t, side, row);
  };
  add(0, Side::kBefore, 10);
  add(1, Side::kBefore, 10);
  add(1, Side::kAfter, 20);
  add(2, Side::kBefore, 20);
  add(3, Side::kBefore, 20);
  add(3, Side::kAfter, 40);
  add(4, Side::kBefore, 40);
  return recording;
}

Measures MeasureSteps(double lower, double upper) {
  const auto recording = Steps();
  return Measure(SignalPart(*recording, recording->size(), 1, true, lower, upper));
}

// The response of a second-order lag with natural frequency 1 rad/s to a unit step at 0.
double SecondOrder(double t, double damping) {
  const double w = std::sqrt(1 - damping * damping);
  return 1 - std::exp(-damping * t) * (std::cos(w * t) + damping / w * std::sin(w * t));
}

}  // namespace

class TestMeasures : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void heldSignalsAreMeasuredAsSteps() {
    const Measures all = MeasureSteps(0, 4);
    QCOMPARE(all.start, 0.0);
    QCOMPARE(all.end, 4.0);
    QCOMPARE(all.mean, (10 + 2 * 20 + 40) / 4.0);
    QCOMPARE(all.rms, std::sqrt((100 + 2 * 400 + 1600) / 4.0));
    QCOMPARE(all.least, 10.0);
    QCOMPARE(all.least_time, 0.0);
    QCOMPARE(all.greatest, 40.0);
    QCOMPARE(all.greatest_time, 3.0);
    // The range ends within steps.
    QCOMPARE(MeasureSteps(0.5, 1.25).mean, (0.5 * 10 + 0.25 * 20) / 0.75);
    QCOMPARE(MeasureSteps(1.5, 2.5).mean, 20.0);
  }

  void bothValuesOfAnInstantAtAnEndBelongToTheRange() {
    const Measures between = MeasureSteps(1, 3);
    QCOMPARE(between.first, 10.0);
    QCOMPARE(between.last, 40.0);
    QCOMPARE(between.least, 10.0);
    QCOMPARE(between.greatest, 40.0);
    QCOMPARE(between.mean, 20.0);  // the ends take no time
  }

  void rangesBeyondTheRecordingEndWithIt() {
    const Measures found = MeasureSteps(-5, 100);
    QCOMPARE(found.start, 0.0);
    QCOMPARE(found.end, 4.0);
    QCOMPARE(found.mean, (10 + 2 * 20 + 40) / 4.0);
    QVERIFY(std::isnan(MeasureSteps(5, 6).mean));
    QVERIFY(std::isnan(MeasureSteps(-2, -1).least));
  }

  void rowsOfManyChunksAreOneSignal() {
    Recording recording({{"ramp.y", "", 1, 0, false, 0}});
    const int64_t rows = 300000;
    for (int64_t k = 0; k < rows; ++k) {
      const double value = static_cast<double>(k);
      recording.Append(value, Side::kBefore, &value);
    }
    const Measures found = Measure(SignalPart(recording, rows, 0, false, 0.5, 299990.5));
    QVERIFY(isNear(found.mean, (0.5 + 299990.5) / 2, 1e-10));
    QCOMPARE(found.first, 0.5);
    QCOMPARE(found.last, 299990.5);
  }

  void straightLinesAreMeasuredExactly() {
    const Samples ramp = Sampled(2, 2, [](double t) { return 3 * t; });
    const Measures found = Measure(ramp.Part(0.5, 1.5));
    QCOMPARE(found.mean, 3.0);
    QVERIFY(isNear(found.rms, 3 * std::sqrt((std::pow(1.5, 3) - std::pow(0.5, 3)) / 3)));
    QCOMPARE(found.least, 1.5);
    QCOMPARE(found.greatest, 4.5);
  }

  void gapsCountForNothing() {
    Samples samples;
    samples.Add(0, 1);
    samples.Add(1, 1);
    samples.Add(2, kNan);
    samples.Add(3, 4);
    samples.Add(4, 4);
    const Measures found = Measure(samples.Part(0, 4));
    QCOMPARE(found.mean, 2.5);
    // A held value lasts until the gap begins.
    QCOMPARE(Measure(samples.Part(0, 4, true)).mean, (2 * 1 + 4) / 3.0);
    QCOMPARE(found.start, 0.0);
    QCOMPARE(found.end, 4.0);
  }

  void oneValueIsItsOwnMean() {
    Samples samples;
    samples.Add(1, -3);
    const Measures found = Measure(samples.Part(0, 2));
    QCOMPARE(found.mean, -3.0);
    QCOMPARE(found.rms, 3.0);
    QVERIFY(std::isnan(found.period));
  }

  void aSineHasItsPeriodAndRms() {
    const double frequency = 3.7;
    const Samples sine = Sampled(10, 40000, [&](double t) {
      return 2 + 5 * std::sin(2 * std::numbers::pi * frequency * t + 0.4);
    });
    const Measures found = Measure(sine.Part(0, 10));
    QVERIFY(isNear(found.period, 1 / frequency, 1e-7));
    QVERIFY(isNear(found.frequency(), frequency, 1e-7));
    QVERIFY(isNear(found.mean, 2, 1e-6));
    QVERIFY(isNear(found.rms, std::sqrt(4 + 12.5), 1e-5));
    QVERIFY(isNear(found.greatest, 7, 1e-5));
    QVERIFY(isNear(found.least, -3, 1e-5));
  }

  void aHeldSquareHasItsPeriodExactly() {
    Samples square;
    for (int k = 0; k <= 20; ++k) square.Add(0.25 * k, k % 4 == 0 ? 1 : -1);
    const Measures found = Measure(square.Part(0, 5, true));
    QCOMPARE(found.period, 1.0);
    QCOMPARE(found.mean, -0.5);
  }

  // Small waves around the middle are not counted: the swing is 2, the waves have 0.05.
  void noiseAroundTheMiddleIsNoPeriod() {
    const Samples wave = Sampled(10, 100000, [](double t) {
      return std::sin(2 * std::numbers::pi * t) + 0.05 * std::sin(2 * std::numbers::pi * 41 * t);
    });
    QVERIFY(isNear(Measure(wave.Part(0, 10)).period, 1, 1e-3));
    // Two periods from a rise on have one whole rise and two falls.
    const Samples two =
        Sampled(2, 2000, [](double t) { return std::sin(2 * std::numbers::pi * t); });
    QVERIFY(isNear(Measure(two.Part(0, 2)).period, 1, 1e-9));
    const Samples once = Sampled(1, 100, [](double t) { return t; });
    QVERIFY(std::isnan(Measure(once.Part(0, 1)).period));
  }

  void aFirstOrderLagRisesInLogNine() {
    const double tau = 0.3;
    const Samples lag = Sampled(6, 60000, [&](double t) { return 1 - std::exp(-t / tau); });
    const StepInfo info = MeasureStep(lag.Part(0, 6), {.final_value = 1});
    QVERIFY(isNear(info.rise_time, tau * std::log(9), 1e-6));
    QVERIFY(isNear(info.settling_time, tau * std::log(50), 1e-6));
    QVERIFY(isNear(info.transient_time, info.settling_time));
    QVERIFY(isNear(info.settling_min, 0.9));
    QCOMPARE(info.overshoot, 0.0);
    QCOMPARE(info.undershoot, 0.0);
  }

  void aSecondOrderLagOvershootsByItsDamping() {
    const double damping = 0.3;
    const double w = std::sqrt(1 - damping * damping);
    const Samples lag = Sampled(80, 400000, [&](double t) { return SecondOrder(t, damping); });
    const StepInfo info = MeasureStep(lag.Part(0, 80), {.final_value = 1});
    const double pi = std::numbers::pi;
    QVERIFY(isNear(info.overshoot, 100 * std::exp(-pi * damping / w), 1e-6));
    QVERIFY(isNear(info.peak_time, pi / w, 1e-4));
    QVERIFY(isNear(info.peak, 1 + std::exp(-pi * damping / w), 1e-8));
    QVERIFY(isNear(info.settling_max, info.peak));
    // Settled: the last time that the error is 2 %.
    QVERIFY(isNear(std::abs(SecondOrder(info.settling_time, damping) - 1), 0.02, 1e-6));
  }

  // A step from 2 to 5 at t = 1 in a range that begins at 0.5: times count from there.
  void stepsOfOtherValuesAndTimesAreMeasuredAlike() {
    const Samples lag =
        Sampled(21, 210000, [](double t) { return t < 1 ? 2 : 2 + 3 * (1 - std::exp(-(t - 1))); });
    const StepInfo info = MeasureStep(lag.Part(0.5, 21));
    QVERIFY(isNear(info.rise_time, std::log(9), 1e-4));
    QVERIFY(isNear(info.settling_time, 0.5 + std::log(50), 1e-4));
    const Samples down = Sampled(20, 200000, [](double t) { return 4 * std::exp(-t); });
    const StepInfo fall = MeasureStep(down.Part(0, 20));
    QVERIFY(isNear(fall.rise_time, std::log(9), 1e-4));
    QCOMPARE(fall.peak, 4.0);
    QCOMPARE(fall.peak_time, 0.0);
    QVERIFY(isNear(fall.settling_max, 0.4, 1e-6));
  }

  // The example of MATLAB's documentation, (s² + 5s + 5) / (s⁴ + 1.65s³ + 5s² + 6.5s + 2), whose
  // samples are so coarse that its peak is 0.0005 lower than that of the curve.
  void theNumbersOfStepinfoAreFound() {
    Samples samples;
    double x[4] = {};
    const double h = 1e-3;
    const auto slope = [](const double* s, double* d) {
      d[0] = s[1];
      d[1] = s[2];
      d[2] = s[3];
      d[3] = 1 - 2 * s[0] - 6.5 * s[1] - 5 * s[2] - 1.65 * s[3];
    };
    for (int k = 0; k <= 80000; ++k) {
      samples.Add(h * k, 5 * x[0] + 5 * x[1] + x[2]);
      double k1[4], k2[4], middle[4];
      slope(x, k1);
      for (int i = 0; i < 4; ++i) middle[i] = x[i] + h / 2 * k1[i];
      slope(middle, k2);
      for (int i = 0; i < 4; ++i) x[i] += h * k2[i];
    }
    const StepInfo info = MeasureStep(samples.Part(0, 80), {.final_value = 2.5});
    QVERIFY(isNear(info.rise_time, 3.8456, 1e-3));
    QVERIFY(isNear(info.settling_time, 27.9762, 1e-3));
    QVERIFY(isNear(info.transient_time, 27.9762, 1e-3));
    QVERIFY(isNear(info.settling_max, 2.6873, 1e-3));
    QVERIFY(isNear(info.overshoot, 7.4915, 5e-3));
    QCOMPARE(info.undershoot, 0.0);
    QVERIFY(isNear(info.peak, 2.6873, 1e-3));
    QVERIFY(isNear(info.peak_time, 8.0530, 1e-2));
  }

  void heldStepsRiseAtTheirInstants() {
    Samples steps;
    const double values[] = {0, 0.5, 1.2, 0.9, 1.01, 1, 1};
    for (int k = 0; k < 7; ++k) steps.Add(k, values[k]);
    const StepInfo info = MeasureStep(steps.Part(0, 6, true));
    QCOMPARE(info.rise_time, 1.0);  // from the jump at 1 to the one at 2
    QCOMPARE(info.settling_time, 4.0);
    QCOMPARE(info.settling_min, 0.9);
    QCOMPARE(info.settling_max, 1.2);
    QVERIFY(isNear(info.overshoot, 20));
    QCOMPARE(info.peak_time, 2.0);
  }

  void whatDoesNotStepHasNoRise() {
    const Samples constant = Sampled(1, 10, [](double) { return 7.0; });
    const StepInfo info = MeasureStep(constant.Part(0, 1));
    QVERIFY(std::isnan(info.rise_time));
    QVERIFY(std::isnan(info.settling_time));
    QVERIFY(std::isnan(info.overshoot));
    QCOMPARE(info.peak, 7.0);
    QVERIFY(std::isnan(MeasureStep(Samples().Part(0, 1)).peak));
    // A period of a sine ends where it began, but for rounding.
    const Samples sine =
        Sampled(1, 1000, [](double t) { return std::sin(2 * std::numbers::pi * t); });
    QVERIFY(sine.values.back() != 0);
    QVERIFY(std::isnan(MeasureStep(sine.Part(0, 1)).overshoot));
    // One that never comes near the value given for its end.
    const Samples ramp = Sampled(1, 10, [](double t) { return t; });
    QVERIFY(std::isnan(MeasureStep(ramp.Part(0, 1), {.final_value = 5}).settling_time));
  }

  void undershootIsOnTheOtherSideOfTheStart() {
    Samples steps;
    steps.Add(0, 0);
    steps.Add(1, -0.25);
    steps.Add(2, 1);
    steps.Add(3, 1);
    QCOMPARE(MeasureStep(steps.Part(0, 3)).undershoot, 25.0);
  }
};

LOOPWRIGHT_TEST(TestMeasures)

}  // namespace loopwright::test_measures

#include "test_measures.moc"
