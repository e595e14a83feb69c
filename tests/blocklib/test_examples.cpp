#include <QDir>
#include <QObject>
#include <QTest>

#include "tests/blocklib/diagram_run.h"
#include "tests/test_main.h"

namespace loopwright::test_examples {

namespace {

std::string ExamplePath(const QString& name) {
  return LOOPWRIGHT_SOURCE_DIR "/resources/examples/" + name.toStdString();
}

RunResult RunExample(const QString& name, const RunOptions& options) {
  return RunDocument(*LoadFile(ExamplePath(name), BuiltInBlocks()).document, options);
}

}  // namespace

class TestExamples : public QObject {
  Q_OBJECT

 private:
  static void AddExamples() {
    QTest::addColumn<QString>("name");
    const QDir folder(LOOPWRIGHT_SOURCE_DIR "/resources/examples");
    for (const QString& name : folder.entryList({"*.loop.json"})) {
      QTest::newRow(qPrintable(name)) << name;
    }
  }

 private slots:
  void everyKindOfExampleIsThere() {
    const QDir folder(LOOPWRIGHT_SOURCE_DIR "/resources/examples");
    for (const char* name :
         {"counter", "sampled_pid", "sampled_control", "bouncing_ball", "thermostat",
          "filtered_noise", "nested", "orbit_keeping", "dead_time_control", "motor_cascade",
          "buck_converter", "lqg_pendulum"}) {
      QVERIFY2(folder.exists(QString(name) + ".loop.json"), name);
    }
  }

  void isCanonicalAndWithoutDiagnostics_data() { AddExamples(); }
  void isCanonicalAndWithoutDiagnostics() {
    QFETCH(QString, name);
    const std::string bytes = ReadFile(ExamplePath(name));
    const LoadResult loaded = LoadDocument(bytes, BuiltInBlocks());
    QVERIFY(loaded.document.has_value());
    QVERIFY(loaded.diagnostics.empty());
    QCOMPARE(QString::fromStdString(SaveCanonical(*loaded.document)),
             QString::fromStdString(bytes));
    // But for the note that an example with noise in continuous state has.
    for (const Diagnostic& diagnostic : CheckDocument(*loaded.document, BuiltInBlocks())) {
      QVERIFY(diagnostic.id == DiagnosticCode::kStochasticDiagram);
    }
  }

  void blocksLieOnTheGrid_data() { AddExamples(); }
  void blocksLieOnTheGrid() {
    QFETCH(QString, name);
    const Document document = *LoadFile(ExamplePath(name), BuiltInBlocks()).document;
    for (const Block& block : document.root.blocks) {
      QVERIFY(block.layout.has_value());
      QCOMPARE(std::fmod(block.layout->x, 10), 0.0);
      QCOMPARE(std::fmod(block.layout->y, 10), 0.0);
    }
  }

  void runsTheSameTwiceAndWithoutCache_data() { AddExamples(); }
  void runsTheSameTwiceAndWithoutCache() {
    QFETCH(QString, name);
    RunOptions options;
    const RunResult first = RunExample(name, options);
    QVERIFY(first.outcome.end == RunEnd::kDone);
    QVERIFY(first.rows.size() > 2);
    QVERIFY(first.rows == RunExample(name, options).rows);
    options.no_cache = true;
    QVERIFY(first.rows == RunExample(name, options).rows);
    options.no_cache = false;
    options.check_cache = true;
    QVERIFY(first.rows == RunExample(name, options).rows);
  }

  void counterIsThatOfTheDiscreteSystemsDocument() {
    RunOptions options;
    options.stop_time = 0.06;
    QVERIFY(RunExample("counter.loop.json", options).rows == (std::vector<Row>{{0, '-', {0}},
                                                                               {0, '+', {10}},
                                                                               {0.02, '-', {10}},
                                                                               {0.02, '+', {20}},
                                                                               {0.04, '-', {20}},
                                                                               {0.04, '+', {30}},
                                                                               {0.06, '-', {30}}}));
  }

  void sampledPidSettles() {
    const RunResult result = RunExample("sampled_pid.loop.json", {});
    QVERIFY(std::abs(result.rows.back().values.at(2) - 1) < 0.05);
  }

  // The position swings for ever at a gain of 69.4, as the example says.
  void motorCascadeHasItsLimit() {
    const auto swing = [](const char* gain) {
      RunOptions options;
      options.overrides = {{"Kp", gain}};
      options.signal_paths = {"position.y"};
      options.stop_time = 3;
      double early = 0, late = 0;
      for (const Row& row : RunExample("motor_cascade.loop.json", options).rows) {
        double* const most = row.time > 2 ? &late : row.time > 1 ? &early : nullptr;
        if (most != nullptr) *most = std::max(*most, std::abs(row.values.at(0) - 1));
      }
      return late / early;
    };
    QVERIFY(swing("69") < 0.98);
    QVERIFY(swing("70") > 1.02);
  }

  // Upright again after the push, whatever the noise.
  void pendulumStaysUpright() {
    const RunResult result = RunExample("lqg_pendulum.loop.json", {});
    QCOMPARE(result.outcome.end, RunEnd::kDone);
    QVERIFY(std::abs(result.rows.back().values.at(1)) < 0.01);
  }

  void thermostatStaysInItsBand() {
    const RunResult result = RunExample("thermostat.loop.json", {});
    QVERIFY(Jumps(result).size() > 10);
    bool warm = false;
    for (const Row& row : result.rows) {
      const double room = row.values.at(2);
      warm = warm || room > 19;
      if (warm) QVERIFY(room > 19 - 1e-6 && room < 21 + 1e-6);
    }
  }
};

LOOPWRIGHT_TEST(TestExamples)

}  // namespace loopwright::test_examples

#include "test_examples.moc"
