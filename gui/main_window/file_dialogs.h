#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace loopwright {

// Choosing files and folders. Where the desktop has a dialog of its own, it is used; else Qt's,
// with the program's icons.

/// The files that were chosen to be read; none where the user gave up. `filter` as QFileDialog
/// takes it.
QStringList askForFiles(QWidget* parent, const QString& title, const QString& folder,
                        const QString& filter);

/// The file to write, with `proposed` (with or without a folder) as a start; empty where the user
/// gave up. Asks before a file that is there would be replaced. Where `filter` has several formats,
/// the first one shown is that of `proposed`, and the name's suffix follows the format. A name that
/// is typed without a suffix gets that of the format.
QString askForNewFile(QWidget* parent, const QString& title, const QString& proposed,
                      const QString& filter);

/// A folder to write into, with `folder` as a start; empty where the user gave up.
QString askForFolder(QWidget* parent, const QString& title, const QString& folder);

}  // namespace loopwright
