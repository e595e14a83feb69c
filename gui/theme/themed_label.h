#pragma once

#include <QLabel>

namespace loopwright {

/// A label whose rich text has colours of the theme: `@accent@` and `@muted@` in it stand for them,
/// also after the theme has changed.
class ThemedLabel : public QLabel {
  Q_OBJECT
 public:
  using QLabel::QLabel;

  /// Rich text with the words @accent@ and @muted@ where a colour belongs.
  void setThemedText(const QString& text);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  /// Sets the text with the colours of the present theme.
  void fillIn();

  QString text_;
};

}  // namespace loopwright
