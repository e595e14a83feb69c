#include "engine/analysis/trim.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "engine/analysis/diagram_jacobian.h"
#include "engine/analysis/signals.h"
#include "engine/check/simulation_values.h"
#include "engine/common/exceptions.h"
#include "engine/diagram/diagram.h"
#include "engine/linear/model_text.h"
#include "engine/matrices/decompositions.h"
#include "engine/run/run_settings.h"
#include "engine/run/simulator_settings.h"
#include "engine/simulation/simulator.h"
#include "engine/text/number_format.h"
#include "engine/text/suggest_name.h"

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

/// One unknown: a place in the context's arena.
struct Unknown {
  std::string name;
  int place = 0;
  double low = -kInfinity, high = kInfinity;
};

class Trimmer {
 public:
  Trimmer(const TrimOptions& options, OperatingPoint* point)
      : point_(*point), index_(point->built->index()), updates_(PeriodicUpdates(index_)) {
    ListStates();
    num_states_ = unknowns_.size();
    for (const std::string& text : options.frees) AddFree(text);
    for (const std::string& text : options.targets) AddTarget(text);
    std::vector<int> places;
    for (const Unknown& unknown : unknowns_) places.push_back(unknown.place);
    jacobian_ = std::make_unique<DiagramJacobian>(
        &point_.context->data(), [built = point_.built] { return built->Differentiated(); }, places,
        0, static_cast<int>(targets_.size()));
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
  struct Target {
    std::string name;
    double value = 0;
  };
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
      arena[unknowns_[i].place] = simulator.get_context().data().arena[unknowns_[i].place];
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

  void SetStanding(const std::vector<double>& values) {
    for (size_t i = 0; i < switches_.size(); ++i) {
      point_.context->data().arena[switches_[i].place] = values[i];
    }
    point_.context->data().InvalidateAllButInputs();
  }

  void ListStates() {
    std::set<int> written;
    for (const UpdateGroup& group : updates_) {
      written.insert(group.places.begin(), group.places.end());
    }
    const auto add = [&](QuantityKind kind, auto is_unknown) {
      for (const Quantity& quantity : index_.quantities(kind)) {
        for (int k = 0; k < quantity.size; ++k) {
          const std::string name = StateName(index_, quantity, k);
          if (is_unknown(quantity.place + k)) {
            unknowns_.push_back({name, quantity.place + k});
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

  // NAME or NAME=LO..HI of an Inport's signal or a block's parameter.
  void AddFree(const std::string& text) {
    const size_t equals = text.find('=');
    Unknown unknown;
    unknown.name = text.substr(0, equals);
    if (equals != std::string::npos) {
      const std::string range = text.substr(equals + 1);
      const size_t dots = range.find("..");
      if (dots == std::string::npos) {
        throw UsageError("--free: \"" + text + "\" is not NAME=LO..HI, such as u.y=0..10");
      }
      unknown.low = ParseNumbers(range.substr(0, dots), "--free " + unknown.name).at(0);
      unknown.high = ParseNumbers(range.substr(dots + 2), "--free " + unknown.name).at(0);
      if (unknown.low > unknown.high) {
        throw UsageError("--free: of \"" + text + "\" the lower bound is above the upper one");
      }
    }
    const auto found = index_.Find(unknown.name);
    const bool is_free = found.quantity != nullptr &&
                         found.quantity->storage == QuantityStorage::kArena &&
                         (found.quantity->kind == QuantityKind::kInport ||
                          found.quantity->kind == QuantityKind::kParameter);
    if (!is_free) {
      throw UsageError("--free: there is no Inport and no numeric parameter of a block \"" +
                       unknown.name + "\"" + DidYouMean(unknown.name, DefaultInputs(index_), '"') +
                       "; expected such as u.y or plant.mass");
    }
    unknown.place = found.quantity->place + found.element;
    unknowns_.push_back(unknown);
  }

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
    for (size_t i = 0; i < unknowns_.size(); ++i) {
      x[static_cast<Eigen::Index>(i)] = arena[unknowns_[i].place];
    }
    return Bounded(x);
  }

  VectorXd Bounded(VectorXd x) const {
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      const Unknown& unknown = unknowns_[static_cast<size_t>(i)];
      x[i] = std::clamp(x[i], unknown.low, unknown.high);
    }
    return x;
  }

  void Place(const VectorXd& x) {
    auto& data = point_.context->data();
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      data.arena[unknowns_[static_cast<size_t>(i)].place] = x[i];
    }
    data.InvalidateAllButInputs();
  }

  // The equations at x, each over a size of its own, and their slopes.
  void Evaluate(const VectorXd& x) {
    Place(x);
    const auto& data = point_.context->data();
    jacobian_->Evaluate(actions_, {}, updates_);
    Eigen::Index rows =
        jacobian_->derivative_values().size() + static_cast<Eigen::Index>(targets_.size());
    for (const UpdateGroup& group : updates_) {
      rows += static_cast<Eigen::Index>(group.places.size());
    }
    residual_.resize(rows);
    slope_.resize(rows, x.size());
    Eigen::Index at = jacobian_->derivative_values().size();
    residual_.head(at) = jacobian_->derivative_values();
    slope_.topRows(at) = jacobian_->derivatives();
    for (size_t g = 0; g < updates_.size(); ++g) {
      const std::vector<int>& places = updates_[g].places;
      for (size_t k = 0; k < places.size(); ++k, ++at) {
        const auto row = static_cast<Eigen::Index>(k);
        residual_[at] = jacobian_->update_values()[g][row] - data.arena[places[k]];
        slope_.row(at) = jacobian_->updates()[g].row(row);
        const auto own = std::find_if(unknowns_.begin(), unknowns_.end(), [&](const auto& unknown) {
          return unknown.place == places[k];
        });
        slope_(at, own - unknowns_.begin()) -= 1;
      }
    }
    for (size_t t = 0; t < targets_.size(); ++t, ++at) {
      const auto row = static_cast<Eigen::Index>(t);
      residual_[at] = jacobian_->output_values()[row] - targets_[t].value;
      slope_.row(at) = jacobian_->outputs().row(row);
    }
  }

  // A step of least squares with damping in the units of the columns; unknowns at a bound that
  // would leave it stay.
  VectorXd StepOf(const VectorXd& x, const MatrixXd& J, const VectorXd& r, double damping) const {
    const VectorXd gradient = J.transpose() * r;
    const Eigen::Index n = x.size();
    MatrixXd columns = J;
    VectorXd scale(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const Unknown& unknown = unknowns_[static_cast<size_t>(i)];
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
      (i < num_states_ ? result_.states : result_.inputs).push_back({unknown.name, value});
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
  const DiagramIndex<double>& index_;
  const std::vector<UpdateGroup> updates_;
  std::vector<Unknown> unknowns_;
  size_t num_states_ = 0;
  std::vector<Target> targets_;
  std::vector<PortAction> actions_;
  std::unique_ptr<DiagramJacobian> jacobian_;
  std::vector<Switch> switches_;
  std::string switches_at_once_;  ///< at the equilibrium; empty: nothing does
  VectorXd residual_;
  MatrixXd slope_;
  Equilibrium result_;
};

}  // namespace

Equilibrium FindEquilibrium(const TrimOptions& options, OperatingPoint* point) {
  return Trimmer(options, point).Run();
}

}  // namespace loopwright
