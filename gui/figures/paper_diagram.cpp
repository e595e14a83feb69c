#include "gui/figures/paper_diagram.h"

#include <QTextDocument>
#include <algorithm>
#include <cmath>
#include <set>

#include "engine/document/document.h"
#include "gui/document/qt_text.h"
#include "gui/figures/axis_map.h"
#include "gui/figures/figure.h"
#include "gui/figures/figure_capture.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/note_item.h"
#include "gui/scene/wire_item.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr double kRoomInBlock = 1.1;  // beside a text in its block, both sides, in sizes
constexpr double kCircle = 0.8;       // the radius of a sum, in sizes
constexpr double kLeastRoom = 6;      // between two lines, points
constexpr double kBesideSign = 4;     // at both sides of a port's sign or name in its block, points
constexpr int kLongestText = 36;      // letters of a text on a block

// Columns and rows are set one after the other: neither depends on the other.
struct Axes {
  AxisMap x;
  AxisMap y;
  void add(const QPointF& point) {
    x.add(point.x());
    y.add(point.y());
  }
};

QString shortened(const QString& text) {
  return text.size() <= kLongestText ? text : text.left(kLongestText - 1) + QChar(0x2026);
}

// Of the lines of a face, as the figure's font sets them.
double widestLine(const FaceLines& face, const Figure& figure) {
  double width = 0;
  for (size_t i = 0; i < face.lines.size(); ++i) {
    width = std::max(width, widthOf(figure, runsOf(face, i)));
  }
  return width;
}

// How much the names of a block's ports take at its left and right side, or else their signs.
struct SideRoom {
  double left = 0;
  double right = 0;
};

// Calls `visit` for each port of a block, with the sign that it has in its face.
template <typename Visit>
void visitPorts(const BlockItem& block, const Visit& visit) {
  const BlockFace& face = block.appearance().face;
  for (const auto* side : {&block.geometry().inputs, &block.geometry().outputs}) {
    for (int i = 0; const PortPlace& port : *side) {
      visit(port, port.isInput ? portSign(face, i) : outputSign(face, i));
      ++i;
    }
  }
}

SideRoom roomBesideFace(const BlockItem& block, const Figure& figure) {
  SideRoom room;
  const bool isNamed = block.appearance().namesPorts;
  visitPorts(block, [&](const PortPlace& port, const QString& sign) {
    const QString& text = isNamed ? port.name : sign;
    if (port.outward.x() == 0 || text.isEmpty()) return;
    double& width = port.outward.x() < 0 ? room.left : room.right;
    width = std::max(width, widthOf(figure, mathRuns(text)) + kBesideSign);
  });
  return room;
}

// The room that a block's face asks for, points. A formula stands in the middle of its block; a
// picture, in the middle of what signs and names leave it, is there as wide as in any other block.
QSizeF roomOf(const BlockItem& block, const Figure& figure) {
  constexpr double kPicture = 4;  // in sizes
  const FaceLines face = faceLines(block.appearance().face, figure);
  const bool isPicture = face.lines.empty();
  double width = widestLine(face, figure);
  if (isPicture) {
    for (const std::string& text : block.appearance().face.content.texts) {
      width = std::max(width, widthOf(figure, mathRuns(toQt(text))));
    }
  }
  width += kRoomInBlock * figure.size;
  double height = (kPaperLine * static_cast<double>(face.lines.size()) + 0.6) * figure.size;
  if (block.geometry().outline == BlockOutline::kTriangle) {
    constexpr double kSlope = 0.62;  // the part of a triangle's length in which a line has room
    width = (width + 2) / kSlope;
    height *= 1.5;
  }
  const auto [left, right] = roomBesideFace(block, figure);
  const bool isOneSided = isPicture || block.appearance().namesPorts;
  if (isPicture && left + right > 0) width = std::max(width, kPicture * figure.size);
  return {width + (isOneSided ? left + right : 2 * std::max(left, right)), height};
}

