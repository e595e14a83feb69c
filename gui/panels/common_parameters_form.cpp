#include "gui/panels/common_parameters_form.h"

#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <optional>
#include <set>

#include "engine/blocks/block_registry.h"
#include "engine/document/document.h"
#include "engine/edits/edit_helpers.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/document/refused_texts.h"
#include "gui/document/setting_text.h"
#include "gui/document/value_preview.h"
#include "gui/language/library_text.h"
#include "gui/panels/setting_field.h"
#include "gui/theme/making.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

QString textOf(const Block& block, const ParameterDescriptor& parameter) {
  const BlockParameter* given = block.FindParameter(parameter.name);
  return settingText(given != nullptr ? given->value : parameter.default_value);
}

}  // namespace

// The parameters of the first block are gone through; those that all others have too get a row.
CommonParametersForm::CommonParametersForm(DiagramDocument* document, const QString& level,
                                           const QStringList& names, QWidget* parent)
    : QWidget(parent), document_(document), level_(level), names_(names) {
  setObjectName("commonForm");
  auto* layout = withMargins(new QVBoxLayout(this), {16, 12, 0, 16}, 7);
  auto* heading = new QLabel(tr("%n blocks", nullptr, static_cast<int>(names.size())));
  heading->setFont(titleFont());
  layout->addWidget(heading);
  auto* summary = withName(new QLabel, "commonForm.summary");
  summary->setProperty("role", "secondary");
  summary->setWordWrap(true);
  layout->addWidget(summary);
  const std::vector<const Block*> shown = blocks();
  const BlockDescriptor* first =
      shown.empty() ? nullptr : document->registry().Find(shown.front()->type);
  if (first != nullptr) {
    for (const ParameterDescriptor& parameter : first->parameters) {
      if (isCommon(parameter)) addRow(parameter, layout);
    }
  }
  summary->setText(rows_.empty() ? tr("They have no parameter in common.")
                                 : tr("What is entered here is given to all of them."));
  layout->addStretch(1);
  refresh();
}

// The form knows blocks by their names. An edit may have deleted or renamed some of them before the
// selection says so, and those that are not there any more are left out.
std::vector<const Block*> CommonParametersForm::blocks() const {
  std::vector<const Block*> found;
  const DiagramModel* diagram = document_->document().FindDiagram(level_.toStdString());
  if (diagram == nullptr) return found;
  for (const QString& name : names_) {
    if (const Block* block = diagram->blocks.Find(name.toStdString())) found.push_back(block);
  }
  return found;
}

// Types differ, so each block has a descriptor of its own for a parameter of one name.
const ParameterDescriptor* CommonParametersForm::find(const Block& block,
                                                      const std::string& parameter) const {
  const BlockDescriptor* descriptor = document_->registry().Find(block.type);
  return descriptor != nullptr ? descriptor->FindParameter(parameter) : nullptr;
}

bool CommonParametersForm::isCommon(const ParameterDescriptor& parameter) const {
  const std::vector<const Block*> shown = blocks();
  return std::all_of(shown.begin(), shown.end(), [&](const Block* block) {
    const ParameterDescriptor* own = find(*block, parameter.name);
    return own != nullptr && own->kind == parameter.kind && own->choices == parameter.choices;
  });
}

// Lists are lines of text here, without a table: what is entered holds for blocks of several
// widths.
void CommonParametersForm::addRow(const ParameterDescriptor& parameter, QVBoxLayout* layout) {
  // An empty choice stands for values that differ.
  QStringList choices;
  if (parameter.kind == ParameterKind::kBoolean) choices = {QString(), "false", "true"};
  if (parameter.kind == ParameterKind::kChoice) choices << QString() << qtTexts(parameter.choices);
  const FieldKind kind = !choices.isEmpty()                          ? FieldKind::kChoice
                         : parameter.kind == ParameterKind::kInteger ? FieldKind::kInteger
                                                                     : FieldKind::kText;
  auto* field = new SettingField(QStringLiteral("common.") + toQt(parameter.name), kind, choices);
  field->setToolTip(libraryText(parameter.description));
  const Row row{parameter.name, field};
  connect(field, &SettingField::typed, this, [this, row](const QString& text) {
    row.field->setProblem(text.isEmpty() ? QString() : problemOf(row.parameter, text));
  });
  connect(field, &SettingField::submitted, this,
          [this, row](const QString& text) { submit(row, text); });
  connect(field, &SettingField::givenUp, this, [this, row] { drop(row); });
  auto* label = new QLabel(parameterLabel(parameter.name));
  label->setBuddy(field);
  label->setToolTip(libraryText(parameter.description));
  layout->addWidget(label);
  layout->addWidget(field);
  rows_.push_back(row);
}

