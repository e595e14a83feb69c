#include <QApplication>
#include <QDir>
#include <QRegularExpression>
#include <QTest>
#include <cmath>
#include <memory>

#include "blocklib/registry.h"
#include "engine/recording/recording.h"
#include "engine/session/run_session.h"
#include "gui/document/diagram_document.h"
#include "gui/export/export.h"
#include "gui/figures/axis_map.h"
#include "gui/figures/diagram_figure.h"
#include "gui/figures/diagram_tikz.h"
#include "gui/figures/figure_files.h"
#include "gui/figures/figure_options.h"
#include "gui/figures/paper_plot.h"
#include "gui/figures/plot_figure.h"
#include "gui/figures/plot_layout.h"
#include "gui/plots/plot_contents.h"
#include "gui/scene/diagram_scene.h"
#include "tests/gui/figure_fixture.h"
#include "tests/gui/window_fixture.h"
#include "tests/test_main.h"

namespace loopwright::test_paper_figures {

namespace {

constexpr double kColumn = 88.9 * 72 / 25.4;

QStringList diagramsOf(const QString& name) {
  const QDir folder(LOOPWRIGHT_SOURCE_DIR "/resources/" + name);
  QStringList paths;
  for (const QString& file : folder.entryList({"*.loop.json"})) paths += folder.filePath(file);
  return paths;
}

QStringList examples() { return diagramsOf("examples"); }

using Kind = FigureElement::Kind;

// Whether the line of a frame is hidden behind a text, by what is drawn between them.
bool isCleared(const Figure& figure, size_t text) {
  const QRectF box = Figure::boxOf(figure.elements[text]).adjusted(0.1, 0.1, -0.1, -0.1);
  for (size_t i = 0; i < text; ++i) {
    const FigureElement& other = figure.elements[i];
    if (other.role == u"clear" && Figure::boxOf(other).contains(box)) return true;
  }
  return false;
}

// The texts that lie on another text or on a line, as "role text".
QStringList covering(const Figure& figure) {
  QStringList found;
  for (size_t i = 0; i < figure.elements.size(); ++i) {
    const FigureElement& text = figure.elements[i];
    if (text.kind != Kind::kText) continue;
    const QRectF box = Figure::boxOf(text).adjusted(0.1, 0.1, -0.1, -0.1);
    for (size_t j = 0; j < figure.elements.size(); ++j) {
      const FigureElement& other = figure.elements[j];
      if (i == j) continue;
      bool covers = false;
      if (other.kind == Kind::kText) {
        // Parts of one formula stand close to each other.
        const bool isSame = other.role == text.role && other.name == text.name;
        covers = !isSame && box.intersects(Figure::boxOf(other));
      } else if (other.role == u"block") {
        // What stands beside a block stands outside of all of them.
        const bool isInside = text.role == u"face" || text.role == u"sign";
        covers = !isInside && box.intersects(Figure::boxOf(other));
      } else if (other.role == u"wire" || other.role == u"axis" || other.role == u"frame") {
        for (qsizetype k = 1; k < other.points.size(); ++k) {
          const QRectF piece = QRectF(other.points[k - 1], other.points[k]).normalized();
          covers = covers || box.intersects(piece.adjusted(-0.3, -0.3, 0.3, 0.3));
        }
        covers = covers && !(other.role == u"frame" && isCleared(figure, i));
      }
      if (covers)
        found += QStringList{text.role, text.text, "on", other.role, other.text}.join(u' ');
    }
  }
  return found;
}

int count(const Figure& figure, const QString& role) {
  int number = 0;
  for (const FigureElement& element : figure.elements) number += element.role == role;
  return number;
}

}  // namespace

class TestPaperFigures : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { fixture_ = std::make_unique<WindowFixture>(); }

