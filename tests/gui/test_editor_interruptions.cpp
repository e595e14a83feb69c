// What is open or under way while the document changes under it: fields over the canvas, drags, and
// windows that close. Nothing is written into another place, and nothing that is gone is touched.
#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QObject>

#include "engine/edits/edit_helpers.h"
#include "gui/canvas/block_inserter.h"
#include "gui/canvas/canvas_texts.h"
#include "gui/canvas/port_focus.h"
#include "gui/canvas/selection_commands.h"
#include "gui/overlays/inline_editor.h"
#include "gui/overlays/note_editor.h"
#include "gui/overlays/quick_add.h"
#include "tests/gui/consistency.h"
#include "tests/gui/editor_window.h"
#include "tests/gui/qt_warnings.h"
#include "tests/test_main.h"

namespace loopwright::test_editor_interruptions {

namespace {

const char* const kNested = R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
  "x": {"type": "Gain", "layout": {"x": 0, "y": 0}},
  "sub": {"type": "Subsystem", "layout": {"x": 120, "y": 0}, "diagram": {"blocks": {
    "s": {"type": "Sine", "layout": {"x": 0, "y": 0}},
    "x": {"type": "Gain", "layout": {"x": 120, "y": 0}}},
    "wires": [{"from": "s.y", "to": "x.u"}]}}}}})";

}  // namespace

class TestEditorInterruptions : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { QtWarnings::install(); }
  void init() {
    QtWarnings::clear();
    editor_ = std::make_unique<EditorWindow>();
  }
  void cleanup() {
    editor_.reset();
    QCOMPARE(QtWarnings::first(), QString());
  }

  void aTitleIsOfTheFrameItWasOpenedFor();
  void aNewFrameGoesWithAnotherEdit();
  void aTextIsOfTheNoteItWasOpenedFor();
  void aSignalOfABlockThatIsGoneHasNoName();
  void whatIsTypedBelongsToTheLevelThatIsLeft();
  void aLevelThatIsGoneTakesItsFieldsAlong();
  void aRenamedBlockGivesTheKeyboardBack();
  void aLevelOfTheSameNameIsAnother();
  void aListThatIsLeftDoesNotTakeTheKeyboard();
  void aListOutlastsTheMenuOfItsField();
  void aBandOutlastsWhatItAddsTo();
  void theStartPageIsLeftWithAChangedDocument();
  void aWindowClosesWithDocumentsThatWereNeverShown();

 private:
  /// Types into a field without ending it.
  void type(const char* field, const char* text) const {
    auto* edit = editor_->child<QLineEdit>(field);
    QVERIFY(edit != nullptr && edit->isVisible());
    edit->selectAll();
    QTest::keyClicks(edit, text);
  }
  /// Ends a field with Enter, which it refuses for `reason`; Esc gives up.
  void refuse(const char* field, const char* reason) const {
    auto* edit = editor_->child<QLineEdit>(field);
    QTest::keyClick(edit, Qt::Key_Return);
    const auto* error = editor_->child<QLabel>(qPrintable(QLatin1String(field) + ".error"));
    QCOMPARE(error->text(), QString(reason));
    QTest::keyClick(edit, Qt::Key_Escape);
    QVERIFY(!edit->isVisible());
  }
  void undo() const { editor_->action(ActionId::kUndo)->trigger(); }

  std::unique_ptr<EditorWindow> editor_;
};

void TestEditorInterruptions::aTitleIsOfTheFrameItWasOpenedFor() {
  const EditorWindow& e = *editor_;
  e.action(ActionId::kAddFrame)->trigger();  // and asks for its title
  QTest::keyClick(e.child<QLineEdit>("frameEditor"), Qt::Key_Return);
  QTRY_VERIFY(e.child<QLineEdit>("frameEditor") == nullptr);
  QCOMPARE(e.scene()->diagram().frames.size(), 1U);
  e.key(Qt::Key_F2);
  type("frameEditor", "part");
  undo();
  QVERIFY(e.scene()->diagram().frames.empty());
  refuse("frameEditor", "the frame has changed since");
  QVERIFY(e.scene()->diagram().frames.empty());
}

void TestEditorInterruptions::aNewFrameGoesWithAnotherEdit() {
  const EditorWindow& e = *editor_;
  e.action(ActionId::kAddFrame)->trigger();
  type("frameEditor", "part");
  QCOMPARE(e.document()->edit("Rename", [](Transaction* t) { RenameBlock(t, "", "B", "renamed"); }),
           "");
  QVERIFY(e.scene()->diagram().frames.empty());
  QTest::keyClick(e.child<QLineEdit>("frameEditor"), Qt::Key_Return);
  QVERIFY(e.scene()->diagram().frames.empty());
  QCOMPARE(e.document()->undoStack()->count(), 1);
}

