// How strong the noises of the catalogue are: variance, density and bandwidth, and the density of
// samples of them beside what is estimated from a run.

#include <QObject>
#include <QTest>
#include <cmath>
#include <numbers>
#include <span>
#include <string>
#include <utility>
#include <vector>

#undef signals

#include "blocklib/registry.h"
#include "blocklib/sinks/spectrum.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_registry.h"
#include "engine/statistics/confidence.h"
#include "engine/theory/noise_law.h"
#include "tests/blocklib/block_outputs.h"
#include "tests/test_main.h"

namespace loopwright::test_noise_laws {

namespace {

using Settings = std::vector<std::pair<std::string, ArgumentValue>>;

BlockArguments Arguments(const std::string& type, const Settings& settings = {}) {
  const BlockDescriptor& descriptor = *BuiltInBlocks().Find(type);
  BlockArguments arguments(descriptor, "noise", nullptr);
  for (const auto& [name, value] : settings) {
    arguments.Set(descriptor.ParameterIndex(name), value);
  }
  return arguments;
}

NoiseLaw Law(const std::string& type, const Settings& settings = {}) {
  return FindNoiseLaws(Arguments(type, settings)).at(0);
}

ArgumentValue Vector(const std::vector<double>& elements) {
  return FormulaValue::Vector(Eigen::Map<const Eigen::VectorXd>(
      elements.data(), static_cast<Eigen::Index>(elements.size())));
}

ArgumentValue Texts(const std::vector<std::string>& texts) { return texts; }

}  // namespace

class TestNoiseLaws : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Held samples of variance v each h: v h at zero, and as much as up to half of the sampling rate.
  void independentSamples() {
    const NoiseLaw gaussian =
        Law("GaussianNoise", {{"standard_deviation", Vector({0.2})}, {"period", 0.001}});
    QCOMPARE(gaussian.kind, NoiseKind::kWhite);
    QCOMPARE(gaussian.period_sec.value(), 0.001);
    QVERIFY(IsNear(gaussian.variance, 0.04, 1e-15));
    QVERIFY(IsNear(gaussian.density, 4e-5, 1e-18));
    QVERIFY(IsNear(gaussian.bandwidth_hz, 500));
    QVERIFY(IsNear(Law("UniformNoise", {{"upper", Vector({3})}}).variance, 0.75));
    QVERIFY(IsNear(Law("ExponentialNoise", {{"rate", Vector({4})}}).variance, 1.0 / 16));
    const NoiseLaw white = Law("BandLimitedWhiteNoise", {{"power", 3.0}, {"period", 0.01}});
    QVERIFY(IsNear(white.variance, 300));
    QVERIFY(IsNear(white.density, 3));
    QVERIFY(IsNear(white.bandwidth_hz, 50));
  }

  void eachElementHasItsOwn() {
    const auto laws =
        FindNoiseLaws(Arguments("GaussianNoise", {{"standard_deviation", Vector({1, 3})}}));
    QCOMPARE(laws.size(), size_t{2});
    QVERIFY(IsNear(laws[0].variance, 1) && IsNear(laws[1].variance, 9));
  }

  // S(0) = 2 tau sigma² in continuous time; of held samples h sigma² (1 + a)/(1 − a), near that.
  void correlatedNoise() {
    const Settings settings = {{"time_constant", 2.0}, {"stationary_deviation", 3.0}};
    const NoiseLaw process = Law("OrnsteinUhlenbeck", settings);
    QCOMPARE(process.kind, NoiseKind::kColoured);
    QVERIFY(!process.period_sec);
    QVERIFY(IsNear(process.variance, 9) && IsNear(process.density, 36));
    QVERIFY(IsNear(process.bandwidth_hz, 1.0 / 8));
    const NoiseLaw sampled = Law("GaussMarkov", settings);
    const double a = std::exp(-0.1 / 2);
    QCOMPARE(sampled.kind, NoiseKind::kColoured);
    QVERIFY(IsNear(sampled.variance, 9));
    QVERIFY(IsNear(sampled.density, 0.1 * 9 * (1 + a) / (1 - a)));
  }

