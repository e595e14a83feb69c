#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QImage>
#include <QLabel>
#include <QObject>
#include <QPainter>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QTreeView>
#include <cmath>
#include <memory>
#include <utility>

#include "blocklib/registry.h"
#include "engine/recording/recording.h"
#include "gui/actions/actions.h"
#include "gui/document/diagram_document.h"
#include "gui/export/export.h"
#include "gui/export/picture.h"
#include "gui/figures/figure_options.h"
#include "gui/main_window/export_commands.h"
#include "gui/main_window/file_commands.h"
#include "gui/plots/curve_look.h"
#include "gui/plots/plot_panel.h"
#include "gui/plots/plot_widget.h"
#include "gui/run/run_controller.h"
#include "gui/theme/theme.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_export {

namespace {

std::shared_ptr<Recording> Counter() {
  auto recording =
      std::make_shared<Recording>(std::vector<RecordedSignal>{{"counter.y", "", 1, 0, true, 0.02}});
  for (int n = 0; n < 3; ++n) {
    const double before = 10.0 * n;
    const double after = before + 10;
    recording->Append(0.02 * n, Side::kBefore, &before);
    recording->Append(0.02 * n, Side::kAfter, &after);
  }
  return recording;
}

}  // namespace

class TestExport : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { fixture_ = std::make_unique<WindowFixture>(); }

  void drawsADiagramInEveryFormat();
  void drawsNoMarksOfProblems();
  void drawsAPlotInEveryFormat();
  void keepsAZoomedCurveInsideItsAxes();
  void drawsTheCurveBetweenSteps();
  void saysThatOlderRowsWereThinned();
  void makesPicturesAndDataOfEveryPlot();
  void filesOfPlotsHaveTheirTitles();
  void curvesHaveTheColoursOfTheirWires();
  void theFilterFollowsTheName();
  void aPlotMayBeReplacedWhileItsFileIsChosen();
  void saysWhatASmallPictureLeavesOut();
  void refusesAnUnknownSuffix();
  void saysWhatCannotBeWritten();

 private:
  std::unique_ptr<WindowFixture> fixture_;
};

void TestExport::drawsADiagramInEveryFormat() {
  DiagramDocument document(BuiltInBlocks());
  bool opened = false;
  document.open(fixture_->write("counter.loop.json", counterDiagram()), &opened);
  QVERIFY(opened);
  for (const char* name : {"d.png", "d.svg", "d.pdf"}) {
    QCOMPARE(exportDiagram(&document, "", fixture_->path(name)), QString());
  }
  const QByteArray svg = WindowFixture::read(fixture_->path("d.svg"));
  QVERIFY(svg.contains("<text"));
  QVERIFY(svg.contains("counter"));
  QVERIFY(svg.contains("scope"));
  // The wire has the colour of its sample time, without a window that waits for it.
  QVERIFY(svg.contains(Theme::light().sampleTimeColour(0).name().toUtf8()));
  QVERIFY(WindowFixture::read(fixture_->path("d.pdf")).startsWith("%PDF"));
  const QImage image(fixture_->path("d.png"));
  QVERIFY(image.width() > 200);
  int dark = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) dark += qGray(image.pixel(x, y)) < 100;
  }
  QVERIFY(dark > 100);
}

