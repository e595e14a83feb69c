#include "engine/linear/linear_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/common/exceptions.h"
#include "engine/matrices/decompositions.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

std::string SizeText(const Eigen::MatrixXd& matrix) {
  return std::to_string(matrix.rows()) + " by " + std::to_string(matrix.cols());
}

// Says which matrix is wrong, what size it has and what size it must have.
void RequireSize(const char* name, const Eigen::MatrixXd& matrix, Eigen::Index rows,
                 Eigen::Index columns) {
  if (matrix.rows() != rows || matrix.cols() != columns) {
    throw UsageError(std::string("the matrix ") + name + " of a model is " + SizeText(matrix) +
                     ", but here it must be " + std::to_string(rows) + " by " +
                     std::to_string(columns));
  }
  if (!matrix.allFinite()) {
    throw UsageError(std::string("the matrix ") + name +
                     " of a model has an element that is not a finite number");
  }
}

// x1, x2, …, for models that nobody has named.
std::vector<std::string> Numbered(const char* stem, Eigen::Index count) {
  std::vector<std::string> names;
  for (Eigen::Index i = 1; i <= count; ++i) names.push_back(stem + std::to_string(i));
  return names;
}

// A number of states that may be beyond all that are whole.
int WholeOf(double number) { return static_cast<int>(std::min(std::ceil(number), 1e9)); }

/// e^(−s τ) as a rational function with the state-space form ẋ = A x + b w, y = c x + d w of its
/// controllable canonical form, in the time scale of τ.
struct PadeForm {
  Eigen::MatrixXd A;
  Eigen::VectorXd b;
  Eigen::RowVectorXd c;
  double d = 1;
};

// The coefficients of the diagonal Padé approximation follow from each other: a_k = a_k−1 (n − k +
// 1) / (k (2n − k + 1)); the numerator has the same ones with alternating signs, so that the gain
// is 1 at all frequencies (Golub, Van Loan: Matrix Computations, 9.3).
PadeForm MakePade(double delay_sec, int order) {
  // denominator: sum of a_k s^k, numerator the same with signs; s in units of 1/delay.
  std::vector<double> a(static_cast<size_t>(order) + 1, 1.0);
  for (int k = 1; k <= order; ++k) {
    a[k] = a[k - 1] * (order - k + 1) / (k * (2.0 * order - k + 1));
  }
  PadeForm form;
  form.d = order % 2 == 0 ? 1 : -1;
  form.A = Eigen::MatrixXd::Zero(order, order);
  form.b = Eigen::VectorXd::Zero(order);
  form.c = Eigen::RowVectorXd::Zero(order);
  for (int k = 0; k < order; ++k) {
    if (k + 1 < order) form.A(k, k + 1) = 1;
    form.A(order - 1, k) = -a[k] / a[order];
    const double numerator = (k % 2 == 0 ? 1 : -1) * a[k];
    form.c[k] = (numerator - form.d * a[k]) / a[order];
  }
  form.b[order - 1] = 1;
  form.A /= delay_sec;
  form.b /= delay_sec;
  return form;
}

}  // namespace

void RequireDenseSize(int num_states) {
  if (num_states <= kMostDenseStates) return;
  throw UsageError(
      "the model has " + std::to_string(num_states) + " states; more than " +
      std::to_string(kMostDenseStates) +
      " are too many for dense matrices. Of a model that is continuous, or sampled "
      "at one rate, loopwright-cli shows bode and poles --near S --count N; for all else "
      "analyse the part that matters as a diagram of its own");
}

// Checked once, here: whoever has a LinearModel can rely on its sizes and on finite numbers.
LinearModel MakeModel(Eigen::MatrixXd A, Eigen::MatrixXd B, Eigen::MatrixXd C, Eigen::MatrixXd D,
                      double period_sec) {
  const Eigen::Index states = A.rows(), inputs = D.cols(), outputs = D.rows();
  // A static gain is written with empty matrices, of which a text knows no size.
  if (states == 0) {
    A.resize(0, 0);
    B.resize(0, inputs);
    C.resize(outputs, 0);
  }
  RequireSize("A", A, states, states);
  RequireSize("B", B, states, inputs);
  RequireSize("C", C, outputs, states);
  RequireSize("D", D, outputs, inputs);
  if (!(period_sec >= 0) || !std::isfinite(period_sec)) {
    throw UsageError("the period of a model is " + FormatNumber(period_sec) +
                     "; it must be 0 (continuous) or a positive number of seconds");
  }
  LinearModel model;
  model.A = std::move(A);
  model.B = std::move(B);
  model.C = std::move(C);
  model.D = std::move(D);
  model.period_sec = period_sec;
  model.states = Numbered("x", states);
  model.inputs = Numbered("u", inputs);
  model.outputs = Numbered("y", outputs);
  return model;
}

