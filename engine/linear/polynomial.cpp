#include "engine/linear/polynomial.h"

#include <algorithm>
#include <cmath>

#include "engine/common/exceptions.h"
#include "engine/linear/eigenvalues.h"

namespace loopwright {

Eigen::VectorXd WithoutLeadingZeros(const Eigen::VectorXd& coefficients) {
  Eigen::Index first = 0;
  while (first + 1 < coefficients.size() && coefficients[first] == 0) ++first;
  return coefficients.tail(coefficients.size() - first);
}

// The eigenvalues of the companion matrix, which are balanced (Edelman, Murakami, Math. Comp. 64
// (1995) 763-776).
ComplexList RootsOf(const Eigen::VectorXd& coefficients) {
  const Eigen::VectorXd a = WithoutLeadingZeros(coefficients);
  if (!a.allFinite() || a.size() == 0 || a[0] == 0) {
    throw UsageError("a polynomial must have a coefficient other than 0, and all must be finite");
  }
  Eigen::Index zeros = 0;
  while (a[a.size() - 1 - zeros] == 0) ++zeros;
  const Eigen::Index degree = a.size() - 1 - zeros;
  Eigen::MatrixXd companion = Eigen::MatrixXd::Zero(degree, degree);
  for (Eigen::Index i = 0; i < degree; ++i) {
    companion(0, i) = -a[i + 1] / a[0];
    if (i > 0) companion(i, i - 1) = 1;
  }
  ComplexList roots = EigenvaluesOf(companion);
  roots.insert(roots.end(), zeros, Complex(0));
  return roots;
}

Eigen::VectorXd PolynomialOf(const ComplexList& roots) {
  // The largest last: the small ones are multiplied with each other first.
  ComplexList sorted = roots;
  std::sort(sorted.begin(), sorted.end(),
            [](Complex a, Complex b) { return std::abs(a) < std::abs(b); });
  Eigen::VectorXcd product = Eigen::VectorXcd::Ones(1);
  for (const Complex root : sorted) {
    Eigen::VectorXcd next = Eigen::VectorXcd::Zero(product.size() + 1);
    next.head(product.size()) = product;
    next.tail(product.size()) -= root * product;
    product = next;
  }
  return product.real();
}

Eigen::VectorXd Multiply(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  Eigen::VectorXd product = Eigen::VectorXd::Zero(a.size() + b.size() - 1);
  for (Eigen::Index i = 0; i < a.size(); ++i) product.segment(i, b.size()) += a[i] * b;
  return product;
}

Eigen::VectorXd Add(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(std::max(a.size(), b.size()));
  sum.tail(a.size()) += a;
  sum.tail(b.size()) += b;
  return sum;
}

Eigen::VectorXd Derivative(const Eigen::VectorXd& coefficients) {
  const Eigen::Index degree = coefficients.size() - 1;
  if (degree == 0) return Eigen::VectorXd::Zero(1);
  Eigen::VectorXd result = coefficients.head(degree);
  for (Eigen::Index i = 0; i < degree; ++i) result[i] *= static_cast<double>(degree - i);
  return result;
}

Complex Evaluate(const Eigen::VectorXd& coefficients, Complex at) {
  Complex value = 0;
  for (const double coefficient : coefficients) value = value * at + coefficient;
  return value;
}

}  // namespace loopwright
