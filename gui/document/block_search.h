#pragma once

#include <QHash>
#include <QString>
#include <QStringList>
#include <vector>

namespace loopwright {

class BlockRegistry;
struct BlockDescriptor;

/// The types that `text` may mean, the best first. A type is found by its name and title, by what
/// else it is called (BlockDescriptor::search_words), by its category and by its summary, in
/// English and in the language of the user interface; see fuzzyMatch() for what counts as found. Of
/// those that are equally good the favourites come first, then it is the registry's order, which
/// empty text gives.
std::vector<const BlockDescriptor*> searchBlocks(const BlockRegistry& registry, const QString& text,
                                                 const QStringList& favourites = {});

/// What a person typed to add a block: `gain 5` is a search for `gain` and the text of its first
/// parameter. Where all of it begins a block's title it is a search: `lookup table 2d`.
struct BlockRequest {
  QString search;
  QString value;
};
BlockRequest parseBlockRequest(const BlockRegistry& registry, const QString& text);

/// What `request` sets of a new block of this type, by name: its first parameter, or nothing.
QHash<QString, QString> requestedParameters(const BlockDescriptor& descriptor,
                                            const BlockRequest& request);

/// What is said where a search finds no block.
QString nothingFoundText(const QString& search);

}  // namespace loopwright
