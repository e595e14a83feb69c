#include "tests/benchmarks/measure.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

namespace loopwright::benchmarks {

double ProcessorSeconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double Seconds(const std::function<void()>& work) {
  const double start = ProcessorSeconds();
  work();
  return ProcessorSeconds() - start;
}

Times operator*(const Times& times, double factor) {
  return {times.median * factor, times.minimum * factor};
}

namespace {

bool& IsCalledOnce() {
  static bool once = false;
  return once;
}

}  // namespace

void CallOnce() { IsCalledOnce() = true; }

std::vector<Times> Alternate(int repetitions, const std::vector<std::function<double()>>& timed) {
  std::vector<std::vector<double>> seconds(timed.size());
  const int rounds = IsCalledOnce() ? 1 : 1 + repetitions;
  for (int round = 0; round < rounds; ++round) {
    if (round == 1) seconds.assign(timed.size(), {});
    for (size_t f = 0; f < timed.size(); ++f) seconds[f].push_back(timed[f]());
  }
  std::vector<Times> result;
  for (std::vector<double>& of_one : seconds) {
    std::sort(of_one.begin(), of_one.end());
    result.push_back({of_one[of_one.size() / 2], of_one.front()});
  }
  return result;
}

void Summary::CheckEqual(const std::string& what, double value, double expected, double tolerance) {
  if (std::abs(value - expected) <= tolerance * std::max(1., std::abs(expected))) return;
  char text[200];
  std::snprintf(text, sizeof text, "%.17g, but %.17g was expected", value, expected);
  disagreements_.push_back(what + ": " + text);
}

void Summary::CheckEqual(const std::string& what, const std::vector<double>& values,
                         const std::vector<double>& expected, double tolerance) {
  if (values.size() != expected.size()) {
    disagreements_.push_back(what + ": " + std::to_string(values.size()) + " values, but " +
                             std::to_string(expected.size()) + " were expected");
    return;
  }
  for (size_t i = 0; i < values.size(); ++i) {
    CheckEqual(what + " [" + std::to_string(i) + "]", values[i], expected[i], tolerance);
  }
}

namespace {

std::string Number(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string GoalText(const Row& row) {
  switch (row.goal.kind) {
    case Goal::kNone:
      return "-";
    case Goal::kRatio:
      return "<= " + Number("%.3g", row.goal.limit) + " x";
    case Goal::kValue:
      return "<= " + Number("%.3g", row.goal.limit);
  }
  return "";
}

std::string Reached(const Row& row) {
  if (row.goal.kind == Goal::kNone) return "-";
  const double value =
      row.goal.kind == Goal::kRatio ? row.measured.median / row.hand->median : row.measured.median;
  return value <= row.goal.limit ? "yes" : "NO";
}

std::string NoteText(const Row& row) { return row.note.empty() ? "" : "  " + row.note; }

}  // namespace

bool Summary::Print() const {
  constexpr const char* kFormat = "%-52s %11s %11s  %-19s %11s %9s  %-10s %-8s%s\n";
  std::printf("\n");
  std::printf(kFormat, "model", "measured", "minimum", "per", "by hand", "ratio", "goal", "reached",
              "  remark");
  for (const Row& row : rows_) {
    std::printf(kFormat, row.model.c_str(), Number("%.4g", row.measured.median).c_str(),
                Number("%.4g", row.measured.minimum).c_str(), row.per.c_str(),
                row.hand ? Number("%.4g", row.hand->median).c_str() : "-",
                row.hand ? Number("%.3g", row.measured.median / row.hand->median).c_str() : "-",
                GoalText(row).c_str(), Reached(row).c_str(), NoteText(row).c_str());
  }
  for (const std::string& text : disagreements_) std::printf("DISAGREES: %s\n", text.c_str());
  std::fflush(stdout);
  return disagreements_.empty();
}

}  // namespace loopwright::benchmarks
