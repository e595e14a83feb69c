#pragma once

// Every block type as one block of a diagram, for tests that all blocks pass.

#include <QString>
#include <QTest>
#include <map>
#include <mutex>
#include <set>

#include "tests/blocklib/diagram_run.h"

// After the header that takes Qt's keyword away.
#include "engine/build/build.h"
#include "engine/check/ports.h"
#include "engine/diagram/diagram.h"

namespace loopwright {

/// Parameters under which a block shows more of itself than with its defaults, by type.
inline const std::multimap<std::string, std::string>& Variants() {
  static const std::multimap<std::string, std::string> variants{
      {"Gain", "'gain': [[1, 2], [3, 4]]"},
      {"Gain", "'gain': [2, 3]"},
      {"Sum", "'signs': '-+-'"},
      {"Product", "'operators': '/*'"},
      {"MathFunction", "'function': 'abs'"},
      {"MathFunction", "'function': 'tanh'"},
      {"Power", "'exponent': 3"},
      {"Power", "'exponent': -1"},
      {"MinMax", "'function': 'min', 'inputs': 3"},
      {"MinMax", "'inputs': 1"},
      {"Round", "'function': 'floor'"},
      {"Round", "'function': 'ceil'"},
      {"Round", "'function': 'truncate'"},
      {"Modulo", "'divisor': -0.3"},
      {"Polynomial", "'coefficients': [2, -1, 0.5, 3]"},
      {"Norm", "'order': '1'"},
      {"Norm", "'order': 'inf'"},
      {"Comparison", "'operator': '>='"},
      {"Comparison", "'operator': '!='"},
      {"Logic", "'operator': 'xor', 'inputs': 3"},
      {"Logic", "'operator': 'nand'"},
      {"Logic", "'operator': 'or'"},
      {"Logic", "'operator': 'nor'"},
      {"Logic", "'operator': 'not', 'inputs': 1"},
      {"Expression", "'expression': 'sin(u1)*u2^2 + t; max(u1, u2)', 'inputs': 2"},
      {"AlgebraicConstraint", "'initial_guess': [0.5, -1]"},
      {"Saturation", "'lower': -0.2, 'upper': 0.3"},
      {"DeadZone", "'lower': -0.2, 'upper': 0.3"},
      {"Backlash", "'width': 0.3, 'initial_value': 0.1"},
      {"CoulombFriction", "'viscous': 0.4"},
      {"Latch", "'priority': 'set', 'initially_on': true"},
      {"EdgeDetector", "'edge': 'either', 'duration': 0.07"},
      {"TriggeredCounter", "'edge': 'falling', 'increment': -2, 'initial_value': 5"},
      {"LookupTable1D",
       "'breakpoints': [-0.6, -0.1, 0.2, 0.4, 1], 'values': [1, -0.5, 0.3, 2, 1.5]"},
      {"LookupTable1D",
       "'breakpoints': [-0.6, -0.1, 0.2, 0.4, 1], 'values': [1, -0.5, 0.3, 2, 1.5], "
       "'interpolation': 'cubic', 'extrapolation': 'linear'"},
      {"LookupTable1D",
       "'breakpoints': [-0.6, -0.1, 0.2], 'values': [1, -0.5, 0.3], 'interpolation': 'nearest'"},
      {"LookupTable2D",
       "'rows': [-0.6, 0.1, 0.9], 'columns': [-0.2, 0.3], 'values': [[1, 2], [0, -3], [4, 4.5]], "
       "'extrapolation': 'linear'"},
      {"Integrator", "'lower': -0.2, 'upper': 0.3"},
      {"ResettableIntegrator", "'trigger': 'either', 'initial_value': [0.2, 0.5]"},
      {"SecondOrderIntegrator", "'initial_position': [1, 2], 'initial_velocity': -0.5"},
      {"SecondOrderLag", "'natural_frequency': 4, 'damping_ratio': 0.2, 'gain': 2"},
      {"ZeroPoleGain", "'zeros': [-3, 0.5], 'poles': ['-1+2i', '-1-2i'], 'gain': 2"},
      {"PidController", "'ki': 2, 'kd': 0.1, 'derivative_filter': 20, 'lower': -0.4, 'upper': 0.3"},
      {"PidController", "'kp': 0.5, 'ki': 3, 'upper': 0.4"},
      {"PidController", "'ki': 2, 'kd': 0.1, 'initial_integral': 0.2, 'starts_at_rest': true"},
      {"Derivative", "'filter_time_constant': 0.2"},
      {"Derivative", "'filter_time_constant': 0.1, 'starts_at_rest': true"},
      {"TransportDelay", "'delay': 0.3, 'initial_value': [0.4, 0.5]"},
      {"Delay", "'samples': 4, 'initial_value': [1, 2]"},
      {"FirstOrderHold", "'period': 0.2, 'initial_value': 3"},
      {"DiscreteIntegrator", "'method': 'backward', 'gain': 2"},
      {"DiscreteIntegrator", "'method': 'trapezoidal', 'initial_value': 1"},
      {"DiscreteDerivative", "'initial_value': [0.5, 0.7]"},
      {"DiscreteZeroPoleGain", "'zeros': ['0.1+0.2i', '0.1-0.2i'], 'poles': [0.5, -0.3]"},
      {"DiscreteStateSpace",
       "'A': [[0.9, 0.1], [0, 0.8]], 'B': [[0], [1]], 'C': [[1, 0], [1, 1]], 'D': [[0], [2]]"},
      {"FirFilter", "'coefficients': [0.5, 0.3, 0.2]"},
      {"MovingAverage", "'window': 3"},
      {"KalmanFilter",
       "'A': [[1, 0.1], [0, 1]], 'B': [[0], [0.1]], 'C': [[1, 0]], 'Q': [[0.1, 0.02], [0.02, "
       "0.3]], 'initial_covariance': [[2, 1], [1, 3]], 'initial_estimate': [0.3, -0.2]"},
      {"TriggeredSampler", "'edge': 'falling', 'initial_value': [1, 2]"},
      {"TransferFunction", "'numerator': [1, 2, 3], 'denominator': [2, 1, 4]"},
      {"StateSpace",
       "'A': [[0, 1], [-2, -3]], 'B': [[0], [1]], 'C': [[1, 0], [1, 1]], 'D': [[0], [2]]"},
      {"DifferentialEquation",
       "'derivatives': ['x2', 'u1 - x1*abs(x2)'], 'outputs': ['x1*x2', 'u1 + t'], "
       "'initial_state': [0.3, -0.4], 'inputs': 1"},
      {"DiscreteTransferFunction", "'numerator': [1, 2], 'denominator': [1, 0.5]"},
      {"DiscretePid", "'ki': 2, 'kd': 0.1, 'upper': 0.5"},
      {"DifferenceEquation",
       "'updates': ['x1 + u1'], 'outputs': ['x1 + u1*n', 'u2'], 'inputs': 2, 'period': 0.2"},
      {"UniformNoise", "'lower': [-1, 0], 'upper': [1, 2]"},
      {"ExponentialNoise", "'rate': [1, 2]"},
      {"RandomWalk", "'initial_value': [1, 2], 'step_deviation': 0.5"},
      {"GaussMarkov", "'start_stationary': true"},
      {"OrnsteinUhlenbeck", "'start_stationary': true"},
      {"WienerProcess", "'intensity': 0.5, 'initial_value': 1"},
      {"GeometricBrownianMotion", "'drift': -0.3, 'initial_value': 2"},
      {"StochasticEquation",
       "'drift': ['x2', 'u1 - abs(x1) - t'], 'diffusion': [['0.1*x1', '0'], ['0', 'u1*x2']], "
       "'outputs': ['x1*x2', 'u1'], 'initial_state': [0.3, -0.4], 'inputs': 1"},
      {"Mux", "'inputs': 3"},
      {"Demux", "'widths': [2, 1]"},
      {"MassSpringDamper", "'damping': 0.3, 'initial_position': 1"},
      {"Pendulum", "'mass': 2, 'length': 0.5, 'damping': 0.3, 'initial_angle': 1"},
      {"CartPole", "'cart_mass': 2, 'pole_mass': 0.5, 'pole_length': 1.5"},
      {"DcMotor", "'torque_constant': 0.5, 'back_emf_constant': 0.6, 'damping': 0.02"},
      {"Relay", "'on_threshold': 0.3, 'off_threshold': -0.3"},
      {"Pulse", "'period': 0.3, 'delay': 0.05"},
      {"Step", "'time': 0.5, 'final': [1, 2]"},
      {"Ramp", "'start_time': 0.35, 'slope': [1, 2], 'initial': 1"},
      {"Sawtooth", "'period': 0.3"},
      {"Sawtooth", "'period': 0.3, 'shape': 'triangle'"},
      {"Chirp", "'duration': 0.7, 'stop_frequency': 3"},
      {"SignalTable", "'times': [0, 0.3, 0.7], 'values': [1, 3, 2], 'interpolation': 'hold'"},
      {"SignalTable",
       "'times': [0, 0.3, 0.7], 'values': [[1, 2], [3, 4], [2, 5]], 'outside': "
       "'repeat', 'interpolation': 'cubic'"},
      {"SignalTable",
       "'times': [0.1, 0.2, 0.7], 'values': [1, 3, 2], 'interpolation': 'hold', "
       "'outside': 'repeat'"},
      {"SignalTable", "'times': [0.1, 0.3, 0.7], 'values': [1, 3, 2], 'outside': 'zero'"},
      {"FileSource", "'path': 'table.csv', 'outside': 'repeat'"},
      {"FileSource", "'path': 'table.csv', 'columns': 'b', 'interpolation': 'hold'"},
      {"BinarySequence", "'bits': 3, 'register_seed': 5, 'amplitude': 2"},
      {"Selector", "'indices': [1, 0, 1]"},
      {"MultiportSwitch", "'inputs': 3"},
      {"FileSink", "'inputs': 2, 'path': 'sink.csv'"},
  };
  return variants;
}

/// How many elements each input of a block takes from its sine.
inline int InputWidth(const std::string& type, const std::string& parameters) {
  if (type == "Demux") return parameters.empty() ? 2 : 3;
  if (type == "Selector") return 2;
  static const std::set<std::string> kAsWideAsAParameter{
      "Gain", "SecondOrderIntegrator", "TransportDelay", "Delay", "DiscreteDerivative"};
  return kAsWideAsAParameter.contains(type) && parameters.find('[') != std::string::npos ? 2 : 1;
}

/// Whether a block of the type may have every parameter at its default.
inline bool HasDefaults(const std::string& type) {
  return BuiltInBlocks().Find(type)->defaults_are_valid;
}

/// A diagram in which the block `b` finds an unknown: b + b³ is a sine.
inline std::string DiagramOfLoop(const std::string& type, const std::string& parameters) {
  std::string text = DiagramText(
      "'b': {'type': '" + type + "', 'parameters': {" + parameters +
          "}}, 's1': {'type': 'Sine', 'parameters': {'frequency': 3, 'phase': 0.7}}, 'f': {'type': "
          "'Expression', 'parameters': {'expression': 'u1 + u1^3 - u2', 'inputs': 2}}",
      "b.z>f.u1 s1.y>f.u2 f.y>b.u");
  const std::string before = "\"diagram\"";
  return text.insert(text.find(before), "\"simulation\": {\"algebraic_loops\": \"solve\"}, ");
}

/// The file that blocks read, once in a program: a disk takes longer over a file that is written
/// again than a short run takes.
inline void WriteTable() {
  static std::once_flag once;
  std::call_once(once, [] { WriteTestFile("table.csv", "time,a,b\n0,1,2\n0.3,3,4\n0.7,2,5\n"); });
}

/// A diagram of one block, `b`, every input of which is a sine of its own, `s1`, …, or, of one that
/// finds an unknown, of a loop.
inline std::string DiagramWith(const std::string& type, const std::string& parameters) {
  if (BuiltInBlocks().Find(type)->finds_unknown) return DiagramOfLoop(type, parameters);
  WriteTable();
  const std::string block = "'b': {'type': '" + type + "', 'parameters': {" + parameters + "}}";
  const Document alone = LoadText(DiagramText(block, ""));
  const PortNames ports = FindPorts(alone, "", alone.root.blocks[0], BuiltInBlocks());
  const std::string width = std::to_string(InputWidth(type, parameters));
  std::string blocks = block, wires;
  for (size_t i = 0; i < ports.inputs.size(); ++i) {
    const std::string source = "s" + std::to_string(i + 1);
    // The index of a MultiportSwitch goes between 0.6 and 2.4.
    const bool is_index = ports.inputs[i] == "index";
    std::string amplitudes;
    for (int k = 0; k < InputWidth(type, parameters); ++k) {
      amplitudes += (k ? ", " : "") + std::to_string((is_index ? 0.9 : 1) + 0.1 * k);
    }
    blocks += ", '" + source + "': {'type': 'Sine', 'parameters': {'amplitude': [" + amplitudes +
              "], 'frequency': " + std::to_string(3 + i) + ", 'phase': 0.7" +
              (is_index ? ", 'bias': 1.5}}" : "}}");
    wires += source + ".y>b." + ports.inputs[i] + " ";
  }
  return DiagramText(blocks, wires);
}

template <typename T>
struct Built {
  BuildResultOf<T> result;
  const System<T>* block = nullptr;
};

template <typename T>
Built<T> Build(const std::string& text) {
  Built<T> built{BuildDiagramOf<T>(LoadText(text), BuiltInBlocks()), nullptr};
  if (!built.result.ok()) throw std::runtime_error(built.result.diagnostics.at(0).text);
  built.block = &built.result.diagram->GetSubsystemByName("b");
  return built;
}

/// Rows of a test: each type of block that writes no file, as `type` and `parameters`, with its
/// defaults where it has them and with each of its variants.
inline void AddBlockRows() {
  QTest::addColumn<QString>("type");
  QTest::addColumn<QString>("parameters");
  for (const BlockDescriptor& type : BuiltInBlocks().all()) {
    if (type.role != BlockRole::kSystem || type.writes_file) continue;
    int count = 0;
    const auto add = [&](const std::string& parameters) {
      QTest::addRow("%s %d", type.type.c_str(), ++count)
          << QString::fromStdString(type.type) << QString::fromStdString(parameters);
    };
    if (HasDefaults(type.type)) add("");
    const auto [begin, end] = Variants().equal_range(type.type);
    for (auto variant = begin; variant != end; ++variant) add(variant->second);
  }
}

}  // namespace loopwright
