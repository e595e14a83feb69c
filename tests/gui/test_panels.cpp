// The panels: palette, properties, parameters, settings, problems, breadcrumb.
#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QObject>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTreeView>
#include <QUndoStack>
#include <memory>

#include "blocklib/registry.h"
#include "engine/blocks/block_registry.h"
#include "engine/edits/edit_helpers.h"
#include "engine/file/load.h"
#include "engine/file/save.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/revealer.h"
#include "gui/document/block_search.h"
#include "gui/document/diagram_document.h"
#include "gui/panels/breadcrumb.h"
#include "gui/panels/message_bar.h"
#include "gui/panels/palette_panel.h"
#include "gui/panels/parameters_panel.h"
#include "gui/panels/problems_panel.h"
#include "gui/panels/properties_panel.h"
#include "gui/panels/settings_panel.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "tests/test_main.h"

namespace loopwright::test_panels {

namespace {

const char* const kLoop = R"({"format": "loopwright", "version": 1,
  "parameters": {"h": {"value": 0.02, "unit": "s"}, "zeta": {"value": "10*h"}},
  "simulation": {"stop_time": 5},
  "diagram": {"blocks": {
    "source": {"type": "Constant", "layout": {"x": 0, "y": 0}},
    "controller": {"type": "DiscretePid",
      "parameters": {"kp": 30, "ki": "12/h*0.1", "period": "h"}, "layout": {"x": 120, "y": 0}},
    "scope": {"type": "Scope", "layout": {"x": 300, "y": 0}}},
  "wires": [{"from": "source.y", "to": "controller.u"},
            {"from": "controller.y", "to": "scope.u1"}]}})";

}  // namespace

