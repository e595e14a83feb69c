#pragma once

#include <span>
#include <string_view>

namespace loopwright {

/// By which words people look for a block type who do not know its title: what it is called in
/// speech, what it is used for, its formula, and its name in the programs they come from. Both
/// lists are separated by ", ".
struct SearchWords {
  std::string_view type;
  /// English; an editor in another language translates the list as a whole.
  std::string_view words;
  /// Names in other programs, the same in every language: blocks of Simulink and Xcos, classes and
  /// functions of Drake and bdsim.
  std::string_view elsewhere;
};

/// One entry for each type of BuiltInBlocks(), in its order.
std::span<const SearchWords> AllSearchWords();

/// The entry of `type`; empty lists for a type that has none.
SearchWords FindSearchWords(std::string_view type);

}  // namespace loopwright
