#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QObject>
#include <QPointer>
#include <QTabBar>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QUndoStack>
#include <QWheelEvent>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include "engine/document/document.h"
#include "engine/edits/edit_helpers.h"
#include "gui/actions/actions.h"
#include "gui/analysis/analysis_panel.h"
#include "gui/analysis/analysis_runner.h"
#include "gui/analysis/response_plot.h"
#include "gui/canvas/canvas_menu.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/diagram_document.h"
#include "gui/edits/diagram_edits.h"
#include "gui/plots/qcustomplot_header.h"
#include "gui/scene/diagram_scene.h"
#include "gui/theme/theme.h"
#include "tests/gui/editor_window.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_analysis_panel {

namespace {

// A loop of an integrator and a gain k: L = k/s.
constexpr const char* kIntegratorLoop =
    R"({"format": "loopwright", "version": 1,
  "diagram": {"blocks": {
    "set": {"type": "Constant", "layout": {"x": 0, "y": 0}},
    "error": {"type": "Sum", "parameters": {"signs": "+-"}, "layout": {"x": 100, "y": 0}},
    "gain": {"type": "Gain", "parameters": {"gain": 2}, "layout": {"x": 200, "y": 0}},
    "state": {"type": "Integrator", "layout": {"x": 300, "y": 0}}},
  "wires": [{"from": "set.y", "to": "error.u1"}, {"from": "state.y", "to": "error.u2"},
            {"from": "error.y", "to": "gain.u"}, {"from": "gain.y", "to": "state.u"}]}}
)";

// The same with a dead time of 0.1 s between the gain and the integrator.
constexpr const char* kDeadTimeLoop =
    R"({"format": "loopwright", "version": 1,
  "diagram": {"blocks": {
    "set": {"type": "Constant", "layout": {"x": 0, "y": 0}},
    "error": {"type": "Sum", "parameters": {"signs": "+-"}, "layout": {"x": 100, "y": 0}},
    "gain": {"type": "Gain", "parameters": {"gain": 2}, "layout": {"x": 200, "y": 0}},
    "late": {"type": "TransportDelay", "parameters": {"delay": 0.1}, "layout": {"x": 300, "y": 0}},
    "state": {"type": "Integrator", "layout": {"x": 400, "y": 0}}},
  "wires": [{"from": "set.y", "to": "error.u1"}, {"from": "state.y", "to": "error.u2"},
            {"from": "error.y", "to": "gain.u"}, {"from": "gain.y", "to": "late.u"},
            {"from": "late.y", "to": "state.u"}]}}
)";

// x' = 2 (3 - x²), from x = 1: L = 4 x/s, and rest at √3.
constexpr const char* kSquareLoop =
    R"({"format": "loopwright", "version": 1,
  "diagram": {"blocks": {
    "set": {"type": "Constant", "parameters": {"value": 3}, "layout": {"x": 0, "y": 0}},
    "error": {"type": "Sum", "parameters": {"signs": "+-"}, "layout": {"x": 100, "y": 0}},
    "gain": {"type": "Gain", "parameters": {"gain": 2}, "layout": {"x": 200, "y": 0}},
    "state": {"type": "Integrator", "parameters": {"initial_value": 1},
              "layout": {"x": 300, "y": 0}},
    "square": {"type": "Product", "layout": {"x": 300, "y": 100}}},
  "wires": [{"from": "set.y", "to": "error.u1"}, {"from": "square.y", "to": "error.u2"},
            {"from": "error.y", "to": "gain.u"}, {"from": "gain.y", "to": "state.u"},
            {"from": "state.y", "to": "square.u1"}, {"from": "state.y", "to": "square.u2"}]}}
)";

// What comes out of the Saturation does not follow what goes in.
constexpr const char* kSaturated =
    R"({"format": "loopwright", "version": 1,
  "diagram": {"blocks": {
    "set": {"type": "Constant", "parameters": {"value": 5}, "layout": {"x": 0, "y": 0}},
    "limit": {"type": "Saturation", "layout": {"x": 120, "y": 0}},
    "lag": {"type": "FirstOrderLag", "layout": {"x": 240, "y": 0}}},
  "wires": [{"from": "set.y", "to": "limit.u"}, {"from": "limit.y", "to": "lag.u"}]}}
)";

