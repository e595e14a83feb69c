#include "engine/analysis/linearisation.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "engine/analysis/analysis_ports.h"
#include "engine/analysis/blocked_paths.h"
#include "engine/common/exceptions.h"
#include "engine/common/one_instant.h"
#include "engine/jacobian/diagram_jacobian.h"

namespace loopwright {
namespace {

using Eigen::MatrixXd;
using Sparse = SparseModel::Sparse;

class Lineariser {
 public:
  Lineariser(OperatingPoint* point, const PointOptions& options)
      : point_(*point),
        options_(options),
        index_(point->built->index()),
        updates_(PeriodicUpdates(index_)) {
    ListStates();
  }

  // First the derivatives at the point, then, in a sampled model, those a period later: what
  // changes between the two are the ramps, as of a first-order hold. Then the point gets back the
  // values that it had.
  Linearisation Run() {
    RequireDenseSize(static_cast<int>(places_.size()));
    DiagramJacobian jacobian = MakeJacobian();
    Fill(jacobian);
    if (result_.model.is_sampled()) FindRamps(&jacobian);
    Restore();
    if (!options_.keeps_all_states) DropUnconnected();
    result_.blocked =
        FindBlockedPaths(point_, result_.model, ports_.input_nodes, ports_.output_nodes);
    return std::move(result_);
  }

  std::optional<SparseLinearisation> RunSparse(bool reads_before) {
    const bool is_continuous = updates_.empty();
    const bool has_one_rate = updates_.size() == 1 && result_.model.num_continuous == 0;
    if (!is_continuous && !has_one_rate) return {};
    DiagramJacobian jacobian = MakeJacobian();
    SparseLinearisation result;
    result.model.delays_sec = ports_.delays_sec;
    if (!is_continuous && (!ports_.delays_sec.empty() || HasRamps(&jacobian))) {
      Restore();
      return {};
    }
    result.left_out = result_.left_out;
    FillSparse(jacobian, reads_before, &result);
    Restore();
    result.num_passes = jacobian.num_passes();
    result.blocked =
        FindBlockedPaths(point_, result.model, ports_.input_nodes, ports_.output_nodes);
    return result;
  }

 private:
  // With all derivatives at the point.
  DiagramJacobian MakeJacobian() {
    ports_ = ListPorts(point_, options_, static_cast<int>(places_.size()));
    result_.model.inputs = ports_.inputs;
    result_.model.outputs = ports_.outputs;
    result_.model.delays_sec = ports_.delays_sec;
    DiagramPorts ports = ports_.ports;
    ports.updates = updates_;
    DiagramJacobian jacobian(
        &point_.context->data(), [built = point_.built] { return built->Differentiated(); },
        places_, std::move(ports));
    jacobian.Evaluate();
    if (!options_.as_it_stands && SettleConstants(jacobian)) jacobian.Evaluate();
    return jacobian;
  }

  // The point as it was given.
  void Restore() {
    for (const auto& [place, value] : unsettled_) point_.context->data().arena[place] = value;
    point_.context->data().InvalidateAllButInputs();
  }

  // Continuous state first, then what periodic updates write.
  void ListStates() {
    const std::set<int> written = WrittenPlaces(updates_);
    const auto add = [&](QuantityKind kind, auto moves) {
      for (const Quantity& quantity : index_.quantities(kind)) {
        for (int k = 0; k < quantity.size; ++k) {
          const bool is_state = moves(quantity.place + k);
          (is_state ? names_ : result_.left_out).push_back(StateName(index_, quantity, k));
          if (!is_state) continue;
          places_.push_back(quantity.place + k);
          state_nodes_.push_back(quantity.node);
        }
      }
    };
    add(QuantityKind::kContinuousState, [](int) { return true; });
    result_.model.num_continuous = static_cast<int>(places_.size());
    add(QuantityKind::kDiscreteState, [&](int place) { return written.contains(place); });
  }

