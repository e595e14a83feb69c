#include "engine/sparse/arnoldi.h"

#include <Spectra/GenEigsSolver.h>

#include <algorithm>
#include <stdexcept>

namespace loopwright {
namespace {

/// A LinearMap as Spectra wants it.
class MapForSpectra {
 public:
  using Scalar = double;
  MapForSpectra(int size, const LinearMap& map) : size_(size), map_(map) {}
  Eigen::Index rows() const { return size_; }
  Eigen::Index cols() const { return size_; }
  void perform_op(const double* in, double* out) const { map_(in, out); }

 private:
  int size_;
  const LinearMap& map_;
};

// Whether map(v) = μ v holds for each pair, v with its real and its imaginary part.
bool AreEigenpairs(const LinearMap& map, const EigenSystem& pairs, double tolerance) {
  const double largest = pairs.values.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < pairs.values.size(); ++i) {
    const Eigen::VectorXd real = pairs.vectors.col(i).real(), imag = pairs.vectors.col(i).imag();
    Eigen::VectorXd moved_real(real.size()), moved_imag(real.size());
    map(real.data(), moved_real.data());
    map(imag.data(), moved_imag.data());
    Eigen::VectorXcd residual = -pairs.values[i] * pairs.vectors.col(i);
    residual.real() += moved_real;
    residual.imag() += moved_imag;
    if (!(residual.norm() <= tolerance * largest * pairs.vectors.col(i).norm())) return false;
  }
  return true;
}

}  // namespace

// The space in which eigenvalues are looked for is twice as large as there are, and twenty more.
std::optional<EigenSystem> LargestEigenpairs(int size, const LinearMap& map, int count,
                                             double tolerance, int most_restarts) {
  // Where very many eigenvalues are nearly as large, as those of a long loop of equal lags seen
  // from far away, restarts lose the space: pairs look found which are none.
  constexpr double kLost = 1e3;
  MapForSpectra operation(size, map);
  const int dimension = std::min(size, 2 * count + 20);
  Spectra::GenEigsSolver<MapForSpectra> solver(operation, count, dimension);
  solver.init();
  try {
    const Eigen::Index found =
        solver.compute(Spectra::SortRule::LargestMagn, most_restarts, tolerance);
    if (solver.info() != Spectra::CompInfo::Successful || found < count) return {};
  } catch (const std::runtime_error&) {
    return {};  // the eigenvalues within the space were not found
  }
  EigenSystem pairs{solver.eigenvalues(), solver.eigenvectors()};
  if (!AreEigenpairs(map, pairs, kLost * tolerance)) return {};
  return pairs;
}

}  // namespace loopwright
