#pragma once

#include "gui/plots/qcustomplot_header.h"

#include <vector>

#include "gui/plots/plot_view.h"

namespace loopwright {

class SignalCurve;

/// The value axes of a plot: "y" at the left, and at the right "y2", "y3", ... as far as curves
/// name them, each with its label, its scale and its range. For the sources of gui/plots only:
/// includes QCustomPlot.
class ValueAxes {
 public:
  /// With the first axis alone, which every plot has.
  explicit ValueAxes(QCustomPlot* plot);

  /// Makes the axes that the curves of a plot name.
  void setContent(const PlotContent& content);
  /// The colours of the theme.
  void applyColours();
  /// Where there are several axes, one whose curves have one colour has that colour: it tells whose
  /// numbers are whose.
  void followColours(const std::vector<SignalCurve*>& curves);

  /// The axis of this name; "" or one that no curve names: the first.
  QCPAxis* find(const QString& name) const;
  /// The name of one of them, "y" for every other axis.
  QString nameOf(const QCPAxis* axis) const;
  /// The axis whose numbers or line are at a place, in pixels; null where there is none.
  QCPAxis* at(const QPointF& position) const;

  /// Shows all values of the visible curves, or the ranges that were chosen. `chosen` false leaves
  /// those aside.
  void fit(const std::vector<SignalCurve*>& curves, bool chosen = true);

  /// Shows on each axis what lies between two heights, pixels.
  void zoomInto(double top, double bottom);
  /// Zooms about a height, pixels.
  void scale(double factor, double height);
  /// Moves each axis by pixels from where it was when rememberRanges() was called.
  void rememberRanges();
  void pan(double pixels);

  /// The ranges of all axes in their order, to be set again.
  std::vector<QCPRange> ranges() const;
  void setRanges(const std::vector<QCPRange>& ranges);

 private:
  struct NamedAxis {
    QString name;
    QCPAxis* axis;
    QCPRange remembered = {};
  };

  void clear();
  void add(const QString& name);

  QCustomPlot* plot_;
  PlotContent content_;
  std::vector<NamedAxis> axes_;
};

}  // namespace loopwright
