// Random diagrams of branches that start on their thresholds, run through them together and feed
// each other, against a reference that knows no branches: there every jump is a steep ramp, which
// is integrated with small steps. As the ramps become steeper its motion becomes that of the
// diagram, or Filippov's where the motion slides (A. F. Filippov, Differential Equations with
// Discontinuous Righthand Sides, 1988, section 2.8).

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "engine/text/number_format.h"
#include "tests/blocklib/diagram_run.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_random_branches {

namespace {

/// A branch element y = f(g), as a formula, as a block and with its jumps as ramps of width e.
struct Kind {
  const char* formula;  ///< of g, for each %
  const char* block;    ///< with input u, u1, control or velocity
  const char* input;
  const char* output;
  double (*steep)(double g, double e);
  /// What the block needs beside it, with @ for the number of the element, whose g is g@.y.
  const char* blocks_beside = "";
  const char* wires_beside = "";
};

double Clamp(double x) { return std::clamp(x, 0., 1.); }
double SteepFloor(double g, double e) {
  const double next = std::ceil(g);
  return next - 1 + Clamp(1 + (g - next) / e);
}
double SteepRound(double g, double e) {
  return g < 0 ? -SteepFloor(0.5 - g, e) : SteepFloor(g + 0.5, e);
}

const std::vector<Kind>& Kinds() {
  static const std::vector<Kind> kinds = {
      {"sign(%)", "'type': 'MathFunction', 'parameters': {'function': 'sign'}", "u", "y",
       [](double g, double e) { return std::clamp(g / e, -1., 1.); }},
      {"(% > 0)", "'type': 'Expression', 'parameters': {'expression': 'u1 > 0'}", "u1", "y",
       [](double g, double e) { return Clamp(g / e); }},
      {"(% >= 0)", "'type': 'Expression', 'parameters': {'expression': 'u1 >= 0'}", "u1", "y",
       [](double g, double e) { return Clamp(1 + g / e); }},
      {"(% > 0 ? 1 : -0.5)",
       "'type': 'Expression', 'parameters': {'expression': 'u1 > 0 ? 1 : "
       "-0.5'}",
       "u1", "y", [](double g, double e) { return -0.5 + 1.5 * Clamp(g / e); }},
      {"abs(%)", "'type': 'MathFunction', 'parameters': {'function': 'abs'}", "u", "y",
       [](double g, double) { return std::abs(g); }},
      {"max(%, 0)", "'type': 'Saturation', 'parameters': {'lower': 0, 'upper': 'inf'}", "u", "y",
       [](double g, double) { return std::max(g, 0.); }},
      {"min(max(%, -0.5), 0.5)",
       "'type': 'Saturation', 'parameters': {'lower': -0.5, 'upper': "
       "0.5}",
       "u", "y", [](double g, double) { return std::clamp(g, -0.5, 0.5); }},
      {"(% - min(max(%, -0.5), 0.5))",
       "'type': 'DeadZone', 'parameters': {'lower': -0.5, 'upper': "
       "0.5}",
       "u", "y", [](double g, double) { return g - std::clamp(g, -0.5, 0.5); }},
      {"(sign(%) + 0.25*%)",
       "'type': 'CoulombFriction', 'parameters': {'coulomb': 1, 'viscous': "
       "0.25}",
       "velocity", "force",
       [](double g, double e) { return std::clamp(g / e, -1., 1.) + 0.25 * g; }},
      {"floor(%)", "'type': 'Round', 'parameters': {'function': 'floor'}", "u", "y", SteepFloor},
      {"round(%)", "'type': 'Round', 'parameters': {'function': 'nearest'}", "u", "y", SteepRound},
  };
  return kinds;
}

/// The branching types and formulas that are not among Kinds(), and these.
const std::vector<Kind>& AllKinds() {
  static const std::vector<Kind> kinds = [] {
    std::vector<Kind> all = {
        {"(% > 0)", "'type': 'Comparison', 'parameters': {'operator': '>'}", "u1", "y",
         [](double g, double e) { return Clamp(g / e); },
         "'zero@': {'type': 'Constant', 'parameters': {'value': 0}}", "zero@.y>f@.u2"},
        {"(% <= 0)", "'type': 'Comparison', 'parameters': {'operator': '<='}", "u1", "y",
         [](double g, double e) { return Clamp(1 - g / e); },
         "'zero@': {'type': 'Constant', 'parameters': {'value': 0}}", "zero@.y>f@.u2"},
        {"(% >= 0 ? 1 : -0.5)", "'type': 'Switch'", "control", "y",
         [](double g, double e) { return -0.5 + 1.5 * Clamp(1 + g / e); },
         "'one@': {'type': 'Constant'}, 'half@': {'type': 'Constant', 'parameters': {'value': "
         "-0.5}}",
         "one@.y>f@.u1 half@.y>f@.u2"},
        {"max(%, 0)", "'type': 'MinMax', 'parameters': {'function': 'max'}", "u1", "y",
         [](double g, double) { return std::max(g, 0.); },
         "'zero@': {'type': 'Constant', 'parameters': {'value': 0}}", "zero@.y>f@.u2"},
        {"min(%, 0)", "'type': 'MinMax', 'parameters': {'function': 'min'}", "u1", "y",
         [](double g, double) { return std::min(g, 0.); },
         "'zero@': {'type': 'Constant', 'parameters': {'value': 0}}", "zero@.y>f@.u2"},
        {"(not % > 0)", "'type': 'Logic', 'parameters': {'operator': 'not', 'inputs': 1}", "", "y",
         [](double g, double e) { return 1 - Clamp(g / e); },
         "'zero@': {'type': 'Constant', 'parameters': {'value': 0}}, 'c@': {'type': 'Comparison', "
         "'parameters': {'operator': '>'}}",
         "g@.y>c@.u1 zero@.y>c@.u2 c@.y>f@.u1"},
        {"(% > -0.5 and % < 0.5)", "'type': 'Logic'", "", "y",
         [](double g, double e) { return Clamp((g + 0.5) / e) * Clamp((0.5 - g) / e); },
         "'half@': {'type': 'Constant', 'parameters': {'value': 0.5}}, 'less@': {'type': "
         "'Constant', 'parameters': {'value': -0.5}}, 'above@': {'type': 'Comparison', "
         "'parameters': {'operator': '>'}}, 'below@': {'type': 'Comparison'}",
         "g@.y>above@.u1 less@.y>above@.u2 g@.y>below@.u1 half@.y>below@.u2 above@.y>f@.u1 "
         "below@.y>f@.u2"},
        {"ceil(%)", "'type': 'Round', 'parameters': {'function': 'ceil'}", "u", "y",
         [](double g, double e) { return -SteepFloor(-g, e); }},
        {"(sign(%)*floor(abs(%)))", "'type': 'Round', 'parameters': {'function': 'truncate'}", "u",
         "y", [](double g, double e) { return g < 0 ? -SteepFloor(-g, e) : SteepFloor(g, e); }},
        {"mod(%, 1)", "'type': 'Modulo'", "u", "y",
         [](double g, double e) { return g - SteepFloor(g, e); }},
        {"(0.5*round(2*%))", "'type': 'Quantizer', 'parameters': {'interval': 0.5}", "u", "y",
         [](double g, double e) { return 0.5 * SteepRound(2 * g, e); }},
    };
    all.insert(all.end(), Kinds().begin(), Kinds().end());
    return all;
  }();
  return kinds;
}

/// A number so that it is read back as it is.
template <typename Number>
std::string Text(Number number) {
  if constexpr (std::is_floating_point_v<Number>)
    return FormatNumber(number);
  else
    return std::to_string(number);
}

std::string Replaced(const std::string& text, char sign, const std::string& what) {
  std::string result;
  for (const char c : text) result += c == sign ? what : std::string(1, c);
  return result;
}

/// x' = c + D y, y_k = f_k(a_k x + b_k t + g_k + d_k y_{k-1}).
struct Problem {
  struct Element {
    int kind;
    std::vector<double> a;
    double b, g, d;
  };
  const std::vector<Kind>& kinds;
  std::vector<double> start, c;
  std::vector<std::vector<double>> D;
  std::vector<Element> elements;

