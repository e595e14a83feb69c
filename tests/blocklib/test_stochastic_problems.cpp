// The diagrams tests/problems/st_*/st_*.loop.json against what is known of them: exact
// coefficients, and moments within four standard errors, over runs of a study or over time.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <numeric>

#include "engine/random/draw.h"
#include "tests/blocklib/diagram_run.h"

// After the header that takes Qt's keyword away.
#include "engine/build/build.h"
#include "engine/check/simulation_values.h"
#include "engine/diagram/diagram.h"
#include "engine/simulation/simulator.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_stochastic_problems {

namespace {

using Values = std::vector<double>;

Document Load(const std::string& name) {
  const std::string path = "/tests/problems/" + name + "/" + name + ".loop.json";
  return *LoadFile(LOOPWRIGHT_SOURCE_DIR + path, BuiltInBlocks()).document;
}

RunResult RunProblem(const std::string& name, const std::vector<std::string>& signal_paths,
                     RunOptions options) {
  options.signal_paths = signal_paths;
  return RunDocument(Load(name), options);
}

/// Runs 0, 1, … of a problem, built once.
class Study {
 public:
  explicit Study(const std::string& name) {
    const Document document = Load(name);
    built_ = BuildDiagram(document, BuiltInBlocks());
    if (!built_.ok()) throw std::runtime_error(built_.diagnostics.at(0).text);
    config.stochastic_step =
        EvaluateSimulation(document, nullptr).stochastic_step.value_or(config.stochastic_step);
    simulator_ = std::make_unique<Simulator<double>>(*built_.diagram);
  }

  /// The values of `signal` at `times` in run `run`; the first element where it is a vector.
  void Begin(uint64_t run) {
    simulator_->set_config(config);
    Context<double>& context = simulator_->get_mutable_context();
    context.SetTime(0);
    context.set_random_source({0, run});
    built_.diagram->SetDefaultContext(&context);
    simulator_->Initialize();
  }
  void AdvanceTo(double time) {
    if (!simulator_->AdvanceTo(time).succeeded()) throw std::runtime_error("the run failed");
  }
  double At(const std::string& signal, int element = 0) const {
    for (const PortSignal<double>& port : built_.index->port_signals()) {
      if (port.path != signal) continue;
      const Context<double>& context =
          built_.diagram->GetSubsystemContext(port.port->get_system(), simulator_->get_context());
      return port.port->Eval(context)[element];
    }
    throw std::runtime_error("there is no " + signal);
  }

  SimulatorConfig config;

 private:
  BuildResult built_;
  std::unique_ptr<Simulator<double>> simulator_;
};

struct Estimate {
  double value, error;
};
Estimate MeanOf(const Values& samples) {
  const auto n = static_cast<double>(samples.size());
  const double mean = std::accumulate(samples.begin(), samples.end(), 0.) / n;
  double squares = 0;
  for (const double x : samples) squares += (x - mean) * (x - mean);
  return {mean, std::sqrt(squares / n / n)};
}
Estimate CovarianceOf(const Values& a, const Values& b) {
  const double mean_a = MeanOf(a).value, mean_b = MeanOf(b).value;
  Values products;
  for (size_t i = 0; i < a.size(); ++i) products.push_back((a[i] - mean_a) * (b[i] - mean_b));
  return MeanOf(products);
}

/// Within four standard errors, which are at most `resolution`, where draws are judged.
void CompareEstimate(const Estimate& estimate, double expected, double resolution) {
  if (!DrawsAreJudged()) return;
  QVERIFY2(std::abs(estimate.value - expected) < 4 * estimate.error,
           qPrintable(QString("%1 for %2, with a standard error of %3")
                          .arg(estimate.value)
                          .arg(expected)
                          .arg(estimate.error)));
  QVERIFY2(4 * estimate.error < resolution, qPrintable(QString::number(4 * estimate.error)));
}

}  // namespace

class TestStochasticProblems : public QObject {
  Q_OBJECT

