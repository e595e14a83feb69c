#include "gui/timeline/timeline_figure.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>
#include <vector>

#include "gui/figures/figure_options.h"
#include "gui/figures/math_text.h"
#include "gui/figures/paper_plot.h"
#include "gui/timeline/timeline_look.h"
#include "gui/timeline/timeline_texts.h"

namespace loopwright {

namespace {

constexpr double kColumnWidth = 88.9 * 72 / 25.4;
constexpr double kRow = 2;              // the height of a lane, in sizes
constexpr double kLeastRow = 1.3;       // likewise, where a height is asked for
constexpr double kBesideLanes = 4;      // between lanes and their texts, points
constexpr double kBoxMargin = 1.5;      // between the boxes of a lane and its line, points
constexpr double kTextMargin = 2;       // beside the text of a box, points
constexpr double kLeastBoxText = 2;     // the room for a text in a box, in sizes
constexpr double kTickLength = 3;       // the length of a tick, points
constexpr double kTicksApart = 44;      // points from number to number
constexpr double kPixelsOfSize = 10;    // pixels of the layout to a size of the text
constexpr double kFinePixel = 0.5;      // points of a mark, where there are many instants
constexpr double kReadingApart = 0.75;  // from one reading of an isolation to the next, in sizes

// Whose texts these are, for translators.
class TimelineFigureTexts {
  Q_DECLARE_TR_FUNCTIONS(TimelineFigure)
};

// The greys of print: what is rarer is darker.
QColor paperGrey(TimelineTone tone) {
  switch (tone) {
    case TimelineTone::kContinuous:
      return QColor("#f2f2f2");
    case TimelineTone::kPeriodic:
      return QColor("#dcdcdc");
    case TimelineTone::kTimed:
      return QColor("#c6c6c6");
    case TimelineTone::kWitness:
      return QColor("#aeaeae");
    default:
      return QColor(Qt::white);
  }
}

QPolygonF cornersOf(const QRectF& box) {
  return QPolygonF({box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()});
}

// Draws the part of a timeline that a layout places into a figure whose lanes begin at its origin.
class TimelineDrawing {
 public:
  TimelineDrawing(const TimelineView& view, double from, double to, const FigureOptions& options,
                  Figure* figure)
      : view_(view), from_(from), to_(to), options_(options), figure_(figure), size_(figure->size) {
    setLabelWidth();
    const double whole = options.width.value_or(kColumnWidth);
    // Names in the font of a TeX document may be wider, to both sides of their middle.
    const double spare = options.tex ? FigureOptions::kWiderInTex * labelWidth_ / 2 : 0;
    width_ = std::max(whole - spare - labelWidth_ - kBesideLanes - size_, 10 * size_);
    unit_ = size_ / kPixelsOfSize;
    layout_ = TimelineLayout(view, from, to, std::max(1, static_cast<int>(width_ / unit_)),
                             view.LowerBoundTime(from));
    if (!layout_.isOpened()) {
      unit_ = kFinePixel;
      layout_ = TimelineLayout::closed(view, from, to, static_cast<int>(width_ / unit_));
    }
    findLanes();
    setRowHeight();
  }

  void draw() {
    for (size_t row = 0; row < lanes_.size(); ++row) drawLane(row);
    drawLeftOut();
    if (layout_.isOpened()) {
      for (const TimelineMark& mark : layout_.marks()) drawMark(mark);
      drawStops();
    } else {
      drawDense();
    }
    drawAxis();
  }

  int64_t hiddenPhases() const { return layout_.hiddenPhases(); }

 private:
  // All lanes' names have the same room, whichever are drawn: figures of one run are alike.
  void setLabelWidth() {
    for (int n = 0; n < kNumLanes; ++n) {
      const QString title = laneTitle(static_cast<TimelineLane>(n));
      labelWidth_ = std::max(labelWidth_, figure_->widthOf(title, size_, false));
    }
  }

