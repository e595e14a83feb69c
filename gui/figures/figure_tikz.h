#pragma once

#include <QByteArray>
#include <QList>
#include <QPolygonF>

namespace loopwright {

struct Figure;

/// A figure as a TikZ picture for `\input`, element by element at its place, which needs
/// `\usepackage{tikz}`. Texts are in the document's font and size, each around the middle of where
/// it stands in the figure, as that font may be wider. What an element is, is a style (`lw/phase`,
/// `lw/lane`, ...) that a document may define before, on top of the look that it has.
///
/// For pictures without formulas and without parts that texts move; diagrams have diagramTikz().
QByteArray figureTikz(const Figure& figure);

/// A number as TikZ reads it, with two digits at most, and the place of a point whose y goes down.
QByteArray tikzNumber(double value);
QByteArray tikzPlace(const QPointF& point);
/// Places with lines between them, six to a line of the file, which keeps it readable.
QByteArray tikzPath(const QPolygonF& points);
/// A pattern of dashes and gaps, each with its unit: "on 3pt off 2pt".
QByteArray tikzDashes(const QList<qreal>& lengths, const QByteArray& unit, double factor = 1);

}  // namespace loopwright
