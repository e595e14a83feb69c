#pragma once

#include <QDBusVariant>
#include <QObject>

#include "gui/theme/theme.h"

class QApplication;

namespace loopwright {

/// What the user wants the program to look like; kept between starts (QSettings, key `theme`).
enum class ThemeChoice { kSystem, kLight, kDark };
/// The choice as the settings have it; the system's where they say nothing.
ThemeChoice themeChoice();

/// The text scale that the user wants (1 is as designed), 0 for that of the desktop; kept between
/// starts (QSettings, key `textSize`).
double textSizeChoice();
/// Keeps it for the next start.
void setTextSizeChoice(double scale);

/// Applies the user's choice, and follows the desktop's where that is the choice: the colour scheme
/// of the settings portal (org.freedesktop.appearance over D-Bus) where there is one, also when it
/// changes later, else the lightness of the palette that the program was started with.
class ThemeKeeper : public QObject {
  Q_OBJECT
 public:
  /// Make it before any theme is applied: it looks at the application's palette.
  explicit ThemeKeeper(QApplication* application);

  /// Keeps a choice and applies it at once.
  void choose(ThemeChoice choice);
  /// The mode that the present choice means.
  Theme::Mode mode() const;

 Q_SIGNALS:
  /// The theme was applied, by a choice or by a change of the desktop.
  void applied();

 private Q_SLOTS:
  /// The desktop says that a setting has changed.
  void onPortalSetting(const QString& group, const QString& key, const QDBusVariant& value);

 private:
  /// Asks the desktop for its colour scheme, if it has one to tell.
  void askPortal();
  /// Makes the mode of the choice the current theme.
  void apply();

  QApplication* application_;
  bool paletteIsDark_;
  uint portalScheme_ = 0;  // 1 dark, 2 light, else no preference
};

}  // namespace loopwright