  // Those in which something is to be seen; where nothing is, that of continuous parts.
  void findLanes() {
    for (int n = 0; n < kNumLanes; ++n) {
      const auto lane = static_cast<TimelineLane>(n);
      bool isUsed = std::any_of(layout_.marks().begin(), layout_.marks().end(),
                                [lane](const TimelineMark& mark) { return mark.lane == lane; });
      layout_.forEachRun(lane, [&](int, int, TimelineTone) { isUsed = true; });
      if (isUsed) lanes_.push_back(lane);
    }
    if (lanes_.empty()) lanes_.push_back(TimelineLane::kContinuous);
  }

  void setRowHeight() {
    rowHeight_ = kRow * size_;
    if (!options_.height) return;
    const double rows = static_cast<double>(lanes_.size());
    rowHeight_ = std::max(kLeastRow * size_, (*options_.height - axisHeight()) / rows);
  }

  // The height of the numbers and the name of the quantity below the lanes.
  double axisHeight() const {
    return kBesideLanes + (2 * Figure::kAscent + 0.35 + Figure::kDescent) * size_;
  }

  double bottom() const { return rowHeight_ * static_cast<double>(lanes_.size()); }

  // A place of the layout, in points of the figure.
  double xOf(double place) const { return std::clamp(place * unit_, 0.0, width_); }

  QColor fillOf(TimelineTone tone) const {
    if (options_.style == FigureStyle::kPaper) return paperGrey(tone);
    return blended(toneColour(tone), kSoftBox);
  }

  QColor edgeOf(TimelineTone tone) const {
    return options_.style == FigureStyle::kPaper ? QColor(Qt::black) : toneColour(tone);
  }

  // The box of a lane's row between two places, without the room to its neighbours.
  QRectF boxIn(TimelineLane lane, double left, double right) const {
    const auto row = std::find(lanes_.begin(), lanes_.end(), lane) - lanes_.begin();
    const double top = rowHeight_ * static_cast<double>(row);
    return {left, top + kBoxMargin, right - left, rowHeight_ - 2 * kBoxMargin};
  }

  double baseLineIn(const QRectF& box) const { return box.center().y() + 0.3 * size_; }

  // Its name at the left, and a thin line below it.
  void drawLane(size_t row) {
    const QString title = laneTitle(lanes_[row]);
    const QRectF box = boxIn(lanes_[row], 0, width_);
    const double textWidth = figure_->widthOf(title, size_, false);
    figure_->write(QStringLiteral("lane"), {-kBesideLanes - textWidth, baseLineIn(box)}, title,
                   size_, false);
    if (row + 1 == lanes_.size()) return;
    const double y = box.bottom() + kBoxMargin;
    FigureElement& line = figure_->line(QStringLiteral("lane-line"),
                                        QPolygonF({QPointF(0, y), QPointF(width_, y)}), 0.3);
    line.ink = QColor("#b0b0b0");
  }

  // The text as far as it fits, with "…" behind its last letter where it does not, and no number
  // cut in two; empty where nothing would be told.
  QString fitted(const QString& text, double room) const {
    if (room < kLeastBoxText * size_) return {};
    if (figure_->widthOf(text, size_, false) <= room) return text;
    for (qsizetype length = text.size() - 1; length > 0; --length) {
      const QChar last = text[length - 1];
      const QChar next = text[length];
      const bool isInNumber = last.isDigit() && (next.isDigit() || next == u'.');
      if (!last.isLetterOrNumber() || isInNumber) continue;
      QString shorter = text.left(length) + QChar(0x2026);
      if (figure_->widthOf(shorter, size_, false) <= room) return shorter;
    }
    return {};
  }

  // The room behind a box, up to the next one of its lane or the next dotted line, points.
  double roomBehind(const TimelineMark& mark) const {
    double end = mark.right + mark.free;
    for (const TimelineLayout::Stop& stop : layout_.stops()) {
      for (const double place : {stop.left, stop.right}) {
        if (place > mark.right + 1) end = std::min(end, place);
      }
    }
    return (end - mark.right) * unit_;
  }

