// Whether samples of linear diagrams have the mean and covariance that theory says, and not those
// of a theory with an error.

#include <Eigen/Cholesky>
#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/blocklib/noisy_lag.h"

// After the header that takes Qt's keyword away.
#include "engine/theory/ensemble_theory.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_theory_samples {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Enough for an error of 3 % in the covariance. Of fewer runs a larger one is planted: what can be
// told grows as the root of their number falls.
constexpr int kRuns = 20000, kLeastRuns = 200;
constexpr double kPlanted = 0.03;

struct LinearExample {
  const char* blocks;
  const char* wires;
  std::vector<std::string> paths;
  double stop_sec;
};

// A drive that wanders, and noise on what is measured of a plant, which a Kalman filter with its
// stationary gain (the initial covariance solves its Riccati equation) takes out again.
const LinearExample kKalmanLoop = {
    "'wind': {'type': 'OrnsteinUhlenbeck', 'parameters': {'time_constant': 0.4}},"
    "'noise': {'type': 'GaussianNoise', 'parameters': {'period': 0.1, 'standard_deviation': 0.3}},"
    "'force': {'type': 'Sum'}, 'plant': {'type': 'FirstOrderLag', 'parameters': "
    "{'time_constant': 0.5}}, 'measured': {'type': 'Sum'},"
    "'kalman': {'type': 'KalmanFilter', 'parameters': {'A': [[0.8187307530779818]], "
    "'B': [[0.18126924692201818]], 'C': [[1]], 'Q': [[0.01]], 'R': [[0.09]], "
    "'initial_covariance': [[0.02173557542023103]], 'period': 0.1}},"
    "'control': {'type': 'Gain', 'parameters': {'gain': -2}},"
    "'smooth': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.2}}",
    "wind.y>force.u1 control.y>force.u2 force.y>plant.u plant.y>measured.u1 noise.y>measured.u2 "
    "measured.y>kalman.measurement control.y>kalman.u kalman.estimate>control.u "
    "measured.y>smooth.u",
    {"wind.y", "plant.y", "noise.y", "kalman.estimate", "smooth.y"},
    0.7};

// Two processes of other time constants, summed up in time.
const LinearExample kColouredNoise = {
    "'fast': {'type': 'OrnsteinUhlenbeck', 'parameters': {'time_constant': 0.2}},"
    "'slow': {'type': 'OrnsteinUhlenbeck', 'parameters': {'time_constant': 0.8, "
    "'stationary_deviation': 0.5, 'start_stationary': true}},"
    "'sum': {'type': 'Integrator'}, 'drift': {'type': 'Integrator'},"
    "'both': {'type': 'Sum'}, 'lag': {'type': 'FirstOrderLag', 'parameters': {'time_constant': "
    "0.3}}",
    "fast.y>sum.u slow.y>drift.u fast.y>both.u1 slow.y>both.u2 both.y>lag.u",
    {"fast.y", "slow.y", "sum.y", "drift.y", "lag.y"},
    0.8};

// Noise every 0.02 s, sampled every 0.05 s, and that summed up every 0.1 s.
const LinearExample kTwoRates = {
    "'noise': {'type': 'GaussianNoise', 'parameters': {'period': 0.02}},"
    "'hold': {'type': 'ZeroOrderHold', 'parameters': {'period': 0.05}},"
    "'late': {'type': 'UnitDelay', 'parameters': {'period': 0.05}},"
    "'sum': {'type': 'DiscreteIntegrator', 'parameters': {'period': 0.1, 'gain': 5}},"
    "'lag': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.1}}",
    "noise.y>hold.u hold.y>late.u hold.y>sum.u noise.y>lag.u",
    {"noise.y", "hold.y", "late.y", "sum.y", "lag.y"},
    0.6};

// Correlated samples, three samples later, and through lags.
const LinearExample kDelayBySamples = {
    "'noise': {'type': 'GaussMarkov', 'parameters': {'time_constant': 0.1, 'period': 0.05}},"
    "'late': {'type': 'Delay', 'parameters': {'samples': 3, 'period': 0.05}},"
    "'last': {'type': 'UnitDelay', 'parameters': {'period': 0.05}},"
    "'lag': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.4}},"
    "'later': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.05}}",
    "noise.y>late.u noise.y>last.u noise.y>lag.u late.y>later.u",
    {"noise.y", "late.y", "last.y", "lag.y", "later.y"},
    0.6};

