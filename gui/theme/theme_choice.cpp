#include "gui/theme/theme_choice.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QPalette>
#include <QSettings>

namespace loopwright {

namespace {

const char kKey[] = "theme";
const char kTextSizeKey[] = "textSize";
const char kService[] = "org.freedesktop.portal.Desktop";
const char kPath[] = "/org/freedesktop/portal/desktop";
const char kInterface[] = "org.freedesktop.portal.Settings";
const char kGroup[] = "org.freedesktop.appearance";
const char kSchemeKey[] = "color-scheme";

constexpr uint kPrefersDark = 1;
constexpr uint kPrefersLight = 2;

// How a choice is written in the settings, in the order of ThemeChoice.
constexpr const char* kNames[] = {"system", "light", "dark"};

QLatin1String nameOf(ThemeChoice choice) { return QLatin1String(kNames[static_cast<int>(choice)]); }

// The portal's older call wraps its answer twice.
uint schemeIn(QVariant value) {
  while (value.canConvert<QDBusVariant>()) value = value.value<QDBusVariant>().variant();
  return value.toUInt();
}

}  // namespace

// An unknown word in the settings counts as the system's choice.
ThemeChoice themeChoice() {
  const QString name = QSettings().value(QLatin1String(kKey)).toString();
  for (const ThemeChoice choice : {ThemeChoice::kLight, ThemeChoice::kDark}) {
    if (name == nameOf(choice)) return choice;
  }
  return ThemeChoice::kSystem;
}

double textSizeChoice() { return QSettings().value(QLatin1String(kTextSizeKey), 0).toDouble(); }

void setTextSizeChoice(double scale) { QSettings().setValue(QLatin1String(kTextSizeKey), scale); }

// The palette that Qt found at the start says whether the desktop is dark. It is looked at now, as
// it is the program's own after the first theme was applied.
ThemeKeeper::ThemeKeeper(QApplication* application)
    : QObject(application),
      application_(application),
      paletteIsDark_(QApplication::palette().color(QPalette::Window).lightness() <
                     QApplication::palette().color(QPalette::WindowText).lightness()) {
  QDBusConnection bus = QDBusConnection::sessionBus();
  if (bus.isConnected()) {
    bus.connect(kService, kPath, kInterface, QStringLiteral("SettingChanged"), this,
                SLOT(onPortalSetting(QString, QString, QDBusVariant)));
    askPortal();
  }
  apply();
}

// Asks the desktop for its colour scheme without waiting for the answer, which may come late or
// never.
void ThemeKeeper::askPortal() {
  QDBusMessage call =
      QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
  call << QString::fromLatin1(kGroup) << QString::fromLatin1(kSchemeKey);
  auto* const watcher =
      new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(call), this);
  connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
    const QDBusPendingReply<QVariant> reply = *watcher;
    watcher->deleteLater();
    // Where there is no portal, the palette decides.
    if (reply.isError()) return;
    portalScheme_ = schemeIn(reply.value());
    if (themeChoice() == ThemeChoice::kSystem) apply();
  });
}

// The desktop tells of all its settings here; only the colour scheme matters.
void ThemeKeeper::onPortalSetting(const QString& group, const QString& key,
                                  const QDBusVariant& value) {
  if (group != QLatin1String(kGroup) || key != QLatin1String(kSchemeKey)) return;
  portalScheme_ = schemeIn(value.variant());
  if (themeChoice() == ThemeChoice::kSystem) apply();
}

// The choice itself, or what the portal says, or else the palette.
Theme::Mode ThemeKeeper::mode() const {
  const ThemeChoice choice = themeChoice();
  const bool isDesktopDark =
      portalScheme_ == kPrefersDark || (portalScheme_ != kPrefersLight && paletteIsDark_);
  const bool isDark = choice == ThemeChoice::kSystem ? isDesktopDark : choice == ThemeChoice::kDark;
  return isDark ? Theme::Mode::kDark : Theme::Mode::kLight;
}

// Takes effect at once, without a restart.
void ThemeKeeper::choose(ThemeChoice choice) {
  QSettings().setValue(QLatin1String(kKey), nameOf(choice));
  apply();
}

void ThemeKeeper::apply() {
  applyTheme(application_, mode());
  Q_EMIT applied();
}

}  // namespace loopwright
