#include "engine/orbits/run_derivative.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "engine/common/exceptions.h"
#include "engine/context/blend.h"
#include "engine/linear/linear_model.h"
#include "engine/matrices/matrix_functions.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

using Eigen::MatrixXd;
using Eigen::RowVectorXd;
using Eigen::VectorXd;

/// A guard that is reached at less than this part of its usual speed is grazed: where the motion
/// touches it, Newton's method ends about the root of its tolerance away.
constexpr double kGrazing = 1e-4;
/// By so much of the derivative events that meet may differ in what they make of it.
constexpr double kSameEvent = 1e-7;
/// ẋ on both sides of a corner, as that of a Saturation, is the same but for this part.
constexpr double kSameRate = 1e-10;
constexpr int kMostParts = 32;

MatrixXd Commutator(const MatrixXd& a, const MatrixXd& b) { return a * b - b * a; }

// Ω for A at the points 1/2 − √15/10, 1/2 and 1/2 + √15/10 of a step of length h.
MatrixXd MagnusExponent(const MatrixXd& first, const MatrixXd& middle, const MatrixXd& last,
                        double h) {
  const MatrixXd a1 = h * middle;
  const MatrixXd a2 = (std::sqrt(15) / 3 * h) * (last - first);
  const MatrixXd a3 = (10.0 / 3 * h) * (last - 2 * middle + first);
  const MatrixXd c1 = Commutator(a1, a2);
  const MatrixXd c2 = Commutator(a1, 2 * a3 + c1) / -60;
  return a1 + a3 / 12 + Commutator(-20 * a1 - a3 + c1, a2 + c2) / 240;
}

double SizeOf(const MatrixXd& matrix) {
  return matrix.size() == 0 ? 0 : matrix.cwiseAbs().rowwise().sum().maxCoeff();
}

}  // namespace

// The derivative follows a run by three callbacks: before each step, along the dense output of a
// step, and at updates. From each comes a factor, and their product is the derivative of the state
// at the end by that at the start.
RunDerivative::RunDerivative(Simulator<double>* simulator, const AutoDiffSource& source,
                             std::vector<int> places)
    : simulator_(*simulator),
      places_(std::move(places)),
      n_(static_cast<int>(places_.size())),
      jacobian_(&live(), source, places_, {}),
      live_copy_(&live(), source),
      before_(simulator->get_context().Clone()),
      before_copy_(&before_->data(), source),
      initial_(n_),
      matrix_(MatrixXd::Identity(n_, n_)),
      rate_(VectorXd::Zero(n_)),
      jump_(MatrixXd::Identity(n_ + 1, n_ + 1)),
      holds_time_(places_.size()) {
  for (int i = 0; i < n_; ++i) initial_[i] = live().arena[places_[i]];
  least_ = greatest_ = initial_;
  const auto& events = live().plan->events;
  for (size_t i = 0; i < events.size(); ++i) {
    event_numbers_.emplace(events[i].event, static_cast<int>(i));
  }
  simulator->set_step_callback([this] {
    BeginStep();
    return true;
  });
  simulator->set_step_viewer([this](const StepInterior<double>& step) { FollowStep(step); });
  simulator->set_trace([this](const TracePhase& phase) { FollowUpdates(phase); });
}

RunDerivative::~RunDerivative() {
  simulator_.set_step_callback({});
  simulator_.set_step_viewer({});
  simulator_.set_trace({});
}

// What the beginning of a run sets, as the state of a relay from its input, is not what the state
// was before.
void RunDerivative::BeginStep() {
  KeepBefore();
  if (std::exchange(has_begun_, true)) return;
  begun_sec_ = reached_sec_ = live().time;
  for (int i = 0; i < n_; ++i) {
    if (live().arena[places_[i]] != initial_[i]) matrix_.col(i).setZero();
  }
}

// Updates are differentiated at the values before them, so these are copied while they are there.
void RunDerivative::KeepBefore() {
  internal::ContextData<double>& kept = before_->data();
  const internal::ContextData<double>& now = live();
  kept.time = now.time;
  kept.arena = now.arena;
  kept.modes = now.modes;
  kept.modes_held = now.modes_held;
  kept.loops.starts = now.loops.starts;
  for (size_t i = 0; i < now.abstract_states.size(); ++i) {
    kept.abstract_states[i]->SetFrom(*now.abstract_states[i]);
  }
}

