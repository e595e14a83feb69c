#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/context/context_data.h"

namespace loopwright {

/// The time and the continuous state of a context as they are when this is made, to look at points
/// beside them: MoveBy(), look, MoveBack().
template <typename T>
class PointAside {
 public:
  /// `data` must outlive this.
  explicit PointAside(internal::ContextData<T>* data)
      : data_(*data),
        time_(data->time),
        state_(data->continuous(), data->continuous() + data->plan->num_continuous()) {}

  /// How many elements a direction has: the first is that of time, the others those of the state.
  Eigen::Index size() const { return std::ssize(state_) + 1; }

  /// To the point that is `direction` away, in seconds and, of each x of the state, in 1 + |x|.
  void MoveBy(const Eigen::VectorXd& direction) const {
    using std::abs;
    data_.write_time(time_ + direction[0]);
    for (size_t i = 0; i < state_.size(); ++i) {
      data_.continuous()[i] =
          state_[i] + direction[static_cast<Eigen::Index>(i) + 1] * (1 + abs(state_[i]));
    }
    data_.InvalidateTimeAndContinuous();
  }

  /// To where the motion with these derivatives is after so many seconds, in a straight line.
  void MoveAlong(const std::vector<T>& slope, double duration_sec) const {
    data_.write_time(time_ + duration_sec);
    for (size_t i = 0; i < state_.size(); ++i) {
      data_.continuous()[i] = state_[i] + duration_sec * slope[i];
    }
    data_.InvalidateTimeAndContinuous();
  }

  void MoveBack() const {
    data_.write_time(time_);
    std::copy(state_.begin(), state_.end(), data_.continuous());
    data_.InvalidateTimeAndContinuous();
  }

 private:
  internal::ContextData<T>& data_;
  const T time_;
  const std::vector<T> state_;
};

}  // namespace loopwright
