#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "gui/curves/curve_geometry.h"
#include "gui/plots/plot_view.h"

namespace loopwright {

class PlotLegend;
class RunOverlays;
class SignalCurve;
class ValueAxes;

/// The visible part of a curve of another run.
struct OverlayPart {
  int curve;      ///< of the present run that it goes with
  QString run;    ///< name, with what it has otherwise than the diagram
  QColor colour;  ///< and how its line is drawn
  CurveLine line;
  CurveRequest request;  ///< what is to be asked of it
};

/// What a plot over time has drawn, for who reads it: curves and their values, the curves of other
/// runs behind them, the legend, and where all that is in pixels. PlotWidget says what is drawn.
///
/// Curves are numbered in the order of the content; a number outside is a std::out_of_range.
class PlotCurves : public PlotView {
 public:
  ~PlotCurves() override;

  int curveCount() const { return static_cast<int>(curves_.size()); }
  /// A curve that is not shown has a pale entry in the legend.
  bool isCurveShown(int curve) const;
  /// How a curve looks: held between samples or joined by lines, and in which colour and dashes.
  bool isHeld(int curve) const;
  QColor curveColour(int curve) const;
  CurveLine curveLine(int curve) const;
  /// What is to be asked of a curve to measure the visible part of it.
  CurveRequest visiblePart(int curve) const;

  /// The rows of the recording that the last drawing took into account.
  int64_t rowsShown() const;
  /// The update instants of a curve with the values of ○ and ●, of all that is shown.
  std::vector<UpdatePoint> updates(int curve) const;
  /// What of a curve was drawn last.
  const CurveGeometry& geometry(int curve) const;
  /// Value of a curve at a time, both where it is an update instant.
  std::optional<UpdatePoint> valueAtTime(int curve, double time) const;
  /// The update instant of any visible curve that is so near to a time that it is meant.
  std::optional<double> updateNear(double time) const;
  /// The visible update instant next to a time, before (-1) or after (1) it.
  std::optional<double> updateBeside(double time, int direction) const;

  /// How many curves of other runs there are; of one of them what is to be known to measure it, and
  /// what was drawn.
  int overlayCount() const;
  OverlayPart overlayPart(int overlay) const;
  const CurveGeometry& overlayGeometry(int overlay) const;

  /// The visible part of time, seconds.
  double lowerTime() const;
  double upperTime() const;
  /// Where the axes are, in pixels, and where a value of a curve is.
  QRect plotArea() const;
  QPointF place(int curve, double time, double value) const;
  double timeToPixel(double time) const;
  double pixelToTime(double x) const;
  /// On the first value axis.
  double pixelToValue(double y) const;
  /// The visible curve that passes within some pixels of a place, or -1.
  int curveAt(const QPoint& position) const;

  /// Where the legend was drawn last, in pixels, and the entry of a curve in it.
  QRectF legendArea() const;
  QRectF legendEntry(int curve) const;
  int legendEntryAt(const QPointF& position) const;
  QStringList legendNames() const;
  /// The value that a curve's entry in the legend shows.
  std::optional<UpdatePoint> legendValue(int curve) const;

 protected:
  /// An empty plot, without a legend.
  explicit PlotCurves(QWidget* parent);

  std::unique_ptr<ValueAxes> axes_;
  PlotLegend* legend_ = nullptr;
  std::vector<SignalCurve*> curves_;
  std::unique_ptr<RunOverlays> overlays_;
};

}  // namespace loopwright
