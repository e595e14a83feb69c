#include <algorithm>

#include "blocklib/common/block_leaf.h"
#include "blocklib/common/conditions.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {

// Limits how fast each element of a signal changes, sampled with period h:
// x+ = x- + clip(u- - x-, falling*h, rising*h), y = x. Between updates y is held.
//
//     u → RateLimiter → y
//
// The clip is computed as min(max(u-, x- + falling*h), x- + rising*h), so that u is met exactly.
// Discrete state group 0 is x. Numeric parameters: 0 rising (1/s), 1 falling (1/s), 2 initial
// value, 3 period (s).
template <typename T>
class RateLimiter final : public BlockLeaf<T> {
 public:
  // `rising` is positive and `falling` negative, in 1/s. A sampled limiter has no events but its
  // updates.
  RateLimiter(const T& rising, const T& falling, const T& initial_value, const Known<T>& period_sec,
              int width)
      : BlockLeaf<T>(
            KeepArguments<RateLimiter, T>(rising, falling, initial_value, period_sec, width)),
        width_(width) {
    LOOPWRIGHT_THROW_UNLESS(MayHold(rising > 0) && MayHold(falling < 0));
    this->DeclareVectorInputPort("u", width);
    for (const T& parameter : {rising, falling, initial_value, period_sec.value}) {
      this->DeclareNumericParameter(BasicVector<T>{parameter});
    }
    this->DeclareDiscreteState(width);
    this->StartAs(kInitialValue);
    this->template DeclarePeriodicDiscreteUpdateEvent<&RateLimiter::Update>(period_sec.number, 0);
    this->DeclareStateOutputPort("y", DiscreteStateIndex(0));
  }

  // From the parameters `rising`, `falling`, `initial_value` and `period`.
  explicit RateLimiter(const BlockArguments& arguments)
      : RateLimiter(arguments.number<T>("rising"), arguments.number<T>("falling"),
                    arguments.number<T>("initial_value"), arguments.known<T>("period"),
                    arguments.input_width(0)) {}

 private:
  enum Parameter { kRising, kFalling, kInitialValue, kPeriod };

  // One sample: u itself where it is near enough, else as far towards it as the rates allow.
  void Update(const Context<T>& context, T* next) const {
    using std::max;
    using std::min;
    const T* u = this->input_data(context, 0);
    const T* x = this->discrete_data(context, 0);
    const T& period_sec = this->parameter_data(context, kPeriod)[0];
    const T up = this->parameter_data(context, kRising)[0] * period_sec;
    const T down = this->parameter_data(context, kFalling)[0] * period_sec;
    for (int i = 0; i < width_; ++i) next[i] = min(max(u[i], T(x[i] + down)), T(x[i] + up));
  }

  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(RateLimiter)

// Sampled: between updates the output stays as it is, whatever the input does.
BlockDescriptor RateLimiterBlock() {
  BlockDescriptor block;
  block.type = "RateLimiter";
  block.category = "nonlinear";
  block.title = "Rate limiter";
  block.summary = "Limits how fast a signal changes.";
  block.search_words = "slew rate, limit slope, rate limit, ramp limiter, soft start";
  block.names_elsewhere = "RATELIMITER, Rate Limiter Dynamic";
  block.icon = R"(
  <path d="M3 18 H7 V6 H16" stroke-width="1.3" stroke-opacity="0.6" stroke-dasharray="2 2.6"/>
  <path d="M3 18 H7 L17 6 H21.5"/>
)";
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
  block.states = DiscreteStates({"output"});
  block.behaviour = "y = x; x+ = x- + clip(u- - x-, falling*period, rising*period)";
  block.is_held = true;
  block.timing = [](const BlockArguments&) { return BlockTiming::kPeriodic; };
  block.face = [](const FaceParameters&) {
    return Face::Curve("M-15 8 H-8 L4 -8 H15", "M-8 8 V-8 H4");
  };
  block.UseSystem<RateLimiter>();
  return block;
}

}  // namespace loopwright
