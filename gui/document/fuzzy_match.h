#pragma once

#include <QString>

namespace loopwright {

/// How well `text` fits what a person typed, smaller being better; case, spaces, hyphens and
/// underscores do not count.
enum class Match { kEqual, kBegins, kContains, kLettersInOrder, kNone };
Match fuzzyMatch(const QString& text, const QString& search);

}  // namespace loopwright
