// Exact linear models of random diagrams with continuous and sampled blocks, held against runs of
// the simulator, which knows nothing of matrices: what a run makes of a state or an input that is
// one larger, less what it makes of it as it is, is a column of the map, since all blocks are
// linear.

#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <map>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/blocklib/random_hybrid.h"

// After the header that takes Qt's keyword away.
#include "engine/analysis/hybrid_margins.h"
#include "engine/analysis/hybrid_response.h"
#include "engine/analysis/linearisation.h"
#include "engine/analysis/loop_cut.h"
#include "engine/diagram/diagram.h"
#include "engine/linear/eigenvalues.h"
#include "engine/linear/frequency_response.h"
#include "engine/linear/loop_margins.h"
#include "engine/simulation/simulator.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_random_hybrids {

namespace {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kAgreement = 1e-7;
/// What stands in the wire around each diagram.
constexpr double kFactor = 0.4;
constexpr const char* kConstant = "'type': 'Constant', 'parameters': {'value': 0}";

double SizeOf(const MatrixXd& matrix) {
  return matrix.size() == 0 ? 1 : std::max(1.0, matrix.cwiseAbs().maxCoeff());
}

/// The model from u to y, at the initial values or at another point.
Linearisation LineariseFromUToY(const Document& document, PointOptions options = {}) {
  options.inputs = {"u.y"};
  options.outputs = {"y.y"};
  return Linearise(FindOperatingPoint(document, BuiltInBlocks(), options), options);
}

/// Runs of a diagram that begin at one instant of a run, just before the updates there, with other
/// values of some states.
class PerturbedRuns {
 public:
  /// `states` are named as in linear models. At 0 the blocks are as they are made.
  PerturbedRuns(const Document& document, double start_sec, const std::vector<std::string>& states)
      : start_sec_(start_sec) {
    PointOptions options;
    if (start_sec > 0) options.time_sec = start_sec;
    options.is_before_updates = true;
    point_ = FindOperatingPoint(document, BuiltInBlocks(), options);
    std::map<std::string, std::pair<const Quantity*, int>> places;
    for (const QuantityKind kind : {QuantityKind::kContinuousState, QuantityKind::kDiscreteState}) {
      for (const Quantity& quantity : index().quantities(kind)) {
        for (int k = 0; k < quantity.size; ++k) {
          places[StateName(index(), quantity, k)] = {&quantity, k};
        }
      }
    }
    for (const std::string& state : states) places_.push_back(places.at(state));
  }

  int num_states() const { return static_cast<int>(places_.size()); }

  VectorXd StateOf(const Context<double>& context) const {
    VectorXd x(static_cast<Eigen::Index>(places_.size()));
    for (size_t i = 0; i < places_.size(); ++i) {
      x[static_cast<Eigen::Index>(i)] = index().Read(context, *places_[i].first, places_[i].second);
    }
    return x;
  }

  double ValueOf(const Context<double>& context, const std::string& path) const {
    const auto found = index().Find(path);
    return index().Read(context, *found.quantity, found.element);
  }

  void SetInput(double value, Context<double>* context) const {
    const int u = index().FindLeaf("u");
    index().Write(context, index().quantities(QuantityKind::kParameter, u).front(), 0, value);
  }

  double OutputOf(const Context<double>& context) const {
    const System<double>& y = point_.built->result().diagram->GetSubsystemByName("y");
    return y.get_output_port(0).Eval(y.GetMyContextFromRoot(context))[0];
  }

  std::unique_ptr<Simulator<double>> Begin(const VectorXd& x) const {
    std::unique_ptr<Context<double>> context = point_.context->Clone();
    for (size_t i = 0; i < places_.size(); ++i) {
      index().Write(context.get(), *places_[i].first, places_[i].second,
                    x[static_cast<Eigen::Index>(i)]);
    }
    auto simulator =
        std::make_unique<Simulator<double>>(*point_.built->result().diagram, std::move(context));
    SimulatorConfig config;
    config.accuracy = 1e-11;
    config.absolute_tolerance = 1e-13;
    simulator->set_config(config);
    return simulator;
  }

  /// x⁻ this much later.
  VectorXd After(const VectorXd& x, double time_sec) const {
    const auto simulator = Begin(x);
    simulator->AdvanceTo(start_sec_ + time_sec);
    return StateOf(simulator->get_context());
  }

