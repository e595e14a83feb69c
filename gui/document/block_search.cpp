#include "gui/document/block_search.h"

#include <algorithm>
#include <utility>

#include "engine/model/block_registry.h"
#include "gui/document/fuzzy_match.h"
#include "gui/language/library_text.h"

namespace loopwright {

namespace {

constexpr int kNoMatch = 100;

/// Smaller is better.
int rank(const BlockDescriptor& descriptor, const QString& search) {
  // Names are found in English and in the language of the user interface.
  const auto match = [&](const std::string& text) {
    return std::min(fuzzyMatch(QString::fromStdString(text), search),
                    fuzzyMatch(libraryText(text), search));
  };
  const Match type = fuzzyMatch(QString::fromStdString(descriptor.type), search);
  const Match name = std::min(type, match(descriptor.title));
  if (name <= Match::kContains) return static_cast<int>(name);
  if (match(descriptor.category) <= Match::kBegins) return 3;
  if (type == Match::kLettersInOrder) return 4;
  if (match(descriptor.summary) <= Match::kContains) return 5;
  return kNoMatch;
}

}  // namespace

std::vector<const BlockDescriptor*> searchBlocks(const BlockRegistry& registry, const QString& text,
                                                 const QStringList& favourites) {
  std::vector<std::pair<int, const BlockDescriptor*>> hits;
  for (const BlockDescriptor& descriptor : registry.all()) {
    const int place = rank(descriptor, text);
    const bool is_favourite = favourites.contains(QString::fromStdString(descriptor.type));
    if (place < kNoMatch) hits.emplace_back(2 * place + (is_favourite ? 0 : 1), &descriptor);
  }
  std::stable_sort(hits.begin(), hits.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<const BlockDescriptor*> result;
  for (const auto& [place, descriptor] : hits) result.push_back(descriptor);
  return result;
}

BlockRequest parseBlockRequest(const QString& text) {
  const QString trimmed = text.trimmed();
  // The value begins at the first word that does not begin with a letter.
  for (qsizetype space = trimmed.indexOf(u' '); space >= 0;
       space = trimmed.indexOf(u' ', space + 1)) {
    const QString rest = trimmed.mid(space + 1).trimmed();
    if (!rest.isEmpty() && !rest.front().isLetter()) return {trimmed.left(space).trimmed(), rest};
  }
  return {trimmed, {}};
}

}  // namespace loopwright
