#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QStringList>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/blocks/signal_units.h"
#include "engine/document/document.h"
#include "engine/edits/edit.h"
#include "gui/document/document_checker.h"
#include "gui/document/file_questions.h"
#include "gui/document/file_watch.h"

class QUndoStack;

namespace loopwright {

class BlockRegistry;
class EditGesture;
class RefusedTexts;
class RunNotices;

/// A diagram that is being edited: the document, its undo stack, its file, and what is wrong with
/// it. Views read document() and listen to changed(); whatever a user does becomes a transaction
/// here and one step of the undo stack. Levels are paths as in Document: "" is the top.
class DiagramDocument : public QObject {
  Q_OBJECT
 public:
  /// An empty, unnamed diagram. `registry` must outlive it.
  explicit DiagramDocument(const BlockRegistry& registry, QObject* parent = nullptr);
  ~DiagramDocument() override;

  /// The block types that its blocks may have.
  const BlockRegistry& registry() const { return registry_; }
  /// The document as it is now, previews of a gesture included.
  const Document& document() const { return document_; }
  /// The units of its signals as it is now. Holds until it changes.
  const SignalUnits& units() const;
  /// The steps that were done; undo and redo are called there.
  QUndoStack* undoStack() const { return undoStack_; }

  /// Reads a file. Where it cannot be read, the document stays as it is, and the result says why;
  /// otherwise the result holds the warnings, and the document is that of the file, unmodified.
  std::vector<Diagnostic> open(const QString& path, bool* opened);
  /// The same, but the document has no file then: it is a copy of that one, called `name`.
  std::vector<Diagnostic> openCopy(const QString& path, const QString& name, bool* opened);
  /// Writes the file, which becomes this document's. An unmodified document is written with the
  /// bytes it was read from, and not at all where its own file holds them still. Returns why it
  /// could not, or "".
  QString save(const QString& path);
  /// Puts `document` in place of all there is, with an empty undo stack and no file.
  void setDocument(Document document);
  /// Takes over what another session of the program left unsaved, given as a file's bytes: the
  /// document is then that of `path` (empty: no file yet), modified, with an empty undo stack.
  /// Returns whether the bytes could be read; if not, nothing changes.
  bool recover(const QByteArray& bytes, const QString& path);
  /// What save() writes.
  QByteArray bytes() const;

  /// The file's path, empty while there is none.
  QString filePath() const { return file_.path(); }
  /// The file's name without folder and extension; the given one while there is none.
  QString displayName() const;
  /// What the document is called while it has no file: "untitled" unless set.
  void setName(const QString& name);
  /// The file that this is a copy of, as given; empty once it is saved, and for all others.
  QString copyOf() const { return copyOf_; }
  /// Whether there are changes that no file holds.
  bool isModified() const;
  /// The file on the disk beside what this document last read or wrote.
  const FileOnDisk& file() const { return file_; }
  /// Takes note that the file is another now, and keeps this document, which is then modified.
  void keepInsteadOfDisk();

  /// Runs `change` in a transaction and makes it one undo step called `name` (none if it changed
  /// nothing). A step with the same non-empty `mergeKey` as the one before it, made within a
  /// second, joins it. Returns "" or, when an EditError was thrown, its text; nothing is changed
  /// then.
  QString edit(const QString& name, const std::function<void(Transaction*)>& change,
               const QString& mergeKey = QString());

