#include "gui/timeline/timeline_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace loopwright {

namespace {

constexpr double kShare = 0.75;       // of the width, for opened instants at most
constexpr double kMostSlot = 150;     // pixels for one place
constexpr double kLeastSlot = 12;     // likewise, where phases are left out rather than narrower
constexpr double kLeastOpened = 3;    // below, the axis is not opened
constexpr int kMostPlaces = 24;       // of one phase
constexpr double kLeastItem = 6;      // pixels of a block in a phase
constexpr double kReach = 4;          // pixels from the pointer to what it points at
constexpr size_t kMostPieces = 4096;  // in a view that is opened

bool isInstant(const TimelinePhase& phase) { return phase.kind != PhaseKind::kContinuous; }

TimelineTone toneOfCause(PhaseCause cause) {
  switch (cause) {
    case PhaseCause::kPerStep:
      return TimelineTone::kPerStep;
    case PhaseCause::kTimed:
    case PhaseCause::kForced:
      return TimelineTone::kTimed;
    case PhaseCause::kPeriodic:
      return TimelineTone::kPeriodic;
    case PhaseCause::kWitness:
    case PhaseCause::kBranch:
      return TimelineTone::kWitness;
    default:
      return TimelineTone::kQuiet;
  }
}

// A phase as a whole has the colour of its first block.
TimelineTone toneOfPhase(const TimelineChunk& chunk, const TimelinePhase& phase, int item) {
  if (phase.kind == PhaseKind::kContinuous) return TimelineTone::kContinuous;
  if (phase.num_items == 0) return toneOfCause(phase.cause);
  return toneOfCause(chunk.items[phase.first_item + static_cast<size_t>(std::max(item, 0))].cause);
}

// The lanes stand in the order in which a step goes through these phases.
TimelineLane laneOfKind(PhaseKind kind) {
  switch (kind) {
    case PhaseKind::kInitialize:
      return TimelineLane::kInitialize;
    case PhaseKind::kUnrestricted:
      return TimelineLane::kUnrestricted;
    case PhaseKind::kDiscrete:
      return TimelineLane::kDiscrete;
    case PhaseKind::kMode:
      return TimelineLane::kModes;
    case PhaseKind::kContinuous:
      return TimelineLane::kContinuous;
    case PhaseKind::kPublish:
      break;
  }
  return TimelineLane::kPublish;
}

}  // namespace

TimelineLane laneOf(const TimelineView& view, const TimelineEvent& event) {
  if (event.isIsolation) return TimelineLane::kIsolation;
  return laneOfKind(view.phase(event.phase).kind);
}

TimelineTone toneOf(const TimelineView& view, const TimelineEvent& event) {
  if (event.isIsolation) return TimelineTone::kIsolation;
  const TimelineChunk& chunk = view.ChunkOf(event.phase);
  return toneOfPhase(chunk, chunk.phases[event.phase - chunk.first], event.item);
}

TimelineLayout::TimelineLayout(const TimelineView& view, double from, double to, int width)
    : from_(from), to_(to), width_(std::max(width, 1)) {
  scale_ = width_ / (to_ - from_);
  first_ = view.LowerBoundTime(from);
  end_ = view.LowerBoundTime(std::nextafter(to, std::numeric_limits<double>::infinity()));
  // A continuous part may reach beyond the right end.
  if (end_ < view.end() && view.phase(end_).begin < to) ++end_;
}

TimelineLayout::TimelineLayout(const TimelineView& view, double from, double to, int width,
                               int64_t focus)
    : TimelineLayout(view, from, to, width) {
  int instants = 0;
  if (auto pieces = findPieces(view, &instants)) {
    open(view, std::move(*pieces), instants, focus);
  }
  if (!isOpened_) cover(view);
}

TimelineLayout TimelineLayout::closed(const TimelineView& view, double from, double to, int width) {
  TimelineLayout layout(view, from, to, width);
  layout.cover(view);
  return layout;
}

// Nothing where there are too many instants to open them.
std::optional<TimelineLayout::Pieces> TimelineLayout::findPieces(const TimelineView& view,
                                                                 int* instants) const {
  Pieces pieces;
  const auto add = [&](const TimelineEvent& event, double time, int places) {
    if (time < from_ || time > to_) return;
    if (pieces.empty() || pieces.back().time != time) ++*instants;
    pieces.push_back({event, time, places});
  };
  bool areFew = true;
  view.ForEach(first_, end_, [&](int64_t number, const TimelineChunk&, const TimelinePhase& phase) {
    if (isInstant(phase)) {
      const auto items = std::clamp<uint32_t>(phase.num_items, 1, kMostPlaces);
      add({number, -1, false}, phase.end, static_cast<int>(items));
    } else if (phase.num_readings > 0) {
      add({number, -1, true}, phase.end, 2);
    }
    areFew = *instants < kMostInstants && pieces.size() <= kMostPieces;
    return areFew;
  });
  if (!areFew) return std::nullopt;
  return pieces;
}

