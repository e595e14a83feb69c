#pragma once

#include <QLabel>
#include <QLineEdit>

namespace loopwright {

/// A label of one line whose text ends in "…" where it has no room; the tool tip has all of it
/// then.
class ElidingLabel : public QLabel {
  Q_OBJECT

 public:
  using QLabel::QLabel;

  /// So narrow it may become, pixels; else it may vanish.
  void setLeastWidth(int width) { leastWidth_ = width; }

  QSize minimumSizeHint() const override;

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  QString elided() const;

  int leastWidth_ = 0;
};

/// A line of text that ends in "…" where it has no room, as long as nobody types into it.
class ElidingEdit : public QLineEdit {
  Q_OBJECT

 public:
  using QLineEdit::QLineEdit;

  /// What is shown of the text while nobody types: "Sampled PID cont…".
  QString shownText() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  /// Where the text stands.
  QRect textArea() const;
};

}  // namespace loopwright
