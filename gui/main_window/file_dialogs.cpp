#include "gui/main_window/file_dialogs.h"

#include <QFileDialog>
#include <QFileIconProvider>
#include <QHeaderView>
#include <QRegularExpression>
#include <QTreeView>

#include "gui/theme/icons.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

// What lists of files show: the program's icons, whatever theme of icons the desktop has.
class FileIcons : public QFileIconProvider {
 public:
  QIcon icon(IconType type) const override {
    switch (type) {
      case Folder:
        return makeIcon(IconName::kFolder);
      case Computer:
      case Desktop:
      case Network:
      case Drive:
        return makeIcon(IconName::kComputer);
      default:
        return makeIcon(IconName::kNew);
    }
  }

  QIcon icon(const QFileInfo& info) const override {
    if (info.isRoot()) return makeIcon(IconName::kComputer);
    return makeIcon(info.isDir() ? IconName::kFolder : IconName::kNew);
  }
};

// Names are read in whole, and columns have room for what stands in them.
void LayOut(QFileDialog* dialog) {
  dialog->setViewMode(QFileDialog::Detail);
  dialog->resize(scaled(820), scaled(520));
  auto* const list = dialog->findChild<QTreeView*>(QStringLiteral("treeView"));
  if (list == nullptr) return;  // a dialog of the desktop
  // The widths of the columns name, size, kind and date.
  constexpr int kWidths[] = {270, 80, 120, 190};
  for (int column = 0; column < 4; ++column) {
    list->header()->resizeSection(column, scaled(kWidths[column]));
  }
}

// Opens the dialog and waits; returns the chosen files, none where the user gave up.
QStringList Ask(QFileDialog* dialog) {
  LayOut(dialog);
  static FileIcons icons;
  dialog->setIconProvider(&icons);
  return dialog->exec() == QDialog::Accepted ? dialog->selectedFiles() : QStringList();
}

// "svg" of "SVG drawing (*.svg)", "loop.json" of "Loopwright diagrams (*.loop.json)"; empty for
// "All files (*)", which is no format.
QString suffixOf(const QString& filter) {
  static const QRegularExpression kSuffix(QStringLiteral("\\*\\.([\\w.]+)"));
  return kSuffix.match(filter).captured(1);
}

// "motor" of "motor.loop.json": the name without the suffix of a format that the dialog offers,
// else without its last suffix.
QString withoutSuffix(const QFileDialog& dialog, const QString& name) {
  for (const QString& filter : dialog.nameFilters()) {
    const QString ending = u'.' + suffixOf(filter);
    if (ending.size() > 1 && name.endsWith(ending)) return name.chopped(ending.size());
  }
  return QFileInfo(name).completeBaseName();
}

// The format begins as the one of the proposed name, else as the first, and the name's suffix
// follows the format. A name that is typed without a suffix gets it before the dialog looks whether
// there is such a file. A filter that is no format changes neither the name nor that suffix.
void followFormat(QFileDialog* dialog, const QString& proposed) {
  dialog->setDefaultSuffix(suffixOf(dialog->nameFilters().front()));
  for (const QString& filter : dialog->nameFilters()) {
    const QString suffix = suffixOf(filter);
    if (suffix.isEmpty() || !proposed.endsWith(u'.' + suffix)) continue;
    dialog->selectNameFilter(filter);
    dialog->setDefaultSuffix(suffix);
  }
  QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
    const QString suffix = suffixOf(filter);
    if (suffix.isEmpty()) return;
    dialog->setDefaultSuffix(suffix);
    const QStringList files = dialog->selectedFiles();
    if (files.isEmpty() || QFileInfo(files.front()).isDir()) return;
    const QString name = QFileInfo(files.front()).fileName();
    dialog->selectFile(withoutSuffix(*dialog, name) + u'.' + suffix);
  });
}

}  // namespace

// Several files may be chosen at once; they must exist.
QStringList askForFiles(QWidget* parent, const QString& title, const QString& folder,
                        const QString& filter) {
  QFileDialog dialog(parent, title, folder, filter);
  dialog.setFileMode(QFileDialog::ExistingFiles);
  return Ask(&dialog);
}

// The dialog is given the proposal's folder and its name apart, by a call for each.
QString askForNewFile(QWidget* parent, const QString& title, const QString& proposed,
                      const QString& filter) {
  QFileDialog dialog(parent, title, QString(), filter);
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setFileMode(QFileDialog::AnyFile);
  dialog.setObjectName(QStringLiteral("newFileDialog"));
  const QFileInfo file(proposed);
  dialog.setDirectory(file.absolutePath());
  if (dialog.nameFilters().size() > 1) followFormat(&dialog, file.fileName());
  dialog.selectFile(file.fileName());
  return Ask(&dialog).value(0);
}

// Only folders are listed.
QString askForFolder(QWidget* parent, const QString& title, const QString& folder) {
  QFileDialog dialog(parent, title, folder);
  dialog.setFileMode(QFileDialog::Directory);
  dialog.setOption(QFileDialog::ShowDirsOnly);
  return Ask(&dialog).value(0);
}

}  // namespace loopwright
