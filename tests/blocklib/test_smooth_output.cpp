// Rows between the ends of steps (semantics 14): they show every curve, and change nothing else.

#include <QObject>
#include <QTest>
#include <functional>
#include <numbers>

#include "tests/blocklib/diagram_run.h"

// After the header that takes Qt's keyword away.
#include "engine/check/simulation_values.h"
#include "engine/common/exceptions.h"
#include "tests/test_main.h"

namespace loopwright::test_smooth_output {

namespace {

using Formula = std::function<double(double t)>;

RunOptions Smooth() {
  RunOptions options;
  options.output = "smooth";
  return options;
}

/// The straight line from row to row at `t`; `from` is where to look, and moves along.
double LineAt(const std::vector<Row>& rows, double t, size_t column, size_t* from) {
  while (*from + 2 < rows.size() && rows[*from + 1].time <= t) ++*from;
  const Row &a = rows[*from], &b = rows[*from + 1];
  const double part = b.time > a.time ? (t - a.time) / (b.time - a.time) : 1;
  return a.values[column] + part * (b.values[column] - a.values[column]);
}

/// The greatest distance of that line from the formula at 10,000 times of [0, stop], as a part of
/// the formula's range.
double DistanceFrom(const Formula& formula, const std::vector<Row>& rows, double stop,
                    size_t column = 0) {
  constexpr int kTimes = 10000;
  double least = formula(0), greatest = least, distance = 0;
  size_t from = 0;
  for (int i = 0; i < kTimes; ++i) {
    const double t = stop * i / kTimes;
    const double value = formula(t);
    least = std::min(least, value);
    greatest = std::max(greatest, value);
    distance = std::max(distance, std::abs(value - LineAt(rows, t, column, &from)));
  }
  return distance / (greatest - least);
}

/// Height of a ball that is dropped from 1 m and keeps 0.8 of its speed at each impact.
double HeightOfBall(double t) {
  constexpr double kGravity = 9.81, kRestitution = 0.8;
  double speed = std::sqrt(2 * kGravity);
  const double fall = speed / kGravity;
  if (t < fall) return 1 - 0.5 * kGravity * t * t;
  t -= fall;
  for (speed *= kRestitution; t > 2 * speed / kGravity; speed *= kRestitution) {
    t -= 2 * speed / kGravity;
  }
  return speed * t - 0.5 * kGravity * t * t;
}

const char* const kBall =
    "'ball': {'type': 'BouncingBall'}, 'speed': {'type': 'Constant', 'parameters': {'value': 2}}, "
    "'x': {'type': 'Integrator'}, 'plane': {'type': 'XYScope'}";

/// All that a run tells: rows, counts and how often kept values were used.
struct Told {
  std::vector<Row> rows;
  std::string counts;
};

Told RunAndCount(const std::string& text, const RunOptions& options, bool counts_hits = true) {
  RunSetup setup(LoadText(text), BuiltInBlocks(), options);
  if (!setup.ok()) throw std::runtime_error(setup.diagnostics().at(0).text);
  if (counts_hits) setup.CountCacheHits();
  setup.Run([](double, int64_t) { return true; });
  const Recording& recording = *setup.recording();
  Told told;
  for (int64_t i = 0; i < recording.size(); ++i) {
    Row row{recording.time(i), recording.side(i) == Side::kBefore ? '-' : '+', {}};
    for (int c = 0; c < recording.num_columns(); ++c) row.values.push_back(recording.value(i, c));
    told.rows.push_back(row);
  }
  told.counts = setup.StatisticsJson();
  told.counts.resize(told.counts.find("\"wall_seconds\""));
  return told;
}

bool HasSameBits(const Row& a, const Row& b) {
  if (a.time != b.time || a.side != b.side || a.values.size() != b.values.size()) return false;
  for (size_t i = 0; i < a.values.size(); ++i) {
    const bool both_none = std::isnan(a.values[i]) && std::isnan(b.values[i]);
    if (!both_none && a.values[i] != b.values[i]) return false;
  }
  return true;
}

/// Whether `smooth` has all rows of `steps`, in their order, and besides only rows of side `-`.
bool AddsRowsOnly(const std::vector<Row>& steps, const std::vector<Row>& smooth) {
  size_t next = 0;
  for (const Row& row : smooth) {
    if (next < steps.size() && HasSameBits(row, steps[next])) {
      ++next;
    } else if (row.side != '-') {
      return false;
    }
  }
  return next == steps.size();
}

/// Diagrams with all that can happen within and between steps.
const std::pair<const char*, std::string> kDiagrams[] = {
    {"ball", DiagramText(kBall, "speed.y>x.u x.y>plane.x ball.height>plane.y")},
    {"sampled loop",
     DiagramText(
         "'ref': {'type': 'Sine', 'parameters': {'frequency': 9}}, 'sum': {'type': 'Sum', "
         "'parameters': {'signs': '+-'}}, 'pid': {'type': 'DiscretePid', 'parameters': {'kp': 30, "
         "'ki': 12, 'kd': 2, 'period': 0.07}}, 'cut': {'type': 'Saturation', 'parameters': "
         "{'lower': -3, 'upper': 3}}, 'plant': {'type': 'MassSpringDamper', 'parameters': "
         "{'stiffness': 20, 'damping': 0.3}}, 'scope': {'type': 'Scope', 'parameters': {'inputs': "
         "3}}",
         "ref.y>sum.u1 plant.position>sum.u2 sum.y>pid.u pid.y>cut.u cut.y>plant.force "
         "ref.y>scope.u1 plant.position>scope.u2 cut.y>scope.u3")},
    {"delay",
     DiagramText(
         "'x': {'type': 'Integrator', 'parameters': {'initial_value': 1}}, 'late': {'type': "
         "'TransportDelay', 'parameters': {'delay': 0.4}}, 'minus': {'type': 'Gain', "
         "'parameters': {'gain': -3}}, 'scope': {'type': 'Scope', 'parameters': {'inputs': 2}}",
         "x.y>late.u late.y>minus.u minus.y>x.u x.y>scope.u1 late.y>scope.u2")},
    {"branches",
     DiagramText(
         "'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': ['x2', '-4*x1 - "
         "0.5*sign(x2) + max(sin(3*t), 0)'], 'outputs': ['x1', 'abs(x2)'], 'initial_state': [1, "
         "0], 'inputs': 0}}, 'scope': {'type': 'Scope'}",
         "f.y>scope.u1")},
    {"no continuous state",
     DiagramText(
         "'s': {'type': 'Sine', 'parameters': {'frequency': 20}}, 'cut': {'type': 'Saturation', "
         "'parameters': {'lower': -0.5, 'upper': 0.7}}, 'held': {'type': 'ZeroOrderHold', "
         "'parameters': {'period': 0.3}}, 'scope': {'type': 'Scope', 'parameters': {'inputs': 2}}",
         "s.y>cut.u cut.y>held.u cut.y>scope.u1 held.y>scope.u2")}};

}  // namespace

class TestSmoothOutput : public QObject {
  Q_OBJECT

