#include "engine/sparse/arnoldi.h"

#include <Spectra/GenEigsSolver.h>

#include <algorithm>

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

}  // namespace

// The space in which eigenvalues are looked for is twice as large as there are, and twenty more.
std::optional<Eigenpairs> LargestEigenpairs(int size, const LinearMap& map, int count,
                                            double tolerance, int most_restarts) {
  MapForSpectra operation(size, map);
  const int dimension = std::min(size, 2 * count + 20);
  Spectra::GenEigsSolver<MapForSpectra> solver(operation, count, dimension);
  solver.init();
  const Eigen::Index found =
      solver.compute(Spectra::SortRule::LargestMagn, most_restarts, tolerance);
  if (solver.info() != Spectra::CompInfo::Successful || found < count) return {};
  return Eigenpairs{solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace loopwright
