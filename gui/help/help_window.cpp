#include "gui/help/help_window.h"

#include <QHBoxLayout>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

#include "gui/help/help_browser.h"
#include "gui/theme/making.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

// A button of the bar above the page; its tip is what screen readers say.
QToolButton* makeButton(const QString& name, const QString& text, const QString& tip) {
  auto* button = withName(new QToolButton, name);
  button->setText(text);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  button->setAutoRaise(true);
  return button;
}

}  // namespace

// A bar with back, forward and all blocks, and the page below it.
HelpWindow::HelpWindow(const BlockRegistry& registry, QWidget* parent)
    : QWidget(parent, Qt::Window), browser_(new HelpBrowser(registry)) {
  setObjectName(QStringLiteral("helpWindow"));
  setWindowTitle(tr("Help — Loopwright"));
  resize(scaled(720), scaled(820));
  auto* const back = makeButton("help.back", QStringLiteral("←"), tr("Back (Alt+Left)"));
  auto* const forward = makeButton("help.forward", QStringLiteral("→"), tr("Forward (Alt+Right)"));
  auto* const index = makeButton("help.index", tr("All blocks"), tr("All blocks (Alt+Home)"));
  back->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Left));
  forward->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Right));
  index->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Home));
  back->setEnabled(false);
  forward->setEnabled(false);
  auto* const bar = withMargins(new QHBoxLayout, {8, 6, 8, 6});
  for (QToolButton* button : {back, forward, index}) bar->addWidget(button);
  bar->addStretch(1);
  auto* const layout = withMargins(new QVBoxLayout(this), {0, 0, 0, 0}, 0);
  layout->addLayout(bar);
  layout->addWidget(browser_, 1);
  connect(back, &QToolButton::clicked, browser_, &HelpBrowser::backward);
  connect(forward, &QToolButton::clicked, browser_, &HelpBrowser::forward);
  connect(index, &QToolButton::clicked, browser_, &HelpBrowser::showIndex);
  connect(browser_, &HelpBrowser::backwardAvailable, back, &QToolButton::setEnabled);
  connect(browser_, &HelpBrowser::forwardAvailable, forward, &QToolButton::setEnabled);
  connect(new QShortcut(QKeySequence(Qt::Key_Escape), this), &QShortcut::activated, this,
          &HelpWindow::close);
}

// Shows the page and brings the window to the front, also where it was open behind another one.
void HelpWindow::showHelp(const QString& type) {
  type.isEmpty() ? browser_->showIndex() : browser_->showBlock(type);
  show();
  raise();
  activateWindow();
}

}  // namespace loopwright
