// A monkey at the editor's window: random gestures by mouse and keyboard, the same for a seed. Qt
// has nothing to warn of, documents hold together, the canvas mirrors them, undoing all gives the
// starting bytes and redoing all the last ones.
//
// A failure prints seed and gestures, and a crash leaves the gestures in a file whose name is
// printed at the start. One seed again: LOOPWRIGHT_RANDOM_SEED=17 LOOPWRIGHT_RANDOM_SCALE=0
#include <QDir>
#include <QHashSeed>
#include <QLabel>
#include <QObject>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>

#include "gui/canvas/port_focus.h"
#include "gui/main_window/file_commands.h"
#include "tests/gui/consistency.h"
#include "tests/gui/editor_window.h"
#include "tests/gui/monkey.h"
#include "tests/gui/qt_warnings.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_editor_monkey {

namespace {

constexpr int kGestures = 150;
constexpr int kRuns = 67;  // 10,050 gestures

const char* const kStart = R"({"format": "loopwright", "version": 1,
  "parameters": {"k": {"value": 2}}, "diagram": {"blocks": {
  "s": {"type": "Sine", "layout": {"x": 0, "y": 0}},
  "g": {"type": "Gain", "parameters": {"gain": "k"}, "layout": {"x": 120, "y": 0}},
  "sum": {"type": "Sum", "layout": {"x": 240, "y": 0}},
  "i": {"type": "Integrator", "layout": {"x": 340, "y": 0}},
  "noise": {"type": "GaussianNoise", "layout": {"x": 0, "y": 120}},
  "sub": {"type": "Subsystem", "layout": {"x": 120, "y": 120}, "diagram": {"blocks": {
    "in": {"type": "Inport", "layout": {"x": 0, "y": 0}},
    "x": {"type": "Gain", "layout": {"x": 120, "y": 0}},
    "out": {"type": "Outport", "layout": {"x": 240, "y": 0}}},
    "wires": [{"from": "in.y", "to": "x.u"}, {"from": "x.y", "to": "out.u"}]}},
  "scope": {"type": "Scope", "layout": {"x": 460, "y": 0}}},
  "wires": [{"from": "s.y", "to": "g.u"}, {"from": "g.y", "to": "sum.u1"},
            {"from": "sum.y", "to": "i.u"}, {"from": "i.y", "to": "scope.u1"},
            {"from": "i.y", "to": "sum.u2", "route": [[430, 20], [430, 90], [260, 90]]},
            {"from": "noise.y", "to": "sub.in"}],
  "notes": [{"text": "a note", "x": 0, "y": 220}],
  "frames": [{"title": "part", "x": 100, "y": -40, "width": 220, "height": 120}],
  "signals": {"i.y": {"name": "way"}}},
  "plots": [{"signals": ["i.y", "sub/x.y"]}]})";

QByteArray bytesOf(const DiagramDocument& document) {
  return QByteArray::fromStdString(SaveCanonical(document.document()));
}

/// An editor with two documents, each with a file, and what they were at the start.
class TwoDocuments {
 public:
  explicit TwoDocuments(int seed) : editor_(kStart) {
    const QString first = folder_.filePath("first.loop.json");
    if (!editor_.document()->save(first).isEmpty()) qFatal("the document was not saved");
    const QDir examples(LOOPWRIGHT_SOURCE_DIR "/resources/examples");
    const QStringList names = examples.entryList({"*.loop.json"});
    const QString second = folder_.filePath("second.loop.json");
    QFile::copy(examples.filePath(names[seed % names.size()]), second);
    if (!openFile(editor_.window(), second)) qFatal("the example was not opened");
    for (const Workspace* workspace : editor_.window()->workspaces()) {
      watch(workspace->document());
    }
    editor_.window()->showWorkspace(editor_.window()->workspaces().front());
    editor_.window()->activateWindow();
    editor_.view()->setFocus();
  }

  const EditorWindow& editor() const { return editor_; }
  const std::vector<Workspace*>& workspaces() const { return editor_.window()->workspaces(); }
  const QByteArray& start(const DiagramDocument* document) const { return starts_.at(document); }

 private:
  /// A document that is read anew from its file starts anew.
  void watch(const DiagramDocument* document) {
    const auto note = [this, document] { starts_[document] = bytesOf(*document); };
    note();
    QObject::connect(document, &DiagramDocument::reset, editor_.window(), note);
  }

  QTemporaryDir folder_;
  std::map<const DiagramDocument*, QByteArray> starts_;
  EditorWindow editor_;
};

