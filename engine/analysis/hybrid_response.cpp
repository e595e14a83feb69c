#include "engine/analysis/hybrid_response.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "engine/common/exceptions.h"
#include "engine/common/one_instant.h"
#include "engine/linear/eigenvalues.h"
#include "engine/linear/flow_pieces.h"
#include "engine/linear/phase.h"
#include "engine/matrices/decompositions.h"
#include "engine/matrices/matrix_functions.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

/// What has decayed to this part of its beginning no longer counts.
constexpr double kSettled = 1e-14;
constexpr int kMostPeriods = 20000;
/// A stretch between two instants is looked at in so many pieces.
constexpr int kPiecesOfStretch = 8;

/// Instants with the end of the period as the last stretch's.
struct Stretch {
  double start_sec = 0, end_sec = 0;
  const HybridInstant<double>* jump = nullptr;  ///< at the start; null: none
};

// Each stretch begins with the updates of an instant and lasts to the next one, the last to the end
// of the period. Where nothing happens at 0, the first begins without updates.
std::vector<Stretch> StretchesOf(const std::vector<HybridInstant<double>>& instants,
                                 double period_sec) {
  std::vector<Stretch> stretches;
  if (instants.empty() || instants[0].time_sec > 0) stretches.push_back({0, 0, nullptr});
  for (const auto& instant : instants) stretches.push_back({instant.time_sec, 0, &instant});
  for (size_t i = 0; i < stretches.size(); ++i) {
    stretches[i].end_sec = i + 1 < stretches.size() ? stretches[i + 1].start_sec : period_sec;
  }
  return stretches;
}

// Of a model with updates and without dead times.
StepResponse SampledDiagramStep(const HybridModel& model) {
  const PeriodMap<double> map = MapPeriod(model);
  const double radius = LargestSize(EigenvaluesOf(map.A));
  if (radius >= 1) {
    throw NoResultError(
        "the step response does not settle: a multiplier over the common period "
        "has the size " +
        FormatNumber(radius));
  }
  const double T = model.period_sec;
  const double periods = radius > 0 ? std::log(kSettled) / std::log(radius) : 0;
  if (periods > kMostPeriods) {
    throw NoResultError("the step response takes more than " + std::to_string(kMostPeriods) +
                        " common periods to settle: a multiplier over one has the size " +
                        FormatNumber(radius));
  }
  const int count = static_cast<int>(periods) + model.num_states() + 2;
  const auto instants = InstantsOf(model);
  const auto stretches = StretchesOf(instants, T);
  const int n = model.num_states();
  const FlowPieces pieces(model, 1);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(n + 1);
  x[n] = 1;
  StepResponse response;
  for (int k = 0; k < count; ++k) {
    for (const Stretch& stretch : stretches) {
      if (stretch.jump != nullptr) {
        x.head(n) = Eigen::VectorXd(stretch.jump->E * x.head(n) + stretch.jump->F);
      }
      const double length = (stretch.end_sec - stretch.start_sec) / kPiecesOfStretch;
      const auto start = [&](int piece) { return k * T + stretch.start_sec + piece * length; };
      for (int piece = 0; piece < kPiecesOfStretch; ++piece) {
        pieces.Add(start(piece), start(piece + 1), length, &x, &response.pieces);
      }
    }
  }
  const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(map.A.rows(), map.A.rows());
  response.steady_value = (map.C * SolveRegular(Eigen::MatrixXd(I - map.A), map.B) + map.D)(0, 0);
  return response;
}

}  // namespace

// Exact wherever dead times are before or behind all else, or, in a sampled diagram, are registers;
// a dead time inside a continuous loop is approximated, and the result says so.
DiagramStep StepOfDiagram(const HybridModel& model, int pade_order) {
  const HybridModel part = ConnectedPart(model);
  DiagramStep step;
  if (!part.is_sampled()) {
    LinearModel linear = ToLinearModel(part);
    step.is_approximate = linear.has_delays() && !AsSeries(linear);
    if (step.is_approximate) linear = ReplaceDelays(linear, pade_order);
    step.response = StepResponseOf(linear, 0, 0);
  } else {
    const std::optional<HybridModel> exact = WithDelayStates(part);
    step.is_approximate = !exact;
    step.response = SampledDiagramStep(exact ? *exact : ReplaceDelays(part, pade_order));
  }
  return step;
}

namespace {

/// What flows over a stretch of one length: e^(A length/2^k), of the whole stretch first and of its
/// shortest part last.
struct StretchFlow {
  double length_sec = 0;
  std::vector<Eigen::MatrixXd> steps;

