#include "engine/integration/method_list.h"

#include <stdexcept>

#include "engine/integration/runge_kutta.h"

namespace loopwright {

namespace {
using Steps = IntegrationMethodInfo::Steps;

constexpr IntegrationMethodInfo kMethods[] = {
    {"explicit_euler", 1, Steps::kFixedOnly, "Euler's method"},
    {"rk4", 4, Steps::kFixedOnly, "the classical Runge-Kutta method"},
    {"dopri5", 5, Steps::kFixedOrControlled, "Dormand and Prince's Runge-Kutta pair 5(4)"}};
}  // namespace

std::span<const IntegrationMethodInfo> IntegrationMethods() { return kMethods; }

const IntegrationMethodInfo* FindIntegrationMethod(std::string_view name) {
  for (const IntegrationMethodInfo& method : kMethods) {
    if (method.name == name) return &method;
  }
  return nullptr;
}

std::string IntegrationMethodNames() {
  std::string names;
  for (const IntegrationMethodInfo& method : kMethods) {
    names += (names.empty() ? "" : ", ") + std::string(method.name);
  }
  return names;
}

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
  return std::make_unique<RungeKutta<T>>(*info, *FindRungeKuttaMethod(name), data, settings);
}

template std::unique_ptr<IntegrationMethod<double>> MakeIntegrationMethod(
    std::string_view, internal::ContextData<double>*, const IntegrationSettings&);
template std::unique_ptr<IntegrationMethod<AutoDiff>> MakeIntegrationMethod(
    std::string_view, internal::ContextData<AutoDiff>*, const IntegrationSettings&);

}  // namespace loopwright
