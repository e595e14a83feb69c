#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>
#include <vector>

namespace loopwright {

/// What is known of a document whose changes are kept for the case of a crash: a record in the
/// folder `recovery` of the program's data, locked for as long as the program that made it lives.
class RecoveryRecord {
 public:
  /// Writes and locks a new record of the document called `name`, that of `file` (empty: it has
  /// none yet), whose changes are kept in `autosave`; an empty `autosave` means a place in the
  /// record's own folder. Null where the folder cannot be written.
  static std::unique_ptr<RecoveryRecord> Create(const QString& name, const QString& file,
                                                const QString& autosave);
  /// Removes the record and the kept changes, which must not be needed any more.
  ~RecoveryRecord();
  RecoveryRecord(const RecoveryRecord&) = delete;
  RecoveryRecord& operator=(const RecoveryRecord&) = delete;

  /// The file that holds the kept changes.
  const QString& autosave() const { return autosave_; }

 private:
  RecoveryRecord(const QString& path, const QString& autosave);

  QString path_;
  QString autosave_;
  QLockFile lock_;
};

/// The changes of a document that was not closed properly.
struct Recoverable {
  QString record;      ///< the record's path
  QString name;        ///< what the document was called; empty in records of older programs
  QString file;        ///< the document's file, empty where it had none
  QString autosave;    ///< where its content is
  QDateTime time;      ///< when that was written
  bool is_older;       ///< whether the file was written at that time or after it
  QStringList blocks;  ///< names of those at its top
};

/// The records that no running program holds and whose content differs from the document's file,
/// newest first. Records without anything to recover are removed.
std::vector<Recoverable> findRecoverable();

/// Removes the record, and its content unless another document's changes are kept there now.
void discardRecoverable(const Recoverable& recoverable, const QString& keptAutosave = QString());

/// Where the changes of a document with a file are kept: beside it, `.NAME.autosave`.
QString autosavePathBeside(const QString& file);

}  // namespace loopwright
