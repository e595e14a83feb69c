#pragma once

#include <QWidget>
#include <memory>
#include <span>
#include <vector>

#include "gui/analysis/loop_drag.h"
#include "gui/analysis/response_plot.h"

class QBoxLayout;
class QGridLayout;
class QTabBar;
class QToolButton;

namespace loopwright {

class LensPlot;
struct ResponsePicture;

/// How a response is drawn: the view that its tab chooses, and on demand others beside it, in two
/// rows, or in one where the panel is low. All show the same picture with the same earlier ones
/// behind, and one frequency cursor runs through them. Of a response through samplers the lens can
/// be shown below, which follows the cursor. Object names: `analysisViews` (the tabs),
/// `analysisTogether`, `analysisLens`, `analysisKeep`, `analysisClear`, `analysisExport`,
/// `analysisExport.picture`, `analysisExport.data`; plots `responsePlot` and, of those beside it,
/// `responsePlotBeside`.
class AnalysisViews : public QWidget {
  Q_OBJECT

 public:
  explicit AnalysisViews(QWidget* parent = nullptr);

  /// The plot of the chosen view.
  ResponsePlot* plot() const { return plots_.front(); }
  /// All plots; those beside the first may be hidden.
  const std::vector<ResponsePlot*>& plots() const { return plots_; }
  /// The row of tabs and buttons, for the head of the panel.
  QBoxLayout* head() const { return head_; }

  ResponseView view() const;
  void setView(ResponseView view);
  /// Marks a pole of the picture, as a click on it does.
  void choosePole(int index);
  /// As those of ResponsePlot, of all plots.
  void setPicture(const std::shared_ptr<const ResponsePicture>& picture, bool keepsZoom = false);
  void followPicture(const std::shared_ptr<const ResponsePicture>& picture);
  void setStale(bool stale);
  void setDraggable(bool draggable);
  void clearKept();
  /// The picture with a controller that is proposed, beside the present one; null for none.
  void setProposal(const std::shared_ptr<const ResponsePicture>& picture);

 Q_SIGNALS:
  /// Another view is chosen.
  void viewChosen();
  /// What stands at the cursor is another, or another pole is clicked.
  void frequencyChanged();
  void poleClicked(int index);
  /// What a hand drags, in any plot: as those of LoopHandles.
  void dragged(loopwright::LoopHandle handle, const loopwright::Complex& from,
               const loopwright::Complex& to);
  void released();
  void givenUp();
  /// A file is wanted of a plot.
  void pictureRequested(loopwright::ResponsePlot* plot);
  void dataRequested(loopwright::ResponsePlot* plot);
  /// A figure of the analysis is wanted.
  void figureRequested();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void makeHead();
  void makeExport();
  void addPlot();
  void connectPlot(ResponsePlot* plot);
  void showTogether(bool together);
  /// Gives a plot all that the first one has, but for its view.
  void copyTo(ResponsePlot* other) const;
  /// The plots that are shown; the others get what they show when they are.
  std::span<ResponsePlot* const> shown() const;
  void spreadViews();
  void arrangePlots();
  void showLens();

  QTabBar* tabs_;
  QToolButton* together_;
  QToolButton* lens_;
  QToolButton* keep_;
  QToolButton* clear_;
  QToolButton* export_;
  QBoxLayout* head_;
  QGridLayout* grid_;
  LensPlot* lensPlot_;
  std::vector<ResponsePlot*> plots_;  // the first is that of the tabs
};

}  // namespace loopwright
