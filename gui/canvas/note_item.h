#pragma once

#include <QGraphicsItem>
#include <QString>

#include "gui/canvas/block_item.h"

namespace loopwright {

/// A text on the canvas, in Markdown.
class NoteItem : public QGraphicsItem {
 public:
  /// An empty size of `place` means: as large as the text.
  NoteItem(int index, const QString& markdown, const QRectF& place);

  enum { Type = kNoteItemType };
  int type() const override { return Type; }
  /// Its index in the level's notes.
  int index() const { return index_; }
  QRectF boundingRect() const override { return QRectF(QPointF(0, 0), size_); }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  int index_;
  QString markdown_;
  QSizeF size_;
};

/// A titled rectangle behind the blocks.
class FrameItem : public QGraphicsItem {
 public:
  FrameItem(int index, const QString& title, const QRectF& place, const QColor& colour);

  enum { Type = kFrameItemType };
  int type() const override { return Type; }
  /// Its index in the level's frames.
  int index() const { return index_; }
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

}  // namespace loopwright
