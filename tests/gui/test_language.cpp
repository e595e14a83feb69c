#include <QDialogButtonBox>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSet>

#include "engine/blocks/block_registry.h"
#include "gui/document/block_search.h"
#include "gui/help/help_pages.h"
#include "gui/language/language.h"
#include "gui/language/library_text.h"
#include "gui/panels/outline_panel.h"
#include "gui/run/run_controller.h"
#include "tests/gui/editor_window.h"
#include "tests/test_main.h"

namespace loopwright::test_language {

namespace {

/// The menus of a window by their titles: the menu bar as "".
QHash<QString, QList<QAction*>> menusOf(const MainWindow& window) {
  QHash<QString, QList<QAction*>> menus{{QString(), window.menuBar()->actions()}};
  for (const QMenu* menu : window.menuBar()->findChildren<QMenu*>()) {
    menus.insert(menu->title(), menu->actions());
  }
  return menus;
}

}  // namespace

class TestLanguage : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { fixture_ = std::make_unique<WindowFixture>(); }
  void cleanup() { installLanguage(QStringLiteral("en")); }

  void theSystemsLanguageIsTaken_data();
  void theSystemsLanguageIsTaken();
  void theChoiceIsKept();
  void textsSpeakTheInstalledLanguage();
  void buttonsOfDialogsAreTranslatedByQt();
  void pluralsFollowTheirNumber();
  void blocksAreFoundByTheirNamesInBothLanguages();
  void stepsOfUndoAreNamedInTheLanguage();
  void pagesOfHelpSayThatTheirTextIsEnglish();
  void theNextStartIsAnnounced();
  void mnemonicsAreUnique_data();
  void mnemonicsAreUnique();

 private:
  std::unique_ptr<WindowFixture> fixture_;
};

void TestLanguage::theSystemsLanguageIsTaken_data() {
  QTest::addColumn<QStringList>("wanted");
  QTest::addColumn<QString>("code");
  QTest::newRow("German") << QStringList{"de"} << "de";
  QTest::newRow("German of Austria") << QStringList{"de-AT", "de-Latn-AT", "de"} << "de";
  QTest::newRow("the first that is spoken") << QStringList{"fr", "de", "en"} << "de";
  QTest::newRow("English needs no file") << QStringList{"en-GB", "de"} << "en";
  QTest::newRow("none of them") << QStringList{"fr", "it"} << "en";
  QTest::newRow("no language") << QStringList{"C"} << "en";
}

void TestLanguage::theSystemsLanguageIsTaken() {
  QFETCH(QStringList, wanted);
  QFETCH(QString, code);
  QCOMPARE(languageFor(wanted), code);
  QCOMPARE(languageOf(LanguageChoice::kSystem), languageFor(QLocale::system().uiLanguages()));
  QCOMPARE(languageOf(LanguageChoice::kGerman), QString("de"));
  QCOMPARE(languageOf(LanguageChoice::kEnglish), QString("en"));
}

void TestLanguage::theChoiceIsKept() {
  QVERIFY(languageChoice() == LanguageChoice::kSystem);
  for (const LanguageChoice choice :
       {LanguageChoice::kGerman, LanguageChoice::kEnglish, LanguageChoice::kSystem}) {
    setLanguageChoice(choice);
    QVERIFY(languageChoice() == choice);
  }
}

void TestLanguage::textsSpeakTheInstalledLanguage() {
  QCOMPARE(installedLanguage(), QString("en"));
  QCOMPARE(OutlinePanel::tr("Inputs: %1").arg("u"), QString("Inputs: u"));
  installLanguage("de");
  QCOMPARE(installedLanguage(), QString("de"));
  QCOMPARE(OutlinePanel::tr("Inputs: %1").arg("u"), QString("Eingänge: u"));
  QCOMPARE(actionTitle(*EditorWindow().action(ActionId::kNew)), QString("Neu"));
  QCOMPARE(libraryText("Transfer function"), QString("Übertragungsfunktion"));
  QCOMPARE(parameterLabel("time_constant"), QString("Zeitkonstante"));
  QCOMPARE(parameterLabel("kp"), QString("kp"));
  installLanguage("en");
  QCOMPARE(libraryText("Transfer function"), QString("Transfer function"));
  QCOMPARE(parameterLabel("time_constant"), QString("time constant"));
}

