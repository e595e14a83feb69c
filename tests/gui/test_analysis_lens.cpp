#include <QApplication>
#include <QLabel>
#include <QObject>
#include <QTabBar>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "engine/analysis/response_picture.h"
#include "gui/actions/actions.h"
#include "gui/analysis/analysis_panel.h"
#include "gui/analysis/response_plot.h"
#include "gui/columns/pole_table.h"
#include "gui/document/diagram_document.h"
#include "gui/edits/diagram_edits.h"
#include "gui/plots/qcustomplot_header.h"
#include "tests/gui/editor_window.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_analysis_lens {

namespace {

// A gain of 2, held for 0.1 s.
constexpr const char* kHeld =
    R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
      "set": {"type": "Constant", "layout": {"x": 0, "y": 0}},
      "gain": {"type": "Gain", "parameters": {"gain": 2}, "layout": {"x": 120, "y": 0}},
      "hold": {"type": "ZeroOrderHold", "parameters": {"period": 0.1},
               "layout": {"x": 240, "y": 0}}},
    "wires": [{"from": "set.y", "to": "gain.u"}, {"from": "gain.y", "to": "hold.u"}]}})";

// L = 2/(s (s + 1)), so that the closed loop has the poles −0.5 ± 1.32i.
constexpr const char* kSecondOrder =
    R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
      "set": {"type": "Constant", "layout": {"x": 0, "y": 0}},
      "error": {"type": "Sum", "parameters": {"signs": "+-"}, "layout": {"x": 100, "y": 0}},
      "gain": {"type": "Gain", "parameters": {"gain": 2}, "layout": {"x": 200, "y": 0}},
      "lag": {"type": "FirstOrderLag", "layout": {"x": 300, "y": 0}},
      "state": {"type": "Integrator", "layout": {"x": 400, "y": 0}}},
    "wires": [{"from": "set.y", "to": "error.u1"}, {"from": "state.y", "to": "error.u2"},
              {"from": "error.y", "to": "gain.u"}, {"from": "gain.y", "to": "lag.u"},
              {"from": "lag.y", "to": "state.u"}]}})";

}  // namespace

/// What the panel of the analysis shows in numbers beside its curves: the poles, and what one sine
/// becomes behind samplers.
class TestAnalysisLens : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    fixture_ = std::make_unique<WindowFixture>();
    editor_ = std::make_unique<EditorWindow>(kHeld);
  }
  void cleanup() {
    editor_.reset();
    fixture_.reset();
  }

  void aLineOfPolesChoosesItsBlocks();
  void aPoleWithinRoundingOfZeroIsAtZero();
  void aSineBecomesBars();
  void withoutSamplersThereIsNoLens();
  void theLensIsExported();

 private:
  AnalysisPanel* panel() const { return editor_->workspace()->analysis(); }
  ResponsePlot* plot() const { return panel()->plot(); }
  QWidget* lens() const { return panel()->findChild<QWidget*>("lensPlot"); }
  QCustomPlot* area() const { return lens()->findChild<QCustomPlot*>("plotArea"); }
  QToolButton* lensButton() const { return panel()->findChild<QToolButton*>("analysisLens"); }
  QLabel* poles() const { return panel()->findChild<QLabel*>("analysisPoles"); }
  QString note() const { return panel()->findChild<QLabel*>("analysisNote")->text(); }
  void choose(ResponseView view) const {
    panel()->findChild<QTabBar*>("analysisViews")->setCurrentIndex(static_cast<int>(view));
  }
  void open() const {
    editor_->action(ActionId::kShowAnalysis)->trigger();
    QTRY_VERIFY(panel()->isVisible());
  }
  void openResponse() const {
    open();
    panel()->showResponseFrom("set.y");
    panel()->showResponseTo("hold.y");
    QTRY_VERIFY(plot()->picture() && !plot()->picture()->lens.empty());
  }
  QString texts() const {
    QString all;
    for (int i = 0; i < area()->itemCount(); ++i) {
      if (const auto* text = qobject_cast<QCPItemText*>(area()->item(i)))
        all += text->text() + '\n';
    }
    return all;
  }
  // How high the bar is that stands n sampling frequencies away; −1: there is none.
  double barAt(int n) const {
    for (int i = 0; i < area()->plottableCount(); ++i) {
      const auto* const bars = qobject_cast<QCPBars*>(area()->plottable(i));
      if (bars == nullptr || bars->data()->isEmpty()) continue;
      if (bars->data()->at(0)->key == n) return bars->data()->at(0)->value;
    }
    return -1;
  }

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<EditorWindow> editor_;
};

// A pair is one line, with |s| = √2 and the damping 1/(2 √2).
void TestAnalysisLens::aLineOfPolesChoosesItsBlocks() {
  editor_->set(kSecondOrder);
  open();
  QVERIFY(!poles()->isVisible());
  panel()->showLoop("gain.y");
  QTRY_VERIFY(poles()->isVisible());
  const QString text = poles()->text();
  QCOMPARE(text.count("<a href="), 2);
  for (const char* part : {"−0.5 ± 1.32i", ">0.354<", ">1.41<", "lag", "state"}) {
    QVERIFY2(text.contains(part), qPrintable(text));
  }
  Q_EMIT poles()->linkActivated("1");
  QStringList chosen = currentSelection(*editor_->scene()).blocks;
  chosen.sort();
  QCOMPARE(chosen, (QStringList{"lag", "state"}));
  choose(ResponseView::kPoles);
  QVERIFY2(note().startsWith("pole −0.5 + 1.3228"), qPrintable(note()));
}

