#include <QObject>
#include <QTest>
#include <set>

#include "engine/context/context_data.h"
#include "engine/diagram/diagram_builder.h"
#include "engine/diagram/random_samples.h"
#include "engine/index/diagram_index.h"
#include "engine/system/leaf_system.h"
#include "engine/traits/state_names.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

namespace loopwright::test_diagram_index {

namespace {

/// A leaf with something of every kind, whose output is a sum of all of it, each with a weight of
/// its own.
class Everything final : public LeafSystem<double> {
 public:
  explicit Everything(double first) {
    DeclareVectorInputPort("u", 1);
    Eigen::VectorXd state(4);
    state << first, first + 1, first + 2, first + 3;
    DeclareContinuousState(state, 1, 1, 2);
    DeclareDiscreteState(Eigen::VectorXd(Eigen::Vector2d(first + 4, first + 5)));
    DeclareDiscreteState(Eigen::VectorXd(Eigen::VectorXd::Constant(1, first + 6)));
    DeclareAbstractState(Value<std::string>("state"));
    DeclareNumericParameter(BasicVector<double>{first + 7, first + 8});
    DeclareNumericParameter(BasicVector<double>{first + 9});
    DeclareAbstractParameter(Value<std::string>("parameter"));
    DeclareModes(2);
    witness_ = MakeWitnessFunction("height", WitnessFunctionDirection::kCrossesZero,
                                   &Everything::CalcOutputValue);
    DeclareVectorOutputPort("y", 1, &Everything::CalcOutput);
  }

 private:
  double CalcOutputValue(const Context<double>& context) const {
    double sum = get_input_port(0).HasValue(context) ? get_input_port(0).Eval(context)[0] : 0;
    double weight = 2;
    const auto add = [&](double value) { sum += value * (weight *= 2); };
    const Eigen::VectorXd x = context.get_continuous_state_vector().CopyToVector();
    for (const double value : x) add(value);
    for (const int group : {0, 1}) {
      for (const double value : context.get_discrete_state(group).value()) add(value);
      for (const double value : context.get_numeric_parameter(group).value()) add(value);
    }
    const int64_t* modes = context.held_modes();
    for (int i = 0; i < 2; ++i) add(modes != nullptr ? static_cast<double>(modes[i]) : 0);
    return sum;
  }
  void CalcOutput(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = CalcOutputValue(context);
  }
  void DoCalcModes(const Context<double>&, int64_t* modes) const override {
    modes[0] = modes[1] = 0;
  }
  void DoGetWitnessFunctions(
      const Context<double>&,
      std::vector<const WitnessFunction<double>*>* witnesses) const override {
    witnesses->push_back(witness_.get());
  }

  std::unique_ptr<WitnessFunction<double>> witness_;
};

/// A leaf that names its state itself.
class Named final : public LeafSystem<double>, public StateNames {
 public:
  Named() {
    DeclareContinuousState(BasicVector<double>{1., 2.});
    DeclareDiscreteState(BasicVector<double>{3.});
  }
  std::string NameOfState(int group, int element) const final {
    return group < 0 ? "x" + std::to_string(element + 1) : "n";
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>&, ContinuousState<double>* d) const override {
    d->get_mutable_vector().SetZero();
  }
};

/// `top` and, in the diagram `sub`, `inner` and `named`; `noise` is a random input of `inner`'s
/// twin. An input and an output of the whole.
struct Nested {
  Nested() {
    DiagramBuilder<double> inside;
    inner = inside.AddNamedSystem<Everything>("inner", 100.);
    named = inside.AddNamedSystem<Named>("named");
    inside.ExportInput(inner->get_input_port(0), "u");
    inside.ExportOutput(inner->get_output_port(0), "y");
    auto sub = inside.Build();
    sub->set_name("sub");
    DiagramBuilder<double> builder;
    top = builder.AddNamedSystem<Everything>("top", 200.);
    const auto* added = builder.AddSystem(std::move(sub));
    noise = builder.AddNamedSystem<RandomSamples<double>>("noise", RandomDistribution::kUniform, 2,
                                                          0.1, "noise");
    builder.ExportInput(added->get_input_port(0), "u");
    builder.ExportOutput(added->get_output_port(0), "y");
    diagram = builder.Build();
    index = std::make_unique<DiagramIndex<double>>(diagram->plan());
    context = diagram->CreateDefaultContext();
    diagram->get_input_port(0).FixValue(context.get(), 5.);
    context->data().modes_held = true;
  }

