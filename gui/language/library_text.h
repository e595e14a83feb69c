#pragma once

#include <QCoreApplication>
#include <QString>
#include <string>

/// Texts that the block library and the engine declare, in the language of the user interface. They
/// are listed for translators by a program, resources/translations/library_texts.cpp.
namespace loopwright {

/// A category, title, summary, description, constraint, unit, ...
inline QString libraryText(const std::string& text) {
  return text.empty() ? QString() : QCoreApplication::translate("blocklib", text.c_str());
}

/// What a form calls a parameter or a setting of the simulation: `time_constant` is "time
/// constant".
inline QString parameterLabel(std::string name) {
  for (char& letter : name) {
    if (letter == '_') letter = ' ';
  }
  return QCoreApplication::translate("blocklib", name.c_str(), "parameter");
}

/// A list of words by which a block type is found (BlockDescriptor::search_words).
inline QString searchWordsText(const std::string& words) {
  return words.empty() ? QString()
                       : QCoreApplication::translate("blocklib", words.c_str(), "search words");
}

/// The title of an example, or the first paragraph of its description.
inline QString exampleText(const QString& text) {
  return text.isEmpty() ? QString()
                        : QCoreApplication::translate("examples", text.toUtf8().constData());
}

}  // namespace loopwright
