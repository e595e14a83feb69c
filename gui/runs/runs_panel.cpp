#include "gui/runs/runs_panel.h"

#include <QAction>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <exception>

#include "engine/document/document.h"
#include "engine/kept_run/run_file.h"
#include "engine/kept_run/run_file_writer.h"
#include "engine/kept_run/verify_run.h"
#include "engine/recording/recording.h"
#include "gui/actions/actions.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/plots/plot_view.h"
#include "gui/runs/compare_runs_dialog.h"
#include "gui/runs/kept_runs.h"
#include "gui/runs/run_texts.h"
#include "gui/theme/icons.h"
#include "gui/theme/making.h"
#include "gui/theme/theme.h"
#include "gui/threads/background.h"

namespace loopwright {

namespace {

constexpr int kDescribeDelay = 150;  // milliseconds after the last change of the diagram
constexpr int kNumberRole = Qt::UserRole;

enum RunColumn { kName, kDifferences, kSeed, kEnd, kBegan, kRunColumns };

int numberOf(const QTreeWidgetItem& item) { return item.data(kName, kNumberRole).toInt(); }

// What a verification says, for the user.
QString verificationText(const QString& name, const KeptRun& run,
                         const RunVerification& verification) {
  if (!verification.diagnostics.empty()) {
    return RunsPanel::tr("%1 cannot be made again: %2")
        .arg(name, toQt(verification.diagnostics.front().text));
  }
  if (!verification.is_same()) {
    return RunsPanel::tr("%1 comes out differently: %2.").arg(name, toQt(verification.difference));
  }
  const int rows = static_cast<int>(run.recording->size());
  return RunsPanel::tr("%1 comes out the same to the bit, %n rows.", nullptr, rows).arg(name);
}

// Whatever goes wrong is told by its text.
QString verified(const QString& name, const KeptRun& run, const BlockRegistry& registry,
                 const std::stop_token& stop) {
  try {
    const RunVerification verification = VerifyRun(run, registry, stop);
    if (stop.stop_requested()) return RunsPanel::tr("%1 was not verified to its end.").arg(name);
    return verificationText(name, run, verification);
  } catch (const std::exception& error) {
    return RunsPanel::tr("%1 cannot be made again: %2").arg(name, toQt(error.what()));
  }
}

}  // namespace

// Three threads: files are read and written beside a verification, which may take long, and beside
// the comparison with the diagram, which follows every edit.
RunsPanel::RunsPanel(DiagramDocument* document, KeptRuns* runs, const Actions& actions,
                     QWidget* parent)
    : QWidget(parent),
      document_(document),
      runs_(runs),
      actions_(actions),
      tree_(withName(new QTreeWidget(this), QStringLiteral("runsTree"))),
      hint_(withName(new QLabel(tr("Runs are kept here when they end."), this),
                     QStringLiteral("runsHint"))),
      note_(withName(new QLabel(this), QStringLiteral("runsNote"))),
      cancel_(withName(new QPushButton(tr("Cancel"), this), QStringLiteral("runsCancel"))),
      files_(new Background(this)),
      verifier_(new Background(this)),
      describer_(new Background(this)) {
  setObjectName(QStringLiteral("runsPanel"));
  makeTree();
  hint_->setProperty("role", "secondary");
  hint_->setAlignment(Qt::AlignCenter);
  auto* const layout = withMargins(new QVBoxLayout(this), {8, 6, 8, 0}, 4);
  layout->addWidget(makeButtons());
  layout->addWidget(hint_, 1);
  layout->addWidget(tree_, 1);
  delay_.setSingleShot(true);
  delay_.setInterval(kDescribeDelay);
  connect(&delay_, &QTimer::timeout, this, &RunsPanel::describe);
  connect(runs, &KeptRuns::changed, this, &RunsPanel::refresh);
  connect(document, &DiagramDocument::diagnosticsChanged, this, &RunsPanel::describeSoon);
  connect(document, &DiagramDocument::reset, this, &RunsPanel::describeSoon);
  refresh();
}

// A verification is not waited for.
RunsPanel::~RunsPanel() { stop_.request_stop(); }

// A row for each run that is kept. The check box draws it behind the present run, the name can be
// typed over, and Return shows it in the plots.
void RunsPanel::makeTree() {
  tree_->setAccessibleName(tr("Runs that are kept"));
  tree_->setHeaderLabels(
      {tr("Run"), tr("Differs from the diagram in"), tr("Seed"), tr("End"), tr("Began")});
  tree_->headerItem()->setToolTip(kName,
                                  tr("A run that is checked is drawn behind the present one"));
  tree_->setRootIsDecorated(false);
  tree_->setUniformRowHeights(true);
  tree_->setFrameShape(QFrame::NoFrame);
  tree_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  tree_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  tree_->setContextMenuPolicy(Qt::CustomContextMenu);
  tree_->header()->setHighlightSections(false);
  tree_->header()->setStretchLastSection(false);
  tree_->header()->setSectionResizeMode(kName, QHeaderView::Interactive);
  tree_->header()->setSectionResizeMode(kDifferences, QHeaderView::Stretch);
  for (const int column : {kSeed, kEnd, kBegan}) {
    tree_->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
  }
  tree_->setColumnWidth(kName, scaled(190));
  tree_->installEventFilter(this);
  connect(tree_, &QTreeWidget::itemChanged, this, &RunsPanel::onItemChanged);
  connect(tree_, &QWidget::customContextMenuRequested, this, &RunsPanel::openMenu);
  connect(tree_, &QTreeWidget::itemActivated, this,
          [this](const QTreeWidgetItem* item) { Q_EMIT runActivated(numberOf(*item)); });
}

// A row of buttons, and what was said last at their right.
QWidget* RunsPanel::makeButtons() {
  auto* const row = new QWidget(this);
  auto* const layout = withMargins(new QHBoxLayout(row), {0, 0, 0, 0}, 2);
  for (const ActionId id :
       {ActionId::kCompareRuns, ActionId::kVerifyRun, ActionId::kSaveRun, ActionId::kOpenRun}) {
    auto* const button = new QToolButton(row);
    button->setDefaultAction(actions_.get(id));
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setAutoRaise(true);
    layout->addWidget(button);
    if (id == ActionId::kOpenRun) open_ = button;
  }
  note_->setProperty("role", "secondary");
  note_->setWordWrap(true);
  note_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  cancel_->setToolTip(tr("Stop verifying"));
  cancel_->hide();
  connect(cancel_, &QPushButton::clicked, this, [this] { stop_.request_stop(); });
  layout->addSpacing(scaled(10));
  layout->addWidget(note_, 1);
  layout->addWidget(cancel_);
  return row;
}

// Rows are kept as long as their runs are, so that a name can be typed while a run ends.
void RunsPanel::refresh() {
  const QSignalBlocker blocker(tree_);
  for (const int number : items_.keys()) {
    if (runs_->find(number) == nullptr) delete items_.take(number);
  }
  bool isNew = false;
  for (const KeptRunEntry& entry : runs_->all()) {
    QTreeWidgetItem*& item = items_[entry.number];
    if (item == nullptr) {
      item = new QTreeWidgetItem;
      item->setFlags(item->flags() | Qt::ItemIsUserCheckable | Qt::ItemIsEditable);
      item->setData(kName, kNumberRole, entry.number);
      tree_->insertTopLevelItem(0, item);
      isNew = true;
    }
    fillItem(item, entry);
  }
  // What is hidden takes no keys: without runs the button is what the keyboard comes to.
  const bool isEmpty = runs_->all().empty();
  if (isEmpty && tree_->hasFocus()) open_->setFocus();
  setFocusProxy(isEmpty ? static_cast<QWidget*>(open_) : tree_);
  hint_->setVisible(isEmpty);
  tree_->setVisible(!isEmpty);
  if (isNew) describeSoon();
}

// The tip has the whole record of the run, what made it included.
void RunsPanel::fillItem(QTreeWidgetItem* item, const KeptRunEntry& entry) const {
  const KeptRun& run = *entry.run;
  item->setText(kName, entry.name);
  item->setIcon(kName, entry.isPinned ? makeIcon(IconName::kPin) : QIcon());
  item->setCheckState(kName, entry.isOverlaid ? Qt::Checked : Qt::Unchecked);
  item->setText(kDifferences, entry.differences);
  item->setText(kSeed, seedText(run));
  item->setText(kEnd, endText(run));
  item->setText(kBegan, beganText(run));
  QString tip = recordText(run);
  if (entry.isPinned) tip += u'\n' + tr("Pinned: it stays, whatever memory it takes.");
  for (int column = 0; column < kRunColumns; ++column) item->setToolTip(column, tip);
  item->setData(kName, Qt::AccessibleDescriptionRole, tip);
}

// A name was typed or a box was ticked. Both are of the first column.
void RunsPanel::onItemChanged(const QTreeWidgetItem* item, int column) {
  if (column != kName) return;
  const int number = numberOf(*item);
  const KeptRunEntry* const entry = runs_->find(number);
  if (entry == nullptr) return;
  const bool isChecked = item->checkState(kName) == Qt::Checked;
  if (item->text(kName) != entry->name) runs_->rename(number, item->text(kName));
  runs_->setOverlaid(number, isChecked);
}

// The numbers of the selected runs, ascending; without a selection that of the newest run.
std::vector<int> RunsPanel::selected() const {
  std::vector<int> numbers;
  for (const QTreeWidgetItem* item : tree_->selectedItems()) numbers.push_back(numberOf(*item));
  if (numbers.empty() && !runs_->all().empty()) numbers.push_back(runs_->all().back().number);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

// The run that a command is about. Null where there is none, and then it is said what to do.
const KeptRunEntry* RunsPanel::selectedRun() {
  const std::vector<int> numbers = selected();
  if (!numbers.empty()) return runs_->find(numbers.front());
  say(tr("No run is kept yet: run the diagram, or open the file of a run."));
  return nullptr;
}

void RunsPanel::say(const QString& text) {
  note_->setText(text);
  note_->setToolTip(text);
}

void RunsPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  describeSoon();
}

// The keys of the list. While a name is typed they are those of its field.
bool RunsPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched != tree_ || event->type() != QEvent::KeyPress) {
    return QWidget::eventFilter(watched, event);
  }
  switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Delete:
      remove();
      return true;
    case Qt::Key_P:
      togglePinned();
      return true;
    case Qt::Key_F2:
      rename();
      return true;
    default:
      return QWidget::eventFilter(watched, event);
  }
}

