#include <QAccessible>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QScrollArea>
#include <QTest>
#include <memory>

#include "gui/document/block_lists.h"
#include "gui/document/block_search.h"
#include "gui/panels/palette_entry.h"
#include "gui/panels/palette_panel.h"
#include "tests/gui/editor_window.h"
#include "tests/test_main.h"

namespace loopwright::test_palette {

// Favourites and recent blocks of the palette, with the mouse and the keyboard of a window.
class TestPalette : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { editor_ = std::make_unique<EditorWindow>(); }
  void cleanup() { editor_.reset(); }

  void theStarMarksAFavourite();
  void aKeyAndTheMenuMarkAFavourite();
  void aScreenReaderFindsListItems();
  void everyPaletteShowsTheSameFavourites();
  void favouritesAreRemembered();
  void searchRanksFavouritesFirstAmongEquals();
  void theListOnTheCanvasRanksThemToo();
  void theStarNeitherPlacesNorDrags();
  void recentBlocksAreRemembered();

 private:
  PaletteEntry* entry(const QString& name) const {
    return editor_->window()->findChild<PaletteEntry*>(QStringLiteral("palette.") + name);
  }
  QWidget* section(const char* title) const {
    return editor_->window()
        ->findChild<QWidget*>(QStringLiteral("palette.section.") + title)
        ->parentWidget();
  }
  void clickStar(const QString& name) const {
    PaletteEntry* const at = entry(name);
    QTest::mouseClick(at, Qt::LeftButton, {}, at->starPlace().center());
  }
  static QStringList favourites() { return BlockLists::shared().favourites(); }

  std::unique_ptr<EditorWindow> editor_;
};

void TestPalette::theStarMarksAFavourite() {
  QVERIFY(!section("Favourites")->isVisible());
  clickStar("Gain");
  clickStar("Step");
  QCOMPARE(favourites(), QStringList({"Gain", "Step"}));
  QVERIFY(section("Favourites")->isVisible());
  QVERIFY(entry("favourite.Gain") != nullptr && entry("favourite.Step") != nullptr);
  QVERIFY(entry("Gain")->isFavourite() && !entry("Sum")->isFavourite());
  // They stand before all others.
  QTRY_VERIFY(section("Favourites")->y() < section("Sources")->y());
  // The same click takes the mark back, from either place.
  clickStar("favourite.Gain");
  QCOMPARE(favourites(), QStringList({"Step"}));
  QVERIFY(!entry("Gain")->isFavourite());
  clickStar("Step");
  QVERIFY(!section("Favourites")->isVisible());
}

void TestPalette::aScreenReaderFindsListItems() {
  QAccessibleInterface* const item = QAccessible::queryAccessibleInterface(entry("Gain"));
  QCOMPARE(item->role(), QAccessible::ListItem);
  QCOMPARE(item->text(QAccessible::Name), QString("Gain"));
  QVERIFY(!item->text(QAccessible::Description).isEmpty());
}

void TestPalette::aKeyAndTheMenuMarkAFavourite() {
  entry("Gain")->setFocus();
  QTest::keyClick(entry("Gain"), Qt::Key_F);
  QCOMPARE(favourites(), QStringList({"Gain"}));
  QVERIFY(entry("Gain")->accessibleName().contains("favourite"));
  QTest::keyClick(entry("Gain"), Qt::Key_F);
  QCOMPARE(favourites(), QStringList());

  PaletteEntry* const step = entry("Step");
  QContextMenuEvent asked(QContextMenuEvent::Keyboard, QPoint(5, 5),
                          step->mapToGlobal(QPoint(5, 5)));
  QApplication::sendEvent(step, &asked);
  auto* const menu = step->findChild<QMenu*>("palette.menu");
  auto* const mark = menu->findChild<QAction*>("palette.menu.favourite");
  QCOMPARE(mark->text(), QString("Mark as a favourite"));
  mark->trigger();
  menu->close();
  QCOMPARE(favourites(), QStringList({"Step"}));
}

void TestPalette::everyPaletteShowsTheSameFavourites() {
  Workspace* const first = editor_->workspace();
  Workspace* const second = editor_->window()->addWorkspace();
  BlockLists::shared().setFavourite("Integrator", true);
  for (Workspace* each : {first, second}) {
    QVERIFY(each->panel(PanelId::kBlocks)->findChild<QWidget*>("palette.favourite.Integrator"));
  }
}