 private slots:
  void linesFollowTheCurve_data() {
    QTest::addColumn<QString>("diagram");
    QTest::addColumn<QString>("signal");
    QTest::addColumn<double>("stop");
    QTest::addColumn<int>("most_rows");
    const auto add = [](const char* name, const std::string& text, const char* signal, double stop,
                        int most_rows) {
      QTest::newRow(name) << QString::fromStdString(text) << QString(signal) << stop << most_rows;
    };
    const auto source = [](const char* type, const char* parameters) {
      return DiagramText(std::string("'s': {'type': '") + type + "', 'parameters': {" + parameters +
                             "}}, 'scope': {'type': 'Scope'}",
                         "s.y>scope.u1");
    };
    add("sine into scope", source("Sine", ""), "s.y", 10, 150);
    add("50 Hz over 10 s", source("Sine", "'frequency': '100*pi'"), "s.y", 10, 45000);
    add("chirp", source("Chirp", ""), "s.y", 10, 6000);
    add("damped oscillator",
        DiagramText("'f': {'type': 'Constant', 'parameters': {'value': 0}}, 'm': {'type': "
                    "'MassSpringDamper', 'parameters': {'stiffness': 25, 'damping': 0.6, "
                    "'initial_position': 1}}, 'scope': {'type': 'Scope'}",
                    "f.y>m.force m.position>scope.u1"),
        "m.position", 10, 900);
  }

