#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <memory>
#include <utility>

#include "engine/check/simulation_values.h"
#include "gui/docks/panel_list.h"
#include "gui/document/setting_text.h"
#include "gui/panels/table_editor.h"
#include "gui/sliders/value_slider.h"
#include "gui/theme/eliding.h"
#include "tests/gui/editor_window.h"
#include "tests/test_main.h"

namespace loopwright::test_property_editors {

namespace {

const char* const kBlocks =
    R"({"format": "loopwright", "version": 1, "parameters": {"k": {"value": 3}, "q": {"value": 2}},
  "diagram": {"blocks": {
  "relay": {"type": "Relay", "layout": {"x": 0, "y": 0}},
  "most": {"type": "MinMax", "layout": {"x": 120, "y": 0}},
  "gain": {"type": "Gain", "parameters": {"gain": [[1, "k"], [0, 2]]},
           "layout": {"x": 240, "y": 0}},
  "table": {"type": "SignalTable", "parameters": {"times": [0, 1, "2*k"], "values": [0, 1, 4]},
            "layout": {"x": 0, "y": 120}},
  "ode": {"type": "DifferentialEquation", "layout": {"x": 120, "y": 120}}}}})";

}  // namespace

// The editors of the property form, in a window.
class TestPropertyEditors : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { editor_ = std::make_unique<EditorWindow>(kBlocks); }
  void cleanup() { editor_.reset(); }

  void aTruthValueIsACheckBox();
  void aTruthValueMayBeAnExpression();
  void aChoiceIsAList();
  void wholeNumbersCount();
  void noFormulaIsReadForInputsBeyondAllLimits();
  void aMatrixIsATable();
  void aVectorGrowsAndShrinks();
  void formulasAreATable();
  void aTableSaysWhatIsWrong();
  void aTableTakesAPartOfASpreadsheet();
  void anExpressionForAllIsNoTable();
  void aLongExpressionEndsInAnEllipsis();
  void whatIsGivenCanBeReset();
  void aSliderTunesANumber();
  void aSliderKeepsToBounds();
  void theColourOfABlock();
  void helpIsNear();
  void settingsHaveTheSameEditors();
  void settingsRefuseWhatTheCheckRefuses_data();
  void settingsRefuseWhatTheCheckRefuses();
  void aStopBeforeTheStartIsRefused();
  void theStopTimeIsReadInWhole();

 private:
  template <typename T>
  T* editor(const QString& name) const {
    return editor_->window()->findChild<T*>(name);
  }
  void select(const QString& block) { editor_->hand().click(editor_->middle(block)); }
  /// Null where the block does not give it.
  ParameterSetting setting(const QString& block, const char* parameter) const {
    const BlockParameter* given = editor_->model(block)->FindParameter(parameter);
    return given == nullptr ? ParameterSetting() : given->value;
  }
  int steps() const { return editor_->undo()->count(); }
  QMenu* menuOf(QWidget* field) {
    QContextMenuEvent asked(QContextMenuEvent::Keyboard, QPoint(3, 3),
                            field->mapToGlobal(QPoint(3, 3)));
    QApplication::sendEvent(field, &asked);
    return editor_->window()->findChild<QMenu*>("fieldMenu");
  }
  QAction* entry(QWidget* field, const char* name) {
    return menuOf(field)->findChild<QAction*>(name);
  }
  TableEditor* openTable(const QString& field) {
    QTest::mouseClick(editor<QToolButton>(field + ".table"), Qt::LeftButton);
    return editor<TableEditor>("tableEditor");
  }
  static QTableWidget* cells(TableEditor* table) {
    return table->findChild<QTableWidget*>("tableEditor.table");
  }
  /// Types into a cell as a person does.
  static void typeInto(TableEditor* table, int row, int column, const char* text) {
    QTableWidget* const view = cells(table);
    const QRect place = view->visualItemRect(view->item(row, column));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, place.center());
    QTest::keyClick(view, Qt::Key_F2);
    auto* const line = view->viewport()->findChild<QLineEdit*>();
    QVERIFY(line != nullptr);
    line->selectAll();
    QTest::keyClick(line, Qt::Key_Delete);
    QTest::keyClicks(line, text);
    QTest::keyClick(line, Qt::Key_Return);
    // The key is followed when its event is done with.
    QTRY_COMPARE(view->item(row, column)->text(), QString(text));
    QTRY_VERIFY(view->viewport()->findChild<QLineEdit*>() == nullptr);
  }
  static QPushButton* button(TableEditor* table, QDialogButtonBox::StandardButton which) {
    return table->findChild<QDialogButtonBox*>()->button(which);
  }
  void accept(TableEditor* table) {
    QTest::mouseClick(button(table, QDialogButtonBox::Ok), Qt::LeftButton);
    QTRY_VERIFY(editor<TableEditor>("tableEditor") == nullptr);
  }
  static QString message(TableEditor* table) {
    return table->findChild<QLabel*>("tableEditor.message")->text();
  }
  static void press(TableEditor* table, const char* name) {
    QTest::mouseClick(table->findChild<QToolButton*>(name), Qt::LeftButton);
  }

  std::unique_ptr<EditorWindow> editor_;
};