  void noiseThatAddsUp() {
    const NoiseLaw walk = Law("RandomWalk", {{"step_deviation", 0.5}});
    QCOMPARE(walk.kind, NoiseKind::kAccumulated);
    QVERIFY(IsNear(walk.variance, 0.25) && IsNear(walk.density, 2.5));
    QCOMPARE(walk.bandwidth_hz, 0.0);
    const NoiseLaw wiener = Law("WienerProcess", {{"intensity", 3.0}});
    QCOMPARE(wiener.kind, NoiseKind::kAccumulated);
    QVERIFY(!wiener.period_sec);
    QVERIFY(IsNear(wiener.variance, 9) && IsNear(wiener.density, 9));
    const NoiseLaw arrivals = Law("PoissonProcess", {{"rate", 5.0}});
    QCOMPARE(arrivals.kind, NoiseKind::kAccumulated);
    QVERIFY(IsNear(arrivals.density, 5));
  }

  // Two equations in a row: white noise of density b² through 1/((s + 1)(s + 2)) has the density
  // b²/4 at zero and the variance b²/12.
  void equationsAreJudgedByTheirDerivatives() {
    const ArgumentValue diffusion = std::vector<std::vector<std::string>>{{"3"}, {"0"}};
    const NoiseLaw linear = Law("StochasticEquation", {{"drift", Texts({"-x1", "x1 - 2*x2"})},
                                                       {"diffusion", diffusion},
                                                       {"outputs", Texts({"x2"})},
                                                       {"initial_state", Vector({0, 0})}});
    QCOMPARE(linear.kind, NoiseKind::kColoured);
    QVERIFY(IsNear(linear.variance, 9.0 / 12) && IsNear(linear.density, 9.0 / 4));
    QCOMPARE(Law("StochasticEquation", {{"drift", Texts({"-x1^3"})}}).kind,
             NoiseKind::kStateDependent);
    QCOMPARE(Law("StochasticEquation", {{"drift", Texts({"x1"})}}).kind, NoiseKind::kGrowing);
    const NoiseLaw growth =
        Law("GeometricBrownianMotion", {{"volatility", 0.5}, {"initial_value", 2.0}});
    QCOMPARE(growth.kind, NoiseKind::kStateDependent);
    QVERIFY(IsNear(growth.variance, 1));
  }

  // Inputs that stand still leave the noise of a linear equation as it is, and decide that of
  // others.
  void inputsComeOnTop() {
    const NoiseLaw linear =
        Law("StochasticEquation", {{"drift", Texts({"u1 - 2*x1"})}, {"inputs", std::int64_t{1}}});
    QCOMPARE(linear.kind, NoiseKind::kColoured);
    QVERIFY(IsNear(linear.variance, 0.25) && IsNear(linear.density, 0.25));
    const NoiseLaw product =
        Law("StochasticEquation", {{"drift", Texts({"-u1*x1 - x1"})}, {"inputs", std::int64_t{1}}});
    QCOMPARE(product.kind, NoiseKind::kStateDependent);
  }

  void whatDrawsNothingHasNone() {
    for (const char* type : {"Sine", "BinarySequence", "Integrator", "Gain", "UnitDelay"}) {
      QVERIFY2(FindNoiseLaws(Arguments(type)).empty(), type);
    }
  }

  void onePartStaysWithThePeriod() {
    QCOMPARE(WhatPeriodKeeps(Arguments("GaussianNoise")).value(), KeptStrength::kVariance);
    QCOMPARE(WhatPeriodKeeps(Arguments("BandLimitedWhiteNoise")).value(), KeptStrength::kDensity);
    QCOMPARE(WhatPeriodKeeps(Arguments("GaussMarkov")).value(), KeptStrength::kBoth);
    QCOMPARE(WhatPeriodKeeps(Arguments("GaussMarkov", {{"period", 2.0}})).value(),
             KeptStrength::kVariance);
    QCOMPARE(WhatPeriodKeeps(Arguments("RandomWalk")).value(), KeptStrength::kVariance);
    QVERIFY(!WhatPeriodKeeps(Arguments("OrnsteinUhlenbeck")));
  }

