#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <numeric>

#include "engine/document/document.h"
#include "engine/run/run_outcome.h"
#include "engine/statistics/confidence.h"
#include "engine/statistics/first_order_index.h"
#include "engine/statistics/rank_correlation.h"
#include "gui/canvas/canvas_menu.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/diagram_document.h"
#include "gui/plots/qcustomplot_header.h"
#include "gui/samples/scatter.h"
#include "gui/samples/sensitivity_bars.h"
#include "gui/scene/wire_item.h"
#include "gui/study/parameters_page.h"
#include "tests/gui/study_window.h"
#include "tests/test_main.h"

namespace loopwright::test_study_views {

/// What the panel of studies shows, and where it leads.
class TestStudyViews : public StudyWindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init() { open(); }
  void cleanup() { close(); }

  void aBrushHighlightsItsRuns();
  void aBrushIsTyped();
  void aRectangleOverParametersHighlightsItsRuns();
  void sharesAreBars();
  void theLegendCoversNoPath();
  void theNameOfAPathIsInThePlot();
  void aClickedPathIsThePresentRun();
  void aRunByNumberHasTheValuesOfItsVariant();
  void runsThatFailAreListed();
  void updatesAreMarkedOnBothSides();
  void anotherSignalIsShownWithoutNewRuns();
  void aSignalThatIsNotRecordedJoins();
  void theMenuOfASignalLeadsHere();
};

void TestStudyViews::aBrushHighlightsItsRuns() {
  openPanel();
  addMeasure("0", "final(lag.y)");
  // Before there are runs the axis has no values to choose from.
  auto* const area = part<QWidget>("histogramArea");
  drag(area, QPoint(area->width() / 2, area->height() / 2), QPoint(area->width() - 4, 20));
  QVERIFY(!histogram()->brush().has_value());
  study("300");
  const std::vector<int>& counts = histogram()->counts();
  const std::vector<double> values = studyValues(picture(), picture().parameters.size());
  const auto has = [](double value) { return std::isfinite(value); };
  const auto count = std::count_if(values.begin(), values.end(), has);
  QCOMPARE(std::accumulate(counts.begin(), counts.end(), 0), int(count));
  // From the 0.2 on upwards.
  QTRY_VERIFY(histogram()->placeOf(0.2) > 30);
  const QPoint from(int(histogram()->placeOf(0.2)), area->height() / 2);
  drag(area, from, QPoint(area->width() - 4, from.y()));
  QVERIFY(histogram()->brush().has_value());
  QVERIFY(std::abs(histogram()->brush()->first - 0.2) < 0.05);
  std::vector<uint64_t> expected;
  for (std::size_t run = 0; run < values.size(); ++run) {
    if (values[run] >= histogram()->brush()->first) expected.push_back(run);
  }
  QVERIFY(expected.size() > 10 && expected.size() < 200);
  QVERIFY(panel()->measures()->brushedRuns() == expected);
  QCOMPARE(fan()->brushedPathCount(), std::min(int(expected.size()), FanChart::kBrushedPaths));
  const Interval share = ProportionInterval(expected.size(), uint64_t(count), 0.95);
  const auto percent = [](double part) { return QString::number(100 * part, 'f', 1) + " %"; };
  QCOMPARE(text("studyShare"), QString("%1 ± %2 (95 %): %3 of %4 runs")
                                   .arg(percent(double(expected.size()) / double(count)),
                                        percent((share.upper - share.lower) / 2))
                                   .arg(expected.size())
                                   .arg(count));
  // Its bars stand before all others: whole ones right of the one in which it begins.
  const std::vector<int>& chosen = histogram()->chosenCounts();
  QCOMPARE(std::accumulate(chosen.begin(), chosen.end(), 0), int(expected.size()));
  QCOMPARE(chosen.size(), counts.size());
  QCOMPARE(chosen.back(), counts.back());
  QCOMPARE(chosen.front(), 0);
  // A click takes the brush away.
  QTest::mouseClick(area, Qt::LeftButton, {}, from);
  QVERIFY(!histogram()->brush().has_value());
  QVERIFY(histogram()->chosenCounts().empty());
  QCOMPARE(fan()->brushedPathCount(), 0);
}

