#include "gui/figures/plot_tex.h"

#include <QColor>
#include <QRegularExpression>
#include <algorithm>
#include <utility>
#include <vector>

#include "engine/text/number_format.h"
#include "gui/figures/diagram_tikz.h"
#include "gui/figures/figure.h"
#include "gui/figures/figure_options.h"
#include "gui/figures/figure_tikz.h"
#include "gui/figures/math_text.h"
#include "gui/figures/paper_plot.h"
#include "gui/figures/plot_figure.h"
#include "gui/figures/plot_layout.h"
#include "gui/figures/span_texts.h"
#include "gui/plots/plot_view.h"

namespace loopwright {

namespace {

constexpr const char* kPlotStyles = R"(\ifdefined\lwpath\else\def\lwpath{}\fi%
\pgfplotsset{compat=newest}%
\providecommand{\lwplotstyle}[2]{%
  \pgfkeysifdefined{/pgfplots/lw/#1/.@cmd}{}{\pgfplotsset{lw/#1/.style={#2}}}}%
\lwplotstyle{curve}{line width=0.8pt, no marks}%
\lwplotstyle{band}{draw=none, no marks}%
\lwplotstyle{legend}{anchor=base west, inner sep=0pt}%
\lwplotstyle{marks}{only marks, mark size=1.5pt, mark options={solid, line width=0.5pt}}%
% As mark=o, but nothing goes through it.
\lwplotstyle{before}{lw/marks, mark=*, mark options={solid, line width=0.5pt, fill=white}, forget plot}%
\lwplotstyle{after}{lw/marks, mark=*, forget plot}%
\lwplotstyle{guide}{line width=0.35pt, dash pattern=on 0.8pt off 1.2pt, no marks, forget plot}%
\lwplotstyle{margin}{line width=0.9pt}%
\lwplotstyle{pole}{lw/marks, mark=x, mark size=3.5pt, mark options={line width=0.7pt}, forget plot}%
\lwplotstyle{zero}{lw/marks, mark=o, mark size=2.5pt, mark options={line width=0.7pt}, forget plot}%
\lwplotstyle{critical}{lw/marks, mark=+, mark size=2.5pt, mark options={line width=0.7pt}, forget plot}%
\lwplotstyle{cycle}{lw/marks, mark=*, forget plot}%
\lwplotstyle{jump}{line width=0.3pt, dash pattern=on 0.8pt off 1.2pt, no marks, forget plot}%
)";

// Between lines, where the curve is not drawn.
constexpr const char* kBreak = "nan nan\n";

// What is drawn of a file with points.
constexpr const char* kPointColumns = "x index=0, y index=1, header=false";

// Every digit that the number needs to be read as the same one.
QByteArray value(double number) { return QByteArray::fromStdString(FormatNumber(number)); }

// TeX writes numbers in mathematics.
QByteArray ticksOf(const QByteArray& name, const PaperAxis& axis) {
  QByteArray places;
  QByteArray texts;
  for (const double tick : axis.ticks) {
    const QByteArray separator = places.isEmpty() ? "" : ",";
    places += separator + value(tick);
    texts += separator + '$' + formulaToTex(axis.textAt(tick)).toUtf8() + '$';
  }
  QByteArray small;
  for (const double tick : axis.smallTicks) small += (small.isEmpty() ? "" : ",") + value(tick);
  if (!small.isEmpty()) small = "  minor " + name + "tick={" + small + "},\n";
  return "  " + name + "tick={" + places + "}, " + name + "ticklabels={" + texts + "},\n" + small;
}

// How lines, ticks and texts of axes look.
constexpr const char* kAxisLook =
    "  axis line style={-, line width=0.5pt}, tick align=inside,\n"
    "  tick style={black, line width=0.5pt}, scaled ticks=false, clip=false,\n"
    "  major tick length=3bp, minor tick length=1.8bp,\n"
    "  ylabel near ticks, unbounded coords=jump,\n"
    "  label style={inner sep=0pt}, xticklabel style={inner xsep=0pt, inner ysep=3bp},\n"
    "  yticklabel style={inner xsep=3bp, inner ysep=0pt},\n";

// A quantity with its mathematics, which passes through.
QByteArray quantityToTex(const QString& label) {
  QString text;
  bool isMath = false;
  for (const QString& part : quantityParts(label)) {
    if (!part.isEmpty()) text += isMath ? u'$' + part + u'$' : escapeTex(part);
    isMath = !isMath;
  }
  return text.toUtf8();
}

// The options of one axis; `name` is "x" or "y". Ticks are those of the figure, so both agree.
QByteArray axisOf(const QByteArray& name, const PaperAxis& axis) {
  const QByteArray mode = axis.isLogarithmic ? "  " + name + "mode=log,\n" : QByteArray();
  return mode + "  " + name + "label={" + quantityToTex(axis.label) + "}, " + name +
         "min=" + value(axis.lower) + ", " + name + "max=" + value(axis.upper) + ",\n" +
         ticksOf(name, axis);
}

// How black a colour is, in percent of black.
QByteArray greyOf(const QColor& colour) {
  return "black!" + QByteArray::number(100 - qRound(colour.redF() * 100));
}

// What follows a style in the options of a plot that has a colour of its own; "" for black.
QByteArray shadeOf(const QColor& ink) {
  return ink == QColor(Qt::black) ? QByteArray() : ", /tikz/color=" + greyOf(ink);
}

// The style of a curve, with the dashes and the grey that tell it from the others.
QByteArray lookOf(const PaperCurve& curve) {
  QByteArray look = "lw/curve";
  if (!curve.dashes.isEmpty()) look += ", dash pattern=" + tikzDashes(curve.dashes, "pt");
  if (curve.pen > 0) look += ", line width=" + value(curve.pen) + "pt";
  return look + ", " + greyOf(curve.ink);
}

// The style of marks, with their grey where they are not black.
QByteArray lookOf(const PaperMarks& marks) {
  static const QByteArray kMarkStyles[] = {"lw/pole", "lw/zero", "lw/critical", "lw/cycle"};
  const QByteArray& style = kMarkStyles[static_cast<std::size_t>(marks.form)];
  return style + shadeOf(marks.ink);
}

// "x y" in each row, and a row of nan where the curve jumps: PGFPlots lifts its pen there.
QByteArray rowsOf(const std::vector<QPolygonF>& lines) {
  QByteArray data;
  for (const QPolygonF& line : lines) {
    if (!data.isEmpty()) data += kBreak;
    for (const QPointF& point : line) data += value(point.x()) + ' ' + value(point.y()) + '\n';
  }
  return data;
}

// "time before after" in each row: the second column is drawn as ○, the third as ●.
QByteArray updatesOf(const PaperCurve& curve) {
  QByteArray data;
  for (const UpdatePoint& update : curve.circles) {
    data += value(update.time) + ' ' + value(update.before) + ' ' + value(update.after) + '\n';
  }
  return data;
}

// Two rows for the ends of each gap.
QByteArray jumpsOf(const PaperCurve& curve) {
  QByteArray data;
  for (const UpdatePoint& jump : curve.jumps) {
    if (!data.isEmpty()) data += kBreak;
    for (const double end : {jump.before, jump.after}) {
      data += value(jump.time) + ' ' + value(end) + '\n';
    }
  }
  return data;
}

// A place outside of axes, points.
QByteArray placeTex(double across, double up) {
  return '(' + value(across) + "bp," + value(up) + "bp)";
}

// `\lwpath ` is replaced by the folder that the document names; the space ends the command's name.
QByteArray plotCommand(const QByteArray& look, const QByteArray& columns, const QString& file) {
  return "\\addplot[" + look + "] table[" + columns + "] {\\lwpath " + file.toUtf8() + "};\n";
}

}  // namespace

QString texFileName(const QString& name) {
  static const QRegularExpression kRefused(QStringLiteral("[^A-Za-z0-9-]+"));
  QString plain = name;
  return plain.replace(kRefused, QStringLiteral("-"));
}

namespace {

// Writes the axes of plots into one picture, and the points of their curves into files beside it.
class PlotTexWriter {
 public:
  PlotTexWriter(const std::vector<PlotLayout>& layouts, const FigureOptions& options,
                const QString& name)
      : layouts_(layouts),
        options_(options),
        figure_{options.font, options.textSize(), {}},
        name_(name) {
    files_.emplace_back(name + QStringLiteral(".tex"), QByteArray());
  }