 private:
  const DiagramIndex<double>& index() const { return point_.built->index(); }

  double start_sec_;
  OperatingPoint point_;
  std::vector<std::pair<const Quantity*, int>> places_;
};

/// What runs say of x⁻((k+1)T) = A x⁻(kT) + B u, y = C x⁻(kT) + D u after the updates at kT.
struct RunMap {
  MatrixXd A, B, C, D;

  Complex At(Complex z) const {
    return (C.cast<Complex>() * Resolvent(z) * B.cast<Complex>())(0, 0) + D(0, 0);
  }
  /// How much the response moves, at most, where each matrix is wrong by one.
  double SensitivityAt(Complex z) const {
    const MatrixXcd from_input = Resolvent(z) * B.cast<Complex>();
    const MatrixXcd to_output = C.cast<Complex>() * Resolvent(z);
    return (1 + from_input.cwiseAbs().sum()) * (1 + to_output.cwiseAbs().sum());
  }

 private:
  MatrixXcd Resolvent(Complex z) const {
    const MatrixXcd I = MatrixXcd::Identity(A.rows(), A.cols());
    return (z * I - A.cast<Complex>()).fullPivLu().inverse();
  }
};

RunMap MapOfRuns(const PerturbedRuns& runs, double period_sec, double start_sec) {
  const Eigen::Index n = runs.num_states();
  const VectorXd start = VectorXd::LinSpaced(n, 0.6, -0.4);
  const auto run = [&](const VectorXd& x, double input) {
    const auto simulator = runs.Begin(x);
    runs.SetInput(input, &simulator->get_mutable_context());
    simulator->Initialize();
    simulator->AdvancePendingEvents();
    VectorXd result(n + 1);
    result[n] = runs.OutputOf(simulator->get_context());
    simulator->AdvanceTo(start_sec + period_sec);
    result.head(n) = runs.StateOf(simulator->get_context());
    return result;
  };
  const VectorXd plain = run(start, 0);
  MatrixXd moved(n + 1, n + 1);
  for (Eigen::Index i = 0; i < n; ++i) moved.col(i) = run(start + VectorXd::Unit(n, i), 0) - plain;
  moved.col(n) = run(start, 1) - plain;
  return {moved.topLeftCorner(n, n), moved.topRightCorner(n, 1), moved.bottomLeftCorner(1, n),
          moved.bottomRightCorner(1, 1)};
}

/// A diagram whose u is cos ωt, with ω a whole number of fifths of the frequency of the period T:
/// the steady state repeats after five periods. The diagram itself integrates y e^(−jωt) and y
/// e^(−j(ω+2π/T)t).
class SineRun {
 public:
  SineRun(const RandomHybrid& hybrid, double period_sec, int fifths)
      : repeats_sec_(5 * period_sec), frequency_(2 * std::numbers::pi * fifths / repeats_sec_) {
    std::string blocks, wires;
    for (const char alias : {'0', '1'}) {
      const double frequency = frequency_ + (alias - '0') * 2 * std::numbers::pi / period_sec;
      for (const char kind : {'c', 's'}) {
        const std::string name{kind, alias};
        blocks += ", '" + name + "': {" + Sine(frequency, kind) + "}, 'p" + name +
                  "': {'type': 'Product'}, 'i" + name + "': {'type': 'Integrator'}";
        wires += name + ".y>p" + name + ".u1 y.y>p" + name + ".u2 p" + name + ".y>i" + name + ".u ";
      }
    }
    document_ = LoadText(hybrid.Text(Sine(frequency_, 'c'), kFactor, blocks, wires));
  }

  const Document& document() const { return document_; }
  double frequency() const { return frequency_; }
  double repeats_sec() const { return repeats_sec_; }

  /// Of y, at ω and at ω + 2π/T, over the next five periods of a run in steady state.
  std::pair<Complex, Complex> Components(const PerturbedRuns& runs,
                                         Simulator<double>* simulator) const {
    const auto integrals = [&] {
      const auto at = [&](const char* path) {
        return runs.ValueOf(simulator->get_context(), path);
      };
      return std::pair(Complex(at("ic0.x"), -at("is0.x")), Complex(at("ic1.x"), -at("is1.x")));
    };
    const auto before = integrals();
    simulator->AdvanceTo(simulator->get_context().get_time() + repeats_sec_);
    const auto after = integrals();
    const double scale = 2 / repeats_sec_;
    return {scale * (after.first - before.first), scale * (after.second - before.second)};
  }

