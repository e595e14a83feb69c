#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <limits>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "engine/build/run_changes.h"
#include "engine/common/exceptions.h"
#include "engine/kept_run/compare_runs.h"
#include "engine/kept_run/verify_run.h"
#include "engine/session/run_session.h"
#include "tests/engine/kept_run_helpers.h"
#include "tests/test_main.h"

namespace loopwright::test_kept_runs {
namespace {

using kept_runs::Append;
using kept_runs::Keep;
using kept_runs::Signal;
using session_blocks::MakeBlock;
using session_blocks::MakeDocument;
using session_blocks::Registry;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Document TwoBlocks() {
  return MakeDocument({MakeBlock("counter", "Counter"), MakeBlock("growth", "Growth")}, 3);
}

using Rows = std::vector<std::tuple<double, Side, double>>;

// A recording of one column.
std::shared_ptr<const Recording> OneColumn(bool discrete, const Rows& rows) {
  auto recording = std::make_shared<Recording>(std::vector{Signal("x.y", 1, discrete)});
  for (const auto& [time, side, value] : rows) Append(recording.get(), time, side, {value});
  return recording;
}

RecordingComparison Compare(const std::shared_ptr<const Recording>& a,
                            const std::shared_ptr<const Recording>& b, double tolerance) {
  return CompareRecordings(*a, *b, tolerance);
}

constexpr Side kBefore = Side::kBefore;
constexpr Side kAfter = Side::kAfter;

// Changes the growth's rate to 3 at the first step from t = 1 on, as an edit while a run goes on.
bool ChangeRate(double time, RunSetup* setup, RunFileWriter* writer) {
  static thread_local bool is_done = false;
  if (time == 0) is_done = false;
  if (time < 1 || is_done) return true;
  is_done = true;
  Document edited = TwoBlocks();
  edited.root.blocks.Replace(1, MakeBlock("growth", "Growth", {{"rate", 3}}));
  setup->ChangeNumbers(FindRunChanges(TwoBlocks(), edited, Registry()).numbers);
  writer->AddChange(*setup->recording(), {time, "growth.rate", "1", "3"});
  return true;
}

}  // namespace

class KeptRunsTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir folder_;
  std::string PathOf(const char* name) { return folder_.filePath(name).toStdString(); }
  KeptRun Kept(
      const Document& document, const RunOptions& options,
      const kept_runs::Act& act = [](double, RunSetup*, RunFileWriter*) { return true; }) {
    Keep(document, options, PathOf("kept.loop-run"), act);
    return ReadRunFile(PathOf("kept.loop-run"));
  }

 private Q_SLOTS:
  void runsOfAllEndsComeOutTheSame() {
    QCOMPARE(VerifyRun(Kept(TwoBlocks(), {}), Registry()).difference, std::string());
    for (const bool fails : {true, false}) {
      const Document document = MakeDocument(
          {MakeBlock("slope", "Slope"), MakeBlock("ender", "Ender", {{"fails", fails}})}, 3);
      QVERIFY(VerifyRun(Kept(document, {}), Registry()).is_same());
    }
    const KeptRun stopped =
        Kept(TwoBlocks(), {}, [](double time, RunSetup*, RunFileWriter*) { return time < 1.2; });
    QVERIFY(stopped.finish->outcome.end == RunEnd::kStopped);
    QCOMPARE(VerifyRun(stopped, Registry()).difference, std::string());
  }

  void changesAreMadeAgainAtTheirTime() {
    const KeptRun run = Kept(TwoBlocks(), {}, ChangeRate);
    QCOMPARE(run.changes.size(), size_t{1});
    const int column = 3;
    QCOMPARE(run.recording->ColumnLabel(column), std::string("growth.rate"));
    QCOMPARE(run.recording->value(run.recording->size() - 1, column), 3.0);
    QCOMPARE(VerifyRun(run, Registry()).difference, std::string());
    KeptRun without = Kept(TwoBlocks(), {}, ChangeRate);
    without.changes.clear();
    QVERIFY(VerifyRun(without, Registry()).difference.starts_with("growth."));
    KeptRun later = Kept(TwoBlocks(), {}, ChangeRate);
    later.changes.push_back({10, "growth.rate", "3", "4"});
    QCOMPARE(VerifyRun(later, Registry()).difference,
             std::string("the run ends before its last change"));
  }

