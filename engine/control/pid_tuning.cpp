#include "engine/control/pid_tuning.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "engine/common/exceptions.h"
#include "engine/control/discretise.h"
#include "engine/linear/eigenvalues.h"
#include "engine/linear/loop_margins.h"
#include "engine/linear/minimum.h"
#include "engine/linear/polynomial.h"
#include "engine/matrices/decompositions.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

constexpr double kPi = std::numbers::pi;

// The time constants −1/p, the largest first. Roots that belong together and that rounding has made
// a pair count by their mean.
std::vector<double> LagsOf(const ComplexList& roots, int* integrators) {
  std::vector<double> lags;
  for (const Complex root : roots) {
    if (root == 0.0) {
      ++*integrators;
      continue;
    }
    const Complex lag = -1.0 / root;
    if (std::abs(lag.imag()) > 0.05 * std::abs(lag)) {
      throw NoResultError(
          "the half rule is for processes that do not oscillate; this one has a "
          "pole or zero pair at " +
          FormatNumber(root.real()) + " ± " + FormatNumber(std::abs(root.imag())) + "i");
    }
    lags.push_back(lag.real());
  }
  std::sort(lags.rbegin(), lags.rend());
  return lags;
}

// A numerator (T s + 1) goes against the smallest lag that is larger.
void CancelZero(double zero, std::vector<double>* lags) {
  const auto at =
      std::find_if(lags->rbegin(), lags->rend(), [&](double lag) { return lag >= zero; });
  if (at == lags->rend()) {
    throw NoResultError("the half rule is not for a process whose zero, with the time constant " +
                        FormatNumber(zero) + " s, is slower than all its lags");
  }
  *at -= zero;
  std::sort(lags->rbegin(), lags->rend());
}

}  // namespace

PidType PidTypeOf(const std::string& name) {
  if (name == "p") return PidType::kP;
  if (name == "pi") return PidType::kPi;
  if (name == "pid") return PidType::kPid;
  throw UsageError("--type: there is no type \"" + name + "\"; there are p, pi and pid");
}

// Skogestad's half rule (J. Process Control 13 (2003) 291-309): of the lags that are not kept, half
// of the largest is added to the last one that is kept, and half to the dead time; the smaller ones
// become dead time whole. So does a zero in the right half plane. For example 1/((5s + 1)(2s + 1)(s
// + 1)) becomes with one lag 1/(6s + 1) with a dead time of 1 + 1 = 2 s.
SimpleProcess HalfRule(const ZeroPoleGain& process, bool second_order) {
  if (process.is_sampled()) {
    throw UsageError("simc is for a continuous model; convert it with d2c first");
  }
  int integrators = 0, derivators = 0;
  std::vector<double> lags = LagsOf(process.poles, &integrators);
  const std::vector<double> zeros = LagsOf(process.zeros, &derivators);
  if (integrators > 1 || derivators > 0 || (!lags.empty() && lags.back() < 0)) {
    throw NoResultError(
        "the half rule is for stable processes with one integrator at most and a "
        "gain at rest");
  }
  SimpleProcess simple;
  simple.delay_sec = process.delay_sec;
  Complex gain = process.gain;
  for (const Complex zero : process.zeros) gain *= -zero;
  for (const Complex pole : process.poles) {
    if (pole != 0.0) gain /= -pole;
  }
  simple.gain = gain.real();
  for (const double zero : zeros) {
    zero < 0 ? void(simple.delay_sec -= zero) : CancelZero(zero, &lags);
  }
  if (integrators == 1) lags.insert(lags.begin(), std::numeric_limits<double>::infinity());
  const size_t kept = second_order ? 2 : 1;
  lags.resize(std::max(lags.size(), kept + 1));
  double& last = lags[kept - 1];
  if (std::isfinite(last)) last += lags[kept] / 2;
  simple.delay_sec += std::isfinite(last) ? lags[kept] / 2 : lags[kept];
  for (size_t i = kept + 1; i < lags.size(); ++i) simple.delay_sec += lags[i];
  simple.time_constant = lags[0];
  simple.second_time_constant = second_order ? lags[1] : 0;
  return simple;
}

