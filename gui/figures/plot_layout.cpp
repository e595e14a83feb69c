#include "gui/figures/plot_layout.h"

#include <algorithm>
#include <numeric>

#include "gui/figures/figure.h"
#include "gui/figures/figure_options.h"
#include "gui/plots/plot_view.h"

namespace loopwright {

namespace {

constexpr double kGolden = 1.618033988749895;
constexpr double kFlat = 0.5;            // how high axes among others are, of their width
constexpr double kBetweenColumns = 1;    // in sizes
constexpr double kBetweenEntries = 1.2;  // of a legend, in sizes
constexpr double kBelowTexts = 0.6;      // from the quantity of a row to the next row, in sizes
constexpr double kLetterRow = 1.35;      // the room for a letter above the axes, in sizes

// Whether the names at the ends of curves would cover each other, or take too much of the width.
bool needsLegend(const PaperPlot& plot, const Figure& figure, const QSizeF& area) {
  if (!plot.right.empty()) return true;  // At the ends of curves there are numbers.
  const auto hasName = [](const auto& one) { return !one.name.isEmpty(); };
  if (!plot.bands.empty() || std::ranges::any_of(plot.marks, hasName)) return true;
  // In a plane curves end anywhere, and not at the right.
  if (!plot.isOverTime && std::ranges::any_of(plot.curves, hasName)) return true;
  std::vector<double> heights;
  for (const PaperCurve& curve : plot.curves) {
    if (curve.lines.empty() || curve.name.isEmpty()) continue;
    if (widthOf(figure, nameRuns(curve.name, curve.isSignal)) > 0.2 * area.width()) return true;
    heights.push_back(plot.y.partOf(curve.lines.back().back().y()) * area.height());
  }
  std::sort(heights.begin(), heights.end());
  for (size_t i = 1; i < heights.size(); ++i) {
    if (heights[i] - heights[i - 1] < 1.1 * figure.size) return true;
  }
  return false;
}

double sumOf(const std::vector<double>& lengths) {
  return std::accumulate(lengths.begin(), lengths.end(), 0.0);
}

// Plots in rows and columns. The room beside the axes follows from their texts, and the ticks, with
// their texts, from the room: the second time both fit each other.
class PlotGrid {
 public:
  PlotGrid(size_t numPlots, const PlotMaker& make, const FigureOptions& options, int before)
      : make_(make),
        options_(options),
        before_(before),
        figure_{options.font, options.textSize(), {}},
        line_(figure_.size) {
    const int count = static_cast<int>(numPlots);
    const FigureGrid grid = options.grid.value_or(FigureGrid{count, 1});
    columns_ = static_cast<size_t>(grid.columns);
    rows_ = (numPlots + columns_ - 1) / columns_;
    width_ = options.width.value_or(kColumnOfJournal);
    const double left = 4 * line_;
    const QSizeF room((width_ / grid.columns) - 5 * line_,
                      options.height.value_or(width_ / grid.columns / kGolden) - 3.5 * line_);
    const QRectF area(QPointF(left, 0.5 * line_), room.expandedTo(QSizeF(line_, line_)));
    for (int i = 0; i < count; ++i) {
      PlotLayout& layout = layouts_.emplace_back();
      layout.area = area;
      layout.width = width_;
    }
  }

  // Twice: how many ticks an axis has depends on its size, and its size on how wide the numbers at
  // the ticks are. The second round changes little more.
  std::vector<PlotLayout> layOut() {
    for (int round = 0; round < 2; ++round) {
      setPlots();
      chooseLegends();
      setRoom();
      setAreas();
    }
    setPlots();
    return std::move(layouts_);
  }

 private:
  size_t columnOf(size_t plot) const { return plot % columns_; }
  size_t rowOf(size_t plot) const { return plot / columns_; }

  // Makes each plot for the size of its axes; several have letters, (a), (b), ….
  void setPlots() {
    for (size_t i = 0; i < layouts_.size(); ++i) {
      PlotLayout& layout = layouts_[i];
      layout.plot = make_(i, layout.area.size());
      const int part = before_ + static_cast<int>(i);
      const bool isAlone = before_ == 0 && layouts_.size() == 1;
      layout.letter = isAlone || !layout.plot.hasLetter ? QString() : partLetter(part);
    }
    for (size_t i = 0; i < layouts_.size(); ++i) {
      layouts_[i].hasTimeTexts = !sharesTime(i, i + columns_);
    }
  }

  // Before the room that names and legends take is set, and never after it.
  void chooseLegends() {
    for (PlotLayout& layout : layouts_) {
      layout.hasLegend = needsLegend(layout.plot, figure_, layout.area.size());
    }
  }

