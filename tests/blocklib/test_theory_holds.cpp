// The covariance behind blocks that keep samples: dead times, lines between samples, averages.

#include <Eigen/Core>
#include <QObject>
#include <QTest>
#include <cmath>
#include <functional>
#include <utility>

#include "tests/blocklib/noisy_lag.h"

// After the header that takes Qt's keyword away.
#include "engine/linear/linear_model.h"
#include "engine/studies/grid.h"
#include "engine/theory/stationary_theory.h"
#include "tests/test_main.h"

namespace loopwright::test_theory_holds {

namespace {

constexpr const char* kNoise = "'noise': {'type': 'GaussianNoise', 'parameters': {'period': 0.1}},";

TheoryRequest RequestOf(const std::string& path, double stop, double grid) {
  TheoryRequest request;
  request.run.signal_paths = {path};
  request.times = GridTimes(0, stop, grid);
  return request;
}

EnsembleTheory TheoryOf(const std::string& blocks, const std::string& wires,
                        const std::string& path, double stop = 1, double grid = 0.1) {
  return CalcEnsembleTheory(LoadedDiagram(blocks, wires), BuiltInBlocks(),
                            RequestOf(path, stop, grid));
}

/// Whether variances are those of a formula: before and after the updates at time number i.
void CompareVariances(const EnsembleTheory& theory,
                      const std::function<std::pair<double, double>(int)>& formula) {
  QVERIFY2(theory.is_exact, theory.reason.c_str());
  for (std::size_t i = 0; i < theory.size(); ++i) {
    const auto [before, after] = formula(static_cast<int>(i / 2));
    const double expected = i % 2 == 0 ? before : after, found = theory.covariances[i](0, 0);
    QVERIFY2(std::abs(found - expected) <= 1e-9,
             qPrintable(QString("value %1: %2 is not %3").arg(i).arg(found).arg(expected)));
  }
}

/// e^A by its series, of a small A.
Eigen::Matrix4d SmallExponential(const Eigen::Matrix4d& A) {
  Eigen::Matrix4d sum = Eigen::Matrix4d::Identity(), term = sum;
  for (int i = 1; i < 25; ++i) {
    term = (term * A / i).eval();
    sum += term;
  }
  return sum;
}

/// A loop by hand: wind w of time constant 0.4 s and variance 1 and −3 d drive a lag p of 0.5 s,
/// and d is p and a sample n (each 0.1 s, deviation 0.3) of 0.25 s before. Before an update, in the
/// end, Cov(p, d) follows from that of a finite state: w, p and n and all p and n of the last 0.25
/// s in steps of 0.05 s / `parts`, between which p counts as a straight line.
Eigen::Matrix2d CovarianceOfLine(int parts) {
  constexpr double kWind = 0.4, kLag = 0.5, kGain = -3;
  const double h = 0.05 / parts;
  const int late = 5 * parts, n = 3 + 2 * late;
  // (w, p, d, ṗ of d), and the covariance that is added to w and p (Van Loan).
  Eigen::Matrix4d flow = Eigen::Matrix4d::Zero(), added = flow;
  flow.row(0) << -1 / kWind, 0, 0, 0;
  flow.row(1) << 1 / kLag, -1 / kLag, kGain / kLag, 0;
  flow(2, 3) = 1;
  added.topLeftCorner<2, 2>() = -flow.topLeftCorner<2, 2>();
  added.bottomRightCorner<2, 2>() = flow.topLeftCorner<2, 2>().transpose();
  added(0, 2) = 2 / kWind;
  const Eigen::Matrix4d phi = SmallExponential(flow * h), both = SmallExponential(added * h);
  // Elements 0 to 2 are w, p and n, then come the p of 1, 2, ... steps before, and the n.
  const auto p = [](int before) { return before == 0 ? 1 : 2 + before; };
  const auto sample = [late](int before) { return before == 0 ? 2 : 2 + late + before; };
  Eigen::MatrixXd step = Eigen::MatrixXd::Zero(n, n), noise = step,
                  now = Eigen::MatrixXd::Zero(2, n);
  Eigen::RowVectorXd from = Eigen::RowVectorXd::Zero(n), to = from;
  from[p(late)] = from[sample(late)] = to[p(late - 1)] = to[sample(late)] = 1;
  step.topLeftCorner(2, 2) = phi.topLeftCorner<2, 2>();
  step.topRows(2) += phi.block<2, 1>(0, 2) * from + phi.block<2, 1>(0, 3) * ((to - from) / h);
  step(2, 2) = 1;
  for (int i = 1; i <= late; ++i) step(p(i), p(i - 1)) = step(sample(i), sample(i - 1)) = 1;
  noise.topLeftCorner(2, 2) =
      both.bottomRightCorner<2, 2>().transpose() * both.topRightCorner<2, 2>();
  now(0, 1) = now(1, p(late)) = now(1, sample(late)) = 1;
  // A period: another sample, then steps. Doubled until it is that of thousands.
  Eigen::MatrixXd through = Eigen::MatrixXd::Identity(n, n), sum = Eigen::MatrixXd::Zero(n, n);
  through(2, 2) = 0;
  sum(2, 2) = 0.3 * 0.3;
  for (int i = 0; i < 2 * parts; ++i) {
    through = (step * through).eval();
    sum = (step * sum * step.transpose() + noise).eval();
  }
  for (int doubling = 0; doubling < 14; ++doubling) {
    sum += (through * sum * through.transpose()).eval();
    through = (through * through).eval();
  }
  return now * sum * now.transpose();
}

}  // namespace

class TestTheoryHolds : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Of what is held a dead time shows each value for as long, 0.2 s later; until then what it
  // begins with. Two samples later a Delay shows the same, but for sample 0, which is replaced at
  // once. At no multiple of the period the values come in between.
  void deadTimes() {
    const std::string noise = kNoise;
    const auto late = [](const char* delay) {
      return "'late': {'type': 'TransportDelay', 'parameters': {'delay': " + std::string(delay) +
             ", 'initial_value': 3}}, ";
    };
    const EnsembleTheory shown =
        TheoryOf(noise + late("0.25") + "'gain': {'type': 'Gain', 'parameters': {'gain': 2}}",
                 "noise.y>late.u late.y>gain.u", "gain.y", 0.5, 0.05);
    CompareVariances(shown, [](int i) { return std::pair(i > 5 ? 4. : 0., i >= 5 ? 4. : 0.); });
    QCOMPARE(shown.Mean(9), 6.);
    QCOMPARE(shown.Mean(11), 0.);
    const EnsembleTheory difference =
        TheoryOf(noise + late("0.2") +
                     "'delay': {'type': 'Delay', 'parameters': {'samples': 2, 'period': "
                     "0.1}}, 'sum': {'type': 'Sum', 'parameters': {'signs': '+-'}}",
                 "noise.y>late.u noise.y>delay.u late.y>sum.u1 delay.y>sum.u2", "sum.y");
    CompareVariances(difference,
                     [](int i) { return std::pair(i == 2 ? 1. : 0., i == 1 ? 1. : 0.); });
    // What is shown itself, and a second one behind the first.
    const EnsembleTheory chain = TheoryOf(noise + late("0.2") +
                                              "'later': {'type': 'TransportDelay', 'parameters': "
                                              "{'delay': 0.15}}",
                                          "noise.y>late.u late.y>later.u", "later.y", 0.5, 0.05);
    CompareVariances(chain, [](int i) { return std::pair(i > 7 ? 1. : 0., i >= 7 ? 1. : 0.); });
    // One that nothing random enters does not matter.
    const EnsembleTheory ramp =
        TheoryOf(noise + late("0.2") + "'ramp': {'type': 'Ramp'}, 'sum': {'type': 'Sum'}",
                 "ramp.y>late.u late.y>sum.u1 noise.y>sum.u2", "sum.y");
    CompareVariances(ramp, [](int) { return std::pair(1., 1.); });
  }

