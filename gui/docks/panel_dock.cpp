#include "gui/docks/panel_dock.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QStackedWidget>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "gui/docks/more_panels_button.h"
#include "gui/theme/icons.h"
#include "gui/theme/making.h"
#include "gui/theme/style_state.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kTitleHeight = 30;
constexpr int kTitleButtonIcon = 14;
// Beside a separator of one pixel the mouse still reaches it.
constexpr int kGrip = 2;

// What a dock holds: a page with a size of its own choice, so that the sizes of the window's parts
// do not depend on what is in them; no narrower than what cannot be narrower.
class PanelContents : public QWidget {
 public:
  PanelContents(QWidget* pages, QSize size) : pages_(pages), size_(size) {
    auto* const layout = withMargins(new QVBoxLayout(this), {kGrip, 0, kGrip, 0});
    layout->addWidget(pages);
  }

  QSize sizeHint() const override { return size_.expandedTo(minimumSizeHint()); }
  QSize minimumSizeHint() const override {
    const int needed = pages_->minimumSizeHint().width() + 2 * kGrip;
    return QSize(std::max(scaled(150), needed), scaled(90));
  }

 private:
  QWidget* pages_;
  QSize size_;
};

// Whether a widget is another one or inside it; a null one is nowhere.
bool isWithin(const QWidget* widget, const QWidget* ancestor) {
  return widget != nullptr && (widget == ancestor || ancestor->isAncestorOf(widget));
}

// The first widget of a page that Tab would reach.
QWidget* firstStop(QWidget* page) {
  for (QWidget* next = page->nextInFocusChain(); next != page; next = next->nextInFocusChain()) {
    const bool takes = (next->focusPolicy() & Qt::TabFocus) != 0;
    if (takes && next->isEnabled() && page->isAncestorOf(next) && next->isVisibleTo(page)) {
      return next;
    }
  }
  return nullptr;
}

}  // namespace

// ---- buttons ------------------------------------------------------------------------------------

QToolButton* makePanelButton(QWidget* parent, QAction* action) {
  auto* const button = new QToolButton(parent);
  button->setAutoRaise(true);
  button->setIconSize(QSize(scaled(kTitleButtonIcon), scaled(kTitleButtonIcon)));
  button->setProperty("panelButton", true);
  if (action == nullptr) return button;
  button->setObjectName(action->objectName());
  button->setDefaultAction(action);
  return button;
}

PanelButtons::PanelButtons(QWidget* parent) : QWidget(parent), layout_(new QHBoxLayout(this)) {
  layout_->setContentsMargins(0, 0, 4, 0);
  layout_->setSpacing(0);
}

// Buttons are made from the dock's actions, so that they do and say what the menus do.
void PanelButtons::setDock(PanelDock* dock) {
  if (dock == dock_) return;
  dock_ = dock;
  while (QLayoutItem* const item = layout_->takeAt(0)) {
    item->widget()->hide();
    item->widget()->deleteLater();  // It may be in the middle of its own click.
    delete item;
  }
  if (dock == nullptr) return;
  QList<QAction*> actions = dock->offers();
  actions << dock->floatAction() << dock->closeAction();
  for (QAction* const action : actions) {
    QToolButton* const button = makePanelButton(this, action);
    button->setFocusPolicy(Qt::NoFocus);
    layout_->addWidget(button);
    button->show();
  }
  resize(sizeHint());
}

// ---- title --------------------------------------------------------------------------------------

// The name at the left, the buttons at the right. The name follows the dock's title.
PanelTitleBar::PanelTitleBar(PanelDock* dock)
    : QWidget(dock), dock_(dock), title_(new QLabel), buttons_(new PanelButtons) {
  setObjectName(dock->objectName() + QStringLiteral(".title"));
  title_->setProperty("role", "panelTitle");
  auto* const layout = withMargins(new QHBoxLayout(this), {12, 0, 0, 0}, 4);
  layout->addWidget(title_, 1);
  layout->addWidget(buttons_);
  title_->setText(dock->windowTitle());
  connect(dock, &QDockWidget::windowTitleChanged, title_, &QLabel::setText);
  buttons_->setDock(dock);
}

