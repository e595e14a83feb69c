#include "engine/linear/eigenvalues.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/common/cycles.h"
#include "engine/matrices/decompositions.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

// Rows and columns scaled by powers of 2, so that both of a state are alike in size.
template <typename Matrix>
void Balance(Matrix* matrix) {
  const Eigen::Index n = matrix->rows();
  bool has_changed = true;
  for (int pass = 0; has_changed && pass < 30; ++pass) {
    has_changed = false;
    for (Eigen::Index i = 0; i < n; ++i) {
      const double diagonal = std::abs((*matrix)(i, i));
      const double column = matrix->col(i).cwiseAbs().sum() - diagonal;
      const double row = matrix->row(i).cwiseAbs().sum() - diagonal;
      const double factor = BalancingFactor(column, row);
      if (factor == 1) continue;
      has_changed = true;
      matrix->col(i) *= factor;
      matrix->row(i) /= factor;
    }
  }
}

// A block is a set of states each of which influences every other one, so it cannot be taken apart
// further. Balancing scales rows against columns by powers of two, which changes no eigenvalue and
// loses no digit.
template <typename Matrix>
ComplexList ValuesOfBlock(Matrix block) {
  if (block.rows() == 1) return {block(0, 0)};
  Balance(&block);
  const auto values = CalcEigenvalues(block);
  if (!values) {
    throw NoResultError("the eigenvalues of a matrix were not found: it is too ill-scaled");
  }
  return {values->begin(), values->end()};
}

// With the states in the order of the blocks the matrix is triangular by blocks, and its
// eigenvalues are those of the blocks on the diagonal. A state on no circle is a block of one: its
// own element is its eigenvalue, without rounding.
template <typename Matrix>
ComplexList ValuesByBlocks(const Matrix& matrix) {
  if (!matrix.allFinite()) {
    throw NoResultError("a matrix of the model has elements that are not finite numbers");
  }
  const int n = static_cast<int>(matrix.rows());
  std::vector<std::pair<int, int>> edges;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (i != j && matrix(i, j) != 0.0) edges.emplace_back(j, i);
    }
  }
  std::vector<std::vector<int>> parts = FindStrongParts(n, edges);
  std::vector<bool> is_in_part(n);
  for (const auto& part : parts) {
    for (const int i : part) is_in_part[i] = true;
  }
  for (int i = 0; i < n; ++i) {
    if (!is_in_part[i]) parts.push_back({i});
  }
  ComplexList values;
  for (const auto& part : parts) {
    const ComplexList some = ValuesOfBlock(Matrix(matrix(part, part)));
    values.insert(values.end(), some.begin(), some.end());
  }
  SortEigenvalues(&values);
  return values;
}

// For each eigenvalue, in the order of `poles`, the states that take part.
std::vector<std::vector<std::string>> ParticipationOf(const LinearModel& model,
                                                      const ComplexList& poles) {
  std::vector<std::vector<std::string>> result(poles.size());
  Eigen::MatrixXd scaled = model.A;
  Balance(&scaled);
  const auto system = CalcEigenSystem(scaled);
  if (!system) return result;
  const Eigen::MatrixXcd& right = system->vectors;
  const FullLu<Eigen::MatrixXcd> lu(right);
  // Of a defective matrix there are no left eigenvectors to each right one.
  const bool is_defective = !lu.is_invertible();
  const Eigen::MatrixXcd left = is_defective ? Eigen::MatrixXcd() : lu.Inverse();
  std::vector<bool> is_taken(poles.size());
  for (size_t k = 0; k < poles.size(); ++k) {
    Eigen::Index nearest = -1;
    for (Eigen::Index i = 0; i < right.cols(); ++i) {
      if (is_taken[i]) continue;
      const auto distance = [&](Eigen::Index j) { return std::abs(system->values[j] - poles[k]); };
      if (nearest < 0 || distance(i) < distance(nearest)) nearest = i;
    }
    is_taken[nearest] = true;
    Eigen::VectorXd part = right.col(nearest).cwiseAbs();
    if (!is_defective) part = part.cwiseProduct(left.row(nearest).transpose().cwiseAbs());
    result[k] = LargestShares(part, model.states);
  }
  return result;
}

}  // namespace

void SortEigenvalues(ComplexList* values) {
  std::sort(values->begin(), values->end(), [](Complex a, Complex b) {
    return std::pair(a.real(), a.imag()) < std::pair(b.real(), b.imag());
  });
}

std::string ComplexText(Complex value) {
  if (value.imag() == 0) return FormatNumber(value.real());
  return FormatNumber(value.real()) + (value.imag() < 0 ? " - " : " + ") +
         FormatNumber(std::abs(value.imag())) + "i";
}

double LargestSize(const ComplexList& values) {
  double largest = 0;
  for (const Complex value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

ComplexList EigenvaluesOf(const Eigen::MatrixXd& matrix) { return ValuesByBlocks(matrix); }
ComplexList EigenvaluesOf(const Eigen::MatrixXcd& matrix) { return ValuesByBlocks(matrix); }

// Sorted stably, so that states with equal shares keep the order of the model and the text is the
// same on every machine.
std::vector<std::string> LargestShares(const Eigen::VectorXd& shares,
                                       const std::vector<std::string>& states) {
  std::vector<int> order(shares.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return shares[a] > shares[b]; });
  std::vector<std::string> largest;
  for (size_t i = 0; i < order.size() && i < 4; ++i) {
    if (shares[order[i]] >= 0.1 * shares[order[0]]) largest.push_back(states[order[i]]);
  }
  return largest;
}

// A pole z of a sampled model moves as the continuous pole s = log(z)/T does between samples. z = 0
// is gone after one sample: s is then −∞, which counts as fully damped. A pole at s = 0 has no
// angle and gets −1, as it never comes to rest.
PoleInfo DescribePole(Complex pole, double period_sec) {
  const bool is_sampled = period_sec > 0;
  const Complex s = is_sampled ? std::log(pole) / period_sec : pole;
  PoleInfo info;
  info.pole = pole;
  info.frequency = std::abs(s);
  info.damping = pole == 0.0 && is_sampled ? 1
                 : info.frequency == 0     ? -1
                                           : -s.real() / info.frequency;
  info.is_stable = IsStable({pole}, is_sampled);
  return info;
}

std::vector<PoleInfo> PolesOf(const LinearModel& model) {
  const ComplexList poles = EigenvaluesOf(model.A);
  const auto states = ParticipationOf(model, poles);
  std::vector<PoleInfo> result;
  for (size_t i = 0; i < poles.size(); ++i) {
    result.push_back(DescribePole(poles[i], model.period_sec));
    result.back().states = states[i];
  }
  return result;
}

bool IsStable(const ComplexList& poles, bool is_sampled) {
  return std::all_of(poles.begin(), poles.end(), [&](Complex pole) {
    return is_sampled ? std::abs(pole) < 1 : pole.real() < 0;
  });
}

}  // namespace loopwright
