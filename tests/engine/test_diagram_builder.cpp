#include <QObject>
#include <QTest>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/diagram/diagram_builder.h"
#include "engine/system/leaf_system.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

namespace loopwright::test_diagram_builder {

namespace {

class Gain final : public LeafSystem<double> {
 public:
  explicit Gain(double k, int size = 1) : k_(k) {
    DeclareVectorInputPort("u", size);
    DeclareVectorOutputPort("y", size, &Gain::CalcOutput, {all_input_ports_ticket()});
  }

 private:
  void CalcOutput(const Context<double>& context, BasicVector<double>* y) const {
    y->get_mutable_value() = k_ * get_input_port(0).Eval(context);
  }
  double k_;
};

class Abstract final : public LeafSystem<double> {
 public:
  Abstract() { DeclareAbstractInputPort("u", Value<int>(0)); }
};

/// Passes a value of the type V on; its output is declared with a model, or with an allocator.
template <typename V>
class Pass final : public LeafSystem<double> {
 public:
  explicit Pass(bool allocates = false) {
    DeclareAbstractInputPort("u", Value<V>());
    if (allocates) {
      DeclareAbstractOutputPort(
          "y", [] { return AbstractValue::Make<V>(); },
          [](const Context<double>&, AbstractValue*) {});
    } else {
      DeclareAbstractOutputPort("y", V{}, &Pass::Calc);
    }
  }

 private:
  void Calc(const Context<double>& context, V* y) const {
    *y = get_input_port().template Eval<V>(context);
  }
};

/// Says when it is destroyed.
class Mortal final : public LeafSystem<double> {
 public:
  Mortal(std::string name, std::string* order) : name_(std::move(name)), order_(order) {}
  ~Mortal() override { *order_ += name_; }

 private:
  const std::string name_;
  std::string* const order_;
};

}  // namespace

class TestDiagramBuilder : public QObject {
  Q_OBJECT
 private slots:
  void systemsAreFound() {
    DiagramBuilder<double> builder;
    QVERIFY(builder.IsEmpty());
    auto* a = builder.AddNamedSystem<Gain>("a", 2);
    auto* unnamed = builder.AddSystem(std::make_unique<Gain>(3));
    QCOMPARE(unnamed->get_name(), std::string("system_1"));
    QCOMPARE(builder.GetSystems().size(), size_t{2});
    QVERIFY(builder.GetMutableSystems()[0] == a);
    QVERIFY(builder.HasSubsystemNamed("a") && !builder.HasSubsystemNamed("b"));
    QVERIFY(&builder.GetSubsystemByName("a") == a);
    QVERIFY(&builder.GetMutableDowncastSubsystemByName<Gain>("a") == a);
    builder.GetMutableSubsystemByName("system_1").set_name("a");
    QCOMPARE(MessageOf([&] { builder.GetSubsystemByName("a"); }),
             std::string("DiagramBuilder: several systems are named 'a'"));
    QCOMPARE(MessageOf([&] { builder.GetSubsystemByName("b"); }),
             std::string("DiagramBuilder: there is no system named 'b'"));
    QCOMPARE(MessageOf([&] { builder.Build(); }),
             std::string("Two systems of one diagram are named 'a'"));
    DiagramBuilder<double> other;
    other.AddNamedSystem<Abstract>("abstract");
    QVERIFY(MessageOf([&] {
              other.GetDowncastSubsystemByName<Gain>("abstract");
            }).starts_with("DiagramBuilder: system 'abstract' is a "));
  }

  void oneInputFansOutToSeveral() {
    DiagramBuilder<double> builder;
    auto* a = builder.AddNamedSystem<Gain>("a", 2);
    auto* b = builder.AddNamedSystem<Gain>("b", 3);
    auto* c = builder.AddNamedSystem<Gain>("c", 5);
    auto* d = builder.AddNamedSystem<Gain>("d", 7);
    const InputPortIndex in = builder.ExportInput(a->get_input_port(0), "in");
    builder.ConnectInput("in", b->get_input_port(0));
    builder.ConnectInput(in, c->get_input_port(0));
    QVERIFY(builder.ConnectToSame(a->get_input_port(0), d->get_input_port(0)));
    QCOMPARE(builder.num_input_ports(), 1);
    for (auto* system : {a, b, c, d}) builder.ExportOutput(system->get_output_port(0));
    QCOMPARE(builder.num_output_ports(), 4);
    QVERIFY(builder.IsConnectedOrExported(d->get_input_port(0)));
    auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    diagram->get_input_port(0).FixValue(context.get(), 10);
    const double expected[] = {20, 30, 50, 70};
    for (int i = 0; i < 4; ++i) {
      QCOMPARE(diagram->get_output_port(i).Eval(*context)[0], expected[i]);
    }
    QCOMPARE(diagram->get_output_port(3).get_name(), std::string("d_y"));
  }

