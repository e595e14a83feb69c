// Structure is shared between threads, values are not: contexts of one diagram are stepped at the
// same time, and one context goes from thread to thread. The thread sanitizer watches the tests of
// this file.

#include <QObject>
#include <QTest>
#include <barrier>
#include <memory>
#include <thread>
#include <vector>

#include "engine/diagram/diagram_builder.h"
#include "engine/simulation/simulator.h"
#include "engine/system/leaf_system.h"
#include "tests/test_main.h"

namespace loopwright::test_threads {

namespace {

/// A spring that bounces on a wall, driven by its input; outputs its position.
class Spring final : public LeafSystem<double> {
 public:
  Spring() {
    DeclareVectorInputPort("u", 1);
    DeclareContinuousState(BasicVector<double>{1., 0.}, 1, 1, 0);
    DeclareNumericParameter(BasicVector<double>{40.});
    wall_ = MakeWitnessFunction("wall", WitnessFunctionDirection::kPositiveThenNonPositive,
                                &Spring::Distance, &Spring::Bounce);
    DeclareVectorOutputPort("y", 1, &Spring::CalcPosition, {q_ticket()});
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* derivatives) const override {
    const auto& x = context.get_continuous_state_vector();
    (*derivatives)[0] = x[1];
    (*derivatives)[1] =
        get_input_port(0).Eval(context)[0] - context.get_numeric_parameter(0)[0] * x[0];
  }
  double Distance(const Context<double>& context) const {
    return context.get_continuous_state_vector()[0] + 0.5;
  }
  EventStatus Bounce(const Context<double>& context, ContinuousState<double>* x,
                     DiscreteValues<double>*) const {
    (*x)[1] = -0.9 * context.get_continuous_state_vector()[1];
    return EventStatus::Succeeded();
  }
  void DoGetWitnessFunctions(
      const Context<double>&,
      std::vector<const WitnessFunction<double>*>* witnesses) const override {
    witnesses->push_back(wall_.get());
  }
  void CalcPosition(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = context.get_continuous_state_vector()[0];
  }

  std::unique_ptr<WitnessFunction<double>> wall_;
};

/// Samples its input at 100 Hz and answers with a cached multiple of it.
class Controller final : public LeafSystem<double> {
 public:
  Controller() {
    DeclareVectorInputPort("u", 1);
    DeclareDiscreteState(1);
    DeclarePeriodicDiscreteUpdateEvent(0.01, 0, &Controller::Sample);
    force_ = &DeclareCacheEntry("force", &Controller::CalcForce, {xd_ticket()});
    DeclareVectorOutputPort("y", 1, &Controller::CalcOutput, {xd_ticket()});
  }

 private:
  void Sample(const Context<double>& context, DiscreteValues<double>* next) const {
    (*next)[0] = get_input_port(0).Eval(context)[0];
  }
  void CalcForce(const Context<double>& context, double* force) const {
    *force = -3 * context.get_discrete_state(0)[0];
  }
  void CalcOutput(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = force_->Eval<double>(context);
  }

  const CacheEntry<double>* force_;
};

std::unique_ptr<Diagram<double>> MakeLoop() {
  DiagramBuilder<double> builder;
  auto* spring = builder.AddNamedSystem<Spring>("spring");
  auto* controller = builder.AddNamedSystem<Controller>("controller");
  builder.Connect(*spring, *controller);
  builder.Connect(*controller, *spring);
  builder.ExportOutput(spring->get_output_port(0), "position");
  return builder.Build();
}

/// What a run of the loop from a stretched position leads to.
struct Result {
  double position, velocity, sample;
  int64_t steps, bounces;
  friend bool operator==(const Result&, const Result&) = default;
};

Result Finish(const Simulator<double>& simulator) {
  const Context<double>& context = simulator.get_context();
  const auto& x = context.get_continuous_state_vector();
  return {x[0], x[1], context.get_discrete_state(0)[0], simulator.statistics().steps,
          simulator.statistics().witness_isolations};
}

Result RunFrom(const Diagram<double>& diagram, double position) {
  Simulator<double> simulator(diagram);
  simulator.get_mutable_context().get_mutable_continuous_state_vector()[0] = position;
  simulator.AdvanceTo(3);
  return Finish(simulator);
}

constexpr int kThreads = 4;
double Start(int thread) { return 1 + 0.25 * thread; }

}  // namespace

class TestThreads : public QObject {
  Q_OBJECT
 private slots:
  void contextsOfOneDiagramAreSteppedAtOnce() {
    // The threads are the first to ask for the diagram's plan.
    const auto diagram = MakeLoop();
    std::vector<Result> results(kThreads);
    {
      std::barrier together(kThreads);
      std::vector<std::jthread> threads;
      for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([&, i] {
          together.arrive_and_wait();
          results[i] = RunFrom(*diagram, Start(i));
        });
      }
    }
    const auto alone = MakeLoop();
    for (int i = 0; i < kThreads; ++i) {
      QVERIFY(results[i] == RunFrom(*alone, Start(i)));
      QVERIFY(results[i].bounces > 3);
    }
    QVERIFY(!(results[0] == results[1]));
  }

  void clonesAreSteppedAtOnce() {
    const auto diagram = MakeLoop();
    const auto original = diagram->CreateDefaultContext();
    diagram->get_output_port(0).Eval(*original);
    std::vector<Result> results(kThreads);
    {
      std::barrier together(kThreads);
      std::vector<std::jthread> threads;
      for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([&, i, clone = original->Clone()]() mutable {
          together.arrive_and_wait();
          Simulator<double> simulator(*diagram, std::move(clone));
          simulator.AdvanceTo(3);
          results[i] = Finish(simulator);
        });
      }
    }
    for (const Result& result : results) QVERIFY(result == RunFrom(*diagram, 1));
  }

  void aContextGoesFromThreadToThread() {
    const auto diagram = MakeLoop();
    auto context = diagram->CreateDefaultContext();
    // A lap a thread; a simulator takes the context over, and gives back a clone of it.
    SimulatorConfig config;
    config.integrator = "rk4";
    config.fixed_step = 0x1p-10;
    for (int lap = 1; lap <= kThreads; ++lap) {
      std::jthread([&] {
        Simulator<double> simulator(*diagram, std::move(context));
        simulator.set_config(config);
        simulator.AdvanceTo(lap);
        context = simulator.get_context().Clone();
      }).join();
    }
    auto here = diagram->CreateDefaultContext();
    for (int lap = 1; lap <= kThreads; ++lap) {
      Simulator<double> simulator(*diagram, std::move(here));
      simulator.set_config(config);
      simulator.AdvanceTo(lap);
      here = simulator.get_context().Clone();
    }
    QCOMPARE(context->get_time(), static_cast<double>(kThreads));
    for (int i = 0; i < 2; ++i) {
      QVERIFY(context->get_continuous_state_vector()[i] == here->get_continuous_state_vector()[i]);
    }
    QVERIFY(diagram->get_output_port(0).Eval(*context)[0] ==
            context->get_continuous_state_vector()[0]);
  }

  void aSimulatorGoesFromThreadToThread() {
    const auto diagram = MakeLoop();
    Simulator<double> moving(*diagram), staying(*diagram);
    for (int lap = 1; lap <= kThreads; ++lap) {
      std::jthread([&] { moving.AdvanceTo(lap); }).join();
      staying.AdvanceTo(lap);
    }
    QVERIFY(Finish(moving) == Finish(staying));
  }
};

LOOPWRIGHT_TEST(TestThreads)

}  // namespace loopwright::test_threads

#include "test_threads.moc"
