#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "blocklib/common/finite.h"
#include "blocklib/common/instant.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/scratch.h"
#include "blocklib/common/signal_history.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"
#include "engine/traits/step_history.h"

namespace loopwright {
namespace {

// What has passed so many delays is smooth.
constexpr int kMostPasses = 6;
// How often a step is halved at most to follow the input.
constexpr int kMostHalvings = 8;
// The accuracy in a context that has none, and the part of it that is absolute.
constexpr double kAccuracy = 1e-6, kAbsolutePart = 1e-3;

}  // namespace

template <typename T>
class TransportDelay;
namespace scalar_conversion {
template <>
struct Traits<TransportDelay> : NonSymbolicTraits {};
}  // namespace scalar_conversion

// A pure delay of each element of a signal, y(t) = u(t - delay); until the start time plus the
// delay, the initial value.
//
//     u → TransportDelay → y
//
// What u was is kept for as long as the delay (SignalHistory): within each accepted step the
// polynomial through seven points of the integrator's own interpolant, or as many such pieces as
// the accuracy needs. No step is longer than the delay, so u is known wherever it is asked for.
// Where an update or a changed branch makes u jump, or restarts the integrator, y jumps or bends
// one delay later: an event, so that integrators see a smooth function in between. What has gone
// through delays six times, in a loop or a chain, is smooth enough to go without.
//
// (Hairer, Nørsett, Wanner: Solving ODEs I, II.17.)
//
// Abstract state 0: the SignalHistory; discrete state 0: the number of its segment that is shown.
// Numeric parameters: 0 delay (s), 1 initial value.
template <typename T>
class TransportDelay final : public LeafSystem<T>, public StepHistory<T> {
 public:
  // The delay must be > 0; a single initial value applies to all `width` elements. The output reads
  // time and history, never the input: a delay can close any loop.
  TransportDelay(const T& delay_sec, const VectorX<T>& initial_value, int width)
      : LeafSystem<T>(KeepArguments<TransportDelay, T>(delay_sec, initial_value, width)),
        width_(width) {
    LOOPWRIGHT_THROW_UNLESS(delay_sec > 0);
    this->DeclareVectorInputPort("u", width);
    this->DeclareNumericParameter(BasicVector<T>{delay_sec});
    this->DeclareNumericParameter(BasicVector<T>(Spread<T>(initial_value, width)));
    this->DeclareDiscreteState(1);
    this->DeclareAbstractState(Value<SignalHistory>());
    this->DeclareInitializationUnrestrictedUpdateEvent(&TransportDelay::Initialize);
    this->template DeclareVectorOutputPort<&TransportDelay::CalcOutput>(
        "y", width,
        {this->time_ticket(), this->xd_ticket(), this->xa_ticket(), this->all_parameters_ticket()});
  }

  // From the parameters `delay` and `initial_value`.
  explicit TransportDelay(const BlockArguments& arguments)
      : TransportDelay(arguments.number<T>("delay"), arguments.vector<T>("initial_value"),
                       arguments.input_width(0)) {}

 private:
  enum Parameter { kDelay, kInitialValue };

  // A run that goes on from a snapshot has its history.
  EventStatus Initialize(const Context<T>& context, State<T>* state) const {
    const double start_sec = ValueOf(context.get_time());
    const SignalHistory& present = history(context);
    if (!present.is_empty() && present.end_time() == start_sec) return EventStatus::DidNothing();
    state->template get_mutable_abstract_state<SignalHistory>(0).Start(
        start_sec, this->parameter_data(context, kInitialValue), width_);
    state->get_mutable_discrete_state(0)[0] = T(0);
    return EventStatus::Succeeded();
  }

  // Before the run has begun there is no history; then it is the initial value.
  void CalcOutput(const Context<T>& context, T* y) const {
    const SignalHistory& past = history(context);
    if (past.is_empty()) {
      std::copy_n(this->parameter_data(context, kInitialValue), width_, y);
      return;
    }
    const T then = context.get_time() - this->parameter_data(context, kDelay)[0];
    past.Evaluate(segment(context), then, y);
  }

  // A break of the input has come through: the output goes on to the next segment, and over further
  // breaks that arrive at the same instant.
  EventStatus Arrive(const Context<T>& context, DiscreteValues<T>* shown) const {
    const double now = ValueOf(context.get_time());
    int64_t next = segment(context);
    const SignalHistory::Break* arriving = history(context).FindBreakAfter(next);
    do {
      arriving = history(context).FindBreakAfter(++next);
    } while (arriving != nullptr && !IsBefore(now, arriving->time + delay(context)));
    shown->data(0)[0] = T(static_cast<double>(next));
    return EventStatus::Succeeded();
  }

  // The next event is when the break that ends the segment on show arrives, one delay after it
  // happened. Never is infinity.
  void DoCalcNextUpdateTime(const Context<T>& context, CompositeEventCollection<T>* events,
                            T* time) const override {
    *time = T(std::numeric_limits<double>::infinity());
    const SignalHistory::Break* next = history(context).FindBreakAfter(segment(context));
    if (next == nullptr) return;
    // One that is overdue, in a context put together by hand, comes at once.
    const double soonest =
        std::nextafter(ValueOf(context.get_time()), std::numeric_limits<double>::infinity());
    *time = T(std::max(next->time + delay(context), soonest));
    events->AddDiscreteUpdateEvent(DiscreteUpdateEvent<T>(
        internal::MakeEvent<T>(TriggerType::kTimed, &TransportDelay::Arrive)));
  }

  int initial_value_parameter() const override { return kInitialValue; }

  // A longer step would ask for an input that is not recorded yet.
  double CalcLargestStep(const Context<T>& context) const override { return delay(context); }

