// SignalTable and FileSource.

#include <QObject>
#include <QTest>

#include "tests/blocklib/diagram_run.h"

// After the header that takes Qt's keyword away.
#include "blocklib/common/cubic_spline.h"
#include "blocklib/sources/time_table.h"
#include "tests/test_main.h"

namespace loopwright::test_signal_tables {

namespace {

using Values = std::vector<double>;

std::vector<Row> Rows(std::initializer_list<Row> rows) { return rows; }

std::string Table(const std::string& parameters) {
  return "'type': 'SignalTable', 'parameters': {" + parameters + "}";
}

RunResult RunAlone(const std::string& block, double stop, double start = 0) {
  RunOptions options;
  options.start_time = start;
  return RunDiagram(DiagramText("'s': {" + block + "}", ""), {"s.y"}, stop, options);
}

/// The signal at log times every `interval`, beside its integral.
RunResult RunSmooth(const std::string& block, double interval, double stop, double start = 0) {
  RunOptions options;
  options.start_time = start;
  options.log_interval = interval;
  return RunDiagram(DiagramText("'s': {" + block + "}, 'i': {'type': 'Integrator'}", "s.y>i.u"),
                    {"s.y", "i.y"}, stop, options);
}

std::vector<std::string> Wrong(const std::string& block) {
  return Problems(DiagramText("'s': {" + block + "}", ""));
}

std::vector<std::string> WrongFile(const std::string& bytes, const std::string& parameters = "") {
  WriteTestFile("wrong.csv", bytes);
  return Wrong("'type': 'FileSource', 'parameters': {'path': 'wrong.csv'" + parameters + "}");
}

constexpr const char* kThree = "'times': [1, 2, 4], 'values': [5, 7, 3]";

}  // namespace

class TestSignalTables : public QObject {
  Q_OBJECT

 private slots:
  void linearTableHasCornersWithoutRecords() {
    const RunResult result = RunAlone(Table(kThree), 5);
    // Time goes from breakpoint to breakpoint.
    QVERIFY(result.rows ==
            Rows({{0, '-', {5}}, {1, '-', {5}}, {2, '-', {7}}, {4, '-', {3}}, {5, '-', {3}}}));
    const RunResult smooth = RunSmooth(Table(kThree), 0.25, 5);
    for (const Row& row : smooth.rows) {
      const double t = row.time;
      const double exact = t < 1 ? 5 : t < 2 ? 5 + 2 * (t - 1) : t < 4 ? 7 - 2 * (t - 2) : 3;
      QVERIFY(std::abs(row.values.at(0) - exact) < 1e-14);
    }
    // Trapezia: 5 + 6 + 10 + 3. No step crosses a corner.
    QVERIFY(std::abs(smooth.at(5, '-', 1) - 24) < 1e-13);
  }

  void everyCornerRestartsIntegration() {
    RunOptions options;
    options.integrator = "cvode_adams";
    const RunResult result = RunDiagram(
        DiagramText("'s': {" + Table(kThree) + "}, 'i': {'type': 'Integrator'}", "s.y>i.u"),
        {"i.y"}, 5, options);
    QVERIFY(QString::fromStdString(result.statistics).contains("\"restarts\": 3"));
    QVERIFY(std::abs(result.at(5, '-') - 24) < 1e-4);
  }

  void heldTableJumpsAtItsTimes() {
    const std::string held = Table(std::string(kThree) + ", 'interpolation': 'hold'");
    QVERIFY(RunAlone(held, 5).rows == Rows({{0, '-', {5}},
                                            {2, '-', {5}},
                                            {2, '+', {7}},
                                            {4, '-', {7}},
                                            {4, '+', {3}},
                                            {5, '-', {3}}}));
    // At the start time a jump is due, before it it has happened, at the stop it stays pending.
    QVERIFY(RunAlone(held, 3, 2).rows == Rows({{2, '-', {5}}, {2, '+', {7}}, {3, '-', {7}}}));
    QVERIFY(RunAlone(held, 4, 3).rows == Rows({{3, '-', {7}}, {4, '-', {7}}}));
    QVERIFY(RunAlone(held, 6, 5).rows == Rows({{5, '-', {3}}, {6, '-', {3}}}));
  }

