#include "gui/help/help_browser.h"

#include <QEvent>
#include <QImage>
#include <QPainter>
#include <QUrl>

#include "engine/blocks/block_registry.h"
#include "gui/help/help_pictures.h"
#include "gui/theme/block_icons.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kFaceSize = 24;
constexpr int kPictureScale = 2;  // Pictures are drawn at twice their size.
constexpr int kFaceMargin = 18;

QUrl urlOf(const QString& file) { return QUrl(QStringLiteral("help:") + file); }

// A block's icon in the colour of text, at twice its size for sharp screens.
QImage iconImage(const QString& type) {
  QImage image(QSize(kFaceSize, kFaceSize) * kPictureScale, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(kPictureScale);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  paintBlockIcon(&painter, QRectF(0, 0, kFaceSize, kFaceSize), type, Theme::current().ink);
  return image;
}

}  // namespace

// Links that lead out of the help are not followed.
HelpBrowser::HelpBrowser(const BlockRegistry& registry, QWidget* parent)
    : QTextBrowser(parent), registry_(registry), pages_(registry, HelpMedium::kWindow) {
  setObjectName(QStringLiteral("helpBrowser"));
  setFrameShape(QFrame::NoFrame);
  setOpenExternalLinks(false);
  document()->setDocumentMargin(kFaceMargin);
  applyStyle();
}

void HelpBrowser::showBlock(const QString& type) { setSource(urlOf(HelpPages::fileName(type))); }

void HelpBrowser::showIndex() { setSource(urlOf(HelpPages::indexFileName())); }

// The file name of the page without its ending.
QString HelpBrowser::shownType() const {
  const QString file = source().path();
  const bool index = file == HelpPages::indexFileName();
  return index ? QString() : file.left(file.lastIndexOf(u'.'));
}

// Makes a page when it is asked for. Its pictures are drawn the first time, which runs the example,
// and kept until the theme changes.
QString HelpBrowser::page(const QString& file) {
  if (file == HelpPages::indexFileName()) return pages_.indexPage();
  const QString type = file.left(file.lastIndexOf(u'.'));
  if (!pictures_.contains(type) && registry_.Find(type.toStdString()) != nullptr) {
    HelpPictures pictures;
    const QString problem =
        drawHelpPictures(type, registry_, HelpMedium::kWindow, folder_.path(), &pictures);
    // The page is of use without its example.
    if (!problem.isEmpty()) qWarning("%s", qPrintable(problem));
    pictures_.insert(type, pictures);
  }
  return pages_.blockPage(type, pictures_.value(type));
}

// Qt asks here for everything that a page names: icons by type, pages by file name, and pictures
// from the browser's own folder.
QVariant HelpBrowser::loadResource(int kind, const QUrl& name) {
  if (name.scheme() == QStringLiteral("icon")) return iconImage(name.path());
  const QString file = name.path().section(u'/', -1);
  if (kind == QTextDocument::HtmlResource) return page(file);
  if (kind != QTextDocument::ImageResource) return QVariant();
  QImage image(folder_.filePath(file));
  image.setDevicePixelRatio(kPictureScale);
  return image;
}

// Gives pages the colours of the theme; Qt's browser knows only a little of style sheets.
void HelpBrowser::applyStyle() {
  const Theme& theme = Theme::current();
  document()->setDefaultStyleSheet(
      QStringLiteral("body { color: %1; font-size: %4px; } a { color: %2; text-decoration: none; } "
                     "h1 { font-size: %5px; } h2 { font-size: %6px; margin-top: 18px; } "
                     ".muted, th { color: %3; font-weight: normal; } th { text-align: left; } "
                     ".equation { margin-left: 14px; }")
          .arg(theme.ink.name(), theme.accent.name(), theme.muted.name())
          .arg(scaled(13))
          .arg(scaled(20))
          .arg(scaled(14)));
}

// With another theme the pictures are wrong: they are drawn anew with the page.
void HelpBrowser::changeEvent(QEvent* event) {
  QTextBrowser::changeEvent(event);
  if (event->type() != QEvent::PaletteChange) return;
  applyStyle();
  pictures_.clear();
  if (!source().isEmpty()) reload();
}

}  // namespace loopwright
