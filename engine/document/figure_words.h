#pragma once

#include <string_view>
#include <utility>

namespace loopwright {

// The words and limits of figures, as files and the command line both take them.

/// How a figure looks: as in the editor, the same in black, or set for print.
inline constexpr std::string_view kFigureStyles[] = {"screen", "paper", "mono"};

/// What a figure shows: the diagram, the plots of its run, the diagram above its plots, the diagram
/// with the values that its signals have at an instant of the run, the phases of the run's steps in
/// lanes, the fan of a signal in all runs of the study, or a view of an analysis.
inline constexpr std::string_view kFigureContents[] = {"diagram",  "plots", "both",    "instant",
                                                       "timeline", "study", "analysis"};

/// The endings that the name of a figure's file may have; they choose its format.
inline constexpr std::string_view kFigureSuffixes[] = {".pdf", ".svg", ".png", ".tex"};

/// The widths of columns in mm, by the names of the journals that ask for them.
inline constexpr std::pair<std::string_view, double> kColumnWidths[] = {
    {"ieee", 88.9},   {"ieee-wide", 182},     {"elsevier", 90}, {"elsevier-wide", 190},
    {"springer", 84}, {"springer-wide", 174}, {"beamer", 128}};

inline constexpr double kLeastFigureLength = 10;  ///< mm
inline constexpr double kLargestFigureLength = 2000;
inline constexpr double kLeastFigureFont = 4;  ///< points
inline constexpr double kLargestFigureFont = 72;
inline constexpr int kMostFigurePlaces = 9;   ///< rows, and columns, of plots in a figure
inline constexpr int kMostFigurePaths = 100;  ///< single runs of a study in a figure

/// Rows and columns of "2x1", each from 1 to kMostFigurePlaces; {0, 0} where a text is neither.
constexpr std::pair<int, int> FigureLayoutOf(std::string_view text) {
  if (text.size() != 3 || text[1] != 'x') return {0, 0};
  const int rows = text[0] - '0';
  const int columns = text[2] - '0';
  const bool is_right =
      rows >= 1 && rows <= kMostFigurePlaces && columns >= 1 && columns <= kMostFigurePlaces;
  return is_right ? std::pair(rows, columns) : std::pair(0, 0);
}

}  // namespace loopwright
