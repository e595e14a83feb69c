#pragma once

#include <QString>
#include <vector>

#include "gui/figures/figure.h"
#include "gui/figures/plot_tex.h"
#include "gui/responses/response_drawing.h"

namespace loopwright {

struct FigureOptions;

/// Why the view is empty, as the answer to a step of a response that grows; "" where it is not.
QString missingInView(const ResponsePicture& picture, ResponseView view);

/// A figure of a view, as plotFigure() makes one of a plot, with other responses behind. Without a
/// height, planes are higher than plots over time.
Figure responseFigure(const ResponsePicture& picture, ResponseView view,
                      const FigureOptions& options, const std::vector<ResponseBehind>& behind = {});

/// The same for PGFPlots, with its data beside it, as plotTex().
std::vector<NamedBytes> responseTex(const ResponsePicture& picture, ResponseView view,
                                    const FigureOptions& options, const QString& name,
                                    const std::vector<ResponseBehind>& behind = {});

}  // namespace loopwright
