#include "gui/inspector/dependency_chart.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPolygonF>
#include <QToolTip>
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr DependencyColumn kGraphColumns[] = {DependencyColumn::kBefore, DependencyColumn::kMiddle,
                                              DependencyColumn::kAfter};
constexpr int kEdgeRoom = 22;  // between two columns
constexpr int kBoxHeight = 22;
constexpr int kRowHeight = 28;
constexpr int kTitleHeight = 18;
constexpr int kKeyHeight = 20;
constexpr int kSideMargin = 8;
constexpr int kTextRoom = 9;  // beside the text in a box
constexpr double kArrow = 5;

QPen framePen(Freshness freshness, double width) {
  const Theme& theme = Theme::current();
  QPen pen(freshness == Freshness::kUpToDate ? theme.ink : theme.muted, width);
  if (freshness != Freshness::kOutOfDate) return pen;
  pen.setColor(theme.warning);
  pen.setDashPattern({3, 2});
  return pen;
}

}  // namespace

DependencyChart::DependencyChart(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("dependencyChart"));
  setAccessibleName(tr("What the value depends on, and what depends on it"));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
}

// ---- what is shown ------------------------------------------------------------------------------

// The same value is shown at another time as often as the run is moved: then what is chosen and
// under the pointer stays, if it is still there. For another value all that begins anew in its
// middle.
void DependencyChart::setGraph(DependencyGraph graph) {
  const auto placeOf = [](const DependencyGraph& one) {
    return one.middle.empty() ? std::nullopt : std::optional(one.middle.front().place);
  };
  const bool isOther = placeOf(graph) != placeOf(graph_);
  graph_ = std::move(graph);
  if (isOther || nodeAt(chosen_) == nullptr) chosen_ = {};
  if (isOther) pressed_.reset();
  if (hovered_ && nodeAt(*hovered_) == nullptr) setHovered(std::nullopt);
  updateGeometry();
  update();
  if (isOther && hasFocus()) choose(chosen_);
}

const DependencyNode* DependencyChart::nodeAt(const Spot& spot) const {
  const auto& nodes = graph_.column(spot.column);
  const bool isThere = spot.row >= 0 && spot.row < std::ssize(nodes);
  return isThere ? &nodes[spot.row] : nullptr;
}

const DependencyNode* DependencyChart::chosen() const { return nodeAt(chosen_); }

// ---- where it is shown --------------------------------------------------------------------------

// A row more says how many are hidden, or that there are none.
int DependencyChart::rowCount(DependencyColumn column) const {
  const auto values = static_cast<int>(graph_.column(column).size());
  return std::max(values + (graph_.hidden(column) > 0 ? 1 : 0), 1);
}

int DependencyChart::contentHeight() const {
  int rows = 1;
  for (const DependencyColumn column : kGraphColumns) rows = std::max(rows, rowCount(column));
  return rows * scaled(kRowHeight);
}

// The value in the middle has its name as a title.
QString DependencyChart::titleOf(DependencyColumn column) {
  if (column == DependencyColumn::kMiddle) return {};
  return column == DependencyColumn::kBefore ? tr("Depends on") : tr("Needed for");
}

// As wide as its text.
int DependencyChart::boxWidth(const Spot& spot) const {
  const QFontMetrics metrics(fontOf(spot.column));
  return metrics.horizontalAdvance(nodeAt(spot)->name) + 2 * scaled(kTextRoom);
}

// As wide as its title and its widest value.
int DependencyChart::neededWidth(DependencyColumn column) const {
  int width = QFontMetrics(captionFont()).horizontalAdvance(titleOf(column));
  for (int row = 0; row < std::ssize(graph_.column(column)); ++row) {
    width = std::max(width, boxWidth({column, row}));
  }
  return width;
}

