#include <QDirIterator>
#include <QObject>
#include <QTest>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "blocklib/registry.h"
#include "engine/document/document.h"
#include "engine/file/load.h"
#include "engine/recording/recording.h"
#include "engine/run/run_setup.h"
#include "engine/session/run_session.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_run_past {
namespace {

// Ways to run one diagram.
struct MannerOfPast {
  const char* name;
  std::function<void(RunOptions*)> set;
};

const MannerOfPast kMannersOfPast[] = {
    {"as it is", [](RunOptions*) {}},
    {"with a log interval", [](RunOptions* options) { options->log_interval = 0.125; }},
    {"in steps of one length",
     [](RunOptions* options) { options->integrator = "rk4", options->fixed_step = 0.02; }},
    {"by a stiff method", [](RunOptions* options) { options->integrator = "radau5"; }},
    {"by CVODE", [](RunOptions* options) { options->integrator = "cvode_adams"; }},
};

using Bits = std::vector<uint64_t>;

Bits BitsOf(const std::vector<double>& values) {
  Bits bits;
  for (const double value : values) bits.push_back(std::bit_cast<uint64_t>(value));
  return bits;
}

// All signals before each step of a run that nobody takes back, up to a number of steps.
std::vector<Bits> SignalsOf(const Document& document, const RunOptions& options, size_t most) {
  std::vector<Bits> made;
  RunSetup setup(document, BuiltInBlocks(), options);
  setup.Run([&](double, int64_t) {
    made.push_back(BitsOf(setup.ReadInstant(0, false).before));
    return made.size() < most;
  });
  return made;
}

}  // namespace

/// Runs that are taken back are what they were, to the bit.
class RunPastTest : public QObject {
  Q_OBJECT

 private:
  static constexpr size_t kMostSteps = 1500;

  static constexpr size_t kMostInstants = 200;

  static QStringList AllFolders() {
    return {"resources/examples", "resources/help/diagrams", "tests/problems"};
  }

  static QStringList DiagramsIn(const QStringList& folders) {
    QStringList paths;
    for (const QString& folder : folders) {
      QDirIterator files(QString(LOOPWRIGHT_SOURCE_DIR "/") + folder, {"*.loop.json"}, QDir::Files,
                         QDirIterator::Subdirectories);
      while (files.hasNext()) paths += files.next();
    }
    return paths;
  }

  static void AddDiagrams(const QStringList& folders = {"resources/examples",
                                                        "resources/help/diagrams"}) {
    QTest::addColumn<QString>("file");
    for (const QString& file : DiagramsIn(folders)) {
      QTest::newRow(qPrintable(QFileInfo(file).fileName())) << file;
    }
  }

  static Document Load(const QString& file) {
    return *LoadFile(file.toStdString(), BuiltInBlocks()).document;
  }

 private Q_SLOTS:
  void everySnapshotLeadsToTheSameBits_data() { AddDiagrams(); }
  // Keeps every few steps, then goes on from each of them, the last one first. Under the
  // sanitizers, which take ten times as long, a diagram is run in every third manner, and the next
  // in others.
  void everySnapshotLeadsToTheSameBits() {
    QFETCH(QString, file);
    const Document document = Load(file);
    const size_t stride = DrawsAreJudged() ? 1 : 3;
    for (size_t i = num_diagrams_++ % stride; i < std::size(kMannersOfPast); i += stride) {
      const MannerOfPast& manner = kMannersOfPast[i];
      RunOptions options;
      options.no_files = true;
      manner.set(&options);
      const std::vector<Bits> expected = SignalsOf(document, options, kMostSteps);
      RunSetup setup(document, BuiltInBlocks(), options);
      std::vector<std::shared_ptr<const RunSnapshot>> kept;
      int64_t next = 0;
      setup.Run([&](double, int64_t) {
        const int64_t step = next++;
        if (step % 13 == 0 || step < 5) {
          if (auto snapshot = setup.Keep(step)) kept.push_back(std::move(snapshot));
        }
        return next < static_cast<int64_t>(kMostSteps);
      });
      const int64_t rows = setup.recording()->size();
      setup.SetRecording(false);
      kept.insert(kept.begin(), nullptr);  // the start
      std::string difference;
      for (auto snapshot = kept.rbegin(); snapshot != kept.rend(); ++snapshot) {
        int64_t step = *snapshot == nullptr ? 0 : (*snapshot)->step;
        const int64_t end = *snapshot == nullptr ? 400 : step + 40;
        setup.GoOn(snapshot->get(), [&](double, int64_t) {
          if (step >= static_cast<int64_t>(expected.size())) return false;
          if (BitsOf(setup.ReadInstant(0, false).before) != expected[static_cast<size_t>(step)]) {
            difference = manner.name + (" from " + std::to_string(end - 40)) + " at step " +
                         std::to_string(step);
            return false;
          }
          return ++step < end;
        });
        QVERIFY2(difference.empty(), difference.c_str());
      }
      QCOMPARE(setup.recording()->size(), rows);
    }
  }

