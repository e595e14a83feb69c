#pragma once

#include "gui/plots/qcustomplot_header.h"

#include <vector>

namespace loopwright {

class SignalCurve;

/// The names of a plot's curves, in the first corner of the axis rectangle that no curve passes
/// through; where every corner is taken, in a row above it. Held curves carry ○ ● after the name.
/// For the sources of gui/plots only: includes QCustomPlot.
class PlotLegend : public QCPLayerable {
  Q_OBJECT

 public:
  explicit PlotLegend(QCPAxisRect* axisRect);

  void setCurves(std::vector<SignalCurve*> curves);

  /// Whether the legend needs the row above the axis rectangle, as found by the last drawing; the
  /// margins have to leave room for it then.
  bool isAbove() const { return above_; }

  /// Where it was drawn last, in pixels; empty where there is nothing to tell apart.
  QRectF area() const { return area_; }

  /// Height of the row above the axis rectangle.
  static constexpr int kRowHeight = 20;

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
  void draw(QCPPainter* painter) override;
  QRect clipRect() const override;

 private:
  void place();
  QSizeF boxSize() const;
  QRectF cornerArea(int corner, const QSizeF& size) const;
  bool isFree(const QRectF& area) const;
  void drawBox(QCPPainter* painter);
  void drawRow(QCPPainter* painter);
  double drawEntry(QCPPainter* painter, const SignalCurve& curve, const QPointF& left) const;

  QCPAxisRect* axisRect_;
  std::vector<SignalCurve*> curves_;
  int corner_ = 0;
  bool above_ = false;
  QRectF area_;
};

}  // namespace loopwright
