// Frequency responses, margins and root loci.

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>

#include "app/cli/analysis_command.h"
#include "blocklib/registry.h"
#include "engine/analysis/describing_function.h"
#include "engine/analysis/hybrid_margins.h"
#include "engine/analysis/hybrid_response.h"
#include "engine/analysis/loop_cut.h"
#include "engine/analysis/signals.h"
#include "engine/common/exceptions.h"
#include "engine/linear/eigenvalues.h"
#include "engine/linear/frequency_response.h"
#include "engine/linear/loop_margins.h"
#include "engine/linear/phase.h"
#include "engine/linear/root_locus.h"
#include "engine/linear/zeros.h"
#include "engine/orbits/periodic_orbit.h"
#include "engine/sparse/nearest_poles.h"
#include "engine/sparse/sparse_response.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

constexpr int kMostPoints = 1000000;

// The frequencies to answer at, rad/s: those that are given, else evenly spaced ones on a
// logarithmic axis, in the range that is given or where the model does something, which is asked
// for only then.
std::vector<double> FrequenciesFor(const AnalysisArguments& arguments,
                                   const std::function<FrequencyRange()>& find_range) {
  if (arguments.has("--frequencies")) {
    std::vector<double> given = arguments.numbers("--frequencies");
    if (given.empty() || *std::min_element(given.begin(), given.end()) < 0) {
      throw UsageError("--frequencies: numbers from 0 up are needed, rad/s, such as [0.1, 1, 10]");
    }
    return given;
  }
  FrequencyRange range;
  if (!arguments.has("--from") || !arguments.has("--to")) range = find_range();
  const double from = arguments.number("--from", range.from);
  const double to = arguments.number("--to", range.to);
  if (!(from > 0) || !(to > from)) {
    throw UsageError("--from and --to: frequencies above 0 are needed, the second the higher one");
  }
  return LogarithmicFrequencies(from, to, arguments.count("--points", 200, kMostPoints));
}

std::vector<double> FrequenciesFor(const AnalysisArguments& arguments, const Subject& subject) {
  return FrequenciesFor(arguments, [&] {
    return InterestingRange(subject.diagram ? ToLinearModel(ConnectedPart(subject.diagram->model),
                                                            PadeOrder(arguments), false)
                                            : subject.model);
  });
}

// The gain is absolute and not in decibels, the phase in degrees.
void AddGainAndPhase(const std::vector<double>& frequencies, const ComplexList& response,
                     const std::vector<double>& phase, ResultTree* result) {
  std::vector<double> gain;
  for (const Complex value : response) gain.push_back(std::abs(value));
  result->Add("frequency", frequencies);
  result->Add("response", response);
  result->Add("gain", gain);
  result->Add("phase", phase);
}

// The response of a diagram with sampled parts, in which a sine comes out as a sum of sines: beside
// the one of its own frequency those that are up to `aliases` sampling frequencies away.
ResultTree Lensed(const AnalysisArguments& arguments, const Subject& subject, int aliases) {
  if (!subject.diagram || !subject.diagram->model.is_sampled()) {
    throw UsageError("--alias is for a diagram with sampled parts");
  }
  const auto frequencies = FrequenciesFor(arguments, subject);
  ResultTree result;
  std::optional<HybridModel> model = WithDelayStates(subject.diagram->model);
  if (!model) {
    const int pade = PadeOrder(arguments);
    result.Add("pade", pade);
    model = ReplaceDelays(subject.diagram->model, pade);
  }
  const LensResponse lens = LensResponseOf(*model, frequencies, aliases);
  AddGainAndPhase(frequencies, lens.response, UnwrappedPhase(lens.response), &result);
  ResultTree others;
  for (const auto& [n, response] : lens.aliases) others.Add(std::to_string(n), response);
  result.Add("period", subject.diagram->model.period_sec);
  result.Add("aliases", others);
  return result;
}

