#pragma once

#include <QString>

#include "gui/help/help_pages.h"

namespace loopwright {

class BlockRegistry;

/// Runs the example of a block type (resources/help/diagrams/TYPE.loop.json) and draws its diagram
/// and its plots in the theme in use, into files of `folder`, which must exist; the example and
/// what it reads are copied there. `pictures` gets what was drawn, nothing where the type has no
/// example. Returns "" or what went wrong: the example's first error, or a file that cannot be
/// written.
QString drawHelpPictures(const QString& type, const BlockRegistry& registry, HelpMedium medium,
                         const QString& folder, HelpPictures* pictures);

}  // namespace loopwright
