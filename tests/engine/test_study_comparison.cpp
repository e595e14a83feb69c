// Two studies, measure by measure.

#include <QObject>
#include <QTest>
#include <cmath>

#include "engine/statistics/confidence.h"
#include "engine/studies/study_comparison.h"
#include "tests/test_main.h"

namespace loopwright::test_study_comparison {

namespace {

/// A study that has only measures.
StudyResults ResultsOf(std::vector<std::string> names, std::vector<double> values) {
  StudyResults results;
  results.num_runs = values.size() / names.size();
  results.measures = std::move(names);
  results.values = std::move(values);
  return results;
}

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

}  // namespace

class TestStudyComparison : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // The runs differ by much, the studies by 1 ± 0.5; run 3 has no partner, and there is no run 5.
  void pairs() {
    const StudyResults of = ResultsOf({"peak"}, {11, 21.5, 31, kMissing, 40.5});
    const StudyResults less = ResultsOf({"peak"}, {10, 20, 30, 7, 40, 99});
    const auto found = CompareMeasures(of, {}, less, {}, 0.95);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].obstacle, std::string());
    QCOMPARE(found[0].difference.count, uint64_t{4});
    QCOMPARE(found[0].difference.mean, 1.);
    const Moments moments = MomentsOf(std::vector<double>{1, 1.5, 1, 0.5}, false);
    QCOMPARE(found[0].half_width, MeanHalfWidth(moments, 0.95));
    const double apart = MomentsOf(std::vector<double>{11, 21.5, 31, 40.5}, false).variance() +
                         MomentsOf(std::vector<double>{10, 20, 30, 40}, false).variance();
    QCOMPARE(found[0].gain, apart / moments.variance());
    QVERIFY(found[0].gain > 1000);
  }

  // Two neighbours are one number.
  void antitheticRuns() {
    StudyResults of = ResultsOf({"peak"}, {1, 3, 5, 9});
    StudyResults less = ResultsOf({"peak"}, {0, 2, 3, 3});
    of.is_antithetic = less.is_antithetic = true;
    StudyDraws draws;
    draws.is_antithetic = true;
    const auto found = CompareMeasures(of, draws, less, draws, 0.95);
    QCOMPARE(found[0].difference.count, uint64_t{2});
    QCOMPARE(found[0].difference.mean, 2.5);  // of 1 and 4
  }

  void whatMakesNoPairs() {
    const StudyResults of = ResultsOf({"peak"}, {3, 5, 7}), less = ResultsOf({"peak"}, {1, 2, 3});
    const auto differenceOf = [&](const StudyDraws& draws, const StudyDraws& others) {
      return CompareMeasures(of, draws, less, others, 0.95).at(0);
    };
    StudyDraws seed, antithetic, sobol, formula;
    seed.seed = 7;
    antithetic.is_antithetic = sobol.has_sobol_points = true;
    formula.measures = {{"peak", "greatest(a.y)"}};
    const MeasureDifference apart = differenceOf({}, seed);
    QCOMPARE(apart.obstacle,
             std::string("the seeds are 0 and 7, so that runs of one number have other draws"));
    QCOMPARE(apart.difference.mean, 3.);
    QCOMPARE(apart.gain, 1.);
    const double both = std::hypot(MeanHalfWidth(of.Measure(0).moments, 0.95),
                                   MeanHalfWidth(less.Measure(0).moments, 0.95));
    QCOMPARE(apart.half_width, both);
    QCOMPARE(differenceOf(antithetic, {}).obstacle,
             std::string("the runs of one study are antithetic pairs, those of the other are not"));
    QCOMPARE(differenceOf({}, sobol).obstacle,
             std::string("the random parameters of one study are Sobol' points, those of the other "
                         "are not"));
    QCOMPARE(differenceOf(formula, {}).obstacle,
             std::string("in the kept study it is final(peak)"));
    QCOMPARE(differenceOf(formula, {}).difference.count, uint64_t{0});
    QCOMPARE(differenceOf(formula, formula).obstacle, std::string());
  }

  void measuresOfOneStudyAlone() {
    const StudyResults of = ResultsOf({"a", "b"}, {1, 2, 3, kMissing});
    const StudyResults less = ResultsOf({"c", "b"}, {1, kMissing, 3, 4});
    const auto found = CompareMeasures(of, {}, less, {}, 0.95);
    QCOMPARE(found.size(), std::size_t{3});
    QCOMPARE(found[0].name + ": " + found[0].obstacle,
             std::string("a: the kept study does not have it"));
    QCOMPARE(found[1].name + ": " + found[1].obstacle,
             std::string("b: no run has it in both studies"));
    QCOMPARE(found[2].name + ": " + found[2].obstacle,
             std::string("c: only the kept study has it"));
  }
};

LOOPWRIGHT_TEST(TestStudyComparison)

}  // namespace loopwright::test_study_comparison

#include "test_study_comparison.moc"
