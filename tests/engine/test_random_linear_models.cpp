// What is said of linear models drawn at random, tame and faulty ones: a result whose residual is
// small, checked here by other means, or an error.
#include <QObject>
#include <QTest>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/control/norms.h"
#include "engine/control/reduction.h"
#include "engine/linear/eigenvalues.h"
#include "engine/linear/frequency_response.h"
#include "engine/linear/loop_margins.h"
#include "engine/linear/lyapunov.h"
#include "engine/linear/root_locus.h"
#include "engine/linear/step_response.h"
#include "engine/linear/zeros.h"
#include "engine/matrices/decompositions.h"
#include "engine/matrices/matrix_functions.h"
#include "tests/engine/random_model_judge.h"
#include "tests/test_main.h"

namespace loopwright::test_random_linear_models {

namespace {

double SmallestSingularValue(const Eigen::MatrixXcd& matrix) {
  const Eigen::VectorXd values = CalcSingularValues(matrix);
  return values.size() == 0 ? 0 : values[values.size() - 1];
}

// A λ is an eigenvalue of a matrix within rounding of this one.
void ExpectEigenvalue(const Eigen::MatrixXd& A, Complex value, const char* what, Judge* judge) {
  const Eigen::MatrixXcd test =
      A.cast<Complex>() - value * Eigen::MatrixXcd::Identity(A.rows(), A.rows());
  const double miss = SmallestSingularValue(test), size = A.norm();
  judge->Expect(miss <= 1e-11 * size, what, miss / size);
}

void CheckPoles(Trial* trial) {
  const LinearModel scaled = ScaleStates(trial->model);
  trial->judge.Try(
      "poles", true, [&] { return PolesOf(trial->model); },
      [&](const auto& poles) {
        trial->judge.Expect(static_cast<int>(poles.size()) == scaled.num_states(),
                            "number of poles", static_cast<double>(poles.size()));
        Complex sum = 0;
        for (const PoleInfo& info : poles) {
          sum += info.pole;
          ExpectEigenvalue(scaled.A, info.pole, "pole", &trial->judge);
          trial->judge.Expect(std::abs(info.damping) <= 1 + 1e-15, "damping", info.damping);
          trial->judge.Expect(!(info.frequency < 0), "frequency", info.frequency);
          trial->judge.Expect(!info.states.empty(), "states of a pole", 0);
        }
        const double miss = std::abs(sum - scaled.A.trace());
        trial->judge.Expect(miss <= 1e-11 * scaled.A.norm(), "sum of poles", miss);
      });
}

// [A − s 1, B; C, D] of a model in units in which every column of B and row of C is of size 1.
Eigen::MatrixXcd RosenbrockMatrix(const LinearModel& model, Complex s) {
  LinearModel unit = ScaleStates(model);
  const Eigen::Index n = unit.A.rows(), m = unit.B.cols(), p = unit.C.rows();
  const double rate = unit.A.norm() > 0 ? unit.A.norm() : 1;
  unit.A /= rate;
  unit.B /= rate;
  for (Eigen::Index j = 0; j < m; ++j) {
    const double size = std::hypot(unit.B.col(j).norm(), unit.D.col(j).norm());
    if (size == 0) continue;
    unit.B.col(j) /= size;
    unit.D.col(j) /= size;
  }
  for (Eigen::Index i = 0; i < p; ++i) {
    const double size = std::hypot(unit.C.row(i).norm(), unit.D.row(i).norm());
    if (size == 0) continue;
    unit.C.row(i) /= size;
    unit.D.row(i) /= size;
  }
  Eigen::MatrixXcd whole(n + p, n + m);
  whole.topLeftCorner(n, n) = unit.A.cast<Complex>() - s / rate * Eigen::MatrixXcd::Identity(n, n);
  whole.topRightCorner(n, m) = unit.B.cast<Complex>();
  whole.bottomLeftCorner(p, n) = unit.C.cast<Complex>();
  whole.bottomRightCorner(p, m) = unit.D.cast<Complex>();
  return whole;
}

// At a zero the rank is below that which the matrix has elsewhere.
void CheckZeros(Trial* trial) {
  const LinearModel& model = trial->model;
  trial->judge.Try(
      "zeros", trial->is_tame, [&] { return ZerosOf(model); },
      [&](const SystemZeros& found) {
        const Eigen::Index rank = model.num_states() + found.normal_rank;
        const int most = std::min(model.num_inputs(), model.num_outputs());
        trial->judge.Expect(found.normal_rank >= 0 && found.normal_rank <= most, "normal rank",
                            found.normal_rank);
        for (const Complex zero : found.zeros) {
          const Eigen::MatrixXcd whole = RosenbrockMatrix(model, zero);
          const Eigen::VectorXd sigma = CalcSingularValues(whole);
          trial->judge.Expect(sigma[rank - 1] <= 1e-9 * (1 + sigma[0]), "zero",
                              sigma[rank - 1] / sigma[0]);
        }
        const Eigen::VectorXd elsewhere =
            CalcSingularValues(RosenbrockMatrix(model, RandomPoint(model, &trial->random)));
        if (elsewhere.size() > rank) {
          trial->judge.Expect(elsewhere[rank] <= 1e-6 * elsewhere[0], "rank too small",
                              elsewhere[rank]);
        }
      });
}

void CheckTransferFunction(Trial* trial) {
  if (!trial->has_ports()) return;
  const LinearModel one = SelectPorts(trial->model, {0}, {0});
  trial->judge.Try(
      "zpk", trial->is_tame, [&] { return ToZeroPoleGain(trial->model, 0, 0); },
      [&](const ZeroPoleGain& zpk) {
        trial->judge.Expect(std::isfinite(zpk.gain), "gain", zpk.gain);
        trial->judge.Expect(zpk.zeros.size() <= zpk.poles.size(), "zeros",
                            static_cast<double>(zpk.zeros.size()));
        trial->judge.Expect(!std::isnan(DcGain(zpk)), "dc gain", DcGain(zpk));
        const TransferFunction quotient = ToTransferFunction(zpk);
        trial->judge.Expect(quotient.numerator.allFinite() && quotient.denominator.allFinite(),
                            "tf", 0);
        // Zeros of a wild model may move by much more than its response does.
        if (!trial->is_tame) return;
        const Complex point = RandomPoint(one, &trial->random);
        const ReferenceResponse expected = ReferenceAt(one, point);
        const double miss = std::abs(zpk.Evaluate(point) - expected.value(0, 0));
        trial->judge.Expect(!std::isfinite(expected.allowed) || miss <= expected.allowed, "zpk",
                            miss / expected.allowed);
        ExpectSameResponse(one, FromZeroPoleGain(zpk), "model of zpk", &trial->random,
                           &trial->judge);
      });
}

void CheckResponse(Trial* trial) {
  const LinearModel& model = trial->model;
  trial->judge.Try(
      "response", true, [&] { return FrequencyResponse(model); },
      [&](const FrequencyResponse& response) {
        const FrequencyRange range = InterestingRange(model);
        trial->judge.Expect(range.from > 0 && range.from < range.to && std::isfinite(range.to),
                            "range", range.from);
        for (const double w : LogarithmicFrequencies(range.from, range.to, 4)) {
          const Complex point =
              model.is_sampled() ? std::polar(1.0, w * model.period_sec) : Complex(0, w);
          const Eigen::MatrixXcd value = response.At(w);
          const ReferenceResponse expected = ReferenceAt(model, point);
          // Next to a pole the response may be without bound.
          const bool is_judged = trial->is_tame || value.allFinite();
          if (!std::isfinite(expected.allowed) || !is_judged) continue;
          const double miss = (value - expected.value).norm();
          trial->judge.Expect(miss <= expected.allowed, "response", miss / expected.allowed);
        }
      });
}

// The same norm by the other Gramian, whose equation is looked at.
void CheckH2Norm(Trial* trial) {
  const LinearModel& model = trial->model;
  const bool is_stable = IsStable(EigenvaluesOf(model.A), model.is_sampled());
  trial->judge.Try(
      "H2", trial->is_tame, [&] { return H2Norm(model); },
      [&](double norm) {
        trial->judge.Expect(norm >= 0, "H2", norm);
        const bool is_finite = is_stable && (model.is_sampled() || model.D.isZero(0));
        trial->judge.Expect(is_finite || !std::isfinite(norm), "H2 of this stability", norm);
        // A model whose stability rounding decides may have none.
        trial->judge.Expect(std::isfinite(norm) || !is_finite || !trial->is_tame, "H2 is finite",
                            norm);
        if (!std::isfinite(norm)) return;
        const LinearModel scaled = ScaleStates(model);
        const bool is_sampled = model.is_sampled();
        const Eigen::MatrixXd reached = scaled.B * scaled.B.transpose();
        const Eigen::MatrixXd shown = scaled.C.transpose() * scaled.C;
        const Eigen::MatrixXd W = SolveLyapunov(scaled.A.transpose(), shown, is_sampled);
        const double error =
            scaled.B.squaredNorm() * LyapunovError(scaled.A.transpose(), shown, W, is_sampled) +
            scaled.C.squaredNorm() * LyapunovError(scaled.A, reached,
                                                   SolveLyapunov(scaled.A, reached, is_sampled),
                                                   is_sampled);
        const double square = (scaled.B.transpose() * W * scaled.B).trace() + model.D.squaredNorm();
        const double miss = std::abs(norm * norm - square);
        const double size = norm * norm + scaled.B.squaredNorm() * W.norm();
        trial->judge.Expect(!std::isfinite(error) || miss <= 1e-7 * size + 10 * error, "H2",
                            miss / size);
      });
}

void CheckHInfinityNorm(Trial* trial) {
  const LinearModel& model = trial->model;
  trial->judge.Try(
      "Hinf", trial->is_tame, [&] { return HInfinityNorm(model); },
      [&](const PeakGain& peak) {
        trial->judge.Expect(peak.norm >= 0, "Hinf", peak.norm);
        if (!std::isfinite(peak.norm)) return;
        const auto gain_at = [&](double w, double* allowed) {
          const Complex point =
              model.is_sampled() ? std::polar(1.0, w * model.period_sec) : Complex(0, w);
          const ReferenceResponse response = ReferenceAt(model, point);
          *allowed = response.allowed;
          return response.value.size() == 0 ? 0 : CalcSingularValues(response.value)[0];
        };
        double allowed = 0;
        if (std::isfinite(peak.frequency)) {
          const double there = gain_at(peak.frequency, &allowed);
          trial->judge.Expect(std::abs(there - peak.norm) <= 1e-9 * there + allowed,
                              "Hinf is there", there / peak.norm);
        }
        const FrequencyRange range = InterestingRange(model);
        for (int i = 0; i < 6; ++i) {
          const double w =
              range.from * std::pow(range.to / range.from, trial->random.Uniform(0, 1));
          const double gain = gain_at(w, &allowed);
          trial->judge.Expect(gain <= peak.norm * (trial->is_tame ? 1 + 1e-6 : 1.01) + allowed,
                              "Hinf is exceeded", gain / peak.norm);
        }
      });
}

// The value at a time by one exponential from the beginning.
double StepAt(const LinearModel& one, double time) {
  const LinearModel scaled = ScaleStates(one);
  const Eigen::Index n = scaled.A.rows();
  const double unit = UnitOfInputs(scaled.A, scaled.B);
  Eigen::MatrixXd flow = Eigen::MatrixXd::Zero(n + 1, n + 1);
  flow.topLeftCorner(n, n) = scaled.A * time;
  flow.topRightCorner(n, 1) = scaled.B * (time / unit);
  return (scaled.C * Exponential(flow).topRightCorner(n, 1))(0) * unit + scaled.D(0, 0);
}

void CheckStep(Trial* trial) {
  if (!trial->has_ports()) return;
  const LinearModel one = SelectPorts(trial->model, {0}, {0});
  trial->judge.Try(
      "step", false, [&] { return StepResponseOf(trial->model, 0, 0); },
      [&](const StepResponse& response) {
        const StepCharacteristics info = CharacteriseStep(response);
        for (const double value :
             {info.rise_time, info.settling_time, info.settling_min, info.settling_max,
              info.overshoot, info.undershoot, info.peak, info.peak_time, info.steady_state}) {
          trial->judge.Expect(!std::isnan(value), "step characteristic", value);
        }
        const ReferenceResponse rest = ReferenceAt(one, one.is_sampled() ? 1 : 0);
        // Of a wild model a pole or a zero may be at rest but for rounding.
        if (trial->is_tame && std::isfinite(rest.allowed)) {
          const double miss = std::abs(info.steady_state - rest.value(0, 0).real());
          trial->judge.Expect(miss <= rest.allowed, "steady state", miss / rest.allowed);
        }
        const double size = info.peak + std::abs(one.D(0, 0)) + rest.allowed;
        const size_t count = response.pieces.size();
        for (const size_t i : {size_t{0}, count / 3, count - 1}) {
          const ResponsePiece& piece = response.pieces[i];
          const double value = piece.value((piece.start_sec + piece.end_sec) / 2);
          trial->judge.Expect(std::abs(value) <= size * (1 + 1e-6), "beyond the peak",
                              value / size);
          if (one.is_sampled() || !trial->is_tame) continue;
          const double expected = StepAt(one, (piece.start_sec + piece.end_sec) / 2);
          trial->judge.Expect(std::abs(value - expected) <= 1e-9 * size, "step",
                              std::abs(value - expected) / size);
        }
      });
}

// |1 + L| and what margins say, by the response of the matrices.
void CheckMargins(Trial* trial) {
  if (!trial->has_ports()) return;
  const LinearModel one = SelectPorts(trial->model, {0}, {0});
  trial->judge.Try(
      "margins", trial->is_tame, [&] { return MarginsOf(ToZeroPoleGain(one, 0, 0)); },
      [&](const LoopMargins& margins) {
        const auto loop_at = [&](double w) {
          return ReferenceAt(
              one, one.is_sampled() ? std::polar(1.0, w * one.period_sec) : Complex(0, w));
        };
        for (const double value :
             {margins.gain_margin, margins.gain_reduction, margins.phase_margin,
              margins.delay_margin, margins.modulus_margin, margins.Ms, margins.Mt}) {
          trial->judge.Expect(!std::isnan(value), "margin", value);
        }
        // Zeros of a wild model may move by much more than its response does.
        if (!trial->is_tame) return;
        for (const GainCrossover& crossover : margins.gain_crossovers) {
          const ReferenceResponse loop = loop_at(crossover.frequency);
          const double miss = std::abs(std::abs(loop.value(0, 0)) - 1);
          trial->judge.Expect(!std::isfinite(loop.allowed) || miss <= loop.allowed + 1e-6,
                              "gain crossover", miss);
        }
        for (const PhaseCrossover& crossover : margins.phase_crossovers) {
          const ReferenceResponse loop = loop_at(crossover.frequency);
          const double miss = std::abs(loop.value(0, 0) * crossover.gain_margin + 1.0);
          const double allowed = loop.allowed * crossover.gain_margin + 1e-6;
          trial->judge.Expect(!std::isfinite(allowed) || miss <= allowed, "phase crossover", miss);
        }
        const double direct = 1 + one.D(0, 0);
        if (std::abs(direct) < 1e-9) return;
        const Eigen::MatrixXd closed = ScaleStates(CloseLoop(one, 1)).A;
        double nearest = std::numeric_limits<double>::infinity();
        for (const Complex pole : EigenvaluesOf(closed)) {
          const double distance = one.is_sampled() ? std::abs(pole) - 1 : pole.real();
          nearest = std::min(nearest, std::abs(distance));
        }
        if (!(nearest > 1e-3 * closed.norm())) return;
        const bool is_stable = IsStable(EigenvaluesOf(closed), one.is_sampled());
        trial->judge.Expect(is_stable == margins.stable, "stability", nearest);
      });
}

void CheckRootLocus(Trial* trial) {
  if (!trial->has_ports()) return;
  const LinearModel one = SelectPorts(trial->model, {0}, {0});
  trial->judge.Try(
      "locus", trial->is_tame, [&] { return RootLocusOf(ToZeroPoleGain(one, 0, 0)); },
      [&](const RootLocus& locus) {
        for (const CriticalGain& critical : locus.critical) {
          trial->judge.Expect(critical.value > 0 && std::isfinite(critical.value), "critical gain",
                              critical.value);
        }
        for (const Breakaway& breakaway : locus.breakaway) {
          trial->judge.Expect(breakaway.value > 0 && std::isfinite(breakaway.value), "breakaway",
                              breakaway.value);
        }
        for (const double gain : GainsToShow(locus, 5)) {
          trial->judge.Expect(gain >= 0 && std::isfinite(gain), "gain to show", gain);
        }
      });
}

// The smaller models have the response of the whole, up to the bound that is told.
void CheckReduction(Trial* trial) {
  const LinearModel& model = trial->model;
  trial->judge.Try(
      "minimal", trial->is_tame, [&] { return StructureOf(model); },
      [&](const ModelStructure& structure) {
        const int n = model.num_states(), left = structure.minimal.num_states();
        trial->judge.Expect(left <= structure.controllable && structure.controllable <= n,
                            "controllable", structure.controllable);
        trial->judge.Expect(structure.observable <= n, "observable", structure.observable);
        ExpectSameResponse(model, structure.minimal, "minimal", &trial->random, &trial->judge);
      });
  const bool is_stable = IsStable(EigenvaluesOf(model.A), model.is_sampled());
  const int order = trial->random.Whole(-1, model.num_states());
  trial->judge.Try(
      "balanced", trial->is_tame && is_stable, [&] { return BalanceAndReduce(model, order); },
      [&](const BalancedModel& balanced) {
        const Eigen::VectorXd& sigma = balanced.hankel_singular_values;
        trial->judge.Expect(sigma.size() == model.num_states() && sigma.allFinite(), "Hankel", 0);
        for (Eigen::Index i = 1; i < sigma.size(); ++i) {
          trial->judge.Expect(sigma[i] <= sigma[i - 1] && sigma[i] >= 0, "Hankel", sigma[i]);
        }
        const Complex point = RandomPoint(model, &trial->random);
        const Complex outside =
            model.is_sampled() ? point / std::abs(point) : Complex(0, point.imag());
        const ReferenceResponse whole = ReferenceAt(model, outside);
        const ReferenceResponse part = ReferenceAt(balanced.reduced, outside);
        const double miss = (whole.value - part.value).norm();
        const double ports =
            std::sqrt(std::max(1, std::min(model.num_inputs(), model.num_outputs())));
        const double allowed =
            (balanced.error_bound + 1e-6 * (sigma.size() ? sigma[0] : 0)) * ports + whole.allowed +
            part.allowed;
        // Gramians of a wild model may have no digit that is right.
        trial->judge.Expect(!trial->is_tame || !std::isfinite(allowed) || miss <= allowed,
                            "balanced", miss / allowed);
      });
}

}  // namespace

class TestRandomLinearModels : public QObject {
  Q_OBJECT
 private slots:
  void poles() { RunTrials(CheckPoles); }
  void zeros() { RunTrials(CheckZeros); }
  void transferFunctions() { RunTrials(CheckTransferFunction); }
  void responses() { RunTrials(CheckResponse); }
  void h2Norms() { RunTrials(CheckH2Norm); }
  void hInfinityNorms() { RunTrials(CheckHInfinityNorm); }
  void steps() { RunTrials(CheckStep); }
  void margins() { RunTrials(CheckMargins); }
  void rootLoci() { RunTrials(CheckRootLocus); }
  void reductions() { RunTrials(CheckReduction); }
};

LOOPWRIGHT_TEST(TestRandomLinearModels)

}  // namespace loopwright::test_random_linear_models

#include "test_random_linear_models.moc"