// The rule of Skogestad (Journal of Process Control 13 (2003) 291-309): the closed loop is to have
// the time constant tau_c, by default the dead time; the integral time is limited to 4 (tau_c +
// dead time), so that disturbances are taken back soon. The gains are those of the parallel form.
PidGains TuneSimc(const SimpleProcess& process, PidType type, std::optional<double> tau_c) {
  const double closed = tau_c.value_or(process.delay_sec) + process.delay_sec;
  if (!(closed > 0)) {
    throw UsageError(
        "simc: the process has no dead time, so the time constant of the closed loop "
        "has to be said with --tau-c");
  }
  const bool integrates = !std::isfinite(process.time_constant);
  const double gain = (integrates ? 1 : process.time_constant) / (process.gain * closed);
  if (type == PidType::kP) return {gain, 0, 0};
  const double integral_time =
      integrates ? 4 * closed : std::min(process.time_constant, 4 * closed);
  const double derivative_time = type == PidType::kPid ? process.second_time_constant : 0;
  return {gain * (1 + derivative_time / integral_time), gain / integral_time,
          gain * derivative_time};
}

// C(jω) P(jω) is to be the point on the unit circle that has the wanted phase margin; real and
// imaginary part of that are two equations for the gains.
PidGains TuneForMargins(const ZeroPoleGain& process, PidType type, double crossover,
                        double phase_margin_degrees) {
  const double h = process.period_sec;
  if (!(crossover > 0) || (h > 0 && crossover * h >= kPi)) {
    throw UsageError("--crossover: a frequency above 0" +
                     std::string(h > 0 ? " and below half the sampling frequency, " +
                                             FormatNumber(kPi / h) + " rad/s,"
                                       : "") +
                     " is needed");
  }
  const Complex wanted =
      std::polar(1.0, (phase_margin_degrees - 180) * kPi / 180) / process.Response(crossover);
  // C = kp + ki a + kd b at the crossover.
  const Complex z = process.PointAt(crossover);
  const Complex a = h > 0 ? h * z / (z - 1.0) : 1.0 / z;
  const Complex b = h > 0 ? (z - 1.0) / (h * z) : z;
  PidGains gains;
  if (type == PidType::kP) {
    gains.kp = std::abs(wanted);
    return gains;
  }
  // Without kd: two equations. With it kd = kp²/(4 ki), found by bisection on the angle it takes.
  const auto solve = [&](double kd) {
    const Complex rest = wanted - kd * b;
    gains.ki = rest.imag() / a.imag();
    gains.kp = rest.real() - gains.ki * a.real();
    gains.kd = kd;
    return 4 * gains.ki * kd - gains.kp * gains.kp;
  };
  solve(0);
  if (type == PidType::kPid) {
    const double most = 4 * std::abs(wanted) / std::abs(b);
    solve(Bisect(solve, 0, most));
  }
  if (gains.kp < 0 || gains.ki < 0) {
    throw NoResultError(
        "no such controller with gains that are not negative: at " + FormatNumber(crossover) +
        " rad/s the process needs kp = " + FormatNumber(gains.kp) +
        ", ki = " + FormatNumber(gains.ki) + "; choose a lower crossover or phase margin");
  }
  return gains;
}

// kp + ki/s + kd s, as zeros, poles and gain. With samples of period h the integral is ki h z/(z −
// 1) and the derivative kd (z − 1)/(h z), both brought over the denominator z (z − 1).
ZeroPoleGain PidController(const PidGains& gains, double h) {
  ZeroPoleGain controller;
  controller.period_sec = h;
  Eigen::VectorXd numerator(3), denominator(3);
  if (h > 0) {
    numerator << gains.kp + gains.ki * h + gains.kd / h, -gains.kp - 2 * gains.kd / h, gains.kd / h;
    denominator << 1, -1, 0;
  } else {
    numerator << gains.kd, gains.kp, gains.ki;
    denominator << 0, 1, 0;
  }
  // Without an integral or derivative there is no pole of it.
  if (gains.kd == 0) {
    numerator = Eigen::VectorXd(h > 0 ? numerator.head(2) : numerator.tail(2));
    denominator = Eigen::VectorXd(h > 0 ? denominator.head(2) : denominator.tail(2));
  }
  if (gains.ki == 0 && gains.kd == 0) {
    controller.gain = gains.kp;
    return controller;
  }
  controller.zeros = RootsOf(numerator);
  controller.poles = RootsOf(denominator);
  controller.gain = WithoutLeadingZeros(numerator)[0] / WithoutLeadingZeros(denominator)[0];
  return controller;
}