// A collapsed title stays as a widget without height, since Qt would put its own in the place of
// none.
void PanelTitleBar::setCollapsed(bool collapsed) {
  if (collapsed == collapsed_) return;
  collapsed_ = collapsed;
  title_->setVisible(!collapsed);
  buttons_->setVisible(!collapsed);
  updateGeometry();
}

void PanelTitleBar::setMore(MorePanelsButton* more) {
  more_ = more;
  static_cast<QHBoxLayout*>(layout())->insertWidget(1, more);
}

// A panel out of the window is at no side.
void PanelTitleBar::setSide(Qt::DockWidgetArea side) {
  more_->setSide(side);
  more_->setVisible(!collapsed_ && !dock_->isOutside() && more_->hasPanels());
}

void PanelTitleBar::setActive(bool active) { setStyleState(title_, "active", active); }

// As high as its text scale says, or nothing at all.
QSize PanelTitleBar::sizeHint() const {
  return QSize(layout()->sizeHint().width(), collapsed_ ? 0 : scaled(kTitleHeight));
}

QSize PanelTitleBar::minimumSizeHint() const { return QSize(0, sizeHint().height()); }

void PanelTitleBar::contextMenuEvent(QContextMenuEvent* event) {
  dock_->showMenu(event->globalPos());
}

// ---- panel --------------------------------------------------------------------------------------

// A dock has a title bar of the program's own, and a stack of pages below it.
PanelDock::PanelDock(const PanelInfo& info, const QList<QAction*>& offers, const QAction* show,
                     QWidget* area)
    : QDockWidget(area),
      info_(info),
      area_(area),
      offers_(offers),
      show_(show),
      float_(new QAction(this)),
      close_(new QAction(this)),
      pages_(new QStackedWidget),
      contents_(new PanelContents(pages_, panelSize(info))) {
  setObjectName(QStringLiteral("dock.") + QLatin1String(info.name));
  setWindowTitle(panelTitle(info));
  setAccessibleName(panelTitle(info));
  toggleViewAction()->setObjectName(objectName() + QStringLiteral(".toggle"));
  // Titles, tabs and menus share both actions; what floating is called depends on where the panel
  // is.
  float_->setObjectName(objectName() + QStringLiteral(".float"));
  close_->setObjectName(objectName() + QStringLiteral(".close"));
  close_->setIcon(makeIcon(IconName::kClose));
  close_->setText(tr("Close"));
  close_->setToolTip(tr("Close the panel; the menu View opens it again"));
  connect(float_, &QAction::triggered, this, &PanelDock::toggleFloating);
  connect(close_, &QAction::triggered, this, &QWidget::close);
  refreshActions();
  titleBar_ = new PanelTitleBar(this);
  setTitleBarWidget(titleBar_);
  setWidget(contents_);
}

// A folded dock is hidden but counts as open, so the menu's switch keeps its check mark.
void PanelDock::setFolded(bool folded) {
  if (folded == isFolded_) return;
  isFolded_ = folded;
  if (folded) hide();
  toggleViewAction()->setChecked(isOpen());
  if (!folded) Q_EMIT unfolded();
}

// From the drawer that showed them while the dock was folded.
void PanelDock::takeBackContents() {
  setWidget(contents_);
  contents_->show();  // with the dock
}

QString PanelDock::showToolTip() const {
  const QString keys = show_->shortcut().toString(QKeySequence::NativeText);
  return keys.isEmpty() ? panelTitle(info_)
                        : QStringLiteral("%1 (%2)").arg(panelTitle(info_), keys);
}

// A folded panel that is closed counts as closed and no longer as folded.
void PanelDock::closeEvent(QCloseEvent* event) {
  setFolded(false);
  QDockWidget::closeEvent(event);
}

// Takes the panel out, or puts it back to the side where it is at first. A folded panel floats from
// where its drawer was. The keyboard stays in it.
void PanelDock::toggleFloating() {
  const bool hadKeyboard = hasKeyboard();
  const QRect place(contents_->mapToGlobal(QPoint()), contents_->size());
  const bool wasFolded = isFolded_;
  if (wasFolded) {
    setFolded(false);
    show();
  }
  const bool isWithOthers = isOutside() && !isFloating();
  if (isWithOthers) {
    Q_EMIT moveRequested(info_.area);
  } else {
    const QRect before = wasFolded ? place : QRect(mapToGlobal(QPoint()), size());
    setFloating(!isFloating());
    if (isFloating() && !std::exchange(hasFloated_, true)) stepAside(before);
    raise();
  }
  if (hadKeyboard) focusPage();
}

