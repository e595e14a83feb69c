#pragma once

#include <memory>
#include <string>

#include "engine/build/build.h"
#include "engine/diagram/diagram.h"
#include "engine/simulation/simulator.h"

namespace loopwright::benchmarks {

/// The diagram of a file in tests/benchmarks/diagrams, or of a text; std::runtime_error where it
/// has errors.
std::unique_ptr<Diagram<double>> BuildFile(const std::string& name);
std::unique_ptr<Diagram<double>> BuildText(const std::string& text,
                                           const BuildOptions& options = {});

/// Writes diagram files block by block, `'` standing for `"`.
class DiagramText {
 public:
  /// "{'gain': 2}" as parameters, for example.
  void Block(const std::string& name, const std::string& type, const std::string& parameters = "");
  void Wire(const std::string& from, const std::string& to);
  std::string text() const;

 private:
  std::string blocks_, wires_;
};

/// A source of 1, then `count` lags of rate 1: Sum `eI`, Integrator `xI`; with a Gain `gI` of
/// `rate` between them where `rate` is not empty.
std::string ContinuousChainText(int count, const std::string& rate);
/// A sine of 7 rad/s, then `count` times a ZeroOrderHold `xI` of 1 kHz and a Gain `gI` of 0.99.
std::string DiscreteChainText(int count);

/// A diagram with a simulator that can be put back to the start.
class Run {
 public:
  Run(std::unique_ptr<Diagram<double>> diagram, const SimulatorConfig& config);

  /// Time 0, default values, initialized.
  void Restart();
  /// From the start to `stop`; only the advance is timed. Throws std::runtime_error where it fails.
  double SecondsTo(double stop);

  const Diagram<double>& diagram() const { return *diagram_; }
  Simulator<double>& simulator() { return simulator_; }
  Context<double>& context() { return simulator_.get_mutable_context(); }
  const Context<double>& context_of(const std::string& block);
  double continuous_state(const std::string& block, int index = 0);
  double discrete_state(const std::string& block, int group = 0);
  /// Derivative evaluations since the start.
  double evaluations() const {
    return static_cast<double>(simulator_.statistics().derivative_evaluations);
  }

 private:
  std::unique_ptr<Diagram<double>> diagram_;
  Simulator<double> simulator_;
};

SimulatorConfig FixedStep(const std::string& integrator, double step);
SimulatorConfig ErrorControl(const std::string& integrator, double accuracy);

}  // namespace loopwright::benchmarks
