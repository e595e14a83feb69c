#include <algorithm>
#include <deque>
#include <set>
#include <string>

#include "engine/check/structure.h"
#include "engine/common/cycles.h"
#include "engine/common/depth_first.h"
#include "engine/document/text_diagnostic.h"

namespace loopwright {
namespace {

// A net is a source with all inputs that read it, or an input without a wire: one width. Blocks
// are asked again whenever the width of a net that they touch becomes known. First, widths go
// forwards only, so that a mismatch is found where it is and not where it was carried to; then in
// both directions; then what is left has width 1.
class WidthInference {
 public:
  WidthInference(Structure* structure, std::vector<Diagnostic>* diagnostics)
      : structure_(*structure),
        diagnostics_(*diagnostics),
        num_outputs_(structure->num_outputs()),
        widths_(structure->outputs.size() + structure->inputs.size(), 0),
        setters_(widths_.size(), -1),
        queued_(structure->blocks.size(), 0) {}

  // The three stages. After each net that gets width 1 for want of anything better, what follows
  // from it is found first.
  void Run() {
    FindTouched();
    SetDefaults();
    for (const bool backwards : {false, true}) {
      backwards_ = backwards;
      for (int i = 0; i < structure_.num_blocks(); ++i) Enqueue(i);
      Propagate();
    }
    for (const int net : NetsInOrderOfTheirCauses()) {
      if (width(net) > 0) continue;
      SetNet(net, 1, net);
      Propagate();
    }
    Store();
  }

  // A port is an output's number, or the number of outputs and an input's number.
  int PortOfInput(int input) const { return num_outputs_ + input; }
  int NetOfInput(int input) const {
    const int source = structure_.inputs[input].source;
    return source >= 0 ? source : PortOfInput(input);
  }
  int NetOfOutput(int output) const { return structure_.outputs[output].source; }
  int width(int net) const { return widths_[net]; }
  const Structure& structure() const { return structure_; }
  std::string PathOfPort(int port) const {
    return port < num_outputs_ ? structure_.OutputPath(port)
                               : structure_.InputPath(port - num_outputs_);
  }

  // A block wants its input to have this width. Where the net has another one, the message names
  // who gave it and who wants what.
  void SetInput(int input, int wanted) {
    const int net = NetOfInput(input);
    wanted = Limit(PortOfInput(input), wanted);
    if (wanted < 1 || width(net) == wanted) return;
    if (width(net) == 0) {
      if (backwards_ || net == PortOfInput(input)) SetNet(net, wanted, PortOfInput(input));
      return;
    }
    const int setter = setters_[net];
    const std::string because =
        setter >= num_outputs_ && setter != net ? ", as " + PathOfPort(setter) + " needs it" : "";
    ReportInput(input, "the widths do not match: " + PathOfPort(net) + " has width " +
                           std::to_string(width(net)) + because + ", " +
                           structure_.InputPath(input) + " takes width " + std::to_string(wanted));
  }

  // A block gives its output this width. Where a reader has set the net before, it is the reader's
  // input that is reported.
  void SetOutput(int output, int wanted) {
    const int net = NetOfOutput(output);
    wanted = Limit(output, wanted);
    if (wanted < 1 || width(net) == wanted) return;
    if (width(net) == 0) {
      SetNet(net, wanted, output);
      return;
    }
    const int setter = setters_[net];
    if (setter >= num_outputs_) {
      ReportInput(setter - num_outputs_, "the widths do not match: " + PathOfPort(output) +
                                             " gives width " + std::to_string(wanted) + ", " +
                                             PathOfPort(setter) + " takes width " +
                                             std::to_string(width(net)));
    } else {
      ReportBlock(structure_.outputs[output].block,
                  "the widths do not match: in the loop through " + PathOfPort(output) +
                      " it has width " + std::to_string(width(net)) + " and width " +
                      std::to_string(wanted) + " at once");
    }
  }

  // Each port is reported once, however often its block is asked.
  void ReportInput(int input, std::string text) {
    NoteMismatch();
    if (!reported_.insert(PortOfInput(input)).second) return;
    diagnostics_.push_back(MakeTextDiagnostic(DiagnosticCode::kWidthMismatch,
                                              structure_.PlaceOfInput(input),
                                              structure_.InputPath(input), std::move(text)));
  }

  void ReportBlock(int block, std::string text) {
    NoteMismatch();
    if (!reported_.insert(-1 - block).second) return;
    const Structure::BlockNode& node = structure_.blocks[block];
    diagnostics_.push_back(MakeTextDiagnostic(DiagnosticCode::kWidthMismatch,
                                              node.block->origin.place, structure_.PathOf(node),
                                              std::move(text)));
  }

 private:
  // Whether a port stands for a net: an output that is its own source, or an input that reads
  // nothing.
  bool IsNet(int net) const {
    return net < num_outputs_ ? NetOfOutput(net) == net
                              : structure_.inputs[net - num_outputs_].source < 0;
  }

