#include <QObject>
#include <QTest>

#include "tests/blocklib/diagram_run.h"

// After the header that takes Qt's keyword away.
#include "engine/common/exceptions.h"
#include "engine/session/run_session.h"
#include "tests/test_main.h"

namespace loopwright::test_sinks {

namespace {

/// Runs a diagram whose block `c` drives the StopWhen block `end` to t = 2.
RunResult RunUntil(const std::string& source) {
  return RunDiagram(DiagramText("'c': {" + source + "}, 'end': {'type': 'StopWhen'}", "c.y>end.u"),
                    {"c.y"}, 2);
}

}  // namespace

class TestSinks : public QObject {
  Q_OBJECT

 private slots:
  void stopWhenEndsTheRunWhereItsInputBecomesTrue() {
    const RunResult result =
        RunUntil("'type': 'Expression', 'parameters': {'expression': 't > 0.7', 'inputs': 0}");
    QVERIFY(result.outcome.end == RunEnd::kTerminated);
    QCOMPARE(QString::fromStdString(result.outcome.path), QString("end"));
    QVERIFY(std::abs(result.outcome.time - 0.7) < 1e-12);
    QVERIFY(QString::fromStdString(result.outcome.message).contains("the input u became non-zero"));
  }

  void stopWhenLocatesASignalThatLeavesZeroByItself() {
    const RunResult result = RunUntil(
        "'type': 'Expression', 'parameters': {'expression': 'max(t - 0.7, 0)', 'inputs': 0}");
    QVERIFY(result.outcome.end == RunEnd::kTerminated);
    QVERIFY(std::abs(result.outcome.time - 0.7) < 1e-9);
  }

  void stopWhenSeesTheStartTime() {
    const RunResult result = RunUntil("'type': 'Constant', 'parameters': {'value': -3}");
    QVERIFY(result.outcome.end == RunEnd::kTerminated);
    QCOMPARE(result.outcome.time, 0.0);
    QVERIFY(result.rows == (std::vector<Row>{{0, '-', {-3}}}));
  }

  void stopWhenSeesJumpsAndEndsAfterThem() {
    const RunResult result = RunUntil("'type': 'Step'");
    QVERIFY(result.outcome.end == RunEnd::kTerminated);
    QCOMPARE(result.outcome.time, 1.0);
    QVERIFY(result.rows.back() == (Row{1, '+', {1}}));
  }

  void stopWhenWithoutATruthDoesNothing() {
    const RunResult result = RunUntil("'type': 'Constant', 'parameters': {'value': [0, 0]}");
    QVERIFY(result.outcome.end == RunEnd::kDone);
    QCOMPARE(result.rows.back().time, 2.0);
  }

  void assertFailsWhereItsInputBecomesZero() {
    const auto run = [](const std::string& source, const std::string& parameters = "") {
      return RunDiagram(
          DiagramText("'c': {" + source + "}, 'check': {'type': 'Assert'" + parameters + "}",
                      "c.y>check.u"),
          {"c.y"}, 2);
    };
    const auto verify = [](const RunResult& result, double time, const QString& message) {
      QVERIFY(result.outcome.end == RunEnd::kFailed);
      QCOMPARE(QString::fromStdString(result.outcome.path), QString("check"));
      QVERIFY(std::abs(result.outcome.time - time) < 1e-9);
      QCOMPARE(QString::fromStdString(result.outcome.message), message);
    };
    const std::string formula = "'type': 'Expression', 'parameters': {'inputs': 0, 'expression': ";
    verify(run(formula + "'t < 0.7'}"), 0.7, "the input u is zero");
    verify(run(formula + "'t < 0.7'}", ", 'parameters': {'message': 'too late'}"), 0.7, "too late");
    verify(run(formula + "'1; 0'}"), 0, "the input u is zero");
    verify(run("'type': 'Step', 'parameters': {'initial': 1, 'final': 0}"), 1,
           "the input u is zero");
    QVERIFY(run(formula + "'t + 1'}").outcome.end == RunEnd::kDone);
  }

  void displayAndXYScopeAreRecorded() {
    const RunResult result =
        RunDiagram(DiagramText("'a': {'type': 'Constant', 'parameters': {'value': 4}},"
                               "'b': {'type': 'Clock'}, 'c': {'type': 'Constant', 'parameters': "
                               "{'value': [5, 6]}}, 'x': {'type': 'XYScope'}, 'd': {'type': "
                               "'Display'}",
                               "a.y>x.x b.y>x.y c.y>d.u"),
                   {}, 1);
    QCOMPARE(result.rows.back().values, (std::vector<double>{4, 1, 5, 6}));
  }

  void histogramAndSpectrumTakeSamples() {
    for (const std::string type : {"Histogram", "Spectrum"}) {
      const RunResult result =
          RunDiagram(DiagramText("'b': {'type': 'Clock'}, 'h': {'type': '" + type +
                                     "', 'parameters': {'period': 0.25}}",
                                 "b.y>h.u"),
                     {}, 1);
      QVERIFY(result.rows == (std::vector<Row>{{0, '-', {0}},
                                               {0.25, '-', {0.25}},
                                               {0.5, '-', {0.5}},
                                               {0.75, '-', {0.75}},
                                               {1, '-', {1}}}));
      QCOMPARE(Problems(DiagramText("'b': {'type': 'Clock'}, 'h': {'type': '" + type +
                                        "', 'parameters': {'period': 0}}",
                                    "b.y>h.u"))
                   .size(),
               size_t(1));
    }
    for (const std::string wrong :
         {"Histogram', 'parameters': {'bins': 0}", "Spectrum', 'parameters': {'segment': 7}"}) {
      QCOMPARE(
          Problems(DiagramText("'b': {'type': 'Clock'}, 'h': {'type': '" + wrong + "}", "b.y>h.u"))
              .size(),
          size_t(1));
    }
  }

