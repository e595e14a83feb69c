#include "gui/panels/find_panel.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/document/diagram_document.h"
#include "gui/theme/making.h"

namespace loopwright {

namespace {

// Parameters of the diagram and of blocks are told by one word, because the path beside it says
// whose it is.
QString kindOf(SearchHit::Kind kind) {
  switch (kind) {
    case SearchHit::Kind::kBlock:
      return FindPanel::tr("block");
    case SearchHit::Kind::kSignal:
      return FindPanel::tr("signal");
    case SearchHit::Kind::kParameter:
    case SearchHit::Kind::kBlockParameter:
      return FindPanel::tr("parameter");
    case SearchHit::Kind::kNote:
      return FindPanel::tr("note");
    default:
      return FindPanel::tr("frame");
  }
}

}  // namespace

// The keyboard stays in the field; the arrow keys move in the list all the same.
FindPanel::FindPanel(DiagramDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      edit_(withName(new QLineEdit(this), "find.edit")),
      list_(withName(new QListWidget(this), "find.list")),
      count_(withName(new QLabel(this), "find.count")) {
  setObjectName("findPanel");
  setFocusProxy(edit_);
  edit_->setPlaceholderText(tr("Find in the diagram"));
  edit_->setToolTip(tr("Find blocks, signals, parameters and texts in all levels"));
  edit_->setAccessibleName(tr("Find in all levels"));
  edit_->setClearButtonEnabled(true);
  list_->setAccessibleName(tr("What was found"));
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setTextElideMode(Qt::ElideMiddle);
  count_->setProperty("role", "secondary");
  auto* top = withMargins(new QHBoxLayout, {12, 0, 12, 0});
  top->addWidget(edit_, 1);
  top->addWidget(count_);
  auto* column = withMargins(new QVBoxLayout(this), {0, 12, 0, 0}, 6);
  column->addLayout(top);
  column->addWidget(list_, 1);
  edit_->installEventFilter(this);
  connect(edit_, &QLineEdit::textChanged, this, &FindPanel::search);
  connect(list_, &QListWidget::itemClicked, this, &FindPanel::choose);
  connect(document, &DiagramDocument::changed, this, [this] {
    if (isVisible()) search();
  });
  connect(document, &DiagramDocument::reset, this, &FindPanel::search);
  search();
}

void FindPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  search();
}

// Anew with each letter and each change of the document, but with the same row chosen where it is
// still there.
void FindPanel::search() {
  const int row = list_->currentRow();
  hits_ = searchDiagram(document_->document(), edit_->text());
  list_->clear();
  for (const SearchHit& hit : hits_) {
    const QString kind = kindOf(hit.kind);
    const QString where =
        hit.level.empty() ? kind : tr("%1 in %2").arg(kind, QString::fromStdString(hit.level));
    auto* item = new QListWidgetItem(hit.title + QStringLiteral("   —   ") + where, list_);
    item->setToolTip(item->text());
  }
  list_->setCurrentRow(std::clamp(row, 0, std::max(0, list_->count() - 1)));
  const bool searches = !edit_->text().trimmed().isEmpty();
  count_->setText(!searches       ? QString()
                  : hits_.empty() ? tr("not found")
                                  : QString::number(hits_.size()));
}

// The hit is copied, because what follows from it may search again.
void FindPanel::choose() {
  const int row = list_->currentRow();
  if (row >= 0 && row < static_cast<int>(hits_.size())) {
    const SearchHit hit = hits_[row];
    Q_EMIT chosen(hit);
  }
}

// The keyboard focus stays in the text field: the arrow keys move through the list of hits without
// leaving it, so that one can go on typing at any time.
bool FindPanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusIn) {
    // Ctrl+F again: what is typed next replaces what was searched for.
    edit_->selectAll();
  }
  if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Down:
      list_->setCurrentRow(std::min(list_->currentRow() + 1, list_->count() - 1));
      return true;
    case Qt::Key_Up:
      list_->setCurrentRow(std::max(list_->currentRow() - 1, 0));
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      choose();
      return true;
    case Qt::Key_Escape:
      Q_EMIT closed();
      return true;
    default:
      return QWidget::eventFilter(watched, event);
  }
}

}  // namespace loopwright
