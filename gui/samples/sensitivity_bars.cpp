#include "gui/samples/sensitivity_bars.h"

#include <QEvent>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStringList>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/samples/study_look.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kSensitivityRow = 17;  // pixels of height, of the headings too
constexpr int kSensitivityGap = 8;   // between columns
constexpr int kLeastBarWidth = 40;   // of a share of 1
constexpr int kSensitivityEdge = 4;  // above and below a bar
constexpr double kWhiskerWidth = 1.4;

QString shareText(const SensitivityBar& bar) {
  return std::isfinite(bar.share) ? QString::number(bar.share, 'f', 2) : QStringLiteral("–");
}

}  // namespace

SensitivityBars::SensitivityBars(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("studySensitivityBars"));
  setAccessibleName(tr("What the measure depends on"));
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  setVisible(false);
}

// A screen reader reads all rows.
void SensitivityBars::setBars(std::vector<SensitivityBar> bars) {
  bars_ = std::move(bars);
  QStringList lines;
  for (const SensitivityBar& bar : bars_) lines += bar.text;
  setAccessibleDescription(lines.join(u'\n'));
  setVisible(!bars_.empty());
  updateGeometry();
  update();
}

void SensitivityBars::setChosen(int parameter) {
  chosen_ = parameter;
  update();
}

// Names have up to a third of the width, and bars what numbers leave.
SensitivityBars::Columns SensitivityBars::columns() const {
  const QFontMetrics metrics(secondaryFont());
  int name = 0, rank = metrics.horizontalAdvance(tr("rank"));
  for (const SensitivityBar& bar : bars_) {
    // The advance is rounded, and a name a fraction of a pixel wider would be cut in its middle.
    name = std::max(name, metrics.horizontalAdvance(bar.name) + 1);
    rank = std::max(rank, metrics.horizontalAdvance(bar.rank));
  }
  const int share = metrics.horizontalAdvance(QStringLiteral("0.00"));
  Columns found;
  found.bars = std::min(name, width() / 3) + scaled(kSensitivityGap);
  found.shareEnd = width() - rank - scaled(kSensitivityGap);
  found.barsEnd = std::max(found.bars, found.shareEnd - share - scaled(kSensitivityGap));
  return found;
}

QRect SensitivityBars::rowOf(int bar) const {
  return QRect(0, (bar + 1) * scaled(kSensitivityRow), width(), scaled(kSensitivityRow));
}

QRectF SensitivityBars::barOf(int bar, double share) const {
  const Columns at = columns();
  const int edge = scaled(kSensitivityEdge);
  const QRectF row = rowOf(bar).adjusted(0, edge, 0, -edge);
  return QRectF(at.bars, row.top(), share * (at.barsEnd - at.bars), row.height());
}

QSize SensitivityBars::sizeHint() const {
  const auto rows = static_cast<int>(bars_.size()) + 1;
  return QSize(scaled(3 * kLeastBarWidth), rows * scaled(kSensitivityRow));
}

// In a low panel what matters least is cut off.
QSize SensitivityBars::minimumSizeHint() const {
  return QSize(sizeHint().width(), std::min(sizeHint().height(), 3 * scaled(kSensitivityRow)));
}

int SensitivityBars::barAt(const QPoint& place) const {
  for (int bar = 0; bar < static_cast<int>(bars_.size()); ++bar) {
    if (rowOf(bar).contains(place)) return bar;
  }
  return -1;
}

// Over a bar the tip tells its numbers in full, elsewhere what the picture means.
bool SensitivityBars::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* const help = static_cast<QHelpEvent*>(event);
  const int bar = barAt(help->pos());
  const QString text = bar < 0 ? toolTip() : bars_[bar].text;
  QToolTip::showText(help->globalPos(), text, this, bar < 0 ? rect() : rowOf(bar));
  return true;
}

void SensitivityBars::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) updateGeometry();
}

void SensitivityBars::mouseMoveEvent(QMouseEvent* event) {
  const int bar = barAt(event->position().toPoint());
  const bool leads = bar >= 0 && bars_[bar].parameter >= 0;
  setCursor(leads ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void SensitivityBars::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const int bar = barAt(event->position().toPoint());
  if (bar < 0 || bars_[bar].parameter < 0) return;
  Q_EMIT parameterChosen(bars_[bar].parameter);
}

void SensitivityBars::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(secondaryFont());
  paintHeadings(&painter);
  for (int bar = 0; bar < static_cast<int>(bars_.size()); ++bar) paintRow(&painter, bar);
}

// Row −1 stands above the first parameter. The heading over the bars may reach over the numbers
// behind them, and is cut where that is not enough.
void SensitivityBars::paintHeadings(QPainter* painter) const {
  const Columns at = columns();
  const QRect row = rowOf(-1);
  painter->setPen(Theme::current().muted);
  const QRect heading(at.bars, row.top(), at.shareEnd - at.bars, row.height());
  painter->drawText(
      heading, Qt::AlignVCenter | Qt::AlignLeft,
      painter->fontMetrics().elidedText(tr("share of the variance (Sobol', first order)"),
                                        Qt::ElideRight, heading.width()));
  painter->drawText(row, Qt::AlignVCenter | Qt::AlignRight, tr("rank"));
}

// "mass [======|--] 0.38  −0.61"; what is left is in the colour of what is muted.
void SensitivityBars::paintRow(QPainter* painter, int bar) const {
  const Theme& theme = Theme::current();
  const SensitivityBar& shown = bars_[bar];
  const Columns at = columns();
  const QRect row = rowOf(bar);
  const bool isParameter = shown.parameter >= 0;
  painter->setPen(!isParameter                 ? theme.muted
                  : shown.parameter == chosen_ ? theme.accent
                                               : theme.ink);
  const QRect name(0, row.top(), at.bars - scaled(kSensitivityGap), row.height());
  painter->drawText(name, Qt::AlignVCenter | Qt::AlignRight,
                    painter->fontMetrics().elidedText(shown.name, Qt::ElideMiddle, name.width()));
  if (std::isfinite(shown.share)) {
    painter->fillRect(barOf(bar, shown.share),
                      withAlpha(isParameter ? theme.accent : theme.muted, 150));
  }
  if (shown.interval) {
    const double middle = barOf(bar, 1).center().y();
    painter->setPen(QPen(theme.ink, kWhiskerWidth));
    painter->drawLine(QPointF(barOf(bar, shown.interval->lower).right(), middle),
                      QPointF(barOf(bar, shown.interval->upper).right(), middle));
  }
  painter->setPen(theme.muted);
  painter->drawText(QRect(0, row.top(), at.shareEnd, row.height()),
                    Qt::AlignVCenter | Qt::AlignRight, shareText(shown));
  painter->drawText(row, Qt::AlignVCenter | Qt::AlignRight, shown.rank);
}

}  // namespace loopwright
