// A row for each block type that computes something: its main work against a formula written by
// hand. Many copies of the block read the same inputs, and a stage of an integrator (or a rate
// update) evaluates all of them, so what a row tells is the cost of one more block in a run.
// Outputs are read by integrators, whose own time is measured beside it and taken away.
// Modes are not held: a block with branches chooses one each time.

#include "tests/benchmarks/block_evaluation.h"

#include <algorithm>
#include <map>
#include <utility>

#include "blocklib/registry.h"
#include "tests/benchmarks/models.h"

namespace loopwright::benchmarks {

namespace {

constexpr long kStages = 2000, kUpdates = 1000;
constexpr long kStagesInCycle = 256, kStagesChecked = 20;
constexpr double kIncrement = 1. / 1024;
constexpr double kTolerance = 1e-12;
/// The goal: at most so many times the hand-written formula, and so many ns.
constexpr double kGoalRatio = 3, kGoalOffset = 5;

const std::vector<UnmeasuredBlock>& UnmeasuredBlocks() {
  static const std::vector<UnmeasuredBlock> blocks{
      {"Constant", "its value is computed once and kept"},
      {"Step", "its level is state, which is written once in a run"},
      {"Relay", "its output is computed anew only after its switching, an isolated event"},
      {"AlgebraicConstraint", "a loop is solved for it, it computes nothing itself"},
      {"Latch", "its state is written only where it switches, an isolated event"},
      {"EdgeDetector", "its level changes only at events, and is state"},
      {"TriggeredCounter", "it counts only at isolated events, and shows state"},
      {"TriggeredSampler", "it samples only at isolated events, and shows state"},
      {"WienerProcess", "its drift is 0, and its intensity a parameter"},
      {"Terminator", "it computes nothing"},
  };
  return blocks;
}

/// "u1..un" and the like written out, for `count` ports in all.
std::vector<std::string> PortsOf(const std::vector<std::string>& declared, int count) {
  std::vector<std::string> ports;
  for (const std::string& port : declared) {
    const size_t dots = port.find("1..");
    if (dots == std::string::npos) {
      ports.push_back(port);
    } else {
      const int rest = count - static_cast<int>(declared.size()) + 1;
      for (const std::string& name : NumberedPorts(port.substr(0, dots), rest)) {
        ports.push_back(name);
      }
    }
  }
  return ports;
}

std::string ListText(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : ", ") + std::to_string(value);
  return "[" + text + "]";
}

std::string Numbered(const char* stem, size_t number) { return stem + std::to_string(number); }

/// Blocks whose outputs `inputI.y` grow with time: integrators, whose states are set from outside.
void AddContinuousInputs(const BlockRow& row, DiagramText* diagram) {
  for (size_t i = 0; i < row.inputs.size(); ++i) {
    const std::string name = Numbered("input", i);
    diagram->Block(name, "Integrator", "{'initial_value': " + ListText(row.inputs[i]) + "}");
    const std::string ones = Numbered("ones", i);
    const std::vector<double> rates(row.inputs[i].size(), 1);
    diagram->Block(ones, "Constant", "{'value': " + ListText(rates) + "}");
    diagram->Wire(ones + ".y", name + ".u");
  }
}

/// The same by updates: the sums of a counter and the first values.
void AddSampledInputs(const BlockRow& row, DiagramText* diagram) {
  diagram->Block("increment", "Constant", "{'value': '1/1024'}");
  diagram->Block("counter", "UnitDelay", "{'period': 1}");
  diagram->Block("next", "Sum");
  diagram->Wire("increment.y", "next.u1");
  diagram->Wire("counter.y", "next.u2");
  diagram->Wire("next.y", "counter.u");
  for (size_t i = 0; i < row.inputs.size(); ++i) {
    const std::string first = Numbered("first", i), name = Numbered("input", i);
    diagram->Block(first, "Constant", "{'value': " + ListText(row.inputs[i]) + "}");
    diagram->Block(name, "Sum");
    diagram->Wire(first + ".y", name + ".u1");
    diagram->Wire("counter.y", name + ".u2");
  }
}

void ReadOutput(const std::string& block, const std::string& output, DiagramText* diagram) {
  const std::string reader = block + "_" + output;
  diagram->Block(reader, "Integrator");
  diagram->Wire(block + "." + output, reader + ".u");
}

/// Copies of a row's block behind common inputs; outputs that are to be evaluated are integrated.
std::string CopiesText(const BlockRow& row, const BlockDescriptor& block) {
  DiagramText diagram;
  if (row.work == Work::kUpdate) {
    AddSampledInputs(row, &diagram);
  } else {
    AddContinuousInputs(row, &diagram);
  }
  const auto inputs = PortsOf(block.inputs, static_cast<int>(row.inputs.size()));
  const auto outputs = PortsOf(block.outputs, 2);
  for (int copy = 0; copy < kCopies; ++copy) {
    const std::string name = Numbered("copy", copy);
    diagram.Block(name, row.type, row.parameters);
    for (size_t i = 0; i < row.inputs.size(); ++i) {
      diagram.Wire(Numbered("input", i) + ".y", name + "." + inputs.at(i));
    }
    if (row.work != Work::kOutput) continue;
    for (const std::string& output : outputs) ReadOutput(name, output, &diagram);
  }
  return diagram.text();
}

/// The readers of the outputs of all copies alone, behind inputs of the same widths.
std::string ReadersText(const System<double>& copy) {
  DiagramText diagram;
  for (int i = 0; i < copy.num_output_ports(); ++i) {
    const std::string input = Numbered("input", i), rate = Numbered("rate", i);
    const std::string zeros = ListText(std::vector<double>(copy.get_output_port(i).size(), 0));
    diagram.Block(rate, "Constant", "{'value': " + zeros + "}");
    diagram.Block(input, "Integrator");
    diagram.Wire(rate + ".y", input + ".u");
    for (int k = 0; k < kCopies; ++k) {
      const std::string reader = input + Numbered("_", k);
      diagram.Block(reader, "Integrator");
      diagram.Wire(input + ".y", reader + ".u");
    }
  }
  return diagram.text();
}

std::vector<double> OutputsOf(const System<double>& system, const Context<double>& context) {
  std::vector<double> values;
  for (int i = 0; i < system.num_output_ports(); ++i) {
    for (const double y : system.get_output_port(i).Eval(context)) values.push_back(y);
  }
  return values;
}

std::vector<double> DerivativesOf(const System<double>& system, const Context<double>& context) {
  const Eigen::VectorXd values = system.EvalTimeDerivatives(context).CopyToVector();
  return {values.begin(), values.end()};
}

std::vector<double> StatesOf(const Context<double>& context) {
  const Eigen::VectorXd continuous = context.get_continuous_state_vector().CopyToVector();
  std::vector<double> values(continuous.begin(), continuous.end());
  for (int i = 0; i < context.num_discrete_state_groups(); ++i) {
    for (const double x : context.get_discrete_state(i).value()) values.push_back(x);
  }
  return values;
}

/// The hand-written formula with the numbers of all copies.
class HandCopies {
 public:
  /// `states` of one copy, `num_results` as many as an evaluation of one gives.
  HandCopies(HandLoop loop, const std::vector<double>& states, size_t num_results)
      : loop_(loop),
        num_states_(static_cast<int>(states.size())),
        num_results_(static_cast<int>(num_results)),
        results_(kCopies * num_results) {
    for (int copy = 0; copy < kCopies; ++copy) {
      states_.insert(states_.end(), states.begin(), states.end());
    }
  }
  void Evaluate(double t, const double* inputs) {
    loop_(&t, {t, 0, inputs, states_.data(), results_.data()}, kCopies, num_states_, num_results_);
  }
  std::vector<double> last_states() const { return {states_.end() - num_states_, states_.end()}; }
  std::vector<double> last_results() const {
    return {results_.end() - num_results_, results_.end()};
  }