void TestPalette::favouritesAreRemembered() {
  clickStar("Gain");
  MainWindow another(BuiltInBlocks());
  another.show();
  QVERIFY(another.findChild<QWidget*>("palette.favourite.Gain") != nullptr);
  QVERIFY(another.findChild<PaletteEntry*>("palette.Gain")->isFavourite());
}

void TestPalette::searchRanksFavouritesFirstAmongEquals() {
  const auto types = [](const char* text, const QStringList& favourites) {
    QStringList result;
    for (const BlockDescriptor* hit : searchBlocks(BuiltInBlocks(), text, favourites)) {
      result += QString::fromStdString(hit->type);
    }
    return result;
  };
  const QStringList before = types("s", {});
  const qsizetype step = before.indexOf("Step");
  const qsizetype sum = before.indexOf("Sum");
  QVERIFY(step >= 0 && step < sum);
  const QStringList after = types("s", {"Sum"});
  QCOMPARE(after.front(), QString("Sum"));
  QCOMPARE(after.indexOf("Step"), after.indexOf(before.front()) + step);
  QCOMPARE(after.size(), before.size());
  // A better match stays before a favourite.
  QCOMPARE(types("gain", {"Sum", "ZeroPoleGain"}).front(), QString("Gain"));

  BlockLists::shared().setFavourite("Sum", true);
  auto* const search = editor_->child<QLineEdit>("paletteSearch");
  QTest::keyClicks(search, "s");
  QVERIFY(!section("Favourites")->isVisible());
  QTRY_VERIFY(entry("found.Sum")->isVisible());
  QCOMPARE(entry("found.Sum")->pos().y(), entry("found." + after[1])->pos().y());
  QVERIFY(entry("found.Sum")->pos().x() < entry("found." + after[1])->pos().x());
  QVERIFY(entry("found.Sum")->isFavourite());
  QTest::keyClick(search, Qt::Key_Return);
  QVERIFY(editor_->model("Sum") != nullptr);
}

void TestPalette::theListOnTheCanvasRanksThemToo() {
  BlockLists::shared().setFavourite("Saturation", true);
  editor_->hand().doubleClick(QPointF(60, 200));
  QTest::keyClicks(editor_->child<QLineEdit>("quickAdd.edit"), "sa");
  auto* const list = editor_->child<QListWidget>("quickAdd.list");
  QCOMPARE(list->item(0)->data(Qt::UserRole).toString(), QString("Saturation"));
  editor_->type("", Qt::Key_Escape);
}

void TestPalette::theStarNeitherPlacesNorDrags() {
  const std::size_t count = editor_->blockCount();
  PaletteEntry* const gain = entry("Gain");
  QTest::mouseDClick(gain, Qt::LeftButton, {}, gain->starPlace().center());
  QTest::mousePress(gain, Qt::LeftButton, {}, gain->starPlace().center());
  const QPoint canvas = gain->mapFromGlobal(editor_->view()->mapToGlobal(QPoint(200, 200)));
  for (const QPoint& place : {canvas / 2, canvas}) {
    QMouseEvent move(QEvent::MouseMove, place, gain->mapToGlobal(place), Qt::NoButton,
                     Qt::LeftButton, {});
    QApplication::sendEvent(gain, &move);
  }
  QTest::mouseRelease(gain, Qt::LeftButton, {}, canvas);
  QCOMPARE(editor_->blockCount(), count);
}

void TestPalette::recentBlocksAreRemembered() {
  QVERIFY(!section("Recent")->isVisible());
  for (const char* type : {"Gain", "Step", "Sum", "Sine", "Clock"}) {
    QTest::mouseDClick(entry(type), Qt::LeftButton);
  }
  QCOMPARE(BlockLists::shared().recent(), QStringList({"Clock", "Sine", "Sum", "Step"}));
  MainWindow another(BuiltInBlocks());
  another.show();
  QVERIFY(another.findChild<QWidget*>("palette.recent.Clock") != nullptr);
  QVERIFY(another.findChild<QWidget*>("palette.recent.Gain") == nullptr);
}

LOOPWRIGHT_TEST_WITH(QApplication, TestPalette)

}  // namespace loopwright::test_palette

#include "test_palette.moc"
