#include "blocklib/continuous/state_space.h"

#include <algorithm>
#include <string>

#include "blocklib/common/convert.h"
#include "blocklib/common/finite.h"
#include "blocklib/common/linear.h"
#include "blocklib/common/parameters.h"
#include "blocklib/common/spread.h"

namespace loopwright {
namespace {
enum Parameter { kA, kB, kC, kD, kInitialState };
}  // namespace

template <typename T>
StateSpace<T>::StateSpace(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B,
                          const Eigen::MatrixXd& C, const Eigen::MatrixXd& D,
                          const Eigen::VectorXd& initial_state)
    : LeafSystem<T>(SystemTypeTag<StateSpace>{}),
      num_states_(static_cast<int>(A.rows())),
      num_inputs_(static_cast<int>(B.cols())),
      num_outputs_(static_cast<int>(C.rows())),
      has_feedthrough_((D.array() != 0).any()) {
  LOOPWRIGHT_THROW_UNLESS(A.cols() == num_states_ && B.rows() == num_states_);
  LOOPWRIGHT_THROW_UNLESS(C.cols() == num_states_);
  LOOPWRIGHT_THROW_UNLESS(D.rows() == num_outputs_ && D.cols() == num_inputs_);
  this->DeclareVectorInputPort("u", num_inputs_);
  for (const Eigen::MatrixXd* matrix : {&A, &B, &C, &D}) {
    this->DeclareNumericParameter(BasicVector<T>(RowByRow<T>(*matrix)));
  }
  this->DeclareNumericParameter(BasicVector<T>(Spread<T>(initial_state, num_states_)));
  this->DeclareContinuousState(num_states_);
  std::set<DependencyTicket> prerequisites{this->xc_ticket(), this->all_parameters_ticket()};
  if (has_feedthrough_) prerequisites.insert(this->all_input_ports_ticket());
  this->DeclareVectorOutputPort("y", num_outputs_, &StateSpace::CalcOutput, prerequisites);
}

template <typename T>
void StateSpace<T>::SetDefaultState(const Context<T>& context, State<T>* state) const {
  std::copy_n(this->parameter_data(context, kInitialState), num_states_,
              state->get_mutable_continuous_state().data());
}

template <typename T>
void StateSpace<T>::CalcOutput(const Context<T>& context, T* y) const {
  std::fill_n(y, num_outputs_, T(0));
  AddProduct(this->parameter_data(context, kC), num_outputs_, num_states_,
             this->continuous_data(context), y);
  if (has_feedthrough_) {
    AddProduct(this->parameter_data(context, kD), num_outputs_, num_inputs_,
               this->input_data(context, 0), y);
  }
}

template <typename T>
void StateSpace<T>::DoCalcTimeDerivatives(const Context<T>& context,
                                          ContinuousState<T>* derivatives) const {
  T* derivative = derivatives->data();
  std::fill_n(derivative, num_states_, T(0));
  AddProduct(this->parameter_data(context, kA), num_states_, num_states_,
             this->continuous_data(context), derivative);
  AddProduct(this->parameter_data(context, kB), num_states_, num_inputs_,
             this->input_data(context, 0), derivative);
}

template <typename T>
StateSpace<T>::StateSpace(const BlockArguments& arguments)
    : StateSpace(arguments.matrix("A"), arguments.matrix("B"), arguments.matrix("C"),
                 arguments.matrix("D"), arguments.vector("initial_state")) {}

template <typename T>
template <typename U>
StateSpace<T>::StateSpace(const StateSpace<U>& other)
    : StateSpace(DefaultMatrix(other, kA, other.num_states_, other.num_states_),
                 DefaultMatrix(other, kB, other.num_states_, other.num_inputs_),
                 DefaultMatrix(other, kC, other.num_outputs_, other.num_states_),
                 DefaultMatrix(other, kD, other.num_outputs_, other.num_inputs_),
                 DefaultVector(other, kInitialState)) {}

LOOPWRIGHT_INSTANTIATE_CLASS(StateSpace)

namespace {

std::string Shape(const std::string& rows, Eigen::Index r, const std::string& columns,
                  Eigen::Index c) {
  return rows + " x " + columns + " = " + std::to_string(r) + " x " + std::to_string(c);
}

void Validate(const BlockArguments& arguments, ArgumentProblems* problems) {
  RequireFinite(arguments, {"A", "B", "C", "D", "initial_state"}, problems);
  const Eigen::Index n = arguments.matrix("A").rows();
  const Eigen::Index m = arguments.matrix("B").cols();
  const Eigen::Index p = arguments.matrix("C").rows();
  const auto check = [&](const std::string& name, Eigen::Index rows, Eigen::Index columns,
                         const std::string& wanted) {
    const Eigen::MatrixXd& matrix = arguments.matrix(name);
    if (matrix.rows() == rows && matrix.cols() == columns) return;
    problems->Add(name, "is " + std::to_string(matrix.rows()) + " x " +
                            std::to_string(matrix.cols()) + ": it must be " + wanted);
  };
  check("A", n, n, "square");
  check("B", n, m, Shape("n", n, "m", m) + ", with a row for each row of `A`");
  check("C", p, n, Shape("p", p, "n", n) + ", with a column for each row of `A`");
  check("D", p, m, Shape("p", p, "m", m) + ", with the rows of `C` and the columns of `B`");
  const Eigen::Index states = arguments.size("initial_state");
  if (states != 1 && states != n) {
    problems->Add("initial_state", "has " + std::to_string(states) + " elements: give one or " +
                                       std::to_string(n) + ", as many as `A` has rows");
  }
}

}  // namespace

BlockDescriptor StateSpaceBlock() {
  BlockDescriptor block;
  block.type = "StateSpace";
  block.category = "continuous";
  block.title = "State space";
  block.summary = "Linear state-space system.";
  block.inputs = {"u"};
  block.outputs = {"y"};
  block.parameters = {
      MakeParameter("A", ParameterKind::kMatrix,
                    ParameterSetting::List{ParameterSetting(ParameterSetting::List{-1})}, "",
                    "n x n", ""),
      MakeParameter("B", ParameterKind::kMatrix,
                    ParameterSetting::List{ParameterSetting(ParameterSetting::List{1})}, "",
                    "n x m", ""),
      MakeParameter("C", ParameterKind::kMatrix,
                    ParameterSetting::List{ParameterSetting(ParameterSetting::List{1})}, "",
                    "p x n", ""),
      MakeParameter("D", ParameterKind::kMatrix,
                    ParameterSetting::List{ParameterSetting(ParameterSetting::List{0})}, "",
                    "p x m", ""),
      MakeParameter("initial_state", ParameterKind::kVector, 0, "", "n", ""),
  };
  block.feedthrough = "where D has a non-zero element";
  block.state = "continuous";
  block.behaviour = "dx/dt = A x + B u, y = C x + D u";
  block.infer_widths = [](const BlockArguments& arguments, BlockWidths* widths) {
    widths->set_in(0, static_cast<int>(arguments.matrix("B").cols()));
    widths->set_out(0, static_cast<int>(arguments.matrix("C").rows()));
  };
  block.validate = Validate;
  block.UseSystem<StateSpace>();
  return block;
}

}  // namespace loopwright
