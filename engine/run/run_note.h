#pragma once

#include <string>

namespace loopwright {

/// A value that was changed while a run went on.
struct RunNote {
  double time = 0;  ///< simulated, seconds; the change is seen from the next step on
  std::string path;
  std::string before, after;
  friend bool operator==(const RunNote&, const RunNote&) = default;
};

}  // namespace loopwright