void TestStudyViews::aBrushIsTyped() {
  openPanel();
  addMeasure("0", "final(lag.y)");
  study("100");
  type("studyBrushFrom", "0.1");
  const std::vector<double> values = studyValues(picture(), picture().parameters.size());
  const auto expected =
      std::count_if(values.begin(), values.end(), [](double value) { return value >= 0.1; });
  QVERIFY(expected > 0);
  QCOMPARE(panel()->measures()->brushedRuns().size(), std::size_t(expected));
  type("studyBrushTo", "0.2");
  QVERIFY(panel()->measures()->brushedRuns().size() < std::size_t(expected));
  type("studyBrushFrom", "no number");
  QVERIFY(part<QLineEdit>("studyBrushFrom")->property("invalid").toBool());
}

void TestStudyViews::aRectangleOverParametersHighlightsItsRuns() {
  openPanel();
  addMeasure("0", "value(lag.y, 0.1)");
  study("200");
  part<QComboBox>("studyPages")->setCurrentIndex(1);
  Scatter* const scatter = panel()->parameters()->scatter();
  QTRY_VERIFY(scatter->isVisible());
  const std::vector<double> x = studyValues(picture(), 0), y = studyValues(picture(), 1);
  const auto has = [](double value) { return std::isfinite(value); };
  QCOMPARE(scatter->pointCount(), int(std::count_if(y.begin(), y.end(), has)));
  // After a third of the time constant the start is still felt.
  const RankCorrelation expected = CorrelateRanks(x, y, 0.95);
  QVERIFY(expected.interval.lower > 0.3);
  const FirstOrderIndex index = EstimateFirstOrderIndex(x, y, 0.95);
  QVERIFY(index.interval.lower > 0);
  const std::vector<SensitivityBar>& bars = panel()->parameters()->bars()->bars();
  QCOMPARE(bars.size(), std::size_t{2});
  QCOMPARE(bars[0].rank, QString::number(expected.value, 'f', 2));
  QCOMPARE(bars[0].share, index.value);
  QVERIFY2(bars[0].text.startsWith("lag.initial_value: " + bars[0].rank + " ("),
           qPrintable(bars[0].text));
  QVERIFY2(bars[0].text.contains(", share " + QString::number(index.value, 'f', 2)),
           qPrintable(bars[0].text));
  // What the noise brings.
  QCOMPARE(bars[1].parameter, -1);
  QCOMPARE(bars[1].share, 1 - index.value);
  // The right half.
  auto* const area = part<QWidget>("scatterArea");
  QTRY_VERIFY(scatter->placeOf(0, 0).x() > 30);
  drag(area, QPoint(int(scatter->placeOf(0, 0).x()), 5),
       QPoint(area->width() - 3, area->height() - 20));
  const std::vector<uint64_t> chosen = scatter->chosenRuns().value();
  QVERIFY(chosen.size() > 60 && chosen.size() < 140);
  for (const uint64_t run : chosen) QVERIFY(x[run] > -0.1);
  QCOMPARE(scatter->highlightedCount(), int(chosen.size()));
  QCOMPARE(fan()->brushedPathCount(), std::min(int(chosen.size()), FanChart::kBrushedPaths));
  QTest::mouseClick(area, Qt::LeftButton, {}, QPoint(area->width() / 2, area->height() / 2));
  QVERIFY(!scatter->chosenRuns());
  QCOMPARE(fan()->brushedPathCount(), 0);
}

