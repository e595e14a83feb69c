#pragma once

#include <QByteArray>
#include <QColor>
#include <QFont>
#include <QList>
#include <QPolygonF>
#include <QRectF>
#include <QString>
#include <vector>

namespace loopwright {

/// One thing drawn in a figure. All lengths are points (1/72 inch), x to the right, y downwards.
struct FigureElement {
  enum class Kind { kLine, kArea, kCircle, kText };
  Kind kind = Kind::kLine;
  QString role;  ///< what it is: "wire", "arrow", "block", "label", "before" (○), "after" (●), ...
  QString name;           ///< whose it is: a block's name, a signal's path; may be empty
  QPolygonF points;       ///< of a line or an area; of a circle the middle, of a text its beginning
  double pen = 0.6;       ///< the width of the line; 0: none
  QList<qreal> dashes{};  ///< lengths of dashes and gaps; none: a whole line
  QColor ink = Qt::black;
  QColor fill{};      ///< of an area or a circle; invalid: nothing
  double radius = 0;  ///< of a circle
  QString text{};     ///< on the base line that begins at points[0]
  double size = 0;    ///< of the text's font
  double width = 0;   ///< of the text
  bool italic = false;
  bool upwards = false;  ///< the text reads from below upwards
};

/// A colour over another, as opaque as `alpha` of 255 says. Figures have no transparency, which
/// journals refuse.
QColor blended(const QColor& colour, int alpha, const QColor& under = Qt::white);

/// A number with so many digits behind its point at most, without zeros at the end.
QByteArray decimalText(double value, int digits);

/// A picture for print as a list of what is drawn, in that order: what SVG, PDF and PNG are made
/// from, and what tests measure. The same diagram gives the same list.
struct Figure {
  QString family;   ///< of all its texts
  double size = 8;  ///< of its texts, points; raised and lowered ones are kSmall of it
  std::vector<FigureElement> elements;

  static constexpr double kSmall = 0.7;
  static constexpr double kAscent = 0.75;   ///< how high letters and brackets are, in sizes
  static constexpr double kDescent = 0.25;  ///< how far they go below their line

  /// The font of a text, with a point as its unit of length.
  QFont font(double textSize, bool italic) const;
  /// How wide a text would be.
  double widthOf(const QString& text, double textSize, bool italic) const;
  /// How far its last letter leans over that width, as a slanted f does.
  double overhangOf(const QString& text, double textSize, bool italic) const;

  FigureElement& line(const QString& role, const QPolygonF& points, double pen = 0.6);
  FigureElement& area(const QString& role, const QPolygonF& points, const QColor& fill);
  FigureElement& circle(const QString& role, const QPointF& middle, double radius,
                        const QColor& fill);
  FigureElement& write(const QString& role, const QPointF& start, const QString& text,
                       double textSize, bool italic);

  /// What an element covers, its line's width included; of a text from the top of its letters to
  /// below its line.
  static QRectF boxOf(const FigureElement& element);
  /// The box of all.
  QRectF box() const;
  /// Adds all of another figure, moved.
  void add(const Figure& other, const QPointF& by);
  /// Moves everything; makes everything, texts and lines too, `factor` times as large.
  void translate(const QPointF& by);
  void scale(double factor);
};

}  // namespace loopwright
