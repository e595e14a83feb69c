#include <QClipboard>
#include <QDialog>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QObject>
#include <QPrintPreviewDialog>
#include <QPrintPreviewWidget>
#include <QPrinter>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QUndoStack>
#include <cmath>
#include <set>

#include "gui/curves/plot_cursors.h"
#include "gui/document/signal_edits.h"
#include "gui/export/export.h"
#include "gui/plot_menus/plot_menu.h"
#include "gui/plots/figure_widget.h"
#include "gui/plots/qcustomplot_header.h"
#include "tests/gui/plot_window.h"
#include "tests/test_main.h"

namespace loopwright::test_plot_menu {

namespace {

constexpr int kSine = 0;
constexpr int kCounter = 1;

// Fills a dialog of fields in and accepts it; returns what it objects to, "" where it has closed.
QString fillIn(const PlotWindow& w, const char* name, const QStringList& texts) {
  auto* const dialog = w.window()->findChild<QDialog*>(name);
  if (dialog == nullptr) return QStringLiteral("there is no dialog");
  for (qsizetype i = 0; i < texts.size(); ++i) {
    auto* const field = dialog->findChild<QLineEdit*>(QStringLiteral("field.%1").arg(i));
    field->selectAll();
    if (texts[i].isEmpty()) {
      QTest::keyClick(field, Qt::Key_Delete);
    } else {
      QTest::keyClicks(field, texts[i]);
    }
  }
  const QPointer<QDialog> alive = dialog;
  auto* const buttons = dialog->findChild<QDialogButtonBox*>();
  QTest::mouseClick(buttons->button(QDialogButtonBox::Ok), Qt::LeftButton);
  const QString problem = dialog->findChild<QLabel*>("problem")->text();
  QCoreApplication::sendPostedEvents(dialog, QEvent::DeferredDelete);
  return alive && alive->isVisible() && problem.isEmpty() ? QStringLiteral("it stays") : problem;
}

QPoint onEntry(const PlotWidget* plot, int curve) {
  return plot->legendEntry(curve).center().toPoint();
}

QPoint onValueAxis(const PlotWidget* plot) {
  return {plot->plotArea().left() - 12, plot->plotArea().center().y()};
}

QPoint onTimeAxis(const PlotWidget* plot) {
  return {plot->plotArea().center().x(), plot->plotArea().bottom() + 8};
}

// Where no curve is: below the counter, right of the sine's last rise.
QPoint onCanvas(const PlotWidget* plot) {
  return {static_cast<int>(plot->timeToPixel(1.1)), plot->plotArea().top() + 12};
}

double topValue(const PlotWidget* plot) {
  return qobject_cast<QCustomPlot*>(PlotWindow::area(plot))->yAxis->range().upper;
}

}  // namespace

/// The menu of plots, axes, curves and legends, and what of it is kept in the document.
class TestPlotMenu : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aColourOfACurveIsKeptAndUndone();
  void aLineOfACurveIsKept();
  void rangesAreSetByNumbersAndKept();
  void wrongRangesAreRefused();
  void savedRangesAreShown();
  void anAxisIsMadeLogarithmic();
  void circlesAreAlwaysOrNever();
  void linesOfReferenceAreDrawn();
  void titlesAndLabelsAreWritten();
  void cursorsArePutWhereTheMenuIs();
  void entriesOfAPlotThatIsGoneDoNothing();
  void aPictureIsCopied();
  void filesAreAskedFor();
  void otherPlotsStayWhatTheyAre();
  void figuresHaveTheMenuToo();
  void aCurveHasAnotherValueAxis();
  void unitsHaveAxesOfTheirOwn();
  void aPlotIsPrinted();
  void anySignalHasAHistogramAndASpectrum();
  void anXYPlotMarksTheCursors();
};

