#include "gui/document/autosave.h"

#include <QFileInfo>
#include <QSettings>
#include <algorithm>

#include "engine/common/exceptions.h"
#include "engine/document/document.h"
#include "engine/file/save.h"
#include "gui/document/diagram_document.h"
#include "gui/document/recovery.h"

namespace loopwright {

namespace {

constexpr int kUsualDelaySeconds = 2;
const char kDelayKey[] = "files/autosaveSeconds";

// Returns "" or why it could not be written.
QString Write(const Document& document, const QString& path) {
  try {
    WriteFileAtomically(path.toStdString(), SaveCanonical(document));
    return QString();
  } catch (const FileError& error) {
    return QString::fromUtf8(error.what());
  }
}

}  // namespace

// One thread writes, so that an older state never comes after a newer one.
Autosave::Autosave(DiagramDocument* document, QObject* parent)
    : QObject(parent), document_(document) {
  delay_.setSingleShot(true);
  connect(&delay_, &QTimer::timeout, this, &Autosave::start);
  connect(document, &DiagramDocument::changed, this, &Autosave::onChanged);
  connect(document, &DiagramDocument::modifiedChanged, this,
          [this](bool modified) { modified ? onChanged() : forget(); });
  // What is being kept must not come after the file, which would then seem to be the older one.
  connect(document, &DiagramDocument::aboutToSave, this, [this] { writer_.waitForDone(); });
  connect(document, &DiagramDocument::filePathChanged, this, &Autosave::forget);
}

// The record goes, and what it kept with it.
Autosave::~Autosave() = default;

QString Autosave::path() const { return record_ ? record_->autosave() : QString(); }

int Autosave::delaySeconds() {
  const int seconds = QSettings().value(QLatin1String(kDelayKey), kUsualDelaySeconds).toInt();
  return std::clamp(seconds, kLeastDelaySeconds, kMostDelaySeconds);
}

void Autosave::setDelaySeconds(int seconds) {
  QSettings().setValue(QLatin1String(kDelayKey), seconds);
}

// The time counts from the first change and not from the last: somebody who edits without a pause
// is kept all the same.
void Autosave::onChanged() {
  if (!delay_.isActive()) delay_.start(interval_.value_or(1000 * delaySeconds()));
}

// The document was saved or has another file: what was kept is removed, and a new record is made
// when it is needed.
void Autosave::forget() {
  delay_.stop();
  writer_.waitForDone();
  record_.reset();
  hasFailed_ = false;
  if (document_->isModified()) onChanged();
}

// Beside the file; where that cannot be written, among the program's own data.
void Autosave::prepareRecord() {
  if (record_) return;
  const QString file = document_->filePath();
  const bool beside = !file.isEmpty() && QFileInfo(QFileInfo(file).path()).isWritable();
  record_ = RecoveryRecord::Create(document_->displayName(), file,
                                   beside ? autosavePathBeside(file) : QString());
}

// The delay is over. A document that has no changes left is not written, and while the thread is
// still busy with the last state this waits once more.
void Autosave::start() {
  if (!document_->isModified()) return;
  if (writer_.isBusy()) return delay_.start();
  prepareRecord();
  if (!record_) return finish(tr("The folder for unsaved changes cannot be written."));
  // A copy shares its blocks with the original, so this costs little.
  auto copy = std::make_shared<const Document>(document_->document());
  writer_.start([this, copy, path = record_->autosave()]() -> Background::Consequence {
    const QString problem = Write(*copy, path);
    return [this, problem] { finish(problem); };
  });
}

// The thread has written a state, or says why it could not.
void Autosave::finish(const QString& problem) {
  if (problem.isEmpty()) {
    hasFailed_ = false;
    Q_EMIT saved();
  } else if (!hasFailed_) {
    // Said once, not every few seconds.
    hasFailed_ = true;
    Q_EMIT failed(problem);
  }
}

// Written by the caller's own thread: when this returns it is done. What could not be written is
// tried again after the delay, and why it could not is told then.
bool Autosave::saveNow() {
  delay_.stop();
  writer_.waitForDone();
  if (!document_->isModified()) return true;
  prepareRecord();
  const bool isKept = record_ && Write(document_->document(), record_->autosave()).isEmpty();
  if (!isKept) onChanged();
  return isKept;
}

}  // namespace loopwright
