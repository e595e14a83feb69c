#include "tests/benchmarks/models.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "blocklib/registry.h"
#include "engine/file/load.h"
#include "tests/benchmarks/measure.h"

namespace loopwright::benchmarks {

std::unique_ptr<Diagram<double>> BuildText(const std::string& text, const BuildOptions& options) {
  const LoadResult loaded = LoadDocument(text, BuiltInBlocks());
  if (!loaded.document) throw std::runtime_error(FormatDiagnostic("", loaded.diagnostics.at(0)));
  BuildResult result = BuildDiagram(*loaded.document, BuiltInBlocks(), options);
  if (!result.ok()) throw std::runtime_error(FormatDiagnostic("", result.diagnostics.at(0)));
  return std::move(result.diagram);
}

std::unique_ptr<Diagram<double>> BuildFile(const std::string& name) {
  return BuildText(ReadFile(LOOPWRIGHT_BENCHMARK_DIAGRAMS "/" + name + ".loop.json"));
}

void DiagramText::Block(const std::string& name, const std::string& type,
                        const std::string& parameters) {
  if (!blocks_.empty()) blocks_ += ",\n";
  blocks_ += "'" + name + "': {'type': '" + type + "'";
  if (!parameters.empty()) blocks_ += ", 'parameters': " + parameters;
  blocks_ += "}";
}

void DiagramText::Wire(const std::string& from, const std::string& to) {
  if (!wires_.empty()) wires_ += ",\n";
  wires_ += "{'from': '" + from + "', 'to': '" + to + "'}";
}

std::string DiagramText::text() const {
  std::string text = "{'format': 'loopwright', 'version': 1, 'diagram': {'blocks': {" + blocks_ +
                     "}, 'wires': [" + wires_ + "]}}";
  std::replace(text.begin(), text.end(), '\'', '"');
  return text;
}

std::string ContinuousChainText(int count, const std::string& rate) {
  DiagramText diagram;
  diagram.Block("source", "Constant");
  std::string before = "source.y";
  for (int i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    const std::string difference = "e" + number, state = "x" + number, gain = "g" + number;
    diagram.Block(difference, "Sum", "{'signs': '+-'}");
    diagram.Block(state, "Integrator");
    diagram.Wire(before, difference + ".u1");
    diagram.Wire(state + ".y", difference + ".u2");
    if (rate.empty()) {
      diagram.Wire(difference + ".y", state + ".u");
    } else {
      diagram.Block(gain, "Gain", "{'gain': " + rate + "}");
      diagram.Wire(difference + ".y", gain + ".u");
      diagram.Wire(gain + ".y", state + ".u");
    }
    before = state + ".y";
  }
  return diagram.text();
}

std::string DiscreteChainText(int count) {
  DiagramText diagram;
  diagram.Block("source", "Sine", "{'frequency': 7}");
  std::string before = "source.y";
  for (int i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    const std::string hold = "x" + number, gain = "g" + number;
    diagram.Block(hold, "ZeroOrderHold", "{'period': 0.001}");
    diagram.Block(gain, "Gain", "{'gain': 0.99}");
    diagram.Wire(before, hold + ".u");
    diagram.Wire(hold + ".y", gain + ".u");
    before = gain + ".y";
  }
  return diagram.text();
}

Run::Run(std::unique_ptr<Diagram<double>> diagram, const SimulatorConfig& config)
    : diagram_(std::move(diagram)), simulator_(*diagram_) {
  simulator_.set_config(config);
}

void Run::Restart() {
  context().SetTime(0);
  diagram_->SetDefaultContext(&context());
  const SimulatorStatus status = simulator_.Initialize();
  if (!status.succeeded()) throw std::runtime_error(status.message());
}

double Run::SecondsTo(double stop) {
  Restart();
  const double start = ProcessorSeconds();
  const SimulatorStatus status = simulator_.AdvanceTo(stop);
  const double seconds = ProcessorSeconds() - start;
  if (!status.succeeded()) throw std::runtime_error(status.message());
  return seconds;
}

const Context<double>& Run::context_of(const std::string& block) {
  return diagram_->GetSubsystemContext(diagram_->GetSubsystemByName(block), context());
}

double Run::continuous_state(const std::string& block, int index) {
  return context_of(block).get_continuous_state_vector()[index];
}

double Run::discrete_state(const std::string& block, int group) {
  return context_of(block).get_discrete_state(group)[0];
}

SimulatorConfig FixedStep(const std::string& integrator, double step) {
  SimulatorConfig config;
  config.integrator = integrator;
  config.fixed_step = step;
  return config;
}

SimulatorConfig ErrorControl(const std::string& integrator, double accuracy) {
  SimulatorConfig config;
  config.integrator = integrator;
  config.accuracy = accuracy;
  return config;
}

}  // namespace loopwright::benchmarks
