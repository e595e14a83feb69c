#include "gui/figures/math_text.h"

#include <QApplication>
#include <QFontDatabase>
#include <QStringList>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "gui/figures/figure.h"
#include "tests/test_main.h"

namespace loopwright::test_math_text {

/// Names and formulas as pictures and as TeX show them.
class TestMathText : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void setsNamesAsMathematics();
  void setsNamesThatStandUpright();
  void setsThousandsApart();
  void setsRootsUnderASign();
  void drawsTheBarOverTheWholeRoot();
  void takesLettersApartThatTheFontLacks();
  void writesNamesForTex();
  void writesAccentsForTex();
  void replacesLettersThatTexLacks();
};

void TestMathText::setsNamesAsMathematics() {
  const auto told = [](const QString& text, bool isName) {
    QStringList runs;
    for (const MathRun& run : mathRuns(text, isName)) {
      runs += run.text + (run.italic ? "/i" : "") +
              (run.level > 0   ? "/up"
               : run.level < 0 ? "/down"
                               : "");
    }
    return runs.join(u'|');
  };
  QCOMPARE(told("2s² + k*u^2", false), QString::fromUtf8("2|s/i|2/up| + |k/i|·|u/i|2/up"));
  QCOMPARE(told("x_1", true), QString("x/i|1/down"));
  QCOMPARE(told("x_{max}", true), QString("x/i|max/i/down"));
  QCOMPARE(told("sin(u)", false), QString("sin(|u/i|)"));
  QCOMPARE(told("speed", true), QString("speed/i"));
  QCOMPARE(told("$u$", true), QString("u/i"));
  QCOMPARE(told("\\dot x", true), QString::fromUtf8("ẋ/i"));
  QCOMPARE(told("\\hat x_ref", true), QString::fromUtf8("x\u0302/i|ref/i/down"));
  QCOMPARE(told("\\dot{x}_12", true), QString::fromUtf8("ẋ/i|12/down"));
  QCOMPARE(told("a_", true), QString("a/i|_"));
  QCOMPARE(told("pump_speed", true), QString("pump/i|_|speed/i"));
  QCOMPARE(told("tau_1", false), QString("tau|1/down"));
  QCOMPARE(told(QString::fromUtf8("1.5·10⁻⁵"), false), QString::fromUtf8("1.5·10|−5/up"));
  QCOMPARE(told("", true), QString());
}

// By a thin space, a sixth of the size, which is room between two texts and no letter.
void TestMathText::setsThousandsApart() {
  Figure figure{QStringLiteral("DejaVu Serif"), 8, {}};
  const auto widthOfText = [&figure](const char* text) {
    return widthOf(figure, mathRuns(QString::fromUtf8(text)));
  };
  const double apart = widthOfText("20\u00a0000") - widthOfText("20") - widthOfText("000");
  QVERIFY2(std::abs(apart - 8.0 / 6) < 1e-9, qPrintable(QString::number(apart)));
  writeMath(&figure, "number", QString(), QPointF(0, 0), mathRuns(QString::fromUtf8("1\u00a0234")));
  QCOMPARE(figure.elements.size(), size_t{2});
  QCOMPARE(figure.elements[1].text, QString("234"));
  QCOMPARE(figure.elements[1].points.front().x(), widthOfText("1") + 8.0 / 6);
  const auto upright = nameRuns(QString::fromUtf8("t = 1\u00a0200 s"), false);
  QVERIFY(std::any_of(upright.begin(), upright.end(), [](const auto& run) { return run.isThin; }));
}

