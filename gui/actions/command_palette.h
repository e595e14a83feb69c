#pragma once

#include <QFrame>
#include <QPointer>

class QAction;
class QLineEdit;
class QListWidget;

namespace loopwright {

class Actions;

/// A field to type what to do, with the actions that it may mean below, their shortcuts beside
/// them. Enter or a click does it, Esc or a click elsewhere gives up; then it deletes itself. After
/// Enter and Esc the keyboard is where it was before.
/// Object names: `commandPalette`, `commandPalette.edit`, `commandPalette.list`.
class CommandPalette : public QFrame {
  Q_OBJECT
 public:
  CommandPalette(const Actions& actions, QWidget* parent);

  /// Shows it at the top of its parent and takes the keyboard.
  void begin();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void search(const QString& text);
  void move(int rows);
  void choose();
  void close();

  const Actions& actions_;
  QLineEdit* edit_;
  QListWidget* list_;
  QPointer<QWidget> before_;  // had the keyboard
  bool isDone_ = false;
};

}  // namespace loopwright
