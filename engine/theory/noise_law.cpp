#include "engine/theory/noise_law.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <memory>
#include <numbers>
#include <string_view>
#include <utility>

#include "engine/check/structure.h"
#include "engine/linear/linear_model.h"
#include "engine/linear/lyapunov.h"
#include "engine/matrices/decompositions.h"
#include "engine/matrices/matrix_functions.h"
#include "engine/scalar/autodiff.h"
#include "engine/system/leaf_system.h"
#include "engine/traits/draw_law.h"

namespace loopwright {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// The law of noise that is held: all follows from the factor and from what is drawn.
NoiseLaw HeldLaw(const ElementLaw& element, double period_sec) {
  NoiseLaw law;
  law.period_sec = period_sec;
  const double a = element.factor;
  law.process = NoiseLaw::Held{a, element.variance};
  law.variance = element.variance;
  if (std::abs(a) >= 1) {
    law.kind = a == 1 ? NoiseKind::kAccumulated : NoiseKind::kGrowing;
    law.density = element.variance / period_sec;
    return law;
  }
  law.kind = a == 0 ? NoiseKind::kWhite : NoiseKind::kColoured;
  law.variance /= 1 - a * a;
  law.density = period_sec * element.variance / ((1 - a) * (1 - a));
  return law;
}

// What a leaf of continuous state is at a state and a time: dx = f dt + B dW, y = g.
struct LinearNoise {
  MatrixXd A, intensity, C;
};

// Where it is looked at: all elements of its inputs have the same value.
struct Place {
  VectorXd state;
  double input = 0;
  double time_sec = 0;
};

// A context of a leaf at a place.
template <typename T>
std::unique_ptr<Context<T>> ContextAt(const System<T>& leaf, const Place& place) {
  auto context = leaf.CreateDefaultContext();
  context->SetTime(T(place.time_sec));
  for (int i = 0; i < leaf.num_input_ports(); ++i) {
    const int size = leaf.get_input_port(i).size();
    context->FixInputPort(i, VectorX<T>(VectorX<T>::Constant(size, T(place.input))));
  }
  context->SetContinuousState(place.state.template cast<T>());
  return context;
}

// The derivatives of drift and output by the state, as many columns in one evaluation as the scalar
// has derivatives, and the intensity B Bᵀ, at one place.
LinearNoise LinearNoiseAt(const System<double>& leaf, const System<AutoDiff>& differentiable,
                          const Place& place) {
  const VectorXd& state = place.state;
  const auto context = ContextAt(leaf, place);
  const Diffusion<double>& diffusion = *static_cast<const LeafSystem<double>&>(leaf).diffusion();
  const Eigen::Index n = state.size();
  const Eigen::Map<const MatrixXd> B(diffusion.matrix().EvalData(*context), n,
                                     diffusion.num_noises());
  LinearNoise found{MatrixXd(n, n), B * B.transpose(), MatrixXd(leaf.get_output_port(0).size(), n)};
  const auto over = ContextAt(differentiable, place);
  for (Eigen::Index first = 0; first < n; first += AutoDiff::kDerivatives) {
    const Eigen::Index count = std::min<Eigen::Index>(AutoDiff::kDerivatives, n - first);
    VectorX<AutoDiff> x = state.cast<AutoDiff>();
    for (Eigen::Index j = 0; j < count; ++j) {
      x[first + j] = AutoDiff(state[first + j], static_cast<int>(j));
    }
    over->SetContinuousState(x);
    const VectorX<AutoDiff> rates = differentiable.EvalTimeDerivatives(*over).CopyToVector();
    const VectorX<AutoDiff> shown = differentiable.get_output_port(0).Eval(*over);
    for (Eigen::Index j = 0; j < count; ++j) {
      for (Eigen::Index i = 0; i < n; ++i) found.A(i, first + j) = rates[i].derivatives()[j];
      for (Eigen::Index i = 0; i < shown.size(); ++i) {
        found.C(i, first + j) = shown[i].derivatives()[j];
      }
    }
  }
  return found;
}

// But for rounding: a diffusion that is the same at several places is linear with additive noise,
// and has a law.
bool IsSame(const LinearNoise& a, const LinearNoise& b) {
  constexpr double kRounding = 1e-12;
  const auto same = [](const MatrixXd& one, const MatrixXd& other) {
    return (one - other).cwiseAbs().maxCoeff() <= kRounding * one.cwiseAbs().maxCoeff();
  };
  return same(a.A, b.A) && same(a.intensity, b.intensity) && same(a.C, b.C);
}

bool IsStable(const MatrixXd& A) {
  const auto values = CalcEigenvalues(A);
  return values && (values->real().array() < 0).all();
}

// ∫ over all of e^(At) Q e^(Aᵀt), the stationary covariance; and C A⁻¹ Q A⁻ᵀ Cᵀ is the density at
// 0.
NoiseLaw ContinuousLaw(const LinearNoise& linear, Eigen::Index element, bool is_linear) {
  NoiseLaw law;
  NoiseLaw::Continuous process{linear.A, linear.intensity, linear.C.row(element)};
  const auto through = [&](const Eigen::RowVectorXd& row) {
    return row.dot(process.intensity * row.transpose());
  };
  law.variance = law.density = through(process.C);
  if (!is_linear) {
    law.kind = NoiseKind::kStateDependent;
    return law;
  }
  if (IsStable(process.A)) {
    law.kind = NoiseKind::kColoured;
    const MatrixXd covariance = SolveLyapunov(process.A, process.intensity, false);
    law.variance = process.C.dot(covariance * process.C.transpose());
    law.density =
        through(SolveRegular(MatrixXd(process.A.transpose()), process.C.transpose()).transpose());
  } else {
    law.kind = process.A.isZero(0) ? NoiseKind::kAccumulated : NoiseKind::kGrowing;
  }
  law.process = std::move(process);
  return law;
}

// Whether it is linear is found as the theory of studies finds it: by derivatives at several
// places.
std::vector<NoiseLaw> ContinuousLaws(const System<double>& leaf, const BlockArguments& arguments) {
  const BlockDescriptor& type = arguments.descriptor();
  const auto make =
      type.make_diffusion_autodiff ? type.make_diffusion_autodiff : type.make_autodiff;
  const auto differentiable = make(arguments);
  const VectorXd start = leaf.CreateDefaultContext()->get_continuous_state_vector().CopyToVector();
  const LinearNoise linear = LinearNoiseAt(leaf, *differentiable, {start});
  bool is_linear = true;
  for (const double away : {1.0, -0.625}) {
    const VectorXd aside = start + VectorXd::LinSpaced(start.size(), away, 2 * away);
    is_linear = is_linear &&
                IsSame(linear, LinearNoiseAt(leaf, *differentiable, {aside, 1.5 * away, 1 + away}));
  }
  std::vector<NoiseLaw> laws;
  for (Eigen::Index i = 0; i < linear.C.rows(); ++i) {
    laws.push_back(ContinuousLaw(linear, i, is_linear));
  }
  return laws;
}

// Of a block that draws at its updates and holds, element by element; none of a block without one
// period.
std::vector<NoiseLaw> DrawnLaws(const System<double>& leaf, const DrawLaw<double>& draws) {
  const auto context = leaf.CreateDefaultContext();
  const auto timing = leaf.GetUniquePeriodicDiscreteUpdateAttribute();
  std::vector<NoiseLaw> laws;
  for (int i = 0; i < leaf.get_output_port(0).size(); ++i) {
    const auto element = draws.LawOf(*context, i);
    if (element && timing) laws.push_back(HeldLaw(*element, timing->period_sec()));
  }
  return laws;
}

Complex Turn(double frequency_hz, double time_sec) {
  return std::polar(1.0, 2 * std::numbers::pi * frequency_hz * time_sec);
}

// Samples x⁺ = a x⁻ + w, Var w = q, every period_sec.
double RecursionDensity(double factor, double variance, double frequency_hz, double period_sec) {
  return period_sec * variance /
         std::norm(1.0 - factor * std::conj(Turn(frequency_hz, period_sec)));
}

// How many times the longer of two durations holds the shorter; 0 where it is no whole number.
int64_t WholeRatio(double longer, double shorter) {
  constexpr double kRounding = 1e-9;
  const double ratio = std::round(longer / shorter);
  const bool is_whole = ratio >= 1 && std::abs(longer - ratio * shorter) <= kRounding * longer;
  return is_whole ? static_cast<int64_t>(ratio) : 0;
}

/// Of samples, at a frequency in Hz; none where there is no such density.
using DensityOfSamples = std::function<double(double)>;

// Every m-th of held samples: m steps of the recursion are one.
DensityOfSamples SkippedDensity(const NoiseLaw::Held& held, double count, double period_sec) {
  const double a = held.factor;
  const double factor = std::pow(a, count);
  const double added = a == 1 ? count : (1 - factor * factor) / (1 - a * a);
  return [factor, variance = added * held.variance, period_sec](double f) {
    return RecursionDensity(factor, variance, f, period_sec);
  };
}

// m samples of each value. Averaged over where among these the samples begin, the autocorrelation
// is that of the values with a triangle around each.
DensityOfSamples RepeatedDensity(const NoiseLaw::Held& held, double count, double period_sec) {
  return [held, count, period_sec](double f) {
    const double half = std::numbers::pi * f * period_sec;
    const double sine = std::sin(half);
    const double repeated = std::abs(sine) < 1e-9 ? count : std::sin(count * half) / sine;
    return RecursionDensity(held.factor, held.variance, f, count * period_sec) * repeated *
           repeated / (count * count);
  };
}

// Periods of which neither holds the other: the sum over lags of the autocorrelation of what is
// held, which is straight between whole periods. None where it would be too long.
DensityOfSamples LaggedDensity(const NoiseLaw& law, double factor, double period_sec) {
  constexpr double kNegligible = 1e-12;
  constexpr double kMostLags = 20000;
  if (law.kind != NoiseKind::kWhite && law.kind != NoiseKind::kColoured) return {};
  const double remembered =
      factor == 0 ? 1 : 1 + std::log(kNegligible) / std::log(std::abs(factor));
  const double num_lags = std::ceil(remembered * *law.period_sec / period_sec);
  if (num_lags > kMostLags) return {};
  std::vector<double> products;
  for (double k = 0; k <= num_lags; ++k) {
    const double at = k * period_sec / *law.period_sec;
    const double whole = std::floor(at), part = at - whole;
    products.push_back(law.variance *
                       ((1 - part) * std::pow(factor, whole) + part * std::pow(factor, whole + 1)));
  }
  return [products = std::move(products), period_sec](double f) {
    double sum = products[0];
    for (size_t k = 1; k < products.size(); ++k) {
      sum += 2 * products[k] * Turn(f, static_cast<double>(k) * period_sec).real();
    }
    return sum * period_sec;
  };
}

// Three cases: samples that come less often than draws skip some, those that come more often see
// each several times, and where neither period divides the other, lags are gone through one by one.
DensityOfSamples HeldDensity(const NoiseLaw& law, const NoiseLaw::Held& held, double period_sec) {
  if (law.kind == NoiseKind::kGrowing) return {};
  if (const int64_t skipped = WholeRatio(period_sec, *law.period_sec); skipped > 0) {
    return SkippedDensity(held, static_cast<double>(skipped), period_sec);
  }
  if (const int64_t repeated = WholeRatio(*law.period_sec, period_sec); repeated > 0) {
    return RepeatedDensity(held, static_cast<double>(repeated), period_sec);
  }
  return LaggedDensity(law, held.factor, period_sec);
}

// From sample to sample x⁺ = Φ x⁻ + w, where w has what the stationary covariance loses by Φ; its
// density is C (zI − Φ)⁻¹ W (zI − Φ)⁻ᴴ Cᵀ.
DensityOfSamples ContinuousDensity(const NoiseLaw& law, const NoiseLaw::Continuous& process,
                                   double period_sec) {
  if (law.kind != NoiseKind::kColoured && law.kind != NoiseKind::kAccumulated) return {};
  const MatrixXd phi = Exponential(MatrixXd(process.A * period_sec));
  MatrixXd added = process.intensity * period_sec;
  if (law.kind == NoiseKind::kColoured) {
    const MatrixXd covariance = SolveLyapunov(process.A, process.intensity, false);
    added = covariance - phi * covariance * phi.transpose();
  }
  return [phi, added, C = process.C, period_sec](double f) {
    const Eigen::Index n = phi.rows();
    const Eigen::MatrixXcd resolvent =
        Turn(f, period_sec) * Eigen::MatrixXcd::Identity(n, n) - phi.cast<Complex>();
    const Eigen::MatrixXcd row =
        SolveRegular(Eigen::MatrixXcd(resolvent.transpose()), C.transpose().cast<Complex>());
    return period_sec * (row.transpose() * added.cast<Complex>() * row.conjugate())(0, 0).real();
  };
}

// The arguments with one number or vector times a factor; none for other parameters.
std::optional<BlockArguments> Scaled(const BlockArguments& arguments,
                                     const ParameterDescriptor& parameter, double factor) {
  BlockArguments scaled = arguments;
  const int index = arguments.descriptor().ParameterIndex(parameter.name);
  if (parameter.kind == ParameterKind::kNumber) {
    scaled.Set(index, factor * arguments.number(parameter.name));
  } else if (parameter.kind == ParameterKind::kVector) {
    scaled.Set(index, FormulaValue::Vector(factor * arguments.vector(parameter.name)));
  } else {
    return std::nullopt;
  }
  return scaled;
}

bool AreKept(const std::vector<NoiseLaw>& before, const std::vector<NoiseLaw>& after,
             KeptStrength kept) {
  return std::equal(
      before.begin(), before.end(), after.begin(), after.end(),
      [kept](const NoiseLaw& was, const NoiseLaw& is) { return WhatIsKept(was, is) == kept; });
}

}  // namespace

