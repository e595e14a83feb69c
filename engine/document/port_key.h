#pragma once

#include <string>

namespace loopwright {

/// A wire's end names its port "BLOCK.PORT": of "pid.y" the block is "pid" and the port "y".
inline std::string BlockOf(const std::string& key) { return key.substr(0, key.rfind('.')); }
inline std::string PortOf(const std::string& key) { return key.substr(key.rfind('.') + 1); }

}  // namespace loopwright
