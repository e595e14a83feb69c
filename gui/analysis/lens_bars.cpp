#include "gui/analysis/lens_bars.h"

#include <QCoreApplication>
#include <QSharedPointer>
#include <QString>
#include <QVector>
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "engine/analysis/response_picture.h"
#include "gui/analysis/response_axes.h"
#include "gui/plots/readout_overlay.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

// Whose texts these are, for translators.
class LensBars {
  Q_DECLARE_TR_FUNCTIONS(LensBars)
};

constexpr double kBarWidth = 0.08;  // of a sampling frequency
constexpr float kOthers = 0.4F;     // how much of the colour the other frequencies have

// −2ωₛ, −ωₛ, 0, ...
QString shiftText(int n) {
  if (n == 0) return QStringLiteral("0");
  const QString sign = n < 0 ? QStringLiteral("−") : QString();
  const QString count = std::abs(n) == 1 ? QString() : QString::number(std::abs(n));
  return sign + count + QStringLiteral("ωₛ");
}

QCPItemText* addText(QCPAxisRect* axes, const QString& text, const QColor& colour) {
  auto* const label = new QCPItemText(axes->parentPlot());
  label->position->setAxes(axes->axis(QCPAxis::atBottom), axes->axis(QCPAxis::atLeft));
  label->position->setAxisRect(axes);
  label->setText(text);
  label->setColor(colour);
  label->setClipAxisRect(axes);
  return label;
}

// At a place of the axes, 0 to 1 from their upper left corner.
void putInto(QCPItemText* label, double across, double down, Qt::Alignment alignment) {
  label->position->setType(QCPItemPosition::ptAxisRectRatio);
  label->position->setCoords(across, down);
  label->setPositionAlignment(alignment);
}

void addBar(QCPAxisRect* axes, int n, double height, QColor colour) {
  auto* const bar = new QCPBars(axes->axis(QCPAxis::atBottom), axes->axis(QCPAxis::atLeft));
  bar->setWidth(kBarWidth);
  bar->setPen(Qt::NoPen);
  bar->setBrush(colour);
  bar->addData(n, height);
}

// What comes out at ω, beside its bar.
void addOwnText(QCPAxisRect* axes, const ResponsePicture& picture, std::size_t index,
                const QColor& ink) {
  constexpr int kDecimals = 1;
  const double gain = std::abs(picture.lens[index]);
  QCPItemText* const label = addText(
      axes,
      LensBars::tr("%1, %2° of which the hold %3°")
          .arg(formatReadout(gain), QString::number(picture.lens_phase[index], 'f', kDecimals),
               QString::number(picture.hold_phase[index], 'f', kDecimals)),
      ink);
  label->position->setCoords(kBarWidth, gain);
  label->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

}  // namespace

int addLensBars(QCPAxisRect* axes, const ResponsePicture& picture, std::size_t index,
                bool isStale) {
  const Theme& theme = Theme::current();
  const QColor ink = inkOf(theme.ink, isStale), muted = inkOf(theme.muted, isStale);
  if (picture.lens.empty()) {
    putInto(addText(axes, LensBars::tr("The lens is that of a response through samplers."), muted),
            0.5, 0.5, Qt::AlignCenter);
    return 0;
  }
  QColor others = inkOf(theme.accent, isStale);
  others.setAlphaF(others.alphaF() * kOthers);
  double highest = std::abs(picture.lens[index]);
  addBar(axes, 0, highest, inkOf(theme.accent, isStale));
  int farthest = 0;
  QSharedPointer<QCPAxisTickerText> ticks(new QCPAxisTickerText);
  ticks->addTick(0, shiftText(0));
  for (const auto& [n, values] : picture.lens_aliases) {
    addBar(axes, n, std::abs(values[index]), others);
    highest = std::max(highest, std::abs(values[index]));
    farthest = std::max(farthest, std::abs(n));
    ticks->addTick(n, shiftText(n));
  }
  addOwnText(axes, picture, index, ink);
  const QString what = LensBars::tr("What ω = %1 rad/s at the input makes at the output")
                           .arg(formatReadout(picture.frequencies[index]));
  putInto(addText(axes, what, muted), 0.02, 0.02, Qt::AlignLeft | Qt::AlignTop);
  constexpr double kHalfStep = 0.5, kRoomAbove = 1.3;  // for the line of text
  QCPAxis* const across = axes->axis(QCPAxis::atBottom);
  across->setTicker(ticks);
  across->setRange(-farthest - kHalfStep, farthest + kHalfStep);
  across->setLabel(LensBars::tr("ω + n ωₛ, rad/s"));
  QCPAxis* const up = axes->axis(QCPAxis::atLeft);
  up->setRange(0, std::isfinite(highest) && highest > 0 ? highest * kRoomAbove : 1);
  up->setLabel(LensBars::tr("gain"));
  return static_cast<int>(picture.lens_aliases.size()) + 1;
}

}  // namespace loopwright