  void sessionsShowWhatAFreshRunHas_data() { AddDiagrams(); }
  // Instants all over the run, forward and back; then it goes on and records what it would have.
  void sessionsShowWhatAFreshRunHas() { ShowSome(false); }

  void sessionsThatAreLookedIntoDoSoToo_data() { AddDiagrams(); }
  void sessionsThatAreLookedIntoDoSoToo() { ShowSome(true); }

  void stepsBackAndForwardAreThoseOfAFreshRun_data() { AddDiagrams(AllFolders()); }
  // One after the other back to the start over events of each kind that the run has, and forward
  // again: both values and all phases are those of a run that nobody takes back. A fork without a
  // change has the rows of the run that it left.
  void stepsBackAndForwardAreThoseOfAFreshRun() {
    QFETCH(QString, file);
    const Document document = Load(file);
    RunOptions options;
    options.no_files = true;
    const std::deque<RunInstant> fresh = InstantsOf(document, options);
    QVERIFY(!fresh.empty());
    const RunGoal goal = {RunGoal::Kind::kTime, fresh.back().time, {}};
    const auto session = RunSession::Start(document, BuiltInBlocks(), options, goal);
    WaitForPause(*session);
    std::vector<int64_t> steps = StepsOfEachKind(fresh, session->last_step());
    std::vector<int64_t> way(steps.rbegin(), steps.rend());
    way.insert(way.end(), steps.begin(), steps.end());
    for (const int64_t step : way) {
      session->Show({RunAim::Kind::kStep, step, 0, {}});
      while (session->is_looking()) std::this_thread::yield();
      const std::string difference =
          Difference(*session->instant(), fresh[static_cast<size_t>(step)]);
      QVERIFY2(difference.empty(), difference.c_str());
      for (const RunPhase& phase : session->instant()->phases) kinds_.insert(phase.name);
    }
    const int64_t middle = steps.empty() ? 0 : steps[steps.size() / 2];
    const auto fork = session->Fork(middle, document, goal);
    WaitForPause(*fork);
    QVERIFY(fork->edits().notes.empty());
    QCOMPARE(fork->recording()->size(), session->recording()->size());
    CompareRows(*fork->recording(), *session->recording());
  }

  // What the test before went over in all diagrams together. None of theirs is an unrestricted
  // update after the start: only values that are no numbers need one.
  void thoseStepsHadEventsOfEveryKind() {
    QCOMPARE(kinds_, (std::set<std::string>{"continuous", "discrete", "mode", "publish"}));
  }

 private:
  static inline std::set<std::string> kinds_;
  size_t num_diagrams_ = 0;  // that were run

  static void WaitForPause(const RunSession& session) {
    while (session.state() != RunState::kPaused && session.state() != RunState::kFinished) {
      std::this_thread::yield();
    }
  }

  // The first steps of a run, each with what it made of both values.
  static std::deque<RunInstant> InstantsOf(const Document& document, const RunOptions& options) {
    std::deque<RunInstant> made;
    RunSetup setup(document, BuiltInBlocks(), options);
    setup.Run([&](double, int64_t) {
      if (made.size() == kMostInstants) return false;
      made.push_back(setup.ReadInstant(static_cast<int64_t>(made.size()), false));
      setup.WatchStep(&made.back());
      return true;
    });
    return made;
  }

