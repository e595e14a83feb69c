#pragma once

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "engine/diagram/diagram_builder.h"
#include "engine/system/leaf_system.h"

// Random nested diagrams of small systems that between them have every kind of value and of
// dependency.

namespace loopwright::cache_test {

class Dice {
 public:
  explicit Dice(uint64_t seed) : generator_(seed) {}
  /// 0 .. count - 1
  int Below(int count) { return static_cast<int>(generator_() % static_cast<uint64_t>(count)); }
  bool OneIn(int count) { return Below(count) == 0; }
  double Number() { return Below(2001) / 1000. - 1; }

 private:
  std::mt19937_64 generator_;
};

/// All signals are two wide.
constexpr int kWidth = 2;

/// A leaf of one of a number of kinds.
template <typename T>
class RandomLeaf : public LeafSystem<T> {
 public:
  enum Kind {
    kGain,
    kSum,
    kSecondOrder,
    kLag,
    kDiscrete,
    kAbstract,
    kTime,
    kAccuracy,
    kSteps,
    kAnything,
    kShown,
    kNumKinds
  };

  RandomLeaf(Kind kind, Dice* dice) : kind_(kind) {
    const int inputs = kind == kTime || kind == kShown     ? 0
                       : kind == kSum || kind == kAnything ? 2
                                                           : 1;
    for (int i = 0; i < inputs; ++i) this->DeclareVectorInputPort(kUseDefaultName, kWidth);
    if (kind == kGain || kind == kTime || kind == kSteps || kind == kAnything) {
      this->DeclareNumericParameter(BasicVector<T>{T(dice->Number())});
      this->DeclareAbstractParameter(Value<double>(dice->Number()));
    }
    if (kind == kSecondOrder || kind == kAnything) this->DeclareContinuousState(2, 2, 1);
    if (kind == kLag || kind == kShown) {
      if (dice->OneIn(2)) this->set_derivative_prerequisites({this->xc_ticket(), InputOrTime()});
      this->DeclareContinuousState(kWidth);
    }
    if (kind == kDiscrete || kind == kAnything || kind == kShown) {
      this->DeclareDiscreteState(kWidth);
      this->DeclareDiscreteState(1);
    }
    if (kind == kAbstract || kind == kAnything) this->DeclareAbstractState(Value<double>(0.5));
    DeclareEntries();
    DeclareOutputs();
  }

 private:
  DependencyTicket InputOrTime() const {
    return this->num_input_ports() > 0 ? this->input_port_ticket(0) : this->time_ticket();
  }
  const BasicVector<T>& Input(const Context<T>& context, int i) const {
    return this->get_input_port(i).template Eval<BasicVector<T>>(context);
  }

  void DeclareEntries() {
    if (kind_ != kSteps && kind_ != kAnything) return;
    first_ = &this->DeclareCacheEntry("first", 0., &RandomLeaf::First,
                                      {this->input_port_ticket(0), this->time_ticket()});
    second_ = &this->DeclareCacheEntry("second", &RandomLeaf::Second,
                                       {first_->ticket(), this->pa_ticket()});
  }
  void First(const Context<T>& context, double* value) const {
    *value = 0.5 * ValueOf(Input(context, 0)[1]) + ValueOf(context.get_time());
  }
  void Second(const Context<T>& context, double* value) const {
    *value = first_->template Eval<double>(context) -
             context.get_abstract_parameter(0).template get_value<double>();
  }

