// The density of what linear parts make of noise, as its samples show it, against formulas.

#include <QObject>
#include <QTest>
#include <cmath>
#include <complex>
#include <functional>
#include <numbers>

#include "tests/blocklib/noisy_lag.h"

// After the header that takes Qt's keyword away.
#include "engine/common/exceptions.h"
#include "engine/linear/linear_model.h"
#include "engine/theory/signal_spectrum.h"
#include "engine/theory/stationary_theory.h"
#include "tests/test_main.h"

namespace loopwright::test_signal_spectrum {

namespace {

constexpr const char* kNoise = "'noise': {'type': 'GaussianNoise', 'parameters': {'period': 0.1}},";
constexpr const char* kLag =
    "'lag': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.3}}";
const double kKept = std::exp(-1 / 3.0);  // what the lag keeps of itself over 0.1 s

SpectrumRequest RequestOf(const std::string& signal, double period_sec) {
  SpectrumRequest request;
  request.run.signal_paths = {signal};
  request.stop_sec = 1;
  request.period_sec = period_sec;
  return request;
}

std::optional<SampledSpectrum> SpectrumOf(const std::string& blocks, const std::string& wires,
                                          const SpectrumRequest& request) {
  return CalcSignalSpectrum(LoadedDiagram(blocks, wires), BuiltInBlocks(), request);
}

/// Why there is none.
std::string RefusalOf(const std::string& blocks, const std::string& wires,
                      const SpectrumRequest& request) {
  try {
    SpectrumOf(blocks, wires, request);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

/// Whether densities are those of a formula in e^(−iφ), from 0 to half the sampling rate.
void Compare(const std::optional<SampledSpectrum>& found,
             const std::function<double(Complex)>& formula) {
  QVERIFY(found.has_value());
  for (int i = 0; i <= 20; ++i) {
    const double part = i / 40.0;
    const double density = found->DensityAt(part / found->period_sec());
    const double expected = formula(std::polar(1.0, -2 * std::numbers::pi * part));
    QVERIFY2(std::abs(density - expected) <= 1e-9 * std::abs(expected) + 1e-13,
             qPrintable(QString("at %1 of the rate: %2 is not %3")
                            .arg(part)
                            .arg(density, 0, 'g', 12)
                            .arg(expected, 0, 'g', 12)));
  }
}

/// Σ a^|l| e^(−ilφ) over all lags.
double Geometric(double a, Complex turn) { return (1 - a * a) / std::norm(1.0 - a * turn); }

}  // namespace

class TestSignalSpectrum : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // x⁺ = a x + (1 − a) w, of white samples w.
  void aLagBehindSamples() {
    Compare(SpectrumOf(std::string(kNoise) + kLag, "noise.y>lag.u", RequestOf("lag.y", 0.1)),
            [](Complex turn) { return 0.1 * std::norm((1 - kKept) / (1.0 - kKept * turn)); });
  }

  // Likewise of an Inport that draws its values.
  void aLagBehindAnInport() {
    Compare(SpectrumOf("'in': {'type': 'Inport', 'parameters': {'random': 'gaussian', 'period': "
                       "0.1}}," +
                           std::string(kLag),
                       "in.y>lag.u", RequestOf("lag.y", 0.1)),
            [](Complex turn) { return 0.1 * std::norm((1 - kKept) / (1.0 - kKept * turn)); });
  }

  // Twice as many samples: in the middle of a period the lag has b = √a of what it was. The
  // spectrum is the mean over both places in the period where samples may begin.
  void samplesInBetween() {
    const double a = kKept, b = std::sqrt(a);
    Compare(SpectrumOf(std::string(kNoise) + kLag, "noise.y>lag.u", RequestOf("lag.y", 0.05)),
            [=](Complex turn) {
              const Complex whole = turn * turn;
              const Complex lag = (1 - a) * whole / (1.0 - a * whole);
              return 0.05 / 2 * std::norm(lag * (1.0 + b * turn) + (1 - b) * turn);
            });
  }

  // Every third sample of the noise: three steps of the lag are one, with noise of their own.
  void samplesLeftOut() {
    const double a = std::pow(kKept, 3);
    const double added = std::pow(1 - kKept, 2) * (1 + kKept * kKept + std::pow(kKept, 4));
    Compare(SpectrumOf(std::string(kNoise) + kLag, "noise.y>lag.u", RequestOf("lag.y", 0.3)),
            [=](Complex turn) { return 0.3 * added / std::norm(1.0 - a * turn); });
  }

  // Before an update the lag has had the sample that is on show, after it it has not.
  void bothSidesOfUpdates() {
    const std::string blocks = std::string(kNoise) + kLag + ", 'sum': {'type': 'Sum'}";
    const std::string wires = "noise.y>lag.u noise.y>sum.u1 lag.y>sum.u2";
    SpectrumRequest request = RequestOf("sum.y", 0.1);
    Compare(SpectrumOf(blocks, wires, request),
            [](Complex turn) { return 0.1 * std::norm(1.0 + (1 - kKept) / (1.0 - kKept * turn)); });
    request.is_after_updates = true;
    Compare(SpectrumOf(blocks, wires, request), [](Complex turn) {
      return 0.1 * std::norm(1.0 + (1 - kKept) * turn / (1.0 - kKept * turn));
    });
  }

  // Of time constants τ of the process and T of the lag the autocovariance is σ² τ/(τ² − T²)
  // (τ e^(−s/τ) − T e^(−s/T)).
  void continuousNoise() {
    const SpectrumRequest request = RequestOf("lag.y", 0.05);
    Compare(SpectrumOf("'ou': {'type': 'OrnsteinUhlenbeck', 'parameters': {'time_constant': 0.5, "
                       "'stationary_deviation': 2}}," +
                           std::string(kLag),
                       "ou.y>lag.u", request),
            [](Complex turn) {
              constexpr double kTau = 0.5, kT = 0.3;
              return 0.05 * 4 * kTau / (kTau * kTau - kT * kT) *
                     (kTau * Geometric(std::exp(-0.05 / kTau), turn) -
                      kT * Geometric(std::exp(-0.05 / kT), turn));
            });
  }

  // The count behind shot noise goes on without end, and is not seen; neither at frequency 0.
  void shotNoise() {
    Compare(SpectrumOf("'count': {'type': 'PoissonProcess', 'parameters': {'rate': 3}}, 'shot': "
                       "{'type': 'TransferFunction', 'parameters': {'numerator': [1, 0], "
                       "'denominator': [1, 2.5]}}",
                       "count.y>shot.u", RequestOf("shot.y", 0.1)),
            [](Complex turn) { return 0.1 * 3 * 0.4 / 2 * Geometric(std::exp(-0.25), turn); });
  }

  // The integral over all frequencies is the variance, in a sampled loop of two rates whose
  // samples are those that the hold takes.
  void theIntegralIsTheVariance() {
    const std::string blocks =
        "'noise': {'type': 'GaussMarkov', 'parameters': {'time_constant': 0.1, 'period': 0.05}}, "
        "'plant': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.2}}, 'measured': "
        "{'type': 'Sum'}, 'hold': {'type': 'ZeroOrderHold', 'parameters': {'period': 0.1, "
        "'offset': 0.02}}, 'control': {'type': 'Gain', 'parameters': {'gain': -0.8}}";
    const std::string wires =
        "plant.y>measured.u1 noise.y>measured.u2 measured.y>hold.u hold.y>control.u "
        "control.y>plant.u";
    SpectrumRequest request = RequestOf("measured.y", 0.1);
    request.offset_sec = 0.02;
    const auto found = SpectrumOf(blocks, wires, request);
    QVERIFY(found.has_value());
    constexpr int kCount = 512;
    double sum = 0;
    for (int i = 0; i < kCount; ++i) sum += found->DensityAt(i / (kCount * 0.1)) / (kCount * 0.1);
    TheoryRequest stationary;
    stationary.run = request.run;
    stationary.times = {0, 5};
    const EnsembleTheory theory =
        CalcStationaryTheory(LoadedDiagram(blocks, wires), BuiltInBlocks(), stationary).theory;
    QCOMPARE(theory.times.at(1), 0.02);
    QVERIFY(std::abs(sum - theory.covariances[2](0, 0)) <= 1e-9 * sum);
  }

  void whatThereIsNoneOf() {
    const std::string noise = kNoise;
    QCOMPARE(RefusalOf(noise + "'ramp': {'type': 'Ramp'}", "", RequestOf("ramp.y", 0.1)),
             std::string("nothing that is drawn comes to ramp.y"));
    QCOMPARE(RefusalOf("'ramp': {'type': 'Ramp'}", "", RequestOf("ramp.y", 0.1)),
             std::string("no block of the diagram draws noise"));
    QCOMPARE(RefusalOf(noise + "'limit': {'type': 'Saturation', 'parameters': {'lower': -1, "
                               "'upper': 1}}",
                       "noise.y>limit.u", RequestOf("limit.y", 0.1)),
             std::string("limit is not linear"));
    QCOMPARE(RefusalOf(noise + "'clock': {'type': 'Ramp', 'parameters': {'initial': 1}}, "
                               "'product': {'type': 'Product'}",
                       "noise.y>product.u1 clock.y>product.u2", RequestOf("product.y", 0.1)),
             std::string("the diagram, made linear, is not the same all along runs"));
    QVERIFY(
        RefusalOf(noise + "'sum': {'type': 'Integrator'}", "noise.y>sum.u", RequestOf("sum.y", 0.1))
            .find("there is no stationary covariance: the eigenvalue 1 over") == 0);
    QVERIFY(RefusalOf(noise + kLag, "noise.y>lag.u", RequestOf("lag.y", 0.03331))
                .find("samples every 0.03331 s and the diagram repeat together only after 333.") ==
            0);
    QCOMPARE(RefusalOf("'noise': {'type': 'GaussianNoise', 'parameters': {'period': 0.1, "
                       "'standard_deviation': [1, 2]}}",
                       "", RequestOf("noise.y", 0.1)),
             std::string("a spectrum is that of one element of one signal, and there are 2"));
    QVERIFY(RefusalOf(noise + "'zero': {'type': 'Constant', 'parameters': {'value': 0}}, 'alive': "
                              "{'type': 'Assert'}",
                      "zero.y>alive.u", RequestOf("noise.y", 0.1))
                .find("the run in which every draw is its mean: it ends at 0 s") == 0);
  }

  void itIsBrokenOff() {
    SpectrumRequest request = RequestOf("lag.y", 0.1);
    for (int after = 0; after < 40; after += 3) {
      int asked = 0;
      request.breaks_off = [&] { return ++asked > after; };
      const auto found = SpectrumOf(std::string(kNoise) + kLag, "noise.y>lag.u", request);
      QVERIFY(!found || asked <= after);
    }
  }
};

LOOPWRIGHT_TEST(TestSignalSpectrum)

}  // namespace loopwright::test_signal_spectrum

#include "test_signal_spectrum.moc"
