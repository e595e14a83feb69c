// Times of the editor with 5,000 blocks and 10,000 wires in its window: opening the file, frames
// while a block in a frame is dragged (at several zooms), keys in a field, the check after a change
// of a parameter (also of a diagram of subsystems), arranging.
// A frame is everything from the mouse event to the last pixel, on the offscreen platform.
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QMouseEvent>
#include <QSettings>
#include <QTemporaryDir>
#include <QThread>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "blocklib/registry.h"
#include "engine/document/document.h"
#include "engine/edits/edit_helpers.h"
#include "engine/file/save.h"
#include "gui/canvas/camera.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/selection_commands.h"
#include "gui/document/diagram_document.h"
#include "gui/main_window/file_commands.h"
#include "gui/main_window/main_window.h"
#include "gui/main_window/workspace.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/wire_item.h"
#include "tests/benchmarks/frames.h"

namespace loopwright {

namespace {

constexpr int kColumns = 100;
constexpr int kRows = 50;

std::string nameAt(int column, int row) {
  return "b" + std::to_string(row) + "_" + std::to_string(column);
}

void append(DiagramModel* diagram, const std::string& name, const std::string& type, int x, int y) {
  Block block;
  block.name = name;
  block.type = type;
  block.layout.emplace();
  block.layout->x = x;
  block.layout->y = y;
  diagram->blocks.Append(std::move(block));
}

void connect(DiagramModel* diagram, const std::string& from, const std::string& to) {
  Wire wire;
  wire.from = from;
  wire.to = to;
  diagram->wires.push_back(std::move(wire));
}

/// 5,000 sums of two inputs: the first wired to the left neighbour, the second to the left
/// neighbour one row below; the first column are integrators that are wired to the last.
Document bigDiagram() {
  Document document;
  DiagramModel& root = document.root;
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      append(&root, nameAt(column, row), column == 0 ? "Integrator" : "Sum", column * 120,
             row * 100);
    }
  }
  for (int row = 0; row < kRows; ++row) {
    for (int column = 1; column < kColumns; ++column) {
      const std::string name = nameAt(column, row);
      connect(&root, nameAt(column - 1, row) + ".y", name + ".u1");
      connect(&root, nameAt(column - 1, (row + 1) % kRows) + ".y", name + ".u2");
    }
    connect(&root, nameAt(kColumns - 1, row) + ".y", nameAt(0, row) + ".u");
  }
  Frame frame;
  frame.title = "Part";
  frame.x = 40 * 120 - 40;
  frame.y = 20 * 100 - 40;
  frame.width = 600;
  frame.height = 400;
  root.frames.push_back(frame);
  return document;
}

/// The inside of a subsystem: sums of the two blocks before them, and gains that are expressions.
DiagramModel chain() {
  DiagramModel inside;
  append(&inside, "u", "Inport", 0, 0);
  std::string before = "u.y", last = "u.y";
  for (int i = 1; i < kColumns - 1; ++i) {
    const std::string name = "b" + std::to_string(i);
    const bool isGain = i % 2 == 0;
    append(&inside, name, isGain ? "Gain" : "Sum", i * 120, 0);
    if (isGain) {
      Block gain = inside.blocks[inside.blocks.size() - 1];
      gain.SetParameter("gain", ParameterSetting("k/2 + " + std::to_string(i)));
      inside.blocks.Replace(inside.blocks.size() - 1, std::move(gain));
      connect(&inside, last, name + ".u");
    } else {
      connect(&inside, last, name + ".u1");
      connect(&inside, before, name + ".u2");
    }
    before = std::exchange(last, name + ".y");
  }
  append(&inside, "y", "Outport", kColumns * 120, 0);
  connect(&inside, last, "y.u");
  return inside;
}

