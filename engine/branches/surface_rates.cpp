#include "engine/branches/surface_rates.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "engine/random/direction.h"

namespace loopwright {

// Eight places keep what margins have beside their sums at the times last asked for: the stages of
// a step ask for the same few times again and again.
template <typename T>
SurfaceRates<T>::SurfaceRates(Data* data, const std::vector<SlidingSurface>* surfaces,
                              AutoDiffCopy<T>* copy)
    : data_(*data), surfaces_(*surfaces), copy_(*copy), series_(surfaces->size()) {
  const std::vector<T> zeros(surfaces_.size(), T(0));
  const Beside unknown{std::numeric_limits<double>::quiet_NaN(), zeros, zeros};
  in_series_.fill(unknown);
  beside_.fill(unknown);
  offset_.assign(surfaces_.size(), 0);
  gradient_.resize(surfaces_.size());
  margins_.assign(surfaces_.size(), T(0));
  copy_margins_.assign(surfaces_.size(), AutoDiff(0));
  state_here_.reserve(data->plan->num_continuous());
  slope_here_.reserve(data->plan->num_continuous());
}

template <typename T>
void SurfaceRates<T>::CalcMargins(std::vector<T>* margins) {
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    (*margins)[s] = CalcSurfaceMargin(data_, surfaces_[s], &scratch_);
  }
}

// The margins of the copy, with their derivatives, into `copy_margins_`.
template <typename T>
void SurfaceRates<T>::CalcMarginsOfCopy() {
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    copy_margins_[s] = CalcSurfaceMargin(copy_.data(), surfaces_[s], &copy_scratch_);
  }
}

// Of a margin with a constant gradient that is a sum of derivatives and, where it depends on time,
// what it has beside that sum: its derivative by time, which is the same for all states.
template <typename T>
void SurfaceRates<T>::Calc(std::vector<T>* rates, std::vector<T>* margins) {
  if (!gradient_is_current_) FindGradient();
  const Beside* const beside = is_affine_ && !is_autonomous_ ? FindBeside() : nullptr;
  const T* const slope = data_.derivatives();
  if (beside != nullptr) {
    for (size_t s = 0; s < surfaces_.size(); ++s) {
      (*rates)[s] = beside->rates[s] + CalcSum(s, slope);
      if (margins != nullptr) (*margins)[s] = beside->margins[s] + CalcSum(s, data_.continuous());
    }
    return;
  }
  if (!is_affine_ || !is_autonomous_) return CalcWithoutSums(rates, margins);
  for (size_t s = 0; s < surfaces_.size(); ++s) (*rates)[s] = CalcSum(s, slope);
  if (margins != nullptr) CalcMargins(margins);
}

// By AutoDiff, or else by differences; what margins of constant gradient have beside their sums is
// kept for this time.
template <typename T>
void SurfaceRates<T>::CalcWithoutSums(std::vector<T>* rates, std::vector<T>* margins) {
  if (std::is_same_v<T, double> && has_copy_ && CalcByCopy(rates)) {
    std::transform(copy_margins_.begin(), copy_margins_.end(), margins_.begin(),
                   [](const AutoDiff& margin) { return T(margin.value()); });
  } else {
    CalcByDifferences(rates);
    CalcMargins(&margins_);
  }
  if (margins != nullptr) *margins = margins_;
  if (!is_affine_) return;
  Beside* const found = KeepBeside();
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    found->rates[s] = (*rates)[s] - CalcSum(s, data_.derivatives());
    found->margins[s] = margins_[s] - CalcSum(s, data_.continuous());
  }
}

// Of values like the state, each times the margin's derivative by that element.
template <typename T>
T SurfaceRates<T>::CalcSum(size_t surface, const T* values) const {
  T sum(0);
  for (const auto& [element, factor] : gradient_[surface]) sum = sum + factor * values[element];
  return sum;
}

