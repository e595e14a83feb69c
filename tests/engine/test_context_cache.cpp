// The flat cache: what is recomputed when, through which prerequisites, for double and AutoDiff.

#include <QObject>
#include <QTest>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>

#include "engine/context/context_data.h"
#include "engine/diagram/diagram_builder.h"
#include "engine/system/leaf_system.h"
#include "tests/test_main.h"

namespace loopwright::test_context_cache {

namespace {

/// y = gain * u; counts its computations, and makes none while `fails`.
template <typename T>
class CountedGain final : public LeafSystem<T> {
 public:
  explicit CountedGain(double gain) {
    this->DeclareVectorInputPort("u", 1);
    this->DeclareNumericParameter(BasicVector<T>{T(gain)});
    this->DeclareVectorOutputPort("y", 1, &CountedGain::Output,
                                  {this->input_port_ticket(0), this->numeric_parameter_ticket(0)});
  }
  mutable int computed = 0;
  bool fails = false;

 private:
  void Output(const Context<T>& context, BasicVector<T>* y) const {
    if (fails) throw std::runtime_error("it fails");
    ++computed;
    (*y)[0] = context.get_numeric_parameter(0)[0] * this->get_input_port(0).Eval(context)[0];
  }
};

/// Outputs that depend on one kind of source each; counts how often each is computed.
class Everything final : public LeafSystem<double> {
 public:
  enum { kTime, kQ, kV, kZ, kXc, kXd0, kXd1, kXa, kPn, kPa, kU, kAccuracy, kAll, kNone, kCount };
  Everything() {
    DeclareVectorInputPort("u", 1);
    DeclareContinuousState(1, 1, 1);
    DeclareDiscreteState(1);
    DeclareDiscreteState(2);
    DeclareAbstractState(Value<int>(7));
    DeclareNumericParameter(BasicVector<double>{1.});
    DeclareAbstractParameter(Value<std::string>("text"));
    const std::vector<DependencyTicket> tickets{time_ticket(),
                                                q_ticket(),
                                                v_ticket(),
                                                z_ticket(),
                                                xc_ticket(),
                                                discrete_state_ticket(0),
                                                discrete_state_ticket(1),
                                                xa_ticket(),
                                                numeric_parameter_ticket(0),
                                                abstract_parameter_ticket(0),
                                                input_port_ticket(0),
                                                accuracy_ticket(),
                                                all_sources_ticket(),
                                                nothing_ticket()};
    for (int i = 0; i < kCount; ++i) {
      DeclareVectorOutputPort(
          "y" + std::to_string(i), 1,
          [this, i](const Context<double>&, BasicVector<double>* y) { (*y)[0] = ++computed[i]; },
          {tickets[i]});
    }
  }
  mutable int computed[kCount] = {};

  /// Which outputs are computed anew when all are evaluated.
  std::set<int> Recomputed(const Context<double>& context) const {
    std::set<int> result;
    for (int i = 0; i < kCount; ++i) {
      const int before = computed[i];
      get_output_port(i).Eval(context);
      if (computed[i] != before) result.insert(i);
    }
    return result;
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>&, ContinuousState<double>*) const override {}
};

/// A value computed in two steps, the second from the first.
class TwoSteps final : public LeafSystem<double> {
 public:
  TwoSteps() {
    DeclareVectorInputPort("u", 1);
    auto& square = DeclareCacheEntry("square", &TwoSteps::Square, {input_port_ticket(0)});
    square_ = &square;
    auto& text = DeclareCacheEntry("text", &TwoSteps::Text, {square.ticket()});
    text_ = &text;
    DeclareAbstractOutputPort("y", &TwoSteps::Output, {text.ticket()});
  }
  const CacheEntry<double>& square() const { return *square_; }
  const CacheEntry<double>& text() const { return *text_; }

 private:
  void Square(const Context<double>& context, double* value) const {
    const double u = get_input_port(0).Eval(context)[0];
    *value = u * u;
  }
  void Text(const Context<double>& context, std::string* text) const {
    *text = std::to_string(static_cast<int>(square_->Eval<double>(context)));
  }
  void Output(const Context<double>& context, std::string* text) const {
    *text = "<" + text_->Eval<std::string>(context) + ">";
  }
  const CacheEntry<double>* square_;
  const CacheEntry<double>* text_;
};

/// An output whose declared prerequisites leave the input away.
class Liar final : public LeafSystem<double> {
 public:
  Liar() {
    DeclareVectorInputPort("u", 1);
    DeclareVectorOutputPort("y", 1, &Liar::Output, {nothing_ticket()});
  }