// Tells the axes where the block, its ports and its middle are, and how much room its face takes.
void addBlock(const BlockItem& block, const Figure& figure, Axes* axes) {
  const QRectF box = block.drawnBox();
  axes->x.keep(box.left(), box.right());
  axes->y.keep(box.top(), box.bottom());
  axes->add(box.center());
  for (const auto* side : {&block.geometry().inputs, &block.geometry().outputs}) {
    for (const PortPlace& port : *side) axes->add(block.pos() + port.position);
  }
  if (block.geometry().outline == BlockOutline::kCircle) {
    // Signs stand beside it.
    axes->x.need(box.left(), box.right(), 2 * kCircle * figure.size);
    return;
  }
  const QSizeF room = roomOf(block, figure);
  axes->x.need(box.left(), box.right(), room.width());
  axes->y.need(box.top(), box.bottom(), room.height());
}

// The longest level piece of a way, as the number of its end; 0: it has none.
size_t longestLevel(const std::vector<QPointF>& points) {
  size_t found = 0;
  double longest = 0;
  for (size_t i = 1; i < points.size(); ++i) {
    const double length = std::abs(points[i].x() - points[i - 1].x());
    if (length <= longest) continue;
    longest = length;
    found = i;
  }
  return found;
}

// The wider of the two values, which stand below each other where there is little room.
double widthOfValue(const WireValue& value, const Figure& figure) {
  if (value.before.isEmpty()) return 0;
  const double width = figure.widthOf(value.before, figure.size, false);
  if (value.after.isEmpty()) return width;
  return std::max(width, figure.widthOf(value.after, figure.size, false)) +
         kPaperSign * figure.size;
}

// Tells the axes where the corners are, and that arrow, name and value want to have room.
void addWire(const WireItem& wire, const WireValue& value, const Figure& figure, Axes* axes) {
  const std::vector<QPointF>& points = wire.points();
  for (const QPointF& point : points) axes->add(point);
  if (points.size() < 2) return;
  // An arrow has a line before it.
  const QPointF& before = points[points.size() - 2];
  const double left = std::min(before.x(), points.back().x());
  const double right = std::max(before.x(), points.back().x());
  if (right > left) axes->x.need(left, right, 3 * kPaperArrow);
  const size_t piece = longestLevel(points);
  double text = widthOfValue(value, figure);
  if (wire.showsLabel()) text = std::max(text, widthOf(figure, mathRuns(wire.label(), true)));
  if (text == 0 || piece == 0) return;
  const double room = text + 5 + kPaperArrow;
  const double a = points[piece - 1].x();
  const double b = points[piece].x();
  axes->x.need(std::min(a, b), std::max(a, b), room);
}

// A note's Markdown as lines of plain text, broken where they would be wider than `width` points.
QStringList noteLines(const NoteItem& note, const Figure& figure, double width) {
  QTextDocument text;
  text.setMarkdown(note.markdown());
  QStringList lines;
  for (const QString& paragraph : text.toPlainText().split(u'\n')) {
    QString line;
    for (const QString& word : paragraph.split(u' ', Qt::SkipEmptyParts)) {
      const QString longer = line.isEmpty() ? word : line + u' ' + word;
      if (!line.isEmpty() && figure.widthOf(longer, figure.size, false) > width) {
        lines += line;
        line = word;
      } else {
        line = longer;
      }
    }
    if (!line.isEmpty()) lines += line;
  }
  return lines;
}

// What is at the right of a note stays there: blocks and upright pieces of wires beside it. What is
// above and below it does not move, as its text may be wider than that.
void keepRight(const DiagramScene& scene, const QRectF& note, double width, Axes* axes) {
  axes->x.add(note.left());
  const auto keep = [&](double x, double top, double bottom) {
    const bool isBeside = top < note.bottom() && bottom > note.top();
    if (isBeside && x >= note.right()) axes->x.need(note.left(), x, width);
  };
  for (const BlockItem* block : scene.blocks()) {
    keep(block->drawnBox().left(), block->drawnBox().top(), block->drawnBox().bottom());
  }
  for (const WireItem* wire : scene.wires()) {
    for (size_t i = 1; i < wire->points().size(); ++i) {
      const QRectF piece = QRectF(wire->points()[i - 1], wire->points()[i]).normalized();
      keep(piece.left(), piece.top(), piece.bottom());
    }
  }
}

