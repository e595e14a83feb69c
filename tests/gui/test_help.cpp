// The help of the blocks: texts, examples, pages, the help window; and the icons.
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QLineEdit>
#include <QMenu>
#include <QObject>
#include <QPainter>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "blocklib/registry.h"
#include "engine/blocks/block_registry.h"
#include "engine/edits/edit_helpers.h"
#include "engine/file/load.h"
#include "gui/actions/actions.h"
#include "gui/canvas/block_inserter.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/diagram_document.h"
#include "gui/help/help_browser.h"
#include "gui/help/help_pages.h"
#include "gui/help/help_pictures.h"
#include "gui/help/help_text.h"
#include "gui/help/help_window.h"
#include "gui/help/write_help.h"
#include "gui/theme/block_icons.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_help {

namespace {

constexpr int kLeastWords = 60;
constexpr int kMostWords = 200;
constexpr int kSentence = 6;  // Shorter ones ("All states begin at 0.") may come twice.

QStringList registeredTypes() {
  QStringList types;
  for (const BlockDescriptor& block : BuiltInBlocks().all()) {
    types += QString::fromStdString(block.type);
  }
  return types;
}

void addTypes() {
  QTest::addColumn<QString>("type");
  for (const QString& type : registeredTypes()) QTest::newRow(qPrintable(type)) << type;
}

int countWords(const QString& text) {
  static const QRegularExpression space("\\s+");
  return static_cast<int>(text.split(space, Qt::SkipEmptyParts).size());
}

/// The sentences of a help text of at least kSentence words.
QStringList sentencesOf(const QString& text) {
  static const QRegularExpression end("[.!?:;](\\s|$)|\\n\\n|\\n## ");
  QStringList sentences;
  for (const QString& sentence : text.split(end, Qt::SkipEmptyParts)) {
    if (countWords(sentence) >= kSentence) sentences += sentence.simplified().toLower();
  }
  return sentences;
}

bool uses(const DiagramModel& diagram, const std::string& type) {
  for (const Block& block : diagram.blocks) {
    if (block.type == type) return true;
    if (block.diagram && uses(*block.diagram, type)) return true;
  }
  return false;
}

QImage drawIcon(const QString& type, int side, const QColor& colour) {
  QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  paintBlockIcon(&painter, QRectF(0, 0, side, side), type, colour);
  return image;
}

int countInk(const QImage& image) {
  int ink = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) ink += qAlpha(image.pixel(x, y)) > 60 ? 1 : 0;
  }
  return ink;
}