 private slots:
  void ornsteinUhlenbeckMoments() {
    const int num_runs = JudgedCount(10000);
    constexpr double kTheta = 0.1, kSigma = 0.01, kStart = 0.1, kStep = 0.1;
    const std::vector<double> times{0.1, 1, 10};
    std::vector<Values> sampled(3), equation(3);
    Study study("st_ou_moments");
    for (int run = 0; run < num_runs; ++run) {
      study.Begin(static_cast<uint64_t>(run));
      for (size_t i = 0; i < 3; ++i) {
        study.AdvanceTo(times[i]);
        sampled[i].push_back(study.At("sampled.y"));
        equation[i].push_back(study.At("equation.y"));
      }
    }
    for (size_t i = 0; i < 3; ++i) {
      const double t = times[i];
      const double variance = kSigma * kSigma / (2 * kTheta) * (1 - std::exp(-2 * kTheta * t));
      // Resolutions of the case: N = 10^4.
      const double mean_bound = 4.1 * std::sqrt(variance / num_runs);
      const double variance_bound = 4.3 * std::sqrt(2. / num_runs) * variance;
      CompareEstimate(MeanOf(sampled[i]), kStart * std::exp(-kTheta * t), mean_bound);
      CompareEstimate(CovarianceOf(sampled[i], sampled[i]), variance, variance_bound);
      // The Euler-Maruyama method has moments of its own.
      const double phi = 1 - kTheta * kStep, n = std::round(t / kStep);
      const double own = kSigma * kSigma * kStep * (1 - std::pow(phi, 2 * n)) / (1 - phi * phi);
      CompareEstimate(MeanOf(equation[i]), kStart * std::pow(phi, n), mean_bound);
      CompareEstimate(CovarianceOf(equation[i], equation[i]), own, variance_bound);
    }
  }

  void oneStepOfAnOrnsteinUhlenbeckProcess_data() {
    QTest::addColumn<double>("h");
    QTest::addColumn<double>("phi");
    QTest::addColumn<double>("q");
    QTest::addColumn<double>("em_phi");
    QTest::addColumn<double>("em_q");
    QTest::newRow("0.002") << 0.002 << 0.9801986733067553 << 0.15841325368324818 << 0.98 << 0.16;
    QTest::newRow("0.01") << 0.01 << 0.9048374180359596 << 0.34060581032931836 << 0.9
                          << 0.35777087639996635;
    QTest::newRow("0.05") << 0.05 << 0.6065306597126334 << 0.6360480780965201 << 0.5 << 0.8;
    QTest::newRow("0.1") << 0.1 << 0.36787944117144233 << 0.743898796025755 << 0.
                         << 1.131370849898476;
    QTest::newRow("0.5") << 0.5 << 0.006737946999085467 << 0.799981839821975 << -4.
                         << 2.5298221281347035;
  }
  void oneStepOfAnOrnsteinUhlenbeckProcess() {
    QFETCH(double, h);
    RunOptions options;
    options.overrides = {{"h", QString::number(h, 'g', 17).toStdString()}};
    const Values y =
        RunProblem("st_ou_exact_discretisation", {"phi.y", "q.y", "em_phi.y", "em_q.y"}, options)
            .rows.back()
            .values;
    // The first update of a sampled process uses draw 1, the first step of an equation draw 0.
    const double draws[] = {1, GaussianDraw({}, StreamKey("q"), 1), 1,
                            GaussianDraw({}, StreamKey("em_q"), 0)};
    const char* names[] = {"phi", "q", "em_phi", "em_q"};
    for (size_t i = 0; i < 4; ++i) {
      const double expected = *static_cast<double*>(QTest::qData(names[i], QMetaType::Double));
      QVERIFY2(std::abs(y.at(i) / draws[i] - expected) < 1e-14, names[i]);
    }
  }

  void stationaryOrnsteinUhlenbeckProcess() {
    RunOptions options;
    options.overrides = {{"h", "0.01"}};
    const int stop_time = JudgedCount(6000);
    options.stop_time = stop_time;
    const RunResult result = RunProblem("st_ou_exact_discretisation", {"q.y", "em_q.y"}, options);
    const double phis[] = {0.9048374180359596, 0.9}, variances[] = {0.64, 0.6736842105263158};
    for (const size_t i : {0, 1}) {
      Values samples;
      for (const Row& row : result.side('-')) samples.push_back(row.values[i]);
      const auto n = static_cast<double>(samples.size());
      QVERIFY(n > 99.9 * stop_time);
      const double phi = phis[i];
      const double count = n * (1 - phi * phi) / (1 + phi * phi);
      const double variance = CovarianceOf(samples, samples).value;
      CompareEstimate({variance, variances[i] * std::sqrt(2 / count)}, variances[i],
                      0.045 * variances[i]);
      const Values before(samples.begin(), samples.end() - 1);
      const Values after(samples.begin() + 1, samples.end());
      const double lag = CovarianceOf(before, after).value / variance;
      CompareEstimate({lag, std::sqrt((1 - phi * phi) / n)}, phi, 0.003);
    }
  }

