#include "engine/stochastic/stochastic_method_list.h"

#include <cmath>
#include <stdexcept>
#include <type_traits>

#include "engine/stochastic/drift_implicit.h"
#include "engine/stochastic/euler_maruyama.h"
#include "engine/stochastic/stochastic_runge_kutta.h"
#include "engine/text/number_format.h"

namespace loopwright {
namespace {

using StepChoice = IntegrationMethodInfo::Steps;

constexpr std::string_view kMilstein = "milstein";
constexpr std::string_view kSri1 = "sri1";
constexpr std::string_view kSriw1 = "sriw1";
constexpr std::string_view kSrkWeak2 = "srk_weak2";
constexpr std::string_view kDriftImplicitEuler = "drift_implicit_euler";
constexpr std::string_view kDriftImplicitMilstein = "drift_implicit_milstein";

constexpr IntegrationMethodInfo kMethods[] = {
    {"euler_maruyama", 1, StepChoice::kControlledOnly, "the Euler-Maruyama method, for any noise"},
    {kMilstein, 1, StepChoice::kControlledOnly,
     "Milstein's method, for additive, scalar and diagonal noise"},
    {kSri1, 1, StepChoice::kControlledOnly,
     "Rößler's SRI1, of strong order 1 for any noise, with Lévy areas and without derivatives"},
    {kSriw1, 1, StepChoice::kControlledOnly,
     "Rößler's SRIW1, of strong order 1.5 for additive, scalar and diagonal noise"},
    {kSrkWeak2, 2, StepChoice::kControlledOnly,
     "Platen's method of weak order 2, for moments under any noise"},
    {kDriftImplicitEuler, 1, StepChoice::kControlledOnly,
     "Euler-Maruyama with an implicit drift, for stiff systems", false},
    {kDriftImplicitMilstein, 1, StepChoice::kControlledOnly,
     "Milstein's method with an implicit drift, for stiff systems", false}};

void RequireSettings(const StochasticSettings& grid) {
  if (!(grid.step_sec > 0) || !std::isfinite(grid.step_sec)) {
    throw std::logic_error("the stochastic step is " + FormatNumber(grid.step_sec) +
                           " s; it must be > 0");
  }
  if (grid.refinement < 0 || grid.refinement > kMostRefinement) {
    throw std::logic_error("the stochastic refinement is " + std::to_string(grid.refinement) +
                           "; it must be in [0, " + std::to_string(kMostRefinement) + "]");
  }
}

}  // namespace

std::span<const IntegrationMethodInfo> StochasticMethods() { return kMethods; }

const IntegrationMethodInfo* FindStochasticMethod(std::string_view name) {
  return FindMethod(kMethods, name);
}
std::string StochasticMethodNames() { return NamesOfMethods(kMethods); }

// Without diffusion any method is right, because it is then one for ordinary differential
// equations. Milstein's needs a derivative of the diffusion, and like SRIW1 takes noises to
// commute; the others take any noise.
template <typename T>
std::string StochasticMethodProblem(std::string_view name, const Plan<T>& plan) {
  const IntegrationMethodInfo* info = FindStochasticMethod(name);
  LOOPWRIGHT_THROW_UNLESS(info != nullptr);
  if (!HasDiffusion(plan)) return {};
  if (!info->takes_any_scalar && !std::is_same_v<T, double>) {
    return std::string(name) + " integrates systems of double only";
  }
  const bool needs_derivative = name == kMilstein || name == kDriftImplicitMilstein;
  if (!needs_derivative && name != kSriw1) return {};
  return CommutingNoiseProblem(name, needs_derivative, plan);
}

template <typename T>
std::unique_ptr<IntegrationMethod<T>> MakeStochasticMethod(std::string_view name,
                                                           internal::ContextData<T>* data,
                                                           const StochasticSettings& grid) {
  const std::string problem = StochasticMethodProblem(name, *data->plan);
  if (!problem.empty()) throw std::logic_error(problem);
  RequireSettings(grid);
  const IntegrationMethodInfo& info = *FindStochasticMethod(name);
  if (name == kSri1) return std::make_unique<Sri1<T>>(info, data, grid);
  if (name == kSriw1) return std::make_unique<Sriw1<T>>(info, data, grid);
  if (name == kSrkWeak2) return std::make_unique<PlatenWeak2<T>>(info, data, grid);
  if constexpr (std::is_same_v<T, double>) {
    if (name == kDriftImplicitEuler || name == kDriftImplicitMilstein) {
      return std::make_unique<DriftImplicit>(info, data, grid, name == kDriftImplicitMilstein);
    }
  }
  return std::make_unique<EulerMaruyama<T>>(info, data, grid, name == kMilstein);
}

template std::string StochasticMethodProblem(std::string_view, const Plan<double>&);
template std::string StochasticMethodProblem(std::string_view, const Plan<AutoDiff>&);
template std::unique_ptr<IntegrationMethod<double>> MakeStochasticMethod(
    std::string_view, internal::ContextData<double>*, const StochasticSettings&);
template std::unique_ptr<IntegrationMethod<AutoDiff>> MakeStochasticMethod(
    std::string_view, internal::ContextData<AutoDiff>*, const StochasticSettings&);

}  // namespace loopwright
