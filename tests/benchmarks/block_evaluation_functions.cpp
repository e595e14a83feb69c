// The hand-written formulas of blocks that are functions of their inputs and time.

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "tests/benchmarks/block_evaluation.h"

namespace loopwright::benchmarks {

namespace {

/// The interval of a table with strictly increasing `knots` that `at` lies in; the first or last
/// one outside.
template <size_t size>
size_t IntervalOf(const std::array<double, size>& knots, double at) {
  const auto above = std::upper_bound(knots.begin() + 1, knots.end() - 1, at);
  return static_cast<size_t>(above - knots.begin()) - 1;
}

/// Linear between the knots, constant outside.
template <size_t size>
double Interpolate(const std::array<double, size>& knots, const std::array<double, size>& values,
                   double at) {
  const double inside = std::clamp(at, knots.front(), knots.back());
  const size_t i = IntervalOf(knots, inside);
  const double part = (inside - knots[i]) / (knots[i + 1] - knots[i]);
  return values[i] + (values[i + 1] - values[i]) * part;
}

// What SignalTable and FileSource (table.csv) show.
constexpr std::array<double, 4> kTimes{0, 0.05, 0.125, 1};
constexpr std::array<double, 4> kSignal{1, 3, 2, 5};

constexpr auto kTableSignal = [](const Numbers& n) { n.y[0] = Interpolate(kTimes, kSignal, n.t); };

// A table of two arguments.
constexpr std::array<double, 3> kRows{0, 0.4, 1}, kColumns{0, 0.5, 1};
constexpr std::array<std::array<double, 3>, 3> kGrid{{{0, 1, 4}, {2, 5, 3}, {7, 6, 8}}};

double Bilinear(double row, double column) {
  const double u = std::clamp(row, kRows.front(), kRows.back());
  const double v = std::clamp(column, kColumns.front(), kColumns.back());
  const size_t i = IntervalOf(kRows, u), j = IntervalOf(kColumns, v);
  const double p = (u - kRows[i]) / (kRows[i + 1] - kRows[i]);
  const double q = (v - kColumns[j]) / (kColumns[j + 1] - kColumns[j]);
  const double above = kGrid[i][j] + (kGrid[i][j + 1] - kGrid[i][j]) * q;
  const double below = kGrid[i + 1][j] + (kGrid[i + 1][j + 1] - kGrid[i + 1][j]) * q;
  return above + (below - above) * p;
}

template <typename Formula>
BlockRow Output(const std::string& type, const std::string& parameters,
                const std::vector<std::vector<double>>& inputs, Formula formula,
                const std::string& reason = "") {
  return {type, Work::kOutput, ForEachCopy(formula), parameters, inputs, reason};
}

void AddSources(BlockRows* rows) {
  rows->push_back(Output("Ramp", "{'slope': 2, 'initial': 1, 'start_time': 0.1}", {},
                         [](const Numbers& n) { n.y[0] = 1 + 2 * std::max(0., n.t - 0.1); }));
  rows->push_back(Output("Sine", "{'amplitude': 2, 'frequency': 7, 'phase': 0.5, 'bias': 1}", {},
                         [](const Numbers& n) { n.y[0] = 1 + 2 * std::sin(7 * n.t + 0.5); }));
  rows->push_back(Output("Sawtooth", "{'amplitude': 2, 'period': 3}", {}, [](const Numbers& n) {
    const double part = std::clamp((n.t - n.x[0] * 3) / 3, 0., 1.);
    n.y[0] = 2 * (2 * part - 1);
  }));
  rows->push_back(Output("Chirp", "{'amplitude': 2}", {}, [](const Numbers& n) {
    const double cycles = n.t < 10 ? 0.1 * n.t + (10 - 0.1) * n.t * n.t / 20
                                   : 0.5 * (0.1 + 10) * 10 + 10 * (n.t - 10);
    n.y[0] = 2 * std::sin(2 * std::numbers::pi * cycles);
  }));
  rows->push_back(Output("Clock", "", {}, [](const Numbers& n) { n.y[0] = n.t; }));
  rows->push_back(Output("SignalTable", "{'times': [0, 0.05, 0.125, 1], 'values': [1, 3, 2, 5]}",
                         {}, kTableSignal));
  rows->push_back(Output("FileSource", "{'path': '" LOOPWRIGHT_BENCHMARK_DIAGRAMS "/table.csv'}",
                         {}, kTableSignal));
}

void AddArithmetic(BlockRows* rows) {
  rows->push_back(
      Output("Gain", "{'gain': 1.5}", {{0.3}}, [](const Numbers& n) { n.y[0] = 1.5 * n.u[0]; }));
  rows->push_back(Output("Sum", "{'signs': '+-'}", {{0.3}, {0.7}},
                         [](const Numbers& n) { n.y[0] = n.u[0] - n.u[1]; }));
  rows->push_back(Output("Product", "{'operators': '**'}", {{0.3}, {0.7}},
                         [](const Numbers& n) { n.y[0] = n.u[0] * n.u[1]; }));
  rows->push_back(Output("DotProduct", "", {{0.3, 0.4, 0.5}, {1, 2, 3}}, [](const Numbers& n) {
    n.y[0] = n.u[0] * n.u[3] + n.u[1] * n.u[4] + n.u[2] * n.u[5];
  }));
  rows->push_back(Output("Norm", "", {{0.3, 0.4, 0.5}}, [](const Numbers& n) {
    n.y[0] = std::sqrt(n.u[0] * n.u[0] + n.u[1] * n.u[1] + n.u[2] * n.u[2]);
  }));
  rows->push_back(
      Output("Polynomial", "{'coefficients': [1, -2, 3, 4]}", {{0.3}},
             [](const Numbers& n) { n.y[0] = ((n.u[0] - 2) * n.u[0] + 3) * n.u[0] + 4; }));
}

void AddElementaryFunctions(BlockRows* rows) {
  rows->push_back(Output("MathFunction", "{'function': 'exp'}", {{0.3}},
                         [](const Numbers& n) { n.y[0] = std::exp(n.u[0]); }));
  rows->push_back(Output("Power", "{'exponent': 2.5}", {{0.3}},
                         [](const Numbers& n) { n.y[0] = std::pow(n.u[0], 2.5); }));
  rows->push_back(Output("Atan2", "", {{0.3}, {0.7}},
                         [](const Numbers& n) { n.y[0] = std::atan2(n.u[0], n.u[1]); }));
  rows->push_back(
      Output("Expression", "{'expression': '0.5*u1*u2 + sin(u1)', 'inputs': 2}", {{0.3}, {0.7}},
             [](const Numbers& n) { n.y[0] = 0.5 * n.u[0] * n.u[1] + std::sin(n.u[0]); }));
}

void AddBranches(BlockRows* rows) {
  rows->push_back(Output(
      "MinMax", "{'function': 'max'}", {{0.3}, {0.7}},
      [](const Numbers& n) { n.y[0] = std::max(n.u[0], n.u[1]); },
      "a method for any number of inputs: looks each of them up"));
  rows->push_back(Output(
      "Round", "{'function': 'nearest'}", {{0.3}},
      [](const Numbers& n) { n.y[0] = std::round(n.u[0]); },
      "a method that rounds as for u < 0 and u >= 0, by a switch over operations, and selects"));
  rows->push_back(Output("Modulo", "{'divisor': 0.25}", {{0.3}}, [](const Numbers& n) {
    const double rest = std::fmod(n.u[0], 0.25);
    n.y[0] = rest < 0 ? rest + 0.25 : rest;
  }));
  rows->push_back(Output("Comparison", "{'operator': '<'}", {{0.3}, {0.7}},
                         [](const Numbers& n) { n.y[0] = n.u[0] < n.u[1] ? 1 : 0; }));
  rows->push_back(Output("Logic", "{'operator': 'and'}", {{0.3}, {0.7}},
                         [](const Numbers& n) { n.y[0] = n.u[0] != 0 && n.u[1] != 0 ? 1 : 0; }));
  rows->push_back(Output("Saturation", "{'lower': -1, 'upper': 0.4}", {{0.3}},
                         [](const Numbers& n) { n.y[0] = std::clamp(n.u[0], -1., 0.4); }));
  rows->push_back(
      Output("DeadZone", "{'lower': -0.2, 'upper': 0.4}", {{0.3}}, [](const Numbers& n) {
        const double u = n.u[0];
        n.y[0] = u > 0.4 ? u - 0.4 : u < -0.2 ? u + 0.2 : 0;
      }));
  rows->push_back(Output("Quantizer", "{'interval': 0.1}", {{0.3}},
                         [](const Numbers& n) { n.y[0] = 0.1 * std::round(n.u[0] / 0.1); }));
  rows->push_back(
      Output("CoulombFriction", "{'coulomb': 2, 'viscous': 0.5}", {{0.3}}, [](const Numbers& n) {
        const double v = n.u[0];
        n.y[0] = (v > 0 ? 2 : v < 0 ? -2 : 0) + 0.5 * v;
      }));
  BlockRow backlash = Output("Backlash", "{'width': 0.1}", {{0.3}}, [](const Numbers& n) {
    // State: side, constant, number of samples, furthest u, …
    const double u = n.u[0], furthest = n.x[3], half = 0.05;
    if (n.x[0] == 0) {
      n.y[0] = n.x[1];
    } else if (n.x[0] > 0) {
      n.y[0] = std::max(u - half, std::min(furthest - half, u + half));
    } else {
      n.y[0] = std::min(u + half, std::max(furthest + half, u - half));
    }
  });
  backlash.prepared_sec = 0.5;
  rows->push_back(backlash);
}

void AddTables(BlockRows* rows) {
  rows->push_back(Output("LookupTable1D",
                         "{'breakpoints': [0, 0.05, 0.125, 1], 'values': [1, 3, 2, 5]}", {{0.02}},
                         [](const Numbers& n) { n.y[0] = Interpolate(kTimes, kSignal, n.u[0]); }));
  rows->push_back(Output("LookupTable2D",
                         "{'rows': [0, 0.4, 1], 'columns': [0, 0.5, 1], "
                         "'values': [[0, 1, 4], [2, 5, 3], [7, 6, 8]]}",
                         {{0.3}, {0.35}},
                         [](const Numbers& n) { n.y[0] = Bilinear(n.u[0], n.u[1]); }));
}

void AddRouting(BlockRows* rows) {
  constexpr auto kCopyTwo = [](const Numbers& n) {
    n.y[0] = n.u[0];
    n.y[1] = n.u[1];
  };
  rows->push_back(
      Output("Mux", "", {{0.3}, {0.7}}, kCopyTwo, "a method that copies ranges of any length"));
  rows->push_back(
      Output("Demux", "", {{0.3, 0.7}}, kCopyTwo,
             "two function objects, one for each output, that write views of BasicVector"));
  rows->push_back(Output("Selector", "{'indices': [1, 0]}", {{0.3, 0.7}}, [](const Numbers& n) {
    n.y[0] = n.u[1];
    n.y[1] = n.u[0];
  }));
  rows->push_back(Output("Switch", "{'threshold': 0.1}", {{0.3}, {0}, {0.7}},
                         [](const Numbers& n) { n.y[0] = n.u[1] >= 0.1 ? n.u[0] : n.u[2]; }));
  rows->push_back(Output("MultiportSwitch", "", {{1.4}, {0.3}, {0.7}},
                         [](const Numbers& n) { n.y[0] = n.u[std::lround(n.u[0])]; }));
}

}  // namespace

void AddFunctionRows(BlockRows* rows) {
  AddSources(rows);
  AddArithmetic(rows);
  AddElementaryFunctions(rows);
  AddBranches(rows);
  AddTables(rows);
  AddRouting(rows);
}

}  // namespace loopwright::benchmarks
