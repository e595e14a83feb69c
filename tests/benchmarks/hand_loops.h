#pragma once

#include <cstdint>
#include <vector>

namespace loopwright::benchmarks {

// The models of the benchmarks as loops that somebody wrote for just one of them: nothing is
// looked up, scheduled, checked or called through a pointer. Times in seconds.

/// A spring-mass-damper pushed by a PI controller through a hold.
struct HybridLoop {
  double mass = 1, stiffness = 20, damping = 0.5;
  double kp = 5, ki = 8, reference = 1, period = 0.01;
};
struct HybridState {
  double position = 0, velocity = 0, integral = 0, force = 0;
};
/// `steps` steps of rk3 of `step`; a sample before every `steps_per_sample` of them.
HybridState HybridByHand(const HybridLoop& loop, long steps, double step, int steps_per_sample);

/// Holds, each followed by a gain, behind sin(frequency t): `states` are those of the holds after
/// `updates` updates.
void DiscreteChainByHand(const std::vector<double>& gains, long updates, double period,
                         double frequency, std::vector<double>* states);

/// Lags x_i' = rate_i (x_(i-1) - x_i), x_(-1) = input, by `steps` steps of rk3; all rates are 1
/// where none are given.
void ContinuousChainByHand(const std::vector<double>& rates, double input, long steps, double step,
                           std::vector<double>* states);

/// Gaussian samples of standard deviation 1, held for a step each, into x' = (u - x)/lag, by rk3.
double NoiseIntoLagByHand(uint64_t run, uint64_t stream, long steps, double step, double lag);

enum class Method { kRk3, kBogackiShampine3, kDopri5 };

struct ControlledResult {
  double x = 0, v = 0;
  long steps = 0, rejected = 0, evaluations = 0;
};
/// x' = v, v' = mu (1 - x²) v - x with the simulator's own step control.
ControlledResult VanDerPolByHand(Method method, double mu, double x0, double v0, double stop,
                                 double accuracy);

struct BallResult {
  double height = 0, velocity = 0;
  long steps = 0;
  std::vector<double> impacts;
};
/// A ball by steps of rk3, impacts found by Newton's method on the step itself.
BallResult BallByHand(double height, double gravity, double restitution, double stop, double step);
/// The same with error-controlled steps of at most `max_step`.
BallResult ControlledBallByHand(Method method, double height, double gravity, double restitution,
                                double stop, double max_step, double accuracy);
/// When a ball that falls from rest hits the floor, up to `stop`.
std::vector<double> ExactImpacts(double height, double gravity, double restitution, double stop);

/// Reads a value behind a test whether it is up to date, `count` times; returns their sum.
double UpToDateByHand(long count);
/// Sets a time and evaluates sin(frequency t), `count` times.
double SineByHand(long count, double frequency);
/// Sets a time and reads it, `count` times.
double ClockByHand(long count);
/// Changes a value and evaluates a chain of gains behind it, `count` times.
double GainsByHand(long count, const std::vector<double>& gains);

}  // namespace loopwright::benchmarks
