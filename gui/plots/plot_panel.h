#pragma once

#include <QElapsedTimer>
#include <QWidget>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gui/plots/plot_contents.h"
#include "gui/plots/plot_widget.h"
#include "gui/plots/view_history.h"

class QGridLayout;
class QLabel;
class QRubberBand;

namespace loopwright {

class BlockRegistry;
class Document;
class PlotCursors;
class PlotFrame;
class Recording;

/// The plots of a document's runs, with one time axis for all of them. While a run goes on, call
/// refresh() as often as a screen shows pictures: it takes what was recorded since, and rests after
/// a long drawing, so that the window stays responsive.
class PlotPanel : public QWidget {
  Q_OBJECT

 public:
  /// `registry` has the types of the blocks whose plots are shown.
  explicit PlotPanel(const BlockRegistry& registry, QWidget* parent = nullptr);
  ~PlotPanel() override;

  /// Lets curves have the colours of their wires.
  void setRates(RateOf rateOf) { rateOf_ = std::move(rateOf); }

  /// Shows a run of `document` from now on: plots as plotContents() says.
  void showRun(const Document& document, const std::shared_ptr<const Recording>& recording,
               double start, double stop);
  /// Shows the same run by another recording of it, with fewer of the older rows.
  void continueWith(const std::shared_ptr<const Recording>& recording);
  /// Shows the same run by plots that the document says now, after an edit of it.
  void showPlotsOf(const Document& document);
  /// Shows the plots in the units that the document says now; they stay the same ones.
  void showUnitsOf(const Document& document);
  /// Shows the hint of a document that was never run.
  void clear();

  /// Draws what was recorded since the last call; `time` is the run's, seconds. Does nothing
  /// while it should rest.
  void refresh(double time);
  /// Draws everything and shows the whole of [start, end]: the run is over.
  void finish(double end);

  /// Where the instant that is shown is, as a line in the plots; none: nowhere.
  void showTime(std::optional<double> time);

  /// Finds the theory of spectra of the run that is shown; null where there is none, or none yet.
  DensityFinder theories() const;

  /// Draws these runs behind the present one, in all plots over time.
  void setOverlays(const std::vector<RunOverlay>& runs);

  /// Shows the whole run in every plot.
  void fit();
  /// Shows or hides the cursors A and B.
  void showCursors(bool shown);
  /// The cursors of all plots, which are at the same times in each.
  PlotCursors* cursors() const { return cursors_; }
  /// Whether zoomed plots move along with a run.
  void setFollowing(bool following);
  /// Whether all plots show the same part of time; linked again, they take that of the first.
  void setTimesLinked(bool linked);
  /// Whether there are plots that do.
  bool areTimesLinked() const { return linked_ && !plots_.empty(); }
  /// The part of time that linked plots show, seconds; none: the whole run.
  std::optional<std::pair<double, double>> shownTimes() const;
  /// Shows that part in all plots, where they are linked.
  void showTimes(const std::optional<std::pair<double, double>>& times);
  /// Goes to what was seen before (-1) or after (1) it, in all plots.
  void goToView(int direction);
  /// Whether there is a view in that direction.
  bool canGoToView(int direction) const;

  /// All plots, and those over time among them.
  const std::vector<PlotView*>& views() const { return views_; }
  const std::vector<PlotWidget*>& plots() const { return plots_; }
  /// The recording that is shown; null before the first run.
  const std::shared_ptr<const Recording>& recording() const { return recording_; }

 Q_SIGNALS:
  /// The plots were made anew.
  void plotsChanged();
  /// Linked plots show another part of time, but by showTimes().
  void shownTimesChanged();
  /// What can be read off the plots over time is another.
  void readingsChanged();
  /// The menu is wanted for what is at a place of a plot.
  void menuRequested(loopwright::PlotView* view, const QPoint& place, const QPoint& global);
  /// A plot was dragged to another place: the places that all plots have then.
  void plotsMoved(const std::vector<loopwright::PlotPlace>& places);
  /// A signal was dropped on the plot with this place, or beside the plots (-1).
  void signalDropped(int plot, const QString& path);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  /// Parts of what the functions above do.
  void setContents(const std::vector<PlotContent>& contents);
  /// Puts the frames into the grid, as their places and the size of the panel ask for.
  void arrange();
  void connectFrame(PlotFrame* frame);
  /// What dragging a plot by its title does: `global` is a place on the screen.
  void showTarget(const PlotFrame* frame, const QPoint& global);
  void dropFrame(const PlotFrame* frame, const QPoint& global);
  /// Nothing where no plot is.
  std::optional<std::pair<size_t, PlotSide>> targetAt(const QPoint& global) const;
  /// Draws all plots again where their axes do not begin in one line.
  void alignLeftEdges();
  void addView(const PlotContent& content);
  /// Connects a new plot over time with the others.
  void linkTimes(PlotWidget* plot);
  void showRecording();
  /// Draws what was found of spectra.
  void showTheories();
  /// Gives all plots a part of time, or the whole run.
  void setTimes(double lower, double upper, bool isFitted);
  /// Says so if linked plots show another part of time than they did.
  void noticeTimes();
  /// What is plotted of the run by a document, which may have other plots by now.
  std::vector<PlotContent> contentsOf(const Document& document) const;
  /// Gives the plots that are there other contents of the same curves; false where they are others.
  bool takeOver(const std::vector<PlotContent>& contents);
  /// What is seen in each plot over time, to come back to.
  ViewHistory::States viewStates() const;

  /// What is shown, and by what.
  const BlockRegistry& registry_;
  RateOf rateOf_;
  std::vector<RunOverlay> overlays_;
  std::shared_ptr<const Recording> recording_;
  SpectrumTheories* theories_;  // of the document that made the recording, as it was then
  PlotCursors* cursors_;
  std::unique_ptr<QCPMarginGroup> leftEdges_;  // one for all plots
  QWidget* area_;
  QGridLayout* grid_;
  QLabel* hint_;
  std::vector<PlotFrame*> frames_;  // of views_, in the same order
  std::vector<PlotPlace> places_;
  QRubberBand* target_;  // where a plot that is dragged would go
  std::vector<PlotView*> views_;
  std::vector<PlotWidget*> plots_;
  double start_ = 0;
  double stop_ = 1;
  bool following_ = true;
  bool linked_ = true;
  std::optional<std::pair<double, double>> toldTimes_;
  ViewHistory history_;
  /// When the last drawing ended, and how long to rest after it, seconds.
  QElapsedTimer sinceDrawing_;
  double rest_ = 0;
};

/// How long plots rest after a drawing that took so long, seconds.
double restAfter(double drawing);

}  // namespace loopwright
