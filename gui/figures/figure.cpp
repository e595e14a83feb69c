#include "gui/figures/figure.h"

#include <QFontMetricsF>
#include <QRawFont>
#include <algorithm>

namespace loopwright {

namespace {

// Metrics are read at this many times the size: they come in steps of 1/64 of a pixel.
constexpr int kFine = 100;

// Low letters and the marks over them, which a font may have while it lacks both in one, as ẋ: such
// a letter is taken apart, so that it does not come from another font. Over high letters a mark of
// its own would stand within them.
QString takenApart(const QString& text, const QFont& font) {
  constexpr char16_t kEndOfLatin = 0x180;  // Every font has letters up to here.
  const auto isRare = [](QChar letter) { return letter.unicode() >= kEndOfLatin; };
  if (std::none_of(text.begin(), text.end(), isRare)) return text;
  static const QString kLow = QStringLiteral("acegijmnopqrsuvwxyz");
  const QRawFont raw = QRawFont::fromFont(font);
  QString result;
  for (const QChar letter : text) {
    const QString parts = QString(letter).normalized(QString::NormalizationForm_D);
    const bool isApart =
        isRare(letter) && !raw.supportsCharacter(letter) && parts.size() > 1 &&
        kLow.contains(parts.front()) &&
        std::ranges::all_of(parts, [&](QChar part) { return raw.supportsCharacter(part); });
    result += isApart ? parts : QString(letter);
  }
  return result;
}

}  // namespace

// Pixels stand for hundredths of a point here; who draws with the font scales by that. Hinting
// would move letters to whole pixels of a screen that a figure does not have.
QFont Figure::font(double textSize, bool italic) const {
  QFont font(family);
  font.setItalic(italic);
  font.setPixelSize(qRound(textSize * kFine));
  font.setHintingPreference(QFont::PreferNoHinting);
  return font;
}

// What the font's own tables say, kerning included, so that a text is as wide in SVG and PDF.
double Figure::widthOf(const QString& text, double textSize, bool italic) const {
  const QFont usual = font(textSize, italic);
  return QFontMetricsF(usual).horizontalAdvance(takenApart(text, usual)) / kFine;
}

double Figure::overhangOf(const QString& text, double textSize, bool italic) const {
  const QFontMetricsF metrics(font(textSize, italic));
  const QString letters = takenApart(text, font(textSize, italic));
  const double ink = metrics.tightBoundingRect(letters).right();
  return std::max(0.0, ink - metrics.horizontalAdvance(letters)) / kFine;
}

// All other elements begin as a line: the role, its points and a pen.
FigureElement& Figure::line(const QString& role, const QPolygonF& points, double pen) {
  FigureElement element;
  element.role = role;
  element.points = points;
  element.pen = pen;
  return elements.emplace_back(element);
}

FigureElement& Figure::area(const QString& role, const QPolygonF& points, const QColor& fill) {
  FigureElement& element = line(role, points);
  element.kind = FigureElement::Kind::kArea;
  element.fill = fill;
  return element;
}

FigureElement& Figure::circle(const QString& role, const QPointF& middle, double radius,
                              const QColor& fill) {
  FigureElement& element = area(role, QPolygonF({middle}), fill);
  element.kind = FigureElement::Kind::kCircle;
  element.radius = radius;
  return element;
}

// The width is noted here, once: boxes are asked for often while places for texts are sought.
FigureElement& Figure::write(const QString& role, const QPointF& start, const QString& text,
                             double textSize, bool italic) {
  FigureElement& element = line(role, QPolygonF({start}), 0);
  element.kind = FigureElement::Kind::kText;
  element.text = takenApart(text, font(textSize, italic));
  element.size = textSize;
  element.italic = italic;
  element.width = widthOf(text, textSize, italic);
  return element;
}

// Letters go up from their base line; where the text reads upwards, "up" is to the left.
QRectF Figure::boxOf(const FigureElement& element) {
  const QPointF start = element.points.isEmpty() ? QPointF() : element.points.front();
  if (element.kind == FigureElement::Kind::kText) {
    const double height = (kAscent + kDescent) * element.size;
    if (element.upwards) {
      return {start.x() - kAscent * element.size, start.y() - element.width, height, element.width};
    }
    return {start.x(), start.y() - kAscent * element.size, element.width, height};
  }
  const double reach = element.radius + element.pen / 2;
  return element.points.boundingRect().adjusted(-reach, -reach, reach, reach);
}

// The first box stands alone: united with an empty one at the origin it would reach there.
QRectF Figure::box() const {
  QRectF all;
  for (const FigureElement& element : elements) {
    const QRectF one = boxOf(element);
    all = all.isNull() ? one : all.united(one);
  }
  return all;
}

void Figure::add(const Figure& other, const QPointF& by) {
  for (const FigureElement& element : other.elements) {
    elements.push_back(element);
    elements.back().points.translate(by);
  }
}

void Figure::translate(const QPointF& by) {
  for (FigureElement& element : elements) element.points.translate(by);
}

// Pens, dashes and fonts too, so that the figure looks the same, only smaller.
void Figure::scale(double factor) {
  size *= factor;
  for (FigureElement& element : elements) {
    for (QPointF& point : element.points) point *= factor;
    for (double* length : {&element.pen, &element.radius, &element.size, &element.width}) {
      *length *= factor;
    }
    for (qreal& length : element.dashes) length *= factor;
  }
}

QByteArray decimalText(double value, int digits) {
  QByteArray text = QByteArray::number(value, 'f', digits);
  while (text.endsWith('0')) text.chop(1);
  if (text.endsWith('.')) text.chop(1);
  return text == "-0" ? QByteArray("0") : text;
}

QColor blended(const QColor& colour, int alpha, const QColor& under) {
  const auto mix = [alpha](int over, int below) { return below + (over - below) * alpha / 255; };
  return {mix(colour.red(), under.red()), mix(colour.green(), under.green()),
          mix(colour.blue(), under.blue())};
}

}  // namespace loopwright