  double Output(const System<double>* system) const {
    return system->get_output_port(0).Eval(diagram->GetSubsystemContext(*system, *context))[0];
  }

  std::unique_ptr<Diagram<double>> diagram;
  const Everything* inner = nullptr;
  const Everything* top = nullptr;
  const Named* named = nullptr;
  const RandomSamples<double>* noise = nullptr;
  std::unique_ptr<DiagramIndex<double>> index;
  std::unique_ptr<Context<double>> context;
};

/// All paths of elements of a kind.
QString Paths(const DiagramIndex<double>& index, QuantityKind kind) {
  QStringList paths;
  for (const Quantity& quantity : index.quantities(kind)) {
    for (int k = 0; k < quantity.size; ++k) {
      paths << QString::fromStdString(index.ElementPath(quantity, k));
    }
  }
  return paths.join(' ');
}

}  // namespace

class TestDiagramIndex : public QObject {
  Q_OBJECT
 private slots:
  void everyKindIsListedByPath() {
    const Nested nested;
    const auto& index = *nested.index;
    QCOMPARE(Paths(index, QuantityKind::kInport), QString("u"));
    QCOMPARE(Paths(index, QuantityKind::kOutport), QString("y"));
    QCOMPARE(Paths(index, QuantityKind::kContinuousState),
             QString("top.q top.v top.z[0] top.z[1] sub/inner.q sub/inner.v sub/inner.z[0] "
                     "sub/inner.z[1] sub/named.x1 sub/named.x2"));
    QCOMPARE(Paths(index, QuantityKind::kDiscreteState),
             QString("top.xd0[0] top.xd0[1] top.xd1 sub/inner.xd0[0] sub/inner.xd0[1] "
                     "sub/inner.xd1 sub/named.n noise.x0[0] noise.x0[1] noise.x1"));
    QCOMPARE(Paths(index, QuantityKind::kAbstractState), QString("top.a0 sub/inner.a0"));
    QCOMPARE(Paths(index, QuantityKind::kMode),
             QString("top.mode[0] top.mode[1] sub/inner.mode[0] sub/inner.mode[1]"));
    QCOMPARE(Paths(index, QuantityKind::kParameter),
             QString("top.p0[0] top.p0[1] top.p1 sub/inner.p0[0] sub/inner.p0[1] sub/inner.p1"));
    QCOMPARE(Paths(index, QuantityKind::kAbstractParameter), QString("top.o0 sub/inner.o0"));
    QCOMPARE(Paths(index, QuantityKind::kRandomInput), QString("noise.y[0] noise.y[1]"));
    QCOMPARE(Paths(index, QuantityKind::kWitness), QString("top.height sub/inner.height"));
    QStringList signals_of_leaves;
    for (const auto& signal : index.port_signals()) {
      signals_of_leaves << QString::fromStdString(signal.path);
    }
    QCOMPARE(signals_of_leaves.join(' '), QString("top.y sub/inner.y noise.y"));
  }

