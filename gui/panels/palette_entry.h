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
  /// `title` is what is shown, `help` the tool tip, and `type` the name that signals carry.
  PaletteEntry(const QString& type, const QString& title, const QString& help, const QIcon& icon,
               QWidget* parent = nullptr);

  const QString& type() const { return type_; }
  /// Whether the star is filled. Who keeps the list of favourites calls this for all entries of a
  /// type.
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
  /// A double-click, or Enter: one is to be placed where there is room.
  void placeRequested(const QString& type);
  void helpRequested(const QString& type);
  /// The star was clicked: the type is to be one, or no longer.
  void favouriteRequested(const QString& type, bool favourite);
  /// While it is dragged, places on the screen; at last it is dropped, or the drag is given up with
  /// Esc.
  void dragMoved(const QString& type, const QPoint& globalPosition);
  void dragReleased(const QString& type, const QPoint& globalPosition);
  void dragCancelled();

 protected:
  /// An entry paints itself and knows its own mouse: a press that moves far enough is a drag.
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  /// Filled for a favourite, an outline under the mouse, otherwise none.
  void drawStar(QPainter* painter) const;
  /// The title in the lines that it takes at this width.
  QStringList linesFor(int width) const;

  QString type_;
  QString title_;
  QIcon icon_;
  /// Where a press began, and what has become of it.
  QPoint pressed_;
  bool isFavourite_ = false;
  bool isPressed_ = false;
  bool isDragged_ = false;
};

}  // namespace loopwright
