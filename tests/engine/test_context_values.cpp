#include <QObject>
#include <QTest>

#include "engine/diagram/diagram_builder.h"
#include "engine/system/leaf_system.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

namespace loopwright::test_context_values {

namespace {

/// Has one of everything, and outputs that each depend on one source.
class Everything final : public LeafSystem<double> {
 public:
  Everything() {
    DeclareContinuousState(VectorX<double>(Eigen::Vector3d(1, 2, 3)), 1, 1, 1);
    DeclareDiscreteState(BasicVector<double>{4., 5.});
    DeclareAbstractState(Value<std::string>("six"));
    DeclareNumericParameter(BasicVector<double>{7.});
    DeclareAbstractParameter(Value<int>(8));
    const auto output = [this](const char* name, DependencyTicket ticket) {
      DeclareVectorOutputPort(
          name, 1, [](const Context<double>&, BasicVector<double>* y) { y->SetZero(); }, {ticket});
    };
    output("t", time_ticket());
    output("a", accuracy_ticket());
    output("xc", xc_ticket());
    output("xd", xd_ticket());
    output("xa", xa_ticket());
    output("pn", pn_ticket());
    output("pa", pa_ticket());
  }
  /// The names of the outputs that are out of date; evaluates all.
  std::string TakeStale(const Context<double>& context) const {
    std::string names;
    for (int i = 0; i < num_output_ports(); ++i) {
      const auto& port = get_output_port(i);
      if (port.cache_entry()->is_out_of_date(context)) {
        names += (names.empty() ? "" : " ") + port.get_name();
      }
      port.EvalData(context);
    }
    return names;
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>&, ContinuousState<double>* d) const override {
    d->SetFromVector(Eigen::Vector3d::Zero());
  }
};

class Smaller final : public LeafSystem<double> {
 public:
  Smaller() { DeclareDiscreteState(1); }
};

struct Tree {
  Tree() {
    DiagramBuilder<double> builder;
    first = builder.AddNamedSystem<Everything>("first");
    second = builder.AddNamedSystem<Everything>("second");
    diagram = builder.Build();
    diagram->set_name("tree");
    context = diagram->CreateDefaultContext();
  }
  Context<double>& of(const Everything* system) {
    return diagram->GetMutableSubsystemContext(*system, context.get());
  }
  Everything* first;
  Everything* second;
  std::unique_ptr<Diagram<double>> diagram;
  std::unique_ptr<Context<double>> context;
};

}  // namespace

class TestContextValues : public QObject {
  Q_OBJECT
 private slots:
  void stateAndParametersAsAWhole() {
    const Everything system;
    auto context = system.CreateDefaultContext();
    system.TakeStale(*context);
    const State<double>& state = context->get_state();
    QCOMPARE(state.get_continuous_state().get_generalized_velocity()[0], 2.);
    QCOMPARE(state.get_abstract_state<std::string>(0), std::string("six"));
    QCOMPARE(context->get_abstract_state().size(), 1);
    QCOMPARE(system.TakeStale(*context), std::string());
    context->get_mutable_state().get_mutable_discrete_state(0)[0] = 40;
    QCOMPARE(system.TakeStale(*context), std::string("xc xd xa"));
    context->get_mutable_abstract_state().get_mutable_value(0).set_value<std::string>("sixty");
    QCOMPARE(system.TakeStale(*context), std::string("xa"));
    context->get_mutable_parameters().get_mutable_numeric_parameter(0)[0] = 70;
    QCOMPARE(system.TakeStale(*context), std::string("pn pa"));
    auto own = context->CloneState();
    own->get_mutable_continuous_state()[0] = 10;
    QCOMPARE(context->get_continuous_state()[0], 1.);
    context->SetStateFrom(*own);
    QCOMPARE(context->get_continuous_state()[0], 10.);
    QCOMPARE(context->get_discrete_state(0)[0], 40.);
    QCOMPARE(context->get_parameters().get_abstract_parameter<int>(0), 8);
    QCOMPARE(system.CopyContinuousStateVector(*context)[2], 3.);
    context->NoteContinuousStateChange();
    QVERIFY(system.TakeStale(*context).find("xc") != std::string::npos);
  }