/// 50 subsystems of 100 blocks in a ring, with an integrator between any two.
Document diagramOfSubsystems() {
  Document document;
  DiagramParameter k;
  k.name = "k";
  k.value = 3;
  document.parameters.push_back(std::move(k));
  for (int row = 0; row < kRows; ++row) {
    const std::string part = "part" + std::to_string(row);
    const std::string state = "state" + std::to_string(row);
    append(&document.root, state, "Integrator", 0, row * 100);
    append(&document.root, part, "Subsystem", 120, row * 100);
    Block subsystem = document.root.blocks[document.root.blocks.size() - 1];
    subsystem.diagram.emplace() = chain();
    document.root.blocks.Replace(document.root.blocks.size() - 1, std::move(subsystem));
    connect(&document.root, state + ".y", part + ".u");
    connect(&document.root, part + ".y", "state" + std::to_string((row + 1) % kRows) + ".u");
  }
  return document;
}

void print(const char* what, const std::vector<double>& milliseconds) {
  std::printf("%-44s median %7.2f ms   99 %% %7.2f ms   most %7.2f ms   (%zu)\n", what,
              quantile(milliseconds, 0.5), quantile(milliseconds, 0.99), quantile(milliseconds, 1),
              milliseconds.size());
}

void send(QWidget* viewport, QEvent::Type type, const QPoint& place, Qt::MouseButton button,
          Qt::MouseButtons buttons) {
  QMouseEvent event(type, place, viewport->mapToGlobal(place), button, buttons, {});
  QApplication::sendEvent(viewport, &event);
}

/// Drags a block to and fro and times each frame.
void dragBlock(DiagramView* view, const char* what, const QString& name, int frames) {
  QWidget* viewport = view->viewport();
  const QPoint begin = view->mapFromScene(view->diagramScene()->findBlock(name)->box().center());
  send(viewport, QEvent::MouseButtonPress, begin, Qt::LeftButton, Qt::LeftButton);
  std::vector<double> times;
  QPoint place = begin;
  for (int i = 0; i < frames; ++i) {
    // A round trip of 10 px steps.
    const int turn = i % 40;
    place = begin + QPoint((turn < 20 ? turn : 40 - turn) * 10, (turn % 10) * 4);
    QElapsedTimer timer;
    timer.start();
    send(viewport, QEvent::MouseMove, place, Qt::NoButton, Qt::LeftButton);
    paintNow(viewport);
    times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
  }
  send(viewport, QEvent::MouseButtonRelease, place, Qt::LeftButton, Qt::NoButton);
  QApplication::processEvents();
  print(what, times);
}

void typeInField(MainWindow* window, int keys) {
  auto* field = window->findChild<QLineEdit*>("property.signs");
  if (field == nullptr) return;
  field->setFocus();
  std::vector<double> times;
  for (int i = 0; i < keys; ++i) {
    const bool erases = i % 2 == 1;
    QKeyEvent press(QEvent::KeyPress, erases ? Qt::Key_Backspace : Qt::Key_Plus, {},
                    erases ? QString() : QStringLiteral("+"));
    QElapsedTimer timer;
    timer.start();
    QApplication::sendEvent(field, &press);
    paintNow(field);
    times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
  }
  print("a key in a parameter's field", times);
}

/// Handles events until the document is checked, and paints. Returns the longest time that the
/// events held the user interface.
double waitForCheck(MainWindow* window) {
  const DiagramDocument* document = window->current()->document();
  double longest = 0;
  QElapsedTimer timer;
  while (!document->isChecked()) {
    timer.start();
    QApplication::processEvents();
    longest = std::max(longest, static_cast<double>(timer.nsecsElapsed()) / 1e6);
    if (!document->isChecked()) QThread::usleep(100);
  }
  timer.start();
  paintNow(window->current()->view()->viewport());
  return std::max(longest, static_cast<double>(timer.nsecsElapsed()) / 1e6);
}

/// Makes a change that is wrong and takes it back, again and again, and times each up to the
/// picture of its problems.
void timeChecks(MainWindow* window, const char* what,
                const std::function<void(Transaction*)>& right,
                const std::function<void(Transaction*)>& wrong) {
  constexpr int kChanges = 40;
  DiagramDocument* document = window->current()->document();
  std::vector<double> times, edits, holds;
  for (int i = 0; i < kChanges; ++i) {
    const bool isWrong = i % 2 == 0;
    QElapsedTimer timer;
    timer.start();
    document->edit(QStringLiteral("Change"), isWrong ? wrong : right);
    edits.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    holds.push_back(waitForCheck(window));
    times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    if ((document->errorCount() > 0) != isWrong) std::printf("the check is wrong\n");
  }
  std::printf("%s\n", what);
  print("  from the change to its problems shown", times);
  print("  of that the change itself", edits);
  print("  the longest hold of the user interface", holds);
}

