#pragma once

#include <QHash>
#include <QTimer>
#include <QWidget>
#include <stop_token>
#include <vector>

class QLabel;
class QPushButton;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace loopwright {

class Actions;
class Background;
class DiagramDocument;
class KeptRuns;
struct KeptRunEntry;

/// The runs that are kept, the newest on top: what they are called, what they have otherwise than
/// the diagram as it is now, seed, end, and when they began. A run that is checked is drawn behind
/// the present one. Enter or a double-click shows a run in the plots, F2 renames it, P pins it, Del
/// deletes it. What takes long is done off the window's thread, and what came of it stands in a
/// line of text. Object names: `runsPanel`, `runsTree`, `runsNote`, `runsCancel`, `runsHint`,
/// `runsMenu`.
class RunsPanel : public QWidget {
  Q_OBJECT

 public:
  /// All must outlive it.
  RunsPanel(DiagramDocument* document, KeptRuns* runs, const Actions& actions,
            QWidget* parent = nullptr);
  ~RunsPanel() override;

  /// The numbers of those that are selected, the oldest first; without a selection that of the
  /// newest, where there is one.
  std::vector<int> selected() const;
  /// What a command for one run is about: the first of those; null, and said so, where there is
  /// none.
  const KeptRunEntry* selectedRun();

  /// Adds the run in a file, as far as it can be read.
  void open(const QString& path);
  /// Writes the run of this number into a file, where it is still kept.
  void save(int number, const QString& path);
  /// Opens the comparison of the two that are selected.
  void compare();
  /// Makes selectedRun() again and says whether it comes out the same.
  void verify();
  /// Pins those that are selected, or lets go of them where all are pinned.
  void togglePinned();
  /// Deletes those that are selected, and no other.
  void remove();

 Q_SIGNALS:
  /// This run is to be shown in the plots.
  void runActivated(int number);

 protected:
  void showEvent(QShowEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void makeTree();
  QWidget* makeButtons();
  /// Brings the rows in line with the runs that are kept.
  void refresh();
  /// Writes what is known of a run into its row.
  void fillItem(QTreeWidgetItem* item, const KeptRunEntry& entry) const;
  /// A name was typed, or a run checked to be drawn.
  void onItemChanged(const QTreeWidgetItem* item, int column);
  void openMenu(const QPoint& place);
  /// Opens the name of the present row for typing.
  void rename();
  /// Puts a text into the line beside the buttons.
  void say(const QString& text);
  /// Finds what each run has otherwise than the diagram as it is now, a moment after the last
  /// edit.
  void describeSoon();
  void describe();

  DiagramDocument* document_;
  KeptRuns* runs_;
  const Actions& actions_;
  QTreeWidget* tree_;
  QLabel* hint_;
  QLabel* note_;
  QPushButton* cancel_;
  QToolButton* open_ = nullptr;
  Background* files_;
  Background* verifier_;
  Background* describer_;
  std::stop_source stop_;  // of the verification under way
  QTimer delay_;
  QHash<int, QTreeWidgetItem*> items_;  // by the run's number
};

}  // namespace loopwright
