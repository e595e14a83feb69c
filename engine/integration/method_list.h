#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace loopwright {

namespace internal {
template <typename T>
class ContextData;
}
template <typename T>
class IntegrationMethod;
struct IntegrationSettings;

/// A method of integration as users see it. The editor lists these, and files name one under
/// `integrator`.
struct IntegrationMethodInfo {
  /// Which steps it can make.
  enum class Steps {
    kFixedOnly,          ///< it has no error estimate
    kFixedOrControlled,  ///
    kControlledOnly      ///< it chooses its own steps
  };
  std::string_view name;  ///< in files and on the command line
  int order = 0;
  Steps steps = Steps::kFixedOnly;
  std::string_view description;  ///< one line
  bool takes_any_scalar = true;  ///< false: it integrates systems of double only

  bool has_error_control() const { return steps != Steps::kFixedOnly; }
  bool can_be_fixed() const { return steps != Steps::kControlledOnly; }
};

/// All methods of this build, from the simple to the elaborate.
std::span<const IntegrationMethodInfo> IntegrationMethods();

/// @name Of a list of methods, such as this one: the one of that name, or null, and all names
/// @{
const IntegrationMethodInfo* FindMethod(std::span<const IntegrationMethodInfo> methods,
                                        std::string_view name);
std::string NamesOfMethods(std::span<const IntegrationMethodInfo> methods);
/// @}

/// Null where there is none of that name.
const IntegrationMethodInfo* FindIntegrationMethod(std::string_view name);

/// "explicit_euler, semi_explicit_euler, ...".
std::string IntegrationMethodNames();

/// `data` must outlive it. std::logic_error where there is no such method, or where `settings` ask
/// for steps that it cannot make.
template <typename T>
std::unique_ptr<IntegrationMethod<T>> MakeIntegrationMethod(std::string_view name,
                                                            internal::ContextData<T>* data,
                                                            const IntegrationSettings& settings);

}  // namespace loopwright
