// Linear models whose matrices are far larger than their poles, whose poles are on the boundary of
// stability up to rounding, or whose numbers leave the range of numbers.
#include <Eigen/Core>
#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <string>

#include "engine/control/norms.h"
#include "engine/control/regulators.h"
#include "engine/linear/frequency_response.h"
#include "engine/linear/model_text.h"
#include "engine/linear/step_response.h"
#include "engine/linear/transfer_function.h"
#include "engine/matrices/decompositions.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

namespace loopwright::test_edge_of_rounding {

namespace {

bool Says(const std::string& message, const char* part) {
  if (message.find(part) != std::string::npos) return true;
  qWarning("%s", message.c_str());
  return false;
}

double GainAt(const FrequencyResponse& response, double frequency) {
  return CalcSingularValues(response.At(frequency))[0];
}

}  // namespace

class TestEdgeOfRounding : public QObject {
  Q_OBJECT
 private slots:
  // A² is 0 but for rounding, and so are both poles and the zero: the gain is C B.
  void aGainBesidePolesAtZero() {
    const LinearModel model = ParseModel(
        "ss([-0.18828071209303113 -0.21070233344311998; 0.1682450591171486 0.18828071209303113],"
        "[[-0.074779368908657093], [0.0668218172903636]],"
        "[[-0.0057842496709759371, 0.0090297791426790473]], [[0]], 1)");
    const double expected = (model.C * model.B)(0, 0);
    QVERIFY(std::abs(ToZeroPoleGain(model, 0, 0).gain / expected - 1) < 1e-12);
  }

  void aGainBeyondAllNumbers() {
    const LinearModel model = ParseModel("ss([0 1e200; 0 0], [[0], [1]], [[1e200, 0]], [[0]])");
    QVERIFY(Says(MessageOf([&] { ToZeroPoleGain(model, 0, 0); }),
                 "the gain of the transfer function is beyond all numbers"));
  }

  // One pole is at −10⁻²¹, which is rounding of the other at −3.5·10⁻⁴.
  void aStepBeyondAllNumbers() {
    const LinearModel model = ParseModel(
        "ss([-5.4289834621759557e-05 -0.00052539368163181;"
        "-3.0080551254331357e-05 -0.00029110664416526254],"
        "[[-25445466.02285289], [1708929.5120034611]],"
        "[[1.8502264028267118e-05, 0.00021924981128272018]], [[2.9e-11]])");
    QVERIFY(Says(MessageOf([&] { StepResponseOf(model, 0, 0); }),
                 "the step response grows beyond all numbers: a pole is so near to the boundary"));
  }

  // Over the period the mode at 100 grows by e¹⁰⁰, beside whose square 1 is nothing.
  void growthBeyondAllDigits() {
    const LinearModel model = ParseModel("ss([[100]], [[1]], [[1], [2]], [[0], [0]])");
    const Eigen::MatrixXd one = Eigen::MatrixXd::Ones(1, 1);
    const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(2, 2);
    QVERIFY(Says(MessageOf([&] { DesignKalman(model, one, I, 1); }),
                 "over one period, and rounding leaves nothing of the measured noise beside its "
                 "square; choose a shorter period"));
    QVERIFY(Says(MessageOf([&] {
                   DesignRegulator(model, {one, one, {}}, 1);
                 }),
                 "over one period, and rounding leaves nothing of R beside its square"));
    // Over a tenth of it the filter keeps its digits: Z⁻¹ = P⁻¹ + Cᵀ R⁻¹ C, with R = 1/h.
    const KalmanDesign design = DesignKalman(model, one, I, 0.1);
    const double expected = 1 / (1 / design.P(0, 0) + 5 * 0.1);
    QVERIFY(std::abs(design.Z(0, 0) / expected - 1) < 1e-6);
  }

  // The gain at half the sampling frequency, where the search begins, is 0.781, and its peak below
  // that no more than 0.790.
  void aPeakNearToTheGainAtTheEnd() {
    const LinearModel model = ParseModel(
        "ss([-0.0888 0.1823 -0.0478 -0.0496; -0.0901 -0.0336 -0.2604 -0.0295;"
        "0.01997 -0.02406 -0.11063 0.02848; 0.02774 -0.15429 -0.13556 -0.04692],"
        "[1.34685 0.77564; -0.15804 2.1389; 0.87954 0.22755; 1.38354 -1.0703],"
        "[[0.84157, -0.19909, -0.75992, 0.05113]], [[0, 0]], 1)");
    const PeakGain peak = HInfinityNorm(model);
    const FrequencyResponse response(model);
    double largest = 0;
    for (int i = 0; i <= 3000; ++i) largest = std::max(largest, GainAt(response, i * 1e-3));
    QVERIFY(std::abs(peak.norm / largest - 1) < 1e-6);
    QVERIFY(std::abs(GainAt(response, peak.frequency) / peak.norm - 1) < 1e-12);
    QVERIFY(GainAt(response, 3.14159) < 0.995 * peak.norm);
  }

  // A pair of 1 ± i, and one that is infinite.
  void pencils() {
    const Eigen::MatrixXd A{{1, 1, 0}, {-1, 1, 0}, {0, 0, 1}}, B{{1, 0, 0}, {0, 1, 0}, {0, 0, 0}};
    const auto values = CalcPencilEigenvalues(A, B);
    QVERIFY(values.has_value());
    int finite = 0;
    for (Eigen::Index i = 0; i < 3; ++i) {
      if (values->betas[i] == 0) continue;
      const Complex value = values->alphas[i] / values->betas[i];
      QVERIFY(std::abs(value.real() - 1) < 1e-14 && std::abs(std::abs(value.imag()) - 1) < 1e-14);
      ++finite;
    }
    QCOMPARE(finite, 2);
  }
};

LOOPWRIGHT_TEST(TestEdgeOfRounding)

}  // namespace loopwright::test_edge_of_rounding

#include "test_edge_of_rounding.moc"