 private:
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = get_input_port(0).Eval(context)[0];
  }
};

/// An output that is `value`, whatever its context says.
class Shown final : public LeafSystem<double> {
 public:
  Shown() { DeclareVectorOutputPort("y", 1, &Shown::Output, {nothing_ticket()}); }
  double value = 0;

 private:
  void Output(const Context<double>&, BasicVector<double>* y) const { (*y)[0] = value; }
};

/// ẋ = `rate`, whatever its context says.
class Growth final : public LeafSystem<double> {
 public:
  Growth() {
    set_derivative_prerequisites({nothing_ticket()});
    DeclareContinuousState(1);
  }
  double rate = 0;

 private:
  void DoCalcTimeDerivatives(const Context<double>&,
                             ContinuousState<double>* derivatives) const override {
    (*derivatives)[0] = rate;
  }
};

/// Says that it depends on both inputs, and reads the first alone.
class First final : public LeafSystem<double> {
 public:
  First() {
    DeclareVectorInputPort("a", 1);
    DeclareVectorInputPort("b", 1);
    DeclareVectorOutputPort("y", 1, &First::Output, {all_input_ports_ticket()});
  }

 private:
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = get_input_port(0).Eval(context)[0];
  }
};

/// Has an entry that reads itself, though it does not say so.
class Circular final : public LeafSystem<double> {
 public:
  Circular() : entry_(&DeclareCacheEntry("self", &Circular::Calc, {nothing_ticket()})) {}
  const CacheEntry<double>& entry() const { return *entry_; }

 private:
  void Calc(const Context<double>& context, double* value) const {
    *value = 1 + entry_->Eval<double>(context);
  }
  const CacheEntry<double>* entry_;
};

/// y = the parameter, by a kernel, for which no other entry is needed.
class Constant final : public LeafSystem<double> {
 public:
  Constant() {
    DeclareNumericParameter(BasicVector<double>{1.});
    Kernel<double> kernel;
    kernel.size = 1;
    kernel.operands[0] = {Operand::kParameter, 0, 0};
    kernel.run = [](const BoundKernel<double>& op) { op.out[0] = op.in[0][0]; };
    DeclareVectorOutputPort("y", kernel);
  }
};

/// Outputs the mode, or -1 where none is held, and the run that draws are made for.
class Drawn final : public LeafSystem<double> {
 public:
  Drawn() {
    DeclareModes(1);
    DeclareVectorOutputPort("mode", 1, &Drawn::Mode, {modes_ticket()});
    DeclareVectorOutputPort("run", 1, &Drawn::Run, {nothing_ticket()});
  }

 private:
  void Mode(const Context<double>& context, BasicVector<double>* y) const {
    const int64_t* const modes = context.held_modes();
    (*y)[0] = modes == nullptr ? -1. : static_cast<double>(modes[0]);
  }
  void Run(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = static_cast<double>(context.random_source().run);
  }
};

template <typename T>
struct Chain {
  explicit Chain(int length) {
    DiagramBuilder<T> builder;
    for (int i = 0; i < length; ++i) {
      gains.push_back(builder.template AddNamedSystem<CountedGain<T>>("g" + std::to_string(i), 2.));
      if (i > 0) builder.Connect(*gains[i - 1], *gains[i]);
    }
    builder.ExportInput(gains.front()->get_input_port(0), "u");
    builder.ExportOutput(gains.back()->get_output_port(0), "y");
    diagram = builder.Build();
    context = diagram->CreateDefaultContext();
  }
  T Output() { return diagram->get_output_port(0).Eval(*context)[0]; }
  std::vector<CountedGain<T>*> gains;
  std::unique_ptr<Diagram<T>> diagram;
  std::unique_ptr<Context<T>> context;
};

}  // namespace

