#include "gui/canvas/block_faces.h"

#include <QFontMetricsF>
#include <QIcon>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>
#include <algorithm>
#include <cmath>

#include "gui/canvas/face_curves.h"
#include "gui/canvas/formula_text.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kCurvePen = 1.4;
constexpr QSizeF kCurveSize(36, 22);

struct Drawing {
  QPainter* painter;
  const QRectF& box;
  const BlockFace& face;
  const FaceStyle& style;
};

QFont sized(QFont font, double pixels) {
  font.setPixelSize(static_cast<int>(std::lround(pixels)));
  return font;
}

double textWidth(const QString& text, const QFont& font) {
  return QFontMetricsF(font).horizontalAdvance(text);
}

/// Draws a line of text in the middle of `area`, smaller or shortened where it does not fit.
void drawText(const Drawing& to, const QRectF& area, const QString& text, double pixels,
              const QColor& colour) {
  QFont font = sized(captionFont(), pixels);
  while (pixels > 8 && textWidth(text, font) > area.width()) font = sized(font, --pixels);
  const QString shown = QFontMetricsF(font).elidedText(text, Qt::ElideRight, area.width());
  to.painter->setFont(font);
  to.painter->setPen(colour);
  to.painter->drawText(area.adjusted(-2, -4, 2, 4), Qt::AlignCenter, shown);
}

void drawPath(const Drawing& to, const QPainterPath& path, const QColor& colour, double width) {
  to.painter->setBrush(Qt::NoBrush);
  to.painter->setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  to.painter->drawPath(path);
}

/// Moves the origin to the middle of the box, scaled so that a drawing of `size` fits.
void centre(const Drawing& to, const QSizeF& size) {
  const double scale =
      std::min({(to.box.width() - 8) / size.width(), (to.box.height() - 6) / size.height(), 1.25});
  to.painter->translate(to.box.center());
  to.painter->scale(scale, scale);
}

void drawCurve(const Drawing& to, const FaceCurve& curve) {
  to.painter->save();
  centre(to, kCurveSize);
  QColor axes = to.style.muted;
  axes.setAlphaF(0.45f);
  drawPath(to, parseCurve(curve.axes), axes, 0.8);
  drawPath(to, parseCurve(curve.path), to.style.ink, kCurvePen);
  to.painter->restore();
}

void drawFraction(const Drawing& to, const QString& above, const QString& below) {
  const double pixels = to.style.forPalette ? 8 : 11;
  const QFont font = sized(captionFont(), pixels);
  const double bar =
      std::min(std::max(textWidth(above, font), textWidth(below, font)) + 6, to.box.width() - 8);
  const double middle = to.box.center().y();
  const double height = pixels + 3;
  const double left = to.box.center().x() - bar / 2;
  drawText(to, {left, middle - height - 0.5, bar, height}, above, pixels, to.style.ink);
  drawText(to, {left, middle + 1.5, bar, height}, below, pixels, to.style.ink);
  QPainterPath line({left, middle + 0.5});
  line.lineTo(left + bar, middle + 0.5);
  drawPath(to, line, to.style.ink, 1);
}

/// Rational functions: the polynomials, or what stands for them where they do not fit.
void drawRational(const Drawing& to, const QString& variable) {
  const QFont font = sized(captionFont(), 9);
  QString above = polynomialText(listElements(to.face.parameter("numerator")), variable);
  QString below = polynomialText(listElements(to.face.parameter("denominator")), variable);
  if (to.style.forPalette ||
      std::max(textWidth(above, font), textWidth(below, font)) > to.box.width() - 12) {
    above = to.style.forPalette ? QStringLiteral("1") : QStringLiteral("B(%1)").arg(variable);
    below = to.style.forPalette ? variable + QStringLiteral("+1")
                                : QStringLiteral("A(%1)").arg(variable);
  }
  drawFraction(to, above, below);
}

void drawLag(const Drawing& to) {
  const QString gain = to.face.parameter("gain");
  QString time = to.face.parameter("time_constant");
  if (time == QStringLiteral("1")) time.clear();
  const bool fits = gain.size() <= 8 && time.size() <= 6 && !to.style.forPalette;
  drawFraction(to, fits ? withRealMinus(gain) : QStringLiteral("K"),
               fits ? withRealMinus(time) + QStringLiteral("s + 1") : QStringLiteral("Ts+1"));
}

