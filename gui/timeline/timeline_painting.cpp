#include <QPainter>
#include <algorithm>
#include <cmath>

#include "gui/theme/theme.h"
#include "gui/timeline/timeline_chart.h"
#include "gui/timeline/timeline_look.h"
#include "gui/timeline/timeline_texts.h"

// How the timeline looks.

namespace loopwright {

namespace {

constexpr double kEdge = 3;        // the left edge of a box, pixels
constexpr double kLeastText = 18;  // pixels of a box with a text
constexpr double kReading = 8;     // pixels from one reading to the next
constexpr int kLabelMargin = 8;
constexpr double kLeastWindow = 4;  // pixels of the part in view

QColor softened(QColor colour) {
  colour.setAlpha(kSoftBox);
  return colour;
}

// 1, 2 or 5 times a power of ten, the least that is not below `least`.
double roundStep(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1., 2., 5.}) {
    if (factor * power >= least) return factor * power;
  }
  return 10 * power;
}

}  // namespace

// The strip of the whole run, the lanes, the ruler, and over these where the program is and what is
// chosen.
void TimelineChart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  paintOverview(&painter);
  paintLanes(&painter);
  paintRuler(&painter);
  painter.setClipRect(laneRect(TimelineLane::kInitialize)
                          .united(laneRect(TimelineLane::kPublish))
                          .adjusted(-3, 0, 3, 3));
  paintLeftOut(&painter);
  if (places_.isOpened()) {
    for (const TimelineMark& mark : places_.marks()) paintMark(&painter, mark);
  } else {
    paintDense(&painter);
  }
  if (hovered_) paintRing(&painter, *hovered_, false);
  if (chosen_) paintRing(&painter, *chosen_, true);
  painter.setClipping(false);
  paintPlace(&painter);
}

