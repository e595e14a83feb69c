#pragma once

#include <QLabel>
#include <optional>

namespace loopwright {

/// A text that fills the width of its column and is as high as it then is. A QLabel lays its text
/// out a dozen times to find the sizes that it would like to have, which takes longer than all else
/// where numbers follow a hand; this one does so once, for the width that it has.
class ColumnLabel : public QLabel {
 public:
  explicit ColumnLabel(QWidget* parent);

  void setText(const QString& text);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  int heightForWidth(int width) const override;
  /// How often the text was laid out to find its height.
  int measurings() const { return measurings_; }

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  mutable std::optional<int> height_;  // of the text in its width, once it was asked for
  mutable int measurings_ = 0;
};

}  // namespace loopwright
