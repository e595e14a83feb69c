#include "gui/actions/command_palette.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>
#include <vector>

#include "gui/actions/actions.h"
#include "gui/actions/command_words.h"
#include "gui/document/fuzzy_match.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr QSize kSize(460, 360);  // at a text scale of 1
constexpr int kRowHeight = 28;
constexpr QSize kIconSize(16, 16);
constexpr int kShortcutRole = Qt::UserRole + 1;

// The shortcut at the right of each line.
class CommandDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return QSize(0, scaled(kRowHeight));
  }

  // The list paints icon and name by itself.
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, option, index);
    painter->save();
    painter->setFont(secondaryFont());
    painter->setPen(Theme::current().muted);
    painter->drawText(option.rect.adjusted(0, 0, -10, 0), Qt::AlignRight | Qt::AlignVCenter,
                      index.data(kShortcutRole).toString());
    painter->restore();
  }
};

}  // namespace

// The field keeps the keyboard all the time; the list below it only shows, and its keys are handed
// on by eventFilter().
CommandPalette::CommandPalette(const Actions& actions, QWidget* parent)
    : QFrame(parent), actions_(actions), edit_(new QLineEdit(this)), list_(new QListWidget(this)) {
  setObjectName(QStringLiteral("commandPalette"));
  edit_->setObjectName(QStringLiteral("commandPalette.edit"));
  edit_->setAccessibleName(tr("Command"));
  edit_->setPlaceholderText(tr("Type what to do"));
  list_->setObjectName(QStringLiteral("commandPalette.list"));
  list_->setAccessibleName(tr("Commands"));
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setIconSize(kIconSize);
  list_->setItemDelegate(new CommandDelegate(list_));
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 8);
  layout->setSpacing(6);
  layout->addWidget(edit_);
  layout->addWidget(list_);
  edit_->installEventFilter(this);
  connect(edit_, &QLineEdit::textChanged, this, &CommandPalette::search);
  connect(list_, &QListWidget::itemClicked, this, &CommandPalette::choose);
  search(QString());
}

// Notes who has the keyboard, to give it back at the end.
void CommandPalette::begin() {
  setFixedSize((kSize * textScale()).boundedTo(parentWidget()->size()));
  QFrame::move((parentWidget()->width() - width()) / 2, parentWidget()->height() / 10);
  show();
  raise();
  before_ = QApplication::focusWidget();
  edit_->setFocus();
}

// Lists the enabled actions that may be meant, the best first; equal ones in the order of the
// menus.
void CommandPalette::search(const QString& text) {
  std::vector<std::pair<Match, QAction*>> hits;
  for (QAction* action : actions_.all()) {
    const Match match = matchCommand(*action, text);
    if (action->isEnabled() && match != Match::kNone) hits.emplace_back(match, action);
  }
  std::stable_sort(hits.begin(), hits.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  list_->clear();
  // Titles stand below each other, with an icon or without.
  QPixmap space(kIconSize);
  space.fill(Qt::transparent);
  for (const auto& [match, action] : hits) {
    const QIcon icon = action->icon().isNull() ? QIcon(space) : action->icon();
    auto* const item = new QListWidgetItem(icon, commandTitle(*action), list_);
    item->setData(Qt::UserRole, QVariant::fromValue(action));
    item->setData(kShortcutRole, action->shortcut().toString(QKeySequence::NativeText));
  }
  if (hits.empty()) {
    auto* const nothing =
        new QListWidgetItem(tr("No command is called “%1”").arg(text.trimmed()), list_);
    nothing->setFlags(Qt::NoItemFlags);
  } else {
    list_->setCurrentRow(0);
  }
}

void CommandPalette::move(int rows) {
  list_->setCurrentRow(std::clamp(list_->currentRow() + rows, 0, list_->count() - 1));
}

// It may be in the middle of one of its own events, so it is deleted later.
void CommandPalette::close() {
  isDone_ = true;
  hide();
  deleteLater();
}

// Does nothing twice: a click and Enter may both arrive.
void CommandPalette::choose() {
  const QListWidgetItem* const item = list_->currentItem();
  if (item == nullptr || isDone_) return;
  const QPointer<QAction> action = item->data(Qt::UserRole).value<QAction*>();
  if (!action) return;  // Nothing was found.
  close();
  // The keyboard goes back first: what is done may be about the widget that had it.
  if (before_) before_->setFocus();
  if (action) action->trigger();
}

// The arrows move in the list, Enter does what is marked, Esc gives up, and so does a click
// elsewhere, which takes the keyboard away. A menu of the field takes it only for a while and ends
// nothing.
bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusOut && !isDone_) {
    if (static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason) close();
  } else if (event->type() == QEvent::KeyPress) {
    switch (static_cast<QKeyEvent*>(event)->key()) {
      case Qt::Key_Down:
        move(1);
        return true;
      case Qt::Key_Up:
        move(-1);
        return true;
      case Qt::Key_Return:
      case Qt::Key_Enter:
        choose();
        return true;
      case Qt::Key_Escape:
        close();
        if (before_) before_->setFocus();
        return true;
      default:
        break;
    }
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace loopwright