// Of a sum of two random numbers, one of twice the deviation: shares of 0.8 and 0.2, and nothing is
// left. A bar is drawn as long as its share, and a click on its row shows its parameter.
void TestStudyViews::sharesAreBars() {
  editor_->set(R"({"format": "loopwright", "version": 1, "simulation": {"stop_time": 1},
    "diagram": {"blocks": {
      "less": {"type": "Constant", "random": {"value": {"distribution": "uniform", "lower": -1,
               "upper": 1}}, "layout": {"x": 0, "y": 0}},
      "more": {"type": "Constant", "random": {"value": {"distribution": "uniform", "lower": -2,
               "upper": 2}}, "layout": {"x": 0, "y": 100}},
      "sum": {"type": "Sum", "parameters": {"signs": "-+"}, "layout": {"x": 120, "y": 0}},
      "scope": {"type": "Scope", "layout": {"x": 240, "y": 0}}},
    "wires": [{"from": "less.y", "to": "sum.u1"}, {"from": "more.y", "to": "sum.u2"},
              {"from": "sum.y", "to": "scope.u1"}]}})");
  openPanel();
  addMeasure("0", "final(sum.y)");
  study("400", "0.5");
  part<QComboBox>("studyPages")->setCurrentIndex(1);
  SensitivityBars* const shown = panel()->parameters()->bars();
  QTRY_VERIFY(shown->isVisible());
  const std::vector<SensitivityBar>& bars = shown->bars();
  QCOMPARE(bars.size(), std::size_t{3});
  QCOMPARE(bars[0].name, QString("more.value"));
  QCOMPARE(bars[1].name, QString("less.value"));
  const double shares[] = {0.8, 0.2};
  for (const std::size_t i : {0, 1}) {
    QVERIFY2(std::abs(bars[i].share - shares[i]) < 0.1, qPrintable(bars[i].text));
    QVERIFY(bars[i].interval->lower < bars[i].share && bars[i].share < bars[i].interval->upper);
  }
  QVERIFY(bars[1].rank.startsWith(QChar(0x2212)));
  QVERIFY2(bars[2].parameter == -1 && bars[2].share < 0.1, qPrintable(bars[2].text));
  QVERIFY(shown->accessibleDescription().contains("\nless.value: " + bars[1].rank + " ("));

  QTRY_VERIFY(shown->barOf(0, 1).width() > 60);  // it has its place
  const QImage picture = shown->grab().toImage();
  const auto colourAt = [&](int bar, double share) {
    const QRectF to = shown->barOf(bar, share);
    return picture.pixelColor(int(to.right()), int(to.top()) + 1);
  };
  const QColor behind = colourAt(0, 0.97);
  QVERIFY(colourAt(0, 0.05) != behind && colourAt(0, bars[0].share - 0.03) != behind);
  QCOMPARE(colourAt(0, bars[0].share + 0.03), behind);
  QVERIFY(colourAt(1, 0.05) != behind);
  QCOMPARE(colourAt(1, 0.5), behind);

  auto* const parameter = part<QComboBox>("studyParameter");
  QTest::mouseClick(shown, Qt::LeftButton, {}, shown->rowOf(0).center());
  QCOMPARE(parameter->currentText(), QString("more.value"));
  QTest::mouseClick(shown, Qt::LeftButton, {}, shown->rowOf(1).center());
  QCOMPARE(parameter->currentText(), QString("less.value"));
  // What is left is no parameter.
  QTest::mouseClick(shown, Qt::LeftButton, {}, shown->rowOf(2).center());
  QCOMPARE(parameter->currentText(), QString("less.value"));
}

void TestStudyViews::theLegendCoversNoPath() {
  study("100");
  auto* const plot = part<QCustomPlot>("fanArea");
  for (const QSize& size : {QSize(300, 160), QSize(900, 160), QSize(600, 400)}) {
    fan()->resize(size);
    plot->replot();
    const QRect legend = plot->legend->outerRect();
    QVERIFY(plot->legend->visible() && legend.height() > 8);
    QVERIFY2(plot->rect().contains(legend), qPrintable(QString::number(legend.width())));
    QVERIFY(!legend.intersects(plot->axisRect()->rect()));
    QVERIFY2(plot->axisRect()->height() > size.height() / 4,
             qPrintable(QString::number(plot->axisRect()->height())));
  }
}

// Above the pointer, where it would be cut off below it.
void TestStudyViews::theNameOfAPathIsInThePlot() {
  study("60");
  auto* const plot = part<QCustomPlot>("fanArea");
  const auto* const label = plot->findChild<QCPItemText*>(QStringLiteral("fanLabel"));
  QVERIFY(label != nullptr);
  const QRect inside = plot->axisRect()->rect();
  const auto isBelow = [&](int y) {
    move(plot, QPoint(inside.center().x(), y));
    return label->positionAlignment().testFlag(Qt::AlignTop);
  };
  QTRY_VERIFY(isBelow(inside.top() + 3));
  QTRY_VERIFY(!isBelow(inside.bottom() - 3));
}

