#include "blocklib/stochastic/gaussian_noise.h"

#include <algorithm>

#include "blocklib/common/convert.h"
#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"
#include "engine/random/draw.h"

namespace loopwright {
namespace {
enum Parameter { kMean, kStandardDeviation };
enum Group { kSample, kNumber };
}  // namespace

template <typename T>
GaussianNoise<T>::GaussianNoise(const Eigen::VectorXd& mean,
                                const Eigen::VectorXd& standard_deviation, double period_sec,
                                double offset_sec, const std::string& stream)
    : GaussianNoise(mean, standard_deviation, period_sec, offset_sec, StreamKey(stream)) {}

template <typename T>
GaussianNoise<T>::GaussianNoise(const Eigen::VectorXd& mean,
                                const Eigen::VectorXd& standard_deviation, double period_sec,
                                double offset_sec, uint64_t stream_key)
    : LeafSystem<T>(SystemTypeTag<GaussianNoise>{}),
      stream_key_(stream_key),
      width_(static_cast<int>(std::max(mean.size(), standard_deviation.size()))) {
  this->DeclareNumericParameter(BasicVector<T>(Spread<T>(mean, width_)));
  this->DeclareNumericParameter(BasicVector<T>(Spread<T>(standard_deviation, width_)));
  this->DeclareDiscreteState(width_);
  this->DeclareDiscreteState(1);
  this->DeclareInitializationDiscreteUpdateEvent(&GaussianNoise::Initialize);
  this->DeclarePeriodicDiscreteUpdateEvent(period_sec, offset_sec, &GaussianNoise::Update);
  this->DeclareVectorOutputPort("y", width_, &GaussianNoise::CalcOutput,
                                {this->discrete_state_ticket(kSample)});
}

template <typename T>
void GaussianNoise<T>::Draw(const Context<T>& context, double k, T* sample) const {
  const RandomSource source = context.random_source();
  const T* mean = this->parameter_data(context, kMean);
  const T* deviation = this->parameter_data(context, kStandardDeviation);
  const uint64_t first = static_cast<uint64_t>(k) * static_cast<uint64_t>(width_);
  for (int i = 0; i < width_; ++i) {
    sample[i] = mean[i] + deviation[i] * GaussianDraw(source, stream_key_, first + i);
  }
}

template <typename T>
void GaussianNoise<T>::SetDefaultState(const Context<T>& context, State<T>* state) const {
  Draw(context, 0, state->get_mutable_discrete_state(kSample).data());
  state->get_mutable_discrete_state(kNumber)[0] = T(0);
}

template <typename T>
EventStatus GaussianNoise<T>::Initialize(const Context<T>& context, DiscreteValues<T>* next) const {
  Draw(context, 0, next->data(kSample));
  next->data(kNumber)[0] = T(0);
  return EventStatus::Succeeded();
}

template <typename T>
void GaussianNoise<T>::Update(const Context<T>& context, T* next) const {
  const T k = this->discrete_data(context, kNumber)[0] + 1.0;
  Draw(context, ValueOf(k), next);
  next[width_] = k;
}

template <typename T>
void GaussianNoise<T>::CalcOutput(const Context<T>& context, T* y) const {
  std::copy_n(this->discrete_data(context, kSample), width_, y);
}

template <typename T>
GaussianNoise<T>::GaussianNoise(const BlockArguments& arguments)
    : GaussianNoise(arguments.vector("mean"), arguments.vector("standard_deviation"),
                    arguments.number("period"), arguments.number("offset"), arguments.stream()) {}

template <typename T>
template <typename U>
GaussianNoise<T>::GaussianNoise(const GaussianNoise<U>& other)
    : GaussianNoise(DefaultVector(other, kMean), DefaultVector(other, kStandardDeviation),
                    TimingOf(other).period_sec, TimingOf(other).offset_sec, other.stream_key_) {}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(GaussianNoise)

BlockDescriptor GaussianNoiseBlock() {
  BlockDescriptor block;
  block.type = "GaussianNoise";
  block.category = "stochastic";
  block.title = "Gaussian noise";
  block.summary = "Independent normal samples, held between updates.";
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("mean", ParameterKind::kVector, 0, "", "", ""),
      MakeParameter("standard_deviation", ParameterKind::kVector, 1, "", ">= 0", ""),
      PeriodParameter(),
      OffsetParameter(),
      StreamParameter(),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.behaviour =
      "sample 0 is seen at the start time (x-); the k-th update draws sample k; element i of a "
      "vector of width m uses draw k*m + i";
  block.infer_widths = [](const BlockArguments&, BlockWidths* widths) {
    widths->Elementwise({"mean", "standard_deviation"});
  };
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"mean", "standard_deviation"}, problems);
  };
  block.UseNonSymbolicSystem<GaussianNoise>();
  return block;
}

}  // namespace loopwright
