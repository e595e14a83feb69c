#pragma once

#include <QByteArray>
#include <QString>

#include "gui/figures/paper_diagram.h"

namespace loopwright {

class DiagramScene;
struct FigureOptions;

/// A level of a diagram as a TikZ picture for `\input`, which needs `\usepackage{tikz}` and
/// `\usetikzlibrary{arrows.meta}`. Blocks are nodes that are called as in the diagram and grow with
/// their texts; wires run between the nodes' anchors and keep their corners; every look is a style
/// (`lw/block`, `lw/wire`, ...) that a document may define before. Lengths are in `\lwunit`, a
/// point unless the document sets it. With `options.standalone` it is a document of its own, as
/// large as the picture. A `warning` says how small texts are where it does not fit into the width.
/// `values` as of diagramFigure().
QByteArray diagramTikz(const DiagramScene& scene, const FigureOptions& options, QString* warning,
                       const InstantValues& values = {});

/// What the preamble of a document with such a picture has.
inline constexpr const char* kDiagramPackages =
    "\\usepackage{tikz}\n\\usetikzlibrary{arrows.meta}\n";

/// A document that prints nothing but `body`, on a page of its size, with `packages` in its
/// preamble and texts of `fontSize` points.
QByteArray standaloneTex(const QByteArray& packages, double fontSize, const QByteArray& body);

}  // namespace loopwright