// Two signals compared, and what that makes of a lag with a gain of 24.
constexpr const char* kCompared =
    R"({"format": "loopwright", "version": 1,
  "diagram": {"blocks": {
    "set": {"type": "Constant", "parameters": {"value": 5}, "layout": {"x": 0, "y": 0}},
    "other": {"type": "Constant", "parameters": {"value": 6}, "layout": {"x": 0, "y": 100}},
    "switch": {"type": "Comparison", "layout": {"x": 120, "y": 0}},
    "lag": {"type": "FirstOrderLag", "parameters": {"gain": 24}, "layout": {"x": 240, "y": 0}}},
  "wires": [{"from": "set.y", "to": "switch.u1"}, {"from": "other.y", "to": "switch.u2"},
            {"from": "switch.y", "to": "lag.u"}]}}
)";

// A gain of 2, held for 0.1 s.
constexpr const char* kHeld =
    R"({"format": "loopwright", "version": 1,
  "diagram": {"blocks": {
    "set": {"type": "Constant", "layout": {"x": 0, "y": 0}},
    "gain": {"type": "Gain", "parameters": {"gain": 2}, "layout": {"x": 120, "y": 0}},
    "hold": {"type": "ZeroOrderHold", "parameters": {"period": 0.1},
             "layout": {"x": 240, "y": 0}}},
  "wires": [{"from": "set.y", "to": "gain.u"}, {"from": "gain.y", "to": "hold.u"}]}}
)";

// The same before an integrator, which has no bound on what a sine of the sampling frequency makes.
constexpr const char* kHeldAndIntegrated =
    R"({"format": "loopwright", "version": 1,
  "diagram": {"blocks": {
    "set": {"type": "Constant", "layout": {"x": 0, "y": 0}},
    "hold": {"type": "ZeroOrderHold", "parameters": {"period": 0.1},
             "layout": {"x": 120, "y": 0}},
    "state": {"type": "Integrator", "layout": {"x": 240, "y": 0}}},
  "wires": [{"from": "set.y", "to": "hold.u"}, {"from": "hold.y", "to": "state.u"}]}}
)";

}  // namespace

/// The panel of the linear analysis: what it computes, when, and what leads to and from it.
class TestAnalysisPanel : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    fixture_ = std::make_unique<WindowFixture>();
    editor_ = std::make_unique<EditorWindow>(kIntegratorLoop);
  }
  void cleanup() {
    editor_.reset();
    fixture_.reset();
  }

  void marginsFollowTheDiagram();
  void theCursorReadsGainAndPhase();
  void theDiagramAtRestAndAtATime();
  void aPoleChoosesItsBlocks();
  void aResponseHasAnAnswerToAStep();
  void aPoleOfDeadTimeChoosesNothing();
  void aDragIsNoClick();
  void whatIsZoomedToStays();
  void anOldResultIsNotShown();
  void aHandThatDoesNotRestSeesResults();
  void factsHaveTheColoursOfTheTheme();
  void whatIsShownIsExported();
  void whatIsWrongIsSaid();
  void aClosedPanelComputesNothing();
  void theMenuOfASignalLeadsHere();
  void earlierCurvesStay();
  void theCursorFollowsTheCurve();
  void theLensShowsItsHoldAndBands();
  void whatIsFoldedPressesNothingFlat();
  void aBlockedPathLeadsToItsBlock();
  void aLoopOfTwoRatesSaysHowFastItSwings();
  void aBlockOfTwoInputsTakesAMatrix();
  void aPhaseIsNumberedByQuarterTurns();
  void aBoundedResponseIsSeenAsAWhole();

 private:
  AnalysisPanel* panel() const { return editor_->workspace()->analysis(); }
  QComboBox* field(const char* name) const { return panel()->findChild<QComboBox*>(name); }
  QString facts() const { return panel()->findChild<QLabel*>("analysisFacts")->text(); }
  QString note() const { return panel()->findChild<QLabel*>("analysisNote")->text(); }
  void choose(ResponseView view) const {
    panel()->findChild<QTabBar*>("analysisViews")->setCurrentIndex(static_cast<int>(view));
  }
  void open() const {
    editor_->action(ActionId::kShowAnalysis)->trigger();
    QTRY_VERIFY(panel()->isVisible());
  }
  void openLoop() const {
    open();
    QTest::keyClicks(field("analysisFrom")->lineEdit(), "gain.y");
    QTRY_VERIFY(facts().contains("stable"));
  }
  // As a person who follows the link and answers the question.
  void putGain(const QString& gain) const {
    QTimer::singleShot(0, [gain] {
      auto* const field = QApplication::activeModalWidget()->findChild<QLineEdit*>();
      field->setText(gain);
      QTest::keyClick(field, Qt::Key_Return);
    });
    Q_EMIT panel()->findChild<QLabel*>("analysisNote")->linkActivated("gain");
  }
  void setGain(double gain) const {
    const QString problem = editor_->document()->edit("gain", [gain](Transaction* t) {
      SetBlockParameter(t, "", "gain", "gain", ParameterSetting(gain));
    });
    QCOMPARE(problem, QString());
  }

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<EditorWindow> editor_;
};