// --- within steps ---

void RunDerivative::FollowStep(const StepInterior<double>& step) {
  if (!is_known_) return;
  // A step along a guard that no method could take is shown to nobody.
  is_known_ = step.start_sec == reached_sec_;
  MatrixXd begin(n_, n_), end(n_, n_);
  VectorXd rate(n_);
  if (!is_known_ || !Evaluate(step, step.start_sec, &begin, &rate)) return;
  FinishJump(rate);
  if (!Evaluate(step, step.end_sec, &end, &rate_)) return;
  const double length = step.end_sec - step.start_sec;
  const double turn = length * std::sqrt(SizeOf(begin) * SizeOf(end - begin));
  const int parts = std::clamp(static_cast<int>(std::ceil(4 * turn)), 1, kMostParts);
  for (int i = 0; i < parts; ++i) {
    if (!Flow(step, step.start_sec + length * i / parts, step.start_sec + length * (i + 1) / parts))
      return;
  }
  step.at(step.end_sec);
  for (const StepTrigger& trigger : step.ended_by) triggers_.push_back(CrossingOf(trigger));
  reached_sec_ = step.end_sec;
}

// A and ẋ at a time of the step; false where they are not known.
bool RunDerivative::Evaluate(const StepInterior<double>& step, double time_sec, MatrixXd* A,
                             VectorXd* rate) {
  step.at(time_sec);
  is_known_ = live().blend() == nullptr;
  if (!is_known_) return false;
  try {
    jacobian_.Evaluate();
  } catch (const UsageError&) {
    is_known_ = false;
    return false;
  }
  A->setZero();
  rate->setZero();
  const MatrixXd derivatives = jacobian_.derivatives();
  for (int i = 0; i < n_; ++i) {
    const int place = places_[i];
    least_[i] = std::min(least_[i], live().arena[place]);
    greatest_[i] = std::max(greatest_[i], live().arena[place]);
    if (place >= live().plan->num_continuous()) continue;
    A->row(i) = derivatives.row(place);
    (*rate)[i] = jacobian_.derivative_values()[place];
  }
  return true;
}

// The derivative M of a flow fulfils M' = A(t) M. Over an interval it is the exponential of Magnus'
// expansion, of order 6 from A at the three points of Gauss' quadrature, 0.5 ± √15/10 of the
// interval and its middle.
bool RunDerivative::Flow(const StepInterior<double>& step, double begin_sec, double end_sec) {
  const double h = end_sec - begin_sec, aside = std::sqrt(15) / 10;
  MatrixXd first(n_, n_), middle(n_, n_), last(n_, n_);
  VectorXd rate(n_);
  if (!Evaluate(step, begin_sec + (0.5 - aside) * h, &first, &rate) ||
      !Evaluate(step, begin_sec + 0.5 * h, &middle, &rate) ||
      !Evaluate(step, begin_sec + (0.5 + aside) * h, &last, &rate)) {
    return false;
  }
  matrix_ = Exponential(MagnusExponent(first, middle, last, h)) * matrix_;
  return true;
}

// --- at events ---

// The columns from this one on: elements of the state, and behind them the time.
void RunDerivative::Seed(int first_column, internal::ContextData<AutoDiff>* data) const {
  for (int c = 0; c < AutoDiff::kDerivatives && first_column + c <= n_; ++c) {
    if (first_column + c < n_) {
      data->arena[places_[first_column + c]].derivatives()[c] = 1;
      continue;
    }
    AutoDiff time(data->time.value());
    time.derivatives()[c] = 1;
    data->write_time(time);
  }
}