  void fileSinkWritesWhatDrivesIt() {
    const std::string blocks =
        "'a': {'type': 'Step', 'parameters': {'time': 0.5}}, 'b': {'type': 'Constant', "
        "'parameters': {'value': [3, 4]}}, 'f': {'type': 'FileSink', 'parameters': {'inputs': 2, "
        "'path': 'out.csv'}}";
    // Whatever else is recorded.
    RunDiagram(DiagramText(blocks, "a.y>f.u1 b.y>f.u2"), {"b.y"}, 1);
    QCOMPARE(QString::fromStdString(ReadTestFile("out.csv")),
             QString("time,side,a.y,b.y[0],b.y[1]\n"
                     "0,-,0,3,4\n0.5,-,0,3,4\n0.5,+,1,3,4\n1,-,1,3,4\n"));
    // One whose input has no wire writes the others.
    RunDiagram(DiagramText(blocks, "a.y>f.u2"), {"b.y"}, 0);
    QCOMPARE(QString::fromStdString(ReadTestFile("out.csv")), QString("time,side,a.y\n0,-,0\n"));
  }

  void fileSinkLeavesTheFileAloneUntilTheEnd() {
    const std::string old = "time,side,other.y\n0,-,5\n";
    WriteTestFile("old.csv", old);
    const std::string text = DiagramText(
        "'a': {'type': 'Clock'}, 'f': {'type': 'FileSink', 'parameters': {'path': 'old.csv'}}",
        "a.y>f.u1");
    {
      RunSetup setup(LoadText(text), BuiltInBlocks(), {});
      setup.Run([](double, int64_t) { return true; });
      QCOMPARE(ReadTestFile("old.csv"), old);
    }
    QCOMPARE(ReadTestFile("old.csv"), old);
    RunDiagram(text, {}, 0);
    QCOMPARE(QString::fromStdString(ReadTestFile("old.csv")), QString("time,side,a.y\n0,-,0\n"));
  }

  void aSessionWritesItsFiles() {
    const std::string blocks =
        "'a': {'type': 'Clock'}, 'f': {'type': 'FileSink', 'parameters': {'path': '";
    RunOptions options;
    options.stop_time = 0;
    const auto written = RunSession::Start(
        LoadText(DiagramText(blocks + "session.csv'}}", "a.y>f.u1")), BuiltInBlocks(), options);
    written->Wait();
    QVERIFY(written->outcome().end == RunEnd::kDone);
    QCOMPARE(QString::fromStdString(ReadTestFile("session.csv")),
             QString("time,side,a.y\n0,-,0\n"));
    const auto refused = RunSession::Start(
        LoadText(DiagramText(blocks + "no/session.csv'}}", "a.y>f.u1")), BuiltInBlocks(), options);
    refused->Wait();
    QVERIFY(refused->outcome().end == RunEnd::kFailed);
    QVERIFY(QString::fromStdString(refused->outcome().message).startsWith("f: Cannot write "));
    QVERIFY(refused->recording() == nullptr);
  }

  void wrongFileSinksAreSaid() {
    QCOMPARE(Problems(DiagramText("'a': {'type': 'Clock'}, 'f': {'type': 'FileSink'}", "a.y>f.u1")),
             (std::vector<std::string>{"f.path: `path` is empty; name a file"}));
    QCOMPARE(Problems(DiagramText("'a': {'type': 'Clock'}, 'f': {'type': 'FileSink', 'parameters': "
                                  "{'path': 'x.csv'}}, 'g': {'type': 'FileSink', 'parameters': "
                                  "{'path': './x.csv'}}",
                                  "a.y>f.u1 a.y>g.u1")),
             (std::vector<std::string>{"g.path: `path` names the file that f writes already; give "
                                       "each a file of its own"}));
    // A place that cannot be written is found before the run.
    const std::string text = DiagramText(
        "'a': {'type': 'Clock'}, 'f': {'type': 'FileSink', 'parameters': {'path': 'no/x.csv'}}",
        "a.y>f.u1");
    QVERIFY(Problems(text).empty());
    QString message;
    try {
      RunSetup setup(LoadText(text), BuiltInBlocks(), {});
    } catch (const FileError& error) {
      message = error.what();
    }
    QVERIFY2(message.startsWith("f: Cannot write ") &&
                 message.endsWith("/no/x.csv: No such file or directory"),
             qPrintable(message));
  }

  void aScopeTakesSignalsOfAnyWidth() {
    const RunResult result =
        RunDiagram(DiagramText("'a': {'type': 'Constant', 'parameters': {'value': [1, 2]}},"
                               "'b': {'type': 'Clock'},"
                               "'s': {'type': 'Scope', 'parameters': {'inputs': 2}}",
                               "a.y>s.u1 b.y>s.u2"),
                   {}, 1);
    QCOMPARE(result.rows.back().values, (std::vector<double>{1, 2, 1}));
  }
};

LOOPWRIGHT_TEST(TestSinks)

}  // namespace loopwright::test_sinks

#include "test_sinks.moc"