  void connectionsCanBeSharedAndTakenBack() {
    DiagramBuilder<double> builder;
    auto* a = builder.AddNamedSystem<Gain>("a", 2);
    auto* b = builder.AddNamedSystem<Gain>("b", 3);
    auto* c = builder.AddNamedSystem<Gain>("c", 5);
    builder.ExportInput(a->get_input_port(0), kUseDefaultName);
    builder.Cascade(*a, *b);
    QVERIFY(builder.ConnectToSame(b->get_input_port(0), c->get_input_port(0)));
    const auto connections = builder.connection_map();
    QCOMPARE(connections.size(), size_t{2});
    QVERIFY(connections.at(&c->get_input_port(0)) == &a->get_output_port(0));
    QCOMPARE(MessageOf([&] { builder.Cascade(*b, *c); }),
             std::string("Input port c.u is connected already: disconnect it first"));
    builder.Disconnect(a->get_output_port(0), c->get_input_port(0));
    QVERIFY(!builder.ConnectToSame(c->get_input_port(0), b->get_input_port(0)));
    builder.Cascade(*b, *c);
    builder.ExportOutput(c->get_output_port(0), kUseDefaultName);
    auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    diagram->GetInputPort("a_u").FixValue(context.get(), 1);
    QCOMPARE(diagram->GetOutputPort("c_y").Eval(*context)[0], 30.);
  }

  void systemsAreRemovedWithTheirConnections() {
    DiagramBuilder<double> builder;
    auto* a = builder.AddNamedSystem<Gain>("a", 2);
    auto* b = builder.AddNamedSystem<Gain>("b", 3);
    auto* c = builder.AddNamedSystem<Gain>("c", 5);
    auto* d = builder.AddNamedSystem<Gain>("d", 7);
    builder.ExportInput(a->get_input_port(0), "shared");
    builder.ConnectInput("shared", c->get_input_port(0));
    builder.Cascade(*a, *b);
    builder.Cascade(*c, *d);
    builder.ExportOutput(b->get_output_port(0), "b");
    builder.ExportOutput(d->get_output_port(0), "d");
    builder.RemoveSystem(*a);
    QVERIFY(!builder.IsConnectedOrExported(b->get_input_port(0)));
    QCOMPARE(builder.num_input_ports(), 1);
    builder.RemoveSystem(*b);
    QCOMPARE(builder.num_output_ports(), 1);
    auto diagram = builder.Build();
    QCOMPARE(diagram->num_subsystems(), 2);
    auto context = diagram->CreateDefaultContext();
    diagram->GetInputPort("shared").FixValue(context.get(), 1);
    QCOMPARE(diagram->GetOutputPort("d").Eval(*context)[0], 35.);
    DiagramBuilder<double> unnamed;
    auto* first = unnamed.AddSystem<Gain>(1);
    unnamed.AddSystem<Gain>(2);
    unnamed.RemoveSystem(*first);
    unnamed.AddSystem<Gain>(3);
    QCOMPARE(unnamed.Build()->num_subsystems(), 2);
    DiagramBuilder<double> last;
    auto* only = last.AddNamedSystem<Gain>("only", 1);
    last.ExportInput(only->get_input_port(0), "u");
    last.RemoveSystem(*only);
    QVERIFY(last.IsEmpty());
    QCOMPARE(last.num_input_ports(), 0);
  }