  // What an update sets to a constant on which no derivative depends (whether a hold has sampled
  // already, and when) is as it is just after that update, as long as derivatives are taken.
  // Whether something changed.
  bool SettleConstants(const DiagramJacobian& jacobian) {
    bool has_changed = false;
    internal::ContextData<double>& data = point_.context->data();
    const auto is_empty = [](const Sparse& matrix, int column) {
      return !Sparse::InnerIterator(matrix, column);
    };
    std::vector<std::vector<bool>> follows;  // by group and row: whether it follows anything
    for (const Sparse& rows : jacobian.updates()) follows.push_back(RowsWithElements(rows));
    for (size_t j = 0; j < places_.size(); ++j) {
      const auto column = static_cast<int>(j);
      bool matters =
          !is_empty(jacobian.derivatives(), column) || !is_empty(jacobian.outputs(), column);
      for (const Sparse& rows : jacobian.updates()) matters |= !is_empty(rows, column);
      if (matters) continue;
      for (size_t g = 0; g < updates_.size(); ++g) {
        const std::vector<int>& written = updates_[g].places;
        const auto at = std::lower_bound(written.begin(), written.end(), places_[j]);
        if (at == written.end() || *at != places_[j]) continue;
        const auto row = at - written.begin();
        const double next = jacobian.update_values()[g][row];
        if (follows[g][row] || next == data.arena[places_[j]]) continue;
        unsettled_.emplace_back(places_[j], data.arena[places_[j]]);
        data.arena[places_[j]] = next;
        has_changed = true;
      }
    }
    if (has_changed) data.InvalidateAllButInputs();
    return has_changed;
  }

  static std::vector<bool> RowsWithElements(const Sparse& matrix) {
    std::vector<bool> has_element(matrix.rows());
    for (int j = 0; j < matrix.outerSize(); ++j) {
      for (Sparse::InnerIterator element(matrix, j); element; ++element) {
        has_element[element.row()] = true;
      }
    }
    return has_element;
  }

  // Whether what the states do changes with the time since an update (FindRamps()). If it does not,
  // the Jacobian is still that of the point.
  bool HasRamps(DiagramJacobian* jacobian) {
    const Sparse outputs = jacobian->outputs(), updates = jacobian->updates()[0];
    const double time = point_.context->get_time();
    point_.context->SetTime(time + updates_[0].period_sec);
    jacobian->Evaluate();
    const bool has_ramps = Sparse(jacobian->outputs() - outputs).norm() != 0 ||
                           Sparse(jacobian->updates()[0] - updates).norm() != 0;
    point_.context->SetTime(time);
    return has_ramps;
  }

  // Of a diagram without updates, or with those of one rate alone: where they are due at the start
  // of each period, outputs are read after them.
  void FillSparse(const DiagramJacobian& jacobian, bool reads_before, SparseLinearisation* result) {
    SparseModel& model = result->model;
    const auto n = static_cast<Eigen::Index>(places_.size());
    const auto m = static_cast<Eigen::Index>(ports_.ports.num_inputs);
    const Sparse& rows = updates_.empty() ? jacobian.derivatives() : jacobian.updates()[0];
    // The rows in the order of the states.
    Sparse order(n, rows.rows());
    std::vector<Eigen::Triplet<double>> units;
    for (size_t i = 0; i < places_.size(); ++i) {
      int row = places_[i];
      if (!updates_.empty()) {
        const std::vector<int>& written = updates_[0].places;
        row = static_cast<int>(std::lower_bound(written.begin(), written.end(), row) -
                               written.begin());
      }
      units.emplace_back(static_cast<int>(i), row, 1);
    }
    order.setFromTriplets(units.begin(), units.end());
    const Sparse next = order * rows;
    model.A = next.leftCols(n);
    model.B = next.rightCols(m);
    model.C = jacobian.outputs().leftCols(n);
    model.D = jacobian.outputs().rightCols(m);
    if (!updates_.empty()) {
      model.period_sec = updates_[0].period_sec;
      const double phase = std::fmod(updates_[0].offset_sec, model.period_sec);
      const bool is_at_start =
          phase == 0 || IsOneInstant(phase, model.period_sec, model.period_sec);
      if (is_at_start && !reads_before) {
        model.D = Sparse(model.D + model.C * model.B);
        model.C = Sparse(model.C * model.A);
      }
    }
    model.states = names_;
    model.inputs = ports_.inputs;
    model.outputs = ports_.outputs;
    RequireFinite(model);
    if (!options_.keeps_all_states) DropUnconnected(result);
  }

