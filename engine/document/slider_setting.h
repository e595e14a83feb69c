#pragma once

#include <optional>
#include <string>

#include "engine/document/origin.h"

namespace loopwright {

/// A slider beside the plots, with which a number is tuned.
struct SliderSetting {
  std::string parameter;        ///< as `--set` names it: `Kp`, `SUB.Kp`, `SUB/BLOCK.gain`
  std::optional<double> lower;  ///< an end of its range; not given: chosen by the value
  std::optional<double> upper;
  ExtraKeys extras;
  Origin origin;
  friend bool operator==(const SliderSetting&, const SliderSetting&) = default;
};

}  // namespace loopwright
