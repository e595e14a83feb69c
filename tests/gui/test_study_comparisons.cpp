#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QTest>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "engine/edits/edit_helpers.h"
#include "engine/statistics/confidence.h"
#include "engine/theory/ensemble_theory.h"
#include "gui/document/diagram_document.h"
#include "gui/plots/qcustomplot_header.h"
#include "gui/plots/readout_overlay.h"
#include "gui/study/band_page.h"
#include "gui/study/reference_fan.h"
#include "gui/study/theory_lines.h"
#include "tests/gui/study_window.h"
#include "tests/test_main.h"

namespace loopwright::test_study_comparisons {

namespace {

// A diagram with one block more, which the noise goes through.
std::string withBlock(const std::string& block) {
  std::string text = kNoisyLag;
  const std::string lag = "\"lag\": {";
  text.insert(text.find(lag), "\"more\": " + block + ", ");
  const std::string wire = R"({"from": "noise.y", "to": "lag.u"})";
  text.replace(text.find(wire), wire.size(),
               R"({"from": "noise.y", "to": "more.u"}, {"from": "more.y", "to": "lag.u"})");
  return text;
}

}  // namespace

/// What the panel of studies sets beside the runs: theory, a study that was kept, and how single
/// runs go on.
class TestStudyComparisons : public StudyWindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void init() { open(); }
  void cleanup() { close(); }

  void uncertainNumbersHaveTheDigitsThatAreKnown();
  void theoryStandsOverTheFan();
  void theoryIsSwitched();
  void theoryIsApproximate();
  void whereThereIsNoTheoryThePanelSaysWhy();
  void aKeptStudyIsCompared();
  void whatMakesNoPairsIsSaid();
  void autocorrelationAndSpectrum();
};

// Of the lag, which is linear, it is exact: half the fan's spread does not come near to it.
void TestStudyComparisons::theoryStandsOverTheFan() {
  study("400");
  const TheoryLines& lines = fan()->theory();
  QTRY_VERIFY(lines.theory() != nullptr);
  const EnsembleTheory& theory = *lines.theory();
  QVERIFY2(theory.is_exact, theory.reason.c_str());
  QCOMPARE(theory.times, picture().times);
  QCOMPARE(theory.means.size(), picture().fan.size());
  for (std::size_t i = 0; i < theory.means.size(); ++i) {
    const FanPoint& point = picture().fan[i];
    QVERIFY(std::abs(point.mean - theory.Mean(i)) < 5 * point.halfWidth + 0.05);
    // Of a normal law the middle half of the runs is 1.349 deviations wide; of the uniform start
    // 1.732.
    const double ratio = (point.quantiles[3] - point.quantiles[2]) / theory.Deviation(i);
    QVERIFY2(ratio > 1.1 && ratio < 2, qPrintable(QString::number(ratio)));
  }
  const auto line = [&](int which) { return lines.lines()[std::size_t(which)]->data(); };
  QCOMPARE(line(0)->size(), int(theory.means.size()));
  QCOMPARE(line(2)->at(7)->value, theory.Mean(7) + 2 * theory.Deviation(7));
  QCOMPARE(line(1)->at(7)->value, theory.Mean(7) - 2 * theory.Deviation(7));
  QVERIFY(lines.lines()[0]->name().startsWith("mean ± 2 deviations by theory"));
  QVERIFY(part<QCheckBox>("studyTheory")->toolTip().contains("It is exact"));
  QTRY_COMPARE(lines.updateCount(), 0);  // The lag does not jump.
  // The lag keeps a of what it was and takes 1 − a of each sample.
  const double a = std::exp(-1 / 3.0);
  const QString deviation = formatReadout(std::sqrt((1 - a) / (1 + a)));
  QTRY_VERIFY2(text("studyNote").startsWith("In the end: mean "), qPrintable(text("studyNote")));
  QVERIFY2(text("studyNote").endsWith(", standard deviation " + deviation + "."),
           qPrintable(text("studyNote")));
  // The noise does, but its law does not: sample after sample it is the same.
  panel()->showSignal("noise.y");
  click("studyAgain");
  QTRY_VERIFY(!panel()->runner().isRunning());
  QTRY_VERIFY(lines.theory() != nullptr);
  for (std::size_t i = 0; i < lines.theory()->size(); ++i) {
    QCOMPARE(lines.theory()->Deviation(i), 1.);
  }
}

