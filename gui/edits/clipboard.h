#pragma once

#include <QByteArray>
#include <QImage>
#include <QPointF>
#include <QSizeF>
#include <optional>

#include "engine/document/document.h"

namespace loopwright {

class BlockRegistry;
class DiagramScene;
struct Selection;

/// The clipboard's format of a part of a diagram: a diagram file.
inline constexpr char kDiagramMime[] = "application/x-loopwright-diagram";

/// Puts what is selected on the clipboard: as a diagram file (also as plain text), as a picture and
/// as an SVG drawing.
void copyToClipboard(const DiagramScene& scene, const Selection& selection);

/// The diagram on the clipboard, also where it came as text; nothing where there is none.
std::optional<Document> diagramOnClipboard(const BlockRegistry& registry);

/// What is selected as a picture at twice the size, on the canvas's colour. Very large parts come
/// smaller.
QImage pictureOf(const DiagramScene& scene, const Selection& selection);

/// What is selected as an SVG drawing, at its own size.
QByteArray drawingOf(const DiagramScene& scene, const Selection& selection);

/// How large the blocks, notes and frames of a document's top level are together, in pixels.
QSizeF contentSize(const Document& document, const BlockRegistry& registry);

/// Where its first block is, as seen from its top left corner.
QPointF firstBlockPlace(const Document& document);

}  // namespace loopwright
