#include "gui/main_window/thumbnail.h"

#include <QPainter>
#include <algorithm>

#include "engine/model/document.h"
#include "gui/canvas/diagram_scene.h"
#include "gui/document/diagram_document.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr qreal kMargin = 10;

// Small diagrams are not blown up: a block in one picture is as large as in the next.
constexpr qreal kLargestScale = 0.75;

}  // namespace

QImage makeThumbnail(const BlockRegistry& registry, const QString& path, const QSize& size,
                     qreal scale) {
  DiagramDocument document(registry);
  bool opened = false;
  document.open(path, &opened);
  if (!opened) return QImage();
  DiagramScene scene(&document);
  scene.setLevel(QString());
  const QRectF content = scene.contentRect();
  QImage image(size * scale, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(scale);
  image.fill(Theme::current().canvas);
  if (content.isNull()) return image;
  QPainter painter(&image);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  const QSizeF room(size.width() - 2 * kMargin, size.height() - 2 * kMargin);
  const qreal zoom =
      std::min({room.width() / content.width(), room.height() / content.height(), kLargestScale});
  const QSizeF drawn = content.size() * zoom;
  const QRectF target(
      QPointF((size.width() - drawn.width()) / 2, (size.height() - drawn.height()) / 2), drawn);
  scene.render(&painter, target, content);
  return image;
}

}  // namespace loopwright