// Right over its old place it would not look as if it had left it.
void PanelDock::stepAside(const QRect& before) {
  constexpr int kStep = 48;
  constexpr int kMostHeight = 480;
  const QPoint middle = area_->mapToGlobal(area_->rect().center());
  const QPoint way(before.x() < middle.x() ? kStep : -kStep,
                   before.y() < middle.y() ? kStep : -kStep);
  setGeometry(
      QRect(before.topLeft() + way, QSize(before.width(), std::min(before.height(), kMostHeight))));
}

// Floating alone, or with others in a window of theirs.
bool PanelDock::isOutside() const { return window() != area_->window(); }

// One action leads both ways; its words and icon say which way now.
void PanelDock::refreshActions() {
  const QString text = isOutside() ? tr("Dock") : tr("Float");
  if (float_->text() == text) return;
  float_->setText(text);
  float_->setIcon(makeIcon(isOutside() ? IconName::kDock : IconName::kFloat));
  float_->setToolTip(isOutside() ? tr("Put the panel back into the window")
                                 : tr("Take the panel out of the window"));
}

QWidget* PanelDock::pages() const { return pages_; }

void PanelDock::addPage(QWidget* page) { pages_->addWidget(page); }

void PanelDock::showPage(QWidget* page) { pages_->setCurrentWidget(page); }

void PanelDock::setPageShown(bool shown) { pages_->setVisible(shown); }

// Gives the keyboard to the page itself if it takes it, else to the first part of it that Tab would
// reach.
void PanelDock::focusPage() {
  QWidget* const page = pages_->currentWidget();
  if (page == nullptr) return;
  if (!isActiveWindow()) activateWindow();
  if (page->focusProxy() != nullptr || page->focusPolicy() != Qt::NoFocus) {
    return page->setFocus(Qt::ShortcutFocusReason);
  }
  if (QWidget* const stop = firstStop(page)) return stop->setFocus(Qt::ShortcutFocusReason);
  // There is nothing in it to reach now: it takes the keyboard itself.
  page->setFocusPolicy(Qt::ClickFocus);
  page->setFocus(Qt::ShortcutFocusReason);
}

// A dock behind another tab is visible to Qt, but no part of it is seen.
bool PanelDock::isInFront() const {
  return isFolded_ ? contents_->isVisible() : !isHidden() && !visibleRegion().isEmpty();
}

// The contents count too while the drawer has them, and are no part of the dock then.
bool PanelDock::hasKeyboard() const {
  const QWidget* const focus = QApplication::focusWidget();
  return isWithin(focus, this) || isWithin(focus, contents_);
}

// The menu of a title and of a folded panel's icon.
void PanelDock::showMenu(const QPoint& place) {
  auto* const menu = deletedOnClose(withName(new QMenu(this), QStringLiteral("panelMenu")));
  menu->addAction(float_);
  menu->addSeparator();
  const std::pair<Qt::DockWidgetArea, QString> places[] = {
      {Qt::LeftDockWidgetArea, tr("Move to the left")},
      {Qt::RightDockWidgetArea, tr("Move to the right")},
      {Qt::BottomDockWidgetArea, tr("Move below the canvas")}};
  for (const auto& [area, text] : places) {
    menu->addAction(text, this, [this, area = area] { Q_EMIT moveRequested(area); });
  }
  menu->addSeparator();
  menu->addAction(close_);
  menu->popup(place);
}

// A floating panel has no frame of the system, as its title is our own.
void PanelDock::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::current();
  QPainter painter(this);
  painter.fillRect(rect(), theme.panel);
  if (!isOutside()) return;
  painter.setPen(theme.hairline);
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void PanelDock::changeEvent(QEvent* event) {
  QDockWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) update();
}

}  // namespace loopwright
