#pragma once

#include <QImage>
#include <QLineEdit>
#include <QPainter>
#include <QString>
#include <QStringList>
#include <QStyleOptionGraphicsItem>
#include <algorithm>
#include <string>

#include "blocklib/registry.h"
#include "engine/check/check.h"
#include "engine/check/ports.h"
#include "engine/document/document.h"
#include "engine/file/load.h"
#include "engine/file/save.h"
#include "gui/document/diagram_document.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/note_item.h"
#include "gui/scene/wire_item.h"

// What must hold of a document and its canvas whatever was done to them. Each check returns the
// first thing that is wrong, or "".

namespace loopwright {

/// The ends of wires and the keys of signals name blocks of their level, each input has one wire,
/// and a subsystem has a diagram.
inline QString levelProblem(const DiagramModel& diagram, const std::string& level) {
  const auto say = [&](const char* what, const std::string& name) {
    return QStringLiteral("%1: %2 in '%3'")
        .arg(QLatin1String(what), QString::fromStdString(name), QString::fromStdString(level));
  };
  const auto hasBlock = [&](const std::string& key) {
    return diagram.blocks.contains(key.substr(0, key.rfind('.')));
  };
  std::vector<std::string> inputs;
  for (const Wire& wire : diagram.wires) {
    if (!hasBlock(wire.from)) return say("a wire comes from no block", wire.from);
    if (!hasBlock(wire.to)) return say("a wire leads to no block", wire.to);
    inputs.push_back(wire.to);
  }
  std::sort(inputs.begin(), inputs.end());
  const auto twice = std::adjacent_find(inputs.begin(), inputs.end());
  if (twice != inputs.end()) return say("an input has two wires", *twice);
  for (const SignalSetting& setting : diagram.signal_settings) {
    if (setting.key.find('/') == std::string::npos && !hasBlock(setting.key)) {
      return say("a signal of no block", setting.key);
    }
  }
  for (const Block& block : diagram.blocks) {
    if (block.is_subsystem() != static_cast<bool>(block.diagram)) {
      return say("a subsystem without a diagram", block.name);
    }
    if (!block.diagram) continue;
    QString inside = levelProblem(*block.diagram, JoinPath(level, block.name));
    if (!inside.isEmpty()) return inside;
  }
  return {};
}

/// Whether all wires of a level and below end at ports that exist.
inline bool endsAtPorts(const Document& document, const DiagramModel& diagram,
                        const std::string& level) {
  const auto isPort = [&](const std::string& key, bool output) {
    const std::size_t dot = key.rfind('.');
    const PortNames ports =
        FindPorts(document, level, *diagram.blocks.Find(key.substr(0, dot)), BuiltInBlocks());
    const auto& names = output ? ports.outputs : ports.inputs;
    return std::find(names.begin(), names.end(), key.substr(dot + 1)) != names.end();
  };
  for (const Wire& wire : diagram.wires) {
    if (!isPort(wire.from, true) || !isPort(wire.to, false)) return false;
  }
  for (const Block& block : diagram.blocks) {
    if (!block.diagram) continue;
    if (!endsAtPorts(document, *block.diagram, JoinPath(level, block.name))) return false;
  }
  return true;
}

/// The document holds together, reads back from its canonical bytes as it is, and a wire to a port
/// that a block has no more is an error that the check finds.
inline QString documentProblem(const Document& document) {
  QString problem = levelProblem(document.root, "");
  if (!problem.isEmpty()) return problem;
  const std::string bytes = SaveCanonical(document);
  const LoadResult loaded = LoadDocument(bytes, BuiltInBlocks());
  if (!loaded.document) {
    return QStringLiteral("what was saved is no file: ") +
           QString::fromStdString(loaded.diagnostics.front().text);
  }
  if (SaveCanonical(*loaded.document) != bytes)
    return QStringLiteral("saved twice is not the same");
  if (*loaded.document != document) return QStringLiteral("what was saved reads back otherwise");
  if (endsAtPorts(document, document.root, "")) return {};
  for (const Diagnostic& diagnostic : CheckDocument(document, BuiltInBlocks())) {
    if (diagnostic.severity == Severity::kError) return {};
  }
  return QStringLiteral("a wire ends at no port, and the check finds no error");
}

inline bool samePorts(const std::vector<PortPlace>& a, const std::vector<PortPlace>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& one, const auto& other) {
    return one.name == other.name && one.isInput == other.isInput &&
           one.position == other.position && one.outward == other.outward;
  });
}

/// What an item looks like alone and not selected.
inline QImage pictureOfItem(QGraphicsItem* item) {
  const QRectF bounds = item->boundingRect();
  QImage picture((bounds.size() + QSizeF(2, 2)).toSize(), QImage::Format_ARGB32_Premultiplied);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.translate(-bounds.topLeft());
  QStyleOptionGraphicsItem option;
  option.exposedRect = bounds;
  item->paint(&painter, &option, nullptr);
  return picture;
}

