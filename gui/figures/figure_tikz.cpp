#include "gui/figures/figure_tikz.h"

#include <QStringList>

#include "gui/figures/figure.h"
#include "gui/figures/math_text.h"

namespace loopwright {

namespace {

QByteArray tikzColour(const QColor& colour) {
  if (colour == QColor(Qt::black)) return "black";
  if (colour == QColor(Qt::white)) return "white";
  return "{rgb,255:red," + QByteArray::number(colour.red()) + ";green," +
         QByteArray::number(colour.green()) + ";blue," + QByteArray::number(colour.blue()) + '}';
}

// How line and inside of an element are drawn.
QByteArray tikzLook(const FigureElement& element) {
  QByteArray look;
  if (element.fill.isValid()) look += "fill=" + tikzColour(element.fill) + ", ";
  if (element.pen > 0) {
    look += "draw=" + tikzColour(element.ink) + ", line width=" + tikzNumber(element.pen) + "bp, ";
  }
  if (element.pen > 0 && !element.dashes.isEmpty()) {
    look += "dash pattern=" + tikzDashes(element.dashes, "bp") + ", ";
  }
  return look + "lw/" + element.role.toUtf8();
}

// The middle of the text's base line stays where it is, however wide the document's font is. What
// is smaller than the figure's texts, as an exponent, is so in the document.
QByteArray textNode(const FigureElement& element, double size) {
  const QPointF half = element.upwards ? QPointF(0, -element.width / 2)  //
                                       : QPointF(element.width / 2, 0);
  QByteArray text = escapeTex(element.text).toUtf8();
  if (element.italic) text = "\\textit{" + text + '}';
  const QByteArray scale =
      element.size < size ? "scale=" + tikzNumber(element.size / size) + ", " : QByteArray();
  return "\\node[anchor=base, inner sep=0pt, outer sep=0pt, " + scale +
         QByteArray(element.upwards ? "rotate=90, " : "") + "lw/" + element.role.toUtf8() +
         "] at " + tikzPlace(element.points.front() + half) + " {" + text + "};\n";
}

QByteArray shapePath(const FigureElement& element) {
  const QByteArray path = "\\path[" + tikzLook(element) + "] ";
  if (element.kind == FigureElement::Kind::kCircle) {
    return path + tikzPlace(element.points.front()) +
           " circle[radius=" + tikzNumber(element.radius) + "bp];\n";
  }
  const bool isArea = element.kind == FigureElement::Kind::kArea;
  return path + tikzPath(element.points) + (isArea ? " -- cycle;\n" : ";\n");
}

}  // namespace

QByteArray tikzNumber(double value) { return decimalText(value, 2); }

// TikZ counts upwards.
QByteArray tikzPlace(const QPointF& point) {
  return '(' + tikzNumber(point.x()) + ',' + tikzNumber(-point.y()) + ')';
}

QByteArray tikzPath(const QPolygonF& points) {
  QByteArray path;
  for (qsizetype i = 0; i < points.size(); ++i) {
    path += (i == 0 ? "" : " -- ") + tikzPlace(points[i]);
    if (i % 6 == 5) path += '\n';
  }
  return path;
}

QByteArray tikzDashes(const QList<qreal>& lengths, const QByteArray& unit, double factor) {
  QByteArray dashes;
  bool isOn = true;
  for (const qreal length : lengths) {
    dashes += (isOn ? "on " : "off ") + tikzNumber(length * factor) + unit + ' ';
    isOn = !isOn;
  }
  return dashes.trimmed();
}

// A style that the document has not defined is empty.
QByteArray figureTikz(const Figure& figure) {
  QStringList roles;
  QByteArray body;
  for (const FigureElement& element : figure.elements) {
    if (!roles.contains(element.role)) roles += element.role;
    body += element.kind == FigureElement::Kind::kText ? textNode(element, figure.size)
                                                       : shapePath(element);
  }
  QByteArray text;
  for (const QString& role : roles) {
    const QByteArray style = "lw/" + role.toUtf8();
    text +=
        "\\pgfkeysifdefined{/tikz/" + style + "/.@cmd}{}{\\tikzset{" + style + "/.style={}}}%\n";
  }
  return text + "\\begin{tikzpicture}[x=1bp, y=1bp]\n" + body + "\\end{tikzpicture}%\n";
}

}  // namespace loopwright