// A field shows what all blocks agree on. Where they differ it is empty and says so in grey. A text
// that was refused for all of them comes back as it was typed.
void CommonParametersForm::refresh() {
  const std::vector<const Block*> shown = blocks();
  for (const Row& row : rows_) {
    std::set<QString> texts, refused;
    for (const Block* block : shown) {
      texts.insert(textOf(*block, *find(*block, row.parameter)));
      const ValuePlace place = placeOf(toQt(block->name), row);
      refused.insert(document_->refusedTexts()->find(place).value_or(QString()));
    }
    const bool isRefused = refused.size() == 1 && !refused.begin()->isNull();
    row.field->setText(texts.size() == 1 ? *texts.begin() : QString(),
                       isRefused ? std::optional(*refused.begin()) : std::nullopt);
    if (isRefused) row.field->setProblem(problemOf(row.parameter, *refused.begin()));
    row.field->setDefaultText(texts.size() == 1 ? QString() : tr("different values"));
  }
}

ValuePlace CommonParametersForm::placeOf(const QString& block, const Row& row) const {
  return {ValuePlace::Kind::kBlock, JoinPath(level_.toStdString(), block.toStdString()),
          row.parameter};
}

// Forgets what was refused.
void CommonParametersForm::drop(const Row& row) {
  for (const QString& block : names_) document_->refusedTexts()->drop(placeOf(block, row));
}

void CommonParametersForm::focusFirst() {
  if (!rows_.empty()) rows_.front().field->focusText();
}

// Asks each block in its turn, since a value may be right for one type and wrong for another.
QString CommonParametersForm::problemOf(const std::string& parameter, const QString& text) const {
  for (const Block* block : blocks()) {
    const ParameterDescriptor& own = *find(*block, parameter);
    const std::optional<ParameterSetting> setting = settingFromText(text, own.kind);
    const ValuePreview preview = previewParameter(document_->document(), level_.toStdString(),
                                                  *block, *document_->registry().Find(block->type),
                                                  own, setting.value_or(own.default_value));
    if (!preview.problem.isEmpty()) {
      return QStringLiteral("%1: %2").arg(toQt(block->name), preview.problem);
    }
  }
  return {};
}

// One undo step for all blocks; those that have the value already are left alone.
void CommonParametersForm::submit(const Row& row, const QString& text) {
  // Nothing entered: the values stay as different as they are.
  if (text.isEmpty()) {
    drop(row);
    return refresh();
  }
  const QString problem = problemOf(row.parameter, text);
  row.field->setProblem(problem);
  if (!problem.isEmpty()) {
    for (const QString& block : names_) document_->refusedTexts()->keep(placeOf(block, row), text);
    return;
  }
  drop(row);
  const QString name = tr("Change %1 of %n blocks", nullptr, static_cast<int>(names_.size()))
                           .arg(parameterLabel(row.parameter));
  const QString failure = document_->edit(name, [&](Transaction* t) {
    for (const QString& block : names_) {
      const std::string level = level_.toStdString();
      const Block& now = *t->Diagram(level).blocks.Find(block.toStdString());
      const ParameterDescriptor& own = *find(now, row.parameter);
      if (textOf(now, own) == text) continue;
      SetBlockParameter(t, level, block.toStdString(), own.name, settingFromText(text, own.kind));
    }
  });
  row.field->setProblem(failure);
}

}  // namespace loopwright