  /// All numbers are multiples of 1/1024, so that sums of them are exact and meet zero at the
  /// start; the slopes of state are arbitrary ones, or else signals would often stay at a threshold
  /// that they reach.
  Problem(const std::vector<Kind>& all_kinds, std::mt19937* random) : kinds(all_kinds) {
    const auto half = [&](int most) {
      return 0.5 * std::uniform_int_distribution<int>(-2 * most, 2 * most)(*random);
    };
    const auto any = [&] {
      return std::uniform_int_distribution<int>(-2048, 2048)(*random) / 1024.;
    };
    const auto chance = [&](double part) {
      return std::uniform_real_distribution<double>()(*random) < part;
    };
    const int n = std::uniform_int_distribution<int>(1, 3)(*random);
    const int m = std::uniform_int_distribution<int>(1, 4)(*random);
    for (int i = 0; i < n; ++i) {
      start.push_back(chance(0.5) ? 0 : half(1));
      c.push_back(any());
      std::vector<double>& row = D.emplace_back();
      for (int k = 0; k < m; ++k) row.push_back(any());
    }
    for (int k = 0; k < m; ++k) {
      Element element;
      element.kind = std::uniform_int_distribution<int>(0, std::ssize(kinds) - 1)(*random);
      for (int i = 0; i < n; ++i) element.a.push_back(chance(0.6) ? half(1) : 0);
      element.b = chance(0.4) ? any() : 0;
      element.d = k > 0 && chance(0.3) ? any() : 0;
      element.g = half(1);
      if (chance(0.6)) {
        element.g = 0;
        for (int i = 0; i < n; ++i) element.g -= element.a[i] * start[i];
      }
      elements.push_back(element);
    }
  }

