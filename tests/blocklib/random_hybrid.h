#pragma once

// Random linear diagrams of continuous and sampled blocks, for what is said of all of them.

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "tests/blocklib/diagram_run.h"

namespace loopwright {

/// A random linear diagram around one wire that can be cut, multiplied or turned:
///
///     u ──> part.in1          part.out = y
///           part.in2 <── loop <── part.loop
///
/// `part` is a subsystem of up to `num_blocks` linear blocks, some of which are in subsystems of
/// their own. Blocks follow each other in a row with forward ways of any kind; ways back begin only
/// at blocks whose output does not follow their input at once, so that there is no algebraic loop.
/// Sampled blocks have up to four rates with offsets. The same seed gives the same diagram.
class RandomHybrid {
 public:
  struct Options {
    int num_blocks = 6;
    int num_rates = 4;
    /// Dead times behind holds and before samplers, which are finite state; then all blocks rest
    /// before t = 0, and none counts its first sample in another way than the later ones.
    bool has_delays = false;
  };

  RandomHybrid(unsigned seed, const Options& options) : options_(options), generator_(seed) {
    ChooseRates();
    // The first is sampled, so that the diagram has a period.
    for (int i = 0; i < options.num_blocks; ++i) AddNode(i == 0 || OneIn(2));
    AddWaysBack();
    WritePart();
  }

  /// The subsystem as a block of this name.
  std::string Part(const std::string& name) const {
    return "'" + name + "': {'type': 'Subsystem', 'diagram': {'blocks': {" + blocks_ +
           "}, 'wires': [" + wires_ + "]}}";
  }

  /// The diagram with `source` (type and parameters) as u, this factor in the wire, and `more`
  /// blocks and wires.
  std::string Text(const std::string& source, double factor, const std::string& more = "",
                   const std::string& more_wires = "") const {
    return DiagramText(Part("part") + ", 'u': {" + source + "}, 'loop': " + Gain(factor) +
                           ", 'y': {'type': 'Gain'}" + more,
                       "u.y>part.in1 part.loop>loop.u loop.y>part.in2 part.out>y.u " + more_wires);
  }

  /// Two copies, whose states are the real and the imaginary part of one: the signal in the wire is
  /// multiplied by factor e^(−j angle).
  std::string TurnedText(double factor, double angle) const {
    const double re = factor * std::cos(angle), im = factor * std::sin(angle);
    const std::string turn =
        "[[" + Number(re) + ", " + Number(im) + "], [" + Number(-im) + ", " + Number(re) + "]]";
    return DiagramText(Part("re") + ", " + Part("im") +
                           ", 'u': {'type': 'Constant', 'parameters': {'value': 0}}, 'both': "
                           "{'type': 'Mux'}, 'loop': {'type': 'Gain', 'parameters': {'gain': " +
                           turn + "}}, 'apart': {'type': 'Demux'}",
                       "u.y>re.in1 u.y>im.in1 re.loop>both.u1 im.loop>both.u2 both.y>loop.u "
                       "loop.y>apart.u apart.y1>re.in2 apart.y2>im.in2");
  }

 private:
  /// How the output of a block follows its input.
  enum class Passage { kAtOnce, kLater, kHeld };

  struct Block {
    std::string type, parameters;
    Passage passage;  ///< kHeld: the output changes at updates alone
  };

  struct Node {
    std::string name;
    Block block;
    std::vector<std::string> inputs;  ///< ports that are added
    bool is_nested;

    bool is_strict() const { return block.passage != Passage::kAtOnce; }
    bool is_held() const { return block.passage == Passage::kHeld; }
    bool is_delay() const { return block.type == "TransportDelay"; }
  };

  int Below(int count) { return static_cast<int>(generator_() % static_cast<unsigned>(count)); }
  bool OneIn(int count) { return Below(count) == 0; }
  /// Four digits, so that texts are short.
  double Between(double low, double high) {
    return std::round((low + (high - low) * Below(10001) / 10000.) * 1e4) / 1e4;
  }
  double Either(double low, double high) { return (OneIn(2) ? -1 : 1) * Between(low, high); }
  static std::string Number(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
  }
  static std::string Gain(double gain) {
    return "{'type': 'Gain', 'parameters': {'gain': " + Number(gain) + "}}";
  }

  // Periods whose least common multiple is short. As decimals they are not exact, as eighths they
  // are.
  void ChooseRates() {
    const std::vector<std::vector<int>> sets = {
        {1, 2, 3, 4}, {2, 3, 6, 4}, {2, 5, 1, 10}, {4, 5, 2, 1}};
    const std::vector<int>& multiples = sets[static_cast<size_t>(Below(4))];
    const double unit = OneIn(2) ? 0.05 : 0.0625;
    const int count = 1 + Below(std::min(options_.num_rates, 4));
    for (int i = 0; i < count; ++i) {
      const double period = multiples[static_cast<size_t>(i)] * unit;
      const double parts[] = {0, 0, 0.5, 0.25, 0.37};
      rates_.push_back("'period': " + Number(period) +
                       ", 'offset': " + Number(period * parts[Below(5)]));
      longest_ = std::max(longest_, period);
    }
  }

