#include "engine/analysis/trim.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/analysis/signals.h"
#include "engine/analysis/trim_unknowns.h"
#include "engine/check/simulation_values.h"
#include "engine/common/exceptions.h"
#include "engine/diagram/diagram.h"
#include "engine/jacobian/diagram_jacobian.h"
#include "engine/linear/model_text.h"
#include "engine/matrices/decompositions.h"
#include "engine/run/run_settings.h"
#include "engine/run/simulator_settings.h"
#include "engine/simulation/simulator.h"
#include "engine/text/number_format.h"
#include "engine/text/suggest_name.h"
#include "engine/traits/step_history.h"

namespace loopwright {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// A residual below this, times the size of what it is made of, is 0.
constexpr double kAtRest = 1e-10;
constexpr int kMostTrimSteps = 300;
/// A relay has switched so often while an equilibrium was looked for: it has none.
constexpr int kMostSwitches = 20;
/// How long the run from which the search begins again is where the diagram's own has no end,
/// seconds.
constexpr double kLongRun = 100;

// Looks for the equilibrium as a problem of least squares. Unknowns are the states, what comes out
// of dead times, and what the user leaves free; equations are that no state moves, that no update
// changes anything, that a dead time puts out what goes in, and the targets. The slopes come from
// the diagram over derivatives (DiagramJacobian), all in one evaluation.
class Trimmer {
 public:
  Trimmer(const TrimOptions& options, const BlockRegistry& registry, OperatingPoint* point)
      : point_(*point),
        registry_(registry),
        allow_paths_(options.allow_paths),
        index_(point->built->index()),
        updates_(PeriodicUpdates(index_)) {
    ListStates();
    num_states_ = unknowns_.size();
    ListDelays();
    for (const std::string& text : options.frees) AddFree(text);
    for (const std::string& text : options.targets) AddTarget(text);
    std::vector<int> places;
    for (const Unknown& unknown : unknowns_) {
      for (const ParameterTie& tie : unknown.ties) places.push_back(tie.place);
    }
    RequireDenseSize(static_cast<int>(unknowns_.size()));
    int first_row = static_cast<int>(targets_.size());
    for (ReadInput& read : reads_) {
      read.first_row = first_row;
      first_row += read.width;
    }
    jacobian_ = std::make_unique<DiagramJacobian>(
        &point_.context->data(), [built = point_.built] { return built->Differentiated(); }, places,
        DiagramPorts{0, static_cast<int>(targets_.size()) + num_delayed_, actions_, reads_,
                     updates_});
  }

  // Where the search stalls, as at a saturation without slope, it begins again where a run from the
  // start ends.
  Equilibrium Run() {
    point_.context->data().modes_held = false;
    const VectorXd start = Start();
    Evaluate(start);
    RequireReachableTargets();
    const std::vector<double> standing = StandingValues(*point_.context);
    if (!SettleSwitches()) {
      const VectorXd nearest = Start();
      const std::vector<double> switches = StandingValues(*point_.context);
      const double missed = Residual();
      Place(start);
      SetStanding(standing);
      const bool has_settled = RunOn() && SettleSwitches();
      if (!has_settled && !(Residual() < missed)) {
        SetStanding(switches);
        Evaluate(nearest);
      }
    }
    return Report(Start());
  }

 private:
  /// A discrete state that only events set, as whether a Relay is on.
  struct Switch {
    std::string name;
    int place = 0;
  };

  // Levenberg-Marquardt steps from where the context is; the last is where it is then.
  void Solve() {
    VectorXd x = Start();
    Evaluate(x);
    double damping = 1e-3;
    int stalled = 0;
    for (int i = 0; i < kMostTrimSteps && stalled < 12; ++i) {
      const double before = residual_.squaredNorm();
      if (before == 0) break;
      const MatrixXd J = slope_;
      const VectorXd r = residual_;
      const VectorXd next = Bounded(x + StepOf(x, J, r, damping));
      Evaluate(next);
      const double after = residual_.squaredNorm();
      if (std::isfinite(after) && after < before) {
        x = next;
        damping = std::max(damping / 10, 1e-300);
        stalled = after > 0.98 * before ? stalled + 1 : 0;
      } else {
        slope_ = J;
        residual_ = r;
        damping = damping < 1e-16 ? 1e-3 : damping * 10;
        ++stalled;
      }
    }
    Evaluate(x);
  }