void TestPlotMenu::aColourOfACurveIsKeptAndUndone() {
  const PlotWindow w(sineAndCounter());
  const QColor before = w.plot()->curveColour(kCounter);
  QContextMenuEvent event(QContextMenuEvent::Mouse, onEntry(w.plot(), kCounter), QPoint(0, 0));
  QCoreApplication::sendEvent(PlotWindow::area(w.plot()), &event);
  auto* const green =
      w.window()->findChild<QMenu*>("plotMenu")->findChild<QAction*>("colour.Green");
  QVERIFY(green != nullptr);
  green->trigger();
  w.window()->findChild<QMenu*>("plotMenu")->close();
  QCOMPARE(w.plot()->curveColour(kCounter), QColor("#009e73"));
  QCOMPARE(w.settings().size(), size_t{1});
  QCOMPARE(*w.settings()[0].block, std::string("scope"));
  QCOMPARE(w.settings()[0].curves[0].signal_path, std::string("counter.y"));
  QCOMPARE(*w.settings()[0].curves[0].color, std::string("#009e73"));
  QVERIFY(w.document()->isModified());
  w.run();
  QCOMPARE(w.plot()->curveColour(kCounter), QColor("#009e73"));
  w.document()->undoStack()->undo();
  QVERIFY(w.settings().empty());
  QCOMPARE(w.plot()->curveColour(kCounter), before);
  QCOMPARE(w.plot()->content().title, QString("Both"));
}

void TestPlotMenu::aLineOfACurveIsKept() {
  const PlotWindow w(sineAndCounter());
  PlotWindow::choose(w.plot(), onEntry(w.plot(), kSine), "line.dash");
  QCOMPARE(w.plot()->curveLine(kSine), CurveLine::kDash);
  QCOMPARE(*w.settings()[0].curves[0].line, std::string("dash"));
  // On the curve itself, too; automatic says nothing any more.
  PlotWindow::choose(w.plot(), w.plot()->place(kSine, 1.25, 5).toPoint(), "line.");
  QCOMPARE(w.plot()->curveLine(kSine), CurveLine::kSolid);
  QVERIFY(w.settings()[0].curves.empty());
  PlotWindow::choose(w.plot(), onEntry(w.plot(), kSine), "hide");
  QVERIFY(!w.plot()->isCurveShown(kSine));
}

void TestPlotMenu::rangesAreSetByNumbersAndKept() {
  const PlotWindow w(sineAndCounter());
  PlotWindow::choose(w.plot(), onValueAxis(w.plot()), "range");
  QCOMPARE(fillIn(w, "rangeDialog", {"-20", "50"}), QString());
  QCOMPARE(topValue(w.plot()), 50.0);
  PlotWindow::choose(w.plot(), onTimeAxis(w.plot()), "range");
  QCOMPARE(fillIn(w, "rangeDialog", {"0.5", ""}), QString());
  QCOMPARE(w.plot()->lowerTime(), 0.5);
  QCOMPARE(w.plot()->upperTime(), 2.0);
  const std::vector<PlotRange> ranges = w.settings()[0].ranges;
  QCOMPARE(ranges.size(), size_t{2});
  QVERIFY(ranges[0] == (PlotRange{"y", -20, 50}));
  QVERIFY(ranges[1] == (PlotRange{"x", 0.5, std::nullopt}));
  w.run();
  QCOMPARE(topValue(w.plot()), 50.0);
  QCOMPARE(w.plot()->lowerTime(), 0.5);
  // All is shown without changing what is kept; fitting comes back to that.
  PlotWindow::choose(w.plot(), onCanvas(w.plot()), "showAll");
  QVERIFY(topValue(w.plot()) > 80);
  QCOMPARE(w.plot()->lowerTime(), 0.0);
  QCOMPARE(w.settings()[0].ranges.size(), size_t{2});
  w.trigger(ActionId::kFitPlots);
  QCOMPARE(topValue(w.plot()), 50.0);
  PlotWindow::choose(w.plot(), onValueAxis(w.plot()), "automaticRange");
  QVERIFY(topValue(w.plot()) > 80);
  QCOMPARE(w.settings()[0].ranges.size(), size_t{1});
}

void TestPlotMenu::wrongRangesAreRefused() {
  const PlotWindow w(sineAndCounter());
  PlotWindow::choose(w.plot(), onValueAxis(w.plot()), "range");
  QVERIFY(fillIn(w, "rangeDialog", {"much", "50"}).startsWith("A number like 2.5"));
  QCOMPARE(fillIn(w, "rangeDialog", {"50", "50"}), QString("The range must begin before it ends."));
  QVERIFY(w.settings().empty());
  QCOMPARE(fillIn(w, "rangeDialog", {"1", "50"}), QString());
  PlotWindow::choose(w.plot(), onValueAxis(w.plot()), "logarithmic");
  PlotWindow::choose(w.plot(), onValueAxis(w.plot()), "range");
  QCOMPARE(fillIn(w, "rangeDialog", {"-1", "50"}),
           QString("A logarithmic axis has numbers above 0 only."));
}

