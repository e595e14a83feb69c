#include "gui/docks/panel_folding.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QEvent>
#include <QSettings>
#include <QTimer>
#include <algorithm>
#include <utility>

#include "gui/actions/actions.h"
#include "gui/docks/panel_area.h"
#include "gui/docks/panel_bar.h"
#include "gui/docks/panel_dock.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

const char kKey[] = "window/panelsAtTheSides";
constexpr const char* kNames[] = {"byRoom", "beside", "folded"};

// With the panels at their first widths, less would leave the canvas and the plots too little.
constexpr int kLeastWidth = 1400;
// What the drawer leaves free of the window, at least.
constexpr int kLeastFree = 60;
constexpr int kLeastHeight = 280;  // of a drawer

QString drawerKey(const PanelDock& dock) {
  return QStringLiteral("window/drawerWidth/") + QLatin1String(dock.info().name);
}

// As a person made it, or as the panel is at first.
int drawerWidth(const PanelDock& dock) {
  return QSettings().value(drawerKey(dock), panelSize(dock.info()).width()).toInt();
}

// What the settings say; anything unknown there counts as the choice by room.
FoldChoice foldChoice() {
  const QString name = QSettings().value(QLatin1String(kKey)).toString();
  for (const FoldChoice choice : {FoldChoice::kBeside, FoldChoice::kFolded}) {
    if (name == QLatin1String(kNames[static_cast<int>(choice)])) return choice;
  }
  return FoldChoice::kByRoom;
}

}  // namespace

// Makes the two bars and the drawer, all hidden until something is folded.
PanelFolding::PanelFolding(const Actions& actions, PanelArea* area)
    : QObject(area),
      area_(area),
      left_(new PanelBar("left", actions.get(ActionId::kFoldPanels), area)),
      right_(new PanelBar("right", actions.get(ActionId::kFoldPanels), area)),
      drawer_(new PanelDrawer(area)) {
  area->addToolBar(Qt::LeftToolBarArea, left_);
  area->addToolBar(Qt::RightToolBarArea, right_);
  for (PanelBar* const bar : {left_, right_}) {
    bar->hide();
    connect(bar, &PanelBar::chosen, this, &PanelFolding::toggle);
  }
  connect(drawer_, &PanelDrawer::closeRequested, this, &PanelFolding::closeDrawer);
  connect(drawer_, &PanelDrawer::widthRequested, this, [this](int width) {
    QSettings().setValue(drawerKey(*drawer_->dock()), width);
    placeDrawer();
  });
  for (PanelDock* const dock : area->docks()) {
    connect(dock, &PanelDock::unfolded, this, [this, dock] {
      if (drawer_->dock() == dock) closeDrawer();
    });
  }
  connectActions(actions);
}

// The three choices are one group of which one is checked; one more action goes between folded and
// beside.
void PanelFolding::connectActions(const Actions& actions) {
  auto* const group = new QActionGroup(this);
  const std::pair<ActionId, FoldChoice> entries[] = {
      {ActionId::kPanelsByRoom, FoldChoice::kByRoom},
      {ActionId::kPanelsBeside, FoldChoice::kBeside},
      {ActionId::kPanelsFolded, FoldChoice::kFolded}};
  for (const auto& [id, choice] : entries) {
    QAction* const action = actions.get(id);
    group->addAction(action);
    action->setChecked(choice == foldChoice());
    connect(action, &QAction::triggered, this, [this, name = kNames[static_cast<int>(choice)]] {
      QSettings().setValue(QLatin1String(kKey), QLatin1String(name));
      refresh();
    });
  }
  connect(actions.get(ActionId::kFoldPanels), &QAction::triggered, this, [this, &actions] {
    actions.get(isFolded_ ? ActionId::kPanelsBeside : ActionId::kPanelsFolded)->trigger();
  });
}

int PanelFolding::leastWidth() { return scaled(kLeastWidth); }

// Whether panels are to be folded now: as chosen, or by the width of the window.
bool PanelFolding::isWanted() const {
  const FoldChoice choice = foldChoice();
  if (choice == FoldChoice::kByRoom) return area_->width() < leastWidth();
  return choice == FoldChoice::kFolded;
}

// Whether a dock is at the left or right of the canvas; those below it and those that float never
// fold.
bool PanelFolding::isAtASide(const PanelDock* dock) const {
  const Qt::DockWidgetArea side = area_->dockWidgetArea(const_cast<PanelDock*>(dock));
  const bool isBeside = side == Qt::LeftDockWidgetArea || side == Qt::RightDockWidgetArea;
  return isBeside && !dock->isOutside() && !dock->isFloating();
}

// Folds or unfolds the panels at the sides as it is wanted now. Called after each change that may
// decide otherwise: of the choice, of the window's width, and of where panels are.
void PanelFolding::refresh() {
  if (isWanted()) {
    // Which one is in front of its tabs is seen only before the first of them goes.
    if (!std::exchange(isFolded_, true)) {
      inFront_.clear();
      for (PanelDock* const dock : area_->docks()) {
        if (dock->isInFront()) inFront_.emplace_back(dock);
      }
    }
    for (PanelDock* const dock : area_->docks()) {
      if (!dock->isHidden() && isAtASide(dock)) dock->setFolded(true);
    }
  } else {
    unfold();
  }
  refreshBars();
  placeDrawer();
}

