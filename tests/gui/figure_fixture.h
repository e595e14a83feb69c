#pragma once

#include <QString>

#include "blocklib/registry.h"
#include "gui/document/diagram_document.h"
#include "gui/figures/diagram_figure.h"
#include "gui/figures/figure.h"
#include "gui/figures/figure_options.h"
#include "gui/scene/diagram_scene.h"

namespace loopwright {

/// The options of a figure for print.
inline FigureOptions paper(FigureOptionTexts texts = {}) {
  texts.style = QStringLiteral("paper");
  FigureOptions options;
  const QString problem = readFigureOptions(texts, &options);
  if (!problem.isEmpty()) qFatal("%s", qPrintable(problem));
  return options;
}

/// Opens a file whose diagram is right.
inline void openDiagram(const QString& path, DiagramDocument* document) {
  bool opened = false;
  document->open(path, &opened);
  if (!opened) qFatal("%s cannot be opened", qPrintable(path));
  document->finishCheck();
}

/// The figure of the top level of a file.
inline Figure figureOf(const QString& path, const FigureOptions& options, QString* warning) {
  DiagramDocument document(BuiltInBlocks());
  openDiagram(path, &document);
  const DiagramScene scene(&document);
  return diagramFigure(scene, options, warning);
}

}  // namespace loopwright