// The block is made alone, with widths of one, and asked: a diffusion at several places of its
// state, what draws at updates for the law of its draws. Where it has no law, nothing is said.
std::vector<NoiseLaw> FindNoiseLaws(const BlockArguments& given) {
  const BlockDescriptor& descriptor = given.descriptor();
  // What draws has a stream to draw from.
  if (descriptor.make == nullptr || !given.has("stream") || HasTooManyInputs(given)) return {};
  BlockArguments arguments = given;
  const auto ports = PortsOf(given);
  arguments.set_widths(std::vector<int>(ports->inputs.size(), 1),
                       std::vector<int>(ports->outputs.size(), 1));
  const auto make = descriptor.make_diffusion ? descriptor.make_diffusion : descriptor.make;
  const auto system = make(arguments);
  if (system->num_output_ports() != 1) return {};
  const auto* const leaf = dynamic_cast<const LeafSystem<double>*>(system.get());
  if (leaf == nullptr) return {};
  const auto* const draws = dynamic_cast<const DrawLaw<double>*>(leaf);
  std::vector<NoiseLaw> laws;
  if (leaf->diffusion() != nullptr) {
    laws = ContinuousLaws(*leaf, arguments);
  } else if (draws != nullptr) {
    laws = DrawnLaws(*leaf, *draws);
  }
  for (NoiseLaw& law : laws) {
    const bool is_stationary = law.kind == NoiseKind::kWhite || law.kind == NoiseKind::kColoured;
    if (is_stationary && law.density > 0) law.bandwidth_hz = law.variance / (2 * law.density);
  }
  return laws;
}

