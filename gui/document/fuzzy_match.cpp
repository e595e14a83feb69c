#include "gui/document/fuzzy_match.h"

namespace loopwright {

namespace {

QString Plain(const QString& text) { return text.toLower().remove(u' ').remove(u'-').remove(u'_'); }

bool HasLettersInOrder(const QString& text, const QString& letters) {
  qsizetype next = 0;
  for (QChar letter : text) {
    if (next < letters.size() && letter == letters[next]) ++next;
  }
  return next == letters.size();
}

}  // namespace

Match fuzzyMatch(const QString& text, const QString& search) {
  const QString plain = Plain(text);
  const QString letters = Plain(search);
  if (plain == letters) return Match::kEqual;
  if (plain.startsWith(letters)) return Match::kBegins;
  if (plain.contains(letters)) return Match::kContains;
  return HasLettersInOrder(plain, letters) ? Match::kLettersInOrder : Match::kNone;
}

}  // namespace loopwright