  void drawMark(const TimelineMark& mark) {
    const QRectF box = boxIn(mark.lane, xOf(mark.left), xOf(mark.right));
    if (mark.event.isIsolation) return drawIsolation(box, mark.event);
    const TimelineTone tone = toneOf(view_, mark.event);
    const QString block = blockOf(view_, mark.event);
    FigureElement& area = figure_->area(QStringLiteral("phase"), cornersOf(box), fillOf(tone));
    area.name = block;
    area.pen = 0.5;
    area.ink = edgeOf(tone);
    const QString whole = shortText(view_, mark.event, to_ - from_);
    const double width = figure_->widthOf(whole, size_, false) + 2 * kTextMargin;
    // In the box, else behind it, else as much as fits into it.
    const bool isBehind = width > box.width() && width <= roomBehind(mark);
    const QString text = isBehind ? whole : fitted(whole, box.width() - 2 * kTextMargin);
    if (text.isEmpty()) return;
    const double left = isBehind ? box.right() : box.left();
    figure_
        ->write(QStringLiteral("phase-text"), {left + kTextMargin, baseLineIn(box)}, text, size_,
                false)
        .name = block;
  }

  // Its readings in their order, the last one, which found the instant, filled; the first ones are
  // left out where there is no room.
  void drawIsolation(const QRectF& box, const TimelineEvent& event) {
    const double radius = 0.22 * size_;
    const double apart = kReadingApart * size_;
    const int readings = std::max(1, static_cast<int>(view_.phase(event.phase).num_readings));
    const QString block = blockOf(view_, event);
    const QString whole = shortText(view_, event, to_ - from_);
    double room = box.width() - 2 * kTextMargin;
    const double width = figure_->widthOf(whole, size_, false) + kTextMargin;
    const bool hasText = room > width + 3 * apart;
    if (hasText) room -= width;
    const int drawn = std::clamp(static_cast<int>(room / apart), 1, readings);
    double x = box.left() + kTextMargin + radius;
    for (int n = 0; n < drawn; ++n, x += apart) {
      const bool isLast = n + 1 == drawn;
      const QColor ink = edgeOf(TimelineTone::kIsolation);
      FigureElement& circle = figure_->circle(QStringLiteral("reading"), {x, box.center().y()},
                                              radius, isLast ? ink : QColor(Qt::white));
      circle.name = block;
      circle.pen = 0.5;
      circle.ink = ink;
    }
    if (!hasText) return;
    figure_
        ->write(QStringLiteral("phase-text"), {x - radius + kTextMargin, baseLineIn(box)}, whole,
                size_, false)
        .name = block;
  }

  // Neighbours alike are one area; continuous parts are a band.
  void drawDense() {
    for (const TimelineLane lane : lanes_) {
      layout_.forEachRun(lane, [&](int begin, int end, TimelineTone tone) {
        const QPolygonF box = cornersOf(boxIn(lane, begin * unit_, end * unit_));
        const bool isBand = tone == TimelineTone::kContinuous;
        figure_->area(QStringLiteral("phase"), box, isBand ? fillOf(tone) : edgeOf(tone)).pen = 0;
      });
    }
  }

  // Dotted lines at both ends of an instant that has room: between them time stands still.
  void drawStops() {
    for (const TimelineLayout::Stop& stop : layout_.stops()) {
      for (const double place : {stop.left, stop.right}) {
        const double x = xOf(place);
        FigureElement& line = figure_->line(QStringLiteral("instant"),
                                            QPolygonF({QPointF(x, 0), QPointF(x, bottom())}), 0.4);
        line.dashes = {0.8, 1.6};
        if (stop.left == stop.right) break;
      }
    }
  }

