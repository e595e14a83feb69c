#pragma once

#include <QFont>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <cstddef>
#include <functional>
#include <vector>

namespace loopwright {

/// The font of a signal's name on its wires.
QFont signalLabelFont();

/// A signal's name as it stands at a wire.
struct SignalLabel {
  QString text;      ///< the name, with a line break where it stands in two lines
  QPointF place;     ///< the point of the line below its middle
  QRectF box;        ///< what it takes, with a little room at both sides
  double cover = 0;  ///< how bad what it covers there is: 0 nothing, more the worse

  bool operator==(const SignalLabel&) const = default;
};

/// A name with a line break for the space that makes its two lines most equal, outside of what
/// stands between dollar signs as mathematics; empty where it has none.
QString inTwoLines(const QString& name);

/// Where a signal's name stands on a wire through `points`: above the first horizontal piece from
/// `firstPiece` on that is long enough, as near to its middle as what is around allows; else above
/// one that is too short, below one, or beside a vertical one. `text` may have several lines.
/// `cover` says what a name in a rectangle would cover: 0 nothing, more the worse. Where every
/// place covers something it is the one that covers least.
SignalLabel placeSignalLabel(const std::vector<QPointF>& points, std::size_t firstPiece,
                             const QString& text,
                             const std::function<double(const QRectF&)>& cover);

}  // namespace loopwright
