#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace loopwright {

class Recording;

/// Samples of a recorded signal at k·period (k whole, from the start of the run on): its value
/// before the updates of that instant, held or interpolated between rows. Grows with the recording.
class SignalSamples {
 public:
  /// `column` -1: there are never any samples. `held` as RecordedSignal::discrete.
  SignalSamples(std::shared_ptr<const Recording> recording, int column, bool held,
                double period_sec);

  /// Takes the samples of what was recorded since. Returns whether there are more than before.
  bool takeNew();
  /// All samples so far, in the order of time.
  const std::vector<double>& values() const { return values_; }
  /// Takes later samples from another recording of the same run.
  void continueWith(std::shared_ptr<const Recording> recording) {
    recording_ = std::move(recording);
  }

 private:
  std::shared_ptr<const Recording> recording_;
  int column_;
  bool held_;
  double periodSec_;
  int64_t next_ = 0;  // of the next sample
  bool hasBegun_ = false;
  std::vector<double> values_;
};

}  // namespace loopwright