  // What of the run is only counted any more, hatched by its outline.
  void drawLeftOut() {
    if (view_.gaps().empty()) return;
    const double left = xOf(layout_.xOf(view_.gaps().front().begin));
    const double right = xOf(layout_.xOf(view_.gaps().back().end));
    if (right <= left) return;
    const QRectF part(left, 0, right - left, bottom());
    FigureElement& area =
        figure_->area(QStringLiteral("left-out"), cornersOf(part), QColor("#f5f5f5"));
    area.pen = 0.4;
    area.dashes = {2, 2};
    const QString text = fitted(TimelineFigureTexts::tr("left out"), part.width());
    if (text.isEmpty()) return;
    const double textWidth = figure_->widthOf(text, size_, false);
    figure_->write(QStringLiteral("left-out"),
                   {part.center().x() - textWidth / 2, baseLineIn(part)}, text, size_, false);
  }

  // A number below the axis, within the width of the figure, unless it would touch another.
  void drawNumber(double x, const QString& text) {
    const std::vector<MathRun> runs = mathRuns(text);
    const double width = widthOf(*figure_, runs);
    const double left = std::min(x - width / 2, width_ + size_ - width);
    const double gap = 0.5 * size_;
    for (const auto& [begin, end] : numbers_) {
      if (left < end + gap && left + width > begin - gap) return;
    }
    const double line = bottom() + kBesideLanes + Figure::kAscent * size_;
    writeMath(figure_, QStringLiteral("number"), QString(), {left, line}, runs);
    numbers_.emplace_back(left, left + width);
  }

  // Below the middle of each instant. Round times, which have few digits, come first where there is
  // no room for all.
  void drawInstants() {
    std::vector<std::pair<double, QString>> numbers;
    for (const TimelineLayout::Stop& stop : layout_.stops()) {
      numbers.emplace_back(xOf((stop.left + stop.right) / 2), timelineTime(stop.time, to_ - from_));
    }
    std::stable_sort(numbers.begin(), numbers.end(), [](const auto& one, const auto& other) {
      return one.second.size() < other.second.size();
    });
    for (const auto& [x, text] : numbers) drawNumber(x, text);
  }

  // Time below: that of each instant where these have room, else round times.
  void drawAxis() {
    const double y = bottom();
    figure_->line(QStringLiteral("axis"), QPolygonF({QPointF(0, y), QPointF(width_, y)}), 0.5);
    if (layout_.isOpened()) {
      drawInstants();
    } else {
      for (const double tick : linearTicks(from_, to_, width_ / kTicksApart)) {
        const double x = xOf(layout_.xOf(tick));
        figure_->line(QStringLiteral("tick"),
                      QPolygonF({QPointF(x, y), QPointF(x, y - kTickLength)}), 0.5);
        drawNumber(x, tickText(tick));
      }
    }
    const QString quantity = QStringLiteral("Time (s)");
    const double width = figure_->widthOf(quantity, size_, false);
    figure_->write(QStringLiteral("quantity"),
                   {(width_ - width) / 2, y + kBesideLanes + (2 * Figure::kAscent + 0.35) * size_},
                   quantity, size_, false);
  }

  const TimelineView& view_;
  const double from_;
  const double to_;
  const FigureOptions& options_;
  Figure* figure_;
  const double size_;
  double labelWidth_ = 0;
  double width_ = 0;      // of the lanes, points
  double unit_ = 1;       // points to a pixel of the layout
  double rowHeight_ = 0;  // points
  TimelineLayout layout_;
  std::vector<TimelineLane> lanes_;                 // that are drawn
  std::vector<std::pair<double, double>> numbers_;  // from where to where they are, points
};

}  // namespace

Figure timelineFigure(const TimelineView& view, double from, double to,
                      const FigureOptions& options, QString* warning) {
  Figure figure;
  figure.family = options.font;
  figure.size = options.textSize();
  TimelineDrawing drawing(view, from, to, options, &figure);
  drawing.draw();
  // What has no room is left out rather than drawn too small to be read.
  if (drawing.hiddenPhases() > 0) {
    *warning =
        TimelineFigureTexts::tr("%n phases have no room: a shorter part of the run shows them",
                                nullptr, static_cast<int>(drawing.hiddenPhases()));
  }
  return figure;
}

}  // namespace loopwright