  void linesFollowTheCurve() {
    QFETCH(QString, diagram);
    QFETCH(QString, signal);
    QFETCH(double, stop);
    QFETCH(int, most_rows);
    constexpr double kPi = std::numbers::pi;
    const std::string name = QTest::currentDataTag();
    const double omega = std::sqrt(25 - 0.09);
    const Formula formula =
        name == "sine into scope"   ? Formula([](double t) { return std::sin(t); })
        : name == "50 Hz over 10 s" ? [](double t) { return std::sin(100 * kPi * t); }
        : name == "chirp"
            ? [](double t) { return std::sin(2 * kPi * (0.1 * t + 9.9 * t * t / 20)); }
            : Formula([omega](double t) {
                return std::exp(-0.3 * t) *
                       (std::cos(omega * t) + 0.3 / omega * std::sin(omega * t));
              });
    const RunResult run = RunDiagram(diagram.toStdString(), {signal.toStdString()}, stop, Smooth());
    const double distance = DistanceFrom(formula, run.rows, stop);
    QVERIFY2(distance < 1. / 500, std::to_string(distance).c_str());
    QVERIFY2(std::ssize(run.rows) <= most_rows, std::to_string(run.rows.size()).c_str());
    // Without them it is far from the curve: the formula is one that needs them.
    const RunResult steps = RunDiagram(diagram.toStdString(), {signal.toStdString()}, stop);
    QVERIFY(DistanceFrom(formula, steps.rows, stop) > 1. / 500);
  }

  void bothCoordinatesOfABallFollow() {
    const RunResult run = RunDiagram(kDiagrams[0].second, {"x.y", "ball.height"}, 3, Smooth());
    QVERIFY(DistanceFrom([](double t) { return 2 * t; }, run.rows, 3, 0) < 1. / 500);
    const double distance = DistanceFrom(HeightOfBall, run.rows, 3, 1);
    QVERIFY2(distance < 1. / 500, std::to_string(distance).c_str());
    QVERIFY2(run.rows.size() < 600, std::to_string(run.rows.size()).c_str());
  }

  void anyMethodIsSeenOnItsInterpolant_data() {
    QTest::addColumn<QString>("integrator");
    QTest::addColumn<double>("fixed_step");
    for (const char* name : {"rk2", "rk3", "rk4", "bogacki_shampine3", "dopri5"}) {
      QTest::newRow(name) << QString(name) << 0.1;
    }
    for (const char* name : {"bogacki_shampine3", "dopri5", "radau5", "cvode_bdf", "cvode_adams"}) {
      QTest::addRow("%s controlled", name) << QString(name) << 0.;
    }
  }

  void anyMethodIsSeenOnItsInterpolant() {
    QFETCH(QString, integrator);
    QFETCH(double, fixed_step);
    RunOptions options = Smooth();
    options.integrator = integrator.toStdString();
    if (fixed_step > 0) options.fixed_step = fixed_step;
    const std::string text = DiagramText(
        "'s': {'type': 'Sine', 'parameters': {'frequency': 2}}, 'x': {'type': 'Integrator'}, "
        "'scope': {'type': 'Scope'}",
        "s.y>x.u x.y>scope.u1");
    const RunResult run = RunDiagram(text, {"x.y"}, 5, options);
    const double distance =
        DistanceFrom([](double t) { return 0.5 * (1 - std::cos(2 * t)); }, run.rows, 5);
    // The second-order method is itself off by more with that step.
    QVERIFY2(distance < (integrator == "rk2" ? 1. / 100 : 1. / 500),
             std::to_string(distance).c_str());
  }

  void aStraightLineHasNoRowsOfItsOwn() {
    const std::string text = DiagramText(
        "'r': {'type': 'Ramp', 'parameters': {'start_time': 2.5}}, 'c': {'type': "
        "'DiscreteCounter', 'parameters': {'period': 0.4}}, 'fast': {'type': 'Sine', "
        "'parameters': {'frequency': 1000}}, 'scope': {'type': 'Scope', 'parameters': {'inputs': "
        "2}}, 'end': {'type': 'Terminator'}",
        "r.y>scope.u1 c.y>scope.u2 fast.y>end.u");
    const RunResult steps = RunDiagram(text, {"r.y", "c.y"}, 10);
    const RunResult smooth = RunDiagram(text, {"r.y", "c.y"}, 10, Smooth());
    QVERIFY(steps.rows == smooth.rows);
  }

