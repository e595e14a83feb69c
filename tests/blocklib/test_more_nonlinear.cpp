#include <QObject>
#include <QTest>
#include <limits>

#include "tests/blocklib/block_outputs.h"
#include "tests/test_main.h"

namespace loopwright::test_more_nonlinear {

namespace {

const double kPi = std::acos(-1.0);
using Values = std::vector<double>;

/// b.y and its integral while u = sin(t) up to `stop`.
RunResult UnderSine(const std::string& block, double stop, const RunOptions& options = {}) {
  return RunDiagram(
      DiagramText("'s': {'type': 'Sine'}, 'i': {'type': 'Integrator'}, 'b': {" + block + "}",
                  "s.y>b.u b.y>i.u"),
      {"b.y", "i.y"}, stop, options);
}

/// The only problem of a block that reads a constant at each of its inputs.
QString ProblemOf(const std::string& type, const std::string& parameters) {
  const std::string wires = type == "LookupTable2D"     ? "c.y>b.u1 c.y>b.u2"
                            : type == "CoulombFriction" ? "c.y>b.velocity"
                                                        : "c.y>b.u";
  const std::vector<std::string> problems =
      Problems(DiagramText("'c': {'type': 'Constant'}, 'b': {'type': '" + type +
                               "', 'parameters': {" + parameters + "}}",
                           wires));
  return problems.size() == 1 ? QString::fromStdString(problems[0])
                              : QString("%1 problems").arg(problems.size());
}

}  // namespace

/// DeadZone, Quantizer, RateLimiter, Backlash, CoulombFriction and the lookup tables.
class TestMoreNonlinear : public QObject {
  Q_OBJECT

 private slots:
  void deadZoneIsZeroInside() {
    QCOMPARE(OfOne("DeadZone", "'lower': -1, 'upper': 2", "[-3, -1, 0, 2, 2.5]"),
             (Values{-2, 0, 0, 0, 0.5}));
  }

  void cornersOfADeadZoneAreLocated() {
    const RunResult result = UnderSine("'type': 'DeadZone'", kPi);
    const std::vector<Row> jumps = Jumps(result);
    QCOMPARE(jumps.size(), size_t{2});
    QVERIFY(IsNear(jumps[0].time, kPi / 6) && IsNear(jumps[1].time, 5 * kPi / 6));
    const double expected = 2 * std::cos(kPi / 6) - 0.5 * (4 * kPi / 6);
    QVERIFY(IsNear(result.rows.back().values[1], expected, 1e-6));
  }

  void quantizerRoundsToMultiples() {
    QCOMPARE(OfOne("Quantizer", "'interval': 0.25", "[0.3, 0.375, -0.375, -0.3, 7.1]"),
             (Values{0.25, 0.5, -0.5, -0.25, 7}));
    // Where intervals are finer than numbers, nothing is left to be rounded.
    QCOMPARE(OfOne("Quantizer", "'interval': 1e-308", "[0.3, 1e300]"), (Values{0.3, 1e300}));
  }

  void jumpsOfAQuantizerAreLocated() {
    const RunResult result =
        UnderSine("'type': 'Quantizer', 'parameters': {'interval': 0.5}", kPi / 2);
    const std::vector<Row> jumps = Jumps(result);
    QCOMPARE(jumps.size(), size_t{2});
    QVERIFY(IsNear(jumps[0].time, std::asin(0.25)) && IsNear(jumps[1].time, std::asin(0.75)));
    QCOMPARE(jumps[0].values[0], 0.5);
    QCOMPARE(jumps[1].values[0], 1.0);
    const double expected = 0.5 * (jumps[1].time - jumps[0].time) + kPi / 2 - jumps[1].time;
    QVERIFY(IsNear(result.rows.back().values[1], expected, 1e-6));
  }

