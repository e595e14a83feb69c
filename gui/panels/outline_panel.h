#pragma once

#include <QHash>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QWidget>

class QTimer;
class QTreeWidget;
class QTreeWidgetItem;

namespace loopwright {

class DiagramDocument;
struct ChangeSet;
struct DiagramModel;

/// The diagram as a tree: blocks in the order of the file, below each what it holds and the wires
/// that leave it. Every entry has an accessible name that says what it is and what it is wired to,
/// so that a screen reader has what the canvas shows. What is selected here is selected on the
/// canvas. Object names: `outlinePanel`, `outlineTree`.
class OutlinePanel : public QWidget {
  Q_OBJECT
 public:
  /// Is filled when it is shown first: of a large diagram that takes a while.
  explicit OutlinePanel(DiagramDocument* document, QWidget* parent = nullptr);

  /// Shows what is selected on the canvas: blocks by name, wires by `to`.
  void showSelection(const QString& level, const QStringList& blocks, const QStringList& wires);

 Q_SIGNALS:
  /// What was selected here: all on the level of the entry that the keyboard is at.
  void selectionRequested(const QString& level, const QStringList& blocks,
                          const QStringList& wires);
  /// Enter or a double-click on an entry: the path of a block or, for a wire, of its end.
  void activated(const QString& level, const QString& block, const QString& wire);
  /// A plot of the signal of a wire is wanted: its path.
  void plotRequested(const QString& path);

 protected:
  /// While it is hidden it only notes that it is out of date.
  void showEvent(QShowEvent* event) override;

 private:
  /// Made anew some time after the last change, not for each: a drag makes many.
  void onChanged(const ChangeSet& changes);
  void rebuildSoon();
  void rebuild();
  /// The entries of a level, and of the levels inside, below `parent`.
  void addLevel(QTreeWidgetItem* parent, const DiagramModel& diagram, const QString& level);
  void onSelectionChanged();
  void openMenu(const QPoint& place);
  void select(const QStringList& keys);

  DiagramDocument* document_;
  QTreeWidget* tree_;
  QTimer* delay_;
  QHash<QString, QTreeWidgetItem*> items_;  // by kind, level and name
  bool isStale_ = true;
  bool isQuiet_ = false;  // what is selected comes from the canvas
  /// Keys of what is selected on the canvas, for when the tree is made anew.
  QStringList selected_;
};

}  // namespace loopwright
