#include "gui/docks/more_panels_button.h"

#include <QMenu>

#include "gui/docks/panel_area.h"
#include "gui/docks/panel_dock.h"
#include "gui/theme/icons.h"
#include "gui/theme/theme.h"

namespace loopwright {

MorePanelsButton::MorePanelsButton(const PanelArea* area, QWidget* parent)
    : QToolButton(parent), area_(area) {
  constexpr int kIcon = 14;
  setObjectName(QStringLiteral("panelMore"));
  setIcon(makeIcon(IconName::kMore));
  setIconSize(QSize(scaled(kIcon), scaled(kIcon)));
  setToolTip(tr("Open another panel here"));
  setAccessibleName(toolTip());
  setAutoRaise(true);
  setFocusPolicy(Qt::NoFocus);
  setProperty("panelButton", true);
  setPopupMode(QToolButton::InstantPopup);
  auto* const menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("panelMoreMenu"));
  setMenu(menu);
  connect(menu, &QMenu::aboutToShow, this, &MorePanelsButton::fillMenu);
}

// By where they are at first, which is where they open.
std::vector<PanelDock*> MorePanelsButton::closedPanels() const {
  std::vector<PanelDock*> closed;
  for (PanelDock* const dock : area_->docks()) {
    if (!dock->isOpen() && dock->info().area == side_) closed.push_back(dock);
  }
  return closed;
}

void MorePanelsButton::fillMenu() {
  menu()->clear();
  for (PanelDock* const dock : closedPanels()) {
    menu()->addAction(makeIcon(dock->info().icon), dock->showToolTip(), this,
                      [this, dock] { Q_EMIT chosen(dock); });
  }
}

}  // namespace loopwright