  void rateLimiterLimitsBothWays() {
    // Up to 1 at 2/s, which 0.25 s periods meet in two updates, and down again at -1/s.
    const RunResult result = RunDiagram(
        DiagramText("'p': {'type': 'Pulse', 'parameters': {'period': 2, 'delay': 0.1}}, 'r': "
                    "{'type': 'RateLimiter', 'parameters': {'rising': 2, 'falling': -1, 'period': "
                    "0.25, 'initial_value': 0.25}}",
                    "p.y>r.u"),
        {"r.y"}, 2);
    const double expected[] = {0, 0.5, 1, 1, 1, 0.75, 0.5, 0.25};
    for (int k = 0; k < 8; ++k) QCOMPARE(result.at(0.25 * k, '+'), expected[k]);
    QCOMPARE(result.at(0, '-'), 0.25);
  }

  void rateLimiterIsElementwiseAndMeetsItsInput() {
    const RunResult result = RunDiagram(
        DiagramText("'c': {'type': 'Constant', 'parameters': {'value': [0.3, -5, 1e308]}},"
                    "'r': {'type': 'RateLimiter', 'parameters': {'rising': 4}}",
                    "c.y>r.u"),
        {"r.y"}, 0.05);
    QCOMPARE(result.rows.back().values, (Values{0.3, -0.1, 0.4}));
  }

  void rateLimiterBeforeABlockOfItsPeriodIsPointedOut() {
    const std::vector<std::string> problems =
        Problems(DiagramText("'t': {'type': 'Clock'}, 'r': {'type': 'RateLimiter'},"
                             "'d': {'type': 'UnitDelay'}, 's': {'type': 'Scope'}",
                             "t.y>r.u r.y>d.u d.y>s.u1"));
    QCOMPARE(problems.size(), size_t{1});
    QVERIFY(problems[0].find("period") != std::string::npos);
  }

  // y = 0 up to u = w/2, u - w/2 up to the peak, held down to u = peak - w, and so on.
  void backlashFollowsASine() {
    const RunResult result = UnderSine("'type': 'Backlash', 'parameters': {'width': 0.5}", 2 * kPi);
    const auto exact = [](double t) {
      if (t < std::asin(0.25)) return 0.0;
      if (t < kPi / 2) return std::sin(t) - 0.25;
      if (t < 5 * kPi / 6) return 0.75;
      if (t < 3 * kPi / 2) return std::sin(t) + 0.25;
      return t < 11 * kPi / 6 ? -0.75 : std::sin(t) - 0.25;
    };
    QVERIFY(result.rows.size() > 20);
    // Up to the next event after a turn, y may be u's, by the parabola's error off the peak.
    for (const Row& row : result.rows) QVERIFY(IsNear(row.values[0], exact(row.time), 2e-3));
    // Engagement is isolated: the instants are exact, but for the peak's error.
    QVERIFY(IsNear(result.at(kPi / 2 + 0.5, '-'), 0.75, 1e-5));
    QVERIFY(IsNear(result.at(3 * kPi / 2 + 0.5, '-'), -0.75, 1e-5));
  }

  void backlashEngagesAtAnIsolatedTime() {
    for (const bool up : {true, false}) {
      const RunResult result = RunDiagram(
          DiagramText(
              "'s': {'type': 'Sine', 'parameters': {'amplitude': " + std::string(up ? "1" : "-1") +
                  "}}, 'b': {'type': 'Backlash'}, 'i': {'type': 'Integrator'}",
              "s.y>b.u b.y>i.u"),
          {"b.y", "i.y"}, 1);
      const bool located = std::any_of(result.rows.begin(), result.rows.end(), [](const Row& row) {
        return IsNear(row.time, kPi / 6, 1e-12);
      });
      QVERIFY(located);
      const double area = std::cos(kPi / 6) - std::cos(1) - 0.5 * (1 - kPi / 6);
      QVERIFY(IsNear(result.rows.back().values[1], up ? area : -area, 1e-6));
    }
  }

  void backlashStartsWithItsInputInsideThePlay() {
    const std::string block = "'width': 2, 'initial_value': 0.5";
    QCOMPARE(OfOne("Backlash", block, "[0, 3, -3, 1.5, -0.5]"), (Values{0.5, 2, -2, 0.5, 0.5}));
  }

