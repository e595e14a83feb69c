#pragma once

#include <QString>

#include "gui/document/fuzzy_match.h"

class QAction;

namespace loopwright {

/// What the command palette calls an action: the text of its menu entry, or one that can stand
/// alone where that cannot ("Left edges" of the menu Align).
QString commandTitle(const QAction& action);

/// How well an action fits what was typed: by its title, or else by other words for it ("simulate"
/// for Run). A word is at most as good as a title that contains what was typed.
Match matchCommand(const QAction& action, const QString& search);

}  // namespace loopwright
