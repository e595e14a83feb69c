#include "gui/document/diagram_document.h"

#include <QCryptographicHash>
#include <QFile>
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
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

QByteArray hashOf(const QByteArray& bytes) {
  return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
}

// Empty where the file cannot be read.
QByteArray hashOfFile(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? hashOf(file.readAll()) : QByteArray();
}

/// Whether a check may find something else after `changes`: how a diagram looks is none of its
/// business.
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

}  // namespace

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

// Reads a file without touching this document. Returns what its diagnostics say.
std::vector<Diagnostic> DiagramDocument::read(const QString& path, std::string* bytes,
                                              Document* document, bool* opened) const {
  *opened = false;
  LoadResult result;
  try {
    *bytes = ReadFile(path.toStdString());
    result = LoadDocument(*bytes, registry_);
  } catch (const FileError& error) {
    Diagnostic diagnostic;
    diagnostic.text = error.what();
    return {diagnostic};
  }
  if (!result.document) return result.diagnostics;
  *opened = true;
  GiveLayouts(&*result.document, registry_);  // no change: the file's bytes stay
  *document = std::move(*result.document);
  return result.diagnostics;
}

std::vector<Diagnostic> DiagramDocument::open(const QString& path, bool* opened) {
  std::string bytes;
  Document document;
  std::vector<Diagnostic> diagnostics = read(path, &bytes, &document, opened);
  if (*opened) {
    replaceDocument(std::move(document), QFileInfo(path).absoluteFilePath(),
                    QByteArray::fromStdString(bytes));
  }
  return diagnostics;
}

std::vector<Diagnostic> DiagramDocument::openCopy(const QString& path, const QString& name,
                                                  bool* opened) {
  std::string bytes;
  Document document;
  std::vector<Diagnostic> diagnostics = read(path, &bytes, &document, opened);
  if (*opened) {
    name_ = name;
    replaceDocument(std::move(document), QString(), QByteArray::fromStdString(bytes));
    copyOf_ = path;
  }
  return diagnostics;
}

QString DiagramDocument::save(const QString& path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  const bool sameFile = absolute == filePath_ && !isModified();
  if (sameFile && QFileInfo::exists(absolute)) return {};
  Q_EMIT aboutToSave();
  const QByteArray content = bytes();
  try {
    WriteFileAtomically(absolute.toStdString(), std::string_view(content.data(), content.size()));
  } catch (const FileError& error) {
    return QString::fromUtf8(error.what());
  }
  cleanBytes_ = content;
  diskHash_ = hashOf(content);
  seenStamp_ = {};
  undoStack_->setClean();
  if (filePath_ != absolute) {
    filePath_ = absolute;
    copyOf_.clear();
    setFolder();
    checker_->request(&document_);
    Q_EMIT filePathChanged(filePath_);
  }
  return {};
}

void DiagramDocument::setDocument(Document document) {
  replaceDocument(std::move(document), QString(), QByteArray());
}

bool DiagramDocument::recover(const QByteArray& bytes, const QString& path) {
  LoadResult result = LoadDocument(bytes.toStdString(), registry_);
  if (!result.document) return false;
  replaceDocument(std::move(*result.document), path, bytes);
  diskHash_ = path.isEmpty() ? QByteArray() : hashOfFile(path);
  undoStack_->resetClean();
  return true;
}

bool DiagramDocument::isChangedOnDisk() const {
  if (filePath_.isEmpty()) return false;
  const QByteArray hash = hashOnDisk();
  return !hash.isEmpty() && hash != diskHash_;
}

QByteArray DiagramDocument::hashOnDisk() const {
  const FileStamp stamp = FileStamp::Of(filePath_.toStdString());
  if (!stamp.ShowsTheBytesOf(seenStamp_)) {
    seenHash_ = hashOfFile(filePath_);
    seenStamp_ = stamp;
  }
  return seenHash_;
}

bool DiagramDocument::isGoneFromDisk() const {
  return !filePath_.isEmpty() && !QFileInfo::exists(filePath_);
}

void DiagramDocument::keepInsteadOfDisk() {
  diskHash_ = hashOfFile(filePath_);
  undoStack_->resetClean();
}

