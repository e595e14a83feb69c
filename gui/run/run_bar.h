#pragma once

#include <QWidget>

class QProgressBar;

namespace loopwright {

class DiagramDocument;
class ElidingLabel;
class PaceBox;
class RunController;
class ThemedLabel;

/// What the toolbar shows of a run: "t = 0.240 s of [stop time] [integrator] [pace]", progress and
/// status.
/// Object names: `runBar`, `runTime`, `runProgress`, `runStatus`.
class RunBar : public QWidget {
  Q_OBJECT

 public:
  /// For the runs of a document; both outlive it.
  RunBar(DiagramDocument* document, RunController* controller, QWidget* parent = nullptr);

  /// So wide that nothing is left out and the status is not cut.
  int wantedWidth() const;

 protected:
  /// In a narrow window parts are left out.
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// Shows where the run is, as the controller says.
  void refresh();

  RunController* controller_;
  PaceBox* pace_;
  ThemedLabel* time_;
  QProgressBar* progress_;
  int draggedWidth_ = 1;  // of the progress bar, when it was pressed
  ElidingLabel* status_;
};

/// A time for the toolbar, with decimals to match the span of the run: "0.240".
QString formatTime(double time, double span);

}  // namespace loopwright
