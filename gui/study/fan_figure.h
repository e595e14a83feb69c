#pragma once

#include <QString>
#include <vector>

#include "gui/figures/figure.h"
#include "gui/figures/paper_plot.h"
#include "gui/figures/plot_tex.h"
#include "gui/study/study_picture.h"

namespace loopwright {

struct FigureOptions;

/// The fan of a signal as it is printed on axes of a size, points: the bands that hold 98, 90 and
/// 50 % of the runs, the confidence of the mean, and the mean. Where updates make the runs jump the
/// mean has ○ and ●, where there is room for them. `quantity` is what the values are.
PaperPlot makeFanPlot(const std::vector<FanPoint>& fan, const QString& quantity, const QSizeF& size,
                      FigureStyle style);

/// A figure of it, as plotFigure() makes one of a plot.
Figure fanFigure(const std::vector<FanPoint>& fan, const QString& quantity,
                 const FigureOptions& options);

/// The same for PGFPlots, with its data beside it, as plotTex().
std::vector<NamedBytes> fanTex(const std::vector<FanPoint>& fan, const QString& quantity,
                               const FigureOptions& options, const QString& name);

}  // namespace loopwright
