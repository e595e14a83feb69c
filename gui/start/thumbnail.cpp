#include "gui/start/thumbnail.h"

#include <QPainter>
#include <algorithm>

#include "engine/document/document.h"
#include "gui/document/diagram_document.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/note_item.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr qreal kPictureMargin = 10;

// Small diagrams are not blown up: a block in one picture is as large as in the next.
constexpr qreal kLargestScale = 0.75;

// Drawn smaller than this the canvas leaves the faces of blocks away, so it is drawn larger and
// then reduced. Names are left away: they could not be read.
constexpr qreal kSmallestDrawn = 0.3;

}  // namespace

// Opens the file as the editor would, checks it and draws its scene, without a view, into an image
// of the wanted size.
QImage makeThumbnail(const BlockRegistry& registry, const QString& path, const QSize& size,
                     qreal scale) {
  DiagramDocument document(registry);
  bool opened = false;
  document.open(path, &opened);
  if (!opened) return QImage();
  document.finishCheck();  // Wires have the colours of their sample times.
  DiagramScene scene(&document);
  // Notes cannot be read in a small picture.
  QRectF content;
  for (QGraphicsItem* item : scene.items()) {
    const bool isNote = qgraphicsitem_cast<NoteItem*>(item) != nullptr;
    item->setVisible(!isNote);
    if (!isNote) content |= item->sceneBoundingRect();
  }
  const QSizeF room(size.width() - 2 * kPictureMargin, size.height() - 2 * kPictureMargin);
  const qreal zoom = content.isNull() ? kLargestScale
                                      : std::min({room.width() / content.width(),
                                                  room.height() / content.height(), kLargestScale});
  const qreal enlarged = std::max(1.0, kSmallestDrawn / (zoom * scale));
  QImage image((QSizeF(size) * scale * enlarged).toSize(), QImage::Format_ARGB32_Premultiplied);
  image.fill(Theme::current().canvas);
  QPainter painter(&image);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  const QSizeF drawn = content.size() * zoom * scale * enlarged;
  const QRectF target(
      QPointF((image.width() - drawn.width()) / 2, (image.height() - drawn.height()) / 2), drawn);
  if (!content.isNull()) scene.render(&painter, target, content);
  painter.end();
  image = image.scaled(size * scale, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
  image.setDevicePixelRatio(scale);
  return image;
}

}  // namespace loopwright
