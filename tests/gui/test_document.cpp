// A document that is edited: files, undo, gestures, checks.
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

#include "blocklib/registry.h"
#include "engine/blocks/block_registry.h"
#include "engine/check/check.h"
#include "engine/edits/edit_helpers.h"
#include "engine/file/load.h"
#include "engine/file/save.h"
#include "gui/document/diagram_document.h"
#include "gui/document/setting_text.h"
#include "gui/edits/diagram_edits.h"
#include "tests/gui/random_edits.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_document {

namespace {

const char* const kHandFormatted =
    "{\"format\": \"loopwright\", \"version\": 1,\n"
    " \"diagram\": {\"blocks\": {\"a\": {\"type\": \"Constant\"},\n"
    "   \"b\": {\"type\": \"Gain\", \"layout\": {\"x\": 120, \"y\": 0}},\n"
    "   \"s\": {\"type\": \"Scope\", \"layout\": {\"x\": 240, \"y\": 0}}},\n"
    "  \"wires\": [{\"from\": \"a.y\", \"to\": \"b.u\"}, {\"from\": \"b.y\", \"to\": "
    "\"s.u1\"}]}}\n";

QByteArray canonical(const DiagramDocument& document) {
  return QByteArray::fromStdString(SaveCanonical(document.document()));
}

QByteArray contentOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(bytes);
}

}  // namespace