// What the margins have beside sums of the state: known where it has been asked for at this time
// shortly before, as the middle and the end of a step are by several stages; else, where there are
// few states, found together with the gradients, which are compared with what they were. Null
// where it has to be found otherwise, or the gradients are others.
template <typename T>
auto SurfaceRates<T>::FindBeside() -> const Beside* {
  if (const Beside* found = FindBesideInSeries()) return found;
  const double now = ValueOf(data_.time);
  for (const Beside& beside : beside_) {
    if (beside.time == now) return &beside;
  }
  const int size = data_.plan->num_continuous();
  if (!std::is_same_v<T, double> || size >= AutoDiff::kDerivatives || !UpdateCopy()) return nullptr;
  internal::ContextData<AutoDiff>& copy = copy_.data();
  for (int i = 0; i < size; ++i) {
    copy.continuous()[i] = AutoDiff(ValueOf(data_.continuous()[i]), i);
  }
  copy.write_time(AutoDiff(now, size));
  copy.InvalidateTimeAndContinuous();
  CalcMarginsOfCopy();
  Beside* const found = KeepBeside();
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    const AutoDiff::Derivatives& gradient = copy_margins_[s].derivatives();
    for (int i = 0; i < size; ++i) {
      is_affine_ &= gradient[i] == gradient_here_(static_cast<Eigen::Index>(s), i);
    }
    found->rates[s] = T(gradient[size]);
    found->margins[s] = T(copy_margins_[s].value()) - CalcSum(s, data_.continuous());
  }
  return is_affine_ ? found : nullptr;
}

// Null where no series can be used.
template <typename T>
auto SurfaceRates<T>::FindBesideInSeries() -> const Beside* {
  const double now = ValueOf(data_.time);
  if (!may_use_series_ || (!series_.Covers(now) && !ExpandBeside())) return nullptr;
  for (const Beside& known : in_series_) {
    if (known.time == now) return &known;
  }
  last_in_series_ = 1 - last_in_series_;
  Beside& here = in_series_[last_in_series_];
  here.time = now;
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    const BesideSeries::Values values = series_.Calc(s, now);
    here.margins[s] = T(values.value);
    here.rates[s] = T(values.rate);
  }
  return &here;
}

// Around the present time, with the state as it is, whatever it does later.
template <typename T>
bool SurfaceRates<T>::ExpandBeside() {
  // Of which length steps are is not known before the first.
  if (last_step_ == 0) return false;
  may_use_series_ = std::is_same_v<T, double> && UpdateCopy();
  if (!may_use_series_) return false;
  internal::ContextData<AutoDiff>& copy = copy_.data();
  for (int i = 0; i < copy.plan->num_continuous(); ++i) {
    copy.continuous()[i] = AutoDiff(ValueOf(data_.continuous()[i]));
  }
  const double now = ValueOf(data_.time);
  AutoDiff time = AutoDiff::Series(now);
  time.set_coefficient(1, 1);
  copy.write_time(time);
  copy.InvalidateTimeAndContinuous();
  CalcMarginsOfCopy();
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    copy_margins_[s].value() -= ValueOf(CalcSum(s, data_.continuous()));
  }
  may_use_series_ = series_.Take(now, last_step_, copy_margins_);
  for (Beside& known : in_series_) known.time = std::numeric_limits<double>::quiet_NaN();
  copy.write_time(AutoDiff(now));
  copy.InvalidateTimeAndContinuous();
  return may_use_series_;
}

template <typename T>
void SurfaceRates<T>::NoteCorner() {
  series_.Forget();
  for (Beside& known : in_series_) known.time = std::numeric_limits<double>::quiet_NaN();
  for (Beside& known : beside_) known.time = std::numeric_limits<double>::quiet_NaN();
}

// A place for those of the present time, where the oldest ones were.
template <typename T>
auto SurfaceRates<T>::KeepBeside() -> Beside* {
  next_beside_ = (next_beside_ + 1) % beside_.size();
  beside_[next_beside_].time = ValueOf(data_.time);
  return &beside_[next_beside_];
}

// g_x v, where g_x is kept as the few elements of the state that a margin depends on.
template <typename T>
Eigen::VectorXd SurfaceRates<T>::CalcAlong(const Eigen::VectorXd& vector) const {
  Eigen::VectorXd result = Eigen::VectorXd::Zero(std::ssize(surfaces_));
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    for (const auto& [element, factor] : gradient_[s]) {
      result[static_cast<Eigen::Index>(s)] += factor * vector[element];
    }
  }
  return result;
}