// Of a sampled model a delay of k periods is a chain of k states for each input. Of a continuous
// one it is no state: each input gets a dead time of its own, whose signal is an output that enters
// it and an input that comes out.
LinearModel DelayInputs(const LinearModel& model, double delay_sec) {
  if (!(delay_sec >= 0) || !std::isfinite(delay_sec)) {
    throw UsageError("a delay of " + FormatNumber(delay_sec) +
                     " s is impossible; it must be 0 or positive");
  }
  if (delay_sec == 0) return model;
  const int n = model.num_states(), m = model.num_inputs(), p = model.num_outputs();
  const int q = model.num_delays();
  LinearModel result = model;
  if (model.is_sampled()) {
    const double periods = delay_sec / model.period_sec;
    RequireDenseSize(WholeOf(n + periods * m));
    const int steps = static_cast<int>(std::lround(periods));
    if (std::abs(periods - steps) > 1e-9 * periods) {
      throw UsageError("a delay of " + FormatNumber(delay_sec) +
                       " s is no multiple of the period " + FormatNumber(model.period_sec) +
                       " s of the sampled model");
    }
    const int added = steps * m;
    result.A = Eigen::MatrixXd::Zero(n + added, n + added);
    result.A.topLeftCorner(n, n) = model.A;
    result.A.block(0, n, n, m) = model.B;
    for (int i = 0; i + m < added; ++i) result.A(n + i, n + m + i) = 1;
    result.B = Eigen::MatrixXd::Zero(n + added, m);
    result.B.bottomRows(m).setIdentity();
    result.C = Eigen::MatrixXd::Zero(p, n + added);
    result.C.leftCols(n) = model.C;
    result.C.middleCols(n, m) = model.D;
    result.D.setZero();
    for (int i = 0; i < added; ++i) {
      result.states.push_back("dead_time.x[" + std::to_string(i) + "]");
    }
    return result;
  }
  // Inputs: u, the delays that there are, the delayed u. Outputs: y, those, u.
  result.B = Eigen::MatrixXd::Zero(n, m + q + m);
  result.B.middleCols(m, q) = model.B.rightCols(q);
  result.B.rightCols(m) = model.B.leftCols(m);
  result.C = Eigen::MatrixXd::Zero(p + q + m, n);
  result.C.topRows(p + q) = model.C;
  result.D = Eigen::MatrixXd::Zero(p + q + m, m + q + m);
  result.D.block(0, m, p + q, q) = model.D.rightCols(q);
  result.D.topRightCorner(p + q, m) = model.D.leftCols(m);
  result.D.bottomLeftCorner(m, m).setIdentity();
  result.delays_sec.insert(result.delays_sec.end(), m, delay_sec);
  return result;
}

// The signals of dead times stay, whatever is selected.
LinearModel SelectPorts(const LinearModel& model, const std::vector<int>& inputs,
                        const std::vector<int>& outputs) {
  std::vector<int> columns = inputs, rows = outputs;
  for (int i = 0; i < model.num_delays(); ++i) {
    columns.push_back(model.num_inputs() + i);
    rows.push_back(model.num_outputs() + i);
  }
  LinearModel result = model;
  result.B = model.B(Eigen::all, columns);
  result.C = model.C(rows, Eigen::all);
  result.D = model.D(rows, columns);
  result.inputs.clear();
  result.outputs.clear();
  for (const int i : inputs) result.inputs.push_back(model.inputs[i]);
  for (const int i : outputs) result.outputs.push_back(model.outputs[i]);
  return result;
}

