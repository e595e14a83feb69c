#include "blocklib/stochastic/poisson_process.h"

#include "blocklib/common/parameters.h"
#include "blocklib/stochastic/arrival_diffusion.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// When the next arrival comes is state: it is drawn when the last one happens.
template <typename T>
PoissonProcess<T>::PoissonProcess(const T& rate_per_sec, const std::string& stream)
    : LeafSystem<T>(KeepArguments<PoissonProcess, T>(rate_per_sec, stream)),
      stream_key_(StreamKey(stream)),
      arrival_(internal::MakeEvent<T>(TriggerType::kTimed, &PoissonProcess::Arrive)) {
  this->DeclareNumericParameter(BasicVector<T>{rate_per_sec});
  this->DeclareDiscreteState(1);
  this->DeclareDiscreteState(1);
  this->DeclareInitializationDiscreteUpdateEvent(&PoissonProcess::Initialize);
  this->DeclareStateOutputPort("y", DiscreteStateIndex(kCount));
}

// Adds an exponential waiting time, which the count numbers, to the present time.
template <typename T>
T PoissonProcess<T>::NextArrival(const Context<T>& context, double count) const {
  const double draw =
      ExponentialDraw(context.random_source(), stream_key_, static_cast<uint64_t>(count));
  return context.get_time() + draw / this->parameter_data(context, 0)[0];
}

// A context that is simulated without initialization has a first arrival, too.
template <typename T>
void PoissonProcess<T>::SetDefaultState(const Context<T>& context, State<T>* state) const {
  state->get_mutable_discrete_state(kCount)[0] = T(0);
  state->get_mutable_discrete_state(kNextArrival)[0] = NextArrival(context, 0);
}

// The waiting time begins at the start of the run.
template <typename T>
void PoissonProcess<T>::Initialize(const Context<T>& context, DiscreteValues<T>* next) const {
  next->data(kCount)[0] = T(0);
  next->data(kNextArrival)[0] = NextArrival(context, 0);
}

// One arrival more, and the next one is drawn.
template <typename T>
void PoissonProcess<T>::Arrive(const Context<T>& context, DiscreteValues<T>* next) const {
  const T count = this->discrete_data(context, kCount)[0] + 1.0;
  next->data(kCount)[0] = count;
  next->data(kNextArrival)[0] = NextArrival(context, ValueOf(count));
}

// There is always a next arrival.
template <typename T>
void PoissonProcess<T>::DoCalcNextUpdateTime(const Context<T>& context,
                                             CompositeEventCollection<T>* events, T* time) const {
  *time = this->discrete_data(context, kNextArrival)[0];
  static_cast<LeafEventCollection<DiscreteUpdateEvent<T>>&>(
      events->get_mutable_discrete_update_events())
      .AddReference(arrival_);
}

template <typename T>
PoissonProcess<T>::PoissonProcess(const BlockArguments& arguments)
    : PoissonProcess(arguments.number<T>("rate"), arguments.stream()) {}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(PoissonProcess)

// Each arrival is an event at its own instant, whatever the steps of the integration are.
BlockDescriptor PoissonProcessBlock() {
  BlockDescriptor block;
  block.type = "PoissonProcess";
  block.category = "stochastic";
  block.title = "Poisson process";
  block.summary = "Counts random arrivals.";
  block.search_words = "arrivals, events, counting process, jumps, queue, shot noise";
  block.names_elsewhere = "Poisson Integer, Entity Generator";
  block.icon = R"(
  <path d="M2.5 19 H21.5"/>
  <path d="M5 19 V8 M8.6 19 V8 M15.5 19 V8 M19.5 19 V8"/>
  <circle cx="5" cy="6.6" r="1.8" fill="currentColor" stroke="none"/>
  <circle cx="8.6" cy="6.6" r="1.8" fill="currentColor" stroke="none"/>
  <circle cx="15.5" cy="6.6" r="1.8" fill="currentColor" stroke="none"/>
  <circle cx="19.5" cy="6.6" r="1.8" fill="currentColor" stroke="none"/>
)";
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("rate", ParameterKind::kNumber, 1, "1/s", "> 0", ""),
      StreamParameter(),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.states = DiscreteStates({"count", "time of the next arrival"});
  block.behaviour = "y jumps by 1 at exponentially distributed intervals, each an update event";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->AllFixed(1); };
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-16 9 H-8 V4.5 H-5 V0 H5 V-4.5 H10 V-9 H16");
  };
  block.UseNonSymbolicSystem<PoissonProcess>();
  block.UseDiffusion<ArrivalDiffusion>();
  return block;
}

}  // namespace loopwright
