#pragma once

#include <QByteArray>
#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <QTimer>

#include "engine/file/file_stamp.h"

namespace loopwright {

class DiagramDocument;

/// The file of a document beside what the document last read or wrote there.
class FileOnDisk {
 public:
  /// The file's path, empty while there is none.
  const QString& path() const { return path_; }
  void setPath(const QString& path);
  /// Takes note that the file holds `bytes`.
  void noteBytes(const QByteArray& bytes);
  /// Takes what the file holds now for known.
  void takeAsKnown();

  /// Whether the file is there and has other bytes than were last noted.
  bool isChanged() const;
  /// Whether the file is gone.
  bool isGone() const;

 private:
  /// The hash of the file as it is now, empty where it cannot be read.
  QByteArray hashNow() const;

  QString path_;
  QByteArray knownHash_;  // of what was last noted
  // Of the file as it was last looked at: a large file is not read each time.
  mutable FileStamp seenStamp_;
  mutable QByteArray seenHash_;
};

/// Notices when somebody else writes, replaces, moves or deletes a document's file.
class FileWatch : public QObject {
  Q_OBJECT
 public:
  /// `document` must live as long.
  explicit FileWatch(DiagramDocument* document, QObject* parent = nullptr);

  /// Looks at once, as when the window comes to the front.
  void check();

 Q_SIGNALS:
  /// The file has other bytes than the document last read or wrote. Said with each look while that
  /// is so.
  void changedOnDisk();
  /// The file is not there any more. Said once.
  void goneFromDisk();

 private:
  /// Watches the file, and its folder for when it is replaced or comes back.
  void watch();

  DiagramDocument* document_;
  QFileSystemWatcher watcher_;
  /// A file is looked at a moment after the last notice, when it is written.
  QTimer delay_;
  bool wasGone_ = false;
};

}  // namespace loopwright
