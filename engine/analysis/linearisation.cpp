#include "engine/analysis/linearisation.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/analysis/blocked_paths.h"
#include "engine/analysis/diagram_jacobian.h"
#include "engine/analysis/signals.h"
#include "engine/common/exceptions.h"
#include "engine/context/loop.h"
#include "engine/linear/model_text.h"
#include "engine/traits/step_history.h"

namespace loopwright {
namespace {

using Eigen::MatrixXd;

/// A dead time: the ports of its block.
struct DelayBlock {
  int node = 0;
  int input = 0, width = 0;
  double delay_sec = 0;
};

class Lineariser {
 public:
  Lineariser(OperatingPoint* point, const PointOptions& options)
      : point_(*point), options_(options), index_(point->built->index()), plan_(index_.plan()) {}

  Linearisation Run() {
    updates_ = PeriodicUpdates(index_);
    ListStates();
    RequireDenseSize(static_cast<int>(places_.size()));
    FindDelays();
    ListPorts();
    ReplaceBlocks();
    DiagramJacobian jacobian(
        &point_.context->data(), [built = point_.built] { return built->Differentiated(); },
        places_, num_inputs_, num_outputs_);
    jacobian.Evaluate(actions_, reads_, updates_);
    if (!options_.as_it_stands && SettleConstants(jacobian)) {
      jacobian.Evaluate(actions_, reads_, updates_);
    }
    Fill(jacobian);
    if (result_.model.is_sampled()) FindRamps(&jacobian);
    for (const auto& [place, value] : unsettled_) point_.context->data().arena[place] = value;
    point_.context->data().InvalidateAllButInputs();
    if (!options_.keeps_all_states) DropUnconnected();
    result_.blocked = FindBlockedPaths(point_, result_.model, InputNodes(), OutputNodes());
    return std::move(result_);
  }

 private:
  // Continuous state first, then what periodic updates write.
  void ListStates() {
    HybridModel& model = result_.model;
    for (const Quantity& quantity : index_.quantities(QuantityKind::kContinuousState)) {
      for (int k = 0; k < quantity.size; ++k) {
        places_.push_back(quantity.place + k);
        names_.push_back(StateName(index_, quantity, k));
      }
    }
    model.num_continuous = static_cast<int>(places_.size());
    std::set<int> written;
    for (const UpdateGroup& group : updates_) {
      written.insert(group.places.begin(), group.places.end());
    }
    for (const Quantity& quantity : index_.quantities(QuantityKind::kDiscreteState)) {
      for (int k = 0; k < quantity.size; ++k) {
        const std::string name = StateName(index_, quantity, k);
        if (written.contains(quantity.place + k)) {
          places_.push_back(quantity.place + k);
          names_.push_back(name);
        } else {
          result_.left_out.push_back(name);
        }
      }
    }
  }

  void FindDelays() {
    for (const int leaf : plan_.leaves) {
      const auto* history = dynamic_cast<const StepHistory<double>*>(plan_.systems[leaf]);
      if (history == nullptr) continue;
      const Context<double>& context = point_.context->data().views[leaf];
      delays_.push_back({leaf, plan_.nodes[leaf].first_input,
                         plan_.systems[leaf]->get_input_port(0).size(),
                         history->CalcLargestStep(context)});
    }
  }

  // What an update sets to a constant on which no derivative depends (whether a hold has sampled
  // already, and when) is as it is just after that update, as long as derivatives are taken.
  // Whether something changed.
  bool SettleConstants(const DiagramJacobian& jacobian) {
    bool has_changed = false;
    internal::ContextData<double>& data = point_.context->data();
    for (size_t j = 0; j < places_.size(); ++j) {
      const auto column = static_cast<Eigen::Index>(j);
      bool matters = !jacobian.derivatives().col(column).isZero(0) ||
                     !jacobian.outputs().col(column).isZero(0);
      for (const MatrixXd& rows : jacobian.updates()) matters |= !rows.col(column).isZero(0);
      if (matters) continue;
      for (size_t g = 0; g < updates_.size(); ++g) {
        const std::vector<int>& written = updates_[g].places;
        const auto at = std::find(written.begin(), written.end(), places_[j]);
        if (at == written.end()) continue;
        const auto row = at - written.begin();
        const double next = jacobian.update_values()[g][row];
        if (!jacobian.updates()[g].row(row).isZero(0) || next == data.arena[places_[j]]) continue;
        unsettled_.emplace_back(places_[j], data.arena[places_[j]]);
        data.arena[places_[j]] = next;
        has_changed = true;
      }
    }
    if (has_changed) data.InvalidateAllButInputs();
    return has_changed;
  }

