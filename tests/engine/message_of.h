#pragma once

#include <exception>
#include <functional>
#include <string>

namespace loopwright {

/// The text of what `call` throws.
inline std::string MessageOf(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace loopwright