// The function whose change of sign ended the step, with its derivatives by state and time: a
// witness function, or the margin of a branch.
AutoDiff RunDerivative::GuardOf(const StepTrigger& trigger) {
  internal::ContextData<AutoDiff>& data = live_copy_.data();
  const auto& leaf = static_cast<const LeafSystem<AutoDiff>&>(*data.plan->systems[trigger.node]);
  const Context<AutoDiff>& context = data.views[trigger.node];
  const size_t index = trigger.index;
  if (trigger.is_witness) {
    std::vector<const WitnessFunction<AutoDiff>*> witnesses;
    leaf.CollectWitnessFunctions(context, &witnesses);
    return witnesses.at(index)->CalcWitnessValue(context);
  }
  std::vector<AutoDiff> margins(leaf.num_modes());
  const PlanNode& node = data.plan->nodes[trigger.node];
  leaf.CalcModeMargins(context, data.modes.data() + node.first_mode, margins.data());
  return margins.at(index);
}

// The run's context is at the end of the step, where all is as before the event.
RunDerivative::Crossing RunDerivative::CrossingOf(const StepTrigger& trigger) {
  Crossing crossing{live().plan->PathOf(trigger.node), live().time, RowVectorXd(n_ + 1), 0};
  for (int first = 0; first <= n_; first += AutoDiff::kDerivatives) {
    live_copy_.Update();
    Seed(first, &live_copy_.data());
    const AutoDiff guard = GuardOf(trigger);
    for (int c = 0; c < AutoDiff::kDerivatives && first + c <= n_; ++c) {
      crossing.gradient[first + c] = guard.derivatives()[c];
    }
  }
  crossing.speed = crossing.gradient.head(n_).dot(rate_) + crossing.gradient[n_];
  return crossing;
}

// The updates that have just run, once more in the other scalar, from the values before them.
void RunDerivative::FollowUpdates(const TracePhase& phase) {
  const std::string_view name = phase.phase;
  if (!is_known_ || !has_begun_ || (name != "unrestricted" && name != "discrete")) return;
  is_known_ = before_copy_.Update();
  if (!is_known_) return;
  const auto events = EventsOf(phase);
  is_known_ = events.has_value();
  if (!is_known_) return;
  internal::ContextData<AutoDiff>& data = before_copy_.data();
  if (buffer_ == nullptr) buffer_ = std::make_unique<UpdateBuffer<AutoDiff>>(&data);
  MatrixXd R = MatrixXd::Zero(n_ + 1, n_ + 1);
  R(n_, n_) = 1;
  for (int first = 0; first <= n_; first += AutoDiff::kDerivatives) {
    before_copy_.Update();
    Seed(first, &data);
    buffer_->Begin();
    for (const auto& [node, event] : *events) {
      is_known_ = is_known_ && !buffer_->Run(node, *event).failed();
    }
    buffer_->Commit();
    for (int i = 0; i < n_; ++i) {
      const AutoDiff::Derivatives& derivatives = data.arena[places_[i]].derivatives();
      for (int c = 0; c < AutoDiff::kDerivatives && first + c <= n_; ++c) {
        R(i, first + c) = derivatives[c];
      }
    }
  }
  jump_ = MatrixXd(R * jump_);
  for (const TraceCause& cause : phase.causes) {
    has_timed_updates_ = has_timed_updates_ || std::string_view(cause.trigger) == "periodic" ||
                         std::string_view(cause.trigger) == "timed";
  }
  KeepBefore();
}

// Nothing where one of them is neither declared nor that of a witness function.
std::optional<std::vector<RunDerivative::AutoDiffEvent>> RunDerivative::EventsOf(
    const TracePhase& phase) {
  const Plan<double>& plan = *live().plan;
  std::vector<AutoDiffEvent> events;
  for (const TraceCause& cause : phase.causes) {
    const auto number = event_numbers_.find(cause.event);
    if (number != event_numbers_.end()) {
      const auto& [node, event] = before_copy_.data().plan->events[number->second];
      events.emplace_back(node, event);
      continue;
    }
    const int node = plan.node_of(static_cast<const System<double>&>(*cause.block));
    const Event<AutoDiff>* event = FindWitnessed(node, cause.event);
    if (event == nullptr) return {};
    events.emplace_back(node, event);
  }
  return events;
}

