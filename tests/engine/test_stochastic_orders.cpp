// The orders of the methods for stochastic differential equations, measured on problems whose
// solution is known on each path: a geometric Brownian motion, linear equations whose noises do not
// commute, and a stiff one.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include "engine/simulation/simulator.h"
#include "engine/stochastic/brownian_path.h"
#include "engine/system/leaf_system.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_stochastic_orders {

namespace {

constexpr const char* kStream = "orders";
constexpr int kAreaDepth = 13;  // of the exact solution

/// A leaf from functions for drift and diffusion.
class Equations : public LeafSystem<double> {
 public:
  using Vector = Eigen::VectorXd;
  using Drift = std::function<Vector(double t, const Vector& x)>;
  using Noise = std::function<Eigen::MatrixXd(double t, const Vector& x)>;

  Equations(const Vector& start, int noises, DiffusionForm form, Drift drift, Noise noise,
            Noise derivative)
      : drift_(std::move(drift)), noise_(std::move(noise)), derivative_(std::move(derivative)) {
    DeclareContinuousState(BasicVector<double>(start));
    DeclareDiffusion(noises, &Equations::CalcNoise, StreamKey(kStream), form);
    if (derivative_) DeclareDiffusionDerivative(&Equations::CalcDerivative);
  }

 private:
  Vector State(const Context<double>& context) const {
    return Eigen::Map<const Vector>(continuous_data(context), num_continuous_states());
  }
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* derivatives) const override {
    derivatives->SetFromVector(drift_(context.get_time(), State(context)));
  }
  void CalcNoise(const Context<double>& context, Eigen::Map<Eigen::MatrixXd>* b) const {
    *b = noise_(context.get_time(), State(context));
  }
  void CalcDerivative(const Context<double>& context, double* derivative) const {
    const Eigen::VectorXd values = derivative_(context.get_time(), State(context));
    std::copy_n(values.data(), values.size(), derivative);
  }

  Drift drift_;
  Noise noise_, derivative_;
};

constexpr double kGrowth = 0.7, kVolatility = 0.8;
// Where moments are measured: half as much spreads less, and leaves their errors.
constexpr double kWeakVolatility = 0.4;

/// dx = μ x dt + σ x dW, and W.
std::unique_ptr<Equations> Growth(double sigma = kVolatility) {
  using Vector = Equations::Vector;
  return std::make_unique<Equations>(
      Eigen::Vector2d(1, 0), 1, DiffusionForm::kScalar,
      [](double, const Vector& x) -> Vector { return Eigen::Vector2d(kGrowth * x[0], 0); },
      [sigma](double, const Vector& x) -> Eigen::MatrixXd {
        return Eigen::Vector2d(sigma * x[0], 1);
      },
      [sigma](double, const Vector& x) -> Eigen::MatrixXd {
        return Eigen::Vector2d(sigma * sigma * x[0], 0);
      });
}
double GrowthAt1(double w, double sigma = kVolatility) {
  return std::exp(kGrowth - sigma * sigma / 2 + sigma * w);
}

/// Diagonal noise: x1 grows as above, x2 = exp(t + W2/2), and x3 = W3 + ∫ W4 dt, x4 = W4, where the
/// drift of a state has another one's noise.
std::unique_ptr<Equations> DiagonalGrowth() {
  using Vector = Equations::Vector;
  return std::make_unique<Equations>(
      Eigen::Vector4d(1, 1, 0, 0), 4, DiffusionForm::kDiagonal,
      [](double, const Vector& x) -> Vector {
        return Eigen::Vector4d(kGrowth * x[0], 1.125 * x[1], x[3], 0);
      },
      [](double, const Vector& x) -> Eigen::MatrixXd {
        return Eigen::Vector4d(kVolatility * x[0], 0.5 * x[1], 1, 1).asDiagonal();
      },
      [](double, const Vector& x) -> Eigen::MatrixXd {
        return Eigen::Vector4d(kVolatility * kVolatility * x[0], 0.25 * x[1], 0, 0);
      });
}

constexpr double kAlpha = 0.25;