  // Against the exact solution on the same path, x(1) as each method computes it: the mean squares
  // of the errors in closed form.
  void strongOrderOnGeometricBrownianMotion_data() {
    QTest::addColumn<QString>("method");
    QTest::addColumn<int>("level");
    QTest::addColumn<double>("rms");
    QTest::newRow("euler_maruyama, 1/32") << "euler_maruyama" << 0 << 2.1017897562345826;
    QTest::newRow("euler_maruyama, 1/128") << "euler_maruyama" << 2 << 0.8622200611260894;
    QTest::newRow("milstein, 1/32") << "milstein" << 0 << 1.499996487761684;
    QTest::newRow("milstein, 1/128") << "milstein" << 2 << 0.41303192126470223;
  }
  void strongOrderOnGeometricBrownianMotion() {
    QFETCH(QString, method);
    QFETCH(int, level);
    QFETCH(double, rms);
    const int num_runs = JudgedCount(10000);
    Study study("st_gbm_strong_order");
    study.config.stochastic_integrator = method.toStdString();
    study.config.stochastic_refinement = level;
    Values squares;
    for (int run = 0; run < num_runs; ++run) {
      study.Begin(static_cast<uint64_t>(run));
      study.AdvanceTo(1);
      const double error = study.At("growth.y", 0) - study.At("growth.y", 1);
      squares.push_back(error * error);
    }
    // The squares have heavy tails: this many runs resolve the order, not the last percent.
    CompareEstimate(MeanOf(squares), rms * rms, 0.7 * rms * rms);
  }

  void linearEquationsWithNoisesThatDoNotCommute() {
    const int num_runs = JudgedCount(25000);
    Study study("st_linear_ito_noncommutative");
    Values x1, x2;
    for (int run = 0; run < num_runs; ++run) {
      study.Begin(static_cast<uint64_t>(run));
      study.AdvanceTo(1);
      x1.push_back(study.At("state.y", 0));
      x2.push_back(study.At("state.y", 1));
    }
    CompareEstimate(MeanOf(x1), 0.7408182206817178, 0.01);
    CompareEstimate(MeanOf(x2), 0.7408182206817178, 0.01);
    CompareEstimate(CovarianceOf(x1, x1), 0.06053409752341721, 0.0035);
    CompareEstimate(CovarianceOf(x1, x2), 0.03967887992418195, 0.0025);
    CompareEstimate(CovarianceOf(x2, x2), 0.04167377041451248, 0.0025);
  }

  // Over time; the Euler-Maruyama method has a stationary covariance of its own, the solution P of
  // P = (I + A h) P (I + A h)' + B B' h.
  void oscillatorUnderWhiteNoise() {
    RunOptions options;
    const int stop_time = JudgedCount(20000);
    options.stop_time = stop_time;
    const RunResult result = RunProblem("st_lyapunov_oscillator", {"oscillator.y"}, options);
    Values x, v;
    for (const Row& row : result.side('-')) {
      x.push_back(row.values[0]);
      v.push_back(row.values[1]);
    }
    QVERIFY(static_cast<double>(x.size()) > 99.95 * stop_time);
    constexpr double kStep = 0.01;
    Eigen::Matrix2d step;
    step << 1, kStep, -4 * kStep, 1 - 2 * kStep;
    Eigen::Matrix2d noise = Eigen::Matrix2d::Zero();
    noise(1, 1) = kStep;
    Eigen::Matrix2d p = Eigen::Matrix2d::Zero();
    for (int n = 0; n < 10000; ++n) p = step * p * step.transpose() + noise;
    // Blocks of 100 s, a hundred times the time constant, are independent.
    const auto check = [](const Values& a, const Values& b, double expected, double exact,
                          double resolution) {
      constexpr size_t kBlock = 10000;
      Values means;
      for (size_t begin = 0; begin + kBlock <= a.size(); begin += kBlock) {
        double sum = 0;
        for (size_t i = begin; i < begin + kBlock; ++i) sum += a[i] * b[i];
        means.push_back(sum / kBlock);
      }
      CompareEstimate(MeanOf(means), expected, resolution);
      QVERIFY(std::abs(expected - exact) < 0.035 * std::max(exact, 0.1));
    };
    check(x, x, p(0, 0), 0.0625, 0.045 * 0.0625);
    check(v, v, p(1, 1), 0.25, 0.045 * 0.25);
    check(x, v, p(0, 1), 0, 0.045 * 0.125);
  }

