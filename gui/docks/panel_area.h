#pragma once

#include <QByteArray>
#include <QMainWindow>
#include <QPointer>
#include <vector>

#include "gui/docks/panel_list.h"

class QTabBar;

namespace loopwright {

class Actions;
class MorePanelsButton;
class PanelDock;
class PanelFolding;

/// The part of the window that holds the open documents and, around them, the panels as docks. It
/// knows nothing of documents: pages are given to its docks.
/// A dock alone in its place has a title; docks that share one have tabs, with their buttons at the
/// right of these.
class PanelArea : public QMainWindow {
  Q_OBJECT
 public:
  /// Makes the docks of panelList() at their first places. `actions` must outlive it.
  explicit PanelArea(const Actions& actions, QWidget* parent = nullptr);

  /// The dock of a panel; there is one of each.
  PanelDock* dock(PanelId id) const;
  /// All docks in the order of panelList().
  const std::vector<PanelDock*>& docks() const { return docks_; }
  /// What folds the panels at the sides.
  PanelFolding* folding() const { return folding_; }

  /// Brings a panel forward as far as `how` says, opened, unfolded or raised where it has to be.
  void reveal(PanelId id, PanelReveal how);
  /// What the panel came before, when it was opened, is in front again.
  void close(PanelId id);
  /// Puts a dock at a side of the window, as a tab with those that are there.
  void move(PanelDock* dock, Qt::DockWidgetArea area);
  /// All panels where and as large as they are at first.
  void resetLayout();

  /// The dock that has the keyboard, or had it before a menu or a list of commands took it; null
  /// when the canvas had.
  PanelDock* active() const;
  /// Gives the keyboard to the next (1) or previous (-1) of those in front and of `canvas`.
  void cycle(int direction, QWidget* canvas);

  /// Floating panels are windows of their own: hides them, and shows them again, with the area.
  void setFloatingShown(bool shown);

  /// Where the panels are; to be kept between starts.
  QByteArray layoutState();
  /// Puts the panels where layoutState() found them. A state of another version changes nothing;
  /// one given before the area is shown waits until then.
  void restoreLayoutState(const QByteArray& state);

 Q_SIGNALS:
  /// A dock was opened, closed, or came in front or went behind another.
  void panelsChanged();
  /// The keyboard was in a panel that is closed now.
  void keyboardLeft();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  bool event(QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Makes a dock for each panel.
  void makeDocks(const Actions& actions);
  /// Puts all docks to their first places.
  void placeDocks();
  /// Follows what a person does with a dock.
  void watch(PanelDock* dock);
  void restoreWaitingState();
  /// Makes what is below the canvas lower, where it takes too much.
  void leaveCanvasItsHeight();
  /// Makes what is below the canvas as high as a panel that was just opened there wants to be.
  void giveItsHeight(PanelDock* panel);
  /// Asks for tidy() once the present event is done, once however often it is asked for.
  void tidySoon();
  /// Brings titles, buttons and tabs in line with where the docks are now.
  void tidy();
  void tidyTabs(QTabBar* tabs);
  /// The button that opens further panels, between two places of a row of tabs.
  void placeMore(QTabBar* tabs, int left, int right);
  MorePanelsButton* makeMoreButton(QWidget* parent);
  PanelDock* dockOfTab(const QTabBar* tabs, int index) const;
  /// Whether the dock shares its place with others that are seen there, so that tabs say its title.
  bool isTabbed(const PanelDock* dock) const;
  void onFocusChanged(QWidget* now);
  void setActive(PanelDock* active);
  /// The docks in front, in the order in which the keyboard goes round.
  std::vector<PanelDock*> inOrder() const;

  std::vector<PanelDock*> docks_;
  PanelFolding* folding_ = nullptr;
  QPointer<PanelDock> active_;
  QPointer<PanelDock> covered_;  // by the panel that was opened last
  std::vector<PanelDock*> hiddenFloating_;
  QByteArray stateToRestore_;  // as soon as it is shown
  bool isTidying_ = false;
  bool willTidy_ = false;
};

}  // namespace loopwright