void TestPlotMenu::savedRangesAreShown() {
  QByteArray diagram = sineAndCounter();
  diagram.insert(diagram.lastIndexOf('}'),
                 R"(, "plots": [{"title": "Saved", "signals": ["counter.y"],
                       "axes": {"x": {"label": "time, s"}},
                       "ranges": {"x": [0.25, 1], "y": [null, 120]}}])");
  const PlotWindow w(diagram);
  QCOMPARE(w.panel()->plots().size(), size_t{1});
  QCOMPARE(w.plot()->lowerTime(), 0.25);
  QCOMPARE(w.plot()->upperTime(), 1.0);
  QCOMPARE(topValue(w.plot()), 120.0);
  const auto* const area = qobject_cast<QCustomPlot*>(PlotWindow::area(w.plot()));
  QCOMPARE(area->xAxis->label(), QString("time, s"));
  QTest::mouseDClick(PlotWindow::area(w.plot()), Qt::LeftButton, {}, onCanvas(w.plot()));
  QCOMPARE(w.plot()->lowerTime(), 0.25);
}

void TestPlotMenu::anAxisIsMadeLogarithmic() {
  const PlotWindow w(sineAndCounter());
  w.plot()->setCurveShown(kSine, false);
  PlotWindow::choose(w.plot(), onValueAxis(w.plot()), "logarithmic");
  QCOMPARE(*w.settings()[0].axes[0].scale, std::string("log"));
  const auto* const area = qobject_cast<QCustomPlot*>(PlotWindow::area(w.plot()));
  QCOMPARE(area->yAxis->scaleType(), QCPAxis::stLogarithmic);
  // 10, 20, 40 and 80 are equally far from each other, and all in sight. (Before the first update
  // the counter is 0.)
  const double step =
      w.plot()->place(kCounter, 0.1, 10).y() - w.plot()->place(kCounter, 0.1, 20).y();
  QVERIFY(step > 3);
  QVERIFY(std::abs(w.plot()->place(kCounter, 1, 40).y() - w.plot()->place(kCounter, 1, 80).y() -
                   step) < 1e-6);
  QVERIFY(topValue(w.plot()) > 80);
  PlotWindow::choose(w.plot(), onValueAxis(w.plot()), "logarithmic");
  QVERIFY(w.settings()[0].axes.empty());
  QCOMPARE(area->yAxis->scaleType(), QCPAxis::stLinear);
}

void TestPlotMenu::circlesAreAlwaysOrNever() {
  const PlotWindow w(sineAndCounter());
  const size_t updates = w.plot()->updates(kCounter).size();
  QCOMPARE(w.plot()->geometry(kCounter).circles.size(), updates);
  PlotWindow::choose(w.plot(), onCanvas(w.plot()), "circles.off");
  QCOMPARE(w.plot()->geometry(kCounter).circles.size(), size_t{0});
  QCOMPARE(*w.settings()[0].circles, std::string("off"));
  // So far out that they have no room.
  PlotWindow::choose(w.plot(), onCanvas(w.plot()), "circles.");
  w.plot()->setTimeRange(-200, 200);
  QCOMPARE(w.plot()->geometry(kCounter).circles.size(), size_t{0});
  PlotWindow::choose(w.plot(), onCanvas(w.plot()), "circles.on");
  QCOMPARE(w.plot()->geometry(kCounter).circles.size(), updates);
}

void TestPlotMenu::linesOfReferenceAreDrawn() {
  const PlotWindow w(sineAndCounter());
  PlotWindow::choose(w.plot(), onCanvas(w.plot()), "reference");
  QCOMPARE(fillIn(w, "referenceDialog", {"limit", ""}), QString("A number like 2.5 or 1e-3."));
  QCOMPARE(fillIn(w, "referenceDialog", {"62.5", "limit"}), QString());
  PlotWindow::choose(w.plot(), onCanvas(w.plot()), "timeReference");
  QCOMPARE(fillIn(w, "referenceDialog", {"1", ""}), QString());
  QCOMPARE(w.settings()[0].references.size(), size_t{2});
  QCOMPARE(w.settings()[0].references[0].value, 62.5);
  QCOMPARE(*w.settings()[0].references[0].label, std::string("limit"));
  const QList<QCPItemStraightLine*> lines =
      w.plot()->findChildren<QCPItemStraightLine*>("reference");
  QCOMPARE(lines.size(), 2);
  QVERIFY(std::abs(lines[0]->point1->pixelPosition().y() - w.plot()->place(kSine, 0, 62.5).y()) <
          1);
  QVERIFY(std::abs(lines[1]->point2->pixelPosition().x() - w.plot()->timeToPixel(1)) < 1);
  QCOMPARE(w.plot()->findChildren<QCPItemText*>("reference").size(), 1);
  PlotWindow::choose(w.plot(), onCanvas(w.plot()), "noReferences");
  QVERIFY(w.plot()->findChildren<QCPItemStraightLine*>("reference").isEmpty());
}

