#include "gui/theme/theme_style.h"

#include <optional>

#include "gui/theme/icons.h"

namespace loopwright {

namespace {

constexpr int kPixmapSize = 16;

// The program's own icon for one of Qt's standard ones; nothing where it has none.
std::optional<IconName> nameOf(QStyle::StandardPixmap icon) {
  switch (icon) {
    case QStyle::SP_MessageBoxQuestion:
      return IconName::kQuestion;
    case QStyle::SP_MessageBoxInformation:
      return IconName::kInformation;
    case QStyle::SP_MessageBoxWarning:
      return IconName::kCaution;
    case QStyle::SP_MessageBoxCritical:
      return IconName::kTrouble;
    case QStyle::SP_DirIcon:
    case QStyle::SP_DirClosedIcon:
    case QStyle::SP_DirOpenIcon:
    case QStyle::SP_DirLinkIcon:
      return IconName::kFolder;
    case QStyle::SP_FileIcon:
    case QStyle::SP_FileLinkIcon:
      return IconName::kNew;
    case QStyle::SP_DirHomeIcon:
      return IconName::kHome;
    case QStyle::SP_DesktopIcon:
    case QStyle::SP_ComputerIcon:
    case QStyle::SP_DriveHDIcon:
      return IconName::kComputer;
    case QStyle::SP_ArrowBack:
    case QStyle::SP_ArrowLeft:
    case QStyle::SP_FileDialogBack:
      return IconName::kBack;
    case QStyle::SP_ArrowForward:
    case QStyle::SP_ArrowRight:
      return IconName::kForward;
    case QStyle::SP_ArrowUp:
    case QStyle::SP_FileDialogToParent:
      return IconName::kUp;
    case QStyle::SP_FileDialogNewFolder:
      return IconName::kNewFolder;
    case QStyle::SP_FileDialogListView:
      return IconName::kList;
    case QStyle::SP_FileDialogDetailedView:
    case QStyle::SP_FileDialogContentsView:
    case QStyle::SP_FileDialogInfoView:
      return IconName::kDetails;
    case QStyle::SP_LineEditClearButton:
    case QStyle::SP_TitleBarCloseButton:
    case QStyle::SP_DockWidgetCloseButton:
      return IconName::kClose;
    default:
      return std::nullopt;
  }
}

}  // namespace

ThemeStyle::ThemeStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

// Qt's own dialogs ask here, so that they look like the rest of the program.
QIcon ThemeStyle::standardIcon(StandardPixmap icon, const QStyleOption* option,
                               const QWidget* widget) const {
  const std::optional<IconName> name = nameOf(icon);
  return name ? makeIcon(*name) : QProxyStyle::standardIcon(icon, option, widget);
}

QPixmap ThemeStyle::standardPixmap(StandardPixmap icon, const QStyleOption* option,
                                   const QWidget* widget) const {
  const std::optional<IconName> name = nameOf(icon);
  return name ? makeIcon(*name).pixmap(kPixmapSize)
              : QProxyStyle::standardPixmap(icon, option, widget);
}

}  // namespace loopwright
