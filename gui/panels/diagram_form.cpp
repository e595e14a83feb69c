#include "gui/panels/diagram_form.h"

#include <QDir>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QVBoxLayout>
#include <optional>

#include "engine/document/document.h"
#include "engine/edits/edit.h"
#include "gui/document/diagram_document.h"
#include "gui/theme/eliding.h"
#include "gui/theme/making.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

QString textOrNone(const std::optional<std::string>& text) {
  return QString::fromStdString(text.value_or(""));
}

std::optional<std::string> optionalText(const QString& text) {
  if (text.trimmed().isEmpty()) return {};
  return text.toStdString();
}

struct Counts {
  int blocks = 0;
  int wires = 0;
  int subsystems = 0;
};

// Of a level and all levels inside.
void count(const DiagramModel& diagram, Counts* counts) {
  counts->wires += static_cast<int>(diagram.wires.size());
  for (const Block& block : diagram.blocks) {
    ++counts->blocks;
    if (!block.diagram) continue;
    ++counts->subsystems;
    count(*block.diagram, counts);
  }
}

}  // namespace

// What the panel shows while nothing is selected: title, description, and what the diagram is made
// of. A text goes into the document when its field is left, not with each key, so that one undo
// takes back one text.
DiagramForm::DiagramForm(DiagramDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      title_(withName(new ElidingEdit, "diagram.title")),
      description_(withName(new QPlainTextEdit, "diagram.description")),
      content_(withName(new QLabel, "diagram.content")),
      file_(withName(new QLabel, "diagram.file")) {
  setObjectName("diagramForm");
  title_->setAccessibleName(tr("Title of the diagram"));
  title_->setPlaceholderText(tr("Title of the diagram"));
  title_->setFont(titleFont());
  description_->setAccessibleName(tr("Description of the diagram"));
  description_->setPlaceholderText(tr("What the diagram is about"));
  description_->setTabChangesFocus(true);
  description_->setMinimumHeight(scaled(80));
  description_->setMaximumHeight(scaled(150));
  description_->installEventFilter(this);
  auto* const hint = withName(new QLabel(tr("Select a block or a wire to see what belongs to it.")),
                              "diagram.hint");
  auto* const kind = withRole(new QLabel(tr("Diagram")), "secondary");
  auto* const layout = withMargins(new QVBoxLayout(this), {16, 10, 16, 16}, 8);
  layout->addWidget(kind);
  layout->addWidget(title_);
  layout->addWidget(description_);
  for (QLabel* const label : {content_, file_, hint}) {
    label->setProperty("role", "secondary");
    label->setWordWrap(true);
    layout->addWidget(label);
  }
  layout->addStretch(1);
  connect(title_, &QLineEdit::editingFinished, this, &DiagramForm::submit);
  connect(document, &DiagramDocument::filePathChanged, this, &DiagramForm::refresh);
  refresh();
}

// What is being typed stays. The counts are of all levels together.
void DiagramForm::refresh() {
  const Document& document = document_->document();
  if (!title_->isModified() && title_->text() != textOrNone(document.title)) {
    title_->setText(textOrNone(document.title));
    title_->setToolTip(textOrNone(document.title));  // A long one is not seen in whole.
    title_->setCursorPosition(0);
  }
  const bool typing = description_->document()->isModified() && description_->hasFocus();
  if (!typing && description_->toPlainText() != textOrNone(document.description)) {
    description_->setPlainText(textOrNone(document.description));
  }
  Counts counts;
  count(document.root, &counts);
  QStringList parts{tr("Blocks: %1").arg(counts.blocks), tr("Wires: %1").arg(counts.wires)};
  if (counts.subsystems > 0) parts += tr("Subsystems: %1").arg(counts.subsystems);
  const std::size_t parameters = document.parameters.size();
  if (parameters > 0) parts += tr("Parameters: %1").arg(parameters);
  content_->setText(parts.join(QStringLiteral(" · ")));
  const QString path = document_->filePath();
  file_->setText(path.isEmpty() ? tr("No file yet") : QDir::toNativeSeparators(path));
}

bool DiagramForm::eventFilter(QObject* watched, QEvent* event) {
  if (watched == description_ && event->type() == QEvent::FocusOut) submit();
  return QWidget::eventFilter(watched, event);
}

// Title and description go into the document together, as one step.
void DiagramForm::submit() {
  const Document& document = document_->document();
  HeaderEdit header{optionalText(title_->text().trimmed()),
                    optionalText(description_->toPlainText())};
  title_->setModified(false);
  description_->document()->setModified(false);
  if (header.title == document.title && header.description == document.description) return;
  const QString what =
      header.title == document.title ? tr("Describe the diagram") : tr("Title of the diagram");
  document_->edit(what, [&](Transaction* t) { t->Apply(std::move(header)); });
}

}  // namespace loopwright