  /// With ramps of width e, in steps by Heun's method.
  std::vector<double> Integrate(double stop, double e) const {
    return Integrate(stop, e, static_cast<int>(std::ceil(stop * 20 / e)), 0.0, start);
  }
  std::vector<double> Integrate(double stop, double e, int steps, double start_time,
                                const std::vector<double>& from) const {
    const double h = stop / steps;
    std::vector<double> x = from, there = from, y(elements.size()), k1(from.size()),
                        k2(from.size());
    const auto find_slope = [&](double t, const std::vector<double>& at,
                                std::vector<double>* result) {
      for (size_t k = 0; k < elements.size(); ++k) {
        const Element& element = elements[k];
        double g = element.b * t + element.g + (k > 0 ? element.d * y[k - 1] : 0);
        for (size_t i = 0; i < at.size(); ++i) g += element.a[i] * at[i];
        y[k] = kinds[element.kind].steep(g, e);
      }
      for (size_t i = 0; i < at.size(); ++i) {
        double sum = c[i];
        for (size_t k = 0; k < y.size(); ++k) sum += D[i][k] * y[k];
        (*result)[i] = sum;
      }
    };
    for (int step = 0; step < steps; ++step) {
      const double t = start_time + step * h;
      find_slope(t, x, &k1);
      for (size_t i = 0; i < x.size(); ++i) there[i] = x[i] + h * k1[i];
      find_slope(t + h, there, &k2);
      for (size_t i = 0; i < x.size(); ++i) x[i] += 0.5 * h * (k1[i] + k2[i]);
    }
    return x;
  }

  static std::string Term(double factor, const std::string& what) {
    return " + " + (factor < 0 ? "(" + Text(factor) + ")" : Text(factor)) + "*" + what;
  }

  /// All in one DifferentialEquation.
  std::string AsFormulas() const {
    std::vector<std::string> y;
    for (size_t k = 0; k < elements.size(); ++k) {
      const Element& element = elements[k];
      std::string g = "0" + Term(element.g, "1") + Term(element.b, "t");
      for (size_t i = 0; i < start.size(); ++i) {
        if (element.a[i] != 0) g += Term(element.a[i], "x" + Text(i + 1));
      }
      if (element.d != 0) g += Term(element.d, y[k - 1]);
      y.push_back(Replaced(kinds[element.kind].formula, '%', "(" + g + ")"));
    }
    std::string derivatives, outputs, initial;
    for (size_t i = 0; i < start.size(); ++i) {
      std::string sum = "0" + Term(c[i], "1");
      for (size_t k = 0; k < y.size(); ++k) {
        if (D[i][k] != 0) sum += Term(D[i][k], y[k]);
      }
      const std::string comma = i > 0 ? ", " : "";
      derivatives += comma + "'" + sum + "'";
      outputs += comma + "'x" + Text(i + 1) + "'";
      initial += comma + Text(start[i]);
    }
    return DiagramText("'f': {'type': 'DifferentialEquation', 'parameters': {'derivatives': [" +
                           derivatives + "], 'outputs': [" + outputs + "], 'initial_state': [" +
                           initial + "]}}, 'scope': {'type': 'Scope'}",
                       "f.y>scope.u1");
  }

