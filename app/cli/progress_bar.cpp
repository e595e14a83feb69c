#include "app/cli/progress_bar.h"

#include <algorithm>
#include <iostream>
#include <string>

namespace loopwright {
namespace {

constexpr int kWidth = 40;
constexpr std::chrono::milliseconds kInterval(100);
constexpr const char* kWipe = "\r\033[K";

}  // namespace

// Nothing is drawn yet; IsDue() says when.
ProgressBar::ProgressBar(bool visible)
    : visible_(visible), next_(std::chrono::steady_clock::now() + kInterval) {}

// Wipes the line, so that what follows stands at its beginning.
ProgressBar::~ProgressBar() {
  if (drawn_) std::cerr << kWipe << std::flush;
}

// The first time is a tenth of a second after the start: what is done by then shows no bar at all.
bool ProgressBar::IsDue() {
  if (!visible_) return false;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return false;
  next_ = now + kInterval;
  return true;
}

// Goes back to the start of the line, clears it and draws "[####....] 50 %  text".
void ProgressBar::Draw(double part, const std::string& text) {
  const double shown = std::clamp(part, 0.0, 1.0);
  const int filled = static_cast<int>(shown * kWidth);
  std::cerr << kWipe << '[' << std::string(filled, '#') << std::string(kWidth - filled, '.') << "] "
            << static_cast<int>(100 * shown) << " %  " << text << std::flush;
  drawn_ = true;
}

}  // namespace loopwright
