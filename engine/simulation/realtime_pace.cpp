#include "engine/simulation/realtime_pace.h"

#include <chrono>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <thread>

namespace loopwright {

namespace {
using SteadyClock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;
}  // namespace

// The machine's steady clock, which nobody sets back while a run lasts.
RealtimePace::RealtimePace()
    : clock_{[] { return Seconds(SteadyClock::now().time_since_epoch()).count(); },
             [](double clock_sec) {
               const auto since_epoch =
                   std::chrono::duration_cast<SteadyClock::duration>(Seconds(clock_sec));
               std::this_thread::sleep_until(SteadyClock::time_point(since_epoch));
             }} {}

void RealtimePace::set_target_rate(double rate) {
  if (!(rate >= 0) || !std::isfinite(rate)) {
    throw std::logic_error("Simulator: the realtime rate must be >= 0 and finite");
  }
  target_rate_ = rate;
}

void RealtimePace::Start(double time_sec) {
  is_started_ = true;
  start_time_sec_ = time_sec;
  start_clock_sec_ = clock_.now_sec();
}

// Waits until the clock has come to where the simulated time is due. Time that was lost is caught
// up, since it is measured from the start and not from step to step.
void RealtimePace::Wait(double time_sec) const {
  if (!is_on() || !is_started_) return;
  const double due = start_clock_sec_ + (time_sec - start_time_sec_) / target_rate_;
  if (due > clock_.now_sec()) clock_.sleep_until(due);
}

// Simulated seconds for each second of the clock, since Start().
double RealtimePace::CalcActualRate(double time_sec) const {
  const double elapsed = is_started_ ? clock_.now_sec() - start_clock_sec_ : 0;
  return elapsed > 0 ? (time_sec - start_time_sec_) / elapsed
                     : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace loopwright
