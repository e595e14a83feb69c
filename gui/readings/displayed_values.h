#pragma once

#include <QHash>
#include <QString>
#include <string>

namespace loopwright {

class Document;
class Recording;

/// What the Display blocks of a level show, by name: the last recorded value of their input, the
/// elements of a vector in brackets. Nothing for a block whose input was not recorded.
QHash<QString, QString> displayedValues(const Document& document, const Recording& recording,
                                        const std::string& level);

}  // namespace loopwright
