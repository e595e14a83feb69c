#include "gui/document/fuzzy_match.h"

#include <algorithm>
#include <utility>

namespace loopwright {

namespace {

// In small letters, with umlauts as they are written where a keyboard has none.
QString Lower(const QString& text) {
  QString lower = text.toLower();
  for (const auto& [letter, written] : {std::pair(u'ä', "ae"), std::pair(u'ö', "oe"),
                                        std::pair(u'ü', "ue"), std::pair(u'ß', "ss")}) {
    lower.replace(QChar(letter), QLatin1String(written));
  }
  return lower;
}

// The letters alone, in small letters: "Zero-order hold" is "zeroorderhold".
QString Plain(const QString& text) { return Lower(text).remove(u' ').remove(u'-').remove(u'_'); }

// The words in small letters: "Zero-order hold" has three.
QStringList Words(const QString& text) {
  QStringList words;
  bool inside = false;
  for (const QChar letter : Lower(text)) {
    const bool between = letter.isSpace() || letter == u'-' || letter == u'_';
    if (!between && !inside) words += QString();
    if (!between) words.back() += letter;
    inside = !between;
  }
  return words;
}

// Whether all of `letters` occur in the text one after the other, with anything between them.
bool hasLettersInOrder(const QString& text, const QString& letters) {
  qsizetype next = 0;
  for (QChar letter : text) {
    if (next < letters.size() && letter == letters[next]) ++next;
  }
  return next == letters.size();
}

// Each word that was typed begins a word of the text, in whatever order.
bool beginsWords(const QStringList& words, const QStringList& typed) {
  return !typed.isEmpty() && std::all_of(typed.begin(), typed.end(), [&](const QString& part) {
    return std::any_of(words.begin(), words.end(),
                       [&](const QString& word) { return word.startsWith(part); });
  });
}

// As people shorten a name: its first letter and its consonants.
bool isAbbreviation(const QString& plain, const QString& letters) {
  static const QString kVowels = QStringLiteral("aeiou");
  QString consonants;
  for (const QChar letter : plain) {
    if (consonants.isEmpty() || !kVowels.contains(letter)) consonants += letter;
  }
  return consonants.startsWith(letters);
}

// Whether `letters` are beginnings of the words from `word` on, one after the other and none left
// out, as in "zoh" of "zero-order hold".
bool areInitials(const QStringList& words, qsizetype word, const QString& letters) {
  if (letters.isEmpty()) return true;
  if (word == words.size()) return false;
  const qsizetype most = std::min(words[word].size(), letters.size());
  for (qsizetype taken = 1; taken <= most && words[word][taken - 1] == letters[taken - 1];
       ++taken) {
    if (areInitials(words, word + 1, letters.mid(taken))) return true;
  }
  return false;
}

}  // namespace

FuzzySearch::FuzzySearch(const QString& search) : letters_(Plain(search)), words_(Words(search)) {}

// Tries the kinds of matches from the best to the worst and answers the first that holds. The cheap
// questions come first, as this is asked for every text of every block with each key.
Match FuzzySearch::match(const QString& text) const {
  constexpr qsizetype kLeastPart = 3;  // Two letters are in the middle of too many words.
  const QString plain = Plain(text);
  if (plain == letters_) return Match::kEqual;
  if (plain.startsWith(letters_)) return Match::kBegins;
  // Most texts do not match at all, which the first of these tells of each kind.
  const bool holds = !words_.isEmpty() && plain.contains(words_.front());
  if (holds && beginsWords(Words(text), words_)) return Match::kWords;
  if (letters_.size() < 2) return Match::kNone;
  if (!plain.isEmpty() && plain.front() == letters_.front()) {
    if (isAbbreviation(plain, letters_)) return Match::kAbbreviation;
    if (areInitials(Words(text), 0, letters_)) return Match::kInitials;
  }
  if (letters_.size() >= kLeastPart && plain.contains(letters_)) return Match::kContains;
  return hasLettersInOrder(plain, letters_) ? Match::kLettersInOrder : Match::kNone;
}

Match fuzzyMatch(const QString& text, const QString& search) {
  return FuzzySearch(search).match(text);
}

}  // namespace loopwright