  void backlashTurnsAtACorner() {
    // A triangle of amplitude 1: its corners are instants of their own, so that y is exact.
    const RunResult result =
        RunDiagram(DiagramText("'p': {'type': 'Pulse', 'parameters': {'amplitude': 2, 'bias': -1, "
                               "'period': 2}}, 'i': {'type': 'Integrator'}, 'b': {'type': "
                               "'Backlash', 'parameters': {'width': 0.5}}",
                               "p.y>i.u i.y>b.u"),
                   {"b.y"}, 3);
    for (const Row& row : result.rows) {
      const double t = row.time;
      const double exact = t < 0.25  ? 0
                           : t < 1   ? t - 0.25
                           : t < 1.5 ? 0.75
                           : t < 2   ? 2 - t + 0.25
                           : t < 2.5 ? 0.25
                                     : t - 2 - 0.25;
      QVERIFY2(IsNear(row.values[0], exact, 1e-9), qPrintable(QString::number(t)));
    }
  }

  void backlashFollowsJumps() {
    // Up by 3, and down by 2 * 3: across the whole play at once.
    const RunResult result = RunDiagram(
        DiagramText("'p': {'type': 'Pulse', 'parameters': {'amplitude': 6, 'bias': -3, 'period': "
                    "2}}, 'b': {'type': 'Backlash'}",
                    "p.y>b.u"),
        {"b.y"}, 2.5);
    QCOMPARE(result.at(0.5, '+'), 2.5);
    QCOMPARE(result.at(1, '+'), -2.5);
    QCOMPARE(result.at(2, '+'), 2.5);
    // Nothing but these values is ever seen.
    for (const Row& row : result.rows) QCOMPARE(std::abs(row.values[0]), 2.5);
    QCOMPARE(result.side('-').front().values[0], -2.5);
  }

  void backlashEngagesWhereItsInputJumpsOntoAnEdge() {
    // Half of the play is 0.5: onto the edge, and on by 1.
    for (const std::string sign : {"", "-"}) {
      const RunResult result = RunDiagram(
          DiagramText("'p': {'type': 'SignalTable', 'parameters': {'times': [0, 1, 2], 'values': "
                      "[0, " +
                          sign + "0.5, " + sign +
                          "1.5], 'interpolation': 'hold'}}, 'b': {'type': 'Backlash'}",
                      "p.y>b.u"),
          {"b.y"}, 3);
      QCOMPARE(result.at(1, '+'), 0.0);
      QCOMPARE(result.at(2, '+'), sign.empty() ? 1.0 : -1.0);
      QCOMPARE(result.at(3, '-'), sign.empty() ? 1.0 : -1.0);
    }
  }

  void backlashWithoutPlayIsItsInput() {
    const RunResult result = RunDiagram(
        DiagramText("'s': {'type': 'Sine'}, 'b': {'type': 'Backlash', 'parameters': {'width': 0}}",
                    "s.y>b.u"),
        {"b.y", "s.y"}, 7);
    for (const Row& row : result.rows) QCOMPARE(row.values[0], row.values[1]);
  }

  void coulombFrictionFollowsTheDirection() {
    QCOMPARE(Output("CoulombFriction", "'coulomb': 2, 'viscous': 0.5", {"velocity"}, {"[-3, 0, 4]"},
                    "force"),
             (Values{-3.5, 0, 4}));
  }

  void aReversalUnderFrictionIsLocated() {
    const RunResult result =
        RunDiagram(DiagramText("'s': {'type': 'Sine', 'parameters': {'phase': 1}},"
                               "'b': {'type': 'CoulombFriction'}",
                               "s.y>b.velocity"),
                   {"b.force"}, 4);
    const std::vector<Row> jumps = Jumps(result);
    QCOMPARE(jumps.size(), size_t{1});
    QVERIFY(IsNear(jumps[0].time, kPi - 1));
    QCOMPARE(jumps[0].values[0], -1.0);
  }

