#include "engine/common/checks.h"

#include <cstdio>
#include <cstdlib>

namespace loopwright::internal {

void FailDemand(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: condition '%s' failed\n", file, line, condition);
  std::abort();
}

void ThrowUnless(const char* condition, const char* function) {
  throw std::runtime_error(std::string(function) + "(): condition '" + condition + "' failed");
}

}  // namespace loopwright::internal