/// What is wrong with a document or its canvas after a gesture.
QString problemOf(const Workspace& workspace) {
  QString document = documentProblem(workspace.document()->document());
  if (!document.isEmpty()) return document;
  return sceneProblem(*workspace.view()->diagramScene());
}

/// What is wrong with the whole of it, drawn pictures included, once nothing is going on any more.
QString problemAtRest(const Workspace& workspace) {
  DiagramView* const view = workspace.view();
  view->portFocus()->set(QString());
  if (!QTest::qWaitFor([&] { return workspace.document()->isChecked(); }, 30000)) {
    return QStringLiteral("no check ended");
  }
  for (BlockItem* block : view->diagramScene()->blocks()) block->setFlash(0);
  return sceneProblem(*view->diagramScene(), true);
}

/// Undoes all, and does all again; the canvas follows each step.
QString undoProblem(const Workspace& workspace, const QByteArray& start) {
  const DiagramDocument& document = *workspace.document();
  QUndoStack* const stack = document.undoStack();
  const QByteArray end = bytesOf(document);
  const int index = stack->index();
  const auto step = [&](void (QUndoStack::*move)()) {
    const QString name = move == &QUndoStack::undo ? QStringLiteral("undo of ") + stack->undoText()
                                                   : QStringLiteral("redo of ") + stack->redoText();
    (stack->*move)();
    const QString problem = sceneProblem(*workspace.view()->diagramScene());
    return problem.isEmpty() ? QString() : name + QStringLiteral(": ") + problem;
  };
  const auto compare = [&](const QByteArray& expected, const char* what) {
    if (bytesOf(document) == expected) return QString();
    return QStringLiteral("%1 gives other bytes:\n%2\ninstead of\n%3")
        .arg(QLatin1String(what), QString::fromUtf8(bytesOf(document)),
             QString::fromUtf8(expected));
  };
  while (stack->canUndo()) {
    if (QString problem = step(&QUndoStack::undo); !problem.isEmpty()) return problem;
  }
  if (QString problem = compare(start, "undoing all"); !problem.isEmpty()) return problem;
  while (stack->index() < index) {
    if (QString problem = step(&QUndoStack::redo); !problem.isEmpty()) return problem;
  }
  return compare(end, "doing all again");
}

}  // namespace

class TestEditorMonkey : public QObject {
  Q_OBJECT

 public:
  /// The order of a hash is part of what a seed gives.
  static void initMain() { QHashSeed::setDeterministicGlobalSeed(); }

 private Q_SLOTS:
  void initTestCase() {
    QtWarnings::install();
    std::printf("The gestures are noted in %s\n", qPrintable(logPath_));
  }

  void randomGestures_data() {
    QTest::addColumn<int>("seed");
    const int first = RandomSeed(1);
    for (int seed = first; seed < first + RandomCount(kRuns); ++seed) {
      QTest::newRow(qPrintable(QString::number(seed))) << seed;
    }
  }

  void randomGestures() {
    QFETCH(int, seed);
    GestureLog log(logPath_);
    const QString problem = play(seed, &log);
    if (!problem.isEmpty()) {
      std::fprintf(stderr, "seed %d:\n", seed);
      log.print();
    }
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
  }

  void cleanupTestCase() {
    if (!QTest::currentTestFailed()) QFile::remove(logPath_);
  }

 private:
  /// Returns what went wrong, or "".
  static QString play(int seed, GestureLog* log) {
    QtWarnings::clear();
    const TwoDocuments documents(seed);
    Monkey monkey(documents.editor().window(), static_cast<uint64_t>(seed), log);
    for (int i = 0; i < kGestures; ++i) {
      monkey.act();
      for (const Workspace* workspace : documents.workspaces()) {
        QString problem = problemOf(*workspace);
        if (!problem.isEmpty()) return problem;
      }
      if (!QtWarnings::first().isEmpty()) return QtWarnings::first();
    }
    monkey.finish();
    for (Workspace* workspace : documents.workspaces()) {
      documents.editor().window()->showWorkspace(workspace);
      QString problem = problemAtRest(*workspace);
      if (problem.isEmpty()) {
        problem = undoProblem(*workspace, documents.start(workspace->document()));
      }
      if (problem.isEmpty()) problem = problemAtRest(*workspace);
      if (!problem.isEmpty()) return problem;
    }
    return QtWarnings::first();
  }

  const QString logPath_ = QDir::temp().filePath(
      QStringLiteral("loopwright_monkey_%1.txt").arg(QCoreApplication::applicationPid()));
};

LOOPWRIGHT_TEST_WITH(QApplication, TestEditorMonkey)

}  // namespace loopwright::test_editor_monkey

#include "test_editor_monkey.moc"