class TestContextCache : public QObject {
  Q_OBJECT
 private slots:
  void changesInvalidateExactlyWhatDependsOnThem() {
    using E = Everything;
    const Everything system;
    auto context = system.CreateDefaultContext();
    system.get_input_port(0).FixValue(context.get(), 1.);
    QCOMPARE(system.Recomputed(*context).size(), size_t{E::kCount});
    QVERIFY(system.Recomputed(*context).empty());
    context->SetTime(1);
    QCOMPARE(system.Recomputed(*context), (std::set<int>{E::kTime, E::kAll}));
    context->SetAccuracy(1e-3);
    QCOMPARE(system.Recomputed(*context), (std::set<int>{E::kAccuracy, E::kAll}));
    context->get_mutable_continuous_state();
    QCOMPARE(system.Recomputed(*context), (std::set<int>{E::kQ, E::kV, E::kZ, E::kXc, E::kAll}));
    context->get_mutable_discrete_state(1);
    QCOMPARE(system.Recomputed(*context), (std::set<int>{E::kXd1, E::kAll}));
    context->get_mutable_discrete_state();
    QCOMPARE(system.Recomputed(*context), (std::set<int>{E::kXd0, E::kXd1, E::kAll}));
    context->get_mutable_abstract_state<int>(0) = 8;
    QCOMPARE(system.Recomputed(*context), (std::set<int>{E::kXa, E::kAll}));
    context->get_mutable_numeric_parameter(0);
    QCOMPARE(system.Recomputed(*context), (std::set<int>{E::kPn, E::kAll}));
    context->get_mutable_abstract_parameter(0);
    QCOMPARE(system.Recomputed(*context), (std::set<int>{E::kPa, E::kAll}));
    system.get_input_port(0).FixValue(context.get(), 2.);
    QCOMPARE(system.Recomputed(*context), (std::set<int>{E::kU, E::kAll}));
    context->SetAllCacheEntriesOutOfDate();
    QCOMPARE(system.Recomputed(*context).size(), size_t{E::kCount});
  }

  void aChangeInTheMiddleRecomputesWhatLiesBehindIt() {
    Chain<double> chain(10);
    chain.diagram->get_input_port(0).FixValue(chain.context.get(), 1.);
    QCOMPARE(chain.Output(), 1024.);
    auto& part = chain.diagram->GetMutableSubsystemContext(*chain.gains[6], chain.context.get());
    part.get_mutable_numeric_parameter(0)[0] = 3;
    QCOMPARE(chain.Output(), 1536.);
    for (int i = 0; i < 10; ++i) QCOMPARE(chain.gains[i]->computed, i < 6 ? 1 : 2);
    QCOMPARE(chain.context->data().statistics.computations, 14);
  }

  void aFixedValueThatIsWrittenRecomputesWhatLiesBehindIt() {
    Chain<double> chain(10);
    auto& fixed = chain.diagram->get_input_port(0).FixValue(chain.context.get(), 1.);
    QCOMPARE(chain.Output(), 1024.);
    (*fixed.GetMutableVectorData<double>())[0] = 3;
    QCOMPARE(chain.Output(), 3072.);
    chain.context->get_tracker(chain.diagram->time_ticket());
    (*fixed.GetMutableVectorData<double>())[0] = 5;
    QCOMPARE(chain.Output(), 5120.);
    for (const auto* gain : chain.gains) QCOMPARE(gain->computed, 3);
  }

  void differentiatedScalarsRunThroughTheSameCache() {
    Chain<AutoDiff> chain(3);
    chain.diagram->get_input_port(0).FixValue(chain.context.get(), AutoDiff(1, 2));
    QCOMPARE(chain.Output().derivatives()[2], 8.);
    QCOMPARE(chain.Output().value(), 8.);
    QCOMPARE(chain.gains[2]->computed, 1);
  }

  void longChainsNeedNoDeepStack() {
    Chain<double> chain(100000);
    for (auto* gain : chain.gains) {
      chain.diagram->GetMutableSubsystemContext(*gain, chain.context.get())
          .get_mutable_numeric_parameter(0)[0] = 1;
    }
    chain.diagram->get_input_port(0).FixValue(chain.context.get(), 5.);
    QCOMPARE(chain.Output(), 5.);
    chain.diagram->get_input_port(0).FixValue(chain.context.get(), 6.);
    QCOMPARE(chain.Output(), 6.);
    chain.context->DisableCaching();
    chain.diagram->get_input_port(0).FixValue(chain.context.get(), 7.);
    QCOMPARE(chain.Output(), 7.);
  }