  using Calc = void (RandomLeaf::*)(const Context<T>&, BasicVector<T>*) const;
  void Declare(Calc calc, std::set<DependencyTicket> prerequisites) {
    const std::string name = "out" + std::to_string(this->num_output_ports());
    this->DeclareVectorOutputPort(name, kWidth, calc, std::move(prerequisites));
  }
  void DeclareOutputs() {
    switch (kind_) {
      case kGain:
        return Declare(&RandomLeaf::CalcGain, {this->input_port_ticket(0), this->pn_ticket()});
      case kSum:
        return Declare(&RandomLeaf::CalcSum, {this->all_input_ports_ticket()});
      case kSecondOrder:
        Declare(&RandomLeaf::CalcPosition, {this->q_ticket(), this->z_ticket()});
        return Declare(&RandomLeaf::CalcVelocity, {this->kinematics_ticket()});
      case kLag:
        return Declare(&RandomLeaf::CalcLag, {this->xc_ticket()});
      case kDiscrete:
        Declare(&RandomLeaf::CalcGroup0, {this->discrete_state_ticket(0)});
        return Declare(&RandomLeaf::CalcGroup1,
                       {this->discrete_state_ticket(1), this->input_port_ticket(0)});
      case kAbstract:
        return Declare(&RandomLeaf::CalcAbstract, {this->xa_ticket(), this->input_port_ticket(0)});
      case kTime:
        return Declare(&RandomLeaf::CalcTime,
                       {this->time_ticket(), this->numeric_parameter_ticket(0)});
      case kAccuracy:
        return Declare(&RandomLeaf::CalcAccuracy,
                       {this->accuracy_ticket(), this->input_port_ticket(0)});
      case kSteps:
        return Declare(&RandomLeaf::CalcSteps,
                       {first_->ticket(), second_->ticket(), this->all_parameters_ticket()});
      case kAnything:
        Declare(&RandomLeaf::CalcAnything, {this->all_sources_ticket()});
        return Declare(&RandomLeaf::CalcSwitch,
                       {this->all_input_ports_ticket(), this->xd_ticket()});
      case kShown:
        this->DeclareStateOutputPort(kUseDefaultName, ContinuousStateIndex());
        this->DeclareStateOutputPort(kUseDefaultName, DiscreteStateIndex(0));
        return;
      case kNumKinds:
        return;
    }
  }

  void CalcGain(const Context<T>& context, BasicVector<T>* y) const {
    const T gain = context.get_numeric_parameter(0)[0];
    for (int i = 0; i < kWidth; ++i) (*y)[i] = gain * Input(context, 0)[i];
  }
  void CalcSum(const Context<T>& context, BasicVector<T>* y) const {
    for (int i = 0; i < kWidth; ++i) {
      (*y)[i] = 0.75 * Input(context, 0)[i] - 0.5 * Input(context, 1)[1 - i];
    }
  }
  void CalcPosition(const Context<T>& context, BasicVector<T>* y) const {
    const auto& x = context.get_continuous_state();
    for (int i = 0; i < kWidth; ++i) {
      (*y)[i] = x.get_generalized_position()[i] - 0.5 * x.get_misc_continuous_state()[0];
    }
  }
  void CalcVelocity(const Context<T>& context, BasicVector<T>* y) const {
    const auto& x = context.get_continuous_state();
    for (int i = 0; i < kWidth; ++i) {
      (*y)[i] = x.get_generalized_velocity()[i] + 0.25 * x.get_generalized_position()[1 - i];
    }
  }
  void CalcLag(const Context<T>& context, BasicVector<T>* y) const {
    for (int i = 0; i < kWidth; ++i) (*y)[i] = 0.9 * context.get_continuous_state()[i];
  }
  void CalcGroup0(const Context<T>& context, BasicVector<T>* y) const {
    for (int i = 0; i < kWidth; ++i) (*y)[i] = context.get_discrete_state(0)[i];
  }
  void CalcGroup1(const Context<T>& context, BasicVector<T>* y) const {
    for (int i = 0; i < kWidth; ++i) {
      (*y)[i] = context.get_discrete_state(1)[0] * Input(context, 0)[i];
    }
  }
  void CalcAbstract(const Context<T>& context, BasicVector<T>* y) const {
    for (int i = 0; i < kWidth; ++i) {
      (*y)[i] = context.template get_abstract_state<double>(0) - 0.3 * Input(context, 0)[i];
    }
  }
  void CalcTime(const Context<T>& context, BasicVector<T>* y) const {
    (*y)[0] = context.get_time();
    (*y)[1] = context.get_time() * context.get_numeric_parameter(0)[0];
  }
  void CalcAccuracy(const Context<T>& context, BasicVector<T>* y) const {
    for (int i = 0; i < kWidth; ++i) {
      (*y)[i] = Input(context, 0)[i] + context.get_accuracy().value_or(0.125);
    }
  }
  void CalcSteps(const Context<T>& context, BasicVector<T>* y) const {
    (*y)[0] = first_->template Eval<double>(context) * context.get_numeric_parameter(0)[0];
    (*y)[1] = second_->template Eval<double>(context);
  }
  void CalcAnything(const Context<T>& context, BasicVector<T>* y) const {
    (*y)[0] = context.get_time() + context.get_continuous_state()[3] +
              context.get_discrete_state(1)[0] + context.get_accuracy().value_or(1);
    (*y)[1] = second_->template Eval<double>(context) - Input(context, 1)[0] +
              context.template get_abstract_state<double>(0) * context.get_numeric_parameter(0)[0];
  }
  // Reads only one of its inputs.
  void CalcSwitch(const Context<T>& context, BasicVector<T>* y) const {
    const int port = ValueOf(context.get_discrete_state(0)[0]) > 0 ? 1 : 0;
    for (int i = 0; i < kWidth; ++i) (*y)[i] = Input(context, port)[i];
  }
  void DoCalcTimeDerivatives(const Context<T>& context,
                             ContinuousState<T>* derivatives) const override {
    const auto& x = context.get_continuous_state();
    for (int i = 0; i < x.size(); ++i) {
      const T u = this->num_input_ports() > 0 ? Input(context, 0)[i % kWidth] : context.get_time();
      (*derivatives)[i] = u - 0.5 * x[(i + 1) % x.size()];
    }
  }

