#include "engine/analysis/response_picture.h"

#include <algorithm>
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

// The response where it does something, and its phase. `sign` is −1 for a cut loop, whose response
// is −L.
void AddFrequencyResponse(LinearModel linear, double sign, ResponsePicture* picture) {
  const FrequencyRange range = InterestingRange(linear);
  picture->frequencies = LogarithmicFrequencies(range.from, range.to, kFrequencies);
  linear.C.topRows(1) *= sign;
  linear.D.topRows(1) *= sign;
  const FrequencyResponse evaluate(linear);
  for (const double w : picture->frequencies) picture->response.push_back(evaluate.At(w)(0, 0));
  picture->phase = PhaseOf(linear, picture->frequencies, picture->response);
}

void AddLens(const HybridModel& model, ResponsePicture* picture) {
  constexpr int kMostStates = 40, kFolded = 121, kAliases = 2;
  const std::optional<HybridModel> part = WithDelayStates(ConnectedPart(model));
  if (!part || !part->is_sampled() || part->num_states() > kMostStates) return;
  LensResponse lens = LensResponseOf(*part, picture->frequencies, kAliases);
  picture->lens = std::move(lens.response);
  picture->lens_aliases = std::move(lens.aliases);
  picture->lens_phase = UnwrappedPhase(picture->lens);
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

// A response is smooth within a piece, so a few points of each draw it; its ends are two of them,
// which keeps jumps between pieces upright.
void AddStep(const HybridModel& model, double sign, ResponsePicture* picture) {
  try {
    DiagramStep step = StepOfDiagram(model, kPade);
    picture->has_approximate_step = step.is_approximate;
    StepResponse& response = step.response;
    for (ResponsePiece& piece : response.pieces) {
      piece.value = [sign, value = std::move(piece.value)](double t) { return sign * value(t); };
      for (double& look : piece.looks) look *= sign;
    }
    response.initial_value *= sign;
    response.steady_value *= sign;
    picture->step = CharacteriseStep(response);
    const std::span<const ResponsePiece> shown = ShownOf(response, picture->step->settling_time);
    const int each = std::max(2, kStepPoints / std::max(1, static_cast<int>(shown.size())));
    if (!shown.empty() && shown.front().start_sec > 0) {  // it rests for a dead time
      picture->step_times = {0, shown.front().start_sec};
      picture->step_values = {response.initial_value, response.initial_value};
    }
    for (const ResponsePiece& piece : shown) {
      for (int i = 0; i < each; ++i) {
        const double part = static_cast<double>(i) / (each - 1);
        const double t = piece.start_sec + part * (piece.end_sec - piece.start_sec);
        picture->step_times.push_back(t);
        picture->step_values.push_back(piece.value(t));
      }
    }
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

// Dead time at an end of the loop is taken as it is; between two parts it has no transfer function
// of finite order, and an approximation takes its place.
LoopMargins MarginsOfLoop(const LinearModel& loop) {
  try {
    return MarginsOf(LoopFunction(loop));
  } catch (const UsageError&) {
    return MarginsOf(LoopFunction(ReplaceDelays(loop, kPade)));
  }
}

// From the input to the output of these options, or of the diagram.
HybridModel BetweenPorts(const Document& document, const BlockRegistry& registry,
                         const PointOptions& options) {
  Linearisation diagram = Linearise(FindOperatingPoint(document, registry, options), options);
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

HybridModel Between(const Document& document, const BlockRegistry& registry,
                    const std::string& input, const std::string& output, PointOptions options) {
  options.inputs = {input};
  options.outputs = {output};
  return BetweenPorts(document, registry, options);
}

ResponsePicture PictureOf(const HybridModel& model) {
  ResponsePicture picture;
  picture.period_sec = model.period_sec;
  picture.pade = PadeOf(model);
  AddFrequencyResponse(ToLinearModel(ConnectedPart(model), kPade, false), 1, &picture);
  AddLens(model, &picture);
  AddPolesAndZeros(ToLinearModel(model, kPade, false), &picture);
  AddStep(model, 1, &picture);
  return picture;
}

}  // namespace

ResponsePicture PictureResponse(const Document& document, const BlockRegistry& registry,
                                const std::string& input, const std::string& output,
                                const PointOptions& point) {
  return PictureOf(Between(document, registry, input, output, point));
}

// Two models: the loop cut, which is −L, and the closed one, whose response to what is added at the
// wire, read before that is added, is −T.
ResponsePicture PictureLoop(const Document& document, const BlockRegistry& registry,
                            const std::string& at, const PointOptions& point, LocusUse locus) {
  const HybridModel cut = CutLoop(document, registry, point, at);
  const std::optional<LinearModel> loop = OneLoopOf(cut);
  ResponsePicture picture;
  picture.period_sec = cut.period_sec;
  picture.pade = PadeOf(cut);
  AddFrequencyResponse(loop ? *loop : ToLinearModel(ConnectedPart(cut), kPade, false), -1,
                       &picture);
  if (loop) {
    picture.margins = MarginsOfLoop(*loop);
  } else {
    picture.hybrid_margins =
        HybridMarginsOf(HasFiniteDelays(cut) ? cut : ReplaceDelays(cut, kPade));
  }
  if (cut.is_sampled()) picture.inserted_delay_margin = InsertedDelayMargin(cut);
  if (locus == LocusUse::kWith) AddLocus(cut, &picture);
  const HybridModel closed = Between(document, registry, at, at, point);
  AddPolesAndZeros(ToLinearModel(closed, kPade, false), &picture);
  AddStep(closed, -1, &picture);
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
  return analysis.loop ? PictureLoop(document, registry, *analysis.loop, options)
                       : PictureOf(BetweenPorts(document, registry, options));
}

}  // namespace loopwright
