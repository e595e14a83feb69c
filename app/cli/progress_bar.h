#pragma once

#include <chrono>
#include <string>

namespace loopwright {

/// A line on standard error that shows how far something is, drawn at most ten times a second and
/// wiped at the end.
class ProgressBar {
 public:
  /// One that is not `visible` draws nothing, as for output into a file.
  explicit ProgressBar(bool visible);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Whether it is visible and time to draw it again.
  bool IsDue();
  /// `part` is from 0 to 1; `text` stands behind the bar.
  void Draw(double part, const std::string& text);

 private:
  const bool visible_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace loopwright