void TestPropertyEditors::aTruthValueIsACheckBox() {
  select("relay");
  auto* const check = editor<QCheckBox>("property.initially_on");
  QVERIFY(check->isVisible() && !check->isChecked());
  QTest::mouseClick(check, Qt::LeftButton, {}, QPoint(8, check->height() / 2));
  QCOMPARE(setting("relay", "initially_on"), ParameterSetting(true));
  QCOMPARE(steps(), 1);
  QTest::keyClick(check, Qt::Key_Space);
  QCOMPARE(setting("relay", "initially_on"), ParameterSetting(false));
  editor_->undo()->undo();
  QVERIFY(check->isChecked());
}

void TestPropertyEditors::aTruthValueMayBeAnExpression() {
  select("relay");
  auto* const check = editor<QCheckBox>("property.initially_on");
  auto* const line = editor<QLineEdit>("property.initially_on");
  QVERIFY(!line->isVisible());
  entry(check, "field.expression")->trigger();
  QVERIFY(line->isVisible() && line->hasFocus() && !check->isVisible());
  QTest::keyClicks(line, "q - 2");
  QTest::keyClick(line, Qt::Key_Return);
  QCOMPARE(setting("relay", "initially_on"), ParameterSetting("q - 2"));
  QCOMPARE(editor<QLabel>("property.initially_on.value")->text(), QString("= false"));
  QTest::mouseClick(editor<QToolButton>("property.initially_on.reset"), Qt::LeftButton);
  QCOMPARE(setting("relay", "initially_on"), ParameterSetting());
  QVERIFY(check->isVisible() && !line->isVisible());
}

void TestPropertyEditors::aChoiceIsAList() {
  select("most");
  auto* const choice = editor<QComboBox>("property.function");
  QCOMPARE(choice->count(), 2);
  QVERIFY(!editor<QToolButton>("property.function.reset")->isVisible());
  choice->setFocus();
  QTest::keyClick(choice, Qt::Key_Up);
  QCOMPARE(setting("most", "function"), ParameterSetting("min"));
  QVERIFY(editor<QToolButton>("property.function.reset")->isVisible());
  QTest::keyClick(choice, Qt::Key_Delete);
  QCOMPARE(setting("most", "function"), ParameterSetting());
  QCOMPARE(choice->currentText(), QString("max"));
}

void TestPropertyEditors::wholeNumbersCount() {
  select("most");
  auto* const line = editor<QLineEdit>("property.inputs");
  line->setFocus();
  QTest::keyClick(line, Qt::Key_Up);
  QCOMPARE(setting("most", "inputs"), ParameterSetting(3));
  QTest::mouseClick(editor<QToolButton>("property.inputs.up"), Qt::LeftButton);
  QCOMPARE(setting("most", "inputs"), ParameterSetting(4));
  for (int i = 0; i < 6; ++i) {
    QTest::mouseClick(editor<QToolButton>("property.inputs.down"), Qt::LeftButton);
  }
  // There is at least one input.
  QCOMPARE(setting("most", "inputs"), ParameterSetting(1));
  QCOMPARE(line->text(), QString("1"));
  QVERIFY(!editor<QLabel>("property.inputs.error")->isVisible());
  // An expression is not counted.
  line->selectAll();
  QTest::keyClicks(line, "q+1");
  QTest::keyClick(line, Qt::Key_Return);
  QTest::keyClick(line, Qt::Key_Up);
  QCOMPARE(setting("most", "inputs"), ParameterSetting("q+1"));
  QCOMPARE(editor<QLabel>("property.inputs.value")->text(), QString("= 3"));
}

