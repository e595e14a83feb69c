#pragma once

#include <QFrame>
#include <QPointer>
#include <QToolBar>
#include <vector>

class QToolButton;
class QVBoxLayout;

namespace loopwright {

class PanelDock;

/// The icons of the panels that are folded at one side of the window.
class PanelBar : public QToolBar {
  Q_OBJECT
 public:
  /// `name` is "left" or "right"; `unfold` is offered below the icons.
  PanelBar(const char* name, QAction* unfold, QWidget* parent);

  /// Shows these panels, and which of them is out (null: none).
  void showDocks(const std::vector<PanelDock*>& docks, const PanelDock* out);

 Q_SIGNALS:
  /// The icon of a panel was clicked.
  void chosen(loopwright::PanelDock* dock);

 private:
  /// The icon of one panel.
  QToolButton* makeButton(PanelDock* dock);

  QAction* end_;  // what stands below the icons
  std::vector<PanelDock*> docks_;
  std::vector<QToolButton*> buttons_;
};

/// A folded panel over the canvas, with a title of its own. Its free edge can be dragged.
/// Object name of that: `panelDrawer.edge`.
class PanelDrawer : public QFrame {
  Q_OBJECT
 public:
  /// Empty and hidden until setDock().
  explicit PanelDrawer(QWidget* parent);

  /// Takes in the contents of a dock, and gives back those of the one before; null is none.
  void setDock(PanelDock* dock);
  /// The panel that is out, or null.
  PanelDock* dock() const { return dock_; }
  /// Qt::LeftEdge or Qt::RightEdge, the one within the window.
  void setFreeEdge(Qt::Edge edge);

 Q_SIGNALS:
  /// The cross was clicked, or Esc pressed.
  void closeRequested();
  /// The free edge was dragged.
  void widthRequested(int width);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// The row above the contents of a dock.
  QWidget* makeTitle(PanelDock* dock);
  /// Puts what takes the mouse along the free edge.
  void placeEdge();

  QVBoxLayout* layout_;
  QWidget* edge_;
  Qt::Edge freeEdge_ = Qt::RightEdge;
  /// Docks go with their document; a pointer to one that went is null.
  QPointer<PanelDock> dock_;
  QPointer<QWidget> title_;
};

}  // namespace loopwright