namespace {

/// The region of (kp, ki) in which |1 + L| ≥ 1/Ms at every frequency.
class SensitivityRegion {
 public:
  SensitivityRegion(const ZeroPoleGain& process, double Ms)
      : process_(process), radius_(1 / Ms), grid_(FrequencyGrid(process)) {
    for (const double w : grid_) values_.push_back(process.Response(w));
  }

  // The largest ki for this kp; below 0 where there is none.
  double LargestIntegral(double kp, double* frequency = nullptr) const {
    double least = std::numeric_limits<double>::infinity();
    size_t at = 0;
    for (size_t i = 0; i < grid_.size(); ++i) {
      const double ki = IntegralAt(kp, grid_[i], values_[i]);
      if (ki < least) {
        least = ki;
        at = i;
      }
    }
    if (least <= 0 || at == 0 || at + 1 == grid_.size()) return std::min(least, 0.0);
    const auto refined = [&](double w) { return IntegralAt(kp, w, process_.Response(w)); };
    const double w =
        MinimiseByGoldenSection(refined, grid_[at - 1], grid_[at + 1], 1e-10 * grid_[at]);
    if (frequency != nullptr) *frequency = w;
    return std::min(least, refined(w));
  }

  // The largest kp without integral.
  double LargestProportional() const {
    double high = 1;
    while (IsAllowed(high) && high < 1e12) high *= 2;
    double low = 0;
    for (int i = 0; i < 200; ++i) {
      const double middle = (low + high) / 2;
      (IsAllowed(middle) ? low : high) = middle;
    }
    return low;
  }

 private:
  bool IsAllowed(double kp) const {
    return std::all_of(values_.begin(), values_.end(),
                       [&](Complex value) { return std::abs(1.0 + kp * value) >= radius_; });
  }

  // The smallest positive ki with |1 + kp G + ki G/(jω)| = 1/Ms; 0 where kp alone is too much.
  double IntegralAt(double kp, double w, Complex value) const {
    const Complex base = 1.0 + kp * value;
    const Complex slope = value * process_integral(w);
    const double a = std::norm(slope), b = 2 * (std::conj(base) * slope).real();
    const double c = std::norm(base) - radius_ * radius_;
    if (c <= 0) return -1;
    const double discriminant = b * b - 4 * a * c;
    if (discriminant < 0 || b >= 0) return std::numeric_limits<double>::infinity();
    return 2 * c / (-b + std::sqrt(discriminant));
  }

  Complex process_integral(double w) const {
    const Complex z = process_.PointAt(w);
    const double h = process_.period_sec;
    return h > 0 ? h * z / (z - 1.0) : 1.0 / z;
  }

  const ZeroPoleGain& process_;
  double radius_;
  std::vector<double> grid_;
  ComplexList values_;
};

}  // namespace

