// Recordings that are bounded: their older rows are thinned.

#include <QObject>
#include <QTest>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

#include "engine/document/document.h"
#include "engine/recording/recording.h"
#include "engine/recording/thinning.h"
#include "engine/run/run_setup.h"
#include "engine/run/signal_recorder.h"
#include "engine/session/run_session.h"
#include "tests/engine/session_blocks.h"
#include "tests/test_main.h"

namespace loopwright::test_thinning {
namespace {

using session_blocks::MakeBlock;
using session_blocks::MakeDocument;
using session_blocks::Registry;

constexpr int64_t kLeastLimit = SignalRecorder::kLeastLimit;

/// Two signals, the second of two elements; every third instant is an update, with both sides.
std::shared_ptr<Recording> Waves(int64_t instants) {
  std::vector<RecordedSignal> recorded(2);
  recorded[0].path = "a.y";
  recorded[1].path = "b.y";
  recorded[1].width = 2;
  auto recording = std::make_shared<Recording>(recorded);
  for (int64_t k = 0; k < instants; ++k) {
    const double t = 0.001 * static_cast<double>(k);
    double row[3] = {std::sin(7 * t) * t, static_cast<double>((k * 7919) % 10007),
                     k % 1000 == 0 ? std::nan("") : -t};
    recording->Append(t, Side::kBefore, row);
    if (k % 3 != 0) continue;
    row[0] += 1;
    row[1] = -row[1];
    recording->Append(t, Side::kAfter, row);
  }
  return recording;
}

/// Rows of side `+` that are not right after a row of side `-` of the same time.
int64_t BrokenPairs(const Recording& recording) {
  int64_t broken = 0;
  for (int64_t row = 0; row < recording.size(); ++row) {
    if (recording.side(row) != Side::kAfter) continue;
    broken += row == 0 || recording.time(row - 1) != recording.time(row) ||
              recording.side(row - 1) != Side::kBefore;
  }
  return broken;
}

std::vector<double> RowOf(const Recording& recording, int64_t row) {
  std::vector<double> values = {recording.time(row), static_cast<double>(recording.side(row))};
  for (int c = 0; c < recording.num_columns(); ++c) {
    const double value = recording.value(row, c);
    values.push_back(std::isnan(value) ? 1e300 : value);
  }
  return values;
}

RunOptions Limited(int64_t bytes) {
  RunOptions options;
  options.recording_limit = bytes;
  return options;
}

/// A counter that is updated so many times; two rows each.
Document ManyUpdates(double updates) {
  return MakeDocument({MakeBlock("counter", "Counter", {{"period", 0.5}})}, 0.5 * updates);
}

constexpr double kManyUpdates = 200000;

bool Continue(double, int64_t) { return true; }

}  // namespace

class ThinningTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void atMostHalfOfTheRowsAreLeftAndAllOfThemWereThere() {
    const auto recording = Waves(60000);
    const auto thinned = ThinOlderRows(*recording);
    QVERIFY(thinned->size() <= recording->size() / 2);
    QVERIFY(thinned->size() > recording->size() / 4);
    int64_t from = 0;
    for (int64_t row = 0; row < thinned->size(); ++row) {
      const std::vector<double> wanted = RowOf(*thinned, row);
      while (from < recording->size() && RowOf(*recording, from) != wanted) ++from;
      QVERIFY(from < recording->size());
      ++from;
    }
    QCOMPARE(thinned->time(0), 0.);
    QCOMPARE(thinned->FindSignal("b.y"), 1);
    QCOMPARE(thinned->num_columns(), 3);
    QVERIFY(!recording->thinned_until().has_value());
  }

  void theNewestRowsAreAllThere() {
    const auto recording = Waves(60000);
    const auto thinned = ThinOlderRows(*recording);
    const double until = thinned->thinned_until().value();
    const int64_t first = recording->LowerBound(until);
    QVERIFY(recording->size() - first >= recording->size() / 4);
    QCOMPARE(thinned->size() - thinned->LowerBound(until), recording->size() - first);
    for (int64_t row = 1; row <= recording->size() - first; ++row) {
      QVERIFY(RowOf(*thinned, thinned->size() - row) == RowOf(*recording, recording->size() - row));
    }
  }

  void extremesStay() {
    auto thinned = Waves(60000);
    const auto recording = thinned;
    for (int times = 0; times < 4; ++times) {
      thinned = ThinOlderRows(*thinned);
      for (int column = 0; column < 3; ++column) {
        const MinMax all = recording->Range(column, 0, recording->size());
        const MinMax left = thinned->Range(column, 0, thinned->size());
        QCOMPARE(left.min, all.min);
        QCOMPARE(left.max, all.max);
      }
    }
    // Of every stretch longer than a group, too.
    const auto once = ThinOlderRows(*recording);
    for (double t = 0; t < 40; t += 1) {
      const auto range = [t](const Recording& of, double margin) {
        return of.Range(1, of.LowerBound(t - margin), of.LowerBound(t + 1 + margin));
      };
      QVERIFY(range(*once, 0.1).max >= range(*recording, 0).max);
      QVERIFY(range(*once, 0.1).min <= range(*recording, 0).min);
    }
  }