void RunsPanel::rename() {
  if (tree_->currentItem() != nullptr) tree_->editItem(tree_->currentItem(), kName);
}

// What can be done with the run under the pointer; commands that the menu bar has too are the same
// actions.
void RunsPanel::openMenu(const QPoint& place) {
  QTreeWidgetItem* const item = tree_->itemAt(place);
  if (item == nullptr) return;
  const int number = numberOf(*item);
  auto* const menu = deletedOnClose(withName(new QMenu(this), QStringLiteral("runsMenu")));
  const auto add = [menu](const QString& text, const char* name) {
    QAction* const action =
        withName(menu->addAction(text), QStringLiteral("runsMenu.") + QLatin1String(name));
    return action;
  };
  connect(add(tr("Show in the plots"), "show"), &QAction::triggered, this,
          [this, number] { Q_EMIT runActivated(number); });
  QAction* const behind = add(tr("Draw behind the present run"), "overlay");
  behind->setCheckable(true);
  behind->setChecked(item->checkState(kName) == Qt::Checked);
  connect(behind, &QAction::triggered, this,
          [this, number](bool checked) { runs_->setOverlaid(number, checked); });
  connect(add(tr("Rename\tF2"), "rename"), &QAction::triggered, this, &RunsPanel::rename);
  menu->addSeparator();
  for (const ActionId id : {ActionId::kPinRun, ActionId::kCompareRuns, ActionId::kVerifyRun,
                            ActionId::kSaveRun, ActionId::kDeleteRun}) {
    menu->addAction(actions_.get(id));
  }
  menu->popup(tree_->viewport()->mapToGlobal(place));
}