  void noTextCoversAnythingInAColumn();
  void textsHaveTheSizeAskedFor();
  void isNoWiderThanAsked();
  void makesTheSameBytesTwice();
  void svgHasItsTextsAsTexts();
  void drawsAllThatTheDiagramHas();
  void picturesStandBesideTheSigns();
  void aLongNameStandsInTwoLinesBetweenWires();
  void textsOfGainsStandWithinThem_data();
  void textsOfGainsStandWithinThem();
  void signsInNotesAreDrawn();
  void notesFitTheColumn();
  void namesOfSumsStandOverThem();
  void theStyleOfTheScreenInBlack();
  void readsWidthsAndStyles();
  void refusesWhatItDoesNotKnow();
  void leavesRoomWhereItIsNeeded();
  void drawsTheCirclesOfEveryUpdate();
  void theCounterIsTheFigureOfTheDocument();
  void plotsAreAsLargeAsAsked();

 private:
  std::unique_ptr<WindowFixture> fixture_;
};

// Where the width is too small for the names of blocks the diagram is made smaller; where a name
// crosses a frame, the frame is interrupted.
void TestPaperFigures::noTextCoversAnythingInAColumn() {
  int cleared = 0;
  for (const QString& path : examples()) {
    for (const char* size : {"8", "9", "11"}) {
      FigureOptions options = paper({"paper", "ieee-wide", {}, size, {}, {}});
      options.names = true;
      QString warning;
      const Figure figure = figureOf(path, options, &warning);
      const QStringList found = covering(figure);
      QVERIFY2(found.isEmpty(), qPrintable(path + ", " + size + ": " + found.join(", ")));
      QVERIFY2(figure.box().width() <= *options.width + 0.01, qPrintable(path));
      cleared += count(figure, "clear");
    }
  }
  QVERIFY(cleared > 0);
}

void TestPaperFigures::textsHaveTheSizeAskedFor() {
  for (const double size : {8.0, 11.0}) {
    FigureOptions options = paper();
    options.fontSize = size;
    for (const QString& path : examples()) {
      QString warning;
      const QByteArray svg = figureBytes(figureOf(path, options, &warning), "svg");
      static const QRegularExpression kSize("font-size=\"([0-9.]+)\"");
      auto sizes = kSize.globalMatch(QString::fromUtf8(svg));
      QVERIFY(sizes.hasNext());
      while (sizes.hasNext()) {
        const double found = sizes.next().captured(1).toDouble();
        const double small = size * Figure::kSmall;
        QVERIFY2(std::abs(found - size) < 1e-3 || std::abs(found - small) < 1e-3,
                 qPrintable(path + QString(" has a text of %1 points").arg(found)));
      }
    }
  }
}

// A diagram that is too wide says how small its texts are.
void TestPaperFigures::isNoWiderThanAsked() {
  int scaled = 0;
  for (const QString& path : examples()) {
    QString warning;
    const Figure figure = figureOf(path, paper({"paper", "ieee", {}, {}, {}, {}}), &warning);
    QVERIFY2(figure.box().width() <= kColumn + 0.01, qPrintable(path));
    QCOMPARE(warning.isEmpty(), figure.size == 8);
    if (warning.isEmpty()) continue;
    ++scaled;
    QVERIFY2(warning.contains(QString::number(figure.size, 'f', 1) + " points"),
             qPrintable(warning));
  }
  QVERIFY(scaled > 0);
  QString warning;
  const QString counter = LOOPWRIGHT_SOURCE_DIR "/resources/examples/counter.loop.json";
  figureOf(counter, paper({"paper", "ieee", {}, {}, {}, {}}), &warning);
  QCOMPARE(warning, QString());
}

void TestPaperFigures::makesTheSameBytesTwice() {
  const QString path = examples().front();
  QString warning;
  for (const QString suffix : {"svg", "pdf", "png"}) {
    const QByteArray first = figureBytes(figureOf(path, paper(), &warning), suffix);
    const QByteArray second = figureBytes(figureOf(path, paper(), &warning), suffix);
    QVERIFY(first.size() > 500);
    QCOMPARE(first, second);
  }
  const QByteArray pdf = figureBytes(figureOf(path, paper(), &warning), "pdf");
  QVERIFY(pdf.contains("/CreationDate (D:20000101000000"));
  QCOMPARE(figureBytes(Figure(), "gif"), QByteArray());
}

