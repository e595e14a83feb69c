#include "blocklib/discrete/kalman_filter.h"

#include <algorithm>
#include <string>

#include "blocklib/common/finite.h"
#include "blocklib/common/linear.h"
#include "blocklib/common/linear_form.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/scratch.h"
#include "blocklib/common/spread.h"
#include "engine/blocks/block_descriptor.h"
#include "engine/matrices/decompositions.h"
#include "engine/system/keep_arguments.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

enum Group { kEstimate, kPrediction, kCovariance };
enum Input { kU, kMeasurement };

// result = L M', L of `rows` by `inner` and M of `columns` by `inner` elements, both row by row.
template <typename T>
void MultiplyTransposed(const T* left, int rows, int inner, const T* right, int columns,
                        T* result) {
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      T sum(0);
      for (int k = 0; k < inner; ++k) sum += left[i * inner + k] * right[j * inner + k];
      result[i * columns + j] = sum;
    }
  }
}

// Solves X S = B for X in place of B (`rows` by `size`), S symmetric and positive definite, which
// becomes L D L' in place: L below the diagonal, D on it. (Golub, Van Loan: Matrix Computations,
// 4.1.)
template <typename T>
void SolveFromTheRight(T* S, int size, T* B, int rows) {
  for (int j = 0; j < size; ++j) {
    for (int k = 0; k < j; ++k)
      S[j * size + j] -= S[j * size + k] * S[j * size + k] * S[k * size + k];
    for (int i = j + 1; i < size; ++i) {
      for (int k = 0; k < j; ++k) {
        S[i * size + j] -= S[i * size + k] * S[j * size + k] * S[k * size + k];
      }
      S[i * size + j] /= S[j * size + j];
    }
  }
  for (int row = 0; row < rows; ++row) {
    T* x = B + row * size;
    for (int i = 0; i < size; ++i) {
      for (int k = 0; k < i; ++k) x[i] -= S[i * size + k] * x[k];
    }
    for (int i = size - 1; i >= 0; --i) {
      x[i] /= S[i * size + i];
      for (int k = i + 1; k < size; ++k) x[i] -= S[k * size + i] * x[k];
    }
  }
}

// Rounding makes products slightly unsymmetric.
template <typename T>
void Symmetrize(T* matrix, int size) {
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < i; ++j) {
      const T mean = 0.5 * (matrix[i * size + j] + matrix[j * size + i]);
      matrix[i * size + j] = matrix[j * size + i] = mean;
    }
  }
}

}  // namespace

// Declares both inputs, all matrices as parameters and the three groups of state; the output is the
// estimate itself.
template <typename T>
KalmanFilter<T>::KalmanFilter(const Settings& settings, double period_sec, double offset_sec)
    : LeafSystem<T>(KeepArguments<KalmanFilter, T>(settings, period_sec, offset_sec)),
      num_states_(static_cast<int>(settings.A.rows())),
      num_inputs_(static_cast<int>(settings.B.cols())),
      num_measurements_(static_cast<int>(settings.C.rows())) {
  this->DeclareVectorInputPort("u", num_inputs_);
  this->DeclareVectorInputPort("measurement", num_measurements_);
  for (const MatrixX<T>* matrix :
       {&settings.A, &settings.B, &settings.C, &settings.Q, &settings.R}) {
    this->DeclareNumericParameter(BasicVector<T>(RowByRow<T>(*matrix)));
  }
  this->DeclareNumericParameter(BasicVector<T>(Spread<T>(settings.initial_estimate, num_states_)));
  this->DeclareNumericParameter(BasicVector<T>(RowByRow<T>(settings.initial_covariance)));
  this->DeclareDiscreteState(num_states_);                // kEstimate
  this->DeclareDiscreteState(num_states_);                // kPrediction
  this->DeclareDiscreteState(num_states_ * num_states_);  // kCovariance
  this->DeclarePeriodicDiscreteUpdateEvent(period_sec, offset_sec, &KalmanFilter::Update);
  this->DeclareStateOutputPort("estimate", DiscreteStateIndex(kEstimate));
}

// Estimate and prediction begin alike, as nothing has been measured yet.
template <typename T>
void KalmanFilter<T>::SetDefaultState(const Context<T>& context, State<T>* state) const {
  const auto set = [&](int group, int parameter, int size) {
    std::copy_n(this->parameter_data(context, parameter), size,
                state->get_mutable_discrete_state(group).data());
  };
  set(kEstimate, kInitialEstimate, num_states_);
  set(kPrediction, kInitialEstimate, num_states_);
  set(kCovariance, kInitialCovariance, num_states_ * num_states_);
}

