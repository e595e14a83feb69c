// MeanRevertingNoise as its document has it, scalar and as a vector: the statistics of long runs,
// and that an error of 5 % in any coefficient would be seen; the example of an orbit.

#include <QObject>
#include <QTest>
#include <numeric>

#include "tests/blocklib/noisy_lag.h"
#include "tests/engine/message_of.h"

// After the header that takes Qt's keyword away.
#include "blocklib/stochastic/mean_reverting_noise.h"
#include "engine/random/draw.h"
#include "engine/simulation/simulator.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_mean_reverting_noise {

namespace {

using Values = std::vector<double>;

/// Thrust that errs in two directions, which go together.
class ThrustError final : public MeanRevertingVectorNoise<double> {
 public:
  ThrustError() : MeanRevertingVectorNoise(2) {}
  void Register() {
    RegisterStates(StreamKey("thrust"));
    DeclareOutput("error", 3);
  }
  using MeanRevertingVectorNoise::kStateName;

 private:
  void WriteOutputs(int64_t current_sim_nanos, const double* x, double* output) const override {
    output[0] = x[0];
    output[1] = 1 + x[1];
    output[2] = static_cast<double>(current_sim_nanos);
  }
};

Eigen::Matrix2d Correlation(double rho) { return Eigen::Matrix2d{{1, rho}, {rho, 1}}; }

/// What the processes are like: true, or with an error in one coefficient.
struct Coefficients {
  Eigen::Vector2d time_constants{0.1, 0.05};
  Eigen::Vector2d deviations{0.8, 0.3};
  double rho = 0.8;
};

constexpr double kH = 0.01;

/// The state after every step of a long run.
std::vector<Values> Path(const Coefficients& coefficients) {
  ThrustError noise;
  noise.SetTimeConstants(coefficients.time_constants);
  noise.SetStationaryStds(coefficients.deviations);
  noise.SetCorrelation(Correlation(coefficients.rho));
  noise.Register();
  Simulator<double> simulator(noise);
  SimulatorConfig config;
  config.stochastic_step = kH;
  simulator.set_config(config);
  std::vector<Values> path(2);
  simulator.set_recorder([&](const Context<double>& context, Side) {
    const Eigen::VectorXd x = noise.GetStateValues(context);
    for (size_t i = 0; i < 2; ++i) path[i].push_back(x[static_cast<Eigen::Index>(i)]);
  });
  simulator.AdvanceTo(JudgedCount(600000) * kH);
  return path;
}

struct Estimate {
  double value, error;
};

/// The mean of a(t + lag) b(t), with its standard error from blocks much longer than any time
/// constant.
Estimate MeanProduct(const Values& a, const Values& b, size_t lag) {
  constexpr size_t kBlock = 500;
  Values means;
  for (size_t begin = 0; begin + kBlock + lag <= a.size(); begin += kBlock) {
    double sum = 0;
    for (size_t i = begin; i < begin + kBlock; ++i) sum += a[i + lag] * b[i];
    means.push_back(sum / kBlock);
  }
  const auto n = static_cast<double>(means.size());
  const double mean = std::accumulate(means.begin(), means.end(), 0.) / n;
  double squares = 0;
  for (const double x : means) squares += (x - mean) * (x - mean);
  return {mean, std::sqrt(squares) / n};
}

/// The statistics that a path does not have, at four standard errors: mean, variance and
/// autocovariance at several lags of each process, and the covariance of both at several lags. The
/// true ones are those of the Euler-Maruyama method's own recursion, x+ = (1 - h/tau) x + noise.
QStringList Contradictions(const std::vector<Values>& path) {
  const Coefficients truth;
  QStringList wrong;
  const auto check = [&](const Estimate& estimate, double expected, const QString& name) {
    if (std::abs(estimate.value - expected) < 4 * estimate.error) return;
    wrong << QString("%1: %2 for %3 +- %4")
                 .arg(name)
                 .arg(estimate.value)
                 .arg(expected)
                 .arg(estimate.error);
  };
  const Values ones(path[0].size(), 1.);
  for (const size_t i : {0, 1}) {
    check(MeanProduct(path[i], ones, 0), 0, QString("mean %1").arg(i));
    for (const size_t j : {0, 1}) {
      if (j < i) continue;
      const auto a = static_cast<Eigen::Index>(i), b = static_cast<Eigen::Index>(j);
      const double tau_a = truth.time_constants[a], tau_b = truth.time_constants[b];
      const double phi_a = 1 - kH / tau_a, phi_b = 1 - kH / tau_b;
      const double increments = 2 * kH / std::sqrt(tau_a * tau_b) * truth.deviations[a] *
                                truth.deviations[b] * (i == j ? 1 : truth.rho);
      const double covariance = increments / (1 - phi_a * phi_b);
      for (const size_t lag : {0, 1, 3, 10}) {
        check(MeanProduct(path[i], path[j], lag),
              covariance * std::pow(phi_a, static_cast<double>(lag)),
              QString("covariance of %1 and %2 at %3 steps").arg(i).arg(j).arg(lag));
      }
      // What is left of x after a step, in which the sizes of noise and state cancel.
      if (i == j) {
        Values left(path[i].size() - 1);
        for (size_t k = 0; k < left.size(); ++k) {
          left[k] = path[i][k + 1] - phi_a * path[i][k];
        }
        check(MeanProduct(left, path[i], 0), 0, QString("step of %1").arg(i));
      }
    }
  }
  return wrong;
}

std::string MessageOfCorrelation(const Eigen::MatrixXd& correlation) {
  return MessageOf([&] { ThrustError().SetCorrelation(correlation); });
}

}  // namespace