// The same of a large model, whose poles and zeros are not there to tell the phase: it is followed
// from frequency to frequency.
ResultTree BodeOfLarge(const AnalysisArguments& arguments, const SparseModel& model) {
  RequireSinglePorts(model, "bode");
  const std::vector<double> frequencies = FrequenciesFor(arguments, [&] {
    return InterestingRange(model.num_delays() > 0 ? model : ConnectedPart(model));
  });
  const SparseBode bode = BodeOf(model, frequencies);
  ResultTree result;
  AddGainAndPhase(frequencies, bode.response, bode.phase.degrees, &result);
  if (!bode.phase.is_certain) result.Add("phase_certain", false);
  return result;
}

// Gain and phase of one input to one output, over frequency.
ResultTree Bode(const AnalysisArguments& arguments) {
  const AnySubject any = arguments.has("--alias") ? AnySubject{{}, ReadSubject(arguments)}
                                                  : ReadAnySubject(arguments, true);
  if (any.large) return BodeOfLarge(arguments, *any.large);
  const Subject& subject = any.subject;
  const LinearModel& model = subject.model;
  RequireSinglePorts(model, "bode");
  if (arguments.has("--alias")) {
    return Lensed(arguments, subject, arguments.count("--alias", 1, 1000));
  }
  const std::vector<double> frequencies = FrequenciesFor(arguments, subject);
  const FrequencyResponse evaluate(model);
  ComplexList response;
  for (const double w : frequencies) response.push_back(evaluate.At(w)(0, 0));
  ResultTree result;
  if (subject.pade > 0) result.Add("pade", subject.pade);
  AddGainAndPhase(frequencies, response, PhaseOf(model, frequencies, response), &result);
  return result;
}

// First the margins themselves, then every crossover with its own, as a loop may have several.
void AddLoopMargins(const LoopMargins& margins, ResultTree* result) {
  result->Add("stable", margins.stable);
  result->Add("gain_margin", margins.gain_margin);
  result->Add("gain_reduction", margins.gain_reduction);
  result->Add("phase_margin", margins.phase_margin);
  result->Add("delay_margin", margins.delay_margin);
  result->Add("modulus_margin", margins.modulus_margin);
  result->Add("Ms", margins.Ms);
  result->Add("Ms_frequency", margins.Ms_frequency);
  result->Add("Mt", margins.Mt);
  ResultTree gains = ResultTree::List(), phases = ResultTree::List();
  for (const GainCrossover& crossover : margins.gain_crossovers) {
    gains.Append(BranchOf({{"frequency", crossover.frequency},
                           {"phase_margin", crossover.phase_margin},
                           {"delay_margin", crossover.delay_margin}}));
  }
  for (const PhaseCrossover& crossover : margins.phase_crossovers) {
    phases.Append(
        BranchOf({{"frequency", crossover.frequency}, {"gain_margin", crossover.gain_margin}}));
  }
  result->Add("gain_crossovers", gains);
  result->Add("phase_crossovers", phases);
}

// Each with the frequency at which the loop then swings, where it has one. What happens in a period
// as fast as its multiples looks the same from one to the next: up to them it is known.
void AddHybridMargins(const HybridMargins& margins, double period_sec, ResultTree* result) {
  const auto add_frequency = [result](const char* name, const std::optional<double>& frequency) {
    if (frequency) result->Add(name, *frequency);
  };
  result->Add("stable", margins.stable);
  result->Add("gain_margin", margins.gain_margin);
  add_frequency("gain_margin_frequency", margins.gain_margin_frequency);
  result->Add("gain_reduction", margins.gain_reduction);
  add_frequency("gain_reduction_frequency", margins.gain_reduction_frequency);
  result->Add("phase_margin", margins.phase_margin);
  add_frequency("phase_margin_frequency", margins.phase_margin_frequency);
  result->Add("frequency_multiples", 2 * std::numbers::pi / period_sec);
}

