// Reference cases of random systems, answered by studies: means and variances within four standard
// errors of the exact ones, path errors of methods within 5 % of them (of 100,000 runs).

#include <QObject>
#include <QTest>
#include <cmath>

#include "tests/blocklib/noisy_lag.h"

// After the header that takes Qt's keyword away.
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_study_cases {

namespace {

// A study of as many runs as there are to be of `full`.
StudyResults Studied(const std::string& problem, int full, const std::vector<MeasureText>& measures,
                     const RunOptions& run = {}) {
  const LoadResult loaded =
      LoadFile(LOOPWRIGHT_SOURCE_DIR "/tests/problems/" + problem + "/" + problem + ".loop.json",
               BuiltInBlocks());
  StudyOptions options;
  options.run = run;
  options.num_runs = static_cast<uint64_t>(RandomCount(full));
  options.num_threads = 2;
  options.measures = measures;
  MonteCarloStudy study(loaded.document.value(), BuiltInBlocks(), options);
  study.Advance({});
  return study.results();
}

/// How far the mean of a measure is from `exact`, in standard errors.
double MeanError(const StudyResults& results, std::size_t measure, double exact) {
  const Moments moments = results.Measure(measure).moments;
  const double error =
      (moments.mean - exact) / std::sqrt(moments.variance() / static_cast<double>(moments.count));
  qInfo("%s: mean %g, exact %g, %+.2f standard errors", results.measures[measure].c_str(),
        moments.mean, exact, error);
  return std::abs(error);
}

/// The same for the variance, whose standard error follows from the fourth moment.
double VarianceError(const StudyResults& results, std::size_t measure, double exact) {
  const Moments moments = results.Measure(measure).moments;
  double fourth = 0;
  for (const double value : results.MeasureValues(measure)) {
    fourth += std::pow(value - moments.mean, 4) / static_cast<double>(moments.count);
  }
  const double variance = moments.variance();
  const double error = (variance - exact) / std::sqrt((fourth - variance * variance) /
                                                      static_cast<double>(moments.count));
  qInfo("%s: variance %g, exact %g, %+.2f standard errors", results.measures[measure].c_str(),
        variance, exact, error);
  return std::abs(error);
}

}  // namespace

class TestStudyCases : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void ornsteinUhlenbeckMoments() {
    RunOptions run;
    run.stochastic_step = 0.01;
    const StudyResults results = Studied("st_ou_moments", 10'000,
                                         {{"tenth", "value(equation.y, 0.1, -)"},
                                          {"one", "value(equation.y, 1, -)"},
                                          {"ten", "value(equation.y, 10, -)"},
                                          {"sampled_tenth", "value(sampled.y, 0.1, -)"},
                                          {"sampled_one", "value(sampled.y, 1, -)"},
                                          {"sampled_ten", "value(sampled.y, 10, -)"}},
                                         run);
    const double means[] = {0.09900498337491681, 0.09048374180359596, 0.036787944117144235};
    const double variances[] = {9.900663346622349e-06, 9.063462346100907e-05,
                                0.00043233235838169363};
    for (std::size_t i = 0; i < 6; ++i) {
      QVERIFY(MeanError(results, i, means[i % 3]) <= 4);
      const Moments moments = results.Measure(i).moments;
      QVERIFY(std::abs(moments.variance() / variances[i % 3] - 1) <=
              4 * std::sqrt(2.0 / static_cast<double>(moments.count - 1)));
    }
  }

  void linearNoncommutativeMoments() {
    const StudyResults results = Studied("st_linear_ito_noncommutative", 100'000,
                                         {{"first", "final(state.y[0])"},
                                          {"second", "final(state.y[1])"},
                                          {"first_square", "first^2"},
                                          {"product", "first*second"},
                                          {"second_square", "second^2"}});
    const double exact[] = {0.7408182206817178, 0.7408182206817178, 0.6093457336174435,
                            0.5884905160182082, 0.5904854065085388};
    for (std::size_t i = 0; i < 5; ++i) QVERIFY(MeanError(results, i, exact[i]) <= 4);
  }

  void stationaryOscillator() {
    RunOptions run;
    run.stop_time = 15;
    const StudyResults results = Studied("st_lyapunov_oscillator", 4'000,
                                         {{"position", "final(oscillator.y[0])"},
                                          {"speed", "final(oscillator.y[1])"},
                                          {"product", "position*speed"},
                                          {"lagged", "position*value(oscillator.y[0], 14)"}},
                                         run);
    QVERIFY(VarianceError(results, 0, 0.0625) <= 4);
    QVERIFY(VarianceError(results, 1, 0.25) <= 4);
    QVERIFY(MeanError(results, 2, 0) <= 4);
    QVERIFY(MeanError(results, 3, 0.0625 * 0.15057436514588762) <= 4);
  }

  void poissonShotAndTelegraph() {
    const StudyResults results =
        Studied("st_poisson_shot_telegraph", 60'000,
                {{"many", "final(count.y)"},
                 {"none", "many == 0"},
                 {"few", "many <= 3"},
                 {"shot", "final(shot.y)"},
                 {"near", "value(telegraph.y, 1)*value(telegraph.y, 1.1)"},
                 {"far", "value(telegraph.y, 1)*value(telegraph.y, 1.5)"}});
    // Two seconds from rest are five time constants of the shot noise.
    const double exact[] = {6,
                            0.0024787521766663585,
                            0.15120388277664787,
                            1.2 * (1 - std::exp(-5.0)),
                            0.5488116360940264,
                            0.049787068367863944};
    for (const std::size_t i : {0, 3, 4, 5}) QVERIFY(MeanError(results, i, exact[i]) <= 4);
    for (const std::size_t i : {1, 2}) {
      // Of a rare event a sample has too few to tell its standard error by.
      const Moments moments = results.Measure(i).moments;
      const double error =
          std::sqrt(exact[i] * (1 - exact[i]) / static_cast<double>(moments.count));
      QVERIFY(std::abs(moments.mean - exact[i]) <= 4 * error);
    }
    QVERIFY(VarianceError(results, 0, 6) <= 4);
    QVERIFY(VarianceError(results, 3, 0.6 * (1 - std::exp(-10.0))) <= 4);
  }

  void strongErrorsOfGeometricBrownianMotion() {
    const struct {
      const char* method;
      double step, error;
    } cases[] = {{"euler_maruyama", 0.03125, 2.1017897562345826},
                 {"euler_maruyama", 0.015625, 1.3290270325280318},
                 {"milstein", 0.03125, 1.499996487761684},
                 {"milstein", 0.015625, 0.7991139174273388}};
    for (const auto& [method, step, error] : cases) {
      RunOptions run;
      run.stochastic_integrator = method;
      run.stochastic_step = step;
      const StudyResults results =
          Studied("st_gbm_strong_order", 100'000,
                  {{"square", "(final(growth.y[0]) - final(growth.y[1]))^2"}}, run);
      const double found = std::sqrt(results.Measure(0).moments.mean);
      qInfo("%s, step %g: error %g, exact %g", method, step, found, error);
      // Of fewer runs the error is less certain.
      QVERIFY(std::abs(found / error - 1) <= 0.05 * std::sqrt(1e5 / RandomCount(100'000)));
    }
  }
};

LOOPWRIGHT_TEST(TestStudyCases)

}  // namespace loopwright::test_study_cases

#include "test_study_cases.moc"
