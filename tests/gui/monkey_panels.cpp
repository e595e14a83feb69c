// A monkey's gestures on panels and on the window as a whole.
#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QPointer>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <QUndoView>
#include <QWheelEvent>

#include "gui/document/diagram_document.h"
#include "gui/run/run_controller.h"
#include "gui/scene/block_item.h"
#include "gui/theme/theme.h"
#include "tests/gui/monkey.h"

namespace loopwright {

void Monkey::typeSomewhere() {
  QWidget* const field = QApplication::focusWidget();
  typeInto(field != nullptr ? field : view(), someText());
}

void Monkey::fillField() {
  const auto fields = seen<QLineEdit>();
  if (fields.isEmpty()) return;
  const QPointer<QLineEdit> field = any(fields);
  field->setFocus();
  if (oneIn(2)) field->selectAll();
  typeInto(field, someText());
  static const Qt::Key kEnds[] = {Qt::Key_Return, Qt::Key_Return, Qt::Key_Tab, Qt::Key_Escape};
  if (!oneIn(5)) end(field, any(kEnds));
}

void Monkey::fillProperty() {
  if (const BlockItem* block = someBlock()) view()->selectBlocks({block->name()});
  QList<QLineEdit*> fields;
  for (QLineEdit* field : seen<QLineEdit>()) {
    if (field->objectName().startsWith(QLatin1String("property."))) fields += field;
  }
  if (fields.isEmpty()) return;
  const QPointer<QLineEdit> field = any(fields);
  field->setFocus();
  field->selectAll();
  typeInto(field, someText());
  end(field, oneIn(4) ? Qt::Key_Escape : Qt::Key_Return);
}

void Monkey::choose() {
  const auto boxes = seen<QComboBox>();
  if (boxes.isEmpty()) return;
  QComboBox* box = any(boxes);
  log_->add(nameOf(box));
  box->setFocus();
  QTest::keyClick(box, oneIn(2) ? Qt::Key_Down : Qt::Key_Up);
}

void Monkey::editParameters() {
  auto tables = seen<QTableView>(QStringLiteral("parametersTable"));
  if (tables.isEmpty()) {
    action(ActionId::kShowParameters)->trigger();
    tables = seen<QTableView>(QStringLiteral("parametersTable"));
  }
  if (tables.isEmpty()) return;
  QTableView* const table = any(tables);
  const auto press = [this](const char* name) {
    const auto buttons = seen<QToolButton>(QLatin1String(name));
    log_->add(QLatin1String(name));
    if (!buttons.isEmpty()) any(buttons)->click();
  };
  if (oneIn(4)) return press("parametersAdd");
  const int rows = table->model()->rowCount();
  if (rows == 0) return;
  const QModelIndex cell = table->model()->index(below(static_cast<std::size_t>(rows)), below(6));
  table->setCurrentIndex(cell);
  if (oneIn(4)) return press("parametersRemove");
  if ((cell.flags() & Qt::ItemIsEditable) == 0) return;
  table->scrollTo(cell);
  QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(cell).center());
  const QPointer<QLineEdit> field = table->viewport()->findChild<QLineEdit*>();
  if (field == nullptr) return;
  typeInto(field, someText());
  if (!oneIn(4)) end(field, oneIn(4) ? Qt::Key_Escape : Qt::Key_Return);
}

void Monkey::clickOutline() {
  action(ActionId::kShowOutline)->trigger();
  for (QTreeWidget* tree : seen<QTreeWidget>(QStringLiteral("outlineTree"))) {
    QTreeWidgetItem* const item = someItem(tree);
    if (item == nullptr) return;
    const QPoint place = tree->visualItemRect(item).center();
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, someModifiers(), place);
    if (oneIn(3)) QTest::mouseDClick(tree->viewport(), Qt::LeftButton, {}, place);
    if (oneIn(3)) QTest::keyClick(tree, oneIn(2) ? Qt::Key_Return : Qt::Key_Down);
  }
}

void Monkey::clickHistory() {
  action(ActionId::kShowHistory)->trigger();
  for (QUndoView* list : seen<QUndoView>()) {
    const int row = below(static_cast<std::size_t>(list->model()->rowCount()));
    log_->add(QString::number(row));
    list->setCurrentIndex(list->model()->index(row, 0));
  }
}

void Monkey::find() {
  action(ActionId::kFind)->trigger();
  for (QLineEdit* field : seen<QLineEdit>(QStringLiteral("find.edit"))) {
    typeInto(field, someText());
    for (int i = below(3); i > 0; --i) QTest::keyClick(field, Qt::Key_Down);
    QTest::keyClick(field, Qt::Key_Return);
    if (oneIn(2)) QTest::keyClick(field, Qt::Key_Escape);
  }
}