// In brackets what stands under the sign, how deep it does before a colon.
void TestMathText::setsRootsUnderASign() {
  const auto told = [](const QString& text) {
    QString runs;
    for (const MathRun& run : mathRuns(text)) {
      runs +=
          QString::number(run.roots) + u':' + (run.isRoot ? QStringLiteral("√") : run.text) + u'|';
    }
    return runs;
  };
  QCOMPARE(told("√u"), QString("0:√|1:u|"));
  QCOMPARE(told("2 sqrt(u + 1) - k"), QString("0:2 |0:√|1:u |1:+ 1|0: − |0:k|"));
  QCOMPARE(told("sqrt(a + sqrt(b))"), told("√(a + √b)"));
  QCOMPARE(told("√(√b)c"), QString("0:√|1:√|2:b|0:c|"));
  QCOMPARE(told("√x_1y"), QString("0:√|1:x|1:1|1:y|"));
  QCOMPARE(told("x_1²"), QString("0:x|0:1|0:2|"));
  QCOMPARE(told("zero-order"), QString("0:zero-order|"));
  QCOMPARE(told("a-b"), QString("0:a|0:−|0:b|"));
  // Nothing stands under these.
  for (const char* plain : {"√", "√ u", "sqrt(u", "mysqrt(u)", "sqrt"}) {
    for (const MathRun& run : mathRuns(QString::fromUtf8(plain))) {
      QVERIFY2(!run.isRoot && run.roots == 0, plain);
    }
  }
  QVERIFY(!mathRuns("√u", true).front().isRoot);  // a name
  QCOMPARE(formulaToTex("√u"), QString("\\sqrt{u}"));
  QCOMPARE(formulaToTex("2*sqrt(a_1² + sqrt(b))/k"),
           QString("2\\,\\sqrt{a_{\\mathrm{1}}^{2} + \\sqrt{b}}/k"));
  QCOMPARE(formulaToTex("√ u"), QString("\\surd  u"));
}

// The bar goes from the sign to the end of what it is over, and an outer one is higher.
void TestMathText::drawsTheBarOverTheWholeRoot() {
  Figure figure;
  figure.family = "DejaVu Serif";
  const auto runs = mathRuns("√(a + √b) + c");
  writeMath(&figure, "face", "block", QPointF(10, 20), runs);
  QList<QRectF> signs;
  double end = 0;  // of what stands under the root
  double left = 0;
  for (const FigureElement& element : figure.elements) {
    QCOMPARE(element.name, QString("block"));
    const QRectF box = Figure::boxOf(element);
    if (element.kind == FigureElement::Kind::kLine) signs += element.points.boundingRect();
    if (element.text == u"b") end = box.right();
    if (element.text == u"c") left = box.left();
  }
  QCOMPARE(signs.size(), 2);
  QVERIFY(signs[0].top() < signs[1].top() - 1 && signs[1].top() < 20 - 0.75 * figure.size);
  for (const QRectF& sign : signs) QVERIFY(sign.right() >= end && sign.right() < end + 1);
  QVERIFY(left > end);
  QVERIFY(std::abs(left + widthOf(figure, {runs.back()}) - 10 - widthOf(figure, runs)) < 1e-6);
}

// A lone letter is mathematics all the same, as TeX has it.
void TestMathText::setsNamesThatStandUpright() {
  const auto isItalic = [](const QString& text, bool italic) {
    return nameRuns(text, italic).front().italic;
  };
  QVERIFY(!isItalic("mean", false) && !isItalic("radial_error", false));
  QVERIFY(isItalic("mean", true) && isItalic("x_1", false) && isItalic("\\dot x", false));
  QCOMPARE(nameRuns("radial_error", false).size(), size_t{1});
  QCOMPARE(nameRuns("x_1", false).size(), size_t{2});
}

// No font of TeX has ẋ, but those of print have the letter and the dot; other fonts have all three.
void TestMathText::takesLettersApartThatTheFontLacks() {
  const auto written = [](const QString& family, const QString& text) {
    Figure figure;
    figure.family = family;
    return figure.write("face", {}, text, 8, false).text;
  };
  const QString dotted = QString::fromUtf8("ẋ = Ax");
  QCOMPARE(written("DejaVu Serif", dotted), dotted);
  if (!QFontDatabase::hasFamily("LM Roman 10")) return;
  QCOMPARE(written("LM Roman 10", dotted), QString::fromUtf8("x\u0307 = Ax"));
  QCOMPARE(written("LM Roman 10", "Łódź"), QString("Łódź"));
  // A dot of its own would stand within a high letter.
  QCOMPARE(written("LM Roman 10", QString::fromUtf8("Ẋ")), QString::fromUtf8("Ẋ"));
}