// 1000 units of the canvas are 265 mm in actual size, and 45 % of that is 119.06 mm.
void TestExport::saysWhatASmallPictureLeavesOut() {
  QCOMPARE(leftOutWarning(1000, 0.44, true),
           QString("the diagram is so small that names, ports and values are left out: from 120 mm "
                   "of width on it has them"));
  QVERIFY(leftOutWarning(500, 0.44, false).endsWith("from 60 mm of height on it has them"));
  QCOMPARE(leftOutWarning(1000, 0.45, true), QString());
  DiagramDocument document(BuiltInBlocks());
  bool opened = false;
  document.open(fixture_->write("counter.loop.json", counterDiagram()), &opened);
  FigureOptions options;
  const auto drawn = [&](const char* width, const char* height) {
    options = FigureOptions();
    const QString problem = readFigureOptions({"mono", width, height, {}, {}, {}}, &options);
    if (!problem.isEmpty()) qFatal("%s", qPrintable(problem));
    QString warning;
    const QString path = fixture_->path("d.svg");
    if (!exportDiagram(&document, "", path, options, &warning).isEmpty()) qFatal("not drawn");
    return std::pair(warning, WindowFixture::read(path).contains(">scope<"));
  };
  static const QRegularExpression kEnough("from ([0-9]+) mm of (width|height)");
  for (const bool isWidth : {true, false}) {
    const auto [warning, hasNames] = isWidth ? drawn("10", "") : drawn("", "10");
    const QRegularExpressionMatch match = kEnough.match(warning);
    QVERIFY2(match.hasMatch() && !hasNames, qPrintable(warning));
    QCOMPARE(match.captured(2), QString(isWidth ? "width" : "height"));
    const QByteArray enough = match.captured(1).toUtf8();
    const auto [none, hasThem] = isWidth ? drawn(enough, "") : drawn("", enough);
    QVERIFY2(none.isEmpty() && hasThem, qPrintable(none));
  }
}

void TestExport::drawsNoMarksOfProblems() {
  DiagramDocument document(BuiltInBlocks());
  bool opened = false;
  document.open(fixture_->write("bad.loop.json", R"({"format": "loopwright", "version": 1,
    "diagram": {"blocks": {"gain": {"type": "Gain", "layout": {"x": 0, "y": 0}}}}})"),
                &opened);
  QVERIFY(opened);
  document.finishCheck();
  QVERIFY(document.requireInputs());
  QCOMPARE(exportDiagram(&document, "", fixture_->path("bad.svg")), QString());
  QVERIFY(document.errorCount() > 0);  // Its input has no wire.
  const QByteArray svg = WindowFixture::read(fixture_->path("bad.svg"));
  QVERIFY(svg.contains(">gain<"));
  QVERIFY(!svg.contains(Theme::light().error.name().toUtf8()));
}

void TestExport::drawsAPlotInEveryFormat() {
  PlotWidget plot;
  plot.resize(600, 240);
  plot.setContent({"Counter", "count", {{"counter.y", "counter.y", true}}});
  plot.setRunSpan(0, 0.06);
  plot.setRecording(Counter());
  plot.fit();
  for (const char* name : {"p.png", "p.svg", "p.pdf"}) {
    QCOMPARE(exportPlot(&plot, fixture_->path(name), QSize(600, 300)), QString());
  }
  QCOMPARE(QImage(fixture_->path("p.png")).size(), QSize(1200, 600));
  const QByteArray svg = WindowFixture::read(fixture_->path("p.svg"));
  for (const char* text : {">Counter<", ">counter.y<", ">count<", ">t, s<", ">0.04<"}) {
    QVERIFY2(svg.contains(text), text);
  }
  QVERIFY(WindowFixture::read(fixture_->path("p.pdf")).startsWith("%PDF"));
}

void TestExport::keepsAZoomedCurveInsideItsAxes() {
  auto recording =
      std::make_shared<Recording>(std::vector<RecordedSignal>{{"ramp.y", "", 1, 0, false, 0}});
  for (int n = 0; n <= 10; ++n) {
    const double value = 100.0 * n;
    recording->Append(n, Side::kBefore, &value);
  }
  PlotWidget plot;
  plot.resize(600, 240);
  plot.setContent({"", "", {{"ramp.y", "ramp", false}}});
  plot.setRunSpan(0, 10);
  plot.setRecording(recording);
  plot.setTimeRange(4.9, 5.1);
  QCOMPARE(exportPlot(&plot, fixture_->path("z.svg"), QSize(600, 300)), QString());
  // An SVG does not clip: every polyline has to end at the axes by itself.
  const QString svg = QString::fromUtf8(WindowFixture::read(fixture_->path("z.svg")));
  static const QRegularExpression polyline("<polyline[^>]*points=\"([^\"]*)\"");
  auto matches = polyline.globalMatch(svg);
  int points = 0;
  while (matches.hasNext()) {
    for (const QString& point : matches.next().captured(1).split(' ', Qt::SkipEmptyParts)) {
      const double x = point.section(',', 0, 0).toDouble();
      QVERIFY2(x >= 0 && x <= 600, qPrintable(point));
      ++points;
    }
  }
  QVERIFY(points >= 2);
}