class TestPanels : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init() {
    document_ = std::make_unique<DiagramDocument>(BuiltInBlocks());
    LoadResult result = LoadDocument(kLoop, BuiltInBlocks());
    QVERIFY(result.document.has_value());
    document_->setDocument(std::move(*result.document));
  }

  // ---- properties -----------------------------------------------------------------------------

  void theFormComesFromTheDescriptor() {
    showController();
    const BlockDescriptor* type = BuiltInBlocks().Find("DiscretePid");
    for (const ParameterDescriptor& parameter : type->parameters) {
      QVERIFY2(field(parameter.name.c_str()) != nullptr, parameter.name.c_str());
    }
    QCOMPARE(field("kp")->text(), QString("30"));
    QCOMPARE(field("ki")->text(), QString("12/h*0.1"));
    QCOMPARE(label("ki.value")->text(), QString("= 60 1/s"));
    QCOMPARE(label("offset.value")->text(), QString("s"));
    QCOMPARE(field("lower")->text(), QString("-inf"));
  }

  void anExpressionBecomesTheParameter() {
    showController();
    type("kd", "2*zeta");
    QCOMPARE(setting("kd"), ParameterSetting("2*zeta"));
    QCOMPARE(label("kd.value")->text(), QString("= 0.4 s"));
    type("kp", "2.4k");
    QCOMPARE(setting("kp"), ParameterSetting("2.4k"));
    QCOMPARE(label("kp.value")->text(), QString("= 2400"));
    QCOMPARE(document_->undoStack()->count(), 2);
    document_->undoStack()->undo();
    QCOMPARE(field("kp")->text(), QString("30"));
  }

  void aWrongEntryTurnsRedAndChangesNothing() {
    showController();
    type("kd", "2*zta");
    QVERIFY(field("kd")->property("invalid").toBool());
    QVERIFY(label("kd.error")->isVisible());
    QCOMPARE(label("kd.error")->text(), QString("unknown name 'zta', did you mean 'zeta'?"));
    QCOMPARE(setting("kd"), ParameterSetting());
    QVERIFY(!document_->isModified());
    QTest::keyClick(field("kd"), Qt::Key_Escape);
    QCOMPARE(field("kd")->text(), QString("0"));
    QVERIFY(!label("kd.error")->isVisible());
    QVERIFY(!field("kd")->property("invalid").toBool());
  }

  void aConstraintIsCheckedInPlace() {
    showController();
    type("period", "-1");
    QVERIFY(label("period.error")->isVisible());
    QVERIFY2(label("period.error")->text().contains("> 0"),
             qPrintable(label("period.error")->text()));
    QVERIFY(!document_->isModified());
  }

  void emptyTakesAParameterBackToItsDefault() {
    showController();
    type("kp", "");
    QCOMPARE(setting("kp"), ParameterSetting());
    QCOMPARE(field("kp")->text(), QString("1"));
  }

  void valuesFollowTheDiagramsParameters() {
    showController();
    document_->edit("Change h", [this](Transaction* t) {
      DiagramParameter h = document_->document().parameters.front();
      h.value = ParameterSetting(0.04);
      t->Apply(ParameterEdit{"", 0, ListAction::kReplace, h});
    });
    QCOMPARE(label("ki.value")->text(), QString("= 30 1/s"));
  }

  void theNameIsEditedAndADuplicateRefused() {
    showController();
    auto* name = properties_->findChild<QLineEdit*>("property.name");
    QCOMPARE(name->text(), QString("controller"));
    name->setFocus();
    name->setText("scope");
    QTest::keyClick(name, Qt::Key_Return);
    auto* error = properties_->findChild<QLabel*>("property.name.error");
    QVERIFY(error->isVisible());
    QVERIFY2(error->text().contains("scope"), qPrintable(error->text()));
    QVERIFY(!document_->isModified());
    name->setText("pid");
    QTest::keyClick(name, Qt::Key_Return);
    QVERIFY(!error->isVisible());
    QVERIFY(document_->document().FindBlock("pid") != nullptr);
    QCOMPARE(field("kp")->text(), QString("30"));  // The form stays with the block.
    type("kp", "31");
    QCOMPARE(document_->document().FindBlock("pid")->FindParameter("kp")->value,
             ParameterSetting(31));
  }

  void choicesAreChosen() {
    document_->edit("Add", [](Transaction* t) {
      Block block;
      block.name = "f";
      block.type = "MathFunction";
      AddBlock(t, "", block);
    });
    showBlock("f");
    auto* choice = properties_->findChild<QComboBox*>("property.function");
    QVERIFY(choice != nullptr);
    QCOMPARE(choice->currentText(), QString("exp"));
    choice->setCurrentText("square");
    Q_EMIT choice->textActivated("square");
    QCOMPARE(document_->document().FindBlock("f")->FindParameter("function")->value,
             ParameterSetting("square"));
  }

  void portsSayWhatTheyAreWiredTo() {
    showController();
    auto* ports = properties_->findChild<QLabel*>("property.ports");
    QVERIFY(ports->text().contains("source.y"));
    QVERIFY(ports->text().contains("scope.u1"));
    QSignalSpy reveal(properties_.get(), &PropertiesPanel::revealRequested);
    Q_EMIT ports->linkActivated("source.y");
    QCOMPARE(reveal.count(), 1);
  }

  void theUnknownOfASolvedLoopIsNamed() {
    // y = u - 3 y: the loop is torn at one of its two signals, in the subsystem.
    const auto markedIn = [](const char* setting) {
      DiagramDocument document(BuiltInBlocks());
      std::string text = R"({"format": "loopwright", "version": 1,
        "simulation": {"algebraic_loops": "SETTING"}, "diagram": {"blocks": {
        "plant": {"type": "Subsystem", "diagram": {"blocks": {
          "u": {"type": "Constant"}, "scope": {"type": "Scope"},
          "sum": {"type": "Sum", "parameters": {"signs": "+-"}},
          "k": {"type": "Gain", "parameters": {"gain": 3}}},
          "wires": [{"from": "u.y", "to": "sum.u1"}, {"from": "k.y", "to": "sum.u2"},
                    {"from": "sum.y", "to": "k.u"}, {"from": "sum.y", "to": "scope.u1"}]}}}}})";
      text.replace(text.find("SETTING"), 7, setting);
      LoadResult result = LoadDocument(text, BuiltInBlocks());
      if (!result.document) return QStringList(u"not loaded"_qs);
      document.setDocument(std::move(*result.document));
      document.finishCheck();
      PropertiesPanel panel(&document);
      QStringList marked;
      for (const char* name : {"u", "sum", "k"}) {
        panel.showBlocks("plant", {name});
        const QString ports = panel.findChild<QLabel*>("property.ports")->text();
        if (ports.contains("· unknown of an algebraic loop")) marked += name;
      }
      return marked;
    };
    QCOMPARE(markedIn("refuse"), QStringList());
    QCOMPARE(markedIn("solve"), QStringList("sum"));
  }

  void ofManyPortsTheFirstAreListed() {
    DiagramDocument document(BuiltInBlocks());
    LoadResult result =
        LoadDocument(R"({"format": "loopwright", "version": 1, "diagram": {"blocks": {
      "source": {"type": "Constant"},
      "mux": {"type": "Mux", "parameters": {"inputs": 10000}}}}})",
                     BuiltInBlocks());
    QVERIFY(result.document.has_value());
    for (int i = 1; i <= 60; ++i) {
      Wire wire;
      wire.from = "source.y";
      wire.to = "mux.u" + std::to_string(i);
      result.document->root.wires.push_back(wire);
    }
    document.setDocument(std::move(*result.document));
    PropertiesPanel panel(&document);
    const auto lines = [&](const char* name) {
      panel.showBlocks(QString(), {name});
      return panel.findChild<QLabel*>("property.ports")->text().split("<br>");
    };
    const QStringList mux = lines("mux");
    QCOMPARE(mux.size(), 52);
    QVERIFY2(mux[49].startsWith("u50 ← <a"), qPrintable(mux[49]));
    QCOMPARE(mux[50], QString("further inputs: 9950"));
    QCOMPARE(mux[51], QString("y → not wired"));
    // So are the problems: of the inputs that are not wired.
    document.finishCheck();
    QVERIFY(document.requireInputs());
    QCOMPARE(document.errorCount(), 9940);
    lines("mux");
    const QStringList problems = panel.findChild<QLabel*>("property.problems")->text().split(u'\n');
    QCOMPARE(problems.size(), 11);
    QCOMPARE(problems.last(), QString("further problems: 9930"));
    const DiagramScene scene(&document);
    QCOMPARE(scene.findBlock("mux")->toolTip(), problems.join(u'\n'));
    const QStringList source = lines("source");
    QCOMPARE(source.size(), 1);
    QCOMPARE(source[0].count("<a "), 50);
    QVERIFY2(source[0].contains(", further inputs: 10"), qPrintable(source[0]));
  }

  void theFormGoesWithItsBlock() {
    showController();
    document_->edit("Delete", [](Transaction* t) { RemoveBlocks(t, "", {"controller"}); });
    QTRY_VERIFY(field("kp") == nullptr);
    document_->undoStack()->undo();
    QVERIFY(field("kp") != nullptr);
  }

  // ---- parameters of the diagram --------------------------------------------------------------

  void parametersShowExpressionAndValue() {
    ParametersPanel panel(document_.get());
    const QAbstractItemModel* model = table(panel)->model();
    QCOMPARE(model->rowCount(), 2);
    QCOMPARE(model->index(1, 0).data().toString(), QString("zeta"));
    QCOMPARE(model->index(1, 1).data().toString(), QString("10*h"));
    QCOMPARE(model->index(1, 2).data().toString(), QString("= 0.2"));
    QCOMPARE(model->index(0, 3).data().toString(), QString("s"));
  }

  void renamingAParameterFollowsItsUses() {
    ParametersPanel panel(document_.get());
    QAbstractItemModel* model = table(panel)->model();
    QVERIFY(model->setData(model->index(0, 0), "period_s"));
    QCOMPARE(document_->document().FindBlock("controller")->FindParameter("ki")->value,
             ParameterSetting("12/period_s*0.1"));
    QCOMPARE(document_->undoStack()->count(), 1);
  }

  void wrongParametersAreRefusedWithAReason_data() {
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("reason");
    QTest::newRow("duplicate") << 0 << "zeta"
                               << "zeta";
    QTest::newRow("constant") << 0 << "pi"
                              << "pi";
    QTest::newRow("syntax") << 1 << "2*"
                            << "expected";
    QTest::newRow("unknown") << 1 << "2*hh"
                             << "unknown name 'hh'";
    QTest::newRow("empty") << 1 << ""
                           << "needs a value";
    QTest::newRow("distribution") << 5 << "normal(1, 2)"
                                  << "'normal(1, 2)' is no distribution";
    QTest::newRow("arguments") << 5 << "uniform(1)"
                               << "uniform takes 2 numbers, not 1";
    QTest::newRow("argument") << 5 << "uniform(1, )"
                              << "the upper of uniform is missing";
  }

  void wrongParametersAreRefusedWithAReason() {
    QFETCH(int, column);
    QFETCH(QString, text);
    QFETCH(QString, reason);
    ParametersPanel panel(document_.get());
    QAbstractItemModel* model = table(panel)->model();
    QVERIFY(!model->setData(model->index(0, column), text));
    const QString message = panel.findChild<QLabel*>("parametersMessage")->text();
    QVERIFY2(message.contains(reason), qPrintable(message));
    QVERIFY(!document_->isModified());
  }

  void parametersAreAddedAndRemoved() {
    const std::string before = SaveCanonical(document_->document());
    ParametersPanel panel(document_.get());
    panel.show();
    panel.findChild<QAbstractButton*>("parametersAdd")->click();
    QCOMPARE(document_->document().parameters.size(), std::size_t{3});
    QAbstractItemModel* model = table(panel)->model();
    QVERIFY(model->setData(model->index(2, 5), "gaussian(1, 0.05)"));
    QCOMPARE(document_->document().parameters.back().random->distribution, std::string("gaussian"));
    QCOMPARE(model->index(2, 5).data().toString(), QString("gaussian(1, 0.05)"));
    table(panel)->selectRow(2);
    panel.findChild<QAbstractButton*>("parametersRemove")->click();
    QCOMPARE(SaveCanonical(document_->document()), before);
    QCOMPARE(document_->undoStack()->count(), 3);
  }

  // ---- settings of the simulation -------------------------------------------------------------

  void settingsComeFromTheListOfKeys() {
    SettingsPanel panel(document_.get());
    panel.show();
    for (const SimulationKey& key : SimulationKeys()) {
      QVERIFY2(panel.findChild<QWidget*>(QString::fromStdString("setting." + key.name)) != nullptr,
               key.name.c_str());
    }
    auto* stop = panel.findChild<QLineEdit*>("setting.stop_time");
    QCOMPARE(stop->text(), QString("5"));
    stop->setFocus();
    stop->selectAll();
    QTest::keyClicks(stop, "100*h");
    QTest::keyClick(stop, Qt::Key_Return);
    QCOMPARE(document_->document().simulation.Get("stop_time"), ParameterSetting("100*h"));
    QCOMPARE(panel.findChild<QLabel*>("setting.stop_time.value")->text().trimmed(),
             QString("= 2 s"));
    stop->selectAll();
    QTest::keyClicks(stop, "100*g");
    QTest::keyClick(stop, Qt::Key_Return);
    QVERIFY(panel.findChild<QLabel*>("setting.stop_time.error")->isVisible());
    QCOMPARE(document_->document().simulation.Get("stop_time"), ParameterSetting("100*h"));
    document_->undoStack()->undo();
    QCOMPARE(document_->document().simulation.Get("stop_time"), ParameterSetting(5));
  }

  void anEmptySettingIsItsDefault() {
    SettingsPanel panel(document_.get());
    panel.show();
    auto* stop = panel.findChild<QLineEdit*>("setting.stop_time");
    stop->setFocus();
    stop->selectAll();
    QTest::keyClick(stop, Qt::Key_Delete);
    QTest::keyClick(stop, Qt::Key_Return);
    QVERIFY(document_->document().simulation.Given("stop_time") == nullptr);
    QCOMPARE(stop->placeholderText(), QString("10"));
  }

  // ---- problems -------------------------------------------------------------------------------

  void aProblemLeadsToItsBlock() {
    DiagramView view(document_.get());
    view.resize(600, 400);
    view.show();
    ProblemsPanel panel(document_.get());
    connect(&panel, &ProblemsPanel::problemActivated, view.revealer(), &Revealer::reveal);
    document_->edit("Cut", [](Transaction* t) { Disconnect(t, "", "controller.u"); });
    document_->finishCheck();
    QVERIFY(document_->requireInputs());
    QCOMPARE(panel.errorCount(), 1);
    auto* list = panel.findChild<QTreeView*>("problemsList");
    panel.show();
    QCOMPARE(list->model()->rowCount(), 1);
    QVERIFY(list->model()->index(0, 0).data().toString().startsWith("controller"));
    const QRect row = list->visualRect(list->model()->index(0, 0));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, row.center());
    QCOMPARE(view.selectedBlocks(), QStringList({"controller"}));
    QVERIFY(!view.diagramScene()->findBlock("controller")->toolTip().isEmpty());
    // It goes away by itself.
    document_->undoStack()->undo();
    document_->check();
    QTRY_COMPARE(panel.errorCount(), 0);
    QVERIFY(view.diagramScene()->findBlock("controller")->toolTip().isEmpty());
  }

  void checksThatFindNothingNewLeaveTheListAlone() {
    ProblemsPanel panel(document_.get());
    document_->edit("Cut", [](Transaction* t) { Disconnect(t, "", "controller.u"); });
    document_->finishCheck();
    QVERIFY(document_->requireInputs());
    QCOMPARE(panel.errorCount(), 1);
    auto* list = panel.findChild<QTreeView*>("problemsList");
    list->setCurrentIndex(list->model()->index(0, 0));
    QSignalSpy resets(list->model(), &QAbstractItemModel::modelReset);
    QSignalSpy checks(document_.get(), &DiagramDocument::diagnosticsChanged);
    document_->edit("Value", [](Transaction* t) {
      SetBlockParameter(t, "", "source", "value", ParameterSetting(7));
    });
    QTRY_COMPARE(checks.count(), 1);
    QCOMPARE(resets.count(), 0);
    QCOMPARE(list->currentIndex().row(), 0);
    document_->edit("Wrong", [](Transaction* t) {
      SetBlockParameter(t, "", "source", "value", ParameterSetting("1/"));
    });
    QTRY_COMPARE(panel.errorCount(), 2);
    QCOMPARE(resets.count(), 1);
  }

  void aRunsProblemStaysUntilTheNextEdit() {
    ProblemsPanel panel(document_.get());
    panel.setRunProblems(
        {{Severity::kError, "controller", "the output is not finite at t = 0.1 s"}});
    QCOMPARE(panel.errorCount(), 1);
    document_->edit("Cut", [](Transaction* t) { Disconnect(t, "", "controller.u"); });
    QCOMPARE(panel.errorCount(), 0);
  }

  // ---- questions ------------------------------------------------------------------------------

  void aQuestionStaysUntilItIsAnswered() {
    using Subject = MessageBar::Subject;
    MessageBar bar;
    const auto* const text = bar.findChild<QLabel*>("messageBar.text");
    QStringList answers;
    const auto ask = [&](Subject subject, const QString& question) {
      bar.ask(subject, question,
              {{"Yes", [&answers, question] { answers += question; }}, {"No", {}}});
    };
    const auto answer = [&](const char* choice) {
      bar.findChildren<QPushButton*>(choice).last()->click();
    };
    QVERIFY(bar.isHidden());
    ask(Subject::kDiagramFile, "Reload?");
    ask(Subject::kNewRun, "Run again?");
    ask(Subject::kFilesOfBlocks, "Allow one?");
    QCOMPARE(text->text(), QString("Reload?"));
    // Asked again about the same, it takes the place of what was asked before.
    ask(Subject::kFilesOfBlocks, "Allow two?");
    QCOMPARE(text->text(), QString("Reload?"));
    answer("messageBar.choice0");
    QCOMPARE(answers, QStringList{"Reload?"});
    QVERIFY(!bar.isHidden());
    QCOMPARE(text->text(), QString("Run again?"));
    bar.withdraw(Subject::kNewRun);
    QCOMPARE(text->text(), QString("Allow two?"));
    bar.withdraw(Subject::kDiagramFile);  // which is not asked any more
    QVERIFY(!bar.isHidden());
    answer("messageBar.choice1");
    QCOMPARE(answers, QStringList{"Reload?"});
    QVERIFY(bar.isHidden());
  }

  // ---- palette --------------------------------------------------------------------------------

  void thePaletteHasEveryTypeByCategory() {
    PalettePanel palette(BuiltInBlocks());
    for (const BlockDescriptor& type : BuiltInBlocks().all()) {
      const QString name = QStringLiteral("palette.") + QString::fromStdString(type.type);
      QVERIFY2(palette.findChild<QWidget*>(name) != nullptr, type.type.c_str());
    }
  }

  void enterPlacesTheFirstHit() {
    PalettePanel palette(BuiltInBlocks());
    palette.show();
    QSignalSpy placed(&palette, &PalettePanel::placeRequested);
    auto* search = palette.findChild<QLineEdit*>("paletteSearch");
    QTest::keyClicks(search, "unit del");
    QTRY_VERIFY(palette.findChild<QWidget*>("palette.found.UnitDelay")->isVisible());
    QVERIFY(!palette.findChild<QWidget*>("palette.Gain")->isVisible());
    QTest::keyClick(search, Qt::Key_Return);
    QCOMPARE(placed.count(), 1);
    QCOMPARE(placed.first().front().toString(), QString("UnitDelay"));
    search->clear();
    QVERIFY(palette.findChild<QWidget*>("palette.Gain")->isVisible());
  }

  void aDoubleClickInThePalettePlacesInTheMiddle() {
    DiagramView view(document_.get());
    view.resize(600, 400);
    view.show();
    PalettePanel palette(BuiltInBlocks());
    palette.show();
    view.attachPalette(&palette);
    QTest::mouseDClick(palette.findChild<QWidget*>("palette.Gain"), Qt::LeftButton);
    QVERIFY(document_->document().FindBlock("Gain") != nullptr);
    QCOMPARE(view.selectedBlocks(), QStringList({"Gain"}));
    QVERIFY(palette.findChild<QWidget*>("palette.recent.Gain") != nullptr);
  }

  void searchRanksNamesFirst() {
    const auto first = [](const char* text) {
      const auto hits = searchBlocks(BuiltInBlocks(), text);
      return hits.empty() ? std::string() : hits.front()->type;
    };
    QCOMPARE(first("gain"), std::string("Gain"));
    QCOMPARE(first("pid"), std::string("PidController"));
    QCOMPARE(first("zoh"), std::string("ZeroOrderHold"));
    QCOMPARE(first("int"), std::string("Integrator"));
    QCOMPARE(first("qqq"), std::string());
  }

  // ---- breadcrumb -----------------------------------------------------------------------------

  void theBreadcrumbLeadsToEveryLevel() {
    Breadcrumb crumbs;
    crumbs.setLocation("loop", "plant/motor");
    QSignalSpy requested(&crumbs, &Breadcrumb::levelRequested);
    crumbs.findChild<QAbstractButton*>("breadcrumb.plant")->click();
    QCOMPARE(requested.last().front().toString(), QString("plant"));
    crumbs.findChild<QAbstractButton*>("breadcrumb.")->click();
    QCOMPARE(requested.last().front().toString(), QString());
    QVERIFY(!crumbs.findChild<QAbstractButton*>("breadcrumb.plant/motor")->isEnabled());
  }

 private:
  void showController() { showBlock("controller"); }
  void showBlock(const char* name) {
    properties_ = std::make_unique<PropertiesPanel>(document_.get());
    properties_->resize(280, 600);
    properties_->show();
    QVERIFY(QTest::qWaitForWindowExposed(properties_.get()));
    properties_->showBlocks("", {name});
  }
  QLineEdit* field(const char* parameter) const {
    return properties_->findChild<QLineEdit*>(QStringLiteral("property.") + parameter);
  }
  QLabel* label(const char* name) const {
    return properties_->findChild<QLabel*>(QStringLiteral("property.") + name);
  }
  void type(const char* parameter, const char* text) {
    QLineEdit* edit = field(parameter);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClick(edit, Qt::Key_Delete);
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, Qt::Key_Return);
  }
  /// Null where the block does not give the parameter.
  ParameterSetting setting(const char* parameter) const {
    const BlockParameter* given =
        document_->document().FindBlock("controller")->FindParameter(parameter);
    return given == nullptr ? ParameterSetting() : given->value;
  }
  static QTableView* table(const ParametersPanel& panel) {
    return panel.findChild<QTableView*>("parametersTable");
  }

  std::unique_ptr<DiagramDocument> document_;
  std::unique_ptr<PropertiesPanel> properties_;
};

LOOPWRIGHT_TEST_WITH(QApplication, TestPanels)

}  // namespace loopwright::test_panels

#include "test_panels.moc"
