#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace loopwright {

class BlockRegistry;
struct BlockDescriptor;

/// The types that `text` may mean, the best first: those whose type or title begins with it, then
/// contains it, then has its letters in order, then by category, then by summary. Of those that are
/// equally good the favourites come first, then it is the registry's order, which empty text gives.
std::vector<const BlockDescriptor*> searchBlocks(const BlockRegistry& registry, const QString& text,
                                                 const QStringList& favourites = {});

/// What a person typed to add a block: `gain 5` is a search for `gain` and the text of its first
/// parameter.
struct BlockRequest {
  QString search;
  QString value;
};
BlockRequest parseBlockRequest(const QString& text);

}  // namespace loopwright
