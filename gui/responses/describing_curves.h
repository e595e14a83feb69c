#pragma once

#include <vector>

#include "gui/figures/paper_plot.h"

namespace loopwright {

struct ResponsePicture;

/// −1/N(A) of the blocks that a loop goes through, for its Nyquist plot in print: a curve of each,
/// with its name, dots where L crosses it, and beside these the amplitude and the frequency of the
/// limit cycle that is predicted there.
struct DescribingCurves {
  std::vector<PaperCurve> curves;
  PaperMarks cycles{PaperMark::kCycle, {}};
  std::vector<PaperSpan> texts;  ///< spans without a length, one for each dot
};

DescribingCurves describingCurves(const ResponsePicture& picture, FigureStyle style);

}  // namespace loopwright
