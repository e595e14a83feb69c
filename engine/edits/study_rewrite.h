#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "engine/edits/signal_rewrite.h"

namespace loopwright {

/// Follows signals and blocks in what is asked of many runs: in the formulas of measures, such as
/// `greatest(plant.y)` and `failed(limits/alive)`, and in parameters that variants set, such as
/// `plant.mass`. A name whose signal or block is removed stays: the study cannot do without what it
/// asks for, and its check says that it is gone. Without a study nothing happens.
void RewriteStudy(Transaction* transaction, const SignalRewrite& rewrite);

/// What a measure of a study consists of, and what becomes of it. In `peak - greatest(plant.y)` and
/// `value(plant.y, 5*k)`:
struct MeasureRewrite {
  /// … of the name that stands first in the brackets of a call, of a signal (`plant.y`) or a block.
  std::function<std::string(const std::string& name, bool is_block)> name;
  /// … of the formulas around it, which may be parts of one: `peak - `, `, 5*k`. Those behind a
  /// name stand in the call.
  std::function<std::string(std::string_view text, bool is_in_call)> formula;
};

/// The measure's formula with all its parts rewritten; what lies between them stays as it is
/// written. A name that had no quotes gets them where it needs them now.
std::string RewriteMeasure(const MeasureRewrite& rewrite, std::string_view formula);

}  // namespace loopwright