// Notes ask for the room of their lines in the figure's font, frames only keep their places.
void addNotes(const DiagramScene& scene, const Figure& figure, double unit, Axes* axes) {
  for (int i = 0; const NoteItem* note = scene.findNote(i); ++i) {
    const QRectF box(note->pos(), note->size());
    double widest = 0;
    for (const QString& line : noteLines(*note, figure, box.width() * unit)) {
      widest = std::max(widest, figure.widthOf(line, figure.size, false));
    }
    keepRight(scene, box, widest + kLeastRoom, axes);
  }
  for (int i = 0; const FrameItem* frame = scene.findFrame(i); ++i) {
    axes->add(frame->box().topLeft());
    axes->add(frame->box().bottomRight());
  }
}

// The notes in lines that end where the paper does, or the last block where that is farther, once
// it is known how far from the left each of them begins: one that would have less than half of that
// gets so much. They ask for the height of their lines.
std::vector<PaperText> setNotes(const DiagramScene& scene, const Figure& figure, double width,
                                Axes* axes) {
  const double unit = figure.size / kUnitsOfSize;
  for (const BlockItem* block : scene.blocks()) {
    width = std::max(width, axes->x(block->drawnBox().right()));
  }
  std::vector<PaperText> notes;
  for (int i = 0; const NoteItem* note = scene.findNote(i); ++i) {
    const QSizeF size = note->size() * unit;
    const double left = axes->x(note->pos().x());
    const double room = std::min(size.width(), std::max(width / 2, width - left));
    notes.push_back({noteLines(*note, figure, room), QRectF(QPointF(left, 0), size)});
    axes->y.need(note->pos().y(), note->pos().y() + note->size().height(),
                 kPaperLine * figure.size * double(notes.back().lines.size()));
  }
  return notes;
}

QPointF mapped(const Axes& axes, const QPointF& point) {
  return {axes.x(point.x()), axes.y(point.y())};
}

QRectF mapped(const Axes& axes, const QRectF& box) {
  return {mapped(axes, box.topLeft()), mapped(axes, box.bottomRight())};
}

// The block at its place in print. A sum is a circle of one size, whatever it was on the canvas.
PaperBlock makeBlock(const BlockItem& item, const Axes& axes, const Figure& figure) {
  const double size = figure.size;
  PaperBlock block;
  block.name = item.name();
  block.item = &item;
  block.outline = item.geometry().outline;
  const bool isCircle = block.outline == BlockOutline::kCircle;
  block.box = mapped(axes, item.drawnBox());
  if (isCircle) {
    const QPointF radius(kCircle * size, kCircle * size);
    const QPointF middle = mapped(axes, item.drawnBox().center());
    block.box = QRectF(middle - radius, middle + radius);
  }
  const SideRoom beside = isCircle ? SideRoom() : roomBesideFace(item, figure);
  block.room = block.box.adjusted(beside.left, 0, -beside.right, 0);
  visitPorts(item, [&](const PortPlace& place, const QString& sign) {
    PaperPort port{place.name,
                   sign,
                   place.isInput,
                   item.connectedPorts().contains(place.name),
                   mapped(axes, item.pos() + place.position),
                   place.outward};
    if (isCircle) port.place = block.box.center() + place.outward * kCircle * size;
    block.ports.push_back(port);
  });
  const auto& outputs = item.geometry().outputs;
  block.facing = outputs.empty() ? QPointF(1, 0) : outputs.front().outward;
  return block;
}

// A block whose period none of the blocks before it has gets it as a label: where a sample time
// begins.
void labelPeriods(const std::vector<PaperWire>& wires, std::vector<PaperBlock>* blocks) {
  std::set<QString> labelled;
  const auto label = [&](PaperBlock* block) {
    const QString period = block->item->appearance().face.period;
    block->period = QStringLiteral("h = ") + period;
    labelled.insert(period);
  };
  for (PaperBlock& block : *blocks) {
    if (block.item->appearance().face.period.isEmpty()) continue;
    const bool begins = std::none_of(wires.begin(), wires.end(), [&](const PaperWire& wire) {
      return blockOfKey(wire.to) == block.name && wire.rate == block.item->rate();
    });
    if (begins) label(&block);
  }
  for (PaperBlock& block : *blocks) {
    const QString period = block.item->appearance().face.period;
    if (!period.isEmpty() && !labelled.contains(period)) label(&block);
  }
}