  Kind kind_;
  const CacheEntry<T>* first_ = nullptr;
  const CacheEntry<T>* second_ = nullptr;
};

/// A diagram of up to six systems, up to two levels of diagrams deeper. Every input is connected,
/// exported, or left for a context to fix.
template <typename T>
std::unique_ptr<Diagram<T>> MakeRandomDiagram(Dice* dice, int levels = 2) {
  DiagramBuilder<T> builder;
  std::vector<const OutputPort<T>*> outputs;
  std::vector<const System<T>*> systems;
  const int count = 2 + dice->Below(5);
  for (int i = 0; i < count; ++i) {
    std::unique_ptr<System<T>> system;
    if (levels > 0 && dice->OneIn(4)) {
      system = MakeRandomDiagram<T>(dice, levels - 1);
    } else {
      using Leaf = RandomLeaf<T>;
      system = std::make_unique<Leaf>(
          static_cast<typename Leaf::Kind>(dice->Below(Leaf::kNumKinds)), dice);
    }
    const System<T>& added = *builder.AddNamedSystem("s" + std::to_string(i), std::move(system));
    for (int port = 0; port < added.num_input_ports(); ++port) {
      const InputPort<T>& input = added.get_input_port(port);
      if (!outputs.empty() && !dice->OneIn(4)) {
        builder.Connect(*outputs[dice->Below(static_cast<int>(outputs.size()))], input);
      } else if (dice->OneIn(2)) {
        if (dice->OneIn(2)) {
          builder.ExportInput(input, "shared");
        } else {
          builder.ExportInput(input);
        }
      }
    }
    for (int port = 0; port < added.num_output_ports(); ++port) {
      outputs.push_back(&added.get_output_port(port));
    }
    systems.push_back(&added);
  }
  // Backwards, to what does not depend on its inputs directly.
  for (const System<T>* from : systems) {
    const bool breaks_loops = from->num_output_ports() > 0 && !from->HasAnyDirectFeedthrough();
    for (const System<T>* to : systems) {
      if (!breaks_loops || !dice->OneIn(3)) continue;
      for (int port = 0; port < to->num_input_ports(); ++port) {
        if (builder.IsConnectedOrExported(to->get_input_port(port))) continue;
        builder.Connect(from->get_output_port(0), to->get_input_port(port));
      }
    }
  }
  for (const OutputPort<T>* output : outputs) {
    if (dice->OneIn(2)) builder.ExportOutput(*output);
  }
  return builder.Build();
}

/// A system and all below it, outermost first.
template <typename T>
void CollectSystems(const System<T>& system, std::vector<const System<T>*>* all) {
  all->push_back(&system);
  for (int i = 0; i < system.num_subsystems(); ++i) CollectSystems(system.subsystem(i), all);
}

}  // namespace loopwright::cache_test
