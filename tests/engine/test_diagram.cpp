#include <QObject>
#include <QTest>

#include "engine/diagram/diagram_builder.h"
#include "engine/system/leaf_system.h"
#include "tests/test_main.h"

namespace loopwright::test_diagram {

namespace {

/// y = sum of its inputs; output `state` depends on no input.
class Adder final : public LeafSystem<double> {
 public:
  explicit Adder(int inputs, int size = 1) {
    for (int i = 0; i < inputs; ++i) DeclareVectorInputPort("u" + std::to_string(i), size);
    DeclareVectorOutputPort("y", size, &Adder::Sum, {all_input_ports_ticket()});
    DeclareVectorOutputPort("constant", size, &Adder::Constant, {nothing_ticket()});
  }

 private:
  void Sum(const Context<double>& context, BasicVector<double>* y) const {
    y->SetZero();
    for (int i = 0; i < num_input_ports(); ++i) {
      y->get_mutable_value() += get_input_port(i).Eval(context);
    }
  }
  void Constant(const Context<double>&, BasicVector<double>* y) const {
    y->get_mutable_value().setConstant(1);
  }
};

class Integrator final : public LeafSystem<double> {
 public:
  Integrator() {
    DeclareVectorInputPort("u", 1);
    DeclareContinuousState(BasicVector<double>{2.});
    DeclareVectorOutputPort("y", 1, &Integrator::Output, {xc_ticket()});
    DeclareForcedPublishEvent(&Integrator::Publish);
  }
  mutable int published = 0;

 private:
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* derivatives) const override {
    (*derivatives)[0] = get_input_port(0).Eval(context)[0];
  }
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = context.get_continuous_state_vector()[0];
  }
  void Publish(const Context<double>&) const { ++published; }
  double DoCalcPotentialEnergy(const Context<double>& context) const override {
    return context.get_continuous_state_vector()[0];
  }
};

