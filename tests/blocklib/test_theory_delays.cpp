// The covariance behind dead times of what changes all the time, against formulas.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "tests/blocklib/noisy_lag.h"

// After the header that takes Qt's keyword away.
#include "engine/linear/linear_model.h"
#include "engine/studies/grid.h"
#include "engine/theory/signal_spectrum.h"
#include "engine/theory/stationary_theory.h"
#include "tests/test_main.h"

namespace loopwright::test_theory_delays {

namespace {

constexpr const char* kNoise = "'noise': {'type': 'GaussianNoise', 'parameters': {'period': 0.1}},";

std::string Late(const std::string& name, const std::string& delay) {
  return "'" + name + "': {'type': 'TransportDelay', 'parameters': {'delay': " + delay +
         ", 'initial_value': 3}}";
}

TheoryRequest RequestOf(const std::vector<std::string>& paths, double stop, double grid) {
  TheoryRequest request;
  request.run.signal_paths = paths;
  request.times = GridTimes(0, stop, grid);
  return request;
}

EnsembleTheory TheoryOf(const std::string& blocks, const std::string& wires,
                        const std::vector<std::string>& paths, double stop, double grid) {
  return CalcEnsembleTheory(LoadedDiagram(blocks, wires), BuiltInBlocks(),
                            RequestOf(paths, stop, grid));
}

/// Why there is none.
std::string RefusalOf(const std::string& blocks, const std::string& wires,
                      const std::string& path) {
  try {
    TheoryOf(blocks, wires, {path}, 1, 0.25);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

StationaryTheory StationaryOf(const std::string& blocks, const std::string& wires,
                              const std::vector<std::string>& paths) {
  return CalcStationaryTheory(LoadedDiagram(blocks, wires), BuiltInBlocks(),
                              RequestOf(paths, 10, 10));
}

/// Why there is none in the end.
std::string StationaryRefusalOf(const std::string& blocks, const std::string& wires,
                                const std::vector<std::string>& paths) {
  try {
    StationaryOf(blocks, wires, paths);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

/// dx = −b x(t − 0.5 s) dt + dW.
std::string Loop(const std::string& b) {
  return "'x': {'type': 'StochasticEquation', 'parameters': {'drift': ['-" + b +
         "*u1'], 'diffusion': [['1']], 'inputs': 1}}, 'late': {'type': 'TransportDelay', "
         "'parameters': {'delay': 0.5}}";
}

/// Whether element (i, j) of the covariances is that of a formula: before and after the updates at
/// a time.
void Compare(const EnsembleTheory& theory, int i, int j,
             const std::function<std::pair<double, double>(double)>& formula) {
  QVERIFY2(theory.is_exact, theory.reason.c_str());
  QCOMPARE(theory.covariances.size(), theory.means.size());
  for (std::size_t k = 0; k < theory.size(); ++k) {
    const auto [before, after] = formula(theory.times[k / 2]);
    const double expected = k % 2 == 0 ? before : after, found = theory.covariances[k](i, j);
    QVERIFY2(std::abs(found - expected) <= 1e-9 * std::abs(expected) + 1e-11,
             qPrintable(QString("(%1, %2) at %3: %4 is not %5")
                            .arg(i)
                            .arg(j)
                            .arg(theory.times[k / 2])
                            .arg(found, 0, 'g', 12)
                            .arg(expected, 0, 'g', 12)));
  }
}

std::pair<double, double> Both(double value) { return {value, value}; }

/// Of what begins at `start`: nothing before it.
std::pair<double, double> From(double start, double time, double value) {
  constexpr double kRounding = 1e-9;
  return {time > start + kRounding ? value : 0, time > start - kRounding ? value : 0};
}

}  // namespace

class TestTheoryDelays : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // An Ornstein-Uhlenbeck process of time constant 0.5 s and deviation 2 in its stationary law, 0.3
  // s later and 0.2 s after that: between two of them it is e^(−distance/0.5) of the variance.
  void aProcessAndItself() {
    const EnsembleTheory theory = TheoryOf(
        "'ou': {'type': 'OrnsteinUhlenbeck', 'parameters': {'time_constant': 0.5, "
        "'stationary_deviation': 2, 'start_stationary': true}}, " +
            Late("late", "0.3") + ", " + Late("later", "0.2"),
        "ou.y>late.u late.y>later.u", {"ou.y", "late.y", "later.y"}, 1, 0.05);
    Compare(theory, 0, 0, [](double) { return Both(4); });
    Compare(theory, 1, 1, [](double t) { return From(0.3, t, 4); });
    Compare(theory, 2, 2, [](double t) { return From(0.5, t, 4); });
    Compare(theory, 0, 1, [](double t) { return From(0.3, t, 4 * std::exp(-0.6)); });
    Compare(theory, 1, 2, [](double t) { return From(0.5, t, 4 * std::exp(-0.4)); });
    Compare(theory, 0, 2, [](double t) { return From(0.5, t, 4 * std::exp(-1.0)); });
    QCOMPARE(theory.Mean(2, 1), 3.);
    QVERIFY(std::abs(theory.Mean(14, 1)) < 1e-9);
  }

  // From 0, and what a lag of 0.2 s makes of the difference to what it was 0.25 s before: in the
  // integral of the process over the last 0.25 s nothing is added up.
  void theIntegralOverATime() {
    constexpr double kTau = 0.5, kDelay = 0.25;
    const EnsembleTheory theory = TheoryOf(
        "'ou': {'type': 'OrnsteinUhlenbeck', 'parameters': {'time_constant': 0.5, "
        "'start_stationary': true}}, " +
            Late("late", "0.25") +
            ", 'less': {'type': 'Sum', 'parameters': {'signs': '+-'}}, 'sum': {'type': "
            "'Integrator'}",
        "ou.y>less.u1 ou.y>late.u late.y>less.u2 less.y>sum.u", {"sum.y"}, 1.2, 0.1);
    Compare(theory, 0, 0, [&](double t) {
      const double span = std::min(t, kDelay);
      return Both(2 * kTau * (span - kTau * (1 - std::exp(-span / kTau))));
    });
  }

  // dx = −b x(t − τ) dt + dW by the method of steps: the response X to an impulse is 1, then 1 − b
  // (t − τ), then that + b² (t − 2τ)²/2, and the variance its ∫X².
  void aLoop() {
    constexpr double kB = 1.5, kTau = 0.5;
    const EnsembleTheory theory =
        TheoryOf(Loop("1.5"), "x.y>late.u late.y>x.u1", {"x.y", "late.y"}, 1.5, 0.125);
    const auto response = [&](double t) {
      const double late = std::max(0., t - kTau), later = std::max(0., t - 2 * kTau);
      return 1 - kB * late + kB * kB * later * later / 2;
    };
    // ∫ X(u + later) X(u) du up to t, by Simpson's rule piece by piece.
    const auto integral = [&](double t, double later) {
      constexpr int kParts = 2000;
      double sum = 0;
      for (double from = 0; from < t - 1e-12; from += kTau) {
        const double h = std::min(kTau, t - from) / kParts;
        for (int i = 0; i <= kParts; ++i) {
          const double u = from + i * h;
          const double weight = i == 0 || i == kParts ? 1 : i % 2 == 1 ? 4 : 2;
          sum += response(u + later) * response(u) * h / 3 * weight;
        }
      }
      return sum;
    };
    Compare(theory, 0, 0, [&](double t) { return Both(integral(t, 0)); });
    Compare(theory, 1, 1, [&](double t) { return Both(integral(t - kTau, 0)); });
    Compare(theory, 0, 1, [&](double t) { return Both(integral(t - kTau, kTau)); });
  }

  // Samples through a lag, 0.25 s later, and sampled again every 0.1 s: the lag is in the middle of
  // its period then.
  void sampledBehindADeadTime() {
    const double a = std::exp(-1 / 3.0), b = std::sqrt(a);
    const std::string blocks =
        std::string(kNoise) +
        "'lag': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.3}}, " +
        Late("late", "0.25") + ", 'hold': {'type': 'ZeroOrderHold', 'parameters': {'period': 0.1}}";
    const std::string wires = "noise.y>lag.u lag.y>late.u late.y>hold.u";
    const auto late = [&](double t) {
      const int whole = static_cast<int>(std::lround(t / 0.1)) - 3;
      double variance = 0;
      for (int i = 0; i < whole; ++i) variance = a * a * variance + (1 - a) * (1 - a);
      return whole < 0 ? 0 : b * b * variance + (1 - b) * (1 - b);
    };
    const auto hold = [&](double t) { return std::pair(late(t - 0.1), late(t)); };
    // Where nothing but the hold reads the dead time that is state, else not.
    Compare(TheoryOf(blocks, wires, {"hold.y"}, 1, 0.1), 0, 0, hold);
    Compare(TheoryOf(blocks, wires, {"hold.y", "late.y"}, 1, 0.1), 0, 0, hold);
    const double lag = (1 - a) / (1 + a), middle = b * b * lag + (1 - b) * (1 - b);
    const StationaryTheory found = CalcStationaryTheory(
        LoadedDiagram(blocks, wires), BuiltInBlocks(), RequestOf({"hold.y"}, 1, 1));
    Compare(found.theory, 0, 0, [&](double) { return Both(middle); });
  }

  // Of a dead time that is a whole number of periods what a hold reads first is what the delay
  // begins with, whatever enters it begins with: at 0.2 s that, at 0.3 s what was at 0.1 s.
  void whatUpdatesReadAtFirst() {
    const std::string blocks =
        "'ou': {'type': 'OrnsteinUhlenbeck', 'parameters': {'time_constant': 0.5, "
        "'start_stationary': true}}, 'hold': {'type': 'ZeroOrderHold', 'parameters': {'period': "
        "0.1}}, " +
        Late("late", "0.2");
    const std::string wires = "ou.y>late.u late.y>hold.u";
    const auto formula = [](double t) { return std::pair(t > 0.35 ? 1. : 0., t > 0.25 ? 1. : 0.); };
    Compare(TheoryOf(blocks, wires, {"hold.y"}, 0.6, 0.1), 0, 0, formula);
    Compare(TheoryOf(blocks, wires, {"hold.y", "late.y"}, 0.6, 0.1), 0, 0, formula);
  }

  // A sampled loop whose dead time is no multiple of the period: what its registers say of the end
  // is what the method of steps comes to.
  void aSampledLoopInTheEnd() {
    const Document document = LoadedDiagram(
        "'wind': {'type': 'OrnsteinUhlenbeck', 'parameters': {'time_constant': 0.1}}, 'force': "
        "{'type': 'Sum'}, 'plant': {'type': 'FirstOrderLag', 'parameters': {'time_constant': "
        "0.12}}, 'hold': {'type': 'ZeroOrderHold', 'parameters': {'period': 0.1}}, 'control': "
        "{'type': 'Gain', 'parameters': {'gain': -0.4}}, " +
            Late("late", "0.13"),
        "wind.y>force.u1 control.y>force.u2 force.y>plant.u plant.y>late.u late.y>hold.u "
        "hold.y>control.u");
    const StationaryTheory found =
        CalcStationaryTheory(document, BuiltInBlocks(), RequestOf({"plant.y", "hold.y"}, 3, 1));
    QVERIFY2(found.theory.is_exact, found.theory.reason.c_str());
    const EnsembleTheory steps = CalcEnsembleTheory(
        document, BuiltInBlocks(), RequestOf({"plant.y", "hold.y", "late.y"}, 3, 3));
    for (std::size_t side = 0; side < 2; ++side) {
      const Eigen::MatrixXd later = steps.covariances[2 + side].topLeftCorner(2, 2);
      QVERIFY((found.theory.covariances[side] - later).cwiseAbs().maxCoeff() < 1e-9);
    }
    QVERIFY(found.theory.covariances[0](0, 1) < 0.9 * found.theory.covariances[0](0, 0));
  }

  // What is held, but comes back without an update in between: a sample more each 0.3 s.
  void aDeadTimeThatFeedsItself() {
    const EnsembleTheory theory =
        TheoryOf(std::string(kNoise) + Late("late", "0.3") + ", 'sum': {'type': 'Sum'}",
                 "noise.y>sum.u1 late.y>sum.u2 sum.y>late.u", {"sum.y"}, 1, 0.05);
    Compare(theory, 0, 0, [](double t) {
      return std::pair(std::max(1., std::ceil(t / 0.3 - 1e-9)), std::floor(t / 0.3 + 1e-9) + 1);
    });
  }

  // What changes at times on no grid, and one that keeps more values than come out of it.
  void heldOnNoGrid() {
    const EnsembleTheory theory =
        TheoryOf(std::string(kNoise) + Late("late", "0.4") +
                     ", 'other': {'type': 'GaussianNoise', 'parameters': {'period': 0.0314159}}, "
                     "'sum': {'type': 'Sum'}",
                 "noise.y>sum.u1 other.y>sum.u2 sum.y>late.u", {"late.y", "noise.y"}, 1, 0.25);
    Compare(theory, 0, 0, [](double t) { return From(0.4, t, 2); });
    Compare(theory, 0, 1, [](double) { return Both(0); });
    const EnsembleTheory longer = TheoryOf(std::string(kNoise) + Late("late", "30"),
                                           "noise.y>late.u", {"late.y", "noise.y"}, 1, 0.25);
    Compare(longer, 0, 0, [](double) { return Both(0); });
    Compare(longer, 1, 1, [](double) { return Both(1); });
  }

  void whatThereIsNoneOf() {
    const std::string ou = "'ou': {'type': 'OrnsteinUhlenbeck'}, ";
    QCOMPARE(RefusalOf(ou + Late("late", "0.004"), "ou.y>late.u", "late.y"),
             std::string("the dead time late is of what changes all the time, and too short for a "
                         "covariance after 1 s: one before 0.8 s after the start is computed"));
    const std::string two = RefusalOf(ou + Late("late", "0.3") + ", " + Late("later", "0.0314159"),
                                      "ou.y>late.u late.y>later.u", "later.y");
    QVERIFY2(
        two == "the dead times of late and later are whole multiples of no time they share" ||
            two == "the dead times of later and late are whole multiples of no time they share",
        two.c_str());
    QCOMPARE(RefusalOf(ou + Late("late", "0.3") +
                           ", 'ramp': {'type': 'Ramp', 'parameters': {'initial': 1}}, 'product': "
                           "{'type': 'Product'}",
                       "ou.y>late.u late.y>product.u1 ramp.y>product.u2", "product.y"),
             std::string("late is a dead time of what changes all the time, behind which a "
                         "covariance is known only where the diagram, made linear, stays the "
                         "same"));
    SpectrumRequest request;
    request.run.signal_paths = {"late.y"};
    request.stop_sec = 1;
    request.period_sec = 0.1;
    std::string text;
    try {
      CalcSignalSpectrum(LoadedDiagram(ou + Late("late", "0.3"), "ou.y>late.u"), BuiltInBlocks(),
                         request);
    } catch (const NoResultError& error) {
      text = error.what();
    }
    QCOMPARE(text,
             std::string("late is a dead time that not only updates read, of what changes between "
                         "them, or that keeps more than 200 values: behind it there is no "
                         "spectrum; mean and covariance there are"));
  }

  // The process and itself, later; and that which makes its own past smaller, whose variance is (1
  // + sin bτ)/(2b cos bτ) (Küchler, Mensch 1992).
  void inTheEnd() {
    const StationaryTheory later = StationaryOf(
        "'ou': {'type': 'OrnsteinUhlenbeck', 'parameters': {'time_constant': 0.5, "
        "'stationary_deviation': 2}}, " +
            Late("late", "0.3") + ", " + Late("later", "0.2"),
        "ou.y>late.u late.y>later.u", {"ou.y", "late.y", "later.y"});
    QCOMPARE(later.theory.times, std::vector<double>{0});
    Compare(later.theory, 0, 0, [](double) { return Both(4); });
    Compare(later.theory, 2, 2, [](double) { return Both(4); });
    Compare(later.theory, 0, 1, [](double) { return Both(4 * std::exp(-0.6)); });
    Compare(later.theory, 1, 2, [](double) { return Both(4 * std::exp(-0.4)); });
    Compare(later.theory, 2, 0, [](double) { return Both(4 * std::exp(-1.0)); });
    const std::string wires = "x.y>late.u late.y>x.u1";
    const StationaryTheory loop = StationaryOf(Loop("1.5"), wires, {"x.y", "late.y"});
    const double variance = (1 + std::sin(0.75)) / (3 * std::cos(0.75));
    Compare(loop.theory, 0, 0, [&](double) { return Both(variance); });
    Compare(loop.theory, 1, 1, [&](double) { return Both(variance); });
    // In the end the variance stands still: 2 E[x dx] = −2 b E[x x(t − τ)] dt = −dt.
    Compare(loop.theory, 0, 1, [](double) { return Both(1 / 3.); });
    QVERIFY(StationaryRefusalOf(Loop("4"), wires, {"x.y"})
                .find("there is no stationary covariance: the eigenvalue ") == 0);
  }

  // Two states and two dead times, in a loop and out of it: the method of steps comes to the same.
  void twoDeadTimesInTheEnd() {
    const std::string blocks =
        "'wind': {'type': 'OrnsteinUhlenbeck', 'parameters': {'time_constant': 0.2}}, 'force': "
        "{'type': 'Sum'}, 'swing': {'type': 'StateSpace', 'parameters': {'A': [[0, 1], [-20, -8]], "
        "'B': [[0], [1]], 'C': [[1, 0]], 'D': [[0]]}}, 'control': {'type': 'Gain', 'parameters': "
        "{'gain': -5}}, " +
        Late("late", "0.2") + ", " + Late("later", "0.3");
    const std::string wires =
        "wind.y>force.u1 control.y>force.u2 force.y>swing.u swing.y>late.u late.y>control.u "
        "force.y>later.u";
    const std::vector<std::string> paths = {"swing.y", "later.y", "late.y", "wind.y"};
    const StationaryTheory found = StationaryOf(blocks, wires, paths);
    QVERIFY2(found.theory.is_exact, found.theory.reason.c_str());
    const EnsembleTheory steps = TheoryOf(blocks, wires, paths, 4, 4);
    const double most = (found.theory.covariances[0] - steps.covariances[2]).cwiseAbs().maxCoeff();
    QVERIFY2(most < 1e-7, qPrintable(QString::number(most)));
    QVERIFY(found.theory.covariances[0](0, 0) > 1e-4);
  }

  // What is held for 0.1 s of variance 1, behind a lag of 0.3 s, has (1 − a)/(1 + a) with a =
  // e^(−1/3); so has what comes 0.3 s later, and of both the covariance is a³ times that.
  void samplesAndADeadTimeInTheEnd() {
    const StationaryTheory behind = StationaryOf(
        std::string(kNoise) +
            "'lag': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.3}}, " +
            Late("late", "0.3"),
        "noise.y>lag.u lag.y>late.u", {"lag.y", "late.y"});
    const double a = std::exp(-1 / 3.0), variance = (1 - a) / (1 + a);
    Compare(behind.theory, 0, 0, [&](double) { return Both(variance); });
    Compare(behind.theory, 1, 1, [&](double) { return Both(variance); });
    Compare(behind.theory, 0, 1, [&](double) { return Both(a * a * a * variance); });
    // More values than are kept as states; and s = n + s(t − 0.3 s)/2 of variance 1/(1 − 1/4).
    const StationaryTheory longer =
        StationaryOf(std::string(kNoise) + Late("late", "30"), "noise.y>late.u", {"late.y"});
    Compare(longer.theory, 0, 0, [](double) { return Both(1); });
    const StationaryTheory itself = StationaryOf(
        std::string(kNoise) +
            "'half': {'type': 'Gain', 'parameters': {'gain': 0.5}}, 'sum': {'type': "
            "'Sum'}, " +
            Late("late", "0.3"),
        "noise.y>sum.u1 half.y>sum.u2 sum.y>late.u late.y>half.u", {"sum.y", "late.y"});
    Compare(itself.theory, 0, 0, [](double) { return Both(4 / 3.); });
    Compare(itself.theory, 0, 1, [](double) { return Both(2 / 3.); });
  }

  // Two rates, offsets and two dead times in a loop of what flows and what is held: the method of
  // steps comes to the same.
  void aLoopWithSamplesInTheEnd() {
    const Document document = LoadedDiagram(
        std::string(kNoise) +
            "'wind': {'type': 'OrnsteinUhlenbeck', 'parameters': {'time_constant': 0.05}}, "
            "'force': {'type': 'Sum'}, 'plant': {'type': 'FirstOrderLag', 'parameters': "
            "{'time_constant': 0.06}}, 'measured': {'type': 'Sum'}, 'control': {'type': 'Gain', "
            "'parameters': {'gain': -0.3}}, 'hold': {'type': 'ZeroOrderHold', 'parameters': "
            "{'period': 0.2, 'offset': 0.05}}, " +
            Late("late", "0.2") + ", " + Late("later", "0.1"),
        "wind.y>force.u1 control.y>force.u2 force.y>plant.u plant.y>measured.u1 "
        "noise.y>measured.u2 measured.y>late.u late.y>control.u late.y>later.u later.y>hold.u");
    const std::vector<std::string> paths = {"plant.y", "late.y", "later.y", "hold.y", "noise.y"};
    const StationaryTheory found =
        CalcStationaryTheory(document, BuiltInBlocks(), RequestOf(paths, 2.2, 2.2));
    QVERIFY2(found.theory.is_exact, found.theory.reason.c_str());
    QCOMPARE(found.theory.times, (std::vector<double>{0, 0.05, 0.1}));
    TheoryRequest later = RequestOf(paths, 2.2, 2.2);
    for (const double phase : {0.05, 0.1}) later.times.push_back(2.2 + phase);
    const EnsembleTheory steps = CalcEnsembleTheory(document, BuiltInBlocks(), later);
    for (std::size_t i = 0; i < 6; ++i) {
      const double most =
          (found.theory.covariances[i] - steps.covariances[2 + i]).cwiseAbs().maxCoeff();
      QVERIFY2(most < 1e-8, qPrintable(QString("%1: %2").arg(i).arg(most)));
    }
    QVERIFY(found.theory.covariances[0](0, 0) > 0.1);
  }

  void whatThereIsNoneOfWithSamplesInTheEnd() {
    const std::string wires = "noise.y>sum.u sum.y>late.u", sum = "'sum': {'type': 'Integrator'}, ";
    QCOMPARE(
        StationaryRefusalOf(std::string(kNoise) + sum + Late("late", "0.2"), wires, {"late.y"}),
        std::string("there is no stationary covariance: the eigenvalue 1 over the common period of "
                    "0.1 s, around the dead time late, does not decay"));
    QCOMPARE(StationaryRefusalOf(std::string(kNoise) + sum + Late("late", "0.0314159"), wires,
                                 {"late.y"}),
             std::string("the dead time late and the 0.1 s after which all repeats are whole "
                         "multiples of no time they share"));
    const std::string loop = std::string(kNoise) +
                             "'lag': {'type': 'FirstOrderLag'}, 'control': {'type': 'Gain', "
                             "'parameters': {'gain': -0.5}}, 'both': {'type': 'Sum'}, ";
    QCOMPARE(StationaryRefusalOf(loop + Late("late", "20.05"),
                                 "noise.y>both.u1 control.y>both.u2 both.y>lag.u lag.y>late.u "
                                 "late.y>control.u",
                                 {"lag.y"}),
             std::string("the dead time late is too long for the 0.1 s after which all repeats, or "
                         "the diagram too fast, for what comes in the end: more than 400 values "
                         "would have to be kept"));
    // Samples times 1 and −1 in turn, beside samples half as often.
    const std::string text = StationaryRefusalOf(
        std::string(kNoise) +
            "'rare': {'type': 'GaussianNoise', 'parameters': {'period': 0.2}}, 'lag': {'type': "
            "'FirstOrderLag'}, 'zero': {'type': 'Constant', 'parameters': {'value': 0}}, 'turns': "
            "{'type': 'DiscreteStateSpace', 'parameters': {'A': [[-1]], 'initial_state': [1], "
            "'period': 0.1}}, 'product': {'type': 'Product'}, 'both': {'type': 'Sum'}, " +
            Late("late", "0.25"),
        "zero.y>turns.u noise.y>product.u1 turns.y>product.u2 product.y>both.u1 rare.y>both.u2 "
        "both.y>lag.u lag.y>late.u",
        {"late.y"});
    QCOMPARE(text, std::string("the diagram, made linear, changes within the 0.2 s after which all "
                               "repeats: what comes in the end behind the dead time late is not "
                               "known then"));
  }

  void whatThereIsNoneOfInTheEnd() {
    const std::string ou = "'ou': {'type': 'OrnsteinUhlenbeck', 'parameters': {'time_constant': ";
    const std::string lags =
        "'one': {'type': 'FirstOrderLag'}, 'two': {'type': 'FirstOrderLag'}, 'sum': {'type': "
        "'Sum'}, ";
    const std::string wires =
        "ou.y>one.u one.y>two.u two.y>late.u two.y>later.u late.y>sum.u1 later.y>sum.u2";
    QCOMPARE(
        StationaryRefusalOf(
            ou + "1}}, " + lags + Late("late", "0.31") + ", " + Late("later", "0.1"), wires,
            {"sum.y"}),
        std::string("behind dead times that are together 31 times the longest one that divides "
                    "them, 3 states are too many for what comes in the end"));
    const std::string fast = StationaryRefusalOf(
        ou + "1e-4}}, " + lags + Late("late", "0.12") + ", " + Late("later", "0.05"), wires,
        {"sum.y"});
    QVERIFY2(fast.find("what comes in the end behind the dead time late") == 0 &&
                 fast.find(" is not found: the diagram is too fast for it") != std::string::npos,
             fast.c_str());
    QCOMPARE(StationaryRefusalOf(ou +
                                     "1}}, 'half': {'type': 'Gain', 'parameters': {'gain': 0.5}}, "
                                     "'sum': {'type': 'Sum'}, " +
                                     Late("late", "0.3"),
                                 "ou.y>sum.u1 half.y>sum.u2 sum.y>late.u late.y>half.u", {"sum.y"}),
             std::string("late is a dead time that feeds itself directly, of which it is not known "
                         "what comes in the end"));
  }

  void itIsBrokenOff() {
    const Document document = LoadedDiagram(
        "'ou': {'type': 'OrnsteinUhlenbeck'}, " + Late("late", "0.05"), "ou.y>late.u");
    TheoryRequest request = RequestOf({"late.y"}, 1, 0.1);
    for (int after = 0; after < 60; after += 7) {
      int asked = 0;
      request.breaks_off = [&] { return ++asked > after; };
      QVERIFY(!CalcEnsembleTheory(document, BuiltInBlocks(), request).is_complete ||
              asked <= after);
    }
  }
};

LOOPWRIGHT_TEST(TestTheoryDelays)

}  // namespace loopwright::test_theory_delays

#include "test_theory_delays.moc"