void TestAnalysisPanel::marginsFollowTheDiagram() {
  openLoop();
  QVERIFY2(facts().contains("90.0° at 2 rad/s"), qPrintable(facts()));
  QCOMPARE(panel()->plot()->view(), ResponseView::kBode);
  QCOMPARE(panel()->plot()->pointCount(), 400);
  setGain(4);
  QTRY_VERIFY(facts().contains("90.0° at 4 rad/s"));
  editor_->undo()->undo();
  QTRY_VERIFY(facts().contains("90.0° at 2 rad/s"));
}

void TestAnalysisPanel::theCursorReadsGainAndPhase() {
  openLoop();
  ResponsePlot* const plot = panel()->plot();
  auto* const area = plot->findChild<QWidget*>("plotArea");
  // Again until the axes have their places.
  const auto moveTo2 = [&] {
    const QPointF place(plot->frequencyPlace(2), area->height() / 4.0);
    QMouseEvent move(QEvent::MouseMove, place, area->mapToGlobal(place), Qt::NoButton, Qt::NoButton,
                     Qt::NoModifier);
    QApplication::sendEvent(area, &move);
    return plot->frequency().has_value() && std::abs(*plot->frequency() - 2) < 0.1;
  };
  QTRY_VERIFY(moveTo2());
  QVERIFY2(note().contains("phase −90°"), qPrintable(note()));
  // The Nyquist and Nichols plots mark the same frequency.
  for (const ResponseView view : {ResponseView::kNyquist, ResponseView::kNichols}) {
    choose(view);
    QVERIFY(note().contains("rad/s"));
    QCOMPARE(plot->pointCount(), 400);
  }
}

void TestAnalysisPanel::theDiagramAtRestAndAtATime() {
  editor_->set(kSquareLoop);
  openLoop();
  QVERIFY2(facts().contains("90.0° at 4 rad/s"), qPrintable(facts()));
  auto* const time = panel()->findChild<QDoubleSpinBox*>("analysisTime");
  QVERIFY(!time->isVisible());
  field("analysisPoint")->setCurrentIndex(static_cast<int>(AnalysisPoint::kRest));
  QTRY_VERIFY2(facts().contains("90.0° at 6.928"), qPrintable(facts()));
  field("analysisPoint")->setCurrentIndex(static_cast<int>(AnalysisPoint::kTime));
  QVERIFY(time->isVisible());
  QTRY_VERIFY2(facts().contains("90.0° at 4 rad/s"), qPrintable(facts()));
  time->setValue(10);
  QTRY_VERIFY2(facts().contains("90.0° at 6.928"), qPrintable(facts()));
  // x' = 2 (3 + x²) never rests; what would help on the command line is not said.
  editor_->set(QByteArray(kSquareLoop).replace("+-", "++"));
  panel()->showLoop("gain.y");
  field("analysisPoint")->setCurrentIndex(static_cast<int>(AnalysisPoint::kRest));
  QTRY_VERIFY2(note().startsWith("there is no equilibrium near the start"), qPrintable(note()));
  QVERIFY2(!note().contains("--"), qPrintable(note()));
}

