#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QObject>
#include <QTest>
#include <cmath>
#include <set>
#include <tuple>

#include "engine/recording/recording.h"
#include "gui/curves/plot_cursors.h"
#include "gui/plots/curve_look.h"
#include "gui/readings/reading_table.h"
#include "gui/theme/theme.h"
#include "tests/gui/plot_window.h"
#include "tests/test_main.h"

namespace loopwright::test_plot_readings {

namespace {

constexpr int kSine = 0;
constexpr int kCounter = 1;

ReadingTable* tableOf(const PlotWindow& w, const char* name) {
  return w.window()->findChild<ReadingTable*>(name);
}

// The text of the cell in the row with this name.
QString cell(const ReadingTable* table, const QString& row, int column) {
  for (int i = 0; i < table->rowCount(); ++i) {
    if (table->verticalHeaderItem(i)->text() == row) return table->item(i, column)->text();
  }
  return QStringLiteral("no row ") + row;
}

}  // namespace

/// What is read off plots: the legend, the cursors A and B, the measures.
class TestPlotReadings : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aClickInTheLegendHidesACurve();
  void theLegendShowsValuesAtThePointer();
  void noTwoCurvesAreAlike();
  void dashesAreDrawn();
  void cursorsReadBothValuesAtAnUpdate();
  void cursorsMarkBothValuesInThePlot();
  void cursorsLeaveTheLegendReadable();
  void cursorsStandInTheRunUntilTheyAreMoved();
  void cursorsMoveByKeys();
  void measuresAreOfWhatIsVisible();
  void measuresAreCopiedAsATable();
};

void TestPlotReadings::aClickInTheLegendHidesACurve() {
  const PlotWindow w(sineAndCounter());
  QCOMPARE(w.plot()->curveCount(), 2);
  const double allOfIt = w.plot()->pixelToValue(w.plot()->plotArea().top());
  QVERIFY(allOfIt > 80);
  PlotWindow::click(w.plot(), w.plot()->legendEntry(kCounter).center().toPoint());
  QVERIFY(!w.plot()->isCurveShown(kCounter));
  QVERIFY(w.plot()->isCurveShown(kSine));
  // The sine alone has all the room.
  QVERIFY(w.plot()->pixelToValue(w.plot()->plotArea().top()) < 10);
  // So it stays in the next run, and nothing of it is an edit.
  w.run();
  QVERIFY(!w.plot()->isCurveShown(kCounter));
  QVERIFY(!w.document()->isModified());
  PlotWindow::click(w.plot(), w.plot()->legendEntry(kCounter).center().toPoint());
  QVERIFY(w.plot()->isCurveShown(kCounter));
  QCOMPARE(w.plot()->pixelToValue(w.plot()->plotArea().top()), allOfIt);
}

void TestPlotReadings::theLegendShowsValuesAtThePointer() {
  const PlotWindow w(sineAndCounter());
  // Without a pointer the last values.
  QCOMPARE(w.plot()->legendValue(kCounter)->before, 80.0);
  const QPoint at(static_cast<int>(std::lround(w.plot()->timeToPixel(0.5))),
                  w.plot()->plotArea().center().y());
  QTest::mouseMove(PlotWindow::area(w.plot()), at);
  QTRY_COMPARE(w.plot()->legendValue(kCounter)->before, 20.0);
  QCOMPARE(w.plot()->legendValue(kCounter)->after, 30.0);
  QVERIFY(std::abs(w.plot()->legendValue(kSine)->after) < 1e-6);
  QTest::mouseMove(PlotWindow::area(w.plot()), at + QPoint(20, 0));
  QTRY_COMPARE(w.plot()->legendValue(kCounter)->before, 30.0);
  QCOMPARE(w.plot()->legendValue(kCounter)->after, 30.0);
}

