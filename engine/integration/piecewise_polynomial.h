#pragma once

#include <vector>

#include "engine/context/basic_vector.h"

namespace loopwright::trajectories {

/// A vector as a function of time, in segments that are cubic polynomials: what an integrator's
/// steps are kept as (Simulator, IntegratorBase::StartDenseIntegration()). Between the ends of a
/// segment it is the cubic with the values and derivatives there (Hermite's interpolation: Hairer,
/// Nørsett, Wanner: Solving ODEs I, II.6). Where two segments meet it may jump: at that time it has
/// the value after the jump, at the last time the value before.
template <typename T>
class PiecewisePolynomial {
 public:
  PiecewisePolynomial() = default;
  /// Through the columns of `samples` (elements × times) with the derivatives in the columns of
  /// `samples_dot`, of the same shape. std::logic_error unless there are at least two times, in
  /// seconds, that grow, and a column for each.
  static PiecewisePolynomial CubicHermite(const std::vector<double>& times_sec,
                                          const MatrixX<T>& samples, const MatrixX<T>& samples_dot);

  /// Appends a segment. std::logic_error unless start < end, the start is where the last segment
  /// ends, and all vectors have one size.
  void Append(double start_sec, double end_sec, const VectorX<T>& start,
              const VectorX<T>& start_dot, const VectorX<T>& end, const VectorX<T>& end_dot);

  bool empty() const { return segments_.empty(); }
  /// The number of elements; the value is one column.
  int rows() const;
  int cols() const { return 1; }
  int get_number_of_segments() const { return static_cast<int>(segments_.size()); }
  /// Where segments begin, and where the last one ends.
  std::vector<double> get_segment_times() const;
  /// std::logic_error, here and below, where there is no segment.
  double start_time() const { return At(0).start_sec; }
  double end_time() const { return At(get_number_of_segments() - 1).end_sec; }
  bool is_time_in_range(double time_sec) const {
    return !empty() && time_sec >= start_time() && time_sec <= end_time();
  }
  /// Before the first segment the value at its start, after the last that at its end.
  VectorX<T> value(double time_sec) const;
  /// The derivative of this order, at least 0; 0 for orders above 3.
  VectorX<T> EvalDerivative(double time_sec, int derivative_order = 1) const;

 private:
  struct Segment {
    double start_sec, end_sec;
    MatrixX<T> coefficients;  ///< a row for each element: of s⁰ to s³, s = t - start
  };
  const Segment& At(int segment) const;
  const Segment& SegmentOf(double time_sec) const;

  std::vector<Segment> segments_;
};

extern template class PiecewisePolynomial<double>;
extern template class PiecewisePolynomial<AutoDiff>;

}  // namespace loopwright::trajectories
