#include "gui/document/file_watch.h"

#include <QFileInfo>

#include "engine/document/document.h"
#include "gui/document/diagram_document.h"

namespace loopwright {

namespace {

// Writers make several changes in a row; the last state counts.
constexpr int kSettleMilliseconds = 150;

}  // namespace

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
  const bool isGone = document_->isGoneFromDisk();
  const bool isNewlyGone = isGone && !wasGone_;
  watch();
  wasGone_ = isGone;
  if (isNewlyGone) Q_EMIT goneFromDisk();
  if (document_->isChangedOnDisk()) Q_EMIT changedOnDisk();
}

}  // namespace loopwright
