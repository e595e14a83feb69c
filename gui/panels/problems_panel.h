#pragma once

#include <QString>
#include <QWidget>
#include <vector>

#include "gui/panels/problems_model.h"

class QLabel;
class QTreeView;

namespace loopwright {

class DiagramDocument;

/// What is wrong with the document, and what the last run said. A click on a row leads to the
/// block; rows go away by themselves when what they say is no longer so.
/// Object names: `problemsPanel`, `problemsList`.
class ProblemsPanel : public QWidget {
  Q_OBJECT
 public:
  explicit ProblemsPanel(DiagramDocument* document, QWidget* parent = nullptr);

  /// What no check finds, such as why a run failed; it stays until the next run or edit.
  void setRunProblems(std::vector<RunProblem> problems);
  void clearRunProblems() { setRunProblems({}); }

  int errorCount() const;
  int warningCount() const;

 Q_SIGNALS:
  /// A row was chosen: the path that it is about, for DiagramView::reveal().
  void problemActivated(const QString& path);
  void countsChanged(int errors, int warnings);

 private:
  void refresh();

  DiagramDocument* document_;
  ProblemsModel* model_;
  QTreeView* list_;
  QLabel* nothing_;
};

}  // namespace loopwright
