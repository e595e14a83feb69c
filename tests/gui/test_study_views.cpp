#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableWidget>
#include <QTest>
#include <numeric>

#include "engine/document/document.h"
#include "engine/edits/edit_helpers.h"
#include "engine/run/run_outcome.h"
#include "engine/statistics/confidence.h"
#include "engine/statistics/rank_correlation.h"
#include "engine/theory/ensemble_theory.h"
#include "gui/canvas/canvas_menu.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/diagram_document.h"
#include "gui/plots/qcustomplot_header.h"
#include "gui/plots/readout_overlay.h"
#include "gui/scene/wire_item.h"
#include "gui/study/band_page.h"
#include "gui/study/parameters_page.h"
#include "gui/study/reference_fan.h"
#include "gui/study/scatter.h"
#include "gui/study/theory_lines.h"
#include "tests/gui/study_window.h"
#include "tests/test_main.h"

using namespace loopwright;

/// What the panel of studies shows, and where it leads.
class TestStudyViews : public StudyWindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init() { open(); }
  void cleanup() { close(); }

  void aBrushHighlightsItsRuns();
  void aBrushIsTyped();
  void aRectangleOverParametersHighlightsItsRuns();
  void theLegendCoversNoPath();
  void aClickedPathIsThePresentRun();
  void aRunByNumberHasTheValuesOfItsVariant();
  void runsThatFailAreListed();
  void updatesAreMarkedOnBothSides();
  void anotherSignalIsShownWithoutNewRuns();
  void aSignalThatIsNotRecordedJoins();
  void theMenuOfASignalLeadsHere();
  void theoryStandsOverTheFan();
  void theoryIsSwitched();
  void theoryIsApproximate();
  void whereThereIsNoTheoryThePanelSaysWhy();
  void aKeptStudyIsCompared();
  void whatMakesNoPairsIsSaid();
  void autocorrelationAndSpectrum();
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
  // A click takes the brush away.
  QTest::mouseClick(area, Qt::LeftButton, {}, from);
  QVERIFY(!histogram()->brush().has_value());
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
  part<QTabWidget>("studyPages")->setCurrentIndex(1);
  Scatter* const scatter = panel()->parameters()->scatter();
  QTRY_VERIFY(scatter->isVisible());
  const std::vector<double> x = studyValues(picture(), 0), y = studyValues(picture(), 1);
  const auto has = [](double value) { return std::isfinite(value); };
  QCOMPARE(scatter->pointCount(), int(std::count_if(y.begin(), y.end(), has)));
  // After a third of the time constant the start is still felt.
  const RankCorrelation expected = CorrelateRanks(x, y, 0.95);
  QVERIFY(expected.interval.lower > 0.3);
  QVERIFY2(text("studySensitivity")
               .startsWith("lag.initial_value: " + QString::number(expected.value, 'f', 2)),
           qPrintable(text("studySensitivity")));
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
    move(area, fan()->placeOf(0.5, path[2 * at]));
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
  part<QTabWidget>("studyPages")->setCurrentIndex(2);
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

// Of the lag, which is linear, it is exact: half the fan's spread does not come near to it.
void TestStudyViews::theoryStandsOverTheFan() {
  study("400");
  const TheoryLines& lines = fan()->theory();
  QTRY_VERIFY(lines.theory() != nullptr);
  const EnsembleTheory& theory = *lines.theory();
  QVERIFY2(theory.is_exact, theory.reason.c_str());
  QCOMPARE(theory.times, picture().times);
  QCOMPARE(theory.means.size(), picture().fan.size());
  for (std::size_t i = 0; i < theory.means.size(); ++i) {
    const FanPoint& point = picture().fan[i];
    QVERIFY(std::abs(point.mean - theory.means[i]) < 5 * point.halfWidth + 0.05);
    // Of a normal law the middle half of the runs is 1.349 deviations wide; of the uniform start
    // 1.732.
    const double ratio = (point.quantiles[3] - point.quantiles[2]) / theory.deviations[i];
    QVERIFY2(ratio > 1.1 && ratio < 2, qPrintable(QString::number(ratio)));
  }
  const auto line = [&](int which) { return lines.lines()[std::size_t(which)]->data(); };
  QCOMPARE(line(0)->size(), int(theory.means.size()));
  QCOMPARE(line(2)->at(7)->value, theory.means[7] + 2 * theory.deviations[7]);
  QCOMPARE(line(1)->at(7)->value, theory.means[7] - 2 * theory.deviations[7]);
  QVERIFY(lines.lines()[0]->name().startsWith("mean ± 2 deviations by theory"));
  QVERIFY(part<QCheckBox>("studyTheory")->toolTip().contains("It is exact"));
  QTRY_COMPARE(lines.updateCount(), 0);  // The lag does not jump.
  // The noise does, but its law does not: sample after sample it is the same.
  panel()->showSignal("noise.y");
  click("studyAgain");
  QTRY_VERIFY(!panel()->runner().isRunning());
  QTRY_VERIFY(lines.theory() != nullptr);
  for (const double deviation : lines.theory()->deviations) QCOMPARE(deviation, 1.);
}