  PortAction& ActionAt(const SignalPlace& place) {
    for (PortAction& action : actions_) {
      const bool is_same_port = action.entry == place.entry && action.offset == place.offset;
      if (is_same_port && action.input == place.input) return action;
    }
    actions_.emplace_back(place.node, place.entry, place.offset, place.port_width);
    actions_.back().input = place.input;
    return actions_.back();
  }

  // The solution of an algebraic loop is found from its blocks alone: what is added or cut between
  // them would not be seen.
  void RequireNoLoop(const SignalPlace& place, const std::string& signal) const {
    if (plan_.loops == nullptr) return;
    const auto role = [&](int entry) { return plan_.loops->roles[entry].loop; };
    const int loop = role(place.entry);
    if (loop < 0) return;
    const auto feeds_loop = [&](int node) {
      const auto& outputs = plan_.outputs;
      const PlanNode& reader = plan_.nodes[node];
      for (int i = reader.first_output; i < reader.first_output + reader.num_outputs; ++i) {
        if (role(outputs[i].entry) == loop) return true;
      }
      return false;
    };
    if (place.input >= 0 && !feeds_loop(place.reader)) return;
    throw UsageError("\"" + signal + "\" is in the algebraic loop " +
                     plan_.loops->loops[loop].path +
                     ": nothing can be added or cut there. Take a signal outside of it, or put a "
                     "block such as UnitDelay into the loop");
  }

  void AddInput(const std::string& signal) {
    const SignalPlace place = FindSignal(index_, signal);
    RequireNoLoop(place, signal);
    PortAction& action = ActionAt(place);
    for (int k = 0; k < place.width; ++k) {
      int& column = action.columns[place.first + k];
      if (column >= 0) throw UsageError("--inputs: \"" + signal + "\" comes twice");
      column = NextColumn();
      result_.model.inputs.push_back(ElementOf(signal, k, place));
      input_nodes_.push_back(place.input < 0 ? place.node : place.reader);
    }
  }

  void AddOutput(const std::string& name, const SignalPlace& place) {
    PortAction& action = ActionAt(place);
    for (int k = 0; k < place.width; ++k) {
      int& row = action.rows[place.first + k];
      if (row >= 0) throw UsageError("--outputs: \"" + name + "\" comes twice");
      row = num_outputs_++;
      result_.model.outputs.push_back(ElementOf(name, k, place));
      output_nodes_.push_back(place.node);
    }
  }

  void ListPorts() {
    for (const std::string& signal :
         options_.inputs.empty() ? DefaultInputs(index_) : options_.inputs) {
      AddInput(signal);
    }
    const auto outputs =
        options_.outputs.empty() ? DefaultOutputs(index_) : Places(options_.outputs);
    for (const auto& [name, place] : outputs) AddOutput(name, place);
    for (const std::string& signal : options_.open) {
      const SignalPlace place = FindSignal(index_, signal);
      RequireNoLoop(place, signal);
      PortAction& action = ActionAt(place);
      for (int k = 0; k < place.width; ++k) action.is_open[place.first + k] = true;
    }
    for (const DelayBlock& delay : delays_) AddDelay(delay);
  }

  void AddDelay(const DelayBlock& delay) {
    const auto& output = plan_.outputs[plan_.nodes[delay.node].first_output];
    PortAction& action =
        ActionAt({delay.node, output.entry, output.offset, delay.width, 0, delay.width});
    for (int k = 0; k < delay.width; ++k) {
      if (action.columns[k] >= 0 || action.rows[k] >= 0 || action.is_open[k]) {
        throw UsageError("the output of the dead time " + plan_.PathOf(delay.node) +
                         " cannot be an analysis point; take the signal that enters it, or one "
                         "behind it");
      }
      action.is_open[k] = true;
      action.columns[k] = NextColumn();
      result_.model.delays_sec.push_back(delay.delay_sec);
    }
    reads_.push_back({delay.input, delay.width, num_outputs_});
    num_outputs_ += delay.width;
  }

  int NextColumn() { return static_cast<int>(places_.size()) + num_inputs_++; }

