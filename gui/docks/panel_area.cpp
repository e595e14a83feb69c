#include "gui/docks/panel_area.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QLayout>
#include <QTabBar>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <utility>

#include "gui/actions/actions.h"
#include "gui/docks/more_panels_button.h"
#include "gui/docks/panel_dock.h"
#include "gui/docks/panel_folding.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

// Raise it when panels come or go, so that an older layout is not restored.
constexpr int kLayoutVersion = 2;
constexpr int kButtonsGap = 6;
constexpr double kMostBelow = 0.45;   // of the height, for what is below the canvas
constexpr double kMostOpened = 0.58;  // of the height, for a high panel that is opened there
// A new window has its place on the screen after so long.
constexpr std::chrono::milliseconds kPlacedWithin{500};

}  // namespace

// The sides go down to the bottom of the window: what is below the canvas is as wide as the canvas.
// Panels can be put above each other, tabbed, and dragged in groups.
//
// It is a part of its parent, though a main window with a parent is a window of its own at first.
PanelArea::PanelArea(const Actions& actions, QWidget* parent) : QMainWindow(parent) {
  setWindowFlags(Qt::Widget);
  setObjectName(QStringLiteral("panelArea"));
  setContextMenuPolicy(Qt::PreventContextMenu);
  setDockOptions(QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks |
                 QMainWindow::GroupedDragging);
  setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  setDocumentMode(true);
  setCorner(Qt::TopLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::TopRightCorner, Qt::RightDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  makeDocks(actions);
  folding_ = new PanelFolding(actions, this);
  connect(folding_, &PanelFolding::drawerChanged, this, &PanelArea::tidySoon);
  connect(folding_, &PanelFolding::keyboardLeft, this, [this] {
    setActive(nullptr);
    Q_EMIT keyboardLeft();
  });
  placeDocks();
  connect(qApp, &QApplication::focusChanged, this,
          [this](QWidget*, QWidget* now) { onFocusChanged(now); });
}

// Makes all docks at once, also those that are closed at first: a closed dock is a hidden one.
void PanelArea::makeDocks(const Actions& actions) {
  for (const PanelInfo& info : panelList()) {
    QList<QAction*> offers;
    if (info.id == PanelId::kPlots) {
      for (const ActionId id : {ActionId::kFitPlots, ActionId::kFollowPlots, ActionId::kPlotCursors,
                                ActionId::kPlotMeasures, ActionId::kExportPlots}) {
        offers << actions.get(id);
      }
    }
    auto* const dock = new PanelDock(info, offers, actions.get(info.show), this);
    docks_.push_back(dock);
    dock->titleBar()->setMore(makeMoreButton(dock->titleBar()));
    watch(dock);
  }
}

// Whatever happens to a dock, its title and its tabs are brought in line soon after. The menu's
// switch opens a folded panel as it opens a closed one.
void PanelArea::watch(PanelDock* dock) {
  connect(dock, &QDockWidget::visibilityChanged, this, [this, dock](bool visible) {
    if (visible) dock->setPageShown(true);
    tidySoon();
  });
  connect(dock, &QDockWidget::topLevelChanged, this, &PanelArea::tidySoon);
  connect(dock, &QDockWidget::dockLocationChanged, this, &PanelArea::tidySoon);
  connect(dock, &PanelDock::moveRequested, this,
          [this, dock](Qt::DockWidgetArea area) { move(dock, area); });
  connect(dock->toggleViewAction(), &QAction::triggered, this, [this, dock](bool open) {
    if (open) {
      reveal(dock->info().id, PanelReveal::kOpen);
    } else if (dock->isFolded()) {
      dock->close();
    }
  });
}

PanelDock* PanelArea::dock(PanelId id) const {
  return *std::find_if(docks_.begin(), docks_.end(),
                       [id](const PanelDock* dock) { return dock->info().id == id; });
}

// ---- places -------------------------------------------------------------------------------------

// The first panel of a side takes its place there, and the others become tabs with it.
void PanelArea::placeDocks() {
  for (const Qt::DockWidgetArea area :
       {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea, Qt::BottomDockWidgetArea}) {
    PanelDock* first = nullptr;
    for (PanelDock* const dock : docks_) {
      if (dock->info().area != area) continue;
      addDockWidget(area, dock, Qt::Vertical);
      dock->setFloating(false);
      // The minimap has a place of its own below the others.
      if (first != nullptr && dock->info().id != PanelId::kMinimap) tabifyDockWidget(first, dock);
      dock->setVisible(dock->info().startsOpen);
      if (first == nullptr) first = dock;
    }
    first->raise();
  }
  tidySoon();
}

PanelDock* PanelArea::active() const { return active_; }

// Panels are taken out and put in again in their order, since Qt would otherwise leave them in the
// groups that a person made. Then the first sizes are set.
void PanelArea::resetLayout() {
  folding_->unfold();
  for (PanelDock* const dock : docks_) {
    dock->setFloating(false);
    removeDockWidget(dock);
  }
  placeDocks();
  for (const auto& [id, orientation] : {std::pair(PanelId::kBlocks, Qt::Horizontal),
                                        std::pair(PanelId::kProperties, Qt::Horizontal),
                                        std::pair(PanelId::kPlots, Qt::Vertical)}) {
    const QSize size = panelSize(dock(id)->info());
    resizeDocks({dock(id)}, {orientation == Qt::Horizontal ? size.width() : size.height()},
                orientation);
  }
  folding_->refresh();
}

// The panel becomes a tab with the one that is in front at that side, or takes the side alone.
void PanelArea::move(PanelDock* dock, Qt::DockWidgetArea area) {
  PanelDock* neighbour = nullptr;
  for (PanelDock* const other : docks_) {
    const bool isThere = other != dock && other->isOpen() && !other->isOutside() &&
                         dockWidgetArea(other) == area && other->info().id != PanelId::kMinimap;
    if (isThere && (neighbour == nullptr || other->isInFront())) neighbour = other;
  }
  if (dock->isFolded()) {
    dock->setFolded(false);
    dock->show();
  }
  dock->setFloating(false);
  addDockWidget(area, dock);
  if (neighbour != nullptr) tabifyDockWidget(neighbour, dock);
  reveal(dock->info().id, dock == active_ ? PanelReveal::kFocus : PanelReveal::kOpen);
}

// Folded panels are unfolded while the state is taken: Qt knows nothing of folding and would save
// them as closed.
QByteArray PanelArea::layoutState() {
  folding_->unfold();
  QByteArray state = saveState(kLayoutVersion);
  folding_->refresh();
  return state;
}

void PanelArea::restoreLayoutState(const QByteArray& state) {
  stateToRestore_ = state;
  if (isVisible()) restoreWaitingState();
}

// Sizes mean something only once the window has its own.
void PanelArea::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  restoreWaitingState();
}