// A sine into a scope, whose only steps are the start and the end of the run.
void TestExport::drawsTheCurveBetweenSteps() {
  const QByteArray text =
      R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {"s": {"type": "Sine"},
      "scope": {"type": "Scope"}}, "wires": [{"from": "s.y", "to": "scope.u1"}]}})";
  DiagramDocument document(BuiltInBlocks());
  bool opened = false;
  document.open(fixture_->write("sine.loop.json", text), &opened);
  QVERIFY(opened);
  RunController runs(&document);
  runs.start();
  QTRY_VERIFY(runs.recording() && !runs.isActive());
  PlotWidget plot;
  plot.resize(600, 240);
  plot.setContent({"", "", {{"s.y", "s", false}}});
  plot.setRunSpan(0, 10);
  plot.setRecording(runs.recording());
  plot.fit();
  constexpr int kTimes = 10000;
  for (int i = 0; i < kTimes; ++i) {
    const double t = 10. * i / kTimes;
    const double value = plot.valueAtTime(0, t).value_or(UpdatePoint{}).before;
    QVERIFY(std::abs(value - std::sin(t)) < 2. / 500);
  }
  QCOMPARE(exportPlot(&plot, fixture_->path("s.svg"), QSize(1200, 600)), QString());
  const QString svg = QString::fromUtf8(WindowFixture::read(fixture_->path("s.svg")));
  static const QRegularExpression polyline("<polyline[^>]*points=\"([^\"]*)\"");
  QPolygonF curve;  // the longest line of the picture
  for (auto matches = polyline.globalMatch(svg); matches.hasNext();) {
    QPolygonF line;
    for (const QString& point : matches.next().captured(1).split(' ', Qt::SkipEmptyParts)) {
      line.append({point.section(',', 0, 0).toDouble(), point.section(',', 1).toDouble()});
    }
    if (line.size() > curve.size()) curve = line;
  }
  QVERIFY(curve.size() > 20);
  // The run's ends and the sine's extremes say where the axes are.
  const QRectF box = curve.boundingRect();
  qsizetype at = 0;
  for (int i = 0; i < kTimes; ++i) {
    const double x = box.left() + box.width() * i / kTimes;
    while (at + 2 < curve.size() && curve[at + 1].x() <= x) ++at;
    const double part = (x - curve[at].x()) / (curve[at + 1].x() - curve[at].x());
    const double y = curve[at].y() + part * (curve[at + 1].y() - curve[at].y());
    const double value = 1 - 2 * (y - box.top()) / box.height();
    QVERIFY2(std::abs(value - std::sin(10. * i / kTimes)) < 2. / 500,
             qPrintable(QString::number(x)));
  }
}

void TestExport::saysThatOlderRowsWereThinned() {
  const QByteArray note = "thinned before t = 3.5 s to save memory; extremes are kept";
  PlotWidget plot;
  plot.resize(600, 240);
  plot.setContent({"", "", {{"counter.y", "counter", true}}});
  plot.setRunSpan(0, 10);
  plot.setRecording(Counter());
  QCOMPARE(exportPlot(&plot, fixture_->path("whole.svg"), QSize(600, 300)), QString());
  QVERIFY(!WindowFixture::read(fixture_->path("whole.svg")).contains("thinned"));
  const auto thinned = Counter();
  thinned->NoteThinned(3.5);
  plot.continueWith(thinned);
  QCOMPARE(exportPlot(&plot, fixture_->path("thinned.svg"), QSize(600, 300)), QString());
  QVERIFY(WindowFixture::read(fixture_->path("thinned.svg")).contains(note));
  const std::unique_ptr<PlotView> pairs =
      makePlotView({"", "", {{"counter.y", "x", true}, {"counter.y", "y", true}}, PlotKind::kXY});
  pairs->resize(600, 240);
  pairs->continueWith(thinned);
  QCOMPARE(exportPlot(pairs.get(), fixture_->path("pairs.svg"), QSize(600, 300)), QString());
  QVERIFY(WindowFixture::read(fixture_->path("pairs.svg")).contains(note));
  // The next run has all of its rows.
  plot.setRecording(Counter());
  QCOMPARE(exportPlot(&plot, fixture_->path("next.svg"), QSize(600, 300)), QString());
  QVERIFY(!WindowFixture::read(fixture_->path("next.svg")).contains("thinned"));
}

