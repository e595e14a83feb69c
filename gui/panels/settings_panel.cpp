#include "gui/panels/settings_panel.h"

#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include "engine/document/document.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/document/refused_texts.h"
#include "gui/document/run_notices.h"
#include "gui/document/setting_text.h"
#include "gui/document/value_preview.h"
#include "gui/language/library_text.h"
#include "gui/panels/setting_field.h"
#include "gui/theme/making.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

// The table of simulation settings says what values a key takes; which field edits them follows
// from that, so that a new setting gets its field without a line here.
FieldKind fieldKind(const SimulationKey& key) {
  switch (key.kind) {
    case SimulationKeyKind::kBoolean:
      return FieldKind::kBoolean;
    case SimulationKeyKind::kWholeNumber:
      return FieldKind::kInteger;
    default:
      return key.choices.empty() ? FieldKind::kText : FieldKind::kChoice;
  }
}

bool isNumeric(const SimulationKey& key) {
  return key.kind == SimulationKeyKind::kNumber || key.kind == SimulationKeyKind::kNumberOrNull ||
         key.kind == SimulationKeyKind::kWholeNumber;
}

// As what a text is read: settings of the simulation share the reading of texts with parameters.
ParameterKind parameterKind(const SimulationKey& key) {
  if (key.kind == SimulationKeyKind::kBoolean) return ParameterKind::kBoolean;
  return isNumeric(key) ? ParameterKind::kNumber : ParameterKind::kChoice;
}

ValuePlace placeOf(const SimulationKey& key) {
  return {ValuePlace::Kind::kSimulation, "", key.name};
}

}  // namespace

// A row for each key of the simulation, in the order of the list of keys, so that a new key needs
// no line here. An empty field of a number means the default, which it shows in grey.
SettingsPanel::SettingsPanel(DiagramDocument* document, QWidget* parent)
    : QWidget(parent), document_(document) {
  setObjectName("settingsPanel");
  auto* area = new QScrollArea(this);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* outer = withMargins(new QVBoxLayout(this), {0, 0, 0, 0});
  outer->addWidget(area);
  auto* form = new QWidget(area->viewport());
  auto* grid = withMargins(new QGridLayout(form), {16, 10, 0, 10});
  grid->setHorizontalSpacing(12);
  grid->setVerticalSpacing(7);
  grid->setColumnStretch(0, 2);
  grid->setColumnStretch(1, 3);
  for (const SimulationKey& key : SimulationKeys()) addField(key, grid);
  grid->setRowStretch(grid->rowCount(), 1);
  area->setWidget(form);
  area->setMinimumWidth(form->minimumSizeHint().width() +
                        area->verticalScrollBar()->sizeHint().width());
  connect(document, &DiagramDocument::changed, this, [this](const ChangeSet& changes) {
    if (changes.contains(ChangeSubject::kSimulation) ||
        changes.contains(ChangeSubject::kParameters)) {
      refresh();
    }
  });
  connect(document, &DiagramDocument::reset, this, &SettingsPanel::refresh);
  connect(document->refusedTexts(), &RefusedTexts::changed, this, &SettingsPanel::refresh);
  connect(document->runNotices(), &RunNotices::changed, this, &SettingsPanel::refresh);
  refresh();
}