  void bothSidesOfKeptUpdatesStay() {
    auto thinned = Waves(60000);
    QCOMPARE(BrokenPairs(*thinned), 0);
    for (int times = 0; times < 4; ++times) {
      thinned = ThinOlderRows(*thinned);
      QCOMPARE(BrokenPairs(*thinned), 0);
      // A row before an update without the one after it would look like an ordinary one.
      for (int64_t row = 0; row < thinned->size(); ++row) {
        const auto k = static_cast<int64_t>(std::lround(thinned->time(row) * 1000));
        if (k % 3 != 0 || thinned->side(row) == Side::kAfter) continue;
        QVERIFY(row + 1 < thinned->size() && thinned->side(row + 1) == Side::kAfter);
      }
    }
  }

  void aRecordingOfNothingFiniteIsThinned() {
    Recording recording(std::vector<RecordedSignal>(1));
    const double none = std::nan("");
    for (int64_t k = 0; k < 1000; ++k) {
      recording.Append(static_cast<double>(k), Side::kBefore, &none);
    }
    const auto thinned = ThinOlderRows(recording);
    QVERIFY(thinned->size() <= 500);
    QCOMPARE(thinned->time(0), 0.);
  }

  void theLeastThatCanBeThinnedIsHalved() {
    for (const int columns : {1, 2, 7, 100}) {
      RecordedSignal signal;
      signal.width = columns;
      Recording recording({signal});
      std::vector<double> row(static_cast<size_t>(columns));
      const int64_t least = LeastRowsToThin(columns);
      for (int64_t k = 0; k < least; ++k) {
        for (int c = 0; c < columns; ++c) {
          row[static_cast<size_t>(c)] = static_cast<double>(((k + 13 * c) * 7919) % 10007);
        }
        recording.Append(static_cast<double>(k / 2), k % 2 == 0 ? Side::kBefore : Side::kAfter,
                         row.data());
      }
      QVERIFY(ThinOlderRows(recording)->size() <= least / 2);
    }
  }

  void withoutALimitEveryRowIsKept() {
    RunSetup setup(ManyUpdates(kManyUpdates), Registry(), {});
    QCOMPARE(setup.Run(Continue).end, RunEnd::kDone);
    QCOMPARE(setup.recording()->size(), static_cast<int64_t>(2 * kManyUpdates + 1));
    QVERIFY(!setup.recording()->thinned_until().has_value());
  }

  void aLimitedRunStaysWithinItsMemory() {
    RunSetup setup(ManyUpdates(kManyUpdates), Registry(), Limited(kLeastLimit));
    std::shared_ptr<const Recording> latest = setup.recording();
    int64_t most_bytes = 0;
    int times = 0;
    setup.SetThinningCallback([&](const std::shared_ptr<const Recording>& recording) {
      most_bytes = std::max(most_bytes, latest->bytes() + recording->bytes());
      latest = recording;
      ++times;
    });
    QCOMPARE(setup.Run(Continue).end, RunEnd::kDone);
    QVERIFY(times > 1);
    QVERIFY(latest == setup.recording());
    QVERIFY2(most_bytes <= kLeastLimit, std::to_string(most_bytes).c_str());
    const Recording& recording = *latest;
    QVERIFY(recording.thinned_until().value() > 0);
    QCOMPARE(recording.time(0), 0.);
    QCOMPARE(recording.time(recording.size() - 1), 0.5 * kManyUpdates);
    const MinMax range = recording.Range(0, 0, recording.size());
    QCOMPARE(range.min, 0.);
    QCOMPARE(range.max, kManyUpdates);
    QCOMPARE(BrokenPairs(recording), 0);
    for (int64_t row = 0; row < recording.size(); ++row) {
      const double updates = 2 * recording.time(row) + (recording.side(row) == Side::kAfter);
      QCOMPARE(recording.value(row, 0), updates);
    }
  }

  void readersOfASessionGoOnWhileOlderRowsAreThinned() {
    const auto session =
        RunSession::Start(ManyUpdates(kManyUpdates), Registry(), Limited(kLeastLimit));
    std::atomic<bool> stop{false};
    std::atomic<int> wrong{0};
    std::atomic<int> recordings{0};
    std::thread reader([&] {
      std::shared_ptr<const Recording> last;
      double seen = 0;
      while (!stop) {
        const auto recording = session->recording();
        if (recording == nullptr) continue;
        if (recording != last) ++recordings;
        const std::shared_ptr<const Recording> held = last;  // may still be read
        last = recording;
        for (const auto& each : {held, recording}) {
          if (each == nullptr) continue;
          const int64_t rows = each->size();
          for (int64_t row = 0; row < rows; row += 97) {
            const double updates = 2 * each->time(row) + (each->side(row) == Side::kAfter);
            wrong += each->value(row, 0) != updates || each->value(row, 1) != -updates;
          }
        }
        const int64_t rows = recording->size();
        if (rows == 0) continue;
        wrong += recording->time(rows - 1) < seen;
        seen = recording->time(rows - 1);
      }
    });
    session->Wait();
    stop = true;
    reader.join();
    QCOMPARE(wrong.load(), 0);
    QVERIFY(recordings >= 1);
    QVERIFY(session->recording()->thinned_until().has_value());
    QCOMPARE(session->recording()->time(session->recording()->size() - 1), 0.5 * kManyUpdates);
  }
};

LOOPWRIGHT_TEST_WITH(QCoreApplication, ThinningTest)

}  // namespace loopwright::test_thinning

#include "test_thinning.moc"
