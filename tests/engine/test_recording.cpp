#include <QObject>
#include <QTest>
#include <cmath>
#include <limits>
#include <thread>
#include <vector>

#include "engine/recording/recording.h"
#include "tests/test_main.h"

namespace loopwright::test_recording {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<RecordedSignal> Signals(const std::vector<int>& widths) {
  std::vector<RecordedSignal> recorded;
  for (size_t k = 0; k < widths.size(); ++k) {
    RecordedSignal signal;
    signal.path = "block" + std::to_string(k) + ".y";
    signal.width = widths[k];
    recorded.push_back(signal);
  }
  return recorded;
}

// A value that is different for every row and column and goes up and down along the rows.
double ValueAt(int64_t row, int column) {
  return static_cast<double>((row * 7919 + column * 104729) % 10007) - 5000;
}

MinMax SlowRange(const Recording& recording, int column, int64_t begin, int64_t end) {
  MinMax range;
  for (int64_t row = begin; row < end; ++row) {
    const double value = recording.value(row, column);
    if (std::isfinite(value)) range.Include({value, value});
  }
  return range;
}

void Fill(Recording* recording, int64_t rows) {
  std::vector<double> row(static_cast<size_t>(recording->num_columns()));
  for (int64_t k = recording->size(); k < rows; ++k) {
    for (size_t c = 0; c < row.size(); ++c) row[c] = ValueAt(k, static_cast<int>(c));
    recording->Append(static_cast<double>(k / 2) * 0.5, k % 2 == 0 ? Side::kBefore : Side::kAfter,
                      row.data());
  }
}

}  // namespace

class RecordingTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void labelsNameColumnsByPathAndElement() {
    const Recording recording(Signals({1, 3, 1}));
    QCOMPARE(recording.num_columns(), 5);
    QCOMPARE(recording.recorded_signals()[1].first_column, 1);
    QCOMPARE(recording.recorded_signals()[2].first_column, 4);
    QCOMPARE(recording.ColumnLabel(0), std::string("block0.y"));
    QCOMPARE(recording.ColumnLabel(1), std::string("block1.y[0]"));
    QCOMPARE(recording.ColumnLabel(3), std::string("block1.y[2]"));
    QCOMPARE(recording.ColumnLabel(4), std::string("block2.y"));
    QCOMPARE(recording.FindSignal("block2.y"), 2);
    QCOMPARE(recording.FindSignal("block2"), -1);
  }

  void rowsComeBackAcrossChunks() {
    Recording recording(Signals({1, 2}));
    const int64_t rows = 100000;
    Fill(&recording, rows);
    QCOMPARE(recording.size(), rows);
    int64_t different = 0;
    for (int64_t k = 0; k < rows; ++k) {
      different += recording.time(k) != static_cast<double>(k / 2) * 0.5;
      different += recording.side(k) != (k % 2 == 0 ? Side::kBefore : Side::kAfter);
      for (int c = 0; c < 3; ++c) different += recording.value(k, c) != ValueAt(k, c);
    }
    QCOMPARE(different, 0);
    int64_t scanned = 0;
    double sum = 0;
    while (scanned < rows) {
      const auto part = recording.Values(2, scanned, rows);
      QCOMPARE(recording.Times(scanned, rows).size(), part.size());
      for (const double value : part) sum += value;
      scanned += static_cast<int64_t>(part.size());
    }
    double expected = 0;
    for (int64_t k = 0; k < rows; ++k) expected += ValueAt(k, 2);
    QCOMPARE(sum, expected);
    QVERIFY(recording.Values(2, rows, rows).empty());
  }

  void boundsFindEqualTimes() {
    Recording recording(Signals({1}));
    QCOMPARE(recording.LowerBound(0), 0);
    Fill(&recording, 50000);
    QCOMPARE(recording.LowerBound(-1), 0);
    QCOMPARE(recording.LowerBound(0), 0);
    QCOMPARE(recording.UpperBound(0), 2);
    QCOMPARE(recording.LowerBound(100), 400);
    QCOMPARE(recording.UpperBound(100), 402);
    QCOMPARE(recording.LowerBound(100.25), 402);
    QCOMPARE(recording.UpperBound(100.25), 402);
    QCOMPARE(recording.LowerBound(1e9), 50000);
    // Wherever it is guessed to be.
    for (const double t : {-1.0, 0.0, 0.25, 100.0, 100.25, 12499.5, 1e9}) {
      for (const int64_t guess : {-5, 0, 1, 399, 400, 401, 402, 25000, 49999, 50000, 60000}) {
        QCOMPARE(recording.LowerBound(t, guess), recording.LowerBound(t));
      }
    }
  }

  void rangesAreThoseOfAScan() {
    Recording recording(Signals({2}));
    Fill(&recording, 300000);
    for (const int64_t begin : {0, 1, 63, 64, 65, 4095, 4096, 100001, 262144, 299999}) {
      for (const int64_t length : {0, 1, 63, 64, 65, 128, 4096, 5000, 40000, 290000, 300000}) {
        const int64_t end = std::min<int64_t>(begin + length, recording.size());
        for (int column = 0; column < 2; ++column) {
          const MinMax range = recording.Range(column, begin, end);
          const MinMax expected = SlowRange(recording, column, begin, end);
          QCOMPARE(range.min, expected.min);
          QCOMPARE(range.max, expected.max);
          QCOMPARE(range.empty(), begin >= end);
        }
      }
    }
  }

  void rangesLeaveOutWhatIsNotFinite() {
    Recording recording(Signals({1}));
    for (int k = 0; k < 10000; ++k) {
      double value = k % 3 == 0 ? kNan : (k % 3 == 1 ? kInfinity : -kInfinity);
      if (k == 5000) value = 2;
      if (k == 6000) value = -3;
      recording.Append(k, Side::kBefore, &value);
    }
    QVERIFY(std::isnan(recording.value(0, 0)));
    QCOMPARE(recording.value(1, 0), kInfinity);
    QCOMPARE(recording.Range(0, 0, 10000).min, -3.0);
    QCOMPARE(recording.Range(0, 0, 10000).max, 2.0);
    QCOMPARE(recording.Range(0, 5000, 5001).min, 2.0);
    QVERIFY(recording.Range(0, 0, 4992).empty());
    QVERIFY(recording.Range(0, 6001, 10000).empty());
  }

  void memoryIsKnownAndReservedRowsCostNoMore() {
    Recording recording(Signals({4}));
    recording.Reserve(200000);
    const int64_t reserved = recording.bytes();
    Fill(&recording, 200000);
    QCOMPARE(recording.bytes(), reserved);
    // Six doubles and the pyramid: bytes_per_row() is what large recordings tend to.
    QVERIFY(recording.bytes_per_row() > 6 * 8);
    QVERIFY(recording.bytes_per_row() < 6 * 8 * 1.05);
    QVERIFY(static_cast<double>(reserved) > 200000 * recording.bytes_per_row());
    Fill(&recording, 400000);
    QVERIFY(recording.bytes() > reserved);
  }

  void noColumnsStillHaveTimes() {
    Recording recording(Signals({}));
    for (int k = 0; k < 200; ++k) recording.Append(k, Side::kAfter, nullptr);
    QCOMPARE(recording.size(), 200);
    QCOMPARE(recording.time(199), 199.0);
  }

  // A reader sees only whole rows, and ranges of what is published, while rows are appended.
  void aReaderSeesWholeRowsWhileTheWriterAppends() {
    Recording recording(Signals({1, 2}));
    const int64_t rows = 300000;
    std::thread writer([&] { Fill(&recording, rows); });
    int64_t different = 0;
    int64_t seen = 0;
    int64_t previous = 0;
    while (seen < rows) {
      seen = recording.size();
      different += seen < previous;
      for (int64_t k = std::max(previous, seen - 500); k < seen; ++k) {
        for (int c = 0; c < 3; ++c) different += recording.value(k, c) != ValueAt(k, c);
      }
      const int64_t begin = seen / 3;
      const MinMax range = recording.Range(1, begin, seen);
      different += seen > begin + 20000 && (range.min != -5000 || range.max != 5006);
      if (seen > 0) {
        const double t = recording.time(seen / 2);
        const int64_t found = recording.LowerBound(t);
        different += found > seen / 2 || recording.time(found) != t;
      }
      previous = seen;
    }
    writer.join();
    QCOMPARE(different, 0);
  }
};

LOOPWRIGHT_TEST(RecordingTest)

}  // namespace loopwright::test_recording

#include "test_recording.moc"