// A thousandth counts as the same, since laws of sampled noise come from quotients.
KeptStrength WhatIsKept(const NoiseLaw& before, const NoiseLaw& after) {
  constexpr double kThousandth = 1e-3;
  if (before.kind != after.kind) return KeptStrength::kNothing;
  const auto is_same = [](double a, double b) {
    return std::abs(a - b) <= kThousandth * std::max(std::abs(a), std::abs(b));
  };
  const bool variance = is_same(before.variance, after.variance);
  const bool density = is_same(before.density, after.density);
  if (variance && density) return KeptStrength::kBoth;
  if (variance) return KeptStrength::kVariance;
  return density ? KeptStrength::kDensity : KeptStrength::kNothing;
}

// Half the period is tried: noise whose variance is that of a draw keeps it, noise that stands for
// white noise keeps its density.
std::optional<KeptStrength> WhatPeriodKeeps(const BlockArguments& arguments) {
  constexpr std::string_view kPeriod = "period";
  if (!arguments.has(kPeriod)) return std::nullopt;
  BlockArguments faster = arguments;
  faster.Set(arguments.descriptor().ParameterIndex(kPeriod), arguments.number(kPeriod) / 2);
  const std::vector<NoiseLaw> before = FindNoiseLaws(arguments);
  const std::vector<NoiseLaw> after = FindNoiseLaws(faster);
  if (before.empty() || after.size() != before.size()) return std::nullopt;
  return WhatIsKept(before.front(), after.front());
}

