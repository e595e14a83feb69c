#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/blocks/block_descriptor.h"
#include "engine/document/block_types.h"

namespace loopwright {

/// The block types that diagrams may use, in the order of the catalogue.
class BlockRegistry final : public BlockTypes {
 public:
  /// Throws std::logic_error where a descriptor contradicts itself: a type or parameter twice, a
  /// default that is not of its kind, an input default of an unknown input, no factory.
  explicit BlockRegistry(std::vector<BlockDescriptor> descriptors);
  BlockRegistry(const BlockRegistry&) = delete;
  BlockRegistry& operator=(const BlockRegistry&) = delete;

  /// The type called `type`, or null. Holds as long as the registry.
  const BlockDescriptor* Find(std::string_view type) const;
  /// The type that algebraic loops are offered as this remedy; null where none is.
  const BlockDescriptor* FindLoopBreaker(LoopBreaker breaker) const;
  /// Every type, in the order in which the palette and the catalogue list them.
  std::span<const BlockDescriptor> all() const { return descriptors_; }

  /// The parameters of a type in their order; null where there is no such type.
  const std::vector<std::string>* ParameterNames(std::string_view type) const override;
  /// Whether a parameter is evaluated, or holds formulas: then its brackets and names mean
  /// something. False where the type or the parameter is unknown.
  bool HoldsExpressions(std::string_view type, std::string_view parameter) const override;

 private:
  /// A type by name, with the names of its parameters as a list that can be pointed to.
  struct Entry {
    const BlockDescriptor* descriptor;
    std::vector<std::string> parameter_names;
  };
  std::vector<BlockDescriptor> descriptors_;
  std::unordered_map<std::string_view, Entry> by_type_;
};

}  // namespace loopwright
