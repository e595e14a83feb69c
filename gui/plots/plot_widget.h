#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gui/curves/curve_geometry.h"
#include "gui/plots/plot_view.h"

class QCPAxis;
class QCustomPlot;
class QPaintDevice;

namespace loopwright {

class PlotCursors;
class PlotGestures;
class PlotLegend;
class ReadoutOverlay;
class Recording;
class RunOverlays;
class SignalCurve;
class ValueAxes;

/// The visible part of a curve of another run.
struct OverlayPart {
  int curve;      ///< of the present run that it goes with
  QString run;    ///< name, with what it has otherwise than the diagram
  QColor colour;  ///< and how its line is drawn
  CurveLine line;
  CurveRequest request;  ///< what is to be asked of it
};

/// A plot of signals over time, drawn from a recording that may still grow. What mouse and keys
/// mean is in PlotGestures. Moving the pointer reads the values at that time, at an update instant
/// both.
class PlotWidget : public PlotView {
  Q_OBJECT

 public:
  /// Empty until setContent().
  explicit PlotWidget(QWidget* parent = nullptr);
  ~PlotWidget() override;

  /// Which curves on which axes. The recording stays.
  void setContent(const PlotContent& content) override;
  const PlotContent& content() const override { return content_; }

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
  /// How many curves of other runs there are; of one of them what is to be known to measure it, and
  /// what was drawn.
  int overlayCount() const;
  OverlayPart overlayPart(int overlay) const;
  const CurveGeometry& overlayGeometry(int overlay) const;

  /// The cursors that are drawn, which must outlive this; null: none.
  void setCursors(PlotCursors* cursors);
  PlotCursors* cursors() const { return cursors_; }

  /// Takes what was recorded since into the picture, and redraws if there is something new.
  void refresh() override;

  /// Draws again, with what has been set since.
  void redraw() override;

  /// Shows the whole run and all values, or the ranges that the content says.
  void fit() override;
  /// Shows the whole run and all values, whatever the content says.
  void showAll() override;

  /// What part of time and values is seen, and which of these follow the data.
  PlotViewState viewState() const;
  void setViewState(const PlotViewState& state);

  /// The visible part of time, seconds.
  double lowerTime() const;
  double upperTime() const;
  void setTimeRange(double lower, double upper);

  /// Curves are numbered in the order of the content; a number outside is a std::out_of_range.
  int curveCount() const { return static_cast<int>(curves_.size()); }
  /// A curve that is not shown has a pale entry in the legend.
  bool isCurveShown(int curve) const;
  void setCurveShown(int curve, bool shown);
  std::vector<QString> hiddenCurves() const override;
  void hideCurves(const std::vector<QString>& paths) override;
  /// How a curve looks: held between samples or joined by lines, and in which colour and dashes.
  bool isHeld(int curve) const;
  QColor curveColour(int curve) const;
  CurveLine curveLine(int curve) const;
  /// What is to be asked of a curve to measure the visible part of it.
  CurveRequest visiblePart(int curve) const;

  /// The rows of the recording that the last drawing took into account.
  int64_t rowsShown() const;
  /// The update instants of a curve with the values of ○ and ●, of all that is shown.
  std::vector<UpdatePoint> updates(int curve) const;
  /// What of a curve was drawn last.
  const CurveGeometry& geometry(int curve) const;
  /// Value of a curve at a time, both where it is an update instant.
  std::optional<UpdatePoint> valueAtTime(int curve, double time) const;
  /// The update instant of any visible curve that is so near to a time that it is meant.
  std::optional<double> updateNear(double time) const;
  /// The visible update instant next to a time, before (-1) or after (1) it.
  std::optional<double> updateBeside(double time, int direction) const;

  /// Where the axes are, in pixels, and where a value of a curve is.
  QRect plotArea() const;
  QPointF place(int curve, double time, double value) const;
  double timeToPixel(double time) const;
  double pixelToTime(double x) const;
  /// On the first value axis.
  double pixelToValue(double y) const;
  /// Where the legend was drawn last, in pixels, and the entry of a curve in it.
  QRectF legendArea() const;
  QRectF legendEntry(int curve) const;
  int legendEntryAt(const QPointF& position) const;
  QStringList legendNames() const;
  /// The value that a curve's entry in the legend shows.
  std::optional<UpdatePoint> legendValue(int curve) const;
  /// The visible curve that passes within some pixels of a place, or -1.
  int curveAt(const QPoint& position) const;
  QString axisAt(const QPoint& position) const override;

  /// Seconds that the last drawing took.
  double lastReplotSeconds() const { return replotSeconds_; }

  void alignLeft(QCPMarginGroup* group) override;
  int leftMargin() const override { return leftMargin_; }
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
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Parts of what the functions above do.
  void build();
  void applyColours();
  void applySources();
  /// Makes the curves of other runs, and the legend, anew.
  void rebuildOverlays();
  void fitValues();
  void fitTime();
  void followRun();
  void updateMargins();
  void updateLegendTime();

  PlotContent content_;
  /// Null before the first run.
  std::shared_ptr<const Recording> recording_;
  /// The parts of the widget; the plot owns what is drawn in it.
  QCustomPlot* plot_;
  std::unique_ptr<ValueAxes> axes_;
  PlotGestures* gestures_;
  PlotLegend* legend_;
  ReadoutOverlay* overlay_;
  PlotCursors* cursors_ = nullptr;
  std::vector<SignalCurve*> curves_;  // owned by plot_
  std::unique_ptr<RunOverlays> overlays_;
  /// The span of the run, seconds.
  double start_ = 0;
  double stop_ = 1;
  std::optional<double> runTime_;
  bool fitted_ = true;        // shows all of the run
  bool valuesFitted_ = true;  // the value axes follow the data
  bool chosenRanges_ = true;  // ... and the ranges that the content says
  bool following_ = true;
  int legendRows_ = 0;  // above the axes, as they have room
  int leftMargin_ = 0;  // as it was drawn last
  int rightMargin_ = 0;
  double replotSeconds_ = 0;
  double panLower_ = 0, panUpper_ = 1;
};

}  // namespace loopwright
