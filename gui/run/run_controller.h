#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "engine/run/run_note.h"
#include "engine/session/run_session.h"

namespace loopwright {

class ChangeSet;
class DiagramDocument;
class Recording;
class ShownInstant;
class Timeline;
struct KeptRun;

/// The run of a document as the window sees it: starts, pauses and stops a RunSession on its own
/// thread and looks at it at most 60 times a second. It never waits for the run.
class RunController : public QObject {
  Q_OBJECT

 public:
  explicit RunController(DiagramDocument* document, QObject* parent = nullptr);
  ~RunController() override;

  enum class State { kIdle, kChecking, kBuilding, kRunning, kPaused };
  State state() const { return state_; }
  bool isActive() const { return state_ != State::kIdle; }

  /// Starts a run, or goes on with a paused one. A diagram with errors is not run: refused() says
  /// how many there are, once the document has been checked as it is now.
  void start();
  void pause();
  void stop();
  /// Each starts a run, or goes on with the present one, and pauses it: after a step, after the
  /// next step that began with updates, where it has come to a time.
  void step();
  void stepToUpdate();
  void runTo(double time);
  /// The same after the next update of a block, and where the first phase of a step is over.
  void stepToSample(const QString& block);
  void stepToPhase();
  /// The instant that is shown, and the way back to others. While it is in the past, the functions
  /// above that go on to a step lead forward from there, and start() lets the run itself go on.
  ShownInstant* shown() const { return shown_; }
  /// Another run that is this one up to the instant shown, and goes on from there with the document
  /// as it is now, in the place of this one.
  void runOnFromHere();

  /// Ends the present run and starts one of the document as it is now.
  void startAgain();
  /// The same with these options: run K of a study, which is then the present run.
  void startRunOfStudy(const RunOptions& options);
  /// What edits were to the present run, or the last one.
  const RunEdits& edits() const { return edits_; }
  /// The last changes that a run took over, those of one gesture as one: "B.gain: 2 → 5 from t =
  /// 1.2 s on".
  QStringList notes(size_t most) const;

  /// Of the present run, or the last one; null before the first.
  std::shared_ptr<const Recording> recording() const { return recording_; }
  /// The same with all that it takes to make the run again, to be kept; it shares the recording.
  /// Null where nothing was recorded. The program's version and the diagram's name are not in it.
  std::unique_ptr<KeptRun> keep() const;
  /// The phases of the present run, or the last one: null where they were not wanted when it began.
  std::shared_ptr<const Timeline> timeline() const;
  /// Whether they are wanted is asked whenever a run begins; at first they are not.
  void setTimelineWanted(std::function<bool()> isWanted) {
    isTimelineWanted_ = std::move(isWanted);
  }
  /// Whether runs that begin from now on count and time what they compute (RunInstant::costs).
  void setCostsWanted(bool wanted) { areCostsWanted_ = wanted; }
  double startTime() const;  ///< seconds
  double stopTime() const;   ///< seconds
  double time() const;       ///< of the instant that is shown, simulated seconds
  double progress() const;   ///< in [0, 1]
  /// "24 % · 142× real time · 2 310 steps", or "" before the first run.
  QString statusText() const;

 Q_SIGNALS:
  void stateChanged();
  /// Another instant or phase is shown.
  void instantChanged();
  /// The run was not started, and why.
  void refused(const QString& why);
  /// What refused() said is another now that the document has changed; "" when nothing is in the
  /// way of a run any more.
  void refusalChanged(const QString& before, const QString& now);
  /// The diagram was built and recording has begun.
  void recordingStarted();
  /// Older rows were left out to save memory: recording() is another one.
  void recordingThinned();
  /// Edits were taken over by the run, or need a new one.
  void editsChanged();
  /// Time has passed in the run.
  void progressed();
  /// The run has met something and goes on: all that it has met so far.
  void warned(const std::vector<loopwright::RunWarning>& warnings);
  /// A run that is not over is about to be left for another, which goes on from its past.
  void leaving();
  /// The run is over.
  void finished(const loopwright::RunOutcome& outcome);

 private:
  void watchSession();
  void goOn(const RunGoal& goal, bool entersPhases = false);
  void startAnew();
  void startChecking();
  void onChecked();
  QString refusalText(int errors) const;
  void followRefusal();
  void begin();
  void poll();
  void onEdited();
  /// Tells the run what the document is now; `goesOn`: by the gesture that it was told of last.
  void passOn(bool goesOn);
  void onPreviewed(const ChangeSet& changes);
  void setEdits(RunEdits edits);
  void takeRecording();
  void setState(State state);
  void finish();

  DiagramDocument* document_;
  ShownInstant* shown_;
  std::shared_ptr<RunSession> session_;
  std::shared_ptr<const Recording> recording_;
  State state_ = State::kIdle;
  QString refusal_;  // of the last start, as it is now
  RunEdits edits_;
  std::vector<GestureNote> changes_;  // of edits_.notes, by gesture
  int undoIndex_ = 0;                 // of the document's undo stack, as it was last
  bool startsAgain_ = false;
  bool isPreviewed_ = false;   // the run has values of a gesture that may be taken back
  bool editedInPast_ = false;  // while an instant of the past was shown
  RunGoal first_;              // of a run that is about to start
  RunOptions options_;         // of the present run; the document's where nothing is said
  QTimer timer_;
  size_t warningsSeen_ = 0;
  bool areCostsWanted_ = false;
  std::function<bool()> isTimelineWanted_ = [] { return false; };
};

/// "1 234 567": a count with its digits in groups of three.
QString formatCount(int64_t count);

/// "142× real time": with two or three digits, as much as a glance can take in.
QString formatRate(double rate);

}  // namespace loopwright