// Panels are unfolded first, since the state to restore was saved so. Without a waiting state it
// only brings everything in line with the window's size.
void PanelArea::restoreWaitingState() {
  const QByteArray state = std::exchange(stateToRestore_, {});
  if (!state.isEmpty()) {
    folding_->unfold();
    restoreState(state, kLayoutVersion);
    // A window manager keeps a floating panel above the window only if it knows the window when the
    // panel appears: so the panel waits until the window was shown.
    setFloatingShown(false);
    QTimer::singleShot(0, this, [this] {
      if (isVisible()) setFloatingShown(true);
    });
  }
  folding_->refresh();
  leaveCanvasItsHeight();
  tidySoon();
}

// A panel below the canvas that needs more height than the one that it comes before gets it as it
// is opened, as far as the canvas keeps its part.
void PanelArea::giveItsHeight(PanelDock* panel) {
  if (covered_ == nullptr || dockWidgetArea(panel) != Qt::BottomDockWidgetArea) return;
  const int usual = panel->info().size.height();
  const int most = static_cast<int>(kMostOpened * height());
  const int wanted = std::min(scaled(usual), most);
  if (usual <= covered_->info().size.height() || covered_->height() >= wanted) return;
  // The layout gives a panel that appears the height that it hints at, and after that this one.
  layout()->activate();
  resizeDocks({panel}, {wanted}, Qt::Vertical);
}

void PanelArea::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  if (!isVisible()) return;
  folding_->refresh();
  if (height() < event->oldSize().height()) leaveCanvasItsHeight();
}

// What is below the canvas gives way where a window becomes lower.
void PanelArea::leaveCanvasItsHeight() {
  const int most = static_cast<int>(kMostBelow * height());
  for (PanelDock* const dock : docks_) {
    const bool isBelow =
        !dock->isHidden() && !dock->isOutside() && dockWidgetArea(dock) == Qt::BottomDockWidgetArea;
    if (isBelow && dock->height() > most) return resizeDocks({dock}, {most}, Qt::Vertical);
  }
}

// Notes which panels it hides, so that those that were closed before stay closed.
//
// Under Openbox, Qt may ask where a new window is in the moment in which its frame is still in the
// corner of the screen, and is told nothing when the frame moves: menus and tool tips would open in
// that corner from then on. A window that is moved to where it is makes Openbox tell its place.
void PanelArea::setFloatingShown(bool shown) {
  if (shown) {
    for (PanelDock* const dock : hiddenFloating_) {
      const QPoint place = dock->pos();
      dock->show();
      QTimer::singleShot(kPlacedWithin, dock, [dock, place] {
        if (dock->isFloating() && dock->pos().isNull()) dock->move(place);
      });
    }
    hiddenFloating_.clear();
    return;
  }
  for (PanelDock* const dock : docks_) {
    if (!dock->isOutside() || !dock->isOpen()) continue;
    hiddenFloating_.push_back(dock);
    dock->hide();
  }
}