  void samplesOfRandomInputs() {
    const RunResult result = RunProblem("st_random_source_histogram",
                                        {"uniform.y", "gaussian.y", "exponential.y"}, RunOptions{});
    std::vector<Values> channels(6);
    for (const Row& row : Jumps(result)) {
      for (size_t i = 0; i < 6; ++i) channels[i].push_back(row.values[i]);
    }
    QCOMPARE(channels[0].size(), size_t{8000});
    struct Distribution {
      double lower, upper, fudge;
      double (*cumulative)(double);
    };
    const Distribution distributions[] = {
        {0, 1, 1.5, [](double x) { return x; }},
        {-2, 2, 2, [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.)); }},
        {0, 2, 2, [](double x) { return 1 - std::exp(-x); }}};
    for (size_t i = 0; i < 3; ++i) {
      const Distribution& d = distributions[i];
      Values both = channels[2 * i];
      both.insert(both.end(), channels[2 * i + 1].begin(), channels[2 * i + 1].end());
      const auto n = static_cast<double>(both.size());
      const int bins = static_cast<int>(std::round((d.upper - d.lower) / 0.1));
      for (int k = 0; k < bins; ++k) {
        const double from = d.lower + 0.1 * k, to = d.lower + 0.1 * (k + 1);
        const auto count = static_cast<double>(
            std::count_if(both.begin(), both.end(), [&](double x) { return from <= x && x < to; }));
        const double p = d.cumulative(to) - d.cumulative(from);
        const double bound = d.fudge * 1.645 * std::sqrt(p * (1 - p) / n);
        QVERIFY2(std::abs(count / n - p) < bound,
                 qPrintable(QString("bin %1 of %2: %3 for %4 +- %5")
                                .arg(k)
                                .arg(i)
                                .arg(count / n)
                                .arg(p)
                                .arg(bound)));
      }
    }
    for (const size_t pair : {0, 2, 4}) CheckCrossCorrelation(channels[pair], channels[pair + 1]);
    CheckCrossCorrelation(channels[0], channels[2]);
  }

  void arrivalsShotNoiseAndTelegraph() {
    const int num_runs = JudgedCount(10000);
    Study study("st_poisson_shot_telegraph");
    Values count, compound, shot, early, later, none, few;
    for (int run = 0; run < num_runs; ++run) {
      study.Begin(static_cast<uint64_t>(run));
      study.AdvanceTo(0.1);
      early.push_back(study.At("telegraph.y"));
      study.AdvanceTo(0.5);
      later.push_back(study.At("telegraph.y"));
      study.AdvanceTo(2);
      count.push_back(study.At("count.y"));
      shot.push_back(study.At("shot.y"));
      compound.push_back(study.At("compound.y"));
      none.push_back(count.back() == 0 ? 1 : 0);
      few.push_back(count.back() <= 3 ? 1 : 0);
    }
    CompareEstimate(MeanOf(count), 6, 0.11);
    CompareEstimate(CovarianceOf(count, count), 6, 0.4);
    CompareEstimate(MeanOf(compound), 3, 0.08);
    // Arrivals within one sample of the noise have one size: that adds 0.0225 to the variance.
    CompareEstimate(CovarianceOf(compound, compound), 3.0225, 0.26);
    CompareEstimate(MeanOf(none), 0.0024787521766663585, 0.0025);
    CompareEstimate(MeanOf(few), 0.15120388277664787, 0.016);
    CompareEstimate(MeanOf(shot), 1.2 * (1 - std::exp(-5.)), 0.035);
    CompareEstimate(CovarianceOf(shot, shot), 0.6 * (1 - std::exp(-10.)), 0.045);
    // From +1 at the start, the mean is the autocorrelation over that time.
    CompareEstimate(MeanOf(early), 0.5488116360940264, 0.037);
    CompareEstimate(MeanOf(later), 0.049787068367863944, 0.042);
  }

 private:
  static void CheckCrossCorrelation(const Values& a, const Values& b) {
    const double scale = std::sqrt(CovarianceOf(a, a).value * CovarianceOf(b, b).value);
    const double mean_a = MeanOf(a).value, mean_b = MeanOf(b).value;
    double worst = 0;
    for (size_t lag = 0; lag <= a.size() / 2; ++lag) {
      double sum = 0;
      for (size_t i = 0; i + lag < a.size(); ++i) {
        sum += (a[i] - mean_a) * (b[i + lag] - mean_b);
      }
      worst = std::max(worst, std::abs(sum) / (static_cast<double>(a.size() - lag) * scale));
    }
    QVERIFY(worst <= 0.1);
  }
};

LOOPWRIGHT_TEST(TestStochasticProblems)

}  // namespace loopwright::test_stochastic_problems

#include "test_stochastic_problems.moc"