void TestPlotMenu::titlesAndLabelsAreWritten() {
  const PlotWindow w(sineAndCounter());
  PlotWindow::choose(w.plot(), onCanvas(w.plot()), "title");
  QCOMPARE(fillIn(w, "titleDialog", {"Response"}), QString());
  QCOMPARE(w.plot()->content().title, QString("Response"));
  PlotWindow::choose(w.plot(), onValueAxis(w.plot()), "label");
  QCOMPARE(fillIn(w, "labelDialog", {"height, m"}), QString());
  QCOMPARE(w.plot()->content().valueLabel, QString("height, m"));
  QCOMPARE(*w.settings()[0].axes[0].label, std::string("height, m"));
}

void TestPlotMenu::cursorsArePutWhereTheMenuIs() {
  const PlotWindow w(sineAndCounter());
  const QPoint place(static_cast<int>(w.plot()->timeToPixel(0.75)) + 2, onCanvas(w.plot()).y());
  PlotWindow::choose(w.plot(), place, "cursorA");
  QVERIFY(w.panel()->cursors()->areShown());
  QCOMPARE(w.panel()->cursors()->time(PlotCursors::kA), 0.75);
  QVERIFY(w.window()->actions().get(ActionId::kPlotCursors)->isChecked());
}

// As when a run begins while the menu is open: its plots are not those of the menu any more, and
// there may be none.
void TestPlotMenu::entriesOfAPlotThatIsGoneDoNothing() {
  const PlotWindow w(sineAndCounter());
  for (const QPoint& place :
       {onCanvas(w.plot()), onValueAxis(w.plot()), onEntry(w.plot(), kSine)}) {
    PlotView* const view = w.view();
    QWidget* const area = PlotWindow::area(view);
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, area->mapToGlobal(place));
    QCoreApplication::sendEvent(area, &event);
    auto* const menu = w.window()->findChild<QMenu*>("plotMenu");
    QVERIFY(menu != nullptr);
    w.panel()->clear();
    QVERIFY(w.panel()->views().empty());
    QSignalSpy data(w.window()->current()->plotMenu(), &PlotMenu::dataRequested);
    QSignalSpy picture(w.window()->current()->plotMenu(), &PlotMenu::pictureRequested);
    QVERIFY(menu->findChild<QAction*>("plotMenu.showAll") != nullptr);
    for (QAction* entry : menu->findChildren<QAction*>(QRegularExpression("^plotMenu\\."))) {
      // Those that add a plot of the signal need no other plot.
      const QString name = entry->objectName();
      if (entry->menu() != nullptr || name == u"plotMenu.histogram" ||
          name == u"plotMenu.spectrum") {
        continue;
      }
      entry->trigger();
    }
    QCOMPARE(data.count() + picture.count(), 0);
    QVERIFY(!w.panel()->cursors()->areShown());
    QVERIFY(w.settings().empty());
    QVERIFY(w.window()->findChild<QDialog*>("referenceDialog") == nullptr);
    menu->close();
    QCoreApplication::sendPostedEvents(menu, QEvent::DeferredDelete);
    w.run();
  }
}

void TestPlotMenu::aPictureIsCopied() {
  const PlotWindow w(sineAndCounter());
  PlotWindow::choose(w.plot(), onCanvas(w.plot()), "copyPicture");
  const QImage picture = QGuiApplication::clipboard()->image();
  QCOMPARE(picture.size(), w.plot()->size() * 2);
  std::set<QRgb> colours;
  for (int y = 0; y < picture.height(); y += 2) {
    for (int x = 0; x < picture.width(); x += 2) colours.insert(picture.pixel(x, y));
  }
  QVERIFY(colours.contains(w.plot()->curveColour(kSine).rgb()));
}

