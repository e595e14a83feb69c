#include "gui/theme/eliding.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionFrame>
#include <QToolTip>
#include <algorithm>

namespace loopwright {

namespace {

constexpr int kTextMargin = 2;  // of a line of text, beside its padding

}  // namespace

// A plain label asks for room for its whole text. This one is content with less, and is cut.
QSize ElidingLabel::minimumSizeHint() const {
  const QSize wanted = sizeHint();
  return QSize(std::min(wanted.width(), leastWidth_), wanted.height());
}

QString ElidingLabel::elided() const {
  return fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
}

// A text that is cut shows itself in full in its tip, above what the tip says otherwise.
bool ElidingLabel::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip && elided() != text()) {
    const QPoint place = static_cast<QHelpEvent*>(event)->globalPos();
    const QString tip = toolTip().isEmpty() ? text() : text() + u'\n' + toolTip();
    QToolTip::showText(place, tip, this);
    return true;
  }
  return QLabel::event(event);
}

void ElidingLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const int flags = static_cast<int>(alignment()) | Qt::TextSingleLine;
  style()->drawItemText(&painter, contentsRect(), flags, palette(), isEnabled(), elided(),
                        foregroundRole());
}

QRect ElidingEdit::textArea() const {
  QStyleOptionFrame frame;
  initStyleOption(&frame);
  return style()
      ->subElementRect(QStyle::SE_LineEditContents, &frame, this)
      .marginsRemoved(textMargins())
      .adjusted(kTextMargin, 0, -kTextMargin, 0);
}

QString ElidingEdit::shownText() const {
  return fontMetrics().elidedText(text(), Qt::ElideRight, textArea().width());
}

// The frame as always; in it what has room.
void ElidingEdit::paintEvent(QPaintEvent* event) {
  const QString shown = shownText();
  if (hasFocus() || shown == text()) return QLineEdit::paintEvent(event);
  QPainter painter(this);
  QStyleOptionFrame frame;
  initStyleOption(&frame);
  style()->drawPrimitive(QStyle::PE_PanelLineEdit, &frame, &painter, this);
  style()->drawItemText(&painter, textArea(), Qt::AlignVCenter | Qt::AlignLeft, palette(),
                        isEnabled(), shown, QPalette::Text);
}

}  // namespace loopwright
