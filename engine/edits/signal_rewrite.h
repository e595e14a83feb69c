#pragma once

#include <functional>
#include <string>

#include "engine/edits/edit.h"

namespace loopwright {

// What names signals follows an edit that moves, renames or removes them: for compound edits.

enum class SignalFate { kKeep, kChange, kRemove };

/// Says what happens to a signal, given by its path from the top level, which it may change.
using SignalRewrite = std::function<SignalFate(SignalPath*)>;

/// A block, by its path from the top level, is followed as a signal of it is.
SignalFate RewriteBlock(const SignalRewrite& rewrite, std::string* block);

/// Follows signals in all that names them: settings of the level and of those around it, plots,
/// sliders, figures, analyses, the study.
void RewriteSignals(Transaction* transaction, const std::string& level,
                    const SignalRewrite& rewrite);

/// Renames ports in the wires of `level`, or removes those wires.
void RewriteWires(Transaction* transaction, const std::string& level, const SignalRewrite& rewrite);

}  // namespace loopwright
