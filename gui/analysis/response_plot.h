#pragma once

#include <QByteArray>
#include <QPen>
#include <QPointF>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/linear/linear_model.h"

class QCPAxisRect;
class QCPItemLine;
class QCPItemTracer;
class QCPMarginGroup;
class QPaintDevice;

namespace loopwright {

class LoopHandles;
class ResponseArea;
struct ResponsePicture;

/// How a response is drawn.
enum class ResponseView {
  kBode,     ///< gain and phase over frequency, both below each other
  kNyquist,  ///< the values in the complex plane, with the point −1
  kNichols,  ///< gain over phase, with the points that stand for −1
  kPoles,  ///< poles as × and zeros as ○, with the boundary of stability; of a loop, as dots, where
           ///< they are with more and less gain
  kStep  ///< the answer to a step, over time
};

/// One response of the diagram as a picture. The wheel zooms, dragging pans, a double-click shows
/// everything. The pointer in a Bode plot, or near the curve of a Nyquist or Nichols plot, is a
/// frequency cursor: what stands there is read out, and the other plots mark the same frequency.
/// Its menu copies and exports what is shown.
class ResponsePlot : public QWidget {
  Q_OBJECT

 public:
  explicit ResponsePlot(QWidget* parent = nullptr);

  /// What is drawn; null for nothing. With `keepsZoom` what is in sight stays.
  void setPicture(std::shared_ptr<const ResponsePicture> picture, bool keepsZoom = false);
  /// The same picture with another value of the parameter that a hand drags: what is in sight
  /// stays, and only the response, its margins and its poles are drawn anew. Its locus and what
  /// describing functions say are those of the picture before.
  void followPicture(std::shared_ptr<const ResponsePicture> picture);
  std::shared_ptr<const ResponsePicture> picture() const { return picture_; }
  /// What the response would be with a controller that is proposed, drawn beside the present one;
  /// null for none. The next picture leaves it.
  void setProposal(std::shared_ptr<const ResponsePicture> proposal);
  std::shared_ptr<const ResponsePicture> proposal() const { return proposal_; }
  /// What of a loop can be taken hold of, and what a hand does with it.
  LoopHandles* handles() const { return handles_; }
  /// Whether there is a parameter that follows what is dragged.
  void setDraggable(bool draggable);
  /// Keeps the present picture, in grey behind those that follow, in all views; and forgets them.
  void keepPicture();
  void clearKept();
  /// Those that are kept, the oldest first.
  const std::vector<std::shared_ptr<const ResponsePicture>>& kept() const { return kept_; }
  /// Keeps exactly these, the oldest first.
  void setKept(const std::vector<std::shared_ptr<const ResponsePicture>>& kept);
  int keptCount() const { return static_cast<int>(kept_.size()); }
  void setView(ResponseView view);
  ResponseView view() const { return view_; }
  /// Marks a pole of the picture, where poles are drawn.
  void markPole(int index);
  /// Whether the picture is of a diagram that has changed since: then it is drawn paler.
  void setStale(bool stale);
  bool isStale() const { return isStale_; }

  /// rad/s; nothing: no cursor.
  void setFrequency(std::optional<double> frequency);
  std::optional<double> frequency() const { return frequency_; }
  /// "ω = 2 rad/s: gain 0.447, phase −63.4°", or "" without a cursor; where there is a lens, what
  /// becomes of a continuous sine too. Of the pole map what the pole is that was clicked last.
  QString readout() const;

  /// Draws the present view, as it is zoomed, on a device; see paintPlot().
  void paintOn(QPaintDevice* device, const QSize& size, bool vectors);
  /// The values of the present view as CSV; see responseTable().
  QByteArray table() const;

  /// Of the present view: how many values a curve, or poles and zeros, show.
  int pointCount() const { return pointCount_; }
  /// Where pole `index` of the picture stands, in pixels; only of the pole map.
  QPointF polePlace(int index) const;
  /// Where the value at frequency `index` of the picture stands, in pixels; only of the Nyquist and
  /// Nichols plots.
  QPointF responsePlace(size_t index) const;
  /// Where a frequency (rad/s) stands in the Bode plot, in pixels from its left.
  double frequencyPlace(double frequency) const;

 Q_SIGNALS:
  /// The pole with this number in the picture was clicked.
  void poleClicked(int index);
  /// The cursor was moved.
  void frequencyChanged();
  /// Other pictures are kept.
  void keptChanged();
  /// A file is wanted of the present view: its picture, or its table().
  void pictureRequested();
  /// A figure for a paper is wanted.
  void figureRequested();
  void dataRequested();

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void rebuild();
  void rebuildInPlace();
  void keepInSight(const std::function<void()>& change);
  void forgetFollowing();
  /// The pictures beside the present one, with the pens that they are drawn with.
  std::vector<std::pair<const ResponsePicture*, QPen>> others() const;
  /// A view is drawn in three parts: the axes, and all that stays while a hand drags; the response
  /// with what else follows the hand; and what is in sight of it.
  struct Drawing {
    void (ResponsePlot::*around)();
    void (ResponsePlot::*response)();
    void (ResponsePlot::*fit)();
  };
  const Drawing& drawing() const;
  void drawResponse();
  void drawAroundBode();
  void drawAroundNyquist();
  void drawAroundNichols();
  void drawAroundPoles();
  void drawAroundStep();
  void drawBode();
  void drawLens();
  void drawNyquist();
  void drawNichols();
  void drawPoles();
  void drawStep();
  void fitBode();
  void fitNyquist();
  void fitNichols();
  void fitPoles();
  void fitStep();
  bool isLoop() const;
  void markFrequency();
  void addMarker(const Complex& place, double size);
  void moveCursor(const QPointF& place);
  Complex cursorValue(size_t index) const;
  void clickAt(const QPointF& place);
  void openMenu(const QPoint& place);
  void copyPicture();
  void release(const QPointF& place);
  bool dragHandle(QEvent* event);
  /// So that a circle is round: the range of the axis with more room is widened.
  void squareAxes();
  int nearestFrequency() const;

  ResponseArea* plot_;
  LoopHandles* handles_;
  std::shared_ptr<const ResponsePicture> picture_;
  std::shared_ptr<const ResponsePicture> proposal_;
  std::vector<std::shared_ptr<const ResponsePicture>> kept_;  // the oldest first
  ResponseView view_ = ResponseView::kBode;
  bool isStale_ = false;
  std::optional<double> frequency_;
  int chosenPole_ = -1;  // of the picture, that was clicked last
  int pointCount_ = 0;
  QCPAxisRect* upper_ = nullptr;           // of the plot; the only one but for Bode plots
  QCPAxisRect* lower_ = nullptr;           // the phase's
  std::vector<QCPItemLine*> cursorLines_;  // of the plot
  QCPItemTracer* marker_ = nullptr;
  QCPMarginGroup* marginGroup_ = nullptr;  // of the plot: both axes of a Bode plot are aligned
  std::optional<QPointF> pressed_;         // where the left button went down
};

}  // namespace loopwright
