#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gui/plots/curve_geometry.h"
#include "gui/plots/plot_view.h"

class QCustomPlot;
class QMouseEvent;
class QPaintDevice;

namespace loopwright {

class PlotLegend;
class ReadoutOverlay;
class Recording;
class SignalCurve;

/// A plot of signals over time, drawn from a recording that may still grow. The wheel zooms time
/// about the pointer (with Ctrl: the values), the left button draws a rectangle to zoom into, the
/// middle button, or Shift and the left one, pans, a double-click fits. Moving the pointer reads
/// the values at that time, at an update instant both.
class PlotWidget : public PlotView {
  Q_OBJECT

 public:
  explicit PlotWidget(QWidget* parent = nullptr);
  ~PlotWidget() override;

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

  /// Takes what was recorded since into the picture, and redraws if there is something new.
  void refresh() override;

  /// Draws again, with what has been set since.
  void redraw() override;

  /// Shows the whole run and all values.
  void fit() override;

  double lowerTime() const;
  double upperTime() const;
  void setTimeRange(double lower, double upper);

  int curveCount() const { return static_cast<int>(curves_.size()); }
  /// The rows of the recording that the last drawing took into account.
  int64_t rowsShown() const;
  /// The update instants of a curve with the values of ○ and ●, of all that is shown.
  std::vector<UpdatePoint> updates(int curve) const;
  /// What of a curve was drawn last.
  const CurveGeometry& geometry(int curve) const;
  /// Value of a curve at a time, both where it is an update instant.
  std::optional<UpdatePoint> valueAtTime(int curve, double time) const;
  /// Where the legend was drawn last, in pixels.
  QRectF legendArea() const;
  /// Seconds that the last drawing took.
  double lastReplotSeconds() const { return replotSeconds_; }

  void alignLeft(QCPMarginGroup* group) override;
  int leftMargin() const override { return leftMargin_; }

  /// Draws the plot, below its title, on a device on which nobody is painting. `vectors`: the
  /// device keeps shapes, so nothing may be drawn as pixels or rely on being clipped.
  void paintOn(QPaintDevice* device, const QSize& size, bool vectors) override;

 Q_SIGNALS:
  /// The visible time was changed by hand.
  void timeRangeChanged(double lower, double upper);
  /// fit() was asked for by hand.
  void fitRequested();

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  friend class ReadoutOverlay;

  void build();
  void applyColours();
  void applySources();
  void fitValues();
  void followRun();
  void updateMargins();
  bool pressMouse(const QMouseEvent& event);
  bool moveMouse(const QMouseEvent& event);
  bool releaseMouse(const QMouseEvent& event);
  void turnWheel(const QPointF& position, double steps, Qt::KeyboardModifiers modifiers);
  void zoomInto(const QRect& area);

  PlotContent content_;
  std::shared_ptr<const Recording> recording_;
  QCustomPlot* plot_;
  PlotLegend* legend_;
  ReadoutOverlay* overlay_;
  std::vector<SignalCurve*> curves_;  // owned by plot_
  double start_ = 0;
  double stop_ = 1;
  std::optional<double> runTime_;
  bool fitted_ = true;        // shows all of the run
  bool valuesFitted_ = true;  // the value axis follows the data
  bool following_ = true;
  bool legendAbove_ = false;
  int leftMargin_ = 0;  // as it was drawn last
  int rightMargin_ = 0;
  double replotSeconds_ = 0;
  enum class Drag { kNone, kPan, kZoom } drag_ = Drag::kNone;
  QPoint dragStart_;
  double panLower_ = 0, panUpper_ = 1, panBottom_ = 0, panTop_ = 1;
};

}  // namespace loopwright