void TestMathText::writesNamesForTex() {
  QCOMPARE(nameToTex("x_1", true), QString("$x_{1}$"));
  QCOMPARE(nameToTex("x", true), QString("$x$"));
  QCOMPARE(nameToTex(QString::fromUtf8("ω_ref"), true), QString("$\\omega_{ref}$"));
  QCOMPARE(nameToTex("\\dot x", true), QString("$\\dot{x}$"));
  QCOMPARE(nameToTex("$\\hat{y}_k$", true), QString("$\\hat{y}_k$"));
  QCOMPARE(nameToTex("wanted speed", true), QString("\\textit{wanted speed}"));
  QCOMPARE(nameToTex("50 %_a & #1 {b} ~ ^ \\c $", false),
           QString("50 \\%\\_a \\& \\#1 \\{b\\} \\textasciitilde{} \\textasciicircum{} "
                   "\\textbackslash{}c \\$"));
  QCOMPARE(escapeTex(QString::fromUtf8("Σ → 10⁻")),
           QString("\\ensuremath{\\Sigma} \\ensuremath{\\to} 10\\ensuremath{^{-}}"));
  QCOMPARE(escapeTex(QString::fromUtf8("○ and ● – “so”")),
           QString("\\ensuremath{\\circ} and \\ensuremath{\\bullet} -- ``so''"));
  QCOMPARE(formulaToTex(QString::fromUtf8("2s² − k*x_1")), QString("2s^{2} - k\\,x_{\\mathrm{1}}"));
  QCOMPARE(formulaToTex("sin(max)"), QString("\\sin (\\max )"));
  QCOMPARE(formulaToTex("gain Ax"), QString("\\mathrm{gain} \\mathit{Ax}"));
  QCOMPARE(formulaToTex(QString::fromUtf8("20\u00a0000·10⁻⁵")), QString("20\\,000\\cdot 10^{-5}"));
  QCOMPARE(formulaToTex("2^10"), QString("2^{10}"));
  QCOMPARE(formulaToTex("e^u2"), QString("e^{u}2"));
  QCOMPARE(formulaToTex(QString::fromUtf8("e^λ")), QString("e^{\\lambda }"));
}

// An index may have several letters, and underscores of its own; braces are always in pairs.
void TestMathText::writesAccentsForTex() {
  QCOMPARE(nameToTex("\\hat x_ref", true), QString("$\\hat{x}_{ref}$"));
  QCOMPARE(nameToTex("\\dot x_12", true), QString("$\\dot{x}_{12}$"));
  QCOMPARE(nameToTex("\\dot{x}_{12}", true), QString("$\\dot{x}_{12}$"));
  QCOMPARE(nameToTex("\\dot x_a_b", true), QString("$\\dot{x}_{a\\_b}$"));
  QCOMPARE(formulaToTex(QString::fromUtf8("ẋ = Ax\u0302")), QString("\\dot{x} = A\\hat{x}"));
  QCOMPARE(escapeTex(QString::fromUtf8("ẋ and ä")),
           QString::fromUtf8("\\ensuremath{\\dot{x}} and ä"));
  QCOMPARE(nameToTex("\\dot {x", true), QString("\\textit{\\textbackslash{}dot \\{x}"));
}

// These have no glyph in the fonts that pdflatex takes.
void TestMathText::replacesLettersThatTexLacks() {
  QCOMPARE(escapeTex(QString::fromUtf8("ħ")), QString("\\ensuremath{\\hbar}"));
  QCOMPARE(formulaToTex(QString::fromUtf8("ħ")), QString("\\hbar "));
  QCOMPARE(escapeTex(QString::fromUtf8("ſĦ")), QString("U+17FU+126"));
  QCOMPARE(escapeTex(QString::fromUtf8("ĸĿŀŉŦŧ")), QString("U+138U+13FU+140U+149U+166U+167"));
  QCOMPARE(escapeTex(QString::fromUtf8("Łódź")), QString::fromUtf8("Łódź"));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestMathText)

}  // namespace loopwright::test_math_text

#include "test_math_text.moc"
