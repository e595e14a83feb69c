#include "gui/canvas/formula_text.h"

#include <cmath>

#include "engine/common/number_format.h"

namespace loopwright {

namespace {

QString superscript(qsizetype exponent) {
  static const QString digits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
  QString result;
  for (QChar digit : QString::number(exponent)) result += digits[digit.digitValue()];
  return result;
}

QString powerOf(const QString& variable, qsizetype exponent) {
  if (exponent == 0) return {};
  return exponent == 1 ? variable : variable + superscript(exponent);
}

}  // namespace

QString withRealMinus(QString text) { return text.replace(u'-', QChar(0x2212)); }

QString durationText(double seconds) {
  struct Unit {
    double size;
    const char* name;
  };
  const double size = std::abs(seconds);
  const Unit unit = size >= 1 || size == 0 ? Unit{1, " s"}
                    : size >= 1e-3         ? Unit{1e-3, " ms"}
                    : size >= 1e-6         ? Unit{1e-6, " µs"}
                                           : Unit{1e-9, " ns"};
  // Six digits hide the rounding of the division.
  return withRealMinus(QString::number(seconds / unit.size, 'g', 6)) + QString::fromUtf8(unit.name);
}

QStringList listElements(const QString& text) {
  const QString trimmed = text.trimmed();
  if (!trimmed.startsWith(u'[') || !trimmed.endsWith(u']')) return {};
  QStringList elements;
  QString element;
  int depth = 0;
  for (QChar letter : trimmed.mid(1, trimmed.size() - 2)) {
    if (letter == u'[' || letter == u'(') ++depth;
    if (letter == u']' || letter == u')') --depth;
    if (letter == u',' && depth == 0) {
      elements += element.trimmed();
      element.clear();
    } else {
      element += letter;
    }
  }
  elements += element.trimmed();
  return elements;
}

QString polynomialText(const QStringList& coefficients, const QString& variable) {
  QString result;
  for (qsizetype i = 0; i < coefficients.size(); ++i) {
    QString coefficient = coefficients[i];
    bool isNumber = false;
    const double value = coefficient.toDouble(&isNumber);
    if (isNumber && value == 0) continue;
    const bool negative = isNumber && value < 0;
    if (negative) coefficient = QString::fromStdString(FormatNumber(-value));
    const QString power = powerOf(variable, coefficients.size() - 1 - i);
    const bool one = isNumber && std::abs(value) == 1 && !power.isEmpty();
    const bool sum = !isNumber && (coefficient.contains(u'+') || coefficient.contains(u'-'));
    if (sum && !power.isEmpty()) coefficient = u'(' + coefficient + u')';
    if (!result.isEmpty()) {
      result += negative ? QStringLiteral(" − ") : QStringLiteral(" + ");
    } else if (negative) {
      result += QChar(0x2212);
    }
    result += (one ? QString() : withRealMinus(coefficient)) + power;
  }
  return result.isEmpty() ? QStringLiteral("0") : result;
}

}  // namespace loopwright