// The middle needs no more room than its value. What it leaves is for both sides alike, unless one
// of them needs less than the half and the other one more.
QRect DependencyChart::columnRect(DependencyColumn column) const {
  const int gap = scaled(kEdgeRoom);
  const int room = std::max(width() - 2 * kSideMargin - 2 * gap, 3);
  const bool hasMiddle = nodeAt({}) != nullptr;
  const int middle = hasMiddle ? std::min(boxWidth({}), room / 3) : room / 3;
  const int sides = (room - middle) / 2 * 2;
  const int half = sides / 2;
  const int before = neededWidth(DependencyColumn::kBefore);
  const int after = neededWidth(DependencyColumn::kAfter);
  int left = half;
  if (before > half && after < half) left = std::min(before, sides - after);
  if (after > half && before < half) left = sides - std::min(after, sides - before);
  const int top = scaled(kTitleHeight);
  switch (column) {
    case DependencyColumn::kBefore:
      return {kSideMargin, top, left, contentHeight()};
    case DependencyColumn::kMiddle:
      return {kSideMargin + left + gap, top, middle, contentHeight()};
    case DependencyColumn::kAfter:
      break;
  }
  return {kSideMargin + left + middle + 2 * gap, top, sides - left, contentHeight()};
}

// Each column is in the middle of the height.
int DependencyChart::rowsTop(DependencyColumn column) const {
  return scaled(kTitleHeight) + (contentHeight() - rowCount(column) * scaled(kRowHeight)) / 2;
}

QFont DependencyChart::fontOf(DependencyColumn column) const {
  QFont font = secondaryFont();
  if (column == DependencyColumn::kMiddle) font.setWeight(QFont::DemiBold);
  return font;
}

// Beside the middle boxes are as near to it as they can be.
QRect DependencyChart::boxOf(DependencyColumn column, int row) const {
  if (nodeAt({column, row}) == nullptr) return {};
  const QRect room = columnRect(column);
  const int width = std::min(boxWidth({column, row}), room.width());
  int left = room.left();
  if (column == DependencyColumn::kBefore) left = room.right() + 1 - width;
  if (column == DependencyColumn::kMiddle) left += (room.width() - width) / 2;
  const int height = scaled(kBoxHeight);
  const int top = rowsTop(column) + row * scaled(kRowHeight) + (scaled(kRowHeight) - height) / 2;
  return {left, top, width, height};
}

// The shape says how fresh a value is, for who does not tell colours apart.
QPainterPath DependencyChart::outline(const QRectF& box, Freshness freshness) {
  QPainterPath path;
  const double half = box.height() / 2;
  switch (freshness) {
    case Freshness::kUpToDate:
      path.addRoundedRect(box, 4, 4);
      break;
    case Freshness::kNotComputed:
      path.addRoundedRect(box, half, half);
      break;
    case Freshness::kOutOfDate: {
      const double point = std::min(half / 1.5, box.width() / 2);
      path.addPolygon(QPolygonF{{box.left(), box.center().y()},
                                {box.left() + point, box.top()},
                                {box.right() - point, box.top()},
                                {box.right(), box.center().y()},
                                {box.right() - point, box.bottom()},
                                {box.left() + point, box.bottom()}});
      path.closeSubpath();
      break;
    }
  }
  return path;
}

QSize DependencyChart::sizeHint() const { return {scaled(280), minimumSizeHint().height()}; }

QSize DependencyChart::minimumSizeHint() const {
  return {scaled(150), scaled(kTitleHeight) + contentHeight() + scaled(kKeyHeight)};
}

// Texts of another size need other boxes.
void DependencyChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
  updateGeometry();
  update();
}

// ---- how it is drawn ----------------------------------------------------------------------------

// Three columns: what the value depends on, the value, and what depends on it. The edges are
// painted first, so that boxes cover their ends.
void DependencyChart::paintEvent(QPaintEvent*) {
  if (graph_.middle.empty()) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRect middle = boxOf(DependencyColumn::kMiddle, 0);
  for (int row = 0; row < std::ssize(graph_.before); ++row) {
    paintEdge(&painter, boxOf(DependencyColumn::kBefore, row), middle);
  }
  for (int row = 0; row < std::ssize(graph_.after); ++row) {
    paintEdge(&painter, middle, boxOf(DependencyColumn::kAfter, row));
  }
  for (const DependencyColumn column : kGraphColumns) paintColumn(&painter, column);
  paintKey(&painter);
}