/// An item of the canvas is as one that was made anew from the document. What the last check said
/// of it counts if that check saw the document as it is.
inline QString blockProblem(const BlockItem& item, const BlockItem& fresh, bool isChecked) {
  const BlockAppearance& is = item.appearance();
  const BlockAppearance& should = fresh.appearance();
  if (is.name != should.name) return QStringLiteral("name");
  if (item.pos() != fresh.pos()) return QStringLiteral("place");
  if (item.boundingRect() != fresh.boundingRect()) return QStringLiteral("bounds");
  if (isChecked && item.toolTip() != fresh.toolTip()) return QStringLiteral("problems");
  if (item.connectedPorts() != fresh.connectedPorts()) return QStringLiteral("wired ports");
  if (is.isEnabled != should.isEnabled || is.isKnown != should.isKnown) {
    return QStringLiteral("state");
  }
  if (is.tint != should.tint) return QStringLiteral("colour");
  if (is.face.type != should.face.type || is.face.parameters != should.face.parameters) {
    return QStringLiteral("face");
  }
  const BlockGeometry& geometry = item.geometry();
  if (geometry.size != fresh.geometry().size) return QStringLiteral("size");
  const bool ports = samePorts(geometry.inputs, fresh.geometry().inputs) &&
                     samePorts(geometry.outputs, fresh.geometry().outputs);
  return ports ? QString() : QStringLiteral("ports");
}

/// A wire leads from its port to its port, straight across and down, the same way as on a canvas
/// that was made anew.
inline QString wireProblem(const DiagramScene& scene, const WireItem& item, const WireItem& fresh) {
  if (item.from() != fresh.from() || item.to() != fresh.to()) return QStringLiteral("ends");
  if (item.label() != fresh.label()) return QStringLiteral("name");
  if (item.ownCorners() != fresh.ownCorners()) return QStringLiteral("corners");
  const std::vector<QPointF>& way = item.points();
  if (way.size() < 2) return QStringLiteral("no way");
  for (std::size_t i = 1; i < way.size(); ++i) {
    if (way[i].x() != way[i - 1].x() && way[i].y() != way[i - 1].y()) {
      return QStringLiteral("a slanting piece");
    }
  }
  const PortRef from = scene.findPort(item.from());
  const PortRef to = scene.findPort(item.to());
  if (from && way.front() != scene.endAt(from).position) return QStringLiteral("beginning");
  if (to && way.back() != scene.endAt(to).position) return QStringLiteral("end");
  // It follows from the document alone, with what stands on it.
  if (way != fresh.points()) return QStringLiteral("way");
  if (item.dots() != fresh.dots()) return QStringLiteral("dots");
  if (item.showsLabel() != fresh.showsLabel()) return QStringLiteral("name shown");
  if (item.showsLabel() && item.shownLabel() != fresh.shownLabel()) {
    return QStringLiteral("place of the name");
  }
  return {};
}

/// The canvas shows what the document's level holds, no more and no less: its items are as those of
/// a canvas made anew. With `pictures` the items are drawn, too, and compared: then the last check
/// must have seen the document as it is, and no block may flash or have the keyboard.
inline QString sceneProblem(const DiagramScene& scene, bool pictures = false) {
  const auto say = [](const QString& what, const QString& name, const QString& problem) {
    return problem.isEmpty() ? QString() : QStringLiteral("%1 %2: %3").arg(what, name, problem);
  };
  DiagramScene fresh(scene.document());
  fresh.setLevel(scene.level());
  fresh.setRunProblems(scene.runProblems());
  if (scene.blocks().size() != fresh.blocks().size()) return QStringLiteral("number of blocks");
  if (scene.wires().size() != fresh.wires().size()) return QStringLiteral("number of wires");
  const bool checked = scene.document()->isChecked();
  const auto looksSame = [&](QGraphicsItem* item, QGraphicsItem* other) {
    return !pictures || pictureOfItem(item) == pictureOfItem(other);
  };
  for (BlockItem* should : fresh.blocks()) {
    BlockItem* item = scene.findBlock(should->name());
    if (item != nullptr) {  // What is of the last run is in no document.
      should->setValue(item->appearance().face.value);
      should->setCost(item->cost(), item->costText());
    }
    const QString problem = item == nullptr            ? QStringLiteral("missing")
                            : !looksSame(item, should) ? QStringLiteral("picture")
                                                       : blockProblem(*item, *should, checked);
    if (!problem.isEmpty()) return say(QStringLiteral("block"), should->name(), problem);
  }
  for (const WireItem* should : fresh.wires()) {
    const WireItem* item = scene.findWire(should->to());
    const QString problem =
        item == nullptr ? QStringLiteral("missing") : wireProblem(scene, *item, *should);
    if (!problem.isEmpty()) return say(QStringLiteral("wire to"), should->to(), problem);
  }
  const DiagramModel& diagram = scene.diagram();
  for (int i = 0; i <= static_cast<int>(diagram.notes.size()); ++i) {
    NoteItem* item = scene.findNote(i);
    NoteItem* should = fresh.findNote(i);
    if ((item == nullptr) != (should == nullptr)) return QStringLiteral("number of notes");
    if (item == nullptr) continue;
    if (item->markdown() != should->markdown() || item->pos() != should->pos() ||
        item->size() != should->size() || !looksSame(item, should)) {
      return say(QStringLiteral("note"), QString::number(i), item->markdown());
    }
  }
  for (int i = 0; i <= static_cast<int>(diagram.frames.size()); ++i) {
    FrameItem* item = scene.findFrame(i);
    FrameItem* should = fresh.findFrame(i);
    if ((item == nullptr) != (should == nullptr)) return QStringLiteral("number of frames");
    if (item == nullptr) continue;
    if (item->title() != should->title() || item->box() != should->box() ||
        !looksSame(item, should)) {
      return say(QStringLiteral("frame"), QString::number(i), item->title());
    }
  }
  return {};
}

}  // namespace loopwright
