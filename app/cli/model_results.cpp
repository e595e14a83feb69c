// What a linear model is: its matrices, poles, zeros, transfer function, norms and responses.

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/cli/analysis_command.h"
#include "blocklib/registry.h"
#include "engine/analysis/equilibrium_start.h"
#include "engine/analysis/hybrid_response.h"
#include "engine/analysis/trim.h"
#include "engine/build/overrides.h"
#include "engine/common/exceptions.h"
#include "engine/control/norms.h"
#include "engine/control/reduction.h"
#include "engine/linear/eigenvalues.h"
#include "engine/linear/frequency_response.h"
#include "engine/linear/model_file.h"
#include "engine/linear/model_text.h"
#include "engine/linear/step_response.h"
#include "engine/linear/zeros.h"
#include "engine/orbits/periodic_orbit.h"
#include "engine/sparse/nearest_poles.h"

namespace loopwright {
namespace {

// Poles and zeros of a model with dead time are those of its approximation.
LinearModel Rational(const AnalysisArguments& arguments, const Subject& subject,
                     ResultTree* result) {
  const LinearModel& model = subject.model;
  const int order = model.has_delays() ? PadeOrder(arguments) : subject.pade;
  if (order > 0) result->Add("pade", order);
  return model.has_delays() ? ReplaceDelays(model, order) : model;
}

// A branch with one value for each name.
ResultTree Values(const std::vector<NamedValue>& values) {
  ResultTree tree;
  for (const NamedValue& value : values) tree.Add(value.name, value.value);
  return tree;
}

// Where a diagram was linearised: the time, and every state element by element.
ResultTree PointOf(const Linearisation& diagram) {
  const DiagramIndex<double>& index = diagram.point.built->index();
  ResultTree states;
  for (const QuantityKind kind : {QuantityKind::kContinuousState, QuantityKind::kDiscreteState}) {
    for (const Quantity& quantity : index.quantities(kind)) {
      for (int k = 0; k < quantity.size; ++k) {
        states.Add(StateName(index, quantity, k), index.Read(*diagram.point.context, quantity, k));
      }
    }
  }
  return BranchOf({{"time", diagram.point.context->get_time()}, {"states", states}});
}

// The matrices with poles and zeros; of a diagram also at which point, what was left out, and which
// blocks let nothing through.
ResultTree Linearize(const AnalysisArguments& arguments) {
  const Subject subject = ReadSubject(arguments);
  ResultTree result;
  AddModel(subject.model, &result);
  const LinearModel rational = Rational(arguments, subject, &result);
  result.Add("poles", EigenvaluesOf(rational.A));
  result.Add("zeros", ZerosOf(rational).zeros);
  if (subject.diagram) {
    result.Add("operating_point", PointOf(*subject.diagram));
    result.Add("left_out", subject.diagram->left_out);
    ResultTree blocked = ResultTree::List();
    for (const BlockedPath& path : subject.diagram->blocked) {
      blocked.Append(
          BranchOf({{"input", path.input}, {"output", path.output}, {"block", path.block}}));
    }
    result.Add("blocked", blocked);
  }
  return result;
}

// The periodic orbit near the diagram's starting point.
PeriodicOrbit FindOrbit(const AnalysisArguments& arguments) {
  OrbitFinder finder(
      FindOperatingPoint(ReadDiagram(arguments), BuiltInBlocks(), ReadPoint(arguments)));
  return finder.Find(GivenPeriod(arguments));
}

// What `trim --periodic` answers: period, a point of the orbit, its multipliers, and between which
// values each signal moves.
ResultTree Orbit(const AnalysisArguments& arguments) {
  const PeriodicOrbit orbit = FindOrbit(arguments);
  ResultTree result;
  result.Add("period", orbit.period_sec);
  result.Add("states", Values(orbit.states));
  result.Add("multipliers", orbit.multipliers);
  ResultTree extremes;
  for (const SignalRange& range : orbit.extremes) {
    extremes.Add(range.signal, std::vector<double>{range.least, range.greatest});
  }
  result.Add("extremes", extremes);
  result.Add("residual", orbit.residual);
  return result;
}

/// What --near and --count ask for: the points nearest to one.
struct NearestQuestion {
  Complex near;
  int count = 0;
};

// The question of --near and --count; nothing where neither is given.
std::optional<NearestQuestion> AskedNearest(const AnalysisArguments& arguments) {
  if (!arguments.has("--near") && !arguments.has("--count")) return {};
  const ComplexList near = ParseComplexNumbers(arguments.text("--near", "0"), "--near");
  if (near.size() != 1) throw UsageError("--near: one point is needed, such as -1 or \"-1+2i\"");
  return NearestQuestion{near[0], arguments.count("--count", 6, std::numeric_limits<int>::max())};
}

// The --count points nearest to --near, in their order; all of them without these options.
ComplexList Nearest(const AnalysisArguments& arguments, ComplexList points) {
  const std::optional<NearestQuestion> asked = AskedNearest(arguments);
  if (!asked) return points;
  const size_t kept = std::min(points.size(), static_cast<size_t>(asked->count));
  std::stable_sort(points.begin(), points.end(), [&](Complex a, Complex b) {
    return std::abs(a - asked->near) < std::abs(b - asked->near);
  });
  points.resize(kept);
  SortEigenvalues(&points);
  return points;
}

ResultTree ModeOf(const PoleInfo& info) {
  return BranchOf({{"pole", info.pole},
                   {"damping", info.damping},
                   {"frequency", info.frequency},
                   {"stable", info.is_stable},
                   {"states", info.states}});
}

// Of a large model, whose poles are never all there.
ResultTree PolesOfLarge(const SparseModel& model, const NearestQuestion& asked) {
  ComplexList poles;
  ResultTree modes = ResultTree::List();
  for (const PoleInfo& info : NearestPoles(model, asked.near, asked.count)) {
    poles.push_back(info.pole);
    modes.Append(ModeOf(info));
  }
  return BranchOf({{"Ts", model.period_sec}, {"poles", poles}, {"modes", modes}});
}

// Poles, and each of them once more as a mode with damping, frequency and the states that take
// part. Of a periodic orbit its multipliers take their place.
ResultTree Poles(const AnalysisArguments& arguments) {
  if (arguments.has("--periodic")) {
    const PeriodicOrbit orbit = FindOrbit(arguments);
    return BranchOf({{"Ts", orbit.period_sec}, {"poles", orbit.multipliers}});
  }
  const std::optional<NearestQuestion> asked = AskedNearest(arguments);
  const AnySubject any =
      asked ? ReadAnySubject(arguments, false) : AnySubject{{}, ReadSubject(arguments)};
  if (any.large) return PolesOfLarge(*any.large, *asked);
  const Subject& subject = any.subject;
  ResultTree result;
  result.Add("Ts", subject.model.period_sec);
  const LinearModel rational = Rational(arguments, subject, &result);
  ComplexList poles = Nearest(arguments, EigenvaluesOf(rational.A));
  result.Add("poles", poles);
  ResultTree modes = ResultTree::List();
  for (const PoleInfo& info : PolesOf(rational)) {
    const auto kept = std::find(poles.begin(), poles.end(), info.pole);
    if (kept == poles.end()) continue;
    poles.erase(kept);
    modes.Append(ModeOf(info));
  }
  result.Add("modes", modes);
  return result;
}

// Zeros, and the normal rank: how many outputs can be led independently.
ResultTree Zeros(const AnalysisArguments& arguments) {
  const Subject subject = ReadSubject(arguments);
  ResultTree result;
  result.Add("Ts", subject.model.period_sec);
  const SystemZeros zeros = ZerosOf(Rational(arguments, subject, &result));
  result.Add("zeros", Nearest(arguments, zeros.zeros));
  result.Add("normal_rank", zeros.normal_rank);
  return result;
}

// Numerator and denominator, the dead time where there is one, and the gain at rest.
void AddTransferFunction(const ZeroPoleGain& zpk, ResultTree* result) {
  const TransferFunction function = ToTransferFunction(zpk);
  result->Add("numerator", ResultTree::Row(function.numerator));
  result->Add("denominator", ResultTree::Row(function.denominator));
  if (zpk.delay_sec > 0) result->Add("delay", zpk.delay_sec);
  result->Add("dc_gain", DcGain(zpk));
}

// With several inputs or outputs there is a branch for each pair, called "input -> output".
ResultTree Transfer(const AnalysisArguments& arguments) {
  ResultTree result;
  const LinearModel model = WithPade(arguments, ReadSubject(arguments), &result);
  result.Add("Ts", model.period_sec);
  if (model.num_inputs() == 1 && model.num_outputs() == 1) {
    AddTransferFunction(ToZeroPoleGain(model, 0, 0), &result);
    return result;
  }
  for (int i = 0; i < model.num_outputs(); ++i) {
    for (int j = 0; j < model.num_inputs(); ++j) {
      ResultTree entry;
      AddTransferFunction(ToZeroPoleGain(model, j, i), &entry);
      result.Add(model.inputs[j] + " -> " + model.outputs[i], entry);
    }
  }
  return result;
}

// The infinity norm comes with the frequency at which the gain is that large.
ResultTree Norm(const AnalysisArguments& arguments) {
  const std::string kind = arguments.required_text("--kind");
  ResultTree result;
  const LinearModel model = WithPade(arguments, ReadSubject(arguments), &result);
  if (kind == "2") {
    result.Add("norm", H2Norm(model));
  } else if (kind == "inf") {
    const PeakGain peak = HInfinityNorm(model);
    result.Add("norm", peak.norm);
    result.Add("frequency", peak.frequency);
  } else {
    throw UsageError("--kind: there is no norm \"" + kind + "\"; there are 2 and inf");
  }
  return result;
}

// The characteristics of a step response. That of a diagram with sampled parts is computed for both
// kinds of parts together, so that it is right between the samples too.
ResultTree Step(const AnalysisArguments& arguments) {
  const Subject subject = ReadSubject(arguments);
  RequireSinglePorts(subject.model, "stepinfo");
  ResultTree result;
  StepResponse response;
  if (subject.diagram) {
    const int order = PadeOrder(arguments);
    DiagramStep step = StepOfDiagram(subject.diagram->model, order);
    if (step.is_approximate) result.Add("pade", order);
    response = std::move(step.response);
  } else {
    response = StepResponseOf(WithPade(arguments, subject.model, &result), 0, 0);
  }
  const StepCharacteristics info = CharacteriseStep(response);
  result.Add("RiseTime", info.rise_time);
  result.Add("SettlingTime", info.settling_time);
  result.Add("SettlingMin", info.settling_min);
  result.Add("SettlingMax", info.settling_max);
  result.Add("Overshoot", info.overshoot);
  result.Add("Undershoot", info.undershoot);
  result.Add("Peak", info.peak);
  result.Add("PeakTime", info.peak_time);
  result.Add("SteadyStateValue", info.steady_state);
  return result;
}

// `minimal` leaves out what is not controllable or not observable; `balanced` keeps as many states
// as are asked for and says how wrong the result can be.
ResultTree Reduce(const AnalysisArguments& arguments) {
  const std::string method = arguments.required_text("--method");
  ResultTree result;
  const LinearModel model = WithPade(arguments, ReadSubject(arguments), &result);
  if (method == "minimal") {
    const ModelStructure structure = StructureOf(model);
    result.Add("controllable", structure.controllable);
    result.Add("observable", structure.observable);
    result.Add("order", structure.minimal.num_states());
    AddModel(structure.minimal, &result);
  } else if (method == "balanced") {
    const int order = arguments.has("--order")
                          ? arguments.count("--order", 1, std::max(1, model.num_states()))
                          : -1;
    const BalancedModel balanced = BalanceAndReduce(model, order);
    result.Add("hankel_singular_values", ResultTree::Row(balanced.hankel_singular_values));
    result.Add("order", balanced.reduced.num_states());
    result.Add("error_bound", balanced.error_bound);
    AddModel(balanced.reduced, &result);
  } else {
    throw UsageError("--method: there is no method \"" + method +
                     "\"; there are minimal and balanced");
  }
  return result;
}

// An equilibrium, or with --periodic an orbit. The search starts at the point that the other
// options say, which itself is not trimmed first.
ResultTree Trim(const AnalysisArguments& arguments) {
  if (arguments.has("--periodic")) {
    if (arguments.has("--write")) {
      throw UsageError(
          "--write is for an equilibrium; a run that begins on an orbit needs its time");
    }
    return Orbit(arguments);
  }
  const PointOptions options = ReadPoint(arguments);
  PointOptions start = options;
  start.trim = false;
  Document document = ReadDiagram(arguments);
  OperatingPoint point = FindOperatingPoint(document, BuiltInBlocks(), start);
  const Equilibrium equilibrium = FindEquilibrium(
      {options.frees, options.targets, options.allow_paths}, BuiltInBlocks(), &point);
  ResultTree result;
  result.Add("states", Values(equilibrium.states));
  result.Add("inputs", Values(equilibrium.inputs));
  if (!equilibrium.delayed.empty()) result.Add("delayed", Values(equilibrium.delayed));
  result.Add("residual", equilibrium.residual);
  result.Add("at_bounds", equilibrium.at_bounds);
  result.Add("stands_still", equilibrium.stands_still);
  if (arguments.has("--write")) {
    ApplyOverrides(options.overrides, BuiltInBlocks(), &document);
    const EquilibriumStart written =
        StartAt(point, equilibrium, document, BuiltInBlocks(), options.allow_paths);
    WriteDiagram(arguments, written.document);
    result.Add("not_written", written.not_written);
  }
  return result;
}

}  // namespace

// Nothing where the command is none of these.
std::optional<ResultTree> ModelResult(const AnalysisArguments& arguments) {
  const std::string& command = arguments.command;
  if (command == "linearize") return Linearize(arguments);
  if (command == "trim") return Trim(arguments);
  if (command == "poles") return Poles(arguments);
  if (command == "zeros") return Zeros(arguments);
  if (command == "tf") return Transfer(arguments);
  if (command == "norm") return Norm(arguments);
  if (command == "stepinfo") return Step(arguments);
  if (command == "reduce") return Reduce(arguments);
  return {};
}

}  // namespace loopwright