void TestLanguage::buttonsOfDialogsAreTranslatedByQt() {
  installLanguage("de");
  QDialogButtonBox box(QDialogButtonBox::Cancel);
  QCOMPARE(box.button(QDialogButtonBox::Cancel)->text().remove('&'), QString("Abbrechen"));
}

void TestLanguage::pluralsFollowTheirNumber() {
  installLanguage("de");
  QCOMPARE(MainWindow::tr("%n warnings", nullptr, 1), QString("1 Warnung"));
  QCOMPARE(MainWindow::tr("%n warnings", nullptr, 3), QString("3 Warnungen"));
}

void TestLanguage::blocksAreFoundByTheirNamesInBothLanguages() {
  const auto first = [](const QString& text) {
    const auto hits = searchBlocks(BuiltInBlocks(), text);
    return hits.empty() ? std::string() : hits.front()->type;
  };
  QCOMPARE(first("verstärkung"), std::string());
  installLanguage("de");
  QCOMPARE(first("verstärkung"), std::string("Gain"));
  QCOMPARE(first("gain"), std::string("Gain"));
  QCOMPARE(first("PT1"), std::string("FirstOrderLag"));
}

void TestLanguage::stepsOfUndoAreNamedInTheLanguage() {
  installLanguage("de");
  const EditorWindow e;
  e.view()->selectBlocks({"A", "B"});
  e.action(ActionId::kDelete)->trigger();
  QCOMPARE(e.undo()->undoText(), QString("2 Blöcke löschen"));
  QCOMPARE(e.action(ActionId::kUndo)->text(), QString("&Rückgängig: 2 Blöcke löschen"));
}

void TestLanguage::pagesOfHelpSayThatTheirTextIsEnglish() {
  const HelpPages pages(BuiltInBlocks(), HelpMedium::kBrowser);
  QVERIFY(!pages.blockPage("Gain", {}).contains("in English"));
  QVERIFY(pages.blockPage("Gain", {}).contains("<html lang=\"en\">"));
  installLanguage("de");
  const QString page = pages.blockPage("Gain", {});
  QVERIFY(page.contains("Die Erläuterungen auf dieser Seite sind auf Englisch."));
  QVERIFY(page.contains("<h2>Gleichung</h2>"));
  QVERIFY(page.contains("Multipliziert mit einer Verstärkung."));
}

void TestLanguage::theNextStartIsAnnounced() {
  const EditorWindow e;
  e.action(ActionId::kLanguageEnglish)->trigger();
  QVERIFY(languageChoice() == LanguageChoice::kEnglish);
  QVERIFY(!e.child<QMessageBox>("languageNote"));
  e.action(ActionId::kLanguageGerman)->trigger();
  QVERIFY(languageChoice() == LanguageChoice::kGerman);
  QPointer<QMessageBox> note = e.child<QMessageBox>("languageNote");
  QVERIFY(note);
  QCOMPARE(note->text(), QString("The new language is used from the next start on."));
  note->close();
  QTRY_VERIFY(!note);
  const MainWindow next(BuiltInBlocks());
  QVERIFY(languageChoice() == LanguageChoice::kGerman);
  QVERIFY(next.actions().get(ActionId::kLanguageGerman)->isChecked());
}

void TestLanguage::mnemonicsAreUnique_data() {
  QTest::addColumn<QString>("language");
  QTest::newRow("English") << "en";
  QTest::newRow("German") << "de";
}

void TestLanguage::mnemonicsAreUnique() {
  QFETCH(QString, language);
  installLanguage(language);
  const EditorWindow e;
  static const QRegularExpression mnemonic("&(\\w)",
                                           QRegularExpression::UseUnicodePropertiesOption);
  const auto menus = menusOf(*e.window());
  QVERIFY(menus.size() > 5);
  for (auto menu = menus.begin(); menu != menus.end(); ++menu) {
    QHash<QString, QString> taken;
    for (const QAction* action : menu.value()) {
      const QString text = action->text();
      const QString letter = mnemonic.match(text).captured(1).toLower();
      if (letter.isEmpty()) continue;
      QVERIFY2(!taken.contains(letter),
               qPrintable(menu.key() + ": " + taken.value(letter) + " and " + text));
      taken.insert(letter, text);
    }
  }
}

LOOPWRIGHT_TEST_WITH(QApplication, TestLanguage)

}  // namespace loopwright::test_language

#include "test_language.moc"
