#pragma once

#include <QDialog>
#include <vector>

#include "gui/document/recovery.h"

class QListWidget;

namespace loopwright {

class MainWindow;

/// Offers the changes that a crash left unsaved: recover those that are checked, throw all away, or
/// decide at the next start (Esc).
/// Object names: `recoveryDialog`, `recoveryDialog.list`, `recoveryDialog.recover`,
/// `recoveryDialog.discard`, `recoveryDialog.later`.
class RecoveryDialog : public QDialog {
  Q_OBJECT
 public:
  RecoveryDialog(MainWindow* window, std::vector<Recoverable> recoverables);

 private:
  /// What a diagram is called in the list.
  static QString nameOf(const Recoverable& recoverable);
  void fill();
  /// Opens those that are checked.
  void recover();
  /// Throws all of them away.
  void discard();

  MainWindow* window_;
  std::vector<Recoverable> recoverables_;
  QListWidget* list_;
};

/// Shows the dialog if there is something to recover. Returns whether it did.
bool offerRecovery(MainWindow* window);

}  // namespace loopwright