void TestPlotMenu::filesAreAskedFor() {
  const PlotWindow w(sineAndCounter());
  PlotMenu* const menu = w.window()->current()->plotMenu();
  menu->disconnect(w.window());  // which would ask for a file
  QSignalSpy data(menu, &PlotMenu::dataRequested);
  QSignalSpy picture(menu, &PlotMenu::pictureRequested);
  PlotWindow::choose(w.plot(), onCanvas(w.plot()), "exportData");
  PlotWindow::choose(w.plot(), onCanvas(w.plot()), "exportPicture");
  QCOMPARE(data.count(), 1);
  QCOMPARE(picture.count(), 1);
  const QString path = w.fixture().path("data.csv");
  QCOMPARE(exportPlotData(w.plot()->content(), *w.panel()->recording(), path), QString());
  const QByteArray text = WindowFixture::read(path);
  QVERIFY(text.startsWith("time,side,sine.y,counter.y\n"));
  QVERIFY(text.contains("\n0.25,-,"));
}

void TestPlotMenu::otherPlotsStayWhatTheyAre() {
  QByteArray diagram = sineAndCounter();
  diagram.replace(R"("layout": {"x": 120, "y": 0}}})", R"("layout": {"x": 120, "y": 0}},
    "second": {"type": "Scope", "layout": {"x": 120, "y": 200}},
    "counts": {"type": "Histogram", "layout": {"x": 120, "y": 300}}})");
  diagram.replace(R"("to": "scope.u2"})",
                  R"("to": "scope.u2"}, {"from": "sine.y", "to": "second.u1"},
    {"from": "sine.y", "to": "counts.u"})");
  const PlotWindow w(diagram);
  QCOMPARE(w.panel()->views().size(), size_t{3});
  w.plot(0)->setTimeRange(0.5, 1);
  PlotWindow::choose(w.plot(1), onCanvas(w.plot(1)), "circles.on");
  QCOMPARE(w.settings().size(), size_t{3});
  QCOMPARE(*w.settings()[1].block, std::string("second"));
  QCOMPARE(*w.settings()[1].circles, std::string("on"));
  QVERIFY(!w.settings()[0].circles);
  // They are the same plots, as they were zoomed, and the same again after the next run.
  QCOMPARE(w.plot(0)->upperTime(), 1.0);
  w.run();
  QCOMPARE(w.panel()->views().size(), size_t{3});
  QCOMPARE(w.plot(0)->curveCount(), 2);
  QCOMPARE(w.view(2)->content().kind, PlotKind::kHistogram);
  QCOMPARE(w.plot(1)->content().circles, CircleMode::kOn);
}

void TestPlotMenu::figuresHaveTheMenuToo() {
  QByteArray diagram = sineAndCounter();
  diagram.replace(R"("type": "Scope", "parameters": {"inputs": 2, "title": "Both"})",
                  R"("type": "XYScope")");
  diagram.replace("scope.u1", "scope.x").replace("scope.u2", "scope.y");
  const PlotWindow w(diagram);
  QCOMPARE(w.view()->content().kind, PlotKind::kXY);
  const auto* const area = qobject_cast<QCustomPlot*>(PlotWindow::area(w.view()));
  const QRect axes = area->axisRect()->rect();
  PlotWindow::choose(w.view(), {axes.left() - 10, axes.center().y()}, "range");
  QCOMPARE(fillIn(w, "rangeDialog", {"5", "25"}), QString());
  QCOMPARE(area->yAxis->range().lower, 5.0);
  QCOMPARE(area->yAxis->range().upper, 25.0);
  PlotWindow::choose(w.view(), axes.center(), "showAll");
  QVERIFY(area->yAxis->range().upper > 80);
  PlotWindow::choose(w.view(), {axes.center().x(), axes.bottom() + 10}, "label");
  QCOMPARE(fillIn(w, "labelDialog", {"sine, V"}), QString());
  QCOMPARE(area->xAxis->label(), QString("sine, V"));
  // Fitting is seen at once, even where nothing else draws.
  QSignalSpy drawn(area, &QCustomPlot::afterReplot);
  w.panel()->fit();
  QVERIFY(drawn.count() > 0);
  QCOMPARE(area->yAxis->range().upper, 25.0);
}

