#pragma once

#include <QString>
#include <vector>

namespace loopwright {

class MainWindow;
class Workspace;
struct Recoverable;

// Opening, saving and closing of the documents of a window, with what is asked and said.

/// Whether a document is as it was made: empty, without a file.
bool isUntouched(const Workspace& workspace);

/// Shows a new diagram in a tab of its own, from the start page in the present one where that is
/// untouched.
void newFile(MainWindow* window);
/// Opens a diagram's file in a tab (in the present one where that is untouched), or shows the tab
/// that has it already. Of an example that comes with the program, a copy without a file is opened.
/// A file that cannot be read changes nothing; its diagnostics are shown. Returns whether it is
/// open now.
bool openFile(MainWindow* window, const QString& path);
/// Lets the user choose files, and opens them.
void chooseAndOpen(MainWindow* window);
/// Lets the user choose files of runs, and adds them to the kept runs of the present document, as
/// openFile() does with a file whose name ends as that of a run.
void chooseAndOpenRun(MainWindow* window);
/// Asks for a file, and writes the kept run that is selected into it.
void saveKeptRun(MainWindow* window);

/// Opens, as changed, what a crash left of a document; where its file is open already, there.
/// Returns false, and changes nothing, where it cannot be read, or the file is open with other
/// changes.
bool recoverDocument(MainWindow* window, const Recoverable& recoverable);

/// Saves into the document's file, or asks for one. Writes nothing where there is nothing to save.
/// Returns whether the document is saved now.
bool save(MainWindow* window, Workspace* workspace);
/// Asks for a file and saves into it.
bool saveAs(MainWindow* window, Workspace* workspace);
/// Saves into `path`, which gets the suffix .loop.json if it has none. Where somebody else changed
/// the document's file since it was read, asks first; the question has the object name
/// `changedOnDisk`.
bool saveTo(MainWindow* window, Workspace* workspace, const QString& path);

/// Whether the document may be closed: asks (save, don't save, cancel) if it has changes; Esc
/// cancels. The question has the object name `unsavedChanges`.
bool mayClose(MainWindow* window, Workspace* workspace);
/// Whether all of these may be closed: asks one question, with a list where several have changes
/// (UnsavedDialog).
bool mayCloseAll(MainWindow* window, const std::vector<Workspace*>& workspaces);
/// Closes the tab if that may be.
void closeWorkspace(MainWindow* window, Workspace* workspace);
/// Closes these tabs if that may be, else none of them.
void closeWorkspaces(MainWindow* window, const std::vector<Workspace*>& workspaces);

/// "untitled" with the first number that no open document has.
QString unusedUntitledName(const MainWindow& window);

}  // namespace loopwright