  // Whether two plots stand below each other over the same time.
  bool sharesTime(size_t upper, size_t lower) const {
    if (lower >= layouts_.size()) return false;
    const PaperPlot& above = layouts_[upper].plot;
    const PaperPlot& below = layouts_[lower].plot;
    const PaperAxis& a = above.x;
    const PaperAxis& b = below.x;
    return above.isOverTime && below.isOverTime && a.label == b.label && a.lower == b.lower &&
           a.upper == b.upper;
  }

  // The room that texts need: in each column at the left and the right of the axes, in each row
  // above and below.
  void setRoom() {
    left_.assign(columns_, 0);
    right_.assign(columns_, 0);
    for (size_t i = 0; i < layouts_.size(); ++i) {
      double& left = left_[columnOf(i)];
      left = std::max(left, besideAxis(layouts_[i].plot.y, figure_));
      right_[columnOf(i)] = std::max(right_[columnOf(i)], rightOf(layouts_[i]));
    }
    const double columns = static_cast<double>(columns_);
    const double gaps = (columns - 1) * kBetweenColumns * line_;
    constexpr double kRounding = 0.5;
    const double free = width_ - sumOf(left_) - sumOf(right_) - gaps - kRounding;
    area_.setWidth(std::max(line_, free / columns));
    top_.assign(rows_, 0);
    bottom_.assign(rows_, 0);
    for (size_t i = 0; i < layouts_.size(); ++i) {
      top_[rowOf(i)] = std::max(top_[rowOf(i)], topOf(layouts_[i]));
      const bool hasRowBelow = layouts_[i].hasTimeTexts && rowOf(i) + 1 < rows_;
      const double below = hasRowBelow ? kBelowTexts * line_ : 0;
      bottom_[rowOf(i)] = std::max(bottom_[rowOf(i)], bottomOf(layouts_[i]) + below);
    }
    const double rows = static_cast<double>(rows_);
    double height = std::max(kFlat * area_.width(), std::min(longestQuantity(), area_.width()));
    if (rows_ == 1 && columns_ == 1) {
      height = std::max(height, width_ / kGolden - sumOf(top_) - sumOf(bottom_));
    }
    if (options_.height) height = (*options_.height - sumOf(top_) - sumOf(bottom_)) / rows;
    area_.setHeight(std::max(line_, height));
  }

  // How long what reads upwards beside the axes is: lower axes would leave it standing out, into
  // what the plots above and below have there.
  double longestQuantity() const {
    double longest = 0;
    for (const PlotLayout& layout : layouts_) {
      longest = std::max(longest, widthOf(figure_, quantityRuns(layout.plot.y.label)));
      for (const PaperAxis& axis : layout.plot.right) {
        longest = std::max(longest, widthOf(figure_, quantityRuns(axis.label)));
      }
    }
    return options_.tex ? (1 + FigureOptions::kWiderInTex) * longest : longest;
  }

  // Room for half of the last number below, for axes at the right, and for names of curves that
  // stand beside them, where there is no legend.
  double rightOf(const PlotLayout& layout) const {
    const PaperAxis& across = layout.plot.x;
    const std::vector<double>& ticks = across.ticks;
    double right = ticks.empty() ? 0 : widthOf(figure_, mathRuns(across.textAt(ticks.back()))) / 2;
    double axes = 0;
    for (const PaperAxis& axis : layout.plot.right) {
      axes += besideAxis(axis, figure_) + (axes > 0 ? kBetweenAxes : 0);
    }
    right = std::max(right, axes);
    for (const PaperCurve& curve : layout.plot.curves) {
      if (layout.hasLegend) break;
      const double name = widthOf(figure_, nameRuns(curve.name, curve.isSignal));
      if (name > 0) right = std::max(right, kBesideAxes + name);
    }
    return right;
  }

  // Room for the legend and the letter.
  double topOf(const PlotLayout& layout) const {
    double top = kAboveAxes * line_;
    if (layout.hasLegend) {
      top += heightOf(legendOf(layout.plot, figure_, area_.width(), options_.tex), figure_);
    }
    return layout.letter.isEmpty() ? top : std::max(top, kLetterRow * line_);
  }

  double bottomOf(const PlotLayout& layout) const {
    if (!layout.hasTimeTexts) return 0.5 * line_;
    return quantityBelow(line_) + Figure::kDescent * line_;
  }

  // All axes have one size, so that plots can be compared; each column and row has the room that
  // what stands around its axes needs.
  void setAreas() {
    QPointF corner;
    for (size_t i = 0; i < layouts_.size(); ++i) {
      const size_t column = columnOf(i);
      const size_t row = rowOf(i);
      if (column == 0) corner.setX(0);
      layouts_[i].corner = corner;
      layouts_[i].area = QRectF(corner + QPointF(left_[column], top_[row]), area_);
      corner.rx() += left_[column] + area_.width() + right_[column] + kBetweenColumns * line_;
      if (column + 1 == columns_) corner.ry() += top_[row] + area_.height() + bottom_[row];
    }
  }