// The response −L of a diagram: with the wire at --loop cut, else from the inputs to the outputs,
// which is L.
HybridModel NegativeLoop(const AnalysisArguments& arguments, ResultTree* result) {
  if (arguments.has("--loop")) {
    return CutLoop(ReadDiagram(arguments), BuiltInBlocks(), ReadPointOfLoop(arguments),
                   arguments.text("--loop"));
  }
  const Subject subject = ReadSubject(arguments);
  RequireSinglePorts(subject.model, arguments.command);
  HybridModel model = subject.diagram->model;
  result->Add("L", model.inputs[0] + " -> " + model.outputs[0]);
  model.C.row(0) *= -1;
  model.D.row(0) *= -1;
  return model;
}

// −L as L = k Π(s − z)/Π(s − p). A dead time in a loop of its own has no such form: it is
// approximated, and `result` says so.
ZeroPoleGain RationalLoop(const AnalysisArguments& arguments, const LinearModel& negative,
                          ResultTree* result) {
  try {
    return LoopFunction(WithPade(arguments, negative, result));
  } catch (const UsageError&) {
    result->Add("pade", PadeOrder(arguments));
    return LoopFunction(ReplaceDelays(negative, PadeOrder(arguments)));
  }
}

// What the describing function of a block predicts: the loop is cut at its output, up to the
// signal that it reads.
ResultTree Describing(const AnalysisArguments& arguments) {
  const std::string block = arguments.text("--describing");
  const Document document = ReadDiagram(arguments);
  PointOptions options = ReadPointOfLoop(arguments);
  OperatingPoint point = FindOperatingPoint(document, BuiltInBlocks(), options);
  options.inputs = {block + ".y"};
  options.open.push_back(block + ".y");
  options.outputs = {SourceOf(point.built->index(), block, 0)};
  const Linearisation diagram = Linearise(std::move(point), options);
  ResultTree result;
  const ZeroPoleGain loop = LoopFunction(LinearOf(arguments, diagram.model, false, &result));
  ResultTree cycles = ResultTree::List();
  for (const PredictedCycle& cycle :
       PredictCycles(document, BuiltInBlocks(), diagram.point.built->index(), block, loop)) {
    cycles.Append(BranchOf({{"frequency", cycle.frequency}, {"amplitude", cycle.amplitude}}));
  }
  result.Add("limit_cycles", cycles);
  return result;
}

// A linear model is the loop function itself; of a diagram it is found by cutting the loop. A loop
// with continuous and sampled parts has no loop function of frequency alone, so that its margins
// come from the closed loop.
ResultTree Margins(const AnalysisArguments& arguments) {
  if (arguments.has("--describing")) return Describing(arguments);
  ResultTree result;
  if (!IsOfDiagram(arguments)) {
    const LinearModel model = WithPade(arguments, ReadSubject(arguments), &result);
    AddLoopMargins(MarginsOf(SingleLoop(model, "margins")), &result);
    return result;
  }
  const HybridModel model = NegativeLoop(arguments, &result);
  const HybridModel connected = ConnectedPart(model);
  const std::optional<LinearModel> linear =
      model.is_sampled() ? SampledLoopOf(connected) : ToLinearModel(connected);
  if (linear) {
    AddLoopMargins(MarginsOf(RationalLoop(arguments, *linear, &result)), &result);
  } else {
    const int pade = SampledPade(arguments, model);
    if (pade > 0) result.Add("pade", pade);
    AddHybridMargins(HybridMarginsOf(pade > 0 ? ReplaceDelays(model, pade) : model),
                     model.period_sec, &result);
  }
  if (model.is_sampled()) {
    if (const auto delay = InsertedDelayMargin(model)) {
      result.Add("inserted_delay_margin", *delay);
    }
  }
  return result;
}

// A real point as a plain number.
ResultTree PointValue(Complex point) {
  return point.imag() == 0 ? ResultTree(point.real()) : ResultTree(point);
}