void Monkey::clickProblem() {
  for (auto* list : seen<QAbstractItemView>(QStringLiteral("problemsList"))) {
    const int rows = list->model()->rowCount();
    if (rows == 0) continue;
    const QModelIndex row = list->model()->index(below(static_cast<std::size_t>(rows)), 0);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(row).center());
  }
}

void Monkey::clickButton() {
  QList<QAbstractButton*> buttons;
  for (QAbstractButton* button : seen<QAbstractButton>()) {
    const bool closes = qobject_cast<QTabBar*>(button->parentWidget()) != nullptr;
    if (!closes && !button->objectName().startsWith(QLatin1String("startPage"))) {
      buttons += button;
    }
  }
  if (buttons.isEmpty()) return;
  QAbstractButton* const button = any(buttons);
  log_->add(nameOf(button) + u' ' + button->text());
  button->click();
}

void Monkey::clickMinimap() {
  for (auto* map : seen<QWidget>(QStringLiteral("minimap"))) {
    dragOn(map, QPoint(below(120), below(80)), QPoint(below(120), below(80)));
  }
}

void Monkey::useCommandPalette() {
  static const char* const kCommands[] = {"arr", "zoom", "rot", "undo", "sel", "out", "fr"};
  action(ActionId::kCommandPalette)->trigger();
  const auto fields = seen<QLineEdit>(QStringLiteral("commandPalette.edit"));
  if (fields.isEmpty()) return;
  const QPointer<QLineEdit> field = fields.front();
  typeInto(field, QLatin1String(any(kCommands)));
  end(field, oneIn(3) ? Qt::Key_Escape : Qt::Key_Return);
}

void Monkey::switchTab() {
  if (oneIn(2)) {
    log_->add(QStringLiteral("document"));
    return window_->showWorkspace(any(window_->workspaces()));
  }
  const auto bars = seen<QTabBar>();
  if (bars.isEmpty()) return;
  QTabBar* const bar = any(bars);
  if (bar->count() == 0) return;
  bar->setCurrentIndex(below(static_cast<std::size_t>(bar->count())));
}

void Monkey::usePlots() {
  QList<QWidget*> plots;
  for (auto* plot : seen<QWidget>(QStringLiteral("plotArea"))) plots += plot;
  if (plots.isEmpty()) return;
  QWidget* const plot = any(plots);
  const auto place = [&] {
    return QPoint(below(static_cast<std::size_t>(plot->width())),
                  below(static_cast<std::size_t>(plot->height())));
  };
  const QPoint at = place();
  switch (below(4)) {
    case 0:
      return dragOn(plot, at, place(), oneIn(2) ? Qt::LeftButton : Qt::MiddleButton,
                    someModifiers());
    case 1: {
      QWheelEvent wheel(at, plot->mapToGlobal(at), {}, {0, oneIn(2) ? 120 : -120}, {},
                        someModifiers(), Qt::NoScrollPhase, false);
      QApplication::sendEvent(plot, &wheel);
      return;
    }
    case 2:
      return QTest::mouseDClick(plot, Qt::LeftButton, {}, at);
    default:
      QTest::mouseClick(plot, Qt::LeftButton, {}, at);
      moveTo(plot, place(), Qt::NoButton, {});
      return;
  }
}

void Monkey::run() {
  const RunController::State state = workspace()->runs()->state();
  if (state == RunController::State::kIdle || state == RunController::State::kPaused) {
    trigger(ActionId::kRun);
    since_start_ = 0;
  } else {
    trigger(oneIn(2) ? ActionId::kPause : ActionId::kStop);
  }
  QTest::qWait(below(3) * 30);
}

void Monkey::switchTheme() {
  isDark_ = !isDark_;
  applyTheme(qApp, isDark_ ? Theme::Mode::kDark : Theme::Mode::kLight);
}

void Monkey::resizeWindow() { window_->resize(500 + below(1200), 400 + below(700)); }

void Monkey::changeFile() {
  const QString path = document()->filePath();
  if (path.isEmpty()) return;
  if (oneIn(4)) {
    QFile::remove(path);
  } else {
    QFile file(path);
    if (file.open(QIODevice::ReadWrite)) {
      file.seek(file.size());
      file.write(" ");
    }
  }
  QTest::qWait(50);
}

void Monkey::wait() { QTest::qWait(350); }

}  // namespace loopwright
