#pragma once

#include <QPoint>
#include <QString>
#include <QWidget>
#include <optional>
#include <utility>

#include "gui/timeline/timeline_layout.h"

class QPainter;

namespace loopwright {

/// The instant that the program shows: before step `step`, with `phase` of its phases over.
struct TimelinePlace {
  int64_t step = 0;
  int phase = 0;
  double time = 0;  ///< seconds
};

/// The timeline of a run, drawn: above the whole run, below it a part of it in lanes.
///
/// The wheel zooms about the pointer, a drag pans, a double-click shows the whole run; in the ruler
/// a drag goes through the instants, in the strip above it moves the part that is shown. A click
/// goes to an event. Left and Right choose an event (with Ctrl each phase, also those in which no
/// block takes part), Enter goes there, + and − zoom about it, 0 shows the whole run. Object name:
/// `timelineChart`.
class TimelineChart : public QWidget {
  Q_OBJECT

 public:
  explicit TimelineChart(QWidget* parent = nullptr);

  /// Shows another reading of the timeline of the same run, or of another, which began at `start`
  /// seconds and is then shown as a whole.
  void setTimeline(TimelineView timeline, double start, bool isOtherRun);
  const TimelineView& timeline() const { return timeline_; }
  /// Where the program is; nothing where it shows no instant.
  void setPlace(const std::optional<TimelinePlace>& place);

  /// The whole run, also while it grows.
  void fit();
  bool isFitted() const { return isFitted_; }
  /// The part in view, seconds.
  void setRange(double from, double to);
  /// The same for who shows the part of time that others show; none: the whole run. Where no run is
  /// shown, nothing happens.
  void showTimes(const std::optional<std::pair<double, double>>& times);
  std::optional<std::pair<double, double>> shownTimes() const;
  const TimelineLayout& places() const { return places_; }

  /// The event that was chosen last.
  const std::optional<TimelineEvent>& chosen() const { return chosen_; }
  /// What is known of the event under the pointer, else of the one that is chosen.
  QString infoText() const;

  /// Where an event is drawn; empty where it is not in view.
  QRect boxOf(const TimelineEvent& event) const;
  QRect laneRect(TimelineLane lane) const;
  QRect rulerRect() const;
  QRect overviewRect() const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  /// An event was clicked, or entered: the program is to go there.
  void activated(const loopwright::TimelineEvent& event);
  /// The same of a time.
  void timeActivated(double time);
  /// infoText() is another.
  void infoChanged();
  /// Another part is in view.
  void rangeChanged();
  /// The same, as somebody has moved it by hand.
  void rangeChosen();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool event(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  enum class Drag { kNone, kPan, kScrub, kWindow };

  // Times in seconds: all of the run that has been made so far.
  double wholeFrom() const { return start_; }
  double wholeTo() const;
  int labelWidth() const;
  int laneHeight() const;
  // Lays out what is in view, and the strip with the whole run, for the widget's present size.
  void place();
  void placeOverview();
  // Changes of the part in view. Those by hand tell others, who show the same part of time.
  void showWhole();
  void fitByHand();
  void setRangeByHand(double from, double to);
  void showAround(double time);
  void zoom(double factor, double time);
  void moveWindow(const QPoint& place);
  // The event under a pixel; then what chooses one, by pointer or key.
  std::optional<TimelineEvent> eventAt(const QPoint& place) const;
  void choose(const TimelineEvent& event);
  void chooseNext(int direction, bool everyPhase);
  int64_t startOfSearch() const;
  void setHovered(const std::optional<TimelineEvent>& event);
  void activateChosen();

  // timeline_painting.cpp
  void paintOverview(QPainter* painter) const;
  void paintRuler(QPainter* painter) const;
  void paintLanes(QPainter* painter) const;
  void paintDense(QPainter* painter) const;
  void paintMark(QPainter* painter, const TimelineMark& mark) const;
  void paintIsolation(QPainter* painter, const QRectF& box, const TimelineEvent& event) const;
  void paintLeftOut(QPainter* painter) const;
  void paintPlace(QPainter* painter) const;
  void paintRing(QPainter* painter, const TimelineEvent& event, bool isChosen) const;
  std::optional<double> placeX() const;

  TimelineView timeline_;
  double start_ = 0;
  double from_ = 0, to_ = 1;
  bool isFitted_ = true;
  TimelineLayout places_;
  TimelineLayout overview_;
  std::optional<TimelinePlace> place_;
  std::optional<TimelineEvent> chosen_;
  std::optional<TimelineEvent> hovered_;
  Drag drag_ = Drag::kNone;
  bool hasDragged_ = false;
  QPoint pressedAt_;
  double pressedFrom_ = 0, pressedTo_ = 1;  // the part that was in view then
};

}  // namespace loopwright
