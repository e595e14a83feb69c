#include "gui/start/file_lists.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>
#include <algorithm>

#include "gui/language/library_text.h"

namespace loopwright {

namespace {

constexpr int kMaxRecentFiles = 10;
const char kRecentKey[] = "recentFiles";

// Has the diagram's own title, or its file's name.
Example Describe(const QFileInfo& info) {
  Example example{info.fileName(), QString(), info.canonicalFilePath()};
  QFile file(example.path);
  if (!file.open(QIODevice::ReadOnly)) return example;
  const QJsonObject diagram = QJsonDocument::fromJson(file.readAll()).object();
  example.title = exampleText(diagram.value(QStringLiteral("title")).toString(example.title));
  const QString description = diagram.value(QStringLiteral("description")).toString();
  example.summary = exampleText(description.section(QStringLiteral("\n\n"), 0, 0));
  return example;
}

// The files of the first place that has any: beside the installed program, then in the source tree
// above a build folder.
QFileInfoList exampleFiles() {
  const QString program = QCoreApplication::applicationDirPath();
  for (const char* place : {"/../share/loopwright/examples", "/../../resources/examples",
                            "/../../../resources/examples"}) {
    const QDir folder(program + QLatin1String(place));
    QFileInfoList files = folder.entryInfoList({"*.loop.json"}, QDir::Files, QDir::Name);
    if (!files.isEmpty()) return files;
  }
  return {};
}

}  // namespace

QStringList recentFiles() { return QSettings().value(QLatin1String(kRecentKey)).toStringList(); }

// A file that was in the list moves to its top; beyond ten the oldest goes.
void addRecentFile(const QString& path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  QStringList files = recentFiles();
  files.removeAll(absolute);
  files.prepend(absolute);
  QSettings().setValue(QLatin1String(kRecentKey), files.mid(0, kMaxRecentFiles));
}

std::vector<Example> findExamples() {
  std::vector<Example> examples;
  for (const QFileInfo& file : exampleFiles()) examples.push_back(Describe(file));
  return examples;
}

// Compares where the links of both lead to.
bool isExample(const QString& path) {
  const QString canonical = QFileInfo(path).canonicalFilePath();
  return std::ranges::any_of(
      exampleFiles(), [&](const QFileInfo& file) { return file.canonicalFilePath() == canonical; });
}

}  // namespace loopwright
