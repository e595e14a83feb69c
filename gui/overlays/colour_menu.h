#pragma once

#include <QColor>
#include <QIcon>
#include <functional>

class QMenu;
class QWidget;

namespace loopwright {

/// Adds the colours that blocks and frames can have, any other, and none (an invalid colour).
/// `owner` is the parent of the dialog for any other colour, and calls end with it.
/// Object names: `colour.NAME`, `colour.Other`, `colour.None`.
void fillColourChoices(QMenu* menu, QWidget* owner,
                       const std::function<void(const QColor&)>& choose);

/// A square of a colour, for menus and buttons.
QIcon colourSwatch(const QColor& colour);

/// "Blue", "#123456", "none".
QString colourName(const QColor& colour);

}  // namespace loopwright
