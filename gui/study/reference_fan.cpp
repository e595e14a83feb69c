#include "gui/study/reference_fan.h"

#include "gui/samples/study_look.h"
#include "gui/study/fan_band.h"

namespace loopwright {

namespace {

constexpr int kReferenceAlpha = 40;
constexpr double kEdgeWidth = 1;
constexpr double kReferenceWidth = 1.4;
constexpr std::size_t kFrom = 1, kTo = 4;  // the quantiles that 90 % of the runs are between

}  // namespace

// A kept study behind the present one, in one band and a line. It enters the legend only while
// there is one.
ReferenceFan::ReferenceFan(QCustomPlot* plot)
    : band_(new QCPCurve(plot->xAxis, plot->yAxis)), mean_(plot->addGraph()) {
  band_->removeFromLegend();
  mean_->removeFromLegend();
}

void ReferenceFan::style() {
  const QColor grey = Theme::current().muted;
  band_->setPen(QPen(grey, kEdgeWidth));
  band_->setBrush(withAlpha(grey, kReferenceAlpha));
  mean_->setPen(QPen(grey, kReferenceWidth));
}

// Only the band of 90 % is drawn: two fans with all their bands on top of each other could not be
// read. `fan` is empty where no study is kept.
void ReferenceFan::set(const std::vector<FanPoint>& fan, const QString& name) {
  drawBand(
      fan, [](const FanPoint& point) { return point.quantiles[kFrom]; },
      [](const FanPoint& point) { return point.quantiles[kTo]; }, band_);
  drawMean(fan, mean_);
  mean_->setName(name);
  fan.empty() ? mean_->removeFromLegend() : mean_->addToLegend();
}

}  // namespace loopwright
