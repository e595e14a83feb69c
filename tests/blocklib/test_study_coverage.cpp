// What confidence intervals promise, over many studies of an Ornstein-Uhlenbeck process whose
// moments are known.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "tests/blocklib/noisy_lag.h"

// After the header that takes Qt's keyword away.
#include "engine/statistics/confidence.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_study_coverage {

namespace {

constexpr double kConfidence = 0.95;

// dx = -x dt + √2 dW from x = 1, made exactly in five steps of 0.25 s (by updates at 0, 0.25, ...
// 1 s): Gaussian with these moments.
const double kMean = std::exp(-1.25);
const double kVariance = 1 - std::exp(-2.5);
const double kQuantile90 = kMean + 1.2815515655446004 * std::sqrt(kVariance);

Document Process() {
  return LoadedDiagram(
      "'x': {'type': 'GaussMarkov', 'parameters': {'time_constant': 1, 'stationary_deviation': 1, "
      "'initial_value': 1, 'period': 0.25}}",
      "");
}

StudyOptions ProcessOptions() {
  StudyOptions options;
  options.run.stop_time = 1.1;
  options.num_threads = 1;
  options.num_runs = 100;
  options.measures = {{"end", "final(x.y)"}};
  return options;
}

bool Holds(const Interval& interval, double value) {
  return interval.lower <= value && value <= interval.upper;
}

Interval MeanInterval(const Moments& sample) {
  const double half = MeanHalfWidth(sample, kConfidence);
  return {sample.mean - half, sample.mean + half};
}

}  // namespace

class TestStudyCoverage : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void intervalsHoldTheTruthAsOftenAsTheySay() {
    const int num_studies = JudgedCount(1000);
    int mean = 0, variance = 0, quantile = 0;
    const Document process = Process();
    StudyOptions options = ProcessOptions();
    for (int i = 0; i < num_studies; ++i) {
      options.run.seed = static_cast<uint64_t>(i);
      MonteCarloStudy study(process, BuiltInBlocks(), options);
      study.Advance({});
      std::vector<double> values = study.results().MeasureValues(0);
      QCOMPARE(values.size(), std::size_t{100});
      std::sort(values.begin(), values.end());
      const Moments moments = study.results().Measure(0).moments;
      mean += Holds(MeanInterval(moments), kMean);
      variance += Holds(VarianceInterval(moments, kConfidence), kVariance);
      quantile += Holds(QuantileInterval(values, 0.9, kConfidence), kQuantile90);
    }
    qInfo("of %d: mean %d, variance %d, quantile %d", num_studies, mean, variance, quantile);
    if (!DrawsAreJudged()) return;
    for (const int count : {mean, variance, quantile}) {
      QVERIFY2(std::abs(count - 950) <= 20, qPrintable(QString::number(count)));
    }
  }

  // A study that looks at an interval until it is narrow is wrong a little more often.
  void stopRulesLoseLittle() {
    const int num_studies = JudgedCount(1000);
    int held = 0;
    uint64_t runs = 0;
    const Document process = Process();
    StudyOptions options = ProcessOptions();
    options.num_runs = 2000;
    options.stop = StopRule{"end", StopRule::Of::kMean, 0.5, 0.13};
    for (int i = 0; i < num_studies; ++i) {
      options.run.seed = static_cast<uint64_t>(i);
      MonteCarloStudy study(process, BuiltInBlocks(), options);
      study.Advance({});
      QVERIFY(study.results().num_runs < 2000);
      runs += study.results().num_runs;
      held += Holds(MeanInterval(study.results().Measure(0).moments), kMean);
    }
    qInfo("of %d: %d, after %g runs", num_studies, held, static_cast<double>(runs) / num_studies);
    if (!DrawsAreJudged()) return;
    QVERIFY2(held >= 930 && held <= 970, qPrintable(QString::number(held)));
  }
};

LOOPWRIGHT_TEST(TestStudyCoverage)

}  // namespace loopwright::test_study_coverage

#include "test_study_coverage.moc"