void TestAnalysisPanel::aPoleChoosesItsBlocks() {
  openLoop();
  choose(ResponseView::kPoles);
  QCOMPARE(panel()->plot()->pointCount(), 1);  // at −2; no zeros
  QTest::qWait(50);
  auto* const area = panel()->plot()->findChild<QWidget*>("plotArea");
  QTest::mouseClick(area, Qt::LeftButton, {}, panel()->plot()->polePlace(0).toPoint());
  const Selection selection = currentSelection(*editor_->scene());
  QCOMPARE(selection.blocks, QStringList{"state"});
  QCOMPARE(note(), QString("pole −2: damping 1, 2 rad/s, in which state.x take part"));
  // Of another picture no pole was chosen yet.
  setGain(4);
  QTRY_VERIFY(facts().contains("90.0° at 4 rad/s"));
  QCOMPARE(note(), QString());
}

// Padé's approximation of fourth order and the integrator have five poles.
void TestAnalysisPanel::aPoleOfDeadTimeChoosesNothing() {
  editor_->set(kDeadTimeLoop);
  openLoop();
  choose(ResponseView::kPoles);
  editor_->view()->selectBlocks({"gain"});
  for (int i = 0; i < 5; ++i) {
    Q_EMIT panel()->plot()->poleClicked(i);
    QCOMPARE(currentSelection(*editor_->scene()).blocks.size(), 1);
  }
}

// Nor are other buttons than the left one.
void TestAnalysisPanel::aDragIsNoClick() {
  openLoop();
  choose(ResponseView::kPoles);
  QTest::qWait(50);
  editor_->view()->selectBlocks({"gain"});
  auto* const area = panel()->plot()->findChild<QWidget*>("plotArea");
  const QPoint pole = panel()->plot()->polePlace(0).toPoint();
  QVERIFY(area->rect().contains(pole));
  QTest::mouseClick(area, Qt::RightButton, {}, pole);
  QTest::mousePress(area, Qt::LeftButton, {}, pole - QPoint(60, 0));
  QTest::mouseRelease(area, Qt::LeftButton, {}, pole);
  QCOMPARE(currentSelection(*editor_->scene()).blocks, QStringList{"gain"});
}

void TestAnalysisPanel::whatIsZoomedToStays() {
  openLoop();
  ResponsePlot* const plot = panel()->plot();
  QTest::qWait(50);
  auto* const area = plot->findChild<QWidget*>("plotArea");
  const double before = plot->frequencyPlace(2);
  // Again until the axes have their places.
  const auto zoom = [&] {
    const QPointF place(before + 60, area->height() / 4.0);
    QWheelEvent wheel(place, area->mapToGlobal(place), {}, {0, 240}, Qt::NoButton, {},
                      Qt::NoScrollPhase, false);
    static_cast<QObject*>(area)->event(&wheel);
    return std::abs(plot->frequencyPlace(2) - before) > 5;
  };
  QTRY_VERIFY(zoom());
  const double zoomed = plot->frequencyPlace(2);
  plot->setStale(true);
  QTest::qWait(50);
  QVERIFY2(std::abs(plot->frequencyPlace(2) - zoomed) < 3, qPrintable(QString::number(zoomed)));
}

// Neither one of another signal, nor one that an edit has made old.
void TestAnalysisPanel::anOldResultIsNotShown() {
  openLoop();
  auto* const runner = panel()->findChild<AnalysisRunner*>();
  Q_EMIT runner->finished({{true, "state.y", {}}, nullptr, "old"});
  QVERIFY(note() != "old");
  field("analysisFrom")->setEditText("state.y");
  Q_EMIT runner->finished({{true, "gain.y", {}}, nullptr, "old"});
  QVERIFY(note() != "old");
  QTRY_VERIFY(facts().contains("90.0° at 2 rad/s"));
}

