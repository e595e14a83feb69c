#include "blocklib/sinks/signal_sink.h"

#include <cmath>

#include "blocklib/common/block_helpers.h"
#include "blocklib/common/convert.h"
#include "blocklib/common/parameters.h"
#include "engine/model/structure.h"
#include "engine/simulation/event_calendar.h"
#include "engine/simulation/recording.h"

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

std::vector<double> SamplesOf(const Recording& recording, int column, double period_sec) {
  LOOPWRIGHT_THROW_UNLESS(period_sec > 0);
  std::vector<double> samples;
  const int64_t rows = recording.size();
  if (rows == 0) return samples;
  const auto time_of = [&](double k) { return k * period_sec; };
  const double begin = recording.time(0);
  double k = std::floor(begin / period_sec);
  while (time_of(k) < begin && !IsOneInstant(time_of(k), begin, period_sec)) ++k;
  for (int64_t row = 0; row < rows; ++k) {
    const double time = time_of(k);
    const auto is_before = [&](double t) { return t < time && !IsOneInstant(t, time, period_sec); };
    while (row < rows && is_before(recording.time(row))) ++row;
    if (row == rows) break;
    const double after = recording.time(row), value = recording.value(row, column);
    if (row == 0 || IsOneInstant(after, time, period_sec)) {
      samples.push_back(value);
      continue;
    }
    const double before = recording.time(row - 1), last = recording.value(row - 1, column);
    samples.push_back(last + (value - last) * ((time - before) / (after - before)));
  }
  return samples;
}

BlockDescriptor XYScopeBlock() {
  BlockDescriptor block;
  block.type = "XYScope";
  block.category = "sinks";
  block.title = "XY scope";
  block.summary = "Plots one signal against another.";
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
