#include "gui/main_window/recovery_dialog.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>
#include <utility>

#include "gui/language/language.h"
#include "gui/main_window/file_commands.h"
#include "gui/main_window/main_window.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr qsizetype kMostBlocks = 4;  // that are named in the list

}  // namespace

// Three answers: recover what is checked, throw everything away, or be asked again at the next
// start.
RecoveryDialog::RecoveryDialog(MainWindow* window, std::vector<Recoverable> recoverables)
    : QDialog(window),
      window_(window),
      recoverables_(std::move(recoverables)),
      list_(new QListWidget(this)) {
  setObjectName(QStringLiteral("recoveryDialog"));
  setWindowTitle(tr("Recover unsaved changes"));
  auto* const title = new QLabel(tr("Loopwright did not close properly"), this);
  title->setProperty("role", "title");
  auto* const hint = new QLabel(
      tr("These diagrams had changes that were not saved. A recovered diagram is opened with its "
         "changes; its file stays as it is until you save."),
      this);
  hint->setProperty("role", "secondary");
  hint->setWordWrap(true);
  list_->setObjectName(QStringLiteral("recoveryDialog.list"));
  list_->setAccessibleName(tr("Diagrams with unsaved changes"));
  list_->setWordWrap(true);
  fill();

  auto* const buttons = new QDialogButtonBox(this);
  QPushButton* const recover = buttons->addButton(tr("Recover"), QDialogButtonBox::AcceptRole);
  recover->setObjectName(QStringLiteral("recoveryDialog.recover"));
  recover->setDefault(true);
  QPushButton* const discard =
      buttons->addButton(tr("Throw all away"), QDialogButtonBox::DestructiveRole);
  discard->setObjectName(QStringLiteral("recoveryDialog.discard"));
  QPushButton* const later = buttons->addButton(tr("Decide later"), QDialogButtonBox::RejectRole);
  later->setObjectName(QStringLiteral("recoveryDialog.later"));
  connect(recover, &QPushButton::clicked, this, &RecoveryDialog::recover);
  connect(discard, &QPushButton::clicked, this, &RecoveryDialog::discard);
  connect(later, &QPushButton::clicked, this, &QDialog::reject);

  auto* const layout = new QVBoxLayout(this);
  layout->addWidget(title);
  layout->addWidget(hint);
  layout->addWidget(list_, 1);
  layout->addWidget(buttons);
  resize(scaled(560), scaled(320));
}

// A diagram without a file is told by what it was called, and by what is in it.
QString RecoveryDialog::nameOf(const Recoverable& recoverable) {
  if (!recoverable.file.isEmpty()) return QFileInfo(recoverable.file).fileName();
  const QString name =
      recoverable.name.isEmpty() ? tr("A diagram without a file") : recoverable.name;
  if (recoverable.blocks.isEmpty()) return name;
  QString blocks = recoverable.blocks.mid(0, kMostBlocks).join(QStringLiteral(", "));
  if (recoverable.blocks.size() > kMostBlocks) blocks += QStringLiteral(", …");
  return QStringLiteral("%1 (%2)").arg(name, blocks);
}

// A line for each, checked unless its file was written later than the changes: then the file is
// likely to hold them.
void RecoveryDialog::fill() {
  for (const Recoverable& recoverable : recoverables_) {
    const QString name = nameOf(recoverable);
    const QString time = textLocale().toString(recoverable.time, QLocale::ShortFormat);
    const QString text = recoverable.is_older
                             ? tr("%1, changed %2; its file was written after that")
                             : tr("%1, changed %2");
    auto* const item = new QListWidgetItem(text.arg(name, time), list_);
    item->setToolTip(recoverable.file);
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    item->setCheckState(recoverable.is_older ? Qt::Unchecked : Qt::Checked);
  }
}

// Opens the checked ones. The others are kept, and offered again at the next start.
void RecoveryDialog::recover() {
  QStringList unread;
  for (int i = 0; i < list_->count(); ++i) {
    if (list_->item(i)->checkState() != Qt::Checked) continue;
    const Recoverable& recoverable = recoverables_[i];
    if (!recoverDocument(window_, recoverable)) unread << recoverable.autosave;
  }
  if (!unread.isEmpty()) {
    window_->showMessage(tr("Kept for the next start, as it cannot be read or its diagram is open "
                            "with other changes: %1")
                             .arg(unread.join(QStringLiteral(", "))));
  }
  accept();
}

// Throws away what was kept of all diagrams in the list, of the unchecked ones too.
void RecoveryDialog::discard() {
  for (const Recoverable& recoverable : recoverables_) discardRecoverable(recoverable);
  reject();
}

// Returns at once: the question is answered later, in the loop of events.
bool offerRecovery(MainWindow* window) {
  std::vector<Recoverable> recoverables = findRecoverable();
  if (recoverables.empty()) return false;
  auto* const dialog = new RecoveryDialog(window, std::move(recoverables));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
  return true;
}

}  // namespace loopwright