// ---- coming forward -----------------------------------------------------------------------------

// Brings a panel forward as far as `how` allows. To raise is modest: it does nothing for a panel
// that is closed, folded or in front already. An opened panel may cover another one, which is noted
// for close().
void PanelArea::reveal(PanelId id, PanelReveal how) {
  PanelDock* const panel = dock(id);
  if (how == PanelReveal::kRaise) {
    if (!panel->isOpen() || panel->isFolded() || panel->isInFront()) return;
    // What a person works in does not go away from under his hands.
    for (const QDockWidget* const other : tabifiedDockWidgets(panel)) {
      if (static_cast<const PanelDock*>(other)->hasKeyboard()) return;
    }
  }
  if (!panel->isOpen()) {
    QList<PanelDock*> inFront;
    for (PanelDock* const other : docks_) {
      if (other->isInFront()) inFront.append(other);
    }
    panel->show();
    covered_ = nullptr;
    for (PanelDock* const other : inFront) {
      if (tabifiedDockWidgets(panel).contains(other)) covered_ = other;
    }
    giveItsHeight(panel);
  }
  if (folding_->isFolded()) folding_->refresh();  // one at a side that was just opened
  if (panel->isFolded()) {
    folding_->open(panel);
  } else {
    panel->raise();
  }
  panel->setPageShown(true);
  if (how != PanelReveal::kFocus) return;
  panel->focusPage();
  setActive(panel);
}

// Opening the panel may have covered another one; that comes to the front again rather than a
// third.
void PanelArea::close(PanelId id) {
  const QPointer<PanelDock> below = covered_;
  const bool wasTabbed = below != nullptr && tabifiedDockWidgets(dock(id)).contains(below);
  dock(id)->close();
  if (wasTabbed) below->raise();
}

// The active panel is not forgotten when a menu, a dialog or a list of commands takes the keyboard:
// what is chosen there is about that panel.
void PanelArea::onFocusChanged(QWidget* now) {
  if (now == nullptr) return;
  for (PanelDock* const dock : docks_) {
    if (dock->hasKeyboard()) return setActive(dock);
  }
  if (centralWidget() != nullptr && centralWidget()->isAncestorOf(now)) setActive(nullptr);
}

void PanelArea::setActive(PanelDock* active) {
  active_ = active;
  for (PanelDock* const dock : docks_) dock->titleBar()->setActive(dock == active);
}

// Around the window: left from top to bottom, below, right; then those that float.
std::vector<PanelDock*> PanelArea::inOrder() const {
  std::vector<PanelDock*> result;
  std::copy_if(docks_.begin(), docks_.end(), std::back_inserter(result),
               [](const PanelDock* dock) { return dock->isInFront(); });
  const auto place = [this](const PanelDock* dock) {
    const QPoint position = dock->mapToGlobal(QPoint());
    const Qt::DockWidgetArea area = dockWidgetArea(const_cast<PanelDock*>(dock));
    const int side = dock->isOutside()                  ? 4
                     : area == Qt::LeftDockWidgetArea   ? 0
                     : area == Qt::TopDockWidgetArea    ? 1
                     : area == Qt::BottomDockWidgetArea ? 2
                                                        : 3;
    return std::tuple(side, position.y(), position.x());
  };
  std::stable_sort(result.begin(), result.end(),
                   [&](const auto* a, const auto* b) { return place(a) < place(b); });
  return result;
}

// The panels in front and, as the last of the round, the canvas. Where nothing of them is active,
// the canvas is taken for it.
void PanelArea::cycle(int direction, QWidget* canvas) {
  const std::vector<PanelDock*> panels = inOrder();
  const auto found = std::find(panels.begin(), panels.end(), active_.data());
  const int count = static_cast<int>(panels.size()) + 1;  // the canvas is the last
  const int at = static_cast<int>(found - panels.begin());
  const int next = (at + direction + count) % count;
  if (next + 1 < count) {
    return reveal(panels[next]->info().id, PanelReveal::kFocus);
  }
  activateWindow();
  folding_->closeDrawer();
  canvas->setFocus(Qt::ShortcutFocusReason);
  setActive(nullptr);
}

// ---- titles and tabs ----------------------------------------------------------------------------

bool PanelArea::event(QEvent* event) {
  if (event->type() == QEvent::ChildAdded || event->type() == QEvent::LayoutRequest) tidySoon();
  return QMainWindow::event(event);
}

// Once for all that happens until the event loop goes on; its own changes do not call for another
// round.
void PanelArea::tidySoon() {
  if (willTidy_ || isTidying_) return;
  willTidy_ = true;
  QTimer::singleShot(0, this, &PanelArea::tidy);
}