// A hand that drags moves on before each result is there, and sees it all the same; of edits only
// the newest counts.
void TestAnalysisPanel::aHandThatDoesNotRestSeesResults() {
  openLoop();
  const DiagramDocument* const document = editor_->document();
  for (const bool isQuick : {true, false}) {
    AnalysisRunner runner(document->registry());
    int count = 0;
    connect(&runner, &AnalysisRunner::finished, &runner, [&count] { ++count; });
    AnalysisRequest request{true, "gain.y", {}};
    request.isQuick = isQuick;
    for (int i = 0; i < 3; ++i) runner.request(document->document(), request);
    QTRY_COMPARE(count, isQuick ? 2 : 1);
    QCOMPARE(runner.begun(), 2);
    QTest::qWait(50);
    QCOMPARE(count, isQuick ? 2 : 1);
  }
}

void TestAnalysisPanel::factsHaveTheColoursOfTheTheme() {
  openLoop();
  for (const Theme::Mode mode : {Theme::Mode::kDark, Theme::Mode::kLight}) {
    applyTheme(qApp, mode);
    QTRY_VERIFY(facts().contains(Theme::current().muted.name()));
  }
}

void TestAnalysisPanel::aResponseHasAnAnswerToAStep() {
  open();
  const QLineEdit* const from = field("analysisFrom")->lineEdit();
  QCOMPARE(from->placeholderText(), QString("Signal of the loop"));
  panel()->showResponseFrom("set.y");
  QCOMPARE(from->placeholderText(), QString("Where the input is added"));
  panel()->showResponseTo("state.y");
  // 2/(s + 2) rises from a tenth to nine tenths in ln(9)/2 s.
  QTRY_VERIFY(facts().contains("1.09861"));
  choose(ResponseView::kStep);
  QVERIFY(panel()->plot()->pointCount() > 100);
}

// The data of each view, a picture of one, and the entries that ask for them.
void TestAnalysisPanel::whatIsShownIsExported() {
  QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
  openLoop();
  ResponsePlot* const plot = panel()->plot();
  const std::pair<ResponseView, const char*> heads[] = {
      {ResponseView::kBode, "frequency,gain,phase,re,im"},
      {ResponseView::kNichols, "frequency,gain,phase,re,im"},
      {ResponseView::kPoles, "kind,re,im\npole,-2,0\n"},
      {ResponseView::kStep, "time,y\n0,0\n"}};
  for (const auto& [view, head] : heads) {
    choose(view);
    QVERIFY2(plot->table().startsWith(head), plot->table().left(80));
  }
  auto* const area = plot->findChild<QWidget*>("plotArea");
  QString chosen;
  for (const char* entry : {"exportPicture", "exportData"}) {
    const QPoint place = area->rect().center();
    QContextMenuEvent ask(QContextMenuEvent::Mouse, place, area->mapToGlobal(place));
    QCoreApplication::sendEvent(area, &ask);
    const QPointer<QMenu> menu = plot->findChild<QMenu*>("responseMenu");
    QVERIFY(menu != nullptr);
    QTimer::singleShot(0, editor_->window(), [&] {
      auto* const dialog = editor_->window()->findChild<QFileDialog*>("newFileDialog");
      QVERIFY(dialog != nullptr);
      chosen = fixture_->path(dialog->selectedFiles().value(0).section(u'/', -1));
      dialog->selectFile(chosen);
      static_cast<QDialog*>(dialog)->done(QDialog::Accepted);
    });
    menu->findChild<QAction*>(QStringLiteral("responseMenu.") + entry)->trigger();
    // The dialog has closed the menu, which is then deleted.
    QTRY_VERIFY(menu == nullptr);
    QVERIFY2(QFile::exists(chosen), qPrintable(chosen));
  }
  QVERIFY(chosen.endsWith("analysis.csv"));
  QCOMPARE(WindowFixture::read(chosen), plot->table());
}