void TestPlotReadings::noTwoCurvesAreAlike() {
  for (const bool discrete : {false, true}) {
    std::vector<CurveSetting> curves;
    for (int i = 0; i < 20; ++i) {
      curves.push_back({QString::number(i), QString::number(i), discrete});
    }
    std::set<std::tuple<QRgb, int>> seen;
    const std::vector<CurveLook> looks = curveLooks(curves);
    for (const CurveLook& look : looks) seen.insert({look.colour.rgb(), int(look.line)});
    QCOMPARE(seen.size(), size_t{20});
    QCOMPARE(looks[4].line, CurveLine::kSolid);
    QCOMPARE(looks[7].line, CurveLine::kDash);
  }
  // What was chosen is kept.
  const std::vector<CurveLook> chosen =
      curveLooks({{"a", "a", true, 0, QColor("#123456"), CurveLine::kDot}, {"b", "b", true, 0}});
  QCOMPARE(chosen[0].colour, QColor("#123456"));
  QCOMPARE(chosen[0].line, CurveLine::kDot);
}

// Along a level curve, a dashed line has more than one piece, a solid one is one.
void TestPlotReadings::dashesAreDrawn() {
  const auto pieces = [](CurveLine line) {
    auto recording =
        std::make_shared<Recording>(std::vector<RecordedSignal>{{"a.y", "", 1, 0, false, 0}});
    for (int k = 0; k <= 100; ++k) {
      const double value = 1 + 1e-3 * (k % 2);
      recording->Append(k, Side::kBefore, &value);
    }
    PlotWidget plot;
    plot.resize(600, 200);
    plot.setContent({"", "", {{"a.y", "a", false, {}, QColor(Qt::red), line}}, PlotKind::kTime});
    plot.setRunSpan(0, 100);
    plot.setRecording(recording);
    plot.fit();
    plot.zoomValues(1000, plot.place(0, 50, 1).y());
    const QImage picture = plot.grab().toImage();
    const int y = static_cast<int>(std::lround(plot.place(0, 50, 1).y()));
    int found = 0;
    bool was = false;
    for (int x = plot.plotArea().left() + 5; x < plot.plotArea().right() - 5; ++x) {
      bool is = false;
      for (int dy = -1; dy <= 1; ++dy) {
        const QColor colour = picture.pixelColor(x, y + dy);
        is = is || (colour.red() > 200 && colour.green() < 120);
      }
      if (is && !was) ++found;
      was = is;
    }
    return found;
  };
  QCOMPARE(pieces(CurveLine::kSolid), 1);
  QVERIFY(pieces(CurveLine::kDash) > 20);
  QVERIFY(pieces(CurveLine::kDot) > pieces(CurveLine::kDash));
}

void TestPlotReadings::cursorsReadBothValuesAtAnUpdate() {
  const PlotWindow w(sineAndCounter());
  const int widthBefore = w.plot()->width();
  w.trigger(ActionId::kPlotCursors);
  PlotCursors* const cursors = w.panel()->cursors();
  QVERIFY(cursors->areShown());
  const ReadingTable* const table = tableOf(w, "cursorTable");
  QVERIFY(table->isVisible());
  const PlotWidget& plot = *w.plot();
  QTRY_VERIFY(plot.width() < widthBefore);  // The table has its room.
  const int y = plot.plotArea().center().y() + 20;
  const auto at = [&](double time, int off) {
    return QPoint(static_cast<int>(std::lround(plot.timeToPixel(time))) + off, y);
  };
  // Near an update the cursor stands on it.
  PlotWindow::drag(&plot, at(cursors->time(PlotCursors::kA), 0), at(0.5, 2));
  PlotWindow::drag(&plot, at(cursors->time(PlotCursors::kB), 0), at(1.5, -2));
  QCOMPARE(cursors->time(PlotCursors::kA), 0.5);
  QCOMPARE(cursors->time(PlotCursors::kB), 1.5);
  QCOMPARE(cell(table, "t, s", 0), QString("0.5"));
  QCOMPARE(cell(table, "t, s", 2), QString("1"));
  QCOMPARE(cell(table, "1/Δt, Hz", 2), QString("1"));
  QCOMPARE(cell(table, "counter.y", 0), QString("○ 20  ● 30"));
  QCOMPARE(cell(table, "counter.y", 1), QString("○ 60  ● 70"));
  QCOMPARE(cell(table, "counter.y", 2), QString("40"));
  // From 30, after A, to 60, before B.
  QCOMPARE(cell(table, "counter.y", 3), QString("30"));
  // Between updates there is one value.
  PlotWindow::drag(&plot, at(0.5, 0), at(0.625, 0));
  QCOMPARE(cell(table, "counter.y", 0), QString("30"));
  QCOMPARE(cell(table, "counter.y", 2), QString("○ 30  ● 40"));
  w.trigger(ActionId::kPlotCursors);
  QVERIFY(!cursors->areShown());
  QVERIFY(!table->isVisible());
}

