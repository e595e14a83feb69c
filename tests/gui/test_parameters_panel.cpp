// The panel of a diagram's parameters: what it shows without any, in little room, and inside a
// subsystem.
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <memory>

#include "gui/panels/parameters_model.h"
#include "gui/panels/parameters_panel.h"
#include "tests/gui/editor_window.h"
#include "tests/test_main.h"

namespace loopwright::test_parameters_panel {

namespace {

const char* const kLevels = R"({"format": "loopwright", "version": 1,
  "parameters": {"Kp": {"value": 2, "unit": "1/s", "description": "gain of the loop"},
                 "h": {"value": "Kp/100"}},
  "diagram": {"blocks": {
    "plant": {"type": "Subsystem", "parameters": {"m": {"value": 3}, "h": {"value": 7}},
      "diagram": {"blocks": {
        "motor": {"type": "Subsystem", "parameters": {"J": {"value": "m*Kp"}},
          "diagram": {"blocks": {"g": {"type": "Gain", "parameters": {"gain": "J"}}}}}}}}}}})";

}  // namespace

class TestParametersPanel : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    editor_ = std::make_unique<EditorWindow>(kLevels);
    panel_ = editor_->child<ParametersPanel>("parametersPanel");
    editor_->action(ActionId::kShowParameters)->trigger();
    QTRY_VERIFY(panel_->isVisible());
  }
  void cleanup() { editor_.reset(); }

  void withoutParametersItSaysWhatTheyAreFor();
  void itNeverScrollsSideways();
  void whatHasNoRoomIsBelow();
  void aWidePanelHasAllColumns();
  void insideASubsystemTheOuterOnesAreShown();
  void outerOnesFollowTheirLevel();
  void whatIsRefusedAddsNoRow();

 private:
  QTableView* table() const { return panel_->findChild<QTableView*>("parametersTable"); }
  QLineEdit* field(const char* name) const { return panel_->findChild<QLineEdit*>(name); }
  QStringList column(int column) const {
    QStringList texts;
    for (int row = 0; row < table()->model()->rowCount(); ++row) {
      texts += table()->model()->index(row, column).data().toString();
    }
    return texts;
  }

  std::unique_ptr<EditorWindow> editor_;
  ParametersPanel* panel_ = nullptr;
};

void TestParametersPanel::withoutParametersItSaysWhatTheyAreFor() {
  auto* const empty = panel_->findChild<QLabel*>("parametersEmpty");
  QVERIFY(!empty->isVisible() && table()->isVisible());
  editor_->set(kChainDiagram);
  QVERIFY(empty->isVisible() && !table()->isVisible());
  QVERIFY(!field("parametersUnit")->isVisible());
  QVERIFY2(empty->text().contains("Kp = 2"), qPrintable(empty->text()));
  panel_->findChild<QToolButton*>("parametersAdd")->click();
  QVERIFY(!empty->isVisible() && table()->isVisible());
  editor_->undo()->undo();
  QVERIFY(empty->isVisible());
}

void TestParametersPanel::itNeverScrollsSideways() {
  // At its usual width, and at others.
  QVERIFY(panel_->width() < 400);
  QCOMPARE(table()->horizontalScrollBar()->maximum(), 0);
  for (const int width : {240, 300, 420, 700, 1000}) {
    ParametersPanel alone(editor_->document());
    alone.resize(width, 300);
    alone.show();
    QVERIFY(QTest::qWaitForWindowExposed(&alone));
    const auto* const own = alone.findChild<QTableView*>("parametersTable");
    QTRY_COMPARE(own->horizontalScrollBar()->maximum(), 0);
    QCOMPARE(own->isColumnHidden(ParametersModel::kDescription), width < 650);
  }
}

void TestParametersPanel::whatHasNoRoomIsBelow() {
  QVERIFY(table()->isColumnHidden(ParametersModel::kUnit));
  table()->setCurrentIndex({});
  QVERIFY(!field("parametersUnit")->isEnabled());
  table()->setCurrentIndex(table()->model()->index(0, 0));
  QCOMPARE(field("parametersUnit")->text(), QString("1/s"));
  QCOMPARE(field("parametersDescription")->text(), QString("gain of the loop"));
  field("parametersRandom")->setFocus();
  QTest::keyClicks(field("parametersRandom"), "uniform(1, 3)");
  QTest::keyClick(field("parametersRandom"), Qt::Key_Return);
  const auto& parameters = editor_->document()->document().parameters;
  QTRY_VERIFY(parameters[0].random.has_value());
  QCOMPARE(parameters[0].random->distribution, std::string("uniform"));
  QCOMPARE(editor_->undo()->count(), 1);
  field("parametersUnit")->setFocus();
  field("parametersUnit")->selectAll();
  QTest::keyClicks(field("parametersUnit"), "rad/s");
  QTest::keyClick(field("parametersUnit"), Qt::Key_Tab);
  QTRY_COMPARE(parameters[0].unit, std::optional<std::string>("rad/s"));
  // What is wrong is refused with the reason.
  field("parametersRandom")->setFocus();
  field("parametersRandom")->selectAll();
  QTest::keyClicks(field("parametersRandom"), "normal(1)");
  QTest::keyClick(field("parametersRandom"), Qt::Key_Return);
  QTRY_VERIFY(
      panel_->findChild<QLabel*>("parametersMessage")->text().contains("is no distribution"));
  QTRY_VERIFY(parameters[0].random.has_value());
  QCOMPARE(parameters[0].random->distribution, std::string("uniform"));
  // Another row has its own.
  table()->setCurrentIndex(table()->model()->index(1, 0));
  QCOMPARE(field("parametersUnit")->text(), QString());
}