QString MessageOf(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace

class TestDiagram : public QObject {
  Q_OBJECT
 private slots:
  void nestedDiagramsEvaluateThroughAllLevels() {
    // inner: exported input → adder → exported output, an integrator behind it; twice nested.
    DiagramBuilder<double> inner;
    auto* adder = inner.AddNamedSystem<Adder>("adder", 2);
    auto* integrator = inner.AddNamedSystem<Integrator>("integrator");
    inner.Connect(adder->get_output_port(0), integrator->get_input_port(0));
    inner.Connect(integrator->get_output_port(0), adder->get_input_port(1));
    inner.ExportInput(adder->get_input_port(0), "in");
    inner.ExportOutput(integrator->get_output_port(0), "out");
    inner.ExportOutput(adder->get_output_port(0), "sum");
    DiagramBuilder<double> middle;
    auto* nested = middle.AddNamedSystem("inner", inner.Build());
    middle.ExportInput(nested->get_input_port(0), "in");
    middle.ExportOutput(nested->GetOutputPort("sum"), "sum");
    DiagramBuilder<double> outer;
    auto* m = outer.AddNamedSystem("middle", middle.Build());
    auto* last = outer.AddNamedSystem<Integrator>("last");
    outer.Connect(m->get_output_port(0), last->get_input_port(0));
    outer.ExportInput(m->get_input_port(0), "in");
    auto diagram = outer.Build();

    QCOMPARE(adder->GetSystemPathname(), std::string("middle/inner/adder"));
    QVERIFY(m->HasDirectFeedthrough(0, 0));
    QVERIFY(!nested->HasDirectFeedthrough(0, 0));
    QVERIFY(nested->HasDirectFeedthrough(0, 1));

    auto context = diagram->CreateDefaultContext();
    diagram->get_input_port(0).FixValue(context.get(), 10.);
    QCOMPARE(context->num_continuous_states(), 2);
    QCOMPARE(diagram->EvalTimeDerivatives(*context).CopyToVector(),
             Eigen::VectorXd(Eigen::Vector2d(12, 12)));
    auto& part = diagram->GetMutableSubsystemContext(*integrator, context.get());
    part.SetContinuousState(Eigen::Matrix<double, 1, 1>(5));
    QCOMPARE(diagram->EvalTimeDerivatives(*context)[1], 15.);
    QCOMPARE(diagram->CalcPotentialEnergy(*context), 7.);
    diagram->ForcedPublish(*context);
    QCOMPARE(integrator->published, 1);
    QCOMPARE(last->published, 1);
  }

  void algebraicLoopsAreNamedPortByPort() {
    DiagramBuilder<double> builder;
    auto* a = builder.AddNamedSystem<Adder>("a", 2);
    auto* b = builder.AddNamedSystem<Adder>("b", 1);
    auto* c = builder.AddNamedSystem<Adder>("c", 1);
    builder.Connect(a->get_output_port(0), b->get_input_port(0));
    builder.Connect(b->get_output_port(0), c->get_input_port(0));
    builder.Connect(c->get_output_port(0), a->get_input_port(1));
    builder.Connect(c->get_output_port(1), a->get_input_port(0));
    QCOMPARE(MessageOf([&] { builder.Build(); }),
             "Algebraic loop: a.y → b.u0 → b.y → c.u0 → c.y → a.u1 → a.y. Break it with a block "
             "whose output does not follow its input at once, such as a delay or an integrator, or "
             "have it solved: set_solves_algebraic_loops(true)");
  }

  void loopsThroughNestedDiagramsAreFound() {
    DiagramBuilder<double> inner;
    auto* adder = inner.AddNamedSystem<Adder>("adder", 1);
    inner.ExportInput(adder->get_input_port(0), "u");
    inner.ExportOutput(adder->get_output_port(0), "y");
    DiagramBuilder<double> outer;
    auto* sub = outer.AddNamedSystem("sub", inner.Build());
    auto* a = outer.AddNamedSystem<Adder>("a", 1);
    outer.Connect(sub->get_output_port(0), a->get_input_port(0));
    outer.Connect(a->get_output_port(0), sub->get_input_port(0));
    QVERIFY(
        MessageOf([&] { outer.Build(); }).startsWith("Algebraic loop: sub.y → a.u0 → a.y → sub.u"));
  }

  void aLoopThroughAnOutputWithoutFeedthroughIsNone() {
    DiagramBuilder<double> builder;
    auto* a = builder.AddNamedSystem<Adder>("a", 1);
    builder.Connect(a->get_output_port(1), a->get_input_port(0));
    auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    QCOMPARE(a->get_output_port(0).Eval(diagram->GetSubsystemContext(*a, *context))[0], 1.);
  }

  void oneExportedInputFeedsSeveral() {
    DiagramBuilder<double> builder;
    auto* a = builder.AddNamedSystem<Adder>("a", 1);
    auto* b = builder.AddNamedSystem<Adder>("b", 1);
    QCOMPARE(builder.ExportInput(a->get_input_port(0), "u"), 0);
    QCOMPARE(builder.ExportInput(b->get_input_port(0), "u"), 0);
    builder.ExportOutput(a->get_output_port(0), "ya");
    builder.ExportOutput(b->get_output_port(0), "yb");
    auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    diagram->get_input_port().FixValue(context.get(), 4.);
    QCOMPARE(diagram->get_output_port(0).Eval(*context)[0], 4.);
    QCOMPARE(diagram->get_output_port(1).Eval(*context)[0], 4.);
  }

  void connectionsAreChecked() {
    DiagramBuilder<double> builder;
    auto* a = builder.AddNamedSystem<Adder>("a", 2);
    auto* wide = builder.AddNamedSystem<Adder>("wide", 1, 3);
    Adder stranger(1);
    stranger.set_name("stranger");
    QCOMPARE(MessageOf([&] { builder.Connect(a->get_output_port(0), wide->get_input_port(0)); }),
             "Output port a.y has size 1, input port wide.u0 has size 3");
    QCOMPARE(MessageOf([&] { builder.Connect(stranger.get_output_port(0), a->get_input_port(0)); }),
             "DiagramBuilder::Connect(): system 'stranger' was not added to this builder");
    builder.Connect(a->get_output_port(1), a->get_input_port(0));
    QVERIFY(builder.IsConnectedOrExported(a->get_input_port(0)));
    QCOMPARE(MessageOf([&] { builder.Connect(a->get_output_port(1), a->get_input_port(0)); }),
             "Input port a.u0 is connected already: disconnect it first");
    QCOMPARE(MessageOf([&] { builder.Disconnect(a->get_output_port(1), a->get_input_port(1)); }),
             "Output port a.constant and input port a.u1 are not connected");
    builder.Disconnect(a->get_output_port(1), a->get_input_port(0));
    QVERIFY(!builder.IsConnectedOrExported(a->get_input_port(0)));
    builder.AddNamedSystem<Adder>("a", 1);
    QCOMPARE(MessageOf([&] { builder.Build(); }), "Two systems of one diagram are named 'a'");
  }

  void aPortNameIsGivenOnce() {
    struct Twice final : LeafSystem<double> {
      Twice() {
        DeclareVectorInputPort("u", 1);
        DeclareVectorInputPort("u", 1);
      }
    };
    QCOMPARE(MessageOf([] { Twice(); }), "System '' already has an input port named 'u'");
  }
};

LOOPWRIGHT_TEST(TestDiagram)

}  // namespace loopwright::test_diagram

#include "test_diagram.moc"
