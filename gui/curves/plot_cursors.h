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

  bool areShown() const { return areShown_; }
  /// Shows them, the first time at a third and two thirds of [lower, upper], seconds; or hides
  /// them. Those out of that range come back into it.
  void show(double lower, double upper);
  void hide();

  double time(Which which) const { return times_[which]; }
  void setTime(Which which, double time);
  /// The one that keys move: the last that was.
  Which active() const { return active_; }

 Q_SIGNALS:
  void changed();

 private:
  bool areShown_ = false;
  bool arePlaced_ = false;
  Which active_ = kB;
  std::array<double, 2> times_ = {0, 0};
};

}  // namespace loopwright
