#pragma once

#include <QAction>
#include <QDockWidget>
#include <QList>
#include <QPointer>

#include "gui/docks/panel_list.h"

class QHBoxLayout;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace loopwright {

class MorePanelsButton;
class PanelDock;

/// A small button without a frame, as titles and tabs of panels have them; with an action it is
/// that action's, and has its object name.
QToolButton* makePanelButton(QWidget* parent, QAction* action = nullptr);

/// The buttons of a panel at the right of its title or of its tabs: what the panel offers, float,
/// close. Object names: `dock.NAME.float`, `dock.NAME.close`.
class PanelButtons : public QWidget {
  Q_OBJECT
 public:
  /// Without buttons until setDock().
  explicit PanelButtons(QWidget* parent = nullptr);

  /// Shows the buttons of `dock`; null is none.
  void setDock(PanelDock* dock);
  /// The dock whose buttons are shown, or null.
  PanelDock* dock() const { return dock_; }

 private:
  QHBoxLayout* layout_;
  QPointer<PanelDock> dock_;
};

/// A title in small letters with buttons, in place of the one that Qt gives a dock. It takes no
/// room where tabs say what it would.
class PanelTitleBar : public QWidget {
  Q_OBJECT
 public:
  /// The title of `dock`, whose window title it follows.
  explicit PanelTitleBar(PanelDock* dock);

  /// Leaves the room to tabs that say the title as well, or takes it again.
  void setCollapsed(bool collapsed);
  /// Whether the panel has the keyboard.
  void setActive(bool active);
  /// Takes in the button that opens further panels, and says at which side it is.
  void setMore(MorePanelsButton* more);
  void setSide(Qt::DockWidgetArea side);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  PanelDock* dock_;
  QLabel* title_;
  PanelButtons* buttons_;
  MorePanelsButton* more_ = nullptr;
  bool collapsed_ = false;
};

/// A panel that can be moved, tabbed, floated and closed. It has a page for each open document and
/// shows that of the current one.
class PanelDock : public QDockWidget {
  Q_OBJECT
 public:
  /// `offers` are shown as buttons beside float and close; `show` leads to the panel.
  PanelDock(const PanelInfo& info, const QList<QAction*>& offers, const QAction* show,
            QWidget* area);

  /// What panelList() says of this panel.
  const PanelInfo& info() const { return info_; }
  /// Its own title bar.
  PanelTitleBar* titleBar() const { return titleBar_; }
  /// Takes the panel out of the window, or puts it back.
  QAction* floatAction() const { return float_; }
  /// Closes the panel, as its cross does.
  QAction* closeAction() const { return close_; }
  /// What the panel offers beside that, such as fitting plots.
  const QList<QAction*>& offers() const { return offers_; }

  /// What the dock holds below its title.
  QWidget* contents() const { return contents_; }
  /// Open, but an icon in a bar (PanelFolding): the dock is hidden, its contents may be elsewhere.
  void setFolded(bool folded);
  /// Whether it is an icon in a bar.
  bool isFolded() const { return isFolded_; }
  /// Puts the contents back that were taken elsewhere.
  void takeBackContents();
  /// The panel's title with the keys that lead to it.
  QString showToolTip() const;

  /// The parent of what becomes a page. A widget that is made where it stays is styled once; Qt
  /// styles one that moves once more, with all that is in it.
  QWidget* pages() const;
  /// Takes over the page of a document that was opened.
  void addPage(QWidget* page);
  /// Shows the page of the document that is the current one now.
  void showPage(QWidget* page);
  /// A page behind another tab is hidden, so that it needs to do no work.
  void setPageShown(bool shown);
  /// Gives the keyboard to the page, or to the first part of it that takes it.
  void focusPage();

  /// Whether it is there at all, be it folded or behind another tab.
  bool isOpen() const { return isFolded_ || !isHidden(); }
  /// In a window of its own, or in one with other panels.
  bool isOutside() const;
  /// Open, and neither behind another tab nor folded to an icon alone.
  bool isInFront() const;
  /// Whether the keyboard is in the dock, or in its contents where these are elsewhere.
  bool hasKeyboard() const;

  /// Brings what depends on where it is in line.
  void refreshActions();

  /// Shows a menu at a place of the screen: float, move, close.
  void showMenu(const QPoint& place);

 Q_SIGNALS:
  /// To be put at a side of the window, as when it came from a window with others.
  void moveRequested(Qt::DockWidgetArea area);
  /// It is no longer folded, and not shown by that alone.
  void unfolded();

 protected:
  void closeEvent(QCloseEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  /// Takes the panel out of the window, or puts it back.
  void toggleFloating();
  /// Moves a panel that floats for the first time away from its old place.
  void stepAside(const QRect& before);

  const PanelInfo& info_;
  QWidget* area_;
  QList<QAction*> offers_;
  const QAction* show_;
  QAction* float_;
  QAction* close_;
  PanelTitleBar* titleBar_;
  QStackedWidget* pages_;
  QWidget* contents_;
  bool hasFloated_ = false;
  bool isFolded_ = false;
};

}  // namespace loopwright