void TestAnalysisPanel::whatIsWrongIsSaid() {
  open();
  QCOMPARE(note(), QString("Choose a signal, or take “Analyse the loop here” from the menu of a "
                           "wire."));
  field("analysisFrom")->setEditText("set.y");
  QTRY_VERIFY(note().contains("it is in no loop"));
  QVERIFY2(!note().contains("--loop"), qPrintable(note()));
  QCOMPARE(panel()->plot()->pointCount(), 0);
  field("analysisFrom")->setEditText("gian.y");
  QTRY_VERIFY(note().contains("gian"));
  setGain(3);
  field("analysisFrom")->setEditText("gain.y");
  QTRY_VERIFY(facts().contains("90.0° at 3 rad/s"));
}

void TestAnalysisPanel::aClosedPanelComputesNothing() {
  openLoop();
  editor_->child<QWidget>("dock.analysis")->hide();
  const int begun = panel()->runner().begun();
  setGain(5);
  editor_->document()->finishCheck();
  QTest::qWait(400);
  QCOMPARE(panel()->runner().begun(), begun);
  open();
  QTRY_VERIFY(facts().contains("90.0° at 5 rad/s"));
}

void TestAnalysisPanel::theMenuOfASignalLeadsHere() {
  editor_->document()->finishCheck();
  const std::unique_ptr<QMenu> menu(
      editor_->view()->menu()->make(editor_->wire("state.u")->middle()));
  menu->findChild<QAction*>("canvasMenu.analyseLoop")->trigger();
  QTRY_VERIFY(panel()->isVisible());
  QCOMPARE(field("analysisFrom")->currentText(), QString("gain.y"));
  QTRY_VERIFY(facts().contains("90.0° at 2 rad/s"));
}

void TestAnalysisPanel::earlierCurvesStay() {
  openLoop();
  ResponsePlot* const plot = panel()->plot();
  auto* const keep = panel()->findChild<QToolButton*>("analysisKeep");
  auto* const clear = panel()->findChild<QToolButton*>("analysisClear");
  auto* const curves = plot->findChild<QCustomPlot*>("plotArea");
  QVERIFY(keep->isEnabled() && !clear->isVisible());
  QCOMPARE(curves->plottableCount(), 2);
  QTest::mouseClick(keep, Qt::LeftButton);
  QTest::mouseClick(keep, Qt::LeftButton);  // the same curve is kept once
  QCOMPARE(plot->keptCount(), 1);
  setGain(4);
  QTRY_VERIFY(facts().contains("90.0° at 4 rad/s"));
  QCOMPARE(curves->plottableCount(), 4);
  // 20 lg |2/jω| behind 20 lg |4/jω|.
  for (const auto& [index, gain] : {std::pair(0, 2.0), std::pair(2, 4.0)}) {
    const auto point = qobject_cast<QCPGraph*>(curves->plottable(index))->data()->at(0);
    QVERIFY(std::abs(point->value + 20 * std::log10(point->key / gain)) < 1e-6);
  }
  for (const ResponseView view :
       {ResponseView::kNyquist, ResponseView::kNichols, ResponseView::kStep}) {
    choose(view);
    const int with = curves->plottableCount();
    plot->clearKept();
    QCOMPARE(curves->plottableCount(), with - 1);
    plot->keepPicture();
    QCOMPARE(curves->plottableCount(), with);
  }
  QTest::mouseClick(clear, Qt::LeftButton);
  QCOMPARE(plot->keptCount(), 0);
  QVERIFY(!clear->isVisible());
  plot->keepPicture();
  editor_->set(kIntegratorLoop);
  QCOMPARE(plot->keptCount(), 0);
}

