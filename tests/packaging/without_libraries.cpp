// Prints what a program says that was built without KLU and Spectra: linked with what stands in
// their place.

#include <cstdio>
#include <functional>

#include "engine/common/exceptions.h"
#include "engine/sparse/arnoldi.h"
#include "engine/sparse/shifted_factors.h"

namespace {

void Print(const std::function<void()>& call) {
  try {
    call();
  } catch (const loopwright::UsageError& error) {
    std::puts(error.what());
  }
}

}  // namespace

int main() {
  if (loopwright::HasShiftedFactors()) return 1;
  Print([] { const loopwright::ShiftedFactors factors(Eigen::SparseMatrix<double>(3, 3)); });
  Print([] {
    loopwright::LargestEigenpairs(
        3, [](const double*, double*) {}, 1, 1e-9, 10);
  });
  return 0;
}
