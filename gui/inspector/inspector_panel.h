#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "gui/inspector/dependency_graph.h"

class QLabel;
class QScrollArea;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace loopwright {

class DependencyChart;
class DiagramDocument;
class InspectorRows;
class RunController;
struct InspectorRow;

/// The selected block at the instant of the run that is shown: ports, state, parameters, events
/// with the next time of each, what the cache knows of it, and where the value of an output comes
/// from. Enter or a double-click on a row that names another block leads there; on an output it
/// explains that one's value. Below it a graph shows a value of the block with its neighbours, from
/// which one walks to the next (DependencyChart). A panel that is too low for both shows either,
/// and has a button for that. Only while it is seen the run makes what it needs for this. Object
/// names: `inspectorPanel`, `inspectorTitle`, `inspectorPlace`, `inspectorHint`, `inspectorTree`,
/// `inspectorMenu`, `inspectorGraph`, `inspectorTurn`.
class InspectorPanel : public QWidget {
  Q_OBJECT

 public:
  /// Both must outlive it.
  InspectorPanel(DiagramDocument* document, RunController* runs, QWidget* parent = nullptr);

  /// Shows the block at this path; "": none, or not one alone, is selected.
  void showBlock(const QString& path);

 Q_SIGNALS:
  /// A row that names this block was activated, or a value of it in the graph.
  void blockRequested(const QString& path);

 protected:
  /// While it is hidden nothing is looked at.
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void makeTree();
  void makeGraph();
  /// The button that turns from the rows to the graph.
  void makeTurn();
  /// Shows rows and graph, or one of them, as there is room.
  void arrangeParts();
  /// Reads the block anew, where the panel is seen.
  void refresh();
  QString hint() const;
  QString placeText() const;
  DependencyGraph graphOf(const InspectorRows& rows) const;
  void showRows(const std::vector<InspectorRow>& rows);
  void fill(QTreeWidgetItem* parent, const std::vector<InspectorRow>& rows);
  /// Enter or a double-click.
  void activate(QTreeWidgetItem* item);
  /// Shows where the value of this output comes from.
  void explain(int output);
  /// Puts this value into the middle of the graph, and its block into the panel.
  void walkTo(const DependencyPlace& place);
  void openMenu(const QPoint& place);

  DiagramDocument* document_;
  RunController* runs_;
  QLabel* title_;
  QLabel* place_;
  QLabel* hint_;
  QTreeWidget* tree_;
  DependencyChart* chart_;
  QScrollArea* graph_;  // the chart
  QToolButton* turn_;   // to the graph, in a low panel
  QString block_;
  QString shown_;                          // the block whose rows there are
  int output_ = 0;                         // whose value is explained
  std::optional<DependencyPlace> middle_;  // of the graph, where it was walked to
};

}  // namespace loopwright