void drawTwoLines(const Drawing& to, const QString& first, const QString& second) {
  const double middle = to.box.center().y();
  const double width = to.box.width() - 8;
  const double left = to.box.left() + 4;
  const double pixels = to.style.forPalette ? 8 : 11;
  drawText(to, {left, middle - pixels - 3, width, pixels + 3}, first, pixels, to.style.ink);
  drawText(to, {left, middle + 1, width, pixels + 3}, second, pixels, to.style.ink);
}

void drawPid(const Drawing& to) {
  QFont font = titleFont();
  const bool small = to.style.forPalette || to.face.period.isEmpty();
  if (to.style.forPalette) font = sized(font, 10);
  to.painter->setFont(font);
  to.painter->setPen(to.style.ink);
  const double middle = to.box.center().y();
  const QRectF title = small ? to.box : QRectF(to.box.left(), middle - 17, to.box.width(), 18);
  to.painter->drawText(title, Qt::AlignCenter, QStringLiteral("PID"));
  if (small) return;
  drawText(to, {to.box.left() + 4, middle + 1, to.box.width() - 8, 14},
           QStringLiteral("h = ") + to.face.period, 10, to.style.rate);
}

void drawValue(const Drawing& to) {
  const QString value = to.face.parameter("value");
  drawText(to, to.box.adjusted(6, 0, -6, 0),
           to.style.forPalette ? QStringLiteral("1") : withRealMinus(value), 12, to.style.ink);
}

void drawGain(const Drawing& to) {
  if (to.style.forPalette) {
    to.painter->save();
    centre(to, kCurveSize);
    drawPath(to, parseCurve("M-7 -7 L7 0 L-7 7 Z"), to.style.ink, 1.3);
    to.painter->restore();
    return;
  }
  // The triangle is widest at its left: what fits there is what fits.
  const QString gain = withRealMinus(to.face.parameter("gain"));
  const QRectF area = to.box.adjusted(4, 0, -to.box.width() * 0.33, 0);
  const bool fits = textWidth(gain, sized(captionFont(), 9)) <= area.width();
  drawText(to, area, fits ? gain : QStringLiteral("K"), 11, to.style.ink);
}

void drawSum(const Drawing& to) {
  if (!to.style.forPalette) return;  // The signs at the ports say it.
  to.painter->save();
  centre(to, kCurveSize);
  QPainterPath circle;
  circle.addEllipse(QPointF(0, 0), 8, 8);
  circle.addPath(parseCurve("M-3.5 0 H3.5 M0 -3.5 V3.5"));
  drawPath(to, circle, to.style.ink, 1.2);
  to.painter->restore();
}

void drawProduct(const Drawing& to) {
  drawText(to, to.box, QStringLiteral("×"), to.style.forPalette ? 14 : 18, to.style.ink);
}

void drawFunction(const Drawing& to) {
  static const QHash<QString, QString> texts{
      {"abs", "|u|"},      {"sign", "sgn u"},   {"sqrt", "√u"},     {"square", "u²"},
      {"cube", "u³"},      {"exp", "eᵘ"},       {"log", "ln u"},    {"log10", "log₁₀ u"},
      {"asin", "sin⁻¹ u"}, {"acos", "cos⁻¹ u"}, {"atan", "tan⁻¹ u"}};
  const QString function = to.face.parameter("function");
  if (function == QStringLiteral("reciprocal")) return drawFraction(to, "1", "u");
  const QString text = to.style.forPalette ? QStringLiteral("f(u)")
                                           : texts.value(function, function + QStringLiteral(" u"));
  drawText(to, to.box.adjusted(4, 0, -4, 0), text, to.style.forPalette ? 9 : 13, to.style.ink);
}

void drawExpression(const Drawing& to) {
  const QString text =
      to.style.forPalette ? QStringLiteral("f(u)") : withRealMinus(to.face.parameter("expression"));
  drawText(to, to.box.adjusted(5, 0, -5, 0), text, to.style.forPalette ? 9 : 11, to.style.ink);
}

void drawClock(const Drawing& to) {
  to.painter->save();
  centre(to, kCurveSize);
  QPainterPath clock;
  clock.addEllipse(QPointF(0, 0), 9.5, 9.5);
  clock.addPath(parseCurve("M0 -6 V0 L4.5 2.5"));
  drawPath(to, clock, to.style.ink, kCurvePen);
  to.painter->restore();
}

