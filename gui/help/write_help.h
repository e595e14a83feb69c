#pragma once

#include <QString>
#include <QStringList>

namespace loopwright {

class BlockRegistry;

/// Writes the help of all types of a registry as a folder of HTML files for a browser:
/// `index.html`, `TYPE.html`, and in `images/` the pictures of the examples for light and dark
/// pages. The folder is made if it is not there. The application's theme is changed on the way and
/// put back. Returns "" or what went wrong first; `written` gets the paths of the pages.
QString writeHelp(const BlockRegistry& registry, const QString& folder, QStringList* written);

}  // namespace loopwright
