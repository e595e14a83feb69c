#include <QDir>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "blocklib/registry.h"
#include "engine/document/document.h"
#include "engine/file/load.h"
#include "engine/kept_run/run_file.h"
#include "engine/kept_run/run_file_writer.h"
#include "engine/kept_run/verify_run.h"
#include "engine/recording/recording.h"
#include "engine/run/run_setup.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_kept_runs {
namespace {

// Ways to run one diagram, whose run as it is has the length `sec`: of a whole day there are as
// many rows and steps as of 100 s.
struct Manner {
  const char* name;
  std::function<void(RunOptions*, double sec)> set;
};

const Manner kManners[] = {
    {"as it is", [](RunOptions*, double) {}},
    {"run 3 of a study", [](RunOptions* options, double) { options->run = 3, options->seed = 11; }},
    {"with a log interval",
     [](RunOptions* options, double sec) {
       options->log_interval = std::max(0.125, sec / 800), options->no_log_updates = true;
     }},
    {"every signal at the ends of steps",
     [](RunOptions* options, double) { options->all_signals = true, options->output = "steps"; }},
    {"in steps of one length without isolation",
     [](RunOptions* options, double sec) {
       options->integrator = "rk4", options->fixed_step = std::max(0.05, sec / 2000);
       options->no_isolation = true;
     }},
    {"by a stiff method from a later start",
     [](RunOptions* options, double) {
       options->integrator = "radau5", options->start_time = 0.02;
     }},
    {"without cache", [](RunOptions* options, double) { options->no_cache = true; }},
};

}  // namespace

class KeptRunsOfDiagramsTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir folder_;
  size_t num_diagrams_ = 0;  // that were run

  // Every diagram of the examples and the help.
  static std::vector<std::string> Diagrams() {
    std::vector<std::string> diagrams;
    for (const char* folder : {"resources/examples", "resources/help/diagrams"}) {
      const QDir directory(QString(LOOPWRIGHT_SOURCE_DIR "/") + folder);
      for (const QString& file : directory.entryList({"*.loop.json"})) {
        diagrams.push_back(directory.filePath(file).toStdString());
      }
    }
    return diagrams;
  }

  // Of the diagram's run as it is, s.
  static double LengthOf(const std::string& diagram) {
    RunOptions options;
    options.no_files = true;
    const RunSetup setup(*LoadFile(diagram, BuiltInBlocks()).document, BuiltInBlocks(), options);
    return setup.settings().stop_time - setup.settings().start_time;
  }

  // Runs the diagram in a folder of its own, where blocks may write, and returns what was kept.
  KeptRun Keep(const std::string& diagram, const RunOptions& options) {
    std::string text;
    const LoadResult loaded = LoadFile(diagram, BuiltInBlocks(), &text);
    const std::string path = folder_.filePath("kept.loop-run").toStdString();
    RunOptions own = options;
    own.no_files = true;
    RunSetup setup(*loaded.document, BuiltInBlocks(), own);
    RunFileWriter writer(path, DescribeStart(setup, options, diagram, text, "test"));
    const RunOutcome outcome = setup.Run([&](double, int64_t) {
      writer.Follow(*setup.recording());
      return true;
    });
    writer.Finish(*setup.recording(), outcome);
    return ReadRunFile(path);
  }

 private Q_SLOTS:
  void everyDiagramComesOutTheSameInEveryManner_data() {
    QTest::addColumn<QString>("diagram");
    const std::vector<std::string> diagrams = Diagrams();
    QVERIFY(diagrams.size() > 80);
    for (const std::string& diagram : diagrams) {
      const std::string name = std::filesystem::path(diagram).filename().string();
      QTest::newRow(name.c_str()) << QString::fromStdString(diagram);
    }
  }

  // Under the sanitizers, which take ten times as long, a diagram is run in every third manner, and
  // the next diagram in others.
  void everyDiagramComesOutTheSameInEveryManner() {
    QFETCH(QString, diagram);
    const double length = LengthOf(diagram.toStdString());
    const size_t stride = DrawsAreJudged() ? 1 : 3;
    for (size_t i = num_diagrams_++ % stride; i < std::size(kManners); i += stride) {
      const Manner& manner = kManners[i];
      RunOptions options;
      manner.set(&options, length);
      const KeptRun kept = Keep(diagram.toStdString(), options);
      QVERIFY2(kept.finish.has_value() && kept.recording->size() > 0, manner.name);
      const RunVerification verification = VerifyRun(kept, BuiltInBlocks());
      QVERIFY2(verification.diagnostics.empty(), manner.name);
      const std::string told = std::string(manner.name) + ": " + verification.difference;
      QVERIFY2(verification.is_same(), told.c_str());
    }
  }
};

LOOPWRIGHT_TEST(KeptRunsOfDiagramsTest)

}  // namespace loopwright::test_kept_runs

#include "test_kept_runs.moc"