// Shows all folded panels beside the canvas again, and in front those that were in front before.
void PanelFolding::unfold() {
  if (!isFolded_) return;
  closeDrawer();
  isFolded_ = false;
  for (PanelDock* const dock : area_->docks()) {
    if (!dock->isFolded()) continue;
    dock->setFolded(false);
    dock->show();
  }
  for (const QPointer<PanelDock>& dock : inFront_) {
    if (dock != nullptr && dock->isOpen()) dock->raise();
  }
}

// Each bar shows the panels that are folded at its side, in the order of the docks.
void PanelFolding::refreshBars() {
  for (const auto& [bar, side] :
       {std::pair(left_, Qt::LeftDockWidgetArea), std::pair(right_, Qt::RightDockWidgetArea)}) {
    std::vector<PanelDock*> docks;
    for (PanelDock* const dock : area_->docks()) {
      if (dock->isFolded() && area_->dockWidgetArea(dock) == side) docks.push_back(dock);
    }
    bar->showDocks(docks, drawer_->dock());
  }
}

// ---- drawer -------------------------------------------------------------------------------------

PanelDock* PanelFolding::shown() const { return drawer_->dock(); }

// A click on the icon of the panel that is out folds it back; any other lets that panel out.
void PanelFolding::toggle(PanelDock* dock) {
  if (drawer_->dock() == dock) return closeDrawer();
  area_->reveal(dock->info().id, PanelReveal::kFocus);
}

// While a panel is out, this looks at all presses in the program, to fold it back when something
// else is meant.
void PanelFolding::open(PanelDock* dock) {
  if (drawer_->dock() == dock) return drawer_->raise();
  drawer_->setDock(dock);
  placeDrawer();
  refreshBars();
  qApp->installEventFilter(this);
  Q_EMIT drawerChanged();
}

// The contents go back into their dock, and the program's presses are no longer looked at. Where
// the panel had the keyboard, it says so.
void PanelFolding::closeDrawer() {
  PanelDock* const dock = drawer_->dock();
  if (dock == nullptr) return;
  qApp->removeEventFilter(this);
  const bool hadKeyboard = dock->hasKeyboard();
  drawer_->setDock(nullptr);
  refreshBars();
  if (hadKeyboard) Q_EMIT keyboardLeft();
  Q_EMIT drawerChanged();
}

// Beside its bar, and as wide as it was made. What is below the canvas stays in sight, where that
// leaves a drawer that is high enough to work in.
void PanelFolding::placeDrawer() {
  const PanelDock* const dock = drawer_->dock();
  if (dock == nullptr) return;
  const bool isLeft = area_->dockWidgetArea(const_cast<PanelDock*>(dock)) == Qt::LeftDockWidgetArea;
  const int bar = (isLeft ? left_ : right_)->sizeHint().width();
  const int wanted = std::max(drawerWidth(*dock), drawer_->minimumSizeHint().width());
  const int width = std::min(wanted, area_->width() - 2 * bar - kLeastFree);
  const int above = area_->centralWidget()->geometry().bottom() + 1;
  const int height = above >= scaled(kLeastHeight) ? above : area_->height();
  drawer_->setGeometry(isLeft ? bar : area_->width() - bar - width, 0, width, height);
  drawer_->setFreeEdge(isLeft ? Qt::RightEdge : Qt::LeftEdge);
  drawer_->raise();
}

// Whether something in the window was meant that is neither the drawer nor a bar.
bool PanelFolding::isOutsideOfDrawer(const QObject* watched) const {
  const auto* const widget = qobject_cast<const QWidget*>(watched);
  if (widget == nullptr || widget->window() != area_->window()) return false;
  const QWidget* const parts[] = {drawer_, left_, right_};
  return std::none_of(std::begin(parts), std::end(parts), [widget](const QWidget* part) {
    return part == widget || part->isAncestorOf(widget);
  });
}

// Whether what is drawn over what may be another among the area's parts. To open a panel brings it
// forward, and other parts with it.
bool PanelFolding::mayCoverDrawer(const QObject* watched, const QEvent* event) const {
  if (event->type() == QEvent::LayoutRequest) return watched == area_;
  return event->type() == QEvent::ZOrderChange && watched != drawer_ && watched->parent() == area_;
}

// A press outside closes the drawer and still goes where it was meant. Nothing that is brought
// forward covers it; but first that has to come forward, for a dock becomes the tab in front only
// where it lies above all others at this event. Only widgets are of concern: what threads post to
// one another goes by unread.
bool PanelFolding::eventFilter(QObject* watched, QEvent* event) {
  if (!watched->isWidgetType()) return QObject::eventFilter(watched, event);
  if (mayCoverDrawer(watched, event)) QTimer::singleShot(0, drawer_, &QWidget::raise);
  if (event->type() == QEvent::MouseButtonPress && isOutsideOfDrawer(watched)) closeDrawer();
  if (event->type() == QEvent::Resize && watched == area_->centralWidget()) placeDrawer();
  return QObject::eventFilter(watched, event);
}

}  // namespace loopwright
