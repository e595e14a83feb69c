#include <Eigen/Dense>
#include <QObject>
#include <QTest>

#include "tests/blocklib/diagram_run.h"

// After the header that takes Qt's keyword away.
#include "blocklib/discrete/kalman_filter.h"
#include "tests/test_main.h"

namespace loopwright::test_discrete_filters {

namespace {

using Values = std::vector<double>;

/// What element 0 of `b.y` shows just before each update (where `after`, just after it).
Values Sample(const std::string& block, const std::string& source, double stop, bool after) {
  const RunResult result = RunDiagram(
      DiagramText("'c': {" + source + "}, 'b': {" + block + "}", "c.y>b.u"), {"b.y"}, stop);
  Values samples;
  for (size_t i = 0; i < result.rows.size(); ++i) {
    if (result.rows[i].side == '+') samples.push_back(result.rows[after ? i : i - 1].values.at(0));
  }
  return samples;
}

const std::string kOne = "'type': 'Constant'";
const std::string kClock = "'type': 'Clock'";

}  // namespace

/// Discrete filters against their recursions.
class TestDiscreteFilters : public QObject {
  Q_OBJECT

 private slots:
  void firFilterIsItsCoefficientsAfterAStep() {
    QCOMPARE(Sample("'type': 'FirFilter', 'parameters': {'coefficients': [4, 2, 1], 'period': 1}",
                    kOne, 4.5, true),
             (Values{4, 6, 7, 7, 7}));
    // Of n: 4 n + 2 (n - 1) + (n - 2) from n = 2 on.
    QCOMPARE(Sample("'type': 'FirFilter', 'parameters': {'coefficients': [4, 2, 1], 'period': 1}",
                    kClock, 4.5, true),
             (Values{0, 4, 10, 17, 24}));
    QCOMPARE(Sample("'type': 'FirFilter', 'parameters': {'coefficients': 3, 'period': 1}", kClock,
                    2.5, true),
             (Values{0, 3, 6}));
  }

  void firFilterFiltersEachElement() {
    const RunResult result = RunDiagram(
        DiagramText("'c': {'type': 'Constant', 'parameters': {'value': [1, 10]}}, 'b': {'type': "
                    "'FirFilter', 'parameters': {'coefficients': [1, 2, 3], 'period': 1}}",
                    "c.y>b.u"),
        {"b.y"}, 1.5);
    QCOMPARE(result.rows.back().values, (Values{3, 30}));
  }

  void movingAverageCountsTheFirstSampleForThoseBeforeIt() {
    // Of 4, 6, 8, 10, 12 (4 + 2 t): the mean of three.
    const std::string source =
        "'type': 'Expression', 'parameters': {'expression': '4 + 2*t', 'inputs': 0}";
    const Values means = Sample("'type': 'MovingAverage', 'parameters': {'window': 3, 'period': 1}",
                                source, 4.5, true);
    QCOMPARE(means, (Values{4, (4. + 4 + 6) / 3, 6, 8, 10}));
    QCOMPARE(Sample("'type': 'MovingAverage', 'parameters': {'window': 1, 'period': 1}", source,
                    2.5, true),
             (Values{4, 6, 8}));
  }

  void movingAverageOfAVectorIsElementwise() {
    const RunResult result = RunDiagram(
        DiagramText("'c': {'type': 'Expression', 'parameters': {'expression': 't; 10*t', 'inputs': "
                    "0}}, 'b': {'type': 'MovingAverage', 'parameters': {'window': 2, 'period': 1}}",
                    "c.y>b.u"),
        {"b.y"}, 3.5);
    QCOMPARE(result.rows.back().values, (Values{2.5, 25}));
  }

  void discreteZeroPoleGainFollowsItsRecursion() {
    // 2 (z - 0.5)/(z (z + 0.25)) of u = 1: y_n = -0.25 y_{n-1} + 2 u_{n-1} - u_{n-2}.
    QCOMPARE(Sample("'type': 'DiscreteZeroPoleGain', 'parameters': {'zeros': [0.5], 'poles': [0, "
                    "-0.25], 'gain': 2, 'period': 1}",
                    kOne, 3.5, false),
             (Values{0, 2, 0.5, 0.875}));
    // (z^2 + 1)/(z^2 - z + 0.5): poles 0.5 +- 0.5i; y_n = y_{n-1} - 0.5 y_{n-2} + u_n + u_{n-2}.
    QCOMPARE(Sample("'type': 'DiscreteZeroPoleGain', 'parameters': {'zeros': ['1i', '-1i'], "
                    "'poles': ['0.5+0.5i', '0.5-0.5i'], 'period': 1}",
                    kOne, 4.5, false),
             (Values{1, 2, 3.5, 4.5, 4.75}));
  }

