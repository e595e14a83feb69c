// What it costs to record a run, to draw all of it, and to go back in it: writing rows against a
// loop that only stores the same numbers, the least and greatest values of a plot's columns over
// many rows, and one step back at the end of a long run.

#include "engine/recording/recording.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "blocklib/registry.h"
#include "engine/document/document.h"
#include "engine/file/load.h"
#include "engine/session/run_session.h"
#include "tests/benchmarks/measure.h"
#include "tests/benchmarks/models.h"

namespace loopwright::benchmarks {

namespace {

constexpr int kSignals = 4;
constexpr int64_t kRows = 5'000'000;
constexpr double kValues = kSignals * static_cast<double>(kRows);

std::vector<RecordedSignal> Signals(int count) {
  std::vector<RecordedSignal> recorded;
  for (int i = 0; i < count; ++i) {
    recorded.emplace_back().path = "signal" + std::to_string(i) + ".y";
  }
  return recorded;
}

// The numbers that are written: something that no compiler knows beforehand, and costs next to
// nothing.
double NumberOf(int64_t row, int column) {
  return static_cast<double>((row * 2'654'435'761 + column) & 0xffff);
}

double MeasureWriting(Summary* summary) {
  double sum_of_engine = 0, sum_by_hand = 0;
  const auto engine = [&] {
    Recording recording(Signals(kSignals));
    return Seconds([&] {
      double row[kSignals];
      for (int64_t i = 0; i < kRows; ++i) {
        for (int k = 0; k < kSignals; ++k) row[k] = NumberOf(i, k);
        recording.Append(static_cast<double>(i) * 1e-3, Side::kAfter, row);
      }
      sum_of_engine = recording.value(kRows - 1, 0) + recording.Range(1, 0, kRows).max;
    });
  };
  const auto by_hand = [&] {
    std::vector<double> stored;
    return Seconds([&] {
      double greatest = 0;
      for (int64_t i = 0; i < kRows; ++i) {
        stored.push_back(static_cast<double>(i) * 1e-3);
        for (int k = 0; k < kSignals; ++k) stored.push_back(NumberOf(i, k));
        greatest = std::max(greatest, NumberOf(i, 1));
      }
      sum_by_hand = stored[stored.size() - kSignals] + greatest;
    });
  };
  const auto times = Alternate(3, {engine, by_hand});
  summary->CheckEqual("recorded values", sum_of_engine, sum_by_hand, 0);
  // 20 million values a second.
  summary->Add({"recording of 4 signals, 5,000,000 rows",
                times[0] * (1e9 / kValues),
                "ns/value",
                times[1] * (1e9 / kValues),
                {Goal::kValue, 50}});
  return times[0].median;
}

double MeasureView(Summary* summary) {
  constexpr int64_t kManyRows = 20'000'000;
  constexpr int kPixels = 1600;
  Recording recording(Signals(1));
  for (int64_t i = 0; i < kManyRows; ++i) {
    const double value = NumberOf(i, 0);
    recording.Append(static_cast<double>(i) * 1e-3, Side::kAfter, &value);
  }
  MinMax all;
  const auto view = [&] {
    return Seconds([&] {
      for (int64_t pixel = 0; pixel < kPixels; ++pixel) {
        all.Include(
            recording.Range(0, kManyRows * pixel / kPixels, kManyRows * (pixel + 1) / kPixels));
      }
    });
  };
  const auto times = Alternate(kRepetitions, {view});
  summary->CheckEqual("greatest value", all.max, recording.Range(0, 0, kManyRows).max, 0);
  summary->Add({"full view of 20,000,000 rows, 1600 columns",
                times[0] * 1e3,
                "ms/view",
                {},
                {Goal::kValue, 2}});
  return times[0].median;
}

// One step back at the end of a run of a million steps: from the nearest snapshot on the run is
// made again. It is told by the clock, as the run has a thread of its own.
double MeasureStepBack(Summary* summary) {
  constexpr int64_t kSteps = 1'000'000;
  DiagramText text;
  text.Block("wave", "Sine", "{'frequency': 3}");
  text.Block("hold", "ZeroOrderHold", "{'period': 0.001}");
  text.Block("lag", "FirstOrderLag");
  text.Wire("wave.y", "hold.u");
  text.Wire("hold.y", "lag.u");
  const Document document = LoadDocument(text.text(), BuiltInBlocks()).document.value();
  RunOptions options;
  options.stop_time = kSteps * 1e-3;
  const auto session = RunSession::Start(document, BuiltInBlocks(), options);
  session->Wait();
  const int64_t last = session->last_step();
  int64_t shown = last;
  double greatest = 0;
  const auto back = [&] {
    const auto begin = std::chrono::steady_clock::now();
    session->Show({RunAim::Kind::kStep, --shown});
    while (session->is_looking()) std::this_thread::sleep_for(std::chrono::microseconds(100));
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    greatest = std::max(greatest, passed.count());
    return passed.count();
  };
  const auto times = Alternate(20, {back});
  summary->CheckEqual("step that is shown", static_cast<double>(session->instant()->step),
                      static_cast<double>(shown), 0);
  summary->Add({"step back in a run of " + std::to_string(last) + " steps",
                times[0] * 1e3,
                "ms/step back",
                {},
                {Goal::kValue, 200}});
  summary->Add({"the longest of 21 such steps back",
                {greatest * 1e3, greatest * 1e3},
                "ms/step back",
                {},
                {Goal::kValue, 200}});
  return times[0].median;
}

}  // namespace

void AddRecordingModels(Models* models) {
  models->push_back({"recording", MeasureWriting});
  models->push_back({"view", MeasureView});
  models->push_back({"step_back", MeasureStepBack});
}

}  // namespace loopwright::benchmarks