// The event of a witness function, by what it is in the scalar of the run.
const Event<AutoDiff>* RunDerivative::FindWitnessed(int node, const void* event) {
  const auto& leaf = static_cast<const LeafSystem<double>&>(*live().plan->systems[node]);
  std::vector<const WitnessFunction<double>*> witnesses;
  leaf.CollectWitnessFunctions(before_->data().views[node], &witnesses);
  internal::ContextData<AutoDiff>& data = before_copy_.data();
  const auto& other = static_cast<const LeafSystem<AutoDiff>&>(*data.plan->systems[node]);
  std::vector<const WitnessFunction<AutoDiff>*> others;
  other.CollectWitnessFunctions(data.views[node], &others);
  for (size_t i = 0; i < witnesses.size() && i < others.size(); ++i) {
    if (witnesses[i]->get_event() == event) return others[i]->get_event();
  }
  return nullptr;
}

// `rate` is ẋ after the instant, and rate_ what it was before.
void RunDerivative::FinishJump(const VectorXd& rate) {
  MatrixXd after = jump_.topLeftCorner(n_, n_) * matrix_;
  if (!triggers_.empty()) {
    const VectorXd moved_by_time = jump_.col(n_).head(n_);
    const VectorXd late = rate - jump_.topLeftCorner(n_, n_) * rate_ - moved_by_time;
    const double usual = std::max(SizeOf(rate), SizeOf(rate_));
    if (SizeOf(late) > kSameRate * usual || !moved_by_time.isZero(0)) {
      MoveWithState(late, &after);
    }
    for (int i = 0; i < n_; ++i) {
      if (moved_by_time[i] != 0) holds_time_[i] = true;
    }
  }
  matrix_ = after;
  jump_.setIdentity();
  has_timed_updates_ = false;
  triggers_.clear();
}

// The part of the saltation matrix by which the instant moves; `late` is by how much the state is
// another if it comes a unit of time later. Events that meet at one instant, and of which one would
// move it in another way than another, have no derivative in common; nor has an event that meets an
// update at a given time. Where they change nothing that does not matter.
void RunDerivative::MoveWithState(const VectorXd& late, MatrixXd* after) {
  std::vector<RowVectorXd> advances;
  for (const Crossing& crossing : triggers_) {
    // One that is not moving is found by RequireExistence().
    const double part = crossing.speed == 0 ? 0 : 1 / crossing.speed;
    advances.emplace_back(part * crossing.gradient.head(n_) * matrix_);
  }
  *after += late * advances[0];
  if (has_timed_updates_) advances.emplace_back(RowVectorXd::Zero(n_));
  for (const RowVectorXd& other : advances) {
    const bool is_same = SizeOf(late * (other - advances[0])) <= kSameEvent * SizeOf(*after);
    if (!is_same && !corner_) corner_ = triggers_[0];
  }
  crossings_.insert(crossings_.end(), triggers_.begin(), triggers_.end());
}

// A threshold that is crossed fast moves the instant of crossing only a little as the state
// changes. One that is touched moves it infinitely: its rate along the orbit is compared with what
// it usually is.
void RunDerivative::RequireExistence() const {
  for (const Crossing& crossing : crossings_) {
    const RowVectorXd& gradient = crossing.gradient;
    const double moves_by = gradient.head(n_).cwiseAbs().dot(greatest_ - least_);
    const double usual = moves_by / (reached_sec_ - begun_sec_) + std::abs(gradient[n_]);
    if (std::abs(crossing.speed) > kGrazing * usual) continue;
    throw NoResultError("the orbit grazes: at " + FormatNumber(crossing.time_sec) +
                        " s the threshold of \"" + crossing.block +
                        "\" is touched rather than crossed, so that states beside the orbit may "
                        "miss it, and there are no multipliers. Change a parameter a little");
  }
  if (!corner_) return;
  throw NoResultError(
      "several events meet at " + FormatNumber(corner_->time_sec) + " s, that of \"" +
      corner_->block +
      "\" among them: beside the orbit they come one after the other, in an order "
      "that depends on the side, and there are no multipliers. Change a parameter a "
      "little");
}

}  // namespace loopwright
