#include "gui/start/example_card.h"

#include <QFontMetrics>
#include <QPainter>
#include <QPainterPath>
#include <QTextLayout>

#include "gui/start/file_lists.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kCardMargin = 14;
constexpr int kTitleTop = 10;
constexpr int kSummaryTop = 32;
constexpr int kTextHeight = 72;
constexpr int kSummaryLines = 2;
constexpr qreal kCorner = 6;

// Writes `text` in lines of `area`'s width, the last one shortened where there is more.
void drawLines(QPainter* painter, const QRect& area, const QString& text, int lines) {
  const QFontMetrics metrics(painter->font());
  QTextLayout layout(text, painter->font());
  layout.beginLayout();
  for (int i = 0; i < lines; ++i) {
    QTextLine line = layout.createLine();
    if (!line.isValid()) break;
    line.setLineWidth(area.width());
    const QString rest = text.mid(line.textStart());
    const QString shown = i + 1 < lines ? rest.left(line.textLength())
                                        : metrics.elidedText(rest, Qt::ElideRight, area.width());
    painter->drawText(area.left(), area.top() + metrics.ascent() + i * metrics.lineSpacing(),
                      shown);
  }
  layout.endLayout();
}

}  // namespace

QSize ExampleCard::pictureSize() { return {scaled(320), scaled(140)}; }

QSize ExampleCard::cardSize() { return pictureSize() + QSize(2, scaled(kTextHeight)); }

// A card is a button, so that keys, focus and screen readers know it.
ExampleCard::ExampleCard(const Example& example, QWidget* parent)
    : QToolButton(parent), summary_(example.summary), path_(example.path) {
  setText(example.title);
  setToolTip(example.summary);
  setAccessibleName(tr("Example: %1").arg(example.title));
  setAccessibleDescription(example.summary);
  setIconSize(pictureSize());
  setFixedSize(cardSize());
  setCursor(Qt::PointingHandCursor);
}

// Draws the card itself: picture above, below it the title in one line and the summary in two, both
// shortened where they are too long.
void ExampleCard::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::current();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
  QPainterPath inside;
  inside.addRoundedRect(frame, kCorner, kCorner);
  painter.fillPath(inside, isDown()       ? theme.hairline
                           : underMouse() ? theme.accentSoft
                                          : theme.canvas);
  icon().paint(&painter, QRect(QPoint(1, 2), pictureSize()));
  painter.setPen(theme.hairline);
  const int top = pictureSize().height();
  painter.drawLine(QPointF(1, top + 2.5), QPointF(width() - 1, top + 2.5));
  // The mouse tints a card, the keyboard frames it.
  painter.setPen(hasFocus() ? QPen(theme.accent, 2) : QPen(theme.hairline, 1));
  painter.drawPath(inside);
  const int room = width() - 2 * kCardMargin;
  QFont title = controlFont();
  title.setWeight(QFont::DemiBold);
  painter.setFont(title);
  painter.setPen(theme.ink);
  painter.drawText(QRect(kCardMargin, top + scaled(kTitleTop), room, scaled(18)),
                   Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetrics(title).elidedText(text(), Qt::ElideRight, room));
  painter.setFont(secondaryFont());
  painter.setPen(theme.muted);
  drawLines(&painter, QRect(kCardMargin, top + scaled(kSummaryTop), room, 0), summary_,
            kSummaryLines);
}

}  // namespace loopwright
