#pragma once

#include "engine/context/basic_vector.h"

namespace loopwright {

/// A vector at a growing number of times, as VectorLogSink keeps it. Room is doubled when it is
/// used up, so that adding n samples copies each of them once or twice on average.
template <typename T>
class VectorLog {
 public:
  /// Room for so many samples is made with the first one.
  static constexpr int kDefaultCapacity = 1000;

  /// Of vectors of `input_size` elements.
  explicit VectorLog(int input_size) : samples_(input_size, 0) {}

  /// How many elements a sample has.
  int get_input_size() const { return static_cast<int>(samples_.rows()); }
  /// How many samples there are.
  int num_samples() const { return num_samples_; }
  /// The times, s, one for each sample.
  Eigen::VectorBlock<const VectorX<T>> sample_times() const {
    return static_cast<const VectorX<T>&>(times_).head(num_samples_);
  }
  /// The samples, a column for each: input size × num_samples().
  Eigen::Block<const MatrixX<T>, Eigen::Dynamic, Eigen::Dynamic, true> data() const {
    return static_cast<const MatrixX<T>&>(samples_).leftCols(num_samples_);
  }

  /// Makes room for so many samples in all, so that adding them allocates nothing.
  void Reserve(int capacity) {
    if (capacity <= times_.size()) return;
    times_.conservativeResize(capacity);
    samples_.conservativeResize(Eigen::NoChange, capacity);
  }
  /// Forgets all samples; room is kept.
  void Clear() { num_samples_ = 0; }
  /// std::logic_error unless `sample` has the input's size.
  template <typename Derived>
  void AddData(const T& time_sec, const Eigen::MatrixBase<Derived>& sample) {
    LOOPWRIGHT_THROW_UNLESS(sample.size() == samples_.rows());
    if (num_samples_ == times_.size()) {
      Reserve(num_samples_ == 0 ? kDefaultCapacity : 2 * num_samples_);
    }
    times_[num_samples_] = time_sec;
    samples_.col(num_samples_++) = sample;
  }

 private:
  int num_samples_ = 0;
  VectorX<T> times_;    ///< its size is the room that there is
  MatrixX<T> samples_;  ///< likewise its columns
};

}  // namespace loopwright
