// Hand-written loops with control of the step, by the rules of the simulator (engine/simulation):
// so they take the same steps.

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/benchmarks/hand_loops.h"
#include "tests/benchmarks/hand_tableaus.h"

namespace loopwright::benchmarks {

namespace {

constexpr double kStretch = 0.01;

struct Tolerances {
  double relative, absolute;
};

double Norm(Pair value, Pair size, Tolerances tolerances) {
  const double x = value.x / (tolerances.absolute + tolerances.relative * std::abs(size.x));
  const double v = value.v / (tolerances.absolute + tolerances.relative * std::abs(size.v));
  return std::sqrt((x * x + v * v) / 2);
}

template <class M>
struct Controller {
  double wanted = 0;
  double last_error = 1e-4;

  static constexpr double kPower = 1. / (M::kErrorOrder + 1);

  double Reject(double step, double error) const {
    return step * std::max(0.2, 0.9 * std::pow(error, -kPower));
  }
  void Accept(double step, bool was_cut, double error, bool rejected) {
    double factor = 0.9 * std::pow(std::max(error, 1e-10), -(kPower - 0.75 * 0.04)) *
                    std::pow(last_error, 0.04);
    factor = std::clamp(factor, 0.2, rejected ? 1. : 10.);
    last_error = std::max(error, 1e-4);
    wanted = was_cut ? std::max(step * factor, wanted) : step * factor;
  }
};

template <class F>
double FirstStep(Pair x, Pair k, Tolerances tolerances, int order, double max_step,
                 const F& derivative) {
  const double d0 = Norm(x, x, tolerances), d1 = Norm(k, x, tolerances);
  const double h0 = std::min(d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * d0 / d1, max_step);
  const Pair next = derivative({x.x + h0 * k.x, x.v + h0 * k.v});
  const double d2 = Norm({next.x - k.x, next.v - k.v}, x, tolerances) / h0;
  const double largest = std::max(d1, d2);
  const double h1 =
      largest <= 1e-15 ? std::max(1e-6, 1e-3 * h0) : std::pow(0.01 / largest, 1. / order);
  return std::min({100 * h0, h1, max_step});
}

struct NoEvents {
  bool operator()(Pair, double, double, Pair*, double*) const { return false; }
};

/// Runs from 0 to `stop`; `event` looks at a step (start, time, size; end, end's time), and where
/// something happens in it changes its end.
template <class M, class F, class E>
ControlledResult Controlled(Pair x, double stop, double max_step, double accuracy,
                            const F& derivative, E event) {
  const Tolerances tolerances{accuracy, 1e-3 * accuracy};
  ControlledResult result;
  Controller<M> control;
  Pair k[M::kStages];
  k[0] = derivative(x);
  result.evaluations = 2;
  control.wanted = FirstStep(x, k[0], tolerances, M::kOrder, std::min(max_step, stop), derivative);
  double t = 0;
  bool known = true;
  while (t < stop) {
    if (!known) {
      k[0] = derivative(x);
      ++result.evaluations;
    }
    double wanted = std::min(control.wanted, max_step);
    bool rejected = false;
    double end_time, step;
    Pair end;
    for (;;) {
      end_time = stop - t <= (1 + kStretch) * wanted ? stop : t + wanted;
      step = end_time - t;
      end = Step<M>(x, k, step, derivative);
      result.evaluations += M::kStages - 1;
      const Pair size{std::max(std::abs(x.x), std::abs(end.x)),
                      std::max(std::abs(x.v), std::abs(end.v))};
      const double error = Norm(AddWeighted<M, true>({0, 0}, k, step), size, tolerances);
      if (error <= 1) {
        control.Accept(step, end_time == stop && step < wanted, error, rejected);
        break;
      }
      ++result.rejected;
      rejected = true;
      wanted = control.Reject(step, error);
    }
    ++result.steps;
    known = M::kFirstSameAsLast;
    if (known) k[0] = k[M::kStages - 1];
    if (event(x, t, step, &end, &end_time)) known = false;
    x = end;
    t = end_time;
  }
  result.x = x.x;
  result.v = x.v;
  return result;
}

/// Finds an impact in a step and lets the ball bounce.
struct Bounce {
  double gravity, restitution;
  std::vector<double>* impacts;

  bool operator()(Pair start, double t, double step, Pair* end, double* end_time) const {
    if (!(start.x >= 0 && end->x < 0)) return false;
    const auto derivative = [this](Pair s) { return Pair{s.v, -gravity}; };
    double part = step;
    Pair at = *end;
    for (int i = 0; i < 20; ++i) {
      const double change = -at.x / at.v;
      part += change;
      Pair k[Rk3::kStages];
      k[0] = derivative(start);
      at = Step<Rk3>(start, k, part, derivative);
      if (std::abs(change) < 1e-15) break;
    }
    *end_time = t + part;
    *end = {0, -restitution * at.v};
    impacts->push_back(*end_time);
    return true;
  }
};

template <class F>
ControlledResult WithMethod(Method method, const F& run) {
  switch (method) {
    case Method::kRk3:
      return run(Rk3{});
    case Method::kBogackiShampine3:
      return run(BogackiShampine3{});
    case Method::kDopri5:
      return run(DormandPrince5{});
  }
  return {};
}

}  // namespace

ControlledResult VanDerPolByHand(Method method, double mu, double x0, double v0, double stop,
                                 double accuracy) {
  return WithMethod(method, [&](auto tableau) {
    return Controlled<decltype(tableau)>(
        {x0, v0}, stop, std::numeric_limits<double>::infinity(), accuracy,
        [mu](Pair s) {
          return Pair{s.v, mu * (1 - s.x * s.x) * s.v - s.x};
        },
        NoEvents{});
  });
}

BallResult BallByHand(double height, double gravity, double restitution, double stop, double step) {
  BallResult result;
  const Bounce bounce{gravity, restitution, &result.impacts};
  const auto derivative = [gravity](Pair s) { return Pair{s.v, -gravity}; };
  Pair ball{height, 0};
  double t = 0;
  while (t < stop) {
    const double size = std::min(step, stop - t);
    Pair k[Rk3::kStages];
    k[0] = derivative(ball);
    Pair end = Step<Rk3>(ball, k, size, derivative);
    double end_time = t + size;
    bounce(ball, t, size, &end, &end_time);
    ball = end;
    t = end_time;
    ++result.steps;
  }
  result.height = ball.x;
  result.velocity = ball.v;
  return result;
}

BallResult ControlledBallByHand(Method method, double height, double gravity, double restitution,
                                double stop, double max_step, double accuracy) {
  BallResult result;
  const Bounce bounce{gravity, restitution, &result.impacts};
  const ControlledResult run = WithMethod(method, [&](auto tableau) {
    return Controlled<decltype(tableau)>(
        {height, 0}, stop, max_step, accuracy,
        [gravity](Pair s) {
          return Pair{s.v, -gravity};
        },
        bounce);
  });
  result.height = run.x;
  result.velocity = run.v;
  result.steps = run.steps;
  return result;
}

std::vector<double> ExactImpacts(double height, double gravity, double restitution, double stop) {
  std::vector<double> impacts;
  double speed = std::sqrt(2 * gravity * height);
  for (double t = speed / gravity; t <= stop; t += 2 * speed / gravity) {
    impacts.push_back(t);
    speed *= restitution;
  }
  return impacts;
}

}  // namespace loopwright::benchmarks
