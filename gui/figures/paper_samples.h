#pragma once

#include <QSizeF>

#include "gui/figures/paper_plot.h"

namespace loopwright {

/// A histogram as it is printed on axes of a size, points: how many samples of each signal lie in
/// each bin, as one outline over all bins, which stands on the axis. That of a single signal is
/// filled in a pale grey (in the style of the screen a pale shade of its colour); several are told
/// apart as curves are, without areas that would hide each other. On a logarithmic axis of counts
/// the outline stands on half a sample, so that one sample is seen. The limits that the content
/// sets go before those of the bins. Signals that were not recorded are left out.
PaperPlot makeHistogramPlot(const PlotContent& content, const Recording& recording,
                            const QSizeF& size, FigureStyle style);

/// Spectra as makePaperPlot() describes them, on logarithmic axes.
PaperPlot makeSpectrumPlot(const PlotContent& content, const Recording& recording,
                           const QSizeF& size, FigureStyle style);

}  // namespace loopwright
