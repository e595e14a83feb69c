#include "gui/figures/figure_options.h"

#include <QFontDatabase>
#include <array>
#include <utility>

namespace loopwright {

namespace {

constexpr double kPointsPerMm = 72 / 25.4;
constexpr double kLeastFont = 4;
constexpr double kLargestFont = 72;
constexpr double kLeastLength = 10;  // mm
constexpr double kLargestLength = 2000;

// The widths of columns, mm, as journals ask for them.
constexpr std::array<std::pair<const char*, double>, 7> kWidths = {{{"ieee", 88.9},
                                                                    {"ieee-wide", 182},
                                                                    {"elsevier", 90},
                                                                    {"elsevier-wide", 190},
                                                                    {"springer", 84},
                                                                    {"springer-wide", 174},
                                                                    {"beamer", 128}}};

constexpr std::array<std::pair<const char*, FigureStyle>, 3> kStyles = {
    {{"screen", FigureStyle::kScreen},
     {"paper", FigureStyle::kPaper},
     {"mono", FigureStyle::kMono}}};

// The names of a table as an error lists them: "screen, paper, mono".
template <typename Table>
QString namesOf(const Table& table) {
  QStringList names;
  for (const auto& [name, value] : table) names += QLatin1String(name);
  return names.join(QStringLiteral(", "));
}

// A number within a range; nothing for any other text.
std::optional<double> numberIn(const QString& text, double least, double most) {
  bool isNumber = false;
  const double value = text.toDouble(&isNumber);
  if (!isNumber || !(value >= least && value <= most)) return std::nullopt;
  return value;
}

// A journal's name or mm. Returns "" or what would be right.
QString readWidth(const QString& text, FigureOptions* options) {
  for (const auto& [name, mm] : kWidths) {
    if (text == QLatin1String(name)) options->width = mm * kPointsPerMm;
  }
  if (options->width) return {};
  const auto mm = numberIn(text, kLeastLength, kLargestLength);
  if (!mm) {
    return QStringLiteral("--width: '%1' is neither a width in mm (%2 to %3) nor one of %4")
        .arg(text, QString::number(kLeastLength), QString::number(kLargestLength),
             namesOf(kWidths));
  }
  options->width = *mm * kPointsPerMm;
  return {};
}

// Families are found without regard to case, and called as the system calls them.
QString readFont(const QString& text, FigureOptions* options) {
  options->font = defaultFigureFont();
  if (text.isEmpty()) return {};
  for (const QString& family : QFontDatabase::families()) {
    if (family.compare(text, Qt::CaseInsensitive) != 0) continue;
    options->font = family;
    return {};
  }
  return QStringLiteral("--font: there is no font '%1' (there are: %2)")
      .arg(text, QFontDatabase::families().join(QStringLiteral(", ")));
}

}  // namespace

// Latin Modern is what TeX sets mathematics in, so a figure agrees with the formulas around it.
QString defaultFigureFont() {
  const QString ofTex = QStringLiteral("LM Roman 10");
  return QFontDatabase::hasFamily(ofTex) ? ofTex : QStringLiteral("DejaVu Serif");
}

// The first text that is wrong is told; those after it are not looked at.
QString readFigureOptions(const FigureOptionTexts& texts, FigureOptions* options) {
  bool isKnown = texts.style.isEmpty();
  for (const auto& [name, style] : kStyles) {
    if (texts.style != QLatin1String(name)) continue;
    options->style = style;
    isKnown = true;
  }
  if (!isKnown) {
    return QStringLiteral("--style: there is no style '%1' (there are: %2)")
        .arg(texts.style, namesOf(kStyles));
  }
  if (!texts.format.isEmpty() && texts.format != u"pictures" && texts.format != u"tex") {
    return QStringLiteral("--format: there is no format '%1' (there are: pictures, tex)")
        .arg(texts.format);
  }
  options->tex = texts.format == u"tex";
  if (!texts.width.isEmpty()) {
    QString problem = readWidth(texts.width, options);
    if (!problem.isEmpty()) return problem;
  }
  if (!texts.height.isEmpty()) {
    const auto mm = numberIn(texts.height, kLeastLength, kLargestLength);
    if (!mm) {
      return QStringLiteral("--height: '%1' is no height in mm (%2 to %3)")
          .arg(texts.height, QString::number(kLeastLength), QString::number(kLargestLength));
    }
    options->height = *mm * kPointsPerMm;
  }
  if (!texts.fontSize.isEmpty()) {
    const auto points = numberIn(texts.fontSize, kLeastFont, kLargestFont);
    if (!points) {
      return QStringLiteral("--font-size: '%1' is no size in points (%2 to %3)")
          .arg(texts.fontSize, QString::number(kLeastFont), QString::number(kLargestFont));
    }
    options->fontSize = *points;
  }
  return readFont(texts.font, options);
}

}  // namespace loopwright
