#include "blocklib/common/faces.h"

#include <utility>
#include <vector>

namespace loopwright {

// The polynomials as the user gave them, or B(s) over A(s) where they have no room.
Face RationalFace(const FaceParameters& parameters, const std::string& variable) {
  return Face::Fraction(parameters.Polynomial("numerator", variable),
                        parameters.Polynomial("denominator", variable), "B(" + variable + ")",
                        "A(" + variable + ")");
}

// A gain of 1 is not written, and stands for itself where there are no zeros.
Face FactorsFace(const FaceParameters& parameters, const std::string& variable) {
  std::string zeros = parameters.Product("zeros", variable);
  if (!zeros.empty()) zeros = parameters.Times("gain", zeros);
  return Face::Fraction(std::move(zeros), parameters.Product("poles", variable),
                        "K Π(" + variable + " − zᵢ)", "Π(" + variable + " − pᵢ)");
}

namespace {

bool IsPartOfName(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

// One equation is written out, with x for its only state x1; several would not fit. A name that
// only has these letters in it, such as `max1`, stays.
Face EquationFace(const FaceParameters& parameters, std::string_view formulas,
                  const std::string& left, const std::string& general) {
  const std::vector<std::string> all = parameters.Elements(formulas);
  if (all.size() != 1) return Face::TextOr(general, "");
  std::string formula = all[0];
  constexpr std::string_view kState = "x1";
  for (auto at = formula.find(kState); at != std::string::npos; at = formula.find(kState, at + 1)) {
    const std::size_t end = at + kState.size();
    const bool is_word = (at == 0 || !IsPartOfName(formula[at - 1])) &&
                         (end == formula.size() || !IsPartOfName(formula[end]));
    if (is_word) formula.replace(at, kState.size(), "x");
  }
  return Face::TextOr(left + formula, general);
}

// The file's name without its folders.
Face FileFace(const FaceParameters& parameters) {
  const std::string path = parameters.Text("path");
  return Face::Caption(path.substr(path.rfind('/') + 1));
}

}  // namespace loopwright
