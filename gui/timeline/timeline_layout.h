#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engine/timeline/timeline.h"

namespace loopwright {

/// The rows of the timeline, from top to bottom: the phases in the order in which a step has them.
/// An isolation is where a guard ended a continuous part.
enum class TimelineLane {
  kInitialize,
  kUnrestricted,
  kDiscrete,
  kModes,
  kContinuous,
  kIsolation,
  kPublish,
};
constexpr int kNumLanes = 7;

/// What can be pointed at: block number `item` of a phase (-1: the phase as a whole), or the
/// isolation at the end of a continuous part.
struct TimelineEvent {
  int64_t phase = -1;
  int item = -1;
  bool isIsolation = false;

  bool operator==(const TimelineEvent&) const = default;
};

/// The lane that it is drawn in.
TimelineLane laneOf(const TimelineView& view, const TimelineEvent& event);

/// How an event is coloured: by what caused it.
enum class TimelineTone : uint8_t {
  kNone,  ///< nothing is there
  kQuiet,
  kContinuous,
  kPerStep,
  kTimed,
  kPeriodic,
  kWitness,
  kIsolation,
};

TimelineTone toneOf(const TimelineView& view, const TimelineEvent& event);

/// An event with its place, in pixels from the left end of the lanes.
struct TimelineMark {
  TimelineEvent event;
  TimelineLane lane = TimelineLane::kContinuous;
  double left = 0, right = 0;
  double free = 0;  ///< behind it, up to what is next in its lane or the end of the lane
};

/// Where the phases between two times stand in lanes of a width.
///
/// Phases of one instant take no time, so on an axis of time alone they would stand on each other
/// at any zoom. Where many instants are in view it is such an axis, and every lane says pixel by
/// pixel whether something is there. Where few are, the axis is opened at each of them: its phases
/// get a width each and stand beside each other in their order, and what is left of the width is
/// for the time in between. The fewer instants, the more of the width they get (from none at
/// kMostInstants to three quarters at half of that), so that one leads into the other. Example:
/// with one instant in view, an update of two blocks, a choice of branches and a publish, each of
/// these four has 0.75/4 of the width, at most kMostSlot pixels.
class TimelineLayout {
 public:
  static constexpr int kMostInstants = 24;

  TimelineLayout() = default;
  /// Of the instants in [from, to], seconds, in lanes `width` pixels wide. Where one instant has
  /// more phases than there is room for, those about phase `focus` are placed.
  TimelineLayout(const TimelineView& view, double from, double to, int width, int64_t focus);
  /// The same on an axis of time alone.
  static TimelineLayout closed(const TimelineView& view, double from, double to, int width);

  double from() const { return from_; }
  double to() const { return to_; }
  int width() const { return width_; }

  /// Whether phases stand beside each other.
  bool isOpened() const { return isOpened_; }
  /// How many phases in view had no room, where it is opened.
  int64_t hiddenPhases() const { return hidden_; }

  /// Where a time is; at an opened instant its left end, or `behind` it its right end.
  double xOf(double time, bool behind = false) const;
  /// The time at a place; that of the instant where one is opened there.
  double timeAt(double x) const;
  /// Where phase `number` begins, on either axis.
  double xBefore(const TimelineView& view, int64_t number) const;

  /// Where it is opened: what stands where, ascending within each lane.
  const std::vector<TimelineMark>& marks() const { return marks_; }
  /// Where it is not: what is to be seen at a pixel of a lane.
  TimelineTone toneAt(TimelineLane lane, int x) const;
  /// … for each run of pixels of a lane in one tone, where something is: visit(begin, end, tone).
  template <typename Visit>
  void forEachRun(TimelineLane lane, Visit visit) const {
    for (int x = 0, end = 0; x < width_; x = end) {
      const TimelineTone tone = toneAt(lane, x);
      for (end = x + 1; end < width_ && toneAt(lane, end) == tone;) ++end;
      if (tone != TimelineTone::kNone) visit(x, end, tone);
    }
  }

  /// The event at a place of a lane, within a few pixels; null where there is none.
  std::optional<TimelineMark> markAt(const TimelineView& view, TimelineLane lane, double x) const;
  /// Where an event is; null where it is not in view.
  std::optional<TimelineMark> markOf(const TimelineView& view, const TimelineEvent& event) const;

  /// The instants at which the axis is opened: time, left and right end.
  struct Stop {
    double time = 0, left = 0, right = 0;
  };
  const std::vector<Stop>& stops() const { return stops_; }

 private:
  /// Phases of an instant, or an isolation, with how many places beside each other they need.
  struct Piece {
    TimelineEvent event;
    double time = 0;
    int places = 1;
  };
  using Pieces = std::vector<Piece>;
  TimelineLayout(const TimelineView& view, double from, double to, int width);
  std::optional<Pieces> findPieces(const TimelineView& view, int* instants) const;
  static std::pair<Pieces::iterator, Pieces::iterator> piecesAbout(Pieces& pieces, int64_t focus,
                                                                   int most);
  void open(const TimelineView& view, Pieces pieces, int instants, int64_t focus);
  void placePiece(const TimelineView& view, const Piece& piece, double left, double right);
  void placeContinuous(const TimelineView& view);
  void findFreeRoom();
  void cover(const TimelineView& view);
  void cover(TimelineLane lane, double left, double right, TimelineTone tone);
  TimelineMark denseMark(const TimelineView& view, const TimelineEvent& event) const;

  double from_ = 0, to_ = 1;
  double scale_ = 1;  // pixels a second
  int width_ = 1;
  bool isOpened_ = false;
  int64_t first_ = 0, end_ = 0;  // the phases in view
  int64_t hidden_ = 0;
  std::vector<Stop> stops_;
  std::vector<TimelineMark> marks_;
  std::array<std::vector<TimelineTone>, kNumLanes> tones_;
};

}  // namespace loopwright
