// Which gestures a monkey makes how often, and what is put in order after each.
#include "tests/gui/monkey.h"

#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QUndoStack>

#include "engine/document/document.h"
#include "gui/canvas/camera.h"
#include "gui/document/diagram_document.h"
#include "gui/run/run_controller.h"
#include "gui/scene/diagram_scene.h"

namespace loopwright {

namespace {

int blockCount(const DiagramModel& diagram) {
  int count = 0;
  for (const Block& block : diagram.blocks) {
    count += 1 + (block.diagram ? blockCount(*block.diagram) : 0);
  }
  return count;
}

}  // namespace

const Monkey::Gesture Monkey::kGestures[] = {
    {"drag", 10, &Monkey::dragPlaces},
    {"drag a port", 10, &Monkey::dragPort},
    {"drag a wire", 8, &Monkey::dragWire},
    {"drag a band", 4, &Monkey::dragBand},
    {"drag a handle", 3, &Monkey::resizeSomething},
    {"drag from the palette", 3, &Monkey::dragFromPalette},
    {"click", 6, &Monkey::click},
    {"double-click", 5, &Monkey::doubleClick},
    {"hover", 2, &Monkey::hover},
    {"click a wire", 5, &Monkey::clickWire},
    {"pan", 2, &Monkey::pan},
    {"wheel", 4, &Monkey::turnWheel},
    {"key", 30, &Monkey::pressKey},
    {"action", 10, &Monkey::chooseAction},
    {"undo and redo", 5, &Monkey::undoAndRedo},
    {"menu", 7, &Monkey::chooseFromMenu},
    {"type", 4, &Monkey::typeSomewhere},
    {"fill a field", 4, &Monkey::fillField},
    {"fill a property", 5, &Monkey::fillProperty},
    {"choose", 2, &Monkey::choose},
    {"parameters", 5, &Monkey::editParameters},
    {"outline", 3, &Monkey::clickOutline},
    {"history", 2, &Monkey::clickHistory},
    {"find", 2, &Monkey::find},
    {"problem", 1, &Monkey::clickProblem},
    {"button", 3, &Monkey::clickButton},
    {"minimap", 1, &Monkey::clickMinimap},
    {"command palette", 1, &Monkey::useCommandPalette},
    {"level", 5, &Monkey::changeLevel},
    {"tab", 3, &Monkey::switchTab},
    {"copy across", 2, &Monkey::copyAcross},
    {"run", 5, &Monkey::run},
    {"plots", 3, &Monkey::usePlots},
    {"instants", 4, &Monkey::goThroughInstants},
    {"timeline", 4, &Monkey::useTimeline},
    {"inspector", 4, &Monkey::useInspector},
    {"kept runs", 3, &Monkey::useKeptRuns},
    {"study", 2, &Monkey::useStudy},
    {"sliders", 3, &Monkey::useSliders},
    {"costs", 1, &Monkey::colourBlocks},
    {"theme", 1, &Monkey::switchTheme},
    {"resize the window", 1, &Monkey::resizeWindow},
    {"another program", 1, &Monkey::changeFile},
    {"wait", 1, &Monkey::wait},
};

int Monkey::totalWeight() {
  int total = 0;
  for (const Gesture& gesture : kGestures) total += gesture.weight;
  return total;
}

Monkey::Monkey(MainWindow* window, uint64_t seed, GestureLog* log)
    : window_(window), state_(seed), log_(log) {
  QObject::connect(&watchdog_, &QTimer::timeout, [] {
    if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) {
      dialog->reject();
    }
    if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
  });
  watchdog_.start(10);
}

void Monkey::act() {
  int draw = below(totalWeight());
  const Gesture* chosen = kGestures;
  while (draw >= chosen->weight) draw -= (chosen++)->weight;
  log_->begin(QLatin1String(chosen->name));
  (this->*chosen->make)();
  stopLongRuns();
  bound();
  if (below(3) == 0) finishEditors();
  tidy();
}

void Monkey::finish() {
  log_->begin(QStringLiteral("the end"));
  for (Workspace* open : window_->workspaces()) {
    window_->showWorkspace(open);
    tidy();
    finishEditors();
    open->runs()->stop();
    stopStudy(open->study());
    view()->setFocus();
    key(Qt::Key_Escape);
  }
}

void Monkey::finishEditors() {
  for (const char* name : {"quickAdd.edit", "nameEditor", "signalEditor", "frameEditor"}) {
    // To end one may close another.
    QList<QPointer<QLineEdit>> fields;
    for (QLineEdit* field : seen<QLineEdit>(QLatin1String(name))) fields.append(field);
    for (const QPointer<QLineEdit>& field : fields) {
      if (field == nullptr) continue;
      field->selectAll();
      typeInto(field, someText());
      end(field, oneIn(3) ? Qt::Key_Escape : Qt::Key_Return);
      end(field, Qt::Key_Escape);
    }
  }
  QList<QPointer<QPlainTextEdit>> notes;
  for (QPlainTextEdit* note : seen<QPlainTextEdit>(QStringLiteral("noteEditor"))) {
    notes.append(note);
  }
  for (const QPointer<QPlainTextEdit>& field : notes) {
    if (field == nullptr) continue;
    typeInto(field, someText());
    const bool isDone = !oneIn(3);
    end(field, isDone ? Qt::Key_Return : Qt::Key_Escape,
        isDone ? Qt::ControlModifier : Qt::NoModifier);
  }
}

void Monkey::bound() {
  for (int i = 0; i < 5 && blockCount(document()->document().root) > 90; ++i) {
    document()->undoStack()->undo();
  }
}

void Monkey::stopLongRuns() {
  if (++since_start_ < 20) return;
  since_start_ = 0;
  for (Workspace* open : window_->workspaces()) {
    open->runs()->stop();
    stopStudy(open->study());
  }
}

void Monkey::tidy() {
  settle();
  if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
  for (QWidget* other : QApplication::topLevelWidgets()) {
    const bool isPanel = qobject_cast<QDockWidget*>(other) != nullptr;
    if (other != window_ && other->isVisible() && !isPanel) other->close();
  }
  if (window_->isStartPageShown()) window_->showWorkspace(workspace());
  if (view()->zoom() < 0.3 || view()->zoom() > 3 || oneIn(30)) {
    scene()->clearSelection();
    view()->camera()->zoomToFit();
  }
}

}  // namespace loopwright
