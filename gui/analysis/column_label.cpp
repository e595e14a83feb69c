#include "gui/analysis/column_label.h"

#include <QEvent>
#include <QFontMetrics>

namespace loopwright {

ColumnLabel::ColumnLabel(QWidget* parent) : QLabel(parent) { setWordWrap(true); }

void ColumnLabel::setText(const QString& text) {
  if (text == this->text()) return;
  heights_.clear();
  QLabel::setText(text);
}

// The width is that of the column, whatever the text is.
QSize ColumnLabel::sizeHint() const { return minimumSizeHint(); }

QSize ColumnLabel::minimumSizeHint() const { return {0, QFontMetrics(font()).height()}; }

int ColumnLabel::heightForWidth(int width) const {
  const auto [found, isNew] = heights_.try_emplace(width);
  if (isNew) {
    ++measurings_;
    found->second = QLabel::heightForWidth(width);
  }
  return found->second;
}

// With another font, or other margins, the text is as high as before no more.
void ColumnLabel::changeEvent(QEvent* event) {
  heights_.clear();
  QLabel::changeEvent(event);
}

}  // namespace loopwright
