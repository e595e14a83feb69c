#include "engine/integration/method_list.h"

#include <algorithm>
#include <stdexcept>

#include "engine/integration/cvode_method.h"
#include "engine/integration/implicit_euler.h"
#include "engine/integration/radau5.h"
#include "engine/integration/runge_kutta.h"
#include "engine/integration/semi_explicit_euler.h"

namespace loopwright {

namespace {
using Steps = IntegrationMethodInfo::Steps;

// The one list of methods: what files, the command line and the editor offer. `false` at the end
// marks those that take systems of double only.
constexpr IntegrationMethodInfo kMethods[] = {
    {"explicit_euler", 1, Steps::kFixedOnly, "Euler's method"},
    {"semi_explicit_euler", 1, Steps::kFixedOnly,
     "the symplectic Euler method: velocities first, then positions"},
    {"rk2", 2, Steps::kFixedOnly, "Heun's method, the explicit trapezoidal rule"},
    {"rk3", 3, Steps::kFixedOrControlled, "Kutta's method of order 3 with the midpoint rule"},
    {"rk4", 4, Steps::kFixedOnly, "the classical Runge-Kutta method"},
    {"bogacki_shampine3", 3, Steps::kFixedOrControlled,
     "Bogacki and Shampine's Runge-Kutta pair 3(2)"},
    {"dopri5", 5, Steps::kFixedOrControlled, "Dormand and Prince's Runge-Kutta pair 5(4)"},
    {"implicit_euler", 1, Steps::kFixedOrControlled, "the implicit Euler method, for stiff systems",
     false},
    {"radau5", 5, Steps::kControlledOnly, "three-stage Radau IIA, for stiff systems", false},
    {"cvode_bdf", 5, Steps::kControlledOnly,
     "CVODE's backward differentiation formulas of order 1 to 5, for stiff systems", false},
    {"cvode_adams", 12, Steps::kControlledOnly,
     "CVODE's Adams-Moulton formulas of order 1 to 12, for smooth systems", false}};

// Those that integrate systems of double only; null for other scalars and methods.
template <typename T>
std::unique_ptr<IntegrationMethod<T>> MakeForDouble(const IntegrationMethodInfo&,
                                                    internal::ContextData<T>*,
                                                    const IntegrationSettings&) {
  return nullptr;
}

std::unique_ptr<IntegrationMethod<double>> MakeForDouble(const IntegrationMethodInfo& info,
                                                         internal::ContextData<double>* data,
                                                         const IntegrationSettings& settings) {
  using Formulas = CvodeMethod::Formulas;
  if (info.name == "implicit_euler") return std::make_unique<ImplicitEuler>(info, data, settings);
  if (info.name == "radau5") return std::make_unique<Radau5>(info, data, settings);
  if (info.name == "cvode_bdf") {
    return std::make_unique<CvodeMethod>(info, Formulas::kBdf, data, settings);
  }
  if (info.name == "cvode_adams") {
    return std::make_unique<CvodeMethod>(info, Formulas::kAdams, data, settings);
  }
  return nullptr;
}
}  // namespace

std::span<const IntegrationMethodInfo> IntegrationMethods() { return kMethods; }

const IntegrationMethodInfo* FindMethod(std::span<const IntegrationMethodInfo> methods,
                                        std::string_view name) {
  const auto found = std::ranges::find(methods, name, &IntegrationMethodInfo::name);
  return found == methods.end() ? nullptr : &*found;
}

// For messages that say which there are.
std::string NamesOfMethods(std::span<const IntegrationMethodInfo> methods) {
  std::string names;
  for (const IntegrationMethodInfo& method : methods) {
    names += (names.empty() ? "" : ", ") + std::string(method.name);
  }
  return names;
}

const IntegrationMethodInfo* FindIntegrationMethod(std::string_view name) {
  return FindMethod(kMethods, name);
}
std::string IntegrationMethodNames() { return NamesOfMethods(kMethods); }

// The checks are made here, where every caller passes, so that no method need repeat them.
template <typename T>
std::unique_ptr<IntegrationMethod<T>> MakeIntegrationMethod(std::string_view name,
                                                            internal::ContextData<T>* data,
                                                            const IntegrationSettings& settings) {
  const IntegrationMethodInfo* info = FindIntegrationMethod(name);
  if (info == nullptr) {
    throw std::logic_error("there is no integrator '" + std::string(name) + "'; there are " +
                           IntegrationMethodNames());
  }
  if (!settings.fixed_step && !info->has_error_control()) {
    throw std::logic_error(std::string(name) + " has no error estimate: it needs a fixed step");
  }
  if (settings.fixed_step && !info->can_be_fixed()) {
    throw std::logic_error(std::string(name) +
                           " chooses its own steps: it cannot have a fixed step");
  }
  // Tables first, then the methods that have a class of their own.
  if (const ButcherTableau* table = FindRungeKuttaMethod(name)) {
    return std::make_unique<RungeKutta<T>>(*info, *table, data, settings);
  }
  if (name == "semi_explicit_euler") {
    return std::make_unique<SemiExplicitEuler<T>>(*info, data, settings);
  }
  auto method = MakeForDouble(*info, data, settings);
  if (method == nullptr) {
    throw std::logic_error(std::string(name) + " integrates systems of double only");
  }
  return method;
}

template std::unique_ptr<IntegrationMethod<double>> MakeIntegrationMethod(
    std::string_view, internal::ContextData<double>*, const IntegrationSettings&);
template std::unique_ptr<IntegrationMethod<AutoDiff>> MakeIntegrationMethod(
    std::string_view, internal::ContextData<AutoDiff>*, const IntegrationSettings&);

}  // namespace loopwright
