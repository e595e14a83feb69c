#pragma once

#include <QFrame>
#include <QPointer>

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
  /// `actions` must outlive it; `parent` is the window, over which it lies.
  CommandPalette(const Actions& actions, QWidget* parent);

  /// Shows it at the top of its parent and takes the keyboard.
  void begin();

 protected:
  /// The keys that move in the list, choose, or give up.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// Lists what a text may mean.
  void search(const QString& text);
  /// Marks the line that many rows further down, or up.
  void move(int rows);
  /// Triggers the action of the line that is marked.
  void choose();
  /// Ends it; it deletes itself when its present event is done.
  void close();

  const Actions& actions_;
  QLineEdit* edit_;
  QListWidget* list_;
  QPointer<QWidget> before_;  // had the keyboard
  bool isDone_ = false;
};

}  // namespace loopwright