  void aPathLeadsToItsElement() {
    const Nested nested;
    std::set<const Quantity*> found;
    for (const Quantity& quantity : nested.index->quantities()) {
      for (int k = 0; k < quantity.size; ++k) {
        const auto [other, element] = nested.index->Find(nested.index->ElementPath(quantity, k));
        QCOMPARE(other, &quantity);
        QCOMPARE(element, k);
        found.insert(other);
      }
    }
    QCOMPARE(found.size(), nested.index->quantities().size());
    for (const char* path : {"top.z[2]", "top.none", "", "sub.q", "top.q[1]", "top.z[-1]"}) {
      QVERIFY(nested.index->Find(path).quantity == nullptr);
    }
  }

  void aLeafIsFoundByItsPath() {
    const Nested nested;
    const auto& plan = nested.index->plan();
    QCOMPARE(nested.index->FindLeaf("sub/inner"), plan.node_of(*nested.inner));
    QCOMPARE(nested.index->FindLeaf("top"), plan.node_of(*nested.top));
    for (const char* path : {"sub", "inner", "sub/", "sub/inner/x", "other"}) {
      QCOMPARE(nested.index->FindLeaf(path), -1);
    }
  }

  void anElementIsToldWithAllThatIsKnown() {
    const Nested nested;
    const auto [quantity, element] = nested.index->Find("sub/inner.z[1]");
    const QuantityElement<double> told = nested.index->Describe(*quantity, element);
    QCOMPARE(told.path, std::string("sub/inner.z[1]"));
    QVERIFY(told.leaf == nested.inner);
    QVERIFY(told.kind == QuantityKind::kContinuousState);
    QCOMPARE(told.element, 1);
    QCOMPARE(told.initial, 103.);
    QCOMPARE(nested.context->data().arena[told.place], 103.);
    QCOMPARE(told.unit, std::string());
  }

  // The context's own functions say where everything is; what is written through the index must be
  // there, be out of date where it is used, and be read again.
  void everyPlaceIsThatOfTheContext() {
    Nested nested;
    for (const auto* leaf : {nested.inner, nested.top}) {
      Context<double>& part =
          nested.diagram->GetMutableSubsystemContext(*leaf, nested.context.get());
      const int node = nested.index->plan().node_of(*leaf);
      int compared = 0;
      const auto compare = [&](QuantityKind kind, int number, int element, auto read) {
        const auto all = nested.index->quantities(kind, node);
        const Quantity& quantity = all[static_cast<size_t>(number)];
        QCOMPARE(nested.index->Read(nested.index->initial(), quantity, element), read());
        const double before = nested.Output(leaf);
        const double value = -17 - compared++;
        nested.index->Write(nested.context.get(), quantity, element, value);
        QCOMPARE(read(), value);
        QCOMPARE(nested.index->Read(*nested.context, quantity, element), value);
        QVERIFY2(nested.Output(leaf) != before,
                 nested.index->ElementPath(quantity, element).c_str());
      };
      const auto& x = part.get_continuous_state_vector();
      compare(QuantityKind::kContinuousState, 0, 0, [&] { return x[0]; });
      compare(QuantityKind::kContinuousState, 1, 0, [&] { return x[1]; });
      compare(QuantityKind::kContinuousState, 2, 0, [&] { return x[2]; });
      compare(QuantityKind::kContinuousState, 2, 1, [&] { return x[3]; });
      compare(QuantityKind::kDiscreteState, 0, 0, [&] { return part.get_discrete_state(0)[0]; });
      compare(QuantityKind::kDiscreteState, 0, 1, [&] { return part.get_discrete_state(0)[1]; });
      compare(QuantityKind::kDiscreteState, 1, 0, [&] { return part.get_discrete_state(1)[0]; });
      compare(QuantityKind::kParameter, 0, 0, [&] { return part.get_numeric_parameter(0)[0]; });
      compare(QuantityKind::kParameter, 0, 1, [&] { return part.get_numeric_parameter(0)[1]; });
      compare(QuantityKind::kParameter, 1, 0, [&] { return part.get_numeric_parameter(1)[0]; });
      for (const int mode : {0, 1}) {
        compare(QuantityKind::kMode, 0, mode,
                [&] { return static_cast<double>(part.held_modes()[mode]); });
      }
      QCOMPARE(compared, 12);
      const Quantity& state = nested.index->quantities(QuantityKind::kAbstractState, node)[0];
      part.get_mutable_abstract_state<std::string>(0) = "other";
      QCOMPARE(nested.context->data()
                   .abstract_states[static_cast<size_t>(state.place)]
                   ->get_value<std::string>(),
               std::string("other"));
    }
  }

