#include "gui/overlays/cost_legend.h"

#include <QFontMetrics>
#include <QLinearGradient>
#include <QPainter>

#include "gui/overlays/legend_box.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kCostEdge = 12;  // from the canvas's corner
constexpr int kCostGap = 6;
constexpr int kCostColours = 72;

}  // namespace

// The legend takes no clicks: what lies below it can be reached.
CostLegend::CostLegend(QWidget* parent) : QWidget(parent) {
  setObjectName("costLegend");
  setAttribute(Qt::WA_TransparentForMouseEvents);
  move(kCostEdge, kCostEdge);
}

void CostLegend::showRange(const QString& title, const QString& least, const QString& most) {
  before_ = title + QStringLiteral("  ") + least;
  after_ = most;
  hasColours_ = true;
  fit();
}

void CostLegend::say(const QString& text) {
  before_ = text;
  after_.clear();
  hasColours_ = false;
  fit();
}

QString CostLegend::text() const {
  return hasColours_ ? before_ + QStringLiteral(" – ") + after_ : before_;
}

void CostLegend::fit() {
  const QFontMetrics metrics(captionFont());
  int width = 2 * kLegendMargin + metrics.horizontalAdvance(before_);
  if (hasColours_) {
    width += 2 * kCostGap + scaled(kCostColours) + metrics.horizontalAdvance(after_);
  }
  resize(width, scaled(kLegendHeight));
  setAccessibleName(text());
  update();
}

void CostLegend::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::current();
  QPainter painter(this);
  paintLegendBox(&painter, *this);
  painter.setPen(theme.muted);
  const QRect room = rect().adjusted(kLegendMargin, 0, -kLegendMargin, 0);
  painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft, before_);
  if (!hasColours_) return;
  painter.drawText(room, Qt::AlignVCenter | Qt::AlignRight, after_);
  const int left = kLegendMargin + painter.fontMetrics().horizontalAdvance(before_) + kCostGap;
  const QRect colours(left, height() / 2 - 4, scaled(kCostColours), 8);
  QLinearGradient gradient(colours.topLeft(), colours.topRight());
  gradient.setColorAt(0, theme.costColour(0));
  gradient.setColorAt(1, theme.costColour(1));
  painter.setPen(theme.hairline);
  painter.setBrush(gradient);
  painter.drawRect(colours);
}

}  // namespace loopwright