// Where there is no room for all: as many as have `most` places, from the focus to both sides.
std::pair<TimelineLayout::Pieces::iterator, TimelineLayout::Pieces::iterator>
TimelineLayout::piecesAbout(Pieces& pieces, int64_t focus, int most) {
  auto begin = std::lower_bound(
      pieces.begin(), pieces.end(), focus,
      [](const Piece& piece, int64_t wanted) { return piece.event.phase < wanted; });
  if (begin == pieces.end()) begin = pieces.begin();
  auto end = begin;
  int places = 0;
  bool grows = true;
  while (grows) {
    grows = false;
    if (end != pieces.end() && places + end->places <= most) {
      places += (end++)->places;
      grows = true;
    }
    if (begin != pieces.begin() && places + std::prev(begin)->places <= most) {
      places += (--begin)->places;
      grows = true;
    }
  }
  return {begin, end};
}

// The blocks of a phase share its place, where there is room to tell them apart.
void TimelineLayout::placePiece(const TimelineView& view, const Piece& piece, double left,
                                double right) {
  const TimelineLane lane = laneOf(view, piece.event);
  const int items =
      piece.event.isIsolation ? 0 : static_cast<int>(view.phase(piece.event.phase).num_items);
  const double each = items > 0 ? (right - left) / items : 0;
  if (each < kLeastItem) {
    marks_.push_back({piece.event, lane, left, right});
    return;
  }
  for (int item = 0; item < items; ++item) {
    marks_.push_back(
        {{piece.event.phase, item, false}, lane, left + item * each, left + (item + 1) * each});
  }
}

// Gives each piece its width, instant by instant, and what is left to the time in between.
void TimelineLayout::open(const TimelineView& view, Pieces pieces, int instants, int64_t focus) {
  // With half of the most instants that can be opened, or fewer, they get all the room that they
  // may; with more, less and less, so that zooming out closes the axis little by little.
  const double openness = 2.0 * (kMostInstants - instants) / kMostInstants;
  const double room = kShare * std::min(openness, 1.0) * width_;
  int places = 0;
  for (const Piece& piece : pieces) places += piece.places;
  if (openness < 1 && room < kLeastOpened * places) return;
  auto begin = pieces.begin(), end = pieces.end();
  const auto most = static_cast<int>(room / kLeastSlot);
  if (places > most && openness >= 1) {
    std::tie(begin, end) = piecesAbout(pieces, focus, most);
    places =
        std::accumulate(begin, end, 0, [](int sum, const Piece& one) { return sum + one.places; });
  }
  hidden_ = std::ssize(pieces) - (end - begin);
  const double slot = places == 0 ? 0 : std::min(room / places, kMostSlot);
  scale_ = (width_ - slot * places) / (to_ - from_);
  isOpened_ = true;
  // From left to right: time at its scale up to the next instant, then the instant's own room.
  double x = 0;
  for (auto piece = begin; piece != end; ++piece) {
    if (stops_.empty() || stops_.back().time != piece->time) {
      const double before = stops_.empty() ? from_ : stops_.back().time;
      x += (piece->time - before) * scale_;
      stops_.push_back({piece->time, x, x});
    }
    const double right = x + slot * piece->places;
    placePiece(view, *piece, x, right);
    x = stops_.back().right = right;
  }
  placeContinuous(view);
  findFreeRoom();
}

// Continuous parts reach from the right end of an instant to the left end of the next.
void TimelineLayout::placeContinuous(const TimelineView& view) {
  for (int64_t number = first_; number < end_; ++number) {
    const TimelinePhase& phase = view.phase(number);
    if (isInstant(phase)) continue;
    const double left = std::max(xOf(phase.begin, true), -1.0);
    const double right = std::min(xOf(phase.end), width_ + 1.0);
    if (right < 0 || left > width_) continue;
    marks_.push_back({{number, -1, false}, TimelineLane::kContinuous, left, right});
  }
}

// From behind, as marks ascend within their lanes.
void TimelineLayout::findFreeRoom() {
  std::array<double, kNumLanes> next;
  next.fill(width_);
  for (auto mark = marks_.rbegin(); mark != marks_.rend(); ++mark) {
    double& begin = next[static_cast<size_t>(mark->lane)];
    mark->free = std::max(0.0, begin - mark->right);
    begin = mark->left;
  }
}

// Where there are more phases than pixels, a lane is a row of pixels, each in the tone of what lies
// there.
void TimelineLayout::cover(const TimelineView& view) {
  for (auto& lane : tones_) lane.assign(width_, TimelineTone::kNone);
  view.ForEach(first_, end_, [&](int64_t, const TimelineChunk& chunk, const TimelinePhase& phase) {
    const double end = xOf(phase.end);
    cover(laneOfKind(phase.kind), xOf(phase.begin), end, toneOfPhase(chunk, phase, -1));
    if (phase.num_readings > 0) {
      cover(TimelineLane::kIsolation, end, end, TimelineTone::kIsolation);
    }
    return true;
  });
}

