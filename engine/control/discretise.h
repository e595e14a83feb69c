#pragma once

#include <string>

#include "engine/linear/linear_model.h"

namespace loopwright {

/// How a continuous model is made a sampled one and back:
///
///     zoh       exact for an input that is held
///     foh       exact for an input that is linear between the samples (triangle)
///     tustin    s = 2/h (z − 1)/(z + 1)
///     prewarp   the same, such that the response at one frequency is exact
///     matched   poles and zeros e^(sh), those at infinity to −1 but one; the gain at s = 0 kept
///     impulse   the samples of the impulse response times h
///
/// (Franklin, Powell, Workman: Digital Control of Dynamic Systems, chapter 6.)
enum class DiscretisationMethod { kZoh, kFoh, kTustin, kPrewarp, kMatched, kImpulse };

/// UsageError lists the names that there are.
DiscretisationMethod DiscretisationMethodOf(const std::string& name);

/// UsageError unless this is a positive number of seconds, and finite.
void RequirePeriod(double period_sec);

/// `prewarp` (rad/s) is asked of that method alone. Dead times before all else are exact with zoh,
/// as state; with the others they must be whole numbers of periods. UsageError, NoResultError.
LinearModel ToSampled(const LinearModel& model, double period_sec, DiscretisationMethod method,
                      double prewarp = 0);

/// The continuous model of which ToSampled() makes this one. NoResultError where there is none, as
/// of a pole at 0 or on the negative real axis with zoh, whose logarithm is not real.
LinearModel ToContinuous(const LinearModel& model, DiscretisationMethod method, double prewarp = 0);

/// e^(M t), and ∫ e^(A s) ds B over [0, t] beside e^(A t) (van Loan, IEEE Trans. Automat. Contr. 23
/// (1978) 395-404).
struct HeldStep {
  Eigen::MatrixXd Phi, Gamma;
};
HeldStep StepHeld(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B, double time_sec);

}  // namespace loopwright
