#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "blocklib/common/block_helpers.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// The parameter `widths` as whole numbers.
std::vector<int> Parts(const BlockArguments& arguments) {
  std::vector<int> parts;
  for (const double width : arguments.vector("widths")) parts.push_back(static_cast<int>(width));
  return parts;
}

// Tells the first width that is no whole number from 1 to a million.
void ValidateParts(const BlockArguments& arguments, ArgumentProblems* problems) {
  constexpr double kWidest = 1e6;
  for (const double width : arguments.vector("widths")) {
    if (width >= 1 && width <= kWidest && width == std::floor(width)) continue;
    problems->Add("widths", "has the element " + FormatNumber(width) +
                                ": each must be a whole number from 1 to 1000000");
    return;
  }
}

}  // namespace

// Joins signals into one vector, in order.
//
//     u1 → ┌─────┐
//     …    │ Mux │ → y (sum of the inputs' widths)
//     un → └─────┘
template <typename T>
class Mux final : public LeafSystem<T> {
 public:
  // The width of each input. One input for each width, and an output that holds them all.
  explicit Mux(const std::vector<int>& widths)
      : LeafSystem<T>(KeepArguments<Mux, T>(widths)), widths_(widths) {
    for (size_t i = 0; i < widths.size(); ++i) {
      this->DeclareVectorInputPort(NumberedPort("u", static_cast<int>(i)), widths[i]);
    }
    this->template DeclareVectorOutputPort<&Mux::CalcOutput>(
        "y", std::accumulate(widths.begin(), widths.end(), 0), {this->all_input_ports_ticket()});
  }

  explicit Mux(const BlockArguments& arguments) : Mux(InputWidths(arguments)) {}

 private:
  // Copies the inputs one behind the other.
  void CalcOutput(const Context<T>& context, T* y) const {
    const int count = static_cast<int>(widths_.size());
    for (int port = 0; port < count; ++port) {
      y = std::copy_n(this->input_data(context, port), widths_[port], y);
    }
  }

  std::vector<int> widths_;
};

// Splits a vector into parts, in order.
//
//                                ┌───────┐ → y1
//     u (sum of the widths) →    │ Demux │   …
//                                └───────┘ → yn
template <typename T>
class Demux final : public LeafSystem<T> {
 public:
  // The width of each output. Each output begins where the last one ended.
  explicit Demux(const std::vector<int>& widths) : LeafSystem<T>(KeepArguments<Demux, T>(widths)) {
    this->DeclareVectorInputPort("u", std::accumulate(widths.begin(), widths.end(), 0));
    int first = 0;
    for (size_t i = 0; i < widths.size(); ++i) {
      AddOutput(static_cast<int>(i), first, widths[i]);
      first += widths[i];
    }
  }

  explicit Demux(const BlockArguments& arguments) : Demux(Parts(arguments)) {}

 private:
  // Output `index` copies `width` elements of the input from element `first` on.
  void AddOutput(int index, int first, int width) {
    this->DeclareVectorOutputPort(
        NumberedPort("y", index), width,
        [this, first, width](const Context<T>& context, BasicVector<T>* y) {
          std::copy_n(this->input_data(context, 0) + first, width, y->data());
        },
        {this->all_input_ports_ticket()});
  }
};

LOOPWRIGHT_INSTANTIATE_CLASS(Mux)

LOOPWRIGHT_INSTANTIATE_CLASS(Demux)

// Inputs may have any widths; the output has their sum.
BlockDescriptor MuxBlock() {
  BlockDescriptor block;
  block.type = "Mux";
  block.category = "routing";
  block.title = "Mux";
  block.summary = "Joins signals into a vector.";
  block.search_words = "join, combine, vector, bus, concatenate, stack, bundle";
  block.names_elsewhere = "Vector Concatenate, Bus Creator, MUX, MUX_f, Multiplexer, DICT";
  block.icon = R"(
  <path d="M14 4 V20" stroke-width="3.2"/>
  <path d="M3.5 7 H14 M3.5 12 H14 M3.5 17 H14 M14 12 H21"/>
)";
  block.inputs = {"u1..un"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("inputs", ParameterKind::kInteger, 2, "", ">= 1", ""),
  };
  block.behaviour = "concatenates in order";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->Concatenate(); };
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-13 -8 H-3 M-13 8 H-3 M-3 -11 V11 M-3 0 H13");
  };
  block.UseSystem<Mux>();
  return block;
}

// The parts need not be of one width, but together they must be as wide as the input.
BlockDescriptor DemuxBlock() {
  BlockDescriptor block;
  block.type = "Demux";
  block.category = "routing";
  block.title = "Demux";
  block.summary = "Splits a vector.";
  block.search_words = "split, separate, unpack, bus";
  block.names_elsewhere = "Bus Selector, DEMUX, DEMUX_f, Demultiplexer, ITEM";
  block.icon = R"(
  <path d="M10 4 V20" stroke-width="3.2"/>
  <path d="M20.5 7 H10 M20.5 12 H10 M20.5 17 H10 M10 12 H3"/>
)";
  block.inputs = {"u"};
  block.outputs = {"y1..yn"};
  block.parameters = {
      MakeParameter("widths", ParameterKind::kVector, ParameterSetting::List{1, 1}, "",
                    "sum = width of u", ""),
  };
  block.ports = [](const BlockArguments& arguments) {
    return PortNames{{"u"}, NumberedPorts("y", arguments.size("widths"))};
  };
  block.infer_widths = [](const BlockArguments& arguments, BlockWidths* widths) {
    const std::vector<int> parts = Parts(arguments);
    widths->set_in(0, std::accumulate(parts.begin(), parts.end(), 0));
    for (size_t i = 0; i < parts.size(); ++i) widths->set_out(static_cast<int>(i), parts[i]);
  };
  block.validate = ValidateParts;
  block.face = [](const FaceParameters&) {
    return Face::Curve("M13 -8 H3 M13 8 H3 M3 -11 V11 M3 0 H-13");
  };
  block.UseSystem<Demux>();
  return block;
}

}  // namespace loopwright