// Where several are at one pixel, what is rarer is seen.
void TimelineLayout::cover(TimelineLane lane, double left, double right, TimelineTone tone) {
  auto& tones = tones_[static_cast<size_t>(lane)];
  const int first = std::clamp(static_cast<int>(std::floor(left)), 0, width_ - 1);
  const int last = std::clamp(static_cast<int>(std::floor(right)), 0, width_ - 1);
  for (int x = first; x <= last; ++x) {
    TimelineTone& there = tones[x];
    there = std::max(there, tone);
  }
}

TimelineTone TimelineLayout::toneAt(TimelineLane lane, int x) const {
  const auto& tones = tones_[static_cast<size_t>(lane)];
  return x >= 0 && x < std::ssize(tones) ? tones[x] : TimelineTone::kNone;
}

// Time goes on at one scale between the stops.
double TimelineLayout::xOf(double time, bool behind) const {
  const auto next =
      std::lower_bound(stops_.begin(), stops_.end(), time,
                       [](const Stop& stop, double wanted) { return stop.time < wanted; });
  if (next != stops_.end() && next->time == time) return behind ? next->right : next->left;
  if (next == stops_.begin()) {
    return next == stops_.end() ? (time - from_) * scale_
                                : next->left - (next->time - time) * scale_;
  }
  const Stop& last = *std::prev(next);
  return last.right + (time - last.time) * scale_;
}

// The axis of an opened view is time with stops: each instant takes room of its own, in which the
// time stands still. Before, between and behind them it is proportional again.
double TimelineLayout::timeAt(double x) const {
  const auto next =
      std::lower_bound(stops_.begin(), stops_.end(), x,
                       [](const Stop& stop, double wanted) { return stop.right < wanted; });
  if (next != stops_.end() && x >= next->left) return next->time;
  if (next == stops_.begin()) {
    return next == stops_.end() ? from_ + x / scale_ : next->time - (next->left - x) / scale_;
  }
  const Stop& last = *std::prev(next);
  return last.time + (x - last.right) / scale_;
}

double TimelineLayout::xBefore(const TimelineView& view, int64_t number) const {
  if (view.empty()) return 0;
  if (number >= view.end()) return xOf(view.phase(view.end() - 1).end, true);
  const TimelinePhase& phase = view.phase(number);
  if (!isInstant(phase)) return xOf(phase.begin, true);
  for (const TimelineMark& mark : marks_) {
    if (mark.event.phase == number && !mark.event.isIsolation) return mark.left;
  }
  return xOf(phase.end);
}

// ---- what is where ------------------------------------------------------------------------------

TimelineMark TimelineLayout::denseMark(const TimelineView& view, const TimelineEvent& event) const {
  const TimelinePhase& phase = view.phase(event.phase);
  const bool hasLength = !isInstant(phase) && !event.isIsolation;
  const double right = xOf(phase.end);
  return {event, laneOf(view, event), hasLength ? xOf(phase.begin) : right, right};
}

// On an axis of time alone the nearest event within reach, by the times that are near.
std::optional<TimelineMark> TimelineLayout::markAt(const TimelineView& view, TimelineLane lane,
                                                   double x) const {
  std::optional<TimelineMark> nearest;
  double least = kReach;
  const auto look = [&](const TimelineMark& mark) {
    if (mark.lane != lane) return;
    const double distance = x < mark.left ? mark.left - x : std::max(x - mark.right, 0.0);
    if (distance > least || (nearest && distance == least)) return;
    least = distance;
    nearest = mark;
  };
  if (isOpened_) {
    for (const TimelineMark& mark : marks_) look(mark);
    return nearest;
  }
  const double last = timeAt(x + kReach);
  for (int64_t number = std::max(view.LowerBoundTime(timeAt(x - kReach)), view.first());
       number < view.end() && view.phase(number).begin <= last; ++number) {
    const TimelinePhase& phase = view.phase(number);
    look(denseMark(view, {number, isInstant(phase) && phase.num_items > 0 ? 0 : -1, false}));
    if (phase.num_readings > 0) look(denseMark(view, {number, -1, true}));
  }
  return nearest;
}

std::optional<TimelineMark> TimelineLayout::markOf(const TimelineView& view,
                                                   const TimelineEvent& event) const {
  if (event.phase < first_ || event.phase >= end_) return std::nullopt;
  if (!isOpened_) return denseMark(view, event);
  for (const TimelineMark& mark : marks_) {
    const bool isSame = mark.event.phase == event.phase &&
                        mark.event.isIsolation == event.isIsolation &&
                        (mark.event.item == event.item || mark.event.item < 0 || event.item < 0);
    if (isSame) return mark;
  }
  return std::nullopt;
}

}  // namespace loopwright
