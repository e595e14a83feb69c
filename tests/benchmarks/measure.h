#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace loopwright::benchmarks {

/// Processor time of the calling thread, s: what else runs on the machine does not count.
double ProcessorSeconds();

/// The processor time that `work` takes, s.
double Seconds(const std::function<void()>& work);

struct Times {
  double median = 0;
  double minimum = 0;
};
Times operator*(const Times& times, double factor);

/// From now on each function is called once, which is enough to compare what it computes: the times
/// then say little.
void CallOnce();

/// Calls the functions in turn, once to warm up and then `repetitions` times, so that what disturbs
/// the machine meets all alike. Each returns the seconds that it measured itself.
std::vector<Times> Alternate(int repetitions, const std::vector<std::function<double()>>& timed);

/// What is to be reached: at most `limit` times the hand-written loop, or at most `limit` units.
struct Goal {
  enum Kind { kNone, kRatio, kValue } kind = kNone;
  double limit = 0;
};

/// A line of the summary.
struct Row {
  std::string model;
  Times measured;
  std::string per;  ///< the unit, "ns/evaluation"
  std::optional<Times> hand;
  Goal goal;
  std::string note = {};  ///< why the goal is not reached, where that is known
};

/// What the benchmarks found: the table that is printed at the end, and disagreements.
class Summary {
 public:
  void Add(Row row) { rows_.push_back(std::move(row)); }
  /// Notes a disagreement where |value - expected| > tolerance * max(1, |expected|) or not finite.
  void CheckEqual(const std::string& what, double value, double expected, double tolerance);
  void CheckEqual(const std::string& what, const std::vector<double>& values,
                  const std::vector<double>& expected, double tolerance);
  /// Notes a model that could not be run.
  void Fail(const std::string& what, const std::string& why) {
    disagreements_.push_back(what + ": " + why);
  }
  /// Writes the table and the disagreements; true where there is none of these.
  bool Print() const;
  bool empty() const { return rows_.empty() && disagreements_.empty(); }

 private:
  std::vector<Row> rows_;
  std::vector<std::string> disagreements_;
};

/// A benchmark by name; it adds its rows to the summary and returns the seconds of the engine, for
/// Google Benchmark's own report.
using Model = std::function<double(Summary*)>;
struct NamedModel {
  std::string name;
  Model run;
};
using Models = std::vector<NamedModel>;

void AddHybridModels(Models* models);
void AddChainModels(Models* models);
void AddVanDerPolModels(Models* models);
void AddBallModels(Models* models);
void AddEventModels(Models* models);
void AddEvaluationModels(Models* models);
void AddBuildingModels(Models* models);
void AddCachingModels(Models* models);
void AddBlockModels(Models* models);
void AddSmoothOutputModels(Models* models);
void AddSlidingModels(Models* models);
void AddStudyModels(Models* models);
void AddRecordingModels(Models* models);
void AddLinearModels(Models* models);

/// How often each function is timed.
inline constexpr int kRepetitions = 9;

}  // namespace loopwright::benchmarks
