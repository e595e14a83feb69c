#pragma once

#include <QColor>
#include <QGraphicsItem>
#include <QString>

#include "gui/scene/block_item.h"

namespace loopwright {

/// A text on the canvas, in Markdown. It is drawn as rich text; written in a NoteEditor over it.
class NoteItem : public QGraphicsItem {
 public:
  /// `index` is the place in the level's list of notes, by which edits address it.
  explicit NoteItem(int index);

  enum { Type = kNoteItemType };
  int type() const override { return Type; }
  /// Its index in the level's notes.
  int index() const { return index_; }
  /// An empty size of `place` means: as large as the text.
  void setContent(const QString& markdown, const QRectF& place);
  /// The text as it stands in the document.
  const QString& markdown() const { return markdown_; }
  QSizeF size() const { return size_; }
  /// The part of it that its text fills, in scene coordinates.
  QRectF textBox() const { return {pos(), textSize_}; }
  QRectF boundingRect() const override {
    return QRectF(QPointF(0, 0), size_).adjusted(-1, -1, 4, 4);
  }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  int index_;
  QString markdown_;
  QSizeF size_;
  QSizeF textSize_;
};

/// A titled rectangle behind the blocks that groups what lies in it. Moving it takes that along.
class FrameItem : public QGraphicsItem {
 public:
  /// `index` is the place in the level's list of frames.
  explicit FrameItem(int index);

  enum { Type = kFrameItemType };
  int type() const override { return Type; }
  /// Its index in the level's frames.
  int index() const { return index_; }
  /// Shows what the document says of it; an invalid colour is that of the theme.
  void setContent(const QString& title, const QRectF& place, const QColor& colour);
  /// The title as it stands in the document; empty where it has none.
  const QString& title() const { return title_; }
  QSizeF size() const { return size_; }
  /// The rectangle in scene coordinates.
  QRectF box() const { return {pos(), size_}; }
  /// Where the title is written, in scene coordinates; null without one.
  QRectF titleBox() const;
  QRectF boundingRect() const override;
  /// The border and the title; the inside belongs to the canvas.
  QPainterPath shape() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  int index_;
  QString title_;
  QSizeF size_;
  QColor colour_;
};

/// The little square at the lower right corner of a selected item by which its size is changed, for
/// an item of `size`.
QRectF resizeHandle(const QSizeF& size);
/// Draws that square in the colours of the theme.
void paintResizeHandle(QPainter* painter, const QSizeF& size);

}  // namespace loopwright
