// The hand-written formulas of blocks that are updated every second. Each writes the state as the
// block documents it, group by group. Random numbers are drawn with the engine's functions by both.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/random/draw.h"
#include "tests/benchmarks/block_evaluation.h"

namespace loopwright::benchmarks {

namespace {

template <typename Formula>
BlockRow Update(const std::string& type, const std::string& parameters,
                const std::vector<std::vector<double>>& inputs, Formula formula,
                const std::string& reason = "") {
  return {type,   Work::kUpdate, ForEachCopy(formula), "{'period': 1" + parameters + "}",
          inputs, reason};
}

void AddHolds(BlockRows* rows) {
  constexpr auto kSample = [](const Numbers& n) { n.x[0] = n.u[0]; };
  rows->push_back(Update("UnitDelay", "", {{0.3}}, kSample));
  rows->push_back(Update("ZeroOrderHold", "", {{0.3}}, kSample));
  rows->push_back(Update("FirstOrderHold", "", {{0.3}}, [](const Numbers& n) {
    n.x[1] = n.x[3] != 0 ? n.x[0] : n.u[0];
    n.x[0] = n.u[0];
    n.x[2] = n.t;
    n.x[3] = 1;
  }));
  rows->push_back(Update(
      "Delay", ", 'samples': 4", {{0.3}},
      [](const Numbers& n) {
        n.x[0] = n.x[3];
        n.x[3] = n.x[2];
        n.x[2] = n.x[1];
        n.x[1] = n.u[0];
      },
      "a method that copies ranges of any length"));
}

void AddFilters(BlockRows* rows) {
  rows->push_back(Update("DiscreteIntegrator", ", 'gain': 2", {{0.3}},
                         [](const Numbers& n) { n.x[0] += 2 * n.u[0]; }));
  rows->push_back(Update("DiscreteDerivative", "", {{0.3}}, [](const Numbers& n) {
    n.x[1] = n.x[0];
    n.x[0] = n.u[0];
  }));
  rows->push_back(Update(
      "FirFilter", ", 'coefficients': [0.4, 0.3, 0.2, 0.1]", {{0.3}},
      [](const Numbers& n) {
        n.x[0] = 0.4 * n.u[0] + 0.3 * n.x[1] + 0.2 * n.x[2] + 0.1 * n.x[3];
        n.x[3] = n.x[2];
        n.x[2] = n.x[1];
        n.x[1] = n.u[0];
      },
      "a method for any number of coefficients, which copies ranges"));
  rows->push_back(Update("MovingAverage", ", 'window': 4", {{0.3}}, [](const Numbers& n) {
    // State: output, whether there was an update, samples.
    if (n.x[1] == 0) std::fill_n(n.x + 2, 3, n.u[0]);
    n.x[0] = (n.u[0] + n.x[2] + n.x[3] + n.x[4]) / 4;
    n.x[1] = 1;
    n.x[4] = n.x[3];
    n.x[3] = n.x[2];
    n.x[2] = n.u[0];
  }));
  rows->push_back(Update("RateLimiter", ", 'rising': 0.0005", {{0.3}}, [](const Numbers& n) {
    n.x[0] = std::min(std::max(n.u[0], n.x[0] - 1), n.x[0] + 0.0005);
  }));
  rows->push_back(Update("DiscretePid", ", 'kp': 2, 'ki': 0.01, 'kd': 0.1, 'upper': 20", {{0.3}},
                         [](const Numbers& n) {
                           // State: output, sum, previous input.
                           const double e = n.u[0], sum = n.x[1] + e;
                           const double output = 2 * e + 0.01 * sum + 0.1 * (e - n.x[2]);
                           n.x[0] = std::min(output, 20.);
                           if (output <= 20 || e <= 0) n.x[1] = sum;
                           n.x[2] = e;
                         }));
}

void AddLinearSystems(BlockRows* rows) {
  constexpr auto kCanonicalForm = [](const Numbers& n) {
    const double first = n.u[0] + 0.7 * n.x[0] - 0.1 * n.x[1];
    n.x[1] = n.x[0];
    n.x[0] = first;
  };
  rows->push_back(Update("DiscreteTransferFunction",
                         ", 'numerator': [1, 0.5], 'denominator': [1, -0.7, 0.1]", {{0.3}},
                         kCanonicalForm));
  rows->push_back(Update("DiscreteZeroPoleGain", ", 'zeros': [-0.5], 'poles': [0.5, 0.2]", {{0.3}},
                         kCanonicalForm));
  rows->push_back(Update(
      "DiscreteStateSpace", ", 'A': [[0.5, 0.1], [-0.1, 0.4]], 'B': [[1], [0.5]], 'C': [[1, 0]]",
      {{0.3}},
      [](const Numbers& n) {
        const double first = 0.5 * n.x[0] + 0.1 * n.x[1] + n.u[0];
        n.x[1] = -0.1 * n.x[0] + 0.4 * n.x[1] + 0.5 * n.u[0];
        n.x[0] = first;
      },
      "products with matrices of any size, added to a result that is 0 first"));
  rows->push_back(Update(
      "DifferenceEquation",
      ", 'updates': ['0.5*x1 + 0.1*x2 + u1', '-0.1*x1 + 0.4*x2 + 0.5*u1'], "
      "'initial_state': [0, 0], 'inputs': 1",
      {{0.3}},
      [](const Numbers& n) {
        const double first = 0.5 * n.x[0] + 0.1 * n.x[1] + n.u[0];
        n.x[1] = -0.1 * n.x[0] + 0.4 * n.x[1] + 0.5 * n.u[0];
        n.x[0] = first;
        n.x[2] += 1;
      },
      "the formulas are run as the steps of a tape"));
}

/// A filter of position and velocity: A = [1 0.1; 0 1], B = [0; 0.1], C = [1 0], Q = 0.01 I, R = 1.
/// State: estimate, prediction, its covariance row by row. For one measurement the covariance of
/// the estimate is (I - K C) P.
void FilterByHand(const Numbers& n) {
  double *x = n.x + 2, *P = n.x + 4;
  const double s = P[0] + 1, k0 = P[0] / s, k1 = P[2] / s;
  const double innovation = n.u[1] - x[0];
  const double position = x[0] + k0 * innovation, velocity = x[1] + k1 * innovation;
  const double p00 = (1 - k0) * P[0], p01 = (1 - k0) * P[1], p11 = P[3] - k1 * P[1];
  n.x[0] = position;
  n.x[1] = velocity;
  x[0] = position + 0.1 * velocity;
  x[1] = velocity + 0.1 * n.u[0];
  P[0] = p00 + 0.2 * p01 + 0.01 * p11 + 0.01;
  P[1] = P[2] = p01 + 0.1 * p11;
  P[3] = p11 + 0.01;
}

void AddKalmanFilter(BlockRows* rows) {
  rows->push_back(Update(
      "KalmanFilter",
      ", 'A': [[1, 0.1], [0, 1]], 'B': [[0], [0.1]], 'C': [[1, 0]], "
      "'Q': [[0.01, 0], [0, 0.01]], 'R': [[1]], "
      "'initial_covariance': [[1, 0], [0, 1]]",
      {{0.3}, {0.7}}, [](const Numbers& n) { FilterByHand(n); },
      "matrices of any size, and Joseph's form of the covariance; by hand (I - K C) P; and a "
      "status of each update"));
}

void AddSources(BlockRows* rows) {
  rows->push_back(
      Update("DiscreteCounter", ", 'increment': 0.5", {}, [](const Numbers& n) { n.x[0] += 0.5; }));
  rows->push_back(Update("BinarySequence", ", 'bits': 7", {}, [](const Numbers& n) {
    // State: level, register with the taps 7 and 6.
    const auto present = static_cast<uint32_t>(n.x[1]);
    const uint32_t next = ((present << 1) | ((present >> 6 ^ present >> 5) & 1)) & 0x7f;
    n.x[0] = (next >> 6) != 0 ? 1 : -1;
    n.x[1] = next;
  }));
  BlockRow pulse = Update("Pulse", "", {}, [](const Numbers& n) {
    n.x[0] = static_cast<int64_t>(n.t) % 2 == 0 ? 1 : 0;
  });
  pulse.parameters = "{'period': 2}";  // an edge every second
  rows->push_back(pulse);
}

/// Of each copy: without a name of its own it is that of the block.
uint64_t StreamOf(int copy) {
  static const std::vector<uint64_t> streams = [] {
    std::vector<uint64_t> keys;
    for (int i = 0; i < kCopies; ++i) keys.push_back(StreamKey("copy" + std::to_string(i)));
    return keys;
  }();
  return streams[copy];
}

/// The sample that an update draws; state: sample, its number.
template <double (*draw)(RandomSource, uint64_t, DrawNumber)>
double NextDraw(const Numbers& n) {
  n.x[1] += 1;
  return draw({}, StreamOf(n.copy), static_cast<uint64_t>(n.x[1]));
}

void AddNoises(BlockRows* rows) {
  rows->push_back(Update("GaussianNoise", "", {},
                         [](const Numbers& n) { n.x[0] = NextDraw<GaussianDraw>(n); }));
  rows->push_back(
      Update("UniformNoise", "", {}, [](const Numbers& n) { n.x[0] = NextDraw<UniformDraw>(n); }));
  rows->push_back(Update("ExponentialNoise", "", {},
                         [](const Numbers& n) { n.x[0] = NextDraw<ExponentialDraw>(n); }));
  rows->push_back(Update("BandLimitedWhiteNoise", ", 'power': 4", {},
                         [](const Numbers& n) { n.x[0] = 2 * NextDraw<GaussianDraw>(n); }));
  rows->push_back(
      Update("RandomWalk", "", {}, [](const Numbers& n) { n.x[0] += NextDraw<GaussianDraw>(n); }));
  rows->push_back(Update("GaussMarkov", "", {}, [](const Numbers& n) {
    static const double decay = std::exp(-1.), deviation = std::sqrt(1 - decay * decay);
    n.x[0] = decay * n.x[0] + deviation * NextDraw<GaussianDraw>(n);
  }));
  BlockRow arrivals = Update(
      "PoissonProcess", "", {},
      [](const Numbers& n) {
        // State: count, time of the next arrival. All that come until the next second.
        while (n.x[1] <= n.t + 1) {
          n.x[0] += 1;
          n.x[1] += ExponentialDraw({}, StreamOf(n.copy), static_cast<uint64_t>(n.x[0]));
        }
      },
      "arrivals are instants of their own, and at each all copies are asked for their next");
  arrivals.parameters = "";  // one arrival a second on the average
  rows->push_back(arrivals);
}

}  // namespace

void AddDiscreteRows(BlockRows* rows) {
  AddHolds(rows);
  AddFilters(rows);
  AddLinearSystems(rows);
  AddKalmanFilter(rows);
  AddSources(rows);
  AddNoises(rows);
}

}  // namespace loopwright::benchmarks