void TestParametersPanel::aWidePanelHasAllColumns() {
  ParametersPanel wide(editor_->document());
  wide.resize(900, 300);
  wide.show();
  QVERIFY(QTest::qWaitForWindowExposed(&wide));
  const auto* const own = wide.findChild<QTableView*>("parametersTable");
  for (int column = 0; column < ParametersModel::kColumnCount; ++column) {
    QVERIFY(!own->isColumnHidden(column));
  }
  QVERIFY(!wide.findChild<QLineEdit*>("parametersUnit")->isVisible());
}

void TestParametersPanel::insideASubsystemTheOuterOnesAreShown() {
  QCOMPARE(column(ParametersModel::kName), QStringList({"Kp", "h"}));
  editor_->view()->openLevel("plant/motor");
  // The nearest level first; its h hides the other.
  QCOMPARE(column(ParametersModel::kName),
           QStringList({"J", "From plant", "m", "h", "From the diagram outside", "Kp"}));
  QCOMPARE(column(ParametersModel::kExpression), QStringList({"m*Kp", "", "3", "7", "", "2"}));
  QCOMPARE(column(ParametersModel::kValue).front(), QString("= 6"));
  QCOMPARE(table()->columnSpan(1, 0), int{ParametersModel::kColumnCount});
  // They are read only, and are not removed here.
  const QModelIndex outer = table()->model()->index(2, ParametersModel::kExpression);
  QVERIFY((outer.flags() & Qt::ItemIsEditable) == 0);
  QVERIFY(!table()->model()->setData(outer, "4"));
  table()->setCurrentIndex(outer);
  table()->setCurrentIndex({});
  QVERIFY(!field("parametersUnit")->isEnabled());
  table()->selectAll();
  panel_->findChild<QToolButton*>("parametersRemove")->click();
  QCOMPARE(editor_->undo()->count(), 1);
  QVERIFY(editor_->model("plant/motor")->diagram_parameters.empty());
  QCOMPARE(editor_->model("plant")->diagram_parameters.size(), std::size_t{2});
  QCOMPARE(column(ParametersModel::kName).front(), QString("From plant"));
}

void TestParametersPanel::outerOnesFollowTheirLevel() {
  editor_->view()->openLevel("plant/motor");
  editor_->document()->edit("Change", [this](Transaction* t) {
    DiagramParameter parameter = editor_->document()->document().parameters[0];
    parameter.value = 5;
    t->Apply(ParameterEdit{"", 0, ListAction::kReplace, parameter});
  });
  QCOMPARE(column(ParametersModel::kExpression).back(), QString("5"));
  QCOMPARE(column(ParametersModel::kValue).front(), QString("= 15"));
  editor_->document()->edit("Rename", [this](Transaction* t) {
    DiagramParameter parameter = editor_->model("plant")->diagram_parameters[1];
    parameter.name = "k";
    t->Apply(ParameterEdit{"plant", 1, ListAction::kReplace, parameter});
  });
  QCOMPARE(column(ParametersModel::kName),
           QStringList({"J", "From plant", "m", "k", "From the diagram outside", "Kp", "h"}));
}

void TestParametersPanel::whatIsRefusedAddsNoRow() {
  ParametersModel model(editor_->document());
  model.setLevel("nowhere");
  QSignalSpy refused(&model, &ParametersModel::refused);
  QCOMPARE(model.addParameter(), -1);
  QCOMPARE(refused.count(), 1);
  QVERIFY2(refused[0][0].toString().contains("nowhere"), qPrintable(refused[0][0].toString()));
}

LOOPWRIGHT_TEST_WITH(QApplication, TestParametersPanel)

}  // namespace loopwright::test_parameters_panel

#include "test_parameters_panel.moc"
