#pragma once

#include <QIcon>
#include <QPen>
#include <vector>

#include "gui/plots/plot_view.h"

namespace loopwright {

/// What a curve looks like.
struct CurveLook {
  QColor colour;
  CurveLine line = CurveLine::kSolid;  ///< never automatic
};

/// The looks of a plot's curves: no two are alike unless somebody has chosen so. A curve has the
/// colour of its wire where no curve before it has; every other takes the next that the plot does
/// not use yet. Behind the sixth, colours come again, with dashed lines, then dotted ones.
std::vector<CurveLook> curveLooks(const std::vector<CurveSetting>& curves);

/// The same of curves that show the samples of signals, which have no rate of their own: colours in
/// order.
std::vector<CurveLook> sampleLooks(std::vector<CurveSetting> curves);

/// The colours alone, as sample times of the theme; from the sixth number on they repeat.
std::vector<int> curveRates(const std::vector<CurveSetting>& curves);

/// A short piece of a line, for lists and tables.
QIcon lineIcon(const CurveLook& look);

/// Gives a pen the dashes of a line.
void setDashes(CurveLine line, QPen* pen);

}  // namespace loopwright