void TestStudyViews::theoryIsSwitched() {
  study("60");
  auto* const box = part<QCheckBox>("studyTheory");
  auto* const plot = part<QCustomPlot>("fanArea");
  const TheoryLines& lines = fan()->theory();
  QTRY_VERIFY(lines.theory() != nullptr);
  const auto isInLegend = [&] { return plot->legend->hasItemWithPlottable(lines.lines()[0]); };
  QVERIFY(box->isChecked() && isInLegend());
  QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
  QVERIFY(!box->isChecked());
  QVERIFY(lines.theory() == nullptr && !isInLegend());
  QCOMPARE(lines.lines()[0]->data()->size(), 0);
  click("studyAgain");  // The next study has none either.
  QTRY_VERIFY(!panel()->runner().isRunning());
  QVERIFY(!box->isChecked() && lines.theory() == nullptr);
  box->setFocus();
  QTest::keyClick(box, Qt::Key_Space);
  QTRY_VERIFY(lines.theory() != nullptr && isInLegend());
}

// A diagram with one block more, which the noise goes through.
static std::string withBlock(const std::string& block) {
  std::string text = kNoisyLag;
  const std::string lag = "\"lag\": {";
  text.insert(text.find(lag), "\"more\": " + block + ", ");
  const std::string wire = R"({"from": "noise.y", "to": "lag.u"})";
  text.replace(text.find(wire), wire.size(),
               R"({"from": "noise.y", "to": "more.u"}, {"from": "more.y", "to": "lag.u"})");
  return text;
}

void TestStudyViews::theoryIsApproximate() {
  editor_->set(withBlock(R"({"type": "Saturation", "layout": {"x": 60, "y": 200}})").c_str());
  study("60");
  const TheoryLines& lines = fan()->theory();
  QTRY_VERIFY(lines.theory() != nullptr);
  QVERIFY(!lines.theory()->is_exact);
  QVERIFY(lines.lines()[0]->name().contains("approximate"));
  QVERIFY(
      part<QCheckBox>("studyTheory")->toolTip().contains("It is approximate: more is not linear."));
}

void TestStudyViews::whereThereIsNoTheoryThePanelSaysWhy() {
  const std::string late =
      R"({"type": "TransportDelay", "parameters": {"delay": 0.2}, "layout": {"x": 60, "y": 200}})";
  editor_->set(withBlock(late).c_str());
  study("60");
  auto* const box = part<QCheckBox>("studyTheory");
  QTRY_VERIFY(!box->isChecked());
  QVERIFY(box->isEnabled() && box->toolTip().contains("more is a dead time"));
  QVERIFY(text("studyNote").startsWith("There is no theory for the fan: more is a dead time"));
  QVERIFY(fan()->theory().theory() == nullptr);
  // Another diagram has one again.
  editor_->set(kNoisyLag);
  study("60");
  QTRY_VERIFY(fan()->theory().theory() != nullptr);
  QVERIFY(box->isChecked());
  QVERIFY(!text("studyNote").contains("theory"));
}

