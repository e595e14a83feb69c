#include <QDir>
#include <QObject>
#include <QTest>
#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "blocklib/registry.h"
#include "engine/document/document.h"
#include "engine/file/load.h"
#include "engine/recording/recording.h"
#include "engine/run/run_setup.h"
#include "engine/session/run_session.h"
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

  static void AddDiagrams() {
    QTest::addColumn<QString>("file");
    for (const char* folder : {"resources/examples", "resources/help/diagrams"}) {
      const QDir directory(QString(LOOPWRIGHT_SOURCE_DIR "/") + folder);
      for (const QString& file : directory.entryList({"*.loop.json"})) {
        QTest::newRow(qPrintable(file)) << directory.filePath(file);
      }
    }
  }

  static Document Load(const QString& file) {
    return *LoadFile(file.toStdString(), BuiltInBlocks()).document;
  }

 private Q_SLOTS:
  void everySnapshotLeadsToTheSameBits_data() { AddDiagrams(); }
  // Keeps every few steps, then goes on from each of them, the last one first.
  void everySnapshotLeadsToTheSameBits() {
    QFETCH(QString, file);
    const Document document = Load(file);
    for (const MannerOfPast& manner : kMannersOfPast) {
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

 private:
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
    const auto recording = session->recording();
    const auto expected_rows = whole.recording();
    QCOMPARE(recording->size(), expected_rows->size());
    for (int64_t row = 0; row < recording->size(); ++row) {
      QCOMPARE(std::bit_cast<uint64_t>(recording->time(row)),
               std::bit_cast<uint64_t>(expected_rows->time(row)));
      for (int column = 0; column < recording->num_columns(); ++column) {
        QCOMPARE(std::bit_cast<uint64_t>(recording->value(row, column)),
                 std::bit_cast<uint64_t>(expected_rows->value(row, column)));
      }
    }
  }
};

LOOPWRIGHT_TEST(RunPastTest)

}  // namespace loopwright::test_run_past

#include "test_run_past.moc"
