#pragma once

#include <QObject>
#include <QPointer>
#include <vector>

namespace loopwright {

class Actions;
class PanelArea;
class PanelBar;
class PanelDock;
class PanelDrawer;

/// What becomes of the panels at the sides; kept between starts (QSettings, key
/// `window/panelsAtTheSides`).
enum class FoldChoice {
  kByRoom,  ///< they fold in a window that is too narrow for them
  kBeside,  ///< they stay beside the canvas
  kFolded,  ///< they stay folded
};

/// Folds the panels at the left and at the right of the canvas to bars of icons, where the window
/// has no room for them. A folded panel counts as open; an icon lets it out over the canvas, in a
/// drawer, until the icon is clicked again, something else is, or Esc is pressed. The width that a
/// drawer is given is kept between starts, for each panel (QSettings, `window/drawerWidth/NAME`).
/// Object names: `panelBar.left`, `panelBar.right`, `panelBar.NAME` for the icon of a panel,
/// `panelDrawer`.
class PanelFolding : public QObject {
  Q_OBJECT
 public:
  /// Belongs to `area` and folds its docks.
  PanelFolding(const Actions& actions, PanelArea* area);

  bool isFolded() const { return isFolded_; }
  /// The panel that is out over the canvas, or null.
  PanelDock* shown() const;

  /// Folds or unfolds, as the user chose and the window's width is, and brings the bars in line.
  void refresh();
  /// Lets a folded panel out.
  void open(PanelDock* dock);
  /// Folds the panel back that is out. Gives the keyboard to nobody.
  void closeDrawer();
  /// All panels beside the canvas until the next refresh(), to save or change their places.
  void unfold();

  /// The width that a window needs to keep its panels beside the canvas.
  static int leastWidth();

 Q_SIGNALS:
  /// A panel came out or went back.
  void drawerChanged();
  /// The keyboard was in the panel that went back.
  void keyboardLeft();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// Lets the menu's choices fold and unfold.
  void connectActions(const Actions& actions);
  bool isWanted() const;
  bool isAtASide(const PanelDock* dock) const;
  /// Shows the folded panels in the bars.
  void refreshBars();
  void toggle(PanelDock* dock);
  bool isOutsideOfDrawer(const QObject* watched) const;
  bool mayCoverDrawer(const QObject* watched, const QEvent* event) const;
  /// Puts the drawer beside its bar.
  void placeDrawer();

  PanelArea* area_;
  PanelBar* left_;
  PanelBar* right_;
  PanelDrawer* drawer_;
  std::vector<QPointer<PanelDock>> inFront_;  // before they were folded
  bool isFolded_ = false;
};

}  // namespace loopwright