  void heldTableIsZeroOutside() {
    const std::string held =
        Table(std::string(kThree) + ", 'interpolation': 'hold', 'outside': 'zero'");
    QVERIFY(RunAlone(held, 5).rows == Rows({{0, '-', {0}},
                                            {1, '-', {0}},
                                            {1, '+', {5}},
                                            {2, '-', {5}},
                                            {2, '+', {7}},
                                            {4, '-', {7}},
                                            {4, '+', {0}},
                                            {5, '-', {0}}}));
    QVERIFY(RunAlone(held, 6, 5).rows == Rows({{5, '-', {0}}, {6, '-', {0}}}));
    QVERIFY(RunAlone(held, 3, 2.5).rows == Rows({{2.5, '-', {7}}, {3, '-', {7}}}));
  }

  void heldTableRepeatsInBothDirections() {
    const std::string held =
        Table(std::string(kThree) + ", 'interpolation': 'hold', 'outside': 'repeat'");
    QVERIFY(RunAlone(held, 5.5, 3).rows == Rows({{3, '-', {7}},
                                                 {4, '-', {7}},
                                                 {4, '+', {5}},
                                                 {5, '-', {5}},
                                                 {5, '+', {7}},
                                                 {5.5, '-', {7}}}));
    QVERIFY(RunAlone(held, 1.5, -1.5).rows == Rows({{-1.5, '-', {5}},
                                                    {-1, '-', {5}},
                                                    {-1, '+', {7}},
                                                    {1, '-', {7}},
                                                    {1, '+', {5}},
                                                    {1.5, '-', {5}}}));
  }

  void aDelayThatSamplesAtAJumpSeesTheOldLevel() {
    const std::string text = DiagramText(
        "'s': {" + Table("'times': [0, 0.2], 'values': [1, 2], 'interpolation': 'hold'") +
            "}, 'd': {'type': 'UnitDelay', 'parameters': {'period': 0.1}}",
        "s.y>d.u");
    const RunResult result = RunDiagram(text, {"d.y"}, 0.4);
    QCOMPARE(result.at(0.2, '+'), 1.0);
    QCOMPARE(result.side('+').back().values.at(0), 2.0);
    // 0.2 and 2*0.1 are one instant: updates at 0, 0.1, 0.2 and 0.3.
    QCOMPARE(result.side('+').size(), size_t(4));
  }

  void linearTableIsZeroOutside() {
    const std::string table = Table(std::string(kThree) + ", 'outside': 'zero'");
    QVERIFY(RunAlone(table, 5).rows == Rows({{0, '-', {0}},
                                             {1, '-', {0}},
                                             {1, '+', {5}},
                                             {2, '-', {7}},
                                             {4, '-', {3}},
                                             {4, '+', {0}},
                                             {5, '-', {0}}}));
    QVERIFY(std::abs(RunSmooth(table, 0.25, 5).at(5, '-', 1) - 16) < 1e-13);
    QVERIFY(RunAlone(table, 2, 1.5).rows == Rows({{1.5, '-', {6}}, {2, '-', {7}}}));
  }

  void linearTableRepeats() {
    const std::string table = Table(std::string(kThree) + ", 'outside': 'repeat'");
    QVERIFY(RunAlone(table, 7.5, 3).rows == Rows({{3, '-', {5}},
                                                  {4, '-', {3}},
                                                  {4, '+', {5}},
                                                  {5, '-', {7}},
                                                  {7, '-', {3}},
                                                  {7, '+', {5}},
                                                  {7.5, '-', {6}}}));
    QVERIFY(RunAlone(table, -0.5, -1.5).rows ==
            Rows({{-1.5, '-', {6}}, {-1, '-', {7}}, {-0.5, '-', {6}}}));
    // Each period gives 6 + 10.
    QVERIFY(std::abs(RunSmooth(table, 0.25, 31, 1).at(31, '-', 1) - 160) < 1e-11);
  }

  void cubicTableGivesCubicPolynomials() {
    const auto cubic = [](double t) { return 1 + t * (2 - t * (3 - 0.5 * t)); };
    std::string times, values;
    for (const double t : {0., 0.5, 1.25, 2., 3.5}) {
      times += (times.empty() ? "" : ", ") + std::to_string(t);
      values += (values.empty() ? "" : ", ") + std::to_string(cubic(t));
    }
    const RunResult result = RunSmooth(
        Table("'times': [" + times + "], 'values': [" + values + "], 'interpolation': 'cubic'"),
        0.125, 3.5);
    // std::to_string() gives six digits after the point.
    for (const Row& row : result.rows) {
      QVERIFY(std::abs(row.values.at(0) - cubic(row.time)) < 1e-5);
    }
    const double t = 3.5;
    const double integral = t + t * t - t * t * t + 0.125 * t * t * t * t;
    QVERIFY(std::abs(result.at(3.5, '-', 1) - integral) < 1e-5);
    QVERIFY(result.side('+').empty());
  }

