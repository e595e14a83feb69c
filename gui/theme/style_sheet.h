#pragma once

#include <QString>

namespace loopwright {

struct Theme;

/// The application's style sheet for `theme`: flat panels, hairlines, one accent. Widgets choose a
/// look by these dynamic properties: `flat` (true: a tool button without a frame), `role` (`title`,
/// `secondary`, `caption` of a label), `invalid` (true: a field with a red frame).
QString makeStyleSheet(const Theme& theme);

}  // namespace loopwright