  void nothingElseChanges_data() {
    QTest::addColumn<int>("diagram");
    QTest::addColumn<QString>("integrator");
    QTest::addColumn<bool>("is_fixed");
    QTest::addColumn<QString>("cache");
    for (int diagram = 0; diagram < static_cast<int>(std::size(kDiagrams)); ++diagram) {
      const auto add = [&](const char* integrator, bool is_fixed, const char* cache) {
        QTest::addRow("%s, %s%s, %s", kDiagrams[diagram].first, integrator,
                      is_fixed ? " fixed" : "", cache)
            << diagram << QString(integrator) << is_fixed << QString(cache);
      };
      for (const char* cache : {"counted", "plain", "off", "checked"}) add("dopri5", false, cache);
      for (const char* integrator : {"explicit_euler", "semi_explicit_euler", "rk2", "rk3", "rk4",
                                     "bogacki_shampine3", "dopri5", "implicit_euler"}) {
        for (const char* cache : {"counted", "plain"}) add(integrator, true, cache);
      }
      for (const char* integrator :
           {"rk3", "bogacki_shampine3", "implicit_euler", "radau5", "cvode_bdf", "cvode_adams"}) {
        for (const char* cache : {"counted", "plain"}) add(integrator, false, cache);
      }
    }
  }

  void nothingElseChanges() {
    QFETCH(int, diagram);
    QFETCH(QString, integrator);
    QFETCH(bool, is_fixed);
    QFETCH(QString, cache);
    RunOptions options;
    options.stop_time = 2;
    options.integrator = integrator.toStdString();
    if (integrator == "implicit_euler" && !is_fixed) options.accuracy = 1e-3;
    if (is_fixed) options.fixed_step = 0.02;
    options.no_cache = cache == "off";
    options.check_cache = cache == "checked";
    const bool counts_hits = cache == "counted";
    options.output = "steps";
    const Told steps = RunAndCount(kDiagrams[diagram].second, options, counts_hits);
    options.output = "smooth";
    const Told smooth = RunAndCount(kDiagrams[diagram].second, options, counts_hits);
    QCOMPARE(QString::fromStdString(smooth.counts), QString::fromStdString(steps.counts));
    QVERIFY(AddsRowsOnly(steps.rows, smooth.rows));
    const bool is_line = integrator == "explicit_euler" || integrator == "semi_explicit_euler" ||
                         integrator == "implicit_euler";
    QVERIFY(is_line || is_fixed || smooth.rows.size() > steps.rows.size());
  }

  /// Where cache hits are counted, all of the context is moved for a look; otherwise what the
  /// recorded signals need.
  void aPartialLookShowsWhatAWholeOneDoes() {
    for (const auto& [name, text] : kDiagrams) {
      for (const char* integrator : {"dopri5", "rk4", "bogacki_shampine3"}) {
        RunOptions options = Smooth();
        options.stop_time = 2;
        options.integrator = integrator;
        options.fixed_step = 0.125;
        const Told whole = RunAndCount(text, options, true);
        const Told partial = RunAndCount(text, options, false);
        QVERIFY2(whole.rows == partial.rows, name);
      }
    }
  }

  void smoothIsTheDefault() {
    QCOMPARE(SimulationValues().output, std::string("smooth"));
    QCOMPARE(RunAndCount(kDiagrams[0].second, {}).rows.size(),
             RunAndCount(kDiagrams[0].second, Smooth()).rows.size());
    std::string text = kDiagrams[0].second;
    text.insert(text.find("\"diagram\""), "\"simulation\": {\"output\": \"steps\"}, ");
    RunOptions steps;
    steps.output = "steps";
    QCOMPARE(RunAndCount(text, {}).rows.size(),
             RunAndCount(kDiagrams[0].second, steps).rows.size());
    QVERIFY(RunAndCount(text, Smooth()).rows.size() > RunAndCount(text, {}).rows.size());
  }

  void aLogIntervalIsAsEver() {
    RunOptions options;
    options.log_interval = 0.25;
    options.output = "steps";
    const Told steps = RunAndCount(kDiagrams[1].second, options);
    options.output = "smooth";
    const Told smooth = RunAndCount(kDiagrams[1].second, options);
    QVERIFY(steps.rows == smooth.rows);
    QCOMPARE(smooth.counts, steps.counts);
  }

