#include "gui/plots/curve_look.h"

#include <QPainter>
#include <QPixmap>
#include <algorithm>
#include <set>

#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kPeriodicColours = 5;

}  // namespace

// Each curve has the colour of its wire's rate, as long as no other curve of the plot has it.
// Others take the first colours that are free, so that curves can be told apart.
std::vector<int> curveRates(const std::vector<CurveSetting>& curves) {
  std::vector<std::optional<int>> own;
  std::set<int> used;
  for (const CurveSetting& curve : curves) {
    std::optional<int> rate = curve.discrete ? curve.rate : Theme::kContinuousRate;
    if (rate && *rate >= 0) *rate %= kPeriodicColours;
    // Constants are muted on the canvas; a curve is not.
    if (rate == Theme::kConstantRate) rate.reset();
    if (rate && !used.insert(*rate).second) rate.reset();
    own.push_back(rate);
  }
  std::vector<int> rates;
  int next = 0;
  for (const std::optional<int>& rate : own) {
    while (!rate && used.count(next) > 0) ++next;
    rates.push_back(rate ? *rate : next++);
  }
  return rates;
}

// When the colours are used up they come again with dashes. What the user chose goes before that.
std::vector<CurveLook> curveLooks(const std::vector<CurveSetting>& curves) {
  constexpr CurveLine kLines[] = {CurveLine::kSolid, CurveLine::kDash, CurveLine::kDot,
                                  CurveLine::kDashDot};
  const std::vector<int> rates = curveRates(curves);
  std::vector<CurveLook> looks;
  for (size_t i = 0; i < curves.size(); ++i) {
    const size_t round = std::max(0, rates[i]) / kPeriodicColours;
    CurveLook look{Theme::current().sampleTimeColour(rates[i]), kLines[round % std::size(kLines)]};
    if (curves[i].colour.isValid()) look = {curves[i].colour, CurveLine::kSolid};
    if (curves[i].line != CurveLine::kAutomatic) look.line = curves[i].line;
    looks.push_back(look);
  }
  return looks;
}

std::vector<CurveLook> sampleLooks(std::vector<CurveSetting> curves) {
  for (CurveSetting& curve : curves) {
    curve.discrete = true;
    curve.rate.reset();
  }
  return curveLooks(curves);
}

// A short piece of the line, for menus and tables.
QIcon lineIcon(const CurveLook& look) {
  constexpr int kWidth = 22;
  constexpr int kEnd = 17;   // what is left of the width keeps the name beside it apart
  constexpr int kScale = 2;  // for sharp screens
  QPixmap picture(kScale * kWidth, kScale * kWidth);
  picture.setDevicePixelRatio(kScale);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  QPen pen(look.colour, 2, Qt::SolidLine, Qt::FlatCap);
  setDashes(look.line, &pen);
  painter.setPen(pen);
  painter.drawLine(QPointF(1, kWidth / 2.0), QPointF(kEnd, kWidth / 2.0));
  return QIcon(picture);
}

// Dashes of each kind of line, whose lengths Qt counts in widths of the pen.
void setDashes(CurveLine line, QPen* pen) {
  switch (line) {
    case CurveLine::kAutomatic:
    case CurveLine::kSolid:
      return;
    case CurveLine::kDash:
      return pen->setDashPattern({5, 3});
    case CurveLine::kDot:
      return pen->setDashPattern({1, 2.5});
    case CurveLine::kDashDot:
      return pen->setDashPattern({6, 2.5, 1, 2.5});
  }
}

}  // namespace loopwright
