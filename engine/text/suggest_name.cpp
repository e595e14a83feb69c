#include "engine/text/suggest_name.h"

#include <algorithm>
#include <cstddef>

namespace loopwright {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`: row by row of
// the table of distances between beginnings of `a` and of `b`, of which three rows are kept (the
// optimal string alignment distance, after Damerau 1964 and Wagner and Fischer 1974).
std::size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool equal = Lower(a[i - 1]) == Lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (equal ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && Lower(a[i - 1]) == Lower(b[j - 2]) &&
                           Lower(a[i - 2]) == Lower(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

// How many edits are still near.
std::size_t AllowedEdits(std::string_view name, std::string_view candidate) {
  const std::size_t longer = std::max(name.size(), candidate.size());
  if (longer < 2) return 0;
  if (longer == 2) {
    // Of two letters the first says what kind of thing it is; a number says which one is meant.
    return name.size() == 2 && candidate.size() == 2 && Lower(name[0]) == Lower(candidate[0]) &&
                   !IsDigit(name[1]) && !IsDigit(candidate[1])
               ? 1
               : 0;
  }
  return longer < 6 ? 1 : 2;
}

// How many letters `a` and `b` begin with alike.
std::size_t CommonBeginning(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t count = 0;
  while (count < shorter && Lower(a[count]) == Lower(b[count])) ++count;
  return count;
}

}  // namespace

std::optional<std::string> SuggestName(std::string_view name,
                                       const std::vector<std::string>& candidates) {
  std::optional<std::string> best;
  std::size_t best_distance = 0;
  std::size_t best_beginning = 0;
  for (const std::string& candidate : candidates) {
    const std::size_t allowed = AllowedEdits(name, candidate);
    const std::size_t longer = std::max(name.size(), candidate.size());
    if (longer - std::min(name.size(), candidate.size()) > allowed) continue;
    const std::size_t distance = EditDistance(name, candidate);
    if (distance > allowed || (best && distance > best_distance)) continue;
    const std::size_t beginning = CommonBeginning(name, candidate);
    if (best && distance == best_distance && beginning <= best_beginning) continue;
    best = candidate;
    best_distance = distance;
    best_beginning = beginning;
  }
  return best;
}

std::string DidYouMean(std::string_view name, const std::vector<std::string>& candidates,
                       char quote) {
  const std::optional<std::string> suggestion = SuggestName(name, candidates);
  return suggestion ? std::string(", did you mean ") + quote + *suggestion + quote + "?" : "";
}

std::string ListWords(const std::vector<std::string>& words, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? last : ", ";
    text += words[i];
  }
  return text;
}

}  // namespace loopwright
