#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "engine/session/run_session.h"

namespace loopwright {

class DiagramDocument;
class Recording;
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

  /// In the past of a run that was taken back, these go on in it; at its end they make the run go
  /// on.
  void stepToSample(const QString& block);
  void stepToPhase();
  /// Each takes the run back to an instant that it has been at, paused or finished: the step
  /// before, the last one that began with updates, or with an update of a block, the phase before,
  /// the last instant up to a time. The run itself is left as it is: start() goes on with it.
  void stepBack();
  void stepBackToUpdate();
  void stepBackToSample(const QString& block);
  void stepBackToPhase();
  void showTime(double time);
  /// The instant of a step of this number, with so many of its phases over (as timeline() has
  /// them).
  void showPhase(int64_t step, int phase);
  bool canGoBack() const;
  /// Another run that is this one up to the instant shown, and goes on from there with the document
  /// as it is now, in the place of this one.
  void runOnFromHere();

  /// The instant that is shown, and how many phases of its step are over in it: 0 is before the
  /// step. Null while a run has not been paused or taken back.
  const std::shared_ptr<const RunInstant>& instant() const { return instant_; }
  int phase() const { return phase_; }
  /// Whether that is one that the run has been past.
  bool isInPast() const;
  /// ○ and ●, of all signals, of the instant and phase that are shown; ● is null where there is
  /// none.
  const std::vector<double>* valuesBefore() const;
  const std::vector<double>* valuesAfter() const;
  /// Makes instant() the present one while a run goes on.
  void readNow();
  /// Whether instants come with copies of the run's context (RunInstant::inside), for who looks
  /// into blocks; the one that is shown is then told again with them.
  void lookInside(bool looks);
  /// "before the step", or which of its phases is over, at the instant that is shown.
  QString phaseText() const;

  /// Ends the present run and starts one of the document as it is now.
  void startAgain();
  /// The same with these options: run K of a study, which is then the present run.
  void startRunOfStudy(const RunOptions& options);
  /// What edits were to the present run, or the last one.
  const RunEdits& edits() const { return edits_; }
  /// Each change that a run took over: "B.gain: 2 → 5 from t = 1.2 s on".
  QStringList notes() const;

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
  void show(const RunAim& aim, int phase);
  void showNext(RunAim aim, int phase);
  void takeInstant();
  void watchSession();
  void goOn(const RunGoal& goal, bool entersPhases = false);
  bool isStill() const;
  int64_t shownStep() const;
  int shownPhase() const;
  void startAnew();
  void startChecking();
  void onChecked();
  QString refusalText(int errors) const;
  void followRefusal();
  void begin();
  void poll();
  void onEdited();
  void setEdits(RunEdits edits);
  void takeRecording();
  void setState(State state);
  void finish();

  DiagramDocument* document_;
  std::shared_ptr<RunSession> session_;
  std::shared_ptr<const Recording> recording_;
  State state_ = State::kIdle;
  QString refusal_;  // of the last start, as it is now
  RunEdits edits_;
  bool startsAgain_ = false;
  bool looksInside_ = false;
  bool editedInPast_ = false;  // while an instant of the past was shown
  RunGoal first_;              // of a run that is about to start
  RunOptions options_;         // of the present run; the document's where nothing is said
  QTimer timer_;
  QTimer lookTimer_;  // while an instant of the past is looked for
  std::shared_ptr<const RunInstant> instant_;
  int64_t instantsSeen_ = 0;
  size_t warningsSeen_ = 0;
  int phase_ = 0;
  int wantedPhase_ = 0;            // of the instant that is looked for; -1: the last one
  std::optional<RunAim> nextAim_;  // that is to be shown after it
  int nextPhase_ = 0;              // likewise
  bool entersPhases_ = false;      // the step under way is to be shown phase by phase
  bool areCostsWanted_ = false;
  std::function<bool()> isTimelineWanted_ = [] { return false; };
};

/// "1 234 567": a count with its digits in groups of three.
QString formatCount(int64_t count);

/// "142× real time": with two or three digits, as much as a glance can take in.
QString formatRate(double rate);

}  // namespace loopwright