  void splinesTakeTheirValuesAndAreSmooth() {
    const Values knots{0, 1, 1.5, 3, 4}, values{1, -1, 2, 0.5, 4};
    const Values slopes = SplineSlopes(knots, values);
    const auto at = [&](size_t i, double x) {
      return HermiteCubic(x, knots[i + 1] - knots[i], values[i], values[i + 1], slopes[i],
                          slopes[i + 1]);
    };
    const double d = 1e-3;
    for (size_t i = 1; i + 1 < knots.size(); ++i) {
      const double h = knots[i] - knots[i - 1];
      QCOMPARE(at(i, 0), values[i]);
      QVERIFY(std::abs(at(i - 1, h) - values[i]) < 1e-13);
      // Second derivatives of both sides, from differences that are exact for cubics but for
      // d·y'''.
      const double left = (at(i - 1, h) - 2 * at(i - 1, h - d) + at(i - 1, h - 2 * d)) / (d * d);
      const double right = (at(i, 0) - 2 * at(i, d) + at(i, 2 * d)) / (d * d);
      QVERIFY(std::abs(left - right) < 0.2);
    }
    // Not a knot: the first two and the last two pieces are one polynomial each.
    QVERIFY(std::abs(at(0, 1.2) - at(1, 0.2)) < 1e-12);
    QVERIFY(std::abs(at(2, 2.0) - at(3, 0.5)) < 1e-12);
  }

  void splinesOfFewPointsAreSimpler() {
    QCOMPARE(SplineSlopes(Values{2}, Values{5}), (Values{0}));
    QCOMPARE(SplineSlopes(Values{0, 2}, Values{1, 5}), (Values{2, 2}));
    QCOMPARE(SplineSlopes(Values{0, 1, 3}, Values{0, 1, 9}), (Values{0, 2, 6}));  // t²
  }

  void tablesHaveVectors() {
    const RunResult result = RunAlone(Table("'times': [0, 1], 'values': [[0, 10], [1, 30]]"), 1);
    QCOMPARE(result.rows.back().values, (Values{1, 30}));
    QCOMPARE(
        RunSmooth(Table("'times': [0, 1], 'values': [[0, 10], [1, 30]]"), 0.25, 1).at(0.25, '-', 1),
        15.0);
  }

  void tablesOfOneRow() {
    const std::string one = "'times': [1], 'values': [4]";
    QVERIFY(RunAlone(Table(one), 2).rows == Rows({{0, '-', {4}}, {1, '-', {4}}, {2, '-', {4}}}));
    for (const std::string kind : {"linear", "hold", "cubic"}) {
      const RunResult zero =
          RunAlone(Table(one + ", 'outside': 'zero', 'interpolation': '" + kind + "'"), 2);
      for (const Row& row : zero.rows) QCOMPARE(row.values.at(0), 0.0);
    }
  }

  void timesCloserThanAnInstantAreAllTaken() {
    const std::string table =
        Table("'times': [0, 1, '1 + 2.3e-16', 2], 'values': [1, 2, 3, 4], 'interpolation': 'hold'");
    const RunResult result = RunSmooth(table, 1, 3);
    QCOMPARE(result.at(1.5, '+', 0), 3.0);
    QCOMPARE(result.at(3, '-', 0), 4.0);
    QVERIFY(std::abs(result.at(3, '-', 1) - (1 + 3 + 4)) < 1e-12);
  }

  void rowsAreFoundInUnevenTables() {
    const TimeTable table({0, 0.1, 5, 5.5, 100}, Values(5), 1, TimeTable::Interpolation::kLinear,
                          TimeTable::Outside::kHold);
    const std::vector<std::pair<double, int>> rows{{-1, -1}, {0, 0},   {0.05, 0}, {0.1, 1},
                                                   {4.9, 1}, {5, 2},   {5.4, 2},  {5.5, 3},
                                                   {99, 3},  {100, 4}, {1e9, 4}};
    for (const auto& [time, row] : rows) QCOMPARE(table.FindRow(time), row);
    Values tenths;
    for (int i = 0; i <= 1000; ++i) tenths.push_back(0.1 * i);
    const TimeTable even(tenths, Values(1001), 1, TimeTable::Interpolation::kLinear,
                         TimeTable::Outside::kHold);
    for (int i = 0; i <= 1000; ++i) {
      QCOMPARE(even.FindRow(tenths[static_cast<size_t>(i)]), i);
      QCOMPARE(even.FindRow(std::nextafter(tenths[static_cast<size_t>(i)], -1)), i - 1);
    }
  }