void TestPlotReadings::cursorsMarkBothValuesInThePlot() {
  const PlotWindow w(sineAndCounter());
  w.trigger(ActionId::kPlotCursors);
  w.panel()->cursors()->setTime(PlotCursors::kA, 1.0);
  QCoreApplication::processEvents();
  const PlotWidget& plot = *w.plot();
  const QImage picture = w.plot()->grab().toImage();
  const auto colourAt = [&](double value) {
    return picture.pixelColor(plot.place(kCounter, 1.0, value).toPoint());
  };
  QCOMPARE(colourAt(40).rgb(), Theme::current().canvas.rgb());
  QCOMPARE(colourAt(50).rgb(), plot.curveColour(kCounter).rgb());
  // The cursor's line is there, between.
  bool isAccent = false;
  const QPoint middle = plot.place(kCounter, 1.0, 65).toPoint();
  for (int y = middle.y() - 8; y < middle.y() + 8; ++y) {
    for (int x = middle.x() - 1; x <= middle.x() + 1; ++x) {
      const QColor colour = picture.pixelColor(x, y);
      isAccent = isAccent || colour.blue() - colour.red() > 100;
    }
  }
  QVERIFY(isAccent);
}

// Within the axes a cursor's line ends at the legend; below the legend its flag is within the axes.
void TestPlotReadings::cursorsLeaveTheLegendReadable() {
  const PlotWindow w(sineAndCounter());
  PlotWidget* const plot = w.plot();
  const double beside = plot->pixelToTime(plot->plotArea().left() + 40);
  // The values in the legend are those at the cursor that was moved last.
  const auto legendWith = [&](double time) {
    w.panel()->cursors()->setTime(PlotCursors::kB, time);
    w.panel()->cursors()->setTime(PlotCursors::kA, beside);
    QCoreApplication::processEvents();
    return plot->grab(plot->legendArea().toRect()).toImage();
  };
  w.trigger(ActionId::kPlotCursors);
  const double middle = plot->pixelToTime(static_cast<int>(plot->legendArea().center().x()));
  const QImage before = legendWith(beside);
  QVERIFY(!before.isNull());
  QCOMPARE(legendWith(middle), before);
  // With many curves the legend stands above the axes.
  std::vector<CurveSetting> curves(12, plot->content().curves.front());
  for (size_t i = 0; i < curves.size(); ++i) curves[i].name = "curve " + QString::number(i);
  plot->setContent({"", "", curves, PlotKind::kTime});
  plot->setRecording(w.panel()->recording());
  QTRY_VERIFY(plot->legendArea().top() < plot->plotArea().top());
  const double first = plot->pixelToTime(static_cast<int>(plot->legendEntry(0).center().x()));
  QCOMPARE(legendWith(first), legendWith(plot->pixelToTime(plot->plotArea().right() - 3)));
}