// Brings titles, actions, pages and tabs of all panels in line with where they are now. Where the
// panel with the keyboard was closed, it says so, and the window gives the keyboard to the canvas.
void PanelArea::tidy() {
  willTidy_ = false;
  isTidying_ = true;
  if (folding_->isFolded()) folding_->refresh();
  for (PanelDock* const dock : docks_) {
    dock->titleBar()->setCollapsed(isTabbed(dock));
    dock->titleBar()->setSide(dockWidgetArea(dock));
    dock->refreshActions();
    dock->setPageShown(dock->isInFront());
  }
  for (QTabBar* const tabs : findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) tidyTabs(tabs);
  if (active_ && !active_->isOpen()) {
    active_ = nullptr;
    Q_EMIT keyboardLeft();
  }
  isTidying_ = false;
  Q_EMIT panelsChanged();
}

// One that floats keeps its place among the tabs, but shows none there.
bool PanelArea::isTabbed(const PanelDock* dock) const {
  if (dock->isOutside()) return false;
  const QList<QDockWidget*> others = tabifiedDockWidgets(const_cast<PanelDock*>(dock));
  return std::any_of(others.begin(), others.end(), [](const QDockWidget* other) {
    return !other->isHidden() && !static_cast<const PanelDock*>(other)->isOutside();
  });
}

// The tab bars are made, used again and given up by the layout of the docks.
void PanelArea::tidyTabs(QTabBar* tabs) {
  auto* buttons = tabs->findChild<PanelButtons*>(QString(), Qt::FindDirectChildrenOnly);
  if (buttons == nullptr) {
    buttons = new PanelButtons(tabs);
    tabs->setUsesScrollButtons(false);
    tabs->setDrawBase(false);
    tabs->installEventFilter(this);
    connect(tabs, &QTabBar::currentChanged, this, &PanelArea::tidySoon);
  }
  buttons->setDock(dockOfTab(tabs, tabs->currentIndex()));
  const QSize size = buttons->sizeHint();
  buttons->setGeometry(tabs->width() - size.width(), 0, size.width(), tabs->height());
  // Where the tabs need the room, a menu has the same.
  const int end = tabs->count() == 0 ? 0 : tabs->tabRect(tabs->count() - 1).right();
  buttons->setVisible(buttons->dock() != nullptr && end + kButtonsGap < buttons->x());
  buttons->raise();
  placeMore(tabs, end + 2, buttons->isVisibleTo(tabs) ? buttons->x() : tabs->width());
}

// Behind the last tab, where it is in nobody's way.
void PanelArea::placeMore(QTabBar* tabs, int left, int right) {
  auto* more = tabs->findChild<MorePanelsButton*>(QString(), Qt::FindDirectChildrenOnly);
  if (more == nullptr) more = makeMoreButton(tabs);
  const PanelDock* const dock = dockOfTab(tabs, tabs->currentIndex());
  if (dock != nullptr) more->setSide(dockWidgetArea(const_cast<PanelDock*>(dock)));
  const QSize size = more->sizeHint();
  more->setGeometry(left, (tabs->height() - size.height()) / 2, size.width(), size.height());
  more->setVisible(dock != nullptr && more->hasPanels() && left + size.width() <= right);
}

MorePanelsButton* PanelArea::makeMoreButton(QWidget* parent) {
  auto* const more = new MorePanelsButton(this, parent);
  connect(more, &MorePanelsButton::chosen, this,
          [this](const PanelDock* dock) { reveal(dock->info().id, PanelReveal::kFocus); });
  return more;
}

// Qt does not tell which dock a tab stands for; it is found by its title.
PanelDock* PanelArea::dockOfTab(const QTabBar* tabs, int index) const {
  if (index < 0 || index >= tabs->count()) return nullptr;
  const auto found = std::find_if(docks_.begin(), docks_.end(), [&](const PanelDock* dock) {
    return dock->windowTitle() == tabs->tabText(index);
  });
  return found == docks_.end() ? nullptr : *found;
}

// A tab bar that changes its size has to place its buttons anew; its menu is that of the panel.
bool PanelArea::eventFilter(QObject* watched, QEvent* event) {
  auto* const tabs = qobject_cast<QTabBar*>(watched);
  if (tabs == nullptr) return QMainWindow::eventFilter(watched, event);
  if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) tidySoon();
  if (event->type() == QEvent::ContextMenu) {
    auto* const asked = static_cast<QContextMenuEvent*>(event);
    if (PanelDock* const dock = dockOfTab(tabs, tabs->tabAt(asked->pos()))) {
      dock->showMenu(asked->globalPos());
      return true;
    }
  }
  return QMainWindow::eventFilter(watched, event);
}

}  // namespace loopwright
