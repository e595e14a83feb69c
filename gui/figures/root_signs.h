#pragma once

#include <QPolygonF>
#include <QString>
#include <optional>

namespace loopwright {

/// A root in a formula: "√u", "√(u + 1)" or "sqrt(u + 1)".
struct RootSpan {
  qsizetype first = 0;  ///< where what stands under the sign begins, without brackets around it,
  qsizetype last = 0;   ///< and behind its last letter
  qsizetype end = 0;    ///< behind the whole root
};

/// The root that begins at a place of a formula; nothing where none does, or its brackets do not
/// close.
std::optional<RootSpan> rootAt(const QString& formula, qsizetype at);

/// What a root sign takes before what stands under it, in sizes of the text.
inline constexpr double kRootWidth = 0.56;

/// A root sign from `start` on, which lies on the base line, with its bar over `width` points, so
/// many points high over that line; `size` is that of the text.
QPolygonF rootSign(const QPointF& start, double width, double height, double size);

}  // namespace loopwright
