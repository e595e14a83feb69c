#pragma once

#include <QFontMetrics>
#include <QString>
#include <QStringList>

namespace loopwright {

/// Breaks a text at its spaces into lines no wider than `width` pixels. A word that is wider stands
/// alone on its line, as wide as it is.
QStringList textLines(const QString& text, const QFontMetrics& metrics, int width);

}  // namespace loopwright