// Ends are placed by their blocks and corners by themselves: what rounding sets apart is put onto
// one line, since pieces are told by their ends as level or upright.
void straighten(std::vector<QPointF>* points) {
  constexpr double kRounding = 1e-6;
  for (size_t i = 1; i < points->size(); ++i) {
    const QPointF& before = (*points)[i - 1];
    QPointF& point = (*points)[i];
    if (std::abs(point.x() - before.x()) < kRounding) point.setX(before.x());
    if (std::abs(point.y() - before.y()) < kRounding) point.setY(before.y());
  }
}

}  // namespace

std::pair<const PaperBlock*, const PaperPort*> findPort(const std::vector<PaperBlock>& blocks,
                                                        const QString& key, bool isInput) {
  for (const PaperBlock& block : blocks) {
    if (block.name != blockOfKey(key)) continue;
    for (const PaperPort& port : block.ports) {
      if (port.isInput == isInput && port.name == portOfKey(key)) return {&block, &port};
    }
  }
  return {nullptr, nullptr};
}

// Curves and symbols have no lines: see drawFacePicture().
FaceLines faceLines(const BlockFace& face, const Figure& figure) {
  const Face& content = face.content;
  FaceLines result;
  const auto text = [&](size_t i) { return shortened(toQt(content.texts[i])); };
  switch (content.kind) {
    case Face::Kind::kText: {
      // The shorter form, where the type has one and the long one is longer than most blocks.
      constexpr double kWide = 9;
      const bool isShort = content.texts.size() > 1 && !content.texts[1].empty() &&
                           widthOf(figure, mathRuns(toQt(content.texts[0]))) > kWide * figure.size;
      result.lines = {text(isShort ? 1 : 0)};
      break;
    }
    case Face::Kind::kTitle:
      result.lines = {text(0)};
      break;
    case Face::Kind::kTwoLines:
      result.lines = {text(0), text(1)};
      break;
    case Face::Kind::kFraction: {
      const bool isLong = content.texts.size() >= 4 && !content.texts[2].empty() &&
                          (content.texts[0].empty() || content.texts[1].empty());
      result.lines = {text(isLong ? 2 : 0), text(isLong ? 3 : 1)};
      result.isFraction = true;
      break;
    }
    case Face::Kind::kPower:
      result.lines = {text(0)};
      result.exponent = text(1);
      break;
    default:
      break;
  }
  return result;
}

std::vector<MathRun> runsOf(const FaceLines& face, size_t line) {
  std::vector<MathRun> runs = mathRuns(face.lines[line]);
  if (line == 0 && !face.exponent.isEmpty()) {
    for (MathRun run : mathRuns(face.exponent)) {
      run.level = 1;
      runs.push_back(run);
    }
  }
  return runs;
}

// The slopes leave a text of a line its height, or its width where they go up or down, so far from
// the back; the text ends there.
double placeInTriangle(const PaperBlock& block, const FaceLines& face, const Figure& figure) {
  constexpr double kMiddle = 0.36;
  constexpr double kLine = 1.3;  // the height of a line with a little room, in sizes
  const QSizeF text(widestLine(face, figure), kLine * figure.size);
  const bool isLevel = block.facing.x() != 0;
  const double length = isLevel ? block.box.width() : block.box.height();
  const double back = isLevel ? block.box.height() : block.box.width();
  const double across = isLevel ? text.height() : text.width() + 0.3 * figure.size;
  const double along = (isLevel ? text.width() : text.height()) / length;
  // A text that is too long for the triangle reaches its back, not beyond.
  const double end = std::max(along, 1 - across / back);
  return std::min(kMiddle, end - along / 2);
}

// A unit of the face is one of the canvas, as the room that it has there is counted in these.
void drawFacePicture(const PaperBlock& block, Figure* figure) {
  constexpr double kFacePen = 0.5;
  const double unit = figure->size / kUnitsOfSize;
  const QRectF& room = block.room;
  const FaceStyle style{Qt::black, Qt::black, Qt::black, Qt::white, Qt::black};
  captureDrawing(figure, QStringLiteral("face"), block.name, kFacePen, [&](QPainter* painter) {
    painter->translate(room.topLeft());
    painter->scale(unit, unit);
    paintBlockFace(painter, QRectF(QPointF(0, 0), room.size() / unit),
                   block.item->appearance().face, style);
  });
}

