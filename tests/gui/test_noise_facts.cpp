#include <QHelpEvent>
#include <QLabel>
#include <QTest>
#include <QToolTip>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "engine/blocks/block_registry.h"
#include "engine/edits/edit_helpers.h"
#include "gui/document/qt_text.h"
#include "tests/gui/editor_window.h"
#include "tests/test_main.h"

namespace loopwright::test_noise_facts {

namespace {

const char* const kNoises =
    R"({"format": "loopwright", "version": 1, "parameters": {"s": {"value": 0.2}},
  "diagram": {"blocks": {
  "white": {"type": "BandLimitedWhiteNoise", "layout": {"x": 0, "y": 0}},
  "samples": {"type": "GaussianNoise", "parameters": {"standard_deviation": "s"},
              "layout": {"x": 160, "y": 0}},
  "process": {"type": "OrnsteinUhlenbeck", "layout": {"x": 0, "y": 120}},
  "walk": {"type": "WienerProcess", "layout": {"x": 160, "y": 120}},
  "growth": {"type": "GeometricBrownianMotion", "layout": {"x": 320, "y": 120}},
  "driven": {"type": "StochasticEquation", "parameters": {"drift": "u1 - x1", "inputs": 1},
             "layout": {"x": 480, "y": 120}},
  "sine": {"type": "Sine", "layout": {"x": 320, "y": 0}}}}})";

}  // namespace

// What the form of a noise and the pointer on it say of how strong it is.
class TestNoiseFacts : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { editor_ = std::make_unique<EditorWindow>(kNoises); }
  void cleanup() { editor_.reset(); }

  void theFormTellsVarianceAndDensity();
  void everyNoiseTellsBoth();
  void anEditSaysWhatElseItChanged();
  void whatChangedCanBeKeptInstead();
  void aWrongParameterHasNoNoise();
  void thePointerIsToldToo();

 private:
  void select(const QString& block) { editor_->hand().click(editor_->middle(block)); }
  QLabel* label(const char* name) const { return editor_->child<QLabel>(name); }
  /// What the form says of the noise of a block.
  QStringList facts(const QString& block) {
    select(block);
    return label("property.noise")->text().split('\n');
  }
  QString change() const {
    const QLabel* const note = label("property.noise.change");
    return note->isVisible() ? note->text() : QString();
  }
  QString tipAt(const QPointF& place) {
    const EditorWindow& e = *editor_;
    const QPoint at = e.hand().at(place);
    QHelpEvent help(QEvent::ToolTip, at, e.view()->viewport()->mapToGlobal(at));
    QApplication::sendEvent(e.view()->viewport(), &help);
    QString text = QToolTip::text();
    QToolTip::hideText();
    return text;
  }

  std::unique_ptr<EditorWindow> editor_;
};

void TestNoiseFacts::theFormTellsVarianceAndDensity() {
  QCOMPARE(facts("white"),
           (QStringList{"One sample each 100 ms, variance 10 unit²",
                        "As white noise: two-sided density 1 unit²/Hz, up to 5 Hz",
                        "Another period keeps the density and changes the variance of a sample"}));
  QCOMPARE(facts("samples"),
           (QStringList{"One sample each 100 ms, variance 0.04 unit²",
                        "As white noise: two-sided density 0.004 unit²/Hz, up to 5 Hz",
                        "Another period keeps the variance and changes the density"}));
  QCOMPARE(facts("process"),
           (QStringList{"In continuous time, variance 1 unit²",
                        "Two-sided density 2 unit²/Hz at 0 Hz, equivalent bandwidth 0.25 Hz"}));
  QCOMPARE(facts("walk").at(0), QString("Its variance grows by 1 unit² each second"));
  QVERIFY(facts("walk").at(1).contains("density 1 (unit/s)²/Hz"));
  QCOMPARE(facts("growth").at(0),
           QString("At the start its variance grows by 0.04 unit² each second"));
  QCOMPARE(facts("driven").at(2), QString("What its inputs bring comes on top"));
  QVERIFY(label("property.noise")->isVisible());
  select("sine");
  QVERIFY(!label("property.noise")->isVisible());
}

