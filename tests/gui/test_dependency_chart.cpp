#include <QImage>
#include <QObject>
#include <cstdlib>

#include "gui/theme/theme.h"
#include "tests/gui/inspector_window.h"
#include "tests/test_main.h"

namespace loopwright::test_dependency_chart {

namespace {

constexpr auto kBefore = DependencyColumn::kBefore;
constexpr auto kMiddle = DependencyColumn::kMiddle;
constexpr auto kAfter = DependencyColumn::kAfter;

// As much as rounding at the edge of a line may change a colour.
bool isNear(const QColor& a, const QColor& b) {
  return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) +
             std::abs(a.blue() - b.blue()) <=
         6;
}

}  // namespace

/// The graph below the inspector: a value between what it depends on and what depends on it.
class TestDependencyChart : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aClickWalks();
  void keysWalk();
  void freshnessHasColourAndShape();
  void aSideTakesTheRoomThatTheOtherLeaves();
  void manyNeighboursScroll();
};

void TestDependencyChart::aClickWalks() {
  InspectorWindow w;
  w.select("gain");
  QCOMPARE(w.values(kMiddle), QStringList{"gain.y"});
  QCOMPARE(w.values(kBefore), (QStringList{"error.y", "gain"}));
  QCOMPARE(w.values(kAfter), (QStringList{"state.derivative", "state.x"}));
  QCOMPARE(w.chart()->graph().before.back().text, QString("gain.gain: 2"));
  w.clickValue(kBefore, "error.y");
  QCOMPARE(w.selected(), QStringList{"error"});
  QTRY_COMPARE(w.values(kMiddle), QStringList{"error.y"});
  QCOMPARE(w.label("inspectorTitle").section(',', 0, 0), QString("error"));
  // A sink computes nothing from what it is wired to: its port ends the way.
  w.clickValue(kBefore, "state.y");
  QTRY_COMPARE(w.values(kAfter), (QStringList{"error.y", "scope.u1"}));
  QCOMPARE(w.values(kBefore), QStringList{"x"});
  w.clickValue(kAfter, "scope.u1");
  QTRY_COMPARE(w.values(kMiddle), QStringList{"scope.u1"});
  QCOMPARE(w.selected(), QStringList{"scope"});
  QCOMPARE(w.values(kBefore), QStringList{"state.y"});
  QCOMPARE(w.values(kAfter), QStringList{});
  // Within a block nothing else is selected; the middle leads nowhere.
  w.select("gain");
  QTRY_COMPARE(w.values(kMiddle), QStringList{"gain.y"});
  w.clickValue(kBefore, "gain");
  QTRY_COMPARE(w.values(kMiddle), QStringList{"gain.gain"});
  QCOMPARE(w.values(kAfter), QStringList{"y"});
  w.clickValue(kMiddle, "gain.gain");
  QCOMPARE(w.values(kMiddle), QStringList{"gain.gain"});
  QCOMPARE(w.selected(), QStringList{"gain"});
  // Who asks why a value is as it is sees its neighbours.
  w.enter(w.row("Ports", "y"));
  QCOMPARE(w.values(kMiddle), QStringList{"gain.y"});
}

void TestDependencyChart::keysWalk() {
  InspectorWindow w;
  w.select("gain");
  QTRY_VERIFY(w.chart()->isVisible());
  w.chart()->setFocus();
  const auto press = [&w](Qt::Key key) {
    QTest::keyClick(w.chart(), key);
    return w.chart()->chosen()->name;
  };
  QCOMPARE(w.chart()->chosen()->name, QString("gain.y"));
  QCOMPARE(press(Qt::Key_Left), QString("error.y"));
  QCOMPARE(press(Qt::Key_Up), QString("error.y"));
  QCOMPARE(press(Qt::Key_Down), QString("gain"));
  QVERIFY(w.chart()->accessibleDescription().startsWith("gain.gain: 2"));
  QCOMPARE(press(Qt::Key_Right), QString("gain.y"));
  QCOMPARE(press(Qt::Key_Right), QString("state.derivative"));
  QCOMPARE(press(Qt::Key_Down), QString("state.x"));
  QTest::keyClick(w.chart(), Qt::Key_Return);
  QTRY_COMPARE(w.values(kMiddle), QStringList{"state.x"});
  QCOMPARE(w.selected(), QStringList{"state"});
  // The keyboard stays in the graph, at the value that was gone to.
  QVERIFY(w.chart()->hasFocus());
  QCOMPARE(w.chart()->chosen()->name, QString("state.x"));
  QCOMPARE(press(Qt::Key_Left), QString("gain.y"));
}

