#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace loopwright {

class DiagramDocument;

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