// A state that grows, over a time in which it stays finite.
const LinearExample kUnstable = {
    "'noise': {'type': 'GaussianNoise', 'parameters': {'period': 0.05, 'standard_deviation': [1, "
    "0.5]}},"
    "'grow': {'type': 'StateSpace', 'parameters': {'A': [[1.5, 0.5], [0, 0.8]], 'B': [[1, 0], [0, "
    "1]], 'C': [[1, 0], [0, 1]], 'D': [[0, 0], [0, 0]]}},"
    "'late': {'type': 'UnitDelay', 'parameters': {'period': 0.05}}",
    "noise.y>grow.u noise.y>late.u",
    {"noise.y", "grow.y", "late.y"},
    1};

// Starts and a bias that are drawn for each run.
const LinearExample kRandomStart = {
    "'noise': {'type': 'GaussianNoise', 'parameters': {'period': 0.1, 'mean': 1}},"
    "'bias': {'type': 'Constant', 'parameters': {'value': 1}, 'random': {'value': "
    "{'distribution': 'gaussian', 'mean': 2, 'standard_deviation': 0.5}}},"
    "'lag': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.6}, 'random': "
    "{'initial_value': {'distribution': 'gaussian', 'mean': -1, 'standard_deviation': 1}}},"
    "'both': {'type': 'Sum'}, 'follow': {'type': 'FirstOrderLag', 'parameters': {'time_constant': "
    "0.3}, 'random': {'initial_value': {'distribution': 'gaussian', 'mean': 0, "
    "'standard_deviation': 1}}},"
    "'late': {'type': 'UnitDelay', 'parameters': {'period': 0.1}}",
    "noise.y>lag.u noise.y>both.u1 bias.y>both.u2 both.y>follow.u noise.y>late.u",
    {"noise.y", "bias.y", "lag.y", "follow.y", "late.y"},
    0.5};

// A filter of two states and a walk, at updates that are not at multiples of their periods.
const LinearExample kOffsets = {
    "'noise': {'type': 'GaussianNoise', 'parameters': {'period': 0.1, 'offset': 0.03}},"
    "'walk': {'type': 'RandomWalk', 'parameters': {'step_deviation': 0.5, 'period': 0.07}},"
    "'filter': {'type': 'DiscreteStateSpace', 'parameters': {'A': [[0.9, -0.4], [0.5, 0]], 'B': "
    "[[1], [0]], 'C': [[1, 0], [0, 1]], 'D': [[0], [0]], 'period': 0.1, 'offset': 0.05}},"
    "'lag': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.3}},"
    "'late': {'type': 'UnitDelay', 'parameters': {'period': 0.1, 'offset': 0.02}}",
    "noise.y>filter.u walk.y>lag.u noise.y>late.u",
    {"noise.y", "walk.y", "filter.y", "lag.y", "late.y"},
    0.9};

// What spreads without end drives what swings, beside samples.
const LinearExample kOscillator = {
    "'walk': {'type': 'WienerProcess', 'parameters': {'intensity': 2}},"
    "'noise': {'type': 'GaussianNoise', 'parameters': {'period': 0.1, 'standard_deviation': 2}},"
    "'force': {'type': 'Sum'}, 'swing': {'type': 'StateSpace', 'parameters': {'A': [[0, 1], [-25, "
    "-2]], 'B': [[0], [10]], 'C': [[1, 0], [0, 0.2]], 'D': [[0], [0]]}},"
    "'lag': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.1}}",
    "walk.y>force.u1 noise.y>force.u2 force.y>swing.u noise.y>lag.u",
    {"walk.y", "noise.y", "swing.y", "lag.y"},
    0.7};

// A sampled loop with a dead time that is no multiple of its period.
const LinearExample kDeadTime = {
    "'noise': {'type': 'GaussianNoise', 'parameters': {'period': 0.1, 'standard_deviation': 0.5}},"
    "'plant': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.5}}, 'measured': "
    "{'type': 'Sum'}, 'hold': {'type': 'ZeroOrderHold', 'parameters': {'period': 0.1}},"
    "'control': {'type': 'Gain', 'parameters': {'gain': -1.5}},"
    "'late': {'type': 'TransportDelay', 'parameters': {'delay': 0.25}},"
    "'smooth': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.2}}",
    "plant.y>measured.u1 noise.y>measured.u2 measured.y>hold.u hold.y>control.u control.y>late.u "
    "late.y>plant.u noise.y>smooth.u",
    {"noise.y", "plant.y", "hold.y", "late.y", "smooth.y"},
    1.2};

