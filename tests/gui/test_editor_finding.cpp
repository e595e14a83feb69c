// Blocks and commands are found by what people call them: the list on the canvas, the palette, the
// command palette. How good a search is, test_block_search.cpp measures.
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QTest>
#include <memory>

#include "gui/language/language.h"
#include "gui/panels/palette_entry.h"
#include "tests/gui/editor_window.h"
#include "tests/test_main.h"

namespace loopwright::test_editor_finding {

class TestEditorFinding : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { editor_ = std::make_unique<EditorWindow>(); }
  void cleanup() {
    editor_.reset();
    installLanguage(QStringLiteral("en"));
  }

  void theListFindsAbbreviationsAndSynonyms();
  void theListFindsGermanWords();
  void theListSaysThatNothingWasFound();
  void thePaletteFindsSynonymsAndTakesAValue();
  void thePaletteSaysThatNothingWasFound();
  void commandsHaveTitlesThatStandAlone();
  void commandsAreFoundByOtherWords();
  void thePaletteOfCommandsSaysThatNothingWasFound();

 private:
  QString firstOnCanvas(const QString& text) const {
    editor_->hand().doubleClick({400, 260});
    QTest::keyClicks(editor_->child<QLineEdit>("quickAdd.edit"), text);
    QString first =
        editor_->child<QListWidget>("quickAdd.list")->item(0)->data(Qt::UserRole).toString();
    editor_->type("", Qt::Key_Escape);
    return first;
  }
  QLineEdit* openCommands() const {
    editor_->action(ActionId::kCommandPalette)->trigger();
    return editor_->child<QLineEdit>("commandPalette.edit");
  }
  QListWidget* commands() const { return editor_->child<QListWidget>("commandPalette.list"); }

  std::unique_ptr<EditorWindow> editor_;
};

void TestEditorFinding::theListFindsAbbreviationsAndSynonyms() {
  const EditorWindow& e = *editor_;
  e.hand().doubleClick({60, 200});
  e.type("gn 5");
  QVERIFY(e.model("Gain") != nullptr);
  QCOMPARE(e.model("Gain")->FindParameter("gain")->value, ParameterSetting(5));
  QCOMPARE(firstOnCanvas("subtract"), QString("Sum"));
  QCOMPARE(firstOnCanvas("low pass filter"), QString("FirstOrderLag"));
  QCOMPARE(firstOnCanvas("SAMPHOLD_m"), QString("ZeroOrderHold"));
  QCOMPARE(firstOnCanvas("Transfer Fcn"), QString("TransferFunction"));
}

void TestEditorFinding::theListFindsGermanWords() {
  QCOMPARE(firstOnCanvas("Totzeit"), QString());
  editor_.reset();
  installLanguage(QStringLiteral("de"));
  editor_ = std::make_unique<EditorWindow>();
  QCOMPARE(firstOnCanvas("Totzeit"), QString("TransportDelay"));
  QCOMPARE(firstOnCanvas("Regler"), QString("PidController"));
  QCOMPARE(firstOnCanvas("subtract"), QString("Sum"));
}

void TestEditorFinding::theListSaysThatNothingWasFound() {
  const EditorWindow& e = *editor_;
  const std::size_t count = e.blockCount();
  e.hand().doubleClick({60, 200});
  auto* const edit = e.child<QLineEdit>("quickAdd.edit");
  QTest::keyClicks(edit, "qqq 5");
  auto* const list = e.child<QListWidget>("quickAdd.list");
  QCOMPARE(list->count(), 1);
  QCOMPARE(list->item(0)->text(), QString("No block is called “qqq”"));
  QTest::keyClick(edit, Qt::Key_Return);
  QVERIFY(edit->isVisible());
  QCOMPARE(e.blockCount(), count);
}

void TestEditorFinding::thePaletteFindsSynonymsAndTakesAValue() {
  const EditorWindow& e = *editor_;
  auto* const search = e.child<QLineEdit>("paletteSearch");
  QTest::keyClicks(search, "amplifier 5");
  QTRY_VERIFY(e.child<PaletteEntry>("palette.found.Gain")->isVisible());
  QTest::keyClick(search, Qt::Key_Return);
  QVERIFY(e.model("Gain") != nullptr);
  QCOMPARE(e.model("Gain")->FindParameter("gain")->value, ParameterSetting(5));
}

void TestEditorFinding::thePaletteSaysThatNothingWasFound() {
  const EditorWindow& e = *editor_;
  auto* const search = e.child<QLineEdit>("paletteSearch");
  auto* const nothing = e.child<QLabel>("paletteNothing");
  QVERIFY(!nothing->isVisible());
  QTest::keyClicks(search, "qqq");
  QVERIFY(nothing->isVisible());
  QCOMPARE(nothing->text(), QString("No block is called “qqq”"));
  search->clear();
  QVERIFY(!nothing->isVisible());
  QTest::keyClicks(search, "sum");
  QVERIFY(!nothing->isVisible());
}

void TestEditorFinding::commandsHaveTitlesThatStandAlone() {
  const EditorWindow& e = *editor_;
  e.view()->selectBlocks({"B", "D"});
  QLineEdit* const edit = openCommands();
  QTest::keyClicks(edit, "align");
  QStringList titles;
  for (int row = 0; row < commands()->count(); ++row) titles += commands()->item(row)->text();
  for (const char* title : {"Align left edges", "Align centres above each other",
                            "Align right edges", "Align top edges", "Align middles side by side",
                            "Align bottom edges", "Distribute with equal gaps side by side"}) {
    QVERIFY2(titles.contains(title), title);
  }
  edit->selectAll();
  QTest::keyClicks(edit, "align left");
  QCOMPARE(commands()->item(0)->text(), QString("Align left edges"));
  QTest::keyClick(edit, Qt::Key_Return);
  QCOMPARE(e.block("B")->pos().x(), e.block("D")->pos().x());
}

void TestEditorFinding::commandsAreFoundByOtherWords() {
  const std::pair<const char*, const char*> found[] = {
      {"simulate", "Run"},
      {"dark mode", "Dark theme"},
      {"svg", "Export a figure"},
      {"german", "Language: German"},
      {"mirror", "Flip"},
      {"tidy", "Arrange"},
      {"solver", "Go to the simulation's settings"}};
  for (const auto& [text, title] : found) {
    QLineEdit* const edit = openCommands();
    QTest::keyClicks(edit, text);
    QVERIFY2(commands()->count() > 0, text);
    // The theme cannot be chosen in a window of a test.
    if (QLatin1String(text) != QLatin1String("dark mode")) {
      QCOMPARE(commands()->item(0)->text(), QString(title));
    }
    QTest::keyClick(edit, Qt::Key_Escape);
    QTRY_VERIFY(editor_->child<QLineEdit>("commandPalette.edit") == nullptr);
  }
}

void TestEditorFinding::thePaletteOfCommandsSaysThatNothingWasFound() {
  QLineEdit* const edit = openCommands();
  QTest::keyClicks(edit, "qqqq");
  QCOMPARE(commands()->count(), 1);
  QCOMPARE(commands()->item(0)->text(), QString("No command is called “qqqq”"));
  QTest::keyClick(edit, Qt::Key_Down);
  QTest::keyClick(edit, Qt::Key_Return);
  QVERIFY(edit->isVisible());
}

LOOPWRIGHT_TEST_WITH(QApplication, TestEditorFinding)

}  // namespace loopwright::test_editor_finding

#include "test_editor_finding.moc"
