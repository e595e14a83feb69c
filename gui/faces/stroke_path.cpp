#include "gui/faces/stroke_path.h"

#include <charconv>
#include <cstring>

namespace loopwright {

// Commands as in SVG, in capitals (places, not ways): M and L to a point, H and V along one axis, C
// a cubic curve, Z back to the beginning. A command holds for further numbers behind it.
QPainterPath parseStrokePath(const char* text) {
  QPainterPath path;
  char command = 0;
  const char* at = text;
  const char* const end = text + std::strlen(text);
  // Always with a decimal point, whatever the language of the desktop. What is no number ends the
  // path: there is nothing to draw after it.
  const auto number = [&at, end] {
    while (*at == ' ') ++at;
    double value = 0;
    const std::from_chars_result read = std::from_chars(at, end, value);
    at = read.ec == std::errc() ? read.ptr : end;
    return value;
  };
  const auto point = [&] {
    const double x = number();
    return QPointF(x, number());
  };
  while (at != end) {
    if (*at == ' ') {
      ++at;
      continue;
    }
    if (*at >= 'A' && *at <= 'Z') command = *at++;
    const QPointF here = path.currentPosition();
    if (command == 'M') {
      path.moveTo(point());
    } else if (command == 'L') {
      path.lineTo(point());
    } else if (command == 'H') {
      path.lineTo(number(), here.y());
    } else if (command == 'V') {
      path.lineTo(here.x(), number());
    } else if (command == 'C') {
      const QPointF first = point();
      const QPointF second = point();
      path.cubicTo(first, second, point());
    } else if (command == 'Z') {
      path.closeSubpath();
      command = 0;
    } else {
      break;
    }
  }
  return path;
}

}  // namespace loopwright
