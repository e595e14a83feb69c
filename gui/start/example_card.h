#pragma once

#include <QToolButton>

namespace loopwright {

struct Example;

/// An example to choose: its picture (the icon), its title and what it is about.
class ExampleCard : public QToolButton {
  Q_OBJECT
 public:
  /// Both grow with the scale of texts.
  static QSize pictureSize();
  static QSize cardSize();

  explicit ExampleCard(const Example& example, QWidget* parent = nullptr);

  const QString& path() const { return path_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString summary_;
  QString path_;
};

}  // namespace loopwright
