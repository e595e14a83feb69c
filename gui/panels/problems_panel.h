#pragma once

#include <QString>
#include <QWidget>
#include <optional>
#include <vector>

#include "gui/document/loop_remedy.h"
#include "gui/panels/problems_model.h"

class QFrame;
class QLabel;
class QPushButton;
class QTreeView;

namespace loopwright {

class DiagramDocument;

/// What is wrong with the document, and what the last run said. A click on a row leads to the
/// block; rows go away by themselves when what they say is no longer so. Below the list stands what
/// can be done about an algebraic loop: the chosen one, or else the first.
/// Object names: `problemsPanel`, `problemsList`, `problems.offer`, `problems.offerText`,
/// `problems.breakLoop`, `problems.smoothLoop`, `problems.solveLoops`.
class ProblemsPanel : public QWidget {
  Q_OBJECT
 public:
  /// Follows the document's diagnostics, which are found after each edit.
  explicit ProblemsPanel(DiagramDocument* document, QWidget* parent = nullptr);

  /// What no check finds, such as why a run failed; it stays until the next run or edit.
  void setRunProblems(std::vector<RunProblem> problems);
  void clearRunProblems() { setRunProblems({}); }
  const std::vector<RunProblem>& runProblems() const { return model_->runProblems(); }

  /// How many are shown, of both sources together; for the status bar.
  int errorCount() const;
  int warningCount() const;

 Q_SIGNALS:
  /// A row was chosen: the path that it is about, for DiagramView::reveal().
  void problemActivated(const QString& path);
  /// A loop is to be broken, for DiagramView::breakLoop().
  void loopBreakRequested(const loopwright::LoopBreak& delay);
  /// runProblems() are others.
  void runProblemsChanged();
  /// The numbers of errors and warnings are others.
  void countsChanged(int errors, int warnings);

 private:
  /// The line below the list: what it offers depends on the loop that is chosen.
  void makeOffer();
  void refresh();
  void refreshOffer();
  /// Has the document solve its loops, an undo step.
  void solveLoops();

  /// The list, a text for when it is empty, and the offer below.
  DiagramDocument* document_;
  ProblemsModel* model_;
  QTreeView* list_;
  QLabel* nothing_;
  QFrame* offer_;
  QLabel* offerText_;
  QPushButton* breakLoop_;
  QPushButton* smoothLoop_;
  QPushButton* solveLoops_;
  std::optional<LoopBreak> delay_;  // what is offered
  std::optional<LoopBreak> lag_;
};

}  // namespace loopwright
