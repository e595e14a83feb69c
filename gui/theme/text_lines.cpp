#include "gui/theme/text_lines.h"

namespace loopwright {

// Each word goes to the last line if that stays narrow enough, else it begins a new one.
QStringList textLines(const QString& text, const QFontMetrics& metrics, int width) {
  QStringList lines;
  for (const QString& word : text.split(u' ')) {
    const QString longer = lines.isEmpty() ? word : lines.back() + u' ' + word;
    if (lines.isEmpty() || metrics.horizontalAdvance(longer) > width) {
      lines += word;
    } else {
      lines.back() = longer;
    }
  }
  return lines;
}

}  // namespace loopwright