  double part_sec(size_t k) const { return std::ldexp(length_sec, -static_cast<int>(k)); }
};

/// What a lens is of every frequency up to a highest one. Matrix exponentials of the state alone
/// are made here, once; for a frequency only vectors and the rows of components go through them.
struct LensModel {
  LensModel(const HybridModel& of, double highest, int aliases)
      : model(of), instants(InstantsOf(model)), stretches(StretchesOf(instants, model.period_sec)) {
    const double sampling = 2 * std::numbers::pi / model.period_sec;
    const double rate = model.A.norm() + highest + aliases * sampling;
    const int n = model.num_states();
    over_period = Eigen::MatrixXd::Identity(n, n);
    for (const Stretch& stretch : stretches) {
      flow_of.push_back(FlowOver(stretch.end_sec - stretch.start_sec, rate));
      if (stretch.jump != nullptr) over_period = Eigen::MatrixXd(stretch.jump->E * over_period);
      over_period = Eigen::MatrixXd(flows[flow_of.back()].steps[0] * over_period);
    }
  }

  // Lengths that differ as rounding does are one. Over the shortest part nothing changes by more
  // than a quarter of it, so that Taylor series are short.
  size_t FlowOver(double length, double rate) {
    constexpr double kPart = 0.25;
    for (size_t i = 0; i < flows.size(); ++i) {
      if (IsOneInstant(flows[i].length_sec, length, model.period_sec)) return i;
    }
    StretchFlow flow{length, {}};
    size_t k = 0;
    do {
      flow.steps.push_back(Exponential(Eigen::MatrixXd(model.A * flow.part_sec(k))));
    } while (rate * flow.part_sec(k++) > kPart);
    flows.push_back(std::move(flow));
    return flows.size() - 1;
  }

  const HybridModel& model;
  const std::vector<HybridInstant<double>> instants;
  const std::vector<Stretch> stretches;
  std::vector<StretchFlow> flows;
  std::vector<size_t> flow_of;  ///< by stretch: the number of its flow
  Eigen::MatrixXd over_period;  ///< x(T⁻) of x(0⁻), without input
};

/// The steady state for one frequency, and its components at the shifts σ = j(ω + 2πn/T), a row
/// each. With F = [A B; 0 jω] of the state and the input both the state after a stretch and the
/// integrals of [C D] e^((F − σ)t) over it come from Taylor series over its shortest part (Al-Mohy,
/// Higham, SIAM J. Sci. Comput. 33 (2011) 488-511) and from doubling that: no exponential is made,
/// and nothing is divided by what may be small.
class Lens {
 public:
  Lens(const LensModel& lens, double frequency, int aliases)
      : lens_(lens),
        A_(lens.model.A),
        B_(lens.model.B),
        rotation_(0, frequency),
        period_sec_(lens.model.period_sec),
        shifts_(2 * aliases + 1) {
    for (int i = 0; i < shifts_.size(); ++i) {
      shifts_[i] = Complex(0, frequency + 2 * std::numbers::pi * (i - aliases) / period_sec_);
    }
    for (const StretchFlow& flow : lens.flows) parts_.push_back(PartOver(flow));
    FindStart();
  }

  // The components of the output at ω + 2πn/T, for n from −aliases to aliases.
  Eigen::ArrayXcd Components() const {
    Eigen::ArrayXcd components = Eigen::ArrayXcd::Zero(shifts_.size());
    Follow(start_,
           [&](const Stretch& stretch, const Part& part, const Eigen::VectorXcd& x, Complex input) {
             const Eigen::ArrayXcd since = part.of_state * x + part.of_input.matrix() * input;
             components += (-shifts_ * stretch.start_sec).exp() * since;
           });
    return components / period_sec_;
  }

 private:
  /// What a stretch makes of the input alone, where that is 1 at its start, and of components.
  struct Part {
    Eigen::VectorXcd driven;    ///< the state at its end
    Eigen::MatrixXcd of_state;  ///< a component of each state at its start,
    Eigen::ArrayXcd of_input;   ///< and of the input
    Complex turned;             ///< the input at its end
  };