// The poles of the closed loop for gains of the loop: at which gains it becomes stable or unstable,
// where branches meet, and the poles at the gains that are given or worth showing. Of dead time the
// first is exact; the rest is of its approximation.
ResultTree GainLocus(const AnalysisArguments& arguments, const LinearModel& negative,
                     ResultTree result) {
  const ZeroPoleGain exact = RationalLoop(arguments, negative, &result);
  ZeroPoleGain loop = exact;
  if (exact.delay_sec > 0) {
    result.Add("pade", PadeOrder(arguments));
    loop = LoopFunction(ReplaceDelays(negative, PadeOrder(arguments)));
  }
  RootLocus locus = RootLocusOf(loop);
  if (exact.delay_sec > 0) locus.critical = CriticalGainsOf(exact);
  ResultTree critical = ResultTree::List(), breakaway = ResultTree::List();
  for (const CriticalGain& gain : locus.critical) {
    critical.Append(BranchOf({{"value", gain.value}, {"frequency", gain.frequency}}));
  }
  for (const Breakaway& meeting : locus.breakaway) {
    breakaway.Append(BranchOf({{"value", meeting.value}, {"point", PointValue(meeting.point)}}));
  }
  const std::vector<double> values =
      arguments.has("--values") ? arguments.numbers("--values") : GainsToShow(locus, 50);
  std::vector<ComplexList> poles;
  for (const double value : values) poles.push_back(ClosedLoopPoles(loop, value));
  result.Add("critical", critical);
  result.Add("breakaway", breakaway);
  result.Add("values", values);
  result.Add("poles", poles);
  return result;
}

// The same of a loop with continuous and sampled parts, which no function of frequency alone
// describes: multipliers over the common period, with each gain in the wire.
ResultTree HybridLocus(const AnalysisArguments& arguments, HybridModel negative,
                       ResultTree result) {
  constexpr double kLeast = 1e-3, kMost = 1e3;
  constexpr int kLookedAt = 300, kShown = 50;
  if (!HasFiniteDelays(negative)) {
    result.Add("pade", PadeOrder(arguments));
    negative = ReplaceDelays(negative, PadeOrder(arguments));
  }
  const auto poles_at = [&](double gain) {
    return EigenvaluesOf(MapPeriod(ConnectPorts(negative, 0, 0, gain)).A);
  };
  ResultTree critical = ResultTree::List();
  const std::vector<double> looked_at = LogarithmicFrequencies(kLeast, kMost, kLookedAt);
  for (const StabilityChange& change : FindStabilityChanges(poles_at, looked_at, true)) {
    const double frequency = std::abs(std::arg(change.pole)) / negative.period_sec;
    critical.Append(BranchOf({{"value", change.value}, {"frequency", frequency}}));
  }
  const std::vector<double> values = arguments.has("--values")
                                         ? arguments.numbers("--values")
                                         : LogarithmicFrequencies(0.01, 100, kShown);
  std::vector<ComplexList> poles;
  for (const double value : values) poles.push_back(poles_at(value));
  result.Add("critical", critical);
  result.Add("values", values);
  result.Add("poles", poles);
  return result;
}

// What moves with a parameter: the multipliers of an orbit, or the poles of the linear model.
struct MovingPoles {
  ComplexList poles;
  double period_sec = 0;  ///< of the orbit, or of sampling; 0: poles in s
  int pade = 0;           ///< the order of what stands for dead time; 0: there is none
};

// Of the diagram built anew with this value of the parameter.
MovingPoles PolesAt(const AnalysisArguments& arguments, const Document& document, double value) {
  PointOptions changed = ReadPoint(arguments);
  changed.overrides.emplace_back(arguments.text("--parameter"), FormatNumber(value));
  OperatingPoint point = FindOperatingPoint(document, BuiltInBlocks(), changed);
  if (arguments.has("--periodic")) {
    const PeriodicOrbit orbit = OrbitFinder(std::move(point)).Find(GivenPeriod(arguments));
    return {orbit.multipliers, orbit.period_sec};
  }
  const int order = PadeOrder(arguments);
  const Linearisation diagram = Linearise(std::move(point), changed);
  const LinearModel model = ToLinearModel(diagram.model, order, false);
  return {EigenvaluesOf(ReplaceDelays(model, order).A), diagram.model.period_sec,
          model.has_delays() ? order : SampledPade(arguments, diagram.model)};
}

