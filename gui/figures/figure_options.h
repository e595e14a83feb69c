#pragma once

#include <QString>
#include <QStringList>
#include <optional>

namespace loopwright {

/// How a picture looks: as on the screen, the same in black, or as a journal sets it.
enum class FigureStyle { kScreen, kMono, kPaper };

/// Rows and columns of plots in one figure.
struct FigureGrid {
  int rows = 1;
  int columns = 1;
};

/// What was asked of a figure.
struct FigureOptions {
  FigureStyle style = FigureStyle::kScreen;
  std::optional<double> width;                    ///< points; none: as wide as it is
  std::optional<double> height;                   ///< points; none: a plot's by the golden ratio
  double fontSize = 8;                            ///< points
  QString font;                                   ///< the family of its texts
  bool names = false;                             ///< whether blocks have their names beside them
  bool standalone = false;                        ///< of TeX: a document of its own
  bool tex = false;                               ///< plots for PGFPlots instead of pictures
  std::optional<FigureGrid> grid = std::nullopt;  ///< plots in one figure; none: one in each
};

/// The texts of the command line's options for figures; an empty one was not given.
struct FigureOptionTexts {
  QString style;        ///< screen, paper or mono
  QString width;        ///< mm, or the name of a journal's column
  QString height;       ///< mm
  QString fontSize;     ///< points
  QString font;         ///< a family
  QString format;       ///< of plots: pictures or tex
  QString layout = {};  ///< of plots in one figure: "2x1"
};

/// Reads them into `options`. Returns "" or what is wrong with which and what would be right.
QString readFigureOptions(const FigureOptionTexts& texts, FigureOptions* options);

/// Looks for a font family, whatever its case, into `options`. Returns "" or that there is none,
/// with the families that there are.
QString findFigureFont(const QString& family, FigureOptions* options);

/// The family that figures have where none is asked for: that of TeX where it is there.
QString defaultFigureFont();

}  // namespace loopwright