  void perturbingTimeKeepsTheTrueTime() {
    const Everything system;
    auto context = system.CreateDefaultContext();
    context->SetTime(1);
    QVERIFY(!context->get_true_time());
    system.TakeStale(*context);
    context->PerturbTime(1.001, 1);
    QCOMPARE(context->get_time(), 1.001);
    QCOMPARE(*context->get_true_time(), 1.);
    QCOMPARE(system.TakeStale(*context), std::string("t"));
    QCOMPARE(*context->Clone()->get_true_time(), 1.);
    context->SetTime(2);
    QVERIFY(!context->get_true_time());
  }

  void timeAndAccuracyAreSetAtTheRootOnly() {
    Tree tree;
    auto& part = tree.of(tree.second);
    QVERIFY(tree.context->is_root_context() && !part.is_root_context());
    const auto refused = [](const char* function) {
      return "Context::" + std::string(function) +
             "(): this is the context of 'second', a part of a diagram: time and accuracy are set "
             "in the root context, that of the whole diagram";
    };
    QCOMPARE(MessageOf([&] { part.SetTime(1); }), refused("SetTime"));
    QCOMPARE(MessageOf([&] { part.PerturbTime(1, 1); }), refused("PerturbTime"));
    QCOMPARE(MessageOf([&] { part.SetAccuracy(0.1); }), refused("SetAccuracy"));
    QCOMPARE(MessageOf([&] { part.SetTimeAndContinuousState(1, Eigen::Vector3d(1, 2, 3)); }),
             refused("SetTimeAndContinuousState"));
    QCOMPARE(MessageOf([&] { part.SetTimeStateAndParametersFrom(tree.of(tree.first)); }),
             refused("SetTimeStateAndParametersFrom"));
    QCOMPARE(MessageOf([&] { part.Clone(); }),
             std::string("Context::Clone(): only a root context can be cloned"));
    tree.context->SetTime(5);
    QCOMPARE(part.get_time(), 5.);
  }

  void copyingTakesStateAndParametersAndAtTheRootTimeAndAccuracy() {
    Tree tree, other;
    other.context->SetTime(9);
    other.context->SetAccuracy(0.25);
    auto& from = other.of(other.first);
    from.SetContinuousState(Eigen::Vector3d(10, 20, 30));
    from.SetDiscreteState(Eigen::Vector2d(40, 50));
    from.SetAbstractState<std::string>(0, "sixty");
    from.get_mutable_numeric_parameter(0)[0] = 70;
    from.get_mutable_abstract_parameter(0).set_value<int>(80);
    tree.first->TakeStale(tree.of(tree.first));
    tree.second->TakeStale(tree.of(tree.second));

    tree.of(tree.second).SetStateAndParametersFrom(from);  // also between different places
    QCOMPARE(tree.of(tree.second).get_continuous_state().CopyToVector(),
             Eigen::VectorXd(Eigen::Vector3d(10, 20, 30)));
    QCOMPARE(tree.of(tree.second).get_discrete_state(0)[1], 50.);
    QCOMPARE(tree.of(tree.second).get_abstract_state<std::string>(0), std::string("sixty"));
    QCOMPARE(tree.of(tree.second).get_numeric_parameter(0)[0], 70.);
    QCOMPARE(tree.of(tree.second).get_abstract_parameter(0).get_value<int>(), 80);
    QCOMPARE(tree.context->get_time(), 0.);
    QVERIFY(!tree.context->get_accuracy());
    QCOMPARE(tree.second->TakeStale(tree.of(tree.second)), std::string("xc xd xa pn pa"));
    QCOMPARE(tree.first->TakeStale(tree.of(tree.first)), std::string());

    tree.context->SetTimeStateAndParametersFrom(*other.context);
    QCOMPARE(tree.context->get_time(), 9.);
    QCOMPARE(*tree.context->get_accuracy(), 0.25);
    QCOMPARE(tree.of(tree.first).get_continuous_state()[1], 20.);
    QCOMPARE(tree.of(tree.second).get_continuous_state()[1], 2.);
    QCOMPARE(tree.first->TakeStale(tree.of(tree.first)), std::string("t a xc xd xa pn pa"));
  }

