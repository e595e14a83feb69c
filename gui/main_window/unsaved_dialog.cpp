#include "gui/main_window/unsaved_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include "gui/document/diagram_document.h"
#include "gui/main_window/workspace.h"
#include "gui/theme/theme.h"

namespace loopwright {

// All are checked at first, so that Enter loses nothing. Saving is possible only while something is
// checked; to save none of them is "Don't save".
UnsavedDialog::UnsavedDialog(const std::vector<Workspace*>& workspaces, QWidget* parent)
    : QDialog(parent), workspaces_(workspaces), list_(new QListWidget(this)) {
  setObjectName(QStringLiteral("unsavedDocuments"));
  setWindowTitle(tr("Unsaved changes"));
  auto* const title = new QLabel(
      tr("%n diagrams have unsaved changes", nullptr, static_cast<int>(workspaces.size())), this);
  title->setProperty("role", "title");
  auto* const hint =
      new QLabel(tr("Those that are checked are saved. The changes of the others are lost."), this);
  hint->setProperty("role", "secondary");
  hint->setWordWrap(true);
  list_->setObjectName(QStringLiteral("unsavedDocuments.list"));
  list_->setAccessibleName(tr("Diagrams with unsaved changes"));
  for (const Workspace* workspace : workspaces) {
    const DiagramDocument& document = *workspace->document();
    auto* const item = new QListWidgetItem(document.displayName(), list_);
    item->setToolTip(document.filePath());
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    item->setCheckState(Qt::Checked);
  }
  auto* const buttons = new QDialogButtonBox(this);
  QPushButton* const save = buttons->addButton(tr("&Save"), QDialogButtonBox::AcceptRole);
  save->setObjectName(QStringLiteral("unsavedDocuments.save"));
  save->setDefault(true);
  QPushButton* const discard =
      buttons->addButton(tr("&Don't save"), QDialogButtonBox::DestructiveRole);
  discard->setObjectName(QStringLiteral("unsavedDocuments.discard"));
  QPushButton* const cancel = buttons->addButton(tr("&Cancel"), QDialogButtonBox::RejectRole);
  cancel->setObjectName(QStringLiteral("unsavedDocuments.cancel"));
  connect(save, &QPushButton::clicked, this, &QDialog::accept);
  connect(discard, &QPushButton::clicked, this, [this] { done(kDiscarded); });
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  connect(list_, &QListWidget::itemChanged, save,
          [this, save] { save->setEnabled(!chosen().empty()); });
  auto* const layout = new QVBoxLayout(this);
  layout->addWidget(title);
  layout->addWidget(hint);
  layout->addWidget(list_, 1);
  layout->addWidget(buttons);
  resize(scaled(440), scaled(300));
}

// The list has an entry for each document, in the same order; those that are checked are to be
// saved.
std::vector<Workspace*> UnsavedDialog::chosen() const {
  std::vector<Workspace*> result;
  for (int i = 0; i < list_->count(); ++i) {
    if (list_->item(i)->checkState() != Qt::Checked) continue;
    result.push_back(workspaces_[i]);
  }
  return result;
}

}  // namespace loopwright
