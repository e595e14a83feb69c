#include "engine/branches/constant_push.h"

#include <algorithm>
#include <cmath>
#include <exception>

#include "engine/context/context_data.h"
#include "engine/random/direction.h"

namespace loopwright {

template <typename T>
ConstantPush<T>::ConstantPush(const internal::ContextData<T>* data, int num_surfaces,
                              AutoDiffCopy<T>* copy)
    : data_(*data), copy_(*copy), num_surfaces_(num_surfaces) {}

// P at the present time and state, or beside them, with random weights. False where some number is
// not finite.
template <typename T>
bool ConstantPush<T>::CalcAt(bool is_first, uint64_t* random, Eigen::MatrixXd* matrix) {
  internal::ContextData<AutoDiff>& copy = copy_.data();
  const int size = copy.plan->num_continuous();
  const auto aside = [&](double value) {
    return is_first ? value : value + (1 + std::abs(value)) * NextDirection(random);
  };
  copy.write_time(AutoDiff(aside(ValueOf(data_.time))));
  for (int i = 0; i < size; ++i) {
    copy.continuous()[i] = AutoDiff(aside(ValueOf(data_.continuous()[i])));
  }
  copy.InvalidateTimeAndContinuous();
  std::vector<AutoDiff> weights;
  for (int s = 0; s < num_surfaces_; ++s) {
    weights.emplace_back(0.5 + 0.5 * NextDirection(random));
    weights.back().derivatives()[s] = 1;
  }
  copy.blend()->SetWeights(weights);
  copy.EvaluateDerivativesAsHeld();
  matrix->resize(size, num_surfaces_);
  for (int i = 0; i < size; ++i) {
    for (int s = 0; s < num_surfaces_; ++s) {
      (*matrix)(i, s) = copy.derivatives()[i].derivatives()[s];
    }
  }
  return matrix->allFinite();
}

// P at the present place is compared with P at three others, far away and with other weights. A
// push that varied with anything would have to agree by chance at all of them, to rounding.
template <typename T>
bool ConstantPush<T>::Find() {
  constexpr int kMostStates = 256, kPoints = 4;
  constexpr double kRounding = 1e-11;
  if (num_surfaces_ > AutoDiff::kDerivatives || data_.plan->num_continuous() > kMostStates) {
    return false;
  }
  try {
    if (!copy_.Update()) return false;
    uint64_t random = 0;
    Eigen::MatrixXd other;
    for (int point = 0; point < kPoints; ++point) {
      if (!CalcAt(point == 0, &random, point == 0 ? &matrix_ : &other)) return false;
      if (point == 0) continue;
      const double tolerance = kRounding * std::max(1., matrix_.cwiseAbs().maxCoeff());
      if ((other - matrix_).cwiseAbs().maxCoeff() > tolerance) return false;
    }
  } catch (const std::exception&) {
    // Some block has no value at such a place.
    return false;
  }
  return true;
}

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(ConstantPush)

}  // namespace loopwright
