#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QLabel>
#include <QObject>
#include <QPointer>
#include <QPushButton>
#include <QTest>
#include <QTreeWidget>

#include "gui/runs/step_check_dialog.h"
#include "tests/gui/runs_window.h"
#include "tests/test_main.h"

namespace loopwright::test_step_check_dialog {

namespace {

// The dialog that the command opens, once its runs are made.
QPointer<StepCheckDialog> openDialog(const RunsWindow& w) {
  w.trigger(ActionId::kCheckSteps);
  return w.window()->findChild<StepCheckDialog*>();
}

QString summaryOf(const StepCheckDialog& dialog) {
  return dialog.findChild<QLabel*>("stepCheckSummary")->text();
}

}  // namespace

/// The dialog that tells how far signals depend on the steps of a run.
class TestStepCheckDialog : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void signalsAreListedWithTheirChange();
  void stepsThatDoNotMatterAreTold();
  void whatCannotBeRunIsTold();
  void closingEndsTheRuns();
};

void TestStepCheckDialog::signalsAreListedWithTheirChange() {
  RunsWindow w(QByteArray(loopDiagram()).replace(R"("max_step": 0.01)", R"("fixed_step": 0.1,
  "integrator": "rk2")"));
  const auto dialog = openDialog(w);
  QVERIFY(dialog != nullptr);
  const auto* tree = dialog->findChild<QTreeWidget*>("stepCheckSignals");
  QTRY_COMPARE(tree->topLevelItemCount(), 2);
  QVERIFY2(summaryOf(*dialog).startsWith(
               "state.y changes most with half the step (fixed_step: 0.1 → 0.05 → 0.025 s): by "),
           qPrintable(summaryOf(*dialog)));
  const QTreeWidgetItem* state = tree->topLevelItem(0);
  QCOMPARE(state->text(0), QString("state.y"));
  QVERIFY2(state->text(5).toDouble() > 1.8 && state->text(5).toDouble() < 2.3,
           qPrintable(state->text(5)));
  const QTreeWidgetItem* counter = tree->topLevelItem(1);
  QCOMPARE(counter->text(0), QString("counter.y"));
  QCOMPARE(counter->text(2), QString("0 %"));
  QCOMPARE(counter->text(5), QString());
  // Copied as rows for a table.
  for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
    if (button->text() == "Co&py") button->click();
  }
  const QStringList lines = QApplication::clipboard()->text().split('\n');
  QCOMPARE(lines.value(0), summaryOf(*dialog));
  QCOMPARE(lines.value(1), QString("Signal\tChanges by\tOf its range\tAt\tThen by\tOrder"));
  QVERIFY(lines.value(2).startsWith("state.y\t"));
}

void TestStepCheckDialog::stepsThatDoNotMatterAreTold() {
  RunsWindow w(R"({"format": "loopwright", "version": 1, "simulation": {"stop_time": 1},
  "diagram": {"blocks": {
    "counter": {"type": "DiscreteCounter", "parameters": {"period": 0.5}},
    "scope": {"type": "Scope", "layout": {"x": 110, "y": 0}}},
  "wires": [{"from": "counter.y", "to": "scope.u1"}]}})");
  const auto dialog = openDialog(w);
  QTRY_COMPARE(summaryOf(*dialog),
               QString("No signal changes with a tenth of the accuracy (1e−06 → 1e−07 → 1e−08): "
                       "steps do not matter here."));
}

void TestStepCheckDialog::whatCannotBeRunIsTold() {
  RunsWindow w;
  const QString problem = w.document()->edit("wrong", [](Transaction* t) {
    SetBlockParameter(t, "", "gain", "gain", ParameterSetting("nothing"));
  });
  QCOMPARE(problem, QString());
  const auto dialog = openDialog(w);
  QTRY_VERIFY2(summaryOf(*dialog).startsWith("The diagram cannot be run: "),
               qPrintable(summaryOf(*dialog)));
}

void TestStepCheckDialog::closingEndsTheRuns() {
  RunsWindow w;
  const QString problem = w.document()->edit("long", [](Transaction* t) {
    SimulationSettings settings = t->document().simulation;
    settings.Set("stop_time", ParameterSetting(1e9));
    t->Apply(SimulationEdit{std::move(settings)});
  });
  QCOMPARE(problem, QString());
  const auto dialog = openDialog(w);
  QVERIFY(dialog != nullptr);
  dialog->close();
  QTRY_VERIFY(dialog.isNull());
}

LOOPWRIGHT_TEST_WITH(QApplication, TestStepCheckDialog)

}  // namespace loopwright::test_step_check_dialog

#include "test_step_check_dialog.moc"
