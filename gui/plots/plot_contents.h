#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gui/plots/plot_view.h"

namespace loopwright {

class BlockRegistry;
class Document;
class Recording;
class SignalUnits;
struct PlotSetting;

/// Says which colour the sample time of a signal has (see Theme::sampleTimeColour), by path.
using RateOf = std::function<int(const std::string& path)>;

/// What the plots of a run show: one plot for each entry of the document's `plots`; then, where no
/// entry names signals of its own, one for each Scope, and one for each XYScope, Histogram and
/// Spectrum, in the order of the file, without those that an entry is about;
/// without all those, one of all that was recorded, up to kMaxCurves. Signals that the document
/// lets runs record for their own sake, and that none of these shows, have one plot together, the
/// last. A signal of several elements is a curve each. Signals that were not recorded are left out,
/// and plots without a signal too. With `rateOf` curves have the colours of their wires. Units
/// choose axes, see addUnits().
std::vector<PlotContent> plotContents(const Document& document, const BlockRegistry& registry,
                                      const Recording& recording, const RateOf& rateOf = {});

/// Takes over what an entry of a document's `plots` says of how its plot looks: title, axes and
/// their ranges, colours, lines, circles. The curves are there already.
void applyPlotSetting(const PlotSetting& setting, PlotContent* content);

/// Gives curves the units of their signals. Those over time for which no
/// axis was chosen come to stand by unit: of the first unit at the left, of further ones at the
/// right.
void addUnits(const SignalUnits& units, std::vector<PlotContent>* contents);

/// Gives histograms and spectra that nobody has given a period one that divides the run into a
/// thousand.
void choosePeriods(double start, double stop, std::vector<PlotContent>* contents);

/// Sets CurveSetting::theory of the curves of spectra, as far as it is known of a run from `start`
/// to `stop`, seconds.
void findTheories(double start, double stop, const DensityFinder& find, PlotContent* content);

/// Curves in a plot that nobody has chosen.
inline constexpr int kMaxCurves = 8;

/// The path of the recorded signal that drives an input, `SUB/BLOCK.PORT`: looked up through
/// subsystems, Inports and tags where the wire's own source is not recorded. Empty if there is
/// none.
std::string findRecordedSource(const Document& document, const BlockRegistry& registry,
                               const Recording& recording, const std::string& input);

}  // namespace loopwright
