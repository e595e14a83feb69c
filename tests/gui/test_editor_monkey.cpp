// A monkey at the editor's window: random gestures by mouse and keyboard, the same for a seed. Qt
// has nothing to warn of, the canvas mirrors the document, and undoing all gives the starting
// bytes.
#include <QLoggingCategory>
#include <QMenu>
#include <QObject>
#include <QPlainTextEdit>
#include <atomic>
#include <cstdint>
#include <cstdio>

#include "tests/gui/editor_window.h"
#include "tests/random_count.h"

namespace loopwright {

namespace {

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

std::atomic<int> warnings = 0;
QString firstWarning;

void countWarnings(QtMsgType type, const QMessageLogContext&, const QString& text) {
  // What the offscreen platform says about itself is none of ours.
  const bool ours = type != QtDebugMsg && type != QtInfoMsg && !text.contains("This plugin");
  if (!ours) return;
  if (warnings++ == 0) firstWarning = text;
}

/// Gestures by numbers that are the same for a seed.
class Monkey {
 public:
  Monkey(const EditorWindow& editor, uint64_t seed) : editor_(editor), state_(seed) {}

  void act() {
    switch (below(16)) {
      case 0:
      case 1:
      case 2:
        return drag(somePlace(), somePlace());
      case 3:
      case 4:
        return drag(somePort(), below(2) == 0 ? somePort() : somePlace());
      case 5:
        return editor_.hand().click(somePlace(), someModifiers());
      case 6:
        return editor_.hand().doubleClick(somePlace());
      case 7:
        return clickedWire();
      case 8:
        return chooseFromMenu();
      case 9: {
        const QPoint place = editor_.hand().at(somePlace());
        QWheelEvent wheel(place, editor_.view()->viewport()->mapToGlobal(place), {},
                          {0, below(2) == 0 ? 120 : -120}, {}, Qt::ControlModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(editor_.view()->viewport(), &wheel);
        return;
      }
      default:
        return pressKey();
    }
  }

  /// Ends what an action left open: lists and fields over the canvas.
  void tidy() {
    static const char* const kTexts[] = {"gain", "sum", "scope", "integ", "5",
                                         "a b",  "",    "i",     "k*2"};
    const char* text = kTexts[below(std::size(kTexts))];
    const Qt::Key last = below(3) == 0 ? Qt::Key_Escape : Qt::Key_Return;
    for (const char* name : {"quickAdd.edit", "nameEditor", "signalEditor", "frameEditor"}) {
      for (auto* field : editor_.window()->findChildren<QLineEdit*>(name)) {
        if (!field->isVisible()) continue;
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, last);
        if (field->isVisible()) QTest::keyClick(field, Qt::Key_Escape);
      }
    }
    for (auto* field : editor_.window()->findChildren<QPlainTextEdit*>("noteEditor")) {
      if (!field->isVisible()) continue;
      QTest::keyClicks(field, text);
      QTest::keyClick(field, last, Qt::ControlModifier);
    }
    if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
    if (editor_.view()->zoom() < 0.3 || below(30) == 0) {
      editor_.view()->scene()->clearSelection();
      editor_.view()->zoomToFit();
    }
  }

 private:
  int below(std::size_t limit) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<int>((state_ >> 33) % static_cast<uint64_t>(limit));
  }

  Qt::KeyboardModifiers someModifiers() {
    static constexpr Qt::KeyboardModifier kModifiers[] = {
        Qt::NoModifier, Qt::NoModifier, Qt::ShiftModifier, Qt::ControlModifier, Qt::AltModifier};
    return kModifiers[below(std::size(kModifiers))];
  }

  /// Mostly a block's middle or edge, sometimes anywhere.
  QPointF somePlace() {
    const DiagramModel& diagram = editor_.scene()->diagram();
    if (!diagram.blocks.empty() && below(3) != 0) {
      const auto index = static_cast<std::size_t>(below(diagram.blocks.size()));
      const QRectF box = editor_.block(QString::fromStdString(diagram.blocks[index].name))->box();
      return box.topLeft() + QPointF(box.width() * below(5) / 4.0, box.height() * below(5) / 4.0);
    }
    const QRectF seen =
        editor_.view()->mapToScene(editor_.view()->viewport()->rect()).boundingRect();
    return seen.topLeft() + QPointF(below(static_cast<std::size_t>(seen.width()) + 1),
                                    below(static_cast<std::size_t>(seen.height()) + 1));
  }