int run() {
  const QTemporaryDir folder;
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
  const QString path = folder.filePath("big.loop.json");
  WriteFileAtomically(path.toStdString(), SaveCanonical(bigDiagram()));
  MainWindow window(BuiltInBlocks());
  window.resize(1600, 1000);
  window.show();
  QApplication::processEvents();

  QElapsedTimer timer;
  timer.start();
  if (!openFile(&window, path)) return 1;
  const double opened = static_cast<double>(timer.nsecsElapsed()) / 1e6;
  QApplication::processEvents();
  const double shown = static_cast<double>(timer.nsecsElapsed()) / 1e6;
  DiagramView* view = window.current()->view();
  std::printf("%lld blocks, %lld wires\n",
              static_cast<long long>(view->diagramScene()->blocks().size()),
              static_cast<long long>(view->diagramScene()->wires().size()));
  std::printf("%-44s %7.0f ms, with the first picture %7.0f ms\n", "opening the file", opened,
              shown);
  timer.restart();
  view->diagramScene()->routeAgain();
  std::printf("%-44s %7.0f ms\n", "routing all wires",
              static_cast<double>(timer.nsecsElapsed()) / 1e6);
  // The check of the diagram has its own thread, and its say once.
  waitForCheck(&window);

  const QString name = QString::fromStdString(nameAt(42, 22));
  constexpr int kFrames = 400;
  for (const auto& [what, zoom] :
       {std::pair("dragging a block in a frame, 100 %", 1.0), std::pair("the same at 50 %", 0.5),
        std::pair("the same at 25 %", 0.25)}) {
    view->camera()->setZoom(zoom);
    view->centerOn(view->diagramScene()->findBlock(name)->box().center());
    QApplication::processEvents();
    dragBlock(view, what, name, kFrames);
  }
  view->scene()->clearSelection();
  view->camera()->zoomToFit();
  QApplication::processEvents();
  dragBlock(view, "the same with everything in view", name, kFrames);
  view->camera()->setZoom(1);
  view->centerOn(view->diagramScene()->findBlock(name)->box().center());
  view->selectBlocks({name});
  QApplication::processEvents();
  typeInField(&window, 200);
  const auto sum = [&](const char* signs) {
    return [&name, signs](Transaction* t) {
      SetBlockParameter(t, "", name.toStdString(), "signs", signs);
    };
  };
  timeChecks(&window, "checking after a change of a parameter", sum("++"), sum("+x"));
  view->scene()->clearSelection();
  timer.restart();
  view->commands()->arrange();
  std::printf("%-44s %7.0f ms\n", "arranging all blocks",
              static_cast<double>(timer.nsecsElapsed()) / 1e6);
  window.current()->document()->setDocument(diagramOfSubsystems());
  waitForCheck(&window);
  const auto gain = [](const char* value) {
    return [value](Transaction* t) { SetBlockParameter(t, "part7", "b50", "gain", value); };
  };
  timeChecks(&window, "the same in 50 subsystems", gain("k/2"), gain("k/x"));
  const auto k = [](const char* value) {
    return [value](Transaction* t) {
      DiagramParameter parameter = t->Parameters("").front();
      parameter.value = value;
      t->Apply(ParameterEdit{"", 0, ListAction::kReplace, std::move(parameter)});
    };
  };
  timeChecks(&window, "a parameter of the diagram that 2,450 gains use", k("3"), k("x"));
  return 0;
}

}  // namespace

}  // namespace loopwright

int main(int argc, char** argv) {
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QApplication::setOrganizationName("LoopwrightBenchmark");
  return loopwright::runWithApplication(argc, argv, [] { return loopwright::run(); });
}
