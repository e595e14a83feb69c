#pragma once

#include <QTabBar>

namespace loopwright {

class Actions;

/// The tabs of the open documents. They can be dragged into another order, closed by their cross
/// or the middle button, and have a menu.
/// Object names: `documentTabs`, `documentTabs.menu`.
class DocumentTabs : public QTabBar {
  Q_OBJECT
 public:
  /// The menu of a tab offers some of `actions`, which must outlive it.
  explicit DocumentTabs(const Actions& actions, QWidget* parent = nullptr);

  /// What a run of a document does, as its tab shows it.
  enum class Run { kNone, kRunning, kPaused };
  /// Writes on the tab `index` what its document is called, where its file is (`path`, empty: none
  /// yet), whether it has changes, and what its run does.
  void showDocument(int index, const QString& name, const QString& path, bool isModified, Run run);

 protected:
  void contextMenuEvent(QContextMenuEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  const Actions& actions_;
  int pressed_ = -1;  // the tab that the middle button was pressed on
};

}  // namespace loopwright