  // A session is edited in a pause, and one of its edits taken back; also a parameter that nothing
  // follows, of which the run sees nothing.
  void changesOfASessionAreMadeAgain() {
    const auto document = [](double rate, double unused) {
      Document edited = MakeDocument(
          {MakeBlock("counter", "Counter"), MakeBlock("growth", "Growth", {{"rate", rate}})}, 3);
      DiagramParameter& parameter = edited.parameters.emplace_back();
      parameter.name = "unused";
      parameter.value = ParameterSetting(unused);
      return edited;
    };
    const auto session =
        RunSession::Start(document(1, 0), Registry(), {}, {RunGoal::Kind::kTime, 1, {}});
    const auto wait = [](const auto& condition) {
      while (!condition()) std::this_thread::yield();
    };
    const auto edit = [&](const Document& edited) {
      wait([&] { return session->state() == RunState::kPaused; });
      const int64_t before = session->num_edits();
      session->Edit(edited);
      wait([&] { return session->num_edits() > before; });
    };
    edit(document(3, 0));
    edit(document(3, 1));
    edit(document(2, 1));
    session->Resume({RunGoal::Kind::kTime, 2, {}});
    wait([&] { return session->time() >= 2; });
    edit(document(5, 1));
    edit(document(2, 1));
    session->Resume();
    session->Wait();
    KeptRun kept;
    kept.start = *session->start();
    kept.recording = session->recording();
    kept.changes = session->edits().notes;
    kept.finish = RunFinish{session->outcome(), kept.recording->size(), {}};
    QCOMPARE(kept.changes.size(), size_t{2});
    for (const RunNote& note : kept.changes) QCOMPARE(note.step, kept.changes[0].step);
    QCOMPARE(VerifyRun(kept, Registry()).difference, std::string());
    QCOMPARE(ParseRunNote(ToJson(kept.changes[0])), kept.changes[0]);
    const RunNote dragged = {0.1, "growth.rate", "1", "2", true, 7};
    QCOMPARE(ParseRunNote(ToJson(dragged)), dragged);
    kept.changes[0].step += 2;
    QVERIFY(VerifyRun(kept, Registry()).difference.starts_with("growth."));
  }

  void aRunThatWasCutIsVerifiedAsFarAsItWasKept() {
    Keep(TwoBlocks(), {}, PathOf("cut.loop-run"), ChangeRate);
    const std::string bytes = ReadFile(PathOf("cut.loop-run"));
    for (const size_t missing : {size_t{1}, bytes.size() / 6, bytes.size() / 4}) {
      const KeptRun run = ReadRun(bytes.substr(0, bytes.size() - missing), "cut");
      QVERIFY(!run.finish.has_value());
      QCOMPARE(VerifyRun(run, Registry()).difference, std::string());
    }
  }

  // Saved from memory, a run is what it would be had it been written while it went on.
  void aRunIsSavedFromMemory() {
    const KeptRun run = Kept(TwoBlocks(), {}, ChangeRate);
    KeptRun in_memory = run;
    in_memory.finish->digest.clear();
    QCOMPARE(VerifyRun(in_memory, Registry()).difference, std::string());
    SaveRun(in_memory, PathOf("saved.loop-run"));
    const KeptRun saved = ReadRunFile(PathOf("saved.loop-run"));
    QVERIFY(saved.damage.empty());
    QCOMPARE(saved.recording->size(), run.recording->size());
    QVERIFY(kept_runs::HaveSameRows(*saved.recording, *run.recording, run.recording->size()));
    QVERIFY(saved.changes == run.changes);
    QCOMPARE(saved.finish->digest, run.finish->digest);
    QCOMPARE(saved.start.diagram_text, run.start.diagram_text);
    // Where the file is cut, the changes that its rows came from are there.
    const std::string bytes = ReadFile(PathOf("saved.loop-run"));
    for (size_t missing = 1; missing < bytes.size() / 2; missing += 37) {
      const KeptRun cut = ReadRun(bytes.substr(0, bytes.size() - missing), "cut");
      QCOMPARE(VerifyRun(cut, Registry()).difference, std::string());
    }
  }

  void aThinnedRunIsNotSaved() {
    KeptRun run = Kept(TwoBlocks(), {});
    const auto thinned = std::make_shared<Recording>(run.start.recorded);
    thinned->NoteThinned(1);
    run.recording = thinned;
    try {
      SaveRun(run, PathOf("thinned.loop-run"));
      QFAIL("it was saved");
    } catch (const FileError& error) {
      QVERIFY(std::string(error.what()).ends_with("give recordings more memory, and run it again"));
    }
  }

