#pragma once

#include "gui/plots/qcustomplot_header.h"

#include <QStringList>
#include <optional>
#include <vector>

#include "gui/curves/curve_geometry.h"

namespace loopwright {

class SignalCurve;

/// The names of a plot's curves with their values at one time, in the first corner of the axis
/// rectangle that no curve passes through; where every corner is taken, in rows above it. A hidden
/// curve's entry is pale. The value of a curve is that at the time given, of an update instant both
/// (○ ●), or the last one. For the sources of gui/plots only: includes QCustomPlot.
class PlotLegend : public QCPLayerable {
  Q_OBJECT

 public:
  /// For the curves of one axis rectangle, which owns it through its plot.
  explicit PlotLegend(QCPAxisRect* axisRect);

  /// In the order of the entries; the curves outlive the legend or are replaced by another call.
  /// Below them each of the `runs` has an entry, the curve that stands for another run; `others`
  /// are all curves of other runs. An entry of a run has a value where that has one curve alone.
  void setCurves(const std::vector<SignalCurve*>& curves, const std::vector<SignalCurve*>& runs,
                 std::vector<SignalCurve*> others);

  /// The time of the values; none: the last that was recorded. Draws the legend alone.
  void setTime(std::optional<double> time);
  /// Whether there are values at all; pictures are made without.
  void setValuesShown(bool shown) { showsValues_ = shown; }
  /// The value that an entry shows.
  std::optional<UpdatePoint> valueOf(int curve) const;
  /// The names of all entries from the top.
  QStringList names() const;

  /// How many rows above the axis rectangle the legend needs, as found by the last drawing; the
  /// margins have to leave room for them then.
  int rowsAbove() const { return rowsAbove_; }

  /// Where it was drawn last, in pixels; empty where there is nothing to tell apart.
  QRectF area() const { return area_; }
  /// The curve whose entry is at a place, or -1, and where the entry of a curve is. Other runs are
  /// no curves of the plot.
  int curveAt(const QPointF& position) const;
  QRectF entryArea(int curve) const { return entries_.at(curve); }

  /// Height of a row above the axis rectangle.
  static constexpr int kRowHeight = 20;

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
  void draw(QCPPainter* painter) override;
  QRect clipRect() const override;

 private:
  struct Value {
    QString before, after;  // as texts; after only where both are shown
  };

  /// The stages of a drawing: what the values are, where the legend goes, and the drawing itself.
  void readValues();
  void place();
  void layRows();
  /// In pixels, of the name with its sample and circles, and of the value.
  double entryWidth(size_t curve) const;
  QSizeF boxSize() const;
  QRectF cornerArea(int corner, const QSizeF& size) const;
  /// Whether no curve passes through, nor close by.
  bool isFree(const QRectF& area) const;
  void drawEntry(QCPPainter* painter, size_t curve) const;
  void drawValue(QCPPainter* painter, size_t curve, double right) const;

  QCPAxisRect* axisRect_;
  std::vector<SignalCurve*> curves_;  // one for each entry
  size_t numOwn_ = 0;                 // of curves_, those of the plot itself
  std::vector<SignalCurve*> others_;
  std::optional<double> time_;
  bool showsValues_ = true;
  std::vector<Value> values_;
  double valueWidth_ = 0;  // of the widest one so far: the legend does not jump about
  int corner_ = 0;
  int rowsAbove_ = 0;
  QRectF area_;
  std::vector<QRectF> entries_;
};

}  // namespace loopwright
