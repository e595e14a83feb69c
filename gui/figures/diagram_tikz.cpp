#include "gui/figures/diagram_tikz.h"

#include <QHash>
#include <QSet>
#include <cmath>

#include "gui/figures/diagram_figure.h"
#include "gui/figures/figure.h"
#include "gui/figures/figure_options.h"
#include "gui/figures/figure_tikz.h"
#include "gui/figures/paper_diagram.h"
#include "gui/scene/block_item.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

// The looks; a document that has defined one of them keeps its own.
constexpr const char* kTikzStyles =
    R"(\ifdefined\lwunit\else\newlength{\lwunit}\global\lwunit=1pt\fi%
\providecommand{\lwstyle}[2]{%
  \pgfkeysifdefined{/tikz/lw/#1/.@cmd}{}{\tikzset{lw/#1/.style={#2}}}}%
\lwstyle{picture}{x=\lwunit, y=\lwunit, line width=0.6pt, >={Latex[length=4pt, width=2.8pt]}}%
\lwstyle{node}{draw, fill=white, inner sep=2.5pt, outer sep=0pt, align=center}%
\lwstyle{block}{lw/node, shape=rectangle}%
\lwstyle{sum}{lw/node, shape=circle, inner sep=0pt}%
\lwstyle{pill}{lw/node, shape=rectangle, rounded corners=5pt}%
\lwstyle{gain}{draw, fill=white}%
\lwstyle{text}{inner sep=0pt, outer sep=0pt}%
\lwstyle{wire}{draw, ->}%
\lwstyle{dot}{fill}%
\lwstyle{label}{lw/text, align=center}%
\lwstyle{value}{lw/text, align=left}%
\lwstyle{instant}{lw/text}%
\lwstyle{sign}{lw/text}%
\lwstyle{name}{lw/text}%
\lwstyle{period}{lw/text}%
\lwstyle{title}{lw/text}%
\lwstyle{face}{line width=0.5pt}%
\lwstyle{frame}{draw, dash pattern=on 3pt off 2pt, line width=0.4pt}%
\lwstyle{note}{inner sep=0pt, outer sep=0pt, anchor=north west, align=left}%
\providecommand{\lwbefore}{\tikz[baseline=-0.34em]{%
  \draw[line width=0.5pt] (0.2em,0) circle[radius=0.2em]; \path (0.45em,0);}}%
\providecommand{\lwafter}{\tikz[baseline=-0.34em]{%
  \fill (0.2em,0) circle[radius=0.23em]; \path (0.45em,0);}}%
)";

// What the nodes of blocks are called: letters, digits and `-` of their names, each once.
QHash<QString, QByteArray> nodeNames(const std::vector<PaperBlock>& blocks) {
  QHash<QString, QByteArray> names;
  QSet<QByteArray> used;
  for (const PaperBlock& block : blocks) {
    QByteArray wanted;
    for (const QChar letter : block.name) {
      const char16_t code = letter.unicode();
      const bool isPlain = code < 0x80 && (letter.isLetterOrNumber() || letter == u'-');
      wanted += isPlain ? static_cast<char>(code) : '-';
    }
    QByteArray name = wanted;
    for (int i = 2; used.contains(name); ++i) name = wanted + '-' + QByteArray::number(i);
    used.insert(name);
    names.insert(block.name, name);
  }
  return names;
}

// The anchor of the side that a port is on.
QByteArray sideOf(const QPointF& outward) {
  if (outward.x() != 0) return outward.x() < 0 ? "west" : "east";
  return outward.y() < 0 ? "north" : "south";
}

// Writes one level, in the order in which it is drawn: frames, blocks, wires over them, then texts.
class TikzWriter {
 public:
  // Of `figure` only the font counts.
  TikzWriter(const PaperDiagram& diagram, const Figure& figure)
      : diagram_(diagram), figure_(figure), nodes_(nodeNames(diagram.blocks)) {}

  QByteArray write() {
    text_ = kTikzStyles;
    QByteArray scale;
    if (diagram_.scale < 1) {
      scale = ", scale=" + QByteArray::number(diagram_.scale, 'f', 4) + ", transform shape";
    }
    text_ += "\\begin{tikzpicture}[lw/picture" + scale + "]\n";
    for (const PaperText& frame : diagram_.frames) writeFrame(frame);
    for (const PaperBlock& block : diagram_.blocks) writeBlock(block);
    for (const PaperWire& wire : diagram_.wires) writeWire(wire);
    for (const PaperText& note : diagram_.notes) writeNote(note);
    for (const PaperLabel& label : diagram_.labels) writeLabel(label);
    return text_ + "\\end{tikzpicture}%\n";
  }

 private:
  // A name after a percent sign, where nothing may end the line.
  void comment(const QString& name) { text_ += "% " + name.simplified().toUtf8() + '\n'; }

  // A frame has no node, as no wire ends at it.
  void writeFrame(const PaperText& frame) {
    text_ += "\\draw[lw/frame] " + tikzPlace(frame.box.topLeft()) + " rectangle " +
             tikzPlace(frame.box.bottomRight()) + ";\n";
  }

  // Lines are broken as in the figure: the document's font may be wider, but never by much. TeX
  // takes a bracket behind a line's end as a distance, unless a group stands between them.
  void writeNote(const PaperText& note) {
    if (note.lines.isEmpty()) return;
    text_ += "\\node[lw/note] at " + tikzPlace(note.box.topLeft()) + " {" + linesTex(note.lines) +
             "};\n";
  }

  // The signs ○ and ● that fonts have are too small beside numbers: they are drawn.
  static QByteArray linesTex(const QStringList& lines) {
    QStringList texts;
    for (const QString& line : lines) {
      texts += escapeTex(line)
                   .replace(escapeTex(QStringLiteral("○")), QStringLiteral("\\lwbefore{}"))
                   .replace(escapeTex(QStringLiteral("●")), QStringLiteral("\\lwafter{}"));
    }
    return texts.join(QStringLiteral("\\\\{}")).toUtf8();
  }

  // A line of the face as mathematics, with the exponent behind the first.
  static QByteArray lineTex(const FaceLines& face, size_t i) {
    QString tex = formulaToTex(face.lines[i]);
    if (i == 0 && !face.exponent.isEmpty()) {
      tex += QStringLiteral("^{%1}").arg(formulaToTex(face.exponent));
    }
    return tex.toUtf8();
  }

  // The text of a block's node; empty where the face is a picture.
  static QByteArray faceTex(const FaceLines& face) {
    if (face.lines.empty()) return {};
    if (face.isFraction) {
      return "$\\displaystyle\\frac{" + lineTex(face, 0) + "}{" + lineTex(face, 1) + "}$";
    }
    QByteArray text = '$' + lineTex(face, 0) + '$';
    if (face.lines.size() > 1) text += "\\\\$" + lineTex(face, 1) + '$';
    return text;
  }

  // Minimum sizes keep the layout of the diagram; a longer text makes its node larger than that.
  static QByteArray leastSize(const PaperBlock& block) {
    return ", minimum width=" + tikzNumber(block.box.width()) +
           "\\lwunit, minimum height=" + tikzNumber(block.box.height()) + "\\lwunit";
  }

  void writeBlock(const PaperBlock& block) {
    comment(block.name);
    const QByteArray name = nodes_.value(block.name);
    const FaceLines face = faceLines(block.item->appearance().face, figure_);
    const QByteArray middle = tikzPlace(block.box.center());
    const QByteArray least = leastSize(block);
    const QByteArray dashes = block.item->appearance().isEnabled ? "" : ", dashed";
    if (block.outline == BlockOutline::kTriangle) {
      writeTriangle(block, name, face, dashes);
    } else if (block.outline == BlockOutline::kCircle) {
      text_ += "\\node[lw/sum" + least + dashes + "] (" + name + ") at " + middle + " {};\n";
    } else {
      const QByteArray style = block.outline == BlockOutline::kPill ? "lw/pill" : "lw/block";
      text_ += "\\node[" + style + least + dashes + "] (" + name + ") at " + middle + " {" +
               faceTex(face) + "};\n";
      if (face.lines.empty()) writePicture(block);
    }
  }

  // A triangle is drawn through places of a node that is as large as it and shows nothing; its text
  // stands on the way from its back to its tip, so that it moves as the node grows.
  void writeTriangle(const PaperBlock& block, const QByteArray& name, const FaceLines& face,
                     const QByteArray& dashes) {
    const QByteArray text = faceTex(face);
    const QPointF along = block.facing;
    const QByteArray tip = sideOf(along);
    const QByteArray back = sideOf(-along);
    const QByteArray first = along.x() != 0 ? "north " + back : back + " west";
    const QByteArray second = along.x() != 0 ? "south " + back : back + " east";
    text_ += "\\node[lw/text" + leastSize(block) + "] (" + name + ") at " +
             tikzPlace(block.box.center()) + " {\\phantom{" + text + text + "}};\n";
    text_ += "\\draw[lw/gain" + dashes + "] (" + name + '.' + first + ") -- (" + name + '.' + tip +
             ") -- (" + name + '.' + second + ") -- cycle;\n";
    const double place = placeInTriangle(block, face, figure_);
    text_ += "\\path (" + name + '.' + back + ") -- node[lw/text, pos=" + tikzNumber(place) +
             "] {" + text + "} (" + name + '.' + tip + ");\n";
  }

  // Curves and signs of a face, as lines and areas at their places.
  void writePicture(const PaperBlock& block) {
    Figure picture{figure_.family, figure_.size, {}};
    drawFacePicture(block, &picture);
    for (const FigureElement& element : picture.elements) {
      if (element.kind == FigureElement::Kind::kText) {
        text_ += "\\node[lw/text, anchor=base west] at " + tikzPlace(element.points.front()) +
                 " {" + escapeTex(element.text).toUtf8() + "};\n";
        continue;
      }
      const bool isArea = element.kind == FigureElement::Kind::kArea;
      text_ +=
          (isArea ? "\\fill[lw/face] " : "\\draw[lw/face] ") + tikzPath(element.points) + ";\n";
    }
  }

  // How a text beside a block or a wire is set, by what it is.
  static QByteArray labelTex(const PaperLabel& label) {
    if (label.role == u"label") {
      QStringList lines;
      for (const QString& line : label.text.split(u'\n')) lines += nameToTex(line, true);
      return lines.join(QStringLiteral("\\\\{}")).toUtf8();
    }
    if (label.role == u"value") return linesTex(label.text.split(u'\n'));
    if (label.role == u"instant") {
      return "$t$" + escapeTex(label.text.mid(1)).toUtf8();
    }
    if (label.role == u"sign") return '$' + formulaToTex(label.text).toUtf8() + '$';
    const QString begin = QStringLiteral("h = ");
    if (label.role == u"period") {
      return "$h = \\mbox{" + escapeTex(label.text.mid(begin.size())).toUtf8() + "}$";
    }
    return nameToTex(label.text, false).toUtf8();
  }

  void writeLabel(const PaperLabel& label) {
    const QByteArray fill = label.isOnFrame ? ", fill=white" : "";
    text_ += "\\node[lw/" + label.role.toUtf8() + fill + "] at " + tikzPlace(label.box.center()) +
             " {" + labelTex(label) + "};\n";
  }

  // A port: its block's side, moved along it where the port is not in its middle.
  QByteArray anchor(const PaperBlock& block, const PaperPort& port) const {
    const QByteArray place = nodes_.value(block.name) + '.' + sideOf(port.outward);
    const QPointF off = port.place - block.box.center();
    const bool isLevel = port.outward.x() != 0;
    const double shift = isLevel ? -off.y() : off.x();
    if (std::abs(shift) < 0.005 || block.outline == BlockOutline::kCircle) return '(' + place + ')';
    return "([" + QByteArray(isLevel ? "yshift=" : "xshift=") + tikzNumber(shift) + "\\lwunit]" +
           place + ')';
  }

  // The port of a key BLOCK.PORT, or a bare place where the block is not drawn.
  QByteArray anchorOf(const QString& key, bool isInput, const QPointF& otherwise) const {
    const auto [block, port] = findPort(diagram_.blocks, key, isInput);
    return port != nullptr ? anchor(*block, *port) : tikzPlace(otherwise);
  }

  // How one corner leads from a place to another: level first `-|`, upright first `|-`.
  static const char* corner(const QPointF& from, const QPointF& through) {
    return from.y() == through.y() ? " -| " : " |- ";
  }

  // The first and last pieces follow the anchors, the places between stay.
  QByteArray wayOf(const PaperWire& wire) const {
    const std::vector<QPointF>& points = wire.points;
    const size_t last = points.size() - 1;
    const QByteArray from = anchorOf(wire.from, false, points.front());
    const QByteArray to = anchorOf(wire.to, true, points.back());
    if (last == 1) return from + " -- " + to;
    if (last == 2) return from + corner(points[0], points[1]) + to;
    if (last == 3) {
      const QPointF middle = (points[1] + points[2]) / 2;
      return from + corner(points[0], points[1]) + tikzPlace(middle) +
             (points[1].x() == points[2].x() ? " |- " : " -| ") + to;
    }
    QByteArray way = from + corner(points[0], points[1]) + tikzPlace(points[2]);
    for (size_t i = 3; i + 2 <= last; ++i) way += " -- " + tikzPlace(points[i]);
    return way + corner(points[last - 2], points[last - 1]) + to;
  }

  // Branches of one output share dots: each is drawn once.
  void writeWire(const PaperWire& wire) {
    comment(wire.from + QStringLiteral(" to ") + wire.to);
    constexpr double kDashUnit = 0.6;
    QByteArray dashes = tikzDashes(Theme::sampleTimeDashes(wire.rate), "pt", kDashUnit);
    if (!dashes.isEmpty()) dashes.prepend(", dash pattern=");
    text_ += "\\draw[lw/wire" + dashes + "] " + wayOf(wire) + ";\n";
    for (const QPointF& dot : wire.dots) {
      if (dots_.contains(dot)) continue;
      dots_.append(dot);
      text_ += "\\path[lw/dot] " + tikzPlace(dot) + " circle[radius=1.2pt];\n";
    }
  }

  const PaperDiagram& diagram_;
  const Figure& figure_;
  QHash<QString, QByteArray> nodes_;
  QList<QPointF> dots_;
  QByteArray text_;
};

}  // namespace