void TestPaperFigures::svgHasItsTextsAsTexts() {
  const QString path = LOOPWRIGHT_SOURCE_DIR "/resources/examples/sampled_control.loop.json";
  QString warning;
  const QByteArray svg = figureBytes(figureOf(path, paper(), &warning), "svg");
  for (const char* label : {">wanted speed<", ">force<", ">position<", ">speed<"}) {
    QVERIFY2(svg.contains(label), label);
  }
  // Each of the two sample times says where it begins, and its wires are dashed.
  QVERIFY(svg.contains("= 20 ms<"));
  QVERIFY(svg.contains("= 100 ms<"));
  QVERIFY(svg.contains("stroke-dasharray"));
  // Blocks' names only where they are asked for.
  QVERIFY(!svg.contains(">carriage<"));
}

void TestPaperFigures::drawsAllThatTheDiagramHas() {
  for (const QString& path : examples()) {
    DiagramDocument document(BuiltInBlocks());
    openDiagram(path, &document);
    const DiagramScene scene(&document);
    QString warning;
    const Figure figure = diagramFigure(scene, paper(), &warning);
    QCOMPARE(count(figure, "block"), static_cast<int>(scene.blocks().size()));
    QCOMPARE(count(figure, "wire"), static_cast<int>(scene.wires().size()));
    QCOMPARE(count(figure, "arrow"), static_cast<int>(scene.wires().size()));
  }
}

// The mass of the carriage does not touch the names of its outputs.
void TestPaperFigures::picturesStandBesideTheSigns() {
  QString warning;
  const Figure figure = figureOf(
      LOOPWRIGHT_SOURCE_DIR "/resources/examples/sampled_control.loop.json", paper(), &warning);
  QRectF picture, signs;
  for (const FigureElement& element : figure.elements) {
    if (element.name != u"carriage") continue;
    if (element.role == u"face") picture |= Figure::boxOf(element);
    if (element.role == u"sign") signs |= Figure::boxOf(element);
  }
  QVERIFY(!picture.isEmpty() && !signs.isEmpty());
  QVERIFY(picture.right() + 1 < signs.left());
}

// Another wire crosses that of the name so often that it has room for half of it.
void TestPaperFigures::aLongNameStandsInTwoLinesBetweenWires() {
  QByteArrayList corners;
  for (int x = 80; x < 380; x += 60) {
    corners +=
        QStringLiteral("[%1, 20], [%1, 220], [%2, 220], [%2, 20]").arg(x).arg(x + 30).toUtf8();
  }
  DiagramDocument document(BuiltInBlocks());
  openDiagram(fixture_->write("long.loop.json", R"({"format": "loopwright", "version": 1,
    "diagram": {"blocks": {"s": {"type": "Sine", "layout": {"x": 0, "y": 100}},
        "a": {"type": "Gain", "layout": {"x": 380, "y": 100}},
        "t": {"type": "Sine", "layout": {"x": 0, "y": 0}},
        "b": {"type": "Gain", "layout": {"x": 380, "y": 0}}},
      "wires": [{"from": "s.y", "to": "a.u"}, {"from": "t.y", "to": "b.u", "route": [)" +
                                                    corners.join(", ") + R"(]}],
      "signals": {"s.y": {"name": "measured position"}}}})"),
              &document);
  const DiagramScene scene(&document);
  QString warning;
  const Figure figure = diagramFigure(scene, paper(), &warning);
  QCOMPARE(covering(figure), QStringList());
  QStringList lines;
  for (const FigureElement& element : figure.elements) {
    if (element.role == u"label") lines += element.text.trimmed();
  }
  QCOMPARE(lines, (QStringList{"measured", "position"}));
  const QByteArray tex = diagramTikz(scene, paper(), &warning);
  QVERIFY(tex.contains("{\\textit{measured}\\\\{}\\textit{position}}"));
}

void TestPaperFigures::textsOfGainsStandWithinThem_data() {
  QTest::addColumn<int>("rotation");
  QTest::addColumn<QString>("gain");
  for (const int rotation : {0, 90, 180, 270}) {
    for (const char* gain : {"2", "12.75", "100000"}) {
      QTest::addRow("%s turned by %d", gain, rotation) << rotation << gain;
    }
  }
}

void TestPaperFigures::textsOfGainsStandWithinThem() {
  QFETCH(const int, rotation);
  QFETCH(const QString, gain);
  const QString path = fixture_->write("gain.loop.json", QStringLiteral(R"({
    "format": "loopwright", "version": 1, "diagram": {"blocks": {"g": {"type": "Gain",
      "parameters": {"gain": %1}, "layout": {"x": 0, "y": 0, "rotation": %2}}}, "wires": []}})")
                                                             .arg(gain)
                                                             .arg(rotation)
                                                             .toUtf8());
  QString warning;
  const Figure figure = figureOf(path, paper(), &warning);
  QPolygonF triangle;
  int texts = 0;
  for (const FigureElement& element : figure.elements) {
    if (element.role == u"block") triangle = element.points;
    if (element.role != u"face") continue;
    ++texts;
    // Digits reach from the base line up to two thirds of the size.
    const QPointF start = element.points.front();
    const QRectF ink(start.x(), start.y() - 0.66 * element.size, element.width,
                     0.66 * element.size);
    for (const QPointF& corner :
         {ink.topLeft(), ink.topRight(), ink.bottomLeft(), ink.bottomRight()}) {
      QVERIFY2(triangle.containsPoint(corner, Qt::OddEvenFill), qPrintable(element.text));
    }
  }
  QCOMPARE(triangle.size(), 3);
  QVERIFY(texts >= 1);
}

