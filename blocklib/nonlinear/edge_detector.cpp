#include <limits>

#include "blocklib/common/block_leaf.h"
#include "blocklib/common/instant.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/triggers.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

template <typename T>
class EdgeDetector;

namespace scalar_conversion {
// When a pulse ends is a number.
template <>
struct Traits<EdgeDetector> : NonSymbolicTraits {};
}  // namespace scalar_conversion

// A pulse at each crossing of zero, elementwise: y is 1 from an isolated crossing on for a
// duration, else 0. A further crossing before its end begins the pulse anew, so that it becomes
// longer; one at its very end goes on with it.
//
//     u → EdgeDetector → y
//
// Discrete state: group 0 the levels, which are the output; group 1 the times at which the pulses
// end (s), of no meaning where the level is 0. Numeric parameter 0 is the duration (s).
template <typename T>
class EdgeDetector final : public BlockLeaf<T> {
 public:
  // The duration must be > 0. A crossing sets level and end at once; the end is an event of its
  // own, whose time follows from state.
  EdgeDetector(WitnessFunctionDirection edge, const T& duration_sec, int width)
      : BlockLeaf<T>(KeepArguments<EdgeDetector, T>(edge, duration_sec, width)),
        width_(width),
        end_(internal::MakeEvent<T>(TriggerType::kTimed, &EdgeDetector::EndPulses)) {
    LOOPWRIGHT_THROW_UNLESS(duration_sec > 0);
    this->DeclareVectorInputPort("u", width);
    this->DeclareNumericParameter(BasicVector<T>{duration_sec});
    this->DeclareDiscreteState(width);
    this->DeclareDiscreteState(width);
    this->DeclareStateOutputPort("y", DiscreteStateIndex(kLevel));
    // A pulse begins, or begins anew: it is high, and ends one duration from now.
    const auto begin = [this](const Context<T>& context, int element, EventTarget<T>& target) {
      target.discrete->data(kLevel)[element] = T(1);
      target.discrete->data(kEnd)[element] =
          context.get_time() + this->parameter_data(context, 0)[0];
    };
    // Watched while a pulse lasts too: a further crossing begins it anew.
    for (int i = 0; i < width; ++i) {
      this->Watch(MakeTrigger<T>(*this, 0, i, edge, EventKind::kDiscreteUpdate, width, begin));
    }
  }

  // From the parameters `edge` and `duration`.
  explicit EdgeDetector(const BlockArguments& arguments)
      : EdgeDetector(EdgeNamed(arguments.text("edge")), arguments.number<T>("duration"),
                     arguments.input_width(0)) {}

 private:
  enum Group { kLevel, kEnd };

  // Takes all levels back to 0 whose pulse ends now. A crossing at the same instant is handled
  // after this, and keeps its level.
  void EndPulses(const Context<T>& context, DiscreteValues<T>* next) const {
    const double now = ValueOf(context.get_time());
    const T* end = this->discrete_data(context, kEnd);
    for (int i = 0; i < width_; ++i) {
      if (!IsBefore(now, ValueOf(end[i]))) next->data(kLevel)[i] = T(0);
    }
  }

  // The next event is the earliest end of a pulse that is high; infinity where none is.
  void DoCalcNextUpdateTime(const Context<T>& context, CompositeEventCollection<T>* events,
                            T* time) const override {
    *time = T(std::numeric_limits<double>::infinity());
    const T* level = this->discrete_data(context, kLevel);
    const T* end = this->discrete_data(context, kEnd);
    for (int i = 0; i < width_; ++i) {
      const bool is_next = ValueOf(level[i]) != 0 && ValueOf(end[i]) < ValueOf(*time);
      if (is_next) *time = end[i];
    }
    if (ValueOf(*time) == std::numeric_limits<double>::infinity()) return;
    static_cast<LeafEventCollection<DiscreteUpdateEvent<T>>&>(
        events->get_mutable_discrete_update_events())
        .AddReference(end_);
  }

  int width_;
  DiscreteUpdateEvent<T> end_;
};

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(EdgeDetector)

// Over symbols there is no such block, since the time of its events follows from numbers.
BlockDescriptor EdgeDetectorBlock() {
  BlockDescriptor block;
  block.type = "EdgeDetector";
  block.category = "nonlinear";
  block.title = "Edge detector";
  block.summary = "A pulse at each crossing of zero.";
  block.search_words =
      "edge, monoflop, monostable, one-shot, one shot, rising edge, falling edge, zero crossing, "
      "pulse on change";
  block.names_elsewhere =
      "Detect Rise Positive, Detect Fall Negative, Hit Crossing, Monostable, Edge Detector";
  block.icon = R"(
  <path d="M2.5 19 H9 V7 H15 V19 H21.5"/>
  <path d="M6.5 12.5 L9 9.8 L11.5 12.5"/>
)";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("edge", ParameterKind::kChoice, "rising", "", "rising | falling | either", ""),
      MakeParameter("duration", ParameterKind::kNumber, 0.1, "s", "> 0", "length of the pulse"),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.states = DiscreteStates({"output", "ends of the pulses"});
  block.behaviour =
      "y = 1 from an isolated crossing on, for `duration` (a further crossing within begins it "
      "anew), else 0";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->SameWidth(); };
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-16 9 H-5 V-8 H6 V9 H16 M-8 -1 L-5 -4.5 L-2 -1");
  };
  block.input_sign = [](const FaceParameters& p, int) -> std::string {
    return EdgeSign(p.Text("edge"));
  };
  block.UseNonSymbolicSystem<EdgeDetector>();
  return block;
}

}  // namespace loopwright