void TestEditorInterruptions::aTextIsOfTheNoteItWasOpenedFor() {
  const EditorWindow& e = *editor_;
  e.document()->edit("Add notes", [](Transaction* t) {
    for (std::size_t i = 0; i < 2; ++i) {
      Note note;
      note.text = i == 0 ? "first" : "second";
      note.y = 200 + 100 * static_cast<double>(i);
      t->Apply(NoteEdit{"", i, ListAction::kInsert, std::move(note)});
    }
  });
  e.document()->edit("Delete note", [](Transaction* t) {
    t->Apply(NoteEdit{"", 0, ListAction::kRemove, std::nullopt});
  });
  e.scene()->clearSelection();
  e.scene()->findNote(0)->setSelected(true);
  e.key(Qt::Key_F2);
  auto* field = e.child<QPlainTextEdit>("noteEditor");
  QCOMPARE(field->toPlainText(), QString("second"));
  QTest::keyClicks(field, "third");
  undo();  // the first note is back, in the place of the second
  QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
  QCOMPARE(e.scene()->diagram().notes.size(), 2U);
  QCOMPARE(e.scene()->diagram().notes[0].text, std::string("first"));
  QCOMPARE(e.scene()->diagram().notes[1].text, std::string("second"));
  QCOMPARE(e.child<QLabel>("statusMessage")->text(), QString("the note has changed since"));
}

void TestEditorInterruptions::aSignalOfABlockThatIsGoneHasNoName() {
  const EditorWindow& e = *editor_;
  e.document()->edit("Add", [&](Transaction* t) {
    addBlock(t, "", e.document()->registry(), "Sine", {0, 120}, {});
    Wire wire;
    wire.from = "Sine.y";
    wire.to = "D.u1";
    Connect(t, "", std::move(wire));
  });
  e.view()->select({}, {"D.u1"});
  e.key(Qt::Key_F2);
  type("signalEditor", "way");
  undo();
  refuse("signalEditor", "there is no block 'Sine' any more");
  QVERIFY(e.scene()->diagram().signal_settings.empty());
}

void TestEditorInterruptions::whatIsTypedBelongsToTheLevelThatIsLeft() {
  EditorWindow& e = *editor_;
  e.set(kNested);
  e.view()->openLevel("sub");
  e.view()->selectBlocks({"x"});
  e.key(Qt::Key_F2);
  type("nameEditor", "inner");
  e.action(ActionId::kLeaveSubsystem)->trigger();
  QCOMPARE(e.view()->level(), QString());
  QVERIFY(e.model("x") != nullptr);
  QVERIFY(e.model("sub/inner") != nullptr);
  QTRY_VERIFY(e.child<QLineEdit>("nameEditor") == nullptr);

  // A list of blocks to be wired to a port does not come along either.
  e.view()->openLevel("sub");
  e.view()->inserter()->quickAddAt({200, 200}, "inner.y");
  QVERIFY(e.child<QLineEdit>("quickAdd.edit")->isVisible());
  e.action(ActionId::kLeaveSubsystem)->trigger();
  QTRY_VERIFY(e.child<QLineEdit>("quickAdd.edit") == nullptr);
  QCOMPARE(e.blockCount(), 2U);
}

void TestEditorInterruptions::aLevelThatIsGoneTakesItsFieldsAlong() {
  const EditorWindow& e = *editor_;
  e.view()->selectBlocks({"B"});
  e.action(ActionId::kGroup)->trigger();
  const QString name = e.view()->selectedBlocks().front();
  e.view()->openLevel(name);
  const QByteArray before = e.bytes();
  for (const char* field : {"nameEditor", "noteEditor", "quickAdd.edit"}) {
    e.view()->selectBlocks({"B"});
    if (QLatin1String(field) == QLatin1String("nameEditor")) e.key(Qt::Key_F2);
    if (QLatin1String(field) == QLatin1String("noteEditor")) e.view()->texts()->addNote();
    if (QLatin1String(field) == QLatin1String("quickAdd.edit")) e.view()->inserter()->quickAdd();
    auto* edit = e.child<QWidget>(field);
    QVERIFY(edit != nullptr && edit->isVisible());
    QTest::keyClicks(edit, "gain");
    undo();
    QCOMPARE(e.view()->level(), QString());
    QTRY_VERIFY(e.child<QWidget>(field) == nullptr);
    e.action(ActionId::kRedo)->trigger();
    QCOMPARE(e.bytes(), before);
    e.view()->openLevel(name);
  }
}

void TestEditorInterruptions::aRenamedBlockGivesTheKeyboardBack() {
  const EditorWindow& e = *editor_;
  e.view()->portFocus()->set("B.u");
  e.document()->edit("Rename", [](Transaction* t) { RenameBlock(t, "", "B", "Q"); });
  e.view()->portFocus()->set(QString());
  QTRY_VERIFY(e.document()->isChecked());
  QCOMPARE(sceneProblem(*e.scene(), true), QString());  // no ring is left around its port
}

