#include "engine/analysis/trim.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "engine/analysis/diagram_jacobian.h"
#include "engine/analysis/signals.h"
#include "engine/common/exceptions.h"
#include "engine/linear/model_text.h"
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

  Equilibrium Run() {
    VectorXd x = Start();
    Evaluate(x);
    RequireReachableTargets();
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
    return Report(x);
  }

 private:
  struct Target {
    std::string name;
    double value = 0;
  };

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

  // The equations at x, each over a size of its own, and their slopes.
  void Evaluate(const VectorXd& x) {
    auto& data = point_.context->data();
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      data.arena[unknowns_[static_cast<size_t>(i)].place] = x[i];
    }
    data.InvalidateAllButInputs();
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
    const Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver(stacked);
    return scale.cwiseInverse().asDiagonal() * VectorXd(solver.solve(right));
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

  Equilibrium Report(const VectorXd& x) {
    result_.residual = residual_.size() == 0 ? 0 : residual_.cwiseAbs().maxCoeff();
    double size = 1;
    for (Eigen::Index row = 0; row < slope_.rows(); ++row) {
      size = std::max(size, slope_.row(row).cwiseAbs().dot(x.cwiseAbs()));
    }
    for (size_t i = 0; i < unknowns_.size(); ++i) {
      const Unknown& unknown = unknowns_[i];
      const double value = x[static_cast<Eigen::Index>(i)];
      (i < num_states_ ? result_.states : result_.inputs).push_back({unknown.name, value});
      if (value == unknown.low || value == unknown.high) result_.at_bounds.push_back(unknown.name);
    }
    if (result_.residual <= kAtRest * std::min(size, 1e4)) return result_;
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
  VectorXd residual_;
  MatrixXd slope_;
  Equilibrium result_;
};

}  // namespace

Equilibrium FindEquilibrium(const TrimOptions& options, OperatingPoint* point) {
  return Trimmer(options, point).Run();
}

}  // namespace loopwright