  // Evaluations nest by recursion up to some depth and go through a stack of their own beyond it.
  // Where the first block fails, both take back what they noted of the others.
  void aFailureIsForgottenByTheNextEvaluation_data() {
    QTest::addColumn<int>("length");
    QTest::addColumn<QString>("caching");
    for (const int length : {3, 150, 1000}) {
      for (const char* caching : {"on", "off", "checked"}) {
        QTest::addRow("%d, %s", length, caching) << length << caching;
      }
    }
  }
  void aFailureIsForgottenByTheNextEvaluation() {
    QFETCH(int, length);
    QFETCH(QString, caching);
    Chain<double> chain(length);
    if (caching == "off") chain.context->DisableCaching();
    if (caching == "checked") chain.context->EnableCacheChecking();
    for (const double u : {1., 2., 3.}) {
      chain.diagram->get_input_port(0).FixValue(chain.context.get(), u);
      chain.gains[0]->fails = true;
      QVERIFY_EXCEPTION_THROWN(chain.Output(), std::runtime_error);
      chain.gains[0]->fails = false;
      QCOMPARE(chain.Output(), u * std::pow(2, length));
    }
  }

  void onlyWhatIsReadIsComputed() {
    DiagramBuilder<double> builder;
    auto* read = builder.AddNamedSystem<CountedGain<double>>("read", 2.);
    auto* unread = builder.AddNamedSystem<CountedGain<double>>("unread", 3.);
    auto* first = builder.AddNamedSystem<First>("first");
    builder.Connect(read->get_output_port(0), first->get_input_port(0));
    builder.Connect(unread->get_output_port(0), first->get_input_port(1));
    builder.ExportInput(read->get_input_port(0), "u");
    builder.ConnectInput("u", unread->get_input_port(0));
    builder.ExportOutput(first->get_output_port(0), "y");
    const auto diagram = builder.Build();
    const auto context = diagram->CreateDefaultContext();
    diagram->get_input_port(0).FixValue(context.get(), 5.);
    QCOMPARE(diagram->get_output_port(0).Eval(*context)[0], 10.);
    QCOMPARE(read->computed, 1);
    QCOMPARE(unread->computed, 0);
  }

  void anEntryThatReadsItselfIsRefused() {
    Circular circular;
    circular.set_name("circular");
    const auto context = circular.CreateDefaultContext();
    for (int i = 0; i < 2; ++i) {
      try {
        circular.entry().Eval<double>(*context);
        QFAIL("it was evaluated");
      } catch (const std::logic_error& error) {
        QCOMPARE(error.what(),
                 "Cache entry 'self' of system 'circular' is needed for its own computation");
      }
    }
  }

  void eachComputationIsANewSerialNumber() {
    const Constant constant;
    const auto context = constant.CreateDefaultContext();
    const OutputPort<double>& y = constant.get_output_port(0);
    for (int i = 1; i <= 3; ++i) {
      context->get_mutable_numeric_parameter(0)[0] = i;
      QCOMPARE(y.Eval(*context)[0], double(i));
      QCOMPARE(y.Eval(*context)[0], double(i));
      QCOMPARE(y.cache_entry()->serial_number(*context), i);
    }
  }

  void entriesBuildOnEntries() {
    const TwoSteps system;
    auto context = system.CreateDefaultContext();
    system.get_input_port(0).FixValue(context.get(), 3.);
    QVERIFY(system.text().is_out_of_date(*context));
    QCOMPARE(system.get_output_port(0).Eval<std::string>(*context), std::string("<9>"));
    QVERIFY(!system.text().is_out_of_date(*context));
    QCOMPARE(system.square().serial_number(*context), 1);
    system.get_output_port(0).Eval<std::string>(*context);
    QCOMPARE(system.square().serial_number(*context), 1);
    system.get_input_port(0).FixValue(context.get(), 4.);
    QVERIFY(system.text().is_out_of_date(*context));
    QCOMPARE(system.get_output_port(0).Eval<std::string>(*context), std::string("<16>"));
    QCOMPARE(system.square().serial_number(*context), 2);
    QVERIFY(system.HasDirectFeedthrough(0, 0));
  }

  void disabledEntriesAreAlwaysComputed() {
    const TwoSteps system;
    auto context = system.CreateDefaultContext();
    system.get_input_port(0).FixValue(context.get(), 3.);
    system.square().disable_caching(*context);
    QVERIFY(system.square().is_cache_entry_disabled(*context));
    system.square().Eval<double>(*context);
    system.square().Eval<double>(*context);
    QCOMPARE(system.square().serial_number(*context), 2);
    system.square().enable_caching(*context);
    system.square().Eval<double>(*context);
    QCOMPARE(system.square().serial_number(*context), 2);
  }