 private:
  static std::string Sine(double frequency, char kind) {
    return "'type': 'Sine', 'parameters': {'frequency': " +
           QByteArray::number(frequency, 'g', 17).toStdString() + ", 'phase': '" +
           (kind == 'c' ? "pi/2" : "0") + "'}";
  }

  double repeats_sec_, frequency_;
  Document document_;
};

/// The poles of the closed loop with this factor, or angle in degrees, in the wire.
using PolesAt = std::function<ComplexList(double)>;

PolesAt PolesWithFactor(const RandomHybrid& hybrid, double period_sec,
                        const std::vector<std::string>& states) {
  return [=](double factor) {
    const PerturbedRuns runs(LoadText(hybrid.Text(kConstant, kFactor * factor)), 2 * period_sec,
                             states);
    return EigenvaluesOf(MapOfRuns(runs, period_sec, 2 * period_sec).A);
  };
}

/// Of two copies that are the real and the imaginary part: what becomes of a real state is the
/// column of a complex map.
PolesAt PolesWithAngle(const RandomHybrid& hybrid, double period_sec,
                       const std::vector<std::string>& states) {
  std::vector<std::string> both;
  for (const char* part : {"re/", "im/"}) {
    for (const std::string& state : states) both.push_back(part + state.substr(5));
  }
  const auto n = static_cast<Eigen::Index>(states.size());
  return [=](double degrees) {
    const std::string text = hybrid.TurnedText(kFactor, degrees * std::numbers::pi / 180);
    const PerturbedRuns runs(LoadText(text), 2 * period_sec, both);
    const VectorXd start = VectorXd::LinSpaced(2 * n, 0.6, -0.4);
    const VectorXd plain = runs.After(start, period_sec);
    MatrixXcd map(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const VectorXd moved = runs.After(start + VectorXd::Unit(2 * n, i), period_sec) - plain;
      map.col(i).real() = moved.head(n);
      map.col(i).imag() = moved.tail(n);
    }
    return EigenvaluesOf(map);
  };
}

}  // namespace

class TestRandomHybrids : public QObject {
  Q_OBJECT

 private:
  // Of matrices of a model and of runs.
  static void Compare(const char* name, const MatrixXd& model, const MatrixXd& run,
                      const std::string& what) {
    QCOMPARE(model.rows(), run.rows());
    QCOMPARE(model.cols(), run.cols());
    if (model.size() == 0) return;
    Eigen::Index row = 0, column = 0;
    const double difference = (model - run).cwiseAbs().maxCoeff(&row, &column) / SizeOf(run);
    QVERIFY2(difference <= kAgreement,
             qPrintable(
                 QString("%1(%2, %3): %4 of the size of %5 apart, %6 of the model, %7 of runs; %8")
                     .arg(name)
                     .arg(row)
                     .arg(column)
                     .arg(difference)
                     .arg(SizeOf(run))
                     .arg(model(row, column))
                     .arg(run(row, column))
                     .arg(QString::fromStdString(what))));
  }

  // Of values whose first one comes from runs, `size` being what counts as 1.
  static void CompareValues(const char* name, Complex run, Complex model, double size,
                            const std::string& what) {
    QVERIFY2(std::abs(run - model) <= kAgreement * size,
             qPrintable(QString("%1: %2 of the size of %3 apart; %4")
                            .arg(name)
                            .arg(std::abs(run - model) / size)
                            .arg(size)
                            .arg(QString::fromStdString(what))));
  }

  // For an input that is held from kT for T.
  static void CompareResponse(const LinearModel& model, const RunMap& run,
                              const std::string& what) {
    const FrequencyResponse response(model);
    for (const double part : {0.03, 0.4, 0.9, 2.3}) {
      const double w = part * std::numbers::pi / model.period_sec;
      const Complex z = std::polar(1.0, w * model.period_sec);
      CompareValues("response", run.At(z), response.At(w)(0, 0), run.SensitivityAt(z), what);
    }
  }

