#include "gui/main_window/file_lists.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace loopwright {

namespace {

constexpr int kMaxRecentFiles = 10;
const char kRecentKey[] = "recentFiles";

// "bouncing_ball.loop.json" is "Bouncing ball".
QString TitleOf(const QString& file_name) {
  QString title = file_name.left(file_name.indexOf('.'));
  title.replace('_', ' ').replace('-', ' ');
  if (!title.isEmpty()) title[0] = title[0].toUpper();
  return title;
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
      examples.push_back({TitleOf(file.fileName()), file.canonicalFilePath()});
    }
    if (!examples.empty()) return examples;
  }
  return {};
}

}  // namespace loopwright
