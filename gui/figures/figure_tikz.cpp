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
    look += "dash pattern=";
    bool isOn = true;
    for (const qreal dash : element.dashes) {
      look += (isOn ? "on " : "off ") + tikzNumber(dash) + "bp ";
      isOn = !isOn;
    }
    look = look.trimmed() + ", ";
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

// Six points to a line keep the files readable.
QByteArray shapePath(const FigureElement& element) {
  QByteArray path = "\\path[" + tikzLook(element) + "] ";
  if (element.kind == FigureElement::Kind::kCircle) {
    return path + tikzPlace(element.points.front()) +
           " circle[radius=" + tikzNumber(element.radius) + "bp];\n";
  }
  for (qsizetype i = 0; i < element.points.size(); ++i) {
    path += (i == 0 ? "" : " -- ") + tikzPlace(element.points[i]);
    if (i % 6 == 5) path += '\n';
  }
  if (element.kind == FigureElement::Kind::kArea) path += " -- cycle";
  return path + ";\n";
}

}  // namespace

QByteArray tikzNumber(double value) {
  QByteArray text = QByteArray::number(value, 'f', 2);
  while (text.endsWith('0')) text.chop(1);
  if (text.endsWith('.')) text.chop(1);
  return text == "-0" ? QByteArray("0") : text;
}

// TikZ counts upwards.
QByteArray tikzPlace(const QPointF& point) {
  return '(' + tikzNumber(point.x()) + ',' + tikzNumber(-point.y()) + ')';
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
