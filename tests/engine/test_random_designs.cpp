// Conversions and designs of linear models drawn at random, tame and faulty ones: a result whose
// residual is small, checked here by the equations themselves, or an error.
#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "engine/control/discretise.h"
#include "engine/control/place.h"
#include "engine/control/regulators.h"
#include "engine/linear/eigenvalues.h"
#include "engine/matrices/decompositions.h"
#include "engine/matrices/matrix_functions.h"
#include "tests/engine/random_model_judge.h"
#include "tests/test_main.h"

namespace loopwright::test_random_designs {

namespace {

using Eigen::MatrixXd;
using Method = DiscretisationMethod;

constexpr Method kMethods[] = {Method::kZoh,     Method::kFoh,     Method::kTustin,
                               Method::kPrewarp, Method::kMatched, Method::kImpulse};

// A period that suits the motions of a model, or one far from it.
double PeriodFor(Trial* trial) {
  const double rate = ScaleStates(trial->model).A.norm();
  const double usual = trial->random.Uniform(0.05, 2) / (rate > 0 ? rate : 1);
  return trial->is_tame ? usual : usual * trial->random.Size(2);
}

// Two responses, at the points that a method says are the same.
void ExpectSameValue(const LinearModel& model, Complex point, const LinearModel& other,
                     Complex other_point, const char* what, Judge* judge) {
  const ReferenceResponse a = ReferenceAt(model, point), b = ReferenceAt(other, other_point);
  const double miss = (a.value - b.value).norm(), allowed = a.allowed + b.allowed;
  judge->Expect(!std::isfinite(allowed) || miss <= allowed, what, miss / allowed);
}

bool HasRootAtRest(const LinearModel& model) {
  const ZeroPoleGain zpk = ToZeroPoleGain(model, 0, 0);
  const auto is_slow = [&](Complex root) { return std::abs(root) < 1e-6 * model.A.norm(); };
  return zpk.gain == 0 || std::any_of(zpk.zeros.begin(), zpk.zeros.end(), is_slow) ||
         std::any_of(zpk.poles.begin(), zpk.poles.end(), is_slow);
}

// What each method promises: tustin the response at s = 2/h (z − 1)/(z + 1), prewarp the one at its
// frequency, impulse its first sample, and the others the gain at rest.
void CheckSampled(const LinearModel& c, const LinearModel& d, Method method, double prewarp,
                  Trial* trial) {
  const double h = d.period_sec;
  Judge* judge = &trial->judge;
  if (method == Method::kTustin) {
    const Complex z = std::polar(1.0, trial->random.Uniform(0.01, 3));
    ExpectSameValue(c, 2 / h * (z - 1.0) / (z + 1.0), d, z, "tustin", judge);
  } else if (method == Method::kPrewarp) {
    ExpectSameValue(c, Complex(0, prewarp), d, std::polar(1.0, prewarp * h), "prewarp", judge);
  } else if (method == Method::kImpulse) {
    const MatrixXd first = h * (c.C * c.B);
    judge->Expect((d.D - first).norm() <= 1e-12 * first.norm(), "impulse", (d.D - first).norm());
  } else if (method != Method::kMatched || !HasRootAtRest(c)) {
    ExpectSameValue(c, 0, d, 1, "gain at rest", judge);
  }
}

void CheckConversions(Trial* trial) {
  const LinearModel& model = trial->model;
  for (const Method method : kMethods) {
    const bool must_answer = trial->is_tame && method != Method::kMatched &&
                             method != Method::kImpulse && method != Method::kTustin;
    if (!model.is_sampled()) {
      const double h = PeriodFor(trial);
      const double prewarp = trial->random.Uniform(0.1, 3) / h;
      trial->judge.Try(
          "c2d", must_answer && method != Method::kPrewarp,
          [&] { return ToSampled(model, h, method, prewarp); },
          [&](const LinearModel& d) { CheckSampled(model, d, method, prewarp, trial); });
      continue;
    }
    const double prewarp = 1 / model.period_sec;
    trial->judge.Try(
        "d2c", false, [&] { return ToContinuous(model, method, prewarp); },
        [&](const LinearModel& c) {
          trial->judge.Expect(c.A.allFinite() && c.B.allFinite() && c.D.allFinite(), "d2c", 0);
          if (!trial->is_tame) return;
          const LinearModel back = ToSampled(c, model.period_sec, method, prewarp);
          if (method == Method::kMatched) return CheckSampled(c, back, method, prewarp, trial);
          ExpectSameResponse(model, back, "there and back", &trial->random, &trial->judge);
        });
  }
}

/// A Riccati equation, and what is said to solve it with the gain K.
struct RiccatiSolution {
  MatrixXd A, B, Q, R, S, K;
  bool is_sampled = false;
};

// Both equations that make up the Riccati equation, each beside its parts: that of the gain, and
// that of the cost with it, (A − B K)ᵀ S + S (A − B K) + Q + Kᵀ R K = 0. Neither divides by
// R + Bᵀ S B, which may be singular up to rounding. S is symmetric, and positive semidefinite but
// for what the residual may have moved it by.
void ExpectRiccati(const RiccatiSolution& of, const char* what, double bound, Judge* judge) {
  const double S = of.S.norm(), K = of.K.norm();
  const MatrixXd closed = of.A - of.B * of.K;
  const double flow = of.A.norm() + of.B.norm() * K;
  const MatrixXd seen = of.B.transpose() * of.S;
  MatrixXd weighted = of.R * of.K;
  if (of.is_sampled) weighted += seen * of.B * of.K;
  const double miss = (weighted - (of.is_sampled ? MatrixXd(seen * of.A) : seen)).norm();
  const double parts = of.R.norm() * K + of.B.norm() * S * (of.is_sampled ? flow : 1);
  const MatrixXd cost = of.Q + of.K.transpose() * of.R * of.K;
  const MatrixXd moved = closed.transpose() * of.S;
  const MatrixXd left = of.is_sampled ? MatrixXd(moved * closed - of.S + cost)
                                      : MatrixXd(moved + moved.transpose() + cost);
  const double size = of.is_sampled ? flow * flow * S + S + of.Q.norm() + K * K * of.R.norm()
                                    : 2 * flow * S + of.Q.norm() + K * K * of.R.norm();
  judge->Expect(of.S.allFinite() && of.K.allFinite(), what, S);
  if (!std::isfinite(size) || !std::isfinite(parts)) return;
  judge->Expect(miss <= bound * parts, what, miss / parts);
  judge->Expect(left.norm() <= bound * size, what, left.norm() / size);
  judge->Expect((of.S - of.S.transpose()).norm() == 0, what, 0);
  const Eigen::VectorXd values = CalcSymmetricEigenvalues(of.S);
  const double error = LyapunovError(closed.transpose(), cost, of.S, of.is_sampled);
  if (values.size() == 0 || !std::isfinite(error)) return;
  judge->Expect(values[0] >= -1e-8 * S - 10 * error, what, values[0] / S);
}

void CheckRegulator(Trial* trial) {
  const LinearModel& model = trial->model;
  const int n = model.num_states(), m = model.num_inputs();
  if (m == 0) return;
  const double decades = trial->is_tame ? 1 : 6;
  const MatrixXd Q = trial->random.Weight(n, trial->is_tame ? n : trial->random.Whole(0, n)) *
                     trial->random.Size(decades);
  const MatrixXd R =
      (trial->random.Weight(m, m) + MatrixXd::Identity(m, m)) * trial->random.Size(decades);
  trial->judge.Try(
      "lqr", trial->is_tame,
      [&] {
        return SolveRiccati(model.A, model.B, {Q, R, {}}, model.is_sampled());
      },
      [&](const QuadraticRegulator& regulator) {
        ExpectRiccati({model.A, model.B, Q, R, regulator.S, regulator.K, model.is_sampled()},
                      "Riccati equation", trial->is_tame ? 1e-9 : 1e-6, &trial->judge);
        const MatrixXd closed = model.A - model.B * regulator.K;
        trial->judge.Expect(IsStable(EigenvaluesOf(closed), model.is_sampled()), "stability", 0);
      });
}

// The covariance of noise over a period solves A X + X Aᵀ = e^(Ah) N e^(Aᵀh) − N.
void ExpectNoiseOverPeriod(const LinearModel& model, const MatrixXd& noise,
                           const KalmanDesign& design, Judge* judge) {
  const MatrixXd half = Exponential(MatrixXd(model.A * (design.period_sec / 2)));
  const MatrixXd step = half * half, late = step * noise * step.transpose();
  const MatrixXd flow = model.A * design.Qd;
  const double miss = (flow + flow.transpose() - late + noise).norm();
  const double size = 2 * model.A.norm() * design.Qd.norm() + late.norm() + noise.norm();
  judge->Expect(!std::isfinite(size) || miss <= 1e-9 * size, "noise over a period", miss / size);
}

// The design for the state in these units.
KalmanDesign InStateUnits(KalmanDesign design, const Eigen::VectorXd& units) {
  const Eigen::VectorXd back = units.cwiseInverse();
  design.L = MatrixXd(back.asDiagonal() * design.L);
  design.P = MatrixXd(back.asDiagonal() * design.P * back.asDiagonal());
  if (design.Qd.size() > 0) {
    design.Qd = MatrixXd(back.asDiagonal() * design.Qd * back.asDiagonal());
  }
  return design;
}

// The equations are looked at in units in which the model is alike in size everywhere.
void CheckFilter(Trial* trial) {
  const LinearModel& model = trial->model;
  if (!trial->has_ports()) return;
  const int m = model.num_inputs(), p = model.num_outputs();
  const MatrixXd Q = trial->random.Weight(m, m) + MatrixXd::Identity(m, m);
  const MatrixXd R = trial->random.Weight(p, p) + MatrixXd::Identity(p, p);
  const bool is_converted = !model.is_sampled() && trial->random.Whole(0, 1) == 1;
  const double period = is_converted ? PeriodFor(trial) : 0;
  trial->judge.Try(
      "kalman", trial->is_tame && !is_converted, [&] { return DesignKalman(model, Q, R, period); },
      [&](const KalmanDesign& design) {
        const KalmanDesign scaled = InStateUnits(design, StateUnits(model));
        const LinearModel in_units = ScaleStates(model);
        const MatrixXd noise = in_units.B * Q * in_units.B.transpose();
        const MatrixXd symmetric = (noise + noise.transpose()) / 2;
        // Of wild models the exponential that this is judged by is not known well enough.
        if (is_converted && trial->is_tame) {
          ExpectNoiseOverPeriod(in_units, symmetric, scaled, &trial->judge);
        }
        const MatrixXd A =
            is_converted ? Exponential(MatrixXd(in_units.A * period)) : MatrixXd(in_units.A);
        ExpectRiccati(
            {A.transpose(), in_units.C.transpose(), is_converted ? scaled.Qd : symmetric,
             is_converted ? scaled.Rd : R, scaled.P, scaled.L.transpose(), scaled.period_sec > 0},
            "filter equation", trial->is_tame ? 1e-9 : 1e-5, &trial->judge);
        trial->judge.Expect(IsStable(design.poles, design.period_sec > 0), "stability", 0);
      });
}

// Plant and controller around each other.
void CheckController(Trial* trial) {
  const LinearModel& model = trial->model;
  if (!trial->has_ports()) return;
  const int n = model.num_states(), m = model.num_inputs(), p = model.num_outputs();
  const QuadraticCost cost{MatrixXd::Identity(n, n), MatrixXd::Identity(m, m), {}};
  trial->judge.Try(
      "lqg", trial->is_tame,
      [&] { return DesignLqg(model, cost, MatrixXd::Identity(n, n), MatrixXd::Identity(p, p)); },
      [&](const LqgDesign& design) {
        trial->judge.Expect(design.controller.A.allFinite(), "controller", 0);
        if (!trial->is_tame) return;
        MatrixXd closed(2 * n, 2 * n);
        closed << model.A, -model.B * design.controller.C, design.controller.B * model.C,
            design.controller.A - design.controller.B * model.D * design.controller.C;
        trial->judge.Expect(IsStable(EigenvaluesOf(closed), model.is_sampled()),
                            "stability around the controller", 0);
      });
}

ComplexList RandomPoles(const LinearModel& model, RandomModels* random) {
  const double rate = model.is_sampled() ? 0.5 : std::max(ScaleStates(model).A.norm(), 1e-30);
  ComplexList poles;
  const bool are_same = random->Whole(0, 4) == 0;
  while (static_cast<int>(poles.size()) < model.num_states()) {
    const double real = are_same ? -rate : -rate * random->Uniform(0.2, 1.5);
    const bool is_pair = !are_same && static_cast<int>(poles.size()) + 1 < model.num_states() &&
                         random->Whole(0, 1) == 1;
    if (!is_pair) {
      poles.emplace_back(real);
      continue;
    }
    const double imaginary = rate * random->Uniform(0.1, 1);
    poles.emplace_back(real, imaginary);
    poles.emplace_back(real, -imaginary);
  }
  return poles;
}

// Each pole is one of A − B K, or of a matrix near to it.
void CheckPlacement(Trial* trial) {
  const LinearModel& model = trial->model;
  const bool is_own = trial->random.Whole(0, 5) == 0;
  const ComplexList poles = is_own ? EigenvaluesOf(model.A) : RandomPoles(model, &trial->random);
  trial->judge.Try(
      "place", false, [&] { return PlacePoles(model.A, model.B, poles); },
      [&](const PolePlacement& placement) {
        const Eigen::Index n = model.A.rows();
        trial->judge.Expect(placement.K.allFinite(), "K", 0);
        trial->judge.Expect(n == 0 || placement.condition >= 1 - 1e-12, "condition",
                            placement.condition);
        const MatrixXd closed = model.A - model.B * placement.K;
        const double size = model.A.norm() + model.B.norm() * placement.K.norm();
        for (const Complex pole : poles) {
          const Eigen::MatrixXcd test =
              closed.cast<Complex>() - pole * Eigen::MatrixXcd::Identity(n, n);
          const double miss = CalcSingularValues(test)[n - 1];
          trial->judge.Expect(miss <= 1e-4 * size + 1e-4 * std::abs(pole), "pole", miss / size);
        }
      });
}

}  // namespace

class TestRandomDesigns : public QObject {
  Q_OBJECT
 private slots:
  void conversions() { RunTrials(CheckConversions); }
  void regulators() { RunTrials(CheckRegulator); }
  void filters() { RunTrials(CheckFilter); }
  void controllers() { RunTrials(CheckController); }
  void placements() { RunTrials(CheckPlacement); }
};

LOOPWRIGHT_TEST(TestRandomDesigns)

}  // namespace loopwright::test_random_designs

#include "test_random_designs.moc"
