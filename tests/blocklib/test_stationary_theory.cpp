// Mean and covariance that studies come to in the end, against formulas.

#include <QObject>
#include <QTest>
#include <cmath>

#include "tests/blocklib/noisy_lag.h"

// After the header that takes Qt's keyword away.
#include "engine/common/exceptions.h"
#include "engine/linear/linear_model.h"
#include "engine/theory/stationary_theory.h"
#include "tests/test_main.h"

namespace loopwright::test_stationary_theory {

namespace {

constexpr const char* kSamples =
    "'noise': {'type': 'GaussianNoise', 'parameters': {'period': 0.1, 'mean': 1}},";
constexpr const char* kLag =
    "'lag': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.3}}";

StationaryTheory StationaryOf(const std::string& blocks, const std::string& wires,
                              const std::vector<std::string>& paths, double stop_sec = 10) {
  TheoryRequest request;
  request.run.signal_paths = paths;
  request.times = {0, stop_sec};
  return CalcStationaryTheory(LoadedDiagram(blocks, wires), BuiltInBlocks(), request);
}

/// Why there is none.
std::string RefusalOf(const std::string& blocks, const std::string& wires, const std::string& path,
                      double stop_sec = 10) {
  try {
    StationaryOf(blocks, wires, {path}, stop_sec);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

void QCompareNear(double found, double expected, double relative) {
  QVERIFY2(std::abs(found - expected) <= relative * std::abs(expected) + 1e-12,
           qPrintable(QString("%1 is not %2").arg(found, 0, 'g', 14).arg(expected, 0, 'g', 14)));
}

}  // namespace

class TestStationaryTheory : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Over a period the lag keeps a of what it was and takes 1 − a of the sample: V = a² V + (1 −
  // a)².
  void aLagBehindSamples() {
    const StationaryTheory found =
        StationaryOf(std::string(kSamples) + kLag, "noise.y>lag.u", {"lag.y", "noise.y"});
    const EnsembleTheory& theory = found.theory;
    QVERIFY2(theory.is_exact, theory.reason.c_str());
    QVERIFY(theory.is_complete);
    QCOMPARE(found.no_mean, std::string());
    QCOMPARE(found.period_sec, 0.1);
    QCOMPARE(theory.times, std::vector<double>{0});
    QCOMPARE(theory.size(), std::size_t(2));
    const double a = std::exp(-1 / 3.0);
    for (std::size_t side = 0; side < 2; ++side) {
      QCompareNear(theory.covariances[side](0, 0), (1 - a) / (1 + a), 1e-12);
      QCompareNear(theory.covariances[side](1, 1), 1, 1e-12);
      QCompareNear(theory.covariances[side](0, 1), side == 0 ? 1 - a : 0, 1e-12);
      QCompareNear(theory.Mean(side, 0), 1, 1e-5);
      QCompareNear(theory.Mean(side, 1), 1, 1e-12);
    }
  }

  // A sample is held for two periods of the noise, in the middle of which the lag has had it for
  // half the time.
  void twoRates() {
    const StationaryTheory found =
        StationaryOf(std::string(kSamples) +
                         "'hold': {'type': 'ZeroOrderHold', 'parameters': {'period': 0.2}}," + kLag,
                     "noise.y>hold.u hold.y>lag.u", {"lag.y", "hold.y"});
    const EnsembleTheory& theory = found.theory;
    QVERIFY2(theory.is_exact, theory.reason.c_str());
    QCOMPARE(found.period_sec, 0.2);
    const std::vector<double> phases = {0, 0.1};
    QCOMPARE(theory.times, phases);
    const double a = std::exp(-1 / 3.0), b = a * a, start = (1 - b) / (1 + b);
    const double middle = a * a * start + (1 - a) * (1 - a);
    const double lag[] = {start, start, middle, middle}, both[] = {1 - b, 0, 1 - a, 1 - a};
    QCOMPARE(theory.size(), std::size_t(4));
    for (std::size_t i = 0; i < 4; ++i) {
      QCompareNear(theory.covariances[i](0, 0), lag[i], 1e-12);
      QCompareNear(theory.covariances[i](0, 1), both[i], 1e-12);
    }
  }

  // With the time constants τ of the process and T of the lag: σ² τ/(τ + T), and so their
  // covariance.
  void diffusion() {
    const StationaryTheory found = StationaryOf(
        std::string("'ou': {'type': 'OrnsteinUhlenbeck', 'parameters': {'time_constant': 0.5, "
                    "'stationary_deviation': 2}},") +
            kLag,
        "ou.y>lag.u", {"ou.y", "lag.y"});
    const EnsembleTheory& theory = found.theory;
    QVERIFY2(theory.is_exact, theory.reason.c_str());
    QCOMPARE(found.period_sec, 0.);
    QCOMPARE(theory.times, std::vector<double>{0});
    for (std::size_t side = 0; side < 2; ++side) {
      QCompareNear(theory.covariances[side](0, 0), 4, 1e-11);
      QCompareNear(theory.covariances[side](0, 1), 2.5, 1e-11);
      QCompareNear(theory.covariances[side](1, 1), 2.5, 1e-11);
      QVERIFY(std::abs(theory.Mean(side, 1)) < 1e-9);
    }
  }

  // Of arrivals at the rate λ that each add 1 to what decays with τ: λ τ and λ τ/2 (Campbell). The
  // count itself goes on.
  void shotNoise() {
    const std::string blocks =
        "'count': {'type': 'PoissonProcess', 'parameters': {'rate': 3}}, 'shot': {'type': "
        "'TransferFunction', 'parameters': {'numerator': [1, 0], 'denominator': [1, 2.5]}}";
    const StationaryTheory found = StationaryOf(blocks, "count.y>shot.u", {"shot.y"});
    QVERIFY2(found.theory.is_exact, found.theory.reason.c_str());
    QCOMPARE(found.no_mean, std::string());
    QCompareNear(found.theory.Mean(0), 3 * 0.4, 1e-5);
    QCompareNear(found.theory.covariances[0](0, 0), 3 * 0.4 / 2, 1e-9);
    QCOMPARE(RefusalOf(blocks, "count.y>shot.u", "count.y"),
             std::string("there is no stationary covariance: the eigenvalue 0 1/s, of count.x, "
                         "does not decay"));
  }

  // A walk has no stationary covariance, but what an observer with the gain 1/2 is behind it has:
  // e⁺ = e/2 + w. What a growing state does beside the signal does not count.
  void whatIsNotSeen() {
    const std::string blocks =
        "'walk': {'type': 'RandomWalk', 'parameters': {'period': 0.1}}, 'observer': {'type': "
        "'DiscreteStateSpace', 'parameters': {'B': [[0.5]], 'period': 0.1}}, 'error': {'type': "
        "'Sum', 'parameters': {'signs': '+-'}}, 'grow': {'type': 'StateSpace', 'parameters': {'A': "
        "[[1]]}}";
    const std::string wires = "walk.y>observer.u walk.y>error.u1 observer.y>error.u2 walk.y>grow.u";
    const StationaryTheory found = StationaryOf(blocks, wires, {"error.y"});
    QVERIFY2(found.theory.is_exact, found.theory.reason.c_str());
    for (const auto& covariance : found.theory.covariances) {
      QCompareNear(covariance(0, 0), 4 / 3.0, 1e-9);
    }
    QCOMPARE(RefusalOf(blocks, wires, "walk.y"),
             std::string("there is no stationary covariance: the eigenvalue 1 over the common "
                         "period of 0.1 s, of walk.y, does not decay"));
  }

  void whatDoesNotDecay() {
    QCOMPARE(RefusalOf("'ou': {'type': 'OrnsteinUhlenbeck'}, 'grow': {'type': 'StateSpace', "
                       "'parameters': {'A': [[1.5]]}}",
                       "ou.y>grow.u", "grow.y"),
             std::string("there is no stationary covariance: the eigenvalue 1.5 1/s, of grow.x, "
                         "does not decay"));
    const std::string swings = RefusalOf(
        "'ou': {'type': 'OrnsteinUhlenbeck'}, 'swing': {'type': 'StateSpace', 'parameters': {'A': "
        "[[0, 2], [-2, 0]], 'B': [[1], [0]], 'C': [[1, 0]]}}",
        "ou.y>swing.u", "swing.y");
    QVERIFY2(swings.find("the eigenvalue 0+2i 1/s, of swing.x[") != std::string::npos ||
                 swings.find("the eigenvalue 0-2i 1/s, of swing.x[") != std::string::npos,
             swings.c_str());
    // Of two integrators in a row eigenvectors do not span the space.
    const std::string sum = "{'type': 'DiscreteIntegrator', 'parameters': {'period': 0.1}}";
    const std::string chain = RefusalOf(std::string(kSamples) + "'one': " + sum + ", 'two': " + sum,
                                        "noise.y>one.u one.y>two.u", "two.y");
    QVERIFY2(chain.find("there is no stationary covariance: the eigenvalue 1 over") == 0,
             chain.c_str());
  }

  void ratesWithoutACommonPeriod() {
    const std::string text =
        RefusalOf(std::string(kSamples) +
                      "'hold': {'type': 'ZeroOrderHold', 'parameters': {'period': "
                      "0.0314159}}",
                  "noise.y>hold.u", "hold.y");
    QVERIFY2(text.find("the rates have no common period within 10,000 updates: ") == 0,
             text.c_str());
    QVERIFY2(text.find("0.0314159 s") != std::string::npos, text.c_str());
    QVERIFY2(text.find("0.1 s") != std::string::npos, text.c_str());
  }

  // The run of means goes on for as long as the lag needs.
  void aRunThatIsShort() {
    const StationaryTheory found =
        StationaryOf(std::string(kSamples) + kLag, "noise.y>lag.u", {"lag.y"}, 0.5);
    QCOMPARE(found.no_mean, std::string());
    QCompareNear(found.theory.Mean(0), 1, 1e-5);
  }

  // The covariance does not depend on the mean of a diagram that is linear.
  void aMeanThatDoesNotSettle() {
    const StationaryTheory found =
        StationaryOf(std::string(kSamples) + "'ramp': {'type': 'Ramp'}, 'sum': {'type': 'Sum'}",
                     "noise.y>sum.u1 ramp.y>sum.u2", {"sum.y"}, 0.5);
    QCOMPARE(found.no_mean,
             std::string("the mean has not settled by 0.5 s, or goes on changing with time"));
    QVERIFY(std::isnan(found.theory.Mean(0)) && std::isnan(found.theory.Mean(1)));
    QVERIFY2(found.theory.is_exact, found.theory.reason.c_str());
    QCompareNear(found.theory.covariances[0](0, 0), 1, 1e-12);
  }

  void whatIsNotLinear() {
    const StationaryTheory found =
        StationaryOf(std::string(kSamples) +
                         "'limit': {'type': 'Saturation', 'parameters': {'lower': -2, "
                         "'upper': 2}}," +
                         kLag,
                     "noise.y>limit.u limit.y>lag.u", {"lag.y"});
    QVERIFY(!found.theory.is_exact);
    QCOMPARE(found.theory.reason, std::string("limit is not linear"));
    const double a = std::exp(-1 / 3.0);
    QCompareNear(found.theory.covariances[0](0, 0), (1 - a) / (1 + a), 1e-12);
  }

  // A bias adds its variance, a gain is another covariance in each run.
  void randomParameters() {
    const std::string random =
        "{'distribution': 'gaussian', 'mean': 2, 'standard_deviation': 0.5}}}, ";
    const std::string bias =
        "'bias': {'type': 'Constant', 'parameters': {'value': 1}, 'random': {'value': " + random +
        "'sum': {'type': 'Sum'}, ";
    const StationaryTheory found = StationaryOf(
        std::string(kSamples) + bias + kLag, "noise.y>sum.u1 bias.y>sum.u2 sum.y>lag.u", {"lag.y"});
    QVERIFY2(found.theory.is_exact, found.theory.reason.c_str());
    const double a = std::exp(-1 / 3.0);
    QCompareNear(found.theory.covariances[0](0, 0), (1 - a) / (1 + a) + 0.25, 1e-5);
    QCompareNear(found.theory.Mean(0), 3, 1e-5);
    const StationaryTheory gain =
        StationaryOf(std::string(kSamples) +
                         "'gain': {'type': 'Gain', 'parameters': {'gain': 1}, 'random': "
                         "{'gain': " +
                         random + kLag,
                     "noise.y>gain.u gain.y>lag.u", {"lag.y"});
    QVERIFY(!gain.theory.is_exact);
    const StationaryTheory ramp = StationaryOf(
        std::string(kSamples) + bias + "'ramp': {'type': 'Ramp'}, 'more': {'type': 'Sum'}",
        "noise.y>sum.u1 bias.y>sum.u2 sum.y>more.u1 ramp.y>more.u2", {"more.y"});
    QCOMPARE(ramp.theory.reason, std::string("without a mean, random parameters are left out"));
    // A sum of what is random goes on.
    const std::string text = RefusalOf(
        "'bias': {'type': 'Constant', 'parameters': {'value': 0}, 'random': {'value': "
        "{'distribution': 'gaussian', 'mean': 0, 'standard_deviation': 1}}}, 'sum': {'type': "
        "'Integrator'}",
        "bias.y>sum.u", "sum.y", 2);
    QCOMPARE(text, std::string("with random parameters one deviation from their means the mean has "
                               "not settled by 2 s"));
  }

  void itIsBrokenOff() {
    TheoryRequest request;
    request.run.signal_paths = {"lag.y"};
    request.times = {0, 10};
    int asked = 0;
    request.breaks_off = [&] { return ++asked > 3; };
    const Document document = LoadedDiagram(std::string(kSamples) + kLag, "noise.y>lag.u");
    QVERIFY(!CalcStationaryTheory(document, BuiltInBlocks(), request).theory.is_complete);
  }
};

LOOPWRIGHT_TEST(TestStationaryTheory)

}  // namespace loopwright::test_stationary_theory

#include "test_stationary_theory.moc"