void TestPropertyEditors::noFormulaIsReadForInputsBeyondAllLimits() {
  select("ode");
  auto* const line = editor<QLineEdit>("property.inputs");
  line->setFocus();
  line->selectAll();
  QTest::keyClicks(line, "1e9");  // A name for each would take all memory.
  QTest::keyClick(line, Qt::Key_Return);
  QVERIFY(setting("ode", "inputs") != ParameterSetting());
  const auto isTold = [&] {
    const std::vector<Diagnostic>& told = editor_->document()->diagnostics();
    return std::any_of(told.begin(), told.end(),
                       [](const Diagnostic& d) { return d.code() == "too-many-ports"; });
  };
  QTRY_VERIFY(isTold());
}

void TestPropertyEditors::aMatrixIsATable() {
  select("gain");
  TableEditor* const table = openTable("property.gain");
  QVERIFY(table != nullptr && table->isVisible());
  QCOMPARE(table->windowTitle(), QString("gain of gain"));
  QCOMPARE(cells(table)->rowCount(), 2);
  QCOMPARE(cells(table)->columnCount(), 2);
  QCOMPARE(cells(table)->item(0, 1)->text(), QString("k"));
  typeInto(table, 1, 0, "2*k");
  press(table, "tableEditor.addColumn");
  press(table, "tableEditor.removeRow");
  press(table, "tableEditor.addRow");
  accept(table);
  using List = ParameterSetting::List;
  QCOMPARE(setting("gain", "gain"), ParameterSetting(List{List{1, "k", 0}, List{0, 0, 0}}));
  QCOMPARE(steps(), 1);
  QCOMPARE(editor<QLineEdit>("property.gain")->text(), QString("[[1, k, 0], [0, 0, 0]]"));
  editor_->undo()->undo();
  // Given up, nothing changes.
  TableEditor* const again = openTable("property.gain");
  typeInto(again, 0, 0, "7");
  QTest::keyClick(again, Qt::Key_Escape);
  QTRY_VERIFY(editor<TableEditor>("tableEditor") == nullptr);
  QCOMPARE(setting("gain", "gain"), ParameterSetting(List{List{1, "k"}, List{0, 2}}));
}

void TestPropertyEditors::aVectorGrowsAndShrinks() {
  select("table");
  editor<QLineEdit>("property.times")->setFocus();
  QTest::keyClick(editor<QLineEdit>("property.times"), Qt::Key_F4);
  auto* const table = editor<TableEditor>("tableEditor");
  QVERIFY(table != nullptr);
  QCOMPARE(cells(table)->rowCount(), 3);
  QCOMPARE(cells(table)->columnCount(), 1);
  QVERIFY(table->findChild<QToolButton*>("tableEditor.addColumn") == nullptr);
  press(table, "tableEditor.addRow");
  typeInto(table, 3, 0, "3*k");
  accept(table);
  QCOMPARE(setting("table", "times"), ParameterSetting(ParameterSetting::List{0, 1, "2*k", "3*k"}));
}

void TestPropertyEditors::formulasAreATable() {
  select("ode");
  TableEditor* const table = openTable("property.derivatives");
  QCOMPARE(cells(table)->item(0, 0)->text(), QString("-x1"));
  typeInto(table, 0, 0, "-max(x1, 2)");
  accept(table);
  QCOMPARE(setting("ode", "derivatives"), ParameterSetting(ParameterSetting::List{"-max(x1, 2)"}));
}

