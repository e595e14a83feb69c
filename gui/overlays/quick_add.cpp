#include "gui/overlays/quick_add.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/blocks/block_registry.h"
#include "gui/document/block_lists.h"
#include "gui/document/block_search.h"
#include "gui/language/library_text.h"
#include "gui/theme/block_icons.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kMostHits = 40;
constexpr int kListWidth = 270;
constexpr int kLargestHeight = 290;

}  // namespace

// The field keeps the keyboard; the arrows in it move through the list below.
QuickAdd::QuickAdd(const BlockRegistry& registry, QWidget* parent)
    : QFrame(parent),
      registry_(registry),
      edit_(new QLineEdit(this)),
      list_(new QListWidget(this)) {
  setObjectName("quickAdd");
  edit_->setObjectName("quickAdd.edit");
  edit_->setAccessibleName(tr("Block to add"));
  list_->setObjectName("quickAdd.list");
  list_->setAccessibleName(tr("Block types"));
  edit_->setPlaceholderText(tr("Add a block, for example: gain 5"));
  list_->setIconSize(QSize(20, 20));
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 6);
  layout->setSpacing(4);
  layout->addWidget(edit_);
  layout->addWidget(list_);
  const Theme& theme = Theme::current();
  setFixedSize(scaled(kListWidth), scaled(kLargestHeight));
  setStyleSheet(QStringLiteral("#quickAdd { background: %1; border: 1px solid %2; "
                               "border-radius: 6px; }")
                    .arg(theme.panel.name(), theme.hairline.name()));
  edit_->installEventFilter(this);
  connect(edit_, &QLineEdit::textChanged, this, &QuickAdd::search);
  connect(list_, &QListWidget::itemClicked, this, &QuickAdd::choose);
  search(QString());
}

// Setting the text searches for it; the cursor stands behind it, so that typing goes on.
void QuickAdd::begin(const QString& text) {
  edit_->setFocus();
  edit_->setText(text);
}

// Lists the types that the first words may mean: of "gain 5" only "gain" is searched for.
void QuickAdd::search(const QString& text) {
  list_->clear();
  const QString wanted = parseBlockRequest(registry_, text).search;
  const auto hits = searchBlocks(registry_, wanted, BlockLists::shared().favourites());
  for (const BlockDescriptor* hit : hits) {
    if (list_->count() == kMostHits) break;
    auto* item = new QListWidgetItem(blockIcon(QString::fromStdString(hit->type)),
                                     libraryText(hit->title), list_);
    item->setData(Qt::UserRole, QString::fromStdString(hit->type));
    item->setToolTip(libraryText(hit->summary));
  }
  if (list_->count() == 0) {
    auto* const nothing = new QListWidgetItem(nothingFoundText(wanted), list_);
    nothing->setFlags(Qt::NoItemFlags);
  } else {
    list_->setCurrentRow(0);
  }
  fitToHits();
}

// As high as the hits need, as far as there is room.
void QuickAdd::fitToHits() {
  const int rows = list_->count() * list_->sizeHintForRow(0);
  const int rest = edit_->sizeHint().height() + layout()->spacing() +
                   layout()->contentsMargins().top() + layout()->contentsMargins().bottom();
  setFixedSize(scaled(kListWidth), std::min(scaled(kLargestHeight), rest + rows + 4));
}

// Tells the marked type with what was typed behind it. It ends first, so that who listens may take
// the keyboard.
void QuickAdd::choose() {
  const QListWidgetItem* item = list_->currentItem();
  if (item == nullptr || isDone_) return;
  const QString type = item->data(Qt::UserRole).toString();
  if (type.isEmpty()) return;
  const BlockDescriptor* descriptor = registry_.Find(type.toStdString());
  const auto parameters =
      requestedParameters(*descriptor, parseBlockRequest(registry_, edit_->text()));
  giveUp();
  Q_EMIT chosen(type, parameters);
}

// Ends once, and gives the keyboard back only if it still has it.
void QuickAdd::giveUp() {
  if (isDone_) return;
  isDone_ = true;
  if (edit_->hasFocus()) parentWidget()->setFocus();
  hide();
  deleteLater();
}

// Keys and the loss of the keyboard, as for the command palette. A menu of the field takes the
// keyboard only for a while and ends nothing.
bool QuickAdd::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusOut) {
    if (static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason) giveUp();
  } else if (event->type() == QEvent::KeyPress) {
    const int row = list_->currentRow();
    switch (static_cast<QKeyEvent*>(event)->key()) {
      case Qt::Key_Down:
        return list_->setCurrentRow(std::min(row + 1, list_->count() - 1)), true;
      case Qt::Key_Up:
        return list_->setCurrentRow(std::max(row - 1, 0)), true;
      case Qt::Key_Return:
      case Qt::Key_Enter:
        return choose(), true;
      case Qt::Key_Escape:
        return giveUp(), true;
      default:
        break;
    }
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace loopwright
