#pragma once

#include <QString>
#include <QStringList>

namespace loopwright {

class DiagramDocument;

/// The parameters that are plain numbers, which a hand can change by dragging: those of the diagram
/// and of the blocks of all levels, as `Kp` and `SUB/BLOCK.gain`, in the order of the file. One
/// that is an expression follows from others, and is not among them.
QStringList numberParameters(const DiagramDocument& document);

/// The first of these that belongs to a block, `SUB/BLOCK`: a parameter of its own, or one of the
/// diagram whose name a parameter of the block is given by, as `Kp`; "" where there is none.
QString numberParameterOf(const DiagramDocument& document, const QString& block);

/// The blocks that have a parameter of each of these names, by their paths.
QStringList blocksWith(const DiagramDocument& document, const QStringList& parameters);

}  // namespace loopwright