  // The loop cut in front of the factor, at that one wire, is the loop cut behind it.
  static void CompareWire(const Document& document, const std::string& what) {
    const HybridModel behind = CutLoop(document, BuiltInBlocks(), {}, "loop.y");
    const HybridModel before = CutLoop(document, BuiltInBlocks(), {}, ">loop.u");
    const double w = 0.7 / behind.period_sec;
    const Complex value = FrequencyResponse(ToLinearModel(behind, 4, false)).At(w)(0, 0);
    CompareValues("wire", value, FrequencyResponse(ToLinearModel(before, 4, false)).At(w)(0, 0),
                  1 + std::abs(value), what);
  }

  // Whether it was looked at: what grows much over five periods leaves runs no digits.
  static bool CompareLens(const RandomHybrid& hybrid, const HybridModel& model, const RunMap& run,
                          const std::vector<std::string>& states, int fifths,
                          const std::string& what) {
    MatrixXd turns = run.A;
    for (int k = 1; k < 5; ++k) turns = MatrixXd(turns * run.A);
    if (SizeOf(turns) > 1e3) return false;
    const SineRun sine(hybrid, model.period_sec, fifths);
    const PerturbedRuns runs(sine.document(), 2 * model.period_sec, states);
    const VectorXd rest = VectorXd::Zero(run.A.rows());
    const MatrixXd away = MatrixXd::Identity(turns.rows(), turns.cols()) - turns;
    const VectorXd steady = away.fullPivLu().solve(runs.After(rest, sine.repeats_sec()));
    const auto simulator = runs.Begin(steady);
    const double size =
        run.SensitivityAt(std::polar(1.0, sine.frequency() * model.period_sec)) * SizeOf(steady);
    CompareComponents(sine, runs, simulator.get(), model, size, what);
    return true;
  }

  static void CompareComponents(const SineRun& sine, const PerturbedRuns& runs,
                                Simulator<double>* simulator, const HybridModel& model, double size,
                                const std::string& what) {
    const LensResponse lens = LensResponseOf(model, {sine.frequency()}, 1);
    const auto [same, alias] = sine.Components(runs, simulator);
    CompareValues("lens", same, lens.response[0], size, what);
    CompareValues("lens, alias 1", alias, lens.aliases.at(1)[0], size, what);
  }

  // After all that began with it has died away, where that does not take long.
  static bool CompareLensFromRest(const RandomHybrid& hybrid, const HybridModel& model,
                                  const LinearModel& map, int fifths, const std::string& what) {
    double radius = 0;
    for (const Complex pole : EigenvaluesOf(map.A)) radius = std::max(radius, std::abs(pole));
    constexpr double kDiedAway = 1e-9, kLongest = 20;
    const double rounds = 2 + std::floor(std::log(kDiedAway) / (5 * std::log(radius)));
    if (radius >= 1 || rounds > kLongest) return false;
    const std::optional<HybridModel> finite = WithDelayStates(model);
    if (!finite) return false;
    const SineRun sine(hybrid, model.period_sec, fifths);
    const PerturbedRuns runs(sine.document(), 0, {});
    const auto simulator = runs.Begin({});
    simulator->AdvanceTo(rounds * sine.repeats_sec());
    CompareComponents(sine, runs, simulator.get(), *finite, 10, what);
    return true;
  }

  // That a pole comes to the unit circle at this value of what is in the wire, which is 1 at first:
  // by how far it is away from there, and how fast it moves; and that up to there as many are
  // outside as at first. (A pole that stays on the circle is not outside.)
  static void CompareCrossing(const char* name, const PolesAt& poles_at, double first, double value,
                              const std::string& what) {
    constexpr double kStep = 1e-3;
    const auto distance = [](Complex pole) { return std::abs(std::abs(pole) - 1); };
    const auto nearest = [](const ComplexList& poles, const auto& measure) {
      return *std::min_element(poles.begin(), poles.end(),
                               [&](Complex a, Complex b) { return measure(a) < measure(b); });
    };
    const ComplexList poles = poles_at(value);
    const Complex first_found = nearest(poles, distance);
    // Where it meets one that stays on the circle rounding moves both apart, but not their mean.
    Complex crossing = 0;
    int count = 0;
    for (const Complex pole : poles) {
      if (std::abs(pole - first_found) > 1e-5) continue;
      crossing += pole;
      ++count;
    }
    crossing /= count;
    const Complex moved = nearest(poles_at(value * (1 + kStep)),
                                  [&](Complex pole) { return std::abs(pole - crossing); });
    const double speed = std::abs(std::abs(moved) - std::abs(crossing)) / kStep;
    CompareValues(name, std::abs(crossing), 1, std::max(speed, 0.05), what);
    const auto outside = [&](double at) {
      const ComplexList there = poles_at(at);
      return std::count_if(there.begin(), there.end(),
                           [](Complex z) { return std::abs(z) > 1 + kAgreement; });
    };
    for (const double part : {0.3, 0.8}) {
      QVERIFY2(outside(first + part * (value - first)) == outside(first),
               qPrintable(QString("%1: a pole crosses before %2; %3")
                              .arg(name)
                              .arg(value)
                              .arg(QString::fromStdString(what))));
    }
  }