// Each dead time is replaced by a rational function, whose states are added. Since dead times may
// follow each other without a state between them, w is solved for: (I − Dp Dzw) w = Cp xp + Dp (Cz
// x + Dzu u).
LinearModel ReplaceDelays(const LinearModel& model, int order) {
  const int q = model.num_delays();
  if (q == 0) return model;
  const int n = model.num_states(), m = model.num_inputs(), p = model.num_outputs();
  // w = Cp xp + Dp z, ẋp = Ap xp + Bp z, z = Cz x + Dzu u + Dzw w.
  Eigen::MatrixXd Ap = Eigen::MatrixXd::Zero(q * order, q * order);
  Eigen::MatrixXd Bp = Eigen::MatrixXd::Zero(q * order, q);
  Eigen::MatrixXd Cp = Eigen::MatrixXd::Zero(q, q * order);
  Eigen::MatrixXd Dp = Eigen::MatrixXd::Zero(q, q);
  LinearModel result = model;
  for (int i = 0; i < q; ++i) {
    const PadeForm form = MakePade(model.delays_sec[i], order);
    Ap.block(i * order, i * order, order, order) = form.A;
    Bp.block(i * order, i, order, 1) = form.b;
    Cp.block(i, i * order, 1, order) = form.c;
    Dp(i, i) = form.d;
    for (int k = 0; k < order; ++k) {
      result.states.push_back("dead_time" + std::to_string(i + 1) + ".x[" + std::to_string(k) +
                              "]");
    }
  }
  const Eigen::MatrixXd Bu = model.B.leftCols(m), Bw = model.B.rightCols(q);
  const Eigen::MatrixXd Cy = model.C.topRows(p), Cz = model.C.bottomRows(q);
  const Eigen::MatrixXd Dyu = model.D.topLeftCorner(p, m), Dyw = model.D.topRightCorner(p, q);
  const Eigen::MatrixXd Dzu = model.D.bottomLeftCorner(q, m);
  const Eigen::MatrixXd Dzw = model.D.bottomRightCorner(q, q);
  const Eigen::MatrixXd loop = SolveRegular(
      Eigen::MatrixXd(Eigen::MatrixXd::Identity(q, q) - Dp * Dzw), Eigen::MatrixXd::Identity(q, q));
  // w = Wx x + Wp xp + Wu u
  const Eigen::MatrixXd Wx = loop * Dp * Cz, Wp = loop * Cp, Wu = loop * Dp * Dzu;
  const int total = n + q * order;
  result.A.resize(total, total);
  result.A << model.A + Bw * Wx, Bw * Wp, Bp * (Cz + Dzw * Wx), Ap + Bp * Dzw * Wp;
  result.B.resize(total, m);
  result.B << Bu + Bw * Wu, Bp * (Dzu + Dzw * Wu);
  result.C.resize(p, total);
  result.C << Cy + Dyw * Wx, Dyw * Wp;
  result.D = Dyu + Dyw * Wu;
  result.delays_sec.clear();
  return result;
}

// x = diag(units) x_new.
LinearModel InStateUnits(const LinearModel& model, const Eigen::VectorXd& units) {
  LinearModel scaled = model;
  for (int i = 0; i < model.num_states(); ++i) {
    scaled.A.col(i) *= units[i];
    scaled.C.col(i) *= units[i];
    scaled.A.row(i) /= units[i];
    scaled.B.row(i) /= units[i];
  }
  return scaled;
}

LinearModel ScaleStates(const LinearModel& model) { return InStateUnits(model, StateUnits(model)); }

double BalancingFactor(double column, double row) {
  if (!(column > 0) || !(row > 0)) return 1;
  const double factor = std::ldexp(1.0, static_cast<int>(std::lround(std::log2(row / column) / 2)));
  return column * factor + row / factor > 0.95 * (column + row) ? 1 : factor;
}

// Balancing with powers of 2, so that nothing is rounded (Parlett, Reinsch, Numerische Mathematik
// 13 (1969) 293-304): a state whose row and column are of different sizes gets the unit in which
// they are alike, until no change helps by a twentieth. B and C count as parts of rows and columns.
Eigen::VectorXd StateUnits(const LinearModel& model) {
  LinearModel scaled = model;
  const int n = model.num_states();
  Eigen::VectorXd units = Eigen::VectorXd::Ones(n);
  bool has_changed = true;
  for (int pass = 0; has_changed && pass < 30; ++pass) {
    has_changed = false;
    for (int i = 0; i < n; ++i) {
      const double diagonal = std::abs(scaled.A(i, i));
      const double column =
          scaled.A.col(i).cwiseAbs().sum() - diagonal + scaled.C.col(i).cwiseAbs().sum();
      const double row =
          scaled.A.row(i).cwiseAbs().sum() - diagonal + scaled.B.row(i).cwiseAbs().sum();
      const double factor = BalancingFactor(column, row);
      if (factor == 1) continue;
      has_changed = true;
      units[i] *= factor;
      scaled.A.col(i) *= factor;
      scaled.C.col(i) *= factor;
      scaled.A.row(i) /= factor;
      scaled.B.row(i) /= factor;
    }
  }
  return units;
}

// u = r − gain y, solved for y = (C x + D r) / (1 + gain D).
LinearModel CloseLoop(const LinearModel& loop, double gain) {
  const double denominator = 1 + gain * loop.D(0, 0);
  if (denominator == 0) {
    throw NoResultError(
        "the loop cannot be closed: the direct gain of the open loop is -1, so that "
        "1 + L is 0 at infinite frequency");
  }
  LinearModel closed = loop;
  closed.A = loop.A - loop.B * loop.C * (gain / denominator);
  closed.B = loop.B / denominator;
  closed.C = loop.C / denominator;
  closed.D = loop.D / denominator;
  return closed;
}

}  // namespace loopwright