  void tableInterpolates_data() {
    QTest::addColumn<QString>("parameters");
    QTest::addColumn<QList<double>>("expected");
    // Of the points (0, 1), (1, 3), (3, -1) at -1, 0, 0.5, 1, 2, 3, 5.
    const auto row = [](const char* name, const char* parameters, const QList<double>& expected) {
      QTest::newRow(name) << parameters << expected;
    };
    row("linear, hold", "'linear'", {1, 1, 2, 3, 1, -1, -1});
    row("linear, linear", "'linear', 'extrapolation': 'linear'", {-1, 1, 2, 3, 1, -1, -5});
    // Of two that are equally near, the upper one.
    row("nearest, hold", "'nearest'", {1, 1, 3, 3, -1, -1, -1});
    row("nearest, linear", "'nearest', 'extrapolation': 'linear'", {-1, 1, 3, 3, -1, -1, -5});
    // The parabola 1 + 10/3 u - 4/3 u².
    row("cubic, hold", "'cubic'", {1, 1, 7 / 3.0, 3, 7 / 3.0, -1, -1});
    row("cubic, linear", "'cubic', 'extrapolation': 'linear'",
        {1 - 10 / 3.0, 1, 7 / 3.0, 3, 7 / 3.0, -1, -1 - 2 * 14 / 3.0});
  }
  void tableInterpolates() {
    QFETCH(QString, parameters);
    QFETCH(QList<double>, expected);
    const Values y = OfOne("LookupTable1D",
                           "'breakpoints': [0, 1, 3], 'values': [1, 3, -1], 'interpolation': " +
                               parameters.toStdString(),
                           "[-1, 0, 0.5, 1, 2, 3, 5]");
    QCOMPARE(y.size(), size_t(expected.size()));
    for (qsizetype i = 0; i < expected.size(); ++i) {
      QVERIFY2(IsNear(y[size_t(i)], expected[i], 1e-14), qPrintable(QString::number(y[size_t(i)])));
    }
  }

  // The spline reproduces every cubic, whatever the breakpoints.
  void cubicTableReproducesACubic() {
    const auto cubic = [](double u) { return 2 * u * u * u - 3 * u * u + 0.5 * u - 1; };
    const std::vector<double> points{-2, -1.3, 0.4, 0.5, 2, 3.1};
    std::string values;
    for (const double u : points) values += (values.empty() ? "" : ", ") + std::to_string(cubic(u));
    const Values y = OfOne("LookupTable1D",
                           "'breakpoints': [-2, -1.3, 0.4, 0.5, 2, 3.1], 'values': [" + values +
                               "], 'interpolation': 'cubic'",
                           "[-1.9, -1, 0, 0.45, 1, 1.7, 2.9]");
    const double at[] = {-1.9, -1, 0, 0.45, 1, 1.7, 2.9};
    // std::to_string() gives six decimals.
    for (size_t i = 0; i < y.size(); ++i) QVERIFY(IsNear(y[i], cubic(at[i]), 1e-5));
  }

  void kinksOfATableAreLocated() {
    const RunResult result = UnderSine(
        "'type': 'LookupTable1D', 'parameters': {'breakpoints': [-1, 0.5, 2], "
        "'values': [0, 0, 3], 'extrapolation': 'linear'}",
        kPi);
    const std::vector<Row> jumps = Jumps(result);
    QCOMPARE(jumps.size(), size_t{2});
    QVERIFY(IsNear(jumps[0].time, kPi / 6) && IsNear(jumps[1].time, 5 * kPi / 6));
    const double expected = 2 * (2 * std::cos(kPi / 6) - 0.5 * (4 * kPi / 6));
    QVERIFY(IsNear(result.rows.back().values[1], expected, 1e-6));
  }

  void leavingATableFailsTheRun() {
    const std::string table =
        "'type': 'LookupTable1D', 'parameters': {'breakpoints': [-1, 0.5], "
        "'extrapolation': 'error'}";
    const RunResult result = UnderSine(table, 3);
    QCOMPARE(result.outcome.end, RunEnd::kFailed);
    QCOMPARE(result.outcome.path, "b");
    QVERIFY(IsNear(result.outcome.time, kPi / 6));
    QVERIFY2(result.outcome.message.find("the input u is 0.5") == 0,
             result.outcome.message.c_str());
    QVERIFY2(result.outcome.message.find(
                 ", outside the table, which goes from -1 to 0.5; give more breakpoints, or an "
                 "`extrapolation` of hold or linear") != std::string::npos,
             result.outcome.message.c_str());
  }

