#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/describing_function.h"
#include "engine/analysis/hybrid_margins.h"
#include "engine/analysis/linearisation.h"
#include "engine/document/analysis_setting.h"
#include "engine/linear/eigenvalues.h"
#include "engine/linear/loop_margins.h"
#include "engine/linear/step_response.h"

namespace loopwright {

/// All that pictures of one response of a diagram show: its frequency response, poles and zeros,
/// and the answer to a step.
struct ResponsePicture {
  double period_sec = 0;            ///< of sampling; 0: continuous, poles are in s
  std::vector<double> frequencies;  ///< rad/s, ascending
  ComplexList response;             ///< at these
  std::vector<double> phase;        ///< degrees, without jumps of whole turns
  /// Of a response through sampled parts, and of L of a loop through such: what a continuous sine
  /// becomes at its own frequency, where `response` is of an input that is held over the common
  /// period. Empty for a model so large that this would take long, and of a loop without locus.
  ComplexList lens;
  std::vector<double> lens_phase;  ///< degrees
  /// With the lens: what comes out beside that at ω + 2πn/T, by n = ±1, ±2.
  std::map<int, ComplexList> lens_aliases;
  /// With the lens: what of it is a hold of the common period T alone, (1 − e^(−jωT))/(jωT).
  ComplexList hold;
  std::vector<double> hold_phase;  ///< degrees
  /// With the lens: above half the sampling frequency up to three times that, in the two bands that
  /// sampling folds down, what a continuous sine there becomes at the frequency below, 2π/T less,
  /// for which it is taken.
  std::vector<double> folded_frequencies;  ///< rad/s, ascending
  ComplexList folded;
  std::vector<PoleInfo> poles;  ///< of a loop, those of the closed loop
  ComplexList zeros;
  std::vector<double> step_times;   ///< seconds after the step, to where it has settled
  std::vector<double> step_values;  ///< at these; two at one time where it jumps
  /// Nothing where it does not come to rest, see without_step.
  std::optional<StepCharacteristics> step;
  std::string without_step;           ///< why there is no answer to a step
  bool has_approximate_step = false;  ///< a Padé approximation stands for dead time
  /// Of a loop: how far it is from the boundary of stability; the second where it has continuous
  /// and sampled parts in such a way that no function of frequency alone describes it.
  std::optional<LoopMargins> margins;
  std::optional<HybridMargins> hybrid_margins;
  std::optional<double> inserted_delay_margin;  ///< seconds, of a sampled loop
  /// Of a loop: where the poles of the closed loop are with another factor in the wire, for factors
  /// around 1; none for a model so large that this would take long.
  std::vector<ComplexList> locus;
  std::vector<double> locus_factors;  ///< of each of these, ascending
  /// The order of what stands for dead time of a sampled diagram, where that is no finite state; 0:
  /// all is exact.
  int pade = 0;
  int pole_pade = 0;  ///< the same of poles, zeros and locus alone, which are finite in number
  /// Of a loop: −1/N(A) of the blocks that it goes through, see AddDescribingFunctions().
  std::vector<DescribingCurve> describing;
};

/// The order of the Padé approximations in a picture.
inline constexpr int kPicturePade = 4;

/// From one signal, to which the input is added, to another, linearised at `point` (whose own ports
/// count for nothing). UsageError for signals that are not there or have several elements, else as
/// FindOperatingPoint(), Linearise() and RequirePassage().
ResponsePicture PictureResponse(const Document& document, const BlockRegistry& registry,
                                const std::string& input, const std::string& output,
                                const PointOptions& point = {});

/// Whether the picture of a loop has its locus, which takes longer than all the rest.
enum class LocusUse { kWith, kWithout };

/// The loop through one signal: L where the wire is cut, and of the closed loop the poles and the
/// complementary sensitivity's answer to a step. Errors as CutLoop().
ResponsePicture PictureLoop(const Document& document, const BlockRegistry& registry,
                            const std::string& at, const PointOptions& point = {},
                            LocusUse locus = LocusUse::kWith);

/// The loop that CutLoop() gives as one linear model, −L, of which PictureLoop() shows the
/// response. Between continuous and sampled parts that is the map over the common period.
LinearModel LoopModelOf(const HybridModel& cut);

/// The same as L in poles and zeros; dead time inside the loop is approximated.
ZeroPoleGain LoopFunctionOf(const HybridModel& cut);

/// The poles of the closed loop with a factor in the wire at which `cut` is cut. NoResultError
/// where that is an algebraic loop without solution.
ComplexList PolesOfClosedLoop(const HybridModel& cut, double factor);

/// Where an analysis that a document keeps takes the diagram, and between which points. At a time
/// of a run the side before the updates is meant unless the analysis names the other one.
/// UsageError for one along a periodic orbit, which is no point.
PointOptions PointOf(const AnalysisSetting& analysis);

/// What such an analysis shows: its loop, or else the response from its input to its output, which
/// without a name is the only top-level Inport, or Outport. UsageError where there are several.
ResponsePicture PictureAnalysis(const Document& document, const BlockRegistry& registry,
                                const AnalysisSetting& analysis);

}  // namespace loopwright
