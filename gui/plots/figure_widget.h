#pragma once

#include <utility>
#include <vector>

#include "gui/curves/signal_samples.h"
#include "gui/plots/plot_view.h"

class QCPAbstractPlottable;
class QCPAxis;
class QCPGraph;

namespace loopwright {

class PlotCursors;
class XYMarkers;

/// A plot whose horizontal axis is not time: one signal over another, a histogram, or a spectrum.
/// Around a spectrum lies the interval that holds the density with a confidence of 95 %, and beside
/// that of a noise, or of what is linear in noises, its theory. The wheel zooms, dragging pans, a
/// double-click shows everything.
class FigureWidget : public PlotView {
  Q_OBJECT

 public:
  /// Empty until setContent().
  explicit FigureWidget(QWidget* parent = nullptr);
  ~FigureWidget() override;

  /// "x" below the axes, "y" at their left, else nothing.
  QString axisAt(const QPoint& position) const override;

  /// The kind, the signals, and how axes are to be.
  void setContent(const PlotContent& content) override;
  void setRecording(std::shared_ptr<const Recording> recording) override;
  /// The same run, of which older rows were thinned. Bins and spectra keep the samples that they
  /// have.
  void continueWith(std::shared_ptr<const Recording> recording) override;
  /// Time is no axis here.
  void setRunSpan(double, double) override {}
  /// Whether a run goes on, while which the figure is drawn more seldom.
  void setRunTime(std::optional<double> time) override { isRunning_ = time.has_value(); }
  void refresh() override;
  void redraw() override;
  void paintOn(QPaintDevice* device, const QSize& size, bool vectors) override;

  /// Of a spectrum: draws theories of this content that were not there yet. It has the same curves.
  void setTheories(const PlotContent& content);
  /// An XY plot marks where they are; they must outlive this.
  void setCursors(PlotCursors* cursors);

  /// How many points, bars or frequencies a curve shows now; of an XY plot, curve 0 only.
  int pointCount(int curve) const;
  /// The horizontal and the vertical coordinate of one of them.
  QPointF point(int curve, int index) const;
  /// Of a spectrum: the densities by theory, and the ends of the interval around each point.
  std::vector<QPointF> theoryOf(int curve) const;
  std::vector<std::pair<double, double>> intervalsOf(int curve) const;

 protected:
  void applyColours() override;
  void showWhole(bool chosen) override;
  /// Wheel, double-click and menu of the plot's own widget.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// Parts of what the functions above do.
  void makePlottables();
  void scaleAxes();
  void labelAxes();
  void placeMarkers();
  AxisSetting settingOf(const QCPAxis* axis) const;
  /// Both return whether something came that changes the picture.
  bool takeNew();
  bool takePairs();
  /// Sets the ranges; redraw() shows them.
  void fitTo(bool chosen);
  /// Makes the bins or the spectrum of a curve anew from its samples.
  bool showSamples(size_t curve);
  void showBins(size_t curve);
  void showSpectrum(size_t curve);
  /// What is beside the curve of a spectrum; owned by plot_.
  struct BesideSpectrum {
    QCPGraph* lower = nullptr;
    QCPGraph* upper = nullptr;
    QCPGraph* theory = nullptr;
  };
  BesideSpectrum makeBand();
  void colourBeside(size_t curve, const QColor& colour);

  std::unique_ptr<XYMarkers> markers_;
  PlotCursors* cursors_ = nullptr;
  std::vector<QCPAbstractPlottable*> plottables_;  // owned by plot_
  std::vector<BesideSpectrum> beside_;             // by curve, of spectra alone
  /// By curve, the samples of a histogram or spectrum.
  std::vector<SignalSamples> samples_;
  int64_t pairsTaken_ = 0;  // rows of the recording
  bool fitted_ = true;
  bool chosenRanges_ = true;  // those that the content says are shown when fitted
  /// See setRunTime().
  bool isRunning_ = false;
  std::vector<size_t> shownSamples_;  // by curve: how many the picture has
};

}  // namespace loopwright
