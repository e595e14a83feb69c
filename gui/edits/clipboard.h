#pragma once

#include <QByteArray>
#include <QPointF>
#include <QSizeF>
#include <optional>

#include "engine/document/document.h"

namespace loopwright {

class BlockRegistry;
class DiagramScene;
struct Selection;

/// Puts what is selected on the clipboard: as a diagram file (also as plain text), as a picture and
/// as an SVG drawing.
void copyToClipboard(const DiagramScene& scene, const Selection& selection);

/// The diagram on the clipboard, also where it came as text; nothing where there is none.
std::optional<Document> diagramOnClipboard(const BlockRegistry& registry);

/// What is selected as an SVG drawing, at its own size.
QByteArray drawingOf(const DiagramScene& scene, const Selection& selection);

/// How large the blocks, notes and frames of a document's top level are together, in pixels.
QSizeF contentSize(const Document& document, const BlockRegistry& registry);

/// Where its first block is, as seen from its top left corner.
QPointF firstBlockPlace(const Document& document);

}  // namespace loopwright
