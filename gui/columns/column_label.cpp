#include "gui/columns/column_label.h"

#include <QEvent>
#include <QFontMetrics>
#include <QResizeEvent>

namespace loopwright {

ColumnLabel::ColumnLabel(QWidget* parent) : QLabel(parent) { setWordWrap(true); }

void ColumnLabel::setText(const QString& text) {
  if (text == this->text()) return;
  height_.reset();
  QLabel::setText(text);
}

// The width is that of the column, whatever the text is.
QSize ColumnLabel::sizeHint() const { return minimumSizeHint(); }

QSize ColumnLabel::minimumSizeHint() const { return {0, QFontMetrics(font()).height()}; }

// Layouts ask for several widths, of which they give one; with another one than before they are
// told to ask again.
int ColumnLabel::heightForWidth(int) const {
  if (!height_) {
    ++measurings_;
    height_ = QLabel::heightForWidth(width());
  }
  return *height_;
}

void ColumnLabel::resizeEvent(QResizeEvent* event) {
  QLabel::resizeEvent(event);
  if (event->size().width() == event->oldSize().width()) return;
  height_.reset();
  updateGeometry();
}

// With another font, or other margins, the text is as high as before no more.
void ColumnLabel::changeEvent(QEvent* event) {
  height_.reset();
  QLabel::changeEvent(event);
}

}  // namespace loopwright
