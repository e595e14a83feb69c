#pragma once

#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/model/block_descriptor.h"

namespace loopwright {

/// The block types that diagrams may use, in the order of the catalogue.
class BlockRegistry {
 public:
  /// Throws std::logic_error where a descriptor contradicts itself: a type or parameter twice, a
  /// default that is not of its kind, an input default of an unknown input, no factory.
  explicit BlockRegistry(std::vector<BlockDescriptor> descriptors);
  BlockRegistry(const BlockRegistry&) = delete;
  BlockRegistry& operator=(const BlockRegistry&) = delete;

  /// The type called `type`, or null. Holds as long as the registry.
  const BlockDescriptor* Find(std::string_view type) const;
  std::span<const BlockDescriptor> all() const { return descriptors_; }

 private:
  std::vector<BlockDescriptor> descriptors_;
  std::unordered_map<std::string_view, const BlockDescriptor*> by_type_;
};

}  // namespace loopwright
