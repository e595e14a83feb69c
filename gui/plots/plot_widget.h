#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gui/plots/plot_curves.h"

namespace loopwright {

class PlotCursors;
class PlotGestures;
class ReadoutOverlay;
class Recording;

/// A plot of signals over time, drawn from a recording that may still grow. What mouse and keys
/// mean is in PlotGestures. Moving the pointer reads the values at that time, at an update instant
/// both.
class PlotWidget : public PlotCurves {
  Q_OBJECT

 public:
  /// Empty until setContent().
  explicit PlotWidget(QWidget* parent = nullptr);
  ~PlotWidget() override;

  /// Which curves on which axes. The recording stays.
  void setContent(const PlotContent& content) override;

  /// Shows this recording (null: nothing) from now on. Curves whose signal it does not have stay
  /// empty.
  void setRecording(std::shared_ptr<const Recording> recording) override;

  void continueWith(std::shared_ptr<const Recording> recording) override {
    setRecording(std::move(recording));
  }

  /// The span of time of the run, which fit() shows, seconds.
  void setRunSpan(double start, double stop) override;

  /// Where the run is, as an accent line; none hides it.
  void setRunTime(std::optional<double> time) override;

  /// While following, a zoomed window moves along so that the run's time stays in it.
  void setFollowing(bool following) { following_ = following; }

  /// Draws these runs behind the present one from now on.
  void setOverlays(const std::vector<RunOverlay>& runs);

  /// The cursors that are drawn, which must outlive this; null: none.
  void setCursors(PlotCursors* cursors);
  PlotCursors* cursors() const { return cursors_; }

  /// Takes what was recorded since into the picture, and redraws if there is something new.
  void refresh() override;

  /// Draws again, with what has been set since.
  void redraw() override;

  /// What part of time and values is seen, and which of these follow the data.
  PlotViewState viewState() const;
  void setViewState(const PlotViewState& state);

  /// Which part of time is visible, seconds.
  void setTimeRange(double lower, double upper);

  /// A curve that is not shown has a pale entry in the legend.
  void setCurveShown(int curve, bool shown);
  std::vector<QString> hiddenCurves() const override;
  void hideCurves(const std::vector<QString>& paths) override;

  QString axisAt(const QPoint& position) const override;

  void paintOn(QPaintDevice* device, const QSize& size, bool vectors) override;

  // What gestures do. The views of other plots follow by timeRangeChanged().

  void fitByHand();
  /// Shows of time and values what lies in `area`, in pixels of the plot.
  void zoomInto(const QRect& area);
  /// About a place, by a factor of what is visible.
  void zoomTime(double factor, double x);
  void zoomValues(double factor, double y);
  /// Pixels moved are counted from the place of beginPan().
  void beginPan();
  void panTo(const QPoint& moved);
  /// Where the pointer is; none takes its read-out away.
  void setPointer(std::optional<QPoint> pointer);
  /// The rectangle that is drawn while it is being dragged, in pixels; none takes it away.
  void setZoomArea(std::optional<QRect> area);

 Q_SIGNALS:
  /// The visible time was changed by hand.
  void timeRangeChanged(double lower, double upper);
  /// A gesture is about to change what is seen; `joins`: it may be one of several small steps.
  void viewChanging(bool joins);
  /// The view before (-1) or after (1) this one is wanted.
  void viewRequested(int direction);
  /// fit() was asked for by hand.
  void fitRequested();
  /// What can be read off the visible part is another.
  void readingsChanged();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void applyColours() override;
  void showWhole(bool chosen) override;

 private:
  /// Parts of what the functions above do.
  void build();
  void applySources();
  /// Makes the curves of other runs, and the legend, anew.
  void rebuildOverlays();
  void fitValues();
  void fitTime();
  void followRun();
  void updateMargins();
  void updateLegendTime();

  PlotGestures* gestures_;
  ReadoutOverlay* overlay_;
  PlotCursors* cursors_ = nullptr;
  /// The span of the run, seconds.
  double start_ = 0;
  double stop_ = 1;
  std::optional<double> runTime_;
  bool fitted_ = true;        // shows all of the run
  bool valuesFitted_ = true;  // the value axes follow the data
  bool chosenRanges_ = true;  // ... and the ranges that the content says
  bool following_ = true;
  int legendRows_ = 0;  // above the axes, as they have room
  int rightMargin_ = 0;
  double panLower_ = 0, panUpper_ = 1;
};

}  // namespace loopwright