void drawSpring(const Drawing& to) {
  to.painter->save();
  centre(to, QSizeF(82, 30));
  drawPath(to, parseCurve("M-38 -14 V14"), to.style.ink, 1.7);
  drawPath(to, parseCurve("M-38 0 H-27 L-24 -6 L-18 6 L-12 -6 L-6 6 L0 -6 L3 0 H14"), to.style.ink,
           1.4);
  QColor mass = to.style.muted;
  mass.setAlphaF(0.2f);
  to.painter->setBrush(mass);
  to.painter->drawRoundedRect(QRectF(14, -9, 22, 18), 2, 2);
  to.painter->restore();
}

void drawBall(const Drawing& to) {
  to.painter->save();
  centre(to, QSizeF(44, 26));
  drawPath(to, parseCurve("M-20 11 H20"), to.style.muted, 1);
  drawPath(to, parseCurve("M-18 -9 C-13 -8 -10 0 -9 11 C-7 -4 1 -4 3 11 C5 1 10 1 12 11"),
           to.style.ink, 1.2);
  to.painter->setBrush(to.style.accent);
  to.painter->setPen(Qt::NoPen);
  to.painter->drawEllipse(QPointF(-18, -8), 3.2, 3.2);
  to.painter->restore();
}

void drawScope(const Drawing& to) {
  to.painter->save();
  centre(to, QSizeF(48, 28));
  QColor screen = to.style.accent;
  screen.setAlphaF(0.07f);
  to.painter->setPen(QPen(to.style.muted, 1));
  to.painter->setBrush(screen);
  to.painter->drawRoundedRect(QRectF(-22, -13, 44, 26), 2, 2);
  drawPath(to, parseCurve("M-18 9 C-10 -17 -4 -7 2 -6 C8 -5 12 -4 18 -5"), to.style.accent, 1.5);
  to.painter->restore();
}

void drawStop(const Drawing& to) {
  to.painter->save();
  centre(to, QSizeF(40, 26));
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

void drawSubsystem(const Drawing& to) {
  to.painter->save();
  // On the canvas the names of the ports stand beside it.
  centre(to, QSizeF(to.style.forPalette ? 48 : 96, 26));
  QPainterPath inside;
  inside.addRoundedRect(QRectF(-20, -9, 12, 8), 1.5, 1.5);
  inside.addRoundedRect(QRectF(8, -9, 12, 8), 1.5, 1.5);
  inside.addRoundedRect(QRectF(-6, 3, 12, 8), 1.5, 1.5);
  inside.addPath(parseCurve("M-8 -5 H8 M20 -5 H23 V7 H6 M-6 7 H-23 V-5 H-20"));
  drawPath(to, inside, to.style.muted, 1.1);
  to.painter->restore();
}

void drawPortNumber(const Drawing& to) {
  const bool input = to.face.type == QStringLiteral("Inport");
  const QString text = !to.style.forPalette ? to.face.parameter("index")
                       : input              ? QStringLiteral("in")
                                            : QStringLiteral("out");
  drawText(to, to.box.adjusted(6, 0, -6, 0), text, to.style.forPalette ? 9 : 12, to.style.ink);
}

using DrawFace = void (*)(const Drawing&);

const QHash<QString, DrawFace>& drawings() {
  static const QHash<QString, DrawFace> table{
      {"Constant", drawValue},
      {"Clock", drawClock},
      {"Gain", drawGain},
      {"Sum", drawSum},
      {"Product", drawProduct},
      {"MathFunction", drawFunction},
      {"Expression", drawExpression},
      {"Integrator",
       [](const Drawing& to) {
         if (to.style.forPalette) return drawText(to, to.box, "∫", 14, to.style.ink);
         drawFraction(to, "1", "s");
       }},
      {"FirstOrderLag", drawLag},
      {"TransferFunction", [](const Drawing& to) { drawRational(to, "s"); }},
      {"DiscreteTransferFunction", [](const Drawing& to) { drawRational(to, "z"); }},
      {"StateSpace",
       [](const Drawing& to) {
         if (to.style.forPalette) return drawTwoLines(to, "ẋ=Ax", "+Bu");
         drawTwoLines(to, "ẋ = Ax + Bu", "y = Cx + Du");
       }},
      {"DifferentialEquation",
       [](const Drawing& to) {
         if (to.style.forPalette) return drawText(to, to.box, "ẋ = f", 9, to.style.ink);
         drawText(to, to.box.adjusted(4, 0, -4, 0), "ẋ = f(x, u, t)", 12, to.style.ink);
       }},
      {"DifferenceEquation",
       [](const Drawing& to) {
         if (to.style.forPalette) return drawText(to, to.box, "x⁺= f", 9, to.style.ink);
         drawText(to, to.box.adjusted(4, 0, -4, 0), "x⁺ = f(x, u, n)", 12, to.style.ink);
       }},
      {"UnitDelay",
       [](const Drawing& to) {
         drawText(to, to.box, "z⁻¹", to.style.forPalette ? 11 : 15, to.style.ink);
       }},
      {"DiscretePid", drawPid},
      {"Subsystem", drawSubsystem},
      {"Inport", drawPortNumber},
      {"Outport", drawPortNumber},
      {"MassSpringDamper", drawSpring},
      {"BouncingBall", drawBall},
      {"Scope", drawScope},
      {"StopWhen", drawStop}};
  return table;
}

}  // namespace

