#include "gui/document/file_watch.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include "engine/document/document.h"
#include "gui/document/diagram_document.h"

namespace loopwright {

namespace {

// Writers make several changes in a row; the last state counts.
constexpr int kSettleMilliseconds = 150;

QByteArray hashOf(const QByteArray& bytes) {
  return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
}

// Empty where the file cannot be read.
QByteArray hashOfFile(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? hashOf(file.readAll()) : QByteArray();
}

}  // namespace

// What was seen was the file before. What is known stays: it is said by noteBytes(), before or
// after this.
void FileOnDisk::setPath(const QString& path) {
  if (path == path_) return;
  path_ = path;
  seenStamp_ = {};
}

// The file is read again when it is next asked for: its stamp is another than before.
void FileOnDisk::noteBytes(const QByteArray& bytes) {
  knownHash_ = hashOf(bytes);
  seenStamp_ = {};
}

void FileOnDisk::takeAsKnown() { knownHash_ = path_.isEmpty() ? QByteArray() : hashOfFile(path_); }

// Contents are compared, not dates: a file that was written again with the same bytes has not
// changed. One that cannot be read counts as unchanged; that it is gone is another question.
bool FileOnDisk::isChanged() const {
  if (path_.isEmpty()) return false;
  const QByteArray hash = hashNow();
  return !hash.isEmpty() && hash != knownHash_;
}

// This is asked whenever the window comes to the front. Where the file's date and size say that it
// cannot have changed, the hash of the last look is still right.
QByteArray FileOnDisk::hashNow() const {
  const FileStamp stamp = FileStamp::Of(path_.toStdString());
  if (!stamp.ShowsTheBytesOf(seenStamp_)) {
    seenHash_ = hashOfFile(path_);
    seenStamp_ = stamp;
  }
  return seenHash_;
}

bool FileOnDisk::isGone() const { return !path_.isEmpty() && !QFileInfo::exists(path_); }

FileWatch::FileWatch(DiagramDocument* document, QObject* parent)
    : QObject(parent), document_(document) {
  delay_.setSingleShot(true);
  delay_.setInterval(kSettleMilliseconds);
  connect(&delay_, &QTimer::timeout, this, &FileWatch::check);
  connect(document, &DiagramDocument::filePathChanged, this, &FileWatch::watch);
  // The folder tells of files that are renamed over the document's, as most programs save.
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, [this] { delay_.start(); });
  connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, [this] { delay_.start(); });
  watch();
}

// Watches the file and its folder anew: a file that was replaced by another of the same name is no
// longer the one that was being watched.
void FileWatch::watch() {
  const QStringList watched = watcher_.files() + watcher_.directories();
  if (!watched.isEmpty()) watcher_.removePaths(watched);
  wasGone_ = false;
  const QString file = document_->filePath();
  if (file.isEmpty()) return;
  watcher_.addPath(QFileInfo(file).path());
  if (QFileInfo::exists(file)) watcher_.addPath(file);
}

// Compares the file with what the document knows of it. That it is gone is told once, when that is
// first seen; watch() forgets it, so it is noted again behind it.
void FileWatch::check() {
  const bool isGone = document_->file().isGone();
  const bool isNewlyGone = isGone && !wasGone_;
  watch();
  wasGone_ = isGone;
  if (isNewlyGone) Q_EMIT goneFromDisk();
  if (document_->file().isChanged()) Q_EMIT changedOnDisk();
}

}  // namespace loopwright