  void copyingToAnotherScalar() {
    const Everything system;
    auto from = system.CreateDefaultContext();
    from->SetTime(4);
    class Wide final : public LeafSystem<AutoDiff> {
     public:
      Wide() {
        DeclareContinuousState(VectorX<AutoDiff>(VectorX<AutoDiff>::Constant(3, AutoDiff(0))), 1, 1,
                               1);
        DeclareDiscreteState(2);
        DeclareAbstractState(Value<std::string>());
        DeclareNumericParameter(BasicVector<AutoDiff>{AutoDiff(0)});
        DeclareAbstractParameter(Value<int>(0));
      }

     private:
      void DoCalcTimeDerivatives(const Context<AutoDiff>&,
                                 ContinuousState<AutoDiff>*) const override {}
    };
    const Wide wide;
    auto to = wide.CreateDefaultContext();
    to->SetTimeStateAndParametersFrom(*from);
    QCOMPARE(to->get_time().value(), 4.);
    QCOMPARE(to->get_continuous_state()[2].value(), 3.);
    QCOMPARE(to->get_discrete_state(0)[1].value(), 5.);
    QCOMPARE(to->get_abstract_state<std::string>(0), std::string("six"));
    QCOMPARE(to->get_numeric_parameter(0)[0].value(), 7.);
    QCOMPARE(to->get_abstract_parameter(0).get_value<int>(), 8);
  }

  void otherStructuresAreRefused() {
    Tree tree;
    const Smaller smaller;
    auto other = smaller.CreateDefaultContext();
    QCOMPARE(MessageOf([&] { tree.of(tree.first).SetStateAndParametersFrom(*other); }),
             std::string("Context::SetStateAndParametersFrom(): the other context's state or "
                         "parameters are not of the structure of those of 'first'"));
    QCOMPARE(MessageOf([&] { tree.context->SetTimeStateAndParametersFrom(*other); }),
             std::string("Context::SetTimeStateAndParametersFrom(): the other context's state or "
                         "parameters are not of the structure of those of 'tree'"));
  }

  void contextsAsText() {
    Tree tree;
    tree.context->SetTime(0.5);
    QCOMPARE(tree.of(tree.first).to_string(),
             std::string("Context of first\n----------------\nTime: 0.5 s\nState:\n  q: 1\n  v: 2\n"
                         "  z: 3\n  discrete group 0: 4 5\n  abstract: 1\nParameters:\n"
                         "  numeric 0: 7\n  abstract: 1\n"));
    QCOMPARE(tree.of(tree.second).num_output_ports(), 7);
    QCOMPARE(tree.of(tree.second).num_input_ports(), 0);
  }

  void vectorsInPiecesAreReadTogether() {
    // q and v of a second-order system within a diagram do not lie side by side.
    Tree tree;
    const auto& state =
        dynamic_cast<const BasicVector<double>&>(tree.of(tree.first).get_continuous_state_vector());
    QCOMPARE(VectorX<double>(state.value()), Eigen::VectorXd(Eigen::Vector3d(1, 2, 3)));
    auto& writable = dynamic_cast<BasicVector<double>&>(
        tree.of(tree.first).get_mutable_continuous_state_vector());
    writable.SetFromVector(Eigen::Vector3d(4, 5, 6));
    QCOMPARE(VectorX<double>(state.get_value()), Eigen::VectorXd(Eigen::Vector3d(4, 5, 6)));
    QCOMPARE(MessageOf([&] { writable.get_mutable_value(); }),
             std::string("BasicVector::get_mutable_value(): the vector lies in several pieces, as "
                         "the positions and velocities of a system within a diagram do: write it "
                         "with SetFromVector() or SetAtIndex()"));
    BasicVector<double> sum{1., 1., 1.};
    sum.PlusEqScaled(2, state);
    QCOMPARE(sum[2], 13.);
    sum -= state;
    QCOMPARE(sum[2], 7.);
    VectorX<double> copy = VectorX<double>::Ones(3);
    state.ScaleAndAddToVector(10, &copy);
    QCOMPARE(copy[0], 41.);
    QVERIFY_THROWS_EXCEPTION(std::out_of_range, sum.SetAtIndex(3, 0));
  }
};

LOOPWRIGHT_TEST(TestContextValues)

}  // namespace loopwright::test_context_values

#include "test_context_values.moc"
