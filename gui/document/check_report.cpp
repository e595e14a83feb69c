#include "gui/document/check_report.h"

#include <algorithm>

#include "gui/theme/theme.h"

namespace loopwright {

const SampleTime* CheckReport::sampleTime(const std::string& path) const {
  const auto found = sampleTimes.find(path);
  return found == sampleTimes.end() ? nullptr : &found->second;
}

// The report lists only widths other than 1, as most signals are single numbers.
int CheckReport::signalWidth(const std::string& path) const {
  if (sampleTime(path) == nullptr) return 0;
  const auto found = widths.find(path);
  return found == widths.end() ? 1 : found->second;
}

// Periodic signals have the place of their period among all of the diagram, the fastest first; the
// other kinds have numbers of their own.
int CheckReport::rateOf(const std::string& path) const {
  const SampleTime* time = sampleTime(path);
  if (time == nullptr || time->kind == SampleTime::Kind::kContinuous) return Theme::kContinuousRate;
  if (time->kind == SampleTime::Kind::kConstant) return Theme::kConstantRate;
  if (time->kind == SampleTime::Kind::kEvents) return Theme::kEventRate;
  const auto place = std::lower_bound(periods.begin(), periods.end(), time->period);
  return static_cast<int>(place - periods.begin());
}

}  // namespace loopwright
