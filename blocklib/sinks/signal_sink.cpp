#include "blocklib/sinks/signal_sink.h"

#include "blocklib/common/block_helpers.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/check/structure.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {
// The publish event does nothing itself: it makes a step end at the sampling time.
template <typename T>
SignalSink<T>::SignalSink(const std::vector<std::string>& names, const std::vector<int>& widths,
                          double period_sec)
    : LeafSystem<T>(KeepArguments<SignalSink, T>(names, widths, period_sec)) {
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

LOOPWRIGHT_INSTANTIATE_CLASS(SignalSink)

// The first input is drawn to the right and the second upwards.
BlockDescriptor XYScopeBlock() {
  BlockDescriptor block;
  block.type = "XYScope";
  block.category = "sinks";
  block.title = "XY scope";
  block.summary = "Plots one signal against another.";
  block.search_words = "phase portrait, phase plane, XY plot, trajectory plot, Lissajous";
  block.names_elsewhere = "XY Graph, CSCOPXY, SCOPEXY, CANIMXY";
  block.icon = R"(
  <path d="M3 4.5 H21 V19.5 H3 Z"/>
  <path d="M6.5 12 C8 5.5 16 5.5 17.5 12 C16 18.5 13.5 16 12 12 C10.5 8 8 5.5 6.5 12 Z"/>
)";
  block.shape = {.width = 90, .height = 60};
  block.inputs = {"x", "y"};
  block.parameters = {
      MakeParameter("title", ParameterKind::kText, "", "", "", ""),
  };
  block.is_sink = true;
  block.face = [](const FaceParameters&) {
    return Face::Screen("M-12 0 C-12 -11 12 -11 12 0 C12 9 4 6 0 0 C-4 -6 -12 -9 -12 0 Z");
  };
  block.input_sign = [](const FaceParameters&, int i) -> std::string {
    constexpr const char* kSigns[] = {"x", "y"};
    return i < 2 ? kSigns[i] : "";
  };
  block.plot = BlockPlot::kXY;
  block.UseSystem<SignalSink>();
  return block;
}

// The editor writes the value onto the block; nothing is computed here.
BlockDescriptor DisplayBlock() {
  BlockDescriptor block;
  block.type = "Display";
  block.category = "sinks";
  block.title = "Display";
  block.summary = "Shows the current value on the block.";
  block.search_words = "number display, show value, read-out, digital meter, print, indicator";
  block.names_elsewhere = "AFFICH_m, AFFICH_f, PRINT, WATCH, Numeric Display";
  block.icon = R"(
  <path d="M2.5 6 H21.5 V18 H2.5 Z"/>
  <path d="M9.38 15.2 V8.8 L6.63 13.28 H10.47"/>
  <path d="M13.46 10.46 C13.58 8.29 17.04 8.29 16.78 10.72 C16.66 12 14.48 13.28 13.39 15.2 H17.04"/>
)";
  block.inputs = {"u"};
  block.is_sink = true;
  block.infer_widths = [](const BlockArguments&, BlockWidths*) {};
  block.face = [](const FaceParameters&) {
    Face face = Face::Screen("");
    face.kind = Face::Kind::kValue;
    return face;
  };
  block.shows_value = true;
  block.UseSystem<SignalSink>();
  return block;
}

}  // namespace loopwright
