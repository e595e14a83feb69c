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

/// What a signal's name of `width` covers where it stands at `place`, the point of the line below
/// its middle, with a little room at both sides.
QRectF signalLabelRect(const QPointF& place, double width);

/// Where a signal's name of `width` stands on a wire through `points`: above the first horizontal
/// piece from `firstPiece` on that is long enough, as near to its middle as what is around allows;
/// else above one that is too short, below one, or beside a vertical one.
/// `cover` says what a name in a rectangle would cover: 0 nothing, more the worse. Where every
/// place covers something it is the one that covers least.
QPointF placeSignalLabel(const std::vector<QPointF>& points, std::size_t firstPiece, double width,
                         const std::function<double(const QRectF&)>& cover);

}  // namespace loopwright