// In the plot of the gain stand the response, the lens, its hold and what is folded down, in that
// of the phase all but the last; in both the two bands above 10π rad/s.
void TestAnalysisPanel::theLensShowsItsHoldAndBands() {
  editor_->set(kHeld);
  open();
  panel()->showResponseFrom("set.y");
  panel()->showResponseTo("hold.y");
  QTRY_VERIFY2(facts().contains("Dotted"), qPrintable(facts()));
  ResponsePlot* const plot = panel()->plot();
  auto* const area = plot->findChild<QCustomPlot*>("plotArea");
  QCOMPARE(area->graphCount(), 7);
  int bands = 0;
  for (int i = 0; i < area->itemCount(); ++i) {
    if (qobject_cast<QCPItemRect*>(area->item(i)) != nullptr) ++bands;
  }
  QCOMPARE(bands, 4);
  // The first band can be seen on the background of the axes.
  area->replot(QCustomPlot::rpImmediateRefresh);
  const QCPAxisRect* const axes = area->axisRect(1);
  const int inBand = static_cast<int>(axes->axis(QCPAxis::atBottom)->coordToPixel(47));
  const QImage image = area->toPixmap(area->width(), area->height()).toImage();
  QVERIFY(image.pixelColor(inBand, axes->bottom() - 3) != Theme::current().canvas);
  for (const int part : {0, 1}) {
    const QCPRange across = area->axisRect(part)->axis(QCPAxis::atBottom)->range();
    QVERIFY(std::abs(across.upper - 30 * std::numbers::pi) < 1e-6);
  }
  plot->setFrequency(10);  // sin(0.5)/0.5 = 0.96, and −28.6°
  QVERIFY2(plot->readout().contains("of which the hold 0.9"), qPrintable(plot->readout()));
}

// Near twice 10π rad/s, where what is folded down has a pole, it leaves the picture above.
void TestAnalysisPanel::whatIsFoldedPressesNothingFlat() {
  editor_->set(kHeldAndIntegrated);
  open();
  panel()->showResponseFrom("set.y");
  panel()->showResponseTo("state.y");
  QTRY_VERIFY2(facts().contains("Dotted"), qPrintable(facts()));
  auto* const area = panel()->plot()->findChild<QCustomPlot*>("plotArea");
  bool isFound = false;
  const double most = area->graph(6)->getValueRange(isFound).upper;
  QVERIFY(isFound);
  const QCPRange shown = area->axisRect(0)->axis(QCPAxis::atLeft)->range();
  QVERIFY2(most > shown.upper + 60, qPrintable(QString::number(most)));
  QVERIFY(area->graph(0)->getValueRange(isFound).upper <= shown.upper);
}

