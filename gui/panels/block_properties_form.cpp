#include "gui/panels/block_properties_form.h"

#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/blocks/block_registry.h"
#include "engine/check/ports.h"
#include "engine/document/document.h"
#include "engine/edits/edit_helpers.h"
#include "gui/document/diagram_document.h"
#include "gui/document/problem_lines.h"
#include "gui/document/qt_text.h"
#include "gui/document/refused_texts.h"
#include "gui/document/run_notices.h"
#include "gui/document/setting_text.h"
#include "gui/document/value_preview.h"
#include "gui/edits/diagram_edits.h"
#include "gui/language/library_text.h"
#include "gui/noise/noise_facts.h"
#include "gui/overlays/colour_menu.h"
#include "gui/panels/parameters_panel.h"
#include "gui/panels/sample_time_text.h"
#include "gui/panels/setting_field.h"
#include "gui/panels/table_editor.h"
#include "gui/theme/making.h"
#include "gui/theme/style_state.h"
#include "gui/theme/theme.h"
#include "gui/theme/themed_label.h"

namespace loopwright {

namespace {

constexpr std::size_t kMostPorts = 50;  // of a side that are listed: a text has to be laid out

QFrame* makeHairline() {
  auto* line = new QFrame;
  line->setFrameShape(QFrame::HLine);
  line->setFrameShadow(QFrame::Plain);
  return line;
}

QLabel* makeHeading(const QString& text) {
  auto* heading = new QLabel(text);
  heading->setContentsMargins(16, 4, 16, 0);
  QFont bold = controlFont();
  bold.setWeight(QFont::DemiBold);
  heading->setFont(bold);
  return heading;
}

// Puts a text in several lines at the end of the form; `role` says how it looks.
template <typename Label>
Label* addText(QVBoxLayout* layout, Label* label, const char* name, const char* role) {
  label->setObjectName(name);
  label->setProperty("role", role);
  label->setContentsMargins(16, 0, 16, 0);
  label->setWordWrap(true);
  layout->addWidget(label);
  return label;
}

// How each kind of parameter is edited; what may have several elements gets a button for a table.
FieldKind fieldKind(const ParameterDescriptor& parameter) {
  switch (parameter.kind) {
    case ParameterKind::kBoolean:
      return FieldKind::kBoolean;
    case ParameterKind::kChoice:
      return FieldKind::kChoice;
    case ParameterKind::kInteger:
      return FieldKind::kInteger;
    case ParameterKind::kVector:
    case ParameterKind::kMatrix:
    case ParameterKind::kComplexVector:
    case ParameterKind::kTextList:
    case ParameterKind::kTextMatrix:
      return FieldKind::kTable;
    default:
      return FieldKind::kText;
  }
}

// The tool tip of a field: what the parameter is for, what it may be, and its unit.
QString helpOf(const ParameterDescriptor& parameter) {
  QStringList parts;
  // Messages and files name the parameter by its key.
  if (const QString key = toQt(parameter.name); parameterLabel(parameter.name) != key) parts += key;
  if (!parameter.description.empty()) parts += libraryText(parameter.description);
  if (!parameter.constraint.empty()) parts += libraryText(parameter.constraint);
  if (!parameter.unit.empty()) {
    parts += BlockPropertiesForm::tr("in %1", "a unit").arg(libraryText(parameter.unit));
  }
  return parts.join(QStringLiteral("; "));
}

}  // namespace

// From the top down: name and type, the parameters, for a subsystem its own parameters, the ports,
// and what is wrong. What is shown is filled in by refresh(), which runs after every change too.
BlockPropertiesForm::BlockPropertiesForm(DiagramDocument* document, const QString& level,
                                         const Block& block, QWidget* parent)
    : QWidget(parent),
      document_(document),
      level_(level),
      name_(toQt(block.name)),
      type_(block.type),
      descriptor_(document->registry().Find(block.type)) {
  setObjectName("blockForm");
  auto* layout = withMargins(new QVBoxLayout(this), {0, 10, 0, 16}, 8);
  addHeader(layout);
  layout->addWidget(makeHairline());
  addRows(layout);
  layout->addWidget(noise_ = new NoiseFacts(document));
  layout->addWidget(makeHairline());
  if (block.is_subsystem()) addParameters(layout);
  layout->addWidget(makeHeading(tr("Ports")));
  ports_ = addText(layout, new ThemedLabel, "property.ports", "secondary");
  ports_->setTextFormat(Qt::RichText);
  connect(ports_, &QLabel::linkActivated, this, &BlockPropertiesForm::revealRequested);
  problems_ = addText(layout, new QLabel, "property.problems", "error");
  warnings_ = addText(layout, new QLabel, "property.warnings", "warning");
  layout->addStretch(1);
  refresh();
}

// Looked up anew each time, and never kept: after an edit the block may lie elsewhere or be gone.
const Block* BlockPropertiesForm::block() const {
  return document_->document().FindBlock(pathOfBlock());
}

bool BlockPropertiesForm::fits(const Block& block) const { return block.type == type_; }

// The same block goes on under another name, so that a field that is being typed into stays.
void BlockPropertiesForm::setBlockName(const QString& name) {
  name_ = name;
  if (parameters_ != nullptr) parameters_->setLevel(toQt(pathOfBlock()));
}

std::string BlockPropertiesForm::pathOfBlock() const {
  return JoinPath(level_.toStdString(), name_.toStdString());
}

// By this place texts are known that were refused, so they are there again when the form is made
// anew.
ValuePlace BlockPropertiesForm::placeOf(const Row& row) const {
  return {ValuePlace::Kind::kBlock, pathOfBlock(), row.parameter->name};
}

// A subsystem's own parameters.
void BlockPropertiesForm::addParameters(QVBoxLayout* layout) {
  layout->addWidget(makeHeading(tr("Parameters")));
  parameters_ = withName(new ParametersPanel(document_), "subsystemParameters");
  parameters_->setLevel(toQt(pathOfBlock()));
  parameters_->setMinimumHeight(scaled(180));
  layout->addWidget(parameters_);
  layout->addWidget(makeHairline());
}

// The name is a field without a frame until it is clicked. Below it, the sentence about the type
// has a link to its help.
void BlockPropertiesForm::addHeader(QVBoxLayout* layout) {
  auto* header = withMargins(new QHBoxLayout, {9, 0, 16, 0});
  nameEdit_ = withName(new QLineEdit, "property.name");
  nameEdit_->setAccessibleName(tr("Name"));
  nameEdit_->setFont(titleFont());
  nameEdit_->setStyleSheet(
      QStringLiteral("QLineEdit[invalid=\"false\"]:!focus { border-color: transparent; "
                     "background: transparent; } QLineEdit { font-size: %1px; font-weight: 600; }")
          .arg(scaled(13)));
  nameEdit_->setProperty("invalid", false);
  connect(nameEdit_, &QLineEdit::editingFinished, this, &BlockPropertiesForm::rename);
  header->addWidget(nameEdit_, 1);
  auto* type = withRole(new QLabel(toQt(type_)), "secondary");
  header->addWidget(type);
  layout->addLayout(header);
  nameError_ = addText(layout, new QLabel, "property.name.error", "error");
  nameError_->hide();
  auto* summary = addText(layout, new ThemedLabel, "property.summary", "secondary");
  summary->setContentsMargins(16, 0, 16, 2);
  if (descriptor_ == nullptr) {
    summary->setText(tr("This program has no block type %1.").arg(toQt(type_)));
  } else {
    const QString link =
        QStringLiteral("<a style=\"color:@accent@; text-decoration:none\" href=\"help\">%1</a>")
            .arg(tr("Help (F1)"));
    summary->setThemedText(libraryText(descriptor_->summary).toHtmlEscaped() + u' ' + link);
    summary->setToolTip(libraryText(descriptor_->behaviour));
    connect(summary, &QLabel::linkActivated, this, [this] { Q_EMIT helpRequested(toQt(type_)); });
  }
}

void BlockPropertiesForm::addRows(QVBoxLayout* layout) {
  auto* grid = new QGridLayout;
  // At the right of the fields are the buttons that reset.
  grid->setContentsMargins(16, 4, 0, 4);
  grid->setHorizontalSpacing(12);
  grid->setVerticalSpacing(7);
  grid->setColumnStretch(0, 2);
  grid->setColumnStretch(1, 3);
  if (descriptor_ != nullptr) {
    for (const ParameterDescriptor& parameter : descriptor_->parameters) addRow(grid, parameter);
  }
  addColour(grid);
  layout->addLayout(grid);
}

// A label and a field for one parameter, and what happens on each of the field's signals. The row
// is copied into them: it is two pointers that live as long as the form.
void BlockPropertiesForm::addRow(QGridLayout* grid, const ParameterDescriptor& parameter) {
  const QString name = toQt(parameter.name);
  auto* field = new SettingField(QStringLiteral("property.") + name, fieldKind(parameter),
                                 qtTexts(parameter.choices));
  field->setToolTip(helpOf(parameter));
  field->setConstraint(toQt(parameter.constraint));
  const Row row{&parameter, field};
  field->setTuned(document_, [this, row] { return placeOf(row); });
  connect(field, &SettingField::typed, this,
          [this, row](const QString& text) { showPreview(row, text); });
  connect(field, &SettingField::submitted, this,
          [this, row](const QString& text) { submit(row, text); });
  connect(field, &SettingField::newRunRequested, document_->runNotices(),
          &RunNotices::newRunRequested);
  connect(field, &SettingField::givenUp, this,
          [this, row] { document_->refusedTexts()->drop(placeOf(row)); });
  connect(field, &SettingField::resetRequested, this, [this, row] { reset(row); });
  connect(field, &SettingField::tableRequested, this, [this, row] { editAsTable(row); });
  connect(field, &SettingField::helpRequested, this, [this] { Q_EMIT helpRequested(toQt(type_)); });
  auto* label = new QLabel(parameterLabel(parameter.name));
  label->setToolTip(helpOf(parameter));
  label->setBuddy(field);
  label->setWordWrap(true);
  label->setMinimumHeight(scaled(24));
  const int line = grid->rowCount();
  grid->addWidget(label, line, 0, Qt::AlignTop);
  grid->addWidget(field, line, 1);
  rows_.push_back(row);
}

// The button shows the colour and opens a menu of choices. It edits by the same function as the
// canvas does for a selection.
void BlockPropertiesForm::addColour(QGridLayout* grid) {
  colour_ = withName(new QToolButton, "property.colour");
  colour_->setToolTip(tr("The colour of the block on the canvas"));
  colour_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  colour_->setPopupMode(QToolButton::InstantPopup);
  colour_->setIconSize(QSize(scaled(14), scaled(14)));
  colour_->setFocusPolicy(Qt::StrongFocus);
  auto* menu = withName(new QMenu(colour_), "property.colour.menu");
  fillColourChoices(menu, this, [this](const QColor& colour) {
    document_->edit(tr("Colour %1").arg(name_), [&](Transaction* t) {
      Selection selection;
      selection.blocks = QStringList{name_};
      colourSelection(t, level_.toStdString(), selection, colour);
    });
  });
  colour_->setMenu(menu);
  auto* label = new QLabel(tr("colour"));
  label->setBuddy(colour_);
  label->setMinimumHeight(scaled(24));
  const int line = grid->rowCount();
  grid->addWidget(label, line, 0, Qt::AlignTop);
  grid->addWidget(colour_, line, 1, Qt::AlignLeft);
}

// Fills everything from the document. A name that is being typed is left alone. Diagnostics are
// those of the block and of what belongs to it (`block.port`), errors apart from warnings.
void BlockPropertiesForm::refresh() {
  const Block* shown = block();
  if (shown == nullptr) return;
  if (!nameEdit_->hasFocus() || !nameEdit_->isModified()) nameEdit_->setText(name_);
  for (const Row& row : rows_) {
    const BlockParameter* given = shown->FindParameter(row.parameter->name);
    const ParameterSetting& setting =
        given != nullptr ? given->value : row.parameter->default_value;
    row.field->setText(settingText(setting), document_->refusedTexts()->find(placeOf(row)));
    row.field->setNeedsRun(document_->runNotices()->contains(placeOf(row).path()));
    row.field->setGiven(given != nullptr, settingText(row.parameter->default_value));
    row.field->setTableEnabled(TableEditor::canShow(row.parameter->kind, setting));
    showPreview(row, row.field->text());
  }
  const QColor colour = shown->color ? QColor(toQt(*shown->color)) : QColor();
  colour_->setIcon(colourSwatch(colour));
  colour_->setText(colourName(colour));
  refreshPorts();
  noise_->refresh(pathOfBlock());
  QStringList problems, warnings;
  const std::string path = pathOfBlock();
  for (const Diagnostic& diagnostic : document_->diagnostics()) {
    if (diagnostic.path == path || diagnostic.path.rfind(path + '.', 0) == 0) {
      (diagnostic.severity == Severity::kError ? problems : warnings) += toQt(diagnostic.text);
    }
  }
  problems_->setText(problemLines(problems));
  problems_->setVisible(!problems.isEmpty());
  warnings_->setText(problemLines(warnings));
  warnings_->setVisible(!warnings.isEmpty());
}

// While a text is typed: beside the field the value that it would have, "= 60 1/s", and below it
// what is wrong. Nothing is changed in the document.
void BlockPropertiesForm::showPreview(const Row& row, const QString& text) {
  const Block* shown = block();
  if (shown == nullptr) return;
  const std::optional<ParameterSetting> typed = settingFromText(text, row.parameter->kind);
  const ValuePreview preview =
      previewParameter(document_->document(), level_.toStdString(), *shown, *descriptor_,
                       *row.parameter, typed.value_or(row.parameter->default_value));
  const QString unit = libraryText(row.parameter->unit);
  QString hint = unit;
  if (!preview.value.isEmpty() && preview.value != text) {
    hint = QStringLiteral("= ") + preview.value + (unit.isEmpty() ? QString() : u' ' + unit);
  }
  row.field->setHint(preview.isRight() ? hint : QString());
  row.field->setProblem(preview.problem);
}

// Puts the text into the document as one step to undo. A text that is wrong does not go in; it is
// kept beside the document, so that it can be mended.
void BlockPropertiesForm::submit(const Row& row, const QString& text) {
  const Block* shown = block();
  if (shown == nullptr) return;
  showPreview(row, text);
  if (row.field->hasProblem()) return document_->refusedTexts()->keep(placeOf(row), text);
  document_->refusedTexts()->drop(placeOf(row));
  std::optional<ParameterSetting> setting = settingFromText(text, row.parameter->kind);
  const BlockParameter* given = shown->FindParameter(row.parameter->name);
  // A default that was not given stays so.
  if (given == nullptr && (!setting || *setting == row.parameter->default_value)) return refresh();
  set(row, tr("Change %1 of %2"), setting);
}

// Takes the parameter out of the file, so that the default of the type counts.
void BlockPropertiesForm::reset(const Row& row) {
  document_->refusedTexts()->drop(placeOf(row));
  set(row, tr("Reset %1 of %2"), std::nullopt);
  refresh();
}

void BlockPropertiesForm::set(const Row& row, const QString& what,
                              const std::optional<ParameterSetting>& setting) {
  const QString problem = setValue(document_, placeOf(row),
                                   what.arg(parameterLabel(row.parameter->name), name_), setting);
  if (!problem.isEmpty()) row.field->setProblem(problem);
}

// The table is a dialog of its own that hands back a text, which is submitted as if it had been
// typed. Each change in it is checked against the block as it is at that time.
void BlockPropertiesForm::editAsTable(const Row& row) {
  const Block* shown = block();
  if (shown == nullptr) return;
  const ParameterKind kind = row.parameter->kind;
  const ParameterSetting setting =
      settingFromText(row.field->text(), kind).value_or(row.parameter->default_value);
  if (!TableEditor::canShow(kind, setting)) return;
  auto* editor = new TableEditor(
      tr("%1 of %2").arg(parameterLabel(row.parameter->name), name_), kind, setting,
      [this, row, kind](const QString& text) {
        const Block* now = block();
        if (now == nullptr) return QString();
        const auto typed = settingFromText(text, kind);
        return previewParameter(document_->document(), level_.toStdString(), *now, *descriptor_,
                                *row.parameter, typed.value_or(row.parameter->default_value))
            .problem;
      },
      this);
  editor->setAttribute(Qt::WA_DeleteOnClose);
  connect(editor, &QDialog::accepted, row.field,
          [editor, row] { row.field->enter(editor->text()); });
  editor->open();
}

// Names are checked before the edit, and the edit itself may refuse one that is taken. The text
// stays then, red, with the reason below.
void BlockPropertiesForm::rename() {
  const QString wanted = nameEdit_->text().trimmed();
  QString problem;
  if (wanted != name_) {
    problem = toQt(BlockNameProblem(wanted.toStdString()));
    if (problem.isEmpty()) {
      problem = document_->edit(tr("Rename %1").arg(name_), [&](Transaction* t) {
        renameBlock(t, level_.toStdString(), document_->registry(), name_, wanted);
      });
    }
  }
  nameEdit_->setModified(!problem.isEmpty());
  setStyleState(nameEdit_, "invalid", !problem.isEmpty());
  nameError_->setText(problem);
  nameError_->setVisible(!problem.isEmpty());
}

// A line for each port with what it is wired to. Long lists are cut: a text of a thousand lines
// takes seconds to lay out.
void BlockPropertiesForm::refreshPorts() {
  const Block* shown = block();
  const PortNames names =
      FindPorts(document_->document(), level_.toStdString(), *shown, document_->registry());
  QStringList lines;
  const auto list = [&](const std::vector<std::string>& ports, auto lineOf) {
    const std::size_t count = std::min(ports.size(), kMostPorts);
    for (std::size_t i = 0; i < count; ++i) lines += (this->*lineOf)(ports[i]);
    return static_cast<int>(ports.size() - count);
  };
  if (const int more = list(names.inputs, &BlockPropertiesForm::inputLine); more > 0) {
    lines += tr("further inputs: %1").arg(more);
  }
  if (const int more = list(names.outputs, &BlockPropertiesForm::outputLine); more > 0) {
    lines += tr("further outputs: %1").arg(more);
  }
  ports_->setThemedText(lines.isEmpty() ? tr("none") : lines.join(QStringLiteral("<br>")));
}

// A port of this level that a click leads to.
QString BlockPropertiesForm::linkTo(const std::string& key) const {
  return QStringLiteral("<a style=\"color:@accent@; text-decoration:none\" href=\"%1\">%2</a>")
      .arg(toQt(JoinPath(level_.toStdString(), key)).toHtmlEscaped(), toQt(key).toHtmlEscaped());
}

// "u ← gain.y", or that it is not wired.
QString BlockPropertiesForm::inputLine(const std::string& port) const {
  const DiagramModel* diagram = document_->document().FindDiagram(level_.toStdString());
  const std::size_t index = diagram->FindWireTo(block()->name + '.' + port);
  const bool wired = index < diagram->wires.size();
  return toQt(port) + QStringLiteral(" ← ") +
         (wired ? linkTo(diagram->wires[index].from) : tr("not wired"));
}

// "y → sum.u1, scope.u · 0.1 s": all inputs that it leads to, and how often it is sampled.
QString BlockPropertiesForm::outputLine(const std::string& port) const {
  const std::string level = level_.toStdString();
  const std::string key = block()->name + '.' + port;
  QStringList targets;
  int more = 0;
  for (const Wire& wire : document_->document().FindDiagram(level)->wires) {
    if (wire.from != key) continue;
    if (static_cast<std::size_t>(targets.size()) < kMostPorts) {
      targets += linkTo(wire.to);
    } else {
      ++more;
    }
  }
  if (more > 0) targets += tr("further inputs: %1").arg(more);
  QString line = toQt(port) + QStringLiteral(" → ") +
                 (targets.isEmpty() ? tr("not wired") : targets.join(QStringLiteral(", ")));
  if (const SampleTime* time = document_->report().sampleTime(JoinPath(level, key))) {
    line += QStringLiteral(" <span>· %1</span>").arg(sampleTimeText(*time));
  }
  if (document_->report().isLoopUnknown(JoinPath(level, key))) {
    line += QStringLiteral(" <span>· %1</span>").arg(tr("unknown of an algebraic loop"));
  }
  return line;
}

// Gives the keyboard to the field of a parameter, to the first one where none is named.
void BlockPropertiesForm::focusParameter(const QString& parameter) {
  if (parameters_ != nullptr) parameters_->selectParameter(parameter);
  for (const Row& row : rows_) {
    if (parameter.isEmpty() || toQt(row.parameter->name) == parameter) {
      return row.field->focusText();
    }
  }
}

}  // namespace loopwright
