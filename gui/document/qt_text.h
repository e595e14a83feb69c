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

}  // namespace loopwright