// Titles are over what they name; below the last value it is said how many more there are.
void DependencyChart::paintColumn(QPainter* painter, DependencyColumn column) const {
  const bool isBefore = column == DependencyColumn::kBefore;
  const auto count = static_cast<int>(graph_.column(column).size());
  for (int row = 0; row < count; ++row) paintNode(painter, {column, row});
  if (column == DependencyColumn::kMiddle) return;
  const QRect room = columnRect(column);
  const int side = Qt::AlignVCenter | (isBefore ? Qt::AlignRight : Qt::AlignLeft);
  painter->setFont(captionFont());
  painter->setPen(Theme::current().muted);
  painter->drawText(QRect(room.left(), 0, room.width(), scaled(kTitleHeight)), side,
                    titleOf(column));
  const int hidden = graph_.hidden(column);
  if (count > 0 && hidden == 0) return;
  const QRect line(room.left(), rowsTop(column) + count * scaled(kRowHeight), room.width(),
                   scaled(kRowHeight));
  painter->drawText(line, side, hidden > 0 ? tr("and %1 more").arg(hidden) : tr("nothing"));
}

// Ends in an arrow, as what is at its end is computed from what is at its beginning.
void DependencyChart::paintEdge(QPainter* painter, const QRect& from, const QRect& to) const {
  const QPointF begin(from.right() + 1, QRectF(from).center().y());
  const QPointF end(to.left(), QRectF(to).center().y());
  const double half = (end.x() - begin.x()) / 2;
  QPainterPath way(begin);
  way.cubicTo(begin + QPointF(half, 0), end - QPointF(half, 0), end);
  painter->setBrush(Qt::NoBrush);
  painter->setPen(QPen(Theme::current().muted, 1));
  painter->drawPath(way);
  painter->setBrush(Theme::current().muted);
  painter->setPen(Qt::NoPen);
  painter->drawPolygon(
      QPolygonF{end, end + QPointF(-kArrow, -kArrow / 2), end + QPointF(-kArrow, kArrow / 2)});
}

// The frame tells whether the value is up to date, also by its form (outline()), as colour alone
// would not reach everyone. Names are cut at their left end, because the last part of a path says
// most.
void DependencyChart::paintNode(QPainter* painter, const Spot& spot) const {
  const Theme& theme = Theme::current();
  const DependencyNode& node = *nodeAt(spot);
  const QRect box = boxOf(spot.column, spot.row);
  const bool isMiddle = spot.column == DependencyColumn::kMiddle;
  painter->setBrush(hovered_ == spot && !isMiddle ? theme.accentSoft : theme.field);
  painter->setPen(framePen(node.freshness, isMiddle ? 2 : 1.2));
  painter->drawPath(outline(QRectF(box).adjusted(1.5, 1.5, -1.5, -1.5), node.freshness));
  if (chosen_ == spot && hasFocus()) {
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(theme.accent, 2));
    painter->drawRoundedRect(QRectF(box).adjusted(-2, -2, 2, 2), 5, 5);
  }
  const QFont font = fontOf(spot.column);
  const int room = box.width() - scaled(kTextRoom);
  painter->setFont(font);
  painter->setPen(node.freshness == Freshness::kOutOfDate ? theme.warning : theme.ink);
  painter->drawText(box, Qt::AlignCenter,
                    QFontMetrics(font).elidedText(node.name, Qt::ElideLeft, room));
}

// What the outlines say, as far as there is room for it.
void DependencyChart::paintKey(QPainter* painter) const {
  const QFontMetrics metrics(captionFont());
  const int height = scaled(10), width = scaled(18), gap = scaled(5);
  const int top = scaled(kTitleHeight) + contentHeight();
  int left = kSideMargin;
  painter->setFont(captionFont());
  for (const auto& [freshness, text] : {std::pair(Freshness::kUpToDate, tr("up to date")),
                                        std::pair(Freshness::kOutOfDate, tr("out of date")),
                                        std::pair(Freshness::kNotComputed, tr("not computed"))}) {
    const int right = left + width + gap + metrics.horizontalAdvance(text);
    if (right > this->width() - kSideMargin) return;
    const QRect line(left, top, right - left + 1, scaled(kKeyHeight));
    painter->setBrush(Theme::current().field);
    painter->setPen(framePen(freshness, 1.2));
    painter->drawPath(
        outline(QRectF(left, line.center().y() - height / 2.0, width, height), freshness));
    painter->setPen(Theme::current().muted);
    painter->drawText(line, Qt::AlignVCenter | Qt::AlignRight, text);
    left = right + 2 * gap;
  }
}

