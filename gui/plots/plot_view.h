#pragma once

#include <QColor>
#include <QString>
#include <QWidget>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gui/curves/curve_geometry.h"
#include "gui/curves/plot_places.h"
#include "gui/noise/spectrum_theories.h"

class QCPMarginGroup;
class QCustomPlot;
class QPaintDevice;

namespace loopwright {

class Recording;

/// How a curve's line is drawn. Automatic: solid, but for the curves whose colour another curve of
/// the plot has.
enum class CurveLine { kAutomatic, kSolid, kDash, kDot, kDashDot };

/// What one curve of a plot shows.
struct CurveSetting {
  QString path;  ///< PATH.PORT, or PATH.PORT[k]: the label of a column of the recording
  QString name;  ///< in the legend
  bool discrete = false;
  std::optional<int> rate =
      std::nullopt;    ///< of its sample time, where known: a number of Theme's colours
  QColor colour = {};  ///< chosen by hand; else not valid
  CurveLine line = CurveLine::kAutomatic;
  QString axis = {};  ///< the value axis: "" or "y" the first, "y2", ...
  QString unit = {};  ///< "m/s"; empty: none is known
  /// Of a spectrum: the density of the signal's samples by theory; null where there is none (yet).
  DensityOf theory = nullptr;

  /// "speed, m/s", or the name alone where no unit is known.
  QString nameAndUnit() const { return unit.isEmpty() ? name : name + QStringLiteral(", ") + unit; }
};

enum class PlotKind {
  kTime,       ///< each curve over time
  kXY,         ///< the second curve over the first
  kHistogram,  ///< the distribution of each curve's samples
  kSpectrum,   ///< the power spectral density of each curve's samples
};

/// What was chosen for an axis of a plot.
struct AxisSetting {
  QString name;  ///< "x", "y", "y2", ...
  QString label = {};
  bool isLogarithmic = false;
  std::optional<double> lower = std::nullopt;  ///< where it begins; none: by what there is
  std::optional<double> upper = std::nullopt;
  friend bool operator==(const AxisSetting&, const AxisSetting&) = default;
};

/// A line across a plot at a value of an axis.
struct ReferenceSetting {
  QString axis;
  double value = 0;
  QString label = {};
};

/// What of a plot over time is seen: whether the whole run and all values, and else which part.
struct PlotViewState {
  double lower = 0, upper = 1;  ///< of time, seconds
  bool isTimeFitted = true;
  bool areValuesFitted = true;
  bool areRangesChosen = true;                    ///< those of the content are shown
  std::vector<std::pair<double, double>> values;  ///< of each value axis
};

/// Another run, whose curves are drawn behind those of the present one.
struct RunOverlay {
  QString name;  ///< in the legend
  std::shared_ptr<const Recording> recording;
};

/// What a plot shows.
struct PlotContent {
  QString title;
  QString valueLabel;  ///< of the first value axis, where one was chosen: name and unit
  std::vector<CurveSetting> curves;
  PlotKind kind = PlotKind::kTime;
  int bins = 50;            ///< of a histogram
  int segment = 256;        ///< of a spectrum, samples
  double period_sec = 0.1;  ///< between the samples of a histogram or a spectrum
  std::vector<AxisSetting> axes = {};
  std::vector<ReferenceSetting> references = {};
  CircleMode circles = CircleMode::kWhereRoom;
  std::optional<PlotPlace> place = std::nullopt;  ///< where it is to stand among the plots
  std::optional<size_t> setting = std::nullopt;   ///< its place in the document's `plots`
  QString block = {};  ///< the path of the sink that it is the plot of; else empty

  /// What was chosen for an axis, or nothing but its name.
  AxisSetting axis(const QString& name) const;
  /// The unit of all curves on a value axis; empty where one has none or another.
  QString unitOf(const QString& axis) const;
  /// What stands beside a value axis: the label that was chosen, else the unit of its curves.
  QString axisLabel(const QString& name) const;
};

/// A plot of a run, drawn from a recording that may still grow.
class PlotView : public QWidget {
  Q_OBJECT

 public:
  virtual void setContent(const PlotContent& content) = 0;
  const PlotContent& content() const { return content_; }
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
  /// Shows everything, or the ranges that the content says.
  void fit() { showWhole(true); }
  /// Shows everything, whatever the content says.
  void showAll() { showWhole(false); }
  /// The curves, by path, that are not shown, and those that are not to be.
  virtual std::vector<QString> hiddenCurves() const { return {}; }
  virtual void hideCurves(const std::vector<QString>&) {}
  /// The axis at a place: "x", "y", "y2", ...; "" where there is none.
  virtual QString axisAt(const QPoint& position) const = 0;
  /// Gives its left edge the place of all others in `group`, which must outlive it or let it go.
  /// One that is drawn makes room for the widest labels; the others follow when they are drawn
  /// again.
  void alignLeft(QCPMarginGroup* group);
  /// How wide the room at the left of the axes was when they were drawn last, pixels.
  int leftMargin() const { return leftMargin_; }
  /// Draws the plot, below its title, on a device on which nobody is painting. `vectors`: the
  /// device keeps shapes, so nothing may be drawn as pixels or rely on being clipped.
  virtual void paintOn(QPaintDevice* device, const QSize& size, bool vectors) = 0;

  QSize sizeHint() const override { return {560, 200}; }
  QSize minimumSizeHint() const override { return {240, 120}; }

 Q_SIGNALS:
  /// The plot was drawn with another leftMargin() than before.
  void leftMarginChanged();
  /// The menu is wanted for what is at a place of the plot.
  void menuRequested(const QPoint& place, const QPoint& global);

 protected:
  /// With axes, and nothing in them. Object name of the part that draws: `plotArea`.
  explicit PlotView(QWidget* parent);

  /// Draws anew where the theme or the size is another.
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  /// Gives all that is drawn the colours of the theme.
  virtual void applyColours() = 0;
  /// Shows everything; `chosen`: or the ranges that the content says.
  virtual void showWhole(bool chosen) = 0;
  /// Tells of another left margin; called when the plot has been drawn.
  void noteLeftMargin();

  QCustomPlot* plot_;  // owns what is drawn in it
  PlotContent content_;
  std::shared_ptr<const Recording> recording_;  // null before the first run

 private:
  int leftMargin_ = 0;  // as it was drawn last
};

/// The unit of a power spectral density: "(m/s)²/Hz", or "1/Hz" where that of the signal is
/// unknown.
QString densityUnit(const QString& unit);

/// A view for this kind of content, showing it.
std::unique_ptr<PlotView> makePlotView(const PlotContent& content);

}  // namespace loopwright
