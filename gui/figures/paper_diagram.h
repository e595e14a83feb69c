#pragma once

#include <QHash>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <utility>
#include <vector>

#include "engine/blocks/block_descriptor.h"
#include "gui/figures/math_text.h"
#include "gui/scene/value_bubble.h"

namespace loopwright {

class BlockItem;
class DiagramScene;
struct BlockFace;
struct Figure;
struct FigureElement;

inline constexpr double kUnitsOfSize = 12;  ///< units of the canvas to one size of a figure's text
inline constexpr double kPaperArrow = 4;    ///< the length of an arrow, points
inline constexpr double kPaperLine = 1.25;  ///< from line to line of a text, in sizes

/// What the signals of a level are at an instant of a run.
struct InstantValues {
  QString time;                       ///< "t = 0.3 s"; empty: there is no instant
  QHash<QString, WireValue> onWires;  ///< by output, BLOCK.PORT
};

/// A port of a block in print.
struct PaperPort {
  QString name;
  QString sign;  ///< "+" at a sum, the operator of a factor; mostly empty
  bool isInput = true;
  bool isConnected = false;
  QPointF place;
  QPointF outward;  ///< unit vector away from the block
};

/// A block in print.
struct PaperBlock {
  QString name;
  const BlockItem* item = nullptr;  ///< what it is in the scene
  BlockOutline outline = BlockOutline::kRectangle;
  QRectF box;      ///< of its outline
  QRectF room;     ///< in it, for its face: beside the signs and names of its ports
  QPointF facing;  ///< where its first output looks, or to the right
  std::vector<PaperPort> ports;
  QString period;  ///< "h = 20 ms" where a new sample time begins; else empty
};

/// A wire in print, from an output to an input.
struct PaperWire {
  QString from;  ///< BLOCK.PORT
  QString to;
  std::vector<QPointF> points;
  std::vector<QPointF> dots;
  QString label;         ///< the signal's name, where it stands at this wire
  int rate = -1;         ///< as Theme::sampleTimeColour() counts
  WireValue value = {};  ///< of the signal, on the first of its wires; else empty
};

/// A note, line by line, or the title of a frame with its box.
struct PaperText {
  QStringList lines;
  QRectF box;
};

/// A text that found its place beside what it belongs to.
struct PaperLabel {
  QString role;  ///< "label" or "value" at a wire, "sign" at a port, "name", "period", "title"
                 ///< or "instant"
  QString text;  ///< as the diagram has it, with a break where a second line begins; of two
                 ///< values "○ 1 ● 2", in two lines where ● is below
  QRectF box;
  bool isOnFrame = false;  ///< the line of a frame is interrupted by it
};

/// One level of a diagram as it is set for print, in points: figures and TikZ are made from it.
struct PaperDiagram {
  std::vector<PaperBlock> blocks;
  std::vector<PaperWire> wires;
  std::vector<PaperText> notes;
  std::vector<PaperText> frames;
  std::vector<PaperLabel> labels;  ///< where they were placed, once it is drawn
  double scale = 1;                ///< how much smaller all of it is to be drawn
};

/// The port of a key BLOCK.PORT with its block; null where none of the blocks has it.
std::pair<const PaperBlock*, const PaperPort*> findPort(const std::vector<PaperBlock>& blocks,
                                                        const QString& key, bool isInput);

/// The texts of a block's face as lines of mathematics; none where it is a picture.
struct FaceLines {
  std::vector<QString> lines;  ///< as the type gives them, for TeX
  bool isFraction = false;     ///< the first of two lines over the second
  QString exponent;            ///< raised behind the first line
};
FaceLines faceLines(const BlockFace& face, const Figure& figure);

/// The runs of one of them; the exponent is part of the first line.
std::vector<MathRun> runsOf(const FaceLines& face, size_t line);

/// Where the middle of a triangle's text is, as the part of the way from its back to its tip: in
/// its middle of mass, or nearer to the back where the text is too long for that.
double placeInTriangle(const PaperBlock& block, const FaceLines& face, const Figure& figure);

/// Draws a face that is a curve or a symbol as on the screen, beside the signs and names of the
/// block's ports, into a figure.
void drawFacePicture(const PaperBlock& block, Figure* figure);

/// Sets a level for print: kUnitsOfSize units of the canvas are one size of the figure's text,
/// blocks are as wide as their texts ask for, and the empty room between them is `spread` times
/// what it was. Wires have room for the values that they get. Lines of notes end before `width`,
/// points, which is that of the paper.
PaperDiagram makePaperDiagram(const DiagramScene& scene, const Figure& figure, double spread,
                              double width, const InstantValues& values = {});

/// The room for ○ or ● before a value, in sizes.
inline constexpr double kPaperSign = 0.75;

/// Draws ○, or ● where `isAfter`, as high as a digit; `start` is at its left on the base line.
FigureElement& drawInstantSign(Figure* figure, const QString& role, const QPointF& start,
                               bool isAfter);

/// Writes a line of text in which ○ and ● are drawn: the signs that fonts have, if they have them,
/// are large beside letters. `start` is at its left on the base line.
void writeWithSigns(Figure* figure, const QString& role, QPointF start, const QString& line);

}  // namespace loopwright
