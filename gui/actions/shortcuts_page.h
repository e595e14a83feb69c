#pragma once

#include <QDialog>

namespace loopwright {

class Actions;

/// All actions with their shortcuts, and the gestures of the mouse, to be looked up: a field
/// filters them.
/// Object names: `shortcutsPage`, `shortcutsPage.filter`, `shortcutsPage.table`.
class ShortcutsPage : public QDialog {
  Q_OBJECT
 public:
  /// Lists all of `actions`, with the keys that they have now.
  ShortcutsPage(const Actions& actions, QWidget* parent);
};

}  // namespace loopwright