  // Counts the loops that are sampled at one rate.
  static void CompareMargins(unsigned seed, int* num_sampled) {
    const RandomHybrid hybrid(seed, {.num_blocks = 2 + static_cast<int>(seed % 2), .num_rates = 2});
    const std::string text = hybrid.Text(kConstant, kFactor);
    const std::string what = "seed " + std::to_string(seed) + ": " + text;
    const Document document = LoadText(text);
    const std::vector<std::string> states =
        ToLinearModel(LineariseFromUToY(document).model, 4, false).states;
    const HybridModel loop = CutLoop(document, BuiltInBlocks(), {}, "loop.y");
    HybridMargins margins;
    if (const auto sampled = SampledLoopOf(loop)) {
      const LoopMargins found = MarginsOf(LoopFunction(*sampled));
      ++*num_sampled;
      margins = {found.stable, found.gain_margin, found.gain_reduction, found.phase_margin};
    } else {
      margins = HybridMarginsOf(loop);
    }
    const PolesAt by_factor = PolesWithFactor(hybrid, loop.period_sec, states);
    const PolesAt by_angle = PolesWithAngle(hybrid, loop.period_sec, states);
    const ComplexList poles = by_factor(1);
    const bool is_clear = std::all_of(poles.begin(), poles.end(), [](Complex pole) {
      return std::abs(std::abs(pole) - 1) > kAgreement;
    });
    if (is_clear) QVERIFY2(margins.stable == IsStable(poles, true), what.c_str());
    if (std::isfinite(margins.gain_margin)) {
      CompareCrossing("gain margin", by_factor, 1, margins.gain_margin, what);
    }
    if (margins.gain_reduction > 0) {
      CompareCrossing("gain reduction", by_factor, 1, margins.gain_reduction, what);
    }
    if (std::isfinite(margins.phase_margin)) {
      CompareCrossing("phase margin", by_angle, 0, std::abs(margins.phase_margin), what);
    }
  }

 private Q_SLOTS:
  void theMapAndTheResponses() {
    int num_lenses = 0;
    for (int k = 0; k < RandomCount(500); ++k) {
      const auto seed = static_cast<unsigned>(RandomSeed(0) + k);
      const RandomHybrid hybrid(seed, {.num_blocks = 3 + static_cast<int>(seed % 4)});
      const std::string text = hybrid.Text(kConstant, kFactor);
      const std::string what = "seed " + std::to_string(seed) + ": " + text;
      const Document document = LoadText(text);
      const Linearisation found = LineariseFromUToY(document);
      const double T = found.model.period_sec;
      const LinearModel model = ToLinearModel(found.model, 4, false);
      // From a point where every block knows its samples.
      const PerturbedRuns runs(document, 2 * T, model.states);
      const RunMap run = MapOfRuns(runs, T, 2 * T);
      Compare("A", model.A, run.A, what);
      Compare("B", model.B, run.B, what);
      Compare("C", model.C, run.C, what);
      Compare("D", model.D, run.D, what);
      CompareResponse(model, run, what);
      num_lenses +=
          CompareLens(hybrid, found.model, run, model.states, 1 + static_cast<int>(seed % 4), what);
    }
    QVERIFY(num_lenses > RandomCount(500) / 2 || !DrawsAreJudged());
  }