  /// What the last check found, in the order of the file, but for inputs that are only open; then
  /// the texts in fields that are no values.
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  /// All that the last check found: loops, and sample times and widths of signals. Holds until
  /// diagnosticsChanged(). Empty before the first check.
  const CheckReport& report() const { return *report_; }
  /// What was typed and refused, and stays in its field.
  RefusedTexts* refusedTexts() const { return refusedTexts_; }
  /// What a run of this document could not take over of its edits.
  RunNotices* runNotices() const { return runNotices_; }
  /// The inputs (`SUB/BLOCK.PORT`) that have no wire yet, which is no problem before a run needs
  /// them.
  const std::set<std::string>& openInputs() const { return openInputs_; }
  /// A run is wanted: from now on the open inputs are problems, until they have had a wire. Returns
  /// whether there are any; then diagnosticsChanged() told so.
  bool requireInputs();
  /// Whether an undo or a redo is under way, and whether a gesture is.
  bool isStepping() const { return isStepping_; }
  bool isInGesture() const { return gesture_ != nullptr; }
  /// Whether the last check saw the document as it is now.
  bool isChecked() const;
  /// How many of the diagnostics are errors; with any, no run can start.
  int errorCount() const;
  /// Lets blocks use these files, and no others, until another file is opened.
  void allowFiles(const std::set<FileQuestion>& files);
  /// Checks now instead of a moment after the last edit; diagnosticsChanged() follows.
  void check();
  /// Checks and waits for the result.
  void finishCheck();

 Q_SIGNALS:
  /// Something changed: by an edit, a preview, undo or redo.
  void changed(const loopwright::ChangeSet& changes);
  /// An undo or a redo has changed this; changed() came before.
  void stepped(const loopwright::ChangeSet& changes);
  /// Everything changed: a file was opened or a document set.
  void reset();
  /// The document has changes now, or has none any more.
  void modifiedChanged(bool modified);
  /// The file is about to be written.
  void aboutToSave();
  /// The document belongs to another file now; "" is none.
  void filePathChanged(const QString& path);
  /// A document without a file is called differently.
  void nameChanged();
  /// A check has ended.
  void diagnosticsChanged();

 private:
  friend class EditGesture;
  friend class TransactionCommand;

  /// Makes a committed transaction a step of the undo stack.
  void pushRecord(UndoRecord record, const QString& mergeKey);
  /// Undoes or redoes a step.
  void swapRecord(UndoRecord* record);
  /// Tells listeners and the checker of a change.
  void announce(const ChangeSet& changes);
  /// Makes diagnostics() anew from the last report and the refused texts.
  void gatherDiagnostics();
  /// Begins with another document, as after opening a file.
  void replaceDocument(Document document, const QString& path, QByteArray bytes);
  /// Tells the document where its file lies.
  void setFolder();

  const BlockRegistry& registry_;
  Document document_;
  mutable std::optional<SignalUnits> units_;  // none before they are asked for
  QUndoStack* undoStack_;
  EditGesture* gesture_ = nullptr;
  DocumentChecker* checker_;
  FileOnDisk file_;
  QString name_;  // while there is no file
  QString copyOf_;
  QByteArray cleanBytes_;  // of the file, while the undo stack is clean
  std::shared_ptr<const CheckReport> report_ = std::make_shared<const CheckReport>();
  RefusedTexts* refusedTexts_;
  RunNotices* runNotices_;
  std::vector<Diagnostic> diagnostics_;
  std::set<std::string> openInputs_;
  std::set<std::string> requiredInputs_;  // without a wire when a run was wanted, and still
  bool isStepping_ = false;
};

/// A gesture in progress, such as a drag: an open transaction whose effect is seen at once. Each
/// preview starts over; without commit() everything is taken back. One gesture at a time; an undo,
/// or another edit, cancels it.
class EditGesture {
 public:
  /// Opens a transaction of `document`, which must outlive it; a gesture that is open there ends.
  explicit EditGesture(DiagramDocument* document);
  ~EditGesture();
  EditGesture(const EditGesture&) = delete;
  EditGesture& operator=(const EditGesture&) = delete;

  /// Takes back the last preview and runs `change`. Returns "" or the text of its EditError.
  QString preview(const std::function<void(Transaction*)>& change);
  /// Makes what the last preview showed one undo step.
  void commit(const QString& name);
  /// Takes the last preview back: the document is as it was before the gesture.
  void cancel();
  /// Whether neither commit() nor cancel() has ended it, nor another edit.
  bool isOpen() const { return transaction_ != nullptr; }

 private:
  DiagramDocument* document_;
  std::unique_ptr<Transaction> transaction_;
};

}  // namespace loopwright
