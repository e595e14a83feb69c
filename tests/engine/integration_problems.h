#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "engine/diagram/diagram_builder.h"
#include "engine/simulation/simulator.h"
#include "engine/system/leaf_system.h"

// Initial value problems for tests of integration methods.
namespace loopwright::test {

/// A problem of first order, for any scalar: x' = f(t, x).
template <typename T>
using RightSide = std::function<void(const T& t, const VectorBase<T>& x, T* derivative)>;

template <typename T>
class Problem final : public LeafSystem<T> {
 public:
  /// The state is z, but for the first `num_q` and the `num_v` that follow.
  Problem(RightSide<T> f, const std::vector<double>& initial, int num_q = 0, int num_v = 0)
      : f_(std::move(f)) {
    VectorX<T> x(initial.size());
    for (size_t i = 0; i < initial.size(); ++i) x[i] = initial[i];
    const int size = static_cast<int>(initial.size());
    this->DeclareContinuousState(BasicVector<T>(x), num_q, num_v, size - num_q - num_v);
  }

 private:
  void DoCalcTimeDerivatives(const Context<T>& context, ContinuousState<T>* xcdot) const override {
    std::vector<T> derivative(xcdot->size());
    f_(context.get_time(), context.get_continuous_state_vector(), derivative.data());
    for (int i = 0; i < xcdot->size(); ++i) (*xcdot)[i] = derivative[i];
  }
  RightSide<T> f_;
};

/// One function for both scalars: F is a struct with a template operator().
template <typename F>
struct ProblemPair {
  std::vector<double> initial;
  int num_q = 0, num_v = 0;

  std::unique_ptr<Problem<double>> Make() const {
    return std::make_unique<Problem<double>>(F{}, initial, num_q, num_v);
  }
  AutoDiffSource Source() const {
    return
        [*this] { return std::make_shared<const Problem<AutoDiff>>(F{}, initial, num_q, num_v); };
  }
};

/// x0' = x0 cos t and an oscillator; exp(sin t), cos t, -sin t.
struct Smooth {
  template <typename T>
  void operator()(const T& t, const VectorBase<T>& x, T* d) const {
    using std::cos;
    d[0] = x[0] * cos(t);
    d[1] = x[2];
    d[2] = -x[1];
  }
  static double Exact(int i, double t) {
    return i == 0 ? std::exp(std::sin(t)) : i == 1 ? std::cos(t) : -std::sin(t);
  }
};
inline ProblemPair<Smooth> SmoothProblem() { return {{1, 1, 0}}; }

/// x' = -5 (x - cos t): linear, so that Newton's iteration is exact at once.
struct Linear {
  template <typename T>
  void operator()(const T& t, const VectorBase<T>& x, T* d) const {
    using std::cos;
    d[0] = -5.0 * (x[0] - cos(t));
  }
  static double Exact(int, double t) {
    return (25 * std::cos(t) + 5 * std::sin(t) + 27 * std::exp(-5 * t)) / 26;
  }
};
inline ProblemPair<Linear> LinearProblem() { return {{2}}; }

/// q' = v, v' = -q: the harmonic oscillator as positions and velocities.
struct Oscillator {
  template <typename T>
  void operator()(const T&, const VectorBase<T>& x, T* d) const {
    d[0] = x[1];
    d[1] = -x[0];
  }
  static double Exact(int i, double t) { return i == 0 ? std::cos(t) : -std::sin(t); }
};
inline ProblemPair<Oscillator> OscillatorProblem() { return {{1, 0}, 1, 1}; }

/// Robertson's reaction; the sum of the three is 1.
struct Robertson {
  template <typename T>
  void operator()(const T&, const VectorBase<T>& x, T* d) const {
    const T slow = 0.04 * x[0], fast = 3e7 * x[1] * x[1], back = 1e4 * x[1] * x[2];
    d[0] = back - slow;
    d[1] = slow - back - fast;
    d[2] = fast;
  }
};
inline ProblemPair<Robertson> RobertsonProblem() { return {{1, 0, 0}}; }

/// Van der Pol's oscillator with mu = 1000.
struct StiffVanDerPol {
  template <typename T>
  void operator()(const T&, const VectorBase<T>& x, T* d) const {
    d[0] = x[1];
    d[1] = 1000.0 * (1.0 - x[0] * x[0]) * x[1] - x[0];
  }
};
inline ProblemPair<StiffVanDerPol> StiffVanDerPolProblem() { return {{2, 0}}; }

/// y' = rate (u - y), y = x.
template <typename T>
class Lag final : public LeafSystem<T> {
 public:
  explicit Lag(double rate) : rate_(rate) {
    this->DeclareVectorInputPort("u", 1);
    this->DeclareContinuousState(1);
    this->DeclareVectorOutputPort("y", 1, &Lag::Output, {this->xc_ticket()});
  }

 private:
  void DoCalcTimeDerivatives(const Context<T>& context, ContinuousState<T>* xcdot) const override {
    (*xcdot)[0] =
        rate_ * (this->input_data(context, 0)[0] - context.get_continuous_state_vector()[0]);
  }
  void Output(const Context<T>& context, BasicVector<T>* y) const {
    (*y)[0] = context.get_continuous_state_vector()[0];
  }
  double rate_;
};

/// y = 1 + sin t.
template <typename T>
class Wave final : public LeafSystem<T> {
 public:
  Wave() { this->DeclareVectorOutputPort("y", 1, &Wave::Output, {this->time_ticket()}); }

 private:
  void Output(const Context<T>& context, BasicVector<T>* y) const {
    using std::sin;
    (*y)[0] = 1.0 + sin(context.get_time());
  }
};

/// A wave through `length` lags, each faster than the one before it.
template <typename T>
std::unique_ptr<Diagram<T>> LagChain(int length) {
  DiagramBuilder<T> builder;
  const System<T>* last = builder.template AddSystem<Wave<T>>();
  for (int i = 0; i < length; ++i) {
    auto* lag = builder.template AddSystem<Lag<T>>(1. + i % 7);
    builder.Connect(last->get_output_port(0), lag->get_input_port(0));
    last = lag;
  }
  return builder.Build();
}

inline SimulatorConfig Config(const std::string& integrator, double accuracy,
                              double fixed_step = 0) {
  SimulatorConfig config;
  config.integrator = integrator;
  config.accuracy = accuracy;
  if (fixed_step > 0) config.fixed_step = fixed_step;
  return config;
}

}  // namespace loopwright::test
