#include "gui/overlays/rate_legend.h"

#include <QFontMetrics>
#include <QPainter>

#include "gui/document/diagram_document.h"
#include "gui/faces/formula_text.h"
#include "gui/overlays/legend_box.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kSwatch = 10;
constexpr int kSwatchGap = 5;
constexpr int kEntryDistance = 16;

}  // namespace

// The legend takes no clicks: what lies below it can be reached.
RateLegend::RateLegend(DiagramDocument* document, QWidget* parent)
    : QWidget(parent), document_(document) {
  setObjectName("rateLegend");
  setAttribute(Qt::WA_TransparentForMouseEvents);
  connect(document, &DiagramDocument::diagnosticsChanged, this, &RateLegend::refresh);
  refresh();
}

// For tests, which cannot read what is painted.
QStringList RateLegend::texts() const {
  QStringList texts;
  for (const auto& [rate, text] : entries_) texts += text;
  return texts;
}

// Lists the kinds of sample times that occur, in the order continuous, periodic from the fastest
// on, event, constant, and makes the widget as wide as that needs.
void RateLegend::refresh() {
  entries_.clear();
  const auto& kinds = document_->report().kinds;
  if (kinds.contains(SampleTime::Kind::kContinuous)) {
    entries_.emplace_back(Theme::kContinuousRate, tr("continuous"));
  }
  const std::vector<double>& periods = document_->report().periods;
  for (size_t i = 0; i < periods.size(); ++i) {
    entries_.emplace_back(static_cast<int>(i), durationText(periods[i]));
  }
  if (kinds.contains(SampleTime::Kind::kEvents)) {
    entries_.emplace_back(Theme::kEventRate, tr("event"));
  }
  if (kinds.contains(SampleTime::Kind::kConstant)) {
    entries_.emplace_back(Theme::kConstantRate, tr("constant"));
  }
  // Margins, and for each entry its line, its text and the distance to the next; there is none
  // behind the last.
  const QFontMetrics metrics(captionFont());
  int width = 2 * kLegendMargin - kEntryDistance;
  for (const auto& [rate, text] : entries_) {
    width += kSwatch + kSwatchGap + metrics.horizontalAdvance(text) + kEntryDistance;
  }
  resize(width, scaled(kLegendHeight));
  setVisible(entries_.size() > 1 && hasRoom_);
  update();
  Q_EMIT changed();
}

// Told by the canvas, which knows what else lies over it. A legend of one entry tells nothing.
void RateLegend::setHasRoom(bool hasRoom) {
  if (hasRoom == hasRoom_) return;
  hasRoom_ = hasRoom;
  setVisible(entries_.size() > 1 && hasRoom_);
}

// A line in the colour of each kind and its name, one beside the other.
void RateLegend::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::current();
  QPainter painter(this);
  paintLegendBox(&painter, *this);
  int x = kLegendMargin;
  for (const auto& [rate, text] : entries_) {
    painter.fillRect(QRectF(x, height() / 2.0 - 1.5, kSwatch, 3), theme.sampleTimeColour(rate));
    x += kSwatch + kSwatchGap;
    const int width = painter.fontMetrics().horizontalAdvance(text);
    painter.setPen(theme.muted);
    painter.drawText(QRect(x, 0, width + 2, height()), Qt::AlignVCenter, text);
    x += width + kEntryDistance;
  }
}

}  // namespace loopwright
