#pragma once

#include <unordered_map>

#include "engine/context/basic_vector.h"

namespace loopwright {

/// Which vectors of a plan are of a subclass of BasicVector, by their number in the plan, and a
/// model of each. Views of all others are plain.
template <typename T>
struct VectorModels {
  using ByNumber = std::unordered_map<int, const BasicVector<T>*>;
  ByNumber continuous;  ///< by node
  ByNumber groups, parameters, entries, inputs;

  /// The model of a vector; null where it is a plain BasicVector, as nearly all are.
  static const BasicVector<T>* Find(const ByNumber& models, int number) {
    if (models.empty()) return nullptr;
    const auto found = models.find(number);
    return found == models.end() ? nullptr : found->second;
  }
};

}  // namespace loopwright