// Pinned all, unless all are pinned already.
void RunsPanel::togglePinned() {
  const std::vector<int> numbers = selected();
  const bool areAll = std::all_of(numbers.begin(), numbers.end(),
                                  [this](int number) { return runs_->find(number)->isPinned; });
  for (const int number : numbers) runs_->setPinned(number, !areAll);
}

// Only what is selected: a key that is pressed once too often must not delete the newest run.
void RunsPanel::remove() {
  std::vector<int> numbers;
  for (const QTreeWidgetItem* item : tree_->selectedItems()) numbers.push_back(numberOf(*item));
  if (numbers.empty()) return say(tr("Select the runs to delete."));
  for (const int number : numbers) runs_->remove(number);
}

// Of two runs that are kept it is clear which are meant.
void RunsPanel::compare() {
  std::vector<int> numbers = selected();
  if (numbers.size() != 2 && runs_->all().size() == 2) {
    numbers = {runs_->all().front().number, runs_->all().back().number};
  }
  if (numbers.size() != 2) return say(tr("Select the two runs to compare."));
  say(QString());
  const auto side = [this](int number) {
    const KeptRunEntry& entry = *runs_->find(number);
    return ComparedRun{entry.name, entry.run};
  };
  auto* const dialog = deletedOnClose(
      new CompareRunsDialog(side(numbers[0]), side(numbers[1]), document_->registry(), this));
  dialog->show();
}