  std::string Rate() { return rates_[static_cast<size_t>(Below(static_cast<int>(rates_.size())))]; }

  std::string Matrix2() {
    return "[[" + Number(Either(0.1, 0.6)) + ", " + Number(Either(0.1, 0.6)) + "], [" +
           Number(Either(0.1, 0.6)) + ", " + Number(Either(0.1, 0.6)) + "]]";
  }

  Block Continuous() {
    const std::string gain = Number(Either(0.3, 1.5)), w = Number(Between(1, 5));
    const std::string zeta = Number(Between(0.1, 1));
    switch (Below(8)) {
      case 0:
        return {"Integrator", "", Passage::kLater};
      case 1:
        return {"FirstOrderLag",
                "'time_constant': " + Number(Between(0.1, 1)) + ", 'gain': " + gain,
                Passage::kLater};
      case 2:
        return {"SecondOrderLag",
                "'natural_frequency': " + w + ", 'damping_ratio': " + zeta + ", 'gain': " + gain,
                Passage::kLater};
      case 3:
        return {"TransferFunction",
                "'numerator': [" + gain + ", 1], 'denominator': [1, " + zeta + ", " + w + "]",
                Passage::kLater};
      case 4:
        return {"TransferFunction",
                "'numerator': [0.5, " + gain + "], 'denominator': [1, " + w + "]",
                Passage::kAtOnce};
      case 5:
        return {"StateSpace",
                "'A': [[-1, " + w + "], [-" + w + ", " + Number(Either(0.1, 0.5)) +
                    "]], 'B': [[0], [" + gain + "]], 'C': [[1, 0.3]], 'D': [[0]]",
                Passage::kLater};
      case 6:
        return {"PidController",
                "'kp': " + gain + ", 'ki': 0.4, 'kd': 0.05, 'derivative_filter': 8",
                Passage::kAtOnce};
      default:
        return {"Derivative", "'filter_time_constant': " + Number(Between(0.2, 0.5)),
                Passage::kAtOnce};
    }
  }

  Block Sampled() {
    const std::string gain = Number(Either(0.3, 1.2)), pole = Number(Either(0.2, 0.95));
    const std::string rate = Rate();
    // The last three count their first sample in another way than the later ones.
    switch (Below(options_.has_delays ? 9 : 12)) {
      case 0:
        return {"ZeroOrderHold", rate, Passage::kHeld};
      case 1:
        return {"UnitDelay", rate, Passage::kHeld};
      case 2:
        return {"Delay", "'samples': " + std::to_string(2 + Below(2)) + ", " + rate,
                Passage::kHeld};
      case 3:
        return {"DiscreteIntegrator", "'gain': " + gain + ", " + rate, Passage::kHeld};
      case 4:
        return {"DiscreteTransferFunction",
                "'numerator': [" + gain + "], 'denominator': [1, " + pole + "], " + rate,
                Passage::kHeld};
      case 5:
        return {"DiscreteTransferFunction",
                "'numerator': [0.5, " + gain + "], 'denominator': [1, " + pole + "], " + rate,
                Passage::kAtOnce};
      case 6:
        return {"DiscreteStateSpace",
                "'A': " + Matrix2() + ", 'B': [[1], [" + gain +
                    "]], 'C': [[0.6, 1]], 'D': [[0]], " + rate,
                Passage::kHeld};
      case 7:
        return {"DiscretePid", "'kp': " + gain + ", 'ki': 0.5, 'kd': 0.02, " + rate,
                Passage::kHeld};
      case 8:
        return {"FirFilter", "'coefficients': [0.5, " + gain + ", 0.2], " + rate, Passage::kHeld};
      case 9:
        return {"MovingAverage", "'window': 3, " + rate, Passage::kHeld};
      case 10:
        return {"FirstOrderHold", rate, Passage::kLater};
      default:
        return {"DiscreteDerivative", rate, Passage::kHeld};
    }
  }

  // A dead time behind a hold, or before a sampler behind a block that is not followed at once.
  void AddNode(bool is_sampled) {
    const std::string number = std::to_string(nodes_.size());
    Node node{"b" + number, is_sampled ? Sampled() : Continuous(), {}, OneIn(4)};
    node.inputs.push_back(nodes_.empty() ? "in1.y" : Earlier(OneIn(3)));
    if (OneIn(3)) node.inputs.push_back(Earlier(true));
    if (nodes_.empty()) node.inputs.emplace_back("in2.y");
    const bool is_late = options_.has_delays && OneIn(2) && node.is_held();
    const std::string before = is_late ? LastMoving() : "";
    if (!before.empty()) {
      AddHidden("d", DeadTime(), before);
      node.inputs = {hidden_.back().name + ".y"};
    }
    nodes_.push_back(node);
    if (is_late && before.empty()) {
      nodes_.push_back(
          {"b" + std::to_string(nodes_.size()), DeadTime(), {node.name + ".y"}, false});
    }
  }