// Of the whole run what is rarer than continuous parts and publishes, and a frame about the part in
// view.
void TimelineChart::paintOverview(QPainter* painter) const {
  const Theme& theme = Theme::current();
  const QRectF strip = overviewRect();
  painter->setPen(theme.hairline);
  painter->setBrush(theme.canvas);
  painter->drawRoundedRect(strip.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
  for (int x = 0; x < overview_.width(); ++x) {
    TimelineTone tone = TimelineTone::kNone;
    for (int n = 0; n < kNumLanes; ++n) {
      const auto lane = static_cast<TimelineLane>(n);
      const bool isCommon = lane == TimelineLane::kContinuous || lane == TimelineLane::kPublish;
      if (!isCommon) tone = std::max(tone, overview_.toneAt(lane, x));
    }
    if (tone == TimelineTone::kNone) continue;
    painter->fillRect(QRectF(strip.left() + x, strip.top() + 2, 1, strip.height() - 4),
                      toneColour(tone));
  }
  if (isFitted_ || timeline_.empty()) return;
  const double middle = (overview_.xOf(from_) + overview_.xOf(to_)) / 2;
  const double width = std::max(overview_.xOf(to_) - overview_.xOf(from_), kLeastWindow);
  painter->setPen(QPen(theme.accent, 1.6));
  painter->setBrush(softened(theme.accent));
  painter->drawRoundedRect(
      QRectF(strip.left() + middle - width / 2, strip.top(), width, strip.height()), 2, 2);
}

void TimelineChart::paintLanes(QPainter* painter) const {
  const Theme& theme = Theme::current();
  painter->setFont(secondaryFont());
  for (int n = 0; n < kNumLanes; ++n) {
    const auto lane = static_cast<TimelineLane>(n);
    const QRectF rect = laneRect(lane);
    painter->setPen(theme.hairline);
    painter->setBrush(theme.canvas);
    painter->drawRoundedRect(rect.adjusted(0.5, 1.5, -0.5, -1.5), 2, 2);
    painter->setPen(theme.muted);
    painter->drawText(QRectF(0, rect.top(), rect.left() - kLabelMargin, rect.height()),
                      Qt::AlignRight | Qt::AlignVCenter, laneTitle(lane));
  }
}

// Times of instants where the axis is opened, else round ones. One that has no room is left out.
void TimelineChart::paintRuler(QPainter* painter) const {
  if (timeline_.empty()) return;
  const Theme& theme = Theme::current();
  const QRectF ruler = rulerRect();
  painter->setFont(captionFont());
  const QFontMetricsF metrics(captionFont());
  double free = ruler.left();
  const auto mark = [&](double x, double time, double span) {
    const double place = ruler.left() + x;
    if (x < 0 || x > ruler.width()) return;
    painter->setPen(theme.muted);
    painter->drawLine(QPointF(place, ruler.bottom() - 3), QPointF(place, ruler.bottom()));
    const QString text = timelineTime(time, span) + QStringLiteral(" s");
    const double width = metrics.horizontalAdvance(text);
    const double left = std::min(place + 2, ruler.right() - width);
    if (left < free) return;
    painter->drawText(QPointF(left, ruler.bottom() - 5), text);
    free = left + width + 8;
  };
  if (places_.isOpened()) {
    for (const auto& stop : places_.stops()) mark(stop.left, stop.time, to_ - from_);
    return;
  }
  const double step = roundStep((to_ - from_) * scaled(90) / ruler.width());
  for (double n = std::ceil(from_ / step); n * step <= to_; ++n) {
    mark(places_.xOf(n * step), n * step, step);
  }
}

// Pixel by pixel; neighbours alike are one rectangle. Continuous parts are a band.
void TimelineChart::paintDense(QPainter* painter) const {
  for (int n = 0; n < kNumLanes; ++n) {
    const auto lane = static_cast<TimelineLane>(n);
    const QRectF rect = QRectF(laneRect(lane)).adjusted(0, 3, 0, -3);
    places_.forEachRun(lane, [&](int begin, int end, TimelineTone tone) {
      const QColor colour = toneColour(tone);
      painter->fillRect(QRectF(rect.left() + begin, rect.top(), end - begin, rect.height()),
                        tone == TimelineTone::kContinuous ? softened(colour) : colour);
    });
  }
}

// A box in the colour of what happened, with as much of its text as it has room for.
void TimelineChart::paintMark(QPainter* painter, const TimelineMark& mark) const {
  const QRectF lane = laneRect(mark.lane);
  const QRectF box(lane.left() + mark.left, lane.top() + 3,
                   std::max(mark.right - mark.left - 1, 1.5), lane.height() - 6);
  if (mark.event.isIsolation) return paintIsolation(painter, box, mark.event);
  const QColor colour = toneColour(toneOf(timeline_, mark.event));
  painter->fillRect(box, softened(colour));
  painter->fillRect(QRectF(box.left(), box.top(), std::min(kEdge, box.width()), box.height()),
                    colour);
  const QString whole = shortText(timeline_, mark.event, to_ - from_);
  const QRectF lanes = lane.adjusted(3, 0, -3, 0);
  const QRectF withFree = box.adjusted(kEdge + 3, 0, mark.free - 2, 0).intersected(lanes);
  QRectF seen = box.adjusted(kEdge + 3, 0, -2, 0).intersected(lanes);
  // Behind the box, where it has room there in whole.
  const QFontMetricsF metrics(captionFont());
  if (metrics.horizontalAdvance(whole) <= withFree.width()) seen = withFree;
  if (seen.width() < kLeastText) return;
  painter->setFont(captionFont());
  painter->setPen(Theme::current().ink);
  painter->drawText(seen, Qt::AlignLeft | Qt::AlignVCenter,
                    metrics.elidedText(whole, Qt::ElideRight, seen.width()));
}

// Its readings beside each other in their order, the last ones where there is no room for all, and
// the instant that they found.
void TimelineChart::paintIsolation(QPainter* painter, const QRectF& box,
                                   const TimelineEvent& event) const {
  const QColor colour = toneColour(TimelineTone::kIsolation);
  const int readings = static_cast<int>(timeline_.phase(event.phase).num_readings);
  painter->setFont(captionFont());
  const QString text = shortText(timeline_, event, to_ - from_);
  double room = box.width() - 4;
  const double width = QFontMetricsF(captionFont()).horizontalAdvance(text);
  const bool hasText = room > width + 3 * kReading;
  if (hasText) room -= width + 4;
  const int drawn = std::clamp(static_cast<int>(room / kReading), 1, std::max(readings, 1));
  painter->setPen(QPen(colour, 1.4));
  painter->setBrush(Qt::NoBrush);
  const double radius = std::min(3.0, box.height() / 3);
  double x = box.left() + 4;
  for (int n = 0; n < drawn; ++n, x += kReading) {
    if (n + 1 == drawn) painter->setBrush(colour);
    painter->drawEllipse(QPointF(x, box.center().y()), radius, radius);
  }
  if (!hasText) return;
  painter->drawText(QRectF(x, box.top(), width + 4, box.height()), Qt::AlignLeft | Qt::AlignVCenter,
                    text);
}

// Hatched: there were phases, of which only the counts are left.
void TimelineChart::paintLeftOut(QPainter* painter) const {
  if (timeline_.gaps().empty()) return;
  const QRectF lanes =
      QRectF(laneRect(TimelineLane::kInitialize)).united(laneRect(TimelineLane::kPublish));
  const double left = std::max(places_.xOf(timeline_.gaps().front().begin), 0.0);
  const double right = std::min(places_.xOf(timeline_.gaps().back().end), lanes.width());
  if (right <= left) return;
  const QRectF part(lanes.left() + left, lanes.top() + 2, right - left, lanes.height() - 4);
  painter->fillRect(part, QBrush(Theme::current().hairline, Qt::BDiagPattern));
  const QString text = tr("left out");
  if (part.width() < QFontMetricsF(captionFont()).horizontalAdvance(text) + 8) return;
  painter->setFont(captionFont());
  painter->setPen(Theme::current().muted);
  painter->drawText(part, Qt::AlignCenter, text);
}

// Where the program is, if that is in view.
std::optional<double> TimelineChart::placeX() const {
  if (!place_ || timeline_.empty()) return std::nullopt;
  const int64_t first = timeline_.LowerBoundStep(place_->step);
  const bool isKept = first < timeline_.end() && timeline_.phase(first).step == place_->step;
  if (isKept) {
    const int64_t number = first - timeline_.phase(first).place + place_->phase;
    return places_.xBefore(timeline_, std::max(number, timeline_.first()));
  }
  return places_.xOf(place_->time, first == timeline_.end());
}

// A line at the present instant, in the strip, the ruler and across the lanes.
void TimelineChart::paintPlace(QPainter* painter) const {
  const QRectF ruler = rulerRect();
  if (place_ && !timeline_.empty()) {
    const QRectF strip = overviewRect();
    const double x = strip.left() + overview_.xOf(place_->time);
    painter->setPen(QPen(Theme::current().accent, 1.2));
    painter->drawLine(QPointF(x, strip.top() + 1), QPointF(x, strip.bottom()));
  }
  const std::optional<double> x = placeX();
  if (!x || *x < -1 || *x > ruler.width() + 1) return;
  const double place = ruler.left() + *x;
  painter->setPen(QPen(Theme::current().accent, 1.6));
  painter->drawLine(QPointF(place, ruler.bottom() - 3),
                    QPointF(place, laneRect(TimelineLane::kPublish).bottom()));
}

// Around the event that is chosen or under the pointer; stronger while the chart has the keyboard.
void TimelineChart::paintRing(QPainter* painter, const TimelineEvent& event, bool isChosen) const {
  const QRect box = boxOf(event);
  if (box.isEmpty()) return;
  QColor colour = Theme::current().accent;
  if (!isChosen) colour.setAlpha(130);
  painter->setBrush(Qt::NoBrush);
  painter->setPen(QPen(colour, isChosen && hasFocus() ? 2.2 : 1.4));
  painter->drawRoundedRect(QRectF(box).adjusted(-1, -1, 1, 1), 2, 2);
}

}  // namespace loopwright
