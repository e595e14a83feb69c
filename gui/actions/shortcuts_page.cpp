#include "gui/actions/shortcuts_page.h"

#include <QAction>
#include <QHeaderView>
#include <QLineEdit>
#include <QTableWidget>
#include <QVBoxLayout>

#include "gui/actions/actions.h"
#include "gui/document/fuzzy_match.h"
#include "gui/theme/making.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

// Adds a line that says what is done and by which keys or gesture.
void AddRow(QTableWidget* table, const QString& what, const QString& keys) {
  const int row = table->rowCount();
  table->insertRow(row);
  table->setItem(row, 0, new QTableWidgetItem(what));
  table->setItem(row, 1, new QTableWidgetItem(keys));
}

// All shortcuts of an action as people read them, "Ctrl+Z, ...".
QString keysOf(const QAction& action) {
  QStringList keys;
  for (const QKeySequence& key : action.shortcuts()) {
    keys << key.toString(QKeySequence::NativeText);
  }
  return keys.join(QStringLiteral(", "));
}

}  // namespace

// The actions and their keys come from the table of actions; gestures of the mouse, which belong to
// no action, are listed here.
ShortcutsPage::ShortcutsPage(const Actions& actions, QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("shortcutsPage"));
  setWindowTitle(tr("Keyboard and mouse"));
  auto* const filter = withName(new QLineEdit, QStringLiteral("shortcutsPage.filter"));
  filter->setPlaceholderText(tr("Filter"));
  filter->setClearButtonEnabled(true);
  auto* const table = withName(new QTableWidget(0, 2), QStringLiteral("shortcutsPage.table"));
  table->setHorizontalHeaderLabels({tr("What"), tr("Keys")});
  table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  table->verticalHeader()->hide();
  table->setShowGrid(false);
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  for (const QAction* action : actions.all()) AddRow(table, actionTitle(*action), keysOf(*action));
  AddRow(table, tr("Add a block here"), tr("Double-click on empty canvas"));
  AddRow(table, tr("Add a block at the pointer"), tr("Type its name while nothing is selected"));
  AddRow(table, tr("Scroll"), tr("Wheel; Shift+wheel sideways"));
  AddRow(table, tr("Zoom about the pointer"), tr("Ctrl+wheel"));
  AddRow(table, tr("Pan"), tr("Middle button, or Space and drag"));
  AddRow(table, tr("Branch a wire"), tr("Ctrl+drag from the wire"));
  AddRow(table, tr("Branch a wire to an input"), tr("Drag from the input to the wire"));
  AddRow(table, tr("Plug a wire elsewhere"), tr("Drag an end of the selected wire"));
  AddRow(table, tr("Name a signal"), tr("Double-click the wire"));
  AddRow(table, tr("Copy blocks"), tr("Ctrl+drag the blocks"));
  AddRow(table, tr("Resize a block"), tr("Drag a corner of the selected block"));
  AddRow(table, tr("Resize what is selected"), tr("Ctrl+Shift+arrows"));
  AddRow(table, tr("From port to port"), tr("Tab, arrows; Enter starts and ends a wire"));
  AddRow(table, tr("Add to the selection"), tr("Shift+click"));
  AddRow(table, tr("Plot: zoom in time"), tr("Wheel, + and −, or draw a rectangle"));
  AddRow(table, tr("Plot: zoom in values"), tr("Ctrl+wheel"));
  AddRow(table, tr("Plot: pan"), tr("Middle button, or Shift and drag; arrows"));
  AddRow(table, tr("Plot: show all"), tr("Double-click, or 0"));
  AddRow(table, tr("Plot: the view before, the next one"), tr("Alt+Left, Alt+Right"));
  AddRow(table, tr("Plot: hide a curve"), tr("Click its name in the legend"));
  AddRow(table, tr("Plot: move the cursor moved last"), tr("Arrows; to an update: Ctrl+arrows"));
  AddRow(table, tr("Timeline: zoom, pan, show all"), tr("Wheel, drag, double-click; +, −, 0"));
  AddRow(table, tr("Timeline: the event before, the next one; go there"),
         tr("Left, Right (Ctrl: each phase); Enter or click"));
  AddRow(table, tr("Timeline: go through the instants"), tr("Drag in its ruler"));
  AddRow(table, tr("Inspector: choose a dependency, go there"), tr("Arrows; Enter or click"));
  connect(filter, &QLineEdit::textChanged, table, [table](const QString& text) {
    for (int row = 0; row < table->rowCount(); ++row) {
      const QString line = table->item(row, 0)->text() + ' ' + table->item(row, 1)->text();
      table->setRowHidden(row, fuzzyMatch(line, text) > Match::kContains);
    }
  });
  auto* const layout = new QVBoxLayout(this);
  layout->addWidget(filter);
  layout->addWidget(table, 1);
  resize(scaled(620), scaled(620));
}

}  // namespace loopwright