void TestStudyViews::aClickedPathIsThePresentRun() {
  study("200");
  QVERIFY(fan()->drawnRuns().size() == FanChart::kThinPaths);
  auto* const area = part<QWidget>("fanArea");
  // Where run 7 is at 0.5 s; another one may be as near.
  const std::vector<double> path = pathOf(picture(), 7);
  const auto at = std::size_t(std::find(picture().times.begin(), picture().times.end(), 0.5) -
                              picture().times.begin());
  QVERIFY(at < picture().times.size());
  const auto hover = [&] {
    move(area, fan()->placeOf(0.5, path[2 * at]).toPoint());  // where the click below is
    return fan()->hoveredRun().has_value();
  };
  QTRY_VERIFY(hover());
  const uint64_t run = *fan()->hoveredRun();
  QSignalSpy finished(editor_->workspace()->runs(), &RunController::finished);
  QTest::mouseClick(area, Qt::LeftButton, {}, fan()->placeOf(0.5, path[2 * at]).toPoint());
  QTRY_COMPARE(finished.count(), 1);
  QVERIFY(isPresentRun(run));
  QVERIFY(
      editor_->workspace()->runs()->statusText().contains(QString("run %1 of the study").arg(run)));
  QCOMPARE(part<QLineEdit>("studyRunNumber")->text(), QString::number(run));
  // Every other run is another one.
  QVERIFY(!isPresentRun((run + 1) % 200));
  // The next run is the document's again.
  editor_->action(ActionId::kRun)->trigger();
  QTRY_COMPARE(finished.count(), 2);
  QVERIFY(!editor_->workspace()->runs()->statusText().contains("of the study"));
  QVERIFY(!isPresentRun(run));
}

void TestStudyViews::aRunByNumberHasTheValuesOfItsVariant() {
  StudySettings settings;
  settings.common = {{"slow", {{"lag.time_constant", ParameterSetting(0.6)}}, {}},
                     {"fast", {{"lag.time_constant", ParameterSetting(0.1)}}, {}}};
  const QString problem = editor_->document()->edit(
      "variants", [&](Transaction* transaction) { transaction->Apply(StudyEdit{settings}); });
  QCOMPARE(problem, QString());
  openPanel();
  auto* const variant = part<QComboBox>("studyVariant");
  QTRY_VERIFY(variant->isVisible());
  QCOMPARE(variant->count(), 2);
  variant->setCurrentIndex(1);
  study("40");
  QSignalSpy finished(editor_->workspace()->runs(), &RunController::finished);
  type("studyRunNumber", "11");
  QTRY_COMPARE(finished.count(), 1);
  QVERIFY(isPresentRun(11));
  const std::vector<double> fast = pathOf(picture(), 11);
  variant->setCurrentIndex(0);
  Q_EMIT variant->activated(0);
  QVERIFY(text("studyNote").contains("has changed since this study began"));
  run();
  QVERIFY(pathOf(picture(), 11) != fast);
}

