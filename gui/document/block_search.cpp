#include "gui/document/block_search.h"

#include <algorithm>
#include <utility>

#include "engine/model/block_registry.h"

namespace loopwright {

namespace {

constexpr int kNoMatch = 100;

QString plain(const std::string& text) {
  return QString::fromStdString(text).toLower().remove(u' ').remove(u'-').remove(u'_');
}

bool hasLettersInOrder(const QString& text, const QString& letters) {
  qsizetype next = 0;
  for (QChar letter : text) {
    if (next < letters.size() && letter == letters[next]) ++next;
  }
  return next == letters.size();
}

/// Smaller is better.
int rank(const BlockDescriptor& descriptor, const QString& search) {
  const QString type = plain(descriptor.type);
  const QString title = plain(descriptor.title);
  if (type == search || title == search) return 0;
  if (type.startsWith(search) || title.startsWith(search)) return 1;
  if (type.contains(search) || title.contains(search)) return 2;
  if (plain(descriptor.category).startsWith(search)) return 3;
  if (hasLettersInOrder(type, search)) return 4;
  if (plain(descriptor.summary).contains(search)) return 5;
  return kNoMatch;
}

}  // namespace

std::vector<const BlockDescriptor*> searchBlocks(const BlockRegistry& registry,
                                                 const QString& text) {
  const QString search = plain(text.toStdString());
  std::vector<std::pair<int, const BlockDescriptor*>> hits;
  for (const BlockDescriptor& descriptor : registry.all()) {
    const int place = search.isEmpty() ? 0 : rank(descriptor, search);
    if (place < kNoMatch) hits.emplace_back(place, &descriptor);
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