// Each type of block that has a stream of draws, with its defaults: on the form and by the pointer.
void TestNoiseFacts::everyNoiseTellsBoth() {
  const std::map<std::string, QStringList> expected = {
      {"UniformNoise",
       {"One sample each 100 ms, variance 0.08333 unit²",
        "As white noise: two-sided density 0.008333 unit²/Hz, up to 5 Hz",
        "Another period keeps the variance and changes the density"}},
      {"ExponentialNoise",
       {"One sample each 100 ms, variance 1 unit²",
        "As white noise: two-sided density 0.1 unit²/Hz, up to 5 Hz",
        "Another period keeps the variance and changes the density"}},
      {"RandomWalk",
       {"One sample each 100 ms, which adds the variance 1 unit²",
        "The integral of white noise of the two-sided density 10 (unit/s)²/Hz, which has no "
        "bandwidth",
        "Another period keeps the variance of a sample and changes the density"}},
      {"PoissonProcess",
       {"Its variance grows by 1 unit² each second",
        "The integral of white noise of the two-sided density 1 (unit/s)²/Hz, which has no "
        "bandwidth"}},
      {"GaussMarkov",
       {"One sample each 100 ms, which depends on the last; variance 1 unit²",
        "Two-sided density 2.002 unit²/Hz at 0 Hz, equivalent bandwidth 0.2498 Hz",
        "Another period keeps both, as long as it is short"}}};
  std::string blocks;
  QStringList types;
  for (const BlockDescriptor& descriptor : BuiltInBlocks().all()) {
    if (descriptor.FindParameter("stream") == nullptr) continue;
    const int place = int(types.size());
    types += toQt(descriptor.type);
    blocks += std::string(place == 0 ? "" : ", ") + '"' + descriptor.type + R"(": {"type": ")" +
              descriptor.type + R"(", "layout": {"x": )" + std::to_string(160 * (place % 4)) +
              R"(, "y": )" + std::to_string(120 * (place / 4)) + "}}";
  }
  QVERIFY(types.size() >= 11);
  editor_->set(
      (R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {)" + blocks + "}}}")
          .c_str());
  for (const QString& type : std::as_const(types)) {
    const QStringList lines = facts(type);
    QVERIFY2(label("property.noise")->isVisible() && lines.size() >= 2, qPrintable(type));
    QVERIFY2(lines[0].contains("variance") && lines[1].contains("density"),
             qPrintable(lines.join('\n')));
    const auto known = expected.find(type.toStdString());
    if (known != expected.end()) QCOMPARE(lines, known->second);
    QVERIFY2(tipAt(editor_->middle(type)).contains(lines.join('\n')), qPrintable(type));
    QVERIFY2(tipAt(editor_->port(type + ".y")).contains(lines.join('\n')), qPrintable(type));
  }
}

void TestNoiseFacts::anEditSaysWhatElseItChanged() {
  select("white");
  QCOMPARE(change(), QString());
  editor_->fill("property.period", "0.05");
  QCOMPARE(change(), QString("The density stays 1 unit²/Hz; the variance is 20 unit² instead of "
                             "10 unit² (2 times)"));
  editor_->fill("property.offset", "0.01");
  QVERIFY(change().startsWith("The density stays"));
  editor_->fill("property.power", "3");
  QCOMPARE(change(), QString());
  select("samples");
  editor_->fill("property.period", "0.2");
  QCOMPARE(change(), QString("The variance stays 0.04 unit²; the density is 0.008 unit²/Hz instead "
                             "of 0.004 unit²/Hz (2 times)"));
  editor_->undo()->undo();
  QVERIFY(change().endsWith("instead of 0.008 unit²/Hz (0.5 times)"));
}

void TestNoiseFacts::whatChangedCanBeKeptInstead() {
  select("white");
  editor_->fill("property.period", "0.05");
  auto* const keep = label("property.noise.keep");
  QVERIFY(keep->isVisible());
  QVERIFY2(keep->text().endsWith("Keep the variance instead</a>: power 0.5"),
           qPrintable(keep->text()));
  const int steps = editor_->undo()->count();
  Q_EMIT keep->linkActivated("keep");
  QCOMPARE(editor_->undo()->count(), steps + 1);
  QCOMPARE(editor_->model("white")->FindParameter("power")->value, ParameterSetting(0.5));
  QVERIFY(label("property.noise")->text().startsWith("One sample each 50 ms, variance 10 unit²"));
  // It is an expression, which a person has to change.
  select("samples");
  editor_->fill("property.period", "0.05");
  QVERIFY(label("property.noise.change")->isVisible());
  QVERIFY(!label("property.noise.keep")->isVisible());
}

void TestNoiseFacts::aWrongParameterHasNoNoise() {
  select("samples");
  editor_->document()->edit("wrong", [](Transaction* t) {
    SetBlockParameter(t, "", "samples", "standard_deviation", ParameterSetting(-1.0));
  });
  QVERIFY(!label("property.noise")->isVisible());
  editor_->undo()->undo();
  QVERIFY(label("property.noise")->isVisible());
  QCOMPARE(change(), QString());
}

// A tip that is there goes only after a while, so that what says nothing is asked first.
void TestNoiseFacts::thePointerIsToldToo() {
  QVERIFY(!tipAt(editor_->middle("sine")).contains("variance"));
  const QString variance = "One sample each 100 ms, variance 10 unit²";
  QVERIFY(tipAt(editor_->middle("white")).contains(variance));
  QVERIFY(tipAt(editor_->port("white.y")).contains(variance));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestNoiseFacts)

}  // namespace loopwright::test_noise_facts

#include "test_noise_facts.moc"
