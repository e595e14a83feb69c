#include "gui/main_window/document_tabs.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <utility>

#include "gui/actions/actions.h"
#include "gui/theme/icons.h"
#include "gui/theme/making.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kTabIcon = 12;

}  // namespace

// Tabs can be moved by the mouse and closed by their crosses; what that means is the window's
// business.
DocumentTabs::DocumentTabs(const Actions& actions, QWidget* parent)
    : QTabBar(parent), actions_(actions) {
  setObjectName(QStringLiteral("documentTabs"));
  setDocumentMode(true);
  setExpanding(false);
  setMovable(true);
  setTabsClosable(true);
  setIconSize(QSize(scaled(kTabIcon), scaled(kTabIcon)));
}

// A dot behind the name marks changes that are not saved. Texts and icons are set only where they
// differ, since each setting lays out the whole row.
void DocumentTabs::showDocument(int index, const QString& name, const QString& path,
                                bool isModified, Run run) {
  const QString text = isModified ? name + QStringLiteral(" ●") : name;
  if (text != tabText(index)) setTabText(index, text);
  QString tip = path.isEmpty() ? tr("%1, not saved yet").arg(name) : path;
  if (run == Run::kRunning) tip += u'\n' + tr("Runs");
  if (run == Run::kPaused) tip += u'\n' + tr("The run is paused");
  setTabToolTip(index, tip);
  // Told by what it was, as icons cannot be compared.
  if (tabData(index) == static_cast<int>(run)) return;
  setTabData(index, static_cast<int>(run));
  setTabIcon(index, run == Run::kNone      ? QIcon()
                    : run == Run::kRunning ? makeIcon(IconName::kRun)
                                           : makeIcon(IconName::kPause));
}

// The menu is about the tab that was clicked, which becomes the current one.
void DocumentTabs::contextMenuEvent(QContextMenuEvent* event) {
  const bool byKeys = event->reason() == QContextMenuEvent::Keyboard;
  const int index = byKeys ? currentIndex() : tabAt(event->pos());
  if (index < 0) return;
  setCurrentIndex(index);  // what the actions are about
  auto* const menu = deletedOnClose(withName(new QMenu(this), QStringLiteral("documentTabs.menu")));
  for (const ActionId id : {ActionId::kClose, ActionId::kCloseOthers, ActionId::kCloseAll}) {
    menu->addAction(actions_.get(id));
  }
  menu->addSeparator();
  for (const ActionId id : {ActionId::kMoveTabLeft, ActionId::kMoveTabRight}) {
    menu->addAction(actions_.get(id));
  }
  menu->popup(byKeys ? mapToGlobal(tabRect(index).bottomLeft()) : event->globalPos());
}

void DocumentTabs::mousePressEvent(QMouseEvent* event) {
  QTabBar::mousePressEvent(event);
  if (event->button() == Qt::MiddleButton) pressed_ = tabAt(event->position().toPoint());
}

// The middle button closes a tab, as in browsers: the one that was pressed, and only where the
// button is let go on it.
void DocumentTabs::mouseReleaseEvent(QMouseEvent* event) {
  QTabBar::mouseReleaseEvent(event);
  if (event->button() != Qt::MiddleButton) return;
  const int pressed = std::exchange(pressed_, -1);
  if (pressed >= 0 && tabAt(event->position().toPoint()) == pressed) {
    Q_EMIT tabCloseRequested(pressed);
  }
}

}  // namespace loopwright