  // Equilibria with the switches as they are, then as they would be there, until they agree.
  // Whether they do: two values of a relay may each lead to where it takes the other one.
  bool SettleSwitches() {
    for (int i = 0; i < kMostSwitches; ++i) {
      Solve();
      if (!IsAtRest()) return false;
      switches_at_once_ = SwitchOver();
      if (switches_at_once_.empty()) return true;
    }
    Solve();
    return false;
  }

  // What a run sets as it begins (Initialize): a Relay whose input is beyond a threshold switches.
  // Names one that did; empty where all stay as they are.
  std::string SwitchOver() {
    if (switches_.empty()) return {};
    Simulator<double> simulator(*point_.built->result().diagram, point_.context->Clone());
    if (simulator.TryInitialize().reason() == SimulatorStatus::kEventHandlerFailed) return {};
    const std::vector<double> after = StandingValues(simulator.get_context());
    const std::vector<double> before = StandingValues(*point_.context);
    SetStanding(after);
    const auto changed = std::mismatch(after.begin(), after.end(), before.begin()).first;
    return changed == after.end() ? "" : switches_[changed - after.begin()].name;
  }

  // To the end of a run, as long as the diagram's own; false where it fails. The time, and sources,
  // stay as they are.
  bool RunOn() {
    std::vector<Diagnostic> diagnostics;
    const RunSettings settings =
        ResolveSettings(EvaluateSimulation(point_.built->document(), &diagnostics), {});
    const double length = settings.stop_time - settings.start_time;
    Simulator<double> simulator(*point_.built->result().diagram, point_.context->Clone());
    simulator.set_config(SimulatorConfigOf(settings));
    simulator.set_autodiff_source([built = point_.built] { return built->Differentiated(); });
    const auto fails = [](const SimulatorStatus& status) {
      return status.reason() == SimulatorStatus::kEventHandlerFailed;
    };
    const double end = point_.context->get_time() + (std::isfinite(length) ? length : kLongRun);
    if (fails(simulator.TryInitialize()) || fails(simulator.TryAdvanceTo(end))) return false;
    auto& arena = point_.context->data().arena;
    for (size_t i = 0; i < num_states_; ++i) {
      const int place = unknowns_[i].ties[0].place;
      arena[place] = simulator.get_context().data().arena[place];
    }
    SetStanding(StandingValues(simulator.get_context()));
    return true;
  }

  std::vector<double> StandingValues(const Context<double>& context) const {
    std::vector<double> values;
    for (const Switch& standing : switches_) {
      values.push_back(context.data().arena[standing.place]);
    }
    return values;
  }

  // At rest a dead time puts out what goes into it: its history is empty, and its initial value is
  // one more unknown.
  void ListDelays() {
    for (const int leaf : index_.plan().leaves) {
      const auto* delay = dynamic_cast<const StepHistory<double>*>(index_.plan().systems[leaf]);
      if (delay == nullptr) continue;
      Context<double>& view = point_.context->data().views[leaf];
      const Context<double>& initial = index_.initial().data().views[leaf];
      view.get_mutable_abstract_state().SetFrom(initial.get_abstract_state());
      const Quantity& value =
          index_.quantities(QuantityKind::kParameter, leaf)[delay->initial_value_parameter()];
      const std::string name = index_.plan().PathOf(leaf) + "." +
                               index_.plan().systems[leaf]->get_output_port(0).get_name();
      for (int k = 0; k < value.size; ++k) {
        const std::string element = value.size == 1 ? "" : "[" + std::to_string(k) + "]";
        unknowns_.push_back({name + element, {{value.place + k}}});
      }
      reads_.push_back({index_.plan().nodes[leaf].first_input, value.size, 0});
      num_delayed_ += value.size;
    }
  }

  void SetStanding(const std::vector<double>& values) {
    for (size_t i = 0; i < switches_.size(); ++i) {
      point_.context->data().arena[switches_[i].place] = values[i];
    }
    point_.context->data().InvalidateAllButInputs();
  }