// Of all gains that keep |S| below Ms at every frequency, the ones with the largest integral gain:
// that makes the integral of the error after a disturbance least (Åström, Panagopoulos, Hägglund,
// Automatica 34 (1998) 585-601). For each kp the region tells the largest ki; the best kp is found
// on a grid and then by golden section.
SensitivityTuning TuneForSensitivity(const ZeroPoleGain& process, PidType type, double Ms) {
  if (!(Ms > 1)) throw UsageError("--Ms: a number above 1 is needed, such as 1.4");
  if (type == PidType::kPid) {
    throw UsageError(
        "ms is for the types p and pi: of a PID the largest integral gain is not "
        "limited by Ms alone");
  }
  const SensitivityRegion region(process, Ms);
  const double most = region.LargestProportional();
  SensitivityTuning tuning;
  tuning.gains.kp = most;
  if (type == PidType::kP) {
    tuning.frequency =
        MarginsOf(InSeries(process, PidController({most, 0, 0}, process.period_sec))).Ms_frequency;
    return tuning;
  }
  // The region is narrow where its best point is: a grid first.
  constexpr int kPoints = 200;
  int best = 0;
  std::vector<double> integrals;
  for (int i = 0; i <= kPoints; ++i) {
    integrals.push_back(region.LargestIntegral(most * i / kPoints));
    if (integrals.back() > integrals[best]) best = i;
  }
  const double low = most * std::max(0, best - 1) / kPoints;
  const double high = most * std::min(kPoints, best + 1) / kPoints;
  const double kp = MinimiseByGoldenSection([&](double at) { return -region.LargestIntegral(at); },
                                            low, high, 1e-10 * high);
  tuning.gains = {kp, region.LargestIntegral(kp, &tuning.frequency), 0};
  if (!(tuning.gains.ki > 0) || !std::isfinite(tuning.gains.ki)) {
    throw NoResultError(
        "there is no integral gain that Ms limits: the process is too simple, or "
        "not stable without control");
  }
  return tuning;
}

namespace {

// Where the state is as the relay switches on: after half a period it is the opposite of that.
Eigen::VectorXd RelayStart(const HeldStep& half, double amplitude) {
  const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(half.Phi.rows(), half.Phi.rows());
  return -amplitude * FullLu<Eigen::MatrixXd>(I + half.Phi).Solve(half.Gamma);
}

HeldStep After(const HeldStep& first, const HeldStep& second) {
  return {second.Phi * first.Phi, second.Phi * first.Gamma + second.Gamma};
}

// How far beyond its threshold the relay's input is as it switches, with a half period that is a
// dead time longer than `since`; `half` is the model over all of it. What the relay reads left the
// process a dead time ago, in the half before, which has the opposite sign.
double BeyondThreshold(const LinearModel& model, const HeldStep& since, const HeldStep& half,
                       double amplitude, double hysteresis) {
  const Eigen::VectorXd start = RelayStart(half, amplitude);
  return (model.C * (since.Phi * start + since.Gamma * amplitude))(0) - hysteresis;
}

// Half the period of the oscillation with a relay; 0 where none was found. Beyond the dead time it
// is looked for in even steps, each of which follows from the one before, and then to the last
// digit.
double HalfPeriodOf(const LinearModel& model, double delay_sec, double amplitude,
                    double hysteresis) {
  constexpr int kMostSteps = 20000, kStepsOfSlowest = 200, kSlowestInDelay = 20;
  double slowest = delay_sec / kSlowestInDelay;
  for (const Complex pole : EigenvaluesOf(model.A)) {
    if (pole != 0.0) slowest = std::max(slowest, 1 / std::abs(pole));
  }
  const double step_sec = (slowest == 0 ? 1 : slowest) / kStepsOfSlowest;
  const HeldStep delay = StepHeld(model.A, model.B, delay_sec);
  const HeldStep step = StepHeld(model.A, model.B, step_sec);
  const auto beyond = [&](const HeldStep& since) {
    return BeyondThreshold(model, since, After(delay, since), amplitude, hysteresis);
  };
  HeldStep since = step;
  double before = beyond(since);
  for (int i = 1; i < kMostSteps; ++i) {
    since = After(since, step);
    const double after = beyond(since);
    if (before < 0 && after >= 0) {
      const auto at = [&](double t) { return beyond(StepHeld(model.A, model.B, t)); };
      return delay_sec + Bisect(at, i * step_sec, (i + 1) * step_sec);
    }
    before = after;
  }
  return 0;
}

}  // namespace

