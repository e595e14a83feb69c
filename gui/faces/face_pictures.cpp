#include <QHash>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "gui/faces/block_faces.h"
#include "gui/faces/face_curves.h"
#include "gui/faces/face_drawing.h"
#include "gui/faces/formula_text.h"

// The faces that are pictures: curves of the block's own values, machines, screens.

namespace loopwright {

namespace {

/// Points of a table where all of it are plain numbers, at least two of them.
std::vector<QPointF> pointsOf(const std::vector<double>& x, const std::vector<double>& y) {
  std::vector<QPointF> points;
  if (x.size() != y.size() || x.size() < 2 || !std::is_sorted(x.begin(), x.end())) return points;
  for (size_t i = 0; i < x.size(); ++i) points.emplace_back(x[i], y[i]);
  return points;
}

void drawTable(const FaceDrawing& to, const char* x, const char* steps) {
  const QString values = to.face.parameter("values");
  std::vector<double> heights = numberElements(values);
  if (heights.empty()) {
    for (const auto& row : numberRows(values)) heights.push_back(row.front());
  }
  const auto points = pointsOf(numberElements(to.face.parameter(x)), heights);
  if (points.empty()) return to.icon();
  to.function(points, to.face.parameter("interpolation") == QLatin1String(steps));
}

void drawSawtooth(const FaceDrawing& to) {
  const bool triangle = to.face.parameter("shape") == QStringLiteral("triangle");
  to.curve(triangle ? "M-16 8 L-8 -8 L0 8 L8 -8 L16 8" : "M-16 8 L-5 -8 V8 L6 -8 V8 L16 -6.5", "");
}

void drawFile(const FaceDrawing& to) {
  QString name = to.face.parameter("path");
  name = name.mid(name.lastIndexOf(u'/') + 1);
  if (name.isEmpty()) return to.icon();
  const double middle = to.box.center().y();
  const FaceDrawing upper{to.painter, QRectF(to.box.left(), to.box.top() + 1, to.box.width(), 24),
                          to.face, to.style};
  upper.icon();
  to.text({to.box.left() + 4, middle + 5, to.box.width() - 8, 12}, name, 9, to.style.muted);
}

void drawStems(const FaceDrawing& to) {
  const std::vector<double> values = numberElements(to.face.parameter("coefficients"));
  if (values.empty()) return to.icon();
  to.stems(values);
}

void drawClock(const FaceDrawing& to) {
  to.painter->save();
  to.centre(QSizeF(36, 22));
  QPainterPath clock;
  clock.addEllipse(QPointF(0, 0), 9.5, 9.5);
  clock.addPath(parseCurve("M0 -6 V0 L4.5 2.5"));
  to.stroke(clock, to.style.ink, 1.4);
  to.painter->restore();
}

void drawSpring(const FaceDrawing& to) {
  to.painter->save();
  to.centre(QSizeF(82, 30));
  to.stroke(parseCurve("M-38 -14 V14"), to.style.ink, 1.7);
  to.stroke(parseCurve("M-38 0 H-27 L-24 -6 L-18 6 L-12 -6 L-6 6 L0 -6 L3 0 H14"), to.style.ink,
            1.4);
  QColor mass = to.style.muted;
  mass.setAlphaF(0.2f);
  to.painter->setBrush(mass);
  to.painter->drawRoundedRect(QRectF(14, -9, 22, 18), 2, 2);
  to.painter->restore();
}

void drawBall(const FaceDrawing& to) {
  to.painter->save();
  to.centre(QSizeF(44, 26));
  to.stroke(parseCurve("M-20 11 H20"), to.style.muted, 1);
  to.stroke(parseCurve("M-18 -9 C-13 -8 -10 0 -9 11 C-7 -4 1 -4 3 11 C5 1 10 1 12 11"),
            to.style.ink, 1.2);
  to.painter->setBrush(to.style.accent);
  to.painter->setPen(Qt::NoPen);
  to.painter->drawEllipse(QPointF(-18, -8), 3.2, 3.2);
  to.painter->restore();
}

void drawScreen(const FaceDrawing& to, const char* curve) {
  to.painter->save();
  to.centre(QSizeF(48, 28));
  QColor screen = to.style.accent;
  screen.setAlphaF(0.07f);
  to.painter->setPen(QPen(to.style.muted, 1));
  to.painter->setBrush(screen);
  to.painter->drawRoundedRect(QRectF(-22, -13, 44, 26), 2, 2);
  to.stroke(parseCurve(curve), to.style.accent, 1.5);
  to.painter->restore();
}

void drawDisplay(const FaceDrawing& to) {
  drawScreen(to, "");
  to.text(to.face.value.isEmpty() ? QStringLiteral("0.00") : to.face.value, 12);
}

void drawHistogram(const FaceDrawing& to) {
  drawScreen(to,
             "M-16 9 V6 H-10 V9 M-10 9 V0 H-4 V9 M-4 9 V-8 H2 V9 M2 9 V-4 H8 V9 M8 9 V5 H14 V9");
}

void drawSpectrum(const FaceDrawing& to) {
  drawScreen(to, "M-18 7 L-11 5 L-8 -9 L-5 5 L2 7 L5 0 L8 7 L18 9");
}

void drawStop(const FaceDrawing& to) {
  to.painter->save();
  to.centre(QSizeF(40, 26));
  QColor fill = to.style.ink;
  fill.setAlphaF(0.06f);
  to.painter->setBrush(fill);
  to.painter->setPen(QPen(to.style.ink, 1.3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  to.painter->drawPath(parseCurve("M-5 -12 H5 L12 -5 V5 L5 12 H-5 L-12 5 V-5 Z"));
  to.painter->setBrush(to.style.ink);
  to.painter->setPen(Qt::NoPen);
  to.painter->drawRect(QRectF(-4, -4, 8, 8));
  to.painter->restore();
}

void drawSubsystem(const FaceDrawing& to) {
  constexpr double kLeastRoom = 30;
  if (to.box.width() < kLeastRoom) return;  // The names of its ports say enough.
  to.painter->save();
  to.centre(QSizeF(52, 30));
  QPainterPath inside;
  inside.addRoundedRect(QRectF(-20, -9, 12, 8), 1.5, 1.5);
  inside.addRoundedRect(QRectF(8, -9, 12, 8), 1.5, 1.5);
  inside.addRoundedRect(QRectF(-6, 3, 12, 8), 1.5, 1.5);
  inside.addPath(parseCurve("M-8 -5 H8 M20 -5 H23 V7 H6 M-6 7 H-23 V-5 H-20"));
  to.stroke(inside, to.style.muted, 1.1);
  to.painter->restore();
}

const QHash<QString, DrawFace>& drawings() {
  static const QHash<QString, DrawFace> table{
      {"Clock", drawClock},
      {"Sawtooth", drawSawtooth},
      {"SignalTable", [](const FaceDrawing& to) { drawTable(to, "times", "hold"); }},
      {"LookupTable1D", [](const FaceDrawing& to) { drawTable(to, "breakpoints", "none"); }},
      {"FileSource", drawFile},
      {"FileSink", drawFile},
      {"FirFilter", drawStems},
      {"Subsystem", drawSubsystem},
      {"MassSpringDamper", drawSpring},
      {"BouncingBall", drawBall},
      {"Scope",
       [](const FaceDrawing& to) {
         drawScreen(to, "M-18 9 C-10 -17 -4 -7 2 -6 C8 -5 12 -4 18 -5");
       }},
      {"XYScope",
       [](const FaceDrawing& to) {
         drawScreen(to, "M-12 0 C-12 -11 12 -11 12 0 C12 9 4 6 0 0 C-4 -6 -12 -9 -12 0 Z");
       }},
      {"Display", drawDisplay},
      {"Histogram", drawHistogram},
      {"Spectrum", drawSpectrum},
      {"StopWhen", drawStop}};
  return table;
}

}  // namespace

DrawFace findPictureFace(const QString& type) { return drawings().value(type); }

}  // namespace loopwright
