#include "blocklib/continuous/integrator.h"
#include "blocklib/common/conditions.h"

#include <algorithm>
#include <cmath>

#include "blocklib/common/element_witness.h"
#include "blocklib/common/kernels.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {
namespace {

// The mode of an element with state `x` and input `u`: 1 (-1) where it is kept at the upper
// (lower) one of the `limits`.
template <typename T>
int64_t Branch(const T& x, const T& u, const T* limits) {
  if (IsTrue(x >= limits[1] && u >= 0)) return 1;
  return IsTrue(x <= limits[0] && u <= 0) ? -1 : 0;
}

}  // namespace

// Without limits the derivative is a copy of the input, which is the fastest there is. With limits
// each element has a mode and two witnesses, one for each limit.
template <typename T>
Integrator<T>::Integrator(const VectorX<T>& initial_value, int width, const T& lower,
                          const T& upper)
    : BlockLeaf<T>(KeepArguments<Integrator, T>(initial_value, width, lower, upper)),
      width_(width),
      is_limited_(IsFinite(lower) || IsFinite(upper)) {
  LOOPWRIGHT_THROW_UNLESS(MayHold(lower <= upper));
  this->DeclareVectorInputPort("u", width);
  this->DeclareNumericParameter(BasicVector<T>(Spread<T>(initial_value, width)));
  this->DeclareNumericParameter(BasicVector<T>{lower, upper});
  if (is_limited_) {
    this->template DeclareTimeDerivatives<&Integrator::CalcLimitedDerivatives>();
  } else {
    this->DeclareTimeDerivatives(CopyOfInput<T>(width));
  }
  this->DeclareContinuousState(width);
  this->DeclareStateOutputPort("y", ContinuousStateIndex(0));
  if (!is_limited_) return;
  this->DeclareModes(width);
  for (int i = 0; i < width; ++i) {
    this->Watch(MakeElementWitness<T>(*this, "reaches the upper limit", i, &Integrator::CalcAbove,
                                      &Integrator::MoveToLimits));
    this->Watch(MakeElementWitness<T>(*this, "reaches the lower limit", i, &Integrator::CalcBelow,
                                      &Integrator::MoveToLimits));
  }
}

// The initial value, moved to the nearer limit where it lies outside.
template <typename T>
void Integrator<T>::SetDefaultState(const Context<T>& context, State<T>* state) const {
  using std::max;
  using std::min;
  const T* initial = this->parameter_data(context, kInitialValue);
  const T* limits = this->parameter_data(context, kLimits);
  T* x = state->get_mutable_continuous_state().data();
  for (int i = 0; i < width_; ++i) x[i] = min(max(initial[i], limits[0]), limits[1]);
}

// During a step the held modes decide, so that the derivative stays smooth. Where none are held, at
// the start or in an analysis, the values decide.
template <typename T>
void Integrator<T>::CalcLimitedDerivatives(const Context<T>& context,
                                           const ContinuousPointers<T>& derivatives) const {
  const T* u = this->input_data(context, 0);
  const T* x = this->continuous_data(context);
  const T* limits = this->parameter_data(context, kLimits);
  const int64_t* held = this->held_modes(context);
  for (int i = 0; i < width_; ++i) {
    if (held != nullptr) {
      derivatives.z[i] = held[i] == 0 ? u[i] : T(0);
    } else {
      const auto is_kept = (x[i] >= limits[1] && u[i] >= 0) || (x[i] <= limits[0] && u[i] <= 0);
      derivatives.z[i] = select(is_kept, T(0), u[i]);
    }
  }
}

// Chosen at the start of a step by state and input; see Branch().
template <typename T>
void Integrator<T>::DoCalcModes(const Context<T>& context, int64_t* modes) const {
  if (!is_limited_) return;
  const T* u = this->input_data(context, 0);
  const T* x = this->continuous_data(context);
  const T* limits = this->parameter_data(context, kLimits);
  for (int i = 0; i < width_; ++i) modes[i] = Branch(x[i], u[i], limits);
}

// An element at a limit stays there while the input pushes outwards: its margin is that input.
template <typename T>
void Integrator<T>::DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                                      T* margins) const {
  if (!is_limited_) return;
  const T* u = this->input_data(context, 0);
  // A free element stops being so at the event that moves it to a limit.
  for (int i = 0; i < width_; ++i) {
    margins[i] = modes[i] == 0 ? T(1) : modes[i] > 0 ? u[i] : T(-u[i]);
  }
}

// Witnesses rise through zero where x passes a limit outwards.
template <typename T>
T Integrator<T>::CalcAbove(const Context<T>& context, int i) const {
  return this->continuous_data(context)[i] - this->parameter_data(context, kLimits)[1];
}

// Rises through zero where x falls through the lower limit.
template <typename T>
T Integrator<T>::CalcBelow(const Context<T>& context, int i) const {
  return this->parameter_data(context, kLimits)[0] - this->continuous_data(context)[i];
}

// The event lies a rounding error behind the limit: every element is put back exactly onto it.
template <typename T>
EventStatus Integrator<T>::MoveToLimits(const Context<T>& context, ContinuousState<T>* x,
                                        DiscreteValues<T>*) const {
  using std::max;
  using std::min;
  const T* before = this->continuous_data(context);
  const T* limits = this->parameter_data(context, kLimits);
  T* after = x->data();
  for (int i = 0; i < width_; ++i) after[i] = min(max(before[i], limits[0]), limits[1]);
  return EventStatus::Succeeded();
}

template <typename T>
Integrator<T>::Integrator(const BlockArguments& arguments)
    : Integrator(arguments.vector<T>("initial_value"), arguments.input_width(0),
                 arguments.number<T>("lower"), arguments.number<T>("upper")) {}

LOOPWRIGHT_INSTANTIATE_CLASS(Integrator)

// Infinite limits are none: then there are neither modes nor events.
BlockDescriptor IntegratorBlock() {
  BlockDescriptor block;
  block.type = "Integrator";
  block.category = "continuous";
  block.title = "Integrator";
  block.summary = "Integrates its input.";
  block.search_words = "integral, 1/s, integrate, accumulate, I controller";
  block.names_elsewhere = "INTEGRAL_m, INTEGRAL_f, Integrator Limited";
  block.icon = R"(
  <path d="M16.2 5.2 C14.6 2.6 12.7 3.6 12.4 6.8 L11.6 17.2 C11.3 20.4 9.4 21.4 7.8 18.8"/>
)";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      InitialValueParameter(),
      MakeParameter("lower", ParameterKind::kNumber, "-inf", "", "<= upper", ""),
      MakeParameter("upper", ParameterKind::kNumber, "inf", "", "", ""),
  };
  block.feedthrough = "none";
  block.state = "continuous";
  block.states = ContinuousStates({"integral"});
  block.behaviour =
      "dx/dt = u, y = x; at a limit the state is set exactly to it and stays until u turns back "
      "(both instants are isolated events)";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->SameWidth({"initial_value"});
  };
  block.face = [](const FaceParameters&) { return Face::Fraction("1", "s"); };
  block.UseSystem<Integrator>();
  return block;
}

}  // namespace loopwright