// Of samples alone: 1e-17 rad/s is a slow motion.
void TestAnalysisLens::aPoleWithinRoundingOfZeroIsAtZero() {
  ResponsePicture picture;
  PoleInfo pole;
  pole.pole = 1e-17;
  pole.damping = 0.75;
  pole.frequency = 3830;
  picture.poles = {pole};
  PoleTable table;
  table.setPicture(&picture);
  QVERIFY2(table.text().contains("1e−17") && table.text().contains("0.75"),
           qPrintable(table.text()));
  picture.period_sec = 0.02;
  table.setPicture(&picture);
  QVERIFY2(table.text().contains(">0<"), qPrintable(table.text()));
  QVERIFY2(!table.text().contains("0.75") && !table.text().contains("3830"),
           qPrintable(table.text()));
}

// A hold lets through sin(ωT/2)/(ω'T/2) of a sine ω at the frequency ω' = ω + 2πn/T.
void TestAnalysisLens::aSineBecomesBars() {
  openResponse();
  QVERIFY(lensButton()->isVisible() && !lens()->isVisible());
  QCOMPARE(plot()->size(), plot()->parentWidget()->size());  // the one view has all the room
  QTest::mouseClick(lensButton(), Qt::LeftButton);
  QVERIFY(lens()->isVisible());
  QCOMPARE(area()->plottableCount(), 5);
  for (const double wanted : {10.0, 3.0}) {
    plot()->setFrequency(wanted);
    const std::vector<double>& all = plot()->picture()->frequencies;
    const double w = *std::min_element(all.begin(), all.end(), [wanted](double a, double b) {
      return std::abs(std::log(a / wanted)) < std::abs(std::log(b / wanted));
    });
    QCOMPARE(area()->plottableCount(), 5);
    for (int n = -2; n <= 2; ++n) {
      const double there = w + 20 * std::numbers::pi * n;
      const double expected = 2 * std::abs(std::sin(w * 0.05) / (there * 0.05));
      QVERIFY2(std::abs(barAt(n) - expected) < 1e-9, qPrintable(QString::number(barAt(n))));
    }
    const QString phase = u'−' + QString::number(w * 0.05 * 180 / std::numbers::pi, 'f', 1);
    QVERIFY2(texts().contains(QString("%1° of which the hold %1°").arg(phase)),
             qPrintable(texts()));
    QVERIFY2(texts().contains("at the input makes at the output"), qPrintable(texts()));
  }
  QTest::mouseClick(lensButton(), Qt::LeftButton);
  QVERIFY(!lens()->isVisible());
}

// Its room is given back, and taken again for the next response that has one.
void TestAnalysisLens::withoutSamplersThereIsNoLens() {
  openResponse();
  QTest::mouseClick(lensButton(), Qt::LeftButton);
  editor_->set(kSecondOrder);
  panel()->showLoop("gain.y");
  QTRY_VERIFY(plot()->picture() != nullptr);
  QVERIFY(!lensButton()->isVisible() && !lens()->isVisible());
  editor_->set(kHeld);
  panel()->showResponseFrom("set.y");
  panel()->showResponseTo("hold.y");
  QTRY_VERIFY(lens()->isVisible());
  QCOMPARE(area()->plottableCount(), 5);
}

void TestAnalysisLens::theLensIsExported() {
  openResponse();
  const ResponsePicture& picture = *plot()->picture();
  const QList<QByteArray> lines = plot()->table().trimmed().split('\n');
  QCOMPARE(lines.first(),
           QByteArray("frequency,gain,phase,re,im,lens_gain,lens_phase,hold_gain,hold_phase,"
                      "alias_-2,alias_-1,alias_1,alias_2,folded_gain"));
  QCOMPARE(static_cast<size_t>(lines.size()),
           1 + picture.frequencies.size() + picture.folded_frequencies.size());
  for (const QByteArray& line : lines) QCOMPARE(line.count(','), 13);
  const QList<QByteArray> first = lines.at(1).split(',');
  const auto isThere = [&first](int column, double value) {
    return std::abs(first.at(column).toDouble() - value) <= 1e-12 * std::abs(value);
  };
  QVERIFY(isThere(5, std::abs(picture.lens[0])) && isThere(6, picture.lens_phase[0]));
  QVERIFY(isThere(7, std::abs(picture.hold[0])) && isThere(8, picture.hold_phase[0]));
  QVERIFY(isThere(9, std::abs(picture.lens_aliases.at(-2)[0])));
  QVERIFY(first.last().isEmpty());
  const QList<QByteArray> last = lines.last().split(',');
  QVERIFY(last.at(1).isEmpty());
  QVERIFY(std::abs(last.last().toDouble() - std::abs(picture.folded.back())) < 1e-12);
}

LOOPWRIGHT_TEST_WITH(QApplication, TestAnalysisLens)

}  // namespace loopwright::test_analysis_lens

#include "test_analysis_lens.moc"
