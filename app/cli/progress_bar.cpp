#include "app/cli/progress_bar.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>

#include "engine/text/number_format.h"

namespace loopwright {
namespace {

constexpr int kWidth = 40;
constexpr std::chrono::milliseconds kInterval(100);
constexpr const char* kWipe = "\r\033[K";

}  // namespace

ProgressBar::ProgressBar(double start_time, double stop_time, bool visible)
    : start_time_(start_time),
      stop_time_(stop_time),
      visible_(visible),
      next_(std::chrono::steady_clock::now() + kInterval) {}

ProgressBar::~ProgressBar() {
  if (drawn_) std::cerr << kWipe << std::flush;
}

void ProgressBar::Show(double time) {
  if (!visible_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + kInterval;
  Draw(time);
}

void ProgressBar::Draw(double time) {
  const double part = std::clamp((time - start_time_) / (stop_time_ - start_time_), 0.0, 1.0);
  const int filled = static_cast<int>(part * kWidth);
  const double rounded = std::round(time * 1e3) / 1e3;
  std::cerr << kWipe << '[' << std::string(static_cast<size_t>(filled), '#')
            << std::string(static_cast<size_t>(kWidth - filled), '.') << "] "
            << static_cast<int>(100 * part) << " %  t = " << FormatNumber(rounded) << " s"
            << std::flush;
  drawn_ = true;
}

}  // namespace loopwright
