#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

#include "gui/threads/background.h"

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
  /// How many seconds after the first change all are written, as the user chose (2 unless he did);
  /// kept between starts.
  static int delaySeconds();
  static void setDelaySeconds(int seconds);
  static constexpr int kLeastDelaySeconds = 1;
  static constexpr int kMostDelaySeconds = 600;
  /// How long after the first change this document is written, whatever the user chose for all.
  /// Tests use it, to wait less.
  void setInterval(int milliseconds) { interval_ = milliseconds; }
  /// Writes now and waits for it. Returns whether all changes are on disk.
  bool saveNow();

 Q_SIGNALS:
  /// The changes up to some instant are on disk now.
  void saved();
  /// They could not be written.
  void failed(const QString& why);

 private:
  /// There is something to keep now: starts the delay.
  void onChanged();
  /// Hands a copy of the document to the thread.
  void start();
  /// The thread is done; `problem` is "" or what went wrong.
  void finish(const QString& problem);
  /// Removes what was kept.
  void forget();
  /// Makes the record that says where changes are kept, if there is none.
  void prepareRecord();

  DiagramDocument* document_;
  std::unique_ptr<RecoveryRecord> record_;
  QTimer delay_;
  std::optional<int> interval_;  // milliseconds, where it is set
  bool hasFailed_ = false;
  Background writer_;  // the last member, so that it ends before the record goes
};

}  // namespace loopwright
