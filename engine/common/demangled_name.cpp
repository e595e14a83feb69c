#include "engine/common/demangled_name.h"

#include <cxxabi.h>

#include <cstdlib>

namespace loopwright {

std::string DemangledName(const std::type_info& type) {
  int status = 0;
  char* demangled = abi::__cxa_demangle(type.name(), nullptr, nullptr, &status);
  std::string name = status == 0 ? demangled : type.name();
  std::free(demangled);
  return name;
}

}  // namespace loopwright