FigureElement& drawInstantSign(Figure* figure, const QString& role, const QPointF& start,
                               bool isAfter) {
  const double radius = 0.2 * figure->size;
  const QPointF middle = start + QPointF(radius + 0.3, -0.34 * figure->size);
  FigureElement& circle = figure->circle(role, middle, isAfter ? radius + 0.25 : radius,
                                         isAfter ? QColor(Qt::black) : QColor(Qt::white));
  circle.pen = isAfter ? 0 : 0.5;
  return circle;
}

// What stands between signs is written without the spaces at its ends, which a picture may lose.
void writeWithSigns(Figure* figure, const QString& role, QPointF start, const QString& line) {
  constexpr QChar kBefore(0x25cb), kAfter(0x25cf);
  constexpr double kSign = 0.5;  // of a sign and what keeps letters from it, in sizes
  const double size = figure->size;
  const auto isSign = [&](QChar c) { return c == kBefore || c == kAfter; };
  for (auto from = line.begin(); from != line.end();) {
    if (isSign(*from)) {
      drawInstantSign(figure, role, start, *from == kAfter);
      start.rx() += kSign * size;
      ++from;
      continue;
    }
    const auto to = std::find_if(from, line.end(), isSign);
    const QString part = line.mid(from - line.begin(), to - from);
    const QString text = part.trimmed();
    const QPointF indent(figure->widthOf(part.left(part.indexOf(text)), size, false), 0);
    if (!text.isEmpty()) figure->write(role, start + indent, text, size, false);
    start.rx() += figure->widthOf(part, size, false);
    from = to;
  }
}

// First all demands are gathered and the axes solved, then everything is taken to its place.
PaperDiagram makePaperDiagram(const DiagramScene& scene, const Figure& figure, double spread,
                              double width, const InstantValues& values) {
  const double unit = figure.size / kUnitsOfSize;
  Axes axes;
  const DiagramModel& level = scene.diagram();
  for (const Block& block : level.blocks) {
    addBlock(*scene.findBlock(toQt(block.name)), figure, &axes);
  }
  // A signal has its value on the first of its wires.
  const auto valueOf = [&](const WireItem& wire) {
    const bool isFirst = scene.wiresFrom(wire.from()).front() == &wire;
    return isFirst ? values.onWires.value(wire.from()) : WireValue();
  };
  for (const Wire& wire : level.wires) {
    const WireItem& item = *scene.findWire(toQt(wire.to));
    addWire(item, valueOf(item), figure, &axes);
  }
  addNotes(scene, figure, unit, &axes);
  // All rooms are known now; only distances across may be narrowed, as a column of a paper limits
  // the width.
  axes.x.solve(unit, spread, kLeastRoom);
  PaperDiagram result;
  result.notes = setNotes(scene, figure, width, &axes);
  axes.y.solve(unit, std::max(spread, 1.0), kLeastRoom);

  for (const Block& block : level.blocks) {
    result.blocks.push_back(makeBlock(*scene.findBlock(toQt(block.name)), axes, figure));
  }
  for (const Wire& source : level.wires) {
    const WireItem& item = *scene.findWire(toQt(source.to));
    PaperWire wire{item.from(), item.to(),    {}, {}, item.showsLabel() ? item.label() : QString(),
                   item.rate(), valueOf(item)};
    for (const QPointF& point : item.points()) wire.points.push_back(mapped(axes, point));
    if (wire.points.size() < 2) continue;
    // They end at the ports as they are in print, and where they were where there is no such port.
    const PaperPort* const from = findPort(result.blocks, wire.from, false).second;
    const PaperPort* const to = findPort(result.blocks, wire.to, true).second;
    if (from != nullptr) wire.points.front() = from->place;
    if (to != nullptr) wire.points.back() = to->place;
    straighten(&wire.points);
    for (const QPointF& dot : item.dots()) wire.dots.push_back(mapped(axes, dot));
    result.wires.push_back(wire);
  }
  labelPeriods(result.wires, &result.blocks);
  for (int i = 0; PaperText & note : result.notes) {
    note.box.moveTop(axes.y(scene.findNote(i++)->pos().y()));
  }
  for (int i = 0; const FrameItem* frame = scene.findFrame(i); ++i) {
    result.frames.push_back({{frame->title()}, mapped(axes, frame->box())});
  }
  return result;
}

}  // namespace loopwright