  // The picture first, then its data in the order in which the picture reads them.
  std::vector<NamedBytes> write() {
    text_ = kPlotStyles;
    text_ += "\\begin{tikzpicture}\n";
    for (const PlotLayout& layout : layouts_) writeAxes(layout);
    text_ += "\\end{tikzpicture}%\n";
    if (options_.standalone) text_ = standaloneTex(kPlotPackages, options_.textSize(), text_);
    files_.front().second = text_;
    return std::move(files_);
  }

 private:
  // Where axes begin and how wide they are. They give up as much of their width as texts may be
  // wider, in all columns alike.
  std::pair<double, double> spanOf(const PlotLayout& layout) const {
    double columns = 0;
    double before = 0;  // columns
    for (const PlotLayout& other : layouts_) {
      if (other.corner.y() != layouts_.front().corner.y()) break;
      if (other.area.left() < layout.area.left()) ++before;
      ++columns;
    }
    const double axes = layout.area.width();
    const double beside = std::max(0.0, layout.width - columns * axes);
    const double width =
        std::max(options_.textSize(), axes - FigureOptions::kWiderInTex * beside / columns);
    return {
        (1 + FigureOptions::kWiderInTex) * (layout.area.left() - before * axes) + before * width,
        width};
  }

  void writeAxes(const PlotLayout& layout) {
    const PaperPlot& plot = layout.plot;
    const auto [left, width] = spanOf(layout);
    const double beside =
        (1 + FigureOptions::kWiderInTex) * (layout.area.left() - layout.corner.x());
    // Where quantities stand: on one line in all plots of a row, as far away in all of a column.
    QByteArray quantity =
        "  xlabel style={at={(axis description cs:0.5,0)}, anchor=base, yshift=-" +
        value(quantityBelow(options_.textSize())) + "bp},\n";
    if (!layout.letter.isEmpty()) {
      const double line = layout.corner.y() + Figure::kAscent * options_.textSize();
      text_ += "\\node[anchor=base west, inner sep=0pt] at " + placeTex(left - beside, -line) +
               " {" + layout.letter.toUtf8() + "};\n";
    }
    if (layouts_.size() > 1) {
      quantity += "  ylabel style={at={(axis description cs:0,0.5)}, anchor=base, yshift=" +
                  value(beside - Figure::kAscent * options_.textSize()) + "bp},\n";
    }
    PaperAxis time = plot.x;
    if (!layout.hasTimeTexts) time.label.clear();
    text_ += "\\begin{axis}[" + placeOf(layout, left, width) + "  axis lines=left,\n" + kAxisLook +
             axisOf("x", time) + axisOf("y", plot.y) + quantity +
             (layout.hasTimeTexts ? "" : "  xticklabels=\\empty,\n") +
             (plot.bands.empty() ? "  axis on top=false]\n" : "  axis on top]\n");
    for (const PaperBand& band : plot.bands) writeBand(band);
    writeGuides(plot);
    drawn_.clear();
    writeCurves(layout, 0);
    if (plot.right.empty()) writeUpdatesOn(0);
    writeSpans(plot);
    for (const PaperMarks& marks : plot.marks) writeMarks(marks);
    text_ += "\\end{axis}\n";
    if (!plot.right.empty()) writeRightAxes(layout, left, width);
    writeSpanTexts(layout, left, width);
    if (layout.hasLegend) writeLegend(layout, left);
  }