namespace {

// True for expressions, which have no value.
template <typename T>
bool AreFinite(const T* values, int count) {
  if constexpr (!std::is_same_v<T, Expression>) {
    for (int i = 0; i < count; ++i) {
      if (!std::isfinite(ValueOf(values[i]))) return false;
    }
  }
  return true;
}

// The covariance after a measurement, P_f = (I - K C) P (I - K C)' + K R K', which stays positive
// semidefinite also where K is rounded (Joseph's form). `IKC` and `half` are scratch.
template <typename T>
void FilterCovariance(const T* K, const T* C, const T* P, const T* R, int n, int p, T* IKC, T* half,
                      T* P_f) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      IKC[i * n + j] = T(i == j ? 1 : 0);
      for (int k = 0; k < p; ++k) IKC[i * n + j] -= K[i * p + k] * C[k * n + j];
    }
  }
  MultiplyTransposed(IKC, n, n, P, n, half);  // P is symmetric
  MultiplyTransposed(half, n, n, IKC, n, P_f);
  MultiplyTransposed(K, n, p, R, p, half);  // so is R
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < p; ++k) P_f[i * n + j] += half[i * p + k] * K[j * p + k];
    }
  }
  Symmetrize(P_f, n);
}

}  // namespace

// One sample: measurement update, then time update, in the notation of the header. All scratch
// matrices have room for the largest product, and some are used for several of them in turn.
template <typename T>
EventStatus KalmanFilter<T>::Update(const Context<T>& context, DiscreteValues<T>* next) const {
  const int n = num_states_, p = num_measurements_;
  const T* A = this->parameter_data(context, kA);
  const T* C = this->parameter_data(context, kC);
  const T* Q = this->parameter_data(context, kQ);
  const T* R = this->parameter_data(context, kR);
  const T* P = this->discrete_data(context, kCovariance);
  const T* prediction = this->discrete_data(context, kPrediction);
  const size_t most = static_cast<size_t>(std::max(n, p)) * std::max(n, p);
  Scratch<T> gain(most), inner(most), left(most), product(most), filtered(most);

  // K = P C' (C P C' + R)^-1.
  T* K = gain.data();
  T* S = inner.data();
  MultiplyTransposed(P, n, n, C, p, K);
  for (int i = 0; i < p; ++i) {
    for (int j = 0; j < p; ++j) {
      S[i * p + j] = R[i * p + j];
      for (int k = 0; k < n; ++k) S[i * p + j] += C[i * n + k] * K[k * p + j];
    }
  }
  SolveFromTheRight(S, p, K, n);

  // The estimate: x + K (y - C x).
  T* innovation = S;
  const T* measurement = this->input_data(context, kMeasurement);
  for (int i = 0; i < p; ++i) {
    innovation[i] = measurement[i];
    for (int k = 0; k < n; ++k) innovation[i] -= C[i * n + k] * prediction[k];
  }
  T* estimate = next->data(kEstimate);
  std::copy_n(prediction, n, estimate);
  AddProduct(K, n, p, innovation, estimate);

  T* half = product.data();
  T* P_f = filtered.data();
  FilterCovariance(K, C, P, R, n, p, left.data(), half, P_f);

  // Time update.
  T* next_prediction = next->data(kPrediction);
  std::fill_n(next_prediction, n, T(0));
  AddProduct(A, n, n, estimate, next_prediction);
  AddProduct(this->parameter_data(context, kB), n, num_inputs_, this->input_data(context, kU),
             next_prediction);
  T* next_P = next->data(kCovariance);
  MultiplyTransposed(A, n, n, P_f, n, half);
  MultiplyTransposed(half, n, n, A, n, next_P);
  for (int i = 0; i < n * n; ++i) next_P[i] += Q[i];
  Symmetrize(next_P, n);
  if (AreFinite(estimate, n) && AreFinite(next_P, n * n)) return EventStatus::Succeeded();
  return EventStatus::Failed(this,
                             "its estimate or its covariance is not finite: its matrices are too "
                             "large for the numbers of the machine, or an input is not finite");
}

template <typename T>
KalmanFilter<T>::KalmanFilter(const BlockArguments& arguments)
    : KalmanFilter(Settings{arguments.matrix<T>("A"), arguments.matrix<T>("B"),
                            arguments.matrix<T>("C"), arguments.matrix<T>("Q"),
                            arguments.matrix<T>("R"), arguments.vector<T>("initial_estimate"),
                            arguments.matrix<T>("initial_covariance")},
                   arguments.number("period"), arguments.number("offset")) {}

LOOPWRIGHT_INSTANTIATE_CLASS(KalmanFilter)

