#pragma once

#include <QString>
#include <QStringList>
#include <string>
#include <string_view>
#include <vector>

namespace loopwright {

/// The text of the engine, which is UTF-8, as one of Qt.
inline QString toQt(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

inline QStringList qtTexts(const std::vector<std::string>& texts) {
  QStringList result;
  for (const std::string& text : texts) result += toQt(text);
  return result;
}

/// A text with a unit behind it where there is one: "0.42 m/s".
inline QString withUnit(const QString& text, const QString& unit) {
  return unit.isEmpty() ? text : text + u' ' + unit;
}

}  // namespace loopwright
