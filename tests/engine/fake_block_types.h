#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/document/block_types.h"

namespace loopwright {

/// A few block types, so that tests of documents need no block library.
class FakeBlockTypes final : public BlockTypes {
 public:
  const std::vector<std::string>* ParameterNames(std::string_view type) const override {
    const auto found = names_.find(std::string(type));
    return found == names_.end() ? nullptr : &found->second;
  }

  bool HoldsExpressions(std::string_view, std::string_view parameter) const override {
    return parameter != "signs" && parameter != "tag";
  }

 private:
  const std::map<std::string, std::vector<std::string>> names_ = {
      {"Step", {"time", "initial", "final"}},
      {"Sum", {"signs"}},
      {"Gain", {"gain"}},
      {"Formula", {"formulas", "tag"}},
      {"DiscretePid", {"kp", "ki", "kd", "period"}},
      {"MassSpringDamper",
       {"mass", "stiffness", "damping", "initial_position", "initial_velocity"}},
      {"Scope", {"inputs"}},
      {"Terminator", {}},
      {"Inport", {"index", "width", "default"}},
      {"Outport", {"index"}},
      {"Subsystem", {}},
  };
};

}  // namespace loopwright