  QPointF somePort() {
    const DiagramModel& diagram = editor_.scene()->diagram();
    if (diagram.blocks.empty()) return somePlace();
    const auto index = static_cast<std::size_t>(below(diagram.blocks.size()));
    const BlockItem* block = editor_.block(QString::fromStdString(diagram.blocks[index].name));
    const auto& ports = below(2) == 0 ? block->geometry().inputs : block->geometry().outputs;
    if (ports.empty()) return block->box().center();
    return block->pos() + ports[static_cast<std::size_t>(below(ports.size()))].position;
  }

  void drag(const QPointF& from, const QPointF& to) {
    const CanvasGestures hand = editor_.hand();
    const Qt::KeyboardModifiers modifiers = someModifiers();
    const QPoint begin = hand.at(from);
    const QPoint end = hand.at(to);
    QWidget* viewport = editor_.view()->viewport();
    QTest::mousePress(viewport, Qt::LeftButton, modifiers, begin);
    hand.moveSteps(begin, end, Qt::LeftButton, modifiers);
    // Sometimes it is given up, or undone in the middle.
    const int turn = below(12);
    if (turn == 0) editor_.key(Qt::Key_Escape);
    if (turn == 1) editor_.action(ActionId::kUndo)->trigger();
    if (turn == 2) editor_.key(Qt::Key_Delete);
    QTest::mouseRelease(viewport, Qt::LeftButton, modifiers, end);
  }

  void clickedWire() {
    const CanvasGestures hand = editor_.hand();
    hand.click(somePort());
    for (int i = below(3); i >= 0; --i) hand.click(somePlace());
    if (below(2) == 0) editor_.key(Qt::Key_Backspace);
    hand.click(somePort());
    if (below(2) == 0) editor_.key(Qt::Key_Escape);
  }

  void chooseFromMenu() {
    const std::unique_ptr<QMenu> menu(editor_.view()->makeContextMenu(somePlace()));
    QList<QAction*> entries;
    for (QMenu* at : menu->findChildren<QMenu*>() + QList<QMenu*>{menu.get()}) {
      for (QAction* action : at->actions()) {
        if (action->menu() == nullptr && !action->isSeparator()) entries += action;
      }
    }
    if (!entries.isEmpty()) entries[below(static_cast<std::size_t>(entries.size()))]->trigger();
  }

  void pressKey() {
    struct Press {
      Qt::Key key;
      Qt::KeyboardModifiers modifiers;
    };
    static const Press kKeys[] = {{Qt::Key_Left, {}},
                                  {Qt::Key_Right, Qt::ShiftModifier},
                                  {Qt::Key_Up, {}},
                                  {Qt::Key_Down, Qt::ControlModifier},
                                  {Qt::Key_R, {}},
                                  {Qt::Key_F, {}},
                                  {Qt::Key_Delete, {}},
                                  {Qt::Key_F2, {}},
                                  {Qt::Key_Return, {}},
                                  {Qt::Key_Escape, {}},
                                  {Qt::Key_Space, {}},
                                  {Qt::Key_Space, Qt::ControlModifier},
                                  {Qt::Key_Tab, {}},
                                  {Qt::Key_Tab, {}},
                                  {Qt::Key_A, Qt::ControlModifier},
                                  {Qt::Key_C, Qt::ControlModifier},
                                  {Qt::Key_V, Qt::ControlModifier},
                                  {Qt::Key_X, Qt::ControlModifier},
                                  {Qt::Key_D, Qt::ControlModifier},
                                  {Qt::Key_G, Qt::ControlModifier},
                                  {Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier},
                                  {Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier},
                                  {Qt::Key_Z, Qt::ControlModifier},
                                  {Qt::Key_Z, Qt::ControlModifier},
                                  {Qt::Key_Y, Qt::ControlModifier}};
    static const ActionId kActions[] = {ActionId::kArrange,     ActionId::kAddFrame,
                                        ActionId::kAddNote,     ActionId::kAlignLeft,
                                        ActionId::kAlignMiddle, ActionId::kDistributeAcross,
                                        ActionId::kShowOutline, ActionId::kShowHistory,
                                        ActionId::kHealWires,   ActionId::kReplaceWires};
    if (below(6) == 0) return editor_.action(kActions[below(std::size(kActions))])->trigger();
    const Press& press = kKeys[below(std::size(kKeys))];
    editor_.view()->setFocus();
    editor_.key(press.key, press.modifiers);
    // Copies of copies would grow without end.
    if (editor_.blockCount() > 60) editor_.undo()->undo();
  }