  /// Each element a block, with a linear formula before it, and one integrator for each state.
  std::string AsBlocks() const {
    const std::string n = Text(start.size()), m = Text(elements.size());
    std::string blocks =
        "'t': {'type': 'Clock'}, 'scope': {'type': 'Scope', 'parameters': "
        "{'inputs': " +
        n + "}}";
    std::string wires;
    for (size_t k = 0; k < elements.size(); ++k) {
      const Element& element = elements[k];
      const Kind& kind = kinds[element.kind];
      const std::string name = Text(k);
      std::string g = "0" + Term(element.g, "1") + Term(element.b, "u1");
      wires += "t.y>g" + name + ".u1 ";
      for (size_t i = 0; i < start.size(); ++i) {
        const std::string input = "u" + Text(i + 2);
        g += Term(element.a[i], input);
        wires += "x" + Text(i) + ".y>g" + name + "." + input + " ";
      }
      size_t inputs = start.size() + 1;
      if (element.d != 0) {
        const std::string input = "u" + Text(++inputs);
        g += Term(element.d, input);
        wires += "f" + Text(k - 1) + "." + kinds[elements[k - 1].kind].output + ">g" + name + "." +
                 input + " ";
      }
      blocks += ", 'g" + name + "': {'type': 'Expression', 'parameters': {'expression': '" + g +
                "', 'inputs': " + Text(inputs) + "}}, 'f" + name + "': {" + kind.block + "}";
      if (*kind.blocks_beside != 0) blocks += ", " + Replaced(kind.blocks_beside, '@', name);
      if (*kind.input != 0) wires += "g" + name + ".y>f" + name + "." + kind.input + " ";
      wires += Replaced(kind.wires_beside, '@', name) + " ";
    }
    for (size_t i = 0; i < start.size(); ++i) {
      const std::string name = Text(i);
      std::string sum = "0" + Term(c[i], "1");
      for (size_t k = 0; k < elements.size(); ++k) {
        const std::string input = "u" + Text(k + 1);
        sum += Term(D[i][k], input);
        wires +=
            "f" + Text(k) + "." + kinds[elements[k].kind].output + ">d" + name + "." + input + " ";
      }
      blocks += ", 'd" + name + "': {'type': 'Expression', 'parameters': {'expression': '" + sum +
                "', 'inputs': " + m + "}}, 'x" + name +
                "': {'type': 'Integrator', 'parameters': {'initial_value': " + Text(start[i]) +
                "}}";
      wires += "d" + name + ".y>x" + name + ".u x" + name + ".y>scope.u" + Text(i + 1) + " ";
    }
    return DiagramText(blocks, wires);
  }
};

double Distance(const std::vector<double>& a, const std::vector<double>& b) {
  double distance = 0;
  for (size_t i = 0; i < a.size(); ++i) distance = std::max(distance, std::abs(a[i] - b[i]));
  return distance;
}

constexpr double kStop = 1, kWidth = 4e-3;
constexpr int kParts = 5;

enum class Verdict { kSame, kOther, kOpen };

/// A second reference: jumps as they are, small steps, from the start and from points and times
/// beside it, the second one where `first`, the state after the run's first step, lies. The ramps
/// can stop where the diagram does not: half way up where one branch feeds another, or beside a
/// threshold that two elements share. Where the starts lead apart there are several motions.
Verdict CompareWithSmallSteps(const Problem& problem, const std::vector<double>& first,
                              const std::vector<double>& x) {
  constexpr double kNoWidth = 1e-300, kAside = 1e-6;
  constexpr int kSteps = 40000, kStarts = 64;
  std::mt19937 random(1);
  const double way = std::max(Distance(first, problem.start), 1e-300);
  std::vector<std::vector<double>> ends;
  for (int i = 0; i < kStarts; ++i) {
    std::vector<double> from = problem.start;
    for (size_t k = 0; k < from.size(); ++k) {
      if (i == 1) from[k] += kAside * (first[k] - problem.start[k]) / way;
      if (i > 1) from[k] += kAside * std::uniform_real_distribution<double>(-1, 1)(random);
    }
    ends.push_back(problem.Integrate(kStop, kNoWidth, kSteps, i == 0 ? 0 : 1e-3 * kAside, from));
    if (Distance(ends.back(), x) < 0.02) return Verdict::kSame;
  }
  for (const std::vector<double>& end : ends) {
    if (Distance(end, ends[0]) > 0.02) return Verdict::kOpen;
  }
  return Verdict::kOther;
}

/// After the first step of a run.
const std::vector<double>& FirstState(const RunResult& run) {
  const auto later = [](const auto& row) { return row.time > 0; };
  return std::find_if(run.rows.begin(), run.rows.end(), later)->values;
}

}  // namespace