BlockOutline blockOutline(const QString& type) {
  if (type == QStringLiteral("Sum")) return BlockOutline::kCircle;
  if (type == QStringLiteral("Gain")) return BlockOutline::kTriangle;
  if (type == QStringLiteral("Inport") || type == QStringLiteral("Outport")) {
    return BlockOutline::kPill;
  }
  return BlockOutline::kRectangle;
}

QSizeF blockNaturalSize(const BlockFace& face) {
  static const QHash<QString, QSizeF> sizes{{"TransferFunction", {80, 40}},
                                            {"DiscreteTransferFunction", {80, 40}},
                                            {"FirstOrderLag", {70, 40}},
                                            {"StateSpace", {90, 40}},
                                            {"DifferentialEquation", {90, 40}},
                                            {"DifferenceEquation", {90, 40}},
                                            {"DiscretePid", {90, 40}},
                                            {"MassSpringDamper", {70, 60}},
                                            {"Subsystem", {80, 40}},
                                            {"Expression", {80, 40}}};
  return sizes.value(face.type, QSizeF(60, 40));
}

void paintBlockFace(QPainter* painter, const QRectF& box, const BlockFace& face,
                    const FaceStyle& style) {
  const Drawing to{painter, box, face, style};
  if (const DrawFace draw = drawings().value(face.type)) return draw(to);
  if (const FaceCurve* curve = findFaceCurve(face.type)) return drawCurve(to, *curve);
  const QString title = face.title.isEmpty() ? face.type : face.title;
  drawText(to, box.adjusted(4, 0, -4, 0), title, style.forPalette ? 8 : 11, style.ink);
}

QString portSign(const BlockFace& face, int input) {
  if (face.type == QStringLiteral("Sum")) {
    const QString sign = face.parameter("signs").mid(input, 1);
    return withRealMinus(sign);
  }
  if (face.type == QStringLiteral("Product")) {
    const QString operators = face.parameter("operators");
    if (!operators.contains(u'/')) return {};
    return operators.mid(input, 1) == QStringLiteral("/") ? QStringLiteral("÷")
                                                          : QStringLiteral("×");
  }
  return {};
}

QIcon blockIcon(const BlockFace& face) {
  constexpr int kScale = 2;
  QPixmap pixmap(34 * kScale, 26 * kScale);
  pixmap.setDevicePixelRatio(kScale);
  pixmap.fill(Qt::transparent);
  const Theme& theme = Theme::current();
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF frame(1, 1, 32, 24);
  QColor border = theme.muted;
  border.setAlphaF(0.7f);
  painter.setPen(QPen(border, 1.1));
  painter.setBrush(theme.field);
  painter.drawRoundedRect(frame, 3, 3);
  FaceStyle style{theme.ink, theme.muted, theme.accent, theme.field, theme.ink, true};
  paintBlockFace(&painter, frame.adjusted(1, 1, -1, -1), face, style);
  return QIcon(pixmap);
}

}  // namespace loopwright
