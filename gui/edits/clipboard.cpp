#include "gui/edits/clipboard.h"

#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QImage>
#include <QMimeData>
#include <QPainter>
#include <QSet>
#include <QStyleOptionGraphicsItem>
#include <QSvgGenerator>
#include <algorithm>

#include "engine/blocks/block_registry.h"
#include "engine/file/load.h"
#include "engine/file/save.h"
#include "gui/edits/diagram_edits.h"
#include "gui/scene/block_appearance.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/note_item.h"
#include "gui/scene/wire_item.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

// The clipboard's format of a part of a diagram: a diagram file.
constexpr char kDiagramMime[] = "application/x-loopwright-diagram";
constexpr double kScale = 2;
constexpr double kMostPixels = 4000;
constexpr double kMargin = 10;

// The items of a selection, what lies behind first.
QList<QGraphicsItem*> picturedItems(const DiagramScene& scene, const Selection& selection) {
  QList<QGraphicsItem*> items;
  for (int index : selection.frames) items += scene.findFrame(index);
  for (int index : selection.notes) items += scene.findNote(index);
  const QSet<QString> blocks(selection.blocks.begin(), selection.blocks.end());
  for (WireItem* wire : scene.wires()) {
    if (blocks.contains(blockOfKey(wire->from())) && blocks.contains(blockOfKey(wire->to()))) {
      items += wire;
    }
  }
  for (const QString& name : selection.blocks) items += scene.findBlock(name);
  items.removeAll(nullptr);
  return items;
}

// Draws items outside of a view: each about its own origin and as if nothing were selected.
void paintItems(const QList<QGraphicsItem*>& items, QPainter* painter) {
  const QStyleOptionGraphicsItem option;
  for (QGraphicsItem* item : items) {
    painter->save();
    painter->translate(item->pos());
    item->paint(painter, &option, nullptr);
    painter->restore();
  }
}

// The rectangle that a picture of the items shows, with a margin; empty where there are none.
QRectF areaOf(const QList<QGraphicsItem*>& items) {
  QRectF area;
  for (const QGraphicsItem* item : items) area |= item->sceneBoundingRect();
  return area.isEmpty() ? area : area.adjusted(-kMargin, -kMargin, kMargin, kMargin);
}

// What is selected as a picture at twice the size, on the canvas's colour. No side gets more than
// 4000 pixels, so that a large diagram does not fill the memory.
QImage pictureOf(const DiagramScene& scene, const Selection& selection) {
  const QList<QGraphicsItem*> items = picturedItems(scene, selection);
  const QRectF area = areaOf(items);
  if (area.isEmpty()) return {};
  const double scale = std::min(kScale, kMostPixels / std::max(area.width(), area.height()));
  QImage image((area.size() * scale).toSize(), QImage::Format_RGB32);
  image.fill(Theme::current().canvas);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.scale(scale, scale);
  painter.translate(-area.topLeft());
  paintItems(items, &painter);
  return image;
}

}  // namespace

// Written as SVG with the corner of the selection as origin.
QByteArray drawingOf(const DiagramScene& scene, const Selection& selection) {
  const QList<QGraphicsItem*> items = picturedItems(scene, selection);
  const QRectF area = areaOf(items);
  if (area.isEmpty()) return {};
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setResolution(96);
  generator.setSize(area.size().toSize());
  generator.setViewBox(QRectF(QPointF(0, 0), area.size()));
  QPainter painter(&generator);
  painter.translate(-area.topLeft());
  paintItems(items, &painter);
  painter.end();
  return bytes;
}

// The same content in several formats: another editor takes the diagram, a text editor the file's
// text, a word processor the drawing or the picture.
void copyToClipboard(const DiagramScene& scene, const Selection& selection) {
  const QByteArray bytes = QByteArray::fromStdString(SaveCanonical(copyOf(scene, selection)));
  auto* content = new QMimeData;
  content->setData(kDiagramMime, bytes);
  content->setText(QString::fromUtf8(bytes));
  content->setImageData(pictureOf(scene, selection));
  content->setData(QStringLiteral("image/svg+xml"), drawingOf(scene, selection));
  QApplication::clipboard()->setMimeData(content);
}

// A text may be anything. What cannot be read as a diagram file counts as nothing, without a word.
std::optional<Document> diagramOnClipboard(const BlockRegistry& registry) {
  const QMimeData* content = QApplication::clipboard()->mimeData();
  if (content == nullptr) return {};
  const QByteArray bytes =
      content->hasFormat(kDiagramMime) ? content->data(kDiagramMime) : content->text().toUtf8();
  if (bytes.isEmpty()) return {};
  LoadResult loaded = LoadDocument(bytes.toStdString(), registry);
  return std::move(loaded.document);
}

// Blocks are measured by their forms, since a document may leave their sizes out.
QSizeF contentSize(const Document& document, const BlockRegistry& registry) {
  QRectF box;
  for (const Block& block : document.root.blocks) {
    const BlockAppearance appearance = makeAppearance(document, QString(), block, registry);
    box |= QRectF(appearance.position, makeBlockGeometry(appearance.form).size);
  }
  for (const Note& note : document.root.notes) {
    box |= QRectF(note.x, note.y, note.width.value_or(100), note.height.value_or(20));
  }
  for (const Frame& frame : document.root.frames) {
    box |= QRectF(frame.x, frame.y, frame.width, frame.height);
  }
  return box.size();
}

QPointF firstBlockPlace(const Document& document) {
  if (document.root.blocks.empty() || !document.root.blocks[0].layout) return {};
  const Layout& layout = *document.root.blocks[0].layout;
  return QPointF(layout.x, layout.y) - cornerOf(document);
}

}  // namespace loopwright
