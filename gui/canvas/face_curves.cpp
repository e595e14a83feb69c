#include "gui/canvas/face_curves.h"

#include <cstdlib>

namespace loopwright {

namespace {

constexpr const char* kNoAxes = "";
constexpr const char* kCross = "M-16 0 H16 M0 -11 V11";

constexpr FaceCurve kCurves[] = {
    {"Step", "M-15 9 H0 V-9 H15", kNoAxes},
    {"Sine", "M-16 0 C-11 -13 -5 -13 0 0 C5 13 11 13 16 0", kNoAxes},
    {"Pulse", "M-16 8 H-11 V-8 H-3 V8 H5 V-8 H13 V8 H16", kNoAxes},
    {"DiscreteCounter", "M-15 9 H-9 V4 H-2 V-1 H5 V-6 H12 V-10 H16", kNoAxes},
    {"Saturation", "M-15 8 H-7 L7 -8 H15", kCross},
    {"Relay", "M-15 8 H6 V-8 M15 -8 H-6 V8", kNoAxes},
    {"ZeroOrderHold", "M-17 8 H-9 V1 H-1 V-8 H7 V-3 H17", kNoAxes},
    {"GaussianNoise", "M-15 4 L-11.5 -5 L-8 7 L-4 -10 L0 3 L3.5 -4 L7.5 9 L11 -6 L15 1", kNoAxes},
    {"GaussMarkov",
     "M-16 6 C-12 6 -12 -4 -8 -4 C-5 -4 -5 2 -2 2 C2 2 1 -9 5 -9 C9 -9 8 1 12 1 C14 1 14 -3 16 -4",
     kNoAxes},
    {"Mux", "M-13 -8 H-3 M-13 8 H-3 M-3 -11 V11 M-3 0 H13", kNoAxes},
    {"Demux", "M13 -8 H3 M13 8 H3 M3 -11 V11 M3 0 H-13", kNoAxes},
    {"Switch", "M-15 -8 H-7 L7 0 H15 M-15 8 H-7", kNoAxes},
};

}  // namespace

const FaceCurve* findFaceCurve(const QString& type) {
  for (const FaceCurve& curve : kCurves) {
    if (type == QLatin1String(curve.type)) return &curve;
  }
  return nullptr;
}

QPainterPath parseCurve(const char* text) {
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
