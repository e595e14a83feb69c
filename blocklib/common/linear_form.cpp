#include "blocklib/common/linear_form.h"

#include <algorithm>
#include <set>

#include "blocklib/common/conditions.h"
#include "blocklib/common/finite.h"
#include "blocklib/common/linear.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"

namespace loopwright {

// Declares the port, the matrices as parameters and the state. The output depends on the input only
// where D has an element that may be other than zero, so that a system without direct feedthrough
// can close a loop.
template <typename T>
LinearForm<T>::LinearForm(SystemScalarConverter converter, const LinearMatrices<T>& matrices,
                          const VectorX<T>& initial_state, StateKind kind)
    : BlockLeaf<T>(std::move(converter)),
      kind_(kind),
      num_states_(static_cast<int>(matrices.A.rows())),
      num_inputs_(static_cast<int>(matrices.B.cols())),
      num_outputs_(static_cast<int>(matrices.C.rows())),
      has_feedthrough_(std::any_of(matrices.D.data(), matrices.D.data() + matrices.D.size(),
                                   [](const T& d) { return MayHold(d != T(0)); })) {
  LOOPWRIGHT_THROW_UNLESS(matrices.A.cols() == num_states_ && matrices.B.rows() == num_states_);
  LOOPWRIGHT_THROW_UNLESS(matrices.C.cols() == num_states_);
  LOOPWRIGHT_THROW_UNLESS(matrices.D.rows() == num_outputs_ && matrices.D.cols() == num_inputs_);
  this->DeclareVectorInputPort("u", num_inputs_);
  // The parameters in a fixed order: A, B, C, D row by row, then the initial state.
  for (const MatrixX<T>* matrix : {&matrices.A, &matrices.B, &matrices.C, &matrices.D}) {
    this->DeclareNumericParameter(BasicVector<T>(RowByRow<T>(*matrix)));
  }
  this->DeclareNumericParameter(BasicVector<T>(Spread<T>(initial_state, num_states_)));
  DependencyTicket state = this->xc_ticket();
  if (kind == StateKind::kContinuous) {
    this->template DeclareTimeDerivatives<&LinearForm::CalcDerivatives>();
    this->DeclareContinuousState(num_states_);
  } else {
    this->DeclareDiscreteState(num_states_);
    state = this->xd_ticket();
  }
  // The initial state is a parameter, so that it can be changed in a context.
  this->StartAs(kInitialState);
  // A change of any of these makes the output out of date.
  std::set<DependencyTicket> prerequisites{state, this->all_parameters_ticket()};
  if (has_feedthrough_) prerequisites.insert(this->all_input_ports_ticket());
  this->template DeclareVectorOutputPort<&LinearForm::CalcOutput>("y", num_outputs_, prerequisites);
}

// The elements of x, of whichever kind the state is.
template <typename T>
const T* LinearForm<T>::state_data(const Context<T>& context) const {
  return kind_ == StateKind::kContinuous ? this->continuous_data(context)
                                         : this->discrete_data(context, 0);
}

// y = C x + D u, row by row, with the second product only where D counts.
template <typename T>
void LinearForm<T>::CalcOutput(const Context<T>& context, T* y) const {
  const T* C = this->parameter_data(context, kC);
  const T* D = this->parameter_data(context, kD);
  const T* x = state_data(context);
  const T* u = has_feedthrough_ ? this->input_data(context, 0) : nullptr;
  for (int i = 0; i < num_outputs_; ++i, C += num_states_, D += num_inputs_) {
    y[i] = AddRow(C, num_states_, x, T(0));
    if (has_feedthrough_) y[i] = AddRow(D, num_inputs_, u, y[i]);
  }
}

// A x + B u, row by row.
template <typename T>
void LinearForm<T>::CalcRightHandSide(const Context<T>& context, T* result) const {
  const T* A = this->parameter_data(context, kA);
  const T* B = this->parameter_data(context, kB);
  const T* x = state_data(context);
  const T* u = this->input_data(context, 0);
  for (int i = 0; i < num_states_; ++i, A += num_states_, B += num_inputs_) {
    result[i] = AddRow(B, num_inputs_, u, AddRow(A, num_states_, x, T(0)));
  }
}

template <typename T>
void LinearForm<T>::CalcDerivatives(const Context<T>& context,
                                    const ContinuousPointers<T>& derivatives) const {
  CalcRightHandSide(context, derivatives.z);
}

LOOPWRIGHT_INSTANTIATE_CLASS(LinearForm)

// The default is a matrix of one element and not a number, so that the editor shows it as one.
ParameterDescriptor MatrixParameter(const std::string& name, double element,
                                    const std::string& constraint, const std::string& description) {
  return MakeParameter(name, ParameterKind::kMatrix,
                       ParameterSetting::List{ParameterSetting(ParameterSetting::List{element})},
                       "", constraint, description);
}

// By default a system of one state with B = C = 1 and D = 0.
std::vector<ParameterDescriptor> LinearParameters(double a) {
  return {
      MatrixParameter("A", a, "n x n"),
      MatrixParameter("B", 1, "n x m"),
      MatrixParameter("C", 1, "p x n"),
      MatrixParameter("D", 0, "p x m"),
      MakeParameter("initial_state", ParameterKind::kVector, 0, "", "n", ""),
  };
}

// The input is as wide as B has columns, the output as C has rows.
void InferLinearWidths(const BlockArguments& arguments, BlockWidths* widths) {
  widths->set_in(0, static_cast<int>(arguments.matrix("B").cols()));
  widths->set_out(0, static_cast<int>(arguments.matrix("C").rows()));
}

// "n x m = 2 x 3", for messages.
std::string ShapeText(const std::string& rows, Eigen::Index num_rows, const std::string& columns,
                      Eigen::Index num_columns) {
  return rows + " x " + columns + " = " + std::to_string(num_rows) + " x " +
         std::to_string(num_columns);
}

// Says how large the matrix is and how large it must be: "is 2 x 1: it must be square".
void ValidateShape(const BlockArguments& arguments, const std::string& name, Eigen::Index rows,
                   Eigen::Index columns, const std::string& wanted, ArgumentProblems* problems) {
  const Eigen::MatrixXd& matrix = arguments.matrix(name);
  if (matrix.rows() == rows && matrix.cols() == columns) return;
  problems->Add(name, "is " + std::to_string(matrix.rows()) + " x " +
                          std::to_string(matrix.cols()) + ": it must be " + wanted);
}

// One element stands for all states, however many A has.
void ValidateStateVector(const BlockArguments& arguments, const std::string& name,
                         ArgumentProblems* problems) {
  const Eigen::Index states = arguments.matrix("A").rows();
  const Eigen::Index size = arguments.size(name);
  if (size == 1 || size == states) return;
  problems->Add(name, "has " + std::to_string(size) + " elements: give one or " +
                          std::to_string(states) + ", as many as `A` has rows");
}

// A decides on the number of states; what does not go with it is told, matrix by matrix.
void ValidateShapesBesideA(const BlockArguments& arguments, ArgumentProblems* problems) {
  const Eigen::Index n = arguments.matrix("A").rows();
  const Eigen::Index m = arguments.matrix("B").cols();
  const Eigen::Index p = arguments.matrix("C").rows();
  ValidateShape(arguments, "A", n, n, "square", problems);
  ValidateShape(arguments, "B", n, m,
                ShapeText("n", n, "m", m) + ", with a row for each row of `A`", problems);
  ValidateShape(arguments, "C", p, n,
                ShapeText("p", p, "n", n) + ", with a column for each row of `A`", problems);
}

// D has the rows of C and the columns of B.
void ValidateLinear(const BlockArguments& arguments, ArgumentProblems* problems) {
  RequireFinite(arguments, {"A", "B", "C", "D", "initial_state"}, problems);
  ValidateShapesBesideA(arguments, problems);
  const Eigen::Index m = arguments.matrix("B").cols();
  const Eigen::Index p = arguments.matrix("C").rows();
  ValidateShape(arguments, "D", p, m,
                ShapeText("p", p, "m", m) + ", with the rows of `C` and the columns of `B`",
                problems);
  ValidateStateVector(arguments, "initial_state", problems);
}

}  // namespace loopwright