// Lines between samples, in the middle of a period, and an average that begins with one sample.
const LinearExample kLines = {
    "'noise': {'type': 'GaussMarkov', 'parameters': {'time_constant': 0.1, 'start_stationary': "
    "true, 'period': 0.1}}, 'lines': {'type': 'FirstOrderHold', 'parameters': {'period': 0.1}},"
    "'lag': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.2}},"
    "'average': {'type': 'MovingAverage', 'parameters': {'window': 5, 'period': 0.1}},"
    "'late': {'type': 'UnitDelay', 'parameters': {'period': 0.1}}",
    "noise.y>lines.u lines.y>lag.u noise.y>average.u noise.y>late.u",
    {"noise.y", "lines.y", "lag.y", "average.y", "late.y"},
    0.35};

// A loop with a dead time of what changes all the time, and at samples besides.
const LinearExample kContinuousDelay = {
    "'wind': {'type': 'OrnsteinUhlenbeck', 'parameters': {'time_constant': 0.4}}, 'force': "
    "{'type': 'Sum'}, 'plant': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.5}}, "
    "'noise': {'type': 'GaussianNoise', 'parameters': {'period': 0.1, 'standard_deviation': 0.3}}, "
    "'measured': {'type': 'Sum'}, 'late': {'type': 'TransportDelay', 'parameters': {'delay': "
    "0.2}}, 'control': {'type': 'Gain', 'parameters': {'gain': -1.5}}, "
    "'smooth': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.2}}",
    "wind.y>force.u1 control.y>force.u2 force.y>plant.u plant.y>measured.u1 noise.y>measured.u2 "
    "measured.y>late.u late.y>control.u late.y>smooth.u",
    {"wind.y", "plant.y", "noise.y", "late.y", "smooth.y"},
    0.85};

// Arrivals, so many that their laws are nearly normal, counted, as shot noise, and sampled.
const LinearExample kArrivals = {
    "'count': {'type': 'PoissonProcess', 'parameters': {'rate': 120}},"
    "'shot': {'type': 'TransferFunction', 'parameters': {'numerator': [1, 0], 'denominator': [1, "
    "5]}}, 'lag': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.3}},"
    "'late': {'type': 'UnitDelay', 'parameters': {'period': 0.1}}",
    "count.y>shot.u count.y>lag.u count.y>late.u",
    {"count.y", "shot.y", "lag.y", "late.y"},
    0.45};

/// The values of all signals at the end of a run, a row for each.
MatrixXd Sample(const Document& document, const LinearExample& example, int num_runs) {
  StudyOptions options;
  options.run.stop_time = options.run.log_interval = example.stop_sec;
  options.run.stochastic_integrator = "srk_weak2";
  options.run.stochastic_step = 0.01;
  options.run.signal_paths = example.paths;
  options.run.seed = 11;
  options.num_runs = static_cast<uint64_t>(num_runs);
  MonteCarloStudy study(document, BuiltInBlocks(), options);
  study.Advance({});
  const StudyResults& results = study.results();
  const std::size_t first = results.parameters.size();
  MatrixXd sample(num_runs, static_cast<Eigen::Index>(results.measures.size()));
  for (int run = 0; run < num_runs; ++run) {
    for (Eigen::Index i = 0; i < sample.cols(); ++i) {
      sample(run, i) =
          results.ValuesOf(static_cast<uint64_t>(run))[first + static_cast<std::size_t>(i)];
    }
  }
  return sample;
}

/// How far a number is in its law of χ² with so many degrees of freedom, as a normal deviation
/// (Wilson, Hilferty, Proc. Natl. Acad. Sci. 17 (1931) 684-688).
double ChiSquareDeviation(double value, double degrees) {
  const double part = 2 / (9 * degrees);
  return (std::cbrt(value / degrees) - (1 - part)) / std::sqrt(part);
}

/// Of normal samples of N vectors with p elements, whose mean and covariance are said to be μ and
/// Σ: three numbers that are normal deviations where that is true. With ν = N − 1 and the sample's
/// covariance S, ν S has Wishart's law, so that
///
///     ν tr(Σ⁻¹ S)                                       has χ² of ν p degrees: the size,
///     ρ ν (tr(Σ⁻¹ S) − log det(Σ⁻¹ S) − p)              about that of p (p + 1) / 2: the form,
///     N (x̄ − μ)ᵀ Σ⁻¹ (x̄ − μ)                            that of p: the mean,
///
/// ρ = 1 − (2 p + 1 − 2 / (p + 1)) / (6 ν) being Bartlett's correction (Anderson: An Introduction
/// to Multivariate Statistical Analysis (3rd edition, 2003), 10.8).
struct SampleDeviations {
  double size = 0, form = 0, mean = 0;