// ○ and ● of a font would be larger than the letters beside them. What stands behind a sign begins
// where the sign ends.
void TestPaperFigures::signsInNotesAreDrawn() {
  QString warning;
  const Figure figure =
      figureOf(LOOPWRIGHT_SOURCE_DIR "/resources/examples/counter.loop.json", paper(), &warning);
  int signs = 0;
  const FigureElement* sign = nullptr;
  for (const FigureElement& element : figure.elements) {
    if (element.role != u"note") continue;
    if (element.kind == FigureElement::Kind::kText) {
      QVERIFY2(!element.text.contains(u'○') && !element.text.contains(u'●'),
               qPrintable(element.text));
      QCOMPARE(element.text, element.text.trimmed());
      if (sign != nullptr) {
        const double gap = Figure::boxOf(element).left() - Figure::boxOf(*sign).right();
        QVERIFY2(gap > 0.5 && gap < figure.size, qPrintable(QString::number(gap)));
      }
      sign = nullptr;
    } else {
      sign = &element;
      ++signs;
      QVERIFY(Figure::boxOf(element).height() < 0.6 * figure.size);
    }
  }
  QVERIFY(signs > 0);
}

// A note is running text: a narrow column breaks it, and does not make the diagram smaller. Below a
// diagram it stands as near as a caption.
void TestPaperFigures::notesFitTheColumn() {
  for (const char* name : {"counter", "bouncing_ball"}) {
    const QString path =
        QStringLiteral(LOOPWRIGHT_SOURCE_DIR "/resources/examples/%1.loop.json").arg(name);
    FigureOptions options = paper({"paper", "ieee", {}, "11", {}, {}});
    for (const bool isTex : {false, true}) {
      if (isTex) options = forTex(options);
      QString warning;
      const Figure figure = figureOf(path, options, &warning);
      QCOMPARE(warning, QString());
      double bottom = 0;
      double top = INFINITY;
      for (const FigureElement& element : figure.elements) {
        const QRectF box = Figure::boxOf(element);
        if (element.role == u"block") bottom = std::max(bottom, box.bottom());
        if (element.role == u"note") top = std::min(top, box.top());
      }
      QVERIFY2(top > bottom && top < bottom + 3 * figure.size, name);
    }
  }
}