/// u = e^(α W1), w = W1 u and v = I_12 u are linear equations whose noises do not commute:
///     du = α²/2 u dt + α u dW1,  dw = (α²/2 w + α u) dt + (α w + u) dW1,
///     dv = α²/2 v dt + α v dW1 + w dW2.
std::unique_ptr<Equations> Bilinear() {
  using Vector = Equations::Vector;
  return std::make_unique<Equations>(
      Eigen::Vector3d(1, 0, 0), 2, DiffusionForm::kGeneral,
      [](double, const Vector& x) -> Vector {
        return Vector(kAlpha * kAlpha / 2 * x) + Vector(Eigen::Vector3d(0, kAlpha * x[0], 0));
      },
      [](double, const Vector& x) -> Eigen::MatrixXd {
        return Eigen::Matrix<double, 3, 2>{
            {kAlpha * x[0], 0}, {kAlpha * x[1] + x[0], 0}, {kAlpha * x[2], x[1]}};
      },
      nullptr);
}

// Of a method with an implicit drift, and what an explicit one still is stable for.
constexpr double kStiffness = 1e4, kExplicitStiffness = 12.5;

/// y grows as above, and z with dz = -λ (z - y) dt + dy comes to y at once; and W.
std::unique_ptr<Equations> Stiff(double stiffness, double sigma = kVolatility) {
  using Vector = Equations::Vector;
  return std::make_unique<Equations>(
      Eigen::Vector3d(1, 2, 0), 1, DiffusionForm::kScalar,
      [stiffness](double, const Vector& x) -> Vector {
        return Eigen::Vector3d(kGrowth * x[0], kGrowth * x[0] - stiffness * (x[1] - x[0]), 0);
      },
      [sigma](double, const Vector& x) -> Eigen::MatrixXd {
        return Eigen::Vector3d(sigma * x[0], sigma * x[0], 1);
      },
      [sigma](double, const Vector& x) -> Eigen::MatrixXd {
        const double second = sigma * sigma * x[0];
        return Eigen::Vector3d(second, second, 0);
      });
}

/// Runs of one system to t = 1 in 2^level steps along the paths of the runs.
class Runs {
 public:
  Runs(const System<double>& system, const char* method, int level)
      : system_(system), simulator_(system) {
    SimulatorConfig config;
    config.stochastic_integrator = method;
    config.stochastic_step = 1;
    config.stochastic_refinement = level;
    simulator_.set_config(config);
  }
  Eigen::VectorXd EndOf(int run) {
    Context<double>& context = simulator_.get_mutable_context();
    context.SetTime(0);
    context.set_random_source({0, static_cast<uint64_t>(run)});
    system_.SetDefaultContext(&context);
    simulator_.Initialize();
    if (!simulator_.AdvanceTo(1).succeeded()) throw std::runtime_error("the run failed");
    return simulator_.get_context().get_continuous_state_vector().CopyToVector();
  }

 private:
  const System<double>& system_;
  Simulator<double> simulator_;
};

/// The end of a run of Bilinear(), with I_12 as it is expected from 2^depth parts of the path.
Eigen::Vector3d ExpectedBilinearAt1(int run, int depth) {
  static BrownianPath path({{StreamKey(kStream), 2}});
  path.Enter({0, static_cast<uint64_t>(run)}, {}, 1);
  path.Finish(1);
  double integrals[4];
  path.CalcIteratedIntegrals(0, 2, depth, integrals);
  const double w = path.increments()[0], u = std::exp(kAlpha * w);
  return {u, w * u, integrals[1] * u};
}

/// The end of a run of Bilinear(); computed once.
Eigen::Vector3d BilinearAt1(int run) {
  static std::map<int, Eigen::Vector3d> known;
  const auto found = known.find(run);
  if (found != known.end()) return found->second;
  return known[run] = ExpectedBilinearAt1(run, kAreaDepth);
}

struct Mean {
  double value, error;
};
Mean MeanOf(const std::vector<double>& samples) {
  const auto n = static_cast<double>(samples.size());
  const double mean = std::accumulate(samples.begin(), samples.end(), 0.) / n;
  double squares = 0;
  for (const double x : samples) squares += (x - mean) * (x - mean);
  return {mean, std::sqrt(squares) / n};
}

/// The order by which an error shrinks from one level to another, from means of its `power`-th
/// power, with the half width of its interval of 99.9 %.
struct Order {
  double value, half_width;
};
Order OrderOf(const Mean& coarse, const Mean& fine, int levels, int power) {
  const double scale = 1 / (std::log(2.) * levels * power);
  return {scale * std::log(std::abs(coarse.value / fine.value)),
          3.3 * scale * std::hypot(coarse.error / coarse.value, fine.error / fine.value)};
}

