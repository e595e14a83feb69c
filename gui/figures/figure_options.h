#pragma once

#include <QString>
#include <QStringList>
#include <optional>

namespace loopwright {

/// How a picture looks: as on the screen, the same in black, or as a journal sets it.
enum class FigureStyle { kScreen, kMono, kPaper };

/// How wide a figure is where nobody asks for another width, points: as a column of a journal.
inline constexpr double kColumnOfJournal = 88.9 * 72 / 25.4;

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
  std::optional<double> fontSize;                 ///< points; none: see textSize()
  QString font;                                   ///< the family of its texts
  bool names = false;                             ///< whether blocks have their names beside them
  bool standalone = false;                        ///< of TeX: a document of its own
  bool tex = false;                               ///< TikZ, or PGFPlots, instead of pictures
  std::optional<FigureGrid> grid = std::nullopt;  ///< plots in one figure; none: one in each

  /// The size of texts, points. Figures of TeX have texts in the document's size, for which room is
  /// left: that of most documents, and of LaTeX's classes where they are not told another.
  double textSize() const { return fontSize.value_or(tex ? kTexSize : kPrintSize); }
  static constexpr double kPrintSize = 8;
  static constexpr double kTexSize = 10;
  /// Texts of a document of TeX may be wider than those of the figure that its picture is laid out
  /// as, by this part: fonts for small sizes are.
  static constexpr double kWiderInTex = 0.15;
};

/// The same options for a figure of TeX, which is black on white whatever the style is.
FigureOptions forTex(FigureOptions options);

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

/// The family that figures have where none is asked for: that of TeX where it is there, and that of
/// the screen in the styles of the screen.
QString defaultFigureFont(FigureStyle style);

}  // namespace loopwright