// A name that is wider than its sum stands over it, and not beside it at the next block.
void TestPaperFigures::namesOfSumsStandOverThem() {
  FigureOptions options = paper({"paper", "ieee-wide", {}, "9", {}, {}});
  options.names = true;
  QString warning;
  const Figure figure = figureOf(
      LOOPWRIGHT_SOURCE_DIR "/resources/examples/motor_cascade.loop.json", options, &warning);
  QHash<QString, double> middles;  // of sums
  for (const FigureElement& element : figure.elements) {
    const QRectF box = Figure::boxOf(element);
    if (element.role == u"block" && element.kind == Kind::kCircle) {
      middles[element.name] = box.center().x();
    }
    if (element.role != u"name" || !middles.contains(element.name)) continue;
    const double middle = middles.take(element.name);
    QVERIFY2(box.left() < middle && box.right() > middle, qPrintable(element.name));
  }
  QVERIFY(middles.isEmpty());
}

void TestPaperFigures::theStyleOfTheScreenInBlack() {
  DiagramDocument document(BuiltInBlocks());
  openDiagram(LOOPWRIGHT_SOURCE_DIR "/resources/examples/sampled_control.loop.json", &document);
  FigureOptions options;
  options.style = FigureStyle::kMono;
  QCOMPARE(exportDiagram(&document, "", fixture_->path("m.svg"), options), QString());
  const QByteArray svg = WindowFixture::read(fixture_->path("m.svg"));
  QVERIFY(svg.contains("stroke-dasharray"));
  static const QRegularExpression kColour("#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})");
  auto colours = kColour.globalMatch(QString::fromUtf8(svg));
  QVERIFY(colours.hasNext());
  while (colours.hasNext()) {
    const QRegularExpressionMatch colour = colours.next();
    QCOMPARE(colour.captured(1), colour.captured(2));
    QCOMPARE(colour.captured(2), colour.captured(3));
  }
  QCOMPARE(Theme::current().mode, Theme::Mode::kLight);
}

void TestPaperFigures::readsWidthsAndStyles() {
  FigureOptions options;
  QCOMPARE(readFigureOptions({"mono", "90", "40.5", "9", {}, {}}, &options), QString());
  QCOMPARE(options.style, FigureStyle::kMono);
  QVERIFY(std::abs(*options.width - 90 * 72 / 25.4) < 1e-9);
  QVERIFY(std::abs(*options.height - 40.5 * 72 / 25.4) < 1e-9);
  QCOMPARE(options.textSize(), 9.0);
  QCOMPARE(options.font, defaultFigureFont(FigureStyle::kMono));
  FigureOptions wide;
  QCOMPARE(readFigureOptions({{}, "ieee-wide", {}, {}, "dejavu sans", "tex"}, &wide), QString());
  QVERIFY(std::abs(*wide.width - 182 * 72 / 25.4) < 1e-9);
  QCOMPARE(wide.style, FigureStyle::kScreen);
  QVERIFY(wide.tex);
  QCOMPARE(wide.font, QString("DejaVu Sans"));
  // Print has 8 points, and documents of TeX have 10, in the font of print whatever the style is.
  FigureOptions plain;
  QCOMPARE(readFigureOptions({"mono", {}, {}, {}, {}, {}}, &plain), QString());
  QCOMPARE(plain.textSize(), 8.0);
  QCOMPARE(forTex(plain).textSize(), 10.0);
  QCOMPARE(forTex(plain).font, defaultFigureFont(FigureStyle::kPaper));
  QCOMPARE(forTex(options).textSize(), 9.0);
}

