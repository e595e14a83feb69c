#include "engine/stochastic/stochastic_method.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "engine/common/one_instant.h"
#include "engine/integration/state_ranges.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// The streams of the noisy leaves, in their order.
template <typename T>
std::vector<WienerStream> StreamsOf(const Plan<T>& plan) {
  std::vector<WienerStream> streams;
  for (const int n : NoisyLeaves(plan)) {
    const Diffusion<T>& diffusion = *LeafAt(plan, n).diffusion();
    streams.push_back({diffusion.stream_key(), diffusion.num_noises()});
  }
  return streams;
}

}  // namespace

// Notes, for each noisy leaf, where its state and its diffusion matrix lie. The Wiener processes of
// all leaves make one path, in the order of the leaves.
template <typename T>
StochasticMethod<T>::StochasticMethod(const IntegrationMethodInfo& info,
                                      internal::ContextData<T>* data,
                                      const StochasticSettings& grid)
    : IntegrationMethod<T>(info, data, IntegrationSettings{}),
      start_(this->size_),
      end_(start_),
      drift0_(start_),
      grid_(grid),
      path_(StreamsOf(*data->plan)) {
  part_.level = grid.refinement;
  for (const int n : NoisyLeaves(*data->plan)) AddLeaf(n);
}

// The states of a leaf lie in three places of the vector, as q, v and z; the rows of the diffusion
// matrix are in that order.
template <typename T>
void StochasticMethod<T>::AddLeaf(int n) {
  const auto& plan = *this->data_.plan;
  const Diffusion<T>& diffusion = *LeafAt(plan, n).diffusion();
  const auto entry_of = [&](const CacheEntry<T>& entry) {
    return plan.nodes[n].first_entry + entry.cache_index();
  };
  const bool has_derivative =
      diffusion.derivative() != nullptr && diffusion.form() != DiffusionForm::kAdditive;
  const int first = leaves_.empty() ? 0 : leaves_.back().first_noise + leaves_.back().num_noises;
  NoisyLeaf leaf{diffusion.form(),
                 entry_of(diffusion.matrix()),
                 has_derivative ? entry_of(*diffusion.derivative()) : -1,
                 first,
                 diffusion.num_noises(),
                 num_noise_elements_,
                 StateElementsOf(plan, n)};
  num_noise_elements_ += leaf.states.size() * static_cast<std::size_t>(leaf.num_noises);
  leaves_.push_back(std::move(leaf));
}

template <typename T>
bool StochasticMethod<T>::TakeFixedStep(double, double) {
  throw std::logic_error(std::string(this->info().name) +
                         " keeps to its grid: it cannot have a fixed step");
}

// The end of the present part of the grid, computed from its number instead of summed up, so that
// refined grids meet the coarse one exactly.
template <typename T>
double StochasticMethod<T>::PartEnd() const {
  const double number = std::ldexp(static_cast<double>(part_.cell), part_.level) +
                        static_cast<double>(part_.index) + 1;
  return std::fma(number, std::ldexp(grid_.step_sec, -part_.level), grid_.start_sec);
}

// Where the step from `t_sec` ends, and what the Wiener processes do in it.
template <typename T>
void StochasticMethod<T>::FindIncrements(double t_sec, double target_sec) {
  const double part_sec = std::ldexp(grid_.step_sec, -part_.level);
  if (!in_part_) {
    rest_sec_ = part_sec;
    path_.Enter(this->data_.random, part_, grid_.step_sec);
    in_part_ = true;
  }
  const double part_end = PartEnd();
  const bool is_one_instant = IsOneInstant(target_sec, part_end, part_sec);
  finishes_ = is_one_instant || target_sec > part_end;
  end_time_ = finishes_ && !is_one_instant ? part_end : target_sec;
  if (finishes_) {
    path_.Finish(rest_sec_);
  } else {
    path_.Split(end_time_ - t_sec, rest_sec_);
  }
}

// One step from the present state, at most to the end of the part of the grid. What is common to
// the methods is done here, the drift at the start included; TryStep() is the method's own. Where
// the step fails, the context is as it was at the start, and the answer is not a number.
template <typename T>
double StochasticMethod<T>::TakeControlledStep(double t_sec, double target_sec, double limit_sec) {
  start_time_ = t_sec;
  FindIncrements(t_sec, limit_sec > 0 ? std::min(target_sec, t_sec + limit_sec) : target_sec);
  if (end_time_ <= t_sec) {
    this->Fail(nullptr, "a stochastic step of " + FormatNumber(grid_.step_sec) +
                            " s is too short to advance this time: take a larger one");
    return std::numeric_limits<double>::quiet_NaN();
  }
  std::copy_n(this->data_.continuous(), this->size_, start_.begin());
  EvaluateDrift(t_sec, start_, &drift0_);
  if (!TryStep(finishes_ ? rest_sec_ : end_time_ - t_sec) || FailIfNotFinite()) {
    this->SetContext(start_time_, start_.data());  // stages may have moved it
    return std::numeric_limits<double>::quiet_NaN();
  }
  MoveTo(end_time_);
  return end_time_;
}

