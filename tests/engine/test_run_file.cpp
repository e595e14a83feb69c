#include <sys/resource.h>

#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <limits>
#include <string>
#include <vector>

#include "engine/common/exceptions.h"
#include "engine/kept_run/chunk.h"
#include "engine/kept_run/hash.h"
#include "engine/kept_run/rows_chunk.h"
#include "tests/engine/kept_run_helpers.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

namespace loopwright::test_run_file {
namespace {

using kept_runs::Append;
using kept_runs::HaveSameRows;
using kept_runs::Keep;
using kept_runs::Signal;
using session_blocks::MakeBlock;
using session_blocks::MakeDocument;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Values that a coding of differences could spoil, on both sides of updates.
void AppendOddRows(Recording* recording, int rows) {
  const double odd[] = {
      0, -0.0, 1, std::nextafter(1.0, 2.0), -1e300, 5e-324, kInfinity, -kInfinity, std::nan("1")};
  for (int r = 0; r < rows; ++r) {
    Append(recording, 0.1 * (r / 2), r % 2 == 0 ? Side::kBefore : Side::kAfter,
           {odd[r % 9], odd[(r * 4 + 1) % 9], static_cast<double>(r)});
  }
}

Recording ThreeColumns() { return Recording({Signal("a.y", 1), Signal("b.y", 2)}); }

Document TwoBlocks() {
  return MakeDocument({MakeBlock("counter", "Counter"), MakeBlock("growth", "Growth")}, 3);
}

// The bytes of a file with a few chunks of rows and a change.
std::string SmallFile(const QTemporaryDir& folder) {
  const std::string path = folder.filePath("small.loop-run").toStdString();
  Keep(TwoBlocks(), {}, path, [](double time, RunSetup* setup, RunFileWriter* writer) {
    if (time >= 1 && time < 1.5) {
      writer->AddChange(*setup->recording(), {time, "growth.rate", "1", "1"});
    }
    return true;
  });
  return ReadFile(path);
}

std::string MessageOfReading(const std::string& bytes) {
  return MessageOf([&bytes] { ReadRun(bytes, "r.loop-run"); });
}

constexpr char kNoRun[] =
    "Cannot open r.loop-run: it is no file of a run, as `loopwright-cli run FILE --save-run "
    "RUN.loop-run` writes one";
constexpr char kCutBefore[] =
    "Cannot open r.loop-run: it is the file of a run, but cut before the run began; make the run "
    "again";
constexpr char kDamagedRecord[] =
    "Cannot open r.loop-run: it is damaged where its record begins, so nothing of it can be read";

}  // namespace

class RunFileTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // The published value of the hash for no bytes at all.
  void theHashIsTheOneThatXxhsumPrints() {
    QCOMPARE(HashOf(""), std::string("99aa06d3014798d86001c324468d497f"));
    QVERIFY(HashOf("a") != HashOf("b"));
  }

  void theDigestIsTheHashOfTheRowsAsDoubles() {
    RowDigest digest;
    digest.Add(0.5, Side::kBefore, std::vector<double>{1, 2});
    digest.Add(0.5, Side::kAfter, std::vector<double>{3, 4});
    const double rows[] = {0.5, -1, 1, 2, 0.5, 1, 3, 4};
    QCOMPARE(digest.value(), HashOf({reinterpret_cast<const char*>(rows), sizeof rows}));
  }

  void rowsKeepEveryBit() {
    Recording recording = ThreeColumns();
    AppendOddRows(&recording, 100);
    Recording read = ThreeColumns();
    QVERIFY(DecodeRows(EncodeRows(recording, 0, 37), &read));
    QVERIFY(DecodeRows(EncodeRows(recording, 37, 100), &read));
    QCOMPARE(read.size(), int64_t{100});
    QVERIFY(HaveSameRows(recording, read, 100));
  }

  void rowsThatDoNotFollowAreRefused() {
    Recording recording = ThreeColumns();
    AppendOddRows(&recording, 100);
    Recording read = ThreeColumns();
    QVERIFY(!DecodeRows(EncodeRows(recording, 1, 5), &read));
    QVERIFY(!DecodeRows("short", &read));
    Recording other({Signal("a.y", 2)});
    QVERIFY(!DecodeRows(EncodeRows(recording, 0, 5), &other));
    Recording later = ThreeColumns();
    Append(&later, 7, Side::kBefore, {0, 0, 0});
    Recording two_rows = ThreeColumns();
    Append(&two_rows, 9, Side::kBefore, {0, 0, 0});
    Append(&two_rows, 5, Side::kBefore, {0, 0, 0});
    QVERIFY(!DecodeRows(EncodeRows(two_rows, 1, 2), &later));
    QCOMPARE(read.size(), int64_t{0});
    QCOMPARE(later.size(), int64_t{1});
  }