  void discreteStateSpaceFollowsItsRecursion() {
    // x1+ = x2, x2+ = -0.5 x1 + x2 + u, from [1, 2]; y = [x1 + 3 u, x2].
    const RunResult result = RunDiagram(
        DiagramText("'c': {'type': 'Constant', 'parameters': {'value': 4}}, 'b': {'type': "
                    "'DiscreteStateSpace', 'parameters': {'A': [[0, 1], [-0.5, 1]], 'B': [[0], "
                    "[1]], 'C': [[1, 0], [0, 1]], 'D': [[3], [0]], 'initial_state': [1, 2], "
                    "'period': 1}}",
                    "c.y>b.u"),
        {"b.y"}, 2.5);
    const std::vector<Row> after = result.side('+');
    QCOMPARE(after.at(0).values, (Values{2 + 12, 5.5}));
    QCOMPARE(after.at(1).values, (Values{5.5 + 12, 8.5}));
    QCOMPARE(after.at(2).values, (Values{8.5 + 12, 9.75}));
    QCOMPARE(result.rows.front().values, (Values{13, 2}));
  }

  // A = C = Q = R = 1, P_0 = 10 (Anderson, Moore: Optimal Filtering, 1979, 3.1): with the
  // measurement 1 and the estimate 0 at first, 1 - x_f is the product of 1 - K.
  void scalarKalmanFilterFollowsTheRiccatiRecursion() {
    const RunResult result =
        RunDiagram(DiagramText("'c': {'type': 'Constant'}, 'z': {'type': 'Constant', 'parameters': "
                               "{'value': 0}}, 'b': {'type': 'KalmanFilter', 'parameters': "
                               "{'initial_covariance': 10, 'period': 1}}",
                               "z.y>b.u c.y>b.measurement"),
                   {"b.estimate"}, 9.5);
    double P = 10, left = 1;
    QCOMPARE(result.rows.front().values.at(0), 0.0);
    for (const Row& row : result.side('+')) {
      const double gain = P / (P + 1);
      left *= 1 - gain;
      P = (1 - gain) * P + 1;
      QVERIFY(std::abs(row.values.at(0) - (1 - left)) < 1e-14);
    }
    QCOMPARE(result.side('+').size(), size_t{10});
  }

  // In textbook form with Eigen's own inverse: n = 3 states, m = 2 inputs, p = 2 measurements.
  void kalmanFilterFollowsTheTextbook() {
    Eigen::Matrix3d A, Q, P;
    A << 0.9, 0.2, 0, -0.1, 0.8, 0.3, 0.05, 0, 0.7;
    Q << 0.5, 0.1, 0, 0.1, 0.4, 0.05, 0, 0.05, 0.3;
    P << 2, 0.5, 0.1, 0.5, 3, 0.2, 0.1, 0.2, 1;
    Eigen::Matrix<double, 3, 2> B;
    B << 1, 0, 0.5, 1, 0, 2;
    Eigen::Matrix<double, 2, 3> C;
    C << 1, 0, 1, 0, 2, 0.5;
    const Eigen::Matrix2d R = (Eigen::Matrix2d() << 0.6, 0.2, 0.2, 0.9).finished();
    const Eigen::Vector3d start(1, -1, 0.5);
    const KalmanFilter<double> filter({A, B, C, Q, R, start, P}, 0.1, 0);
    const auto context = filter.CreateDefaultContext();
    Eigen::Vector3d x = start;
    for (int n = 0; n < 20; ++n) {
      const Eigen::Vector2d u(std::sin(n), 0.3), y(std::cos(0.4 * n), 0.1 * n);
      filter.get_input_port(0).FixValue(context.get(), Eigen::VectorXd(u));
      filter.get_input_port(1).FixValue(context.get(), Eigen::VectorXd(y));
      const Eigen::Matrix<double, 3, 2> K =
          P * C.transpose() * (C * P * C.transpose() + R).inverse();
      const Eigen::Vector3d estimate = x + K * (y - C * x);
      x = A * estimate + B * u;
      P = A * (Eigen::Matrix3d::Identity() - K * C) * P * A.transpose() + Q;
      const auto& event = *filter.events()[0];
      auto next = context->get_discrete_state().Clone();
      EventTarget<double> target{next.get(), nullptr, nullptr};
      QVERIFY(event.Handle(filter, *context, target).succeeded());
      for (int g = 0; g < 3; ++g) {
        context->SetDiscreteState(g, Eigen::VectorXd(next->get_vector(g).value()));
      }
      QVERIFY((filter.get_output_port(0).Eval(*context) - estimate).norm() < 1e-12);
      const Eigen::Map<const Eigen::Matrix3d> covariance(context->get_discrete_state(2).data());
      QVERIFY((covariance - P).norm() < 1e-12);
      QCOMPARE(covariance(0, 2), covariance(2, 0));
    }
  }
};

LOOPWRIGHT_TEST(TestDiscreteFilters)

}  // namespace loopwright::test_discrete_filters

#include "test_discrete_filters.moc"
