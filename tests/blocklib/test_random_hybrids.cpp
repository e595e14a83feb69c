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
#include <map>
#include <memory>
#include <numbers>
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
  /// `states` are named as in linear models.
  PerturbedRuns(const Document& document, double start_sec, const std::vector<std::string>& states)
      : start_sec_(start_sec) {
    PointOptions options;
    options.time_sec = start_sec;
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

  // u = cos ωt, a fifth of whose frequency is in the period, has a steady state that repeats after
  // five periods. It is where that many of them lead back to it, and over it y e^(−jωt) and
  // y e^(−j(ω+2π/T)t) are integrated by the run itself.
  static void CompareLens(const RandomHybrid& hybrid, const HybridModel& model, const RunMap& run,
                          const std::vector<std::string>& states, int fifths,
                          const std::string& what) {
    const double T = model.period_sec, repeats = 5 * T;
    const double w = 2 * std::numbers::pi * fifths / repeats;
    const auto sine = [](double frequency, const char* phase) {
      return "'type': 'Sine', 'parameters': {'frequency': " +
             QByteArray::number(frequency, 'g', 17).toStdString() + ", 'phase': '" + phase + "'}";
    };
    std::string blocks, wires;
    for (const int alias : {0, 1}) {
      for (const auto& [kind, phase] : {std::pair("c", "pi/2"), std::pair("s", "0")}) {
        const std::string name = kind + std::to_string(alias);
        blocks += ", '" + name + "': {" + sine(w + 2 * std::numbers::pi * alias / T, phase) +
                  "}, 'p" + name + "': {'type': 'Product'}, 'i" + name +
                  "': {'type': 'Integrator'}";
        wires += name + ".y>p" + name + ".u1 y.y>p" + name + ".u2 p" + name + ".y>i" + name + ".u ";
      }
    }
    const Document document = LoadText(hybrid.Text(sine(w, "pi/2"), kFactor, blocks, wires));
    const PerturbedRuns runs(document, 2 * T, states);
    const VectorXd rest = VectorXd::Zero(run.A.rows());
    MatrixXd turns = run.A;
    for (int k = 1; k < 5; ++k) turns = MatrixXd(turns * run.A);
    const MatrixXd away = MatrixXd::Identity(turns.rows(), turns.cols()) - turns;
    const VectorXd steady = away.fullPivLu().solve(runs.After(rest, repeats));
    const auto simulator = runs.Begin(steady);
    const auto integral = [&](const std::string& name) {
      return runs.ValueOf(simulator->get_context(), "i" + name + ".x");
    };
    const LensResponse lens = LensResponseOf(model, {w}, 1);
    const double size = run.SensitivityAt(std::polar(1.0, w * T)) * SizeOf(steady);
    std::map<std::string, double> before;
    for (const char* name : {"c0", "s0", "c1", "s1"}) before[name] = integral(name);
    simulator->AdvanceTo(2 * T + repeats);
    const auto component = [&](const std::string& alias) {
      const Complex sum(integral("c" + alias) - before["c" + alias],
                        before["s" + alias] - integral("s" + alias));
      return 2.0 / repeats * sum;
    };
    CompareValues("lens", component("0"), lens.response[0], size, what);
    CompareValues("lens, alias 1", component("1"), lens.aliases.at(1)[0], size, what);
  }

 private Q_SLOTS:
  void theMapAndTheResponses() {
    for (int k = 0; k < RandomCount(500); ++k) {
      const auto seed = static_cast<unsigned>(RandomSeed(0) + k);
      const RandomHybrid hybrid(seed, {.num_blocks = 3 + k % 4});
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
      CompareLens(hybrid, found.model, run, model.states, 1 + k % 4, what);
    }
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