// ---- gestures -----------------------------------------------------------------------------------

// A few dozen boxes at most, so that a search through them all is quick enough for each move of the
// pointer.
std::optional<DependencyChart::Spot> DependencyChart::spotAt(const QPoint& place) const {
  for (const DependencyColumn column : kGraphColumns) {
    for (int row = 0; row < std::ssize(graph_.column(column)); ++row) {
      if (boxOf(column, row).contains(place)) return Spot{column, row};
    }
  }
  return std::nullopt;
}

void DependencyChart::setHovered(const std::optional<Spot>& spot) {
  if (spot == hovered_) return;
  hovered_ = spot;
  const bool leads = spot && spot->column != DependencyColumn::kMiddle;
  setCursor(leads ? Qt::PointingHandCursor : Qt::ArrowCursor);
  update();
}

// A screen reader reads out what is chosen.
void DependencyChart::choose(const Spot& spot) {
  const DependencyNode* const node = nodeAt(spot);
  if (node == nullptr) return;
  chosen_ = spot;
  setAccessibleDescription(node->text);
  QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&changed);
  update();
  Q_EMIT chosenMoved(boxOf(spot.column, spot.row));
}

// In the next column with a value the row that is nearest in height.
void DependencyChart::chooseBeside(int direction) {
  const int height = boxOf(chosen_.column, chosen_.row).center().y();
  for (int column = static_cast<int>(chosen_.column) + direction; column >= 0 && column < 3;
       column += direction) {
    const auto beside = static_cast<DependencyColumn>(column);
    const auto rows = static_cast<int>(graph_.column(beside).size());
    int nearest = -1;
    const auto distance = [&](int row) {
      return std::abs(boxOf(beside, row).center().y() - height);
    };
    for (int row = 0; row < rows; ++row) {
      if (nearest < 0 || distance(row) < distance(nearest)) nearest = row;
    }
    if (nearest >= 0) return choose({beside, nearest});
  }
}

void DependencyChart::walk(const Spot& spot) {
  const DependencyNode* const node = nodeAt(spot);
  if (node == nullptr || spot.column == DependencyColumn::kMiddle) return;
  // What is shown becomes another while the signal is heard.
  const DependencyPlace place = node->place;
  Q_EMIT walked(place);
}

bool DependencyChart::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* const help = static_cast<QHelpEvent*>(event);
  const auto spot = spotAt(help->pos());
  if (spot) {
    QToolTip::showText(help->globalPos(), nodeAt(*spot)->text, this,
                       boxOf(spot->column, spot->row));
  } else {
    QToolTip::hideText();
  }
  return true;
}

void DependencyChart::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) pressed_ = spotAt(event->pos());
}

void DependencyChart::mouseMoveEvent(QMouseEvent* event) { setHovered(spotAt(event->pos())); }

// A press and a release on one node choose it and lead there.
void DependencyChart::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const auto pressed = std::exchange(pressed_, std::nullopt);
  if (!pressed || spotAt(event->pos()) != pressed) return;
  choose(*pressed);
  walk(*pressed);
}

void DependencyChart::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  setHovered(std::nullopt);
}

// Up and down within a column, left and right between columns, Enter to make the chosen value the
// middle one: so the whole diagram can be walked through from value to value.
void DependencyChart::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
      return chooseBeside(-1);
    case Qt::Key_Right:
      return chooseBeside(1);
    case Qt::Key_Up:
      return choose({chosen_.column, chosen_.row - 1});
    case Qt::Key_Down:
      return choose({chosen_.column, chosen_.row + 1});
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return walk(chosen_);
    default:
      return QWidget::keyPressEvent(event);
  }
}

// The value that the keyboard comes to is read out.
void DependencyChart::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  choose(chosen_);
}

void DependencyChart::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

}  // namespace loopwright