 private:
  HandLoop loop_;
  int num_states_, num_results_;
  std::vector<double> states_, results_;
};

/// All copies of a block in stages of an integrator, by the engine and by hand.
class Stages {
 public:
  Stages(const BlockRow& row, const BlockDescriptor& block)
      : row_(row),
        run_(BuildText(CopiesText(row, block), {{}, true}), FixedStep("rk3", 1. / 16)),
        system_(run_.diagram().GetSubsystemByName(Numbered("copy", kCopies - 1))) {
    Prepare();
    for (size_t i = 0; i < row.inputs.size(); ++i) {
      const Context<double>& input = run_.context_of(Numbered("input", i));
      for (size_t k = 0; k < row.inputs[i].size(); ++k) {
        places_.push_back(input.continuous().z + k);
        first_.push_back(*places_.back());
      }
    }
    inputs_ = first_;
  }

  /// Evaluates stage number `stage`, of the copies by the engine and by hand.
  void EvaluateByEngine(long stage) {
    auto& data = run_.context().data();
    data.write_time(TimeOf(stage));
    for (size_t i = 0; i < places_.size(); ++i) *places_[i] = first_[i] + GrowthOf(stage);
    data.EvaluateDerivativesAtStage();
  }
  void EvaluateByHand(long stage, HandCopies* hand) {
    for (size_t i = 0; i < first_.size(); ++i) inputs_[i] = first_[i] + GrowthOf(stage);
    hand->Evaluate(TimeOf(stage), inputs_.data());
  }
  const System<double>& last_copy() const { return system_; }
  /// What the last copy has.
  std::vector<double> states() { return StatesOf(copy()); }
  std::vector<double> results() {
    return row_.work == Work::kOutput ? OutputsOf(system_, copy()) : DerivativesOf(system_, copy());
  }