  Part PartOver(const StretchFlow& flow) const {
    size_t k = flow.steps.size() - 1;
    Part part = ShortPart(flow.part_sec(k));
    for (; k > 0; --k) {
      const double length = flow.part_sec(k);
      const Eigen::MatrixXd& step = flow.steps[k];
      const Eigen::ArrayXcd back = (-shifts_ * length).exp();
      const Eigen::ArrayXcd later =
          (part.of_state * part.driven).array() + part.of_input * part.turned;
      part.of_input += back * later;
      part.of_state += Eigen::MatrixXcd(back.matrix().asDiagonal() * (part.of_state * step));
      part.driven = Eigen::VectorXcd(step * part.driven + part.driven * part.turned);
      part.turned = std::exp(rotation_ * (2 * length));
    }
    return part;
  }

  // The series Σ Fⁱ hⁱ/i!, its last column, and of [C D] times Σ (F − σ)ⁱ hⁱ⁺¹/(i + 1)!.
  Part ShortPart(double h) const {
    constexpr int kTerms = 12;
    const Eigen::Index count = shifts_.size();
    const HybridModel& model = lens_.model;
    Eigen::VectorXcd driven = (B_ * h).cast<Complex>();
    Eigen::MatrixXcd of_state = (model.C * h).cast<Complex>().replicate(count, 1);
    Eigen::ArrayXcd of_input = Eigen::ArrayXcd::Constant(count, model.D(0, 0) * h);
    Complex input = rotation_ * h;
    Part part{driven, of_state, of_input, std::exp(rotation_ * h)};
    for (int i = 2; i <= kTerms; ++i) {
      const double share = h / i;
      driven = Eigen::VectorXcd((A_ * driven + B_ * input) * share);
      input *= rotation_ * share;
      part.driven += driven;
      of_input =
          Eigen::ArrayXcd(((of_state * B_).array() + (rotation_ - shifts_) * of_input) * share);
      of_state =
          Eigen::MatrixXcd((of_state * A_ - shifts_.matrix().asDiagonal() * of_state) * share);
      part.of_input += of_input;
      part.of_state += of_state;
    }
    return part;
  }

  // Calls visit(stretch, its part, x and input at its start) for the stretches of a period from x;
  // what comes out is x at its end.
  template <typename Visit>
  Eigen::VectorXcd Follow(Eigen::VectorXcd x, const Visit& visit) const {
    for (size_t i = 0; i < lens_.stretches.size(); ++i) {
      const Stretch& stretch = lens_.stretches[i];
      const Part& part = parts_[lens_.flow_of[i]];
      const Complex input = std::exp(rotation_ * stretch.start_sec);
      if (stretch.jump != nullptr) {
        x = Eigen::VectorXcd(stretch.jump->E * x + stretch.jump->F * input);
      }
      visit(stretch, part, x, input);
      x = Eigen::VectorXcd(lens_.flows[lens_.flow_of[i]].steps[0] * x + part.driven * input);
    }
    return x;
  }

  // The state at the start of a period in steady state: the one that a period turns by e^(jωT) and
  // changes in no other way.
  void FindStart() {
    const Eigen::Index n = A_.rows();
    const Eigen::VectorXcd driven =
        Follow(Eigen::VectorXcd::Zero(n),
               [](const Stretch&, const Part&, const Eigen::VectorXcd&, Complex) {});
    const Complex turn = std::exp(rotation_ * period_sec_);
    start_ = SolveRegular(
        Eigen::MatrixXcd(turn * Eigen::MatrixXcd::Identity(n, n) - lens_.over_period), driven);
  }

  const LensModel& lens_;
  const Eigen::MatrixXd &A_, &B_;
  const Complex rotation_;  ///< jω
  const double period_sec_;
  Eigen::ArrayXcd shifts_;
  std::vector<Part> parts_;  ///< by flow
  Eigen::VectorXcd start_;
};

}  // namespace

LensResponse LensResponseOf(const HybridModel& model, const std::vector<double>& frequencies,
                            int aliases) {
  if (model.num_inputs() != 1 || model.num_outputs() != 1 || model.num_delays() != 0) {
    throw UsageError(
        "one input, one output and no dead time are needed; choose with --inputs and "
        "--outputs, and replace dead time with --pade N");
  }
  double highest = 0;
  for (const double frequency : frequencies) highest = std::max(highest, std::abs(frequency));
  const LensModel lenses(model, highest, aliases);
  LensResponse result;
  for (const double frequency : frequencies) {
    const Eigen::ArrayXcd components = Lens(lenses, frequency, aliases).Components();
    for (int alias = -aliases; alias <= aliases; ++alias) {
      (alias == 0 ? result.response : result.aliases[alias]).push_back(components[alias + aliases]);
    }
  }
  return result;
}

}  // namespace loopwright