class TestDocument : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    path_ = folder_->filePath("a.loop.json");
    write(path_, kHandFormatted);
    document_ = std::make_unique<DiagramDocument>(BuiltInBlocks());
    bool opened = false;
    QVERIFY(document_->open(path_, &opened).empty());
    QVERIFY(opened);
  }

  void openingDoesNotModify() {
    QVERIFY(!document_->isModified());
    QCOMPARE(document_->displayName(), QString("a"));
    QCOMPARE(document_->bytes(), QByteArray(kHandFormatted));
  }

  void savingUnchangedKeepsTheBytes() {
    QCOMPARE(document_->save(path_), QString());
    QCOMPARE(contentOf(path_), QByteArray(kHandFormatted));
    const QString other = folder_->filePath("b.loop.json");
    QCOMPARE(document_->save(other), QString());
    QCOMPARE(contentOf(other), QByteArray(kHandFormatted));
    QCOMPARE(document_->filePath(), other);
  }

  void filesOfBlocksAreRelativeToTheDocument() {
    const auto folder = [this] {
      return QString::fromStdString(document_->document().folder.path);
    };
    QCOMPARE(folder(), folder_->path());
    QVERIFY(QDir(folder_->path()).mkdir("sub"));
    QCOMPARE(document_->save(folder_->filePath("sub/b.loop.json")), QString());
    QCOMPARE(folder(), folder_->filePath("sub"));
    document_->setDocument(Document());
    QCOMPARE(folder(), QString());
  }

  void theFirstEditMakesTheFileCanonical() {
    rename("b", "amplifier");
    QVERIFY(document_->isModified());
    QCOMPARE(document_->save(path_), QString());
    QVERIFY(!document_->isModified());
    QCOMPARE(contentOf(path_), canonical(*document_));
    // Undone after saving it differs from the file, redone it does not.
    document_->undoStack()->undo();
    QVERIFY(document_->isModified());
    document_->undoStack()->redo();
    QVERIFY(!document_->isModified());
  }

  void undoingToTheFileGivesItsBytes() {
    rename("b", "amplifier");
    document_->undoStack()->undo();
    QVERIFY(!document_->isModified());
    QCOMPARE(document_->bytes(), QByteArray(kHandFormatted));
  }

  void aFileThatCannotBeReadChangesNothing() {
    const QString bad = folder_->filePath("bad.loop.json");
    write(bad, "{\"format\": \"loopwright\",");
    bool opened = true;
    const std::vector<Diagnostic> problems = document_->open(bad, &opened);
    QVERIFY(!opened);
    QVERIFY(!problems.empty());
    QCOMPARE(problems.front().place.line, 1);
    QCOMPARE(document_->filePath(), path_);
    QVERIFY(document_->document().root.blocks.contains("a"));
    QVERIFY(!document_->open(folder_->filePath("none.loop.json"), &opened).empty());
    QVERIFY(!opened);
  }

  void aFileThatCannotBeWrittenSaysWhy() {
    rename("b", "amplifier");
    const QString problem = document_->save(folder_->filePath("no/such/folder/a.loop.json"));
    QVERIFY2(problem.contains("no/such/folder"), qPrintable(problem));
    QVERIFY(document_->isModified());
  }

  void anEditIsOneStepWithAName() {
    QSignalSpy changes(document_.get(), &DiagramDocument::changed);
    rename("b", "amplifier");
    QCOMPARE(changes.count(), 1);
    QCOMPARE(document_->undoStack()->count(), 1);
    QCOMPARE(document_->undoStack()->undoText(), QString("Rename b"));
    const Wire& wire = document_->document().root.wires.front();
    QCOMPARE(wire.to, std::string("amplifier.u"));
  }

  void anEditThatCannotBeMadeChangesNothing() {
    const QByteArray before = canonical(*document_);
    const QString problem = document_->edit("Rename", [](Transaction* t) {
      SetBlockParameter(t, "", "a", "value", ParameterSetting(7));
      RenameBlock(t, "", "b", "s");
    });
    QVERIFY(!problem.isEmpty());
    QCOMPARE(canonical(*document_), before);
    QCOMPARE(document_->undoStack()->count(), 0);
  }

  void anEditOfNothingLeavesNoStep() {
    QCOMPARE(document_->edit("Nothing", [](Transaction*) {}), QString());
    QCOMPARE(document_->undoStack()->count(), 0);
  }

  void quickEditsOfOneKindAreOneStep() {
    const QByteArray before = canonical(*document_);
    const double x = document_->document().FindBlock("a")->layout->x;
    Selection selection;
    selection.blocks = {"a"};
    for (int i = 0; i < 5; ++i) {
      document_->edit(
          "Move a",
          [&](Transaction* t) {
            moveSelection(t, "", document_->registry(), selection, {10, 0});
          },
          "nudge a");
    }
    QCOMPARE(document_->undoStack()->count(), 1);
    QCOMPARE(document_->document().FindBlock("a")->layout->x, x + 50);
    document_->undoStack()->undo();
    QCOMPARE(canonical(*document_), before);
    document_->undoStack()->redo();
    QCOMPARE(document_->document().FindBlock("a")->layout->x, x + 50);
  }

  void aGestureIsSeenAtOnceAndIsOneStep() {
    EditGesture gesture(document_.get());
    Selection selection;
    selection.blocks = {"b"};
    for (double x : {10.0, 20.0, 30.0}) {
      gesture.preview([&](Transaction* t) {
        moveSelection(t, "", document_->registry(), selection, {x, 0});
      });
      QCOMPARE(document_->document().FindBlock("b")->layout->x, 120 + x);
    }
    gesture.commit("Move b");
    QCOMPARE(document_->undoStack()->count(), 1);
    document_->undoStack()->undo();
    QCOMPARE(document_->document().FindBlock("b")->layout->x, 120.0);
  }

  void aGestureThatIsGivenUpLeavesNothing() {
    const QByteArray before = canonical(*document_);
    {
      EditGesture gesture(document_.get());
      gesture.preview([](Transaction* t) { RemoveBlocks(t, "", {"b"}); });
      QVERIFY(!document_->document().root.blocks.contains("b"));
    }
    QCOMPARE(canonical(*document_), before);
    QCOMPARE(document_->undoStack()->count(), 0);
  }

  void undoDuringAGestureEndsIt() {
    rename("b", "amplifier");
    const QByteArray renamed = canonical(*document_);
    EditGesture gesture(document_.get());
    gesture.preview([](Transaction* t) { RemoveBlocks(t, "", {"a"}); });
    document_->undoStack()->undo();
    QVERIFY(!gesture.isOpen());
    QVERIFY(document_->document().root.blocks.contains("b"));
    document_->undoStack()->redo();
    QCOMPARE(canonical(*document_), renamed);
  }

  void checksFollowEditsOffTheThread() {
    QSignalSpy checked(document_.get(), &DiagramDocument::diagnosticsChanged);
    document_->check();
    QTRY_VERIFY(document_->isChecked());
    QCOMPARE(document_->errorCount(), 0);
    document_->edit("Cut", [](Transaction* t) { Disconnect(t, "", "b.u"); });
    QVERIFY(!document_->isChecked());
    document_->check();
    QTRY_VERIFY(document_->isChecked());
    QCOMPARE(document_->errorCount(), 0);  // an input that is open, until a run needs it
    QCOMPARE(document_->openInputs(), std::set<std::string>{"b.u"});
    QVERIFY(document_->requireInputs());
    QVERIFY(!document_->requireInputs());
    QCOMPARE(document_->errorCount(), 1);
    QVERIFY(checked.count() >= 2);
    document_->undoStack()->undo();
    document_->check();
    QTRY_COMPARE(document_->errorCount(), 0);
  }

  void aCheckFollowsAnEditByItself() {
    QTRY_VERIFY(document_->isChecked());
    document_->edit("Cut", [](Transaction* t) { Disconnect(t, "", "b.u"); });
    QTRY_VERIFY(document_->isChecked());
    QCOMPARE(document_->openInputs().size(), std::size_t{1});
  }

  void howADiagramLooksIsNotChecked() {
    QTRY_VERIFY(document_->isChecked());
    Selection selection;
    selection.blocks = {"b"};
    document_->edit("Move", [&](Transaction* t) {
      moveSelection(t, "", document_->registry(), selection, {10, 0});
    });
    QVERIFY(document_->isChecked());
    document_->edit("Colour", [](Transaction* t) {
      ModifyBlock(t, "", "b", [](Block* block) { block->color = "#102030"; });
    });
    QVERIFY(document_->isChecked());
    document_->edit("Note", [](Transaction* t) {
      t->Apply(NoteEdit{"", 0, ListAction::kInsert, Note()});
    });
    QVERIFY(document_->isChecked());
    document_->edit("Turn off", [](Transaction* t) {
      ModifyBlock(t, "", "b", [](Block* block) { block->enabled = false; });
    });
    QVERIFY(!document_->isChecked());
  }

  void aGestureIsCheckedAtItsEnd() {
    QTRY_VERIFY(document_->isChecked());
    EditGesture gesture(document_.get());
    gesture.preview([](Transaction* t) { Disconnect(t, "", "b.u"); });
    QVERIFY(!document_->isChecked());
    gesture.commit("Cut");
    QTRY_VERIFY(document_->isChecked());
    QCOMPARE(document_->openInputs().size(), std::size_t{1});
  }

  void checksAlongRandomEditsAreThoseOfTheWholeDocument() {
    RandomEdits edits(document_.get(), 2);
    for (int i = 0; i < RandomCount(2000); ++i) {
      edits.makeOne();
      document_->check();
      QTRY_VERIFY(document_->isChecked());
      document_->requireInputs();
      const std::vector<Diagnostic> whole = CheckDocument(document_->document(), BuiltInBlocks());
      QCOMPARE(document_->diagnostics().size(), whole.size());
      for (size_t k = 0; k < whole.size(); ++k) {
        QCOMPARE(FormatDiagnostic("", document_->diagnostics()[k]), FormatDiagnostic("", whole[k]));
      }
      for (const auto& [path, time] : FindSampleTimes(document_->document(), BuiltInBlocks())) {
        const SampleTime* shown = document_->report().sampleTime(path);
        QVERIFY2(shown != nullptr && *shown == time, path.c_str());
      }
    }
  }

  void aFileIsReadAgainOnlyWhereItsSizeOrTimeChanged() {
    const QDateTime longAgo = QDateTime::currentDateTime().addSecs(-60);
    const auto writeAt = [&](const QByteArray& bytes, const QDateTime& time) {
      QFile file(path_);
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(bytes);
      file.flush();
      QVERIFY(file.setFileTime(time, QFileDevice::FileModificationTime));
    };
    const QByteArray own(kHandFormatted);
    QByteArray other = own;
    other.replace("Gain", "Sine");
    writeAt(own, longAgo);
    QVERIFY(!document_->file().isChanged());
    writeAt(other, longAgo);  // Size and time are what they were: nothing is read.
    QVERIFY(!document_->file().isChanged());
    writeAt(other, longAgo.addSecs(1));
    QVERIFY(document_->file().isChanged());
    QVERIFY(document_->file().isChanged());
    writeAt(own, longAgo.addSecs(2));
    QVERIFY(!document_->file().isChanged());
    writeAt(own + " ", longAgo.addSecs(2));
    QVERIFY(document_->file().isChanged());
    // One that has just changed is read: it may change again within a tick of the clock. (Here it
    // changes in a minute, so that the test may take its time.)
    writeAt(own, longAgo.addSecs(120));
    QVERIFY(!document_->file().isChanged());
    writeAt(other, longAgo.addSecs(120));
    QVERIFY(document_->file().isChanged());
    // Another file of the same size and time is another file.
    const QString second = folder_->filePath("b.loop.json");
    writeAt(own, longAgo);
    QVERIFY(!document_->file().isChanged());
    QVERIFY(QFile::copy(path_, second));
    bool opened = false;
    QVERIFY(document_->open(second, &opened).empty());
    path_ = second;
    writeAt(other, longAgo);
    QVERIFY(document_->file().isChanged());
  }

  void twoHundredRandomEditsUndoneGiveTheStartingBytes() {
    const QByteArray before = canonical(*document_);
    RandomEdits edits(document_.get(), 1);
    for (int i = 0; i < 200; ++i) edits.makeOne();
    const QByteArray after = canonical(*document_);
    QVERIFY(after != before);
    QVERIFY(document_->undoStack()->count() > 100);
    while (document_->undoStack()->canUndo()) document_->undoStack()->undo();
    QCOMPARE(canonical(*document_), before);
    QCOMPARE(document_->bytes(), QByteArray(kHandFormatted));
    while (document_->undoStack()->canRedo()) document_->undoStack()->redo();
    QCOMPARE(canonical(*document_), after);
  }

  void settingsAreReadAsTyped_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("json");
    const auto row = [](const char* text, ParameterKind kind, const char* json) {
      QTest::newRow(text) << QString(text) << static_cast<int>(kind) << QString(json);
    };
    row("5", ParameterKind::kNumber, "5");
    row("-0.25", ParameterKind::kNumber, "-0.25");
    row("2.4k", ParameterKind::kNumber, "\"2.4k\"");
    row("2*m", ParameterKind::kNumber, "\"2*m\"");
    row("inf", ParameterKind::kNumber, "\"inf\"");
    row("[1, k/2, max(1, 2)]", ParameterKind::kVector, "[1, \"k/2\", \"max(1, 2)\"]");
    row("[[1, 0], [0, 1]]", ParameterKind::kMatrix, "[[1, 0], [0, 1]]");
    row("[\"x2\", \"-x1 + u1[0]\"]", ParameterKind::kTextList, "[\"x2\", \"-x1 + u1[0]\"]");
    row("true", ParameterKind::kBoolean, "true");
    row("+-", ParameterKind::kText, "\"+-\"");
    row("5", ParameterKind::kText, "\"5\"");
    row("exp", ParameterKind::kChoice, "\"exp\"");
    row("[1, 2", ParameterKind::kVector, "\"[1, 2\"");
    row("[1 0.8 1]", ParameterKind::kVector, "[1, 0.8, 1]");
    row("[1 -k]", ParameterKind::kVector, "[1, \"-k\"]");
    row("[1 - k]", ParameterKind::kVector, "[\"1 - k\"]");
    row("[1 0; 0 k]", ParameterKind::kMatrix, "[[1, 0], [0, \"k\"]]");
    row("2*[1 2]", ParameterKind::kVector, "\"2*[1, 2]\"");
    row("1 2 1", ParameterKind::kVector, "[1, 2, 1]");
    row("1, k,  2*k", ParameterKind::kVector, "[1, \"k\", \"2*k\"]");
    row("1 0; 0 k", ParameterKind::kMatrix, "[[1, 0], [0, \"k\"]]");
    row("1 - k", ParameterKind::kVector, "\"1 - k\"");
    row("max(1, 2)", ParameterKind::kVector, "\"max(1, 2)\"");
    row("1 2 *", ParameterKind::kVector, "\"1 2 *\"");
    row("1 2", ParameterKind::kNumber, "\"1 2\"");
    row("[-1+2i -1-2i]", ParameterKind::kComplexVector, "[\"-1+2i\", \"-1-2i\"]");
  }

  void settingsAreReadAsTyped() {
    QFETCH(QString, text);
    QFETCH(int, kind);
    QFETCH(QString, json);
    const auto setting = settingFromText(text, static_cast<ParameterKind>(kind));
    QVERIFY(setting.has_value());
    QCOMPARE(QString::fromStdString(ToJson(*setting)), json);
    // What is shown of a setting is read as the same.
    QCOMPARE(*settingFromText(settingText(*setting), static_cast<ParameterKind>(kind)), *setting);
  }

  void emptyTextIsTheDefault() {
    QVERIFY(!settingFromText("  ", ParameterKind::kNumber).has_value());
    QVERIFY(settingFromText("", ParameterKind::kText).has_value());
  }

 private:
  void rename(const char* from, const char* to) {
    QCOMPARE(document_->edit(QString("Rename %1").arg(from),
                             [&](Transaction* t) { RenameBlock(t, "", from, to); }),
             QString());
  }

  std::unique_ptr<QTemporaryDir> folder_;
  QString path_;
  std::unique_ptr<DiagramDocument> document_;
};

LOOPWRIGHT_TEST_WITH(QCoreApplication, TestDocument)

}  // namespace loopwright::test_document

#include "test_document.moc"
