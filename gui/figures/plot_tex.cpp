#include "gui/figures/plot_tex.h"

#include <QColor>
#include <QRegularExpression>
#include <QStringList>
#include <algorithm>

#include "engine/text/number_format.h"
#include "gui/figures/diagram_tikz.h"
#include "gui/figures/figure.h"
#include "gui/figures/figure_options.h"
#include "gui/figures/math_text.h"
#include "gui/figures/paper_plot.h"
#include "gui/figures/plot_figure.h"
#include "gui/figures/plot_layout.h"
#include "gui/plots/plot_view.h"

namespace loopwright {

namespace {

constexpr const char* kPlotStyles = R"(\ifdefined\lwpath\else\def\lwpath{}\fi%
\pgfplotsset{compat=newest}%
\providecommand{\lwplotstyle}[2]{%
  \pgfkeysifdefined{/pgfplots/lw/#1/.@cmd}{}{\pgfplotsset{lw/#1/.style={#2}}}}%
\lwplotstyle{curve}{line width=0.8pt, no marks}%
\lwplotstyle{band}{draw=none, no marks, area legend}%
\lwplotstyle{marks}{only marks, mark size=1.5pt, mark options={solid, line width=0.5pt}}%
\lwplotstyle{before}{lw/marks, mark=o, mark options={fill=white}, forget plot}%
\lwplotstyle{after}{lw/marks, mark=*, forget plot}%
\lwplotstyle{jump}{line width=0.3pt, dash pattern=on 0.8pt off 1.2pt, no marks, forget plot}%
)";

// The texts of a document may be wider than those of the figure that its picture is laid out as, by
// this part: fonts for small sizes are.
constexpr double kWiderTexts = 0.15;

// How high brackets of TeX's fonts are, in sizes: a little higher than letters.
constexpr double kBracket = 0.76;

// Between lines, where the curve is not drawn.
constexpr const char* kBreak = "nan nan\n";

// Every digit that the number needs to be read as the same one.
QByteArray value(double number) { return QByteArray::fromStdString(FormatNumber(number)); }

// TeX writes numbers in mathematics, where a hyphen is a minus.
QByteArray ticksOf(const QByteArray& axis, const std::vector<double>& ticks) {
  QByteArray places;
  QByteArray texts;
  for (const double tick : ticks) {
    const QByteArray separator = places.isEmpty() ? "" : ",";
    places += separator + value(tick);
    texts += separator + '$' + tickText(tick).replace(QChar(0x2212), u'-').toUtf8() + '$';
  }
  return "  " + axis + "tick={" + places + "}, " + axis + "ticklabels={" + texts + "},\n";
}

// The options of one axis; `name` is "x" or "y". Ticks are those of the figure, so both agree.
QByteArray axisOf(const QByteArray& name, const PaperAxis& axis) {
  const QByteArray mode = axis.isLogarithmic ? "  " + name + "mode=log,\n" : QByteArray();
  return mode + "  " + name + "label={" + escapeTex(axis.label).toUtf8() + "}, " + name +
         "min=" + value(axis.lower) + ", " + name + "max=" + value(axis.upper) + ",\n" +
         ticksOf(name, axis.ticks);
}

// The style of a curve, with the dashes and the grey that tell it from the others.
QByteArray lookOf(size_t curve) {
  QByteArray look = "lw/curve";
  bool isOn = true;
  QByteArray dashes;
  for (const qreal length : curveDashes(curve)) {
    dashes += (isOn ? " on " : " off ") + value(length) + "pt";
    isOn = !isOn;
  }
  if (!dashes.isEmpty()) look += ", dash pattern=" + dashes.trimmed();
  const int grey = 100 - qRound(curveInk(curve).redF() * 100);
  return look + ", black!" + QByteArray::number(grey);
}

// "x y" in each row, and a row of nan where the curve jumps: PGFPlots lifts its pen there.
QByteArray linesOf(const PaperCurve& curve) {
  QByteArray data;
  for (const QPolygonF& line : curve.lines) {
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
      : layouts_(layouts), options_(options), name_(name) {
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
    const double width = std::max(options_.textSize(), axes - kWiderTexts * beside / columns);
    return {(1 + kWiderTexts) * (layout.area.left() - before * axes) + before * width, width};
  }

  void writeAxes(const PlotLayout& layout) {
    const PaperPlot& plot = layout.plot;
    const auto [left, width] = spanOf(layout);
    const double beside = (1 + kWiderTexts) * (layout.area.left() - layout.corner.x());
    QByteArray quantity;  // where it stands: as far away in all plots of a column
    if (!layout.letter.isEmpty()) {
      const double line = layout.corner.y() + Figure::kAscent * options_.textSize();
      text_ += "\\node[anchor=base west, inner sep=0pt] at (" + value(left - beside) + "bp," +
               value(-line) + "bp) {" + layout.letter.toUtf8() + "};\n";
      quantity = "  ylabel style={at={(axis description cs:0,0.5)}, anchor=base, yshift=" +
                 value(beside - kBracket * options_.textSize()) + "bp},\n";
    }
    PaperAxis time = plot.x;
    if (!layout.hasTimeTexts) time.label.clear();
    text_ += "\\begin{axis}[at={(" + value(left) + "bp," + value(-layout.area.bottom()) +
             "bp)}, scale only axis, width=" + value(width) +
             "bp, height=" + value(layout.area.height()) +
             "bp,\n  axis lines=left, axis line style={-, line width=0.5pt}, tick align=inside,\n"
             "  tick style={black, line width=0.5pt}, scaled ticks=false, clip=false,\n"
             "  xlabel near ticks, ylabel near ticks, unbounded coords=jump,\n"
             "  label style={inner sep=0pt}, ticklabel style={inner sep=3bp},\n" +
             axisOf("x", time) + axisOf("y", plot.y) + quantity +
             (layout.hasTimeTexts ? "" : "  xticklabels=\\empty,\n") +
             (plot.bands.empty() ? "" : "  axis on top,\n") +
             "  legend columns=-1, legend cell align=left,\n"
             "  legend style={draw=none, fill=none, at={(0,1.02)}, anchor=south west,\n"
             "  /tikz/every even column/.append style={column sep=1em}}]\n";
    for (const PaperBand& band : plot.bands) writeBand(band);
    for (size_t i = 0; i < plot.curves.size(); ++i) {
      if (!plot.curves[i].lines.empty()) writeCurve(layout, i);
    }
    text_ += "\\end{axis}\n";
  }

  // Each part of it is an area with its edge in a file, which filling closes; the first one has the
  // entry in the legend.
  void writeBand(const PaperBand& band) {
    text_ += "% " + band.name.simplified().toUtf8() + '\n';
    bool isListed = !band.name.isEmpty();
    for (const QPolygonF& area : band.areas) {
      QByteArray data;
      for (const QPointF& point : area) data += value(point.x()) + ' ' + value(point.y()) + '\n';
      files_.emplace_back(name_ + QStringLiteral("-band-%1.dat").arg(++bands_), data);
      const int grey = 100 - qRound(band.fill.redF() * 100);
      text_ += "\\addplot[lw/band, fill=black!" + QByteArray::number(grey) +
               (isListed ? "" : ", forget plot") + "] table[x index=0, y index=1, header=false] " +
               "{\\lwpath " + files_.back().first.toUtf8() + "};\n";
      if (isListed) text_ += "\\addlegendentry{" + escapeTex(band.name).toUtf8() + "}\n";
      isListed = false;
    }
  }

  void writeCurve(const PlotLayout& layout, size_t index) {
    const PaperCurve& curve = layout.plot.curves[index];
    const QString base = name_ + u'-' + QString::number(++curves_);
    const QByteArray curveName = nameToTex(curve.name, true).toUtf8();
    text_ += "% " + curve.path.simplified().toUtf8() + '\n';
    files_.emplace_back(base + QStringLiteral(".dat"), linesOf(curve));
    text_ += plotCommand(lookOf(index), "x index=0, y index=1, header=false", files_.back().first);
    if (layout.hasLegend) text_ += "\\addlegendentry{" + curveName + "}\n";
    if (!curve.jumps.empty()) {
      files_.emplace_back(base + QStringLiteral("-jumps.dat"), jumpsOf(curve));
      text_ += plotCommand("lw/jump", "x index=0, y index=1, header=false", files_.back().first);
    }
    if (!curve.circles.empty()) {
      files_.emplace_back(base + QStringLiteral("-updates.dat"), updatesOf(curve));
      const QString& data = files_.back().first;
      text_ += plotCommand("lw/before", "x index=0, y index=1, header=false", data);
      text_ += plotCommand("lw/after", "x index=0, y index=2, header=false", data);
    }
    if (layout.hasLegend) return;
    const QPointF last = curve.lines.back().back();
    text_ +=
        "\\node[anchor=west, inner sep=0pt, xshift=3bp] at (axis cs:" + value(layout.plot.x.upper) +
        ',' + value(last.y()) + ") {" + curveName + "};\n";
  }

  const std::vector<PlotLayout>& layouts_;
  const FigureOptions& options_;
  const QString name_;
  int curves_ = 0;  // of all plots so far
  int bands_ = 0;   // likewise
  QByteArray text_;
  std::vector<NamedBytes> files_;
};

}  // namespace

std::vector<NamedBytes> plotTex(const std::vector<PlotContent>& contents,
                                const Recording& recording, double start, double end,
                                const FigureOptions& options, const QString& name, int before) {
  const FigureOptions ofTex = forTex(options);
  return texOfPlots(layoutPlots(contents, recording, start, end, ofTex, before), ofTex, name);
}

std::vector<NamedBytes> texOfPlots(const std::vector<PlotLayout>& layouts,
                                   const FigureOptions& options, const QString& name) {
  return PlotTexWriter(layouts, options, name).write();
}

}  // namespace loopwright
