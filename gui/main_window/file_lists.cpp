#include "gui/main_window/file_lists.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>

#include "gui/language/library_text.h"

namespace loopwright {

namespace {

constexpr int kMaxRecentFiles = 10;
const char kRecentKey[] = "recentFiles";

// The diagram's own title, or its file's name.
QString TitleOf(const QString& path) {
  QFile file(path);
  if (file.open(QIODevice::ReadOnly)) {
    const QString title =
        QJsonDocument::fromJson(file.readAll()).object().value(QStringLiteral("title")).toString();
    if (!title.isEmpty()) return title;
  }
  return QFileInfo(path).fileName();
}

}  // namespace

QStringList recentFiles() { return QSettings().value(QLatin1String(kRecentKey)).toStringList(); }

void addRecentFile(const QString& path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  QStringList files = recentFiles();
  files.removeAll(absolute);
  files.prepend(absolute);
  QSettings().setValue(QLatin1String(kRecentKey), files.mid(0, kMaxRecentFiles));
}

std::vector<Example> findExamples() {
  const QString program = QCoreApplication::applicationDirPath();
  for (const char* place : {"/../share/loopwright/examples", "/../../resources/examples",
                            "/../../../resources/examples"}) {
    const QDir folder(program + QLatin1String(place));
    std::vector<Example> examples;
    for (const QFileInfo& file : folder.entryInfoList({"*.loop.json"}, QDir::Files, QDir::Name)) {
      examples.push_back({exampleTitle(TitleOf(file.filePath())), file.canonicalFilePath()});
    }
    if (!examples.empty()) return examples;
  }
  return {};
}

}  // namespace loopwright