  Block DeadTime() {
    return {"TransportDelay", "'delay': " + Number(longest_ * Between(0.15, 2.6)), Passage::kLater};
  }

  void AddHidden(const char* stem, Block block, const std::string& input) {
    hidden_.push_back(
        {stem + std::to_string(hidden_.size()), std::move(block), {input + ".y"}, false});
  }

  // The latest block that moves between updates and is not followed at once; "" where there is
  // none.
  std::string LastMoving() const {
    const auto found = std::find_if(nodes_.rbegin(), nodes_.rend(), [](const Node& node) {
      return node.block.passage == Passage::kLater && !node.is_delay();
    });
    return found == nodes_.rend() ? "" : found->name;
  }

  std::string Earlier(bool is_any) {
    if (nodes_.empty()) return OneIn(2) ? "in1.y" : "in2.y";
    const int last = static_cast<int>(nodes_.size()) - 1;
    return nodes_[static_cast<size_t>(is_any ? Below(last + 1) : last)].name + ".y";
  }

  // From blocks that are not followed at once to those before them, or themselves; not into dead
  // times, nor beside one that is sampled.
  void AddWaysBack() {
    for (size_t to = 0; to < nodes_.size(); ++to) {
      if (nodes_[to].is_delay() || nodes_[to].inputs[0][0] == 'd' || !OneIn(2)) continue;
      for (size_t from = to; from < nodes_.size(); ++from) {
        if (!nodes_[from].is_strict() || !OneIn(3)) continue;
        AddHidden("k", {"Gain", "'gain': " + Number(Either(0.1, 0.4)), Passage::kAtOnce},
                  nodes_[from].name);
        nodes_[to].inputs.push_back(hidden_.back().name + ".y");
      }
    }
  }

  void Wire(const std::string& from, const std::string& to) {
    wires_ += (wires_.empty() ? "" : ", ") + ("{'from': '" + from) + "', 'to': '" + to + "'}";
  }

  void WriteNode(const Node& node) {
    const std::string block = "'" + node.name + "': {'type': '" + node.block.type +
                              "', 'parameters': {" + node.block.parameters + "}}";
    const bool is_sum = node.inputs.size() > 1;
    const std::string input = node.name + (node.is_nested ? ".in" : ".u");
    if (is_sum) {
      blocks_ += "'s" + node.name + "': {'type': 'Sum', 'parameters': {'signs': '" +
                 std::string(node.inputs.size(), '+') + "'}}, ";
      Wire("s" + node.name + ".y", input);
    }
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      Wire(node.inputs[i], is_sum ? "s" + node.name + ".u" + std::to_string(i + 1) : input);
    }
    if (!node.is_nested) {
      blocks_ += block + ", ";
      return;
    }
    // Its outport is called y, so that it is wired as the block itself.
    std::string inner = block;
    inner.replace(1, node.name.size(), "inner");
    blocks_ += "'" + node.name +
               "': {'type': 'Subsystem', 'diagram': {'blocks': {'in': {'type': " + "'Inport'}, " +
               inner + ", 'y': {'type': 'Outport'}}, 'wires': [{'from': 'in.y', " +
               "'to': 'inner.u'}, {'from': 'inner.y', 'to': 'y.u'}]}}, ";
  }

  void WritePart() {
    for (const Node& node : hidden_) WriteNode(node);
    for (const Node& node : nodes_) WriteNode(node);
    // What goes round is not followed at once, whatever the first block is.
    blocks_ +=
        "'round': {'type': 'FirstOrderLag', 'parameters': {'time_constant': 0.3}}, 'in1': {'type': "
        "'Inport'}, 'in2': {'type': 'Inport', 'parameters': {'index': 2}}, 'out': {'type': "
        "'Outport'}, 'loop': {'type': 'Outport', 'parameters': {'index': 2}}";
    const std::string last = nodes_.back().name + ".y";
    Wire(last, "round.u");
    Wire(nodes_.back().is_strict() && OneIn(2) ? last : "round.y", "loop.u");
    Wire(last, "out.u");
  }

  Options options_;
  std::mt19937 generator_;
  std::vector<std::string> rates_;
  double longest_ = 0;
  std::vector<Node> nodes_;
  std::vector<Node> hidden_;  ///< that no other node reads but the one they belong to
  std::string blocks_, wires_;
};

}  // namespace loopwright
