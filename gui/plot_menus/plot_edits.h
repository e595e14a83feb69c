#pragma once

#include <QString>
#include <functional>

namespace loopwright {

class DiagramDocument;
class PlotPanel;
class PlotView;
struct PlotCurve;
struct PlotSetting;

/// Changes what a document says of a plot, as one undo step called `name`. A plot that the document
/// does not list yet (that of a Scope, or of all that was recorded) is entered in `plots` for it,
/// with all others that are shown, so that they stay what they are.
void changePlot(DiagramDocument* document, const PlotPanel& panel, const PlotView& view,
                const QString& name, const std::function<void(PlotSetting*)>& change);

/// Changes what is said of a curve of a plot; what says nothing any more is taken out.
void changeCurve(PlotSetting* plot, const QString& path,
                 const std::function<void(PlotCurve*)>& change);

/// Sets the label of an axis ("" takes it out), its scale, or its range (no limits: automatic).
void setAxisLabel(PlotSetting* plot, const QString& axis, const QString& label);
void setLogarithmic(PlotSetting* plot, const QString& axis, bool isLogarithmic);
void setRange(PlotSetting* plot, const QString& axis, std::optional<double> lower,
              std::optional<double> upper);

}  // namespace loopwright
