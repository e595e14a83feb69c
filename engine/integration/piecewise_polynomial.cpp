#include "engine/integration/piecewise_polynomial.h"

#include <algorithm>
#include <stdexcept>

namespace loopwright::trajectories {

namespace {
constexpr int kCoefficients = 4;
[[noreturn]] void Refuse(const char* text) {
  throw std::logic_error(std::string("PiecewisePolynomial: ") + text);
}
}  // namespace

// One segment between each two neighbouring times.
template <typename T>
PiecewisePolynomial<T> PiecewisePolynomial<T>::CubicHermite(const std::vector<double>& times_sec,
                                                            const MatrixX<T>& samples,
                                                            const MatrixX<T>& samples_dot) {
  const auto count = static_cast<Eigen::Index>(times_sec.size());
  if (count < 2) Refuse("at least two times are needed");
  if (samples.cols() != count || samples_dot.cols() != count ||
      samples.rows() != samples_dot.rows()) {
    Refuse("samples and their derivatives must have a column for each time");
  }
  PiecewisePolynomial<T> result;
  for (Eigen::Index k = 0; k + 1 < count; ++k) {
    const size_t place = k;
    result.Append(times_sec[place], times_sec[place + 1], samples.col(k), samples_dot.col(k),
                  samples.col(k + 1), samples_dot.col(k + 1));
  }
  return result;
}

// The four coefficients follow from values and derivatives at both ends: c2 = (3 m - 2 d0 - d1)/h
// and c3 = (d0 + d1 - 2 m)/h², where m is the mean slope of the segment.
template <typename T>
void PiecewisePolynomial<T>::Append(double start_sec, double end_sec, const VectorX<T>& start,
                                    const VectorX<T>& start_dot, const VectorX<T>& end,
                                    const VectorX<T>& end_dot) {
  if (!(start_sec < end_sec)) Refuse("times must grow");
  if (!empty() && start_sec != end_time()) Refuse("a segment begins where the last one ends");
  if (start_dot.size() != start.size() || end.size() != start.size() ||
      end_dot.size() != start.size() || (!empty() && rows() != start.size())) {
    Refuse("values and derivatives must have one size");
  }
  const double h = end_sec - start_sec;
  Segment segment{start_sec, end_sec, MatrixX<T>(start.size(), kCoefficients)};
  for (Eigen::Index i = 0; i < start.size(); ++i) {
    const T slope = (end[i] - start[i]) / h;
    segment.coefficients(i, 0) = start[i];
    segment.coefficients(i, 1) = start_dot[i];
    segment.coefficients(i, 2) = (3.0 * slope - 2.0 * start_dot[i] - end_dot[i]) / h;
    segment.coefficients(i, 3) = (start_dot[i] + end_dot[i] - 2.0 * slope) / (h * h);
  }
  segments_.push_back(std::move(segment));
}

template <typename T>
int PiecewisePolynomial<T>::rows() const {
  return empty() ? 0 : static_cast<int>(segments_[0].coefficients.rows());
}

// One more than there are segments; none where there is none.
template <typename T>
std::vector<double> PiecewisePolynomial<T>::get_segment_times() const {
  std::vector<double> times;
  for (const Segment& segment : segments_) times.push_back(segment.start_sec);
  if (!empty()) times.push_back(end_time());
  return times;
}

// All access passes here, so that an empty function is refused in one place.
template <typename T>
auto PiecewisePolynomial<T>::At(int segment) const -> const Segment& {
  if (empty()) Refuse("there is no segment");
  return segments_[segment];
}

// By bisection; times outside belong to the first or last segment.
template <typename T>
auto PiecewisePolynomial<T>::SegmentOf(double time_sec) const -> const Segment& {
  const auto after =
      std::upper_bound(segments_.begin(), segments_.end(), time_sec,
                       [](double t, const Segment& segment) { return t < segment.start_sec; });
  return At(std::max(0, static_cast<int>(after - segments_.begin()) - 1));
}

template <typename T>
VectorX<T> PiecewisePolynomial<T>::value(double time_sec) const {
  return EvalDerivative(time_sec, 0);
}

// Horner's scheme on the coefficients of the derivative: j! / (j - order)! c_j s^(j - order).
template <typename T>
VectorX<T> PiecewisePolynomial<T>::EvalDerivative(double time_sec, int derivative_order) const {
  if (derivative_order < 0) Refuse("the order of a derivative must be >= 0");
  const Segment& segment = SegmentOf(time_sec);
  const double s = std::clamp(time_sec, segment.start_sec, segment.end_sec) - segment.start_sec;
  VectorX<T> result = VectorX<T>::Zero(rows());
  for (int j = kCoefficients - 1; j >= derivative_order; --j) {
    double factor = 1;
    for (int k = j; k > j - derivative_order; --k) factor *= k;
    for (Eigen::Index i = 0; i < result.size(); ++i) {
      result[i] = result[i] * s + factor * segment.coefficients(i, j);
    }
  }
  return result;
}

template class PiecewisePolynomial<double>;
template class PiecewisePolynomial<AutoDiff>;

}  // namespace loopwright::trajectories
