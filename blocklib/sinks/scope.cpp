#include <vector>

#include "blocklib/common/block_helpers.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

// Marks signals as worth plotting over time; what it shows is recorded by the run.
//
//     u1 … un → Scope
template <typename T>
class Scope final : public LeafSystem<T> {
 public:
  // The width of each input. Inputs alone: what is plotted is recorded at the outputs that drive
  // them.
  explicit Scope(const std::vector<int>& widths) : LeafSystem<T>(KeepArguments<Scope, T>(widths)) {
    for (size_t i = 0; i < widths.size(); ++i) {
      this->DeclareVectorInputPort(NumberedPort("u", static_cast<int>(i)), widths[i]);
    }
  }

  explicit Scope(const BlockArguments& arguments) : Scope(InputWidths(arguments)) {}
};

LOOPWRIGHT_INSTANTIATE_CLASS(Scope)

// Its signals are recorded without further choice, and have a plot of their own.
BlockDescriptor ScopeBlock() {
  BlockDescriptor block;
  block.type = "Scope";
  block.category = "sinks";
  block.title = "Scope";
  block.summary = "Plots signals over time.";
  block.search_words = "plot, graph, oscilloscope, chart, trace, show, viewer, measure, curve";
  block.names_elsewhere =
      "CSCOPE, CMSCOPE, Floating Scope, Time Scope, SCOPE, VectorLogSink, SignalLogger";
  block.icon = R"(
  <path d="M3 4.5 H21 V19.5 H3 Z"/>
  <path d="M6 15.5 C9 3.5 11.5 8.5 13 11.5 C14.5 14.5 16 11 18 10.5"/>
)";
  block.inputs = {"u1..un"};
  block.parameters = {
      MakeParameter("inputs", ParameterKind::kInteger, 1, "", ">= 1", ""),
      MakeParameter("title", ParameterKind::kText, "", "", "", ""),
  };
  block.behaviour =
      "shows continuous signals as lines, discrete ones as held values with o (before) and filled "
      "(after) markers at every update";
  block.is_sink = true;
  block.infer_widths = [](const BlockArguments&, BlockWidths*) {};
  block.face = [](const FaceParameters&) {
    return Face::Screen("M-18 9 C-10 -17 -4 -7 2 -6 C8 -5 12 -4 18 -5");
  };
  block.plot = BlockPlot::kTime;
  block.UseSystem<Scope>();
  return block;
}

}  // namespace loopwright