void TestAnalysisPanel::theCursorFollowsTheCurve() {
  openLoop();
  ResponsePlot* const plot = panel()->plot();
  auto* const area = plot->findChild<QCustomPlot*>("plotArea");
  for (const ResponseView view : {ResponseView::kNyquist, ResponseView::kNichols}) {
    choose(view);
    plot->setFrequency({});
    // Again until the axes have their places.
    const auto moveToCurve = [&] {
      for (size_t i = 0; i < 400; ++i) {
        const QPointF place = plot->responsePlace(i);
        if (!area->axisRect()->rect().contains(place.toPoint())) continue;
        QMouseEvent move(QEvent::MouseMove, place, area->mapToGlobal(place), Qt::NoButton,
                         Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(area, &move);
        return plot->frequency().has_value();
      }
      return false;
    };
    QTRY_VERIFY(moveToCurve());
    const QString read = note();
    QVERIFY2(read.contains("rad/s"), qPrintable(read));
    choose(ResponseView::kBode);
    QCOMPARE(note(), read);
  }
}

void TestAnalysisPanel::aBlockedPathLeadsToItsBlock() {
  editor_->set(kSaturated);
  open();
  panel()->showResponseFrom("set.y");
  panel()->showResponseTo("lag.y");
  QTRY_VERIFY2(note().contains("lets nothing through"), qPrintable(note()));
  QVERIFY2(!note().contains("--as"), qPrintable(note()));
  auto* const label = panel()->findChild<QLabel*>("analysisNote");
  Q_EMIT label->linkActivated("block");
  QCOMPARE(currentSelection(*editor_->scene()).blocks, QStringList{"limit"});
  putGain("1");
  QTRY_VERIFY2(facts().contains("2.19722"), qPrintable(facts() + note()));  // rises in ln(9) s
  QVERIFY2(note().contains("The gain 1 stands in the place of limit."), qPrintable(note()));
  Q_EMIT label->linkActivated("gains");
  QTRY_VERIFY2(note().contains("lets nothing through"), qPrintable(note()));
  QCOMPARE(editor_->undo()->count(), 0);
}

// 69.4 of 40 is the gain at which the position swings for ever.
void TestAnalysisPanel::aLoopOfTwoRatesSaysHowFastItSwings() {
  editor_->set(
      WindowFixture::read(LOOPWRIGHT_SOURCE_DIR "/resources/examples/motor_cascade.loop.json"));
  open();
  panel()->showLoop("outer.y");
  QTRY_VERIFY2(facts().contains("1.73421 (4.8 dB) at 33.9861 rad/s"), qPrintable(facts()));
  QVERIFY2(facts().contains("up to multiples of 125.664 rad/s"), qPrintable(facts()));
}

// A comparison has two inputs: what stands in its place has a sign for each.
void TestAnalysisPanel::aBlockOfTwoInputsTakesAMatrix() {
  editor_->set(kCompared);
  open();
  panel()->showResponseFrom("set.y");
  panel()->showResponseTo("lag.y");
  QTRY_VERIFY2(note().contains("lets nothing through"), qPrintable(note()));
  putGain("1");
  const QString wrong =
      "\"switch\" needs a gain, or a matrix of 1 by 2. The gain 1 stands in the place of switch.";
  QTRY_VERIFY2(note().contains(wrong.toHtmlEscaped()), qPrintable(note()));
  Q_EMIT panel()->findChild<QLabel*>("analysisNote")->linkActivated("gains");
  QTRY_VERIFY2(note().contains("lets nothing through"), qPrintable(note()));
  putGain("[[-3, 1]]");
  QTRY_VERIFY2(facts().contains("−72"), qPrintable(facts() + note()));  // the final value
  QCOMPARE(editor_->undo()->count(), 0);
}

// The phase of dead time turns many times: the numbers beside it stay quarter and whole turns.
void TestAnalysisPanel::aPhaseIsNumberedByQuarterTurns() {
  editor_->set(kDeadTimeLoop);
  openLoop();
  auto* const area = panel()->plot()->findChild<QCustomPlot*>("plotArea");
  QCPAxis* const phase = area->axisRect(1)->axis(QCPAxis::atLeft);
  for (const double lowest : {-200., -700., -1500.}) {
    phase->setRange(lowest, 0);
    area->replot();
    const QVector<double> ticks = phase->tickVector();
    QVERIFY(ticks.size() > 1);
    const double step = ticks[1] - ticks[0];
    QVERIFY2(step == 45 || step == 90 || step == 180 || step == 360 || step == 720,
             qPrintable(QString::number(step)));
  }
}

// 24 at rest: what is near to 0 alone would show only where it fades away.
void TestAnalysisPanel::aBoundedResponseIsSeenAsAWhole() {
  editor_->set(QByteArray(kCompared).replace("Comparison", "Sum"));
  open();
  panel()->showResponseFrom("switch.y");
  panel()->showResponseTo("lag.y");
  choose(ResponseView::kNyquist);
  QTRY_VERIFY(facts().contains("Final value"));
  auto* const area = panel()->plot()->findChild<QCustomPlot*>("plotArea");
  QTRY_VERIFY(area->axisRect(0)->axis(QCPAxis::atBottom)->range().upper >= 24);
  QVERIFY(area->axisRect(0)->axis(QCPAxis::atLeft)->range().lower <= -11.5);
}

LOOPWRIGHT_TEST_WITH(QApplication, TestAnalysisPanel)

}  // namespace loopwright::test_analysis_panel

#include "test_analysis_panel.moc"