  void whatIsComputedIsReadAndNotWritten() {
    Nested nested;
    const auto read = [&](const char* path) {
      const auto [quantity, element] = nested.index->Find(path);
      return nested.index->Read(*nested.context, *quantity, element);
    };
    const auto write = [&](const char* path) {
      return MessageOf([&] {
        const auto [quantity, element] = nested.index->Find(path);
        nested.index->Write(nested.context.get(), *quantity, element, 1.);
      });
    };
    QCOMPARE(read("y"), nested.Output(nested.inner));
    QCOMPARE(read("sub/inner.height"), nested.Output(nested.inner));
    QCOMPARE(write("y"), std::string("DiagramIndex: y is computed and cannot be set"));
    QCOMPARE(write("top.height"),
             std::string("DiagramIndex: top.height is computed and cannot be set"));
    QCOMPARE(write("top.a0"), std::string("DiagramIndex: top.a0 is an object, not a number"));
    QCOMPARE(MessageOf([&] { read("top.o0"); }),
             std::string("DiagramIndex: top.o0 is an object, not a number"));
  }

  void inputsAreFixedAndDrawnSamplesAreTheirState() {
    Nested nested;
    const auto [input, element] = nested.index->Find("u");
    QCOMPARE(nested.index->Read(*nested.context, *input, element), 5.);
    const double before = nested.Output(nested.inner);
    nested.index->Write(nested.context.get(), *input, element, 7.);
    QCOMPARE(nested.Output(nested.inner), before + 2);
    const auto [sample, second] = nested.index->Find("noise.y[1]");
    nested.index->Write(nested.context.get(), *sample, second, 0.25);
    const auto& part = nested.diagram->GetSubsystemContext(*nested.noise, *nested.context);
    QCOMPARE(nested.noise->get_output_port(0).Eval(part)[1], 0.25);
    QCOMPARE(nested.index->Read(*nested.context, *sample, second), 0.25);
  }

  void aSignalLiesWhereItsPortIs() {
    const Nested nested;
    for (const auto& signal : nested.index->port_signals()) {
      const auto [entry, offset] = nested.index->PlaceOf(signal);
      auto& data = nested.context->data();
      data.Evaluate(entry);
      const auto& system = signal.port->get_system();
      const auto value =
          signal.port->Eval(nested.diagram->GetSubsystemContext(system, *nested.context));
      for (int k = 0; k < signal.width; ++k) QCOMPARE(data.arena[offset + k], value[k]);
    }
  }

  void theDocumentNamesParameters() {
    const Nested nested;
    DocumentQuantities<double> document;
    document.name_parameter = [&](const System<double>& leaf, int number) {
      const bool is_mass = &leaf == nested.inner && number == 1;
      return is_mass ? ParameterName{"mass", "kg"} : ParameterName{};
    };
    const DiagramIndex<double> index(nested.diagram->plan(), std::move(document));
    const auto [quantity, element] = index.Find("sub/inner.mass");
    QVERIFY(quantity != nullptr);
    QCOMPARE(index.Describe(*quantity, element).unit, std::string("kg"));
    QCOMPARE(index.Describe(*quantity, element).initial, 109.);
    QVERIFY(index.Find("sub/inner.p0").quantity != nullptr);
  }
};

LOOPWRIGHT_TEST(TestDiagramIndex)

}  // namespace loopwright::test_diagram_index

#include "test_diagram_index.moc"
