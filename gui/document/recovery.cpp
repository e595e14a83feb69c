#include "gui/document/recovery.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QStandardPaths>
#include <QUuid>
#include <algorithm>

namespace loopwright {

namespace {

const char kRecordEnding[] = ".json";

// Where the records lie, for instance ~/.local/share/Loopwright/Loopwright/recovery.
QDir recoveryFolder() {
  return QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) +
              QStringLiteral("/recovery"));
}

QString lockOf(const QString& record) { return record + QStringLiteral(".lock"); }

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// What a record says, together with what is on disk. Nothing where the kept changes are gone or are
// the file's own bytes: then there is nothing to recover. What is there and cannot be read now, as
// for want of a right, may be read another time.
std::optional<Recoverable> readRecord(const QString& path) {
  const QJsonObject object = QJsonDocument::fromJson(content(path)).object();
  Recoverable result;
  result.record = path;
  result.file = object.value(QStringLiteral("file")).toString();
  result.autosave = object.value(QStringLiteral("autosave")).toString();
  result.time = QFileInfo(result.autosave).lastModified();
  // Changes are kept seconds after a save: at the same instant, the save came after them.
  result.is_older = QFileInfo(result.file).lastModified() >= result.time;
  const QByteArray kept = content(result.autosave);
  result.name = object.value(QStringLiteral("name")).toString();
  result.blocks = QJsonDocument::fromJson(kept)
                      .object()
                      .value(QStringLiteral("diagram"))
                      .toObject()
                      .value(QStringLiteral("blocks"))
                      .toObject()
                      .keys();
  const bool isUnreadable =
      QFileInfo::exists(result.autosave) && !QFile(result.autosave).open(QIODevice::ReadOnly);
  if (isUnreadable) return result;
  if (kept.isEmpty() || (!result.file.isEmpty() && kept == content(result.file))) return {};
  return result;
}

}  // namespace

// The record is locked before it is written, so that another program of the same user that starts
// right now cannot take it for one that a crash left.
std::unique_ptr<RecoveryRecord> RecoveryRecord::Create(const QString& name, const QString& file,
                                                       const QString& autosave) {
  const QDir folder = recoveryFolder();
  if (!folder.mkpath(QStringLiteral("."))) return nullptr;
  const QString stem = QUuid::createUuid().toString(QUuid::WithoutBraces);
  const QString path = folder.filePath(stem + QLatin1String(kRecordEnding));
  const QString place =
      autosave.isEmpty() ? folder.filePath(stem + QStringLiteral(".loop")) : autosave;
  std::unique_ptr<RecoveryRecord> record(new RecoveryRecord(path, place));
  if (!record->lock_.tryLock()) return nullptr;
  QSaveFile output(path);
  if (!output.open(QIODevice::WriteOnly)) return nullptr;
  output.write(QJsonDocument(QJsonObject{{QStringLiteral("name"), name},
                                         {QStringLiteral("file"), file},
                                         {QStringLiteral("autosave"), place}})
                   .toJson());
  if (!output.commit()) return nullptr;
  return record;
}

RecoveryRecord::RecoveryRecord(const QString& path, const QString& autosave)
    : path_(path), autosave_(autosave), lock_(lockOf(path)) {
  // Held for as long as the process lives, however long that is.
  lock_.setStaleLockTime(0);
}

RecoveryRecord::~RecoveryRecord() {
  QFile::remove(autosave_);
  QFile::remove(path_);
}

// A record whose lock can be taken belongs to a program that is gone. Such without anything to
// recover are removed on the way.
std::vector<Recoverable> findRecoverable() {
  std::vector<Recoverable> result;
  const QDir folder = recoveryFolder();
  for (const QFileInfo& file :
       folder.entryInfoList({QLatin1Char('*') + QLatin1String(kRecordEnding)}, QDir::Files)) {
    QLockFile lock(lockOf(file.filePath()));
    lock.setStaleLockTime(0);
    if (!lock.tryLock()) continue;
    if (const auto found = readRecord(file.filePath())) {
      result.push_back(*found);
    } else {
      QFile::remove(file.filePath());
    }
  }
  std::sort(result.begin(), result.end(),
            [](const Recoverable& a, const Recoverable& b) { return a.time > b.time; });
  return result;
}

void discardRecoverable(const Recoverable& recoverable, const QString& keptAutosave) {
  if (recoverable.autosave != keptAutosave) QFile::remove(recoverable.autosave);
  QFile::remove(recoverable.record);
}

QString autosavePathBeside(const QString& file) {
  const QFileInfo info(file);
  return info.dir().filePath(QStringLiteral(".%1.autosave").arg(info.fileName()));
}

}  // namespace loopwright