// Those that were shown before a run had no place of their own.
void TestPlotReadings::cursorsStandInTheRunUntilTheyAreMoved() {
  const PlotWindow w(sineAndCounter());
  PlotCursors* const cursors = w.panel()->cursors();
  const auto run = [&] {
    w.panel()->showRun(w.window()->current()->document()->document(), w.panel()->recording(), 0, 3);
  };
  cursors->show(0, 0.3);
  run();
  QCOMPARE(cursors->time(PlotCursors::kA), 1.0);
  QCOMPARE(cursors->time(PlotCursors::kB), 2.0);
  cursors->setTime(PlotCursors::kB, 0.5);
  run();
  QCOMPARE(cursors->time(PlotCursors::kA), 1.0);
  QCOMPARE(cursors->time(PlotCursors::kB), 0.5);
}

void TestPlotReadings::cursorsMoveByKeys() {
  const PlotWindow w(sineAndCounter());
  w.trigger(ActionId::kPlotCursors);
  PlotCursors* const cursors = w.panel()->cursors();
  cursors->setTime(PlotCursors::kA, 0.6);
  QWidget* const area = PlotWindow::area(w.plot());
  QTest::keyClick(area, Qt::Key_Right, Qt::ControlModifier);
  QCOMPARE(cursors->time(PlotCursors::kA), 0.75);
  QTest::keyClick(area, Qt::Key_Right, Qt::ControlModifier);
  QCOMPARE(cursors->time(PlotCursors::kA), 1.0);
  QTest::keyClick(area, Qt::Key_Left, Qt::ControlModifier);
  QCOMPARE(cursors->time(PlotCursors::kA), 0.75);
  QTest::keyClick(area, Qt::Key_Left);
  QVERIFY(cursors->time(PlotCursors::kA) < 0.75);
  QVERIFY(cursors->time(PlotCursors::kA) > 0.74);
}

void TestPlotReadings::measuresAreOfWhatIsVisible() {
  const PlotWindow w(sineAndCounter());
  w.trigger(ActionId::kPlotMeasures);
  const ReadingTable* const table = tableOf(w, "measureTable");
  QTRY_COMPARE(table->columnCount(), 2);
  QCOMPARE(table->horizontalHeaderItem(kCounter)->text(), QString("counter.y"));
  // 10 to 80 for a quarter second each.
  QCOMPARE(cell(table, "mean", kCounter), QString("45"));
  QCOMPARE(cell(table, "greatest", kCounter), QString("80"));
  QVERIFY(std::abs(cell(table, "frequency, Hz", kSine).toDouble() - 1) < 1e-3);
  QVERIFY(std::abs(cell(table, "rms", kSine).toDouble() - 5 / std::sqrt(2)) < 1e-2);
  // The piece between 0.25 s and 0.75 s alone.
  w.plot()->setTimeRange(0.3, 0.7);
  QTRY_COMPARE(cell(table, "mean", kCounter), QString("25"));
  QCOMPARE(cell(table, "least", kCounter), QString("20"));
  // A curve that is hidden is not measured.
  w.plot()->setCurveShown(kSine, false);
  QTRY_COMPARE(table->columnCount(), 1);
  w.trigger(ActionId::kPlotMeasures);
  QVERIFY(!table->isVisible());
}

void TestPlotReadings::measuresAreCopiedAsATable() {
  const PlotWindow w(sineAndCounter());
  w.trigger(ActionId::kPlotMeasures);
  ReadingTable* const table = tableOf(w, "measureTable");
  QTRY_COMPARE(table->columnCount(), 2);
  table->setFocus();
  QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
  QString text = QGuiApplication::clipboard()->text();
  QVERIFY2(text.startsWith("\tsine.y\tcounter.y\nmean\t"), qPrintable(text));
  QCOMPARE(text.count('\n'), table->rowCount() + 1);
  // A cell with its headers; a minus that programs read.
  table->setCurrentCell(2, kSine, QItemSelectionModel::ClearAndSelect);
  QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
  text = QGuiApplication::clipboard()->text();
  QVERIFY2(text.startsWith("\tsine.y\nleast\t-"), qPrintable(text));
  QCOMPARE(text.count('\n'), 2);
}

LOOPWRIGHT_TEST_WITH(QApplication, TestPlotReadings)

}  // namespace loopwright::test_plot_readings

#include "test_plot_readings.moc"
