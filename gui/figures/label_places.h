#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QString>
#include <vector>

namespace loopwright {

struct Figure;
struct PaperDiagram;
struct PaperWire;

inline constexpr double kTextGap = 1.6;  ///< between a line and a text beside it, points

/// The box of a text that is as large as `room`, around a point.
QRectF boxAt(const QPointF& middle, const QSizeF& room);

/// The places on the wires of an output for a text that takes one of the `rooms`, the first being
/// tried everywhere first: along level pieces that are long enough, above them and then below, or
/// the other way round, from the middle outwards; then along others, and beside upright ones.
std::vector<QRectF> placesAtWires(const std::vector<PaperWire>& wires, const QString& from,
                                  const std::vector<QSizeF>& rooms, bool isBelowFirst);

/// Notes below all else come up to it, as a caption does, with room for names of blocks between:
/// on the canvas there is room to move blocks. Notes above all else come down. Texts have this
/// size.
void gatherNotes(double size, PaperDiagram* diagram);

/// Finds places for texts in a figure where they cover nothing that is drawn.
class LabelPlaces {
 public:
  /// All that a figure has so far is in the way: each piece of a line with its own box, everything
  /// else with the box of all of it. The lines of frames are avoided where nothing else is covered
  /// for it: a text may stand in such a line, which is interrupted then.
  explicit LabelPlaces(const Figure& figure);

  /// The first of the boxes that covers nothing, and has so much room to both sides, points, to
  /// other texts kBetweenTexts; or the one that covers least. Boxes that have `apart` to other
  /// texts at their sides come before all that have less. It is in the way of what comes later. At
  /// least one box.
  QRectF take(const std::vector<QRectF>& choices, double aside = 0, double apart = kBetweenTexts);
  /// How many texts had to cover something.
  int covered() const { return covered_; }

 private:
  static constexpr double kBetweenTexts = 3;  // points, at their sides

  std::vector<QRectF> taken_;
  std::vector<QRectF> texts_;   // that found their places
  std::vector<QRectF> frames_;  // pieces of their lines
  int covered_ = 0;
};

}  // namespace loopwright
