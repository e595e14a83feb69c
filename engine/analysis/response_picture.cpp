#include "engine/analysis/response_picture.h"

#include <cmath>
#include <numbers>
#include <optional>
#include <span>
#include <utility>

#include "engine/analysis/hybrid_response.h"
#include "engine/analysis/loop_cut.h"
#include "engine/common/exceptions.h"
#include "engine/linear/frequency_response.h"
#include "engine/linear/phase.h"
#include "engine/linear/zeros.h"

namespace loopwright {
namespace {

constexpr int kPade = kPicturePade;
constexpr int kFrequencies = 400;
constexpr int kStepPoints = 600;        // more than a screen shows of one curve
constexpr double kShownOfSettling = 3;  // the step is drawn for so many settling times

// Where the picture of a loop ends that falls off behind `to`: where its gain is below a half, or
// after three decades. With a high gain the crossover lies far behind all poles.
double EndOfLoop(const FrequencyResponse& evaluate, double to) {
  constexpr double kSmall = 0.5, kMostDecades = 3;
  const double step = std::sqrt(10.0), last = to * std::pow(10, kMostDecades);
  double gain = std::abs(evaluate.At(to)(0, 0));
  while (gain > kSmall && to * step <= last * (1 + 1e-9)) {
    const double next = std::abs(evaluate.At(to * step)(0, 0));
    if (!(next < gain / 2)) break;
    gain = next;
    to *= step;
  }
  return to;
}

// The response where it does something, and its phase; `series` is the model as AsSeries() has it.
// Of samples it ends just below half their frequency, where many responses are 0: with −∞ dB there
// one would see nothing else.
void AddFrequencyResponse(const LinearModel& linear, const std::optional<ZeroPoleGain>& series,
                          bool is_loop, ResponsePicture* picture) {
  constexpr double kBelowHalf = 0.99;
  const bool has_poles = series && !linear.has_delays();
  const FrequencyRange range =
      has_poles ? InterestingRange(series->poles, linear.period_sec, {}) : InterestingRange(linear);
  const FrequencyResponse evaluate(linear);
  double to = range.to;
  if (linear.period_sec > 0) {
    to *= kBelowHalf;
  } else if (is_loop) {
    to = EndOfLoop(evaluate, to);
  }
  picture->frequencies = LogarithmicFrequencies(range.from, to, kFrequencies);
  for (const double w : picture->frequencies) picture->response.push_back(evaluate.At(w)(0, 0));
  picture->phase = PhaseOf(series, picture->frequencies, picture->response);
}

// The response of a sampled diagram to a continuous sine: out comes a sine of the same frequency
// with companions at ω + 2πn/T. Two of these to either side are kept. The fold is the companion n =
// −1 of sines above half the sampling frequency: what they look like below it. The hold alone,
// sin(ωT/2)/(ωT/2) late by T/2, is drawn for comparison. Beyond 40 states it would take longer than
// the rest of the picture together.
// Its phase is on the same turn as that of the response. `sign` is −1 for a loop that is cut, whose
// response is −L.
void AddLens(const HybridModel& model, double sign, ResponsePicture* picture) {
  constexpr int kMostStates = 40, kFolded = 121, kAliases = 2;
  const std::optional<HybridModel> part = WithDelayStates(ConnectedPart(model));
  if (!part || !part->is_sampled() || part->num_states() > kMostStates) return;
  LensResponse lens = LensResponseOf(*part, picture->frequencies, kAliases);
  picture->lens = std::move(lens.response);
  picture->lens_aliases = std::move(lens.aliases);
  for (Complex& value : picture->lens) value *= sign;
  picture->lens_phase = UnwrappedPhase(picture->lens);
  const double turns = std::round((picture->phase.front() - picture->lens_phase.front()) / 360);
  for (double& phase : picture->lens_phase) phase += 360 * turns;
  const double T = part->period_sec, half = std::numbers::pi / T;
  for (const double w : picture->frequencies) {
    const double angle = w * T / 2;
    picture->hold.push_back(std::polar(std::sin(angle) / angle, -angle));
    picture->hold_phase.push_back(-angle * 180 / std::numbers::pi);
  }
  for (int i = 0; i < kFolded; ++i) {
    picture->folded_frequencies.push_back(half * (1 + 2.0 * i / (kFolded - 1)));
  }
  picture->folded = LensResponseOf(*part, picture->folded_frequencies, 1).aliases.at(-1);
}

void AddPolesAndZeros(const LinearModel& model, ResponsePicture* picture) {
  if (model.has_delays()) picture->pole_pade = kPade;
  const LinearModel rational = ReplaceDelays(model, kPade);
  picture->poles = PolesOf(rational);
  picture->zeros = ZerosOf(rational).zeros;
}

// The pieces up to a few settling times: the rest of a response is a line at its end.
std::span<const ResponsePiece> ShownOf(const StepResponse& response, double settling_sec) {
  const std::span<const ResponsePiece> pieces(response.pieces);
  if (!(settling_sec > 0) || std::isinf(settling_sec)) return pieces;
  size_t count = 0;
  while (count < pieces.size() && pieces[count].start_sec <= kShownOfSettling * settling_sec) {
    ++count;
  }
  return pieces.first(count);
}

void AddStep(const HybridModel& model, ResponsePicture* picture) {
  try {
    const DiagramStep step = StepOfDiagram(model, kPade);
    const StepResponse& response = step.response;
    picture->has_approximate_step = step.is_approximate;
    picture->step = CharacteriseStep(response);
    const std::span<const ResponsePiece> shown = ShownOf(response, picture->step->settling_time);
    if (!shown.empty() && shown.front().start_sec > 0) {  // it rests for a dead time
      picture->step_times = {0, shown.front().start_sec};
      picture->step_values = {response.initial_value, response.initial_value};
    }
    const ResponseCurve curve = CurveOf(shown, kStepPoints);
    picture->step_times.insert(picture->step_times.end(), curve.times_sec.begin(),
                               curve.times_sec.end());
    picture->step_values.insert(picture->step_values.end(), curve.values.begin(),
                                curve.values.end());
  } catch (const NoResultError& error) {
    picture->without_step = error.what();
  } catch (const UsageError& error) {
    picture->without_step = error.what();
  }
}

// Dead times of a sampled model that are no finite state are approximated from the beginning.
int PadeOf(const HybridModel& model) {
  return model.is_sampled() && !HasFiniteDelays(model) ? kPade : 0;
}

// The cut loop with a finite number of poles.
HybridModel RationalOf(const HybridModel& cut) {
  return cut.is_sampled() && HasFiniteDelays(cut) ? cut : ReplaceDelays(cut, kPade);
}

ComplexList PolesWith(const HybridModel& rational, double factor) {
  const HybridModel closed = ConnectPorts(rational, 0, 0, factor);
  return EigenvaluesOf(closed.is_sampled() ? MapPeriod(closed).A : closed.A);
}

// The poles with factors from a hundredth to a hundred in the wire at which the loop is cut.
void AddLocus(const HybridModel& cut, ResponsePicture* picture) {
  constexpr int kMostStates = 60, kFactors = 201;
  const HybridModel rational = RationalOf(cut);
  if (rational.num_states() > kMostStates) return;
  for (const double factor : LogarithmicFrequencies(0.01, 100, kFactors)) {
    try {
      picture->locus.push_back(PolesWith(rational, factor));
      picture->locus_factors.push_back(factor);
    } catch (const NoResultError&) {
      continue;  // at this factor the loop is an algebraic one without solution
    }
  }
}

// −L where it is one linear model, of a frequency alone.
std::optional<LinearModel> OneLoopOf(const HybridModel& cut) {
  const HybridModel connected = ConnectedPart(cut);
  return cut.is_sampled() ? SampledLoopOf(connected) : ToLinearModel(connected);
}

// The loop function L from what comes back through a cut wire, which is −L; and T of a closed loop
// from its response, which is −T.
template <typename Model>
Model Negative(Model model) {
  model.C.topRows(1) *= -1;
  model.D.topRows(1) *= -1;
  return model;
}

// From the input to the output of these options, or of the diagram.
HybridModel BetweenPorts(OperatingPoint point, const PointOptions& options) {
  Linearisation diagram = Linearise(std::move(point), options);
  const HybridModel& model = diagram.model;
  if (model.num_inputs() != 1 || model.num_outputs() != 1) {
    const bool is_input = model.num_inputs() != 1;
    const std::vector<std::string>& names = is_input ? options.inputs : options.outputs;
    if (names.size() != 1) {
      const int count = is_input ? model.num_inputs() : model.num_outputs();
      throw UsageError("a picture is of the response from one input to one output, and there are " +
                       std::to_string(count) + (is_input ? " inputs" : " outputs") + "; name one");
    }
    throw UsageError("the signal \"" + names.front() + "\" has several elements; name one of " +
                     "them, such as " + names.front() + "[0]");
  }
  RequirePassage(diagram, options);
  return std::move(diagram.model);
}

HybridModel Between(OperatingPoint point, const std::string& input, const std::string& output,
                    PointOptions options) {
  options.inputs = {input};
  options.outputs = {output};
  return BetweenPorts(std::move(point), options);
}

ResponsePicture PictureOf(const HybridModel& model) {
  ResponsePicture picture;
  picture.period_sec = model.period_sec;
  picture.pade = PadeOf(model);
  const LinearModel connected = ToLinearModel(ConnectedPart(model), kPade, false);
  AddFrequencyResponse(connected, AsSeries(connected), false, &picture);
  AddLens(model, 1, &picture);
  AddPolesAndZeros(ToLinearModel(model, kPade, false), &picture);
  AddStep(model, &picture);
  return picture;
}

}  // namespace

ResponsePicture PictureResponse(const Document& document, const BlockRegistry& registry,
                                const std::string& input, const std::string& output,
                                const PointOptions& point) {
  return PictureOf(Between(FindOperatingPoint(document, registry, point), input, output, point));
}

// Two models: the loop cut, which is −L, and the closed one, whose response to what is added at the
// wire, read before that is added, is −T.
ResponsePicture PictureLoop(const Document& document, const BlockRegistry& registry,
                            const std::string& at, const PointOptions& point, LocusUse locus) {
  Linearisation diagram = CutDiagram(FindOperatingPoint(document, registry, point), point, at);
  const HybridModel& cut = diagram.model;
  const std::optional<LinearModel> loop = OneLoopOf(cut);
  ResponsePicture picture;
  picture.period_sec = cut.period_sec;
  picture.pade = PadeOf(cut);
  const LinearModel shown =
      Negative(loop ? *loop : ToLinearModel(ConnectedPart(cut), kPade, false));
  const std::optional<ZeroPoleGain> series = AsSeries(shown);
  AddFrequencyResponse(shown, series, true, &picture);
  if (loop) {
    // Dead time at an end of the loop is taken as it is; between two parts it has no transfer
    // function of finite order, and an approximation takes its place.
    picture.margins =
        MarginsOf(series ? *series : ToZeroPoleGain(ReplaceDelays(shown, kPade), 0, 0));
  } else {
    picture.hybrid_margins = HybridMarginsOf(RationalOf(cut));
  }
  if (cut.is_sampled()) picture.inserted_delay_margin = InsertedDelayMargin(cut);
  if (locus == LocusUse::kWith) {
    AddLocus(cut, &picture);
    AddLens(cut, -1, &picture);
  }
  const HybridModel closed = Between(std::move(diagram.point), at, at, point);
  AddPolesAndZeros(ToLinearModel(closed, kPade, false), &picture);
  AddStep(Negative(closed), &picture);
  return picture;
}

LinearModel LoopModelOf(const HybridModel& cut) {
  const std::optional<LinearModel> loop = OneLoopOf(cut);
  return loop ? *loop : ToLinearModel(ConnectedPart(cut), kPade, false);
}

ZeroPoleGain LoopFunctionOf(const HybridModel& cut) {
  const LinearModel loop = LoopModelOf(cut);
  try {
    return LoopFunction(loop);
  } catch (const UsageError&) {
    return LoopFunction(ReplaceDelays(loop, kPade));
  }
}

ComplexList PolesOfClosedLoop(const HybridModel& cut, double factor) {
  return PolesWith(RationalOf(cut), factor);
}

// At a time of a run the side is x⁻ unless the file says +; at the initial values, before anything
// has happened, it is +.
PointOptions PointOf(const AnalysisSetting& analysis) {
  PointOptions options;
  options.inputs = analysis.inputs;
  options.outputs = analysis.outputs;
  options.open = analysis.open;
  if (!analysis.at) return options;
  const AnalysisPlace& place = *analysis.at;
  if (place.periodic) {
    throw UsageError("a picture is of the diagram at a point, and this analysis is along a " +
                     std::string("periodic orbit; poles tells its multipliers"));
  }
  options.time_sec = place.time;
  options.is_before_updates = place.side.value_or(place.time ? "-" : "+") == "-";
  options.trim = place.trim.has_value();
  if (place.trim) {
    options.frees = place.trim->frees;
    options.targets = place.trim->targets;
  }
  return options;
}

ResponsePicture PictureAnalysis(const Document& document, const BlockRegistry& registry,
                                const AnalysisSetting& analysis) {
  const PointOptions options = PointOf(analysis);
  return analysis.loop
             ? PictureLoop(document, registry, *analysis.loop, options)
             : PictureOf(BetweenPorts(FindOperatingPoint(document, registry, options), options));
}

}  // namespace loopwright