class TestMeanRevertingNoise : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void severalProcessesHaveTheDocumentedInterface() {
    ThrustError noise;
    QCOMPARE(noise.size(), 2);
    QVERIFY(noise.time_constants() == Eigen::Vector2d(1, 1));
    QVERIFY(noise.stationary_stds() == Eigen::Vector2d(0, 0));
    noise.SetTimeConstants(Eigen::Vector2d(0.1, 0.4));
    noise.SetStationaryStds(Eigen::Vector2d(3, 2));
    noise.SetCorrelation(Correlation(0.6));
    QVERIFY(noise.correlation() == Correlation(0.6));
    noise.Register();
    QCOMPARE(noise.num_continuous_states(), 2);
    QCOMPARE(noise.diffusion()->num_noises(), 2);
    const auto context = noise.CreateDefaultContext();
    QVERIFY(noise.GetStateValues(*context) == Eigen::Vector2d(0, 0));
    noise.SetStateValues(context.get(), Eigen::Vector2d(-0.25, 0.5));
    context->SetTime(1.5);
    QVERIFY(noise.GetStateValues(*context) == Eigen::Vector2d(-0.25, 0.5));
    const auto& error = noise.get_output_port(0).Eval(*context);
    QVERIFY(Eigen::Vector3d(error[0], error[1], error[2]) == Eigen::Vector3d(-0.25, 1.5, 1.5e9));
    QVERIFY(noise.EvalTimeDerivatives(*context).CopyToVector() == Eigen::Vector2d(2.5, -1.25));
    const auto covariance = [&] {
      const double* b = noise.diffusion()->matrix().EvalData(*context);
      const Eigen::Matrix2d matrix = Eigen::Map<const Eigen::Matrix2d>(b);
      return Eigen::Matrix2d(matrix * matrix.transpose());
    };
    const double across = 0.6 * 2 / std::sqrt(0.04) * 6;
    QVERIFY(covariance().isApprox(Eigen::Matrix2d{{180, across}, {across, 20}}, 1e-14));
    noise.SetTimeConstants(context.get(), Eigen::Vector2d(0.5, 1));
    noise.SetStationaryStds(context.get(), Eigen::Vector2d(1, 0));
    QVERIFY(noise.EvalTimeDerivatives(*context).CopyToVector() == Eigen::Vector2d(0.5, -0.5));
    QVERIFY(covariance().isApprox(Eigen::Matrix2d{{4, 0}, {0, 0}}, 1e-14));
  }

  void whatIsWrongIsRefused() {
    const auto message = [](auto&& call) {
      ThrustError noise;
      return MessageOf([&] { call(noise); });
    };
    QCOMPARE(message([](auto& n) { n.SetTimeConstants(Eigen::Vector2d(1, 0)); }),
             std::string("MeanRevertingNoise: time constant 1 is 0 s; it must be > 0 and finite"));
    QCOMPARE(message([](auto& n) { n.SetStationaryStds(Eigen::Vector2d(-1, 0)); }),
             std::string("MeanRevertingNoise: stationary standard deviation 0 is -1; it must be >= "
                         "0 and finite"));
    QCOMPARE(message([](auto& n) { n.SetTimeConstants(Eigen::Vector3d(1, 1, 1)); }),
             std::string("MeanRevertingNoise: 3 time constants for 2 processes: give one for "
                         "each"));
    QCOMPARE(message([](auto& n) { n.SetStationaryStds(Eigen::VectorXd(0)); }),
             std::string("MeanRevertingNoise: 0 deviations for 2 processes: give one for each"));
    QCOMPARE(MessageOfCorrelation(Eigen::MatrixXd::Identity(3, 2)),
             std::string("MeanRevertingNoise: 3 rows of correlations for 2 processes: give one for "
                         "each"));
    QCOMPARE(MessageOfCorrelation(Eigen::MatrixXd::Identity(2, 1)),
             std::string("MeanRevertingNoise: 1 columns of correlations for 2 processes: give one "
                         "for each"));
    QCOMPARE(MessageOfCorrelation(Eigen::Matrix2d{{1, 0}, {0, 0.9}}),
             std::string("MeanRevertingNoise: the correlation[1][1] is 0.9; it must be 1"));
    QCOMPARE(MessageOfCorrelation(Eigen::Matrix2d{{1, 0.1}, {0.2, 1}}),
             std::string("MeanRevertingNoise: the correlation[1][0] is 0.2, across the diagonal "
                         "0.1; they must be the same number"));
    QCOMPARE(MessageOfCorrelation(Correlation(1.01)),
             std::string("MeanRevertingNoise: the correlations contradict each other: the matrix "
                         "must be positive semidefinite"));
    QCOMPARE(MessageOfCorrelation(Correlation(-1)), std::string("nothing was thrown"));
  }

  void theStateIsRegisteredOnce() {
    ThrustError early, noise;
    noise.Register();
    const auto context = noise.CreateDefaultContext();
    const std::string advice =
        "(): the state `meanRevertingState` is not registered yet; call RegisterStates() first";
    QCOMPARE(MessageOf([&] { early.GetStateValues(*context); }),
             "MeanRevertingNoise::GetStateValues" + advice);
    QCOMPARE(MessageOf([&] { early.SetStateValues(context.get(), Eigen::Vector2d(0, 0)); }),
             "MeanRevertingNoise::SetStateValues" + advice);
    QCOMPARE(MessageOf([&] { noise.SetStateValues(context.get(), Eigen::VectorXd(1)); }),
             std::string("MeanRevertingNoise: 1 values for 2 processes: give one for each"));
    QCOMPARE(MessageOf([&] { noise.SetCorrelation(Correlation(0)); }),
             std::string("MeanRevertingNoise::SetCorrelation(): the state is registered; set the "
                         "correlation before RegisterStates()"));
  }

  void theStatisticsAreThoseOfTheDocument() {
    const QStringList wrong = Contradictions(Path({}));
    QVERIFY2(wrong.empty() || !DrawsAreJudged(), qPrintable(wrong.join("; ")));
  }

  // Drift -x/tau and diffusion sqrt(2/tau) sigma have coefficients of their own: an error in the
  // drift alone is one of tau with sigma such that the diffusion stays.
  void anErrorInACoefficientIsSeen_data() {
    QTest::addColumn<QString>("coefficient");
    QTest::addColumn<int>("process");
    for (const char* coefficient : {"tau", "drift", "diffusion"}) {
      for (const int process : {0, 1}) {
        QTest::addRow("%s %d", coefficient, process) << coefficient << process;
      }
    }
    QTest::newRow("rho") << "rho" << 0;
  }
  void anErrorInACoefficientIsSeen() {
    QFETCH(QString, coefficient);
    QFETCH(int, process);
    for (const double factor : {0.95, 1.05}) {
      Coefficients wrong;
      if (coefficient == "tau" || coefficient == "drift") wrong.time_constants[process] *= factor;
      if (coefficient == "drift") wrong.deviations[process] *= std::sqrt(factor);
      if (coefficient == "diffusion") wrong.deviations[process] *= factor;
      if (coefficient == "rho") wrong.rho *= factor;
      const bool is_seen = !Contradictions(Path(wrong)).empty();
      QVERIFY2(is_seen || !DrawsAreJudged(), qPrintable(QString::number(factor)));
    }
  }

  // The example resources/examples/orbit_keeping.loop.json as its `study` has it, against the exact
  // covariance P of the linear equations at its end, P' = A P + P A' + B B', with the thrust errors
  // among the states.
  void theOrbitIsKeptAsItsCovarianceSays() {
    const std::string path = LOOPWRIGHT_SOURCE_DIR "/resources/examples/orbit_keeping.loop.json";
    const Document document = *LoadFile(path, BuiltInBlocks()).document;
    StudyOptions options;
    options.run.signal_paths = {"orbit.y", "distance.y"};
    options.num_runs = 500;
    options.num_threads = 1;
    options.measures = {{"radial", "final(orbit.y[0])"},
                        {"along", "final(orbit.y[1])"},
                        {"miss", "final(distance.y)"}};
    MonteCarloStudy study(document, BuiltInBlocks(), options);
    study.Advance({});
    const StudyResults& results = study.results();
    QCOMPARE(results.num_runs, uint64_t{500});
    QCOMPARE(results.num_failed(), uint64_t{0});
    const Eigen::MatrixXd p = OrbitCovariance();
    const double root = std::sqrt(500.);
    for (const int axis : {0, 1}) {
      const Moments moments = results.Measure(static_cast<size_t>(axis)).moments;
      const double variance = p(axis, axis);
      QVERIFY(std::abs(moments.mean) < 4 * std::sqrt(variance) / root);
      const double sample = MeanSquare(results.MeasureValues(static_cast<size_t>(axis)));
      QVERIFY2(std::abs(sample - variance) < 4 * variance * std::sqrt(2.) / root,
               qPrintable(QString("%1 for %2").arg(sample).arg(variance)));
    }
    // 2 % of the distance is more than the 500 runs leave open of its mean square.
    const double miss = MeanSquare(results.MeasureValues(2));
    QVERIFY(std::abs(miss - p(0, 0) - p(1, 1)) < 4 * (p(0, 0) + p(1, 1)) * std::sqrt(2.) / root);
  }

 private:
  static double MeanSquare(const Values& values) {
    double sum = 0;
    for (const double value : values) sum += value * value;
    return sum / static_cast<double>(values.size());
  }

  /// Of x, y, their rates and the two thrust errors at 5,400 s, by small steps of the exponential.
  static Eigen::MatrixXd OrbitCovariance() {
    constexpr double kN = 0.00113, kW = 0.004, kZeta = 0.8, kSigma = 2e-5, kTau = 200;
    Eigen::Matrix<double, 6, 6> a = Eigen::Matrix<double, 6, 6>::Zero();
    a.block<2, 2>(0, 2).setIdentity();
    a(2, 0) = 3 * kN * kN;
    a(2, 3) = 2 * kN;
    a(3, 2) = -2 * kN;
    for (const int i : {0, 1}) {
      a(2 + i, i) -= kW * kW;
      a(2 + i, 2 + i) -= 2 * kZeta * kW;
      a(2 + i, 4 + i) = 1;
      a(4 + i, 4 + i) = -1 / kTau;
    }
    Eigen::Matrix<double, 6, 6> noise = Eigen::Matrix<double, 6, 6>::Zero();
    noise(4, 4) = noise(5, 5) = 2 / kTau * kSigma * kSigma;
    Eigen::Matrix<double, 6, 6> p = Eigen::Matrix<double, 6, 6>::Zero();
    p(4, 4) = p(5, 5) = kSigma * kSigma;
    constexpr double kPart = 0.1;
    for (int step = 0; step < 54000; ++step) {
      const Eigen::Matrix<double, 6, 6> slope = a * p + p * a.transpose() + noise;
      const Eigen::Matrix<double, 6, 6> middle = p + 0.5 * kPart * slope;
      p += kPart * (a * middle + middle * a.transpose() + noise);
    }
    return p;
  }
};

LOOPWRIGHT_TEST(TestMeanRevertingNoise)

}  // namespace loopwright::test_mean_reverting_noise

#include "test_mean_reverting_noise.moc"