// A text that is no value stays in the field, with what is wrong below it, and not in the document.
// Leaving the field with Escape drops such a text.
void SettingsPanel::addField(const SimulationKey& key, QGridLayout* grid) {
  const QString name = toQt(key.name);
  auto* label = new QLabel(parameterLabel(key.name), grid->parentWidget());
  auto* field = new SettingField(QStringLiteral("setting.") + name, fieldKind(key),
                                 qtTexts(key.choices), grid->parentWidget());
  field->setTakesExpressions(isNumeric(key));
  label->setToolTip(libraryText(key.description));
  label->setMinimumHeight(scaled(24));
  label->setWordWrap(true);
  label->setBuddy(field);
  field->setToolTip(libraryText(key.description));
  if (isNumeric(key)) {
    field->setDefaultText(key.default_value.is_null() ? tr("automatic")
                                                      : settingText(key.default_value));
  }
  connect(field, &SettingField::typed, this,
          [this, &key, field](const QString& text) { showPreview(key, field, text); });
  connect(field, &SettingField::submitted, this,
          [this, &key, field](const QString& text) { submit(key, field, text); });
  connect(field, &SettingField::newRunRequested, document_->runNotices(),
          &RunNotices::newRunRequested);
  connect(field, &SettingField::givenUp, this,
          [this, &key] { document_->refusedTexts()->drop(placeOf(key)); });
  connect(field, &SettingField::resetRequested, this, [this, &key, field] { reset(key, field); });
  const int row = grid->rowCount();
  grid->addWidget(label, row, 0, Qt::AlignTop);
  grid->addWidget(field, row, 1);
  fields_.push_back(field);
}

void SettingsPanel::focusSetting(const QString& key) {
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    if (toQt(SimulationKeys()[i].name) == key) fields_[i]->focusText();
  }
}

// Of choices and truth values the default is shown as chosen; a check box cannot be empty.
void SettingsPanel::refresh() {
  const SimulationSettings& settings = document_->document().simulation;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const SimulationKey& key = SimulationKeys()[i];
    const ParameterSetting* given = settings.Given(key.name);
    const bool showsDefault = given == nullptr && isNumeric(key);
    fields_[i]->setText(showsDefault ? QString() : settingText(settings.Get(key.name)),
                        document_->refusedTexts()->find(placeOf(key)));
    fields_[i]->setNeedsRun(document_->runNotices()->contains(placeOf(key).path()));
    fields_[i]->setGiven(given != nullptr, settingText(key.default_value));
    showPreview(key, fields_[i], fields_[i]->text());
  }
}

// While a number is typed: its value and unit, or what is wrong. Null is the automatic choice and
// has no value.
void SettingsPanel::showPreview(const SimulationKey& key, SettingField* field,
                                const QString& text) {
  if (!isNumeric(key)) return;
  const QString unit = toQt(key.unit);
  const ParameterSetting typed =
      settingFromText(text, parameterKind(key)).value_or(key.default_value);
  if (typed.is_null()) {
    field->setProblem(QString());
    field->setHint(unit);
    return;
  }
  const ValuePreview preview = previewSimulation(document_->document(), key.name, typed);
  const bool shows = preview.isRight() && !preview.value.isEmpty();
  field->setHint(shows ? QStringLiteral("= ") + preview.value + u' ' + unit : unit);
  field->setProblem(preview.problem);
}

// A default that was not given is not put into the file by leaving its field.
void SettingsPanel::submit(const SimulationKey& key, SettingField* field, const QString& text) {
  showPreview(key, field, text);
  if (field->hasProblem()) return document_->refusedTexts()->keep(placeOf(key), text);
  document_->refusedTexts()->drop(placeOf(key));
  std::optional<ParameterSetting> setting = settingFromText(text, parameterKind(key));
  const SimulationSettings& settings = document_->document().simulation;
  if (settings.Given(key.name) == nullptr && setting == key.default_value) return;
  set(key, field, tr("Change %1"), setting);
}

void SettingsPanel::reset(const SimulationKey& key, SettingField* field) {
  document_->refusedTexts()->drop(placeOf(key));
  set(key, field, tr("Reset %1"), std::nullopt);
  refresh();
}

void SettingsPanel::set(const SimulationKey& key, SettingField* field, const QString& what,
                        const std::optional<ParameterSetting>& setting) {
  const QString problem =
      setValue(document_, placeOf(key), what.arg(parameterLabel(key.name)), setting);
  if (!problem.isEmpty()) field->setProblem(problem);
}

}  // namespace loopwright
