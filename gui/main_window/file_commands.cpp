#include "gui/main_window/file_commands.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>
#include <algorithm>
#include <iterator>

#include "engine/document/document.h"
#include "engine/kept_run/run_file_writer.h"
#include "gui/canvas/camera.h"
#include "gui/canvas/diagram_view.h"
#include "gui/docks/panel_area.h"
#include "gui/document/autosave.h"
#include "gui/document/diagram_document.h"
#include "gui/document/recovery.h"
#include "gui/main_window/diagnostics_dialog.h"
#include "gui/main_window/file_dialogs.h"
#include "gui/main_window/main_window.h"
#include "gui/main_window/unsaved_dialog.h"
#include "gui/main_window/workspace.h"
#include "gui/runs/kept_runs.h"
#include "gui/runs/runs_panel.h"
#include "gui/start/file_lists.h"

namespace loopwright {

namespace {

// Whose texts these are, for translators.
class Files {
  Q_DECLARE_TR_FUNCTIONS(Files)
};

QString fileFilter() {
  return Files::tr("Loopwright diagrams (*.loop.json);;Runs (*.loop-run);;All files (*)");
}
QString runFilter() { return Files::tr("Runs (*.loop-run)"); }
QString diagramFilter() { return Files::tr("Loopwright diagrams (*.loop.json);;All files (*)"); }

// The document that has this file, whatever path it was opened by: links are followed. Null where
// none has it, or the file is not there.
Workspace* findOpen(const MainWindow& window, const QString& path) {
  const QString canonical = QFileInfo(path).canonicalFilePath();
  if (canonical.isEmpty()) return nullptr;
  for (Workspace* workspace : window.workspaces()) {
    const QString open = workspace->document()->filePath();
    if (!open.isEmpty() && QFileInfo(open).canonicalFilePath() == canonical) return workspace;
  }
  return nullptr;
}

// The copy of an example in which nothing was changed yet.
Workspace* findCopy(const MainWindow& window, const QString& path) {
  for (Workspace* workspace : window.workspaces()) {
    const DiagramDocument& document = *workspace->document();
    if (document.copyOf() == path && !document.isModified()) return workspace;
  }
  return nullptr;
}

// Adds a run to those that the present document keeps. What is wrong with the file its panel says.
void openRun(MainWindow* window, const QString& path) {
  window->showWorkspace(window->current());
  window->panels()->reveal(PanelId::kRuns, PanelReveal::kOpen);
  window->current()->runsPanel()->open(path);
}

// A file's name without folder and endings.
QString baseName(const QString& path) { return QFileInfo(path).fileName().section(u'.', 0, 0); }

// Where a document that has no file yet is saved first: beside what was used last, never among the
// examples.
QString folderForNewFiles() {
  for (const QString& recent : recentFiles()) {
    const QFileInfo file(recent);
    if (file.dir().exists() && !isExample(recent)) return file.absolutePath();
  }
  return QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
}

// Where files of a document are looked for first: beside its own.
QString folderOf(const Workspace& workspace) {
  const QString file = workspace.document()->filePath();
  return file.isEmpty() ? folderForNewFiles() : QFileInfo(file).path();
}

// Whether an open document is called so; two tabs of one name could not be told apart.
bool isUsed(const MainWindow& window, const QString& name) {
  const auto& all = window.workspaces();
  return std::any_of(all.begin(), all.end(), [&](const Workspace* workspace) {
    return workspace->document()->displayName() == name;
  });
}

// `wanted`, or where another open document is called so "NAME 2", "NAME 3", ...
QString unusedName(const MainWindow& window, const QString& wanted) {
  QString name = wanted;
  for (int i = 2; isUsed(window, name); ++i) name = QStringLiteral("%1 %2").arg(wanted).arg(i);
  return name;
}

// Whether a file that somebody else changed may be written over.
bool mayOverwrite(MainWindow* window, const DiagramDocument& document) {
  if (!document.file().isChanged()) return true;
  QMessageBox question(window);
  question.setObjectName(QStringLiteral("changedOnDisk"));
  question.setIcon(QMessageBox::Warning);
  question.setWindowTitle(Files::tr("The file was changed"));
  question.setText(Files::tr("Another program changed %1 since it was opened.")
                       .arg(QFileInfo(document.filePath()).fileName()));
  question.setInformativeText(Files::tr("Saving replaces what that program wrote."));
  QPushButton* const overwrite = question.addButton(Files::tr("Replace"), QMessageBox::AcceptRole);
  question.setDefaultButton(question.addButton(QMessageBox::Cancel));
  question.exec();
  return question.clickedButton() == overwrite;
}

}  // namespace

bool isUntouched(const Workspace& workspace) {
  const DiagramDocument& document = *workspace.document();
  return document.filePath().isEmpty() && !document.isModified() &&
         document.document().root.blocks.empty();
}

// From the start page an untouched document behind it is shown instead of a second one.
void newFile(MainWindow* window) {
  Workspace* const present = window->current();
  if (window->isStartPageShown() && isUntouched(*present)) return window->showWorkspace(present);
  window->addWorkspace();
}

QString unusedUntitledName(const MainWindow& window) {
  int number = 1;
  const auto name = [&] { return Files::tr("untitled %1").arg(number); };
  while (isUsed(window, name())) ++number;
  return name();
}

// An untouched document in front is used for the file; otherwise the file gets a tab of its own,
// which goes again where the file cannot be opened. An example is opened as a copy, so that saving
// does not write among the program's files.
bool openFile(MainWindow* window, const QString& path) {
  if (path.endsWith(QLatin1String(kRunFileEnding))) {
    openRun(window, path);
    return true;
  }
  const bool ofExample = isExample(path);
  const QString canonical = QFileInfo(path).canonicalFilePath();
  Workspace* const open = ofExample ? findCopy(*window, canonical) : findOpen(*window, path);
  if (open != nullptr) {
    window->showWorkspace(open);
    return true;
  }
  Workspace* const before = window->current();
  const bool fromStartPage = window->isStartPageShown();
  const bool reuse = isUntouched(*before);
  // What cannot be opened must not be seen in a tab of its own.
  Workspace* const workspace = reuse ? before : window->addWorkspace();
  bool opened = false;
  DiagramDocument* const document = workspace->document();
  const std::vector<Diagnostic> diagnostics =
      ofExample ? document->openCopy(canonical, unusedName(*window, baseName(canonical)), &opened)
                : document->open(path, &opened);
  if (!opened) {
    if (!reuse) {
      window->removeWorkspace(workspace);
      window->showWorkspace(before);
    }
    if (fromStartPage) window->showStartPage();
    auto* const dialog = new DiagnosticsDialog(path, diagnostics, window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
    return false;
  }
  addRecentFile(path);
  window->showWorkspace(workspace);
  workspace->view()->camera()->showForReading();
  if (ofExample) {
    window->showMessage(Files::tr("This is a copy of the example: saving asks for a place."));
  }
  return true;
}

// Reads the kept changes into a document that counts as modified: that of the same file where it is
// open already, as two of one file would write over each other, unless it has changes of its own.
// Where they cannot be read, no tab is left over. Where they cannot be kept anew, as on a full
// disk, the old record stays.
bool recoverDocument(MainWindow* window, const Recoverable& recoverable) {
  QFile file(recoverable.autosave);
  if (!file.open(QIODevice::ReadOnly)) return false;
  const QByteArray bytes = file.readAll();
  Workspace* const before = window->current();
  Workspace* const open =
      recoverable.file.isEmpty() ? nullptr : findOpen(*window, recoverable.file);
  if (open != nullptr && open->document()->isModified()) return false;
  Workspace* workspace = open;
  if (open == nullptr) workspace = isUntouched(*before) ? before : window->addWorkspace();
  if (!workspace->document()->recover(bytes, recoverable.file)) {
    if (workspace != before && workspace != open) {
      window->removeWorkspace(workspace);
      window->showWorkspace(before);
    }
    return false;
  }
  const QString name = recoverable.name;
  if (recoverable.file.isEmpty() && !name.isEmpty() &&
      name != workspace->document()->displayName()) {
    workspace->document()->setName(unusedName(*window, name));
  }
  // Kept anew before the old record goes: at no moment is it nowhere.
  if (workspace->autosave()->saveNow()) {
    discardRecoverable(recoverable, workspace->autosave()->path());
  }
  window->showWorkspace(workspace);
  workspace->view()->camera()->showForReading();
  return true;
}

// Begins in the folder of the document in front. Several files may be chosen.
void chooseAndOpen(MainWindow* window) {
  const QStringList paths =
      askForFiles(window, Files::tr("Open"), folderOf(*window->current()), fileFilter());
  for (const QString& path : paths) openFile(window, path);
}

void chooseAndOpenRun(MainWindow* window) {
  const QStringList paths =
      askForFiles(window, Files::tr("Open a run"), folderOf(*window->current()), runFilter());
  for (const QString& path : paths) openRun(window, path);
}

// The panel says what came of it.
void saveKeptRun(MainWindow* window) {
  RunsPanel* const panel = window->current()->runsPanel();
  window->panels()->reveal(PanelId::kRuns, PanelReveal::kOpen);
  const KeptRunEntry* const entry = panel->selectedRun();
  if (entry == nullptr) return;
  const int number = entry->number;
  QString name = entry->name + QLatin1String(kRunFileEnding);
  name.replace(u'/', u'-');
  QString path = askForNewFile(window, Files::tr("Save the run"),
                               QDir(folderOf(*window->current())).filePath(name), runFilter());
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += QLatin1String(kRunFileEnding);
  panel->save(number, path);
}

// A document without a file is asked for one.
bool save(MainWindow* window, Workspace* workspace) {
  const DiagramDocument& document = *workspace->document();
  if (document.filePath().isEmpty()) return saveAs(window, workspace);
  return saveTo(window, workspace, document.filePath());
}

// Proposes the document's own file, or a new one in the folder that was used last.
bool saveAs(MainWindow* window, Workspace* workspace) {
  const DiagramDocument& document = *workspace->document();
  const QString proposed =
      document.filePath().isEmpty()
          ? QDir(folderForNewFiles())
                .filePath(document.displayName() + QStringLiteral(".loop.json"))
          : document.filePath();
  const QString path = askForNewFile(window, Files::tr("Save as"), proposed, diagramFilter());
  return !path.isEmpty() && saveTo(window, workspace, path);
}

// A name without a suffix gets that of diagrams. Before the document's own file is replaced that
// another program has changed, it asks.
bool saveTo(MainWindow* window, Workspace* workspace, const QString& path) {
  QString file = path;
  if (QFileInfo(file).suffix().isEmpty()) file += QStringLiteral(".loop.json");
  const bool sameFile = QFileInfo(file).absoluteFilePath() == workspace->document()->filePath();
  if (sameFile && !mayOverwrite(window, *workspace->document())) return false;
  const QString problem = workspace->document()->save(file);
  if (!problem.isEmpty()) {
    QMessageBox::warning(window, Files::tr("The diagram was not saved"), problem);
    return false;
  }
  addRecentFile(file);
  window->showMessage(Files::tr("Saved %1").arg(QFileInfo(file).fileName()));
  return true;
}

// Asks only where there is something to lose. Saving may be given up in its own dialog, and then
// the document stays open.
bool mayClose(MainWindow* window, Workspace* workspace) {
  if (!workspace->document()->isModified()) return true;
  QMessageBox question(window);
  question.setObjectName(QStringLiteral("unsavedChanges"));
  question.setIcon(QMessageBox::Question);
  question.setWindowTitle(Files::tr("Unsaved changes"));
  question.setText(Files::tr("Save the changes to %1?").arg(workspace->document()->displayName()));
  QPushButton* const save_it = question.addButton(Files::tr("&Save"), QMessageBox::AcceptRole);
  QPushButton* const leave_it =
      question.addButton(Files::tr("&Don't save"), QMessageBox::DestructiveRole);
  QPushButton* const cancel = question.addButton(Files::tr("&Cancel"), QMessageBox::RejectRole);
  question.setDefaultButton(save_it);
  question.setEscapeButton(cancel);
  question.exec();
  if (question.clickedButton() == save_it) return save(window, workspace);
  return question.clickedButton() == leave_it;
}

// With one changed document the simple question is enough. With several, those that are chosen are
// saved one after the other, and the first that is not saved keeps all of them open.
bool mayCloseAll(MainWindow* window, const std::vector<Workspace*>& workspaces) {
  std::vector<Workspace*> changed;
  std::copy_if(workspaces.begin(), workspaces.end(), std::back_inserter(changed),
               [](const Workspace* workspace) { return workspace->document()->isModified(); });
  if (changed.empty()) return true;
  if (changed.size() == 1) {
    window->showWorkspace(changed.front());
    return mayClose(window, changed.front());
  }
  UnsavedDialog dialog(changed, window);
  const int answer = dialog.exec();
  if (answer != QDialog::Accepted) return answer == UnsavedDialog::kDiscarded;
  const std::vector<Workspace*> chosen = dialog.chosen();
  return std::all_of(chosen.begin(), chosen.end(), [window](Workspace* workspace) {
    // One without a file asks for it, so it has to be seen.
    if (workspace->document()->filePath().isEmpty()) window->showWorkspace(workspace);
    return save(window, workspace);
  });
}

void closeWorkspaces(MainWindow* window, const std::vector<Workspace*>& workspaces) {
  if (!mayCloseAll(window, workspaces)) return;
  // The list may be the window's own, which becomes shorter.
  const std::vector<Workspace*> closing(workspaces.begin(), workspaces.end());
  for (Workspace* workspace : closing) window->removeWorkspace(workspace);
}

// The document is shown first, so that the question is about what is seen.
void closeWorkspace(MainWindow* window, Workspace* workspace) {
  window->showWorkspace(workspace);
  if (mayClose(window, workspace)) window->removeWorkspace(workspace);
}

}  // namespace loopwright