void TestPropertyEditors::aTableSaysWhatIsWrong() {
  select("table");
  TableEditor* const table = openTable("property.times");
  typeInto(table, 1, 0, "kk");
  QVERIFY2(message(table).contains("kk"), qPrintable(message(table)));
  QVERIFY(!button(table, QDialogButtonBox::Ok)->isEnabled());
  typeInto(table, 1, 0, "");
  QCOMPARE(message(table), QString("Element 2 is empty."));
  typeInto(table, 1, 0, "99");
  QVERIFY2(message(table).contains("increasing"), qPrintable(message(table)));
  typeInto(table, 1, 0, "0.5");
  QCOMPARE(message(table), QString());
  QVERIFY(button(table, QDialogButtonBox::Ok)->isEnabled());
  table->reject();
  QTRY_VERIFY(editor<TableEditor>("tableEditor") == nullptr);
  select("gain");
  TableEditor* const matrix = openTable("property.gain");
  typeInto(matrix, 1, 0, "");
  QCOMPARE(message(matrix), QString("Row 2, column 1 is empty."));
  matrix->reject();
}

void TestPropertyEditors::aTableTakesAPartOfASpreadsheet() {
  select("gain");
  TableEditor* const table = openTable("property.gain");
  QApplication::clipboard()->setText("5\t6\t7\n8\t9\t10\n");
  cells(table)->setFocus();
  cells(table)->setCurrentCell(1, 0);
  QTest::keyClick(cells(table), Qt::Key_V, Qt::ControlModifier);
  QCOMPARE(table->text(), QString("[[1, k, 0], [5, 6, 7], [8, 9, 10]]"));
  table->reject();
}

void TestPropertyEditors::anExpressionForAllIsNoTable() {
  select("gain");
  auto* const line = editor<QLineEdit>("property.gain");
  line->setFocus();
  line->selectAll();
  QTest::keyClicks(line, "2*k");
  QTest::keyClick(line, Qt::Key_Return);
  QCOMPARE(editor<QLabel>("property.gain.value")->text(), QString("= 6"));
  QVERIFY(!editor<QToolButton>("property.gain.table")->isEnabled());
  QTest::keyClick(line, Qt::Key_F4);
  QVERIFY(editor<TableEditor>("tableEditor") == nullptr);
}

// Where the result beside it leaves no room for the whole of it.
void TestPropertyEditors::aLongExpressionEndsInAnEllipsis() {
  select("table");
  auto* const line = editor<ElidingEdit>("property.values");
  QVERIFY(line != nullptr);
  QCOMPARE(line->shownText(), line->text());
  line->setText("[0, 1, 2*k, 3*k, 4*k, 5*k, 6*k, 7*k, 8*k, 9*k]");
  QVERIFY2(line->shownText().startsWith("[0, 1") && line->shownText().endsWith(QChar(0x2026)),
           qPrintable(line->shownText()));
  const int room = line->width() - line->textMargins().right();
  QVERIFY(line->fontMetrics().horizontalAdvance(line->shownText()) < room);
}

void TestPropertyEditors::whatIsGivenCanBeReset() {
  select("gain");
  auto* const reset = editor<QToolButton>("property.gain.reset");
  QVERIFY(reset->isVisible());
  QCOMPARE(reset->toolTip(), QString("Reset to the default, 1"));
  QTest::mouseClick(reset, Qt::LeftButton);
  QCOMPARE(setting("gain", "gain"), ParameterSetting());
  QCOMPARE(editor<QLineEdit>("property.gain")->text(), QString("1"));
  QVERIFY(!reset->isVisible());
  QCOMPARE(editor_->undo()->undoText(), QString("Reset gain of gain"));
  editor_->undo()->undo();
  QVERIFY(reset->isVisible());
  // A text that is wrong goes with it; and the menu does the same.
  auto* const line = editor<QLineEdit>("property.gain");
  line->setFocus();
  line->selectAll();
  QTest::keyClicks(line, "kk");
  QVERIFY(editor<QLabel>("property.gain.error")->isVisible());
  entry(line, "field.reset")->trigger();
  QCOMPARE(line->text(), QString("1"));
  QVERIFY(!editor<QLabel>("property.gain.error")->isVisible());
  QCOMPARE(setting("gain", "gain"), ParameterSetting());
  editor<QMenu>("fieldMenu")->close();
  QTRY_VERIFY(editor<QMenu>("fieldMenu") == nullptr);
  QVERIFY(!entry(line, "field.reset")->isEnabled());
}

