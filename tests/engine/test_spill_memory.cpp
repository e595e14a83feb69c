#include <QDir>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <string>
#include <vector>

#include "engine/common/exceptions.h"
#include "engine/common/spill_memory.h"
#include "engine/recording/recording.h"
#include "tests/test_main.h"

namespace loopwright::test_spill_memory {

class TestSpillMemory : public QObject {
  Q_OBJECT

 private slots:
  // The first part is ordinary memory, the rest a file that nobody sees.
  void whatIsMoreThanIsKeptLiesInAFile() {
    SpillMemory memory(folder_.path().toStdString(), 1 << 20);
    std::vector<double*> parts;
    constexpr size_t kCount = 100'000;
    for (int i = 0; i < 60; ++i) {
      parts.push_back(memory.Allocate(kCount));
      QCOMPARE(memory.spilled_bytes() > 0, i >= 1);
      for (size_t k = 0; k < kCount; ++k) parts.back()[k] = double(i) * 1e6 + double(k);
    }
    QVERIFY(memory.spilled_bytes() >= 59 * static_cast<int64_t>(kCount * sizeof(double)));
    for (int i = 0; i < 60; ++i) {
      for (size_t k = 0; k < kCount; k += 101) {
        QCOMPARE(parts[size_t(i)][k], double(i) * 1e6 + double(k));
      }
    }
    QVERIFY(QDir(folder_.path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
    // More than the file grows by otherwise.
    const size_t many = 5'000'000;
    double* const large = memory.Allocate(many);
    large[0] = 1;
    large[many - 1] = 2;
    QCOMPARE(parts[59][kCount - 1], 59e6 + double(kCount - 1));
  }

  void aFolderThatTakesNoFileIsSaid() {
    SpillMemory memory("/no/such/folder", 0);
    try {
      memory.Allocate(10);
      QFAIL("it took the memory");
    } catch (const FileError& error) {
      QCOMPARE(std::string(error.what()),
               std::string("Cannot keep results in /no/such/folder: No such file or directory"));
    }
  }

  void aRecordingInItIsLikeAnyOther() {
    const std::vector<RecordedSignal> recorded = {{"a.y", "", 40, 0, false, 0}};
    auto memory = std::make_shared<SpillMemory>(folder_.path().toStdString(), 1 << 20);
    Recording spilled(recorded, memory);
    Recording kept(recorded);
    std::vector<double> row(40);
    for (int i = 0; i < 20'000; ++i) {
      for (size_t k = 0; k < row.size(); ++k) row[k] = (i * 7919) % 1000 + double(k) / 40;
      for (Recording* each : {&spilled, &kept}) each->Append(0.001 * i, Side::kBefore, row.data());
    }
    QVERIFY(memory->spilled_bytes() > 0);
    QCOMPARE(spilled.size(), kept.size());
    for (int64_t i = 0; i < kept.size(); i += 13) {
      QCOMPARE(spilled.time(i), kept.time(i));
      QCOMPARE(spilled.value(i, 17), kept.value(i, 17));
    }
    const MinMax range = spilled.Range(3, 100, 19'000);
    QCOMPARE(range.min, kept.Range(3, 100, 19'000).min);
    QCOMPARE(range.max, kept.Range(3, 100, 19'000).max);
  }

 private:
  QTemporaryDir folder_;
};

LOOPWRIGHT_TEST_WITH(QCoreApplication, TestSpillMemory)

}  // namespace loopwright::test_spill_memory

#include "test_spill_memory.moc"