void TestPlotMenu::aCurveHasAnotherValueAxis() {
  const PlotWindow w(sineAndCounter());
  PlotWindow::choose(w.plot(), onEntry(w.plot(), kCounter), "axis.y2");
  QCOMPARE(*w.settings()[0].curves[0].axis, std::string("y2"));
  // Each has its own range, and the axis at the right its numbers and a menu.
  QVERIFY(topValue(w.plot()) < 10);
  const auto* const area = qobject_cast<QCustomPlot*>(PlotWindow::area(w.plot()));
  QVERIFY(area->yAxis2->tickLabels());
  QVERIFY(area->yAxis2->range().upper > 80);
  const QPoint right(w.plot()->plotArea().right() + 12, w.plot()->plotArea().center().y());
  QCOMPARE(w.plot()->axisAt(right), QString("y2"));
  PlotWindow::choose(w.plot(), right, "label");
  QCOMPARE(fillIn(w, "labelDialog", {"count"}), QString());
  QCOMPARE(area->yAxis2->label(), QString("count"));
  PlotWindow::choose(w.plot(), right, "range");
  QCOMPARE(fillIn(w, "rangeDialog", {"0", "200"}), QString());
  QCOMPARE(area->yAxis2->range().upper, 200.0);
  QVERIFY(topValue(w.plot()) < 10);
  // A third stands beside the second; back at the left all is as it was.
  PlotWindow::choose(w.plot(), onEntry(w.plot(), kSine), "axis.y3");
  QCOMPARE(area->axisRect()->axes(QCPAxis::atRight).size(), 2);
  PlotWindow::choose(w.plot(), onEntry(w.plot(), kSine), "axis.y");
  PlotWindow::choose(w.plot(), onEntry(w.plot(), kCounter), "axis.y");
  QCOMPARE(area->axisRect()->axes(QCPAxis::atRight).size(), 1);
  QVERIFY(!area->yAxis2->tickLabels());
  QVERIFY(topValue(w.plot()) > 80);
}

// With units said in the file and in the form of a signal, whatever has been chosen by hand.
void TestPlotMenu::unitsHaveAxesOfTheirOwn() {
  QByteArray diagram = sineAndCounter();
  diagram.replace(R"("scope.u2"}]}})",
                  R"("scope.u2"}], "signals": {"sine.y": {"name": "speed", "unit": "m/s"}}}})");
  const PlotWindow w(diagram);
  const auto* const area = qobject_cast<QCustomPlot*>(PlotWindow::area(w.plot()));
  QVERIFY(!area->yAxis2->tickLabels());
  w.document()->edit("unit", [](Transaction* t) { setUnit(t, "", "counter.y", "V"); });
  QCOMPARE(area->yAxis->label(), QString("m/s"));
  QCOMPARE(area->yAxis2->label(), QString("V"));
  QVERIFY(topValue(w.plot()) < 10 && area->yAxis2->range().upper > 80);
  // It is seen whose numbers those are.
  QCOMPARE(area->yAxis2->tickLabelColor(), w.plot()->curveColour(kCounter));
  QCOMPARE(w.plot()->curveAt(w.plot()->place(kCounter, 1.1, 50).toPoint()), kCounter);
  // The tables say the units; values are those of each curve, on whichever axis it is.
  w.panel()->showCursors(true);
  const auto* const cursors = w.window()->findChild<QTableWidget*>("cursorTable");
  QTRY_COMPARE(cursors->rowCount(), 4);
  QCOMPARE(cursors->verticalHeaderItem(2)->text(), QString("speed, m/s"));
  QCOMPARE(cursors->verticalHeaderItem(3)->text(), QString("counter.y, V"));
  // Both units and both axes are in what is exported.
  const QString file = w.fixture().path("plot.svg");
  QCOMPARE(exportPlot(w.plot(), file), QString());
  const QByteArray svg = WindowFixture::read(file);
  QVERIFY(svg.contains(">m/s</text>") && svg.contains(">V</text>"));
  // At the left by hand, which the file says; then by the unit again, of which it says nothing.
  PlotWindow::choose(w.plot(), onEntry(w.plot(), kCounter), "axis.y");
  QCOMPARE(*w.settings()[0].curves[0].axis, std::string("y"));
  QVERIFY(topValue(w.plot()) > 80 && !area->yAxis2->tickLabels());
  QCOMPARE(area->yAxis->label(), QString());
  PlotWindow::choose(w.plot(), onEntry(w.plot(), kCounter), "axis.byUnit");
  QVERIFY(w.settings()[0].curves.empty());
  QCOMPARE(area->yAxis2->label(), QString("V"));
}

