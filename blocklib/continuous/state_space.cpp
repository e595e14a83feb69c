#include "blocklib/continuous/state_space.h"

#include <algorithm>
#include <string>

#include "blocklib/common/linear.h"
#include "blocklib/common/spread.h"

namespace loopwright {
namespace {
enum Parameter { kA, kB, kC, kD, kInitialState };
}  // namespace

template <typename T>
StateSpace<T>::StateSpace(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B,
                          const Eigen::MatrixXd& C, const Eigen::MatrixXd& D,
                          const Eigen::VectorXd& initial_state)
    : num_states_(static_cast<int>(A.rows())),
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

LOOPWRIGHT_INSTANTIATE_CLASS(StateSpace)

//DESCRIPTOR
}  // namespace loopwright
