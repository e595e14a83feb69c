#include "blocklib/common/parameters.h"
#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"
#include "engine/system/leaf_system.h"

namespace loopwright {
namespace {

// As many samples as a window may hold.
constexpr int64_t kMostWindowSamples = 1'000'000;
}  // namespace

// The mean of the last samples of each element of a signal, held between updates; samples that are
// missing before the start count as the first one.
//
//     u → MovingAverage → y
//
// Discrete state: groups 0 output, 1 whether there was an update (1 or 0) and, with a window of
// more than one sample, 2 the samples before the last update's, newest first.
template <typename T>
class MovingAverage final : public LeafSystem<T> {
 public:
  // `window` >= 1 is the number of samples. Group 1 tells whether there was a first sample, since
  // before it the past has no value.
  MovingAverage(int window, double period_sec, double offset_sec, int width)
      : LeafSystem<T>(KeepArguments<MovingAverage, T>(window, period_sec, offset_sec, width)),
        window_(window),
        width_(width) {
    LOOPWRIGHT_THROW_UNLESS(window >= 1);
    this->DeclareVectorInputPort("u", width);
    this->DeclareDiscreteState(width);                                 // kOutput
    this->DeclareDiscreteState(1);                                     // kHasStarted
    if (window > 1) this->DeclareDiscreteState((window - 1) * width);  // kPast
    this->template DeclarePeriodicDiscreteUpdateEvent<&MovingAverage::Update>(period_sec,
                                                                              offset_sec);
    this->DeclareStateOutputPort("y", DiscreteStateIndex(kOutput));
  }

  // From the parameters `window`, `period` and `offset`.
  explicit MovingAverage(const BlockArguments& arguments)
      : MovingAverage(static_cast<int>(arguments.integer("window")), arguments.number("period"),
                      arguments.number("offset"), arguments.input_width(0)) {}

 private:
  enum Group { kOutput, kHasStarted, kPast };

  // Adds up the present sample and the past ones, and moves these on by one place in the same loop.
  void Update(const Context<T>& context, T* next) const {
    const T* u = this->input_data(context, 0);
    const auto has_started = this->discrete_data(context, kHasStarted)[0] != 0;
    const int num_past = window_ - 1;
    const T* past = num_past > 0 ? this->discrete_data(context, kPast) : nullptr;
    T* next_past = next + width_ + 1;
    // Summed anew each time: what is added and taken away again would leave its rounding behind.
    for (int i = 0; i < width_; ++i) {
      T sum = u[i];
      for (int k = 0; k < num_past; ++k) {
        const T sample = select(has_started, past[k * width_ + i], u[i]);
        sum += sample;
        if (k + 1 < num_past) next_past[(k + 1) * width_ + i] = sample;
      }
      if (num_past > 0) next_past[i] = u[i];
      next[i] = sum / static_cast<double>(window_);
    }
    next[width_] = T(1);
  }

  int window_;
  int width_;
};

LOOPWRIGHT_INSTANTIATE_CLASS(MovingAverage)

// The window is in samples. Until it is full the first sample stands for those that are missing, so
// that the output does not begin near zero.
BlockDescriptor MovingAverageBlock() {
  BlockDescriptor block;
  block.type = "MovingAverage";
  block.category = "discrete";
  block.title = "Moving average";
  block.summary = "Mean of the last samples.";
  block.search_words = "mean, average, smooth, boxcar, running mean, sliding window, filter";
  block.names_elsewhere = "Moving Average, Weighted Moving Average";
  block.icon = R"(
  <path d="M7 3.5 H17 V20.5 H7 Z" stroke-width="1" stroke-opacity="0.45"/>
  <path d="M5 12.5 H19"/>
  <circle cx="3.5" cy="17" r="1.6" fill="currentColor" stroke="none"/>
  <circle cx="8.5" cy="7.5" r="1.6" fill="currentColor" stroke="none"/>
  <circle cx="12" cy="16.5" r="1.6" fill="currentColor" stroke="none"/>
  <circle cx="15.5" cy="8" r="1.6" fill="currentColor" stroke="none"/>
  <circle cx="20.5" cy="5.5" r="1.6" fill="currentColor" stroke="none"/>
)";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("window", ParameterKind::kInteger, 10, "", ">= 1", ""),
      PeriodParameter(),
      OffsetParameter(),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.states = DiscreteStates({"output", "whether it has begun", "past samples"});
  block.behaviour = "missing samples before the start count as the first sample";
  block.is_held = true;
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) { widths->SameWidth(); };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    ValidateSampleCount(arguments, "window", kMostWindowSamples, problems);
  };
  block.face = [](const FaceParameters& p) { return Face::Fraction("Σ u", p.Formula("window")); };
  block.UseSystem<MovingAverage>();
  return block;
}

}  // namespace loopwright