  const PlotMaker& make_;
  const FigureOptions& options_;
  const int before_;     // parts of the figure
  const Figure figure_;  // whose font and size texts are measured by
  const double line_;    // a size
  size_t columns_ = 1;
  size_t rows_ = 1;
  double width_ = 0;
  std::vector<PlotLayout> layouts_;
  std::vector<double> left_, right_;  // of each column
  std::vector<double> top_, bottom_;  // of each row
  QSizeF area_;                       // of the axes of each plot
};

}  // namespace

QPointF PlotLayout::at(const QPointF& point) const { return at(point, plot.y); }

// Values grow upward, places on paper downward.
QPointF PlotLayout::at(const QPointF& point, const PaperAxis& values) const {
  return {area.left() + plot.x.partOf(point.x()) * area.width(),
          area.bottom() - values.partOf(point.y()) * area.height()};
}

// How much room numbers and label of an upright axis need beside it. The label is turned, so that
// it takes its height.
double besideAxis(const PaperAxis& axis, const Figure& figure) {
  double numbers = 0;
  for (const double tick : axis.ticks) {
    numbers = std::max(numbers, widthOf(figure, mathRuns(axis.textAt(tick))));
  }
  const double quantity =
      axis.label.isEmpty() ? 0 : (Figure::kAscent + Figure::kDescent) * figure.size + kBesideAxes;
  return quantity + numbers + kBesideAxes;
}

// A dollar sign without another one is what it is.
QStringList quantityParts(const QString& label) {
  const QStringList parts = label.split(u'$');
  return parts.size() % 2 == 1 ? parts : QStringList(label);
}

std::vector<MathRun> quantityRuns(const QString& label) {
  std::vector<MathRun> runs;
  bool isMath = false;
  for (const QString& part : quantityParts(label)) {
    const std::vector<MathRun> more =
        isMath ? mathRuns(part, true) : std::vector<MathRun>{MathRun{part}};
    if (!part.isEmpty()) runs.insert(runs.end(), more.begin(), more.end());
    isMath = !isMath;
  }
  return runs;
}

QString partLetter(int part) {
  return QStringLiteral("(%1)").arg(QChar(static_cast<char16_t>(u'a' + part)));
}

// From left to right, and on in the next row where the width ends. How much of it the axes give up
// in a document of TeX is known only when all texts have their room: the last part is left free.
std::vector<LegendEntry> legendOf(const PaperPlot& plot, const Figure& figure, double width,
                                  bool isTex) {
  std::vector<LegendEntry> entries;
  for (const PaperBand& band : plot.bands) {
    if (!band.name.isEmpty()) entries.push_back({nullptr, &band, nullptr});
  }
  for (const bool isBehind : {false, true}) {
    for (const PaperCurve& curve : plot.curves) {
      if (!curve.name.isEmpty() && curve.isBehind == isBehind) {
        entries.push_back({&curve, nullptr, nullptr});
      }
    }
  }
  for (const PaperMarks& marks : plot.marks) {
    if (!marks.name.isEmpty()) entries.push_back({nullptr, nullptr, &marks});
  }
  // Texts of TeX may be wider than they are measured here.
  constexpr double kSureInTex = 0.9;
  const double end = isTex ? kSureInTex * width : width;
  QPointF place(kBesideAxes, Figure::kAscent * figure.size);
  for (LegendEntry& entry : entries) {
    const double name = widthOf(figure, nameRuns(entry.name(), entry.isSignal()));
    const double whole =
        kLegendSample + kBesideAxes + (isTex ? (1 + FigureOptions::kWiderInTex) * name : name);
    if (place.x() > kBesideAxes && place.x() + whole > end) {
      place = QPointF(kBesideAxes, place.y() + kLegendRow * figure.size);
    }
    entry.place = place;
    place.rx() += whole + kBetweenEntries * figure.size;
  }
  return entries;
}

// The rows of the legend: the last entry tells in which row it stands.
double heightOf(const std::vector<LegendEntry>& legend, const Figure& figure) {
  if (legend.empty()) return 0;
  const double last = legend.back().place.y() - Figure::kAscent * figure.size;
  return last + kLegendRow * figure.size;
}

std::vector<PlotLayout> layoutPlots(const std::vector<PlotContent>& contents,
                                    const Recording& recording, double start, double end,
                                    const FigureOptions& options, int before,
                                    const std::vector<RunOverlay>* behind) {
  const auto make = [&](size_t plot, const QSizeF& size) {
    return makePaperPlot(contents[plot], recording, start, end, size, options.style, behind);
  };
  return layoutPaperPlots(contents.size(), make, options, before);
}

std::vector<PlotLayout> layoutPaperPlots(size_t count, const PlotMaker& make,
                                         const FigureOptions& options, int before) {
  return PlotGrid(count, make, options, before).layOut();
}

}  // namespace loopwright
