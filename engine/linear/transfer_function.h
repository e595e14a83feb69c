#pragma once

#include "engine/linear/linear_model.h"

namespace loopwright {

/// k (s − z1) (s − z2) … / ((s − p1) (s − p2) …), of one input and one output, with the dead time
/// that stands before or behind it all.
struct ZeroPoleGain {
  ComplexList zeros, poles;
  double gain = 0;
  double delay_sec = 0;
  double period_sec = 0;

  bool is_sampled() const { return period_sec > 0; }
  /// At s, or z. Without the dead time.
  Complex Evaluate(Complex at) const;
  /// e^(jωT), or jω.
  Complex PointAt(double frequency) const;
  /// The frequency response at ω rad/s with the dead time.
  Complex Response(double frequency) const;
  /// Its phase in degrees, which is continuous in ω, as it follows from the zeros, poles and the
  /// dead time: at low frequency it is −90° for each pole at 0 and 90° for each zero, and 180° less
  /// where the gain there is negative. A zero or pole on the boundary turns it where it is passed.
  double PhaseDegrees(double frequency) const;
};

/// A quotient of polynomials, the highest powers first; the denominator begins with 1.
struct TransferFunction {
  Eigen::VectorXd numerator, denominator;
  double delay_sec = 0;
  double period_sec = 0;
};

/// From an input to an output of a model. UsageError where dead times on the way stand elsewhere
/// than before, behind or between all else, in a loop or beside another way: then it is no such
/// quotient.
ZeroPoleGain ToZeroPoleGain(const LinearModel& model, int input, int output);

/// Both in series.
ZeroPoleGain InSeries(const ZeroPoleGain& first, const ZeroPoleGain& second);

/// Without leading zeros.
TransferFunction ToTransferFunction(const ZeroPoleGain& zpk);

/// The value at s = 0, z = 1; infinite where a pole is there.
double DcGain(const ZeroPoleGain& zpk);

/// A model of one input and one output in balanced controllable canonical form. UsageError where
/// the degree of the numerator is the greater one.
LinearModel FromTransferFunction(const TransferFunction& function);
/// The same of zeros and poles, as a chain of first- and second-order sections, so that no
/// polynomial of high degree is formed.
LinearModel FromZeroPoleGain(const ZeroPoleGain& zpk);

}  // namespace loopwright
