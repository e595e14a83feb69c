#include "gui/panels/palette_entry.h"

#include <QAccessibleWidget>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/theme/making.h"
#include "gui/theme/text_lines.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kDragStart = 4;
constexpr int kEntryIcon = 20;
constexpr int kEntryTitleTop = 33;
constexpr int kTitleMargin = 3;
constexpr QSizeF kFrameSize(33, 25);
constexpr int kStarRoom = 18;
constexpr double kPi = 3.14159265358979323846;

// A star of five points about (0, 0).
QPolygonF Star(double radius) {
  QPolygonF star;
  for (int i = 0; i < 10; ++i) {
    const double angle = (i - 2.5) * kPi / 5;
    const double distance = i % 2 == 0 ? radius : 0.45 * radius;
    star += QPointF(std::cos(angle), std::sin(angle)) * distance;
  }
  return star;
}

// To a screen reader an entry is an item of a list. Qt calls this for every object that somebody
// asks about; only entries get an interface here.
QAccessibleInterface* MakeListItem(const QString& type, QObject* object) {
  if (type != QLatin1String(PaletteEntry::staticMetaObject.className())) return nullptr;
  return new QAccessibleWidget(qobject_cast<QWidget*>(object), QAccessible::ListItem);
}

}  // namespace

// An entry is as high as its title needs at its width, because long titles take two lines in a
// narrow palette: hence the size policy with a height for the width.
PaletteEntry::PaletteEntry(const QString& type, const QString& title, const QString& help,
                           const QIcon& icon, QWidget* parent)
    : QWidget(parent), type_(type), title_(title), icon_(icon) {
  QAccessible::installFactory(MakeListItem);  // again does nothing
  setAccessibleName(title);
  setAccessibleDescription(help);
  setToolTip(tr("%1\nDrag it to the diagram, or double-click. F marks a favourite, F1 is help.")
                 .arg(help));
  setFocusPolicy(Qt::TabFocus);
  setAttribute(Qt::WA_Hover);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

QSize PaletteEntry::sizeHint() const {
  const int width = scaled(100);
  return {width, heightForWidth(width)};
}

// Words are not divided, so the longest one says how narrow an entry may become.
QSize PaletteEntry::minimumSizeHint() const {
  const QFontMetrics metrics(captionFont());
  int width = 0;
  for (const QString& word : title_.split(u' ')) {
    width = std::max(width, metrics.horizontalAdvance(word));
  }
  return {width + 2 * kTitleMargin, heightForWidth(width + 2 * kTitleMargin)};
}

int PaletteEntry::heightForWidth(int width) const {
  const auto lines = static_cast<int>(linesFor(width).size());
  return kEntryTitleTop + lines * QFontMetrics(captionFont()).lineSpacing() + 6;
}

// A word that is wider than the entry is cut with dots.
QStringList PaletteEntry::linesFor(int width) const {
  const QFontMetrics metrics(captionFont());
  const int room = width - 2 * kTitleMargin;
  QStringList lines = textLines(title_, metrics, room);
  for (QString& line : lines) line = metrics.elidedText(line, Qt::ElideRight, room);
  return lines;
}

// A screen reader is told with the name, as the star cannot be heard.
void PaletteEntry::setFavourite(bool favourite) {
  isFavourite_ = favourite;
  setAccessibleName(favourite ? tr("%1, a favourite").arg(title_) : title_);
  update();
}

QRect PaletteEntry::starPlace() const { return {width() - kStarRoom - 8, 2, kStarRoom, kStarRoom}; }

// An outline offers the mark to who comes near, by mouse or by keyboard.
void PaletteEntry::drawStar(QPainter* painter) const {
  const bool isOffered = underMouse() || hasFocus();
  if (!isFavourite_ && !isOffered) return;
  const Theme& theme = Theme::current();
  painter->save();
  painter->translate(QRectF(starPlace()).center());
  painter->setPen(QPen(isFavourite_ ? theme.accent : theme.muted, 1));
  painter->setBrush(isFavourite_ ? QBrush(theme.accent) : Qt::NoBrush);
  painter->drawPolygon(Star(5));
  painter->restore();
}

// From top to bottom: the ground of an entry under the pointer or with the focus, the frame with
// the block's icon, the star of favourites, and the title.
void PaletteEntry::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::current();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (underMouse() || hasFocus()) {
    painter.setPen(hasFocus() ? QPen(theme.accent) : QPen(Qt::NoPen));
    painter.setBrush(theme.accentSoft);
    painter.drawRoundedRect(QRectF(rect()).adjusted(2.5, 0.5, -2.5, -0.5), 5, 5);
  }
  const QRectF frame(QPointF((width() - kFrameSize.width()) / 2, 4.5), kFrameSize);
  QColor border = theme.muted;
  border.setAlphaF(0.7f);
  painter.setPen(QPen(border, 1.1));
  painter.setBrush(theme.field);
  painter.drawRoundedRect(frame, 3, 3);
  icon_.paint(&painter, (width() - kEntryIcon) / 2, 7, kEntryIcon, kEntryIcon);
  drawStar(&painter);
  painter.setFont(captionFont());
  painter.setPen(theme.ink);
  const QRect area(0, kEntryTitleTop, width(), height() - kEntryTitleTop);
  painter.drawText(area, Qt::AlignHCenter | Qt::AlignTop, linesFor(width()).join(u'\n'));
}

