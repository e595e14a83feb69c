// Mean and deviation of signals as computed without runs, against formulas and against studies.

#include <QObject>
#include <QTest>
#include <cmath>
#include <functional>

#include "tests/blocklib/noisy_lag.h"

// After the header that takes Qt's keyword away.
#include "engine/analysis/linearisation.h"
#include "engine/common/exceptions.h"
#include "engine/linear/linear_model.h"
#include "engine/studies/grid.h"
#include "engine/theory/ensemble_theory.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_ensemble_theory {

namespace {

constexpr const char* kNoise = "'noise': {'type': 'GaussianNoise', 'parameters': {'period': 0.1}},";

EnsembleTheory TheoryOf(const Document& document, const std::string& signal, double stop,
                        double grid) {
  TheoryRequest request;
  request.run.signal_paths = {signal};
  request.times = GridTimes(0, stop, grid);
  return CalcEnsembleTheory(document, BuiltInBlocks(), request);
}

EnsembleTheory TheoryOf(const std::string& blocks, const std::string& wires,
                        const std::string& signal, double stop = 1, double grid = 0.1) {
  return TheoryOf(LoadedDiagram(blocks, wires), signal, stop, grid);
}

/// Why there is none.
std::string RefusalOf(const std::string& blocks, const std::string& wires,
                      const std::string& signal) {
  try {
    TheoryOf(blocks, wires, signal);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

bool IsNear(double a, double b, double relative) {
  return std::abs(a - b) <= relative * std::max(std::abs(a), std::abs(b)) + 1e-14;
}

/// Whether the variances of a theory are those of formulas: before and after the updates at a time.
void CompareVariances(const EnsembleTheory& theory,
                      const std::function<std::pair<double, double>(double, int)>& formula,
                      double relative) {
  for (std::size_t i = 0; i < theory.times.size(); ++i) {
    const auto [before, after] = formula(theory.times[i], static_cast<int>(i));
    for (const auto& [expected, at] : {std::pair(before, 2 * i), std::pair(after, 2 * i + 1)}) {
      const double found = theory.covariances[at](0, 0);
      QVERIFY2(IsNear(found, expected, relative), qPrintable(QString("at %1: %2 is not %3")
                                                                 .arg(theory.times[i])
                                                                 .arg(found, 0, 'g', 12)
                                                                 .arg(expected, 0, 'g', 12)));
    }
  }
}

}  // namespace

class TestEnsembleTheory : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Of samples that are held, through a lag of 0.3 s, from a start that is uniform on −1 … 1: over
  // a period the lag keeps a = e^(−1/3) of what it was, and takes 1 − a of the sample.
  void aLagBehindSamples() {
    const EnsembleTheory theory = TheoryOf(NoisyLag(), "lag.y", 1, 0.1);
    QVERIFY2(theory.is_exact, theory.reason.c_str());
    QVERIFY(theory.is_complete);
    const double a = std::exp(-1 / 3.0);
    double variance = 1 / 3.0;
    CompareVariances(
        theory,
        [&](double, int i) {
          if (i > 0) variance = a * a * variance + (1 - a) * (1 - a);
          return std::pair(variance, variance);
        },
        1e-5);
    for (const auto& mean : theory.means) QVERIFY(std::abs(mean[0]) < 1e-9);
  }

  // Sample 0 is there at the start, and every sample after it has the same variance.
  void theNoiseItself() {
    const EnsembleTheory theory = TheoryOf(
        "'noise': {'type': 'UniformNoise', 'parameters': {'lower': 1, 'upper': 4, "
        "'period': 0.1}},"
        "'gain': {'type': 'Gain', 'parameters': {'gain': -2}}",
        "noise.y>gain.u", "noise.y");
    QVERIFY(theory.is_exact);
    CompareVariances(
        theory, [](double, int) { return std::pair(0.75, 0.75); }, 1e-12);
    for (const auto& mean : theory.means) QCOMPARE(mean[0], 2.5);
  }

  // An Inport of the top level may draw its values: mean and variance are those of the
  // distribution.
  void inputsThatAreDrawn() {
    const std::pair<const char*, std::pair<double, double>> laws[] = {
        {"uniform", {0.5, 1 / 12.}}, {"gaussian", {0, 1}}, {"exponential", {1, 1}}};
    for (const auto& [distribution, law] : laws) {
      const EnsembleTheory theory = TheoryOf(
          "'in': {'type': 'Inport', 'parameters': {'period': 0.2, 'width': 2, 'random': '" +
              std::string(distribution) +
              "'}}, 'gain': {'type': 'Gain', 'parameters': {'gain': [-2, 3]}}",
          "in.y>gain.u", "gain.y");
      QVERIFY2(theory.is_exact, theory.reason.c_str());
      const auto [mean, variance] = law;
      for (std::size_t i = 0; i < theory.size(); ++i) {
        QVERIFY(IsNear(theory.Mean(i, 0), -2 * mean, 1e-12));
        QVERIFY(IsNear(theory.covariances[i](0, 0), 4 * variance, 1e-12));
        QVERIFY(IsNear(theory.covariances[i](1, 1), 9 * variance, 1e-12));
        QVERIFY(IsNear(theory.covariances[i](0, 1), 0, 1e-12));
      }
    }
  }

  // x⁺ = x + 0.2 u every 0.2 s of independent samples of variance 1: at the k-th update what has
  // been sampled just before, k + 1 samples, of which each counts once. Before the update at 0
  // nothing.
  void aSumAtAnotherRate() {
    const EnsembleTheory theory =
        TheoryOf(std::string(kNoise) +
                     "'sum': {'type': 'DiscreteIntegrator', 'parameters': {'period': 0.2, "
                     "'method': 'forward'}}",
                 "noise.y>sum.u", "sum.y", 1, 0.2);
    QVERIFY2(theory.is_exact, theory.reason.c_str());
    CompareVariances(
        theory, [](double, int i) { return std::pair(0.04 * i, 0.04 * (i + 1)); }, 1e-10);
  }

  // An Ornstein-Uhlenbeck process of time constant τ = 0.5 s and deviation 2, from 0 and from its
  // stationary law, and its integral X from 0, whose variance from the stationary start is
  // 2σ²τ (t − τ (1 − e^(−t/τ))).
  void diffusion() {
    const auto blocks = [](const char* stationary) {
      return "'ou': {'type': 'OrnsteinUhlenbeck', 'parameters': {'time_constant': 0.5, "
             "'stationary_deviation': 2, 'start_stationary': " +
             std::string(stationary) + "}}, 'sum': {'type': 'Integrator'}";
    };
    const EnsembleTheory fixed = TheoryOf(blocks("false"), "ou.y>sum.u", "ou.y");
    QVERIFY2(fixed.is_exact, fixed.reason.c_str());
    CompareVariances(
        fixed,
        [](double t, int) {
          const double variance = 4 * (1 - std::exp(-4 * t));
          return std::pair(variance, variance);
        },
        1e-11);
    const EnsembleTheory sum = TheoryOf(blocks("true"), "ou.y>sum.u", "sum.y");
    QVERIFY2(sum.is_exact, sum.reason.c_str());
    CompareVariances(
        sum,
        [](double t, int) {
          const double variance = 4 * (t - 0.5 * (1 - std::exp(-2 * t)));
          return std::pair(variance, variance);
        },
        1e-11);
  }

  // Of the same integral and the process the covariance is σ²τ (1 − e^(−t/τ)).
  void covariancesBetweenSignals() {
    TheoryRequest request;
    request.run.signal_paths = {"sum.y", "ou.y"};
    request.times = GridTimes(0, 1, 0.25);
    const EnsembleTheory theory = CalcEnsembleTheory(
        LoadedDiagram("'ou': {'type': 'OrnsteinUhlenbeck', 'parameters': {'time_constant': 0.5, "
                      "'stationary_deviation': 2, 'start_stationary': true}}, "
                      "'sum': {'type': 'Integrator'}",
                      "ou.y>sum.u"),
        BuiltInBlocks(), request);
    QVERIFY2(theory.is_exact, theory.reason.c_str());
    QCOMPARE(theory.signals, request.run.signal_paths);
    QCOMPARE(theory.size(), std::size_t(10));
    for (std::size_t i = 0; i < theory.size(); ++i) {
      const Eigen::MatrixXd& covariance = theory.covariances[i];
      const double expected = 2 * (1 - std::exp(-2 * theory.times[i / 2]));
      QVERIFY(IsNear(covariance(0, 1), expected, 1e-11));
      QCOMPARE(covariance(1, 0), covariance(0, 1));
      QVERIFY(IsNear(covariance(1, 1), 4, 1e-11));
    }
  }

  // Arrivals at the rate λ, counted; each adds 1 to shot noise, which decays with τ, and by
  // Campbell's theorem has the mean λ ∫h and the variance λ ∫h² of h = e^(−t/τ), and λ ∫h in common
  // with the count. A lag of τ behind the count has h = 1 − e^(−t/τ).
  void arrivals() {
    constexpr double kRate = 3, kTau = 0.4;
    TheoryRequest request;
    request.run.signal_paths = {"count.y", "shot.y", "lag.y"};
    request.times = GridTimes(0, 2, 0.25);
    const EnsembleTheory theory = CalcEnsembleTheory(
        LoadedDiagram("'count': {'type': 'PoissonProcess', 'parameters': {'rate': 3}}, "
                      "'shot': {'type': 'TransferFunction', 'parameters': {'numerator': [1, 0], "
                      "'denominator': [1, 2.5]}}, "
                      "'lag': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.4}}",
                      "count.y>shot.u count.y>lag.u"),
        BuiltInBlocks(), request);
    QVERIFY2(theory.is_exact, theory.reason.c_str());
    for (std::size_t i = 0; i < theory.size(); ++i) {
      const double t = theory.times[i / 2];
      const double once = kTau * (1 - std::exp(-t / kTau));
      const double twice = kTau / 2 * (1 - std::exp(-2 * t / kTau));
      const Eigen::MatrixXd& covariance = theory.covariances[i];
      QVERIFY(IsNear(theory.Mean(i, 0), kRate * t, 1e-9));
      QVERIFY(IsNear(theory.Mean(i, 1), kRate * once, 1e-5));
      QVERIFY(IsNear(theory.Mean(i, 2), kRate * (t - once), 1e-4));
      QVERIFY(IsNear(covariance(0, 0), kRate * t, 1e-10));
      QVERIFY(IsNear(covariance(1, 1), kRate * twice, 1e-10));
      QVERIFY(IsNear(covariance(0, 1), kRate * once, 1e-10));
      QVERIFY(IsNear(covariance(2, 2), kRate * (t - 2 * once + twice), 1e-10));
    }
  }

  // The count begins with the run.
  void arrivalsOfALaterStart() {
    TheoryRequest request;
    request.run.signal_paths = {"count.y"};
    request.run.start_time = 1;
    request.times = GridTimes(1, 2, 0.5);
    const EnsembleTheory theory = CalcEnsembleTheory(
        LoadedDiagram("'count': {'type': 'PoissonProcess', 'parameters': {'rate': 5}}", ""),
        BuiltInBlocks(), request);
    QVERIFY2(theory.is_exact, theory.reason.c_str());
    for (std::size_t i = 0; i < theory.size(); ++i) {
      const double t = theory.times[i / 2] - 1;
      QVERIFY(IsNear(theory.Mean(i), 5 * t, 1e-9) &&
              IsNear(theory.covariances[i](0, 0), 5 * t, 1e-10));
    }
  }

  // What changes its sign at each arrival is not linear.
  void aTelegraphIsNotLinear() {
    const EnsembleTheory theory = TheoryOf(
        "'count': {'type': 'PoissonProcess'}, 'telegraph': {'type': 'Expression', "
        "'parameters': {'expression': '1 - 2*mod(u1, 2)'}}",
        "count.y>telegraph.u1", "telegraph.y");
    QCOMPARE(theory.reason, std::string("telegraph is not linear"));
  }

  // Before an update the lag has had the sample for a period; after it there is a new one, of which
  // it knows nothing. A signal that is asked for twice is there once, one of two elements twice.
  void covariancesAtBothSides() {
    TheoryRequest request;
    request.run.signal_paths = {"noise.y", "lag.y[0]", "noise.y"};
    request.times = GridTimes(0, 0.5, 0.1);
    const EnsembleTheory theory = CalcEnsembleTheory(
        LoadedDiagram("'noise': {'type': 'GaussianNoise', 'parameters': {'period': 0.1, "
                      "'standard_deviation': [1, 3]}},"
                      "'lag': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.3}}",
                      "noise.y>lag.u"),
        BuiltInBlocks(), request);
    QVERIFY2(theory.is_exact, theory.reason.c_str());
    const std::vector<std::string> labels = {"noise.y[0]", "noise.y[1]", "lag.y[0]"};
    QCOMPARE(theory.signals, labels);
    const double taken = 1 - std::exp(-1 / 3.0);
    for (std::size_t i = 0; i < theory.size(); ++i) {
      const Eigen::MatrixXd& covariance = theory.covariances[i];
      const bool is_before = i % 2 == 0 && i > 0;
      QVERIFY(IsNear(covariance(0, 2), is_before ? taken : 0, 1e-12));
      QVERIFY(IsNear(covariance(0, 1), 0, 1e-12) && IsNear(covariance(1, 2), 0, 1e-12));
      QVERIFY(IsNear(theory.Deviation(i, 1), 3, 1e-12));
    }
  }

  // A filter's covariance is state, but the same in all runs, so that its gain is a number: with
  // that of the stationary filter the diagram stays the same.
  void aKalmanFilterIsLinear() {
    const auto blocks = [](const std::string& covariance) {
      return std::string(kNoise) +
             "'zero': {'type': 'Constant', 'parameters': {'value': 0}}, 'filter': {'type': "
             "'KalmanFilter', 'parameters': {'Q': [[2]], 'R': [[1]], 'initial_covariance': [[" +
             covariance + "]], 'period': 0.1}}";
    };
    // P = P − P²/(P + 1) + 2, so that P² = 2 P + 2 and P = 1 + √3.
    const std::string wires = "zero.y>filter.u noise.y>filter.measurement";
    const EnsembleTheory theory = TheoryOf(blocks("2.732050807568877"), wires, "filter.estimate");
    QVERIFY2(theory.is_exact, theory.reason.c_str());
    const double gain = (1 + std::sqrt(3.0)) / (2 + std::sqrt(3.0));
    QVERIFY(IsNear(theory.covariances[1](0, 0), gain * gain, 1e-9));
    QCOMPARE(TheoryOf(blocks("50"), wires, "filter.estimate").reason,
             std::string("the diagram, made linear, changes along the run"));
  }

  // What comes from outside stands still; a drift that is driven by nothing else spreads as √t.
  void inputsFromOutside() {
    const EnsembleTheory theory = TheoryOf(
        "'in': {'type': 'Inport'}, 'walk': {'type': 'WienerProcess', 'parameters': "
        "{'intensity': 3}}, 'sum': {'type': 'Sum'}",
        "in.y>sum.u1 walk.y>sum.u2", "sum.y");
    QVERIFY2(theory.is_exact, theory.reason.c_str());
    CompareVariances(
        theory, [](double t, int) { return std::pair(9 * t, 9 * t); }, 1e-12);
  }

  // The mean is not that of any draw: 1/rate, and what a ramp does.
  void theMeanOfASum() {
    const EnsembleTheory theory = TheoryOf(
        "'noise': {'type': 'ExponentialNoise', 'parameters': {'rate': 4, 'period': 0.1}},"
        "'ramp': {'type': 'Ramp', 'parameters': {'slope': 3}},"
        "'sum': {'type': 'Sum'}",
        "noise.y>sum.u1 ramp.y>sum.u2", "sum.y");
    QVERIFY2(theory.is_exact, theory.reason.c_str());
    for (std::size_t i = 0; i < theory.times.size(); ++i) {
      QVERIFY(IsNear(theory.Mean(2 * i), 0.25 + 3 * theory.times[i], 1e-12));
      QVERIFY(IsNear(theory.Deviation(2 * i + 1), 0.25, 1e-12));
    }
  }

  void randomParameters() {
    const auto blocks = [](const char* source) {
      return std::string(source) +
             ", 'gain': {'type': 'Gain', 'parameters': {'gain': 1}, 'random': {'gain': "
             "{'distribution': 'gaussian', 'mean': 2, 'standard_deviation': 0.5}}}";
    };
    const EnsembleTheory line =
        TheoryOf(blocks("'source': {'type': 'Constant', 'parameters': {'value': 3}}"),
                 "source.y>gain.u", "gain.y");
    QVERIFY2(line.is_exact, line.reason.c_str());
    QVERIFY(IsNear(line.Mean(0), 6, 1e-12) && IsNear(line.Deviation(5), 1.5, 1e-10));
    // A random gain of a noise is a product of what is drawn.
    const EnsembleTheory product = TheoryOf(
        blocks("'source': {'type': 'GaussianNoise', 'parameters': {'period': 0.1, 'mean': 1}}"),
        "source.y>gain.u", "gain.y");
    QVERIFY(!product.is_exact);
    QVERIFY(IsNear(product.Deviation(4), std::sqrt(4 + 0.25), 1e-9));  // not 4 + 0.25 + 0.25
    const EnsembleTheory square =
        TheoryOf(blocks("'source': {'type': 'Constant', 'parameters': {'value': 3}}") +
                     ", 'square': {'type': 'Product'}",
                 "source.y>gain.u gain.y>square.u1 gain.y>square.u2", "square.y");
    QVERIFY(!square.is_exact);
    QCOMPARE(square.reason, std::string("square.y does not follow gain.gain in a line"));
  }

  void whatIsNotLinear() {
    const std::string noise = kNoise;
    const auto reason = [&](const std::string& blocks, const std::string& wires,
                            const std::string& signal) {
      const EnsembleTheory theory = TheoryOf(noise + blocks, wires, signal);
      return theory.is_exact ? std::string() : theory.reason;
    };
    QCOMPARE(reason("'limit': {'type': 'Saturation', 'parameters': {'lower': -1, 'upper': 1}}",
                    "noise.y>limit.u", "limit.y"),
             std::string("limit is not linear"));
    QCOMPARE(reason("'zero': {'type': 'Constant', 'parameters': {'value': 0}},"
                    "'above': {'type': 'Comparison', 'parameters': {'operator': '>'}}",
                    "noise.y>above.u1 zero.y>above.u2", "above.y"),
             std::string("above is not linear"));
    // At the mean, 0, the square has no slope; away from it it has another in each run.
    const std::string square = "'square': {'type': 'Product'}";
    const std::string wires = "noise.y>square.u1 noise.y>square.u2";
    QCOMPARE(reason(square, wires, "square.y"), std::string("square is not linear"));
    const EnsembleTheory away = TheoryOf(
        "'noise': {'type': 'GaussianNoise', 'parameters': {'period': 0.1, 'mean': 1}}," + square,
        wires, "square.y");
    QCOMPARE(away.reason, std::string("the diagram, made linear, is another in each run"));
    QCOMPARE(
        reason("'gbm': {'type': 'GeometricBrownianMotion', 'parameters': {'initial_value': 1}}", "",
               "gbm.y"),
        std::string("the diffusion of gbm is no constant"));
    QCOMPARE(reason("'ramp': {'type': 'Ramp', 'parameters': {'initial': 1}}, 'product': {'type': "
                    "'Product'}",
                    "noise.y>product.u1 ramp.y>product.u2", "product.y"),
             std::string("the diagram, made linear, changes along the run"));
    // What stands beside the way to the signal does not count.
    QCOMPARE(reason("'limit': {'type': 'Saturation', 'parameters': {'lower': -1, 'upper': 1}},"
                    "'gain': {'type': 'Gain'}",
                    "noise.y>limit.u noise.y>gain.u", "gain.y"),
             std::string());
    // Branches that are never left are none.
    const std::string control = "'control': {'type': 'PidController', 'parameters': {'ki': 1";
    QCOMPARE(reason(control + "}}", "noise.y>control.u", "control.y"), std::string());
    QCOMPARE(reason(control + ", 'upper': 2}}", "noise.y>control.u", "control.y"),
             std::string("control is not linear"));
  }

  void whatThereIsNoneOf() {
    const std::string noise = kNoise;
    QVERIFY(
        RefusalOf(noise + "'gain': {'type': 'Gain'}", "noise.y>gain.u", "gian.y").find("gian") !=
        std::string::npos);
    QVERIFY(RefusalOf(noise + "'zero': {'type': 'Constant', 'parameters': {'value': 0}},"
                              "'gain': {'type': 'Gain'}, 'alive': {'type': 'Assert'}",
                      "noise.y>gain.u zero.y>alive.u", "gain.y")
                .find("the run in which every draw is its mean: it ends at 0 s") == 0);
  }

  void tooManySignals() {
    TheoryRequest request;
    request.times = {0};
    std::string ones = "1";
    for (int i = 0; i < 100; ++i) ones += ", 1";
    std::string text;
    try {
      CalcEnsembleTheory(
          LoadedDiagram("'noise': {'type': 'GaussianNoise', 'parameters': {'period': "
                        "0.1, 'standard_deviation': [" +
                            ones + "]}}",
                        ""),
          BuiltInBlocks(), request);
    } catch (const NoResultError& error) {
      text = error.what();
    }
    QCOMPARE(text, std::string("there are 101 signals; covariances of up to 100 are computed"));
  }

  void whatIsTooMuch() {
    std::string ones = "1", constants;
    for (int i = 0; i < 200; ++i) ones += ", 1";
    QCOMPARE(RefusalOf("'noise': {'type': 'GaussianNoise', 'parameters': {'period': 0.1, "
                       "'standard_deviation': [" +
                           ones + "]}}, 'gain': {'type': 'Gain'}",
                       "noise.y>gain.u", "gain.y[3]"),
             std::string("there are 201 states and samples of noises; up to 200 are taken"));
    for (int i = 0; i < 51; ++i) {
      constants += (i > 0 ? ", 'c" : "'c") + std::to_string(i) +
                   "': {'type': 'Constant', 'parameters': {'value': 1}, 'random': {'value': "
                   "{'distribution': 'uniform', 'lower': 0, 'upper': 1}}}";
    }
    QCOMPARE(RefusalOf(constants, "", "c0.y"),
             std::string("there are 51 random parameters; up to 50 are looked at"));
  }

  void parametersThatMakeNoRun() {
    const auto lag = [](const std::string& parameter, const std::string& more) {
      return "'one': {'type': 'Constant', 'parameters': {'value': 1}}, 'lag': {'type': "
             "'FirstOrderLag', 'parameters': {'time_constant': 1, 'initial_value': 1}, 'random': "
             "{'" +
             parameter + "': {'distribution': 'gaussian', 'mean': 0.5, 'standard_deviation': 1}}}" +
             more;
    };
    QCOMPARE(RefusalOf(lag("time_constant", ""), "one.y>lag.u", "lag.y"),
             std::string("values of the random parameters one deviation from their means make no "
                         "diagram"));
    const std::string text =
        RefusalOf(lag("initial_value",
                      ", 'zero': {'type': 'Constant', 'parameters': {'value': 0}},"
                      "'above': {'type': 'Comparison', 'parameters': {'operator': "
                      "'>='}}, 'alive': {'type': 'Assert'}"),
                  "one.y>lag.u lag.y>above.u1 zero.y>above.u2 above.y>alive.u", "lag.y");
    QVERIFY2(text.find("the run with random parameters one deviation from their means: it ends at "
                       "0 s: ") == 0,
             text.c_str());
  }

  void itIsBrokenOff() {
    TheoryRequest request;
    request.run.signal_paths = {"lag.y"};
    request.times = GridTimes(0, 1, 0.1);
    int asked = 0;
    request.breaks_off = [&] { return ++asked > 3; };
    QVERIFY(!CalcEnsembleTheory(NoisyLag(), BuiltInBlocks(), request).is_complete);
  }

  // A sampled loop with noise on its measurement, and a drive that wanders: the sample stands
  // within five standard errors of the theory, and one of which the deviation is off by a tenth
  // does not.
  void aSampleAgrees() {
    const Document document = LoadedDiagram(
        "'wind': {'type': 'OrnsteinUhlenbeck', 'parameters': {'time_constant': 0.4}},"
        "'noise': {'type': 'GaussianNoise', 'parameters': {'period': 0.05, "
        "'standard_deviation': 0.3}},"
        "'force': {'type': 'Sum'}, 'plant': {'type': 'FirstOrderLag', 'parameters': "
        "{'time_constant': 0.5}}, 'measured': {'type': 'Sum'},"
        "'hold': {'type': 'ZeroOrderHold', 'parameters': {'period': 0.1}},"
        "'control': {'type': 'Gain', 'parameters': {'gain': -3}}",
        "wind.y>force.u1 control.y>force.u2 force.y>plant.u plant.y>measured.u1 "
        "noise.y>measured.u2 measured.y>hold.u hold.y>control.u");
    const EnsembleTheory theory = TheoryOf(document, "control.y", 1, 0.05);
    QVERIFY2(theory.is_exact, theory.reason.c_str());
    StudyOptions options;
    options.run.stop_time = 1;
    options.run.stochastic_step = 1e-3;
    options.run.signal_paths = {"control.y"};
    options.num_runs = static_cast<uint64_t>(RandomCount(20000));
    options.has_ensemble = true;
    options.grid_sec = 0.05;
    MonteCarloStudy study(document, BuiltInBlocks(), options);
    study.Advance({});
    const double n = static_cast<double>(options.num_runs);
    int off = 0;
    for (std::size_t i = 0; i < theory.means.size(); ++i) {
      const Moments sample = study.results().ensemble.Cell(i).moments;
      const double deviation = theory.Deviation(i);
      QVERIFY(std::abs(sample.mean - theory.Mean(i)) <= 5 * deviation / std::sqrt(n) + 1e-12);
      const double error = 5 * deviation / std::sqrt(2 * n) + 0.005 * deviation + 1e-12;
      QVERIFY2(std::abs(sample.standard_deviation() - deviation) <= error,
               qPrintable(QString::number(theory.times[i / 2])));
      off += std::abs(sample.standard_deviation() - 1.1 * deviation) > error ? 1 : 0;
    }
    if (n >= 10000) QVERIFY(off > 30);
  }
};

LOOPWRIGHT_TEST(TestEnsembleTheory)

}  // namespace loopwright::test_ensemble_theory

#include "test_ensemble_theory.moc"
