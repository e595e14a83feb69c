#include "blocklib/common/zero_pole_gain.h"

#include <complex>
#include <string>
#include <vector>

#include "blocklib/common/finite.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// A number as people write it, "-1+2i".
std::string ComplexText(const std::complex<double>& value) {
  const std::string imaginary = FormatNumber(value.imag());
  return FormatNumber(value.real()) + (imaginary[0] == '-' ? "" : "+") + imaginary + "i";
}

// A root without its conjugate, or null.
const std::complex<double>* FindUnpaired(const Eigen::VectorXcd& roots) {
  std::vector<char> is_taken(roots.size(), 0);
  for (Eigen::Index i = 0; i < roots.size(); ++i) {
    if (roots[i].imag() == 0 || is_taken[i]) continue;
    Eigen::Index partner = i + 1;
    while (partner < roots.size() && (is_taken[partner] || roots[partner] != std::conj(roots[i]))) {
      ++partner;
    }
    if (partner == roots.size()) return &roots[i];
    is_taken[partner] = 1;
  }
  return nullptr;
}

// Tells of the first root without its conjugate, and which number to add.
void ValidateRoots(const BlockArguments& arguments, const std::string& name,
                   ArgumentProblems* problems) {
  const std::complex<double>* unpaired = FindUnpaired(arguments.complex_vector(name));
  if (unpaired == nullptr) return;
  problems->Add(name, "has " + ComplexText(*unpaired) + " without its conjugate: give " +
                          ComplexText(std::conj(*unpaired)) + " too");
}

}  // namespace

// Multiplies one factor after the other: -1 and ±2i give (s + 1)(s² + 4) = s³ + s² + 4 s + 4.
Eigen::VectorXd PolynomialOfRoots(const Eigen::VectorXcd& roots) {
  // Real factors, so that no imaginary part is left over by rounding: of a pair, the root above
  // the real axis stands for both.
  Eigen::VectorXd product = Eigen::VectorXd::Ones(1);
  const auto multiply = [&product](const Eigen::VectorXd& factor) {
    Eigen::VectorXd next = Eigen::VectorXd::Zero(product.size() + factor.size() - 1);
    for (Eigen::Index i = 0; i < factor.size(); ++i) {
      next.segment(i, product.size()) += factor[i] * product;
    }
    product = next;
  };
  for (const std::complex<double>& root : roots) {
    if (root.imag() == 0) multiply(Eigen::Vector2d(1, -root.real()));
    if (root.imag() > 0) multiply(Eigen::Vector3d(1, -2 * root.real(), std::norm(root)));
  }
  return product;
}

// What must hold: a finite gain, polynomials with finite coefficients, pairs of conjugates, and no
// more zeros than poles, as with more of them the block would differentiate its input.
void ValidateZeroPoleGain(const BlockArguments& arguments, ArgumentProblems* problems) {
  RequireFinite(arguments, {"gain"}, problems);
  for (const std::string name : {"zeros", "poles"}) {
    if (PolynomialOfRoots(arguments.complex_vector(name)).allFinite()) continue;
    problems->Add(name, "gives a polynomial whose coefficients are not finite; give smaller ones");
  }
  ValidateRoots(arguments, "zeros", problems);
  ValidateRoots(arguments, "poles", problems);
  const Eigen::Index zeros = arguments.complex_vector("zeros").size();
  const Eigen::Index poles = arguments.complex_vector("poles").size();
  if (zeros > poles) {
    problems->Add("poles", "has " + std::to_string(poles) + " of them, `zeros` has " +
                               std::to_string(zeros) + ": there must be at least as many poles");
  }
}

}  // namespace loopwright