  // The line goes on through the last two samples: at the part p of a period its variance is (1 +
  // p)² + p², and over the first period, when there is but one sample, 1. What is added to the
  // noise changes when the line has which slope, and nothing else.
  void linesBetweenSamples() {
    const auto expected = [](int i) {
      if (i % 2 == 1) return i == 1 ? std::pair(1., 1.) : std::pair(2.5, 2.5);
      return std::pair(i == 0 ? 0. : i == 2 ? 1. : 5., 1.);
    };
    const std::string lines = "'lines': {'type': 'FirstOrderHold', 'parameters': {'period': 0.1}}";
    CompareVariances(TheoryOf(kNoise + lines, "noise.y>lines.u", "lines.y", 0.5, 0.05), expected);
    const std::string more =
        ", 'ramp': {'type': 'Ramp', 'parameters': {'slope': 3}}, 'sum': "
        "{'type': 'Sum'}";
    const std::string wires = "noise.y>sum.u1 ramp.y>sum.u2 sum.y>lines.u";
    CompareVariances(TheoryOf(kNoise + lines + more, wires, "lines.y", 0.5, 0.05), expected);
  }

  // In the end a line begins at one sample, and ends at two less the one before.
  void linesInTheEnd() {
    const StationaryTheory found = CalcStationaryTheory(
        LoadedDiagram(std::string(kNoise) +
                          "'lines': {'type': 'FirstOrderHold', 'parameters': {'period': 0.1}}",
                      "noise.y>lines.u"),
        BuiltInBlocks(), RequestOf("lines.y", 1, 0.1));
    CompareVariances(found.theory, [](int) { return std::pair(5., 1.); });
  }