  // Ascending: of each kind of phase the first steps with it and the last one, before `end`.
  static std::vector<int64_t> StepsOfEachKind(const std::deque<RunInstant>& made, int64_t end) {
    constexpr size_t kMostOfAKind = 5;
    std::map<std::string, std::vector<int64_t>> steps;
    for (const RunInstant& instant : made) {
      if (instant.step >= end) break;
      std::set<std::string> names;
      for (const RunPhase& phase : instant.phases) names.insert(phase.name);
      for (const std::string& name : names) {
        std::vector<int64_t>& of_kind = steps[name];
        if (of_kind.size() == kMostOfAKind) of_kind.pop_back();
        of_kind.push_back(instant.step);
      }
    }
    std::set<int64_t> all;
    for (const auto& [name, of_kind] : steps) all.insert(of_kind.begin(), of_kind.end());
    return {all.begin(), all.end()};
  }

  // Empty where there is none.
  static std::string Difference(const RunInstant& shown, const RunInstant& fresh) {
    const std::string where = " at step " + std::to_string(fresh.step);
    if (shown.step != fresh.step) return "step " + std::to_string(shown.step) + where;
    if (BitsOf({shown.time}) != BitsOf({fresh.time})) return "the time" + where;
    if (BitsOf(shown.before) != BitsOf(fresh.before)) return "the values before" + where;
    if (BitsOf(shown.after) != BitsOf(fresh.after)) return "the values after" + where;
    for (size_t p = 0; p < std::max(shown.phases.size(), fresh.phases.size()); ++p) {
      const std::string of = " of phase " + std::to_string(p) + where;
      if (p >= shown.phases.size()) return fresh.phases[p].name + " is missing," + of;
      if (p >= fresh.phases.size()) return shown.phases[p].name + " is too many," + of;
      const RunPhase& a = shown.phases[p];
      const RunPhase& b = fresh.phases[p];
      if (a.name != b.name) return a.name + " for " + b.name + of;
      if (BitsOf({a.time}) != BitsOf({b.time})) return "the time" + of;
      if (a.blocks != b.blocks) return "the blocks" + of;
      if (a.changed != b.changed) return "what changed" + of;
      if (BitsOf(a.values) != BitsOf(b.values)) return "the values" + of;
    }
    return "";
  }

  static void CompareRows(const Recording& made, const Recording& expected) {
    QCOMPARE(made.size(), expected.size());
    for (int64_t row = 0; row < made.size(); ++row) {
      QCOMPARE(std::bit_cast<uint64_t>(made.time(row)),
               std::bit_cast<uint64_t>(expected.time(row)));
      for (int column = 0; column < made.num_columns(); ++column) {
        QCOMPARE(std::bit_cast<uint64_t>(made.value(row, column)),
                 std::bit_cast<uint64_t>(expected.value(row, column)));
      }
    }
  }

  static void ShowSome(bool looks_inside) {
    QFETCH(QString, file);
    const Document document = Load(file);
    RunOptions options;
    options.no_files = true;
    const std::vector<Bits> expected = SignalsOf(document, options, kMostSteps);
    RunSetup whole(document, BuiltInBlocks(), options);
    whole.Run([](double, int64_t) { return true; });
    const double middle = (whole.settings().start_time + whole.settings().stop_time) / 2;
    const auto session =
        RunSession::Start(document, BuiltInBlocks(), options, {RunGoal::Kind::kTime, middle, {}});
    const auto wait = [](const auto& condition) {
      while (!condition()) std::this_thread::yield();
    };
    session->LookInside(looks_inside);
    const auto show_some = [&] {
      for (const int64_t part : {7, 3, 8, 0, 5, 6, 1, 8, 2}) {
        const int64_t step = std::min<int64_t>(session->last_step() * part / 8,
                                               static_cast<int64_t>(kMostSteps) - 1);
        session->Show({RunAim::Kind::kStep, step, 0, {}});
        wait([&] { return !session->is_looking() && session->instant() != nullptr; });
        QCOMPARE(session->instant()->step, step);
        QCOMPARE(session->instant()->inside != nullptr, looks_inside);
        if (step < static_cast<int64_t>(expected.size())) {
          QCOMPARE(BitsOf(session->instant()->before), expected[static_cast<size_t>(step)]);
        }
      }
    };
    wait([&] {
      return session->state() == RunState::kPaused || session->state() == RunState::kFinished;
    });
    show_some();
    session->Resume();
    session->Wait();
    show_some();
    CompareRows(*session->recording(), *whole.recording());
  }
};

LOOPWRIGHT_TEST(RunPastTest)

}  // namespace loopwright::test_run_past

#include "test_run_past.moc"
