#include "gui/run/simulation_fields.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <algorithm>

#include "engine/integration/method_list.h"
#include "gui/document/diagram_document.h"
#include "gui/document/refused_texts.h"
#include "gui/document/setting_text.h"
#include "gui/document/value_place.h"
#include "gui/language/library_text.h"
#include "gui/theme/making.h"
#include "gui/theme/style_state.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr char kStopTime[] = "stop_time";

ValuePlace stopTimePlace() { return {ValuePlace::Kind::kSimulation, "", kStopTime}; }

// A number has its unit; to an expression it would seem to be a part of it.
QString withUnit(const ParameterSetting& setting) {
  const QString text = settingText(setting);
  return setting.is_number() ? text + QStringLiteral(" s") : text;
}

// "10 s" is the stop time 10.
QString withoutUnit(QString text) {
  text = text.trimmed();
  if (text.endsWith(QLatin1String(" s"))) text.chop(2);
  return text.trimmed();
}

}  // namespace

// Both follow the document, whoever changes it.
SimulationFields::SimulationFields(DiagramDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      stopTime_(withName(new QLineEdit(this), QStringLiteral("stopTime"))),
      integrator_(withName(new QComboBox(this), QStringLiteral("integrator"))) {
  connect(stopTime_, &QLineEdit::textChanged, this, &SimulationFields::fitStopTime);
  stopTime_->setAccessibleName(tr("Stop time"));
  integrator_->setAccessibleName(tr("Integrator"));
  integrator_->setToolTip(tr("Integrator"));
  integrator_->setFocusPolicy(Qt::StrongFocus);
  integrator_->installEventFilter(this);
  for (const IntegrationMethodInfo& method : IntegrationMethods()) {
    integrator_->addItem(QString::fromStdString(std::string(method.name)));
    integrator_->setItemData(integrator_->count() - 1, libraryText(std::string(method.description)),
                             Qt::ToolTipRole);
  }
  // The list is as wide as its longest name, the box as the one that is chosen.
  integrator_->view()->setMinimumWidth(integrator_->sizeHint().width());
  connect(integrator_, &QComboBox::currentTextChanged, this, &SimulationFields::fitIntegrator);
  auto* const layout = withMargins(new QHBoxLayout(this), {0, 0, 0, 0}, 10);
  layout->addWidget(stopTime_);
  layout->addWidget(integrator_);
  connect(stopTime_, &QLineEdit::editingFinished, this, &SimulationFields::submitStopTime);
  connect(integrator_, &QComboBox::textActivated, this,
          [this](const QString& text) { submit(QStringLiteral("integrator"), text); });
  connect(document, &DiagramDocument::changed, this, [this](const ChangeSet& changes) {
    if (changes.contains(ChangeSubject::kSimulation)) refresh();
  });
  connect(document, &DiagramDocument::reset, this, &SimulationFields::refresh);
  connect(document->refusedTexts(), &RefusedTexts::changed, this, &SimulationFields::refresh);
  refresh();
}

bool SimulationFields::eventFilter(QObject* watched, QEvent* event) {
  // The wheel passes over the box; it must not change it.
  if (event->type() == QEvent::Wheel) return true;
  return QWidget::eventFilter(watched, event);
}

// A text that was refused is shown again, in red.
void SimulationFields::refresh() {
  const SimulationSettings& settings = document_->document().simulation;
  const std::optional<QString> refused = document_->refusedTexts()->find(stopTimePlace());
  stopTime_->setText(refused.value_or(withUnit(settings.Get(kStopTime))));
  integrator_->setCurrentText(settingText(settings.Get("integrator")));
  stopTime_->setCursorPosition(0);
  fitStopTime();
  fitIntegrator();
  const ValuePreview preview = previewValue(document_->document(), document_->registry(),
                                            stopTimePlace(), withoutUnit(stopTime_->text()));
  QString tip = preview.isRight() ? tr("Stop time, seconds") : preview.problem;
  if (preview.isRight() && !preview.value.isEmpty()) tip += QStringLiteral(" = ") + preview.value;
  stopTime_->setToolTip(tip);
  setStyleState(stopTime_, "invalid", !preview.isRight());
}

// As wide as its text: an expression is read in whole.
void SimulationFields::fitStopTime() {
  constexpr int kLeast = 72;
  constexpr int kMost = 200;
  constexpr int kAround = 24;  // frame, padding and cursor
  const int width = stopTime_->fontMetrics().horizontalAdvance(stopTime_->text()) + kAround;
  stopTime_->setFixedWidth(std::clamp(width, scaled(kLeast), scaled(kMost)));
}

void SimulationFields::fitIntegrator() {
  constexpr int kArrow = 54;  // with frame and padding
  const int text = integrator_->fontMetrics().horizontalAdvance(integrator_->currentText());
  integrator_->setFixedWidth(text + kArrow);
}

// The stop time was typed: Enter was pressed or the field left. A text that is no time stays in the
// field, marked.
void SimulationFields::submitStopTime() {
  const QString text = withoutUnit(stopTime_->text());
  const ValuePreview preview =
      previewValue(document_->document(), document_->registry(), stopTimePlace(), text);
  if (!preview.isRight()) return document_->refusedTexts()->keep(stopTimePlace(), text);
  document_->refusedTexts()->drop(stopTimePlace());
  submit(QLatin1String(kStopTime), text);
}

// A text that says what the document says already is no edit.
void SimulationFields::submit(const QString& key, const QString& text) {
  const ParameterKind kind =
      key == QLatin1String("integrator") ? ParameterKind::kChoice : ParameterKind::kNumber;
  const std::optional<ParameterSetting> setting = settingFromText(text, kind);
  const ValuePlace place{ValuePlace::Kind::kSimulation, "", key.toStdString()};
  if (!setting || *setting != document_->document().simulation.Get(place.name)) {
    setValue(document_, place, tr("Change %1").arg(parameterLabel(place.name)), setting,
             QStringLiteral("simulation ") + key);
  }
  refresh();
}

}  // namespace loopwright
