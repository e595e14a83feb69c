#pragma once

#include <chrono>

namespace loopwright {

/// A line on standard error that shows how far a run is, drawn at most ten times a second and
/// wiped at the end.
class ProgressBar {
 public:
  ProgressBar(double start_time, double stop_time, bool visible);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void Show(double time);

 private:
  void Draw(double time);

  const double start_time_;
  const double stop_time_;
  const bool visible_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace loopwright
