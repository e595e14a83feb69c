#include "gui/faces/face_curves.h"

#include <cstdlib>

namespace loopwright {

namespace {

constexpr const char* kNoAxes = "";
constexpr const char* kCross = "M-16 0 H16 M0 -11 V11";
constexpr const char* kMiddle = "M-16 0 H16";
constexpr const char* kFloor = "M-16 9 H16";

constexpr FaceCurve kCurves[] = {
    {"Step", "M-15 9 H0 V-9 H15", kNoAxes},
    {"Ramp", "M-15 9 H-5 L15 -9", kNoAxes},
    {"Sine", "M-16 0 C-11 -13 -5 -13 0 0 C5 13 11 13 16 0", kNoAxes},
    {"Pulse", "M-16 8 H-11 V-8 H-3 V8 H5 V-8 H13 V8 H16", kNoAxes},
    {"Chirp",
     "M-16 0 C-13 -12 -10 -12 -7 0 C-5 11 -3 11 -1 0 C0.5 -10 2 -10 3.5 0 C4.6 9 5.8 9 7 0 "
     "C7.9 -9 8.9 -9 9.8 0 C10.6 8 11.4 8 12.2 0 C13 -8 13.8 -8 14.5 0 L15.5 7",
     kNoAxes},
    {"DiscreteCounter", "M-15 9 H-9 V4 H-2 V-1 H5 V-6 H12 V-10 H16", kNoAxes},
    {"BinarySequence", "M-16 7 H-12 V-7 H-9 V7 H-6 V-7 H1 V7 H8 V-7 H11 V7 H13 V-7 H16", kNoAxes},
    {"Saturation", "M-15 8 H-7 L7 -8 H15", kCross},
    {"DeadZone", "M-14 9 L-6 0 H6 L14 -9", kCross},
    {"Relay", "M-15 8 H6 V-8 M15 -8 H-6 V8", kNoAxes},
    {"Quantizer", "M-15 8 H-9 V4 H-3 V0 H3 V-4 H9 V-8 H15", "M-15 10 L15 -10"},
    {"RateLimiter", "M-15 8 H-8 L4 -8 H15", "M-8 8 V-8 H4"},
    {"Backlash", "M-14 8 H-2 L14 -8 H2 Z", kCross},
    {"CoulombFriction", "M-14 9 L0 5 V-5 L14 -9", kCross},
    {"EdgeDetector", "M-16 9 H-5 V-8 H6 V9 H16 M-8 -1 L-5 -4.5 L-2 -1", kNoAxes},
    {"TriggeredCounter", "M-15 9 H-6 V0 H5 V-9 H15 M-9 5.5 L-6 2.5 L-3 5.5 M2 -3.5 L5 -6.5 L8 -3.5",
     kNoAxes},
    {"ZeroOrderHold", "M-17 8 H-9 V1 H-1 V-8 H7 V-3 H17", kNoAxes},
    {"FirstOrderHold", "M-16 9 L-6 5 V0 L4 -8 V-4 L15 -10", "M-16 9 C-6 7 2 -6 15 -10"},
    {"TriggeredSampler", "M-15 9 H0 V-9 H15 M-4 -1 L0 -5 L4 -1", kNoAxes},
    {"GaussianNoise", "M-15 4 L-11.5 -5 L-8 7 L-4 -10 L0 3 L3.5 -4 L7.5 9 L11 -6 L15 1", kNoAxes},
    {"UniformNoise", "M-8 9 V-5 H8 V9", kFloor},
    {"ExponentialNoise", "M-13 9 V-9 C-10 3 -3 8 14 8.6", kFloor},
    {"BandLimitedWhiteNoise",
     "M-16 1 L-14 -6 L-12 7 L-10 -10 L-8 10 L-6 -4 L-4 5 L-2 -9 L0 9 L2 -3 L4 7 L6 -10 L8 8 "
     "L10 -5 L12 6 L14 -8 L16 2",
     kNoAxes},
    {"RandomWalk", "M-16 4 H-11 V0 H-7 V4 H-3 V-2 H1 V-6 H5 V-2 H9 V-9 H16", kNoAxes},
    {"PoissonProcess", "M-16 9 H-8 V4.5 H-5 V0 H5 V-4.5 H10 V-9 H16", kNoAxes},
    {"GaussMarkov",
     "M-16 6 C-12 6 -12 -4 -8 -4 C-5 -4 -5 2 -2 2 C2 2 1 -9 5 -9 C9 -9 8 1 12 1 C14 1 14 -3 16 -4",
     kNoAxes},
    {"OrnsteinUhlenbeck",
     "M-16 -10 L-13 -4 L-11 -6 L-8 2 L-5 -2 L-3 4 L0 -1 L3 3 L6 -3 L8 1 L11 -2 L13 3 L16 0",
     kMiddle},
    {"WienerProcess",
     "M-16 0 L-13 -2 L-11 2 L-8 -2 L-6 1 L-3 -4 L0 -1 L3 -6 L5 -2 L8 -7 L11 -4 L13 -8 L16 -5",
     "M-16 0 C-12 -7 0 -10 16 -11 M-16 0 C-12 7 0 10 16 11"},
    {"GeometricBrownianMotion",
     "M-15 8 L-12 6.5 L-10 7.5 L-6 4 L-4 6 L0 1 L2 3 L6 -4 L8 -1 L12 -8 L13.5 -6 L16 -10", kFloor},
    {"Mux", "M-13 -8 H-3 M-13 8 H-3 M-3 -11 V11 M-3 0 H13", kNoAxes},
    {"Demux", "M13 -8 H3 M13 8 H3 M3 -11 V11 M3 0 H-13", kNoAxes},
    {"Switch", "M-16 -16 H-7 L8 0 H16 M-16 16 H-7", kNoAxes},
    {"MultiportSwitch", "M-7 -10 H-2 M-7 0 H-2 M-7 10 H-2 L8 0 H15", kNoAxes},
    {"Terminator", "M-15 0 H2 M2 -9 V9 M7 -5.5 V5.5 M12 -2 V2", kNoAxes},
    {"VanDerPol",
     "M-12 -3 C-12 -11 4 -11 9 -5 C12 -1 12 2 12 3 C12 11 -4 11 -9 5 C-12 1 -12 -1 -12 -3 Z",
     kCross},
    {"Lorenz",
     "M0 0 C-3 -11 -16 -11 -15 0 C-14 10 -4 10 0 0 C4 -11 15 -11 16 -1 C17 10 4 11 0 0 "
     "C-2 -5 -9 -5 -9 0 C-9 5 -2 5 0 0 C2 -5 9 -6 10 -1 C10 5 2 5 0 0",
     kNoAxes},
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
