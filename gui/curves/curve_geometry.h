#pragma once

#include <QPolygonF>
#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

namespace loopwright {

class Recording;

/// When ○ and ● are drawn at updates.
enum class CircleMode { kWhereRoom, kOn, kOff };

/// One update instant of a signal: the open circle at `before` (x⁻) and the filled one at `after`
/// (x⁺).
struct UpdatePoint {
  double time = 0;  ///< seconds
  double before = 0;
  double after = 0;
};

/// What is asked of a curve: a column of a recording, seen through a window of time.
struct CurveRequest {
  const Recording* recording = nullptr;
  int64_t rows = 0;   ///< rows to look at: a size() of the recording
  int column = 0;     ///< column of the recording
  bool held = false;  ///< drawn as held segments (a discrete signal)
  double period = 0;  ///< of a held signal with one rate, seconds; else 0
  double lower = 0;   ///< the visible part of time, seconds
  double upper = 1;
  int pixels = 800;  ///< over which it is drawn
  CircleMode circles = CircleMode::kWhereRoom;
  double offset = 0;  ///< of a held signal that is due at offset + k*period, seconds
};

/// What is asked of the column of a recording with this label, PATH.PORT or PATH.PORT[k], of all
/// rows that there are: whether its signal is held and when it is due. The column is -1 where it
/// was not recorded, or `recording` is null.
CurveRequest requestFor(const Recording* recording, const QString& label);

/// What is to be drawn of a curve, in coordinates (time, value): at most four points a pixel, two
/// where rows are dense, however many rows lie in the window.
struct CurveGeometry {
  std::vector<QPolygonF> lines;      ///< each is connected; between them the curve jumps
  std::vector<UpdatePoint> jumps;    ///< the gaps between lines: thin dashed
  std::vector<UpdatePoint> circles;  ///< ○ and ●: where they have room, at least kCircleDistance
                                     ///< apart, unless all or none are asked for
};

/// Updates nearer to each other than this many pixels are drawn without circles.
inline constexpr double kCircleDistance = 8;

/// Reduces the rows in the window to what can be seen. A window with more than some dozens of rows
/// a pixel is read from the recording's pyramid of least and greatest values, so the cost depends
/// on the pixels, not on the rows. A line breaks where the two values at an update instant differ
/// and where a value is not finite.
CurveGeometry computeCurve(const CurveRequest& request);

/// The update instants of the signal in the window, in order, whether or not circles have room.
/// Updates at one time are one: x⁻ of the first, x⁺ of the last. For a held signal these are the
/// instants at which it changed or, where its period is known, was due; for a continuous one those
/// at which it jumped. Reads every row of the window.
std::vector<UpdatePoint> updatesIn(const CurveRequest& request);

/// The value at `time`, both where `time` is an update instant (before, after), else twice the same
/// (held, or interpolated between neighbouring rows). Nothing outside of what was recorded. Only
/// recording, rows, column and held of the request are used.
std::optional<UpdatePoint> valueAt(const CurveRequest& request, double time);

}  // namespace loopwright