  // Continuous states are unknowns, and so are discrete ones that a periodic update writes: at an
  // equilibrium the update gives them the value that they have. All other discrete states stand
  // still; of these, a leaf with inputs may set its own when a run begins, which makes it a switch.
  void ListStates() {
    const std::set<int> written = WrittenPlaces(updates_);
    const auto add = [&](QuantityKind kind, auto is_unknown) {
      for (const Quantity& quantity : index_.quantities(kind)) {
        for (int k = 0; k < quantity.size; ++k) {
          const std::string name = StateName(index_, quantity, k);
          if (is_unknown(quantity.place + k)) {
            unknowns_.push_back({name, {{quantity.place + k}}});
          } else {
            result_.stands_still.push_back(name);
            const bool has_input = index_.plan().nodes[quantity.node].num_inputs > 0;
            if (has_input) switches_.push_back({name, quantity.place + k});
          }
        }
      }
    };
    add(QuantityKind::kContinuousState, [](int) { return true; });
    add(QuantityKind::kDiscreteState, [&](int place) { return written.contains(place); });
  }

  // NAME or NAME=LO..HI of an Inport's signal or a block's parameter, or the bounds of a state,
  // which is an unknown anyway.
  void AddFree(const std::string& text) {
    Unknown unknown = ReadFree(text);
    const auto own = std::find_if(unknowns_.begin(), unknowns_.end(),
                                  [&](const Unknown& other) { return other.name == unknown.name; });
    if (own != unknowns_.end()) {
      own->low = unknown.low;
      own->high = unknown.high;
      return;
    }
    const auto found = index_.Find(unknown.name);
    if (found.quantity != nullptr && found.quantity->kind == QuantityKind::kInport &&
        found.quantity->storage == QuantityStorage::kArena) {
      unknown.ties = {{found.quantity->place + found.element}};
    } else {
      unknown.ties = TiesOf(unknown.name);
    }
    unknowns_.push_back(unknown);
  }

  std::vector<ParameterTie> TiesOf(const std::string& name) const {
    try {
      return FindTies(*point_.built, registry_, allow_paths_, name);
    } catch (const OverrideError&) {
      std::vector<std::string> names = DefaultInputs(index_);
      for (const Unknown& other : unknowns_) names.push_back(other.name);
      throw UsageError("--free: there is no Inport, no parameter and no state \"" + name + "\"" +
                       DidYouMean(name, names, '"') +
                       "; expected such as u.y, plant.mass, mass of the diagram, or plant.x=0..2");
    } catch (const UsageError& error) {
      throw UsageError(std::string("--free: ") + error.what());
    }
  }