// A drag is one step to undo, a key another one. The range is a decade to both sides.
void TestPropertyEditors::aSliderTunesANumber() {
  select("relay");
  auto* const line = editor<QLineEdit>("property.on_value");
  line->setFocus();
  line->selectAll();
  QTest::keyClicks(line, "3");
  QTest::keyClick(line, Qt::Key_Return);
  QVERIFY(editor<ValueSlider>("property.on_value.slider") == nullptr);
  entry(line, "field.slider")->trigger();
  editor<QMenu>("fieldMenu")->close();
  QTRY_VERIFY(editor<QMenu>("fieldMenu") == nullptr);
  auto* const slider = editor<ValueSlider>("property.on_value.slider");
  QVERIFY(slider->isVisible());
  QCOMPARE(slider->lower(), 0.3);
  QCOMPARE(slider->upper(), 30.0);
  const int before = steps();
  const QPoint middle(slider->width() / 2, slider->height() / 2);
  QTest::mousePress(slider, Qt::LeftButton, {}, middle);
  QVERIFY(slider->isSliderDown());
  for (int x = 10; x <= 40; x += 10) QTest::mouseMove(slider, middle + QPoint(x, 0));
  QCOMPARE(steps(), before);
  QVERIFY(line->text().toDouble() > 3);
  QTest::mouseRelease(slider, Qt::LeftButton, {}, middle + QPoint(40, 0));
  QCOMPARE(steps(), before + 1);
  const double dragged = setting("relay", "on_value").number();
  QVERIFY2(dragged > 3 && dragged < 30, qPrintable(QString::number(dragged)));
  QCOMPARE(line->text().toDouble(), dragged);
  slider->setFocus();
  QTest::keyClick(slider, Qt::Key_Right);
  QCOMPARE(steps(), before + 2);
  QVERIFY(setting("relay", "on_value").number() > dragged);
  // The handle follows the document; where the field holds no number there is none to move.
  editor_->undo()->undo();
  editor_->undo()->undo();
  QCOMPARE(slider->number(), 3.0);
  line->setFocus();
  line->selectAll();
  QTest::keyClicks(line, "2*k");
  QTest::keyClick(line, Qt::Key_Return);
  QVERIFY(!slider->isEnabled());
  entry(line, "field.slider")->trigger();
  QVERIFY(!slider->isVisible());
}

void TestPropertyEditors::aSliderKeepsToBounds() {
  ValueSlider slider;
  const auto rangeFor = [&slider](const char* constraint, double number) {
    slider.setBounds(boundsOf(constraint));
    slider.showNumber(1e6);  // outside, so that the next range is new
    slider.showNumber(number);
    return std::pair(slider.lower(), slider.upper());
  };
  QCOMPARE(rangeFor("in [0, 1]", 0.5), std::pair(0.0, 1.0));
  QCOMPARE(rangeFor("", 0), std::pair(-1.0, 1.0));
  QCOMPARE(rangeFor(">= 0", 0), std::pair(0.0, 1.0));
  QCOMPARE(rangeFor(">= lower", 0), std::pair(-1.0, 1.0));
  QCOMPARE(rangeFor("< 0", -2), std::pair(-20.0, -0.2));
  QCOMPARE(slider.number(), -2.0);
  QCOMPARE(rangeFor(">= 1", 2), std::pair(1.0, 20.0));
  slider.setValue(slider.minimum());
  QCOMPARE(slider.number(), 1.0);
  slider.setValue(slider.maximum());
  QCOMPARE(slider.number(), 20.0);
}

void TestPropertyEditors::theColourOfABlock() {
  select("gain");
  auto* const colour = editor<QToolButton>("property.colour");
  QCOMPARE(colour->text(), QString("None"));
  auto* const menu = colour->menu();
  const auto choose = [&](const char* name) {
    menu->findChild<QAction*>(QStringLiteral("colour.") + name)->trigger();
  };
  choose("Green");
  QCOMPARE(editor_->model("gain")->color, std::optional<std::string>("#009e73"));
  QCOMPARE(colour->text(), QString("Green"));
  QCOMPARE(steps(), 1);
  choose("None");
  QVERIFY(!editor_->model("gain")->color.has_value());
}

