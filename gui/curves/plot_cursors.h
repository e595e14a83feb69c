#pragma once

#include <QObject>
#include <array>

namespace loopwright {

/// Two instants, A and B, that are marked in all plots over time, to compare the signals' values.
class PlotCursors : public QObject {
  Q_OBJECT

 public:
  enum Which { kA, kB };

  using QObject::QObject;

  /// Times are kept while they are hidden.
  bool areShown() const { return areShown_; }
  /// Shows them: as long as nobody has moved one, at a third and two thirds of [lower, upper],
  /// seconds. Those out of that range come back into it.
  void show(double lower, double upper);
  void hide();

  /// Seconds. Setting it makes this one the cursor that keys move.
  double time(Which which) const { return times_[which]; }
  void setTime(Which which, double time);
  /// The one that keys move: the last that was.
  Which active() const { return active_; }

 Q_SIGNALS:
  /// A time is another, or both were shown or hidden.
  void changed();

 private:
  bool areShown_ = false;
  /// Whether one was ever moved; until then they have no place of their own.
  bool arePlaced_ = false;
  Which active_ = kB;
  std::array<double, 2> times_ = {0, 0};
};

}  // namespace loopwright