namespace {

// Adds a problem for a covariance that is not symmetric, or has an eigenvalue below zero by more
// than rounding, or, where it must be `definite`, at zero.
void ValidateCovariance(const BlockArguments& arguments, const std::string& name, bool definite,
                        ArgumentProblems* problems) {
  const Eigen::MatrixXd& matrix = arguments.matrix(name);
  if (matrix.rows() != matrix.cols() || !matrix.allFinite()) return;  // said already
  const double size = matrix.cwiseAbs().maxCoeff();
  if (!matrix.isApprox(matrix.transpose(), 1e-12)) {
    problems->Add(name, "is not symmetric: a covariance must be");
    return;
  }
  const double least = CalcSymmetricEigenvalues(matrix).minCoeff();
  const double rounding = 1e-12 * size;
  if (definite ? least > rounding : least >= -rounding) return;
  problems->Add(name, "has the eigenvalue " + FormatNumber(least) + ": it must be positive " +
                          (definite ? "definite" : "semidefinite"));
}

// Shapes first, then what makes a matrix a covariance. A covariance of the wrong shape is told
// once, by its shape.
void Validate(const BlockArguments& arguments, ArgumentProblems* problems) {
  RequireFinite(arguments, {"A", "B", "C", "Q", "R", "initial_estimate", "initial_covariance"},
                problems);
  ValidateShapesBesideA(arguments, problems);
  const Eigen::Index n = arguments.matrix("A").rows();
  const Eigen::Index p = arguments.matrix("C").rows();
  ValidateShape(arguments, "Q", n, n, ShapeText("n", n, "n", n) + ", as `A`", problems);
  ValidateShape(arguments, "R", p, p,
                ShapeText("p", p, "p", p) + ", with a row for each row of `C`", problems);
  ValidateShape(arguments, "initial_covariance", n, n, ShapeText("n", n, "n", n) + ", as `A`",
                problems);
  ValidateStateVector(arguments, "initial_estimate", problems);
  ValidateCovariance(arguments, "Q", false, problems);
  ValidateCovariance(arguments, "R", true, problems);
  ValidateCovariance(arguments, "initial_covariance", false, problems);
}

}  // namespace

// The covariance is state too: the gain changes from update to update, from what the initial
// covariance says towards its steady value.
BlockDescriptor KalmanFilterBlock() {
  BlockDescriptor block;
  block.type = "KalmanFilter";
  block.category = "discrete";
  block.title = "Kalman filter";
  block.summary = "Time-varying discrete Kalman filter.";
  block.search_words = "Kalman, observer, estimator, state estimation, sensor fusion, LQE, filter";
  block.names_elsewhere = "Kalman Filter";
  block.icon = R"(
  <path d="M8.54 9 L15.1 20.5 M15.1 9 L8.54 20.5"/>
  <path d="M8.3 5.8 L11.7 2.6 L15.1 5.8"/>
)";
  block.shape = {.width = 80, .height = 60};
  block.inputs = {"u", "measurement"};
  block.outputs = {"estimate"};
  block.parameters = {
      MatrixParameter("A", 1, "n x n"),
      MatrixParameter("B", 0, "n x m"),
      MatrixParameter("C", 1, "p x n"),
      MatrixParameter("Q", 1, "n x n, positive semidefinite", "process noise covariance"),
      MatrixParameter("R", 1, "p x p, positive definite", "measurement noise covariance"),
      MakeParameter("initial_estimate", ParameterKind::kVector, 0, "", "n", ""),
      MatrixParameter("initial_covariance", 1, "n x n"),
      PeriodParameter(),
      OffsetParameter(),
  };
  block.feedthrough = "none";
  block.state = "discrete";
  block.states = DiscreteStates({"estimate", "prediction", "covariance of the prediction"});
  block.behaviour =
      "at each update: measurement update with measurement-, then time update with u-; estimate = "
      "the a-posteriori estimate of the last update";
  block.is_held = true;
  block.infer_widths = [](const BlockArguments& arguments, BlockWidths* widths) {
    widths->set_in(kU, static_cast<int>(arguments.matrix("B").cols()));
    widths->set_in(kMeasurement, static_cast<int>(arguments.matrix("C").rows()));
    widths->set_out(0, static_cast<int>(arguments.matrix("A").rows()));
  };
  block.validate = Validate;
  block.input_sign = [](const FaceParameters&, int i) -> std::string {
    constexpr const char* kSigns[] = {"u", "z"};
    return i < 2 ? kSigns[i] : "";
  };
  block.UseSystem<KalmanFilter>();
  return block;
}

}  // namespace loopwright