// The recording is shared: it is written as it is, while the program goes on.
void RunsPanel::save(int number, const QString& path) {
  const KeptRunEntry* const entry = runs_->find(number);
  if (entry == nullptr) return;
  say(tr("Saving %1…").arg(entry->name));
  files_->start([this, path, run = entry->run, name = entry->name]() -> Background::Consequence {
    QString said = tr("Saved %1 as %2.").arg(name, QFileInfo(path).fileName());
    try {
      SaveRun(*run, path.toStdString());
    } catch (const std::exception& error) {
      said = toQt(error.what()) + u'.';
    }
    return [this, said] { say(said); };
  });
}

// A file that is cut or damaged is opened up to there, and that is said. It is pinned, as somebody
// wants to see it.
void RunsPanel::open(const QString& path) {
  const QString name = QFileInfo(path).completeBaseName();
  say(tr("Opening %1…").arg(name));
  files_->start([this, path, name]() -> Background::Consequence {
    try {
      auto run = std::make_shared<const KeptRun>(ReadRunFile(path.toStdString()));
      QString said = tr("Opened %1.").arg(name);
      if (!run->damage.empty()) {
        said = tr("%1 %2.").arg(name, toQt(run->damage));
      } else if (!run->finish) {
        said = tr("%1 has no end: it was cut off, or is still written.").arg(name);
      }
      return [this, run, name, said] {
        runs_->add(run, name, true);
        say(said);
      };
    } catch (const std::exception& error) {
      return [this, said = toQt(error.what()) + QStringLiteral(".")] { say(said); };
    }
  });
}

// Makes the run again, as its record says, and compares every number. Runs that are not whole
// cannot be compared and are refused with the reason.
void RunsPanel::verify() {
  const KeptRunEntry* const entry = selectedRun();
  if (entry == nullptr) return;
  if (verifier_->isBusy()) return say(tr("Another run is being verified: wait, or cancel it."));
  if (!entry->run->damage.empty()) {
    return say(
        tr("%1 cannot be verified: its file %2.").arg(entry->name, toQt(entry->run->damage)));
  }
  if (entry->run->recording->thinned_until()) {
    return say(tr("%1 cannot be verified: its older rows were left out to save memory. Give "
                  "recordings more memory in the preferences, and run it again.")
                   .arg(entry->name));
  }
  say(tr("Verifying %1…").arg(entry->name));
  cancel_->show();
  stop_ = std::stop_source();
  verifier_->start([this, run = entry->run, name = entry->name, token = stop_.get_token(),
                    &registry = document_->registry()]() -> Background::Consequence {
    const QString said = verified(name, *run, registry, token);
    return [this, said] {
      cancel_->hide();
      say(said);
    };
  });
}

// Nothing is computed for a list that nobody sees, unless names of runs stand in plots.
void RunsPanel::describeSoon() {
  if (isVisible() || !runs_->overlays().empty()) delay_.start();
}

// What each run has otherwise than the diagram as it is now. A diagram is read from its run once.
void RunsPanel::describe() {
  if (describer_->isBusy()) return delay_.start();
  struct Described {
    int number;
    std::shared_ptr<const KeptRun> run;
    std::shared_ptr<const Document> document;
    QString differences;
  };
  std::vector<Described> list;
  for (const KeptRunEntry& entry : runs_->all()) {
    list.push_back({entry.number, entry.run, entry.document, {}});
  }
  if (list.empty()) return;
  auto present = std::make_shared<const Document>(document_->document());
  describer_->start([this, list, present,
                     &registry = document_->registry()]() mutable -> Background::Consequence {
    for (Described& one : list) {
      if (!one.document) one.document = readDocument(*one.run, registry);
      one.differences = differencesText(*one.run, one.document.get(), *present, registry);
    }
    return [this, list] {
      for (const Described& one : list) {
        runs_->setDifferences(one.number, one.document, one.differences);
      }
    };
  });
}

}  // namespace loopwright
