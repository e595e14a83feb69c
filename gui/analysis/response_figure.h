#pragma once

#include <QString>
#include <cstddef>
#include <vector>

#include "gui/analysis/response_plot.h"
#include "gui/figures/figure.h"
#include "gui/figures/paper_plot.h"
#include "gui/figures/plot_tex.h"

namespace loopwright {

struct FigureOptions;

/// A view of a response as it is printed on axes of a size, points. `part` is 0, or of a Bode plot
/// 0 for the gain and 1 for the phase, which stands below it. Of a loop the gain and phase margins
/// are marked in Bode and Nichols plots and the point −1 in Nyquist and Nichols plots; poles and
/// zeros have the boundary of stability with them, and of a loop the branches of its root locus. A
/// plane has equal units across and up. Beside a lens its hold is drawn, and lines stand where the
/// bands begin that sampling folds down. A step jumps with ○ and ● as a signal does.
PaperPlot makeResponsePlot(const ResponsePicture& picture, ResponseView view, std::size_t part,
                           const QSizeF& size, FigureStyle style);

/// Why the view is empty, as the answer to a step of a response that grows; "" where it is not.
QString missingInView(const ResponsePicture& picture, ResponseView view);

/// A figure of it, as plotFigure() makes one of a plot. Without a height, planes are higher than
/// plots over time.
Figure responseFigure(const ResponsePicture& picture, ResponseView view,
                      const FigureOptions& options);

/// The same for PGFPlots, with its data beside it, as plotTex().
std::vector<NamedBytes> responseTex(const ResponsePicture& picture, ResponseView view,
                                    const FigureOptions& options, const QString& name);

}  // namespace loopwright