  void halvingThePeriodOfWhiteNoiseDoublesItsVariance() {
    const NoiseLaw before = Law("BandLimitedWhiteNoise", {{"period", 0.2}});
    const NoiseLaw after = Law("BandLimitedWhiteNoise", {{"period", 0.1}});
    QCOMPARE(WhatIsKept(before, after), KeptStrength::kDensity);
    QVERIFY(IsNear(after.variance, 2 * before.variance));
    QCOMPARE(WhatIsKept(before, Law("BandLimitedWhiteNoise", {{"power", 2.0}})),
             KeptStrength::kNothing);
    QCOMPARE(WhatIsKept(before, Law("GaussMarkov")), KeptStrength::kNothing);
  }

  // What was changed by the way can be had back by another parameter.
  void anotherParameterGivesTheStrengthBack() {
    const auto before = FindNoiseLaws(Arguments("GaussianNoise"));
    const auto density = FindStrengthFactor(Arguments("GaussianNoise", {{"period", 0.05}}), before,
                                            KeptStrength::kDensity);
    QCOMPARE(density.value().parameter, std::string("standard_deviation"));
    QVERIFY(IsNear(density->factor, std::sqrt(2)));
    const auto variance = FindStrengthFactor(Arguments("BandLimitedWhiteNoise", {{"period", 0.05}}),
                                             FindNoiseLaws(Arguments("BandLimitedWhiteNoise")),
                                             KeptStrength::kVariance);
    QCOMPARE(variance.value().parameter, std::string("power"));
    QVERIFY(IsNear(variance->factor, 0.5));
    // Not the time constant, which would only take the change back.
    const auto process =
        FindStrengthFactor(Arguments("OrnsteinUhlenbeck", {{"time_constant", 4.0}}),
                           FindNoiseLaws(Arguments("OrnsteinUhlenbeck")), KeptStrength::kDensity);
    QCOMPARE(process.value().parameter, std::string("stationary_deviation"));
    QVERIFY(IsNear(process->factor, 0.5));
    // Both ends of a range would have to be others.
    const Settings range = {{"lower", Vector({-1})}, {"period", 0.05}};
    QVERIFY(!FindStrengthFactor(Arguments("UniformNoise", range),
                                FindNoiseLaws(Arguments("UniformNoise", {range[0]})),
                                KeptStrength::kDensity));
  }

  // The integral of a density over −1/(2T) … 1/(2T) is the variance, whatever T is.
  void densitiesOfSamplesHaveTheVariance_data() {
    QTest::addColumn<double>("period");
    QTest::newRow("each sample") << 0.1;
    QTest::newRow("every third sample") << 0.3;
    QTest::newRow("five samples each") << 0.02;
    QTest::newRow("neither holds the other") << 0.07;
    QTest::newRow("slower, neither holds the other") << 0.13;
  }
  void densitiesOfSamplesHaveTheVariance() {
    QFETCH(double, period);
    constexpr int kCount = 4000;
    std::vector<double> frequencies;
    for (int i = 0; i < kCount; ++i) frequencies.push_back((i + 0.5) / (2 * period * kCount));
    const NoiseLaw laws[] = {Law("GaussianNoise"), Law("GaussMarkov", {{"time_constant", 0.2}}),
                             Law("OrnsteinUhlenbeck", {{"time_constant", 0.2}})};
    for (const NoiseLaw& law : laws) {
      double integral = 0;
      for (const double density : SampledDensities(law, frequencies, period)) {
        integral += density / (period * kCount);
      }
      QVERIFY(IsNear(integral, law.variance, 1e-3));
    }
  }