class TestRandomBranches : public QObject {
  Q_OBJECT
 private slots:
  void agreeWithTheReferenceOrFailByName_data() {
    QTest::addColumn<bool>("as_blocks");
    QTest::addColumn<unsigned>("seed");
    // In parts, so that none runs into the time limit that Qt Test has for a function.
    for (unsigned part = 0; part < unsigned{kParts}; ++part) {
      QTest::addRow("formulas, part %u", part + 1) << false << 3 + 10 * part;
      QTest::addRow("blocks, part %u", part + 1) << true << 7 + 10 * part;
    }
  }
  void agreeWithTheReferenceOrFailByName() {
    QFETCH(bool, as_blocks);
    QFETCH(unsigned, seed);
    compare(Kinds(), as_blocks, seed, RandomCount(50000 / kParts));
  }

  void allTypesAgreeOrFailByName_data() {
    QTest::addColumn<bool>("as_blocks");
    QTest::addColumn<unsigned>("seed");
    for (const unsigned part : {1, 2}) {
      QTest::addRow("formulas, part %u", part) << false << 1000 + part;
      QTest::addRow("blocks, part %u", part) << true << 2000 + part;
    }
  }
  void allTypesAgreeOrFailByName() {
    QFETCH(bool, as_blocks);
    QFETCH(unsigned, seed);
    compare(AllKinds(), as_blocks, seed, RandomCount(10000));
  }

 private:
  void compare(const std::vector<Kind>& kinds, bool as_blocks, unsigned seed, int count) {
    std::mt19937 random(seed);
    int agreed = 0, failed = 0, ambiguous = 0, silent = 0;
    const char* const integrators[] = {"dopri5", "bogacki_shampine3", "radau5"};
    for (int i = 0; i < count; ++i) {
      const Problem problem(kinds, &random);
      const std::string text = as_blocks ? problem.AsBlocks() : problem.AsFormulas();
      RunOptions options;
      options.stop_time = kStop;
      options.output = "steps";
      options.integrator = integrators[i % 3];
      const RunResult run = RunDocument(LoadText(text), options);
      if (run.outcome.end == RunEnd::kFailed) {
        const QString message = QString::fromStdString(run.outcome.message);
        QVERIFY2(message.contains("chattering") || message.contains("Zeno"), qPrintable(message));
        QVERIFY(!run.outcome.path.empty());
        ++failed;
        continue;
      }
      const std::vector<double>& x = run.rows.back().values;
      const std::vector<double> coarse = problem.Integrate(kStop, kWidth);
      if (Distance(x, coarse) < 0.05) {
        ++agreed;
        continue;
      }
      // Where the reference itself goes elsewhere with steeper ramps, it proves nothing.
      const std::vector<double> fine = problem.Integrate(kStop, kWidth / 16);
      if (Distance(x, fine) < 0.02) {
        ++agreed;
      } else if (Distance(coarse, fine) > 0.02 || !run.outcome.warnings.empty()) {
        ++ambiguous;
      } else if (const Verdict verdict = CompareWithSmallSteps(problem, FirstState(run), x);
                 verdict != Verdict::kOther) {
        ++(verdict == Verdict::kSame ? agreed : ambiguous);
      } else {
        ++silent;
        qWarning().noquote() << "a silent disagreement of" << Distance(x, fine) << "in"
                             << QString::fromStdString(text);
      }
    }
    qInfo("%d agreed, %d failed by name, %d ambiguous, %d silent disagreements", agreed, failed,
          ambiguous, silent);
    QCOMPARE(silent, 0);
    QVERIFY(agreed > count / 2);
    QVERIFY(ambiguous < count / 20 + 2);
  }
};

LOOPWRIGHT_TEST(TestRandomBranches)

}  // namespace loopwright::test_random_branches

#include "test_random_branches.moc"