  // SIGNAL=EXPR, an equation for each element of the signal. The signal becomes an output of the
  // Jacobian, of which the value is subtracted.
  void AddTarget(const std::string& text) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos) {
      throw UsageError("--target: \"" + text + "\" is not SIGNAL=EXPR, such as plant.y=2");
    }
    const std::string name = text.substr(0, equals);
    const SignalPlace place = FindSignal(index_, name);
    const auto values = ParseNumbers(text.substr(equals + 1), "--target " + name);
    if (static_cast<int>(values.size()) != place.width) {
      throw UsageError("--target: \"" + name + "\" has " + std::to_string(place.width) +
                       " elements, but here are " + std::to_string(values.size()) + " values");
    }
    PortAction action(place.node, place.entry, place.offset, place.port_width);
    for (int k = 0; k < place.width; ++k) {
      action.rows[place.first + k] = static_cast<int>(targets_.size()) + k;
    }
    actions_.push_back(action);
    for (const double value : values) targets_.push_back({name, value});
  }

  VectorXd Start() const {
    VectorXd x(static_cast<Eigen::Index>(unknowns_.size()));
    const auto& arena = point_.context->data().arena;
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      const ParameterTie& tie = unknowns_[i].ties[0];
      x[i] = (arena[tie.place] - tie.offset) / tie.factor;
    }
    return Bounded(x);
  }

  VectorXd Bounded(VectorXd x) const {
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      x[i] = std::clamp(x[i], unknowns_[i].low, unknowns_[i].high);
    }
    return x;
  }

  void Place(const VectorXd& x) {
    auto& data = point_.context->data();
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      for (const ParameterTie& tie : unknowns_[i].ties) {
        data.arena[tie.place] = tie.offset + tie.factor * x[i];
      }
    }
    data.InvalidateAllButInputs();
  }

  // The equations at x and their slopes: of derivatives, updates, dead times and targets.
  void Evaluate(const VectorXd& x) {
    Place(x);
    const auto& arena = point_.context->data().arena;
    jacobian_->Evaluate();
    const VectorXd& derivatives = jacobian_->derivative_values();
    const VectorXd& outputs = jacobian_->output_values();
    const auto num_targets = static_cast<Eigen::Index>(targets_.size());
    std::vector<VectorXd> residuals = {derivatives};
    std::vector<MatrixXd> slopes = {Collect(jacobian_->derivatives())};
    for (size_t g = 0; g < updates_.size(); ++g) {
      VectorXd change = jacobian_->update_values()[g];
      MatrixXd slope = Collect(jacobian_->updates()[g]);
      for (Eigen::Index row = 0; row < change.size(); ++row) {
        const int place = updates_[g].places[row];
        change[row] -= arena[place];
        slope(row, OwnerOf(place)) -= 1;
      }
      residuals.push_back(change);
      slopes.push_back(slope);
    }
    const MatrixXd by_outputs = Collect(jacobian_->outputs());
    const auto first = static_cast<Eigen::Index>(num_states_);
    residuals.emplace_back(outputs.tail(num_delayed_) - x.segment(first, num_delayed_));
    slopes.emplace_back(by_outputs.bottomRows(num_delayed_));
    slopes.back().middleCols(first, num_delayed_) -= MatrixXd::Identity(num_delayed_, num_delayed_);
    residuals.emplace_back(outputs.head(num_targets));
    for (Eigen::Index t = 0; t < num_targets; ++t) {
      residuals.back()[t] -= targets_[t].value;
    }
    slopes.emplace_back(by_outputs.topRows(num_targets));
    Stack(residuals, slopes);
  }

  void Stack(const std::vector<VectorXd>& residuals, const std::vector<MatrixXd>& slopes) {
    Eigen::Index rows = 0, at = 0;
    for (const VectorXd& part : residuals) rows += part.size();
    residual_.resize(rows);
    slope_.resize(rows, static_cast<Eigen::Index>(unknowns_.size()));
    for (size_t i = 0; i < residuals.size(); ++i) {
      residual_.segment(at, residuals[i].size()) = residuals[i];
      slope_.middleRows(at, residuals[i].size()) = slopes[i];
      at += residuals[i].size();
    }
  }

  // The columns of places as those of the unknowns that they follow.
  MatrixXd Collect(const MatrixXd& by_places) const {
    MatrixXd collected =
        MatrixXd::Zero(by_places.rows(), static_cast<Eigen::Index>(unknowns_.size()));
    Eigen::Index column = 0;
    for (Eigen::Index i = 0; i < collected.cols(); ++i) {
      for (const ParameterTie& tie : unknowns_[i].ties) {
        collected.col(i) += tie.factor * by_places.col(column++);
      }
    }
    return collected;
  }

  Eigen::Index OwnerOf(int place) const {
    const auto own = std::find_if(unknowns_.begin(), unknowns_.end(), [&](const Unknown& unknown) {
      return unknown.ties[0].place == place;
    });
    return own - unknowns_.begin();
  }

  // A step of least squares with damping in the units of the columns; unknowns at a bound that
  // would leave it stay.
  VectorXd StepOf(const VectorXd& x, const MatrixXd& J, const VectorXd& r, double damping) const {
    const VectorXd gradient = J.transpose() * r;
    const Eigen::Index n = x.size();
    MatrixXd columns = J;
    VectorXd scale(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const Unknown& unknown = unknowns_[i];
      const bool is_held =
          (x[i] <= unknown.low && gradient[i] > 0) || (x[i] >= unknown.high && gradient[i] < 0);
      if (is_held) columns.col(i).setZero();
      scale[i] = columns.col(i).norm();
      if (scale[i] == 0) scale[i] = 1;
    }
    const MatrixXd scaled = columns * scale.cwiseInverse().asDiagonal();
    MatrixXd stacked(J.rows() + n, n);
    stacked << scaled, std::sqrt(damping) * MatrixXd::Identity(n, n);
    VectorXd right = VectorXd::Zero(J.rows() + n);
    right.head(J.rows()) = -r;
    return scale.cwiseInverse().asDiagonal() * VectorXd(SolveLeastSquares(stacked, right));
  }

  // A target that no unknown moves and that is not there already.
  void RequireReachableTargets() const {
    for (size_t t = 0; t < targets_.size(); ++t) {
      const Eigen::Index row = slope_.rows() - static_cast<Eigen::Index>(targets_.size() - t);
      if (!slope_.row(row).isZero(0) || std::abs(residual_[row]) < kAtRest) continue;
      throw UsageError("--target: no unknown reaches the signal \"" + targets_[t].name +
                       "\", which is " + FormatNumber(residual_[row] + targets_[t].value) +
                       "; free an Inport or a parameter that it depends on with --free");
    }
  }

  double Residual() const { return residual_.size() == 0 ? 0 : residual_.cwiseAbs().maxCoeff(); }

  // Whether the equations hold as far as rounding lets them.
  bool IsAtRest() const {
    const VectorXd x = Start();
    double size = 1;
    for (Eigen::Index row = 0; row < slope_.rows(); ++row) {
      size = std::max(size, slope_.row(row).cwiseAbs().dot(x.cwiseAbs()));
    }
    return Residual() <= kAtRest * std::min(size, 1e4);
  }

  Equilibrium Report(const VectorXd& x) {
    result_.residual = Residual();
    for (size_t i = 0; i < unknowns_.size(); ++i) {
      const Unknown& unknown = unknowns_[i];
      const double value = x[static_cast<Eigen::Index>(i)];
      auto& values = i < num_states_                  ? result_.states
                     : i < num_states_ + num_delayed_ ? result_.delayed
                                                      : result_.inputs;
      values.push_back({unknown.name, value});
      if (value == unknown.low || value == unknown.high) result_.at_bounds.push_back(unknown.name);
    }
    if (IsAtRest() && switches_at_once_.empty()) return result_;
    if (IsAtRest()) {
      throw NoResultError("there is no equilibrium: where all else would be at rest, " +
                          switches_at_once_ +
                          " switches at once, whichever value it has. What moves on for ever may "
                          "have a periodic orbit: trim --periodic auto");
    }
    std::string text =
        "there is no equilibrium near the start: the largest residual that is left "
        "is " +
        FormatNumber(result_.residual) + ". The nearest reached:";
    for (const NamedValue& state : result_.states) {
      text += " " + state.name + " = " + FormatNumber(state.value);
    }
    throw NoResultError(text +
                        (result_.at_bounds.empty() ? "" : "; at a bound: " + result_.at_bounds[0]) +
                        ". Free an Inport with --free, or start nearer");
  }

  OperatingPoint& point_;
  const BlockRegistry& registry_;
  const bool allow_paths_;
  const DiagramIndex<double>& index_;
  const std::vector<UpdateGroup> updates_;
  std::vector<Unknown> unknowns_;
  size_t num_states_ = 0;
  int num_delayed_ = 0;  ///< elements that dead times put out, the unknowns after the states
  std::vector<ReadInput> reads_;
  std::vector<NamedValue> targets_;  ///< signals, and what they are to be
  std::vector<PortAction> actions_;
  std::unique_ptr<DiagramJacobian> jacobian_;
  std::vector<Switch> switches_;
  std::string switches_at_once_;  ///< at the equilibrium; empty: nothing does
  VectorXd residual_;
  MatrixXd slope_;
  Equilibrium result_;
};

}  // namespace

Equilibrium FindEquilibrium(const TrimOptions& options, const BlockRegistry& registry,
                            OperatingPoint* point) {
  return Trimmer(options, registry, point).Run();
}

}  // namespace loopwright