  void whiteSamplesAreFlatAndHeldOnesFallAsSinc() {
    const NoiseLaw law = Law("GaussianNoise");  // each 0.1 s
    const std::vector<double> frequencies = {0.1, 3, 5};
    for (const double density : SampledDensities(law, frequencies, 0.1)) {
      QVERIFY(IsNear(density, 0.1, 1e-12));
    }
    const std::vector<double> held = SampledDensities(law, frequencies, 1e-4);
    for (size_t i = 0; i < frequencies.size(); ++i) {
      const double x = std::numbers::pi * frequencies[i] * 0.1;
      QVERIFY(IsNear(held[i], 0.1 * std::pow(std::sin(x) / x, 2), 1e-6));
    }
    // Held at rates of which neither holds the other it is nearly the same.
    QVERIFY(IsNear(SampledDensities(law, frequencies, 3e-4)[1], held[1], 1e-4));
  }

  // Far below the bandwidth of sampling, 1/f²; and nothing where there is no such law.
  void densitiesOfWhatAddsUp() {
    const std::vector<double> frequencies = {0.05};
    const double expected = 1 / std::pow(2 * std::numbers::pi * 0.05, 2);
    const double wiener = SampledDensities(Law("WienerProcess"), frequencies, 0.01)[0];
    QVERIFY(std::abs(wiener / expected - 1) < 1e-5);
    const double walk =
        SampledDensities(Law("RandomWalk", {{"period", 0.01}}), frequencies, 0.01)[0];
    QVERIFY(std::abs(walk / (expected / 0.01) - 1) < 1e-5);
    QVERIFY(SampledDensities(Law("GeometricBrownianMotion"), frequencies, 0.1).empty());
    QVERIFY(SampledDensities(Law("RandomWalk"), frequencies, 0.07).empty());
  }

  // Welch's interval from a run of 2,000 s holds the density at about 95 % of its frequencies, and
  // one that is wrong by a fifth at less than two thirds of them.
  void estimatesAgreeWithTheTheory_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<double>("period");
    QTest::newRow("white") << "GaussianNoise" << 0.1;
    QTest::newRow("held") << "BandLimitedWhiteNoise" << 0.3;
    QTest::newRow("coloured") << "GaussMarkov" << 0.1;
  }
  void estimatesAgreeWithTheTheory() {
    QFETCH(QString, type);
    QFETCH(double, period);
    const std::string text =
        DiagramText("'b': {'type': '" + type.toStdString() +
                        "', 'parameters': {'period': " + std::to_string(period) +
                        "}}, 'd': {'type': 'UnitDelay', 'parameters': {'period': 0.1}}",
                    "b.y>d.u");
    std::vector<double> samples;
    for (const Row& row : RunDiagram(text, {"b.y"}, 2000).side('-')) {
      if (IsNear(row.time, 0.1 * static_cast<double>(samples.size()), 1e-6)) {
        samples.push_back(row.values[0]);
      }
    }
    QCOMPARE(samples.size(), size_t{20001});
    const PowerSpectrum spectrum = EstimateSpectrum(samples, 256, 0.1);
    const std::span<const double> frequencies(spectrum.frequencies_hz.begin() + 3,
                                              spectrum.frequencies_hz.end() - 1);
    const std::vector<double> theory =
        SampledDensities(Law(type.toStdString(), {{"period", period}}), frequencies, 0.1);
    const Interval factors = DensityFactors(spectrum.degrees_of_freedom, 0.95);
    int holds = 0, holds_wrong = 0;
    for (size_t i = 0; i < theory.size(); ++i) {
      const double estimate = spectrum.densities[i + 3];
      const auto is_held = [&](double density) {
        return factors.lower * estimate <= density && density <= factors.upper * estimate;
      };
      holds += is_held(2 * theory[i]);
      holds_wrong += is_held(2.4 * theory[i]);
    }
    const auto count = static_cast<double>(theory.size());
    QVERIFY2(holds > 0.87 * count, qPrintable(QString::number(holds / count)));
    QVERIFY2(holds_wrong < 0.66 * count, qPrintable(QString::number(holds_wrong / count)));
  }
};

LOOPWRIGHT_TEST(TestNoiseLaws)

}  // namespace loopwright::test_noise_laws

#include "test_noise_laws.moc"
