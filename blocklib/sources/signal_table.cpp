#include "blocklib/sources/signal_table.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "blocklib/common/cubic_spline.h"
#include "blocklib/common/linear.h"
#include "blocklib/common/parameters.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/system/keep_arguments.h"

namespace loopwright {
namespace {

using Interpolation = TimeTable::Interpolation;
using Outside = TimeTable::Outside;

// Longer tables have no closed form that anybody reads.
constexpr int kMostSymbolicRows = 1000;

// The table of the parameters `times` and `values`, a row for each time.
std::shared_ptr<const TimeTable> TableOf(const BlockArguments& arguments) {
  const Eigen::VectorXd times = arguments.vector("times");
  const Eigen::MatrixXd& values = arguments.matrix("values");
  const Eigen::VectorXd rows = RowByRow<double>(values);
  return std::make_shared<const TimeTable>(
      std::vector<double>(times.begin(), times.end()),
      std::vector<double>(rows.begin(), rows.end()), static_cast<int>(values.cols()),
      TimeTable::ToInterpolation(arguments.text("interpolation")),
      TimeTable::ToOutside(arguments.text("outside")));
}

// Checks numbers and sizes first and then, for a table that is not held, that its slopes are
// numbers.
void ValidateTable(const BlockArguments& arguments, ArgumentProblems* problems) {
  const int times = arguments.size("times");
  const auto rows = static_cast<int>(arguments.matrix("values").rows());
  for (const char* name : {"times", "values"}) {
    if (!arguments.vector(name).allFinite()) {
      problems->Add(name, "has an element that is not finite: give numbers");
    }
  }
  if (times == 0) {
    problems->Add("times", "is empty: give at least one time");
  } else if (rows != times) {
    problems->Add("values", "has " + std::to_string(rows) + (rows == 1 ? " row" : " rows") +
                                ", `times` has " + std::to_string(times) +
                                (times == 1 ? " element" : " elements") +
                                ": give one row per time");
  } else if (times == 1 && arguments.text("outside") == "repeat") {
    problems->Add("times", "has 1 element: a table that repeats needs two or more");
  }
  if (!problems->empty() || arguments.text("interpolation") == "hold") return;
  const Eigen::VectorXd knots = arguments.vector("times");
  for (const Eigen::VectorXd column : arguments.matrix("values").colwise()) {
    const std::vector<double> slopes = SplineSlopes({knots.data(), static_cast<size_t>(times)},
                                                    {column.data(), static_cast<size_t>(times)});
    if (std::all_of(slopes.begin(), slopes.end(), [](double s) { return std::isfinite(s); })) {
      continue;
    }
    problems->Add("values", "changes too steeply: its slopes go beyond the range of numbers");
    return;
  }
}

// What a list of values has at `index`, which is symbolic and runs from 0 to size - 1.
template <typename Value>
Expression Choose(const Expression& index, int size, const Value& value) {
  Expression chosen = value(size - 1);
  for (int i = size - 1; i-- > 0;) chosen = select(index < i + 0.5, value(i), chosen);
  return chosen;
}

}  // namespace

// A held table shows its level, which is state; any other is computed from time, and from state
// only where it has jumps.
template <typename T>
SignalTable<T>::SignalTable(std::shared_ptr<const TimeTable> table)
    : LeafSystem<T>(KeepArguments<SignalTable, T>(table)), table_(std::move(table)) {
  if (kIsSymbolic<T> && table_->num_rows() > kMostSymbolicRows) {
    throw ScalarConversionError("a table of " + std::to_string(table_->num_rows()) +
                                " rows cannot be converted to Expression: it has too many");
  }
  if (is_held()) this->DeclareDiscreteState(table_->width);
  DeclareEvents();
  if (is_held()) {
    this->DeclareStateOutputPort("y", DiscreteStateIndex(0));
  } else {
    this->template DeclareVectorOutputPort<&SignalTable::CalcOutput>(
        "y", table_->width, {this->time_ticket(), this->xd_ticket()});
  }
}

// Sorts the times of the table into jumps, which are updates, and corners, at which a step ends.
template <typename T>
void SignalTable<T>::DeclareEvents() {
  const std::vector<double>& times = table_->times_sec;
  const bool has_ends = table_->outside != Outside::kHold;  // whether the signal jumps at the ends
  // Jumps: all times of a held table, of others only those at the ends. Where it repeats, the last
  // time is the next first one.
  std::vector<double> jumps, corners;
  for (size_t i = 0; i < times.size(); ++i) {
    const bool is_first = i == 0, is_last = i + 1 == times.size();
    if (is_last && repeats()) continue;
    const bool is_end = has_ends && (is_first || is_last);
    // Before its first time a held table shows the first row already.
    const bool is_jump = is_held() ? has_ends || !is_first : is_end;
    (is_jump ? jumps : corners).push_back(times[i]);
  }
  const double period_sec = repeats() ? table_->duration_sec() : 0;
  if (!is_held()) this->DeclareCorners(std::make_shared<EventTimes>(corners, period_sec));
  jumps_ = std::make_shared<EventTimes>(jumps, period_sec);
  if (jumps.empty() && !is_held()) return;
  number_group_ = this->DeclareDiscreteState(1);
  this->DeclareInitializationDiscreteUpdateEvent(&SignalTable::Initialize);
  this->template DeclareTimedDiscreteUpdateEvent<&SignalTable::Jump>(jumps_);
}

// The state for the time that the context has. Tables that are held or have jumps have state; a
// table of straight lines alone has none.
template <typename T>
void SignalTable<T>::SetDefaultState(const Context<T>& context, State<T>* state) const {
  if (number_group_ >= 0) {
    SetState(ValueOf(context.get_time()), &state->get_mutable_discrete_state());
  }
}

// Sets the state once more when a run begins, because the time of the context may have been changed
// since it got its default state.
template <typename T>
EventStatus SignalTable<T>::Initialize(const Context<T>& context, DiscreteValues<T>* state) const {
  SetState(ValueOf(context.get_time()), state);
  return EventStatus::Succeeded();
}

// Sets the number of jumps that happened before a time and, of a held table, the level that goes
// with it.
template <typename T>
void SignalTable<T>::SetState(double time_sec, DiscreteValues<T>* state) const {
  const auto jumps = static_cast<double>(jumps_->FirstDue(time_sec));
  state->data(number_group_)[0] = T(jumps);
  if (is_held()) CalcLevel(T(jumps), state->data(0));
}

// One more jump. The level, where there is one, lies before the number in `next`.
template <typename T>
void SignalTable<T>::Jump(const Context<T>& context, T* next) const {
  const T jumps = this->discrete_data(context, number_group_)[0] + 1.0;
  if (is_held()) {
    CalcLevel(jumps, next);
    next += table_->width;
  }
  *next = jumps;
}

// Held at the ends, the first jump leads to row 1. A table that is zero outside begins with no row,
// jumps to row 0 and from its last row back to none. A repeated one goes round.
template <typename T>
int SignalTable<T>::RowAfter(int64_t jumps) const {
  const auto count = static_cast<int64_t>(jumps_->times_sec().size());
  if (table_->outside == Outside::kHold) {
    return static_cast<int>(std::clamp<int64_t>(jumps, 0, table_->num_rows() - 1));
  }
  if (table_->outside == Outside::kZero) return jumps < count ? static_cast<int>(jumps) - 1 : -1;
  const int64_t row = (jumps - 1) % count;
  return static_cast<int>(row < 0 ? row + count : row);
}

// The number of jumps is rounded, as over expressions it is a formula.
template <typename T>
void SignalTable<T>::CalcLevel(const T& jumps, T* level) const {
  using std::floor;
  const T number = floor(T(jumps + 0.5));
  if constexpr (kIsSymbolic<T>) {
    const auto count = static_cast<int>(jumps_->times_sec().size());
    const double n = count;
    const Expression in_cycle = repeats() ? number - n * floor(number / n) : number;
    for (int k = 0; k < table_->width; ++k) {
      level[k] = Choose(in_cycle, repeats() ? count : count + 1, [&](int i) {
        const int row = RowAfter(i);
        return Expression(row < 0 ? 0 : table_->row(row)[k]);
      });
    }
  } else {
    const int row = RowAfter(static_cast<int64_t>(ValueOf(number)));
    for (int k = 0; k < table_->width; ++k) level[k] = T(row < 0 ? 0 : table_->row(row)[k]);
  }
}

// A repeated table is read at the time of its first round that corresponds to the present one; the
// number of jumps tells how many rounds are over. One that is zero outside shows its values only
// between its first and its last jump.
template <typename T>
void SignalTable<T>::CalcOutput(const Context<T>& context, T* y) const {
  const T& time_sec = context.get_time();
  if (number_group_ < 0) {
    CalcAt(time_sec, y);
    return;
  }
  const T& jumps = this->discrete_data(context, number_group_)[0];
  if (repeats()) {  // The jump number 0 begins the table itself.
    CalcAt(time_sec - (jumps - 1.0) * table_->duration_sec(), y);
    return;
  }
  // A table of one row begins and ends at once.
  const auto is_inside = jumps == (table_->num_rows() > 1 ? 1.0 : -1.0);
  CalcAt(time_sec, y);
  for (int k = 0; k < table_->width; ++k) y[k] = select(is_inside, y[k], T(0));
}

// The line or the cubic from row i to the next; the last row goes on as a constant.
template <typename T>
T SignalTable<T>::CalcInRow(int i, int element, const T& time_sec) const {
  const double value = table_->row(i)[element];
  if (i + 1 == table_->num_rows()) return T(value);
  const double next = table_->row(i + 1)[element];
  const double begin_sec = table_->times_sec[i];
  const double h = table_->times_sec[static_cast<size_t>(i) + 1] - begin_sec;
  if (table_->interpolation == Interpolation::kLinear) {
    return value + (next - value) / h * (time_sec - begin_sec);
  }
  return HermiteCubic(T(time_sec - begin_sec), h, value, next, table_->slope_row(i)[element],
                      table_->slope_row(i + 1)[element]);
}

// Over expressions all rows are nested choices, the last one first.
template <typename T>
void SignalTable<T>::CalcAt(const T& time_sec, T* y) const {
  if constexpr (kIsSymbolic<T>) {
    for (int k = 0; k < table_->width; ++k) {
      const int last = table_->num_rows() - 1;
      y[k] = CalcInRow(last, k, time_sec);
      for (int i = last; i-- > 0;) {
        y[k] = select(time_sec < table_->times_sec[static_cast<size_t>(i) + 1],
                      CalcInRow(i, k, time_sec), y[k]);
      }
      y[k] = select(time_sec < table_->times_sec.front(), Expression(table_->row(0)[k]), y[k]);
    }
  } else {
    const int row = table_->FindRow(ValueOf(time_sec));
    for (int k = 0; k < table_->width; ++k) {
      y[k] = row < 0 ? T(table_->row(0)[k]) : CalcInRow(row, k, time_sec);
    }
  }
}

template <typename T>
SignalTable<T>::SignalTable(const BlockArguments& arguments) : SignalTable(TableOf(arguments)) {}

LOOPWRIGHT_INSTANTIATE_CLASS(SignalTable)

// A profile over time, a row of values for each time. Between the times it is a line or is held.
BlockDescriptor SignalTableBlock() {
  BlockDescriptor block;
  block.type = "SignalTable";
  block.category = "sources";
  block.title = "Signal table";
  block.summary = "A signal given by a table.";
  block.search_words =
      "signal from table, time series, waypoints, piecewise, profile, trajectory, schedule, data";
  block.names_elsewhere =
      "From Workspace, Signal Builder, Signal Editor, Repeating Sequence Interpolated, CURV_c, "
      "CURVE_c, FROMWSB, PIECEWISE, TrajectorySource";
  block.icon = R"(
  <path d="M4 17 L9 8.5 L14.5 13 L20 5"/>
  <circle cx="4" cy="17" r="1.9" fill="currentColor" stroke="none"/>
  <circle cx="9" cy="8.5" r="1.9" fill="currentColor" stroke="none"/>
  <circle cx="14.5" cy="13" r="1.9" fill="currentColor" stroke="none"/>
  <circle cx="20" cy="5" r="1.9" fill="currentColor" stroke="none"/>
)";
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("times", ParameterKind::kVector, ParameterSetting::List{0, 1}, "s",
                    "strictly increasing", ""),
      MakeParameter("values", ParameterKind::kMatrix, ParameterSetting::List{0, 1}, "",
                    "one row per time", ""),
      MakeParameter("interpolation", ParameterKind::kChoice, "linear", "", "linear | hold | cubic",
                    ""),
      MakeParameter("outside", ParameterKind::kChoice, "hold", "", "hold | repeat | zero",
                    "before the first and after the last time"),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.behaviour =
      "breakpoints are timed events; with hold, and where repeat wraps or zero ends, the level is "
      "discrete state (semantics 12)";
  block.infer_widths = [](const BlockArguments& arguments, BlockWidths* widths) {
    widths->set_out(0, static_cast<int>(arguments.matrix("values").cols()));
  };
  block.validate = ValidateTable;
  block.timing = [](const BlockArguments& arguments) {
    return arguments.text("interpolation") == "hold" ? BlockTiming::kEvents
                                                     : BlockTiming::kContinuous;
  };
  block.face = [](const FaceParameters& p) {
    return Face::Function(p.Numbers("times"), p.Numbers("values"),
                          p.Text("interpolation") == "hold");
  };
  block.UseSystem<SignalTable>();
  return block;
}

}  // namespace loopwright