// Three cases. Margins without time are compared with their sums of the state. With a series, the
// margin at the end of a step holds all errors of the rates before it. Otherwise the rates are
// compared with exact ones, unless there are so few states that this was done already.
template <typename T>
bool SurfaceRates<T>::AgreesHere(const std::vector<T>& rates, const std::vector<T>& margins) {
  constexpr double kRounding = 1e-9, kRoundingOfSeries = 1e-13;
  if (!is_affine_) return false;
  if (is_autonomous_) return is_affine_ = AreSumsHere(margins, nullptr, kRounding);
  if (may_use_series_ && series_.Covers(ValueOf(data_.time))) {
    may_use_series_ = AreSumsHere(margins, FindBesideInSeries(), kRoundingOfSeries);
    return true;
  }
  // Of few states FindBeside() has compared them.
  const bool are_few = data_.plan->num_continuous() < AutoDiff::kDerivatives;
  if (are_few || !CalcByCopy(&margins_)) return true;
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    double size = std::max(1., std::abs(ValueOf(rates[s])));
    for (const auto& [element, factor] : gradient_[s]) {
      size = std::max(size, std::abs(factor * ValueOf(data_.derivatives()[element])));
    }
    is_affine_ &= std::abs(ValueOf(margins_[s] - rates[s])) <= kRounding * size;
  }
  return is_affine_;
}

// Whether margins here are what the sums over the state make of them, and what they have beside
// these: a constant, or what the series says (`beside`).
template <typename T>
bool SurfaceRates<T>::AreSumsHere(const std::vector<T>& margins, const Beside* beside,
                                  double rounding) const {
  bool agree = true;
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    double expected = beside == nullptr ? offset_[s] : ValueOf(beside->margins[s]);
    double size = std::max(1., std::abs(expected));
    for (const auto& [element, factor] : gradient_[s]) {
      const double term = factor * ValueOf(data_.continuous()[element]);
      expected += term;
      size = std::max(size, std::abs(term));
    }
    agree &= std::abs(ValueOf(margins[s]) - expected) <= rounding * size;
  }
  return agree;
}

// Finds out whether the margins are linear in state (and do not depend on time): then their
// gradients are the same numbers to the bit at other times and states too, which are taken at
// random. That a function of the library's kind agrees there by chance has the probability zero.
template <typename T>
void SurfaceRates<T>::FindGradient() {
  constexpr int kMostStates = 256, kPoints = 3;
  is_affine_ = is_autonomous_ = false;
  NoteCorner();
  gradient_is_current_ = may_use_series_ = true;
  const int size = data_.plan->num_continuous();
  if (size > kMostStates || !UpdateCopy()) return;
  Eigen::MatrixXd& here = gradient_here_;
  Eigen::MatrixXd& there = gradient_there_;
  uint64_t random = 0x2545F4914F6CDD1D;
  for (int point = 0; point < kPoints; ++point) {
    CalcGradient(point == 0 ? nullptr : &random, &there);
    if (!there.allFinite() || (point > 0 && there.leftCols(size) != here.leftCols(size))) return;
    is_autonomous_ = (point == 0 || is_autonomous_) && there.col(size).isZero(0);
    if (point == 0) here = there;
  }
  is_affine_ = true;
  CalcMargins(&margins_);
  for (size_t s = 0; s < surfaces_.size(); ++s) {
    gradient_[s].clear();
    for (int i = 0; i < size; ++i) {
      const double factor = here(static_cast<Eigen::Index>(s), i);
      if (factor != 0) gradient_[s].emplace_back(i, factor);
    }
    offset_[s] = ValueOf(margins_[s]);
    for (const auto& [element, factor] : gradient_[s]) {
      offset_[s] -= factor * ValueOf(data_.continuous()[element]);
    }
  }
}

