#pragma once

class QWidget;

namespace loopwright {

class Actions;
class ThemeKeeper;

/// Brings the actions that are options (theme, language, editing, plots) in line with what the user
/// chose before, and keeps what he chooses by them from now on. Without `themes` the theme cannot
/// be chosen. Notes are shown above `window`.
void connectOptionActions(const Actions& actions, ThemeKeeper* themes, QWidget* window);

}  // namespace loopwright