// Strengths go with a parameter, its square, or one over these.
std::optional<ParameterFactor> FindStrengthFactor(const BlockArguments& arguments,
                                                  const std::vector<NoiseLaw>& before,
                                                  KeptStrength kept) {
  const std::vector<NoiseLaw> now = FindNoiseLaws(arguments);
  if (now.empty() || now.size() != before.size()) return std::nullopt;
  const bool wants_variance = kept == KeptStrength::kVariance;
  const double ratio = wants_variance ? before.front().variance / now.front().variance
                                      : before.front().density / now.front().density;
  if (!(ratio > 0) || !std::isfinite(ratio)) return std::nullopt;
  for (const ParameterDescriptor& parameter : arguments.descriptor().parameters) {
    for (const double exponent : {1.0, 0.5, -1.0, -0.5}) {
      const double factor = std::pow(ratio, exponent);
      const auto scaled = Scaled(arguments, parameter, factor);
      if (scaled && AreKept(before, FindNoiseLaws(*scaled), kept)) {
        return ParameterFactor{parameter.name, factor};
      }
    }
  }
  return std::nullopt;
}

std::vector<double> SampledDensities(const NoiseLaw& law, std::span<const double> frequencies_hz,
                                     double period_sec) {
  DensityOfSamples density;
  if (const auto* const held = std::get_if<NoiseLaw::Held>(&law.process)) {
    density = HeldDensity(law, *held, period_sec);
  } else if (const auto* const process = std::get_if<NoiseLaw::Continuous>(&law.process)) {
    density = ContinuousDensity(law, *process, period_sec);
  }
  std::vector<double> densities;
  for (const double f : frequencies_hz) {
    if (density) densities.push_back(density(f));
  }
  return densities;
}

}  // namespace loopwright
