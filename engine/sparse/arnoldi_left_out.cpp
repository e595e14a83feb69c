// In the place of arnoldi.cpp where there is no Spectra.

#include "engine/common/exceptions.h"
#include "engine/sparse/arnoldi.h"

namespace loopwright {

std::optional<EigenSystem> LargestEigenpairs(int size, const LinearMap&, int, double, int) {
  throw UsageError("the model has " + std::to_string(size) +
                   " states, but this program was built without Spectra, which finds poles of such "
                   "models; install libspectra-dev and build it again");
}

}  // namespace loopwright