// One row per surface: the derivatives of its margin by all states and, last, by time; at the
// present time and state, or beside them at random.
template <typename T>
void SurfaceRates<T>::CalcGradient(uint64_t* random, Eigen::MatrixXd* gradient) {
  internal::ContextData<AutoDiff>& copy = copy_.data();
  const int size = data_.plan->num_continuous();
  const auto aside = [random](double value) {
    if (random == nullptr) return value;
    return value + (1 + std::abs(value)) * NextDirection(random);
  };
  for (int i = 0; i < size; ++i)
    copy.continuous()[i] = AutoDiff(aside(ValueOf(data_.continuous()[i])));
  copy.write_time(AutoDiff(aside(ValueOf(data_.time))));
  gradient->resize(static_cast<Eigen::Index>(surfaces_.size()), size + 1);
  for (int base = 0; base <= size; base += AutoDiff::kDerivatives) {
    const int end = std::min(base + AutoDiff::kDerivatives, size + 1);
    const auto seed = [&](double by) {
      for (int i = base; i < end; ++i) {
        AutoDiff& x = i < size ? copy.continuous()[i] : copy.time;
        x.derivatives()[i - base] = by;
      }
      copy.InvalidateTimeAndContinuous();
    };
    seed(1);
    CalcMarginsOfCopy();
    for (int i = base; i < end; ++i) {
      for (Eigen::Index s = 0; s < gradient->rows(); ++s) {
        (*gradient)(s, i) = copy_margins_[s].derivatives()[i - base];
      }
    }
    seed(0);
  }
  copy_is_current_ = false;
}

// False where there is no such system.
template <typename T>
bool SurfaceRates<T>::UpdateCopy() {
  if (copy_is_current_) return true;
  try {
    has_copy_ = copy_.Update();
  } catch (const std::exception&) {
    has_copy_ = false;
  }
  copy_is_current_ = has_copy_;
  return has_copy_;
}

// As the derivative along the motion, of time with 1 and of the state with x'. False where there
// is no such system.
template <typename T>
bool SurfaceRates<T>::CalcByCopy(std::vector<T>* rates) {
  if (!UpdateCopy()) return false;
  internal::ContextData<AutoDiff>& copy = copy_.data();
  const auto moving = [](double value, double slope) {
    AutoDiff result(value);
    result.derivatives()[0] = slope;
    return result;
  };
  copy.write_time(moving(ValueOf(data_.time), 1));
  for (int i = 0; i < copy.plan->num_continuous(); ++i) {
    copy.continuous()[i] = moving(ValueOf(data_.continuous()[i]), ValueOf(data_.derivatives()[i]));
  }
  copy.InvalidateTimeAndContinuous();
  CalcMarginsOfCopy();
  for (size_t s = 0; s < surfaces_.size(); ++s) (*rates)[s] = T(copy_margins_[s].derivatives()[0]);
  return true;
}

// From state_here_ at `start` along slope_here_.
template <typename T>
void SurfaceRates<T>::MoveAlong(double start, double duration) {
  for (size_t i = 0; i < state_here_.size(); ++i) {
    data_.continuous()[i] = state_here_[i] + duration * slope_here_[i];
  }
  data_.write_time(T(start + duration));
  data_.InvalidateTimeAndContinuous();
}

// By the central difference of fourth order, over a part of the last step.
template <typename T>
void SurfaceRates<T>::CalcByDifferences(std::vector<T>* rates) {
  const int size = data_.plan->num_continuous();
  state_here_.assign(data_.continuous(), data_.continuous() + size);
  slope_here_.assign(data_.derivatives(), data_.derivatives() + size);
  const double start = ValueOf(data_.time);
  const double step = last_step_ > 0 ? last_step_ / 64 : 1e-4;
  std::fill(rates->begin(), rates->end(), T(0));
  constexpr std::pair<double, double> kPoints[] = {
      {-2, 1. / 12}, {-1, -8. / 12}, {1, 8. / 12}, {2, -1. / 12}};
  for (const auto& [point, factor] : kPoints) {
    MoveAlong(start, point * step);
    CalcMargins(&margins_);
    for (size_t s = 0; s < surfaces_.size(); ++s) {
      (*rates)[s] = (*rates)[s] + factor / step * margins_[s];
    }
  }
  MoveAlong(start, 0);
  data_.EvaluateDerivativesAsHeld();
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(SurfaceRates)

}  // namespace loopwright