  std::vector<std::pair<std::string, SignalPlace>> Places(
      const std::vector<std::string>& signals) const {
    std::vector<std::pair<std::string, SignalPlace>> places;
    for (const std::string& signal : signals) {
      places.emplace_back(signal, FindSignal(index_, signal));
    }
    return places;
  }

  static std::string ElementOf(const std::string& signal, int k, const SignalPlace& place) {
    return place.width == 1 ? signal : signal + "[" + std::to_string(k) + "]";
  }

  void ReplaceBlocks() {
    for (const auto& [block, text] : options_.as) {
      const int node = index_.FindLeaf(block);
      if (node < 0 || plan_.nodes[node].num_outputs != 1) {
        throw UsageError("--as: there is no block \"" + block + "\" with one output");
      }
      int columns = 0;
      for (int i = 0; i < plan_.nodes[node].num_inputs; ++i) {
        columns += plan_.systems[node]->get_input_port(i).size();
      }
      const auto& output = plan_.outputs[plan_.nodes[node].first_output];
      const int width = plan_.systems[node]->get_output_port(0).size();
      MatrixXd gain = ParseMatrix(text, "--as " + block);
      if (gain.size() == 1 && width == columns) {
        gain = MatrixXd(MatrixXd::Identity(width, width) * gain(0, 0));
      }
      if (gain.rows() != width || gain.cols() != columns) {
        throw UsageError("--as: \"" + block + "\" needs a gain, or a matrix of " +
                         std::to_string(width) + " by " + std::to_string(columns));
      }
      ActionAt({node, output.entry, output.offset, width, 0, width}).gain = gain;
    }
  }

  void Fill(const DiagramJacobian& jacobian) {
    HybridModel& model = result_.model;
    const auto n = static_cast<Eigen::Index>(places_.size());
    model.states = names_;
    model.A = MatrixXd::Zero(n, n);
    model.B = MatrixXd::Zero(n, num_inputs_);
    for (int i = 0; i < model.num_continuous; ++i) {
      model.A.row(i) = jacobian.derivatives().row(places_[i]).head(n);
      model.B.row(i) = jacobian.derivatives().row(places_[i]).tail(num_inputs_);
    }
    model.C = jacobian.outputs().leftCols(n);
    model.D = jacobian.outputs().rightCols(num_inputs_);
    std::vector<double> periods;
    for (size_t g = 0; g < updates_.size(); ++g) {
      const UpdateGroup& group = updates_[g];
      const MatrixXd& rows = jacobian.updates()[g];
      HybridUpdate<double> update;
      update.period_sec = group.period_sec;
      update.offset_sec = group.offset_sec;
      for (const int place : group.places) {
        update.rows.push_back(
            static_cast<int>(std::find(places_.begin(), places_.end(), place) - places_.begin()));
      }
      update.E = rows.leftCols(n);
      update.F = rows.rightCols(num_inputs_);
      model.updates.push_back(std::move(update));
      periods.push_back(group.period_sec);
    }
    model.period_sec = CommonPeriod(periods);
    RequireFinite();
  }

  // A function without derivative at the point, as the square root at 0, is named by what follows
  // it and by what it follows.
  void RequireFinite() const {
    const HybridModel& model = result_.model;
    std::vector<std::string> inputs = model.inputs, outputs = model.outputs;
    inputs.resize(static_cast<size_t>(model.B.cols()), "a dead time");
    outputs.resize(static_cast<size_t>(model.C.rows()), "a dead time");
    const auto require = [](const MatrixXd& matrix, const std::vector<std::string>& rows,
                            const std::vector<std::string>& columns) {
      for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
        for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
          if (std::isfinite(matrix(i, j))) continue;
          throw NoResultError("the linear model is not finite: how " +
                              rows[static_cast<size_t>(i)] + " follows " +
                              columns[static_cast<size_t>(j)] +
                              " has no derivative at this point, as the square root has none at 0. "
                              "Choose another point, or put a gain in the place of the block there "
                              "with --as BLOCK=EXPR");
        }
      }
    };
    require(model.A, model.states, model.states);
    require(model.B, model.states, inputs);
    require(model.C, outputs, model.states);
    require(model.D, outputs, inputs);
    for (const HybridUpdate<double>& update : model.updates) {
      std::vector<std::string> rows;
      for (const int row : update.rows) rows.push_back(model.states[row]);
      require(update.E, rows, model.states);
      require(update.F, rows, inputs);
    }
  }

