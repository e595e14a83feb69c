#pragma once

#include <QProxyStyle>

namespace loopwright {

/// Fusion with the program's own icons: what Qt's dialogs (files, questions) and fields show.
/// Colours come from the style sheet and the palette; here only icons are replaced.
class ThemeStyle : public QProxyStyle {
  Q_OBJECT
 public:
  /// Draws everything else as Fusion does.
  ThemeStyle();

  QIcon standardIcon(StandardPixmap icon, const QStyleOption* option = nullptr,
                     const QWidget* widget = nullptr) const override;
  QPixmap standardPixmap(StandardPixmap icon, const QStyleOption* option = nullptr,
                         const QWidget* widget = nullptr) const override;
};

}  // namespace loopwright