// An orbit whose period is not given may begin anywhere along itself: one multiplier is 1, which
// says nothing of stability, and is left out.
void DropMotionAlongOrbit(ComplexList* multipliers) {
  const auto nearest =
      std::min_element(multipliers->begin(), multipliers->end(),
                       [](Complex a, Complex b) { return std::abs(a - 1.0) < std::abs(b - 1.0); });
  if (nearest != multipliers->end()) multipliers->erase(nearest);
}

// At which values of the parameter poles cross the boundary of stability.
ResultTree CriticalValues(const AnalysisArguments& arguments, const Document& document,
                          const std::vector<double>& values) {
  const bool is_free = arguments.text("--periodic") == "auto";
  const bool is_sampled = PolesAt(arguments, document, values.front()).period_sec > 0;
  const auto poles_at = [&](double value) {
    ComplexList poles = PolesAt(arguments, document, value).poles;
    if (is_free) DropMotionAlongOrbit(&poles);
    return poles;
  };
  ResultTree critical = ResultTree::List();
  for (const StabilityChange& change : FindStabilityChanges(poles_at, values, is_sampled)) {
    const double period = PolesAt(arguments, document, change.value).period_sec;
    const double frequency =
        is_sampled ? std::abs(std::arg(change.pole)) / period : std::abs(change.pole.imag());
    critical.Append(BranchOf({{"value", change.value}, {"frequency", frequency}}));
  }
  return critical;
}

// The locus over values of a parameter: for each value the diagram is built with it, and the poles
// are taken.
ResultTree ParameterLocus(const AnalysisArguments& arguments) {
  const std::string name = arguments.text("--parameter");
  const Document document = ReadDiagram(arguments);
  std::vector<double> values;
  ResultTree critical = ResultTree::List();
  if (arguments.has("--from") || arguments.has("--to") || !arguments.has("--values")) {
    const double from = arguments.required_number("--from");
    const double to = arguments.required_number("--to");
    if (!(to > from)) throw UsageError("--from and --to: the second must be the greater one");
    const int points = arguments.has("--periodic") ? 12 : 100;  // an orbit takes many runs
    for (int i = 0; i <= points; ++i) values.push_back(from + (to - from) * i / points);
    critical = CriticalValues(arguments, document, values);
  }
  if (arguments.has("--values")) values = arguments.numbers("--values");
  std::vector<ComplexList> poles;
  ResultTree result;
  result.Add("parameter", name);
  for (const double value : values) {
    const MovingPoles moving = PolesAt(arguments, document, value);
    poles.push_back(moving.poles);
    if (moving.pade > 0) result.Add("pade", moving.pade);
  }
  result.Add("critical", critical);
  result.Add("values", values);
  result.Add("poles", poles);
  return result;
}

// Over a parameter of a diagram, over the gain of a model, or over the gain of a diagram's loop.
ResultTree Locus(const AnalysisArguments& arguments) {
  if (arguments.has("--parameter")) return ParameterLocus(arguments);
  for (const char* option : {"--from", "--to"}) {
    if (arguments.has(option)) {
      throw UsageError(std::string(option) + " is for --parameter; gains are given by --values");
    }
  }
  ResultTree result;
  if (IsOfDiagram(arguments)) {
    const HybridModel model = NegativeLoop(arguments, &result);
    if (!model.is_sampled()) return GainLocus(arguments, ToLinearModel(model), result);
    const std::optional<LinearModel> sampled = SampledLoopOf(model);
    return sampled ? GainLocus(arguments, *sampled, result) : HybridLocus(arguments, model, result);
  }
  LinearModel model = ReadSubject(arguments).model;
  RequireSinglePorts(model, "rlocus");
  model.C.row(0) *= -1;
  model.D.row(0) *= -1;
  return GainLocus(arguments, model, result);
}

}  // namespace

// Nothing where the command is none of these: the caller then asks the next group.
std::optional<ResultTree> LoopResult(const AnalysisArguments& arguments) {
  if (arguments.command == "bode") return Bode(arguments);
  if (arguments.command == "margins") return Margins(arguments);
  if (arguments.command == "rlocus") return Locus(arguments);
  return {};
}

}  // namespace loopwright