  // Where what a discrete state does changes with time since its last update, it does so evenly:
  // the change over a second is that between two evaluations a period apart.
  void FindRamps(DiagramJacobian* jacobian) {
    HybridModel& model = result_.model;
    const int n = model.num_states();
    const double time = point_.context->get_time(), ahead = model.period_sec;
    const MatrixXd derivatives = jacobian->derivatives(), outputs = jacobian->outputs();
    const std::vector<MatrixXd> updates = jacobian->updates();
    point_.context->SetTime(time + ahead);
    jacobian->Evaluate(actions_, reads_, updates_);
    point_.context->SetTime(time);
    RampSlopes slopes{MatrixXd::Zero(n, n), MatrixXd(), {}};
    for (int i = 0; i < model.num_continuous; ++i) {
      slopes.A.row(i) = (jacobian->derivatives() - derivatives).row(places_[i]).head(n) / ahead;
    }
    slopes.C = (jacobian->outputs() - outputs).leftCols(n) / ahead;
    for (size_t u = 0; u < updates.size(); ++u) {
      slopes.E.emplace_back((jacobian->updates()[u] - updates[u]).leftCols(n) / ahead);
    }
    std::vector<int> sources;
    for (int j = model.num_continuous; j < n; ++j) {
      bool has_slope = !slopes.A.col(j).isZero(0) || !slopes.C.col(j).isZero(0);
      for (const MatrixXd& E : slopes.E) has_slope = has_slope || !E.col(j).isZero(0);
      if (!has_slope) continue;
      sources.push_back(j);
    }
    if (!options_.as_it_stands && !sources.empty()) TakeAtUpdates(sources, jacobian);
    AddRamps(sources, slopes, &model);
  }

  // The columns of these states as they are just after their updates, where their ramps are 0: the
  // updates are made at the point as long as derivatives are taken.
  void TakeAtUpdates(const std::vector<int>& sources, DiagramJacobian* jacobian) {
    internal::ContextData<double>& data = point_.context->data();
    data.InvalidateAllButInputs();
    jacobian->Evaluate(actions_, reads_, updates_);
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
    jacobian->Evaluate(actions_, reads_, updates_);
    HybridModel& model = result_.model;
    for (const int j : sources) {
      for (int i = 0; i < model.num_continuous; ++i) {
        model.A(i, j) = jacobian->derivatives()(places_[i], j);
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
        for (size_t r = 0; r < update.rows.size(); ++r) {
          const auto row = static_cast<Eigen::Index>(r);
          if (update.rows[r] != i) continue;
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

  std::vector<int> InputNodes() const { return input_nodes_; }
  std::vector<int> OutputNodes() const { return output_nodes_; }

  OperatingPoint& point_;
  const PointOptions& options_;
  const DiagramIndex<double>& index_;
  const Plan<double>& plan_;
  Linearisation result_;
  std::vector<UpdateGroup> updates_;
  std::vector<int> places_;
  std::vector<std::pair<int, double>> unsettled_;  ///< places in the arena, and what was there
  std::vector<std::string> names_;
  std::vector<DelayBlock> delays_;
  std::vector<PortAction> actions_;
  std::vector<DiagramJacobian::ReadInput> reads_;
  std::vector<int> input_nodes_, output_nodes_;
  int num_inputs_ = 0, num_outputs_ = 0;
};

}  // namespace

std::string StateName(const DiagramIndex<double>& index, const Quantity& quantity, int element) {
  if (!index.HasElementNames(quantity)) return index.ElementPath(quantity, element);
  // Blocks given as formulas call their state x1, x2, …: here it is numbered like all others.
  const std::string stem = index.plan().PathOf(quantity.node) + ".x";
  return quantity.size == 1 ? stem : stem + "[" + std::to_string(element) + "]";
}

void RequirePassage(const Linearisation& linearisation) {
  if (linearisation.blocked.empty()) return;
  const BlockedPath& path = linearisation.blocked.front();
  throw NoResultError(
      "nothing gets from " + path.input + " to " + path.output + ": at this point the block \"" +
      path.block +
      "\" lets nothing through, its derivative is 0. Choose another point, or put a "
      "gain in its place with --as " +
      path.block + "=1");
}

Linearisation Linearise(OperatingPoint point, const PointOptions& options) {
  Linearisation result = Lineariser(&point, options).Run();
  result.point = std::move(point);
  return result;
}

}  // namespace loopwright
