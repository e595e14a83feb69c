#include "blocklib/primitives/affine_system.h"

#include <set>
#include <stdexcept>
#include <string>
#include <utility>

namespace loopwright {

namespace {
// `matrix`, or zeros of the shape that is wanted where it is empty.
Eigen::MatrixXd OrZero(const Eigen::Ref<const Eigen::MatrixXd>& matrix, Eigen::Index rows,
                       Eigen::Index columns) {
  if (matrix.size() > 0) return matrix;
  return Eigen::MatrixXd::Zero(rows, columns);
}
}  // namespace

template <typename T>
AffineSystem<T>::AffineSystem(const Eigen::Ref<const Eigen::MatrixXd>& A,
                              const Eigen::Ref<const Eigen::MatrixXd>& B,
                              const Eigen::Ref<const Eigen::VectorXd>& f0,
                              const Eigen::Ref<const Eigen::MatrixXd>& C,
                              const Eigen::Ref<const Eigen::MatrixXd>& D,
                              const Eigen::Ref<const Eigen::VectorXd>& y0, double time_period)
    : AffineSystem(SystemTypeTag<AffineSystem>{}, A, B, f0, C, D, y0, time_period) {}

// Empty matrices become zeros of the size that the others say; then shapes are checked, and ports
// and state declared as far as their sizes are not zero.
template <typename T>
AffineSystem<T>::AffineSystem(SystemScalarConverter converter,
                              const Eigen::Ref<const Eigen::MatrixXd>& A,
                              const Eigen::Ref<const Eigen::MatrixXd>& B,
                              const Eigen::Ref<const Eigen::VectorXd>& f0,
                              const Eigen::Ref<const Eigen::MatrixXd>& C,
                              const Eigen::Ref<const Eigen::MatrixXd>& D,
                              const Eigen::Ref<const Eigen::VectorXd>& y0, double time_period)
    : LeafSystem<T>(std::move(converter)), time_period_(time_period), A_(A) {
  const Eigen::Index states = A.rows();
  const Eigen::Index inputs = B.size() > 0 ? B.cols() : D.cols();
  const Eigen::Index outputs = C.size() > 0 ? C.rows() : D.rows();
  B_ = OrZero(B, states, inputs);
  C_ = OrZero(C, outputs, states);
  D_ = OrZero(D, outputs, inputs);
  f0_ = OrZero(f0, states, 1);
  y0_ = OrZero(y0, outputs, 1);
  CheckShapes();
  if (inputs > 0) this->DeclareVectorInputPort(kUseDefaultName, num_inputs());
  if (states > 0 && time_period == 0) {
    this->template DeclareTimeDerivatives<&AffineSystem::CalcDerivatives>();
    this->DeclareContinuousState(num_states());
  } else if (states > 0) {
    this->DeclareDiscreteState(num_states());
    this->DeclarePeriodicDiscreteUpdateEvent(time_period, 0, &AffineSystem::CalcNext);
  }
  if (outputs == 0) return;
  // An input that D does not use is no reason to compute the output again.
  std::set<DependencyTicket> prerequisites{this->all_state_ticket()};
  if (!D_.isZero(0)) prerequisites.insert(this->all_input_ports_ticket());
  this->template DeclareVectorOutputPort<&AffineSystem::CalcOutput>(kUseDefaultName, num_outputs(),
                                                                    prerequisites);
}

// Throws std::logic_error with the first matrix that does not fit, its size and the right one.
template <typename T>
void AffineSystem<T>::CheckShapes() const {
  const auto check = [](const char* name, const auto& matrix, Eigen::Index rows,
                        Eigen::Index columns) {
    if (matrix.rows() == rows && matrix.cols() == columns) return;
    throw std::logic_error(std::string("AffineSystem: ") + name + " is " +
                           std::to_string(matrix.rows()) + "x" + std::to_string(matrix.cols()) +
                           ", it must be " + std::to_string(rows) + "x" + std::to_string(columns));
  };
  const Eigen::Index states = A_.rows();
  check("A", A_, states, states);
  check("B", B_, states, B_.cols());
  check("f0", f0_, states, 1);
  check("C", C_, C_.rows(), states);
  check("D", D_, C_.rows(), B_.cols());
  check("y0", y0_, C_.rows(), 1);
  if (!(time_period_ >= 0)) throw std::logic_error("AffineSystem: the time period must be >= 0");
}

// The state of whichever kind, null where there is none.
template <typename T>
const T* AffineSystem<T>::state_data(const Context<T>& context) const {
  if (num_states() == 0) return nullptr;
  return time_period_ == 0 ? this->continuous_data(context) : this->discrete_data(context);
}

// The input is not asked for where its matrix is zero: it may not be connected.
template <typename T>
void AffineSystem<T>::CalcAffine(const Context<T>& context, const Eigen::VectorXd& constant,
                                 const Eigen::MatrixXd& of_state, const Eigen::MatrixXd& of_input,
                                 T* result) const {
  const T* x = state_data(context);
  const T* u = of_input.isZero(0) ? nullptr : this->input_data(context, 0);
  for (Eigen::Index i = 0; i < constant.size(); ++i) {
    T sum(constant[i]);
    for (Eigen::Index j = 0; j < of_state.cols(); ++j) sum += of_state(i, j) * x[j];
    for (Eigen::Index j = 0; u != nullptr && j < of_input.cols(); ++j) sum += of_input(i, j) * u[j];
    result[i] = sum;
  }
}

// The time derivatives of a system in continuous time, A x + B u + f0.
template <typename T>
void AffineSystem<T>::CalcDerivatives(const Context<T>& context,
                                      const ContinuousPointers<T>& derivatives) const {
  CalcAffine(context, f0_, A_, B_, derivatives.z);
}
// The same right-hand side as the derivatives, as the next value.
template <typename T>
void AffineSystem<T>::CalcNext(const Context<T>& context, DiscreteValues<T>* next) const {
  CalcAffine(context, f0_, A_, B_, next->data(0));
}
template <typename T>
void AffineSystem<T>::CalcOutput(const Context<T>& context, T* y) const {
  CalcAffine(context, y0_, C_, D_, y);
}

LOOPWRIGHT_INSTANTIATE_CLASS(AffineSystem)

}  // namespace loopwright