void TestPaperFigures::refusesWhatItDoesNotKnow() {
  FigureOptions options;
  QCOMPARE(readFigureOptions({"papr", {}, {}, {}, {}, {}}, &options),
           QString("--style: there is no style 'papr' (there are: screen, paper, mono)"));
  QCOMPARE(readFigureOptions({{}, "ieeee", {}, {}, {}, {}}, &options),
           QString("--width: 'ieeee' is neither a width in mm (10 to 2000) nor one of ieee, "
                   "ieee-wide, elsevier, elsevier-wide, springer, springer-wide, beamer"));
  QVERIFY(readFigureOptions({{}, "%4", {}, {}, {}, {}}, &options)
              .startsWith("--width: '%4' is neither a width in mm (10 to 2000) nor one of ieee,"));
  QCOMPARE(readFigureOptions({{}, {}, "nan", {}, {}, {}}, &options),
           QString("--height: 'nan' is no height in mm (10 to 2000)"));
  QCOMPARE(readFigureOptions({{}, {}, {}, "0", {}, {}}, &options),
           QString("--font-size: '0' is no size in points (4 to 72)"));
  QCOMPARE(readFigureOptions({{}, {}, {}, {}, {}, "pgf"}, &options),
           QString("--format: there is no format 'pgf' (there are: pictures, tex)"));
  const QString font = readFigureOptions({{}, {}, {}, {}, "No Such Font", {}}, &options);
  QVERIFY(font.startsWith("--font: there is no font 'No Such Font' (there are: "));
  QVERIFY(font.contains("DejaVu Sans"));
}

void TestPaperFigures::leavesRoomWhereItIsNeeded() {
  AxisMap axis;
  axis.keep(0, 60);
  axis.keep(160, 220);
  axis.add(100);
  axis.need(160, 220, 80);
  axis.solve(0.5, 0.5, 6);
  QCOMPARE(axis(0), 0.0);
  QCOMPARE(axis(60), 30.0);   // a block keeps its width,
  QCOMPARE(axis(100), 40.0);  // empty room is halved,
  QCOMPARE(axis(160), 55.0);
  QCOMPARE(axis(220), 135.0);  // and a block gets what it needs.
  axis.solve(0.5, 0, 6);
  QCOMPARE(axis(100), 36.0);  // No two lines come nearer.
}

void TestPaperFigures::drawsTheCirclesOfEveryUpdate() {
  DiagramDocument document(BuiltInBlocks());
  openDiagram(LOOPWRIGHT_SOURCE_DIR "/resources/examples/sampled_control.loop.json", &document);
  const auto session = RunSession::Start(document.document(), BuiltInBlocks());
  session->Wait();
  const auto recording = session->recording();
  const auto contents = plotContents(document.document(), document.registry(), *recording);
  int circles = 0;
  for (PlotContent content : contents) {
    content.circles = CircleMode::kOn;
    const Figure figure = plotFigure({content}, *recording, 0, 1.6, paper());
    int updates = 0;
    for (const CurveSetting& curve : content.curves) {
      for (const RecordedSignal& signal : recording->recorded_signals()) {
        if (signal.path != curve.path.toStdString()) continue;
        CurveRequest request{recording.get(),
                             recording->size(),
                             signal.first_column,
                             signal.discrete,
                             signal.period,
                             0,
                             1.6};
        request.offset = signal.offset;
        updates += static_cast<int>(updatesIn(request).size());
      }
    }
    QCOMPARE(count(figure, "before"), updates);
    QCOMPARE(count(figure, "after"), updates);
    const QByteArray svg = figureBytes(figure, "svg");
    QCOMPARE(svg.count("class=\"before\""), updates);
    circles += updates;
    QCOMPARE(covering(figure), QStringList());
  }
  QVERIFY(circles > 10);
}

