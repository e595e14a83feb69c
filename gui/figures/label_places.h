#pragma once

#include <QRectF>
#include <vector>

namespace loopwright {

struct Figure;

/// Finds places for texts in a figure where they cover nothing that is drawn.
class LabelPlaces {
 public:
  /// All that a figure has so far is in the way: each piece of a line with its own box, everything
  /// else with the box of all of it. The lines of frames are avoided where nothing else is covered
  /// for it: a text may stand in such a line, which is interrupted then.
  explicit LabelPlaces(const Figure& figure);

  /// The first of the boxes that covers nothing, and has so much room to both sides, points, to
  /// other texts kBetweenTexts; or the one that covers least. It is in the way of what comes later.
  /// At least one box.
  QRectF take(const std::vector<QRectF>& choices, double aside = 0);
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