  const EditorWindow& editor_;
  uint64_t state_;
};

/// The canvas shows what the document's level holds, no more and no less.
void verifyMirror(const EditorWindow& e) {
  const DiagramModel& diagram = e.scene()->diagram();
  QCOMPARE(static_cast<std::size_t>(e.scene()->blocks().size()), diagram.blocks.size());
  QCOMPARE(static_cast<std::size_t>(e.scene()->wires().size()), diagram.wires.size());
  for (const Block& model : diagram.blocks) {
    const BlockItem* item = e.block(QString::fromStdString(model.name));
    QVERIFY(item != nullptr);
    QCOMPARE(item->name(), QString::fromStdString(model.name));
    QCOMPARE(item->pos(), QPointF(model.layout->x, model.layout->y));
    QCOMPARE(item->appearance().isEnabled, model.is_enabled());
  }
  for (const Wire& model : diagram.wires) {
    const WireItem* item = e.wire(QString::fromStdString(model.to));
    QVERIFY2(item != nullptr, model.to.c_str());
    QCOMPARE(item->from(), QString::fromStdString(model.from));
    QString way;
    for (const QPointF& point : item->points()) {
      way += QStringLiteral(" %1,%2").arg(point.x()).arg(point.y());
    }
    QVERIFY2(EditorWindow::isOrthogonal(item->points()), qPrintable(item->to() + way));
  }
  QVERIFY((e.scene()->findNote(static_cast<int>(diagram.notes.size()) - 1) == nullptr) ==
          diagram.notes.empty());
  QVERIFY(e.scene()->findNote(static_cast<int>(diagram.notes.size())) == nullptr);
  QVERIFY(e.scene()->findFrame(static_cast<int>(diagram.frames.size())) == nullptr);
}

}  // namespace

class TestEditorMonkey : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { qInstallMessageHandler(countWarnings); }

  void randomGestures_data() {
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= RandomCount(60); ++seed) {
      QTest::newRow(qPrintable(QString::number(seed))) << seed;
    }
  }

  void randomGestures() {
    QFETCH(int, seed);
    warnings = 0;
    const EditorWindow e(kStart);
    const QByteArray before = e.bytes();
    Monkey monkey(e, static_cast<uint64_t>(seed));
    for (int i = 0; i < 150; ++i) {
      monkey.act();
      monkey.tidy();
      verifyMirror(e);
      if (QTest::currentTestFailed()) return;
      if (i % 10 == 0) QCoreApplication::processEvents();
    }
    e.key(Qt::Key_Escape);
    // What came of it is a document that reads back as it is.
    const QByteArray after = e.bytes();
    const LoadResult loaded = LoadDocument(after.toStdString(), BuiltInBlocks());
    QVERIFY2(loaded.document.has_value(),
             loaded.diagnostics.empty() ? "" : loaded.diagnostics.front().text.c_str());
    QCOMPARE(QByteArray::fromStdString(SaveCanonical(*loaded.document)), after);
    const int index = e.undo()->index();
    while (e.undo()->canUndo()) e.undo()->undo();
    QCOMPARE(e.bytes(), before);
    verifyMirror(e);
    while (e.undo()->index() < index) e.undo()->redo();
    QCOMPARE(e.bytes(), after);
    verifyMirror(e);
    QVERIFY2(warnings == 0, qPrintable(firstWarning));
  }
};

}  // namespace loopwright

QTEST_MAIN(loopwright::TestEditorMonkey)
#include "test_editor_monkey.moc"
