#pragma once

#include <QPointF>
#include <QString>
#include <QWidget>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

class QCPCurve;
class QCPGraph;
class QCPItemText;
class QCustomPlot;

namespace loopwright {

class ReferenceFan;
class TheoryLines;
struct EnsembleTheory;
struct FanPoint;
struct StudyPicture;

/// A signal in all runs of a study: bands that hold 50, 90 and 98 % of the runs, the mean with its
/// confidence, and some runs as thin lines. Where updates make the runs jump, bands and mean do so
/// too: ○ is the mean before and ● after. The path under the pointer is highlighted and named; a
/// click chooses its run. Paths of runs that were brushed stand out. The wheel zooms, dragging
/// pans, a double-click shows everything.
class FanChart : public QWidget {
  Q_OBJECT

 public:
  /// So many runs are drawn as thin lines, and at most so many of those that were brushed.
  static constexpr int kThinPaths = 24;
  static constexpr int kBrushedPaths = 100;

  explicit FanChart(QWidget* parent = nullptr);
  ~FanChart() override;

  /// What is drawn; null for nothing.
  void setPicture(std::shared_ptr<const StudyPicture> picture);
  /// What the axis says of the signal.
  void setSignalName(const QString& name);
  /// What theory says of the same signal, over the fan; null for nothing.
  void setTheory(std::shared_ptr<const EnsembleTheory> theory);
  /// The fan of a study that was kept, behind the next picture, and what the legend says of it;
  /// empty for nothing.
  void setReference(const std::vector<FanPoint>& fan, const QString& name);
  /// The runs that stand out, ascending.
  void setBrushedRuns(std::vector<uint64_t> runs);
  /// The run that the editor has made again, if it has.
  void setChosenRun(std::optional<uint64_t> run);

  /// The run of the path under the pointer.
  std::optional<uint64_t> hoveredRun() const { return hovered_; }
  /// The runs whose paths are drawn: the thin ones and those that were brushed.
  const std::vector<uint64_t>& drawnRuns() const { return drawn_; }
  int brushedPathCount() const { return brushedPaths_; }
  /// How many ○ there are, and as many ●.
  int updateCount() const { return updateCount_; }
  const TheoryLines& theory() const { return *theory_; }
  const ReferenceFan& reference() const { return *reference_; }
  /// Where a time (seconds) and a value of the signal stand, in pixels of the plot's area.
  QPointF placeOf(double time, double value) const;

 Q_SIGNALS:
  void runClicked(quint64 run);

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  // Once: all that is ever drawn, in the order in which it lies on top of each other.
  void makeCurves();
  void makeMarks();
  // With each theme: colours and pens, and the legend, in as many columns as have room.
  void styleCurves();
  void styleLegend();
  void layLegend();
  // With each picture: bands and mean, circles where updates have room, and single runs.
  void drawFan();
  void drawUpdates();
  void drawPaths();
  void drawHighlight();
  void drawPathsOf(const std::vector<uint64_t>& runs, QCPCurve* curve) const;
  void refresh();
  void fit();
  // The pointer: the path that it is nearest to is highlighted, and clicked it is chosen.
  void hover(const QPointF& place);
  std::optional<uint64_t> runAt(const QPointF& place) const;
  void release(const QPointF& place);

  QCustomPlot* plot_;
  std::shared_ptr<const StudyPicture> picture_;
  std::vector<uint64_t> brushed_;
  std::optional<uint64_t> chosen_;
  std::optional<uint64_t> hovered_;
  std::vector<uint64_t> drawn_;
  int brushedPaths_ = 0;
  int updateCount_ = 0;
  bool isFitted_ = true;  // until somebody zooms or pans
  std::unique_ptr<ReferenceFan> reference_;
  std::array<QCPCurve*, 3> bands_{};  // of 98, 90 and 50 % of the runs
  QCPCurve* confidence_ = nullptr;
  QCPGraph* mean_ = nullptr;
  QCPGraph* before_ = nullptr;  // ○
  QCPGraph* after_ = nullptr;   // ●
  std::unique_ptr<TheoryLines> theory_;
  QCPCurve* thin_ = nullptr;
  QCPCurve* brushedCurve_ = nullptr;
  QCPCurve* chosenCurve_ = nullptr;
  QCPCurve* highlight_ = nullptr;
  QCPItemText* label_ = nullptr;
  std::optional<QPointF> pressed_;  // where the left button went down
};

}  // namespace loopwright
