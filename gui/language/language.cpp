#include "gui/language/language.h"

#include <QCoreApplication>
#include <QFile>
#include <QLibraryInfo>
#include <QSettings>
#include <QTranslator>

namespace loopwright {

namespace {

const char kLanguageKey[] = "language";
const char kTranslatorName[] = "loopwright.translator";
const char kInstalledProperty[] = "loopwright.language";
const char kEnglish[] = "en";

// How a choice is written in the settings; for a language it is its code.
const char* nameOf(LanguageChoice choice) {
  switch (choice) {
    case LanguageChoice::kEnglish:
      return kEnglish;
    case LanguageChoice::kGerman:
      return "de";
    case LanguageChoice::kSystem:
      break;
  }
  return "system";
}

QString translationOf(const QString& code) {
  return QStringLiteral(":/translations/loopwright_%1.qm").arg(code);
}

// Makes the program translate by a file; one that is not there changes nothing.
void install(const QString& file) {
  auto* const translator = new QTranslator(QCoreApplication::instance());
  translator->setObjectName(QString::fromLatin1(kTranslatorName));
  if (!translator->load(file) || !QCoreApplication::installTranslator(translator)) {
    delete translator;
  }
}

}  // namespace

LanguageChoice languageChoice() {
  const QString name = QSettings().value(QLatin1String(kLanguageKey)).toString();
  for (const LanguageChoice choice : {LanguageChoice::kEnglish, LanguageChoice::kGerman}) {
    if (name == QLatin1String(nameOf(choice))) return choice;
  }
  return LanguageChoice::kSystem;
}

void setLanguageChoice(LanguageChoice choice) {
  QSettings().setValue(QLatin1String(kLanguageKey), QLatin1String(nameOf(choice)));
}

QString languageOf(LanguageChoice choice) {
  return choice == LanguageChoice::kSystem ? languageFor(QLocale::system().uiLanguages())
                                           : QString::fromLatin1(nameOf(choice));
}

// "de-AT" is looked for as "de": a dialect is better than another language.
QString languageFor(const QStringList& wanted) {
  for (const QString& name : wanted) {
    QString code = name.section(u'-', 0, 0);
    if (code == QLatin1String(kEnglish) || QFile::exists(translationOf(code))) return code;
  }
  return QString::fromLatin1(kEnglish);
}

// Translators of an earlier language go first, so that the last one that was installed counts.
void installLanguage(const QString& code) {
  QCoreApplication* const application = QCoreApplication::instance();
  qDeleteAll(application->findChildren<QTranslator*>(QString::fromLatin1(kTranslatorName)));
  application->setProperty(kInstalledProperty, code);
  // The texts in the sources are English.
  if (code == QLatin1String(kEnglish)) return;
  install(QLibraryInfo::path(QLibraryInfo::TranslationsPath) +
          QStringLiteral("/qtbase_%1.qm").arg(code));
  install(translationOf(code));
}

QString installedLanguage() {
  const QString code = QCoreApplication::instance()->property(kInstalledProperty).toString();
  return code.isEmpty() ? QString::fromLatin1(kEnglish) : code;
}

// Where the system speaks the language, its own ways of dates and numbers are kept.
QLocale textLocale() {
  const QLocale locale(installedLanguage());
  return QLocale::system().language() == locale.language() ? QLocale::system() : locale;
}

}  // namespace loopwright