  void stochasticRunsHaveNothingBetweenSteps() {
    const std::string text = DiagramText(
        "'w': {'type': 'OrnsteinUhlenbeck'}, 's': {'type': 'Sine', 'parameters': "
        "{'frequency': 30}}, 'scope': {'type': 'Scope', 'parameters': {'inputs': 2}}",
        "w.y>scope.u1 s.y>scope.u2");
    RunOptions options;
    options.stochastic_step = 0.1;
    options.output = "steps";
    const Told steps = RunAndCount(text, options);
    options.output = "smooth";
    QVERIFY(steps.rows == RunAndCount(text, options).rows);
  }

  void aStepHasAtMost4096Rows() {
    const std::string text = DiagramText(
        "'s': {'type': 'Sine', 'parameters': {'frequency': 1e7}}, 'scope': {'type': 'Scope'}",
        "s.y>scope.u1");
    const RunResult run = RunDiagram(text, {"s.y"}, 10, Smooth());
    // Fifty stretches of the longest step.
    QVERIFY(run.rows.size() > 50 * 2000);
    QVERIFY(run.rows.size() <= 50 * 4096 + 2);
    const std::string with_state = DiagramText(
        "'s': {'type': 'Sine', 'parameters': {'frequency': 1e7}}, 'x': {'type': "
        "'Integrator'}, 'scope': {'type': 'Scope', 'parameters': {'inputs': 2}}",
        "s.y>x.u x.y>scope.u1 s.y>scope.u2");
    RunOptions fixed = Smooth();
    fixed.integrator = "rk4";
    fixed.fixed_step = 0.5;
    const RunResult stepped = RunDiagram(with_state, {"x.y", "s.y"}, 1, fixed);
    QVERIFY(stepped.rows.size() > 2 * 2000);
    QVERIFY(stepped.rows.size() <= 2 * 4096 + 3);
  }

  void aConstantOffsetDoesNotMakeNoiseASignal() {
    const std::string text = DiagramText(
        "'t': {'type': 'Clock'}, 'f': {'type': 'Expression', 'parameters': {'expression': "
        "'1e6 + sin(u1)^2 + cos(u1)^2'}}, 'scope': {'type': 'Scope'}",
        "t.y>f.u1 f.y>scope.u1");
    QVERIFY(RunDiagram(text, {"f.y"}, 10, Smooth()).rows.size() < 10);
  }

  void valuesThatAreNotFiniteAreLeftAlone() {
    const std::string text = DiagramText(
        "'f': {'type': 'Expression', 'parameters': {'expression': 'sqrt(1 - t) + 0*1/(t - 2)', "
        "'inputs': 0}}, 'scope': {'type': 'Scope'}",
        "f.y>scope.u1");
    const RunResult run = RunDiagram(text, {"f.y"}, 3, Smooth());
    QVERIFY(run.outcome.end == RunEnd::kDone);
    QVERIFY(run.rows.size() < 5000);
  }

  void filesOfBlocksHaveTheRowsToo() {
    RunDiagram(DiagramText("'s': {'type': 'Sine'}, 'file': {'type': 'FileSink', 'parameters': "
                           "{'path': 'smooth.csv'}}",
                           "s.y>file.u1"),
               {"s.y"}, 10, Smooth());
    std::istringstream lines(ReadTestFile("smooth.csv"));
    std::vector<Row> rows;
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
      Row row{0, '-', {0}};
      QCOMPARE(std::sscanf(line.c_str(), "%lf,%c,%lf", &row.time, &row.side, row.values.data()), 3);
      rows.push_back(row);
    }
    QVERIFY(DistanceFrom([](double t) { return std::sin(t); }, rows, 10) < 1. / 500);
  }

  void otherNamesAreRefused() {
    RunOptions options;
    options.output = "rough";
    try {
      RunAndCount(kDiagrams[0].second, options);
      QFAIL("it ran");
    } catch (const UsageError& error) {
      QCOMPARE(QString(error.what()),
               QString("there is no output \"rough\"; it is smooth or steps"));
    }
  }
};

LOOPWRIGHT_TEST_WITH(QCoreApplication, TestSmoothOutput)

}  // namespace loopwright::test_smooth_output

#include "test_smooth_output.moc"