  void aFileHoldsTheRunAndItsRecord() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("a.loop-run").toStdString();
    RunOptions options;
    options.overrides = {{"growth.rate", "2*pi"}};
    options.seed = 18446744073709551615u;
    options.fixed_step = 0.1;
    options.integrator = "rk4";
    const Document document = TwoBlocks();
    Keep(document, options, path);
    RunSetup again(document, session_blocks::Registry(), options);
    again.Run([](double, int64_t) { return true; });
    const KeptRun run = ReadRunFile(path);
    QCOMPARE(run.recording->size(), again.recording()->size());
    QVERIFY(HaveSameRows(*run.recording, *again.recording(), run.recording->size()));
    QCOMPARE(run.recording->ColumnLabel(1), std::string("counter.y[1]"));
    QVERIFY(run.recording->recorded_signals()[0].discrete);
    QCOMPARE(run.start.program, std::string("1.2"));
    QCOMPARE(run.start.began.size(), size_t{20});
    QCOMPARE(run.start.diagram_file, std::string("test.loop.json"));
    QCOMPARE(run.start.diagram_text, SaveCanonical(document));
    QCOMPARE(run.start.options.overrides, options.overrides);
    QCOMPARE(run.start.options.seed, options.seed);
    QCOMPARE(run.start.options.fixed_step, options.fixed_step);
    QCOMPARE(run.start.options.integrator, options.integrator);
    QVERIFY(!run.start.options.accuracy.has_value() && !run.start.options.no_cache);
    const std::pair<std::string, std::string> step("fixed_step", "0.1");
    QVERIFY(std::find(run.start.settings.begin(), run.start.settings.end(), step) !=
            run.start.settings.end());
    QVERIFY(run.finish.has_value() && run.damage.empty());
    QVERIFY(run.finish->outcome.end == RunEnd::kDone);
    QCOMPARE(run.finish->outcome.time, 3.0);
    QCOMPARE(run.finish->rows, run.recording->size());
  }

  void everyEndIsKept() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("a.loop-run").toStdString();
    for (const bool fails : {true, false}) {
      Keep(MakeDocument(
               {MakeBlock("slope", "Slope"), MakeBlock("ender", "Ender", {{"fails", fails}})}, 3),
           {}, path);
      const RunOutcome outcome = ReadRunFile(path).finish->outcome;
      QVERIFY(outcome.end == (fails ? RunEnd::kFailed : RunEnd::kTerminated));
      QCOMPARE(outcome.time, 1.0);
      QCOMPARE(outcome.path, std::string("ender"));
      QCOMPARE(outcome.message, std::string(fails ? "the test asked for it" : "enough"));
    }
    Keep(TwoBlocks(), {}, path, [](double time, RunSetup*, RunFileWriter*) { return time < 1; });
    const RunFinish finish = *ReadRunFile(path).finish;
    QVERIFY(finish.outcome.end == RunEnd::kStopped && finish.outcome.time >= 1);
  }

  void aFileCutAtAnyByteOpensUpToThere() {
    const QTemporaryDir folder;
    const std::string bytes = SmallFile(folder);
    const KeptRun whole = ReadRun(bytes, "whole");
    QVERIFY(!whole.changes.empty());
    ChunkReader reader(bytes, 12);
    reader.Next();
    const size_t first_end = reader.offset();
    std::vector<size_t> ends;
    while (reader.Next()) ends.push_back(reader.offset());
    QVERIFY(ends.size() >= 4);
    QCOMPARE(ends.back(), bytes.size());
    int64_t rows = 0;
    for (size_t cut = 0; cut < bytes.size(); ++cut) {
      const std::string part = bytes.substr(0, cut);
      if (cut < first_end) {
        QCOMPARE(MessageOfReading(part), std::string(kCutBefore));
        continue;
      }
      const KeptRun run = ReadRun(part, "part");
      QVERIFY2(run.damage.empty() && !run.finish.has_value(), std::to_string(cut).c_str());
      QVERIFY(run.recording->size() >= rows);  // never fewer than of a shorter part
      rows = run.recording->size();
      QVERIFY(HaveSameRows(*run.recording, *whole.recording, rows));
    }
    QCOMPARE(rows, whole.recording->size());
  }

  void anyByteThatIsAnotherIsFound() {
    const QTemporaryDir folder;
    const std::string bytes = SmallFile(folder);
    const KeptRun whole = ReadRun(bytes, "whole");
    for (size_t at = 0; at < bytes.size(); ++at) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
      try {
        const KeptRun run = ReadRun(damaged, "damaged");
        QVERIFY2(run.damage.starts_with("is damaged at byte "), std::to_string(at).c_str());
        QVERIFY(HaveSameRows(*run.recording, *whole.recording, run.recording->size()));
      } catch (const FileError&) {  // in the head or in the record
      }
    }
  }

  void damageIsNamedWithWhatCanBeRead() {
    const QTemporaryDir folder;
    std::string bytes = SmallFile(folder);
    ChunkReader reader(bytes, 12);
    reader.Next();
    const size_t first_rows = reader.offset();
    reader.Next();
    const size_t second = reader.offset();
    std::string damaged = bytes;
    damaged[second + 30] ^= 1;
    const KeptRun run = ReadRun(damaged, "r.loop-run");
    const double last = run.recording->time(run.recording->size() - 1);
    QCOMPARE(last, 1.0);
    QCOMPARE(run.damage, "is damaged at byte " + std::to_string(second) +
                             ": only what was recorded up to t = 1 s can be read");
    damaged = bytes;
    damaged[first_rows] ^= 1;
    QCOMPARE(ReadRun(damaged, "r").damage, "is damaged at byte " + std::to_string(first_rows) +
                                               ": nothing that was recorded can be read");
  }

  void whatIsNoRunIsRefused() {
    const QTemporaryDir folder;
    const std::string bytes = SmallFile(folder);
    QCOMPARE(MessageOfReading("{\"format\": \"loopwright\"}"), std::string(kNoRun));
    QCOMPARE(MessageOfReading(std::string("LOOPRUN\n\0\0\0\0", 12)), std::string(kNoRun));
    QCOMPARE(MessageOfReading(""), std::string(kCutBefore));
    std::string newer = bytes;
    newer[8] = 2;
    QCOMPARE(MessageOfReading(newer),
             std::string("Cannot open r.loop-run: it is of version 2 of the form of runs' files; "
                         "this program reads up to version 1: open it with the program that wrote "
                         "it, or a newer one"));
    std::string damaged = bytes;
    damaged[40] ^= 1;
    QCOMPARE(MessageOfReading(damaged), std::string(kDamagedRecord));
    const std::string head = bytes.substr(0, 12);
    QCOMPARE(MessageOfReading(head + PackChunk(kRowsChunk, "")), std::string(kDamagedRecord));
    QCOMPARE(MessageOfReading(head + PackChunk(kBeginChunk, "none")), std::string(kDamagedRecord));
    QVERIFY(MessageOf([] {
              ReadRunFile("/no/such.loop-run");
            }).starts_with("Cannot read /no/such.loop-run: "));
  }

  // A chunk that is as it was written may still hold what nobody should have written.
  void wrongContentsAreDamage() {
    const QTemporaryDir folder;
    const std::string bytes = SmallFile(folder);
    ChunkReader reader(bytes, 12);
    reader.Next();
    const std::string begin = bytes.substr(0, reader.offset());
    for (const auto& [kind, content] :
         {std::pair(kRowsChunk, "x"), std::pair(kEditChunk, "{}"), std::pair(kEndChunk, "[]"),
          std::pair(kEndChunk,
                    R"({"end":"lost","time":0,"block":"","reason":"","rows":0,"digest":""})")}) {
      const KeptRun run = ReadRun(begin + PackChunk(kind, content), "r");
      QCOMPARE(run.damage, "is damaged at byte " + std::to_string(begin.size()) +
                               ": nothing that was recorded can be read");
    }
    QCOMPARE(ReadRun(begin + PackChunk("NEWS", "of a later program"), "r").damage, std::string());
  }

  void aFolderThatCannotBeWrittenIsFoundBeforeTheRun() {
    const std::string path = "/no/such/folder/a.loop-run";
    QCOMPARE(MessageOf([&] { Keep(TwoBlocks(), {}, path); }),
             "Cannot write " + path + ": No such file or directory");
  }

  // The file may grow to so many bytes only, as on a disk that is full then.
  void aDiskThatGetsFullEndsTheRun() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("a.loop-run").toStdString();
    rlimit old_limit{};
    getrlimit(RLIMIT_FSIZE, &old_limit);
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    Document document = TwoBlocks();
    document.simulation.Set("stop_time", 1e6);
    rlimit limit = old_limit;
    limit.rlim_cur = 20000;
    setrlimit(RLIMIT_FSIZE, &limit);
    const std::string message = MessageOf([&] { Keep(document, {}, path); });
    setrlimit(RLIMIT_FSIZE, &old_limit);
    std::signal(SIGXFSZ, old_handler);
    QCOMPARE(message, "Cannot write " + path + ": File too large");
    const KeptRun run = ReadRunFile(path);
    QVERIFY(run.damage.empty() && !run.finish.has_value());
  }
};

LOOPWRIGHT_TEST(RunFileTest)

}  // namespace loopwright::test_run_file

#include "test_run_file.moc"
