// The hand-written formulas of blocks with continuous state, and of continuous delay.

#include <algorithm>
#include <cmath>

#include "tests/benchmarks/block_evaluation.h"

namespace loopwright::benchmarks {

namespace {

template <typename Formula>
BlockRow Derivatives(const std::string& type, const std::string& parameters,
                     const std::vector<std::vector<double>>& inputs, Formula formula,
                     const std::string& reason = "") {
  return {type, Work::kDerivative, ForEachCopy(formula), parameters, inputs, reason};
}

constexpr auto kDampedOscillator = [](const Numbers& n) {
  n.y[0] = n.x[1];
  n.y[1] = 4 * (1.5 * n.u[0] - n.x[0]) - 1.2 * n.x[1];
};

constexpr auto kCanonicalForm = [](const Numbers& n) {
  n.y[0] = n.u[0] - 3 * n.x[0] - 2 * n.x[1];
  n.y[1] = n.x[0];
};

constexpr auto kVanDerPol = [](const Numbers& n) {
  n.y[0] = n.x[1];
  n.y[1] = (1 - n.x[0] * n.x[0]) * n.x[1] - n.x[0];
};

void AddIntegrators(BlockRows* rows) {
  constexpr auto kInput = [](const Numbers& n) { n.y[0] = n.u[0]; };
  rows->push_back(Derivatives("Integrator", "", {{0.3}}, kInput));
  rows->push_back(Derivatives("ResettableIntegrator", "", {{0.3}, {0.7}}, kInput));
  rows->push_back(Derivatives(
      "SecondOrderIntegrator", "", {{0.3}},
      [](const Numbers& n) {
        n.y[0] = n.x[1];
        n.y[1] = n.u[0];
      },
      "a method that copies ranges of any length"));
}

void AddLinearSystems(BlockRows* rows) {
  rows->push_back(Derivatives("FirstOrderLag", "{'time_constant': 0.5, 'gain': 2}", {{0.3}},
                              [](const Numbers& n) { n.y[0] = (2 * n.u[0] - n.x[0]) / 0.5; }));
  rows->push_back(Derivatives("SecondOrderLag",
                              "{'natural_frequency': 2, 'damping_ratio': 0.3, 'gain': 1.5}",
                              {{0.3}}, kDampedOscillator));
  rows->push_back(Derivatives("TransferFunction", "{'numerator': [1, 4], 'denominator': [1, 3, 2]}",
                              {{0.3}}, kCanonicalForm));
  rows->push_back(
      Derivatives("ZeroPoleGain", "{'zeros': [-4], 'poles': [-1, -2]}", {{0.3}}, kCanonicalForm));
  rows->push_back(Derivatives("StateSpace",
                              "{'A': [[0, 1], [-4, -1.2]], 'B': [[0], [6]], 'C': [[1, 0]]}",
                              {{0.3}}, kDampedOscillator, "products with matrices of any size"));
  rows->push_back(Derivatives("Derivative", "{'filter_time_constant': 0.02}", {{0.3}},
                              [](const Numbers& n) { n.y[0] = (n.u[0] - n.x[0]) / 0.02; }));
  rows->push_back(Derivatives(
      "PidController", "{'kp': 2, 'ki': 3, 'kd': 0.1, 'lower': -50, 'upper': 50}", {{0.3}},
      [](const Numbers& n) {
        const double u = n.u[0];
        const double v = 2 * u + n.x[0] + 10 * (u - n.x[1]);
        const bool is_frozen = (v > 50 && u > 0) || (v < -50 && u < 0);
        n.y[0] = is_frozen ? 0 : 3 * u;
        n.y[1] = 100 * (u - n.x[1]);
      },
      "a method that fetches six parameters from the context, two of them twice"));
}

/// The input of a TransportDelay that is prepared below, as its ring would hold it.
struct History {
  static constexpr int kSize = 41;
  double times[kSize], values[kSize], slopes[kSize];
  History() {
    for (int i = 0; i < kSize; ++i) {
      times[i] = i / 16.;
      values[i] = 0.25 + times[i];
      slopes[i] = 1;
    }
  }
  /// By Hermite's cubic.
  double operator()(double at) const {
    const auto i = std::upper_bound(times + 1, times + kSize - 1, at) - times - 1;
    const double h = times[i + 1] - times[i], s = (at - times[i]) / h;
    const double rise = values[i + 1] - values[i];
    const double left = h * slopes[i] - rise, right = rise - h * slopes[i + 1];
    return values[i] + s * rise + s * (1 - s) * ((1 - s) * left + s * right);
  }
};
const History kHistory;

void AddTransportDelay(BlockRows* rows) {
  BlockRow delay{"TransportDelay",
                 Work::kOutput,
                 ForEachCopy([](const Numbers& n) { n.y[0] = kHistory(n.t - 1); }),
                 "{'delay': 1}",
                 {{0.25}},
                 "a binary search in chunks, and a polynomial through the nodes of a step; by hand "
                 "Hermite's cubic"};
  delay.prepared_sec = 2.5;
  rows->push_back(delay);
}

void AddPlants(BlockRows* rows) {
  rows->push_back(Derivatives("MassSpringDamper", "{'mass': 2, 'stiffness': 3, 'damping': 0.5}",
                              {{0.3}}, [](const Numbers& n) {
                                n.y[0] = n.x[1];
                                n.y[1] = (n.u[0] - 3 * n.x[0] - 0.5 * n.x[1]) / 2;
                              }));
  rows->push_back(Derivatives("Pendulum", "{'mass': 2, 'length': 0.5, 'damping': 0.1}", {{0.3}},
                              [](const Numbers& n) {
                                n.y[0] = n.x[1];
                                n.y[1] = (n.u[0] - 0.1 * n.x[1] - 9.81 * std::sin(n.x[0])) / 0.5;
                              }));
  rows->push_back(Derivatives("CartPole", "", {{0.3}}, [](const Numbers& n) {
    const double s = std::sin(n.x[1]), c = std::cos(n.x[1]), rate = n.x[3];
    const double acceleration =
        (n.u[0] + 0.1 * s * (0.5 * rate * rate - 9.81 * c)) / (1 + 0.1 * s * s);
    n.y[0] = n.x[2];
    n.y[1] = rate;
    n.y[2] = acceleration;
    n.y[3] = (9.81 * s - acceleration * c) / 0.5;
  }));
  rows->push_back(Derivatives("BouncingBall", "", {}, [](const Numbers& n) {
    const bool rests = n.x[2] != 0;
    n.y[0] = rests ? 0 : n.x[1];
    n.y[1] = rests ? 0 : -9.81;
  }));
  rows->push_back(Derivatives("DcMotor", "", {{0.3}, {0.7}}, [](const Numbers& n) {
    n.y[0] = (0.01 * n.x[1] - 0.1 * n.x[0] - n.u[1]) / 0.01;
    n.y[1] = (n.u[0] - 1 * n.x[1] - 0.01 * n.x[0]) / 0.5;
  }));
  rows->push_back(Derivatives("VanDerPol", "", {}, kVanDerPol));
  rows->push_back(Derivatives("Lorenz", "", {}, [](const Numbers& n) {
    n.y[0] = 10 * (n.x[1] - n.x[0]);
    n.y[1] = n.x[0] * (28 - n.x[2]) - n.x[1];
    n.y[2] = n.x[0] * n.x[1] - 8. / 3 * n.x[2];
  }));
}

void AddFormulas(BlockRows* rows) {
  rows->push_back(Derivatives("DifferentialEquation",
                              "{'derivatives': ['x2', '(1 - x1^2)*x2 - x1'], "
                              "'outputs': ['x1'], 'initial_state': [2, 0]}",
                              {}, kVanDerPol, "the formulas are run as the steps of a tape"));
  rows->push_back(Derivatives(
      "StochasticEquation", "{'drift': ['-2*x1']}", {},
      [](const Numbers& n) { n.y[0] = -2 * n.x[0]; },
      "the formulas are run as the steps of a tape"));
  rows->push_back(Derivatives("OrnsteinUhlenbeck", "{'time_constant': 0.3}", {},
                              [](const Numbers& n) { n.y[0] = -n.x[0] / 0.3; }));
  rows->push_back(Derivatives("GeometricBrownianMotion", "{'drift': 0.3}", {},
                              [](const Numbers& n) { n.y[0] = 0.3 * n.x[0]; }));
}

}  // namespace

void AddContinuousRows(BlockRows* rows) {
  AddIntegrators(rows);
  AddLinearSystems(rows);
  AddTransportDelay(rows);
  AddPlants(rows);
  AddFormulas(rows);
}

}  // namespace loopwright::benchmarks