void TestExport::makesPicturesAndDataOfEveryPlot() {
  DiagramDocument document(BuiltInBlocks());
  bool opened = false;
  document.open(fixture_->write("counter.loop.json", counterDiagram()), &opened);
  QStringList written;
  QCOMPARE(exportPlots(&document, Counter(), 0, 0.06, fixture_->path("a/b"), &written), QString());
  const QString base = fixture_->path("a/b/scope");
  QCOMPARE(written, QStringList({base + ".png", base + ".svg", base + ".pdf", base + ".csv"}));
  for (const QString& path : written) QVERIFY(QFile::exists(path));
  QVERIFY(WindowFixture::read(base + ".pdf").startsWith("%PDF"));
  QCOMPARE(WindowFixture::read(base + ".csv"),
           QByteArray("time,side,counter.y\n0,-,0\n0,+,10\n0.02,-,10\n0.02,+,20\n0.04,-,20\n"
                      "0.04,+,30\n"));
}

void TestExport::filesOfPlotsHaveTheirTitles() {
  const auto content = [](const char* title, const QStringList& curves = {}) {
    PlotContent made;
    made.title = title;
    for (const QString& name : curves) made.curves.push_back({name, name});
    return made;
  };
  QCOMPARE(plotFileNames({content("Speed & torque"), content("drive/scope"), content("a: \"b\"?"),
                          content("speed & torque"), content("", {"x", "motor/w"}),
                          content(" .hidden"), content("")}),
           QStringList({"Speed & torque", "drive-scope", "a- -b-", "speed & torque 2", "x, motor-w",
                        "hidden", "plot"}));
}

void TestExport::curvesHaveTheColoursOfTheirWires() {
  DiagramDocument document(BuiltInBlocks());
  bool opened = false;
  document.open(fixture_->write("two.loop.json", R"({"format": "loopwright", "version": 1,
    "diagram": {"blocks": {
      "fast": {"type": "DiscreteCounter", "parameters": {"period": 0.01}},
      "slow": {"type": "DiscreteCounter", "parameters": {"period": 0.02}}}},
    "plots": [{"signals": ["slow.y"]}]})"),
                &opened);
  QVERIFY(opened);
  auto recording =
      std::make_shared<Recording>(std::vector<RecordedSignal>{{"slow.y", "", 1, 0, true, 0.02}});
  for (int n = 0; n < 3; ++n) {
    const double value = n;
    recording->Append(0.02 * n, Side::kAfter, &value);
  }
  QStringList written;
  QCOMPARE(exportPlots(&document, recording, 0, 0.06, fixture_->path("plots"), &written),
           QString());
  const QByteArray svg = WindowFixture::read(written.value(1));
  const auto colour = [](int rate) { return Theme::light().sampleTimeColour(rate).name(); };
  QVERIFY(svg.contains(colour(1).toUtf8()));
  QVERIFY(!svg.contains(colour(0).toUtf8()));
  // The window's have the same.
  PlotPanel panel(BuiltInBlocks());
  panel.setRates([&](const std::string& path) { return document.report().rateOf(path); });
  panel.showRun(document.document(), recording, 0, 0.06);
  QCOMPARE(curveRates(panel.views()[0]->content().curves), std::vector<int>{1});
}

