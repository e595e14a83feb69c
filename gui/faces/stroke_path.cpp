#include "gui/faces/stroke_path.h"

#include <cstdlib>

namespace loopwright {

// Commands as in SVG, in capitals (places, not ways): M and L to a point, H and V along one axis, C
// a cubic curve, Z back to the beginning. A command holds for further numbers behind it.
QPainterPath parseStrokePath(const char* text) {
  QPainterPath path;
  char command = 0;
  const char* at = text;
  const auto number = [&at] {
    char* end = nullptr;
    const double value = std::strtod(at, &end);
    at = end;
    return value;
  };
  const auto point = [&] {
    const double x = number();
    return QPointF(x, number());
  };
  while (*at != 0) {
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
    } else {
      path.closeSubpath();
    }
  }
  return path;
}

}  // namespace loopwright
