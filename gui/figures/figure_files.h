#pragma once

#include <QByteArray>
#include <QString>

class QPainter;

namespace loopwright {

struct Figure;

/// A figure as the bytes of a file: an .svg whose texts are `<text>`, with the role of each element
/// as its `class`; a .pdf with its fonts in it; a .png of 300 dots per inch. The picture ends where
/// the figure does. Equal figures give equal bytes: no date, no number drawn at random.
///
/// `suffix` is "svg", "pdf" or "png"; any other gives nothing.
QByteArray figureBytes(const Figure& figure, const QString& suffix);

/// Draws all of a figure; a unit of the painter is a point.
void paintFigure(const Figure& figure, QPainter* painter);

/// Qt writes the time of writing into a PDF: it becomes one that is always the same, so that the
/// same picture has the same bytes.
void removeDate(QByteArray* pdf);

}  // namespace loopwright
