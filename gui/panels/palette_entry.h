#pragma once

#include <QIcon>
#include <QString>
#include <QWidget>

namespace loopwright {

/// One block type in the palette: its picture and title, and a star that says that it is a
/// favourite and, under the mouse or with the keyboard, that it can be one.
class PaletteEntry : public QWidget {
  Q_OBJECT
 public:
  PaletteEntry(const QString& type, const QString& title, const QString& help, const QIcon& icon,
               QWidget* parent = nullptr);

  const QString& type() const { return type_; }
  void setFavourite(bool favourite);
  bool isFavourite() const { return isFavourite_; }
  /// Where the star is; a click there marks the type or takes the mark back.
  QRect starPlace() const;
  QSize sizeHint() const override;
  /// As wide as the longest word of the title.
  QSize minimumSizeHint() const override;
  /// The title takes a second line where one is not enough.
  int heightForWidth(int width) const override;

 Q_SIGNALS:
  void placeRequested(const QString& type);
  void helpRequested(const QString& type);
  void favouriteRequested(const QString& type, bool favourite);
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
  void drawStar(QPainter* painter) const;
  QStringList linesFor(int width) const;

  QString type_;
  QString title_;
  QIcon icon_;
  QPoint pressed_;
  bool isFavourite_ = false;
  bool isPressed_ = false;
  bool isDragged_ = false;
};

}  // namespace loopwright