  void aVerificationThatIsStoppedEndsAtOnce() {
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!VerifyRun(Kept(TwoBlocks(), {}), Registry(), stop.get_token()).is_same());
  }

  void theFirstDifferenceIsNamed() {
    KeptRun run = Kept(TwoBlocks(), {});
    const std::string text = run.start.diagram_text;
    run.start.options.overrides = {{"growth.rate", "-0.5"}};
    QVERIFY(
        VerifyRun(run, Registry()).difference.starts_with("growth.rate was 1 at t = 0 s, side "));
    run.start.options.overrides = {{"counter.period", "2"}};
    QVERIFY(VerifyRun(run, Registry()).difference.find(" was of t = ") != std::string::npos);
    run.start.options.overrides.clear();
    run.start.options.signal_paths = {"growth.y"};
    QCOMPARE(VerifyRun(run, Registry()).difference,
             std::string("the run records other signals now"));
    run.start.options.signal_paths.clear();
    run.finish->outcome.message = "tea";
    QCOMPARE(VerifyRun(run, Registry()).difference,
             std::string("the run was done at t = 3 s (tea); it is now done at t = 3 s"));
    run.finish->digest = "0";
    QVERIFY(VerifyRun(run, Registry()).difference.ends_with("its record says 0"));
    KeptRun longer = Kept(TwoBlocks(), {});
    longer.start.options.stop_time = 1;
    QCOMPARE(VerifyRun(longer, Registry()).difference.substr(0, 4), std::string("row "));
    KeptRun invalid = Kept(TwoBlocks(), {});
    invalid.start.diagram_text = "{}";
    const RunVerification verification = VerifyRun(invalid, Registry());
    QVERIFY(!verification.is_same() && HasErrors(verification.diagnostics));
  }

  void equalRecordingsAgree() {
    const auto a = OneColumn(false, {{0, kBefore, 1}, {1, kBefore, kNan}, {2, kBefore, kInfinity}});
    const RecordingComparison comparison = Compare(a, a, 0);
    QVERIFY(comparison.agree());
    QCOMPARE(comparison.num_compared, 1);
  }

  void theFirstInstantAndSideAreFound() {
    const auto a =
        OneColumn(true, {{0, kBefore, 0}, {1, kBefore, 0}, {1, kAfter, 10}, {2, kBefore, 10}});
    const auto b =
        OneColumn(true, {{0, kBefore, 0}, {1, kBefore, 0}, {1, kAfter, 9}, {2, kBefore, 7}});
    const RecordingComparison comparison = Compare(a, b, 0.05);
    QCOMPARE(comparison.columns.size(), size_t{1});
    const ColumnDifference& x = comparison.columns[0];
    QCOMPARE(x.column, std::string("x.y"));
    QCOMPARE(x.time, 1.0);
    QVERIFY(x.side == kAfter);
    QCOMPARE(x.a, 10.0);
    QCOMPARE(x.b, 9.0);
    QCOMPARE(x.largest, 3.0);
    QCOMPARE(x.range, 10.0);
    QCOMPARE(Compare(a, b, 0.1).columns[0].time, 2.0);
    QVERIFY(Compare(a, b, 0.3).agree());
  }

  void betweenRowsHeldSignalsAreHeldAndOthersStraight() {
    const Rows sparse = {{0, kBefore, 0}, {2, kBefore, 2}};
    const Rows straight = {{0, kBefore, 0}, {1, kBefore, 1}, {2, kBefore, 2}};
    QVERIFY(Compare(OneColumn(false, sparse), OneColumn(false, straight), 0).agree());
    const RecordingComparison held = Compare(OneColumn(true, sparse), OneColumn(true, straight), 0);
    QCOMPARE(held.columns.size(), size_t{1});
    QCOMPARE(held.columns[0].a, 0.0);
    QCOMPARE(held.columns[0].b, 1.0);
  }

  // Only one of them has an update at 1: after it the other has its value before it.
  void anUpdateOfOneAloneIsComparedWithTheOthersValue() {
    const auto a = OneColumn(false, {{0, kBefore, 0}, {1, kBefore, 1}, {2, kBefore, 2}});
    const auto b =
        OneColumn(false, {{0, kBefore, 0}, {1, kBefore, 1}, {1, kAfter, 1}, {2, kBefore, 2}});
    QVERIFY(Compare(a, b, 0).agree());
    const auto c =
        OneColumn(false, {{0, kBefore, 0}, {1, kBefore, 1}, {1, kAfter, 5}, {2, kBefore, 2}});
    const RecordingComparison comparison = Compare(a, c, 0);
    QCOMPARE(comparison.columns[0].time, 1.0);
    QVERIFY(comparison.columns[0].side == kAfter);
    QCOMPARE(comparison.columns[0].a, 1.0);
  }

  void spansAndColumnsOfOneAloneAreTold() {
    const auto a = OneColumn(false, {{0, kBefore, 0}, {2, kBefore, 2}});
    const auto b = OneColumn(false, {{0, kBefore, 0}, {1, kBefore, 1}});
    const RecordingComparison spans = Compare(a, b, 0);
    QVERIFY(spans.columns.empty() && !spans.agree());
    QCOMPARE(spans.end_a, 2.0);
    QCOMPARE(spans.end_b, 1.0);
    Recording other({Signal("z.y", 1)});
    Append(&other, 0, kBefore, {1});
    Append(&other, 2, kBefore, {1});
    const RecordingComparison columns = CompareRecordings(*a, other, 0);
    QVERIFY(!columns.agree());
    QCOMPARE(columns.only_in_a, std::vector<std::string>{"x.y"});
    QCOMPARE(columns.only_in_b, std::vector<std::string>{"z.y"});
    QVERIFY(CompareRecordings(Recording({}), Recording({}), 0).agree());
  }

  void theDifferenceIsRecordedAtTheInstantsOfBoth() {
    const auto a = OneColumn(false, {{0, kBefore, 0}, {2, kBefore, 2}});
    const auto b = OneColumn(
        true, {{0, kBefore, 0}, {1, kBefore, 3}, {1, kAfter, 4}, {2, kBefore, 4}, {3, kBefore, 9}});
    const auto difference = RecordDifference(*a, *b, "x.y");
    const Rows expected = {{0, kBefore, 0}, {1, kBefore, 2}, {1, kAfter, 3}, {2, kBefore, 2}};
    QCOMPARE(difference->size(), int64_t{4});
    for (int64_t row = 0; row < 4; ++row) {
      QVERIFY(std::tuple(difference->time(row), difference->side(row), difference->value(row, 0)) ==
              expected[static_cast<size_t>(row)]);
    }
    QVERIFY(!difference->recorded_signals()[0].discrete);
    QCOMPARE(RecordDifference(*a, *b, "z.y")->size(), int64_t{0});
  }

  void valuesThatAreNotFiniteDifferFromOthers() {
    const auto one = [](double value) { return OneColumn(false, {{0, kBefore, value}}); };
    QVERIFY(!Compare(one(kNan), one(1), 1).agree());
    QVERIFY(!Compare(one(kInfinity), one(-kInfinity), 1).agree());
    QVERIFY(Compare(one(0), one(-0.0), 0).agree());
  }

  void whatWasRunIsCompared() {
    RunOptions options;
    options.seed = 7;
    options.overrides = {{"growth.rate", "2"}};
    const KeptRun a = Kept(TwoBlocks(), {}, ChangeRate);
    Document other = TwoBlocks();
    other.root.blocks.Replace(0, MakeBlock("counter", "Counter", {{"period", 0.25}}));
    KeptRun b = Kept(other, options);
    b.start.program = "1.3";
    b.start.inputs.push_back({"data.csv", "1"});
    const std::vector<std::string> lines = ListDifferentCauses(a, b, Registry());
    for (const char* line : {"program: 1.2 → 1.3", "block counter.period: 0.5 → 0.25",
                             "setting seed: 0 → 7", "set growth.rate: none → 2"}) {
      QVERIFY2(std::find(lines.begin(), lines.end(), line) != lines.end(), line);
    }
    QCOMPARE(std::count_if(lines.begin(), lines.end(),
                           [](const std::string& line) {
                             return line.starts_with("changed growth.rate at t = 1") ||
                                    line.starts_with("file data.csv: none → contents ");
                           }),
             2);
    QVERIFY(ListDifferentCauses(a, a, Registry()).empty());
  }
};

LOOPWRIGHT_TEST(KeptRunsTest)

}  // namespace loopwright::test_kept_runs

#include "test_kept_runs.moc"
