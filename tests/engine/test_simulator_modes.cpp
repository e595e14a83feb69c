// Branches: held during a step, isolated where they change.

#include <QObject>
#include <QTest>
#include <cmath>
#include <cstdint>

#include "tests/engine/simulator_systems.h"
#include "tests/test_main.h"

namespace loopwright::test_simulator_modes {

namespace {

/// y = |u|, its branch a mode.
class Absolute final : public LeafSystem<double> {
 public:
  Absolute() {
    DeclareVectorInputPort("u", 1);
    DeclareModes(1);
    DeclareVectorOutputPort("y", 1, &Absolute::Output, {all_input_ports_ticket(), modes_ticket()});
  }

 private:
  static int64_t Branch(double u) { return u < 0 ? -1 : 1; }
  void DoCalcModes(const Context<double>& context, int64_t* modes) const override {
    modes[0] = Branch(input_data(context, 0)[0]);
  }
  void DoCalcModeMargins(const Context<double>& context, const int64_t* modes,
                         double* margins) const override {
    margins[0] = static_cast<double>(modes[0]) * input_data(context, 0)[0];
  }
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    const double u = input_data(context, 0)[0];
    const int64_t* held = held_modes(context);
    (*y)[0] = static_cast<double>(held ? *held : Branch(u)) * u;
  }
};

/// y = 1 where u > 0, else 0: a mode.
class Above final : public LeafSystem<double> {
 public:
  Above() {
    DeclareVectorInputPort("u", 1);
    DeclareModes(1);
    DeclareVectorOutputPort("y", 1, &Above::Output, {all_input_ports_ticket(), modes_ticket()});
  }

 private:
  void DoCalcModes(const Context<double>& context, int64_t* modes) const override {
    modes[0] = input_data(context, 0)[0] > 0;
  }
  void DoCalcModeMargins(const Context<double>& context, const int64_t* modes,
                         double* margins) const override {
    const double u = input_data(context, 0)[0];
    margins[0] = modes[0] ? u : -u;
  }
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    const int64_t* held = held_modes(context);
    (*y)[0] = static_cast<double>(held ? *held : input_data(context, 0)[0] > 0);
  }
};

}  // namespace

class TestSimulatorModes : public QObject {
  Q_OBJECT
 private slots:
  void branchesAreHeldAndIsolated() {
    DiagramBuilder<double> builder;
    auto* signal = builder.AddSystem<Signal>([](double t) { return 0.3 - t; });
    auto* absolute = builder.AddSystem<Absolute>();
    builder.Connect(*signal, *absolute);
    builder.AddSystem<Spring>();
    builder.ExportOutput(absolute->get_output_port(0), "y");
    auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    Rows rows;
    RecordInto(&simulator, *diagram, &rows);
    simulator.AdvanceTo(1);
    int pairs = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
      const auto& [t, side, value] = rows[i];
      if (side == '+') {
        ++pairs;
        QVERIFY(std::abs(t - 0.3) < 1e-12);
      }
      QVERIFY(std::abs(value - std::abs(0.3 - t)) < 1e-12);
    }
    QCOMPARE(pairs, 1);
    QCOMPARE(simulator.statistics().witness_isolations, 1);
  }

  void aBranchThatIsUndecidedAtTheStartAgreesWithWhatFollows_data() {
    QTest::addColumn<bool>("with_state");
    QTest::newRow("with continuous state") << true;
    QTest::newRow("without") << false;
  }
  void aBranchThatIsUndecidedAtTheStartAgreesWithWhatFollows() {
    // |u| with u = -t: at the start the branch is that of u >= 0, just after it is not.
    QFETCH(bool, with_state);
    DiagramBuilder<double> builder;
    auto* signal = builder.AddSystem<Signal>([](double t) { return -t; });
    auto* absolute = builder.AddSystem<Absolute>();
    builder.Connect(*signal, *absolute);
    if (with_state) builder.AddSystem<Spring>();
    builder.ExportOutput(absolute->get_output_port(0), "y");
    auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    Rows rows;
    RecordInto(&simulator, *diagram, &rows);
    simulator.AdvanceTo(1);
    for (const auto& [t, side, value] : rows) QCOMPARE(value, t);
    QCOMPARE(simulator.statistics().witness_isolations, 0);
  }

  void aBranchThatChangesWhereAStepLandsIsAnEvent_data() {
    QTest::addColumn<double>("crossing");
    QTest::addColumn<bool>("with_update");
    QTest::newRow("at the start") << 0. << false;
    QTest::newRow("at the start, with an update") << 0. << true;
    QTest::newRow("at the end of a step") << 0.5 << false;
    QTest::newRow("at the end of a step, with an update") << 0.5 << true;
    QTest::newRow("within a step") << 0.4 << false;
  }
  void aBranchThatChangesWhereAStepLandsIsAnEvent() {
    // The block behind sees the change and ends the run, however it meets the steps and the
    // updates of others.
    QFETCH(double, crossing);
    QFETCH(bool, with_update);
    DiagramBuilder<double> builder;
    auto* signal = builder.AddSystem<Signal>([=](double t) { return t - crossing; });
    auto* above = builder.AddSystem<Above>();
    auto* stop = builder.AddNamedSystem<Stop>("stop");
    builder.Connect(*signal, *above);
    builder.Connect(*above, *stop);
    builder.AddSystem<Spring>();
    if (with_update) builder.AddSystem<ExampleDiscrete>(0.5);
    builder.ExportOutput(above->get_output_port(0), "y");
    auto diagram = builder.Build();
    Simulator<double> simulator(*diagram);
    simulator.set_config(Fixed("rk4", 0.25));
    Rows rows;
    RecordInto(&simulator, *diagram, &rows);
    const auto status = simulator.AdvanceTo(2);
    QCOMPARE(status.reason(), SimulatorStatus::kReachedTerminationCondition);
    QVERIFY(std::abs(status.return_time() - crossing) < 1e-12);
    const auto& [t, side, value] = rows.back();
    QCOMPARE(side, '+');
    QCOMPARE(value, 1.);
    QCOMPARE(std::get<2>(rows[rows.size() - 2]), 0.);
  }
};

LOOPWRIGHT_TEST(TestSimulatorModes)

}  // namespace loopwright::test_simulator_modes

#include "test_simulator_modes.moc"