  // The rows of the Jacobian are by place, those of the model by state; updates name their rows, as
  // several groups may write different parts of the state at different times.
  void Fill(const DiagramJacobian& jacobian) {
    HybridModel& model = result_.model;
    const auto n = static_cast<Eigen::Index>(places_.size());
    const auto m = static_cast<Eigen::Index>(ports_.ports.num_inputs);
    model.states = names_;
    model.A = MatrixXd::Zero(n, n);
    model.B = MatrixXd::Zero(n, m);
    const MatrixXd derivatives = jacobian.derivatives(), outputs = jacobian.outputs();
    for (int i = 0; i < model.num_continuous; ++i) {
      model.A.row(i) = derivatives.row(places_[i]).head(n);
      model.B.row(i) = derivatives.row(places_[i]).tail(m);
    }
    model.C = outputs.leftCols(n);
    model.D = outputs.rightCols(m);
    std::vector<double> periods;
    for (size_t g = 0; g < updates_.size(); ++g) {
      const UpdateGroup& group = updates_[g];
      const MatrixXd rows = jacobian.updates()[g];
      std::vector<int> states;
      for (const int place : group.places) {
        states.push_back(
            static_cast<int>(std::find(places_.begin(), places_.end(), place) - places_.begin()));
      }
      model.updates.push_back({group.period_sec, group.offset_sec, std::move(states),
                               rows.leftCols(n), rows.rightCols(m)});
      periods.push_back(group.period_sec);
    }
    model.period_sec = CommonPeriod(periods);
    RequireFinite(model);
  }

  /// Rows or columns of a model, and the blocks that they are of.
  struct Elements {
    std::vector<std::string> names;
    std::vector<int> nodes;

    void AddDelays(const std::vector<int>& delay_nodes) {
      names.resize(names.size() + delay_nodes.size(), "a dead time");
      nodes.insert(nodes.end(), delay_nodes.begin(), delay_nodes.end());
    }
  };

  // A function without derivative at the point, as the square root at 0, is named by its block, or
  // else by what follows it and by what it follows.
  template <typename Model>
  void RequireFinite(const Model& model) const {
    const Elements states{model.states, state_nodes_};
    Elements inputs{model.inputs, ports_.input_nodes}, outputs{model.outputs, ports_.output_nodes};
    inputs.AddDelays(ports_.delay_nodes);
    outputs.AddDelays(ports_.delay_nodes);
    RequireFinite(model.A, states, states);
    RequireFinite(model.B, states, inputs);
    RequireFinite(model.C, outputs, states);
    RequireFinite(model.D, outputs, inputs);
    if constexpr (std::is_same_v<Model, HybridModel>) {
      for (const HybridUpdate<double>& update : model.updates) {
        Elements rows;
        for (const int row : update.rows) {
          rows.names.push_back(model.states[row]);
          rows.nodes.push_back(state_nodes_[row]);
        }
        RequireFinite(update.E, rows, states);
        RequireFinite(update.F, rows, inputs);
      }
    }
  }

  template <typename Matrix>
  void RequireFinite(const Matrix& matrix, const Elements& rows, const Elements& columns) const {
    for (Eigen::Index j = 0; j < matrix.outerSize(); ++j) {
      for (typename Matrix::InnerIterator element(matrix, j); element; ++element) {
        if (std::isfinite(element.value())) continue;
        const size_t row = element.row();
        const size_t column = element.col();
        const std::string block = FindSteepBlock(point_, columns.nodes[column], rows.nodes[row]);
        const std::string way = rows.names[row] + " follows " + columns.names[column];
        const std::string what =
            block.empty() ? "how " + way : "\"" + block + "\", by which " + way + ",";
        const std::string remedy = options_.replacing.empty()
                                       ? ", or another block"
                                       : ", or put a gain in the place of the block with " +
                                             options_.replacing + " " +
                                             (block.empty() ? "BLOCK" : block) + "=EXPR";
        throw NoResultError("the linear model is not finite: " + what +
                            " has no derivative at this point, as the square root has none at 0. "
                            "Choose another point" +
                            remedy);
      }
    }
  }