// What the dialog proposes, and what becomes of the name when another format is chosen.
void TestExport::theFilterFollowsTheName() {
  QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
  MainWindow window(BuiltInBlocks());
  window.show();
  openFile(&window, fixture_->write("counter.loop.json", counterDiagram()));
  QString filter;
  QString name;
  QStringList picked;
  bool accepts = true;
  const auto answer = [&] {
    auto* const dialog = window.findChild<QFileDialog*>("newFileDialog");
    QVERIFY(dialog != nullptr);
    filter = dialog->selectedNameFilter();
    name = QFileInfo(dialog->selectedFiles().value(0)).fileName();
    // Names of files have room.
    const auto* const list = dialog->findChild<QTreeView*>("treeView");
    QVERIFY(list->isVisible());
    QVERIFY(list->columnWidth(0) >= list->fontMetrics().averageCharWidth() * 35);
    QVERIFY(list->columnWidth(0) + list->columnWidth(1) < list->width());
    if (accepts) {
      auto* const formats = dialog->findChild<QComboBox*>("fileTypeCombo");
      formats->setCurrentIndex(formats->findText("SVG drawing (*.svg)"));
      Q_EMIT formats->activated(formats->currentIndex());
      picked = dialog->selectedFiles();
    }
    static_cast<QDialog*>(dialog)->done(accepts ? QDialog::Accepted : QDialog::Rejected);
  };
  window.actions().get(ActionId::kExportFigure)->trigger();
  QTimer::singleShot(0, &window, answer);
  window.findChild<QPushButton*>("figure.save")->click();
  QCOMPARE(name, QString("counter.pdf"));
  QCOMPARE(filter, QString("PDF document (*.pdf)"));
  QCOMPARE(picked, QStringList{fixture_->path("counter.svg")});
  QVERIFY(WindowFixture::read(fixture_->path("counter.svg")).contains("<svg"));
  QTRY_VERIFY(window.findChild<QDialog*>("figureDialog") == nullptr);
  accepts = false;
  window.actions().get(ActionId::kExportFigure)->trigger();
  QTimer::singleShot(0, &window, answer);
  window.findChild<QPushButton*>("figure.save")->click();
  QVERIFY(!QFile::exists(fixture_->path("counter.pdf")));
}

void TestExport::aPlotMayBeReplacedWhileItsFileIsChosen() {
  QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
  MainWindow window(BuiltInBlocks());
  window.show();
  openFile(&window, fixture_->write("counter.loop.json", counterDiagram()));
  Workspace* const workspace = window.current();
  QSignalSpy finished(workspace->runs(), &RunController::finished);
  workspace->runs()->start();
  QTRY_COMPARE(finished.count(), 1);
  PlotPanel* const plots = workspace->plots();
  QString chosen;
  const auto replaceAndAccept = [&] {
    // As a run does that begins meanwhile.
    plots->showRun(workspace->document()->document(), plots->recording(), 0, 0.06);
    auto* const dialog = window.findChild<QFileDialog*>("newFileDialog");
    chosen = dialog->selectedFiles().value(0);
    static_cast<QDialog*>(dialog)->done(QDialog::Accepted);
  };
  QTimer::singleShot(0, &window, replaceAndAccept);
  exportPlotPicture(&window, plots->views()[0]);
  QVERIFY(chosen.endsWith(".svg"));
  QVERIFY(!QFile::exists(chosen));
  QCOMPARE(window.findChild<QLabel*>("statusMessage")->text(),
           QString("Not exported: the plot was replaced meanwhile. Export the new one."));
  // The data are known whatever is shown.
  QTimer::singleShot(0, &window, replaceAndAccept);
  exportDataOfPlot(&window, plots->views()[0]);
  QVERIFY(chosen.endsWith(".csv"));
  QVERIFY(WindowFixture::read(chosen).contains("counter.y"));
}

void TestExport::refusesAnUnknownSuffix() {
  const QString problem = writePicture("x.bmp", QSize(10, 10), "", [](QPaintDevice*, bool) {});
  QCOMPARE(problem, "x.bmp: the name of a picture ends in .png, .svg or .pdf");
}

void TestExport::saysWhatCannotBeWritten() {
  const QString path = fixture_->path("no/such/folder.svg");
  const QString problem = writePicture(path, QSize(10, 10), "", [](QPaintDevice* device, bool) {
    QPainter(device).drawLine(0, 0, 9, 9);
  });
  QVERIFY2(problem.startsWith(path + " cannot be written: "), qPrintable(problem));
  const QString file = fixture_->write("file", "x");
  QStringList written;
  const QString folder = file + "/plots";
  DiagramDocument document(BuiltInBlocks());
  QCOMPARE(exportPlots(&document, Counter(), 0, 1, folder, &written),
           QStringLiteral("the folder %1 cannot be made").arg(folder));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestExport)

}  // namespace loopwright::test_export

#include "test_export.moc"
