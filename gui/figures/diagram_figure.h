#pragma once

#include <QString>

#include "gui/figures/figure.h"
#include "gui/figures/paper_diagram.h"

namespace loopwright {

class DiagramScene;
struct FigureOptions;

/// A level of a diagram in the style `paper`: black on white, lines of 0.6 pt, arrows of 4 pt, sums
/// as circles with their signs beside them, formulas and names of signals as mathematics, sample
/// times by dashes and a label where they begin.
///
/// It is no wider than asked: first the empty room between blocks becomes less, then everything
/// becomes smaller, and `warning` says how small texts are then. `set` gets what was drawn, with
/// the places of its texts. With `values` each signal has its value at an instant beside it, or
/// both, ○ before and ● after the updates there, and the instant stands below.
Figure diagramFigure(const DiagramScene& scene, const FigureOptions& options, QString* warning,
                     const InstantValues& values = {}, PaperDiagram* set = nullptr);

}  // namespace loopwright