  void withoutCachingEveryEvaluationStartsAfresh() {
    Chain<double> chain(3);
    chain.context->DisableCaching();
    QVERIFY(!chain.context->is_caching_enabled());
    chain.diagram->get_input_port(0).FixValue(chain.context.get(), 1.);
    QCOMPARE(chain.Output(), 8.);
    QCOMPARE(chain.Output(), 8.);
    for (auto* gain : chain.gains) QCOMPARE(gain->computed, 2);
    chain.context->EnableCaching();
    chain.Output();
    chain.Output();
    for (auto* gain : chain.gains) QCOMPARE(gain->computed, 2);  // what is valid is used again
  }

  void checkingFindsIncompletePrerequisites() {
    Liar liar;
    liar.set_name("liar");
    auto context = liar.CreateDefaultContext();
    context->EnableCacheChecking();
    liar.get_input_port(0).FixValue(context.get(), 1.);
    liar.get_output_port(0).Eval(*context);
    liar.get_output_port(0).Eval(*context);  // still right
    liar.get_input_port(0).FixValue(context.get(), 2.);
    try {
      liar.get_output_port(0).Eval(*context);
      QFAIL("the stale value was not found");
    } catch (const std::logic_error& error) {
      QCOMPARE(error.what(),
               "Cache entry 'output port y' of system 'liar' was not marked out of date: its "
               "prerequisites are incomplete");
    }
  }

  // Values are compared bit by bit: one that is not a number is as it was, and 0 is not -0.
  void checkingComparesBits() {
    Shown shown;
    const auto context = shown.CreateDefaultContext();
    context->EnableCacheChecking();
    shown.value = std::numeric_limits<double>::quiet_NaN();
    for (int i = 0; i < 3; ++i) QVERIFY(std::isnan(shown.get_output_port(0).Eval(*context)[0]));

    const auto other = shown.CreateDefaultContext();
    other->EnableCacheChecking();
    shown.value = 0;
    QCOMPARE(shown.get_output_port(0).Eval(*other)[0], 0.);
    shown.value = -0.;
    QVERIFY_EXCEPTION_THROWN(shown.get_output_port(0).Eval(*other), std::logic_error);
  }

  void checkingLeavesAFrozenCacheAlone() {
    Shown shown;
    const auto context = shown.CreateDefaultContext();
    context->EnableCacheChecking();
    QCOMPARE(shown.get_output_port(0).Eval(*context)[0], 0.);
    shown.value = 1;
    context->FreezeCache();
    QCOMPARE(shown.get_output_port(0).Eval(*context)[0], 0.);
    context->UnfreezeCache();
    QVERIFY_EXCEPTION_THROWN(shown.get_output_port(0).Eval(*context), std::logic_error);
  }

  void withoutCachingDerivativesAreComputedEachTime() {
    Growth growth;
    const auto context = growth.CreateDefaultContext();
    context->DisableCaching();
    for (const double rate : {1., 2., 3.}) {
      growth.rate = rate;
      context->data().EvaluateDerivatives();
      QCOMPARE(context->data().value_views.derivatives(0)[0], rate);
      QCOMPARE(growth.EvalTimeDerivatives(*context)[0], rate);
    }
  }

  void clonesAreIndependent() {
    Chain<double> chain(3);
    chain.diagram->get_input_port(0).FixValue(chain.context.get(), 1.);
    chain.Output();
    auto clone = chain.context->Clone();
    const int before = chain.gains[0]->computed;
    QCOMPARE(chain.diagram->get_output_port(0).Eval(*clone)[0], 8.);
    QCOMPARE(chain.gains[0]->computed, before);  // cached values are copied too
    chain.diagram->get_input_port(0).FixValue(clone.get(), 2.);
    QCOMPARE(chain.diagram->get_output_port(0).Eval(*clone)[0], 16.);
    QCOMPARE(chain.Output(), 8.);
  }

  void valuesAreCopiedBetweenContexts() {
    const Everything system;
    auto from = system.CreateDefaultContext();
    auto to = system.CreateDefaultContext();
    from->SetTime(3);
    from->SetContinuousState(Eigen::Vector3d(1, 2, 3));
    from->SetDiscreteState(1, Eigen::Vector2d(4, 5));
    from->SetAbstractState(0, 9);
    from->get_mutable_numeric_parameter(0)[0] = 6;
    to->SetTimeStateAndParametersFrom(*from);
    QCOMPARE(to->get_time(), 3.);
    QCOMPARE(to->get_continuous_state_vector()[2], 3.);
    QCOMPARE(to->get_discrete_state(1)[1], 5.);
    QCOMPARE(to->get_abstract_state<int>(0), 9);
    QCOMPARE(to->get_numeric_parameter(0)[0], 6.);
  }

