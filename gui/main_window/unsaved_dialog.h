#pragma once

#include <QDialog>
#include <vector>

class QListWidget;

namespace loopwright {

class Workspace;

/// Asks once about all documents that are to be closed with changes: save those that are checked,
/// none, or stay (Esc).
/// Object names: `unsavedDocuments`, `unsavedDocuments.list`, `unsavedDocuments.save`,
/// `unsavedDocuments.discard`, `unsavedDocuments.cancel`.
class UnsavedDialog : public QDialog {
  Q_OBJECT
 public:
  /// Asks about these documents, which have changes.
  UnsavedDialog(const std::vector<Workspace*>& workspaces, QWidget* parent = nullptr);

  /// What exec() answers where nothing is to be saved.
  static constexpr int kDiscarded = 2;

  /// Those that are to be saved, in the order of the list.
  std::vector<Workspace*> chosen() const;

 private:
  std::vector<Workspace*> workspaces_;
  QListWidget* list_;
};

}  // namespace loopwright
