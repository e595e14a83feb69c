#include "gui/figures/figure_options.h"

#include <QCoreApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <iterator>

#include "engine/document/figure_words.h"
#include "gui/document/qt_text.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kPointsPerMm = 72 / 25.4;

// In the order of kFigureStyles.
constexpr FigureStyle kStyles[] = {FigureStyle::kScreen, FigureStyle::kPaper, FigureStyle::kMono};

// A number within a range, in units that are `unit` points, into `points`; nothing where there is
// no text. Returns "" or `problem`, with the text and the range in it.
QString readLength(const QString& text, double least, double most, double unit,
                   const QString& problem, std::optional<double>* points) {
  if (text.isEmpty()) return {};
  bool isNumber = false;
  const double value = text.toDouble(&isNumber);
  if (!isNumber || !(value >= least && value <= most)) {
    return problem.arg(text, QString::number(least), QString::number(most));
  }
  *points = value * unit;
  return {};
}

// The style that a word names. Returns "" or the words that there are.
QString readStyle(const QString& text, FigureOptions* options) {
  QStringList names;
  for (size_t i = 0; i < std::size(kStyles); ++i) {
    names += toQt(kFigureStyles[i]);
    if (text == names.back()) options->style = kStyles[i];
  }
  if (text.isEmpty() || names.contains(text)) return {};
  return QStringLiteral("--style: there is no style '%1' (there are: %2)")
      .arg(text, names.join(QStringLiteral(", ")));
}

// A journal's name or mm. Returns "" or what would be right.
QString readWidth(const QString& text, FigureOptions* options) {
  QStringList names;
  for (const auto& [name, mm] : kColumnWidths) {
    names += toQt(name);
    if (text == names.back()) options->width = mm * kPointsPerMm;
  }
  if (options->width) return {};
  return readLength(
      text, kLeastFigureLength, kLargestFigureLength, kPointsPerMm,
      QStringLiteral("--width: '%1' is neither a width in mm (%2 to %3) nor one of %4")
          .replace(QStringLiteral("%4"), names.join(QStringLiteral(", "))),
      &options->width);
}

// Rows and columns of plots.
QString readLayout(const QString& text, FigureOptions* options) {
  if (text.isEmpty()) return {};
  const auto [rows, columns] = FigureLayoutOf(text.toStdString());
  if (rows == 0) {
    return QStringLiteral("--figure: '%1' is no layout, rows and columns from 1x1 to 9x9")
        .arg(text);
  }
  options->grid = FigureGrid{rows, columns};
  return {};
}

}  // namespace

// Latin Modern is what TeX sets mathematics in, so a figure agrees with the formulas around it.
QString defaultFigureFont(FigureStyle style) {
  if (style != FigureStyle::kPaper) return QFontInfo(diagramFont(12)).family();
  const QString ofTex = QStringLiteral("LM Roman 10");
  return QFontDatabase::hasFamily(ofTex) ? ofTex : QStringLiteral("DejaVu Serif");
}

FigureOptions forTex(FigureOptions options) {
  const bool isUsual = options.font == defaultFigureFont(options.style);
  options.style = FigureStyle::kPaper;
  options.tex = true;
  if (isUsual) options.font = defaultFigureFont(options.style);
  return options;
}

// Families are called as the system calls them.
QString findFigureFont(const QString& family, FigureOptions* options) {
  for (const QString& known : QFontDatabase::families()) {
    if (known.compare(family, Qt::CaseInsensitive) != 0) continue;
    options->font = known;
    return {};
  }
  return QCoreApplication::translate("Export", "there is no font '%1' (there are: %2)")
      .arg(family, QFontDatabase::families().join(QStringLiteral(", ")));
}

// The first text that is wrong is told; those after it are not looked at.
QString readFigureOptions(const FigureOptionTexts& texts, FigureOptions* options) {
  QString problem = readStyle(texts.style, options);
  if (!problem.isEmpty()) return problem;
  if (!texts.format.isEmpty() && texts.format != u"pictures" && texts.format != u"tex") {
    return QStringLiteral("--format: there is no format '%1' (there are: pictures, tex)")
        .arg(texts.format);
  }
  options->tex = texts.format == u"tex";
  problem = readWidth(texts.width, options);
  if (problem.isEmpty()) {
    problem = readLength(texts.height, kLeastFigureLength, kLargestFigureLength, kPointsPerMm,
                         QStringLiteral("--height: '%1' is no height in mm (%2 to %3)"),
                         &options->height);
  }
  if (problem.isEmpty()) {
    problem = readLength(texts.fontSize, kLeastFigureFont, kLargestFigureFont, 1,
                         QStringLiteral("--font-size: '%1' is no size in points (%2 to %3)"),
                         &options->fontSize);
  }
  if (problem.isEmpty()) problem = readLayout(texts.layout, options);
  if (!problem.isEmpty()) return problem;
  options->font = defaultFigureFont(options->tex ? FigureStyle::kPaper : options->style);
  if (texts.font.isEmpty()) return {};
  problem = findFigureFont(texts.font, options);
  return problem.isEmpty() ? QString() : QStringLiteral("--font: ") + problem;
}

}  // namespace loopwright
