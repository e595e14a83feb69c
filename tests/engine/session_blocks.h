#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/blocks/block_arguments.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/blocks/block_registry.h"
#include "engine/document/document.h"
#include "engine/system/leaf_system.h"

namespace loopwright::session_blocks {

/// x+ = x + 1 at 0, period, 2*period, ...; y = [x, -x].
template <typename T>
class Counter final : public LeafSystem<T> {
 public:
  explicit Counter(const BlockArguments& arguments) {
    this->DeclareDiscreteState(1);
    this->DeclarePeriodicDiscreteUpdateEvent(arguments.number("period"), 0.0, &Counter::Update);
    this->DeclareVectorOutputPort("y", 2, &Counter::CalcOutput, {this->xd_ticket()});
  }

 private:
  void CalcOutput(const Context<T>& context, T* y) const {
    y[0] = this->discrete_data(context)[0];
    y[1] = -y[0];
  }
  void Update(const Context<T>& context, DiscreteValues<T>* next) const {
    (*next)[0] = this->discrete_data(context)[0] + T(1);
  }
};

/// dx/dt = 1, x(start) = 0; y = x.
template <typename T>
class Slope final : public LeafSystem<T> {
 public:
  explicit Slope(const BlockArguments&) {
    this->DeclareContinuousState(1);
    this->DeclareVectorOutputPort("y", 1, &Slope::CalcOutput, {this->xc_ticket()});
  }

 private:
  void CalcOutput(const Context<T>& context, T* y) const {
    y[0] = this->continuous_data(context)[0];
  }
  void DoCalcTimeDerivatives(const Context<T>&, ContinuousState<T>* derivatives) const override {
    derivatives->get_mutable_vector()[0] = T(1);
  }
};

/// dx/dt = rate, x(start) = initial; y = x. The rate is a number of the context.
template <typename T>
class Growth final : public LeafSystem<T> {
 public:
  explicit Growth(const BlockArguments& arguments) : initial_(arguments.number("initial")) {
    this->DeclareNumericParameter(
        BasicVector<T>(VectorX<T>::Constant(1, arguments.number("rate"))));
    this->DeclareContinuousState(1);
    this->DeclareVectorOutputPort("y", 1, &Growth::CalcOutput, {this->xc_ticket()});
    this->DeclareVectorOutputPort("rate", 1, &Growth::CalcRate, {this->all_parameters_ticket()});
  }

 private:
  void SetDefaultState(const Context<T>&, State<T>* state) const override {
    state->get_mutable_continuous_state().get_mutable_vector()[0] = T(initial_);
  }
  void CalcOutput(const Context<T>& context, T* y) const {
    y[0] = this->continuous_data(context)[0];
  }
  void CalcRate(const Context<T>& context, T* y) const {
    y[0] = this->parameter_data(context, 0)[0];
  }
  void DoCalcTimeDerivatives(const Context<T>& context,
                             ContinuousState<T>* derivatives) const override {
    derivatives->get_mutable_vector()[0] = this->parameter_data(context, 0)[0];
  }

  double initial_;
};

/// Ends the run, or fails it, at a time.
template <typename T>
class Ender final : public LeafSystem<T> {
 public:
  explicit Ender(const BlockArguments& arguments) : fails_(arguments.boolean("fails")) {
    this->DeclarePeriodicPublishEvent(1e9, arguments.number("time"), &Ender::End);
  }

 private:
  EventStatus End(const Context<T>&) const {
    return fails_ ? EventStatus::Failed(this, "the test asked for it")
                  : EventStatus::ReachedTermination(this, "enough");
  }

  bool fails_;
};

inline BlockDescriptor Describe(std::string type, std::vector<std::string> outputs,
                                std::vector<ParameterDescriptor> parameters) {
  BlockDescriptor descriptor;
  descriptor.type = std::move(type);
  descriptor.category = "test";
  descriptor.title = descriptor.type;
  descriptor.outputs = std::move(outputs);
  descriptor.parameters = std::move(parameters);
  return descriptor;
}

inline ParameterDescriptor Parameter(std::string name, ParameterKind kind,
                                     ParameterSetting default_value) {
  ParameterDescriptor parameter;
  parameter.name = std::move(name);
  parameter.kind = kind;
  parameter.default_value = std::move(default_value);
  return parameter;
}

inline const BlockRegistry& Registry() {
  static const BlockRegistry* const registry = [] {
    std::vector<BlockDescriptor> descriptors;
    descriptors.push_back(
        Describe("Counter", {"y"}, {Parameter("period", ParameterKind::kNumber, 0.5)}));
    descriptors.back().feedthrough = "none";
    descriptors.back().state = "discrete";
    descriptors.back().infer_widths = [](const BlockArguments&, BlockWidths* widths) {
      widths->set_out(0, 2);
    };
    descriptors.back().timing = [](const BlockArguments&) { return BlockTiming::kPeriodic; };
    descriptors.back().UseSystem<Counter>();
    descriptors.push_back(Describe("Slope", {"y"}, {}));
    descriptors.back().feedthrough = "none";
    descriptors.back().state = "continuous";
    descriptors.back().infer_widths = [](const BlockArguments&, BlockWidths* widths) {
      widths->set_out(0, 1);
    };
    descriptors.back().UseSystem<Slope>();
    descriptors.push_back(Describe("Growth", {"y", "rate"},
                                   {Parameter("rate", ParameterKind::kNumber, 1),
                                    Parameter("initial", ParameterKind::kNumber, 0)}));
    descriptors.back().feedthrough = "none";
    descriptors.back().state = "continuous";
    descriptors.back().infer_widths = [](const BlockArguments&, BlockWidths* widths) {
      widths->set_out(0, 1);
      widths->set_out(1, 1);
    };
    descriptors.back().UseSystem<Growth>();
    descriptors.push_back(Describe("Ender", {},
                                   {Parameter("time", ParameterKind::kNumber, 1),
                                    Parameter("fails", ParameterKind::kBoolean, false)}));
    descriptors.back().UseSystem<Ender>();
    return new BlockRegistry(std::move(descriptors));
  }();
  return *registry;
}

inline Block MakeBlock(std::string name, std::string type,
                       std::vector<std::pair<std::string, ParameterSetting>> parameters = {}) {
  Block block;
  block.name = std::move(name);
  block.type = std::move(type);
  for (auto& given : parameters) block.SetParameter(given.first, std::move(given.second));
  return block;
}

inline Document MakeDocument(std::vector<Block> blocks, double stop_time) {
  Document document;
  for (Block& block : blocks) document.root.blocks.Append(std::move(block));
  document.simulation.Set("stop_time", ParameterSetting(stop_time));
  return document;
}

}  // namespace loopwright::session_blocks
