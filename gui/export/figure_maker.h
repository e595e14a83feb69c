#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "gui/figures/figure_options.h"
#include "gui/figures/plot_tex.h"

namespace loopwright {

class DiagramDocument;
class Recording;
struct FigureSetting;

/// What figures are made from: a diagram, and a run of it where they show plots.
struct FigureSource {
  DiagramDocument* document = nullptr;
  std::shared_ptr<const Recording> recording = nullptr;
  double start = 0;  ///< of the run, seconds
  double end = 0;
};

/// A figure as the files that it consists of, the figure itself first; their names are those from
/// the diagram's folder on. Where it could not be made, `problem` says why and there are no files.
struct MadeFigure {
  std::vector<NamedBytes> files;
  QString warning;  ///< that texts are smaller than asked; or ""
  QString problem;
};

/// Makes a figure as the setting says. The same source and setting give the same bytes, in the
/// editor as on the command line.
MadeFigure makeFigure(const FigureSource& source, const FigureSetting& setting);

/// Writes those files of a figure whose bytes differ from what `folder` has, so that the others
/// keep their times, and makes the folders that they lie in. All of them are written, or where one
/// cannot be, none. Returns "" or why it could not; `written` gets the paths of what was written.
QString writeFigure(const MadeFigure& figure, const QString& folder, QStringList* written);

}  // namespace loopwright