  void wrongConnectionsSayWhatIsWrong() {
    DiagramBuilder<double> builder;
    auto* a = builder.AddNamedSystem<Gain>("a", 2);
    auto* wide = builder.AddNamedSystem<Gain>("wide", 2, 3);
    auto* abstract = builder.AddNamedSystem<Abstract>("abstract");
    const Gain stranger(1);
    QCOMPARE(MessageOf([&] { builder.Cascade(*a, *wide); }),
             std::string("Output port a.y has size 1, input port wide.u has size 3"));
    QCOMPARE(
        MessageOf([&] { builder.Connect(a->get_output_port(0), abstract->get_input_port(0)); }),
        std::string("Output port a.y and input port abstract.u differ: one is vector-valued, "
                    "the other abstract"));
    QCOMPARE(MessageOf([&] { builder.Cascade(stranger, *a); }),
             std::string("DiagramBuilder::Connect(): system '' was not added to this builder"));
    QCOMPARE(MessageOf([&] { builder.RemoveSystem(stranger); }),
             std::string("DiagramBuilder::RemoveSystem(): system '' was not added to this "
                         "builder"));
    QCOMPARE(MessageOf([&] { builder.Disconnect(a->get_output_port(0), wide->get_input_port(0)); }),
             std::string("Output port a.y and input port wide.u are not connected"));
    QCOMPARE(MessageOf([&] { builder.ConnectInput("in", a->get_input_port(0)); }),
             std::string("DiagramBuilder::ConnectInput(): no input named 'in' was exported"));
    QCOMPARE(MessageOf([&] { builder.ConnectInput(InputPortIndex(2), a->get_input_port(0)); }),
             std::string("DiagramBuilder::ConnectInput(): there is no exported input 2: there are "
                         "0"));
    builder.ExportInput(a->get_input_port(0), "in");
    QCOMPARE(MessageOf([&] { builder.ConnectInput("in", wide->get_input_port(0)); }),
             std::string("Input ports a.u and wide.u cannot share one exported input: their sizes "
                         "or types differ"));
    builder.ExportOutput(a->get_output_port(0), "same");
    builder.ExportOutput(wide->get_output_port(0), "same");
    QCOMPARE(MessageOf([&] { builder.Build(); }),
             std::string("System '' already has an output port named 'same'"));
  }

  void abstractPortsOfDifferentTypesAreNotConnected() {
    for (const bool allocates : {false, true}) {
      DiagramBuilder<double> inner_builder;
      auto* number = inner_builder.AddNamedSystem<Pass<int>>("number", allocates);
      inner_builder.ExportInput(number->get_input_port(0), "u");
      inner_builder.ExportOutput(number->get_output_port(0), "y");
      DiagramBuilder<double> builder;
      auto* inner = builder.AddNamedSystem("inner", inner_builder.Build());
      auto* letter = builder.AddNamedSystem<Pass<char>>("letter");
      auto* text = builder.AddNamedSystem<Pass<std::vector<double>>>("text");
      QCOMPARE(MessageOf([&] { builder.Connect(*inner, *letter); }),
               std::string("Output port inner.y is of type int, input port letter.u of type char"));
      QCOMPARE(MessageOf([&] { builder.Connect(*text, *inner); }),
               std::string("Output port text.y is of type std::vector<double, "
                           "std::allocator<double> >, input port inner.u of type int"));
      builder.ExportInput(letter->get_input_port(0), "in");
      QCOMPARE(MessageOf([&] { builder.ConnectInput("in", inner->get_input_port(0)); }),
               std::string("Input ports letter.u and inner.u cannot share one exported input: "
                           "their sizes or types differ"));
      auto* other = builder.AddNamedSystem<Pass<int>>("other");
      builder.Connect(*inner, *other);
      builder.Connect(*other, *inner);
    }
  }

  void namesAreNotEmpty() {
    DiagramBuilder<double> builder;
    auto* a = builder.AddNamedSystem<Gain>("a", 2);
    builder.AddNamedSystem<Gain>("b", 2)->set_name("");
    QVERIFY(MessageOf([&] {
              builder.ExportInput(a->get_input_port(0), "");
            }).starts_with("Port a.u is exported with an empty name: leave the name away"));
    QVERIFY(MessageOf([&] {
              builder.ExportOutput(a->get_output_port(0), "");
            }).starts_with("Port a.y is exported with an empty name: leave the name away"));
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, builder.Build());
    QVERIFY(MessageOf([&] {
              builder.Build();
            }).ends_with("Gain has an empty name: each system of a diagram must have one"));
    class Nameless final : public LeafSystem<double> {
     public:
      explicit Nameless(bool input) {
        set_name("leaf");
        if (input) DeclareVectorInputPort("", 1);
        DeclareVectorOutputPort("", 1, &Nameless::Calc);
      }

