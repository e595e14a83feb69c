#pragma once

#include <limits>
#include <optional>
#include <string>

#include "engine/linear/transfer_function.h"

namespace loopwright {

/// Which terms a controller has.
enum class PidType { kP, kPi, kPid };
/// p, pi or pid; UsageError for another.
PidType PidTypeOf(const std::string& name);

/// Gains of the parallel form, kp + ki/s + kd s, or sampled, as the block DiscretePid has it,
/// kp + ki h z/(z − 1) + kd (z − 1)/(h z).
struct PidGains {
  double kp = 0, ki = 0, kd = 0;
};

/// A process of few lags with dead time that stands for another.
struct SimpleProcess {
  double gain = 0;
  double time_constant = 0;         ///< infinite for an integrating process: then gain is of 1/s
  double second_time_constant = 0;  ///< 0: none
  double delay_sec = 0;
};

/// The half rule: the largest lag that is left out is shared by the one kept and the dead time;
/// smaller ones and inverse response go to the dead time (Skogestad, J. Process Control 13 (2003)
/// 291-309). `second_order` keeps two lags. NoResultError for oscillating or unstable processes.
SimpleProcess HalfRule(const ZeroPoleGain& process, bool second_order);

/// The same article's tuning; without `tau_c` the time constant of the closed loop is the dead
/// time.
PidGains TuneSimc(const SimpleProcess& process, PidType type, std::optional<double> tau_c);

/// |L| = 1 with this phase margin at the crossover. A PID has Ti = 4 Td. With a period the
/// controller is the sampled one and `process` too. NoResultError where that needs a negative gain.
PidGains TuneForMargins(const ZeroPoleGain& process, PidType type, double crossover,
                        double phase_margin_degrees);

/// The controller as a model.
ZeroPoleGain PidController(const PidGains& gains, double period_sec);

/// The largest integral gain with |S| ≤ Ms everywhere (Åström, Panagopoulos, Hägglund, Automatica
/// 34 (1998) 585-601); of type p the largest gain.
struct SensitivityTuning {
  PidGains gains;
  double frequency = 0;  ///< at which |S| = Ms, rad/s
};
SensitivityTuning TuneForSensitivity(const ZeroPoleGain& process, PidType type, double Ms);

/// What a relay of amplitude d and hysteresis ±ε in the place of the controller makes.
struct RelayExperiment {
  double period = 0, amplitude = 0;
  double ultimate_gain = 0;  ///< 4 d/(π √(a² − ε²)), by the describing function
};

/// The exact symmetric oscillation of a linear process and a dead time behind it, seconds: of the
/// half period τ, at whose beginning the relay switches on, it is that with w(τ − delay) = ε, where
/// w(0) = −C (I + e^(Aτ))⁻¹ Γ(τ) d (Åström, Hägglund: Advanced PID Control, 2006; Tsypkin).
/// NoResultError where there is none; UsageError for a sampled process, dead time inside it, and
/// one whose output jumps with its input.
RelayExperiment RunRelay(const LinearModel& process, double delay_sec, double amplitude,
                         double hysteresis);

/// `rule` is ziegler-nichols or tyreus-luyben.
PidGains TuneFromRelay(const RelayExperiment& experiment, PidType type, const std::string& rule);

}  // namespace loopwright
