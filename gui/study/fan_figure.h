#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "gui/figures/figure.h"
#include "gui/figures/paper_plot.h"
#include "gui/figures/plot_tex.h"
#include "gui/study/study_picture.h"

namespace loopwright {

struct EnsembleTheory;
struct FigureOptions;

/// What a figure of a fan shows.
struct FanContent {
  std::vector<FanPoint> fan;
  QString quantity;  ///< what the values are
  /// Single runs: of each the values at the points of the fan, as pathOf() has them.
  std::vector<std::vector<double>> paths = {};
  /// Mean, and two standard deviations to both sides; null: nothing.
  std::shared_ptr<const EnsembleTheory> theory = nullptr;
  /// Another study behind it, what 90 % of its runs do and their mean; empty: none.
  std::vector<FanPoint> kept = {};
  QString keptName = {};
};

/// The fan of a signal as it is printed on axes of a size, points: the bands that hold 98, 90 and
/// 50 % of the runs, the confidence of the mean, and the mean. Where updates make the runs jump the
/// mean has ○ and ●, where there is room for them, and so have the lines of theory. On paper the
/// kept study is drawn by its edges, as opaque bands would hide each other.
PaperPlot makeFanPlot(const FanContent& content, const QSizeF& size, FigureStyle style);

/// A figure of it, as plotFigure() makes one of a plot.
Figure fanFigure(const FanContent& content, const FigureOptions& options);

/// The same for PGFPlots, with its data beside it, as plotTex().
std::vector<NamedBytes> fanTex(const FanContent& content, const FigureOptions& options,
                               const QString& name);

}  // namespace loopwright