/// The interval is about `order`, as far as steps of this size show it, and lies above the next
/// lower order.
void CompareOrder(const Order& measured, double order, double lower) {
  const QString text = QString("%1 +- %2").arg(measured.value).arg(measured.half_width);
  qInfo("order %g: %s", order, qPrintable(text));
  if (!DrawsAreJudged()) return;
  QVERIFY2(measured.value - measured.half_width > lower, qPrintable(text));
  QVERIFY2(std::abs(measured.value - order) < measured.half_width + 0.3, qPrintable(text));
  QVERIFY2(measured.half_width < 0.6 * (order - lower), qPrintable(text));
}

using Error = std::function<double(int run, const Eigen::VectorXd& end)>;

/// The mean of the error's `power`-th power.
Mean MeanError(const System<double>& system, const QString& method, int level, int count, int power,
               const Error& error) {
  Runs runs(system, qPrintable(method), level);
  std::vector<double> errors;
  for (int run = 0; run < count; ++run) {
    const double e = error(run, runs.EndOf(run));
    errors.push_back(power == 2 ? e * e : e);
  }
  return MeanOf(errors);
}

}  // namespace

class TestStochasticOrders : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void strongOrdersOnGeometricBrownianMotion_data() { AddMethods(); }
  void strongOrdersOnGeometricBrownianMotion() {
    const auto system = Growth();
    const Error error = [](int, const Eigen::VectorXd& x) { return x[0] - GrowthAt1(x[1]); };
    CompareStrongOrder(*system, 20000, error);
  }

  void strongOrdersUnderDiagonalNoise_data() { AddMethods(); }
  void strongOrdersUnderDiagonalNoise() {
    const auto system = DiagonalGrowth();
    const Error error = [](int run, const Eigen::VectorXd& x) {
      static BrownianPath path({{StreamKey(kStream), 4}});
      path.Enter({0, static_cast<uint64_t>(run)}, {}, 1);
      path.Finish(1);
      const auto& w = path.increments();
      const double integral = path.Areas()[3] + w[3] / 2;
      return std::hypot(x[0] - GrowthAt1(w[0]), x[1] - std::exp(1 + w[1] / 2),
                        x[2] - w[2] - integral);
    };
    CompareStrongOrder(*system, 20000, error);
  }

  void strongOrdersWhereNoisesDoNotCommute_data() {
    AddColumns();
    AddRow("euler_maruyama", 0.5, 1);
    AddRow("sri1", 1, 1);
    AddRow("drift_implicit_euler", 0.5, 1);
  }
  void strongOrdersWhereNoisesDoNotCommute() {
    const auto system = Bilinear();
    const Error error = [](int run, const Eigen::VectorXd& x) {
      return (x - BilinearAt1(run)).norm();
    };
    CompareStrongOrder(*system, 5000, error);
  }

  // Steps that are 100 to 2,500 times too long for an explicit method; such methods have a problem
  // that is less stiff, in steps that they are stable for.
  void strongOrdersOnAStiffProblem_data() {
    AddColumns();
    AddRow("euler_maruyama", 0.5, 4);
    AddRow("milstein", 1, 4);
    AddRow("sri1", 1, 4);
    AddRow("sriw1", 1.5, 4);
    AddRow("drift_implicit_euler", 0.5, 3);
    AddRow("drift_implicit_milstein", 1, 3);
  }
  void strongOrdersOnAStiffProblem() {
    CompareStrongOrder(*StiffForMethod(), 20000,
                       [](int, const Eigen::VectorXd& x) { return x[1] - GrowthAt1(x[2]); });
  }

  void anExplicitMethodFailsOnTheStiffProblem() {
    const auto system = Stiff(kStiffness);
    Runs runs(*system, "euler_maruyama", 5);
    QVERIFY(std::abs(runs.EndOf(0)[1]) > 1e6);
  }

  // The second moment. The exact solution on the same path takes most of the spread away.
  void weakOrdersOnGeometricBrownianMotion_data() {
    AddColumns();
    AddRow("euler_maruyama", 1, 2);
    AddRow("milstein", 1, 2);
    AddRow("sri1", 1, 2);
    AddRow("sriw1", 2, 1);
    AddRow("srk_weak2", 2, 1);
    AddRow("drift_implicit_euler", 1, 2);
    AddRow("drift_implicit_milstein", 1, 2);
  }
  void weakOrdersOnGeometricBrownianMotion() {
    CompareWeakOrder(*Growth(kWeakVolatility), 2, [](int, const Eigen::VectorXd& x) {
      const double exact = GrowthAt1(x[1], kWeakVolatility);
      return x[0] * x[0] - exact * exact;
    });
  }

  void weakOrdersOnAStiffProblem_data() {
    AddColumns();
    AddRow("euler_maruyama", 1, 4);
    AddRow("milstein", 1, 4);
    AddRow("sri1", 1, 4);
    AddRow("sriw1", 2, 4, 200000);
    AddRow("srk_weak2", 2, 4, 600000);
    AddRow("drift_implicit_euler", 1, 2);
    AddRow("drift_implicit_milstein", 1, 2);
  }
  void weakOrdersOnAStiffProblem() {
    QFETCH(double, order);
    CompareWeakOrder(
        *StiffForMethod(kWeakVolatility), order > 1 ? 2 : 1,
        [](int, const Eigen::VectorXd& x) { return x[1] - GrowthAt1(x[2], kWeakVolatility); });
  }

  // E v² = e^(2 α²) (1/2 + 4 α²/3), since v is normal given W1, of variance u² ∫ W1². What is
  // expected of v on the same path takes spread away: I_12 then lacks a part that is independent of
  // it, of the variance 1/12 / 2^depth, and so the mean of its square e^(2 α²) times that. A method
  // of order 2 has signs of its own in the place of areas, and fine parts of the path tell nothing.
  void weakOrdersWhereNoisesDoNotCommute_data() {
    AddColumns();
    AddRow("euler_maruyama", 1, 1);
    AddRow("sri1", 1, 0);
    AddRow("drift_implicit_euler", 1, 1);
    AddRow("srk_weak2", 2, 0, 4000000);
  }
  void weakOrdersWhereNoisesDoNotCommute() {
    QFETCH(double, order);
    const int depth = order > 1 ? 0 : 5;
    const double lacking = std::exp(2 * kAlpha * kAlpha) / 12 / (1 << depth);
    // With a quarter of the step the error of order 2 would be lost in the spread.
    CompareWeakOrder(*Bilinear(), order > 1 ? 1 : 2, [&](int run, const Eigen::VectorXd& x) {
      const double expected = ExpectedBilinearAt1(run, depth)[2];
      return x[2] * x[2] - expected * expected - lacking;
    });
  }

 private:
  static void AddColumns() {
    QTest::addColumn<QString>("method");
    QTest::addColumn<double>("order");
    QTest::addColumn<int>("level");
    QTest::addColumn<int>("paths");
  }
  static void AddRow(const char* method, double order, int level, int paths = 100000) {
    QTest::newRow(method) << method << order << level << paths;
  }
  static void AddMethods() {
    AddColumns();
    AddRow("euler_maruyama", 0.5, 5);
    AddRow("milstein", 1, 4);
    AddRow("sri1", 1, 4);
    AddRow("sriw1", 1.5, 3);
    AddRow("drift_implicit_euler", 0.5, 5);
    AddRow("drift_implicit_milstein", 1, 5);
  }

  /// As stiff as the method of this row is for.
  static std::unique_ptr<Equations> StiffForMethod(double sigma = kVolatility) {
    QFETCH(QString, method);
    return Stiff(method.startsWith("drift_implicit") ? kStiffness : kExplicitStiffness, sigma);
  }

  /// Where an order is not judged, a few runs reach the code of its method.
  static int CountRuns(int full) {
    constexpr int kFew = 20;
    const int runs = RandomCount(full);
    return DrawsAreJudged() ? runs : std::min(runs, kFew);
  }

  static void CompareStrongOrder(const System<double>& system, int count, const Error& error) {
    QFETCH(QString, method);
    QFETCH(double, order);
    QFETCH(int, level);
    const int runs = CountRuns(count);
    const Mean coarse = MeanError(system, method, level, runs, 2, error);
    const Mean fine = MeanError(system, method, level + 3, runs, 2, error);
    CompareOrder(OrderOf(coarse, fine, 3, 2), order, order - 0.5);
  }

  static void CompareWeakOrder(const System<double>& system, int levels, const Error& error) {
    QFETCH(QString, method);
    QFETCH(double, order);
    QFETCH(int, level);
    QFETCH(int, paths);
    const int runs = CountRuns(paths);
    const Mean coarse = MeanError(system, method, level, runs, 1, error);
    const Mean fine = MeanError(system, method, level + levels, runs, 1, error);
    CompareOrder(OrderOf(coarse, fine, levels, 1), order, order - 1);
  }
};

LOOPWRIGHT_TEST(TestStochasticOrders)

}  // namespace loopwright::test_stochastic_orders

#include "test_stochastic_orders.moc"
