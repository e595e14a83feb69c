#include "gui/docks/panel_bar.h"

#include <QAction>
#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QToolButton>
#include <QVBoxLayout>

#include "gui/docks/panel_dock.h"
#include "gui/theme/icons.h"
#include "gui/theme/making.h"
#include "gui/theme/style_state.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kBarIcon = 18;
constexpr int kEdge = 5;  // so much of a drawer's free edge takes the mouse

}  // namespace

// ---- bar ----------------------------------------------------------------------------------------

// The icons of panels come before a space that takes all room, which keeps the unfolding button at
// the lower end. It is hidden until a panel is folded.
PanelBar::PanelBar(const char* name, QAction* unfold, QWidget* parent) : QToolBar(parent) {
  setObjectName(QStringLiteral("panelBar.") + QLatin1String(name));
  setWindowTitle(tr("Folded panels"));
  setAccessibleName(tr("Folded panels"));
  // Qt has asked the style sheet for the margins already, when the bar had neither name nor
  // property.
  setStyleState(this, "panelBar", true);
  QEvent styled(QEvent::StyleChange);
  QApplication::sendEvent(this, &styled);
  setMovable(false);
  setFloatable(false);
  setContextMenuPolicy(Qt::PreventContextMenu);
  toggleViewAction()->setVisible(false);
  auto* const space = new QWidget;
  space->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
  end_ = addWidget(space);
  auto* const button = withName(new QToolButton, objectName() + QStringLiteral(".unfold"));
  button->setDefaultAction(unfold);
  button->setIconSize(QSize(scaled(kBarIcon), scaled(kBarIcon)));
  button->setFocusPolicy(Qt::TabFocus);
  addWidget(button);
  hide();
}

// The buttons are made anew only where other panels are folded, so that one that is pressed stays.
void PanelBar::showDocks(const std::vector<PanelDock*>& docks, const PanelDock* out) {
  if (docks != docks_) {
    for (QToolButton* const button : buttons_) {
      button->hide();
      button->deleteLater();  // It may be in the middle of its own click.
    }
    docks_ = docks;
    buttons_.clear();
    for (PanelDock* const dock : docks) buttons_.push_back(makeButton(dock));
  }
  for (size_t i = 0; i < docks_.size(); ++i) buttons_[i]->setChecked(docks_[i] == out);
  setVisible(!docks_.empty());
}

// A button with the panel's icon that asks for the panel and offers the panel's own menu.
QToolButton* PanelBar::makeButton(PanelDock* dock) {
  auto* const button =
      withName(new QToolButton, QStringLiteral("panelBar.") + QLatin1String(dock->info().name));
  button->setAccessibleName(panelTitle(dock->info()));
  button->setIcon(makeIcon(dock->info().icon));
  button->setIconSize(QSize(scaled(kBarIcon), scaled(kBarIcon)));
  button->setToolTip(dock->showToolTip());
  button->setCheckable(true);
  button->setFocusPolicy(Qt::TabFocus);
  button->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(button, &QToolButton::clicked, this, [this, dock] { Q_EMIT chosen(dock); });
  connect(button, &QWidget::customContextMenuRequested, dock,
          [button, dock](const QPoint& at) { dock->showMenu(button->mapToGlobal(at)); });
  insertWidget(end_, button);
  return button;
}

// ---- drawer -------------------------------------------------------------------------------------

// An empty drawer is hidden; setDock() fills it.
PanelDrawer::PanelDrawer(QWidget* parent)
    : QFrame(parent),
      layout_(new QVBoxLayout(this)),
      edge_(withName(new QWidget(this), QStringLiteral("panelDrawer.edge"))) {
  setObjectName(QStringLiteral("panelDrawer"));
  layout_->setSpacing(0);
  edge_->setCursor(Qt::SplitHCursor);
  edge_->installEventFilter(this);
  hide();
}

// The contents are lent by the dock, not copied: those of the last dock go back to it first.
void PanelDrawer::setDock(PanelDock* dock) {
  if (dock == dock_) return;
  if (dock_ != nullptr) dock_->takeBackContents();
  delete title_;
  dock_ = dock;
  if (dock == nullptr) return hide();
  title_ = makeTitle(dock);
  layout_->addWidget(title_);
  layout_->addWidget(dock->contents(), 1);
  dock->contents()->show();
  edge_->raise();
  show();
  raise();
}

// The contents leave the free edge a few pixels, where the mouse takes hold of it.
void PanelDrawer::setFreeEdge(Qt::Edge edge) {
  freeEdge_ = edge;
  layout_->setContentsMargins(edge == Qt::LeftEdge ? kEdge : 1, 0, edge == Qt::LeftEdge ? 1 : kEdge,
                              0);
  placeEdge();
}

// Along the left or the right side, over the margin that setFreeEdge() leaves.
void PanelDrawer::placeEdge() {
  edge_->setGeometry(freeEdge_ == Qt::LeftEdge ? 0 : width() - kEdge, 0, kEdge, height());
}

// What nothing in the drawer takes goes no further: to what is below it would be a press outside.
void PanelDrawer::mousePressEvent(QMouseEvent* event) { event->accept(); }

void PanelDrawer::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  placeEdge();
}

// The edge follows the mouse; the other one stays.
bool PanelDrawer::eventFilter(QObject* watched, QEvent* event) {
  if (watched != edge_ || event->type() != QEvent::MouseMove) {
    return QFrame::eventFilter(watched, event);
  }
  const auto* const move = static_cast<QMouseEvent*>(event);
  const int x = mapFromGlobal(move->globalPosition().toPoint()).x();
  if (move->buttons() & Qt::LeftButton) {
    Q_EMIT widthRequested(freeEdge_ == Qt::LeftEdge ? width() - x : x);
  }
  return true;
}

// The title of a drawer: the panel's name, what the panel offers, and a cross that folds it back.
QWidget* PanelDrawer::makeTitle(PanelDock* dock) {
  auto* const title = new QWidget(this);
  auto* const text = withRole(new QLabel(dock->windowTitle(), title), "panelTitle");
  text->setProperty("active", true);
  connect(dock, &QDockWidget::windowTitleChanged, text, &QLabel::setText);
  auto* const layout = withMargins(new QHBoxLayout(title), {12, 4, 4, 4}, 0);
  layout->addWidget(text, 1);
  QList<QAction*> actions = dock->offers();
  actions << dock->floatAction();
  for (QAction* const action : actions) layout->addWidget(makePanelButton(title, action));
  QToolButton* const fold = makePanelButton(title);
  fold->setObjectName(QStringLiteral("panelDrawer.fold"));
  fold->setIcon(makeIcon(IconName::kClose));
  fold->setToolTip(tr("Fold the panel back (Esc)"));
  fold->setAccessibleName(tr("Fold the panel back"));
  connect(fold, &QToolButton::clicked, this, &PanelDrawer::closeRequested);
  layout->addWidget(fold);
  return title;
}

// Esc arrives here when nothing in the panel has use for it.
void PanelDrawer::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape) return QFrame::keyPressEvent(event);
  Q_EMIT closeRequested();
}

}  // namespace loopwright
