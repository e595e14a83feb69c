#include "blocklib/nonlinear/rate_limiter.h"

#include <algorithm>

#include "blocklib/common/convert.h"
#include "blocklib/common/parameters.h"

namespace loopwright {
namespace {
enum Parameter { kRising, kFalling, kInitialValue, kPeriod };
}  // namespace

template <typename T>
RateLimiter<T>::RateLimiter(double rising, double falling, double initial_value, double period_sec,
                            int width)
    : LeafSystem<T>(SystemTypeTag<RateLimiter>{}), width_(width) {
  LOOPWRIGHT_THROW_UNLESS(rising > 0 && falling < 0);
  this->DeclareVectorInputPort("u", width);
  for (const double parameter : {rising, falling, initial_value, period_sec}) {
    this->DeclareNumericParameter(BasicVector<T>{T(parameter)});
  }
  this->DeclareDiscreteState(width);
  this->DeclarePeriodicDiscreteUpdateEvent(period_sec, 0, &RateLimiter::Update);
  this->DeclareStateOutputPort("y", DiscreteStateIndex(0));
}

template <typename T>
void RateLimiter<T>::SetDefaultState(const Context<T>& context, State<T>* state) const {
  std::fill_n(state->get_mutable_discrete_state(0).data(), width_,
              this->parameter_data(context, kInitialValue)[0]);
}

template <typename T>
void RateLimiter<T>::Update(const Context<T>& context, T* next) const {
  using std::max;
  using std::min;
  const T* u = this->input_data(context, 0);
  const T* x = this->discrete_data(context, 0);
  const T& period_sec = this->parameter_data(context, kPeriod)[0];
  const T up = this->parameter_data(context, kRising)[0] * period_sec;
  const T down = this->parameter_data(context, kFalling)[0] * period_sec;
  for (int i = 0; i < width_; ++i) next[i] = min(max(u[i], T(x[i] + down)), T(x[i] + up));
}

template <typename T>
RateLimiter<T>::RateLimiter(const BlockArguments& arguments)
    : RateLimiter(arguments.number("rising"), arguments.number("falling"),
                  arguments.number("initial_value"), arguments.number("period"),
                  arguments.input_width(0)) {}

template <typename T>
template <typename U>
RateLimiter<T>::RateLimiter(const RateLimiter<U>& other)
    : RateLimiter(DefaultNumber(other, kRising), DefaultNumber(other, kFalling),
                  DefaultNumber(other, kInitialValue), TimingOf(other).period_sec,
                  other.get_input_port(0).size()) {}

LOOPWRIGHT_INSTANTIATE_CLASS(RateLimiter)

BlockDescriptor RateLimiterBlock() {
  BlockDescriptor block;
  block.type = "RateLimiter";
  block.category = "nonlinear";
  block.title = "Rate limiter";
  block.summary = "Limits how fast a signal changes.";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("rising", ParameterKind::kNumber, 1, "1/s", "> 0", ""),
      MakeParameter("falling", ParameterKind::kNumber, -1, "1/s", "< 0", ""),
      PeriodParameter(),
      MakeParameter("initial_value", ParameterKind::kNumber, 0, "", "", ""),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.behaviour = "y = x; x+ = x- + clip(u- - x-, falling*period, rising*period)";
  block.is_held = true;
  block.timing = [](const BlockArguments&) { return BlockTiming::kPeriodic; };
  block.UseSystem<RateLimiter>();
  return block;
}

}  // namespace loopwright
