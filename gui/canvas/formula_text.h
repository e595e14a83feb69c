#pragma once

#include <QString>
#include <QStringList>

namespace loopwright {

/// `text` with real minus signs in place of hyphens.
QString withRealMinus(QString text);

/// A time in seconds as people say it: `20 ms`, `1.5 s`, `50 µs`.
QString durationText(double seconds);

/// The elements of a list as typed, `[1, 2*m]`; empty where the text is no list.
QStringList listElements(const QString& text);

/// The polynomial with these coefficients, highest power first: `2s² + (a+b)s + 1`.
/// Coefficients that are the number 0 are left out.
QString polynomialText(const QStringList& coefficients, const QString& variable);

}  // namespace loopwright
