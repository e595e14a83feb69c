#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "engine/run/signal_recorder.h"
#include "engine/simulation/step_interior.h"

namespace loopwright {

/// Adds rows between the ends of accepted steps, so that straight lines from row to row show every
/// recorded signal as it goes (semantics 14).
///
/// A piece of a step is looked into at a few points. Where no signal is off the straight line
/// between the piece's ends by more than 1/1000 of the range that the signal has had so far, the
/// piece is a line and gets no rows. Otherwise it is cut into equal parts, a row is made at each
/// cut, and the parts are pieces likewise. The distance of a parabola from its chord goes with the
/// square of the chord's length: where two looks agree that the signal is one, they say how many
/// parts there must be, and one look into each confirms it. After L. H. de Figueiredo, "Adaptive
/// sampling of parametric curves", Graphics Gems V (1995), 173-178, where looks are random parts.
///
/// Looks are at irrational parts of a piece (of the golden section: 0.382, 0.618, 0.854, ...),
/// which no wave that fits into the piece a whole number of times can pass at all of them. There
/// are at least two, four for every time scale that the sources have told (HasTimeScale), and two
/// for every `max_stretch`.
class SmoothOutput {
 public:
  /// A step, or without continuous state a stretch, gets at most so many rows.
  static constexpr int kMostRows = 4096;

  /// Adds to `recorders`, which outlive this. `time_scale_sec`: the shortest of the sources;
  /// `max_stretch_sec`: a step is as many stretches as it takes for none to be longer than this.
  SmoothOutput(std::vector<SignalRecorder*> recorders, double time_scale_sec,
               double max_stretch_sec);

  /// Whether some signal changes between updates at all.
  bool has_work() const { return !varying_.empty(); }

  /// Adds the rows between the ends of a step. The row at its start is the last one recorded, that
  /// at its end is recorded after this. Allocates nothing but the recordings' chunks.
  void RecordStep(const StepInterior<double>& step);

  /// Forgets the steps so far, so that the recorders' next run is looked into as their first.
  void Restart();

 private:
  struct Point {
    double time_sec;
    const double* row;
  };
  /// A column that changes between updates, and its finite values so far.
  struct VaryingColumn {
    int column;
    double least = std::numeric_limits<double>::infinity();
    double greatest = -std::numeric_limits<double>::infinity();
  };
  /// What the next step is judged by.
  struct LastStep {
    double length_sec = 0;
    double distance = 1;        ///< from the line, in tolerances
    bool looked_early = false;  ///< where its last single look was
  };
  /// What the looks into a piece say.
  struct Verdict {
    int parts = 1;           ///< into how many to cut it; 1: it is a line
    bool is_smooth = false;  ///< it is like a parabola, so that the parts will be lines
  };

  void ReadStart(const StepInterior<double>& step, double* row);
  void Evaluate(const Context<double>& context, double* row);
  int Refine(const StepInterior<double>& step, const Point& left, const Point& right, int level,
             int budget, bool is_expected_to_be_a_line);
  Verdict LookInto(const StepInterior<double>& step, const Point& left, const Point& right,
                   bool is_expected_to_be_a_line);
  double LookAt(const StepInterior<double>& step, const Point& left, const Point& right,
                double part);
  int CountLooks(double length_sec) const;
  void WidenRanges(const double* row);
  void Append(const Point& point);
  /// Room for one row: two for every level of cutting, then those of the step's start and end, then
  /// that of a look.
  double* Row(int index) {
    return rows_.data() + index * static_cast<std::ptrdiff_t>(num_columns_);
  }

  std::vector<SignalRecorder*> recorders_;
  const double time_scale_sec_;
  const double max_stretch_sec_;
  int num_columns_ = 0;  ///< of all recorders
  std::vector<VaryingColumn> varying_;
  std::vector<double> rows_;
  LastStep last_step_;
  double distance_ = 0;  ///< from the line, the greatest in this step so far, in tolerances
};

}  // namespace loopwright
