#pragma once

#include <QString>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace loopwright {

class DiagramDocument;
class PlotPanel;
class PlotView;
struct PlotCurve;
struct PlotPlace;
struct PlotSetting;

/// Changes what a document says of a plot, as one undo step called `name`. A plot that the document
/// does not list yet (that of a Scope, or of all that was recorded) is entered in `plots` for it,
/// with all others that are shown, so that they stay what they are.
void changePlot(DiagramDocument* document, const PlotPanel& panel, const PlotView& view,
                const QString& name, const std::function<void(PlotSetting*)>& change);

/// Adds a plot of another kind ("histogram", "spectrum") of one signal, as one undo step.
void addFigure(DiagramDocument* document, const PlotPanel& panel, const QString& name,
               const std::string& kind, const QString& title, const QString& path);

/// Adds a signal to a plot over time, or where `view` is null, or none over time, a plot of it
/// alone. The next run records it. Returns whether it was not there yet.
bool addSignal(DiagramDocument* document, const PlotPanel& panel, const PlotView* view,
               const QString& path);
/// Takes a curve out of a plot.
void removeCurve(DiagramDocument* document, const PlotPanel& panel, const PlotView& view,
                 const QString& path);

/// Puts the plots that are shown at these places, as one undo step.
void arrangePlots(DiagramDocument* document, const PlotPanel& panel,
                  const std::vector<PlotPlace>& places);

/// Changes what is said of a curve of a plot; what says nothing any more is taken out.
void changeCurve(PlotSetting* plot, const QString& path,
                 const std::function<void(PlotCurve*)>& change);

/// Sets the label of an axis ("" takes it out), its scale, or its range (no limits: automatic).
void setAxisLabel(PlotSetting* plot, const QString& axis, const QString& label);
void setLogarithmic(PlotSetting* plot, const QString& axis, bool isLogarithmic);
void setRange(PlotSetting* plot, const QString& axis, std::optional<double> lower,
              std::optional<double> upper);

}  // namespace loopwright
