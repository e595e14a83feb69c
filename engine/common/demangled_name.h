#pragma once

#include <string>
#include <typeinfo>

namespace loopwright {

/// A type's name as it is written in a program.
std::string DemangledName(const std::type_info& type);

}  // namespace loopwright
