#pragma once

#include <QColor>
#include <QRectF>
#include <QString>
#include <vector>

#include "engine/blocks/block_face.h"

class QPainter;
class QPainterPath;

namespace loopwright {

struct BlockFace;
struct FaceStyle;

/// What the drawings of faces are made with, and the strokes and texts that they share. Texts are
/// made smaller where they do not fit, down to 8 px, and shortened then.
struct FaceDrawing {
  QPainter* painter;
  const QRectF& box;  ///< the inside of the block's frame
  const BlockFace& face;
  const FaceStyle& style;

  /// Whether `label` fits into `width` at 9 px.
  static bool fits(const QString& label, double width);

  /// Text in the middle of the box, or of `area`.
  void text(const QString& label, double pixels = 12) const;
  void text(const QRectF& area, const QString& label, double pixels, const QColor& colour) const;
  /// Semibold text, not made smaller.
  void title(const QRectF& area, const QString& label) const;
  void twoLines(const QString& first, const QString& second) const;
  void fraction(const QString& above, const QString& below) const;
  /// A fraction where it fits, else another one.
  void fraction(const QString& above, const QString& below, const QString& shortAbove,
                const QString& shortBelow) const;
  /// `base` with a raised `exponent`.
  void power(const QString& base, const QString& exponent, double pixels) const;
  /// The type's icon, as high as the box allows.
  void icon() const;

  /// Moves the origin to the middle of the box, scaled down so that a drawing of `size` fits; call
  /// between save() and restore() of the painter.
  void centre(const QSizeF& size) const;
  void stroke(const QPainterPath& path, const QColor& colour, double width) const;
  /// Lines and areas around the middle of the box; a picture of `extent` is made smaller to fit.
  void picture(const std::vector<FaceStroke>& strokes, const QSizeF& extent) const;
  /// The broken line through points of a function, scaled to the box; stairs keep each value up to
  /// the next point. At least two points, abscissas not decreasing.
  void function(const std::vector<QPointF>& points, bool stairs) const;
  /// A stem for each value, from a line at 0.
  void stems(const std::vector<double>& values) const;
};

}  // namespace loopwright