// Figure 2(a) of the first example of discrete systems, read from the file alone: ticks and their
// numbers say where data lie, and each update has its open circle at the count before it and its
// filled one at the count after it, joined by the segments that hold the count in between.
void TestPaperFigures::theCounterIsTheFigureOfTheDocument() {
  DiagramDocument document(BuiltInBlocks());
  openDiagram(LOOPWRIGHT_SOURCE_DIR "/resources/examples/counter.loop.json", &document);
  const auto session = RunSession::Start(document.document(), BuiltInBlocks());
  session->Wait();
  const auto contents =
      plotContents(document.document(), document.registry(), *session->recording());
  QCOMPARE(contents.size(), size_t{1});
  const Figure figure = plotFigure(contents, *session->recording(), 0, 0.1, paper());
  const QString svg = QString::fromUtf8(figureBytes(figure, "svg"));

  const QRegularExpression tick(QStringLiteral(
      "<polyline class=\"tick\" points=\"([-\\d.]+),([-\\d.]+) ([-\\d.]+),([-\\d.]+)\"[^>]*>\\s*"
      "<text class=\"number\"[^>]*>([-\\d.]+)</text>"));
  // Of the time axis and the value axis: place and number of each tick.
  QList<QPointF> times, values;
  for (auto found = tick.globalMatch(svg); found.hasNext();) {
    const QRegularExpressionMatch match = found.next();
    const bool isOfTime = match.captured(1) == match.captured(3);
    (isOfTime ? times : values)
        .append({match.captured(isOfTime ? 1 : 2).toDouble(), match.captured(5).toDouble()});
  }
  QVERIFY(times.size() > 2 && values.size() > 1);
  const auto dataAt = [](const QList<QPointF>& ticks, double place) {
    const QPointF span = ticks.back() - ticks.front();
    return ticks.front().y() + (place - ticks.front().x()) * span.y() / span.x();
  };

  const QRegularExpression circle(
      QStringLiteral("<circle class=\"(before|after)\" data-name=\"counter.y\" cx=\"([\\d.]+)\" "
                     "cy=\"([\\d.]+)\" r=\"[\\d.]+\" fill=\"(#\\w+)\"( stroke)?"));
  int k = 0;
  for (auto found = circle.globalMatch(svg); found.hasNext(); ++k) {
    const QRegularExpressionMatch match = found.next();
    const int update = k / 2;
    const bool isBefore = k % 2 == 0;
    QCOMPARE(match.captured(1), QString(isBefore ? "before" : "after"));
    QCOMPARE(match.captured(4), QString(isBefore ? "#ffffff" : "#000000"));
    QCOMPARE(match.hasCaptured(5), isBefore);
    const double time = dataAt(times, match.captured(2).toDouble());
    const double count = dataAt(values, match.captured(3).toDouble());
    QVERIFY2(std::abs(time - 0.02 * update) < 1e-6, qPrintable(QString::number(time)));
    QVERIFY2(std::abs(count - 10 * (isBefore ? update : update + 1)) < 1e-3,
             qPrintable(QString::number(count)));
  }
  QCOMPARE(k, 10);
  QCOMPARE(svg.count(QStringLiteral("class=\"jump\" data-name=\"counter.y\"")), 5);
}

void TestPaperFigures::plotsAreAsLargeAsAsked() {
  PlotContent content{"Speed", "m/s", {{"a.y", "v"}, {"b.y", "w"}}};
  Recording recording({{"a.y", "v", 1, 0, false, 0}, {"b.y", "w", 1, 0, false, 0}});
  for (int i = 0; i <= 100; ++i) {
    const double values[] = {i * 0.01, 1 - i * 0.02};
    recording.Append(i * 0.01, Side::kBefore, values);
  }
  const Figure figure =
      plotFigure({content}, recording, 0, 1, paper({"paper", "84", "50", "9", {}, {}}));
  const QRectF box = figure.box();
  QVERIFY(std::abs(box.width() - 84 * 72 / 25.4) < 6);
  QVERIFY(box.width() <= 84 * 72 / 25.4 + 0.01);
  QVERIFY(box.height() <= 50 * 72 / 25.4 + 0.01);
  QStringList texts;
  for (const FigureElement& element : figure.elements) {
    if (element.kind != Kind::kText) continue;
    texts += element.text;
    QCOMPARE(element.size, 9.0);
  }
  for (const char* text : {"Time (s)", "Speed (m/s)", "v", "w", "0.5"}) {
    QVERIFY2(texts.contains(text), text);
  }
  QCOMPARE(covering(figure), QStringList());
}

LOOPWRIGHT_TEST_WITH(QApplication, TestPaperFigures)

}  // namespace loopwright::test_paper_figures

#include "test_paper_figures.moc"
