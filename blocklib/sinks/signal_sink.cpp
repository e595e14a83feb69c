#include "blocklib/sinks/signal_sink.h"

#include "blocklib/common/block_helpers.h"
#include "blocklib/common/convert.h"
#include "blocklib/common/parameters.h"
#include "engine/check/structure.h"

namespace loopwright {
namespace {

template <typename U>
std::vector<std::string> InputNames(const System<U>& system) {
  std::vector<std::string> names;
  for (int i = 0; i < system.num_input_ports(); ++i) {
    names.push_back(system.get_input_port(i).get_name());
  }
  return names;
}

}  // namespace

template <typename T>
SignalSink<T>::SignalSink(const std::vector<std::string>& names, const std::vector<int>& widths,
                          double period_sec)
    : LeafSystem<T>(SystemTypeTag<SignalSink>{}) {
  LOOPWRIGHT_THROW_UNLESS(names.size() == widths.size());
  for (size_t i = 0; i < names.size(); ++i) this->DeclareVectorInputPort(names[i], widths[i]);
  if (period_sec != 0) {
    this->DeclarePeriodicPublishEvent(period_sec, 0, &SignalSink::TakeSample);
  }
}

template <typename T>
EventStatus SignalSink<T>::TakeSample(const Context<T>&) const {
  return EventStatus::DidNothing();  // The run records it.
}

template <typename T>
SignalSink<T>::SignalSink(const BlockArguments& arguments)
    : SignalSink(PortsOf(arguments)->inputs, InputWidths(arguments),
                 arguments.has("period") ? arguments.number("period") : 0) {}

template <typename T>
template <typename U>
SignalSink<T>::SignalSink(const SignalSink<U>& other)
    : SignalSink(InputNames(other), InputWidths(other), TimingOf(other).period_sec) {}

LOOPWRIGHT_INSTANTIATE_CLASS(SignalSink)

BlockDescriptor XYScopeBlock() {
  BlockDescriptor block;
  block.type = "XYScope";
  block.category = "sinks";
  block.title = "XY scope";
  block.summary = "Plots one signal against another.";
  block.shape = {.width = 90, .height = 60};
  block.inputs = {"x", "y"};
  block.parameters = {
      MakeParameter("title", ParameterKind::kText, "", "", "", ""),
  };
  block.is_sink = true;
  block.UseSystem<SignalSink>();
  return block;
}

BlockDescriptor DisplayBlock() {
  BlockDescriptor block;
  block.type = "Display";
  block.category = "sinks";
  block.title = "Display";
  block.summary = "Shows the current value on the block.";
  block.inputs = {"u"};
  block.is_sink = true;
  block.infer_widths = [](const BlockArguments&, BlockWidths*) {};
  block.UseSystem<SignalSink>();
  return block;
}

}  // namespace loopwright