void TestPropertyEditors::helpIsNear() {
  select("gain");
  auto* const line = editor<QLineEdit>("property.gain");
  QVERIFY(!line->parentWidget()->toolTip().isEmpty());
  const auto help = [this] { return editor<QWidget>("helpWindow"); };
  QVERIFY(help() == nullptr);
  entry(line, "field.help")->trigger();
  QVERIFY(help() != nullptr && help()->isVisible());
  help()->close();
  Q_EMIT editor<QLabel>("property.summary")->linkActivated("help");
  QVERIFY(help()->isVisible());
  help()->close();
  line->setFocus();
  QTest::keyClick(line, Qt::Key_F1);
  QVERIFY(help()->isVisible());
}

void TestPropertyEditors::settingsHaveTheSameEditors() {
  editor_->action(ActionId::kShowSettings)->trigger();
  const auto given = [this](const char* key) {
    return editor_->document()->document().simulation.Given(key) != nullptr;
  };
  auto* const seed = editor<QLineEdit>("setting.seed");
  QTRY_VERIFY(seed->isVisible());
  seed->setFocus();
  seed->selectAll();
  QTest::keyClicks(seed, "7");
  QTest::keyClick(seed, Qt::Key_Return);
  QTest::keyClick(seed, Qt::Key_Up);
  QCOMPARE(editor_->document()->document().simulation.Get("seed"), ParameterSetting(8));
  QTest::mouseClick(editor<QToolButton>("setting.seed.reset"), Qt::LeftButton);
  QVERIFY(!given("seed"));
  QVERIFY(!editor<QToolButton>("setting.seed.reset")->isVisible());
  QCOMPARE(editor_->undo()->undoText(), QString("Reset seed"));
  int checks = 0;
  for (const SimulationKey& key : SimulationKeys()) {
    if (key.kind != SimulationKeyKind::kBoolean) continue;
    auto* const check = editor<QCheckBox>("setting." + QString::fromStdString(key.name));
    QVERIFY(check != nullptr && check->isVisible());
    const bool before = check->isChecked();
    QVERIFY(entry(check, "field.expression") == nullptr);
    editor<QMenu>("fieldMenu")->close();
    QTest::keyClick(check, Qt::Key_Space);
    QCOMPARE(editor_->document()->document().simulation.Get(key.name), ParameterSetting(!before));
    ++checks;
  }
  QVERIFY(checks > 0);
}

void TestPropertyEditors::settingsRefuseWhatTheCheckRefuses_data() {
  QTest::addColumn<QString>("key");
  QTest::addColumn<QString>("wrong");
  QTest::addColumn<QString>("right");
  QTest::newRow("start") << "start_time"
                         << "1e308*10"
                         << "-1";
  QTest::newRow("stop") << "stop_time"
                        << "-1"
                        << "20";
  QTest::newRow("accuracy") << "accuracy"
                            << "0"
                            << "1e-9";
  QTest::newRow("accuracy, an expression") << "accuracy"
                                           << "q - k"
                                           << "1/(q + k)";
  QTest::newRow("a vector") << "accuracy"
                            << "[1, 2]"
                            << "0.1";
  QTest::newRow("tolerance") << "absolute_tolerance"
                             << "-0.5"
                             << "0.5";
  QTest::newRow("greatest step") << "max_step"
                                 << "0"
                                 << "0.01";
  QTest::newRow("step") << "fixed_step"
                        << "-0.01"
                        << "0.01";
  QTest::newRow("stochastic step") << "stochastic_step"
                                   << "0"
                                   << "0.001";
  QTest::newRow("seed") << "seed"
                        << "-1"
                        << "4";
  QTest::newRow("half a seed") << "seed"
                               << "1.5"
                               << "15";
  QTest::newRow("interval") << "log_interval"
                            << "-1"
                            << "0.1";
  QTest::newRow("rate") << "realtime_rate"
                        << "-2"
                        << "2";
}

