#pragma once

#include <vector>

#include "gui/plots/plot_style.h"
#include "gui/study/study_picture.h"

namespace loopwright {

/// Draws a band of a fan as one closed shape: along its upper edge, and back along the lower one.
/// `lower` and `upper` say where these are at a point.
template <typename Lower, typename Upper>
void drawBand(const std::vector<FanPoint>& fan, const Lower& lower, const Upper& upper,
              QCPCurve* band) {
  QVector<QCPCurveData> points;
  for (const FanPoint& point : fan) {
    points.append({double(points.size()), point.time, upper(point)});
  }
  for (auto point = fan.rbegin(); point != fan.rend(); ++point) {
    points.append({double(points.size()), point->time, lower(*point)});
  }
  band->data()->set(points, true);
}

/// Draws the mean of a fan.
inline void drawMean(const std::vector<FanPoint>& fan, QCPGraph* mean) {
  QVector<double> times, means;
  for (const FanPoint& point : fan) {
    times += point.time;
    means += point.mean;
  }
  mean->setData(times, means, true);
}

}  // namespace loopwright