  // What depends on modes, or on the run that draws are made for, is computed anew with the
  // other's.
  void modesAndDrawsAreCopiedBetweenContexts() {
    const Drawn system;
    const auto from = system.CreateDefaultContext();
    const auto to = system.CreateDefaultContext();
    const auto compare = [&](double mode, double run) {
      QCOMPARE(system.get_output_port(0).Eval(*to)[0], mode);
      QCOMPARE(system.get_output_port(1).Eval(*to)[0], run);
    };
    compare(-1, 0);
    from->data().modes_held = true;
    to->SetStateAndParametersFrom(*from);
    compare(0, 0);
    from->data().modes[0] = 2;
    to->SetStateAndParametersFrom(*from);
    compare(2, 0);
    from->set_random_source({7, 3});
    to->SetStateAndParametersFrom(*from);
    compare(2, 3);
    to->set_random_source({7, 4});
    compare(2, 4);
  }

  void valuesOfAnotherScalarAreCopied() {
    Chain<double> from(3);
    Chain<AutoDiff> to(3);
    from.diagram->get_input_port(0).FixValue(from.context.get(), 1.);
    to.diagram->get_input_port(0).FixValue(to.context.get(), AutoDiff(1));
    QCOMPARE(to.Output().value(), 8.);
    from.diagram->GetMutableSubsystemContext(*from.gains[1], from.context.get())
        .get_mutable_numeric_parameter(0)[0] = 5;
    from.context->SetTime(3);
    to.context->PerturbTime(AutoDiff(2), AutoDiff(1));
    to.context->SetTimeStateAndParametersFrom(*from.context);
    QCOMPARE(to.Output().value(), 20.);
    QCOMPARE(to.context->get_time().value(), 3.);
    QVERIFY(!to.context->get_true_time().has_value());
  }

  void subsystemInputsCanBeFixedInPlaceOfTheirConnection() {
    Chain<double> chain(4);
    chain.diagram->get_input_port(0).FixValue(chain.context.get(), 1.);
    QCOMPARE(chain.Output(), 16.);
    auto& part = chain.diagram->GetMutableSubsystemContext(*chain.gains[2], chain.context.get());
    chain.gains[2]->get_input_port(0).FixValue(&part, 100.);
    QCOMPARE(chain.Output(), 400.);
    chain.gains[2]->get_input_port(0).FixValue(&part, 1.);
    QCOMPARE(chain.Output(), 4.);
  }

  void wrongUsesAreRefused() {
    Chain<double> chain(2);
    const auto message = [](auto call) -> QString {
      try {
        call();
      } catch (const std::exception& error) {
        return error.what();
      }
      return "nothing was thrown";
    };
    QCOMPARE(message([&] { chain.Output(); }),
             "Input port g0.u has no value: connect it or fix it");
    QCOMPARE(message([&] { chain.gains[0]->get_output_port(0).Eval(*chain.context); }),
             "OutputPort(): the context belongs to system '', not to 'g0'");
    QCOMPARE(message([&] { chain.diagram->get_input_port(1); }),
             "System '' has no input port 1: it has 1");
    QCOMPARE(message([&] { chain.gains[0]->GetInputPort("v"); }),
             "System 'g0' has no input port named 'v': it has [u]");
    QCOMPARE(message([&] {
               chain.diagram->get_input_port(0).FixValue(chain.context.get(),
                                                         Eigen::VectorXd(Eigen::Vector2d(1, 2)));
             }),
             "Input port .u has size 1 and cannot be fixed to a vector of size 2");
    QCOMPARE(message([&] { chain.context->get_mutable_numeric_parameter(5); }),
             "There is no numeric parameter 5: the system has 2");
    QCOMPARE(message([&] {
               chain.diagram->GetSubsystemContext(*chain.gains[0], *chain.context).Clone();
             }),
             "Context::Clone(): only a root context can be cloned");
  }
};

LOOPWRIGHT_TEST(TestContextCache)

}  // namespace loopwright::test_context_cache

#include "test_context_cache.moc"