void TestEditorInterruptions::aLevelOfTheSameNameIsAnother() {
  EditorWindow& e = *editor_;
  e.set(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
    "S": {"type": "Subsystem", "layout": {"x": 0, "y": 0}, "diagram": {"blocks": {
      "S": {"type": "Subsystem", "layout": {"x": 0, "y": 0}, "diagram": {"blocks": {
        "x": {"type": "Gain", "layout": {"x": 0, "y": 0}}}}}}}}}}})");
  e.view()->selectBlocks({"S"});
  e.view()->commands()->dissolve();
  e.view()->openLevel("S");
  QVERIFY(e.block("x") != nullptr);
  undo();
  QCOMPARE(e.view()->level(), QString("S"));
  QVERIFY(e.model("S/S/x") != nullptr);
  QVERIFY(e.block("S") != nullptr);
  QCOMPARE(sceneProblem(*e.scene()), QString());
  e.action(ActionId::kRedo)->trigger();
  QCOMPARE(sceneProblem(*e.scene()), QString());
}

void TestEditorInterruptions::aListThatIsLeftDoesNotTakeTheKeyboard() {
  const EditorWindow& e = *editor_;
  e.view()->selectBlocks({"B"});
  e.view()->inserter()->quickAdd();
  QVERIFY(e.child<QLineEdit>("quickAdd.edit")->hasFocus());
  auto* gain = e.child<QLineEdit>("property.gain");
  gain->setFocus();
  QTRY_VERIFY(e.child<QLineEdit>("quickAdd.edit") == nullptr);
  QVERIFY(gain->hasFocus());
  // Esc gives it back to the canvas.
  e.view()->inserter()->quickAdd();
  QTest::keyClick(e.child<QLineEdit>("quickAdd.edit"), Qt::Key_Escape);
  QTRY_VERIFY(e.child<QLineEdit>("quickAdd.edit") == nullptr);
  QVERIFY(e.view()->hasFocus());
}

void TestEditorInterruptions::aListOutlastsTheMenuOfItsField() {
  const EditorWindow& e = *editor_;
  const auto opensItsMenu = [](QLineEdit* edit) {
    const QPoint middle = edit->rect().center();
    QContextMenuEvent asked(QContextMenuEvent::Mouse, middle, edit->mapToGlobal(middle));
    QApplication::sendEvent(edit, &asked);
    auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    const bool isOpen = menu != nullptr && edit->isVisible();
    if (menu != nullptr) menu->close();
    return isOpen;
  };
  e.view()->inserter()->quickAdd();
  auto* edit = e.child<QLineEdit>("quickAdd.edit");
  QVERIFY(edit->hasFocus());
  QVERIFY(opensItsMenu(edit));
  QVERIFY(edit->isVisible());
  QTest::keyClick(edit, Qt::Key_Escape);
  e.action(ActionId::kCommandPalette)->trigger();
  edit = e.child<QLineEdit>("commandPalette.edit");
  QVERIFY(edit->hasFocus());
  QVERIFY(opensItsMenu(edit));
  QVERIFY(edit->isVisible());
}

void TestEditorInterruptions::aBandOutlastsWhatItAddsTo() {
  const EditorWindow& e = *editor_;
  e.view()->inserter()->addBlock("Sine", {60, 160});
  e.scene()->findBlock("D")->setSelected(true);
  const QPoint begin = e.hand().at({-40, -40});
  QWidget* viewport = e.view()->viewport();
  QTest::mousePress(viewport, Qt::LeftButton, Qt::ShiftModifier, begin);
  const CanvasGestures hand = e.hand();
  hand.moveSteps(begin, e.hand().at({20, 20}), Qt::LeftButton, Qt::ShiftModifier);
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"D", "Sine"}));
  undo();
  hand.moveSteps(e.hand().at({20, 20}), e.hand().at({80, 60}), Qt::LeftButton, Qt::ShiftModifier);
  QCOMPARE(e.view()->selectedBlocks(), QStringList({"A", "D"}));
  QTest::mouseRelease(viewport, Qt::LeftButton, Qt::ShiftModifier, e.hand().at({80, 60}));
}

void TestEditorInterruptions::theStartPageIsLeftWithAChangedDocument() {
  const EditorWindow& e = *editor_;
  e.view()->inserter()->addBlock("Sine", {60, 160});
  e.action(ActionId::kStartPage)->trigger();
  QVERIFY(!e.window()->isWindowModified());
  e.window()->showWorkspace(e.workspace());
  QVERIFY(e.window()->isWindowModified());  // and Qt has nothing to warn of
}

void TestEditorInterruptions::aWindowClosesWithDocumentsThatWereNeverShown() {
  MainWindow* window = editor_->window();
  window->addWorkspace();
  window->addWorkspace();
  window->showWorkspace(window->workspaces().front());
  editor_.reset();  // The canvas of one is shown as another's goes.
}

LOOPWRIGHT_TEST_WITH(QApplication, TestEditorInterruptions)

}  // namespace loopwright::test_editor_interruptions

#include "test_editor_interruptions.moc"
