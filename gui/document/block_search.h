#pragma once

#include <QString>
#include <vector>

namespace loopwright {

class BlockRegistry;
struct BlockDescriptor;

/// The types that `text` may mean, the best first: those whose type or title begins with it, then
/// contains it, then has its letters in order, then by category, then by summary. Empty text gives
/// all in the registry's order.
std::vector<const BlockDescriptor*> searchBlocks(const BlockRegistry& registry,
                                                 const QString& text);

/// What a person typed to add a block: `gain 5` is a search for `gain` and the text of its first
/// parameter.
struct BlockRequest {
  QString search;
  QString value;
};
BlockRequest parseBlockRequest(const QString& text);

}  // namespace loopwright
