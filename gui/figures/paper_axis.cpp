#include "gui/figures/paper_axis.h"

#include <QStringList>
#include <algorithm>
#include <cmath>
#include <utility>

namespace loopwright {

namespace {

constexpr double kMostTicks = 1000;  // the powers of ten that numbers have are fewer
constexpr std::size_t kEnoughTicks = 3;

// A step of 1, 2 or 5 times a power of ten, so that a range has at most `most` of them.
double stepFor(double range, double most) {
  const double least = range / std::max(most, 1.0);
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

// Multiples of `step` between two limits. Zero is zero, not what rounding leaves.
std::vector<double> multiplesOf(double step, double lower, double upper) {
  const double first = std::ceil(lower / step - 1e-9);
  const double count = std::floor(upper / step + 1e-9) - first + 1;
  std::vector<double> multiples;
  if (!(count <= kMostTicks)) return multiples;
  for (int i = 0; i < count; ++i) {
    const double k = first + i;
    multiples.push_back(k == 0 ? 0 : k * step);
  }
  return multiples;
}

// At most about `most` ticks, by the steps of the axis where one gives as many as are enough.
std::vector<double> ticksBySteps(const PaperAxis& axis, double most) {
  for (const double step : axis.steps) {
    if ((axis.upper - axis.lower) / step > most) continue;
    std::vector<double> ticks = multiplesOf(step, axis.lower, axis.upper);
    if (ticks.size() >= kEnoughTicks) return ticks;
  }
  return linearTicks(axis.lower, axis.upper, most);
}

// The products of powers of ten and these factors on an axis.
std::vector<double> productsOn(const PaperAxis& axis, const std::vector<double>& factors) {
  std::vector<double> products;
  const double first = std::floor(std::log10(axis.lower));
  const double last = std::ceil(std::log10(axis.upper));
  if (!(last - first <= kMostTicks)) return products;
  for (double power = first; power <= last; ++power) {
    for (const double factor : factors) {
      const double tick = factor * std::pow(10, power);
      const bool isOn = tick >= axis.lower * (1 - 1e-9) && tick <= axis.upper * (1 + 1e-9);
      if (isOn) products.push_back(tick);
    }
  }
  return products;
}

// Of many powers of ten every second, third, ... has a number. On an axis with fewer than two there
// are 2 and 5 between them as well.
void setLogarithmicTicks(double length, double room, PaperAxis* axis) {
  constexpr std::size_t kTwo = 2;
  constexpr double kWithSmall = 12;  // points that a decade needs for ticks within it
  const double lower = std::log10(axis->lower);
  const double upper = std::log10(axis->upper);
  const double decade = length / std::max(1.0, upper - lower);
  // A tick for every power of ten, or for every second, third, … where decades are short.
  const double each = std::max(1.0, std::ceil(room / decade - 1e-9));
  axis->ticks = multiplesOf(each, lower, upper);
  for (double& tick : axis->ticks) tick = std::pow(10, tick);
  if (axis->ticks.size() < kTwo) axis->ticks = productsOn(*axis, {1, 2, 5});
  if (each > 1) {
    axis->smallTicks = productsOn(*axis, {1});
  } else if (decade >= kWithSmall) {
    axis->smallTicks = productsOn(*axis, {2, 3, 4, 5, 6, 7, 8, 9});
  }
  std::erase_if(axis->smallTicks, [axis](double small) {
    return std::any_of(axis->ticks.begin(), axis->ticks.end(),
                       [small](double tick) { return std::abs(small - tick) < 1e-9 * tick; });
  });
}

// The digits before the point in groups of three, where there are more than four.
QString grouped(QString digits) {
  constexpr qsizetype kGroup = 3;
  const qsizetype first = digits.startsWith(u'-') ? 1 : 0;
  const qsizetype point = digits.contains(u'.') ? digits.indexOf(u'.') : digits.size();
  if (point - first <= kGroup + 1) return digits;
  for (qsizetype i = point - kGroup; i > first; i -= kGroup) digits.insert(i, QChar(0xa0));
  return digits;
}

// A power of ten as it is raised: "-5" gives "10⁻⁵".
QString powerOfTen(int exponent) {
  static const QString kRaisedDigits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
  QString text = QStringLiteral("10");
  for (const QChar letter : QString::number(exponent)) {
    text += letter == u'-' ? QChar(0x207b) : kRaisedDigits[letter.digitValue()];
  }
  return text;
}

}  // namespace

// Values that a logarithmic axis cannot show lie far below it, and are cut off there.
double PaperAxis::partOf(double value) const {
  if (!isLogarithmic) return (value - lower) / (upper - lower);
  return std::log(std::max(value, 1e-300) / lower) / std::log(upper / lower);
}

// Numbers such as 0.01 and 100 are read at a glance; beyond, and then on the whole axis, exponents
// are.
QString PaperAxis::textAt(double tick) const {
  constexpr double kPlainFrom = 0.0099, kPlainTo = 1001;
  const bool isShort = ticks.empty() || (ticks.front() > kPlainFrom && ticks.back() < kPlainTo);
  const double power = std::round(std::log10(std::abs(tick)));
  const bool isPower = tick > 0 && std::abs(tick / std::pow(10, power) - 1) < 1e-9;
  return isLogarithmic && !isShort && isPower ? powerOfTen(static_cast<int>(power))
                                              : tickText(tick);
}

void setTicks(double length, const TickRoom& room, PaperAxis* axis) {
  axis->smallTicks.clear();
  if (axis->isLogarithmic) return setLogarithmicTicks(length, room.decade, axis);
  axis->ticks = ticksBySteps(*axis, length / room.usual);
  if (axis->ticks.size() >= kEnoughTicks) return;
  std::vector<double> closer = ticksBySteps(*axis, length / room.least);
  if (closer.size() > axis->ticks.size()) axis->ticks = std::move(closer);
}

std::vector<double> linearTicks(double lower, double upper, double most) {
  return multiplesOf(stepFor(upper - lower, most), lower, upper);
}

QString tickText(double value) {
  const QStringList parts = QString::number(value, 'g', 6).split(u'e');
  QString text = grouped(parts.front());
  if (parts.size() == 2) {
    const QString sign = text.startsWith(u'-') ? QStringLiteral("-") : QString();
    const bool isPower = text == sign + u'1';
    const QString power = powerOfTen(parts.back().toInt());
    text = isPower ? sign + power : text + QChar(0xb7) + power;
  }
  return text.replace(u'-', QChar(0x2212));
}

}  // namespace loopwright