 private:
  const Context<double>& copy() { return run_.context_of(system_.get_name()); }
  static double GrowthOf(long stage) {
    return kIncrement * static_cast<double>(stage % kStagesInCycle);
  }
  double TimeOf(long stage) const { return std::max(row_.prepared_sec, 0.) + GrowthOf(stage); }

  void Prepare() {
    if (row_.prepared_sec >= 0) {
      run_.SecondsTo(row_.prepared_sec);
    } else if (row_.work == Work::kDerivative) {
      SetStates();
    }
  }
  // States at which no derivative is 0 by chance.
  void SetStates() {
    for (int i = 0; i < kCopies; ++i) {
      const auto& system = run_.diagram().GetSubsystemByName(Numbered("copy", i));
      auto& context = run_.diagram().GetMutableSubsystemContext(system, &run_.context());
      auto& x = context.get_mutable_continuous_state();
      for (int k = 0; k < x.size(); ++k) x[k] = 0.5 + 0.25 * k;
    }
  }

  const BlockRow& row_;
  Run run_;
  const System<double>& system_;
  std::vector<double*> places_;  ///< of the inputs' elements in the context
  std::vector<double> first_, inputs_;
};

std::string RowName(const BlockRow& row) {
  static const std::map<Work, std::string> names{
      {Work::kOutput, "output"}, {Work::kDerivative, "derivatives"}, {Work::kUpdate, "update"}};
  return row.type + ", " + names.at(row.work);
}

void AddRow(const BlockRow& row, const std::vector<Times>& times, long evaluations,
            Summary* summary) {
  const double each = 1e9 / static_cast<double>(evaluations * kCopies);
  const double limit = kGoalRatio * each * times[1].median + kGoalOffset;
  summary->Add({RowName(row),
                times[0] * each,
                "ns/evaluation",
                times[1] * each,
                {Goal::kValue, limit},
                row.reason});
}

/// The seconds of so many stages, or updates.
double SecondsOf(long stages, const std::function<void(long stage)>& evaluate) {
  return Seconds([&] {
    for (long stage = 0; stage < stages; ++stage) evaluate(stage);
  });
}

Times operator-(const Times& a, const Times& b) {
  return {std::max(a.median - b.median, 0.), std::max(a.minimum - b.minimum, 0.)};
}

void CheckStages(const BlockRow& row, Stages* stages, HandCopies* hand, Summary* summary) {
  for (long stage = 0; stage < kStagesChecked; ++stage) {
    stages->EvaluateByEngine(stage);
    stages->EvaluateByHand(stage, hand);
    summary->CheckEqual(RowName(row), stages->results(), hand->last_results(), kTolerance);
  }
}

double MeasureStages(const BlockRow& row, const BlockDescriptor& block, Summary* summary) {
  Stages stages(row, block);
  stages.EvaluateByEngine(0);
  HandCopies hand(row.hand, stages.states(), stages.results().size());
  CheckStages(row, &stages, &hand, summary);
  Run readers(BuildText(ReadersText(stages.last_copy())), {});
  const auto read = [&](long stage) {
    readers.context().data().write_time(static_cast<double>(stage));
    readers.context().data().EvaluateDerivativesAtStage();
  };
  auto times = Alternate(
      kRepetitions,
      {[&] { return SecondsOf(kStages, [&](long stage) { stages.EvaluateByEngine(stage); }); },
       [&] { return SecondsOf(kStages, [&](long stage) { stages.EvaluateByHand(stage, &hand); }); },
       [&] { return SecondsOf(kStages, read); }});
  if (row.work == Work::kOutput) times[0] = times[0] - times[2];
  AddRow(row, times, kStages, summary);
  return times[0].median;
}

/// Updates by hand from the start on.
double SecondsOfUpdates(const BlockRow& row, HandCopies* hand) {
  std::vector<double> first;
  for (const auto& port : row.inputs) first.insert(first.end(), port.begin(), port.end());
  std::vector<double> inputs(first.size());
  return SecondsOf(kUpdates, [&](long n) {
    const auto number = static_cast<double>(n);
    for (size_t i = 0; i < first.size(); ++i) inputs[i] = first[i] + kIncrement * number;
    hand->Evaluate(number, inputs.data());
  });
}

double MeasureUpdates(const BlockRow& row, const BlockDescriptor& block, Summary* summary) {
  Run run(BuildText(CopiesText(row, block)), {});
  const std::string last = Numbered("copy", kCopies - 1);
  run.Restart();
  const HandCopies start(row.hand, StatesOf(run.context_of(last)), 0);
  HandCopies hand = start;
  const auto by_hand = [&] {
    hand = start;
    return SecondsOfUpdates(row, &hand);
  };
  const auto times = Alternate(kRepetitions, {[&] { return run.SecondsTo(kUpdates); }, by_hand});
  summary->CheckEqual(RowName(row), StatesOf(run.context_of(last)), hand.last_states(), kTolerance);
  AddRow(row, times, kUpdates, summary);
  return times[0].median;
}

BlockRows AllRows() {
  BlockRows rows;
  AddFunctionRows(&rows);
  AddContinuousRows(&rows);
  AddDiscreteRows(&rows);
  return rows;
}

bool ComputesSomething(const BlockDescriptor& block) {
  return block.role == BlockRole::kSystem && !block.is_sink;
}

/// Notes block types without a row or a reason for that, with both, and rows of no block type.
double CheckRows(const BlockRows& rows, Summary* summary) {
  std::map<std::string, int> mentions;
  for (const BlockRow& row : rows) ++mentions[row.type];
  for (const UnmeasuredBlock& block : UnmeasuredBlocks()) ++mentions[block.type];
  for (const BlockDescriptor& block : BuiltInBlocks().all()) {
    if (!ComputesSomething(block)) continue;
    const int times = std::exchange(mentions[block.type], 1);
    if (times == 0) summary->Fail(block.type, "has no row in the table of blocks, and no reason");
    if (times > 1) summary->Fail(block.type, "has more than one row in the table of blocks");
    mentions.erase(block.type);
  }
  for (const auto& [type, times] : mentions) {
    summary->Fail(type, "has a row in the table of blocks, but is no block type that computes");
  }
  return 0;
}

}  // namespace

void AddBlockModels(Models* models) {
  static const BlockRows rows = AllRows();
  models->push_back({"blocks", [](Summary* summary) { return CheckRows(rows, summary); }});
  for (const BlockDescriptor& block : BuiltInBlocks().all()) {
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const BlockRow& of_one) {
      return of_one.type == block.type;
    });
    if (row == rows.end()) continue;
    models->push_back({"blocks/" + block.type, [row, &block](Summary* summary) {
                         return row->work == Work::kUpdate ? MeasureUpdates(*row, block, summary)
                                                           : MeasureStages(*row, block, summary);
                       }});
  }
}

}  // namespace loopwright::benchmarks