// What is out of date is told from the rest by its outline alone, and by its colour.
void TestDependencyChart::freshnessHasColourAndShape() {
  DependencyGraph graph;
  const DependencyPlace place{"block", ValueKind::kOutput, 0};
  graph.middle = {{place, "middle", "", Freshness::kNotComputed}};
  graph.before = {{place, "fresh", "", Freshness::kUpToDate},
                  {place, "stale", "", Freshness::kOutOfDate}};
  for (const Theme::Mode mode : {Theme::Mode::kLight, Theme::Mode::kDark}) {
    applyTheme(qApp, mode);
    DependencyChart chart;
    chart.setGraph(graph);
    chart.resize(400, chart.sizeHint().height());
    const QImage image = chart.grab().toImage();
    const auto hasWarning = [&](const QRect& box) {
      for (int y = box.top(); y <= box.bottom(); ++y) {
        for (int x = box.left(); x <= box.right(); ++x) {
          if (isNear(image.pixelColor(x, y), Theme::current().warning)) return true;
        }
      }
      return false;
    };
    const QRect fresh = chart.boxOf(kBefore, 0), stale = chart.boxOf(kBefore, 1);
    QVERIFY(!hasWarning(fresh));
    QVERIFY(hasWarning(stale));
    QCOMPARE(image.pixelColor(fresh.topLeft() + QPoint(3, 4)), Theme::current().field);
    QVERIFY(image.pixelColor(stale.topLeft() + QPoint(3, 4)) != Theme::current().field);
  }
  applyTheme(qApp, Theme::Mode::kLight);
  const QRectF box(0, 0, 60, 20);
  QVERIFY(DependencyChart::outline(box, Freshness::kNotComputed) !=
          DependencyChart::outline(box, Freshness::kUpToDate));
}

void TestDependencyChart::aSideTakesTheRoomThatTheOtherLeaves() {
  const DependencyPlace place{"block", ValueKind::kOutput, 0};
  const QString name = "plant.kinetic energy";
  const DependencyNode little{place, "x", "", Freshness::kUpToDate};
  const DependencyNode much{place, name, "", Freshness::kUpToDate};
  DependencyGraph graph;
  graph.middle = {little};
  DependencyChart chart;
  const int whole = QFontMetrics(secondaryFont()).horizontalAdvance(name);
  chart.resize(whole + scaled(180), 200);
  for (const DependencyColumn wide : {kBefore, kAfter}) {
    graph.before = {wide == kBefore ? much : little};
    graph.after = {wide == kAfter ? much : little};
    chart.setGraph(graph);
    const QRect box = chart.boxOf(wide, 0);
    QVERIFY2(box.width() > whole, qPrintable(QString::number(box.width())));
    QVERIFY(chart.rect().contains(box));
    QVERIFY(chart.boxOf(kBefore, 0).right() < chart.boxOf(kMiddle, 0).left());
    QVERIFY(chart.boxOf(kMiddle, 0).right() < chart.boxOf(kAfter, 0).left());
  }
  // Where both need more than there is, both have as much.
  graph.before = graph.after = {much};
  chart.setGraph(graph);
  QCOMPARE(chart.boxOf(kBefore, 0).width(), chart.boxOf(kAfter, 0).width());
}

void TestDependencyChart::manyNeighboursScroll() {
  QByteArray blocks, wires;
  for (int i = 0; i < 45; ++i) {
    const QByteArray name = "g" + QByteArray::number(i);
    blocks += ", \"" + name + R"(": {"type": "Gain", "layout": {"x": )" +
              QByteArray::number(100 + 100 * (i % 9)) + R"(, "y": )" +
              QByteArray::number(80 * (i / 9)) + "}}";
    wires += (i > 0 ? ", " : "") + (R"({"from": "set.y", "to": ")" + name + ".u\"}");
  }
  InspectorWindow w(R"({"format": "loopwright", "version": 1, "simulation": {"stop_time": 1},
    "diagram": {"blocks": {"set": {"type": "Constant", "layout": {"x": 0, "y": 0}})" +
                    blocks + R"(}, "wires": [)" + wires + "]}}");
  w.view()->selectBlocks({"set"});
  QTRY_VERIFY(w.chart()->isVisible());
  QCOMPARE(w.values(kAfter).size(), kMostDependencies);
  QCOMPARE(w.chart()->graph().hiddenAfter, 45 - kMostDependencies);
  QTest::keyClick(w.chart(), Qt::Key_Right);
  for (int i = 0; i < kMostDependencies; ++i) QTest::keyClick(w.chart(), Qt::Key_Down);
  const QRect last = w.chart()->boxOf(kAfter, kMostDependencies - 1);
  QTRY_VERIFY(w.chart()->visibleRegion().contains(last));
  QVERIFY(!w.chart()->visibleRegion().contains(w.chart()->boxOf(kAfter, 0)));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestDependencyChart)

}  // namespace loopwright::test_dependency_chart

#include "test_dependency_chart.moc"