template <typename T>
void StochasticMethod<T>::EvaluateDrift(double t_sec, const Values& x, Values* drift) {
  std::copy(x.begin(), x.end(), this->data_.continuous());
  this->data_.write_time(T(t_sec));
  this->data_.EvaluateDerivativesAtStage();
  ++this->statistics_.derivative_evaluations;
  std::copy_n(this->data_.derivatives(), this->size_, drift->begin());
}

template <typename T>
void StochasticMethod<T>::EvaluateNoise(double t_sec, const Values& x, Values* noise) {
  this->SetContext(t_sec, x.data());
  EvaluateNoiseHere(noise);
}

template <typename T>
void StochasticMethod<T>::EvaluateNoiseHere(Values* noise) {
  for (const NoisyLeaf& leaf : leaves_) {
    this->data_.Evaluate(leaf.matrix_entry);
    const std::size_t count = leaf.states.size() * static_cast<std::size_t>(leaf.num_noises);
    std::copy_n(this->data_.entry_data(leaf.matrix_entry), count,
                noise->begin() + static_cast<std::ptrdiff_t>(leaf.first_element));
  }
}

template <typename T>
void StochasticMethod<T>::AddNoise(const NoisyLeaf& leaf, const Values& noise,
                                   std::span<const double> weights, double factor,
                                   Values* x) const {
  for (int k = 0; k < leaf.num_noises; ++k) {
    AddColumn(leaf, noise, k, factor * weights[leaf.first_noise + k], x);
  }
}

template <typename T>
void StochasticMethod<T>::AddNoise(const Values& noise, std::span<const double> weights,
                                   double factor, Values* x) const {
  for (const NoisyLeaf& leaf : leaves_) AddNoise(leaf, noise, weights, factor, x);
}

template <typename T>
void StochasticMethod<T>::AddColumn(const NoisyLeaf& leaf, const Values& noise, int column,
                                    double factor, Values* x) const {
  const T* element =
      noise.data() + leaf.first_element + leaf.states.size() * static_cast<std::size_t>(column);
  for (const int n : leaf.states) (*x)[n] += *element++ * factor;
}

template <typename T>
void StochasticMethod<T>::AddScaled(const Values& y, double factor, Values* x) {
  for (std::size_t n = 0; n < y.size(); ++n) (*x)[n] += factor * y[n];
}

// Tells who is to blame: a block whose derivative is not finite, or else the leaf whose diffusion
// is.
template <typename T>
bool StochasticMethod<T>::FailIfNotFinite() {
  const auto found = std::find_if(end_.begin(), end_.end(),
                                  [](const T& value) { return !std::isfinite(ValueOf(value)); });
  if (found == end_.end()) return false;
  if (const System<T>* system = this->FindNonFinite()) {
    this->FailNotFinite(system);
  } else {
    this->Fail(this->LeafOf(static_cast<int>(found - end_.begin())),
               "its diffusion, or the step with it, is not finite: look for a division by zero, or "
               "a root or logarithm outside its range, or try a smaller stochastic step");
  }
  return true;
}

// States within the step lie on the straight line between its ends. Between its grid points the
// path of the noise is not known, so nothing better can be said.
template <typename T>
void StochasticMethod<T>::MoveTo(double t_sec) {
  LOOPWRIGHT_THROW_UNLESS(t_sec >= start_time_ && t_sec <= end_time_);
  if (t_sec == end_time_) return this->SetContext(t_sec, end_.data());
  const double part = (t_sec - start_time_) / (end_time_ - start_time_);
  T* x = this->data_.continuous();
  for (int n = 0; n < this->size_; ++n) x[n] = start_[n] + part * (end_[n] - start_[n]);
  this->data_.write_time(T(t_sec));
  this->data_.InvalidateTimeAndContinuous();
}

// A step that ended within a part leaves the rest of it to the next step, otherwise the next part
// begins. 2^level parts make a cell of the coarse grid.
template <typename T>
void StochasticMethod<T>::Accept() {
  if (!finishes_) {
    rest_sec_ -= end_time_ - start_time_;
    return;
  }
  in_part_ = false;
  if (++part_.index == uint64_t{1} << part_.level) {
    part_.index = 0;
    ++part_.cell;
  }
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(StochasticMethod)

}  // namespace loopwright