QByteArray readAll(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class TestHelp : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init() {
    // What the offscreen platform says of itself is no concern of ours.
    QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support)"));
    applyTheme(qApp, Theme::Mode::kLight);
  }

  // ---- texts ----------------------------------------------------------------------------------

  void everyTypeIsDescribed_data() { addTypes(); }

  void everyTypeIsDescribed() {
    QFETCH(QString, type);
    const QString text = readHelpText(type);
    QVERIFY2(!text.isEmpty(), qPrintable("resources/help/blocks/" + type + ".md is missing"));
    QStringList titles;
    for (const HelpSection& section : helpSections(text)) {
      QVERIFY2(countWords(section.html) > 1, qPrintable(section.title + " is empty"));
      titles += section.title;
    }
    QCOMPARE(titles, QStringList({"Equation", "Use", "Pitfalls", "See also"}));
    const int words = countWords(text);
    QVERIFY2(words >= kLeastWords && words <= kMostWords, qPrintable(QString::number(words)));
    QCOMPARE(text.count(u'`') % 2, 0);
    const QStringList known = registeredTypes();
    QVERIFY(!seeAlso(text).isEmpty());
    for (const QString& other : seeAlso(text)) {
      QVERIFY2(known.contains(other) && other != type, qPrintable(other));
    }
  }

  void noSentenceComesTwice() {
    QHash<QString, QString> seen;
    const QStringList texts = QDir(":/help/blocks").entryList({"*.md"});
    for (const QString& file : texts) {
      const QString type = file.left(file.indexOf(u'.'));
      for (const QString& sentence : sentencesOf(readHelpText(type))) {
        QVERIFY2(!seen.contains(sentence),
                 qPrintable(type + " and " + seen.value(sentence) + ": " + sentence));
        seen.insert(sentence, type);
      }
    }
    QVERIFY(seen.size() > 5 * texts.size());
  }

  void helpIsOfTypesThatThereAre() {
    const QStringList known = registeredTypes();
    const std::pair<const char*, const char*> folders[] = {{":/help/blocks", ".md"},
                                                           {":/help/diagrams", ".loop.json"}};
    for (const auto& [folder, suffix] : folders) {
      const QStringList files = QDir(folder).entryList({QString("*") + suffix});
      QVERIFY2(!files.isEmpty(), folder);
      for (const QString& file : files) {
        QVERIFY2(known.contains(file.left(file.indexOf(u'.'))), qPrintable(file));
      }
    }
  }

  void aTextIsALittleMarkdown() {
    const auto sections = helpSections(
        "Lost.\n## Equation\ny = `a < b` & u<sup>2</sup>\nx<sub>1</sub>\n\nMore.\n\n"
        "- one\n- `two`\n## See also\nGain, Sum\n");
    QCOMPARE(sections.size(), std::size_t{2});
    QCOMPARE(sections[0].title, QString("Equation"));
    QCOMPARE(sections[0].html,
             QString("<p>y = <code>a &lt; b</code> &amp; u<sup>2</sup> x<sub>1</sub></p>\n"
                     "<p>More.</p>\n<ul><li>one</li><li><code>two</code></li></ul>\n"));
    QCOMPARE(seeAlso("## See also\nGain,\nSum\n"), QStringList({"Gain", "Sum"}));
  }

  // ---- examples -------------------------------------------------------------------------------

  void everyTypeHasAnExampleThatRuns_data() { addTypes(); }

  void everyTypeHasAnExampleThatRuns() {
    QFETCH(QString, type);
    const QByteArray bytes = readAll(":/help/diagrams/" + type + ".loop.json");
    QVERIFY2(!bytes.isEmpty(), "the diagram is missing");
    const LoadResult loaded = LoadDocument(bytes.toStdString(), BuiltInBlocks());
    for (const Diagnostic& diagnostic : loaded.diagnostics) QFAIL(diagnostic.text.c_str());
    QVERIFY(uses(loaded.document->root, type.toStdString()));
    QVERIFY2(loaded.document->root.blocks.size() <= 7, "an example is small");

    const QTemporaryDir folder;
    HelpPictures pictures;
    QCOMPARE(drawHelpPictures(type, BuiltInBlocks(), HelpMedium::kWindow, folder.path(), &pictures),
             QString());
    QVERIFY(!pictures.title.isEmpty());
    QVERIFY(!pictures.plots.isEmpty());
    for (const QString& name : QStringList(pictures.diagram) + pictures.plots) {
      const QImage image(folder.filePath(name + ".png"));
      QVERIFY2(!image.isNull(), qPrintable(name));
    }
  }

  void anExampleThatFailsSaysSo() {
    // A registry without the example's source.
    const BlockRegistry registry({*BuiltInBlocks().Find("Gain")});
    const QTemporaryDir folder;
    HelpPictures pictures;
    QCOMPARE(drawHelpPictures("Gain", registry, HelpMedium::kWindow, folder.path(), &pictures),
             QString("Gain: there is no block type \"Sine\""));
    QVERIFY(pictures.diagram.isEmpty());
  }

  // ---- pages ----------------------------------------------------------------------------------

  void aPageHasAllOfTheDescriptor() {
    const HelpPages pages(BuiltInBlocks(), HelpMedium::kBrowser);
    for (const BlockDescriptor& block : BuiltInBlocks().all()) {
      const QString type = QString::fromStdString(block.type);
      const QString page = pages.blockPage(type, {});
      const auto contains = [&](const std::string& text) {
        return page.contains(QString::fromStdString(text).toHtmlEscaped());
      };
      QVERIFY(contains(block.title) && contains(block.summary) && contains(block.behaviour));
      for (const std::string& port : block.inputs) {
        QVERIFY(page.contains("<code>" + QString::fromStdString(port) + "</code>"));
      }
      for (const ParameterDescriptor& parameter : block.parameters) {
        const QByteArray where = QByteArray::fromStdString(block.type + "." + parameter.name);
        QVERIFY2(page.contains("<code>" + QString::fromStdString(parameter.name) + "</code>"),
                 where);
        QVERIFY2(contains(parameter.description) && contains(parameter.constraint) &&
                     contains(parameter.unit),
                 where);
      }
    }
    const QString pid = pages.blockPage("DiscretePid", {});
    QVERIFY(pid.contains("<tr><td><code>ki</code></td><td>0</td><td>1/s</td><td>number</td>"));
    QVERIFY(pid.contains("No direct feedthrough"));
    QVERIFY(pid.contains("State is discrete"));
    QVERIFY(pages.blockPage("MassSpringDamper", {}).contains("unwired: 0"));
  }

  void anUnknownTypeHasAPageThatSaysSo() {
    const HelpPages pages(BuiltInBlocks(), HelpMedium::kWindow);
    QVERIFY(pages.blockPage("Gian", {}).contains("There is no block type &quot;Gian&quot;."));
  }

  void pagesOfABrowserAreWhole() {
    const QTemporaryDir folder;
    const QString target = folder.filePath("help");
    QStringList written;
    QCOMPARE(writeHelp(BuiltInBlocks(), target, &written), QString());
    QCOMPARE(written.size(), registeredTypes().size() + 1);
    QCOMPARE(Theme::current().mode, Theme::Mode::kLight);
    const QString index = QString::fromUtf8(readAll(target + "/index.html"));
    for (const QString& type : registeredTypes()) {
      QVERIFY2(index.contains("href=\"" + type + ".html\""), qPrintable(type));
    }
    static const QRegularExpression reference("(?:href|src|srcset)=\"([^\"]+)\"");
    for (const QString& path : written) {
      const QString page = QString::fromUtf8(readAll(path));
      QVERIFY(page.contains("prefers-color-scheme"));
      auto match = reference.globalMatch(page);
      while (match.hasNext()) {
        const QString file = target + "/" + match.next().captured(1);
        QVERIFY2(QFile::exists(file), qPrintable(path + ": " + file));
      }
    }
    QVERIFY(QSvgRenderer(target + "/images/Gain-diagram-dark.svg").isValid());
  }

  void aFolderThatCannotBeMadeIsNamed() {
    const QTemporaryDir folder;
    QFile file(folder.filePath("taken"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QStringList written;
    QCOMPARE(writeHelp(BuiltInBlocks(), file.fileName(), &written),
             "the folder " + file.fileName() + " cannot be made");
  }

  // ---- the window -----------------------------------------------------------------------------

  void f1ShowsTheSelectedBlocksPage() {
    WindowFixture fixture;
    MainWindow window(BuiltInBlocks());
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    DiagramView* const view = window.current()->view();
    view->setFocus();
    const QString name = view->inserter()->addBlock("UnitDelay", QPointF(100, 100));
    view->selectBlocks({name});
    QTest::keyClick(view, Qt::Key_F1);
    auto* const browser = window.findChild<HelpBrowser*>("helpBrowser");
    QVERIFY(browser != nullptr && browser->window()->isVisible());
    QCOMPARE(browser->shownType(), QString("UnitDelay"));
    QVERIFY(browser->toPlainText().contains("Delays by one sample."));
    QVERIFY(browser->toPlainText().contains("yₙ = uₙ₋₁"));
    // Nothing selected: all blocks.
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    view->selectBlocks({});
    QTest::keyClick(view, Qt::Key_F1);
    QCOMPARE(browser->shownType(), QString());
    QVERIFY(browser->toPlainText().contains("Zero-order hold"));
    QVERIFY(window.findChild<QToolButton*>("help.back")->isEnabled());
    window.findChild<QToolButton*>("help.back")->click();
    QCOMPARE(browser->shownType(), QString("UnitDelay"));
  }

  void f1ShowsThePageOfABlockInASubsystem() {
    WindowFixture fixture;
    MainWindow window(BuiltInBlocks());
    window.show();
    DiagramView* const view = window.current()->view();
    const QString name = view->inserter()->addBlock("Subsystem", QPointF(100, 100));
    view->openLevel(name);
    view->selectBlocks({view->inserter()->addBlock("Relay", QPointF(200, 100))});
    QCOMPARE(window.typeForHelp(), QString("Relay"));
  }

  void thePaletteLeadsToHelp() {
    WindowFixture fixture;
    MainWindow window(BuiltInBlocks());
    window.show();
    auto* const entry = window.findChild<QWidget*>("palette.Saturation");
    QTest::mouseClick(entry, Qt::RightButton);
    QContextMenuEvent wanted(QContextMenuEvent::Mouse, entry->rect().center(),
                             entry->mapToGlobal(entry->rect().center()));
    QApplication::sendEvent(entry, &wanted);
    auto* const menu = entry->findChild<QMenu*>("palette.menu");
    QVERIFY(menu != nullptr);
    QCOMPARE(menu->actions().back()->text(), QString("Help on Saturation"));
    menu->actions().back()->trigger();
    auto* const browser = window.findChild<HelpBrowser*>("helpBrowser");
    QCOMPARE(browser->shownType(), QString("Saturation"));
    menu->close();

    window.activateWindow();
    auto* const other = window.findChild<QWidget*>("palette.Relay");
    QTRY_VERIFY(window.isActiveWindow());
    other->setFocus();
    QTest::keyClick(other, Qt::Key_F1);
    QCOMPARE(browser->shownType(), QString("Relay"));
  }

  void linksAndPicturesWorkInTheWindow() {
    HelpWindow window(BuiltInBlocks());
    window.showHelp("Gain");
    HelpBrowser* const browser = window.browser();
    const QVariant picture =
        browser->loadResource(QTextDocument::ImageResource, QUrl("images/Gain-diagram.png"));
    const QImage light = picture.value<QImage>();
    QVERIFY(light.width() > 200);
    QCOMPARE(light.devicePixelRatio(), 2.0);
    QVERIFY(browser->toHtml().contains("Sum.html"));
    browser->setSource(QUrl("Sum.html"));  // as a click on the link does
    QCOMPARE(browser->shownType(), QString("Sum"));
    // Pictures follow the theme.
    browser->showBlock("Gain");
    applyTheme(qApp, Theme::Mode::kDark);
    QTRY_VERIFY(browser->loadResource(QTextDocument::ImageResource, QUrl("images/Gain-diagram.png"))
                    .value<QImage>() != light);
    QCOMPARE(browser->shownType(), QString("Gain"));
  }

  // ---- icons ----------------------------------------------------------------------------------

  void everyTypeHasAnIcon_data() { addTypes(); }

  void everyTypeHasAnIcon() {
    QFETCH(QString, type);
    const QByteArray svg = blockIconDrawing(type);
    const QSvgRenderer renderer(svg);
    QVERIFY(renderer.isValid());
    QCOMPARE(renderer.viewBoxF(), QRectF(0, 0, 24, 24));
    QVERIFY(svg.contains("currentColor") && !svg.contains("<text") && !svg.contains('#'));
    for (const int side : {16, 32}) {
      const int ink = countInk(drawIcon(type, side, Qt::black));
      QVERIFY2(ink > side && ink < side * side * 3 / 4, qPrintable(QString::number(ink)));
    }
    const QImage light = drawIcon(type, 24, Theme::light().ink);
    QVERIFY(light != drawIcon(type, 24, Theme::dark().ink));
  }

  void noTwoIconsAreAlike() {
    QHash<QByteArray, QString> seen;
    for (const QString& type : registeredTypes()) {
      const QByteArray svg = blockIconDrawing(type);
      QVERIFY2(!seen.contains(svg), qPrintable(type + " and " + seen.value(svg)));
      seen.insert(svg, type);
    }
  }

  void anUnknownTypeHasAFrameForAnIcon() {
    QVERIFY(!hasBlockIcon("NoSuchBlock"));
    QVERIFY(blockIconDrawing("NoSuchBlock").isEmpty());
    QVERIFY(countInk(drawIcon("NoSuchBlock", 24, Qt::black)) > 24);
  }
};

LOOPWRIGHT_TEST_WITH(QApplication, TestHelp)

}  // namespace loopwright::test_help

#include "test_help.moc"