  // How many delays what arrives now has gone through, this one included.
  int CalcPasses(const Context<T>& context) const override {
    const SignalHistory::Break* arriving = history(context).FindBreakAfter(segment(context));
    return arriving == nullptr ? 0 : arriving->passes + 1;
  }

  // At the start of a step: notes a break where the derivatives changed or the input no longer has
  // the value with which its history ends.
  void NoteStart(const Context<T>& context, int passes, bool derivatives_changed,
                 AbstractValue* history) const override {
    auto& past = history->get_mutable_value<SignalHistory>();
    if (passes >= kMostPasses) return;
    if (derivatives_changed || !past.EndsWith(this->input_data(context, 0))) past.AddBreak(passes);
  }

  // A step was accepted: the input's course in it is recorded, and what lies farther back than the
  // delay is dropped. `move_to` sets the context to a time within the step.
  void NoteStep(const Context<T>& context, double start_sec, double end_sec,
                const std::function<void(double)>& move_to, AbstractValue* history) const override {
    auto& past = history->get_mutable_value<SignalHistory>();
    Record(context, start_sec, end_sec, 0, move_to, &past);
    past.Forget(end_sec - delay(context), segment(context));
  }

  // Appends u from `start_sec` to `end_sec` in one piece, or in two halves, or so on. Samples the
  // input at seven times of the interval. Where the polynomial through them does not follow it
  // within the accuracy, the halves of the interval are recorded instead, each in the same way, at
  // most eight times over.
  void Record(const Context<T>& context, double start_sec, double end_sec, int depth,
              const std::function<void(double)>& move_to, SignalHistory* history) const {
    const SignalHistory::Nodes times = SignalHistory::NodesOf(start_sec, end_sec);
    Scratch<T> samples(static_cast<size_t>(SignalHistory::kNodes) * width_);
    T* values = samples.data();
    for (int j = 0; j < SignalHistory::kNodes; ++j) {
      move_to(times[j]);
      std::copy_n(this->input_data(context, 0), width_, values + j * width_);
    }
    const double accuracy = context.get_accuracy().value_or(kAccuracy);
    bool is_followed = true;
    for (int i = 0; i < width_; ++i) {
      double size = kAbsolutePart;
      for (int j = 0; j < SignalHistory::kNodes; ++j) {
        size = std::max(size, std::abs(ValueOf(values[j * width_ + i])));
      }
      // Values that are not finite are no reason to look closer.
      if (SignalHistory::EstimateError(values + i, width_) > accuracy * size) is_followed = false;
    }
    const double middle_sec = times[SignalHistory::kNodes / 2];
    if (is_followed || depth == kMostHalvings ||
        !(start_sec < middle_sec && middle_sec < end_sec)) {
      history->Append(end_sec, values);
      return;
    }
    Record(context, start_sec, middle_sec, depth + 1, move_to, history);
    Record(context, middle_sec, end_sec, depth + 1, move_to, history);
  }

  // What the input was, as far as it is still needed.
  const SignalHistory& history(const Context<T>& context) const {
    return context.template get_abstract_state<SignalHistory>(0);
  }

  // The number of the segment that the output shows. It is a state and no search by time, since at
  // a break the signal has two values at one time.
  int64_t segment(const Context<T>& context) const {
    return static_cast<int64_t>(std::max(0., ValueOf(this->discrete_data(context, 0)[0])));
  }

  // The delay in seconds.
  double delay(const Context<T>& context) const {
    return ValueOf(this->parameter_data(context, kDelay)[0]);
  }

  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(TransportDelay)

// Its state is the past of a signal, and no number: over symbols there is no such block.
BlockDescriptor TransportDelayBlock() {
  BlockDescriptor block;
  block.type = "TransportDelay";
  block.category = "continuous";
  block.title = "Transport delay";
  block.summary = "Continuous pure delay.";
  block.search_words =
      "dead time, time delay, pure delay, latency, lag time, transport lag, exp(-s T)";
  block.names_elsewhere =
      "TIME_DELAY, VARIABLE_DELAY, Variable Transport Delay, Variable Time Delay";
  block.icon = R"(
  <path d="M2.5 18.5 H6 V5.5 H10.5" stroke-width="1.3" stroke-opacity="0.6" stroke-dasharray="2 2.6"/>
  <path d="M12.5 18.5 H16.5 V5.5 H21.5"/>
  <path d="M8.5 12 H13 M11 9.6 L13.4 12 L11 14.4"/>
)";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("delay", ParameterKind::kNumber, 1, "s", "> 0", ""),
      MakeParameter("initial_value", ParameterKind::kVector, 0, "", "", "output until t = delay"),
  };
  block.feedthrough = "none";
  block.state = "abstract";
  block.states = {{StateDescriptor::Kind::kDiscrete, 0, {"segment of the past that is shown"}},
                  {StateDescriptor::Kind::kObject, 0, {"past of the input"}}};
  block.behaviour =
      "y(t) = u(t - delay), interpolated between accepted steps at the integrator's order; a step "
      "is never longer than the shortest delay; discontinuities in u arrive as event times, "
      "through "
      "at most 6 passes of the delay; the history is a ring of chunks shared by snapshots (copy on "
      "write) and trimmed to the delay";
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"initial_value"}, problems);
  };
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->SameWidth({"initial_value"});
  };
  block.face = [](const FaceParameters& p) {
    const std::string exponent = p.Times("delay", "s");
    return Face::Power("e", "−" + (exponent.size() > 6 ? "Ts" : exponent));
  };
  block.UseNonSymbolicSystem<TransportDelay>();
  return block;
}

}  // namespace loopwright
