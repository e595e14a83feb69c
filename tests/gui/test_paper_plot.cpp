#include "gui/figures/paper_plot.h"

#include <QApplication>
#include <QTest>
#include <cmath>
#include <memory>
#include <vector>

#include "engine/recording/recording.h"
#include "gui/figures/figure_options.h"
#include "gui/figures/plot_figure.h"
#include "gui/figures/plot_layout.h"
#include "gui/figures/plot_tex.h"
#include "gui/plots/plot_view.h"
#include "tests/test_main.h"

using namespace loopwright;

/// The axes of plots in print, and the lines in them.
class TestPaperPlot : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // a.y goes from −1 to 99, and b.y from 0 to 1.
  void init() {
    recording_ = std::make_unique<Recording>(
        std::vector<RecordedSignal>{{"a.y", "v", 1, 0, false, 0}, {"b.y", "w", 1, 0, false, 0}});
    for (int i = 0; i <= 100; ++i) {
      const double values[] = {i - 1.0, i * 0.01};
      recording_->Append(i * 0.2, Side::kBefore, values);
    }
  }

  void leavesOutOnlyPointsOnTheLine();
  void cutsALineAtTheBorder();
  void hasAxesWhateverIsChosen();
  void leavesRoomForCurves();

 private:
  std::unique_ptr<Recording> recording_;
};

void TestPaperPlot::leavesOutOnlyPointsOnTheLine() {
  QPolygonF line;
  for (int i = 0; i <= 1000; ++i) line.append({i * 0.1, 20 * std::sin(i * 0.02)});
  const QPolygonF fewer = thinned(line, 0.1);
  QVERIFY(fewer.size() > 10 && fewer.size() < 200);
  QCOMPARE(fewer.front(), line.front());
  QCOMPARE(fewer.back(), line.back());
  qsizetype piece = 1;
  for (const QPointF& point : line) {
    while (fewer[piece].x() < point.x()) ++piece;
    const QPointF a = fewer[piece - 1];
    const QPointF span = fewer[piece] - a;
    const QPointF off = point - a;
    const double across = off.x() * span.y() - off.y() * span.x();
    QVERIFY(std::abs(across) / std::hypot(span.x(), span.y()) <= 0.1 + 1e-12);
  }
  QCOMPARE(thinned(QPolygonF({{0, 0}, {0, 0}, {0, 0}}), 0.1).size(), 2);
}

void TestPaperPlot::cutsALineAtTheBorder() {
  const QRectF area(0, 0, 10, 10);
  const auto pieces = clipped(QPolygonF({{-5, 5}, {5, 5}, {5, 15}, {8, 15}, {8, 5}}), area);
  QCOMPARE(pieces.size(), size_t{2});
  QCOMPARE(pieces[0], QPolygonF({{0, 5}, {5, 5}, {5, 10}}));
  QCOMPARE(pieces[1], QPolygonF({{8, 10}, {8, 5}}));
  QVERIFY(clipped(QPolygonF({{-5, -5}, {15, -1}}), area).empty());
}

void TestPaperPlot::hasAxesWhateverIsChosen() {
  const auto plotWith = [&](PlotKind kind, const AxisSetting& axis) {
    PlotContent content{"Speed", "m/s", {{"a.y", "v"}, {"b.y", "w"}}, kind};
    content.axes = {axis};
    return makePaperPlot(content, *recording_, 0, 20, QSizeF(200, 100));
  };
  const PaperPlot across = plotWith(PlotKind::kXY, {"x", {}, true});
  QCOMPARE(across.x.ticks, (std::vector<double>{1, 10, 100}));
  QCOMPARE(across.x.lower, 1.0);
  // Time begins at 0, which no logarithm has.
  const PaperPlot logTime = plotWith(PlotKind::kTime, {"x", {}, true});
  QVERIFY(!logTime.x.isLogarithmic);
  QCOMPARE(logTime.x.ticks, (std::vector<double>{0, 5, 10, 15, 20}));
  const PaperPlot late = plotWith(PlotKind::kTime, {"x", {}, false, 20});
  QCOMPARE(late.x.lower, 20.0);
  QCOMPARE(late.x.upper, 30.0);
  const PaperPlot high = plotWith(PlotKind::kTime, {"y", {}, false, 1000});
  QCOMPARE(high.y.lower, 1000.0);
  QCOMPARE(high.y.upper, 1500.0);
  const PaperPlot highLog = plotWith(PlotKind::kTime, {"y", {}, true, 1000});
  QCOMPARE(highLog.y.ticks, (std::vector<double>{1000, 10000}));
  // Between neighbouring numbers there is no room for ticks.
  const PaperPlot narrow = plotWith(PlotKind::kTime, {"y", {}, false, 1e17, 1e17 + 16});
  QVERIFY(narrow.y.ticks.size() < 100);
}

// Texts that are too large for the figure leave an area all the same.
void TestPaperPlot::leavesRoomForCurves() {
  const PlotContent content{"Speed", "m/s", {{"a.y", "v"}, {"b.y", "w"}}};
  FigureOptions options;
  QCOMPARE(readFigureOptions({"paper", "10", "10", "40", {}, {}}, &options), QString());
  const PlotLayout layout = layoutPlots({content}, *recording_, 0, 20, options)[0];
  QVERIFY(layout.area.width() >= 40);
  QVERIFY(layout.area.height() >= 40);
  const auto files = plotTex({content}, *recording_, 0, 20, options, "Speed");
  QVERIFY(files[0].second.contains("width=40bp"));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestPaperPlot)
#include "test_paper_plot.moc"
