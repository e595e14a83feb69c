#include <QCoreApplication>
#include <QHash>
#include <cmath>

#include "gui/faces/block_faces.h"
#include "gui/faces/face_drawing.h"
#include "gui/faces/formula_text.h"

// The faces that are formulas: values and functions as they are written on paper.

namespace loopwright {

namespace {

constexpr QLatin1String kOne("1");

/// `coefficient` before a factor: nothing for 1, in brackets where it is a sum.
QString factorOf(const QString& coefficient) {
  if (coefficient == kOne) return {};
  const bool sum = coefficient.mid(1).contains(u'+') || coefficient.mid(1).contains(u'-');
  return withRealMinus(sum ? u'(' + coefficient + u')' : coefficient);
}

void drawConstant(const FaceDrawing& to) {
  to.text(to.box.adjusted(6, 0, -6, 0), withRealMinus(to.face.parameter("value")), 12,
          to.style.ink);
}

void drawGain(const FaceDrawing& to) {
  // The triangle is widest at its left: what fits there is what fits.
  const QString gain = withRealMinus(to.face.parameter("gain"));
  const QRectF area = to.box.adjusted(4, 0, -to.box.width() * 0.33, 0);
  to.text(area, FaceDrawing::fits(gain, area.width()) ? gain : QStringLiteral("K"), 11,
          to.style.ink);
}

void drawMathFunction(const FaceDrawing& to) {
  static const QHash<QString, QString> texts{
      {"abs", "|u|"},       {"sign", "sgn u"},   {"sqrt", "√u"},        {"square", "u²"},
      {"cube", "u³"},       {"log", "ln u"},     {"log10", "log₁₀ u"},  {"asin", "sin⁻¹ u"},
      {"acos", "cos⁻¹ u"},  {"atan", "tan⁻¹ u"}, {"asinh", "sinh⁻¹ u"}, {"acosh", "cosh⁻¹ u"},
      {"atanh", "tanh⁻¹ u"}};
  const QString function = to.face.parameter("function");
  if (function == QStringLiteral("reciprocal")) return to.fraction(kOne, "u");
  if (function == QStringLiteral("exp")) return to.power("e", "u", 16);
  to.text(texts.value(function, function + QStringLiteral(" u")), 13);
}

void drawPower(const FaceDrawing& to) {
  to.power("u", withRealMinus(to.face.parameter("exponent")), 16);
}

void drawRound(const FaceDrawing& to) {
  static const QHash<QString, QString> texts{
      {"floor", "⌊u⌋"}, {"ceil", "⌈u⌉"}, {"truncate", "trunc u"}};
  to.text(texts.value(to.face.parameter("function"), QStringLiteral("round u")), 13);
}

void drawModulo(const FaceDrawing& to) {
  to.formula(QStringLiteral("u mod ") + withRealMinus(to.face.parameter("divisor")),
             QStringLiteral("u mod d"));
}

void drawPolynomial(const FaceDrawing& to) {
  to.formula(polynomialText(textElements(to.face.parameter("coefficients")), "u"),
             QStringLiteral("p(u)"));
}

void drawNorm(const FaceDrawing& to) {
  static const QHash<QString, QString> texts{{"1", "‖u‖₁"}, {"2", "‖u‖₂"}};
  const QString order = to.face.parameter("order");
  if (texts.contains(order)) return to.text(texts.value(order), 14);
  to.text(QStringLiteral("‖u‖∞"), 14);
}

void drawComparison(const FaceDrawing& to) {
  static const QHash<QString, QString> signs{{"<=", "≤"}, {">=", "≥"}, {"==", "="}, {"!=", "≠"}};
  const QString relation = to.face.parameter("operator");
  to.text(signs.value(relation, relation), 18);
}

void drawExpression(const FaceDrawing& to) {
  to.text(to.box.adjusted(5, 0, -5, 0), withRealMinus(to.face.parameter("expression")), 11,
          to.style.ink);
}

void drawLag(const FaceDrawing& to) {
  to.fraction(withRealMinus(to.face.parameter("gain")),
              factorOf(to.face.parameter("time_constant")) + QStringLiteral("s + 1"), "K",
              "Ts + 1");
}

void drawSecondOrderLag(const FaceDrawing& to) {
  bool knownFrequency = false;
  bool knownDamping = false;
  bool knownGain = false;
  const double frequency = to.face.parameter("natural_frequency").toDouble(&knownFrequency);
  const double damping = to.face.parameter("damping_ratio").toDouble(&knownDamping);
  const double gain = to.face.parameter("gain").toDouble(&knownGain);
  QString above;
  QString below;
  if (knownFrequency && knownDamping && knownGain) {
    const double square = frequency * frequency;
    above = shortNumber(gain * square);
    below = polynomialText(
        {kOne, QString::number(2 * damping * frequency, 'g', 3), QString::number(square, 'g', 3)},
        "s");
  }
  to.fraction(above, below, "Kω²", "s² + 2ζωs + ω²");
}

/// The polynomials, or what stands for them where they do not fit.
void drawRational(const FaceDrawing& to, const QString& variable) {
  to.fraction(polynomialText(textElements(to.face.parameter("numerator")), variable),
              polynomialText(textElements(to.face.parameter("denominator")), variable),
              QStringLiteral("B(%1)").arg(variable), QStringLiteral("A(%1)").arg(variable));
}

void drawFactors(const FaceDrawing& to, const QString& variable) {
  const QString gain = factorOf(to.face.parameter("gain"));
  const QString zeros = factoredText(textElements(to.face.parameter("zeros")), variable);
  const QString poles = factoredText(textElements(to.face.parameter("poles")), variable);
  QString above;
  if (!zeros.isEmpty()) {
    above = zeros == kOne && !gain.isEmpty() ? gain : zeros == kOne ? zeros : gain + zeros;
  }
  to.fraction(above, poles, QStringLiteral("K Π(%1 − zᵢ)").arg(variable),
              QStringLiteral("Π(%1 − pᵢ)").arg(variable));
}

void drawDerivative(const FaceDrawing& to) {
  to.fraction("s", factorOf(to.face.parameter("filter_time_constant")) + QStringLiteral("s + 1"),
              "s", "Ts + 1");
}

void drawTransportDelay(const FaceDrawing& to) {
  const QString delay = factorOf(to.face.parameter("delay"));
  to.power("e", u'−' + (delay.size() > 5 ? QStringLiteral("T") : delay) + u's', 16);
}

void drawDelay(const FaceDrawing& to) {
  to.power("z", QChar(0x2212) + to.face.parameter("samples"), 16);
}

void drawDiscreteIntegrator(const FaceDrawing& to) {
  const QString method = to.face.parameter("method");
  const QString gain = to.face.parameter("gain");
  const QString factor = (gain == kOne ? QString() : QStringLiteral("K")) + u'h';
  if (method == QStringLiteral("backward")) return to.fraction(factor + u'z', "z − 1");
  if (method == QStringLiteral("trapezoidal")) {
    return to.fraction(factor + QStringLiteral("(z + 1)"), "2(z − 1)");
  }
  to.fraction(factor, "z − 1");
}

void drawPid(const FaceDrawing& to) {
  const double middle = to.box.center().y();
  const bool sampled = !to.face.period.isEmpty();
  const QRectF title =
      sampled ? QRectF(to.box.left(), middle - 17, to.box.width(), 18) : QRectF(to.box);
  to.title(title, QStringLiteral("PID"));
  if (!sampled) return;
  to.text({to.box.left() + 4, middle + 1, to.box.width() - 8, 14},
          QStringLiteral("h = ") + to.face.period, 10, to.style.rate);
}

/// One short equation is shown as it is; several by their general form.
void drawEquations(const FaceDrawing& to, const char* parameter, const QString& left,
                   const QString& general) {
  const QStringList formulas = textElements(to.face.parameter(parameter));
  const QString full = formulas.size() == 1
                           ? left + withRealMinus(QString(formulas[0]).replace("x1", "x"))
                           : general;
  to.formula(full, general);
}

// Whose texts these are, for translators.
class Faces {
  Q_DECLARE_TR_FUNCTIONS(Faces)
};

void drawMean(const FaceDrawing& to) {
  to.twoLines(Faces::tr("mean", "of a moving average; the next line is \"of N\""),
              Faces::tr("of %1", "N values").arg(withRealMinus(to.face.parameter("window"))));
}

void drawSelector(const FaceDrawing& to) {
  QString indices = to.face.parameter("indices");
  if (!indices.startsWith(u'[')) indices = u'[' + indices + u']';
  to.formula(u'u' + indices, QStringLiteral("u[…]"));
}

void drawLogic(const FaceDrawing& to) { to.text(to.face.parameter("operator").toUpper(), 12); }

const QHash<QString, DrawFace>& drawings() {
  static const QHash<QString, DrawFace> table{
      {"Constant", drawConstant},
      {"Gain", drawGain},
      {"Sum", [](const FaceDrawing&) { /* The signs at the ports say it. */ }},
      {"Product", [](const FaceDrawing& to) { to.text(QStringLiteral("×"), 18); }},
      {"MathFunction", drawMathFunction},
      {"Power", drawPower},
      {"MinMax", [](const FaceDrawing& to) { to.text(to.face.parameter("function"), 13); }},
      {"Round", drawRound},
      {"Modulo", drawModulo},
      {"Polynomial", drawPolynomial},
      {"DotProduct", [](const FaceDrawing& to) { to.text(QStringLiteral("u₁ · u₂"), 13); }},
      {"Norm", drawNorm},
      {"Comparison", drawComparison},
      {"Logic", drawLogic},
      {"Expression", drawExpression},
      {"AlgebraicConstraint",
       [](const FaceDrawing& to) { to.text(QStringLiteral("f(z) = 0"), 12); }},
      {"Integrator", [](const FaceDrawing& to) { to.fraction("1", "s"); }},
      {"ResettableIntegrator", [](const FaceDrawing& to) { to.fraction("1", "s"); }},
      {"SecondOrderIntegrator", [](const FaceDrawing& to) { to.fraction("1", "s²"); }},
      {"FirstOrderLag", drawLag},
      {"SecondOrderLag", drawSecondOrderLag},
      {"TransferFunction", [](const FaceDrawing& to) { drawRational(to, "s"); }},
      {"ZeroPoleGain", [](const FaceDrawing& to) { drawFactors(to, "s"); }},
      {"StateSpace", [](const FaceDrawing& to) { to.twoLines("ẋ = Ax + Bu", "y = Cx + Du"); }},
      {"PidController", drawPid},
      {"Derivative", drawDerivative},
      {"TransportDelay", drawTransportDelay},
      {"DifferentialEquation",
       [](const FaceDrawing& to) { drawEquations(to, "derivatives", "ẋ = ", "ẋ = f(x, u, t)"); }},
      {"UnitDelay", [](const FaceDrawing& to) { to.power("z", "−1", 16); }},
      {"Delay", drawDelay},
      {"DiscreteIntegrator", drawDiscreteIntegrator},
      {"DiscreteDerivative", [](const FaceDrawing& to) { to.fraction("z − 1", "hz"); }},
      {"DiscreteTransferFunction", [](const FaceDrawing& to) { drawRational(to, "z"); }},
      {"DiscreteZeroPoleGain", [](const FaceDrawing& to) { drawFactors(to, "z"); }},
      {"DiscreteStateSpace",
       [](const FaceDrawing& to) { to.twoLines("x⁺ = Ax + Bu", "y = Cx + Du"); }},
      {"DiscretePid", drawPid},
      {"MovingAverage", drawMean},
      {"DifferenceEquation",
       [](const FaceDrawing& to) { drawEquations(to, "updates", "x⁺ = ", "x⁺ = f(x, u, n)"); }},
      {"StochasticEquation", [](const FaceDrawing& to) { to.twoLines("dx = f dt", "+ G dW"); }},
      {"Selector", drawSelector},
      {"Goto", [](const FaceDrawing& to) { to.text(u'[' + to.face.parameter("tag") + u']', 12); }},
      {"From", [](const FaceDrawing& to) { to.text(u'[' + to.face.parameter("tag") + u']', 12); }},
      {"Inport", [](const FaceDrawing& to) { to.text(to.face.parameter("index"), 12); }},
      {"Outport", [](const FaceDrawing& to) { to.text(to.face.parameter("index"), 12); }}};
  return table;
}

}  // namespace

DrawFace findFormulaFace(const QString& type) { return drawings().value(type); }

}  // namespace loopwright
