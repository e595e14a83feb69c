// What blocks show of themselves: faces, signs at ports, formulas.
#include <QImage>
#include <QObject>
#include <QPainter>
#include <QPicture>
#include <QRegularExpression>
#include <QStyleOptionGraphicsItem>
#include <QTest>

#include "blocklib/registry.h"
#include "engine/blocks/block_registry.h"
#include "gui/faces/block_faces.h"
#include "gui/faces/face_drawing.h"
#include "gui/faces/formula_text.h"
#include "gui/faces/stroke_path.h"
#include "gui/scene/block_appearance.h"
#include "gui/scene/block_item.h"
#include "gui/theme/block_icons.h"
#include "gui/theme/theme.h"
#include "tests/test_main.h"

Q_DECLARE_METATYPE(loopwright::BlockAppearance)

namespace loopwright::test_block_faces {

namespace {

QSizeF naturalSize(const QString& type) {
  const BlockShape shape = BuiltInBlocks().Find(type.toStdString())->shape;
  return {shape.width, shape.height};
}

/// The face of a block of its natural size, black on white.
QImage draw(const BlockFace& face, QSizeF size = QSizeF()) {
  if (size.isEmpty()) size = naturalSize(face.type);
  QImage image(size.toSize(), QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  const FaceStyle style{Qt::black, Qt::gray, Qt::blue, Qt::white, Qt::black};
  paintBlockFace(&painter, QRectF(QPointF(0, 0), size), face, style);
  return image;
}

int countInk(const QImage& image) {
  int ink = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) ink += image.pixelColor(x, y) != Qt::white ? 1 : 0;
  }
  return ink;
}

BlockFace faceOf(const char* type, const QHash<QString, QString>& parameters) {
  return makeFace(*BuiltInBlocks().Find(type), parameters);
}

}  // namespace

