#pragma once

#include "gui/plots/qcustomplot_header.h"

#include <memory>
#include <optional>

#include "gui/curves/curve_geometry.h"
#include "gui/plots/curve_look.h"

namespace loopwright {

/// A curve of a plot: a column of a recording, drawn from the recording itself (nothing is copied),
/// reduced at every replot to what can be seen. Held segments or a line, open and filled circles at
/// updates, thin dashed lines between. For the sources of gui/plots only: includes QCustomPlot.
class SignalCurve : public QCPAbstractPlottable {
  Q_OBJECT

 public:
  /// On two axes of one plot, which owns it from then on, in a layer of it. What it is called and
  /// its unit are as the setting has them.
  SignalCurve(QCPAxis* timeAxis, QCPAxis* valueAxis, const CurveSetting& setting,
              const QString& layer, CircleMode circles);

  void setLook(const CurveLook& look) { look_ = look; }
  QColor colour() const { return look_.colour; }
  CurveLine line() const { return look_.line; }

  /// The unit of its values, which stands behind them; empty where none is known.
  const QString& unit() const { return unit_; }

  /// The colour inside of open circles.
  void setBackground(const QColor& colour) { background_ = colour; }

  /// What is asked of it, over all times; where the recording does not have the signal, with the
  /// column -1, nothing is drawn.
  void setSource(std::shared_ptr<const Recording> recording, const CurveRequest& source);

  /// Takes the rows recorded by now into account. Returns whether there are more than before.
  bool takeNewRows();

  /// Whether the signal keeps its values between updates, and how many rows are shown.
  bool held() const { return source_.held; }
  int64_t rows() const { return source_.rows; }
  /// What was drawn last, in seconds and values.
  const CurveGeometry& geometry() const { return geometry_; }
  /// All updates of the recording, whether drawn or not.
  std::vector<UpdatePoint> updates() const;
  std::optional<UpdatePoint> valueAtTime(double time) const;
  /// The value at the last instant that was recorded.
  std::optional<UpdatePoint> lastValue() const;
  /// What is to be asked of the curve between two times.
  CurveRequest request(double lower, double upper) const;

  /// The update instant nearest to `time`, if one is within `tolerance` seconds.
  std::optional<UpdatePoint> updateNear(double time, double tolerance) const;

  /// Whether anything of the curve, as last drawn, lies in `area` (pixels).
  bool passesThrough(const QRectF& area) const;

  /// Never selected: PlotGestures decides what a click means.
  double selectTest(const QPointF& position, bool onlySelectable, QVariant* details) const override;
  /// What fitting the axes asks for: times, and values within times.
  QCPRange getKeyRange(bool& found, QCP::SignDomain domain) const override;
  QCPRange getValueRange(bool& found, QCP::SignDomain domain, const QCPRange& keys) const override;

  /// A short piece of the curve, for legends; pale where the curve is hidden.
  void drawSample(QCPPainter* painter, const QRectF& area) const;

 protected:
  /// What QCustomPlot asks of a plottable; circles may lie over the edge of the axes.
  QRect clipRect() const override;
  void draw(QCPPainter* painter) override;
  void drawLegendIcon(QCPPainter* painter, const QRectF& area) const override;

 private:
  /// The pen of the curve's line; held ones are a little wider.
  QPen linePen() const;
  /// Draw what draw() has prepared.
  void drawLines(QCPPainter* painter) const;
  void drawCircles(QCPPainter* painter) const;

  /// Where the values are, and what is asked of them; so many rows are shown as that says.
  std::shared_ptr<const Recording> recording_;
  CurveRequest source_;
  CurveLook look_;
  QString unit_;
  CircleMode circles_;  // whether they are drawn at updates
  QColor background_ = Qt::white;
  CurveGeometry geometry_;
  std::vector<QPolygonF> drawn_;  // the lines in pixels
};

/// The parts of a connected line inside of `area`. For formats that do not clip.
std::vector<QPolygonF> clipLine(const QPolygonF& line, const QRectF& area);

}  // namespace loopwright