  // For each net the blocks to ask again when its width is known.
  void FindTouched() {
    std::vector<std::pair<int, int>> pairs;
    pairs.reserve(widths_.size() * 2);
    for (int i = 0; i < structure_.num_inputs(); ++i) {
      pairs.emplace_back(NetOfInput(i), structure_.inputs[i].block);
    }
    for (int i = 0; i < num_outputs_; ++i) {
      const Structure::Output& output = structure_.outputs[i];
      pairs.emplace_back(NetOfOutput(i), output.block);
      if (output.cut && output.alias >= 0) {
        pairs.emplace_back(NetOfOutput(output.alias), output.block);
      }
    }
    touched_ = SortedEdges(static_cast<int>(widths_.size()), pairs);
  }

  // A block waits once, even where several of its nets change.
  void Enqueue(int block) {
    char& queued = queued_[block];
    if (queued) return;
    queued = 1;
    queue_.push_back(block);
  }

  // The nets without a width, each after those that its block's inputs read, but where these are in
  // a loop with it.
  std::vector<int> NetsInOrderOfTheirCauses() const {
    std::vector<int> order;
    std::vector<VisitState> states;
    for (const int width : widths_) {
      states.push_back(width > 0 ? VisitState::kDone : VisitState::kNew);
    }
    for (int net = 0; net < static_cast<int>(widths_.size()); ++net) {
      if (!IsNet(net)) continue;
      WalkDepthFirst(
          net, &states, [this](int effect, int i) { return CauseOf(effect, i); },
          [](const std::vector<VisitStep>&, int) {}, [&](int done) { order.push_back(done); });
    }
    return order;
  }

  // The net that input `index` of a net's block reads, -1 where there is no such input.
  int CauseOf(int net, int index) const {
    if (net >= num_outputs_) return -1;
    const Structure::Output& output = structure_.outputs[net];
    if (output.cut && output.alias >= 0) return index == 0 ? NetOfOutput(output.alias) : -1;
    const Structure::BlockNode& node = structure_.block_of_output(net);
    if (!node.is_system() || index >= node.num_inputs()) return -1;
    return NetOfInput(node.first_input + index);
  }

  // A width that passes the limit is reported and cut, so that no memory is asked for it.
  int Limit(int port, int wanted) {
    if (wanted <= kMaxWidth) return wanted;
    NoteMismatch();
    if (reported_.insert(port).second) {
      const Structure::BlockNode& node = port < num_outputs_
                                             ? structure_.block_of_output(port)
                                             : structure_.block_of_input(port - num_outputs_);
      diagnostics_.push_back(
          MakeTextDiagnostic(DiagnosticCode::kTooWide, node.block->origin.place, PathOfPort(port),
                             "the signal has " + std::to_string(wanted) +
                                 " elements; the limit is " + std::to_string(kMaxWidth)));
    }
    return kMaxWidth;
  }

  // Inputs without a wire are as wide as the parameter that they take.
  void SetDefaults() {
    for (int i = 0; i < structure_.num_inputs(); ++i) {
      const int net = NetOfInput(i);
      if (net != PortOfInput(i) || !structure_.block_of_input(i).valid) continue;
      const auto size = static_cast<int>(structure_.DefaultOfInput(i).size());
      if (size > 1) SetNet(net, size, net);
    }
  }

  // The width of a net becomes known, by the wish of `setter`, and all blocks at it are asked
  // again.
  void SetNet(int net, int wanted, int setter) {
    widths_[net] = wanted;
    setters_[net] = setter;
    for (const int block : touched_.of(net)) Enqueue(block);
  }

  // It was the wish of the block that is being asked that could not be met.
  void NoteMismatch() {
    if (asked_ >= 0) structure_.blocks[asked_].widths_fit = false;
  }

  // Until nobody has anything new to say. Each net is set once, so this ends.
  void Propagate() {
    while (!queue_.empty()) {
      const int block = queue_.front();
      queue_.pop_front();
      queued_[block] = 0;
      asked_ = block;
      Ask(block);
      asked_ = -1;
    }
  }

  void Ask(int block);
  void AskTopLevelInport(const Structure::BlockNode& node);

  // Writes the widths to ports and blocks, and refuses diagrams whose signals are too large
  // together.
  void Store() {
    std::int64_t total = 0;
    for (int i = 0; i < structure_.num_inputs(); ++i) {
      structure_.inputs[i].width = width(NetOfInput(i));
    }
    for (int i = 0; i < num_outputs_; ++i) {
      structure_.outputs[i].width = width(NetOfOutput(i));
      if (IsNet(i)) total += width(i);
    }
    for (Structure::BlockNode& node : structure_.blocks) {
      if (!node.valid || !node.is_system()) continue;
      std::vector<int> in(node.num_inputs());
      std::vector<int> out(node.num_outputs());
      for (std::size_t i = 0; i < in.size(); ++i) {
        in[i] = structure_.inputs[static_cast<std::size_t>(node.first_input) + i].width;
      }
      for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = structure_.outputs[static_cast<std::size_t>(node.first_output) + i].width;
      }
      node.arguments->set_widths(std::move(in), std::move(out));
    }
    if (total <= kMaxTotalWidth) return;
    diagnostics_.push_back(MakeTextDiagnostic(DiagnosticCode::kTooWide, {}, "",
                                              "all signals together have " + std::to_string(total) +
                                                  " elements; the limit is " +
                                                  std::to_string(kMaxTotalWidth)));
  }