void DiagramDocument::replaceDocument(Document document, const QString& path, QByteArray bytes) {
  if (gesture_ != nullptr) gesture_->cancel();
  document_ = std::move(document);
  undoStack_->clear();
  undoStack_->setClean();
  cleanBytes_ = std::move(bytes);
  filePath_ = path;
  copyOf_.clear();
  diskHash_ = path.isEmpty() ? QByteArray() : hashOf(cleanBytes_);
  seenStamp_ = {};
  setFolder();
  report_ = std::make_shared<const CheckReport>();
  diagnostics_.clear();
  openInputs_.clear();
  requiredInputs_.clear();
  refusedTexts_->clear();
  Q_EMIT reset();
  Q_EMIT filePathChanged(filePath_);
  Q_EMIT diagnosticsChanged();
  checker_->request(&document_);
}

void DiagramDocument::setFolder() {
  document_.folder.path =
      filePath_.isEmpty() ? "" : QFileInfo(filePath_).absolutePath().toStdString();
}

QByteArray DiagramDocument::bytes() const {
  if (!isModified() && !cleanBytes_.isEmpty()) return cleanBytes_;
  Document canonical = document_;
  CanonicalizeExpressions(&canonical, registry_);
  return QByteArray::fromStdString(SaveCanonical(canonical));
}

QString DiagramDocument::displayName() const {
  if (filePath_.isEmpty()) return name_.isEmpty() ? tr("untitled") : name_;
  QString name = QFileInfo(filePath_).fileName();
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

bool DiagramDocument::isModified() const { return !undoStack_->isClean(); }

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

void DiagramDocument::swapRecord(UndoRecord* record) {
  if (gesture_ != nullptr) gesture_->cancel();
  const ChangeSet changes = record->Swap(&document_);
  isStepping_ = true;
  announce(changes);
  Q_EMIT stepped(changes);
  isStepping_ = false;
}

void DiagramDocument::announce(const ChangeSet& changes) {
  if (changes.empty()) return;
  if (canMatterToChecks(changes)) {
    checker_->request(&document_, gesture_ != nullptr ? DocumentChecker::Delay::kGesture
                                                      : DocumentChecker::Delay::kNone);
  }
  Q_EMIT changed(changes);
}

const SampleTime* DiagramDocument::sampleTime(const std::string& path) const {
  const auto found = report_->sampleTimes.find(path);
  return found == report_->sampleTimes.end() ? nullptr : &found->second;
}

int DiagramDocument::signalWidth(const std::string& path) const {
  if (sampleTime(path) == nullptr) return 0;
  const auto found = report_->widths.find(path);
  return found == report_->widths.end() ? 1 : found->second;
}

int DiagramDocument::rateOf(const std::string& path) const {
  const SampleTime* time = sampleTime(path);
  if (time == nullptr || time->kind == SampleTime::Kind::kContinuous) return Theme::kContinuousRate;
  if (time->kind == SampleTime::Kind::kConstant) return Theme::kConstantRate;
  if (time->kind == SampleTime::Kind::kEvents) return Theme::kEventRate;
  const auto place =
      std::lower_bound(report_->periods.begin(), report_->periods.end(), time->period);
  return static_cast<int>(place - report_->periods.begin());
}

bool DiagramDocument::isChecked() const { return checker_->isUpToDate(); }

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

EditGesture::EditGesture(DiagramDocument* document) : document_(document) {
  if (document->gesture_ != nullptr) document->gesture_->cancel();
  document->gesture_ = this;
  transaction_ = std::make_unique<Transaction>(&document->document_);
}

EditGesture::~EditGesture() { cancel(); }

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

void EditGesture::commit(const QString& name) {
  if (!isOpen()) return;
  UndoRecord record = transaction_->Commit();
  record.set_name(name.toStdString());
  transaction_.reset();
  document_->gesture_ = nullptr;
  if (!record.empty()) document_->pushRecord(std::move(record), QString());
  document_->check();
}

void EditGesture::cancel() {
  if (!isOpen()) return;
  const ChangeSet changes = transaction_->Restart();
  transaction_.reset();
  document_->gesture_ = nullptr;
  document_->announce(changes);
}

}  // namespace loopwright
