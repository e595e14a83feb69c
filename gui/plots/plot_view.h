#pragma once

#include <QString>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

class QCPMarginGroup;
class QPaintDevice;

namespace loopwright {

class Recording;

/// What one curve of a plot shows.
struct CurveSetting {
  QString path;  ///< PATH.PORT, or PATH.PORT[k]: the label of a column of the recording
  QString name;  ///< in the legend
  bool discrete = false;
  std::optional<int> rate =
      std::nullopt;  ///< of its sample time, where known: a number of Theme's colours
};

enum class PlotKind {
  kTime,       ///< each curve over time
  kXY,         ///< the second curve over the first
  kHistogram,  ///< the distribution of each curve's samples
  kSpectrum,   ///< the power spectral density of each curve's samples
};

/// What a plot shows.
struct PlotContent {
  QString title;
  QString valueLabel;  ///< of the value axis: name and unit
  std::vector<CurveSetting> curves;
  PlotKind kind = PlotKind::kTime;
  int bins = 50;            ///< of a histogram
  int segment = 256;        ///< of a spectrum, samples
  double period_sec = 0.1;  ///< between the samples of a histogram or a spectrum
};

/// A plot of a run, drawn from a recording that may still grow.
class PlotView : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

  virtual void setContent(const PlotContent& content) = 0;
  virtual const PlotContent& content() const = 0;
  /// Shows this recording (null: nothing) from now on. Curves whose signal it does not have stay
  /// empty.
  virtual void setRecording(std::shared_ptr<const Recording> recording) = 0;
  /// Shows the same run by another recording of it, whose older rows were thinned; a quiet line of
  /// text says so.
  virtual void continueWith(std::shared_ptr<const Recording> recording) = 0;
  /// The span of time of the run, seconds.
  virtual void setRunSpan(double start, double stop) = 0;
  /// Where the run is; none: it is over.
  virtual void setRunTime(std::optional<double> time) = 0;
  /// Takes what was recorded since into the picture, and redraws if there is something new.
  virtual void refresh() = 0;
  /// Draws again, with what has been set since.
  virtual void redraw() = 0;
  /// Shows everything.
  virtual void fit() = 0;
  /// Gives its left edge the place of all others in `group`, which must outlive it or let it go.
  /// One that is drawn makes room for the widest labels; the others follow when they are drawn
  /// again.
  virtual void alignLeft(QCPMarginGroup* group) = 0;
  /// How wide the room at the left of the axes was when they were drawn last, pixels.
  virtual int leftMargin() const = 0;
  /// Draws the plot, below its title, on a device on which nobody is painting. `vectors`: the
  /// device keeps shapes, so nothing may be drawn as pixels or rely on being clipped.
  virtual void paintOn(QPaintDevice* device, const QSize& size, bool vectors) = 0;

  QSize sizeHint() const override { return {560, 200}; }
  QSize minimumSizeHint() const override { return {240, 120}; }

 Q_SIGNALS:
  /// The plot was drawn with another leftMargin() than before.
  void leftMarginChanged();
};

/// A view for this kind of content, showing it.
std::unique_ptr<PlotView> makePlotView(const PlotContent& content);

}  // namespace loopwright
