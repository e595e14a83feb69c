#include "gui/scene/note_item.h"

#include <QAbstractTextDocumentLayout>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPathStroker>
#include <QRegularExpression>
#include <QStyleOptionGraphicsItem>
#include <QTextDocument>
#include <algorithm>

#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kTitleHeight = 18;
constexpr double kTitleIndent = 10;

QFont frameTitleFont() { return diagramFont(11, QFont::DemiBold); }

// Markdown joins lines; on a note a new line is meant as one.
QString withLineBreaks(QString markdown) {
  static const QRegularExpression lineEnd(QStringLiteral("(?<=\\S)\n(?=\\S)"));
  return markdown.replace(lineEnd, QStringLiteral("  \n"));
}

// Fills `text` with a note's Markdown, as it is measured and drawn; lines break at `width` pixels,
// and only at line ends where the width is zero.
void setUpText(QTextDocument* text, const QString& markdown, double width) {
  text->setDefaultFont(diagramFont(11));
  text->setDocumentMargin(0);
  text->setMarkdown(withLineBreaks(markdown));
  if (width > 0) text->setTextWidth(width);
}

}  // namespace

QRectF resizeHandle(const QSizeF& size) {
  return QRectF(size.width() - 4, size.height() - 4, 8, 8);
}

void paintResizeHandle(QPainter* painter, const QSizeF& size) {
  painter->setPen(QPen(Theme::current().accent, 1));
  painter->setBrush(Theme::current().canvas);
  painter->drawRect(resizeHandle(size).adjusted(1, 1, -1, -1));
}

NoteItem::NoteItem(int index) : index_(index) {
  setFlag(ItemIsSelectable);
  setZValue(0.5);
}

// A note without a width is as wide as its longest line. One that is too low for its text grows, so
// that no text is ever cut off.
void NoteItem::setContent(const QString& markdown, const QRectF& place) {
  prepareGeometryChange();
  markdown_ = markdown;
  size_ = place.size();
  setPos(place.topLeft());
  QTextDocument text;
  setUpText(&text, markdown_, size_.width());
  if (size_.width() <= 0) size_.setWidth(text.idealWidth() + 1);
  size_.setHeight(std::max(size_.height(), text.size().height()));
  textSize_ = QSizeF(std::min(text.idealWidth(), size_.width()), text.size().height());
  update();
}

// The text is laid out anew each time; the item keeps no layout of it.
void NoteItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
  const Theme& theme = Theme::current();
  QTextDocument text;
  setUpText(&text, markdown_, size_.width());
  QAbstractTextDocumentLayout::PaintContext context;
  context.palette.setColor(QPalette::Text, theme.muted);
  text.documentLayout()->draw(painter, context);
  if ((option->state & QStyle::State_Selected) == 0) return;
  painter->setPen(QPen(theme.accent, 1.2));
  painter->setBrush(Qt::NoBrush);
  painter->drawRoundedRect(QRectF(QPointF(0, 0), size_), 3, 3);
  paintResizeHandle(painter, size_);
}

FrameItem::FrameItem(int index) : index_(index) {
  setFlag(ItemIsSelectable);
  setZValue(0);
}

// Takes over title, rectangle and colour; an invalid colour means the theme's.
void FrameItem::setContent(const QString& title, const QRectF& place, const QColor& colour) {
  prepareGeometryChange();
  title_ = title;
  size_ = place.size();
  colour_ = colour;
  setPos(place.topLeft());
  update();
}

QRectF FrameItem::boundingRect() const {
  return QRectF(QPointF(0, 0), size_).adjusted(-2, -kTitleHeight, 5, 5);
}

// The title stands above the upper border, so that it covers no block in the frame.
QRectF FrameItem::titleBox() const {
  if (title_.isEmpty()) return {};
  const double width = QFontMetricsF(frameTitleFont()).horizontalAdvance(title_);
  return {pos().x() + kTitleIndent, pos().y() - kTitleHeight, width, kTitleHeight - 2};
}

// A click inside a frame is meant for what is in it: only a band of 8 px along its border and the
// strip of the title belong to the frame itself.
QPainterPath FrameItem::shape() const {
  QPainterPath border;
  border.addRect(QRectF(QPointF(0, 0), size_));
  QPainterPathStroker stroker;
  stroker.setWidth(8);
  QPainterPath path = stroker.createStroke(border);
  if (!title_.isEmpty()) path.addRect(0, -kTitleHeight, size_.width(), kTitleHeight);
  return path;
}

void FrameItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
  const Theme& theme = Theme::current();
  const bool isSelected = (option->state & QStyle::State_Selected) != 0;
  const bool isOwn = colour_.isValid() && !theme.isMono();
  const QColor colour = isSelected ? theme.accent : isOwn ? colour_ : theme.muted;
  QPen pen(colour, 1.2);
  pen.setDashPattern({4, 3.3});
  painter->setPen(pen);
  painter->setBrush(Qt::NoBrush);
  painter->drawRoundedRect(QRectF(QPointF(0, 0), size_), 6, 6);
  if (isSelected) paintResizeHandle(painter, size_);
  if (title_.isEmpty()) return;
  painter->setFont(frameTitleFont());
  painter->setPen(theme.isDark() ? colour.lighter(130) : colour.darker(165));
  painter->drawText(
      QRectF(kTitleIndent, -kTitleHeight, size_.width() - kTitleIndent, kTitleHeight - 2),
      Qt::AlignLeft | Qt::AlignVCenter, title_);
}

}  // namespace loopwright
