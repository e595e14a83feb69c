#pragma once

// Small systems and helpers that the tests of the simulator share.

#include <QString>
#include <functional>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/diagram/diagram_builder.h"
#include "engine/simulation/simulator.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// Time, side and value of a record.
using Row = std::tuple<double, char, double>;
using Rows = std::vector<Row>;

inline QString Text(const Rows& rows) {
  QString text;
  for (const auto& [t, side, value] : rows) {
    text += QString("(%1,%2,%3) ").arg(t, 0, 'g', 17).arg(side).arg(value, 0, 'g', 17);
  }
  return text;
}
#define COMPARE_ROWS(actual, ...) QVERIFY2((actual) == (Rows __VA_ARGS__), qPrintable(Text(actual)))

/// Records one output, both sides.
template <typename System>
Rows* RecordInto(Simulator<double>* simulator, const System& system, Rows* rows) {
  simulator->set_recorder([&system, rows](const Context<double>& context, Side side) {
    rows->emplace_back(context.get_time(), side == Side::kBefore ? '-' : '+',
                       system.get_output_port(0).Eval(context)[0]);
  });
  return rows;
}

/// x+ = x + 1, y = 10 x: the example of the discrete-systems document.
class ExampleDiscrete final : public LeafSystem<double> {
 public:
  explicit ExampleDiscrete(double period, double offset = 0) {
    DeclareDiscreteState(1);
    DeclarePeriodicDiscreteUpdateEvent(period, offset, &ExampleDiscrete::Update);
    DeclarePeriodicPublishEvent(period, offset, &ExampleDiscrete::Publish);
    DeclareVectorOutputPort("y", 1, &ExampleDiscrete::Output, {xd_ticket()});
  }
  mutable std::vector<std::pair<double, double>> published;

 private:
  void Update(const Context<double>& context, DiscreteValues<double>* next) const {
    (*next)[0] = context.get_discrete_state(0)[0] + 1;
  }
  void Publish(const Context<double>& context) const {
    published.emplace_back(context.get_time(), get_output_port(0).Eval(context)[0]);
  }
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = 10 * context.get_discrete_state(0)[0];
  }
};

/// A signal that a test gives as a function of time.
class Signal final : public LeafSystem<double> {
 public:
  explicit Signal(std::function<double(double)> f) : f_(std::move(f)) {
    DeclareVectorOutputPort("y", 1, &Signal::Output, {time_ticket()});
  }

 private:
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = f_(context.get_time());
  }
  std::function<double(double)> f_;
};

/// x+ = a x + b u, y = x.
class Sampled final : public LeafSystem<double> {
 public:
  Sampled(double a, double b, double period, double offset = 0) : a_(a), b_(b) {
    DeclareVectorInputPort("u", 1);
    DeclareDiscreteState(1);
    DeclarePeriodicDiscreteUpdateEvent(period, offset, &Sampled::Update);
    DeclareVectorOutputPort("y", 1, &Sampled::Output, {xd_ticket()});
  }

 private:
  void Update(const Context<double>& context, DiscreteValues<double>* next) const {
    (*next)[0] = a_ * discrete_data(context)[0] + b_ * input_data(context, 0)[0];
  }
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = discrete_data(context)[0];
  }
  double a_, b_;
};

/// A mass on a spring, with an optional event at a period.
class Spring final : public LeafSystem<double> {
 public:
  explicit Spring(double publish_period = 0) {
    DeclareContinuousState(BasicVector<double>{1., 0.}, 1, 1, 0);
    DeclareVectorOutputPort("q", 1, &Spring::Output, {q_ticket()});
    if (publish_period > 0) {
      DeclarePeriodicPublishEvent(publish_period, 0, &Spring::Publish);
    }
  }

 private:
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* xcdot) const override {
    const auto& x = context.get_continuous_state_vector();
    (*xcdot)[0] = x[1];
    (*xcdot)[1] = -x[0];
  }
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = context.get_continuous_state_vector()[0];
  }
  void Publish(const Context<double>&) const {}
};

/// Ends the run when u becomes greater than zero; publishes what it saw.
class Stop final : public LeafSystem<double> {
 public:
  Stop() {
    DeclareVectorInputPort("u", 1);
    witness_ = MakeWitnessFunction("u", WitnessFunctionDirection::kNegativeThenNonNegative,
                                   &Stop::Input, &Stop::End);
  }

 private:
  void DoGetWitnessFunctions(const Context<double>&,
                             std::vector<const WitnessFunction<double>*>* w) const override {
    w->push_back(witness_.get());
  }
  double Input(const Context<double>& context) const { return input_data(context, 0)[0]; }
  EventStatus End(const Context<double>&) const {
    return EventStatus::ReachedTermination(this, "u is positive");
  }
  std::unique_ptr<WitnessFunction<double>> witness_;
};

inline SimulatorConfig Fixed(const char* method, double step) {
  SimulatorConfig config;
  config.integrator = method;
  config.fixed_step = step;
  return config;
}

}  // namespace loopwright