  void wrongTablesAreSaid() {
    QCOMPARE(
        Wrong(Table("'times': [0, 1, 2]")),
        (std::vector<std::string>{"s.values: `values` has 2 rows, `times` has 3 elements: give "
                                  "one row per time"}));
    QCOMPARE(Wrong(Table("'times': [0], 'values': [1], 'outside': 'repeat'")),
             (std::vector<std::string>{
                 "s.times: `times` has 1 element: a table that repeats needs two or more"}));
    QCOMPARE(Wrong(Table("'times': [], 'values': []")),
             (std::vector<std::string>{"s.times: `times` is empty: give at least one time"}));
    QCOMPARE(Wrong(Table("'times': [0, 'inf']")),
             (std::vector<std::string>{
                 "s.times: `times` has an element that is not finite: give numbers"}));
    QCOMPARE(Wrong(Table("'values': [0, 'inf']")),
             (std::vector<std::string>{
                 "s.values: `values` has an element that is not finite: give numbers"}));
    const auto order = Wrong(Table("'times': [1, 1]"));
    QCOMPARE(order.size(), size_t(1));
    QVERIFY(QString::fromStdString(order[0]).contains("it must be strictly increasing"));
  }

  void fileSourceIsTheTableInAFile() {
    WriteTestFile("table.csv", "t,a,b\r\n1,5,0\r\n2,7,1\r\n4,3,2\r\n");
    const std::string file = "'type': 'FileSource', 'parameters': {'path': 'table.csv'";
    QVERIFY(RunAlone(file + ", 'columns': 'a'}", 5).rows == RunAlone(Table(kThree), 5).rows);
    for (const std::string outside : {"hold", "repeat", "zero"}) {
      for (const std::string interpolation : {"linear", "hold"}) {
        const std::string same =
            ", 'outside': '" + outside + "', 'interpolation': '" + interpolation + "'";
        QVERIFY(RunAlone(file + same + ", 'columns': 'a'}", 9, 0.5).rows ==
                RunAlone(Table(kThree + same), 9, 0.5).rows);
      }
    }
    QCOMPARE(RunAlone(file + "}", 5).rows.back().values, (Values{3, 2}));
    QCOMPARE(RunAlone(file + ", 'columns': 'b, a'}", 5).rows.back().values, (Values{2, 3}));
  }

  void wrongFilesAreSaid() {
    QCOMPARE(
        WrongFile("t,a\n0,1\n1,x\n"),
        (std::vector<std::string>{"s.path: `path` is \"wrong.csv\", wrong in line 3, column 3: "
                                  "\"x\" in the column \"a\" is not a finite number"}));
    QCOMPARE(WrongFile("t,a\n0,1\n0,2\n"),
             (std::vector<std::string>{
                 "s.path: `path` is \"wrong.csv\", wrong in line 3, column 1: the time 0 does not "
                 "come after 0 in the row before: times must increase"}));
    QCOMPARE(
        WrongFile("t,a\n0,1\n", ", 'columns': 'speed'"),
        (std::vector<std::string>{"s.path: `path` is \"wrong.csv\", wrong in line 1, column 1: "
                                  "there is no column \"speed\"; there are \"t\", \"a\""}));
    QCOMPARE(WrongFile("t,a\n0,1\n", ", 'outside': 'repeat'"),
             (std::vector<std::string>{
                 "s.path: `path` is a file of 1 row: a table that repeats needs two or more"}));
    const auto missing = Wrong("'type': 'FileSource', 'parameters': {'path': 'none.csv'}");
    QCOMPARE(missing.size(), size_t(1));
    QVERIFY(QString::fromStdString(missing[0]).endsWith("none.csv: No such file or directory"));
    // The default names no file.
    QCOMPARE(Wrong("'type': 'FileSource'"),
             (std::vector<std::string>{"s.path: `path` is empty; name a file"}));
    const auto outside = Wrong("'type': 'FileSource', 'parameters': {'path': '/etc/passwd'}");
    QCOMPARE(outside.size(), size_t(1));
    QVERIFY(QString::fromStdString(outside[0]).contains("allow other paths with --allow-paths"));
  }
};

LOOPWRIGHT_TEST(TestSignalTables)

}  // namespace loopwright::test_signal_tables

#include "test_signal_tables.moc"
