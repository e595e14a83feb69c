#include "gui/figures/plot_tex.h"

#include <QColor>
#include <QRegularExpression>
#include <QStringList>
#include <algorithm>

#include "engine/text/number_format.h"
#include "gui/figures/diagram_tikz.h"
#include "gui/figures/figure_options.h"
#include "gui/figures/math_text.h"
#include "gui/figures/paper_plot.h"
#include "gui/figures/plot_figure.h"

namespace loopwright {

namespace {

constexpr const char* kPlotStyles = R"(\ifdefined\lwpath\else\def\lwpath{}\fi%
\pgfplotsset{compat=newest}%
\providecommand{\lwplotstyle}[2]{%
  \pgfkeysifdefined{/pgfplots/lw/#1/.@cmd}{}{\pgfplotsset{lw/#1/.style={#2}}}}%
\lwplotstyle{curve}{line width=0.8pt, no marks}%
\lwplotstyle{marks}{only marks, mark size=1.5pt, mark options={solid, line width=0.5pt}}%
\lwplotstyle{before}{lw/marks, mark=o, mark options={fill=white}, forget plot}%
\lwplotstyle{after}{lw/marks, mark=*, forget plot}%
\lwplotstyle{jump}{line width=0.3pt, dash pattern=on 0.8pt off 1.2pt, no marks, forget plot}%
)";

// The texts of a document may be wider than those of the figure that its picture is laid out as, by
// this part: fonts for small sizes are.
constexpr double kWiderTexts = 0.15;

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

// The picture first, then its data in the order in which the picture reads them.
std::vector<NamedBytes> plotTex(const PlotContent& content, const Recording& recording,
                                double start, double end, const FigureOptions& options,
                                const QString& name) {
  const PlotLayout layout = layoutPlot(content, recording, start, end, options);
  const PaperPlot& plot = layout.plot;
  std::vector<NamedBytes> files{{name + QStringLiteral(".tex"), {}}};
  QByteArray text = kPlotStyles;
  const double beside = std::max(0.0, layout.width - layout.area.width());
  const double width = std::max(options.fontSize, layout.area.width() - kWiderTexts * beside);
  text += "\\begin{tikzpicture}\n\\begin{axis}[scale only axis, width=" + value(width) +
          "bp, height=" + value(layout.area.height()) +
          "bp,\n  axis lines=left, axis line style={-, line width=0.5pt}, tick align=inside,\n"
          "  tick style={black, line width=0.5pt}, clip=false,\n"
          "  xlabel near ticks, ylabel near ticks, unbounded coords=jump,\n"
          "  label style={inner sep=0pt}, ticklabel style={inner sep=3bp},\n" +
          axisOf("x", plot.x) + axisOf("y", plot.y) +
          "  legend columns=-1, legend cell align=left,\n"
          "  legend style={draw=none, fill=none, at={(0,1.02)}, anchor=south west}]\n";
  for (size_t i = 0; i < plot.curves.size(); ++i) {
    const PaperCurve& curve = plot.curves[i];
    if (curve.lines.empty()) continue;
    const QString base = name + u'-' + QString::number(i + 1);
    const QByteArray curveName = nameToTex(curve.name, true).toUtf8();
    text += "% " + curve.path.simplified().toUtf8() + '\n';
    files.emplace_back(base + QStringLiteral(".dat"), linesOf(curve));
    text += plotCommand(lookOf(i), "x index=0, y index=1, header=false", files.back().first);
    if (layout.hasLegend) text += "\\addlegendentry{" + curveName + "}\n";
    if (!curve.jumps.empty()) {
      files.emplace_back(base + QStringLiteral("-jumps.dat"), jumpsOf(curve));
      text += plotCommand("lw/jump", "x index=0, y index=1, header=false", files.back().first);
    }
    if (!curve.circles.empty()) {
      files.emplace_back(base + QStringLiteral("-updates.dat"), updatesOf(curve));
      const QString& data = files.back().first;
      text += plotCommand("lw/before", "x index=0, y index=1, header=false", data);
      text += plotCommand("lw/after", "x index=0, y index=2, header=false", data);
    }
    if (layout.hasLegend) continue;
    const QPointF last = curve.lines.back().back();
    text += "\\node[anchor=west, inner sep=0pt, xshift=3bp] at (axis cs:" + value(plot.x.upper) +
            ',' + value(last.y()) + ") {" + curveName + "};\n";
  }
  text += "\\end{axis}\n\\end{tikzpicture}%\n";
  if (options.standalone) {
    text = standaloneTex("\\usepackage{pgfplots}\n", options.fontSize, text);
  }
  files.front().second = text;
  return files;
}

}  // namespace loopwright