  // From rest, as what enters a dead time before t = 0 is 0 then: a step shows what the model has
  // of each dead time, over more periods than any lasts.
  void deadTimes() {
    int num_lenses = 0;
    for (int k = 0; k < RandomCount(500); ++k) {
      const auto seed = static_cast<unsigned>(RandomSeed(0) + k);
      const RandomHybrid hybrid(seed,
                                {.num_blocks = 3 + static_cast<int>(seed % 3), .has_delays = true});
      const std::string text = hybrid.Text(kConstant, kFactor);
      const std::string what = "seed " + std::to_string(seed) + ": " + text;
      const Document document = LoadText(text);
      const HybridModel hybrid_model = LineariseFromUToY(document).model;
      QVERIFY2(HasFiniteDelays(hybrid_model), what.c_str());
      const LinearModel model = ToLinearModel(hybrid_model, 4, false);
      std::vector<std::string> states = model.states;
      std::erase_if(states, [](const auto& name) { return name.starts_with("dead_time"); });
      const auto kept = static_cast<Eigen::Index>(states.size());
      const PerturbedRuns runs(document, 0, states);
      const auto simulator = runs.Begin(VectorXd::Zero(kept));
      runs.SetInput(1, &simulator->get_mutable_context());
      simulator->Initialize();
      VectorXd x = VectorXd::Zero(model.num_states());
      double size = 1;
      for (int period = 0; period < 12 && size < 1e6; ++period) {
        simulator->AdvancePendingEvents();
        const double y = (model.C * x)(0) + model.D(0, 0);
        CompareValues("output", runs.OutputOf(simulator->get_context()), y, size, what);
        x = VectorXd(model.A * x + model.B);
        size = std::max({size, x.cwiseAbs().maxCoeff(), std::abs(y)});
        simulator->AdvanceTo((period + 1) * model.period_sec);
        const VectorXd apart = runs.StateOf(simulator->get_context()) - x.head(kept);
        CompareValues("state", apart.size() == 0 ? 0 : apart.cwiseAbs().maxCoeff(), 0, size, what);
      }
      num_lenses +=
          CompareLensFromRest(hybrid, hybrid_model, model, 1 + static_cast<int>(seed % 4), what);
    }
    constexpr int kEnough = 100;  // few die away soon
    QVERIFY(num_lenses > 0 || RandomCount(500) < kEnough);
  }

  void margins() {
    int num_sampled = 0;
    for (int k = 0; k < RandomCount(500); ++k) {
      CompareMargins(static_cast<unsigned>(RandomSeed(0) + k), &num_sampled);
    }
    QVERIFY((num_sampled > 0 && num_sampled < RandomCount(500)) || !DrawsAreJudged());
  }

  // They have an integrator that a derivative hides from the loop, with the multiplier 1, and just
  // there another one crosses the circle.
  void marginsBesideAMultiplierOnTheCircle() {
    int num_sampled = 0;
    for (const unsigned seed : {1119U, 1349U, 1355U}) CompareMargins(seed, &num_sampled);
    QCOMPARE(num_sampled, 0);
  }

  // Linear blocks have one linear model, at whatever point of a run it is taken.
  void theModelIsTheSameAtEveryPoint() {
    for (int k = 0; k < RandomCount(500); ++k) {
      const auto seed = static_cast<unsigned>(RandomSeed(0) + k);
      const RandomHybrid hybrid(seed, {.num_blocks = 3});
      const std::string text = hybrid.Text("'type': 'Constant', 'parameters': {'value': 0.7}", 0.1);
      const std::string what = "seed " + std::to_string(seed) + ": " + text;
      const Document document = LoadText(text);
      const Linearisation initial = LineariseFromUToY(document);
      const double T = initial.model.period_sec;
      const FrequencyResponse expected(ToLinearModel(initial.model, 4, false));
      for (const double time : {2 * T, 2.3 * T}) {
        for (const bool is_before : {true, false}) {
          PointOptions options;
          options.time_sec = time;
          options.is_before_updates = is_before;
          const Linearisation later = LineariseFromUToY(document, options);
          const FrequencyResponse response(ToLinearModel(later.model, 4, false));
          const double w = 0.7 / T;
          const Complex value = expected.At(w)(0, 0);
          CompareValues("response", value, response.At(w)(0, 0), 1 + std::abs(value), what);
        }
      }
    }
  }
};

LOOPWRIGHT_TEST(TestRandomHybrids)

}  // namespace loopwright::test_random_hybrids

#include "test_random_hybrids.moc"