  SampleDeviations(const MatrixXd& sample, const VectorXd& mu, const MatrixXd& sigma) {
    const auto n = static_cast<double>(sample.rows()), p = static_cast<double>(sample.cols());
    const Eigen::RowVectorXd middle = sample.colwise().mean();
    const MatrixXd apart = sample.rowwise() - middle;
    const MatrixXd lower = Eigen::LLT<MatrixXd>(sigma).matrixL();
    const auto triangle = lower.triangularView<Eigen::Lower>();
    const MatrixXd whitened = triangle.solve(MatrixXd(apart.transpose()));
    const double nu = n - 1;
    const MatrixXd W = whitened * whitened.transpose() / nu;
    const MatrixXd root = Eigen::LLT<MatrixXd>(W).matrixL();
    const double log_det = 2 * root.diagonal().array().log().sum();
    const double rho = 1 - (2 * p + 1 - 2 / (p + 1)) / (6 * nu);
    size = ChiSquareDeviation(nu * W.trace(), nu * p);
    form = ChiSquareDeviation(rho * nu * (W.trace() - log_det - p), p * (p + 1) / 2);
    mean =
        ChiSquareDeviation(n * triangle.solve(VectorXd(middle.transpose() - mu)).squaredNorm(), p);
  }

  /// The region that holds 99.9 % of all samples: a third of a thousandth is beyond each number,
  /// of the size on both sides.
  bool IsInRegion() const {
    constexpr double kTwoSided = 3.588, kOneSided = 3.403;
    return std::abs(size) < kTwoSided && form < kOneSided && mean < kOneSided;
  }

  QByteArray Text() const {
    return QString("size %1, form %2, mean %3").arg(size).arg(form).arg(mean).toUtf8();
  }
};

}  // namespace

class TestTheorySamples : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void kalmanLoop() { compare(kKalmanLoop); }
  void colouredNoise() { compare(kColouredNoise); }
  void twoRates() { compare(kTwoRates); }
  void delayBySamples() { compare(kDelayBySamples); }
  void anUnstablePart() { compare(kUnstable); }
  void randomStarts() { compare(kRandomStart); }
  void offsets() { compare(kOffsets); }
  void anOscillator() { compare(kOscillator); }
  void deadTime() { compare(kDeadTime); }
  void linesBetweenSamples() { compare(kLines); }
  void continuousDelay() { compare(kContinuousDelay); }
  void arrivals() { compare(kArrivals); }

 private:
  static void compare(const LinearExample& example) {
    const Document document = LoadedDiagram(example.blocks, example.wires);
    TheoryRequest request;
    request.run.signal_paths = example.paths;
    request.times = {0, example.stop_sec};
    const EnsembleTheory theory = CalcEnsembleTheory(document, BuiltInBlocks(), request);
    QVERIFY2(theory.is_exact, theory.reason.c_str());
    // A run ends before the updates that are due at its stop time.
    const VectorXd& mean = theory.means[theory.size() - 2];
    const MatrixXd& covariance = theory.covariances[theory.size() - 2];

    const int num_runs = std::max(kLeastRuns, RandomCount(kRuns));
    const MatrixXd sample = Sample(document, example, num_runs);
    QCOMPARE(sample.cols(), mean.size());
    const SampleDeviations found(sample, mean, covariance);
    QVERIFY2(found.IsInRegion(), found.Text().constData());

    const double planted = kPlanted * std::sqrt(static_cast<double>(kRuns) / num_runs);
    const SampleDeviations smaller(sample, mean, covariance / (1 + planted));
    QVERIFY2(!smaller.IsInRegion(), smaller.Text().constData());
    // Likewise where the deviation of one signal alone is wrong, by twice as much, or its mean, by
    // three times as much of its deviation.
    MatrixXd uneven = covariance;
    uneven.row(0) /= 1 + 2 * planted;
    uneven.col(0) /= 1 + 2 * planted;
    const SampleDeviations other(sample, mean, uneven);
    QVERIFY2(!other.IsInRegion(), other.Text().constData());
    VectorXd moved = mean;
    moved[0] += 3 * planted * std::sqrt(covariance(0, 0));
    const SampleDeviations beside(sample, moved, covariance);
    QVERIFY2(!beside.IsInRegion(), beside.Text().constData());
  }
};

LOOPWRIGHT_TEST(TestTheorySamples)

}  // namespace loopwright::test_theory_samples

#include "test_theory_samples.moc"