  // Where what a discrete state does changes with time since its last update, it does so evenly:
  // the change over a second is that between two evaluations a period apart.
  void FindRamps(DiagramJacobian* jacobian) {
    HybridModel& model = result_.model;
    const int n = model.num_states();
    const double time = point_.context->get_time(), ahead = model.period_sec;
    const Sparse derivatives = jacobian->derivatives(), outputs = jacobian->outputs();
    const std::vector<Sparse> updates = jacobian->updates();
    point_.context->SetTime(time + ahead);
    jacobian->Evaluate();
    point_.context->SetTime(time);
    const auto slope = [&](const Sparse& later, const Sparse& now) {
      return MatrixXd(MatrixXd(later - now).leftCols(n) / ahead);
    };
    RampSlopes slopes{MatrixXd::Zero(n, n), slope(jacobian->outputs(), outputs), {}};
    const MatrixXd of_derivatives = slope(jacobian->derivatives(), derivatives);
    for (int i = 0; i < model.num_continuous; ++i) {
      slopes.A.row(i) = of_derivatives.row(places_[i]);
    }
    for (size_t u = 0; u < updates.size(); ++u) {
      slopes.E.push_back(slope(jacobian->updates()[u], updates[u]));
    }
    std::vector<int> sources;
    for (int j = model.num_continuous; j < n; ++j) {
      bool has_slope = !slopes.A.col(j).isZero(0) || !slopes.C.col(j).isZero(0);
      for (const MatrixXd& E : slopes.E) has_slope = has_slope || !E.col(j).isZero(0);
      if (has_slope) sources.push_back(j);
    }
    if (!options_.as_it_stands && !sources.empty()) TakeAtUpdates(sources, jacobian);
    AddRamps(sources, slopes, &model);
  }

  // The columns of these states as they are just after their updates, where their ramps are 0: the
  // updates are made at the point as long as derivatives are taken.
  void TakeAtUpdates(const std::vector<int>& sources, DiagramJacobian* jacobian) {
    internal::ContextData<double>& data = point_.context->data();
    data.InvalidateAllButInputs();
    jacobian->Evaluate();
    std::vector<std::pair<int, double>> before;
    for (size_t g = 0; g < updates_.size(); ++g) {
      const std::vector<int>& written = updates_[g].places;
      const bool has_source = std::any_of(sources.begin(), sources.end(), [&](int source) {
        return std::find(written.begin(), written.end(), places_[source]) != written.end();
      });
      for (size_t r = 0; has_source && r < written.size(); ++r) {
        before.emplace_back(written[r], data.arena[written[r]]);
        data.arena[written[r]] = jacobian->update_values()[g][static_cast<Eigen::Index>(r)];
      }
    }
    data.InvalidateAllButInputs();
    jacobian->Evaluate();
    HybridModel& model = result_.model;
    for (const int j : sources) {
      for (int i = 0; i < model.num_continuous; ++i) {
        model.A(i, j) = jacobian->derivatives().coeff(places_[i], j);
      }
      model.C.col(j) = jacobian->outputs().col(j);
      for (size_t u = 0; u < model.updates.size(); ++u) {
        model.updates[u].E.col(j) = jacobian->updates()[u].col(j);
      }
    }
    for (const auto& [place, value] : before) data.arena[place] = value;
    data.InvalidateAllButInputs();
  }

