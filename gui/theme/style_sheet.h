#pragma once

#include <QString>

namespace loopwright {

struct Theme;

/// The application's style sheet for `theme`: flat panels, hairlines, one accent. Widgets choose a
/// look by these dynamic properties: `role` of a label (`title`, `secondary`, `caption`, `error`,
/// `warning`, `panelTitle`), `invalid` (true: a field with a red frame), `active` (true: the title
/// of the panel that has the keyboard), `panelButton`, `panelBar` and `inField` (true: buttons and
/// bars of a panel, buttons within a field).
QString makeStyleSheet(const Theme& theme);

}  // namespace loopwright
