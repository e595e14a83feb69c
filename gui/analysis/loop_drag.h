#pragma once

#include <QObject>
#include <memory>
#include <optional>

#include "engine/linear/linear_model.h"
#include "gui/sliders/value_drag.h"

namespace loopwright {

class DiagramDocument;
struct LoopSweep;

/// What of the picture of a loop a hand can take hold of.
enum class LoopHandle {
  kPole,         ///< of the closed loop, on its locus
  kCrossover,    ///< where |L| = 1, over frequency
  kPhaseMargin,  ///< the phase there
  kGainMargin    ///< the gain where the phase is that of −1
};

/// A drag of a pole, a crossover or a margin: the parameter that brings it to the hand follows in
/// the document at once, and all of the drag is one step to undo. For example of the loop k/s with
/// the parameter k a crossover that is dragged to 3 rad/s makes k = 3.
class LoopDrag : public QObject {
  Q_OBJECT

 public:
  /// `document` must outlive it.
  explicit LoopDrag(DiagramDocument* document, QObject* parent = nullptr);

  /// What the parameter does; null: nothing can be dragged. A drag goes on with what it began with.
  void setSweep(std::shared_ptr<const LoopSweep> sweep);
  bool isOpen() const { return drag_.isOpen(); }

  /// The hand has dragged the handle to a place: of a pole from `from` to `to` in its plane; of
  /// others `to` is a frequency (rad/s), degrees, or a factor, as its real part. Where no value
  /// brings it there, the last one stays.
  void move(LoopHandle handle, const Complex& from, const Complex& to);
  /// Ends the drag as one step to undo, or takes all of it back.
  void commit();
  void cancel();
  /// The value that the parameter has got; nothing before the first.
  std::optional<double> value() const { return value_; }

 Q_SIGNALS:
  /// The document has another value of the parameter.
  void moved();

 private:
  std::optional<double> valueFor(LoopHandle handle, const Complex& from, const Complex& to) const;

  DiagramDocument* document_;
  std::shared_ptr<const LoopSweep> sweep_;  // of the present picture,
  std::shared_ptr<const LoopSweep> held_;   // and of that on which the drag began
  ValueDrag drag_;
  std::optional<double> value_;
};

}  // namespace loopwright