void PaletteEntry::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  pressed_ = event->position().toPoint();
  if (starPlace().contains(pressed_)) return;
  isPressed_ = true;
  isDragged_ = false;
}

// A drag begins when the pointer has moved far enough, so that a click that trembles is none.
void PaletteEntry::mouseMoveEvent(QMouseEvent* event) {
  if (!isPressed_ || (event->buttons() & Qt::LeftButton) == 0) return;
  const QPoint way = event->position().toPoint() - pressed_;
  if (!isDragged_ && way.manhattanLength() < kDragStart) return;
  if (!isDragged_) {
    isDragged_ = true;
    setFocus(Qt::MouseFocusReason);  // Esc comes here.
    setCursor(Qt::ClosedHandCursor);
  }
  Q_EMIT dragMoved(type_, mapToGlobal(event->position().toPoint()));
}

// A release ends one of three things: a click on the star (pressed and released there), a drag onto
// the canvas, or a plain click, which does nothing.
void PaletteEntry::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const bool isOnStar =
      starPlace().contains(pressed_) && starPlace().contains(event->position().toPoint());
  if (isOnStar && !isDragged_) Q_EMIT favouriteRequested(type_, !isFavourite_);
  if (!isPressed_) return;
  isPressed_ = false;
  unsetCursor();
  if (std::exchange(isDragged_, false)) {
    Q_EMIT dragReleased(type_, mapToGlobal(event->position().toPoint()));
  }
}

void PaletteEntry::mouseDoubleClickEvent(QMouseEvent* event) {
  const bool isOnStar = starPlace().contains(event->position().toPoint());
  if (event->button() == Qt::LeftButton && !isOnStar) Q_EMIT placeRequested(type_);
}

// All that the mouse can do with an entry, for the keyboard: Enter places the block, F marks it,
// Escape takes back a drag that is going on.
void PaletteEntry::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && isDragged_) {
    isDragged_ = false;
    isPressed_ = false;
    unsetCursor();
    Q_EMIT dragCancelled();
  } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    Q_EMIT placeRequested(type_);
  } else if (event->key() == Qt::Key_F && event->modifiers() == Qt::NoModifier) {
    Q_EMIT favouriteRequested(type_, !isFavourite_);
  } else {
    QWidget::keyPressEvent(event);
  }
}

void PaletteEntry::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = deletedOnClose(withName(new QMenu(this), QStringLiteral("palette.menu")));
  menu->addAction(tr("Place in the diagram"), this, [this] { Q_EMIT placeRequested(type_); });
  menu->addAction(isFavourite_ ? tr("No longer a favourite") : tr("Mark as a favourite"), this,
                  [this] { Q_EMIT favouriteRequested(type_, !isFavourite_); })
      ->setObjectName(QStringLiteral("palette.menu.favourite"));
  menu->addAction(tr("Help on %1").arg(title_), this, [this] { Q_EMIT helpRequested(type_); });
  menu->popup(event->globalPos());
}

}  // namespace loopwright