  // Where axes are: their lower left corner and their size.
  static QByteArray placeOf(const PlotLayout& layout, double left, double width) {
    return "at={" + placeTex(left, -layout.area.bottom()) +
           "}, scale only axis, width=" + value(width) +
           "bp, height=" + value(layout.area.height()) + "bp,\n";
  }

  // Time along a further pair of axes, which has neither ticks nor numbers for it.
  static QByteArray timeOf(const PaperPlot& plot) {
    return "  xmin=" + value(plot.x.lower) + ", xmax=" + value(plot.x.upper) + ",\n";
  }

  // Axes over the first ones that are not seen, for what is on `axis`, which `writeContent` writes.
  template <typename WriteContent>
  void writeHidden(const PlotLayout& layout, double left, double width, const PaperAxis& axis,
                   WriteContent writeContent) {
    text_ += "\\begin{axis}[" + placeOf(layout, left, width) + "  hide axis, clip=false,\n" +
             "  unbounded coords=jump,\n" + timeOf(layout.plot) + axisOf("y", axis) +
             "  axis on top=false]\n";
    writeContent();
    text_ += "\\end{axis}\n";
  }

  // For each axis at the right two more pairs of axes over the first ones: hidden ones with the
  // curves, and empty ones whose right edge is seen, moved as far out as the axis stands. ○ and ●
  // of all come last, since what is in one pair of axes lies over all of those before.
  void writeRightAxes(const PlotLayout& layout, double left, double width) {
    const std::vector<PaperAxis>& axes = layout.plot.right;
    double outwards = 0;
    for (size_t i = 0; i < axes.size(); ++i) {
      writeHidden(layout, left, width, axes[i], [&] { writeCurves(layout, i + 1); });
      text_ += "\\begin{axis}[" + placeOf(layout, left + outwards, width) +
               "  axis y line*=right, axis x line=none,\n" + kAxisLook + timeOf(layout.plot) +
               axisOf("y", axes[i]) + "  axis on top=false]\n\\end{axis}\n";
      outwards += (1 + FigureOptions::kWiderInTex) * besideAxis(axes[i], figure_) + kBetweenAxes;
    }
    for (size_t i = 0; i <= axes.size(); ++i) {
      const bool hasAny = std::any_of(drawn_.begin(), drawn_.end(), [i](const auto& drawn) {
        return drawn.first->axis == i && !drawn.first->circles.empty();
      });
      if (!hasAny) continue;
      writeHidden(layout, left, width, i == 0 ? layout.plot.y : axes[i - 1],
                  [&] { writeUpdatesOn(i); });
    }
  }

