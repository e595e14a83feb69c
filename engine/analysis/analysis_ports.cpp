#include "engine/analysis/analysis_ports.h"

#include <algorithm>

#include "engine/analysis/signals.h"
#include "engine/common/exceptions.h"
#include "engine/context/loop.h"
#include "engine/linear/model_text.h"
#include "engine/traits/step_history.h"

namespace loopwright {
namespace {

/// A dead time: the ports of its block.
struct DelayBlock {
  int node = 0;
  int input = 0, width = 0;
  double delay_sec = 0;
};

class PortLister {
 public:
  PortLister(const OperatingPoint& point, const PointOptions& options, int num_states)
      : point_(point),
        options_(options),
        index_(point.built->index()),
        plan_(index_.plan()),
        num_states_(num_states) {}

  AnalysisPorts Run() {
    FindDelays();
    List();
    ReplaceBlocks();
    return std::move(result_);
  }

 private:
  // Blocks that keep the history of an input are dead times; what their longest step may be is how
  // late they are.
  void FindDelays() {
    for (const int leaf : plan_.leaves) {
      const auto* history = dynamic_cast<const StepHistory<double>*>(plan_.systems[leaf]);
      if (history == nullptr || IsReplaced(leaf)) continue;
      const Context<double>& context = point_.context->data().views[leaf];
      delays_.push_back({leaf, plan_.nodes[leaf].first_input,
                         plan_.systems[leaf]->get_input_port(0).size(),
                         history->CalcLargestStep(context)});
    }
  }

  bool IsReplaced(int leaf) const {
    return std::any_of(options_.as.begin(), options_.as.end(),
                       [&](const auto& as) { return index_.FindLeaf(as.first) == leaf; });
  }

  // What is done at a port: several points may lie on one port, and all that is done there is done
  // together.
  PortAction& ActionAt(const SignalPlace& place) {
    for (PortAction& action : result_.ports.actions) {
      const bool is_same_port = action.entry == place.entry && action.offset == place.offset;
      if (is_same_port && action.input == place.input) return action;
    }
    result_.ports.actions.emplace_back(place.node, place.entry, place.offset, place.port_width);
    result_.ports.actions.back().input = place.input;
    return result_.ports.actions.back();
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

  // A column for each element. An input is added to the signal, or to what a single reader gets of
  // it.
  void AddInput(const std::string& signal) {
    const SignalPlace place = FindSignal(index_, signal);
    RequireNoLoop(place, signal);
    PortAction& action = ActionAt(place);
    for (int k = 0; k < place.width; ++k) {
      int& column = action.columns[place.first + k];
      if (column >= 0) throw UsageError("--inputs: \"" + signal + "\" comes twice");
      column = NextColumn();
      result_.inputs.push_back(ElementOf(signal, k, place));
      result_.input_nodes.push_back(place.input < 0 ? place.node : place.reader);
    }
  }

  // Makes an output of the model, with a row for each element of the signal.
  void AddOutput(const std::string& name, const SignalPlace& place) {
    PortAction& action = ActionAt(place);
    for (int k = 0; k < place.width; ++k) {
      int& row = action.rows[place.first + k];
      if (row >= 0) throw UsageError("--outputs: \"" + name + "\" comes twice");
      row = result_.ports.num_outputs++;
      result_.outputs.push_back(ElementOf(name, k, place));
      result_.output_nodes.push_back(place.node);
    }
  }

  // Inputs, outputs, where the diagram is cut open, and the dead times, whose signals are ports
  // too.
  void List() {
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

  // Its output is cut, and becomes an input of the model; what enters it becomes an output.
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
      result_.delays_sec.push_back(delay.delay_sec);
      result_.delay_nodes.push_back(delay.node);
    }
    result_.ports.reads.push_back({delay.input, delay.width, result_.ports.num_outputs});
    result_.ports.num_outputs += delay.width;
  }

  int NextColumn() { return num_states_ + result_.ports.num_inputs++; }

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

  // `--as BLOCK=EXPR`: the block counts as that gain.
  void ReplaceBlocks() {
    for (const auto& [block, text] : options_.as) {
      const int node = index_.FindLeaf(block);
      if (node < 0 || plan_.nodes[node].num_outputs != 1) {
        throw UsageError("--as: there is no block \"" + block + "\" with one output");
      }
      const auto& output = plan_.outputs[plan_.nodes[node].first_output];
      const auto& port = plan_.systems[node]->get_output_port(0);
      const SignalPlace place{node, output.entry, output.offset, port.size(), 0, port.size()};
      RequireNoLoop(place, block + "." + port.get_name());
      ActionAt(place).gain = GainFor(block, node, text);
    }
  }

  // One number stands for a matrix with it on the diagonal.
  Eigen::MatrixXd GainFor(const std::string& block, int node, const std::string& text) const {
    int columns = 0;
    for (int i = 0; i < plan_.nodes[node].num_inputs; ++i) {
      columns += plan_.systems[node]->get_input_port(i).size();
    }
    const int width = plan_.systems[node]->get_output_port(0).size();
    Eigen::MatrixXd gain = ParseMatrix(text, "--as " + block);
    if (gain.size() == 1 && width == columns) {
      return Eigen::MatrixXd::Identity(width, width) * gain(0, 0);
    }
    if (gain.rows() == width && gain.cols() == columns) return gain;
    throw UsageError("--as: \"" + block + "\" needs a gain, or a matrix of " +
                     std::to_string(width) + " by " + std::to_string(columns));
  }

  const OperatingPoint& point_;
  const PointOptions& options_;
  const DiagramIndex<double>& index_;
  const Plan<double>& plan_;
  const int num_states_;
  AnalysisPorts result_;
  std::vector<DelayBlock> delays_;
};

}  // namespace

AnalysisPorts ListPorts(const OperatingPoint& point, const PointOptions& options, int num_states) {
  return PortLister(point, options, num_states).Run();
}

}  // namespace loopwright
