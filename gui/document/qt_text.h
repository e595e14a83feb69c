#pragma once

#include <QString>
#include <string_view>

namespace loopwright {

/// The text of the engine, which is UTF-8, as one of Qt.
inline QString toQt(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace loopwright
