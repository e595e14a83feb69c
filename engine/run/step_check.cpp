#include "engine/run/step_check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <tuple>

#include "engine/document/document.h"
#include "engine/recording/recording.h"
#include "engine/run/run_model.h"
#include "engine/run/run_setup.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

constexpr double kMostInstants = 1000, kInstantsOfChosenSteps = 50;
// Differences up to this part of a range are rounding, and tell nothing of an order.
constexpr double kRounding = 1e-13;

// What is changed from run to run, by which factor, and from which value on.
struct Change {
  std::string setting;
  double factor;
  double value;
};

// What is made finer: the tolerance, the step, or that of the noise.
Change ChooseChange(const RunSetup& setup) {
  const RunSettings& settings = setup.settings();
  const auto& notes = setup.diagnostics();
  const bool is_stochastic = std::ranges::any_of(
      notes, [](const Diagnostic& note) { return note.id == DiagnosticCode::kStochasticDiagram; });
  if (is_stochastic) {
    return {"stochastic_step", 2,
            std::ldexp(settings.stochastic_step, -settings.stochastic_refinement)};
  }
  if (settings.fixed_step) return {"fixed_step", 2, *settings.fixed_step};
  return {"accuracy", 10, settings.accuracy};
}

// Steps of all three runs end at its multiples without being cut.
double ChooseLogInterval(const RunSettings& settings, const Change& change) {
  const double span = settings.stop_time - settings.start_time;
  if (change.setting == "accuracy") return span / kInstantsOfChosenSteps;
  return change.value * std::max(1., std::ceil(span / change.value / kMostInstants));
}

// The setting of run 0, 1 or 2 in the options. The first has the value that the document gives.
void ChangeOptions(const Change& change, int run, RunOptions* options) {
  const double value = change.value / std::pow(change.factor, run);
  if (change.setting == "fixed_step") options->fixed_step = value;
  if (change.setting == "stochastic_step") options->stochastic_step = value;
  if (change.setting == "accuracy") options->accuracy = value;
}

// Why a run did not come to its end, which makes the others pointless; empty where it did.
std::string Failure(const RunOutcome& outcome, const std::string& setting, double value) {
  if (outcome.end == RunEnd::kDone || outcome.end == RunEnd::kTerminated) return "";
  std::string text = "with " + setting + " = " + FormatNumber(value) +
                     " the run ends at t = " + FormatNumber(outcome.time) + " s";
  if (!outcome.path.empty()) text += ", " + outcome.path;
  return text + ": " + outcome.message;
}

// The rows of three recordings at an instant that all of them have.
using Rows = std::array<int64_t, 3>;
using Recordings = std::array<std::shared_ptr<const Recording>, 3>;

// All such rows, in the order of time. Each reader goes on while it is behind another.
std::vector<Rows> CommonRows(const Recordings& recordings) {
  const auto instant = [&](size_t r, int64_t row) {
    return std::tuple(recordings[r]->time(row), recordings[r]->side(row) == Side::kAfter);
  };
  std::vector<Rows> common;
  Rows at{};
  const auto are_all_inside = [&] {
    return at[0] < recordings[0]->size() && at[1] < recordings[1]->size() &&
           at[2] < recordings[2]->size();
  };
  while (are_all_inside()) {
    const auto latest = std::max({instant(0, at[0]), instant(1, at[1]), instant(2, at[2])});
    bool is_common = true;
    for (size_t r = 0; r < at.size(); ++r) {
      if (instant(r, at[r]) == latest) continue;
      is_common = false;
      ++at[r];
    }
    if (!is_common) continue;
    common.push_back(at);
    for (int64_t& row : at) ++row;
  }
  return common;
}

// The largest difference between the runs, as a part of the range of the column, and how it shrinks
// from one to the next.
StepCheckColumn CompareColumn(const Recordings& recordings, const std::vector<Rows>& rows,
                              int column, double factor) {
  StepCheckColumn result;
  result.column = recordings[0]->ColumnLabel(column);
  const MinMax range = recordings[0]->Range(column, 0, recordings[0]->size());
  if (!range.empty()) result.range = range.max - range.min;
  for (const Rows& row : rows) {
    std::array<double, 3> y{};
    for (size_t r = 0; r < y.size(); ++r) y[r] = recordings[r]->value(row[r], column);
    const double change = std::abs(y[1] - y[0]), next = std::abs(y[2] - y[1]);
    if (change > result.change) {
      result.change = change;
      result.time = recordings[0]->time(row[0]);
    }
    if (next > result.next_change) result.next_change = next;
  }
  const double size = std::max(result.range, std::max(std::abs(range.min), std::abs(range.max)));
  if (std::min(result.change, result.next_change) > kRounding * size) {
    result.order = std::log(result.change / result.next_change) / std::log(factor);
  }
  return result;
}

// By how much of their range columns change; one that stands still otherwise comes first.
double PartOf(const StepCheckColumn& column) {
  if (column.change == 0) return 0;
  return column.range > 0 ? column.change / column.range : HUGE_VAL;
}

}  // namespace

// The same run three times, each with finer steps: what still changes much is not yet known well.
StepCheck CheckSteps(const Document& document, const BlockRegistry& registry,
                     const RunOptions& options, const std::stop_token& stop) {
  StepCheck check;
  RunOptions base = options;
  base.no_files = true;
  base.realtime_rate = 0;
  auto model = std::make_shared<const RunModel>(document, registry, base);
  Change change;
  {
    const RunSetup setup(model, base);
    if (!setup.ok()) {
      check.diagnostics = setup.diagnostics();
      return check;
    }
    change = ChooseChange(setup);
    if (!setup.settings().log_interval) {
      base.log_interval = ChooseLogInterval(setup.settings(), change);
    }
  }
  check.setting = change.setting;
  // A path is refined where the file says which grid it has.
  if (change.setting == "stochastic_step") {
    Document copy = document;
    copy.simulation.Set("stochastic_step", ParameterSetting(change.value));
    model = std::make_shared<const RunModel>(copy, registry, base);
  }
  Recordings recordings;
  for (int run = 0; run < 3 && !stop.stop_requested(); ++run) {
    if (run > 0) ChangeOptions(change, run, &base);
    RunSetup setup(model, base);
    const size_t index = run;
    check.values[index] = change.value / std::pow(change.factor, run);
    const RunOutcome outcome =
        setup.Run([&stop](double, int64_t) { return !stop.stop_requested(); });
    check.failure = Failure(outcome, check.setting, check.values[index]);
    if (!check.failure.empty()) return check;
    recordings[index] = setup.recording();
  }
  if (stop.stop_requested()) return check;
  const std::vector<Rows> rows = CommonRows(recordings);
  check.num_instants = static_cast<int>(rows.size());
  for (int column = 0; column < recordings[0]->num_columns(); ++column) {
    check.columns.push_back(CompareColumn(recordings, rows, column, change.factor));
  }
  std::ranges::stable_sort(check.columns, std::greater(), PartOf);
  return check;
}

}  // namespace loopwright