  // Where a corner is located, the input is beyond it by rounding.
  void anInputLimitedToATableStaysInIt() {
    const std::string table =
        "'b': {'type': 'LookupTable1D', 'parameters': {'breakpoints': [0, 2], "
        "'extrapolation': 'error'}}, ";
    const RunResult saturated =
        RunDiagram(DiagramText(table + "'c': {'type': 'Clock'}, 's': {'type': 'Saturation', "
                                       "'parameters': {'lower': 0, 'upper': 2}}",
                               "c.y>s.u s.y>b.u"),
                   {"b.y"}, 5);
    QCOMPARE(saturated.outcome.end, RunEnd::kDone);
    QCOMPARE(saturated.rows.back().values[0], 1.0);
    const RunResult limited =
        RunDiagram(DiagramText(table + "'c': {'type': 'Constant'}, 'i': {'type': 'Integrator', "
                                       "'parameters': {'upper': 2}}, 'k': {'type': 'Constant', "
                                       "'parameters': {'value': 1}}, 'g': {'type': "
                                       "'LookupTable2D', 'parameters': {'rows': [0, 2], "
                                       "'extrapolation': 'error'}}",
                               "c.y>i.u i.y>b.u i.y>g.u1 k.y>g.u2"),
                   {"b.y", "g.y"}, 5);
    QCOMPARE(limited.outcome.end, RunEnd::kDone);
    QCOMPARE(limited.rows.back().values[0], 1.0);
    QCOMPARE(limited.rows.back().values[1], 1.0);
  }

  void leavingATableAtTheStartOrByAJumpFailsTheRun() {
    const RunResult start = RunDiagram(
        DiagramText("'c': {'type': 'Constant', 'parameters': {'value': [0, 2]}}, 'b': {'type': "
                    "'LookupTable1D', 'parameters': {'extrapolation': 'error'}}",
                    "c.y>b.u"),
        {"b.y"}, 1);
    QCOMPARE(start.outcome.end, RunEnd::kFailed);
    QCOMPARE(start.outcome.time, 0.0);
    QCOMPARE(start.outcome.message,
             "element 1 of the input u is 2, outside the table, which goes from 0 to 1; give more "
             "breakpoints, or an `extrapolation` of hold or linear");
    const RunResult jump = RunDiagram(
        DiagramText("'c': {'type': 'Step', 'parameters': {'final': 2}}, 'd': {'type': 'Constant'},"
                    "'b': {'type': 'LookupTable2D', 'parameters': {'extrapolation': 'error'}}",
                    "d.y>b.u1 c.y>b.u2"),
        {"b.y"}, 2);
    QCOMPARE(jump.outcome.end, RunEnd::kFailed);
    QCOMPARE(jump.outcome.path, "b");
    QCOMPARE(jump.outcome.time, 1.0);
    QCOMPARE(jump.outcome.message,
             "the input u2 is 2, outside the table, which goes from 0 to 1; give more breakpoints, "
             "or an `extrapolation` of hold or linear");
  }

  void gridInterpolatesBilinearly() {
    // v = (1 + 2 r)(3 - c) at the points is bilinear in each cell.
    const std::string grid =
        "'rows': [0, 1, 3], 'columns': [-1, 2], 'values': [[4, 1], [12, 3], [28, 7]]";
    const std::vector<std::string> ports{"u1", "u2"};
    QCOMPARE(Output("LookupTable2D", grid, ports, {"[0, 0.5, 2, 3, 3]", "[-1, 0.5, 0.5, 2, -1]"}),
             (Values{4, 5, 12.5, 7, 28}));
    QCOMPARE(Output("LookupTable2D", grid, ports, {"[-5, 9, 2, 9]", "[-1, 2, -7, 9]"}),
             (Values{4, 7, 20, 7}));
    QCOMPARE(Output("LookupTable2D", grid + ", 'extrapolation': 'linear'", ports,
                    {"[-1, 4, 2]", "[-1, 2, 5]"}),
             (Values{-4, 9, -10}));
    QCOMPARE(Output("LookupTable2D", grid, ports, {"[0, 1]", "2"}), (Values{1, 3}));
  }