// The oscillation that a relay makes in a loop is found as the solution of an equation, not by
// simulation: over half a period the relay's output is constant, and at its end every state is the
// opposite of what it was at its start. The response over the half, from the start that this
// condition gives, tells the amplitude. The ultimate gain follows from the relay's describing
// function (Åström, Hägglund, Automatica 20 (1984) 645-651).
RelayExperiment RunRelay(const LinearModel& process, double delay_sec, double amplitude,
                         double hysteresis) {
  if (!(amplitude > 0) || !(hysteresis >= 0)) {
    throw UsageError("--relay must be above 0 and --hysteresis not below");
  }
  if (process.is_sampled() || process.has_delays()) {
    throw UsageError(
        "the relay experiment is for continuous processes, with dead time behind or before them; "
        "choose another method");
  }
  if (!process.D.isZero(0)) {
    throw UsageError(
        "the relay experiment is for processes that do not follow their input at once; put a lag "
        "into the process, or choose another method");
  }
  const LinearModel model = ScaleStates(process);
  const double half = HalfPeriodOf(model, delay_sec, amplitude, hysteresis);
  if (half == 0) {
    throw NoResultError("a relay makes no oscillation with this process: nothing turns it back");
  }
  const Eigen::VectorXd start = RelayStart(StepHeld(model.A, model.B, half), amplitude);
  const auto output = [&](double t) {
    const HeldStep over = StepHeld(model.A, model.B, t);
    return (model.C * (over.Phi * start + over.Gamma * amplitude))(0);
  };
  RelayExperiment experiment;
  experiment.period = 2 * half;
  constexpr int kLooksAtHalf = 200;
  double best = 0;
  for (int i = 0; i <= kLooksAtHalf; ++i) {
    const double t = half * i / kLooksAtHalf;
    if (std::abs(output(t)) > std::abs(output(best))) best = t;
  }
  const double sign = output(best) < 0 ? 1 : -1;
  // At the end of the half the relay switches: what would be later is not.
  best = Minimise([&](double t) { return sign * output(t); },
                  std::max(0.0, best - half / kLooksAtHalf),
                  std::min(half, best + half / kLooksAtHalf));
  experiment.amplitude = std::max(std::abs(output(best)), std::abs(output(half)));
  if (experiment.amplitude <= hysteresis * (1 + 1e-4)) {
    throw NoResultError(
        "with a relay the process only goes to and fro between the thresholds, which says nothing "
        "of its ultimate gain; choose a smaller --hysteresis, or another method");
  }
  experiment.ultimate_gain =
      4 * amplitude /
      (kPi * std::sqrt(experiment.amplitude * experiment.amplitude - hysteresis * hysteresis));
  return experiment;
}

// Ku is the gain at which a proportional controller would just oscillate, Tu the period of that.
// Ziegler, Nichols, Trans. ASME 64 (1942) 759-768, aim at a quarter of the amplitude left at each
// swing; Tyreus, Luyben, Ind. Eng. Chem. Res. 31 (1992) 2625-2628, at less overshoot. A factor of
// infinity for the integral time stands for no integral part.
PidGains TuneFromRelay(const RelayExperiment& experiment, PidType type, const std::string& rule) {
  struct Rule {
    double gain, integral, derivative;  ///< of Ku and Tu
  };
  Rule factors{};
  const double none = std::numeric_limits<double>::infinity();
  if (rule == "ziegler-nichols") {
    factors = type == PidType::kP    ? Rule{0.5, none, 0}
              : type == PidType::kPi ? Rule{0.45, 1 / 1.2, 0}
                                     : Rule{0.6, 0.5, 0.125};
  } else if (rule == "tyreus-luyben") {
    if (type == PidType::kP) throw UsageError("tyreus-luyben is for the types pi and pid");
    factors = type == PidType::kPi ? Rule{1 / 3.2, 2.2, 0} : Rule{1 / 2.2, 2.2, 1 / 6.3};
  } else {
    throw UsageError("--rule: there is no rule \"" + rule +
                     "\"; there are ziegler-nichols and tyreus-luyben");
  }
  const double kp = factors.gain * experiment.ultimate_gain, Tu = experiment.period;
  return {kp, kp / (factors.integral * Tu), kp * factors.derivative * Tu};
}

}  // namespace loopwright
