#pragma once

#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <memory>

namespace loopwright {

class DiagramDocument;
class RecoveryRecord;

/// Keeps the changes of a document beside its file while it has any, so that a crash loses no more
/// than a few seconds. They are written by a thread of its own, always as a whole file, and removed
/// when the document is saved, its changes are undone, or it is closed.
class Autosave : public QObject {
  Q_OBJECT
 public:
  /// `document` must live as long.
  explicit Autosave(DiagramDocument* document, QObject* parent = nullptr);
  /// Removes what was kept: the document is closed.
  ~Autosave() override;

  /// Where the changes are kept; empty while there are none.
  QString path() const;
  /// Time from the first change to its being written, 2 s unless set.
  void setInterval(int milliseconds) { delay_.setInterval(milliseconds); }
  /// Writes now and waits for it.
  void saveNow();

 Q_SIGNALS:
  /// The changes up to some instant are on disk now.
  void saved();
  /// They could not be written.
  void failed(const QString& why);

 private:
  void onChanged();
  void start();
  void finish(const QString& problem);
  void forget();
  void prepareRecord();

  DiagramDocument* document_;
  std::unique_ptr<RecoveryRecord> record_;
  QTimer delay_;
  QThreadPool pool_;
  bool is_writing_ = false;
  bool has_failed_ = false;
};

}  // namespace loopwright
