#pragma once

#include <QObject>
#include <QPointF>
#include <functional>
#include <optional>
#include <vector>

#include "gui/analysis/loop_drag.h"

class QCPAxisRect;
class QCustomPlot;

namespace loopwright {

struct ResponsePicture;
enum class ResponseView;

/// What of a loop's picture a hand can take hold of, in a plot: crossovers and margins in Bode,
/// Nyquist and Nichols plots, which are drawn here, and the poles of the closed loop. A handle that
/// is dragged tells where the hand is; what is drawn follows when the picture does. While one is
/// dragged the plot neither zooms nor moves.
///
/// In a Nyquist plot crossovers lie on the unit circle, where a hand turns them, and the gain
/// margin on the negative real axis; in a Nichols plot crossovers lie at 0 dB, and the gain margin
/// where the phase is that of −1.
class LoopHandles : public QObject {
  Q_OBJECT

 public:
  explicit LoopHandles(QCustomPlot* plot);

  /// Whether there is something to be changed by dragging: then rings show what can be dragged.
  void setEnabled(bool enabled) { isEnabled_ = enabled; }
  bool isEnabled() const { return isEnabled_; }
  /// Draws the margins and handles of a picture into axes; `lower` is null but for Bode plots.
  void draw(const ResponsePicture& picture, ResponseView view, QCPAxisRect* upper,
            QCPAxisRect* lower, bool isStale);
  /// The items of the plot are gone.
  void forget() { anchors_.clear(); }

  /// Takes hold of the handle at a place of the plot, pixels; whether there is one.
  bool press(const QPointF& place);
  /// The hand is elsewhere; what it holds goes along.
  void move(const QPointF& place);
  /// Lets go; whether something was dragged.
  bool release();
  /// Lets go, and what was dragged is to be as before.
  void giveUp();
  bool isHeld() const { return held_.has_value(); }

  /// Where the handles of a kind are, pixels.
  std::vector<QPointF> placesOf(LoopHandle handle) const;

 Q_SIGNALS:
  /// As LoopDrag::move().
  void dragged(loopwright::LoopHandle handle, const loopwright::Complex& from,
               const loopwright::Complex& to);
  void released();
  void givenUp();

 private:
  /// What LoopDrag is told of a place of the hand, in coordinates of the axes: where a pole is
  /// wanted, or a frequency, degrees or a factor.
  using Meaning = std::function<Complex(const QPointF&)>;
  /// A handle, in the coordinates of its axes.
  struct Anchor {
    LoopHandle handle;
    QCPAxisRect* axes;
    QPointF at;
    Meaning meaning;
  };
  /// What the hand holds, with the axes as they were when it took hold: they may be made anew
  /// while it drags.
  struct Held {
    LoopHandle handle;
    Complex from;
    Meaning meaning;
    QPointF pressed;
    std::function<QPointF(const QPointF&)> coordinates;  ///< of a place in pixels
    bool isDragged = false;
  };

  static QPointF pixelOf(const Anchor& anchor);
  void drawBode(const ResponsePicture& picture, QCPAxisRect* upper, QCPAxisRect* lower,
                bool isStale);
  void drawNichols(const ResponsePicture& picture, QCPAxisRect* axes, bool isStale);
  void drawNyquist(const ResponsePicture& picture, QCPAxisRect* axes);
  void addCrossovers(const ResponsePicture& picture, QCPAxisRect* axes, bool isNyquist);
  void addRing(const Anchor& anchor);

  QCustomPlot* plot_;
  bool isEnabled_ = false;
  std::vector<Anchor> anchors_;
  std::optional<Held> held_;
};

}  // namespace loopwright
