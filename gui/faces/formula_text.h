#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace loopwright {

/// `text` with real minus signs in place of hyphens.
QString withRealMinus(QString text);

/// A time in seconds as people say it: `20 ms`, `1.5 s`, `50 µs`.
QString durationText(double seconds);

/// The elements of a list as typed, each without the quotes of a text (see listElements()).
QStringList textElements(const QString& text);

/// The elements of a list where all of them are plain numbers; a number alone is a list of one.
std::vector<double> numberElements(const QString& text);

/// The rows of a matrix as typed, `[[1, 2], [3, 4]]`; nothing where one is no list of plain
/// numbers.
std::vector<std::vector<double>> numberRows(const QString& text);

/// A number as a formula shows it: up to three digits, with a real minus sign.
QString shortNumber(double value);

/// The product of (v − root) over the roots, conjugate pairs as quadratics: `(s + 1)(s² + 2s + 2)`.
/// Empty roots give `1`; roots that are no plain numbers give an empty text.
QString factoredText(const QStringList& roots, const QString& variable);

/// The product of two texts: "0.5s", "s" of 1 and "s", a sum in brackets, "(a+b)s", and a sign in
/// between where they would be read as one word or a quotient has no end, "hour*s", "k/m*s". Before
/// "1" the factor stands alone.
QString productText(const QString& factor, const QString& other);

/// The polynomial with these coefficients, highest power first: `2s² + (a+b)s + 1`.
/// Coefficients that are the number 0 are left out.
QString polynomialText(const QStringList& coefficients, const QString& variable);

}  // namespace loopwright
