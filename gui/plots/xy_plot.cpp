#include "gui/plots/xy_plot.h"

#include "engine/recording/recording.h"
#include "gui/curves/plot_cursors.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kMarkerSize = 8;
constexpr int kLongCurve = 1000;  // points

// Tracers stand at places of the plot's axes, and move with them when it is zoomed.
QCPItemTracer* makeTracer(QCustomPlot* plot, const QString& name) {
  auto* const tracer = new QCPItemTracer(plot);
  tracer->setObjectName(name);
  tracer->setStyle(QCPItemTracer::tsCircle);
  tracer->setSize(kMarkerSize);
  tracer->setSelectable(false);
  return tracer;
}

}  // namespace

void XYCurve::draw(QCPPainter* painter) {
  const QPen usual = mPen;
  const bool isLong = data()->size() > kLongCurve;
  // A pen of width 0 is one pixel wide on every screen.
  if (isLong && !painter->modes().testFlag(QCPPainter::pmVectorized)) mPen.setWidth(0);
  QCPCurve::draw(painter);
  mPen = usual;
}

// All marks are made at once and shown when there are cursors.
XYMarkers::XYMarkers(QCustomPlot* plot) {
  constexpr std::array<const char*, 2> kLetters = {"A", "B"};
  for (size_t i = 0; i < markers_.size(); ++i) {
    const QString letter = QLatin1String(kLetters[i]);
    Marker& marker = markers_[i];
    marker.before = makeTracer(plot, QStringLiteral("before") + letter);
    marker.after = makeTracer(plot, QStringLiteral("after") + letter);
    marker.letter = new QCPItemText(plot);
    marker.letter->setText(letter);
    marker.letter->setSelectable(false);
    marker.letter->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
    marker.letter->setPadding(QMargins(5, 2, 2, 4));
    place(marker, std::nullopt, std::nullopt);
  }
}

// Both signals at the cursor's time are a point of the curve.
void XYMarkers::show(const PlotCursors* cursors, const CurveRequest& x, const CurveRequest& y) {
  const bool areThere = cursors != nullptr && cursors->areShown() && x.recording != nullptr &&
                        x.column >= 0 && y.column >= 0 && x.rows > 0;
  for (const PlotCursors::Which which : {PlotCursors::kA, PlotCursors::kB}) {
    std::optional<UpdatePoint> pointX;
    std::optional<UpdatePoint> pointY;
    if (areThere) {
      pointX = valueAt(x, cursors->time(which));
      pointY = valueAt(y, cursors->time(which));
    }
    place(markers_[which], pointX, pointY);
  }
}

// A cursor marks the point (x, y) of its time. At an update there are two, an open circle before
// and a filled one after it; elsewhere only the filled one is shown. Where one of the signals has
// no value at that time, nothing is.
void XYMarkers::place(const Marker& marker, const std::optional<UpdatePoint>& x,
                      const std::optional<UpdatePoint>& y) {
  const bool isThere = x && y;
  const bool jumps = isThere && (x->before != x->after || y->before != y->after);
  marker.before->setVisible(jumps);
  marker.after->setVisible(isThere);
  marker.letter->setVisible(isThere);
  if (!isThere) return;
  const Theme& theme = Theme::current();
  for (QCPItemTracer* tracer : {marker.before, marker.after}) {
    tracer->setPen(QPen(theme.accent, 1.5));
    tracer->setBrush(tracer == marker.before ? theme.canvas : theme.accent);
  }
  marker.letter->setFont(captionFont());
  marker.letter->setColor(theme.accent);
  marker.before->position->setCoords(x->before, y->before);
  marker.after->position->setCoords(x->after, y->after);
  marker.letter->position->setCoords(x->after, y->after);
}

}  // namespace loopwright
