// PID controllers for a model, or for a block of a diagram.
#include "app/cli/analysis_command.h"
#include "blocklib/design/block_design.h"
#include "blocklib/design/diagram_design.h"
#include "blocklib/registry.h"
#include "engine/common/exceptions.h"
#include "engine/control/pid_tuning.h"
#include "engine/linear/loop_margins.h"
#include "engine/tuning/controlled_part.h"

namespace loopwright {
namespace {

// What the controller sees: from its output to what comes into it, negative.
struct Process {
  LinearModel model;
  ZeroPoleGain zpk;
  ResultTree said;  ///< of an approximation in it
};

// Of a diagram, the loop without the block: cut at its output, up to the signal that it reads.
Process ProcessOf(const AnalysisArguments& arguments) {
  Process process;
  if (!arguments.has("--block")) {
    if (arguments.has("--loop")) {
      throw UsageError("--loop needs --block, the controller of that loop that gets the gains");
    }
    const Subject subject = ReadSubject(arguments);
    if (subject.pade > 0) process.said.Add("pade", subject.pade);
    process.model = subject.model;
    process.zpk = SingleLoop(process.model, "pid");
    return process;
  }
  const ControlledPart part = LineariseWithoutBlock(arguments);
  process.model = ProcessSeenByPid(part, arguments.text("--block"),
                                   LinearOf(arguments, part.model, true, &process.said));
  process.zpk = SingleLoop(process.model, "pid");
  if (process.zpk.gain == 0) {
    throw UsageError("--block: nothing comes back from the output of \"" +
                     arguments.text("--block") + "\" to its input: it is in no loop");
  }
  return process;
}

// The simple process in whose place the tuning rule has put the real one, so that a person can see
// how far it was simplified.
void AddSimple(const SimpleProcess& simple, ResultTree* result) {
  ResultTree model;
  model.Add("gain", simple.gain);
  model.Add("time_constant", simple.time_constant);
  if (simple.second_time_constant > 0) {
    model.Add("second_time_constant", simple.second_time_constant);
  }
  model.Add("delay", simple.delay_sec);
  result->Add("model", model);
}

// What the oscillation with a relay in the place of the controller has shown.
void AddRelay(const RelayExperiment& experiment, ResultTree* result) {
  result->Add("period", experiment.period);
  result->Add("amplitude", experiment.amplitude);
  result->Add("Ku", experiment.ultimate_gain);
  result->Add("Tu", experiment.period);
}

// How the gains are to be found.
PidChoice ChoiceOf(const AnalysisArguments& arguments) {
  PidChoice choice;
  choice.method = arguments.required_text("--method");
  choice.type = PidTypeOf(arguments.text("--type", "pi"));
  choice.tau_c = arguments.number("--tau-c");
  if (choice.method == "margins") choice.crossover = arguments.required_number("--crossover");
  choice.phase_margin = arguments.number("--phase-margin", choice.phase_margin);
  choice.Ms = arguments.number("--Ms", choice.Ms);
  choice.relay = arguments.number("--relay", choice.relay);
  choice.hysteresis = arguments.number("--hysteresis", choice.hysteresis);
  choice.rule = arguments.text("--rule", choice.rule);
  return choice;
}

// --apply: the gains become parameters of the block, in the diagram with the values of --set.
void Apply(const AnalysisArguments& arguments, const PidGains& gains) {
  if (!arguments.has("--block")) {
    throw UsageError("--apply needs --block, the controller that gets the gains");
  }
  WriteDiagramWith(arguments, [&](Transaction* transaction) {
    PutGains(gains, arguments.text("--block"), BuiltInBlocks(), transaction);
  });
}

}  // namespace

// Each method finds the gains in its own way; whether the loop with them is stable is computed for
// all in the same way, from the process itself and not from what it was simplified to.
ResultTree PidResult(const AnalysisArguments& arguments) {
  const PidChoice choice = ChoiceOf(arguments);
  const Process process = ProcessOf(arguments);
  ResultTree result = process.said;
  const PidDesign design = DesignPid(process.model, process.zpk, choice);
  if (design.simple) AddSimple(*design.simple, &result);
  if (design.sensitivity) {
    result.Add("Ms", choice.Ms);
    result.Add("Ms_frequency", design.sensitivity->frequency);
  }
  if (design.relay) AddRelay(*design.relay, &result);
  const PidGains& gains = design.gains;
  result.Add("kp", gains.kp);
  result.Add("ki", gains.ki);
  result.Add("kd", gains.kd);
  const ZeroPoleGain loop = InSeries(process.zpk, PidController(gains, process.zpk.period_sec));
  if (loop.poles.size() >= loop.zeros.size()) result.Add("stable", MarginsOf(loop).stable);
  if (arguments.has("--apply")) Apply(arguments, gains);
  return result;
}

}  // namespace loopwright
