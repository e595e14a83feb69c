#include "gui/faces/formula_text.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <optional>

#include "engine/text/number_format.h"
#include "gui/document/setting_text.h"

namespace loopwright {

namespace {

// 10 is ¹⁰: digit by digit.
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

// "-1+2i", "3", "i"; nothing for an expression.
std::optional<std::complex<double>> plainComplex(QString text) {
  text.remove(u' ');
  bool ok = false;
  const double real = text.toDouble(&ok);
  if (ok) return real;
  if (!text.endsWith(u'i')) return std::nullopt;
  text.chop(1);
  // The last sign parts the numbers, unless it is that of an exponent, as in 1e-3.
  const auto parts = [&text](qsizetype at) {
    return (text[at] == u'+' || text[at] == u'-') && text[at - 1].toLower() != u'e';
  };
  qsizetype split = std::max<qsizetype>(text.size() - 1, 0);
  while (split > 0 && !parts(split)) --split;
  const QString front = text.left(split);
  QString back = text.mid(split);
  if (back.isEmpty() || back == u"+" || back == u"-") back += u'1';
  bool backOk = false;
  const std::complex<double> value(front.isEmpty() ? 0 : front.toDouble(&ok),
                                   back.toDouble(&backOk));
  if (!backOk || (!front.isEmpty() && !ok)) return std::nullopt;
  return value;
}

// A factor of a product; s alone needs no brackets.
QString factorText(const std::vector<double>& coefficients, const QString& variable) {
  if (coefficients.size() == 2 && coefficients[1] == 0) return variable;
  QStringList texts;
  for (double coefficient : coefficients) texts += QString::number(coefficient, 'g', 3);
  return u'(' + polynomialText(texts, variable) + u')';
}

// Whether a name of several letters stands at the end of `factor`, or a part of it is a quotient,
// and a letter follows.
bool needsSign(const QString& factor, const QString& other) {
  if (other.startsWith(u'(')) return false;
  const auto isOfName = [](QChar letter) { return letter.isLetterOrNumber() || letter == u'_'; };
  qsizetype first = factor.size();
  while (first > 0 && isOfName(factor[first - 1])) --first;
  const bool isName = factor.size() - first > 1 && !factor[first].isDigit();
  return isName || factor.contains(u'/');
}

}  // namespace

QString withRealMinus(QString text) { return text.replace(u'-', QChar(0x2212)); }

// In the unit in which the number is not below 1, from ns to s.
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

// A text that is no list is a list of itself.
QStringList textElements(const QString& text) {
  QStringList elements = listElements(text);
  if (elements.size() == 1 && elements.front().isEmpty()) return {};  // "[]"
  if (elements.isEmpty() && !text.isEmpty()) elements = QStringList(text);
  for (QString& element : elements) {
    if (element.size() >= 2 && element.startsWith(u'"') && element.endsWith(u'"')) {
      element = element.mid(1, element.size() - 2);
    }
  }
  return elements;
}

// All or nothing: with one expression among them nothing can be drawn.
std::vector<double> numberElements(const QString& text) {
  std::vector<double> values;
  for (const QString& element : textElements(text)) {
    bool ok = false;
    values.push_back(element.toDouble(&ok));
    if (!ok || !std::isfinite(values.back())) return {};
  }
  return values;
}

std::vector<std::vector<double>> numberRows(const QString& text) {
  std::vector<std::vector<double>> rows;
  for (const QString& row : listElements(text)) {
    rows.push_back(numberElements(row));
    if (rows.back().empty()) return {};
  }
  return rows;
}

QString shortNumber(double value) { return withRealMinus(QString::number(value, 'g', 3)); }

// Of a conjugate pair the root with the positive imaginary part makes the factor, and the other one
// is skipped.
QString factoredText(const QStringList& roots, const QString& variable) {
  QString text;
  for (const QString& root : roots) {
    const auto value = plainComplex(root);
    if (!value) return {};
    if (value->imag() == 0) text += factorText({1, -value->real()}, variable);
    if (value->imag() > 0) text += factorText({1, -2 * value->real(), std::norm(*value)}, variable);
  }
  return roots.isEmpty() ? QStringLiteral("1") : text;
}

QString productText(const QString& factor, const QString& other) {
  if (factor == u"1") return other;
  if (other == u"1") return withRealMinus(factor);
  const bool isSum = factor.mid(1).contains(u'+') || factor.mid(1).contains(u'-');
  if (isSum) return u'(' + withRealMinus(factor) + u')' + other;
  return withRealMinus(factor) + (needsSign(factor, other) ? QStringLiteral("*") : QString()) +
         other;
}

// Terms with a coefficient of 0 are left out, and a factor of 1 before a power; a sum stands in
// brackets.
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
    if (sum && !power.isEmpty()) {
      coefficient = u'(' + coefficient + u')';
    } else if (!isNumber && !power.isEmpty() && needsSign(coefficient, power)) {
      coefficient += u'*';
    }
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
