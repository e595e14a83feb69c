#pragma once

#include <QObject>
#include <QString>
#include <QTimer>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/session/run_session.h"

namespace loopwright {

class RunController;

/// What is shown of a run: an instant that it has been at, and how many phases of the step there
/// are over. It is where the run is paused or has ended, until it is taken back; the run itself
/// stays where it is then. The instants of the past are asked of the run's session, which makes
/// them again, so they come a little later, with changed().
class ShownInstant : public QObject {
  Q_OBJECT

 public:
  /// Of the runs of `runs`, which owns this.
  explicit ShownInstant(RunController* runs);

  /// Null while a run has not been paused or taken back.
  const std::shared_ptr<const RunInstant>& instant() const { return instant_; }
  /// How many phases of its step are over; 0 is before the step.
  int phase() const { return phase_; }
  /// Simulated seconds, of the instant or of the end of its last phase. There must be an instant.
  double time() const;
  /// Whether the run has been past it.
  bool isInPast() const;
  /// ○ and ●, of all signals, of the instant and phase; ● is null where there is none.
  const std::vector<double>* valuesBefore() const;
  const std::vector<double>* valuesAfter() const;
  /// "before the step", or which of its phases is over.
  QString phaseText() const;
  /// Makes instant() the present one while a run goes on.
  void readNow();
  /// Whether instants come with copies of the run's context (RunInstant::inside), for who looks
  /// into blocks; the one that is shown is then told again with them.
  void lookInside(bool looks);

  /// Whether there is an instant before this one.
  bool canGoBack() const;
  /// Each leads to an instant before: that of the step before, of the last step that began with
  /// updates, or with an update of a block, the phase before.
  void stepBack();
  void stepBackToUpdate();
  void stepBackToSample(const QString& block);
  void stepBackToPhase();
  /// The same forward, where isInPast().
  void stepForward();
  void stepForwardToUpdate();
  void stepForwardToSample(const QString& block);
  void stepForwardToPhase();
  /// The last instant up to a time.
  void showTime(double time);
  /// The instant of a step of this number, with so many of its phases over (as the run's timeline
  /// has them).
  void showPhase(int64_t step, int phase);

  // --- for the RunController ---
  /// From here on it is about the run of another session, of which nothing is shown yet.
  void follow(RunSession* session);
  /// Whether the step under way is shown phase by phase once it is over: first where it began.
  void enterPhases(bool enters) { entersPhases_ = enters; }
  /// Takes over what the run has been paused at or looked up.
  void take();

 Q_SIGNALS:
  /// The run has told an instant. The step before changed(), which tells what is shown now.
  void arrived();
  /// Another instant or phase is shown.
  void changed();

 private:
  void show(const RunAim& aim, int phase);
  void showNext(RunAim aim, int phase);
  bool isStill() const;
  int64_t shownStep() const;
  int shownPhase() const;

  RunController* runs_;
  RunSession* session_ = nullptr;  // that of `runs_`, null before its first run
  QTimer lookTimer_;               // while an instant of the past is looked for
  std::shared_ptr<const RunInstant> instant_;
  int64_t instantsSeen_ = 0;
  int phase_ = 0;
  int wantedPhase_ = 0;            // of the instant that is looked for; -1: the last one
  std::optional<RunAim> nextAim_;  // that is to be shown after it
  int nextPhase_ = 0;              // likewise
  bool entersPhases_ = false;
  bool looksInside_ = false;
};

}  // namespace loopwright
