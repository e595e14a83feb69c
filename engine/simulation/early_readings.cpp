#include "engine/simulation/early_readings.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace loopwright {

namespace {
/// Where margins are read, as parts of the step.
constexpr double kParts[] = {0x1p-20, 0x1p-10, 0x1p-7, 0x1p-5, 0x1p-3, 0.5, 1};
/// So many places before each of them are looked at, this part of the way to it apart.
constexpr int kPlaces = 4;
constexpr double kApart = 0x1p-7;
/// By so many parts of itself a state may be rounded.
constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
}  // namespace

template <typename T>
auto EarlyReadings<T>::Read(const std::vector<int>& zeros, double step_sec, const MoveTo& move_to)
    -> const std::vector<Reading>& {
  readings_.clear();
  undecided_.clear();
  for (const int guard : zeros) undecided_.push_back({.guard = guard});
  for (const double part : kParts) {
    if (undecided_.empty()) break;
    move_to(part);
    looked_at_.clear();
    for (Reading& reading : undecided_) {
      const double value = guards_.EvaluateOne(reading.guard);
      if (value == 0) continue;
      reading = {reading.guard, part, value, 0};
      looked_at_.push_back(&reading);
    }
    if (!looked_at_.empty()) FindDoubts(part, step_sec, move_to);
    std::erase_if(undecided_, [&](const Reading& reading) {
      const bool is_decided = reading.part == part && (std::isnan(reading.value) ||
                                                       std::abs(reading.value) > reading.doubt);
      if (is_decided) readings_.push_back(reading);
      return is_decided;
    });
  }
  readings_.insert(readings_.end(), undecided_.begin(), undecided_.end());
  std::ranges::sort(readings_, {}, &Reading::part);
  return readings_;
}

/// Of the readings that are looked at, at the context's place in the step.
template <typename T>
void EarlyReadings<T>::FindDoubts(double part, double step_sec, const MoveTo& move_to) {
  const int size = data_.plan->num_continuous();
  if (size > 0) {
    here_.assign(data_.continuous(), data_.continuous() + size);
    EvaluateSlope(&last_slope_);
    move_to(part / 2);
    EvaluateSlope(&middle_slope_);
    move_to(0);
    start_.assign(data_.continuous(), data_.continuous() + size);
    EvaluateSlope(&first_slope_);
    move_to(part);
  }
  for (int i = 0; i < size; ++i) {
    const double sixth = part * step_sec / 6;
    const double integral =
        sixth * ValueOf(first_slope_[i] + 4 * middle_slope_[i] + last_slope_[i]);
    const double largest = std::max(std::abs(ValueOf(start_[i])), std::abs(ValueOf(here_[i])));
    const double error = std::abs(ValueOf(here_[i] - start_[i]) - integral) + kRounding * largest;
    data_.continuous()[i] = here_[i] + error;
    data_.InvalidateTimeAndContinuous();
    AddChanges();
    data_.continuous()[i] = here_[i];
    data_.InvalidateTimeAndContinuous();
  }
  for (int place = 1; place <= kPlaces; ++place) {
    move_to(part * (1 - place * kApart));
    AddChanges();
  }
}

template <typename T>
void EarlyReadings<T>::AddChanges() {
  for (Reading* reading : looked_at_) {
    reading->doubt += std::abs(guards_.EvaluateOne(reading->guard) - reading->value);
  }
}

template <typename T>
void EarlyReadings<T>::EvaluateSlope(std::vector<T>* slope) {
  data_.EvaluateDerivativesAtStage();
  slope->assign(data_.derivatives(), data_.derivatives() + data_.plan->num_continuous());
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(EarlyReadings)

}  // namespace loopwright
