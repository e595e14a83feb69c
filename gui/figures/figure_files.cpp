#include "gui/figures/figure_files.h"

#include <QBuffer>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <cmath>

#include "gui/figures/figure.h"

namespace loopwright {

namespace {

constexpr double kPointsPerInch = 72;
constexpr double kMmPerPoint = 25.4 / kPointsPerInch;
constexpr int kDotsPerInch = 300;
constexpr double kMetresPerInch = 0.0254;
constexpr int kPageUnits = 100;  // units of a PDF's page to a point

// A length with three digits: a thousandth of a point is seen by nobody, and what computers round
// differently lies far behind it.
QByteArray number(double value) { return decimalText(value, 3); }

QByteArray escaped(const QString& text) { return text.toHtmlEscaped().toUtf8(); }

// The attributes that say how an element's line and inside are drawn.
QByteArray pen(const FigureElement& element) {
  const bool isFilled = element.fill.isValid();
  QByteArray text = " fill=\"" + (isFilled ? element.fill.name().toUtf8() : "none") + '"';
  if (element.pen <= 0) return text;
  text += " stroke=\"" + element.ink.name().toUtf8() + "\" stroke-width=\"" + number(element.pen);
  if (element.dashes.isEmpty()) return text + '"';
  text += "\" stroke-dasharray=\"";
  for (const qreal length : element.dashes) text += number(length) + ' ';
  text.chop(1);
  return text + '"';
}

// The `points` attribute of a line or an area: "x,y x,y".
QByteArray points(const FigureElement& element) {
  QByteArray text;
  for (const QPointF& point : element.points)
    text += number(point.x()) + ',' + number(point.y()) + ' ';
  text.chop(1);
  return " points=\"" + text + '"';
}

// `xml:space` keeps the space at the end of a run, where the next run of a formula follows.
QByteArray svgText(const FigureElement& element) {
  const QPointF start = element.points.front();
  const QByteArray place = "x=\"" + number(start.x()) + "\" y=\"" + number(start.y()) + '"';
  QByteArray text = ' ' + place + " font-size=\"" + number(element.size) + '"';
  if (element.ink != QColor(Qt::black)) text += " fill=\"" + element.ink.name().toUtf8() + '"';
  if (element.italic) text += " font-style=\"italic\"";
  if (element.upwards) {
    text += " transform=\"rotate(-90 " + number(start.x()) + ' ' + number(start.y()) + ")\"";
  }
  return text + " xml:space=\"preserve\">" + escaped(element.text) + "</text>";
}

// The role is the class, so that a style sheet may change all wires, say; the name tells which.
QByteArray svgElement(const FigureElement& element) {
  QByteArray common = " class=\"" + element.role.toUtf8() + '"';
  if (!element.name.isEmpty()) common += " data-name=\"" + escaped(element.name) + '"';
  switch (element.kind) {
    case FigureElement::Kind::kLine:
      return "<polyline" + common + points(element) + pen(element) + "/>\n";
    case FigureElement::Kind::kArea:
      return "<polygon" + common + points(element) + pen(element) + "/>\n";
    case FigureElement::Kind::kCircle: {
      const QPointF middle = element.points.front();
      return "<circle" + common + " cx=\"" + number(middle.x()) + "\" cy=\"" + number(middle.y()) +
             "\" r=\"" + number(element.radius) + '"' + pen(element) + "/>\n";
    }
    case FigureElement::Kind::kText:
      return "<text" + common + svgText(element) + '\n';
  }
  return {};
}

// Its size is in mm, its coordinates are points. Where the font is missing, one like it is named.
QByteArray makeSvg(const Figure& figure, const QSizeF& size) {
  const QByteArray width = number(size.width() * kMmPerPoint);
  const QByteArray height = number(size.height() * kMmPerPoint);
  QByteArray text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" +
      width + "mm\" height=\"" + height + "mm\" viewBox=\"0 0 " + number(size.width()) + ' ' +
      number(size.height()) + "\" font-family=\"'" + escaped(figure.family) +
      "', 'Latin Modern Roman', 'CMU Serif', serif\" stroke-linejoin=\"miter\">\n";
  for (const FigureElement& element : figure.elements) text += svgElement(element);
  return text + "</svg>\n";
}

// Qt embeds the fonts. The figure stands in the middle of a page of whole points.
QByteArray makePdf(const Figure& figure, const QSizeF& size) {
  // Pages are whole points.
  const QSizeF page(std::ceil(size.width() - 0.01), std::ceil(size.height() - 0.01));
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  {
    QPdfWriter writer(&buffer);
    writer.setCreator(QStringLiteral("Loopwright"));
    writer.setResolution(static_cast<int>(kPointsPerInch) * kPageUnits);
    writer.setPageSize(QPageSize(page, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    QPainter painter(&writer);
    painter.scale(kPageUnits, kPageUnits);
    painter.translate((page.width() - size.width()) / 2, (page.height() - size.height()) / 2);
    paintFigure(figure, &painter);
  }
  removeDate(&bytes);
  return bytes;
}

// A raster for those who cannot take vectors; it says how many dots it has to an inch.
QByteArray makePng(const Figure& figure, const QSizeF& size) {
  const double dots = kDotsPerInch / kPointsPerInch;
  QImage image((size * dots).toSize().expandedTo(QSize(1, 1)), QImage::Format_RGB32);
  image.setDotsPerMeterX(qRound(kDotsPerInch / kMetresPerInch));
  image.setDotsPerMeterY(image.dotsPerMeterX());
  image.fill(Qt::white);
  {
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.scale(dots, dots);
    paintFigure(figure, &painter);
  }
  QByteArray bytes;
  QBuffer buffer(&bytes);
  image.save(&buffer, "PNG");
  return bytes;
}

}  // namespace

// In the order of the list, so that later elements lie over earlier ones.
void paintFigure(const Figure& figure, QPainter* painter) {
  for (const FigureElement& element : figure.elements) {
    QPen line(element.ink, element.pen, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
    if (!element.dashes.isEmpty()) {
      QList<qreal> dashes;  // in widths of the line
      for (const qreal length : element.dashes) dashes.append(length / element.pen);
      line.setDashPattern(dashes);
    }
    painter->setPen(element.pen > 0 ? line : QPen(Qt::NoPen));
    painter->setBrush(element.fill.isValid() ? QBrush(element.fill) : QBrush(Qt::NoBrush));
    switch (element.kind) {
      case FigureElement::Kind::kLine:
        painter->setBrush(Qt::NoBrush);
        painter->drawPolyline(element.points);
        break;
      case FigureElement::Kind::kArea:
        painter->drawPolygon(element.points);
        break;
      case FigureElement::Kind::kCircle:
        painter->drawEllipse(element.points.front(), element.radius, element.radius);
        break;
      case FigureElement::Kind::kText: {
        // The font has a finer unit: hundreds to a point.
        constexpr int kFontUnits = 100;
        painter->save();
        painter->translate(element.points.front());
        if (element.upwards) painter->rotate(-90);
        painter->scale(1.0 / kFontUnits, 1.0 / kFontUnits);
        painter->setFont(figure.font(element.size, element.italic));
        painter->setPen(element.ink);
        painter->drawText(QPointF(0, 0), element.text);
        painter->restore();
        break;
      }
    }
  }
}

// Of the same length, so that the places that the file names stay right.
void removeDate(QByteArray* pdf) {
  const QByteArray key = "/CreationDate (D:";
  constexpr QByteArrayView kAlways = "20000101000000";
  const qsizetype at = pdf->indexOf(key);
  if (at >= 0) pdf->replace(at + key.size(), kAlways.size(), kAlways);
}

// The figure's box comes to the origin, so the picture has no margin.
QByteArray figureBytes(const Figure& figure, const QString& suffix) {
  Figure placed = figure;
  QRectF box = placed.box();
  if (box.isNull()) box = QRectF(0, 0, 1, 1);  // No format has a page of no size.
  placed.translate(-box.topLeft());
  if (suffix == QLatin1String("svg")) return makeSvg(placed, box.size());
  if (suffix == QLatin1String("pdf")) return makePdf(placed, box.size());
  if (suffix == QLatin1String("png")) return makePng(placed, box.size());
  return {};
}

}  // namespace loopwright