class TestBlockFaces : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { applyTheme(qApp, Theme::Mode::kLight); }
  void init() { QTest::failOnWarning(QRegularExpression(".*")); }

  void everyTypeHasAFace() {
    for (const BlockDescriptor& type : BuiltInBlocks().all()) {
      const BlockFace face = makeFace(type);
      const bool drawn = face.content.kind != Face::Kind::kIcon || hasBlockIcon(face.type);
      QVERIFY2(drawn, type.type.c_str());
      // A sum shows what it does by the signs at its ports.
      const bool empty = face.type == QStringLiteral("Sum");
      QVERIFY2((countInk(draw(face)) > 20) != empty, type.type.c_str());
      const QSizeF size = naturalSize(face.type);
      QVERIFY2(size.width() >= 60 && size.height() >= 40, type.type.c_str());
      QVERIFY(static_cast<int>(size.width()) % 10 == 0);
      // The middle of the right side is on the grid, too.
      QVERIFY(static_cast<int>(size.height()) % 20 == 0);
    }
  }

  /// A small block keeps its face inside its frame.
  void facesFitIntoSmallBlocks() {
    for (const BlockDescriptor& type : BuiltInBlocks().all()) {
      const QImage image = draw(makeFace(type), QSizeF(40, 30));
      for (int y = 0; y < image.height(); ++y) {
        QVERIFY2(image.pixelColor(0, y) == Qt::white && image.pixelColor(39, y) == Qt::white,
                 type.type.c_str());
      }
    }
  }

  void facesShowValues_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("parameter");
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    const auto row = [](const char* type, const char* parameter, const char* a, const char* b) {
      QTest::newRow(qPrintable(QString("%1.%2").arg(type, parameter)))
          << QString(type) << QString(parameter) << QString(a) << QString(b);
    };
    row("Constant", "value", "1", "2");
    row("Gain", "gain", "3", "-3");
    row("MathFunction", "function", "exp", "tanh");
    row("Power", "exponent", "2", "0.5");
    row("MinMax", "function", "min", "max");
    row("Round", "function", "floor", "ceil");
    row("Modulo", "divisor", "1", "2");
    row("Polynomial", "coefficients", "[1, 0]", "[1, 0, -3, 0]");
    row("Norm", "order", "1", "inf");
    row("Comparison", "operator", "<", ">=");
    row("Logic", "operator", "and", "xor");
    row("Expression", "expression", "u1", "u1^2");
    row("FirstOrderLag", "time_constant", "1", "2");
    row("SecondOrderLag", "damping_ratio", "0.1", "0.9");
    row("TransferFunction", "denominator", "[1, 1]", "[1, 0.4, 1]");
    row("ZeroPoleGain", "poles", "[-1]", R"(["-1+1i", "-1-1i"])");
    row("Derivative", "filter_time_constant", "0.01", "0.1");
    row("TransportDelay", "delay", "1", "2");
    row("Delay", "samples", "1", "12");
    row("DiscreteIntegrator", "method", "forward", "trapezoidal");
    row("DifferentialEquation", "derivatives", R"(["-x1"])", R"(["x1^2"])");
    row("MovingAverage", "window", "10", "20");
    row("FirFilter", "coefficients", "[1]", "[0.2, -0.4, 0.2]");
    row("Sawtooth", "shape", "sawtooth", "triangle");
    row("Selector", "indices", "[0]", "[2, 1]");
    row("Goto", "tag", "A", "set");
    row("FileSource", "path", "", "data/wind.csv");
  }

  void facesShowValues() {
    QFETCH(QString, type);
    QFETCH(QString, parameter);
    QFETCH(QString, first);
    QFETCH(QString, second);
    const auto drawWith = [&](const QString& value) {
      return draw(faceOf(qPrintable(type), {{parameter, value}}));
    };
    const QImage before = drawWith(first);
    QCOMPARE(drawWith(first), before);
    QVERIFY(drawWith(second) != before);
  }

  void tablesAreDrawnAsTheyAre() {
    using Texts = QHash<QString, QString>;
    const auto drawTable = [](const char* values) {
      return draw(faceOf("LookupTable1D", {{"breakpoints", "[0, 1, 2]"}, {"values", values}}));
    };
    const QImage hat = drawTable("[0, 1, 0]");
    QVERIFY(drawTable("[0, 1, 2]") != hat);
    QVERIFY(countInk(drawTable("[0, a, 0]")) > 20);  // No plain numbers: the icon.
    // The nearest value is a step in the middle between two points, and no slope.
    const Texts table{{"breakpoints", "[0, 1, 2]"}, {"values", "[0, 1, 0]"}};
    Texts nearest = table;
    nearest["interpolation"] = "nearest";
    const BlockFace steps = faceOf("LookupTable1D", nearest);
    QVERIFY(steps.content.has_steps);
    QCOMPARE(steps.content.x, std::vector<double>({0, 0.5, 1.5, 2}));
    QCOMPARE(steps.content.y, std::vector<double>({0, 1, 0, 0}));
    QVERIFY(draw(steps) != hat);
    QCOMPARE(draw(faceOf("LookupTable1D", table)), hat);
    Texts signal{{"times", "[0, 1, 2]"}, {"values", "[0, 1, 0]"}, {"interpolation", "linear"}};
    const QImage line = draw(faceOf("SignalTable", signal));
    QCOMPARE(line, hat);
    signal["interpolation"] = "hold";
    QVERIFY(draw(faceOf("SignalTable", signal)) != line);
    // Equal times, a single point: nothing to draw a curve of.
    for (const char* times : {"[1, 1, 1]", "[0]", "[]", "[2, 1, 0]"}) {
      signal["times"] = times;
      QVERIFY(countInk(draw(faceOf("SignalTable", signal))) > 20);
    }
  }

  void portsHaveSigns() {
    const BlockFace sum = faceOf("Sum", {{"signs", "+-"}});
    QCOMPARE(portSign(sum, 0), QString("+"));
    QCOMPARE(portSign(sum, 1), QString("−"));
    const BlockFace product = faceOf("Product", {{"operators", "*/"}});
    QCOMPARE(portSign(product, 0) + portSign(product, 1), QString("×÷"));
    QCOMPARE(portSign(faceOf("Product", {{"operators", "**"}}), 1), QString());
    QCOMPARE(portSign(faceOf("Atan2", {}), 0), QString("y"));
    QCOMPARE(portSign(faceOf("MultiportSwitch", {}), 0), QString("#"));
    QCOMPARE(portSign(faceOf("MultiportSwitch", {}), 2), QString("2"));
    QCOMPARE(outputSign(faceOf("MassSpringDamper", {}), 1), QString("v"));
    QCOMPARE(outputSign(faceOf("Gain", {}), 0), QString());
    // A block with signs at its outputs has one at each.
    for (const BlockDescriptor& type : BuiltInBlocks().all()) {
      const BlockFace face = makeFace(type);
      if (outputSign(face, 0).isEmpty()) continue;
      for (size_t i = 0; i < type.outputs.size(); ++i) {
        QVERIFY2(!outputSign(face, static_cast<int>(i)).isEmpty(), type.type.c_str());
      }
    }
    QCOMPARE(portSign(faceOf("TriggeredSampler", {{"edge", "falling"}}), 1), QString("↓"));
    QCOMPARE(portSign(faceOf("ResettableIntegrator", {{"trigger", "either"}}), 1), QString("↕"));
    QCOMPARE(portSign(faceOf("TriggeredCounter", {{"edge", "falling"}}), 0), QString("↓"));
    QCOMPARE(portSign(faceOf("TriggeredCounter", {}), 1), QString("R"));
    QCOMPARE(portSign(faceOf("Latch", {}), 0), QString("S"));
    QCOMPARE(portSign(faceOf("EdgeDetector", {{"edge", "rising"}}), 0), QString("↑"));
    QCOMPARE(portSign(faceOf("ResettableIntegrator", {}), 2), QString("x₀"));
    QCOMPARE(portSign(faceOf("Integrator", {}), 0), QString());
  }

  void ofManyPortsThoseInSightAreDrawn_data() {
    QTest::addColumn<BlockAppearance>("appearance");
    const std::vector<std::string> inputs = NumberedPorts("u", 10000);
    const std::vector<std::string> outputs = NumberedPorts("y", 10000);
    BlockAppearance sum;
    sum.face = faceOf("Sum", {{"signs", QStringLiteral("+-").repeated(5000)}});
    sum.form.outline = BlockOutline::kCircle;
    sum.form.inputs = inputs;
    sum.form.outputs = {"y"};
    QTest::newRow("signs") << sum;
    sum.form.rotation = 90;
    QTest::newRow("signs, turned") << sum;
    BlockAppearance subsystem;
    subsystem.face = faceOf("Subsystem", {});
    subsystem.namesPorts = true;
    subsystem.form.inputs = inputs;
    subsystem.form.outputs = outputs;
    QTest::newRow("names") << subsystem;
    subsystem.form.rotation = 270;
    QTest::newRow("names, turned") << subsystem;
  }

  void ofManyPortsThoseInSightAreDrawn() {
    QFETCH(BlockAppearance, appearance);
    BlockItem item(1);
    item.setAppearance(appearance);
    QVERIFY(item.flags() & QGraphicsItem::ItemUsesExtendedStyleOption);
    for (const auto* side : {&item.geometry().inputs, &item.geometry().outputs}) {
      for (const PortPlace& port : *side) QCOMPARE(item.geometry().findPort(port.name), &port);
    }
    QVERIFY(item.geometry().findPort("u0") == nullptr);
    // Around the middle of the inputs, whatever is drawn of the rest is out of sight.
    QRectF area(-60, -60, 200, 200);
    area.translate(item.geometry().inputs[5000].position);
    QStyleOptionGraphicsItem option;
    const auto paint = [&](QPaintDevice* device, const QRectF& exposed) {
      QPainter painter(device);
      painter.translate(-area.topLeft());
      option.exposedRect = exposed;
      item.paint(&painter, &option, nullptr);
    };
    QImage whole(area.size().toSize(), QImage::Format_RGB32);
    whole.fill(Qt::white);
    QImage part = whole;
    paint(&whole, item.boundingRect());
    paint(&part, area);
    QCOMPARE(part, whole);
    QPicture commands;
    paint(&commands, area);
    QVERIFY2(commands.size() < 20000, qPrintable(QString::number(commands.size())));
  }

  void strokesAreReadWithADecimalPoint() {
    const QPainterPath path = parseStrokePath("M1.5 2L3-4.25H7ZM0 1V2");
    QCOMPARE(path.elementCount(), 6);
    QCOMPARE(QPointF(path.elementAt(0)), QPointF(1.5, 2));
    QCOMPARE(QPointF(path.elementAt(1)), QPointF(3, -4.25));
    QCOMPARE(QPointF(path.elementAt(2)), QPointF(7, -4.25));
    QCOMPARE(QPointF(path.elementAt(5)), QPointF(0, 2));
    // In a language with decimal commas the desktop's locale once made a point unreadable, and
    // reading went on for ever. What cannot be read ends the path.
    for (const char* text : {"M1,5 2L3 4", "M1 2Z5", "5 6", "M1 2L"}) {
      QVERIFY2(parseStrokePath(text).elementCount() <= 2, text);
    }
  }

  void theOnlyStateOfAnEquationIsCalledX() {
    const BlockFace face =
        faceOf("DifferentialEquation", {{"derivatives", R"(["max1*x1 - x10 + x1"])"}});
    QVERIFY2(face.content.texts[0].find("max1") != std::string::npos,
             face.content.texts[0].c_str());
    QVERIFY(face.content.texts[0].find("x10") != std::string::npos);
    QVERIFY(face.content.texts[0].ends_with(" x"));
  }

  void formulasAreSetAsMathematics() {
    QCOMPARE(polynomialText({"1", "0.4", "1"}, "s"), QString("s² + 0.4s + 1"));
    QCOMPARE(polynomialText({"1", "0", "-3", "0"}, "u"), QString("u³ − 3u"));
    QCOMPARE(polynomialText({"a+b", "-2"}, "s"), QString("(a+b)s − 2"));
    // "hours" would be another name.
    QCOMPARE(polynomialText({"1", "2*zeta*w0", "w0^2"}, "s"), QString("s² + 2*zeta*w0*s + w0^2"));
    QCOMPARE(productText("8*hour", "s"), QString("8*hour*s"));
    QCOMPARE(productText("k/m", "s"), QString("k/m*s"));
    QCOMPARE(productText("T", "s"), QString("Ts"));
    QCOMPARE(productText("0.5", "s"), QString("0.5s"));
    QCOMPARE(productText("2*T", "s"), QString("2*Ts"));
    QCOMPARE(productText("a-b", "s"), QString("(a−b)s"));
    QCOMPARE(productText("-2", "(s + 1)"), QString("−2(s + 1)"));
    QCOMPARE(productText("gain", "(s + 1)"), QString("gain(s + 1)"));
    QCOMPARE(productText("1", "s"), QString("s"));
    QCOMPARE(productText("a+b", "1"), QString("a+b"));
    QCOMPARE(factoredText({"-1", "2"}, "s"), QString("(s + 1)(s − 2)"));
    QCOMPARE(factoredText({"-1+2i", "-1-2i"}, "s"), QString("(s² + 2s + 5)"));
    QCOMPARE(factoredText({"-1+1e-3i", "-1-1e-3i"}, "s"), QString("(s² + 2s + 1)"));
    QCOMPARE(factoredText({"1e-3", "2e+0i", "-2E+0i"}, "s"), QString("(s − 0.001)(s² + 4)"));
    QCOMPARE(factoredText({"i", "-i", "0"}, "z"), QString("(z² + 1)z"));
    QCOMPARE(factoredText({}, "s"), QString("1"));
    QCOMPARE(factoredText({"-a"}, "s"), QString());
    QCOMPARE(textElements(R"!(["-1+2i", "i"])!"), QStringList({"-1+2i", "i"}));
    QCOMPARE(textElements(R"!(["-x1", "atan2(a, b)"])!"), QStringList({"-x1", "atan2(a, b)"}));
    QCOMPARE(textElements("[]"), QStringList());
    QCOMPARE(textElements("x1 + 1"), QStringList("x1 + 1"));
    QCOMPARE(numberElements("[1, -2.5]"), std::vector<double>({1, -2.5}));
    QVERIFY(numberElements("[1, k]").empty());
    QCOMPARE(numberRows("[[1, 2], [3, 4]]").back(), std::vector<double>({3, 4}));
    QVERIFY(numberRows("[[1, 2], [3, k]]").empty());
    QCOMPARE(shortNumber(-0.12345), QString("−0.123"));
  }
};

LOOPWRIGHT_TEST_WITH(QApplication, TestBlockFaces)

}  // namespace loopwright::test_block_faces

#include "test_block_faces.moc"