void TestPlotMenu::aPlotIsPrinted() {
  const PlotWindow w(sineAndCounter());
  PlotWindow::choose(w.plot(), onCanvas(w.plot()), "print");
  const QPointer<QPrintPreviewDialog> preview =
      w.window()->findChild<QPrintPreviewDialog*>("printPreview");
  QVERIFY(preview && preview->isVisible());
  auto* const pages = preview->findChild<QPrintPreviewWidget*>();
  QTRY_COMPARE(pages->pageCount(), 1);
  QCOMPARE(preview->printer()->docName(), QString("Both"));
  QCOMPARE(preview->printer()->pageLayout().orientation(), QPageLayout::Landscape);
  const QString file = w.fixture().path("plot.pdf");
  preview->printer()->setOutputFormat(QPrinter::PdfFormat);
  preview->printer()->setOutputFileName(file);
  pages->print();
  const QByteArray pdf = WindowFixture::read(file);
  QVERIFY2(pdf.startsWith("%PDF") && pdf.size() > 5000, qPrintable(QString::number(pdf.size())));
  preview->close();
  QCoreApplication::sendPostedEvents(preview, QEvent::DeferredDelete);
  QVERIFY(!preview);
}

void TestPlotMenu::anySignalHasAHistogramAndASpectrum() {
  const PlotWindow w(sineAndCounter());
  PlotWindow::choose(w.plot(), onEntry(w.plot(), kCounter), "histogram");
  QCOMPARE(w.panel()->views().size(), size_t{2});
  const auto* const counts = qobject_cast<FigureWidget*>(w.view(1));
  QCOMPARE(counts->content().kind, PlotKind::kHistogram);
  QCOMPARE(counts->content().title, QString("Histogram of counter.y"));
  double samples = 0;
  for (int i = 0; i < counts->pointCount(0); ++i) samples += counts->point(0, i).y();
  QCOMPARE(samples, 9.0);  // one every period, both ends
  PlotWindow::choose(w.plot(), onEntry(w.plot(), kSine), "spectrum");
  QCOMPARE(w.panel()->views().size(), size_t{3});
  const auto* const spectrum = qobject_cast<FigureWidget*>(w.view(2));
  QCOMPARE(spectrum->content().period_sec, 0.002);
  QPointF highest;
  for (int i = 0; i < spectrum->pointCount(0); ++i) {
    if (spectrum->point(0, i).y() > highest.y()) highest = spectrum->point(0, i);
  }
  QVERIFY(highest.x() < 4);  // 1 Hz, as near as 256 samples of 2 ms tell
  QCOMPARE(*w.settings()[2].kind, std::string("spectrum"));
  w.run();
  QCOMPARE(w.panel()->views().size(), size_t{3});
  w.document()->undoStack()->undo();
  w.document()->undoStack()->undo();
  QCOMPARE(w.panel()->views().size(), size_t{1});
}

void TestPlotMenu::anXYPlotMarksTheCursors() {
  QByteArray diagram = sineAndCounter();
  diagram.replace(R"("layout": {"x": 120, "y": 0}}})", R"("layout": {"x": 120, "y": 0}},
    "over": {"type": "XYScope", "layout": {"x": 120, "y": 200}}})");
  diagram.replace(R"("to": "scope.u2"})", R"("to": "scope.u2"}, {"from": "sine.y", "to": "over.x"},
    {"from": "counter.y", "to": "over.y"})");
  const PlotWindow w(diagram);
  const auto* const before = w.view(1)->findChild<QCPItemTracer*>("beforeA");
  const auto* const after = w.view(1)->findChild<QCPItemTracer*>("afterA");
  QVERIFY(!after->visible());
  w.trigger(ActionId::kPlotCursors);
  w.panel()->cursors()->setTime(PlotCursors::kA, 0.25);
  QVERIFY(before->visible() && after->visible());
  QVERIFY(std::abs(after->position->key() - 5) < 1e-6);
  QCOMPARE(before->position->value(), 10.0);
  QCOMPARE(after->position->value(), 20.0);
  w.panel()->cursors()->setTime(PlotCursors::kA, 0.3);
  QVERIFY(!before->visible());
  QCOMPARE(after->position->value(), 20.0);
}

LOOPWRIGHT_TEST_WITH(QApplication, TestPlotMenu)

}  // namespace loopwright::test_plot_menu

#include "test_plot_menu.moc"
