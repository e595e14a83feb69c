#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace loopwright {

/// The files opened last, newest first, kept between starts of the program (QSettings).
QStringList recentFiles();
/// Puts a file at the top of the list.
void addRecentFile(const QString& path);

/// A diagram that comes with the program.
struct Example {
  QString title;
  QString summary;  ///< the first paragraph of its description
  QString path;
};

/// The examples, by file name: beside the installed program (share/loopwright/examples), or in the
/// source tree (resources/examples) that the program was built in. Empty if there are none.
std::vector<Example> findExamples();

/// Whether a file is one of them.
bool isExample(const QString& path);

}  // namespace loopwright