  // Above the axes as in the figure: the styles of plots say how the samples look.
  void writeLegend(const PlotLayout& layout, double left) {
    const auto legend = legendOf(layout.plot, figure_, layout.area.width(), true);
    const double top = kAboveAxes * figure_.size + heightOf(legend, figure_) - layout.area.top();
    for (const LegendEntry& entry : legend) {
      const double x = left + entry.place.x();
      const double line = top - entry.place.y();
      const double half = entry.band != nullptr ? 0.35 * figure_.size : 0;
      const double middle = line + 0.3 * figure_.size;
      const QByteArray end = placeTex(x + kLegendSample, middle + half);
      if (entry.band != nullptr) {
        text_ += "\\fill[/pgfplots/lw/band, fill=" + greyOf(entry.band->fill) + "] " +
                 placeTex(x, middle - half) + " rectangle " + end + ";\n";
      } else if (entry.marks != nullptr) {
        // Outside of axes the keys of TikZ are not found from those of PGFPlots.
        text_ += "\\draw[/pgfplots/.cd, /pgfplots/.search also={/tikz}, " + lookOf(*entry.marks) +
                 "] plot coordinates {" + placeTex(x + kLegendSample / 2, middle) + "};\n";
      } else {
        text_ += "\\draw[/pgfplots/" + lookOf(*entry.curve) + "] " + placeTex(x, middle) + " -- " +
                 end + ";\n";
      }
      writeText(x + kLegendSample + kBesideAxes, line,
                nameToTex(entry.name(), entry.isSignal()).toUtf8());
    }
  }

  // A text beside a plot, from a place on its base line on.
  void writeText(double across, double up, const QByteArray& text) {
    text_ += "\\node[/pgfplots/lw/legend] at " + placeTex(across, up) + " {" + text + "};\n";
  }

  // Plots points, which are in a file of their own.
  void plotFile(const QByteArray& look, const QString& file, const QByteArray& data) {
    files_.emplace_back(file, data);
    text_ += plotCommand(look, kPointColumns, file);
  }

  // The lines that help to read a plot are in one file.
  void writeGuides(const PaperPlot& plot) {
    const QByteArray data = rowsOf(plot.guides);
    if (data.isEmpty()) return;
    plotFile("lw/guide", name_ + QStringLiteral("-guides-%1.dat").arg(++guides_), data);
  }

  // In the axes' own units, so that they end on the curves.
  void writeSpans(const PaperPlot& plot) {
    const auto place = [](const QPointF& point) {
      return QString::fromUtf8(value(point.x()) + ',' + value(point.y()));
    };
    static const QString kLine =
        QStringLiteral("\\draw[/pgfplots/lw/margin] (axis cs:%1) -- (axis cs:%2);\n");
    for (const PaperSpan& span : plot.spans) {
      if (span.from == span.to) continue;
      text_ += kLine.arg(place(span.from), place(span.to)).toUtf8();
    }
  }

