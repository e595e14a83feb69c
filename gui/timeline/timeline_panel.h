#pragma once

#include <QElapsedTimer>
#include <QWidget>
#include <memory>

#include "gui/timeline/timeline_layout.h"

class QLabel;
class QPushButton;
class QStackedLayout;

namespace loopwright {

class Actions;
class RunController;
class Timeline;
class TimelineChart;

/// The timeline of a document's run: the phases of its steps in lanes, what is left out of them,
/// and what is known of the event that is pointed at. Going to an event takes the whole program to
/// its instant.
///
/// Phases are kept for runs that begin while the panel is wanted (RunController). Of another run
/// the panel says so, and offers to make it again. Object names: `timelinePanel`, `timelineHint`,
/// `timelineRun`, `timelineRange`, `timelineLeftOut`, `timelineInfo`.
class TimelinePanel : public QWidget {
  Q_OBJECT

 public:
  /// Both must outlive it.
  TimelinePanel(RunController* runs, const Actions& actions, QWidget* parent = nullptr);

  TimelineChart* chart() const { return chart_; }
  /// Another document is there: the run that is shown is none of it.
  void clear();

 Q_SIGNALS:
  /// An event of this block was gone to.
  void blockChosen(const QString& path);
  /// The chart shows another reading of a run's timeline.
  void timelineRead();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* makePage(const Actions& actions);
  QWidget* makeHint();
  void follow();
  void refresh();
  void refreshPlace();
  void refreshTexts();
  void goTo(const TimelineEvent& event);

  RunController* runs_;
  TimelineChart* chart_;
  QLabel* range_;
  QLabel* leftOut_;
  QLabel* info_;
  QLabel* hint_;
  QPushButton* run_;
  QStackedLayout* pages_;
  std::shared_ptr<const Timeline> shown_;
  bool isForgotten_ = false;  // the run is of a document that is gone
  QElapsedTimer sinceRefresh_;
};

}  // namespace loopwright
