#include "gui/document/diagram_document.h"

#include <QFileInfo>
#include <QUndoStack>
#include <algorithm>
#include <utility>

#include "engine/blocks/block_registry.h"
#include "engine/common/exceptions.h"
#include "engine/document/canonical_expressions.h"
#include "engine/drawing/arrange.h"
#include "engine/file/load.h"
#include "engine/file/save.h"
#include "gui/document/refused_texts.h"
#include "gui/document/run_notices.h"
#include "gui/document/transaction_command.h"

namespace loopwright {

namespace {

// Whether a check may find something else after `changes`: how a diagram looks is none of its
// business.
bool canMatterToChecks(const ChangeSet& changes) {
  return std::any_of(changes.changes().begin(), changes.changes().end(), [](const Change& change) {
    switch (change.subject) {
      case ChangeSubject::kBlock:
        return change.kind != ChangeKind::kChanged ||
               (change.block_parts & ~(kBlockLayout | kBlockColor)) != 0;
      case ChangeSubject::kNotes:
      case ChangeSubject::kFrames:
      case ChangeSubject::kHeader:
        return false;
      default:
        return true;
    }
  });
}

// Reads a file, whose bytes stay as they are. Blocks without a layout get one.
LoadResult readFile(const QString& path, const BlockRegistry& registry, QByteArray* bytes) {
  LoadResult result;
  try {
    const std::string text = ReadFile(path.toStdString());
    *bytes = QByteArray::fromStdString(text);
    result = LoadDocument(text, registry);
  } catch (const FileError& error) {
    result.diagnostics.emplace_back().text = error.what();
  }
  if (result.document) GiveLayouts(&*result.document, registry);
  return result;
}

}  // namespace

// What is wrong with the document comes from two sides, the checker's thread and the texts that
// fields refused; whenever one of them has news, both are gathered anew.
DiagramDocument::DiagramDocument(const BlockRegistry& registry, QObject* parent)
    : QObject(parent),
      registry_(registry),
      undoStack_(new QUndoStack(this)),
      checker_(new DocumentChecker(registry, this)),
      refusedTexts_(new RefusedTexts(this)),
      runNotices_(new RunNotices(this)) {
  connect(undoStack_, &QUndoStack::cleanChanged, this,
          [this](bool clean) { Q_EMIT modifiedChanged(!clean); });
  connect(checker_, &DocumentChecker::finished, this, [this](const auto& report) {
    report_ = report;
    gatherDiagnostics();
  });
  connect(refusedTexts_, &RefusedTexts::changed, this, &DiagramDocument::gatherDiagnostics);
}

DiagramDocument::~DiagramDocument() {
  // The stack's signals must not reach listeners of a document that is half destroyed.
  undoStack_->disconnect(this);
}

// Where the file cannot be read, the document stays what it was.
std::vector<Diagnostic> DiagramDocument::open(const QString& path, bool* opened) {
  QByteArray bytes;
  LoadResult loaded = readFile(path, registry_, &bytes);
  *opened = loaded.document.has_value();
  if (*opened) {
    replaceDocument(std::move(*loaded.document), QFileInfo(path).absoluteFilePath(), bytes);
  }
  return std::move(loaded.diagnostics);
}

// The name is set before the document is replaced, since listeners ask for it then; the origin
// after it, since replacing forgets the last one.
std::vector<Diagnostic> DiagramDocument::openCopy(const QString& path, const QString& name,
                                                  bool* opened) {
  QByteArray bytes;
  LoadResult loaded = readFile(path, registry_, &bytes);
  *opened = loaded.document.has_value();
  if (*opened) {
    name_ = name;
    replaceDocument(std::move(*loaded.document), QString(), bytes);
    copyOf_ = path;
  }
  return std::move(loaded.diagnostics);
}

// Saving an unmodified document into its own file writes nothing, so that the file keeps its bytes
// and its date, unless another program has changed the file or removed it. A document that changes
// its file is checked again, since files that its blocks name are looked for beside it.
QString DiagramDocument::save(const QString& path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  const bool isInItsFile = absolute == filePath() && !isModified();
  if (isInItsFile && !file_.isGone() && !file_.isChanged()) return {};
  Q_EMIT aboutToSave();
  const QByteArray content = bytes();
  // Until the file is replaced the document is not what it holds; that it is then, is told.
  if (isInItsFile) undoStack_->resetClean();
  try {
    WriteFileAtomically(absolute.toStdString(), std::string_view(content.data(), content.size()));
  } catch (const FileError& error) {
    return QString::fromUtf8(error.what());
  }
  cleanBytes_ = content;
  file_.noteBytes(content);
  undoStack_->setClean();
  if (filePath() != absolute) {
    file_.setPath(absolute);
    copyOf_.clear();
    setFolder();
    checker_->request(&document_);
    Q_EMIT filePathChanged(filePath());
  }
  return {};
}

// A document without a file; it counts as not modified.
void DiagramDocument::setDocument(Document document) {
  replaceDocument(std::move(document), QString(), QByteArray());
}

// The undo stack is empty but counts as modified, since what was recovered is in no file yet. The
// file is taken for known as it is now, so that the first save does not ask about it.
bool DiagramDocument::recover(const QByteArray& bytes, const QString& path) {
  LoadResult result = LoadDocument(bytes.toStdString(), registry_);
  if (!result.document) return false;
  replaceDocument(std::move(*result.document), path, bytes);
  file_.takeAsKnown();
  undoStack_->resetClean();
  return true;
}

// What is on disk now is known and will not be asked about again. The document counts as modified,
// since it is not what the file holds.
void DiagramDocument::keepInsteadOfDisk() {
  file_.takeAsKnown();
  undoStack_->resetClean();
}

// Puts another document in place of this one and forgets all that was known of the old one, before
// anybody is told. `bytes` are those of its file, empty where there is none.
void DiagramDocument::replaceDocument(Document document, const QString& path, QByteArray bytes) {
  if (gesture_ != nullptr) gesture_->cancel();
  document_ = std::move(document);
  units_.reset();
  undoStack_->clear();
  undoStack_->setClean();
  cleanBytes_ = std::move(bytes);
  file_.setPath(path);
  file_.noteBytes(cleanBytes_);
  copyOf_.clear();
  setFolder();
  report_ = std::make_shared<const CheckReport>();
  diagnostics_.clear();
  openInputs_.clear();
  requiredInputs_.clear();
  refusedTexts_->clear();
  Q_EMIT reset();
  Q_EMIT filePathChanged(filePath());
  Q_EMIT diagnosticsChanged();
  checker_->request(&document_);
}

void DiagramDocument::setFolder() {
  document_.folder.path =
      filePath().isEmpty() ? "" : QFileInfo(filePath()).absolutePath().toStdString();
}

// An unmodified document has the bytes that it was read from, also where the program would write
// them otherwise. A modified one is written in the canonical form of the file format.
QByteArray DiagramDocument::bytes() const {
  if (!isModified() && !cleanBytes_.isEmpty()) return cleanBytes_;
  Document canonical = document_;
  CanonicalizeExpressions(&canonical, registry_);
  return QByteArray::fromStdString(SaveCanonical(canonical));
}

// Both endings of "name.loop.json" go, one after the other.
QString DiagramDocument::displayName() const {
  if (filePath().isEmpty()) return name_.isEmpty() ? tr("untitled") : name_;
  QString name = QFileInfo(filePath()).fileName();
  for (const char* ending : {".json", ".loop"}) {
    if (name.endsWith(QLatin1String(ending))) name.chop(static_cast<int>(qstrlen(ending)));
  }
  return name;
}

void DiagramDocument::setName(const QString& name) {
  if (name == name_) return;
  name_ = name;
  Q_EMIT nameChanged();
}

const SignalUnits& DiagramDocument::units() const {
  if (!units_) units_.emplace(document_, registry_);
  return *units_;
}

bool DiagramDocument::isModified() const { return !undoStack_->isClean(); }

// A gesture that is open would see its document change under it, so it is given up. An EditError
// leaves the transaction without a commit, and its destructor takes back what was done so far.
QString DiagramDocument::edit(const QString& name, const std::function<void(Transaction*)>& change,
                              const QString& mergeKey) {
  if (gesture_ != nullptr) gesture_->cancel();
  UndoRecord record;
  try {
    Transaction transaction(&document_, name.toStdString());
    change(&transaction);
    record = transaction.Commit();
  } catch (const EditError& error) {
    return QString::fromUtf8(error.what());
  }
  if (record.empty()) return {};
  const ChangeSet changes = record.changes();
  pushRecord(std::move(record), mergeKey);
  announce(changes);
  return {};
}

void DiagramDocument::pushRecord(UndoRecord record, const QString& mergeKey) {
  undoStack_->push(new TransactionCommand(this, std::move(record), mergeKey));
}

// Undo and redo: both swap what the step holds with what the document holds.
void DiagramDocument::swapRecord(UndoRecord* record) {
  if (gesture_ != nullptr) gesture_->cancel();
  const ChangeSet changes = record->Swap(&document_);
  isStepping_ = true;
  announce(changes);
  Q_EMIT stepped(changes);
  isStepping_ = false;
}

// Tells everybody what changed, and asks for a check where it may find something else. During a
// gesture the check waits until the hand rests.
void DiagramDocument::announce(const ChangeSet& changes) {
  if (changes.empty()) return;
  units_.reset();
  if (canMatterToChecks(changes)) {
    checker_->request(&document_, gesture_ != nullptr ? DocumentChecker::Delay::kGesture
                                                      : DocumentChecker::Delay::kNone);
  }
  Q_EMIT changed(changes);
}

bool DiagramDocument::isChecked() const { return checker_->isUpToDate(); }

// Puts the checker's findings and the refused texts into one list. An input without a wire is
// normal while a diagram is being drawn, so it is listed apart, as open, until a run wants it.
// Where a field holds a refused text, what the check says of the old value is left out.
void DiagramDocument::gatherDiagnostics() {
  const std::vector<Diagnostic> refused = refusedTexts_->diagnostics();
  std::set<std::string> refusedPaths;
  for (const Diagnostic& diagnostic : refused) {
    // A refused name says nothing of the parameter's value.
    if (diagnostic.id != DiagnosticCode::kBadParameterName) refusedPaths.insert(diagnostic.path);
  }
  diagnostics_.clear();
  openInputs_.clear();
  std::set<std::string> stillRequired;
  for (const Diagnostic& diagnostic : report_->diagnostics) {
    const bool isUnwired = diagnostic.id == DiagnosticCode::kUnwiredInput ||
                           diagnostic.id == DiagnosticCode::kUnwiredSink;
    if (isUnwired && !requiredInputs_.contains(diagnostic.path)) {
      openInputs_.insert(diagnostic.path);
    } else if (!refusedPaths.contains(diagnostic.path)) {  // What was typed counts.
      diagnostics_.push_back(diagnostic);
    }
    if (isUnwired && requiredInputs_.contains(diagnostic.path)) {
      stillRequired.insert(diagnostic.path);
    }
  }
  requiredInputs_ = std::move(stillRequired);
  diagnostics_.insert(diagnostics_.end(), refused.begin(), refused.end());
  Q_EMIT diagnosticsChanged();
}

// Called before a run: from now on inputs without a wire are errors, until each has one.
bool DiagramDocument::requireInputs() {
  if (openInputs_.empty()) return false;
  requiredInputs_.merge(openInputs_);
  gatherDiagnostics();
  return true;
}

int DiagramDocument::errorCount() const {
  return static_cast<int>(
      std::count_if(diagnostics_.begin(), diagnostics_.end(),
                    [](const Diagnostic& d) { return d.severity == Severity::kError; }));
}

// This is no edit: it cannot be undone and does not make the document modified. The check that
// follows no longer asks about these files.
void DiagramDocument::allowFiles(const std::set<FileQuestion>& files) {
  FileFolder& folder = document_.folder;
  for (const FileQuestion& asked : files) {
    const bool isOutside = asked.kind == FileQuestion::Kind::kOutside;
    (isOutside ? folder.allowed_outside : folder.replaceable).insert(asked.file);
  }
  checker_->request(&document_);
}

void DiagramDocument::check() { checker_->start(); }

void DiagramDocument::finishCheck() { checker_->finish(); }

// A gesture that was forgotten open would keep the document from being edited; it is taken back.
EditGesture::EditGesture(DiagramDocument* document) : document_(document) {
  if (document->gesture_ != nullptr) document->gesture_->cancel();
  document->gesture_ = this;
  transaction_ = std::make_unique<Transaction>(&document->document_);
}

EditGesture::~EditGesture() { cancel(); }

// Takes the last preview back and makes the new one, and announces both as one change set: what was
// moved there and back again appears once, and who listens sees only where it is now.
QString EditGesture::preview(const std::function<void(Transaction*)>& change) {
  if (!isOpen()) return {};
  QString problem;
  ChangeSet changes = transaction_->Restart();
  try {
    change(transaction_.get());
  } catch (const EditError& error) {
    transaction_->Restart();
    problem = QString::fromUtf8(error.what());
  }
  changes.Add(transaction_->changes());
  document_->announce(changes);
  return problem;
}

// Nothing is announced: what is committed is what the last preview showed. The check that waited
// for the hand to rest may begin.
void EditGesture::commit(const QString& name) {
  if (!isOpen()) return;
  UndoRecord record = transaction_->Commit();
  record.set_name(name.toStdString());
  transaction_.reset();
  document_->gesture_ = nullptr;
  if (!record.empty()) document_->pushRecord(std::move(record), QString());
  document_->check();
}

// Takes the last preview back and says so, since the scene has shown it.
void EditGesture::cancel() {
  if (!isOpen()) return;
  const ChangeSet changes = transaction_->Restart();
  transaction_.reset();
  document_->gesture_ = nullptr;
  document_->announce(changes);
}

}  // namespace loopwright