  // A discrete state that follows from nothing and that nothing follows from.
  void DropUnconnected() {
    HybridModel& model = result_.model;
    std::vector<int> kept;
    for (int i = 0; i < model.num_states(); ++i) {
      bool is_connected =
          i < model.num_continuous || !model.A.col(i).isZero(0) || !model.C.col(i).isZero(0);
      for (const auto& update : model.updates) {
        if (!update.E.col(i).isZero(0)) is_connected = true;
        for (Eigen::Index row = 0; row < std::ssize(update.rows); ++row) {
          if (update.rows[row] != i) continue;
          if (!update.E.row(row).isZero(0) || !update.F.row(row).isZero(0)) is_connected = true;
        }
      }
      if (is_connected) {
        kept.push_back(i);
      } else {
        result_.left_out.push_back(model.states[i]);
      }
    }
    KeepStates(kept, &model);
  }

  void DropUnconnected(SparseLinearisation* result) const {
    SparseModel& model = result->model;
    const std::vector<bool> follows = RowsWithElements(model.A);
    const std::vector<bool> is_moved = RowsWithElements(model.B);
    std::vector<int> kept;
    for (int i = 0; i < model.num_states(); ++i) {
      const bool is_connected = !model.is_sampled() || Sparse::InnerIterator(model.A, i) ||
                                Sparse::InnerIterator(model.C, i) || follows[i] || is_moved[i];
      if (is_connected) {
        kept.push_back(i);
      } else {
        result->left_out.push_back(model.states[i]);
      }
    }
    KeepStates(kept, &model);
  }

  OperatingPoint& point_;
  const PointOptions& options_;
  const DiagramIndex<double>& index_;
  const std::vector<UpdateGroup> updates_;
  Linearisation result_;
  std::vector<int> places_;
  std::vector<std::pair<int, double>> unsettled_;  ///< places in the arena, and what was there
  std::vector<std::string> names_;
  std::vector<int> state_nodes_;  ///< of places_: whose they are
  AnalysisPorts ports_;
};

}  // namespace

std::string StateName(const DiagramIndex<double>& index, const Quantity& quantity, int element) {
  // A DifferenceEquation counts its updates in a group of its own, which has another name.
  const bool is_beside = quantity.kind == QuantityKind::kDiscreteState && quantity.number > 0;
  if (!index.HasElementNames(quantity) || is_beside) return index.ElementPath(quantity, element);
  // Blocks given as formulas call their state x1, x2, …: here it is numbered like all others.
  const std::string stem = index.plan().PathOf(quantity.node) + ".x";
  return quantity.size == 1 ? stem : stem + "[" + std::to_string(element) + "]";
}

void RequirePassage(const Linearisation& linearisation, const PointOptions& options) {
  if (linearisation.blocked.empty()) return;
  const BlockedPath& path = linearisation.blocked.front();
  const std::string remedy =
      options.replacing.empty()
          ? ""
          : ", or put a gain in its place with " + options.replacing + " " + path.block + "=1";
  throw BlockedError("nothing gets from " + path.input + " to " + path.output +
                         ": at this point the block \"" + path.block +
                         "\" lets nothing through, its derivative is 0. Choose another point" +
                         remedy,
                     path.block);
}

Linearisation Linearise(OperatingPoint point, const PointOptions& options) {
  Linearisation result = Lineariser(&point, options).Run();
  result.point = std::move(point);
  return result;
}

std::optional<SparseLinearisation> LineariseSparse(OperatingPoint* point,
                                                   const PointOptions& options, bool reads_before) {
  return Lineariser(point, options).RunSparse(reads_before);
}

std::set<int> WrittenPlaces(const std::vector<UpdateGroup>& updates) {
  std::set<int> written;
  for (const UpdateGroup& group : updates) {
    written.insert(group.places.begin(), group.places.end());
  }
  return written;
}

int CountStates(const OperatingPoint& point) {
  const DiagramIndex<double>& index = point.built->index();
  const std::set<int> written = WrittenPlaces(PeriodicUpdates(index));
  return index.plan().num_continuous() + static_cast<int>(written.size());
}

}  // namespace loopwright