void TestPropertyEditors::settingsRefuseWhatTheCheckRefuses() {
  QFETCH(QString, key);
  QFETCH(QString, wrong);
  QFETCH(QString, right);
  editor_->action(ActionId::kShowSettings)->trigger();
  auto* const field = editor<QLineEdit>("setting." + key);
  auto* const error = editor<QLabel>("setting." + key + ".error");
  QTRY_VERIFY(field->isVisible());
  const auto given = [&] {
    return editor_->document()->document().simulation.Given(key.toStdString());
  };
  const auto type = [&](const QString& text) {
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
  };
  const QByteArray before = editor_->bytes();
  type(wrong);
  QVERIFY(error->isVisible());
  QVERIFY(field->property("invalid").toBool());
  QCOMPARE(field->text(), wrong);
  QCOMPARE(editor_->bytes(), before);
  QCOMPARE(steps(), 0);
  // The check says the same of a document that has it.
  const QString told = error->text();
  Document document = editor_->document()->document();
  document.simulation.Set(key.toStdString(), settingFromText(wrong, ParameterKind::kNumber));
  std::vector<Diagnostic> diagnostics;
  EvaluateSimulation(document, &diagnostics);
  QCOMPARE(diagnostics.size(), std::size_t{1});
  QCOMPARE(told, QString::fromStdString(diagnostics.front().text));
  // Leaving the field loses nothing, and Esc brings back what was.
  editor_->view()->setFocus();
  QCOMPARE(field->text(), wrong);
  QVERIFY(error->isVisible());
  field->setFocus();
  QTest::keyClick(field, Qt::Key_Escape);
  QVERIFY(!error->isVisible());
  type(right);
  QVERIFY2(!error->isVisible(), qPrintable(error->text()));
  QVERIFY(given() != nullptr);
  QCOMPARE(settingText(*given()), right);
  QCOMPARE(steps(), 1);
}

void TestPropertyEditors::aStopBeforeTheStartIsRefused() {
  editor_->action(ActionId::kShowSettings)->trigger();
  auto* const start = editor<QLineEdit>("setting.start_time");
  auto* const stop = editor<QLineEdit>("setting.stop_time");
  auto* const error = editor<QLabel>("setting.stop_time.error");
  auto* const tool = editor<QLineEdit>("stopTime");
  QTRY_VERIFY(stop->isVisible());
  const auto type = [](QLineEdit* field, const char* text) {
    field->setFocus();
    field->selectAll();
    QTest::keyClick(field, Qt::Key_Delete);
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
  };
  const QString told = "`stop_time` is 10, before `start_time`, 20; it must not be";
  // A start after the stop is the stop's fault.
  type(start, "20");
  QCOMPARE(steps(), 1);
  QCOMPARE(error->text(), told);
  type(stop, "30");
  QVERIFY(!error->isVisible());
  QCOMPARE(steps(), 2);
  // The toolbar's field refuses with the same words; empty it is the default, 10.
  for (const char* text : {"10", "10 s", "5*q", ""}) {
    type(tool, text);
    QVERIFY2(tool->property("invalid").toBool(), text);
    QCOMPARE(tool->toolTip(), told);
    QCOMPARE(steps(), 2);
  }
  type(stop, "");
  QCOMPARE(error->text(), told);
  QCOMPARE(steps(), 2);
  type(tool, "40");
  QVERIFY(!tool->property("invalid").toBool());
  QCOMPARE(steps(), 3);
}

void TestPropertyEditors::theStopTimeIsReadInWhole() {
  auto* const stop = editor<QLineEdit>("stopTime");
  const int before = stop->width();
  stop->setFocus();
  stop->selectAll();
  QTest::keyClicks(stop, "4000*k*q + 1");
  QTest::keyClick(stop, Qt::Key_Return);
  QCOMPARE(stop->text(), QString("4000*k*q + 1"));
  QVERIFY(stop->width() > before);
  // Padding and frame take 16 px, the cursor 1.
  QVERIFY(stop->width() >= stop->fontMetrics().horizontalAdvance(stop->text()) + 17);
  editor_->undo()->undo();
  QCOMPARE(stop->width(), before);
}

LOOPWRIGHT_TEST_WITH(QApplication, TestPropertyEditors)

}  // namespace loopwright::test_property_editors

#include "test_property_editors.moc"