void TestStudyComparisons::uncertainNumbersHaveTheDigitsThatAreKnown() {
  using Texts = std::pair<QString, QString>;
  QCOMPARE(formatUncertain(0.285262, 0.0055169), Texts("0.2853", "0.0055"));
  QCOMPARE(formatUncertain(-0.000984185, 0.00113008), Texts("−0.0010", "0.0011"));
  QCOMPARE(formatUncertain(12345.6, 340), Texts("12346", "340"));
  QCOMPARE(formatUncertain(1.5, 0), Texts("1.5", "0"));
  QCOMPARE(formatUncertain(-2, std::numeric_limits<double>::infinity()), Texts("−2", "inf"));
  QCOMPARE(formatUncertain(1.5e-12, 2.5e-13), Texts("1.5e−12", "2.5e−13"));
}

void TestStudyComparisons::theoryIsSwitched() {
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

void TestStudyComparisons::theoryIsApproximate() {
  editor_->set(withBlock(R"({"type": "Saturation", "layout": {"x": 60, "y": 200}})").c_str());
  study("60");
  const TheoryLines& lines = fan()->theory();
  QTRY_VERIFY(lines.theory() != nullptr);
  QTRY_VERIFY(text("studyNote").startsWith("In the end: "));
  QVERIFY(!lines.theory()->is_exact);
  QVERIFY(lines.lines()[0]->name().contains("approximate"));
  QVERIFY(
      part<QCheckBox>("studyTheory")->toolTip().contains("It is approximate: more is not linear."));
}

void TestStudyComparisons::whereThereIsNoTheoryThePanelSaysWhy() {
  // Of a reciprocal there is no slope at the mean, 0.
  editor_->set(withBlock(R"({"type": "MathFunction", "parameters": {"function": "reciprocal"},
    "layout": {"x": 60, "y": 200}})")
                   .c_str());
  study("60");
  auto* const box = part<QCheckBox>("studyTheory");
  QTRY_VERIFY(!box->isChecked());
  QVERIFY(box->isEnabled() && box->toolTip().contains("There is none: the linear model is not"));
  QVERIFY(text("studyNote").startsWith("There is no theory for the fan: the linear model is not "));
  QVERIFY(fan()->theory().theory() == nullptr);
  // Another diagram has one again.
  editor_->set(kNoisyLag);
  study("60");
  QTRY_VERIFY(fan()->theory().theory() != nullptr);
  QVERIFY(box->isChecked());
  QVERIFY(!text("studyNote").contains("theory"));
}

// Runs of one number have the same draws: the difference is that of each pair of runs.
void TestStudyComparisons::aKeptStudyIsCompared() {
  openPanel();
  addMeasure("0", "final(lag.y)");
  QVERIFY(!part<QPushButton>("studyKeep")->isEnabled());
  study("200");
  part<QComboBox>("studyPages")->setCurrentIndex(3);
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
  const auto [mean_text, half_width] = formatUncertain(moments.mean, MeanHalfWidth(moments, 0.95));
  QCOMPARE(table->item(0, 1)->text(), QString("%1 ± %2 (95 %)").arg(mean_text, half_width));
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

void TestStudyComparisons::whatMakesNoPairsIsSaid() {
  openPanel();
  addMeasure("0", "final(lag.y)");
  addMeasure("1", "greatest(lag.y)");
  study("100");
  part<QComboBox>("studyPages")->setCurrentIndex(3);
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
void TestStudyComparisons::autocorrelationAndSpectrum() {
  openPanel();
  panel()->showSignal("noise.y");
  study("300", "0.1");
  auto* const pages = part<QComboBox>("studyPages");
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
  // White samples each 0.1 s, whatever the lag begins with.
  const std::vector<double>& theory = panel()->spectrum()->theory();
  QCOMPARE(theory.size(), std::size_t{5});
  for (const double density : theory) QVERIFY(std::abs(density - 0.2) < 1e-12);
  QVERIFY(text("studySpectrum").endsWith("; dashed: the theory of the noise"));
  // What the lag makes of these is found beside the window, whatever it begins with.
  panel()->showSignal("lag.y");
  const std::vector<double>& lag = panel()->spectrum()->theory();
  QTRY_VERIFY(lag.size() == 5 && std::abs(lag[0] - 0.2) > 0.1);
  const double a = std::exp(-1 / 3.0);
  for (std::size_t k = 1; k < spectrum.at.size(); ++k) {
    const double turn = 2 * std::acos(-1.0) * spectrum.at[k] * 0.1;
    const double gain = (1 - a) * (1 - a) / (1 - 2 * a * std::cos(turn) + a * a);
    QVERIFY(std::abs(lag[k - 1] - 0.2 * gain) < 1e-9);
  }
  editor_->set(kNoisyLag);
  QVERIFY(panel()->spectrum()->band().at.empty());
}

LOOPWRIGHT_TEST_WITH(QApplication, TestStudyComparisons)

}  // namespace loopwright::test_study_comparisons

#include "test_study_comparisons.moc"