// Runs of one number have the same draws: the difference is that of each pair of runs.
void TestStudyViews::aKeptStudyIsCompared() {
  openPanel();
  addMeasure("0", "final(lag.y)");
  QVERIFY(!part<QPushButton>("studyKeep")->isEnabled());
  study("200");
  part<QTabWidget>("studyPages")->setCurrentIndex(3);
  QTRY_VERIFY(text("studyKept").startsWith("Keep a study"));
  const StudyPicture kept = picture();
  click("studyKeep");
  QTRY_VERIFY(text("studyKept").startsWith("This study of 200 runs is kept"));
  QVERIFY(!part<QTableWidget>("studyComparison")->isVisible());
  const auto setTimeConstant = [](Transaction* transaction) {
    SetBlockParameter(transaction, "", "lag", "time_constant", ParameterSetting(0.6));
  };
  QCOMPARE(editor_->document()->edit("slower", setTimeConstant), QString());
  run();
  QTRY_COMPARE(text("studyKept"), QString("Kept: lag.time_constant = 0.3 (200 runs)"));
  const std::vector<double> of = studyValues(picture(), 1), less = studyValues(kept, 1);
  std::vector<double> differences;
  for (std::size_t i = 0; i < of.size(); ++i) differences.push_back(of[i] - less[i]);
  const Moments moments = MomentsOf(differences, false);
  QVERIFY(moments.count > 150);
  auto* const table = part<QTableWidget>("studyComparison");
  QCOMPARE(table->rowCount(), 1);
  QCOMPARE(table->item(0, 0)->text(), QString("measure1"));
  QCOMPARE(table->item(0, 1)->text(),
           QString("%1 ± %2 (95 %)")
               .arg(formatReadout(moments.mean), formatReadout(MeanHalfWidth(moments, 0.95))));
  QVERIFY2(table->item(0, 2)->text().contains("runs with draws of their own would have to be"),
           qPrintable(table->item(0, 2)->text()));
  // The fan of the kept study stands behind, in its own numbers.
  const QCPGraph* const mean = fan()->reference().mean();
  QCOMPARE(mean->data()->size(), int(kept.fan.size()));
  QCOMPARE(mean->data()->at(9)->value, kept.fan[9].mean);
  QCOMPARE(mean->name(), QString("kept: lag.time_constant = 0.3"));
  QVERIFY(part<QCustomPlot>("fanArea")->legend->hasItemWithPlottable(mean));
  // Of another signal as well.
  panel()->showSignal("above.y");
  QTRY_COMPARE(picture().signals[std::size_t(picture().signal)], std::string("above.y"));
  QCOMPARE(mean->data()->at(9)->value, picture().comparison->fan[9].mean);
  click("studyForgetKept");
  QTRY_VERIFY(text("studyKept").startsWith("Keep a study"));
  QCOMPARE(mean->data()->size(), 0);
}

void TestStudyViews::whatMakesNoPairsIsSaid() {
  openPanel();
  addMeasure("0", "final(lag.y)");
  addMeasure("1", "greatest(lag.y)");
  study("100");
  part<QTabWidget>("studyPages")->setCurrentIndex(3);
  click("studyKeep");
  type("study.seed", "6");
  type("study.measure1", "least(lag.y)");
  addMeasure("2", "mean(lag.y)");
  run();
  auto* const table = part<QTableWidget>("studyComparison");
  QTRY_COMPARE(table->rowCount(), 3);
  QVERIFY2(table->item(0, 2)->text().endsWith(
               "not paired: the seeds are 6 and 5, so that runs of one number have other draws"),
           qPrintable(table->item(0, 2)->text()));
  QVERIFY(table->item(0, 1)->text().contains("±"));
  QCOMPARE(table->item(1, 2)->text(),
           QString("not paired: in the kept study it is greatest(lag.y)"));
  QCOMPARE(table->item(1, 1)->text(), QString());
  QCOMPARE(table->item(2, 2)->text(), QString("not paired: the kept study does not have it"));
  QVERIFY2(text("studyKept").contains("simulation.seed = 5"), qPrintable(text("studyKept")));
  // Another document has nothing to do with it.
  editor_->set(kNoisyLag);
  study("20");
  QVERIFY(picture().comparison == nullptr);
}

// Of independent samples: none from one to the next, and as much power at all frequencies.
void TestStudyViews::autocorrelationAndSpectrum() {
  openPanel();
  panel()->showSignal("noise.y");
  study("300", "0.1");
  auto* const pages = part<QTabWidget>("studyPages");
  QVERIFY(panel()->autocorrelation()->band().at.empty());  // It was not looked at yet.
  pages->setCurrentIndex(4);
  QTRY_VERIFY(part<QWidget>("autocorrelationArea")->isVisible());
  const PathBand& correlation = panel()->autocorrelation()->band();
  QCOMPARE(correlation.at.size(), std::size_t{6});
  QVERIFY(std::abs(correlation.mean[0] - 1) < 1e-12 && std::abs(correlation.mean[2]) < 0.1);
  // Some runs fail where the noise is low; they have no whole path.
  QVERIFY2(text("studyAutocorrelation").startsWith("noise.y of 2"),
           qPrintable(text("studyAutocorrelation")));
  pages->setCurrentIndex(5);
  QTRY_VERIFY(part<QWidget>("spectrumArea")->isVisible());
  const PathBand& spectrum = panel()->spectrum()->band();
  QCOMPARE(spectrum.at.size(), std::size_t{6});
  for (std::size_t k = 1; k + 1 < spectrum.at.size(); ++k) {
    QVERIFY(spectrum.mean[k] > 0.12 && spectrum.mean[k] < 0.28);  // 2·0.1 s·1
    QVERIFY(spectrum.lower[k] < spectrum.mean[k] && spectrum.mean[k] < spectrum.upper[k]);
  }
  editor_->set(kNoisyLag);
  QVERIFY(panel()->spectrum()->band().at.empty());
}

LOOPWRIGHT_TEST_WITH(QApplication, TestStudyViews)
#include "test_study_views.moc"
