#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/integration/integration_method.h"
#include "engine/stochastic/noise_structure.h"

namespace loopwright {

/// The largest L, so that the parts of a cell can be counted and times can tell them apart.
inline constexpr int kMostRefinement = 30;

/// What a stochastic method is asked to keep to. Times in seconds.
struct StochasticSettings {
  double start_sec = 0;  ///< t0 of the grid t0 + n*step
  double step_sec = 0;   ///< > 0
  int refinement =
      0;  ///< L in [0, 30]: each cell of the grid is advanced in 2^L steps along one path
  AutoDiffSource autodiff_system;  ///< for the Jacobians of implicit methods; may be empty
};

/// All stochastic methods of this build; `order` is the strong one for additive or commutative
/// noise, rounded down, and the weak one of those that are named after it.
std::span<const IntegrationMethodInfo> StochasticMethods();
/// Null where there is none of that name.
const IntegrationMethodInfo* FindStochasticMethod(std::string_view name);
/// "euler_maruyama, ...".
std::string StochasticMethodNames();

/// Why the method `name` of StochasticMethods() cannot advance the systems of `plan`, with the
/// path of a system and what would be right; empty where it can.
template <typename T>
std::string StochasticMethodProblem(std::string_view name, const Plan<T>& plan);

/// `name` is one of StochasticMethods(); `data` must outlive the result. std::logic_error where
/// StochasticMethodProblem() has one, or a setting is out of its range.
template <typename T>
std::unique_ptr<IntegrationMethod<T>> MakeStochasticMethod(std::string_view name,
                                                           internal::ContextData<T>* data,
                                                           const StochasticSettings& grid);

}  // namespace loopwright
