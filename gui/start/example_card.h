#pragma once

#include <QToolButton>

namespace loopwright {

struct Example;

/// An example to choose on the start page: its picture (the icon), its title and what it is about.
/// A click asks for the example's file.
class ExampleCard : public QToolButton {
  Q_OBJECT
 public:
  /// Both grow with the scale of texts.
  static QSize pictureSize();
  static QSize cardSize();

  /// A card without a picture, which is set as its icon when it has been drawn.
  explicit ExampleCard(const Example& example, QWidget* parent = nullptr);

  /// The example's file.
  const QString& path() const { return path_; }

 protected:
  /// The picture above, title and summary below.
  void paintEvent(QPaintEvent* event) override;

 private:
  QString summary_;
  QString path_;
};

}  // namespace loopwright
