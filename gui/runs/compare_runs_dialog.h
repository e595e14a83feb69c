#pragma once

#include <QDialog>
#include <QString>
#include <QTimer>
#include <memory>

#include "engine/kept_run/compare_runs.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QTreeWidget;

namespace loopwright {

class Background;
class PlotWidget;

/// One of two runs that are compared.
struct ComparedRun {
  QString name;
  std::shared_ptr<const KeptRun> run;
};

/// Two runs beside each other: where they differ first by more than a tolerance, all signals that
/// do, the difference of a chosen one over time, and what differs in what was run. It is computed
/// off the window's thread. Object names: `compareRuns`, `compareTolerance`, `compareSummary`,
/// `compareSignals`, `compareCauses`.
class CompareRunsDialog : public QDialog {
  Q_OBJECT

 public:
  /// `registry` must outlive it.
  CompareRunsDialog(ComparedRun a, ComparedRun b, const BlockRegistry& registry,
                    QWidget* parent = nullptr);

  /// Of the second run minus the first.
  PlotWidget* plot() const { return plot_; }

 private:
  /// The field of the tolerance, the lists and the plot, and where they stand.
  void makeFields();
  void layOut();
  /// Compares anew, where the tolerance is a number.
  void compare();
  /// Fills the lists with what was found; `causes` are the lines of what differs in what was run.
  void showComparison(const RecordingComparison& comparison,
                      const std::vector<std::string>& causes);
  /// Draws the difference of the signal that is chosen in the list.
  void showSignal();
  /// In words: that they agree, or where they differ first and with which values.
  QString summary(const RecordingComparison& comparison) const;
  /// What only one of the two has, as sentences; empty where there is nothing of the kind.
  QString spans(const RecordingComparison& comparison) const;

  const ComparedRun a_, b_;
  const BlockRegistry& registry_;
  QLineEdit* tolerance_;
  QLabel* summary_;
  QTreeWidget* signals_;
  PlotWidget* plot_;
  QListWidget* causes_;
  Background* background_;
  QTimer delay_;
  int asked_ = 0;   // comparisons
  int wanted_ = 0;  // differences of signals
  RecordingComparison comparison_;
};

}  // namespace loopwright
