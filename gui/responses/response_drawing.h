#pragma once

#include <QString>
#include <cstddef>
#include <memory>
#include <vector>

#include "gui/analysis/response_plot.h"
#include "gui/figures/paper_plot.h"

namespace loopwright {

/// Another response that stands behind the one that is shown: an earlier one, or that of a variant.
struct ResponseBehind {
  QString name;  ///< in the legend
  std::shared_ptr<const ResponsePicture> picture;
};

/// A view of a response as it is printed on axes of a size, points. `part` is 0, or of a Bode plot
/// 0 for the gain and 1 for the phase, which stands below it. Of a loop the gain and phase margins
/// are marked in Bode and Nichols plots and the point −1 in Nyquist and Nichols plots; poles and
/// zeros have the boundary of stability with them, and of a loop the branches of its root locus. A
/// plane has equal units across and up. Beside a lens its hold is drawn, and lines stand where the
/// bands begin that sampling folds down. A step jumps with ○ and ● as a signal does.
/// Responses behind are pale, without ○ and ● and without margins; of poles and zeros they show
/// their poles, where those are in the same plane, s or z.
PaperPlot makeResponsePlot(const ResponsePicture& picture, ResponseView view, std::size_t part,
                           const QSizeF& size, FigureStyle style,
                           const std::vector<ResponseBehind>& behind = {});

}  // namespace loopwright
