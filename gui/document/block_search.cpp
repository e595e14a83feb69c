#include "gui/document/block_search.h"

#include <QCoreApplication>
#include <algorithm>
#include <tuple>

#include "engine/blocks/block_registry.h"
#include "gui/document/fuzzy_match.h"
#include "gui/document/qt_text.h"
#include "gui/language/library_text.h"

namespace loopwright {

namespace {

constexpr int kNoMatch = 100;

// Whose texts these are, for translators.
class BlockSearch {
  Q_DECLARE_TR_FUNCTIONS(BlockSearch)
};

// In English and in the language of the user interface.
Match matchText(const std::string& text, const FuzzySearch& search) {
  const QString english = toQt(text);
  const QString translated = libraryText(text);
  const Match match = search.match(english);
  return translated == english ? match : std::min(match, search.match(translated));
}

// How well the type's name or its title fits, whichever is better.
Match matchName(const BlockDescriptor& descriptor, const FuzzySearch& search) {
  return std::min(search.match(toQt(descriptor.type)), matchText(descriptor.title, search));
}

// The best match of what else the type is called.
Match matchWords(const BlockDescriptor& descriptor, const FuzzySearch& search) {
  const QString english = toQt(descriptor.search_words);
  const QString translated = searchWordsText(descriptor.search_words);
  QStringList lists{english, toQt(descriptor.names_elsewhere)};
  if (translated != english) lists += translated;
  Match best = Match::kNone;
  for (const QString& list : lists) {
    for (const QString& word : list.split(QStringLiteral(", "), Qt::SkipEmptyParts)) {
      best = std::min(best, search.match(word));
    }
  }
  return best;
}

// How well a block type matches whose name does as `name` says; smaller is better. A synonym that
// is typed whole comes before titles that only begin so, for who types it means it: `random` is a
// random number rather than a random walk.
int placeOf(const BlockDescriptor& descriptor, Match name, const FuzzySearch& search) {
  if (name == Match::kEqual) return 0;
  const Match words = matchWords(descriptor, search);
  if (words == Match::kEqual) return 1;
  if (name == Match::kBegins) return 2;
  if (name == Match::kWords) return 3;
  if (name == Match::kAbbreviation) return 4;
  if (words == Match::kBegins) return 5;
  if (name == Match::kInitials) return 6;
  if (words == Match::kWords) return 7;
  if (matchText(descriptor.category, search) <= Match::kBegins) return 8;
  if (name == Match::kContains) return 9;
  if (words == Match::kContains) return 10;
  if (matchText(descriptor.summary, search) <= Match::kWords) return 11;
  if (name == Match::kLettersInOrder) return 12;
  return kNoMatch;
}

}  // namespace

// Sorts the types that match by how well they do, favourites before others that do equally well. Of
// two types with the same synonym the one comes first whose name has the word: `filter` is rather
// an FIR filter than a lag. The sort is stable, so that the rest keep the registry's order.
std::vector<const BlockDescriptor*> searchBlocks(const BlockRegistry& registry, const QString& text,
                                                 const QStringList& favourites) {
  const FuzzySearch search(text);
  using Hit = std::tuple<int, bool, Match, const BlockDescriptor*>;
  std::vector<Hit> hits;
  for (const BlockDescriptor& descriptor : registry.all()) {
    const Match name = matchName(descriptor, search);
    const int place = placeOf(descriptor, name, search);
    const bool isFavourite = favourites.contains(toQt(descriptor.type));
    if (place < kNoMatch) hits.emplace_back(place, !isFavourite, name, &descriptor);
  }
  const auto orderOf = [](const Hit& hit) {
    return std::tuple(std::get<0>(hit), std::get<1>(hit), std::get<2>(hit));
  };
  std::stable_sort(hits.begin(), hits.end(),
                   [&](const Hit& a, const Hit& b) { return orderOf(a) < orderOf(b); });
  std::vector<const BlockDescriptor*> result;
  for (const Hit& hit : hits) result.push_back(std::get<3>(hit));
  return result;
}

// A title that holds a number, as "Lookup table 2D" does, is asked for first; then the text is
// divided at the first word that can be no name, as "5" in "gain 5".
BlockRequest parseBlockRequest(const BlockRegistry& registry, const QString& text) {
  const QString trimmed = text.trimmed();
  const FuzzySearch whole(trimmed);
  const auto types = registry.all();
  if (std::any_of(types.begin(), types.end(), [&](const BlockDescriptor& type) {
        return matchName(type, whole) <= Match::kBegins;
      })) {
    return {trimmed, {}};
  }
  // The value begins at the first word that does not begin with a letter.
  for (qsizetype space = trimmed.indexOf(u' '); space >= 0;
       space = trimmed.indexOf(u' ', space + 1)) {
    const QString rest = trimmed.mid(space + 1).trimmed();
    if (!rest.isEmpty() && !rest.front().isLetter()) return {trimmed.left(space).trimmed(), rest};
  }
  return {trimmed, {}};
}

QHash<QString, QString> requestedParameters(const BlockDescriptor& descriptor,
                                            const BlockRequest& request) {
  if (request.value.isEmpty() || descriptor.parameters.empty()) return {};
  return {{toQt(descriptor.parameters.front().name), request.value}};
}

QString nothingFoundText(const QString& search) {
  return BlockSearch::tr("No block is called “%1”").arg(search);
}

}  // namespace loopwright