  // Where the figure has them, as far along the axes as these became narrower.
  void writeSpanTexts(const PlotLayout& layout, double left, double width) {
    const auto places = placeSpanTexts(layout, figure_, FigureOptions::kWiderInTex);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const double part = (places[i].x() - layout.area.left()) / layout.area.width();
      writeText(left + part * width, -places[i].y(),
                nameToTex(layout.plot.spans[i].text, false).toUtf8());
    }
  }

  void writeMarks(const PaperMarks& marks) {
    if (marks.places.empty()) return;
    QByteArray places;
    for (const QPointF& place : marks.places) {
      places += '(' + value(place.x()) + ',' + value(place.y()) + ") ";
    }
    text_ += "\\addplot[" + lookOf(marks) + "] coordinates {" + places.trimmed() + "};\n";
  }

  // Each part of it is an area with its edge in a file, which filling closes.
  void writeBand(const PaperBand& band) {
    text_ += "% " + band.name.simplified().toUtf8() + '\n';
    for (const QPolygonF& area : band.areas) {
      plotFile("lw/band, fill=" + greyOf(band.fill),
               name_ + QStringLiteral("-band-%1.dat").arg(++bands_), rowsOf({area}));
    }
  }

  // The curves that are on an axis of values, by its number. The files of a curve have its number
  // among those of all plots.
  void writeCurves(const PlotLayout& layout, size_t axis) {
    for (const PaperCurve& curve : layout.plot.curves) {
      if (curve.axis != axis || curve.lines.empty()) continue;
      drawn_.emplace_back(&curve, name_ + u'-' + QString::number(++curves_));
      writeCurve(layout, curve, drawn_.back().second);
    }
  }

  // ○ and ● of these curves, which lie over the lines of all.
  void writeUpdatesOn(size_t axis) {
    for (const auto& [curve, base] : drawn_) {
      if (curve->axis == axis) writeUpdates(*curve, base);
    }
  }

  // Its lines, the gaps between them, and its name at its end.
  void writeCurve(const PlotLayout& layout, const PaperCurve& curve, const QString& base) {
    text_ += "% " + curve.path.simplified().toUtf8() + '\n';
    plotFile(lookOf(curve), base + QStringLiteral(".dat"), rowsOf(curve.lines));
    if (!curve.jumps.empty()) {
      plotFile("lw/jump" + shadeOf(curve.ink), base + QStringLiteral("-jumps.dat"), jumpsOf(curve));
    }
    if (layout.hasLegend || curve.name.isEmpty()) return;
    const QPointF last = curve.lines.back().back();
    text_ +=
        "\\node[anchor=west, inner sep=0pt, xshift=3bp] at (axis cs:" + value(layout.plot.x.upper) +
        ',' + value(last.y()) + ") {" + nameToTex(curve.name, curve.isSignal).toUtf8() + "};\n";
  }

  void writeUpdates(const PaperCurve& curve, const QString& base) {
    if (curve.circles.empty()) return;
    text_ += "% " + curve.path.simplified().toUtf8() + ", updates\n";
    const QString file = base + QStringLiteral("-updates.dat");
    const QByteArray shade = shadeOf(curve.ink);
    plotFile("lw/before" + shade, file, updatesOf(curve));
    text_ += plotCommand("lw/after" + shade, "x index=0, y index=2, header=false", file);
  }

  const std::vector<PlotLayout>& layouts_;
  const FigureOptions& options_;
  const Figure figure_;  // whose font and size texts are measured by
  const QString name_;
  int curves_ = 0;  // of all plots so far
  int bands_ = 0;   // likewise
  int guides_ = 0;  // likewise: the plots that have some
  QByteArray text_;
  std::vector<std::pair<const PaperCurve*, QString>> drawn_;  // of this plot, and their files
  std::vector<NamedBytes> files_;
};

}  // namespace

std::vector<NamedBytes> plotTex(const std::vector<PlotContent>& contents,
                                const Recording& recording, double start, double end,
                                const FigureOptions& options, const QString& name, int before,
                                const std::vector<RunOverlay>* behind) {
  const FigureOptions ofTex = forTex(options);
  return texOfPlots(layoutPlots(contents, recording, start, end, ofTex, before, behind), ofTex,
                    name);
}

std::vector<NamedBytes> texOfPlots(const std::vector<PlotLayout>& layouts,
                                   const FigureOptions& options, const QString& name) {
  return PlotTexWriter(layouts, options, name).write();
}

}  // namespace loopwright
