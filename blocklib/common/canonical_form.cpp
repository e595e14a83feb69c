#include "blocklib/common/canonical_form.h"

#include <cmath>
#include <string>

#include "blocklib/common/conditions.h"
#include "blocklib/common/finite.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// The coefficients without leading zeros; empty where all are zero.
template <typename T>
VectorX<T> Trim(const VectorX<T>& coefficients) {
  Eigen::Index first = 0;
  while (first < coefficients.size() && !MayHold(coefficients[first] != T(0))) ++first;
  return coefficients.tail(coefficients.size() - first);
}

}  // namespace

// Divides both polynomials by the leading coefficient of the denominator and takes out the direct
// term: (2 s + 3)/(s + 1) is 2 + 1/(s + 1), so that a = 1, d = 2, c = 1.
template <typename T>
typename CanonicalForm<T>::Coefficients CanonicalForm<T>::CoefficientsOf(
    const VectorX<T>& numerator, const VectorX<T>& denominator) {
  const VectorX<T> trimmed = Trim(numerator);
  const VectorX<T> a = Trim(denominator);
  LOOPWRIGHT_THROW_UNLESS(a.size() > 0 && trimmed.size() <= a.size());
  const Eigen::Index order = a.size() - 1;
  VectorX<T> b = VectorX<T>::Zero(a.size());
  b.tail(trimmed.size()) = trimmed / a[0];
  const VectorX<T> tail = a.tail(order) / a[0];
  return {tail, b.tail(order) - tail * b[0], b[0]};
}

// Declares ports, coefficients and states; where d cannot be other than zero, the output does not
// depend on the input.
template <typename T>
CanonicalForm<T>::CanonicalForm(SystemScalarConverter converter, const Coefficients& coefficients,
                                StateKind kind)
    : LeafSystem<T>(std::move(converter)),
      kind_(kind),
      order_(static_cast<int>(coefficients.a.size())),
      has_feedthrough_(MayHold(coefficients.d != T(0))) {
  this->DeclareVectorInputPort("u", 1);
  this->DeclareNumericParameter(BasicVector<T>(coefficients.a));
  this->DeclareNumericParameter(BasicVector<T>(coefficients.c));
  this->DeclareNumericParameter(BasicVector<T>{coefficients.d});
  DependencyTicket state = this->xc_ticket();
  if (kind == StateKind::kContinuous) {
    this->template DeclareTimeDerivatives<&CanonicalForm::CalcDerivatives>();
    this->DeclareContinuousState(order_);
  } else {
    this->DeclareDiscreteState(order_);
    state = this->xd_ticket();
  }
  std::set<DependencyTicket> prerequisites{state, this->all_parameters_ticket()};
  if (has_feedthrough_) prerequisites.insert(this->all_input_ports_ticket());
  this->template DeclareVectorOutputPort<&CanonicalForm::CalcOutput>("y", 1, prerequisites);
}

// The first state takes in the input and all feedback, the others form a chain behind it.
template <typename T>
void CanonicalForm<T>::CalcRightHandSide(const Context<T>& context, const T* x, T* result) const {
  if (order_ == 0) return;
  const T* a = this->parameter_data(context, 0);
  T sum = this->input_data(context, 0)[0];
  for (int i = 0; i < order_; ++i) sum -= a[i] * x[i];
  result[0] = sum;
  for (int i = 1; i < order_; ++i) result[i] = x[i - 1];
}

// They are the derivatives of a continuous state.
template <typename T>
void CanonicalForm<T>::CalcDerivatives(const Context<T>& context,
                                       const ContinuousPointers<T>& derivatives) const {
  CalcRightHandSide(context, this->continuous_data(context), derivatives.z);
}

// y = c x + d u; the input is not read where d is zero.
template <typename T>
void CanonicalForm<T>::CalcOutput(const Context<T>& context, T* y) const {
  const T* x = kind_ == StateKind::kContinuous ? this->continuous_data(context)
                                               : this->discrete_data(context, 0);
  const T* c = this->parameter_data(context, 1);
  T sum = has_feedthrough_
              ? T(this->parameter_data(context, 2)[0] * this->input_data(context, 0)[0])
              : T(0);
  for (int i = 0; i < order_; ++i) sum += c[i] * x[i];
  y[0] = sum;
}

LOOPWRIGHT_INSTANTIATE_CLASS(CanonicalForm)

template <typename T>
VectorX<T> TrimmedCoefficients(const BlockArguments& arguments, std::string_view name) {
  return arguments.vector<T>(name).tail(Trim(arguments.vector(name)).size());
}
template VectorX<double> TrimmedCoefficients(const BlockArguments&, std::string_view);
template VectorX<AutoDiff> TrimmedCoefficients(const BlockArguments&, std::string_view);
template VectorX<Expression> TrimmedCoefficients(const BlockArguments&, std::string_view);

// Beyond the degrees, the division by the leading coefficient is tried: a very small one makes
// coefficients that no number can hold.
void ValidateTransferFunction(const BlockArguments& arguments, ArgumentProblems* problems) {
  const Eigen::VectorXd numerator = Trim(arguments.vector("numerator"));
  const Eigen::VectorXd denominator = Trim(arguments.vector("denominator"));
  if (denominator.size() == 0) {
    problems->Add("denominator", "is zero: give at least one coefficient that is not");
  } else if (numerator.size() > denominator.size()) {
    problems->Add("denominator", "has degree " + std::to_string(denominator.size() - 1) +
                                     ", the numerator degree " +
                                     std::to_string(numerator.size() - 1) +
                                     ": the denominator's must be at least the numerator's");
  }
  RequireFinite(arguments, {"numerator", "denominator"}, problems);
  if (!problems->empty()) return;
  // What the block will compute: both polynomials with a leading one, and the numerator without its
  // direct term.
  const double leading = denominator[0];
  const bool has_direct_term = numerator.size() == denominator.size();
  bool is_finite = true;
  for (Eigen::Index i = 0; i < denominator.size(); ++i) {
    const double a = denominator[i] / leading;
    is_finite &= std::isfinite(a);
    if (has_direct_term)
      is_finite &= std::isfinite(numerator[i] / leading - a * (numerator[0] / leading));
  }
  is_finite &= (numerator / leading).array().isFinite().all();
  if (!is_finite) {
    problems->Add("denominator",
                  "begins with " + FormatNumber(leading) +
                      ": divided by it, coefficients go beyond the range of numbers");
  }
}

}  // namespace loopwright
