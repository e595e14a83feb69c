#pragma once

#include <Eigen/Core>
#include <complex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace loopwright {

/// There is no result, and the text says why: no equilibrium, no stabilising solution, no logarithm
/// of a matrix. It is nobody's wrong usage, so it is an exit code of its own (3).
class NoResultError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

using Complex = std::complex<double>;
using ComplexList = std::vector<Complex>;

/// What all linear models have, dense, sparse and hybrid ones: the matrices of
/// ẋ = A x + B u, y = C x + D u, with names, and the lengths in seconds of the dead times, whose
/// signals are the last inputs and outputs (see LinearModel).
template <class MatrixType>
struct ModelOf {
  MatrixType A, B, C, D;
  double period_sec = 0;  ///< after which everything repeats; 0 where nothing is sampled
  std::vector<double> delays_sec;
  /// A name each; of the ports without those of the delays.
  std::vector<std::string> states, inputs, outputs;

  int num_states() const { return static_cast<int>(A.rows()); }
  int num_delays() const { return static_cast<int>(delays_sec.size()); }
  int num_inputs() const { return static_cast<int>(B.cols()) - num_delays(); }
  int num_outputs() const { return static_cast<int>(C.rows()) - num_delays(); }
  bool is_sampled() const { return period_sec > 0; }
  bool has_delays() const { return !delays_sec.empty(); }

  /// Takes period, dead times and names from a model that keeps its matrices otherwise.
  template <class OtherMatrix>
  void TakeNames(const ModelOf<OtherMatrix>& other) {
    period_sec = other.period_sec;
    delays_sec = other.delays_sec;
    states = other.states;
    inputs = other.inputs;
    outputs = other.outputs;
  }
};

/// Leaves these states of a model with dense matrices, in this order.
template <class Model>
void SelectStates(const std::vector<int>& states, Model* model) {
  model->A = model->A(states, states).eval();
  model->B = model->B(states, Eigen::all).eval();
  model->C = model->C(Eigen::all, states).eval();
  std::vector<std::string> names;
  for (const int state : states) names.push_back(model->states[state]);
  model->states = std::move(names);
}

/// A linear model with inputs u, outputs y and state x, in continuous time (`period_sec` is 0) or
/// sampled:
///
///     ẋ = A x + B u          x[k+1] = A x[k] + B u[k]
///     y = C x + D u          y[k]   = C x[k] + D u[k]
///
/// Dead times are exact: they are signals that leave the matrices and come back later. Of q dead
/// times the last q columns of B and D are the delayed signals w, and the last q rows of C and D
/// those that go into the delays, z:
///
///     u, w →  A B C D  → y, z        w_i(t) = z_i(t - delays_sec[i])
///
/// So a dead time may stand anywhere, in a loop too. A sampled model has none: there it is finite
/// state.
struct LinearModel : ModelOf<Eigen::MatrixXd> {};

/// How many states a model with dense matrices may have: each matrix then takes 32 MB.
inline constexpr int kMostDenseStates = 2000;

/// UsageError where a model has more states than that, with what there is for such a model. To be
/// asked before matrices are made.
void RequireDenseSize(int num_states);

/// A model of matrices, named x1 x2 …, u1 …, y1 …. Throws UsageError where the sizes do not fit, an
/// element is not finite, or the period is negative.
LinearModel MakeModel(Eigen::MatrixXd A, Eigen::MatrixXd B, Eigen::MatrixXd C, Eigen::MatrixXd D,
                      double period_sec = 0);

/// The same model with a dead time before each input. Of a sampled model it must be a whole number
/// of periods, and becomes state. UsageError where that is too much (RequireDenseSize()).
LinearModel DelayInputs(const LinearModel& model, double delay_sec);

/// One input and one output of the model.
LinearModel SelectPorts(const LinearModel& model, const std::vector<int>& inputs,
                        const std::vector<int>& outputs);

/// Every dead time replaced by its Padé approximation of this order, (−1)^k (2n−k)! n! / ((2n)! k!
/// (n−k)!) being the coefficients of its numerator (Golub, Van Loan: Matrix Computations, 9.3.1).
LinearModel ReplaceDelays(const LinearModel& model, int order);

/// The diagonal scaling (powers of 2) of the state that makes rows and columns of
///
///     A B
///     C 0
///
/// that belong to a state alike in size; the names stay. What is computed of a scaled model has
/// the units of its state to thank for nothing (Parlett, Reinsch, Numer. Math. 13 (1969) 293-304,
/// as in SLICOT's TB01ID).
LinearModel ScaleStates(const LinearModel& model);

/// By which power of 2 the column of a state is multiplied, and its row divided, where these are
/// their sizes without the diagonal; 1 where both are alike, or that does not help by a twentieth.
double BalancingFactor(double column, double row);

/// The units u that this scaling gives the state: x = diag(u) x′ with the scaled state x′.
Eigen::VectorXd StateUnits(const LinearModel& model);

/// The model with its state in these units, so that ScaleStates(model) is
/// InStateUnits(model, StateUnits(model)), and 1/u instead of u is the way back.
LinearModel InStateUnits(const LinearModel& model, const Eigen::VectorXd& units);

/// The model with the input fed back from the output: u = −k y, one input and one output, no dead
/// times. NoResultError where 1 + k D = 0.
LinearModel CloseLoop(const LinearModel& loop, double gain);

}  // namespace loopwright