  // Of two samples; the first one stands for both.
  void aMovingAverage() {
    CompareVariances(
        TheoryOf(std::string(kNoise) + "'average': {'type': 'MovingAverage', 'parameters': "
                                       "{'window': 2, 'period': 0.1}}",
                 "noise.y>average.u", "average.y"),
        [](int i) {
          return std::pair(i == 0 ? 0. : i == 1 ? 1. : 0.5, i == 0 ? 1. : 0.5);
        });
  }

  // A sample times a ramp that begins in the middle is a line from then on.
  void linesThatBeginLater() {
    std::string text;
    try {
      TheoryOf(std::string(kNoise) +
                   "'hold': {'type': 'ZeroOrderHold', 'parameters': {'period': 0.1}}, 'ramp': "
                   "{'type': 'Ramp', 'parameters': {'start_time': 0.5}}, 'product': {'type': "
                   "'Product'}",
               "noise.y>hold.u hold.y>product.u1 ramp.y>product.u2", "product.y");
    } catch (const NoResultError& error) {
      text = error.what();
    }
    QCOMPARE(text, std::string("the diagram, made linear, has other states later in the run"));
  }

  // A dead time in the end: that of the noise, and what two values have in common in their sum.
  void aDeadTimeInTheEnd() {
    const StationaryTheory found = CalcStationaryTheory(
        LoadedDiagram(std::string(kNoise) +
                          "'late': {'type': 'TransportDelay', 'parameters': {'delay': 0.15}}, "
                          "'average': {'type': 'MovingAverage', 'parameters': {'window': 3, "
                          "'period': 0.1}}, 'sum': {'type': 'Sum'}",
                      "noise.y>late.u late.y>sum.u1 noise.y>average.u average.y>sum.u2"),
        BuiltInBlocks(), RequestOf("sum.y", 1, 0.1));
    const std::vector<double> phases = {0, 0.05};
    QCOMPARE(found.theory.times, phases);
    // Always one of the three samples in the average is that which is shown.
    CompareVariances(found.theory, [](int) {
      const double sum = 1 + 1 / 3. + 2 / 3.;
      return std::pair(sum, sum);
    });
  }

  // A loop with samples, and a dead time of what flows that is no multiple of their period, which
  // comes to its end slowly: 5 s after the start the method of steps is still 2·10⁻⁴ away from it.
  void aSlowLoopInTheEnd() {
    const Document document = LoadedDiagram(
        "'noise': {'type': 'GaussianNoise', 'parameters': {'period': 0.1, "
        "'standard_deviation': 0.3}}, 'wind': {'type': 'OrnsteinUhlenbeck', "
        "'parameters': {'time_constant': 0.4}}, 'force': {'type': 'Sum'}, 'plant': "
        "{'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.5}}, 'measured': "
        "{'type': 'Sum'}, 'late': {'type': 'TransportDelay', 'parameters': {'delay': "
        "0.25}}, 'control': {'type': 'Gain', 'parameters': {'gain': -3}}",
        "wind.y>force.u1 control.y>force.u2 force.y>plant.u plant.y>measured.u1 "
        "noise.y>measured.u2 measured.y>late.u late.y>control.u");
    TheoryRequest request = RequestOf("plant.y", 5, 5);
    request.run.signal_paths = {"plant.y", "late.y"};
    const StationaryTheory found = CalcStationaryTheory(document, BuiltInBlocks(), request);
    QVERIFY2(found.theory.is_exact, found.theory.reason.c_str());
    const Eigen::MatrixXd& end = found.theory.covariances.front();
    // The error of straight lines goes with the square of the step.
    const Eigen::Matrix2d coarse = CovarianceOfLine(3), fine = CovarianceOfLine(6);
    const double most = (end - (fine + (fine - coarse) / 3)).cwiseAbs().maxCoeff();
    QVERIFY2(most < 2e-6, qPrintable(QString::number(most)));
    const EnsembleTheory steps = CalcEnsembleTheory(document, BuiltInBlocks(), request);
    const double left = (end - steps.covariances[2]).cwiseAbs().maxCoeff();
    QVERIFY2(left > 1e-4 && left < 5e-4, qPrintable(QString::number(left)));
  }
};

LOOPWRIGHT_TEST(TestTheoryHolds)

}  // namespace loopwright::test_theory_holds

#include "test_theory_holds.moc"
