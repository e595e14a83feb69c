// A tank with an outflow, fed by blocks of the library: a system of its own in a diagram with
// others, simulated, and compared with the exact solution.

#include <cmath>
#include <cstdio>
#include <memory>

#include "blocklib/math/gain.h"
#include "blocklib/primitives/constant_vector_source.h"
#include "blocklib/primitives/vector_log_sink.h"
#include "blocklib/registry.h"
#include "engine/build/build.h"
#include "engine/diagram/diagram_builder.h"
#include "engine/file/load.h"
#include "engine/simulation/simulator.h"
#include "engine/system/leaf_system.h"

/// level' = (inflow - level)/time_constant, outflow = level.
template <typename T>
class Tank final : public loopwright::LeafSystem<T> {
 public:
  explicit Tank(double time_constant_sec) : time_constant_sec_(time_constant_sec) {
    this->DeclareVectorInputPort("inflow", 1);
    this->DeclareContinuousState(1);
    this->DeclareVectorOutputPort("outflow", 1, &Tank::CalcOutflow, {this->xc_ticket()});
  }

 private:
  void CalcOutflow(const loopwright::Context<T>& context,
                   loopwright::BasicVector<T>* outflow) const {
    (*outflow)[0] = context.get_continuous_state_vector()[0];
  }
  void DoCalcTimeDerivatives(const loopwright::Context<T>& context,
                             loopwright::ContinuousState<T>* derivatives) const override {
    const T inflow = this->get_input_port(0).Eval(context)[0];
    const T level = context.get_continuous_state_vector()[0];
    (*derivatives)[0] = (inflow - level) / time_constant_sec_;
  }

  double time_constant_sec_;
};

namespace {

double LevelAfter(double seconds) {
  loopwright::DiagramBuilder<double> builder;
  auto* source = builder.AddSystem<loopwright::ConstantVectorSource<double>>(1.5);
  auto* valve = builder.AddSystem<loopwright::Gain>(2., 1);
  auto* tank = builder.AddNamedSystem<Tank>("tank", 0.5);
  builder.Cascade(*source, *valve);
  builder.Cascade(*valve, *tank);
  builder.ExportOutput(tank->get_output_port(0), "outflow");
  const auto* log = loopwright::LogVectorOutput(tank->get_output_port(0), &builder, seconds / 4);
  const auto diagram = builder.Build();

  loopwright::Simulator<double> simulator(*diagram);
  simulator.get_mutable_integrator().set_target_accuracy(1e-10);
  const auto status = simulator.AdvanceTo(seconds);
  if (!status.succeeded()) std::fprintf(stderr, "%s\n", status.message().c_str());
  if (log->FindLog(simulator.get_context()).num_samples() != 5) return 0;
  return diagram->GetOutputPort("outflow").Eval(simulator.get_context())[0];
}

/// The same as a diagram file.
double LevelFromFileAfter(double seconds) {
  const char* text = R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "inflow": {"type": "Constant", "parameters": {"value": 3}},
    "tank": {"type": "FirstOrderLag", "parameters": {"time_constant": 0.5}}},
    "wires": [{"from": "inflow.y", "to": "tank.u"}]}})";
  const auto loaded = loopwright::LoadDocument(text, loopwright::BuiltInBlocks());
  const auto built = loopwright::BuildDiagram(*loaded.document, loopwright::BuiltInBlocks());
  loopwright::Simulator<double> simulator(*built.diagram);
  loopwright::SimulatorConfig config;
  config.accuracy = 1e-10;
  simulator.set_config(config);
  simulator.AdvanceTo(seconds);
  return simulator.get_context().get_continuous_state_vector()[0];
}

}  // namespace

int main() {
  const double exact = 3 * (1 - std::exp(-2.));
  const double level = LevelAfter(1), from_file = LevelFromFileAfter(1);
  std::printf("%.12f %.12f %.12f\n", exact, level, from_file);
  return std::abs(level - exact) < 1e-9 && std::abs(from_file - exact) < 1e-9 ? 0 : 1;
}