  Structure& structure_;
  std::vector<Diagnostic>& diagnostics_;
  const int num_outputs_;
  bool backwards_ = false;
  int asked_ = -1;            // the block that is asked for its widths
  std::vector<int> widths_;   // per net
  std::vector<int> setters_;  // the port that set it
  SortedEdges touched_;       // from nets to the blocks at them
  std::vector<char> queued_;
  std::deque<int> queue_;
  std::set<int> reported_;  // ports, and -1 - block
};

// What one block's infer_widths sees.
class SolverWidths final : public BlockWidths {
 public:
  SolverWidths(WidthInference* inference, int block, const Structure::BlockNode& node)
      : BlockWidths(node.num_inputs(), node.num_outputs()),
        inference_(*inference),
        block_(block),
        node_(node) {}

  int in(int input) const override {
    return inference_.width(inference_.NetOfInput(node_.first_input + input));
  }
  int out(int output) const override {
    return inference_.width(inference_.NetOfOutput(node_.first_output + output));
  }
  void set_in(int input, int width) override {
    inference_.SetInput(node_.first_input + input, width);
  }
  void set_out(int output, int width) override {
    inference_.SetOutput(node_.first_output + output, width);
  }
  void MismatchedInputs(int a, int b) override {
    inference_.ReportInput(node_.first_input + b, "the widths do not match: " + Describe(a) + ", " +
                                                      Describe(b) +
                                                      "; they must be equal, or one of them 1");
  }
  void MismatchedParameter(int input, std::string_view parameter) override {
    const std::string has = "`" + std::string(parameter) + "` has " +
                            std::to_string(parameter_size(parameter)) + " elements";
    if (input < 0) {
      inference_.ReportBlock(block_, has + "; give one, or as many as the signal has");
    } else {
      inference_.ReportInput(node_.first_input + input,
                             "the widths do not match: " + Describe(input) + ", " + has);
    }
  }
  void WrongInput(int input, std::string_view text) override {
    inference_.ReportInput(
        node_.first_input + input,
        "the widths do not match: " + Describe(input) + ", " + std::string(text));
  }
  void MismatchedParameters(std::string_view a, std::string_view b) override {
    inference_.ReportBlock(block_,
                           "`" + std::string(a) + "` has " + std::to_string(parameter_size(a)) +
                               " elements and `" + std::string(b) + "` has " +
                               std::to_string(parameter_size(b)) + "; give as many, or one");
  }

 private:
  int parameter_size(std::string_view parameter) const override {
    return node_.arguments->size(parameter);
  }
  // "sum.u1 (from a.y) has width 2".
  std::string Describe(int input) const {
    const Structure& structure = inference_.structure();
    const int port = node_.first_input + input;
    const int from = structure.inputs[port].from;
    return structure.InputPath(port) +
           (from >= 0 ? " (from " + structure.OutputPath(from) + ")" : "") + " has width " +
           std::to_string(in(input));
  }

  WidthInference& inference_;
  int block_;
  const Structure::BlockNode& node_;
};

// A block's type says how its widths hang together; by default all are alike. Signals that pass a
// disabled block are cut, but keep their width.
void WidthInference::Ask(int block) {
  const Structure::BlockNode& node = structure_.blocks[block];
  if (!node.valid || !node.ports) return;
  for (int k = node.first_output; k < node.first_output + node.num_outputs(); ++k) {
    const Structure::Output& output = structure_.outputs[k];
    if (!output.cut || output.alias < 0) continue;
    const int from = NetOfOutput(output.alias);
    if (width(k) == 0 && width(from) > 0) SetNet(k, width(from), from);
    if (width(from) == 0 && width(k) > 0 && backwards_) SetNet(from, width(k), k);
  }
  if (node.is(BlockRole::kInport) && node.level == 0) {
    AskTopLevelInport(node);
  } else if (node.is_system()) {
    SolverWidths widths(this, block, node);
    if (node.type->infer_widths) {
      node.type->infer_widths(*node.arguments, &widths);
    } else {
      widths.Elementwise();
    }
  }
}

// An input of the whole diagram has the width that it is given, or that of its default.
void WidthInference::AskTopLevelInport(const Structure::BlockNode& node) {
  const int given =
      static_cast<int>(std::min<std::int64_t>(node.arguments->integer("width"), kMaxWidth + 1));
  const int size = node.arguments->size("default");
  if (size != 1 && size != given && node.block->FindParameter("width") != nullptr) {
    ReportBlock(static_cast<int>(&node - structure_.blocks.data()),
                "`width` is " + std::to_string(given) + " and `default` has " +
                    std::to_string(size) + " elements; give as many, or one");
  }
  SetOutput(node.first_output, std::max(given, size));
}

}  // namespace

void InferWidths(Structure* structure, std::vector<Diagnostic>* diagnostics) {
  WidthInference(structure, diagnostics).Run();
}

}  // namespace loopwright