     private:
      void Calc(const Context<double>&, BasicVector<double>*) const {}
    };
    QCOMPARE(MessageOf([] { Nameless(true); }),
             std::string("System 'leaf' declares an input port with an empty name: say "
                         "kUseDefaultName where it has none"));
    QCOMPARE(MessageOf([] { Nameless(false); }),
             std::string("System 'leaf' declares an output port with an empty name: say "
                         "kUseDefaultName where it has none"));
  }

  void systemsAreDestroyedInReverse() {
    std::string order;
    DiagramBuilder<double> inner;
    for (const char* name : {"a", "b", "c"}) inner.AddSystem<Mortal>(name, &order);
    DiagramBuilder<double> builder;
    builder.AddSystem<Mortal>("1", &order);
    builder.AddSystem(inner.Build());
    builder.AddSystem<Mortal>("2", &order);
    builder.Build().reset();
    QCOMPARE(order, std::string("2cba1"));
    order.clear();
    {
      DiagramBuilder<double> unused;
      for (const char* name : {"a", "b", "c"}) unused.AddSystem<Mortal>(name, &order);
    }
    QCOMPARE(order, std::string("cba"));
  }

  // As in Drake: what is wrong with a whole diagram is a std::runtime_error, what is wrong with one
  // call a std::logic_error, and a condition of a call that does not hold a std::runtime_error.
  void errorsAreOfTheirClasses() {
    const auto loop = [] {
      DiagramBuilder<double> builder;
      auto* a = builder.AddNamedSystem<Gain>("a", 2);
      builder.Cascade(*a, *a);
      builder.Build();
    };
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, loop());
    const auto twice = [] {
      DiagramBuilder<double> builder;
      builder.AddNamedSystem<Gain>("a", 2);
      builder.AddNamedSystem<Gain>("a", 2);
      builder.Build();
    };
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, twice());
    DiagramBuilder<double> builder;
    QVERIFY_THROWS_EXCEPTION(std::logic_error, builder.Build());
    const Gain gain(2);
    Context<double>* none = nullptr;
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, gain.ValidateContext(none));
    BasicVector<double> two(2);
    QVERIFY_THROWS_EXCEPTION(std::out_of_range, two.SetFrom(BasicVector<double>(3)));
    QCOMPARE(MessageOf([&] { two.SetFromVector(Eigen::Vector3d(1, 2, 3)); }),
             std::string("A vector of size 3 does not fit this vector, which has size 2"));
  }

  void anEmptyDiagramIsRefused() {
    DiagramBuilder<double> builder;
    QCOMPARE(MessageOf([&] { builder.Build(); }),
             std::string("DiagramBuilder::Build(): the diagram is empty: add at least one system "
                         "to it"));
    builder.AddSystem<Gain>(2);
    QCOMPARE(builder.Build()->num_subsystems(), 1);
  }

  void aBuilderIsUsedOnce() {
    DiagramBuilder<double> builder;
    auto* a = builder.AddNamedSystem<Gain>("a", 2);
    auto diagram = builder.Build();
    QVERIFY(builder.already_built());
    const auto refused = [](const char* function) {
      return "DiagramBuilder::" + std::string(function) +
             "(): the diagram has been built already: use a new DiagramBuilder";
    };
    QCOMPARE(MessageOf([&] { builder.AddSystem<Gain>(1); }), refused("AddSystem"));
    QCOMPARE(MessageOf([&] { builder.Cascade(*a, *a); }), refused("Connect"));
    QCOMPARE(MessageOf([&] { builder.ExportInput(a->get_input_port(0)); }), refused("ExportInput"));
    QCOMPARE(MessageOf([&] { builder.ExportOutput(a->get_output_port(0)); }),
             refused("ExportOutput"));
    QCOMPARE(MessageOf([&] { builder.RemoveSystem(*a); }), refused("RemoveSystem"));
    QCOMPARE(MessageOf([&] { builder.Build(); }), refused("Build"));
  }
};

LOOPWRIGHT_TEST(TestDiagramBuilder)

}  // namespace loopwright::test_diagram_builder

#include "test_diagram_builder.moc"
