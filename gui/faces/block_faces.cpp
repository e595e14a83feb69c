#include "gui/faces/block_faces.h"

#include "gui/faces/face_curves.h"
#include "gui/faces/face_drawing.h"
#include "gui/faces/formula_text.h"
#include "gui/theme/block_icons.h"

namespace loopwright {

namespace {

/// "↑" where a trigger acts on rising edges, "↓" on falling ones, "↕" on both.
QString edgeSign(const QString& edge) {
  if (edge == QStringLiteral("falling")) return QStringLiteral("↓");
  return edge == QStringLiteral("either") ? QStringLiteral("↕") : QStringLiteral("↑");
}

QString factorSign(const QString& operators, int input) {
  if (!operators.contains(u'/')) return {};
  return operators.mid(input, 1) == QStringLiteral("/") ? QStringLiteral("÷") : QStringLiteral("×");
}

/// What the inputs of types are called where they cannot be told from the drawing.
QString inputSign(const QString& type, int input) {
  static const QHash<QString, QStringList> signs{
      {"Atan2", {"y", "x"}},        {"XYScope", {"x", "y"}}, {"Switch", {"", "c", ""}},
      {"KalmanFilter", {"u", "z"}}, {"DcMotor", {"V", "τ"}}, {"Latch", {"S", "R"}},
  };
  return signs.value(type).value(input);
}

/// What the outputs of types with several are called.
QStringList outputSigns(const QString& type) {
  static const QHash<QString, QStringList> signs{{"MassSpringDamper", {"x", "v"}},
                                                 {"SecondOrderIntegrator", {"x", "v"}},
                                                 {"Pendulum", {"θ", "ω"}},
                                                 {"BouncingBall", {"h", "v"}},
                                                 {"DcMotor", {"ω", "i"}}};
  return signs.value(type);
}

}  // namespace

void paintBlockFace(QPainter* painter, const QRectF& box, const BlockFace& face,
                    const FaceStyle& style) {
  const FaceDrawing to{painter, box, face, style};
  if (const DrawFace draw = findFormulaFace(face.type)) return draw(to);
  if (const DrawFace draw = findPictureFace(face.type)) return draw(to);
  if (const FaceCurve* curve = findFaceCurve(face.type)) return to.curve(curve->path, curve->axes);
  if (hasBlockIcon(face.type)) return to.icon();
  to.text(face.title.isEmpty() ? face.type : face.title, 11);
}

QString portSign(const BlockFace& face, int input) {
  if (face.type == QStringLiteral("Sum")) {
    return withRealMinus(face.parameter("signs").mid(input, 1));
  }
  if (face.type == QStringLiteral("Product")) {
    return factorSign(face.parameter("operators"), input);
  }
  if (face.type == QStringLiteral("TriggeredSampler")) {
    return input == 1 ? edgeSign(face.parameter("edge")) : QString();
  }
  if (face.type == QStringLiteral("TriggeredCounter")) {
    return input == 0 ? edgeSign(face.parameter("edge")) : QStringLiteral("R");
  }
  if (face.type == QStringLiteral("EdgeDetector")) return edgeSign(face.parameter("edge"));
  if (face.type == QStringLiteral("ResettableIntegrator")) {
    if (input == 1) return edgeSign(face.parameter("trigger"));
    return input == 2 ? QStringLiteral("x₀") : QString();
  }
  if (face.type == QStringLiteral("MultiportSwitch")) {
    return input == 0 ? QStringLiteral("#") : QString::number(input);
  }
  return inputSign(face.type, input);
}

QString outputSign(const BlockFace& face, int output) {
  return outputSigns(face.type).value(output);
}

}  // namespace loopwright
