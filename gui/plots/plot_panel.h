#pragma once

#include <QElapsedTimer>
#include <QWidget>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gui/plots/plot_contents.h"
#include "gui/plots/plot_widget.h"

class QGridLayout;
class QLabel;

namespace loopwright {

class Document;
class Recording;

/// The plots of a document's runs, with one time axis for all of them. While a run goes on, call
/// refresh() as often as a screen shows pictures: it takes what was recorded since, and rests as
/// long as the last drawing took, so that the window stays responsive.
class PlotPanel : public QWidget {
  Q_OBJECT

 public:
  explicit PlotPanel(QWidget* parent = nullptr);
  ~PlotPanel() override;

  /// Lets curves have the colours of their wires.
  void setRates(RateOf rateOf) { rateOf_ = std::move(rateOf); }

  /// Shows a run of `document` from now on: plots as plotContents() says.
  void showRun(const Document& document, const std::shared_ptr<const Recording>& recording,
               double start, double stop);
  /// Shows the same run by another recording of it, with fewer of the older rows.
  void continueWith(const std::shared_ptr<const Recording>& recording);
  /// Shows the hint of a document that was never run.
  void clear();

  /// Draws what was recorded since the last call; `time` is the run's, seconds. Does nothing
  /// while it should rest.
  void refresh(double time);
  /// Draws everything and shows the whole of [start, end]: the run is over.
  void finish(double end);

  /// Shows the whole run in every plot.
  void fit();
  /// Whether zoomed plots move along with a run.
  void setFollowing(bool following);
  bool isFollowing() const { return following_; }

  /// All plots, and those over time among them.
  const std::vector<PlotView*>& views() const { return views_; }
  const std::vector<PlotWidget*>& plots() const { return plots_; }

 Q_SIGNALS:
  /// The plots were made anew.
  void plotsChanged();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void setContents(const std::vector<PlotContent>& contents);
  void arrange();
  void alignLeftEdges();
  void linkTimes(PlotWidget* plot);

  RateOf rateOf_;
  std::unique_ptr<QCPMarginGroup> leftEdges_;  // one for all plots
  QWidget* area_;
  QGridLayout* grid_;
  QLabel* hint_;
  std::vector<PlotView*> views_;
  std::vector<PlotWidget*> plots_;
  double start_ = 0;
  bool following_ = true;
  int columns_ = 0;
  QElapsedTimer sinceDrawing_;
  qint64 restMs_ = 0;
};

}  // namespace loopwright
