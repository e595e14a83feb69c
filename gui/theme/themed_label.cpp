#include "gui/theme/themed_label.h"

#include <QEvent>

#include "gui/theme/theme.h"

namespace loopwright {

void ThemedLabel::setThemedText(const QString& text) {
  text_ = text;
  fillIn();
}

// Puts the colours of the present theme into the text.
void ThemedLabel::fillIn() {
  const Theme& theme = Theme::current();
  QString text = text_;
  text.replace(QStringLiteral("@accent@"), theme.accent.name());
  text.replace(QStringLiteral("@muted@"), theme.muted.name());
  // Links take the palette's colour when a text is set, but the same text is not set again.
  clear();
  setText(text);
}

void ThemedLabel::changeEvent(QEvent* event) {
  QLabel::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && !text_.isEmpty()) fillIn();
}

}  // namespace loopwright
