#include "tests/benchmarks/hand_responses.h"

#include <klu.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace loopwright::benchmarks {

using Complex = std::complex<double>;

// Column i has 1 + jω on the diagonal and −1 below it; the last has 1 in the first row.
std::vector<Complex> ChainResponseByHand(int count, const std::vector<double>& frequencies) {
  std::vector<int> starts = {0}, rows;
  std::vector<Complex> values;
  std::vector<size_t> diagonal;
  for (int i = 0; i < count; ++i) {
    if (i + 1 == count) {
      rows.push_back(0);
      values.emplace_back(1);
    }
    diagonal.push_back(values.size());
    rows.push_back(i);
    values.emplace_back(1);
    if (i + 1 < count) {
      rows.push_back(i + 1);
      values.emplace_back(-1);
    }
    starts.push_back(static_cast<int>(rows.size()));
  }
  const auto numbers = [](std::vector<Complex>* complex) {
    return reinterpret_cast<double*>(complex->data());
  };
  klu_common common;
  klu_defaults(&common);
  klu_symbolic* symbolic = klu_analyze(count, starts.data(), rows.data(), &common);
  klu_numeric* numeric = nullptr;
  std::vector<Complex> response, x(static_cast<size_t>(count));
  for (const double frequency : frequencies) {
    for (const size_t at : diagonal) values[at] = Complex(1, frequency);
    if (numeric == nullptr) {
      numeric = klu_z_factor(starts.data(), rows.data(), numbers(&values), symbolic, &common);
      if (numeric == nullptr) throw std::runtime_error("KLU failed");
    } else {
      klu_z_refactor(starts.data(), rows.data(), numbers(&values), symbolic, numeric, &common);
    }
    std::fill(x.begin(), x.end(), 0);
    x[0] = 1;
    klu_z_solve(symbolic, numeric, count, 1, numbers(&x), &common);
    response.push_back(x.back());
  }
  klu_z_free_numeric(&numeric, &common);
  klu_free_symbolic(&symbolic, &common);
  return response;
}

std::vector<Complex> HessenbergResponseByHand(const Eigen::MatrixXd& H, const Eigen::VectorXd& B,
                                              const Eigen::RowVectorXd& C,
                                              const std::vector<double>& frequencies) {
  const auto n = static_cast<size_t>(H.rows());
  std::vector<Complex> matrix(n * n), x(n), response;
  for (const double frequency : frequencies) {
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = i == 0 ? 0 : i - 1; j < n; ++j) {
        matrix[i * n + j] = -H(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      }
      matrix[i * n + i] += Complex(0, frequency);
      x[i] = B[static_cast<Eigen::Index>(i)];
    }
    for (size_t k = 0; k + 1 < n; ++k) {
      Complex* above = &matrix[k * n];
      Complex* below = &matrix[(k + 1) * n];
      if (std::norm(below[k]) > std::norm(above[k])) {
        std::swap_ranges(above + k, above + n, below + k);
        std::swap(x[k], x[k + 1]);
      }
      const Complex factor = below[k] / above[k];
      for (size_t j = k + 1; j < n; ++j) below[j] -= factor * above[j];
      x[k + 1] -= factor * x[k];
    }
    for (size_t k = n; k-- > 0;) {
      for (size_t j = k + 1; j < n; ++j) x[k] -= matrix[k * n + j] * x[j];
      x[k] /= matrix[k * n + k];
    }
    Complex sum = 0;
    for (size_t i = 0; i < n; ++i) sum += C[static_cast<Eigen::Index>(i)] * x[i];
    response.push_back(sum);
  }
  return response;
}

}  // namespace loopwright::benchmarks
