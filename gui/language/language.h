#pragma once

#include <QString>

namespace loopwright {

/// The language of the user interface that the user wants; kept between starts (QSettings, key
/// `language`).
enum class LanguageChoice { kSystem, kEnglish, kGerman };
LanguageChoice languageChoice();
void setLanguageChoice(LanguageChoice choice);

/// The code ("en", "de") of the language that a choice means. The system's: the first of its
/// languages that the program speaks, English where it speaks none of them.
QString languageOf(LanguageChoice choice);

/// Makes texts speak this language from now on, those of Qt (buttons of dialogs) as well; texts
/// made before stay as they are. Qt's own are those of the system; without them they stay English.
void installLanguage(const QString& code);

/// The code of the language installed; "en" before.
QString installedLanguage();

}  // namespace loopwright
