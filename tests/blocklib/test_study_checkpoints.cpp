// Studies that are broken off: what a checkpoint keeps, and what it refuses.

#include <QObject>
#include <QTest>
#include <atomic>
#include <functional>

#include "tests/blocklib/noisy_lag.h"

// After the header that takes Qt's keyword away.
#include "engine/common/exceptions.h"
#include "engine/random/draw.h"
#include "engine/studies/checkpoint.h"
#include "tests/test_main.h"

namespace loopwright::test_study_checkpoints {

namespace {

const std::string kName = "study.checkpoint";

std::string Path() { return TestFolder() + "/" + kName; }

/// What ReadCheckpoint() says of the file with these bytes; "" where it reads it.
std::string Refusal(const std::string& bytes, uint64_t fingerprint, const StudyResults& empty) {
  WriteTestFile(kName, bytes);
  try {
    ReadCheckpoint(Path(), fingerprint, {&empty});
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

/// A study that was broken off after some of its runs, with more than one leaf of the ensemble.
StudyResults SomeRuns(uint64_t num_runs) {
  StudyOptions options = NoisyLagOptions();
  options.num_runs = num_runs;
  options.grid_sec = 0.5;
  MonteCarloStudy study(NoisyLag(), BuiltInBlocks(), options);
  study.Advance({});
  return study.results();
}

}  // namespace

class TestStudyCheckpoints : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Twenty times at a random moment broken off, forgotten, and gone on with from the file.
  void whatGoesOnHasTheSameBytes() {
    StudyOptions options = NoisyLagOptions();
    options.num_runs = 3000;
    options.grid_sec = 0.25;
    MonteCarloStudy whole(NoisyLag(), BuiltInBlocks(), options);
    whole.Advance({});
    options.num_threads = 2;
    const uint64_t fingerprint = StudyFingerprint(NoisyLag(), options, "");
    StudyResults last;
    for (uint64_t attempt = 0; last.num_runs < 3000; ++attempt) {
      QVERIFY(attempt < 1000);
      options.block_runs = 1 + static_cast<int>(attempt % 20);
      MonteCarloStudy study(NoisyLag(), BuiltInBlocks(), options);
      if (attempt > 0) {
        auto read = ReadCheckpoint(Path(), fingerprint, {&study.results()});
        QVERIFY(read && read->size() == 1);
        study.Restore(std::move(read->at(0)));
      }
      std::atomic<int> left =
          attempt > 20 ? 100'000 : 1 + static_cast<int>(300 * UniformDraw({1, 0}, 3, attempt));
      StudyHooks hooks;
      hooks.goes_on = [&left] { return --left > 0; };
      study.Advance(hooks);
      WriteCheckpoint(Path(), fingerprint, {&study.results()});
      last = study.results();
    }
    QVERIFY(StudyText(last) == StudyText(whole.results()));
  }

  void nothingThereIsNothingToGoOnWith() {
    const StudyResults empty;
    QVERIFY(!ReadCheckpoint(TestFolder() + "/none", 1, {&empty}));
  }

  void aFileCutAtAnyByteIsRefused() {
    StudyResults results = SomeRuns(3);
    const MonteCarloStudy study(NoisyLag(), BuiltInBlocks(), NoisyLagOptions());
    WriteCheckpoint(Path(), 1, {&results});
    const std::string whole = ReadTestFile(kName);
    QVERIFY(whole.size() > 500);
    StudyResults empty = results;
    empty.num_runs = 0;
    empty.values.clear();
    empty.endings.clear();
    empty.ensemble = Ensemble(results.ensemble.num_cells());
    QCOMPARE(Refusal(whole, 1, empty), std::string());
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const std::string text = Refusal(whole.substr(0, size), 1, empty);
      QVERIFY2(text.find(Path()) != std::string::npos && text.find("Cannot resume") == 0,
               qPrintable(QString::number(size)));
    }
    for (std::size_t at = 0; at < whole.size(); ++at) {
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ 0x10);
      QVERIFY2(Refusal(changed, 1, empty).find("Cannot resume") == 0,
               qPrintable(QString::number(at)));
    }
    QVERIFY(Refusal(whole + " ", 1, empty).find("it is cut or changed") != std::string::npos);
    QVERIFY(Refusal(whole, 2, empty).find("is of another study") != std::string::npos);
  }

  // What results depend on makes another study; threads, blocks and the number of runs do not.
  void fingerprints() {
    const Document document = NoisyLag();
    const StudyOptions options = NoisyLagOptions();
    const uint64_t fingerprint = StudyFingerprint(document, options, "");
    StudyOptions same = options;
    same.num_threads = 7;
    same.block_runs = 3;
    same.num_runs = 1'000'000;
    QCOMPARE(StudyFingerprint(document, same, ""), fingerprint);
    QVERIFY(StudyFingerprint(document, options, "k=1") != fingerprint);
    Document looked_at = document;
    looked_at.study.emplace().runs = ParameterSetting(10);
    const uint64_t with_study = StudyFingerprint(looked_at, options, "");
    looked_at.study->signal = "lag.y";
    QCOMPARE(StudyFingerprint(looked_at, options, ""), with_study);
    Document other = document;
    other.simulation.Set("accuracy", 1e-3);
    QVERIFY(StudyFingerprint(other, options, "") != fingerprint);
    const std::function<void(StudyOptions*)> changes[] = {
        [](StudyOptions* o) { o->run.seed = 6; },
        [](StudyOptions* o) { o->run.stop_time = 2; },
        [](StudyOptions* o) { o->run.fixed_step = 0.1; },
        [](StudyOptions* o) { o->run.integrator = "rk4"; },
        [](StudyOptions* o) { o->run.signal_paths.pop_back(); },
        [](StudyOptions* o) { o->run.overrides.emplace_back("k", "1"); },
        [](StudyOptions* o) { o->grid_sec = 0.1; },
        [](StudyOptions* o) { o->has_ensemble = false; },
        [](StudyOptions* o) { o->measures.pop_back(); }};
    for (const auto& change : changes) {
      StudyOptions changed = options;
      change(&changed);
      QVERIFY(StudyFingerprint(document, changed, "") != fingerprint);
    }
  }
};

LOOPWRIGHT_TEST(TestStudyCheckpoints)

}  // namespace loopwright::test_study_checkpoints

#include "test_study_checkpoints.moc"
