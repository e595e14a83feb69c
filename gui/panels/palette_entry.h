#pragma once

#include <QIcon>
#include <QString>
#include <QWidget>

namespace loopwright {

/// One block type in the palette: its picture and title.
class PaletteEntry : public QWidget {
  Q_OBJECT
 public:
  PaletteEntry(const QString& type, const QString& title, const QString& help, const QIcon& icon,
               QWidget* parent = nullptr);

  const QString& type() const { return type_; }
  QSize sizeHint() const override;
  /// As wide as the longest word of the title.
  QSize minimumSizeHint() const override;
  /// The title takes a second line where one is not enough.
  int heightForWidth(int width) const override;

 Q_SIGNALS:
  void placeRequested(const QString& type);
  void helpRequested(const QString& type);
  void dragMoved(const QString& type, const QPoint& globalPosition);
  void dragReleased(const QString& type, const QPoint& globalPosition);
  void dragCancelled();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  QStringList linesFor(int width) const;

  QString type_;
  QString title_;
  QIcon icon_;
  QPoint pressed_;
  bool isPressed_ = false;
  bool isDragged_ = false;
};

}  // namespace loopwright
