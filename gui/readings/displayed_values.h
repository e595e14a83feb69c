#pragma once

#include <QHash>
#include <QString>
#include <cstddef>
#include <string>

namespace loopwright {

class BlockRegistry;
class Document;
class Recording;

/// The last recorded value of a signal, as valueText() writes it; empty where nothing was recorded
/// of it.
QString lastValueText(const Recording& recording, const std::string& path, int digits, size_t most);

/// What the blocks of a level show that show a value (Display), by name: the last recorded value of
/// their input, the elements of a vector in brackets. Nothing for a block whose input was not
/// recorded.
QHash<QString, QString> displayedValues(const Document& document, const BlockRegistry& registry,
                                        const Recording& recording, const std::string& level);

}  // namespace loopwright
