#include <QObject>
#include <QTest>
#include <cmath>

#include "engine/diagram/diagram_builder.h"
#include "engine/diagram/random_samples.h"
#include "engine/random/draw.h"
#include "engine/simulation/simulator.h"
#include "engine/system/leaf_system.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

namespace loopwright::test_random_inputs {

namespace {

/// Random inputs of every distribution, and one that is not.
class Disturbed final : public LeafSystem<double> {
 public:
  Disturbed() {
    DeclareVectorInputPort("u", 1);
    DeclareVectorInputPort("uniform", 2, RandomDistribution::kUniform);
    DeclareVectorInputPort("gaussian", 1, RandomDistribution::kGaussian);
    DeclareVectorInputPort("exponential", 1, RandomDistribution::kExponential);
  }
};

struct Parts {
  std::unique_ptr<Diagram<double>> diagram;
  const Disturbed* disturbed = nullptr;
  int added = 0;
};

Parts Make(const std::string& prefix = "") {
  Parts parts;
  DiagramBuilder<double> builder;
  auto* disturbed = builder.AddNamedSystem<Disturbed>("plant");
  builder.ExportInput(disturbed->GetInputPort("u"));
  parts.added = AddRandomInputs(0.5, &builder, prefix);
  parts.disturbed = disturbed;
  parts.diagram = builder.Build();
  return parts;
}

Eigen::VectorXd ValueAt(const Parts& parts, const Context<double>& context, const char* port) {
  return parts.disturbed->GetInputPort(port).Eval(
      parts.diagram->GetSubsystemContext(*parts.disturbed, context));
}

}  // namespace

class TestRandomInputs : public QObject {
  Q_OBJECT
 private slots:
  void everyFreeRandomInputGetsASource() {
    const Parts parts = Make();
    QCOMPARE(parts.added, 3);
    QCOMPARE(parts.diagram->num_input_ports(), 1);
    for (const char* name : {"plant.uniform", "plant.gaussian", "plant.exponential"}) {
      QVERIFY(parts.diagram->HasSubsystemNamed(name));
    }
    QVERIFY(!parts.diagram->HasSubsystemNamed("plant.u"));
  }

  void connectedAndExportedInputsAreLeftAlone() {
    DiagramBuilder<double> builder;
    auto* disturbed = builder.AddNamedSystem<Disturbed>("plant");
    builder.ExportInput(disturbed->GetInputPort("uniform"), "w");
    auto* source = builder.AddNamedSystem<RandomSamples<double>>(
        "own", RandomDistribution::kGaussian, 1, 0.1, "own");
    builder.Connect(source->get_output_port(0), disturbed->GetInputPort("gaussian"));
    QCOMPARE(AddRandomInputs(0.5, &builder), 1);
    QCOMPARE(AddRandomInputs(0.5, &builder), 0);
    const auto diagram = builder.Build();
    // What is exported stays a random input of the diagram, for a source outside.
    QVERIFY(diagram->GetInputPort("w").get_random_type() == RandomDistribution::kUniform);
  }

  void sampleZeroIsSeenAtTheStartAndSampleKAfterUpdateK() {
    const Parts parts = Make();
    Simulator<double> simulator(*parts.diagram);
    const RandomSource source{3, 4};
    simulator.get_mutable_context().set_random_source(source);
    const auto check = [&](uint64_t k) {
      const Context<double>& context = simulator.get_context();
      const Eigen::VectorXd uniform = ValueAt(parts, context, "uniform");
      const uint64_t stream = StreamKey("plant.uniform");
      QCOMPARE(uniform[0], UniformDraw(source, stream, 2 * k));
      QCOMPARE(uniform[1], UniformDraw(source, stream, 2 * k + 1));
      QCOMPARE(ValueAt(parts, context, "gaussian")[0],
               GaussianDraw(source, StreamKey("plant.gaussian"), k));
      QCOMPARE(ValueAt(parts, context, "exponential")[0],
               ExponentialDraw(source, StreamKey("plant.exponential"), k));
    };
    simulator.Initialize();
    check(0);
    simulator.AdvancePendingEvents();
    check(1);
    simulator.AdvanceTo(0.5);
    check(1);
    simulator.AdvanceTo(0.6);
    check(2);
  }

  void theDefaultContextShowsSampleZero() {
    const Parts parts = Make("left/");
    auto context = parts.diagram->CreateDefaultContext();
    const uint64_t stream = StreamKey("left/plant.gaussian");
    QCOMPARE(ValueAt(parts, *context, "gaussian")[0], GaussianDraw({}, stream, 0));
    context->set_random_source({1, 2});
    parts.diagram->SetDefaultContext(context.get());
    QCOMPARE(ValueAt(parts, *context, "gaussian")[0], GaussianDraw({1, 2}, stream, 0));
  }

  void aSamplingIntervalMustBePositive() {
    DiagramBuilder<double> builder;
    builder.AddNamedSystem<Disturbed>("plant");
    const std::string message = MessageOf([&] { AddRandomInputs(0, &builder); });
    QVERIFY2(message.find("period") != std::string::npos, message.c_str());
  }
};

LOOPWRIGHT_TEST(TestRandomInputs)

}  // namespace loopwright::test_random_inputs

#include "test_random_inputs.moc"