void TestStudyViews::runsThatFailAreListed() {
  study("300");
  const std::vector<RunEnding> endings = endingsOf(picture());
  QVERIFY(endings.size() > 3);
  part<QComboBox>("studyPages")->setCurrentIndex(2);
  auto* const table = part<QTableWidget>("studyEndings");
  QTRY_VERIFY(table->isVisible());
  QCOMPARE(table->rowCount(), int(endings.size()));
  QCOMPARE(text("studyEndingsCount"),
           QString("%1 of 300 runs failed, 0 were stopped by a block").arg(endings.size()));
  const int last = table->rowCount() - 1;
  QCOMPARE(table->item(last, 0)->text(), QString::number(endings.back().run));
  QCOMPARE(table->item(last, 1)->text(), QString("failed"));
  QCOMPARE(table->item(last, 2)->text(), QString("alive"));
  QCOMPARE(table->item(last, 4)->text(), QString("too low"));
  QCOMPARE(table->item(last, 3)->text().toDouble(), endings.back().time);
  // Enter makes it again: it fails there again.
  table->setFocus();
  table->setCurrentCell(last, 0);
  QSignalSpy finished(editor_->workspace()->runs(), &RunController::finished);
  QTest::keyClick(table, Qt::Key_Return);
  QTRY_COMPARE(finished.count(), 1);
  const auto outcome = finished[0][0].value<RunOutcome>();
  QVERIFY(outcome.end == RunEnd::kFailed);
  QCOMPARE(outcome.path, std::string("alive"));
  QCOMPARE(outcome.time, endings.back().time);
  QVERIFY(isPresentRun(endings.back().run));
}

// The noise is held between samples: it jumps at them, and the bands with it.
void TestStudyViews::updatesAreMarkedOnBothSides() {
  openPanel();
  type("study.grid", "0.05");
  panel()->showSignal("noise.y");
  run();
  QCOMPARE(picture().signals[std::size_t(picture().signal)], std::string("noise.y"));
  // At 0, 0.1, ... 1: at 0 there is nothing before.
  int updates = 0;
  for (std::size_t i = 0; i < picture().fan.size(); i += 2) {
    updates += picture().fan[i].mean != picture().fan[i + 1].mean ? 1 : 0;
  }
  QVERIFY(updates >= 10);
  QTRY_COMPARE(fan()->updateCount(), updates);
  // Between samples nothing jumps.
  QCOMPARE(picture().fan[2].mean, picture().fan[3].mean);
  panel()->showSignal("lag.y");
  QTRY_COMPARE(picture().signals[std::size_t(picture().signal)], std::string("lag.y"));
  QTRY_COMPARE(fan()->updateCount(), 0);
}

void TestStudyViews::anotherSignalIsShownWithoutNewRuns() {
  openPanel();
  panel()->showSignal("noise.y");
  study("50");
  const auto expected = [&](const char* signal) {
    return std::string(picture().signals.at(std::size_t(picture().signal))) == signal;
  };
  QVERIFY(expected("noise.y"));
  panel()->showSignal("lag.y");
  QTRY_VERIFY(expected("lag.y"));
  QCOMPARE(picture().numRuns, uint64_t{50});
  auto* const field = part<QComboBox>("studySignal");
  field->lineEdit()->setFocus();
  field->lineEdit()->selectAll();
  QTest::keyClicks(field->lineEdit(), "noise.y");
  QTRY_VERIFY(expected("noise.y"));
  field->completer()->popup()->hide();
}

void TestStudyViews::aSignalThatIsNotRecordedJoins() {
  study("30");
  // What sinks are driven by is recorded.
  QCOMPARE(picture().signals, (std::vector<std::string>{"lag.y", "above.y"}));
  panel()->showSignal("noise.y");
  QCOMPARE(text("studyNote"),
           QString("noise.y was not recorded in these runs. Start over to see it."));
  click("studyAgain");
  QTRY_VERIFY(!panel()->runner().isRunning());
  QCOMPARE(picture().signals, (std::vector<std::string>{"lag.y", "above.y", "noise.y"}));
  QCOMPARE(picture().signal, 2);
  panel()->showSignal("nosie.y");
  click("studyAgain");
  QTRY_VERIFY(!panel()->runner().isRunning());
  QVERIFY2(text("studyNote").contains("nosie.y"), qPrintable(text("studyNote")));
}

void TestStudyViews::theMenuOfASignalLeadsHere() {
  editor_->document()->finishCheck();
  const std::unique_ptr<QMenu> menu(
      editor_->view()->menu()->make(editor_->wire("lag.u")->middle()));
  menu->findChild<QAction*>("canvasMenu.study")->trigger();
  QTRY_VERIFY(panel()->isVisible());
  QCOMPARE(part<QComboBox>("studySignal")->currentText(), QString("noise.y"));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestStudyViews)

}  // namespace loopwright::test_study_views

#include "test_study_views.moc"