// The picture is set into a box, and the box is shipped out as a page of its size. That takes no
// package, so it works with the smallest TeX.
QByteArray standaloneTex(const QByteArray& packages, double fontSize, const QByteArray& body) {
  const QByteArray size = tikzNumber(fontSize);
  const QByteArray skip = tikzNumber(1.2 * fontSize);
  return "\\documentclass{article}\n"
         "\\usepackage[T1]{fontenc}\n"
         "\\usepackage{lmodern}\n" +
         packages +
         "\\begin{document}\n"
         "\\fontsize{" +
         size + "}{" + skip +
         "}\\selectfont\n"
         "\\setbox0=\\hbox{%\n" +
         body +
         "}%\n"
         "% The page is as large as the picture.\n"
         "\\ifdefined\\pagewidth\n"
         "  \\pagewidth=\\wd0 \\pageheight=\\dimexpr\\ht0+\\dp0\\relax\n"
         "\\else\n"
         "  \\pdfpagewidth=\\wd0 \\pdfpageheight=\\dimexpr\\ht0+\\dp0\\relax\n"
         "\\fi\n"
         "\\hoffset=-1in \\voffset=-1in\n"
         "\\shipout\\box0\n"
         "\\end{document}\n";
}

// The layout is that of the figure, so both find the same places for their texts.
QByteArray diagramTikz(const DiagramScene& scene, const FigureOptions& options, QString* warning,
                       const InstantValues& values) {
  const FigureOptions ofTex = forTex(options);
  PaperDiagram diagram;
  diagramFigure(scene, ofTex, warning, values, &diagram);
  const Figure font{ofTex.font, ofTex.textSize(), {}};
  QByteArray picture = TikzWriter(diagram, font).write();
  if (!options.standalone) return picture;
  return standaloneTex(kDiagramPackages, ofTex.textSize(), picture);
}

}  // namespace loopwright
