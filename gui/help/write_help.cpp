#include "gui/help/write_help.h"

#include <QApplication>
#include <QCoreApplication>
#include <QDir>
#include <QHash>
#include <QSaveFile>

#include "engine/blocks/block_registry.h"
#include "gui/help/help_pages.h"
#include "gui/help/help_pictures.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

// Writes one page, whole or not at all; "" or what went wrong.
QString writePage(const QString& path, const QString& html, QStringList* written) {
  QSaveFile file(path);
  const QByteArray bytes = html.toUtf8();
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit()) {
    return QCoreApplication::translate("Help", "%1 cannot be written: %2")
        .arg(path, file.errorString());
  }
  written->append(path);
  return QString();
}

// Draws the pictures of all types in one theme; the names in `pictures` are the same for both.
QString drawAll(const BlockRegistry& registry, const QString& folder, Theme::Mode mode,
                QHash<QString, HelpPictures>* pictures) {
  applyTheme(qApp, mode);
  for (const BlockDescriptor& block : registry.all()) {
    const QString type = QString::fromStdString(block.type);
    QString problem =
        drawHelpPictures(type, registry, HelpMedium::kBrowser, folder, &(*pictures)[type]);
    if (!problem.isEmpty()) return problem;
  }
  return QString();
}

}  // namespace

// Pictures come first, as the pages say which there are.
QString writeHelp(const BlockRegistry& registry, const QString& folder, QStringList* written) {
  const QDir target(folder);
  if (!target.mkpath(QStringLiteral("images"))) {
    return QCoreApplication::translate("Help", "the folder %1 cannot be made").arg(folder);
  }
  const Theme::Mode before = Theme::current().mode;
  QHash<QString, HelpPictures> pictures;
  QString problem;
  for (const Theme::Mode mode : {Theme::Mode::kLight, Theme::Mode::kDark}) {
    if (!problem.isEmpty()) break;
    problem = drawAll(registry, target.filePath(QStringLiteral("images")), mode, &pictures);
  }
  applyTheme(qApp, before);
  if (!problem.isEmpty()) return problem;

  const HelpPages pages(registry, HelpMedium::kBrowser);
  for (const BlockDescriptor& block : registry.all()) {
    const QString type = QString::fromStdString(block.type);
    problem = writePage(target.filePath(HelpPages::fileName(type)),
                        pages.blockPage(type, pictures.value(type)), written);
    if (!problem.isEmpty()) return problem;
  }
  return writePage(target.filePath(HelpPages::indexFileName()), pages.indexPage(), written);
}

}  // namespace loopwright
