#pragma once

#include <QLocale>
#include <QString>
#include <QStringList>

namespace loopwright {

/// The language of the user interface that the user wants; kept between starts (QSettings, key
/// `language`).
enum class LanguageChoice { kSystem, kEnglish, kGerman };
/// The choice as the settings have it; the system's where they say nothing.
LanguageChoice languageChoice();
/// Keeps a choice for the next start.
void setLanguageChoice(LanguageChoice choice);

/// The code ("en", "de") of the language that a choice means.
QString languageOf(LanguageChoice choice);
/// The code of the first of these languages ("de-AT") that the program speaks, English where it
/// speaks none of them.
QString languageFor(const QStringList& wanted);

/// Makes texts speak this language from now on, those of Qt (buttons of dialogs) as well; texts
/// made before stay as they are. Qt's own are those of the system; without them they stay English.
void installLanguage(const QString& code);

/// The code of the language installed; "en" before.
QString installedLanguage();

/// How dates are written in texts: as the system does where it speaks the installed language.
QLocale textLocale();

}  // namespace loopwright
