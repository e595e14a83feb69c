#pragma once

#include <QString>
#include <QStringList>

namespace loopwright {

/// How well a text fits what a person typed, the better first. Of "Unit delay": kEqual is "unit
/// delay", kBegins "unit", kWords "delay" or "del un" (each word begins a word of it),
/// kAbbreviation "untd" (the first letter and the consonants), kInitials "ud" or "undel"
/// (beginnings of its words), kContains "elay", kLettersInOrder "uty".
enum class Match {
  kEqual,
  kBegins,
  kWords,
  kAbbreviation,
  kInitials,
  kContains,
  kLettersInOrder,
  kNone
};

/// Case, spaces, hyphens and underscores do not count. One letter is neither an abbreviation nor
/// initials; a part of a word, and letters in order, count from three and two letters on.
Match fuzzyMatch(const QString& text, const QString& search);

/// One search, to be matched with many texts: what was typed is taken apart once only. The palette
/// and other lists go through hundreds of texts with each key.
class FuzzySearch {
 public:
  /// `search` is what was typed.
  explicit FuzzySearch(const QString& search);

  /// How well `text` fits, as fuzzyMatch() says it.
  Match match(const QString& text) const;

 private:
  QString letters_;
  QStringList words_;
};

}  // namespace loopwright