  void cellsOfAGridAreLocated() {
    const RunResult result = RunDiagram(
        DiagramText("'t': {'type': 'Clock'}, 'c': {'type': 'Constant', 'parameters': {'value': 0}},"
                    "'b': {'type': 'LookupTable2D', 'parameters': {'rows': [0, 0.3, 2], 'columns': "
                    "[0, 0.7], 'values': [[0, 1], [2, 5], [7, 3]]}}",
                    "t.y>b.u1 t.y>b.u2"),
        {"b.y"}, 1);
    const std::vector<Row> jumps = Jumps(result);
    // Where u1 passes 0.3 and u2 the last column; that both start on the edge is no event.
    QCOMPARE(jumps.size(), size_t{2});
    QVERIFY(IsNear(jumps[0].time, 0.3) && IsNear(jumps[1].time, 0.7));
  }

  void badTablesAreRefused() {
    const auto one = [](const std::string& parameters) {
      return ProblemOf("LookupTable1D", parameters);
    };
    QCOMPARE(one("'breakpoints': [0, 1, 1], 'values': [1, 2, 3]"),
             "b.breakpoints: `breakpoints` has 1 after 1; it must be strictly increasing");
    QCOMPARE(one("'values': [1, 2, 3]"),
             "b.values: `values` has 3 elements, `breakpoints` has 2: give as many");
    QCOMPARE(one("'values': 1"),
             "b.values: `values` has 1 element, `breakpoints` has 2: give as many");
    QCOMPARE(one("'breakpoints': [], 'values': []"),
             "b.breakpoints: `breakpoints` has no elements; give at least one");
    QCOMPARE(one("'breakpoints': [0, 'inf']"),
             "b.breakpoints: `breakpoints` has inf as element 1; every element must be finite");
    QCOMPARE(one("'values': ['-inf', 1]"),
             "b.values: `values` has -inf as element 0; every element must be finite");
    QCOMPARE(one("'breakpoints': [-1e308, 1e308]"),
             "b.breakpoints: `breakpoints` goes from -1e+308 to 1e+308; the difference must be "
             "finite");
    QCOMPARE(one("'breakpoints': [0, 1e-308], 'values': [0, 1e10]"),
             "b.values: `values` changes too steeply: its slopes go beyond the range of numbers");
    QCOMPARE(ProblemOf("LookupTable2D", "'values': [[1, 2, 3], [4, 5, 6]]"),
             "b.values: `values` is 2 x 3; it must be 2 x 2, as many as `rows` x `columns`");
    QCOMPARE(ProblemOf("LookupTable2D", "'columns': [], 'values': [[], []]"),
             "b.columns: `columns` has no elements; give at least one");
  }

  void badParametersAreRefused() {
    QCOMPARE(ProblemOf("DeadZone", "'lower': 2"),
             "b.lower: `lower` is 2 and `upper` is 0.5; it must be <= upper");
    QCOMPARE(ProblemOf("Quantizer", "'interval': 0"),
             "b.interval: `interval` is 0; it must be > 0");
    QCOMPARE(ProblemOf("Quantizer", "'interval': 'inf'"),
             "b.interval: `interval` is inf; it must be finite");
    QCOMPARE(ProblemOf("RateLimiter", "'rising': 0"), "b.rising: `rising` is 0; it must be > 0");
    QCOMPARE(ProblemOf("RateLimiter", "'falling': 1"), "b.falling: `falling` is 1; it must be < 0");
    QCOMPARE(ProblemOf("RateLimiter", "'period': 'inf'"),
             "b.period: `period` is inf; it must be > 0 and finite");
    QCOMPARE(ProblemOf("Backlash", "'width': -1"), "b.width: `width` is -1; it must be >= 0");
    QCOMPARE(ProblemOf("CoulombFriction", "'coulomb': -1"),
             "b.coulomb: `coulomb` is -1; it must be >= 0");
    QCOMPARE(ProblemOf("CoulombFriction", "'viscous': 'inf'"),
             "b.viscous: `viscous` is inf; it must be finite");
  }
};

LOOPWRIGHT_TEST(TestMoreNonlinear)

}  // namespace loopwright::test_more_nonlinear

#include "test_more_nonlinear.moc"
