#include "gui/overlays/fields_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>
#include <utility>

#include "gui/theme/theme.h"

namespace loopwright {

// A line for each field and, below them, room for why the texts were refused. It deletes itself
// when it is closed.
FieldsDialog::FieldsDialog(const QString& objectName, const QString& title,
                           const std::vector<Field>& fields, Apply apply, QWidget* parent)
    : QDialog(parent), problem_(new QLabel(this)), apply_(std::move(apply)) {
  setObjectName(objectName);
  setWindowTitle(title);
  setAttribute(Qt::WA_DeleteOnClose);
  auto* const form = new QFormLayout;
  for (const Field& field : fields) {
    auto* const edit = new QLineEdit(field.text, this);
    edit->setObjectName(QStringLiteral("field.%1").arg(fields_.size()));
    edit->setPlaceholderText(field.placeholder);
    edit->setMinimumWidth(scaled(180));
    form->addRow(field.label, edit);
    fields_.push_back(edit);
  }
  problem_->setObjectName(QStringLiteral("problem"));
  problem_->setProperty("role", "error");
  problem_->setWordWrap(true);
  problem_->hide();
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  connect(buttons, &QDialogButtonBox::accepted, this, &FieldsDialog::submit);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* const layout = new QVBoxLayout(this);
  layout->addLayout(form);
  layout->addWidget(problem_);
  layout->addWidget(buttons);
  fields_.front()->selectAll();
  fields_.front()->setFocus();
}

// Hands over what was typed. Where it is refused, the dialog stays and says why.
void FieldsDialog::submit() {
  QStringList texts;
  for (const QLineEdit* field : fields_) texts += field->text().trimmed();
  const QString problem = apply_(texts);
  problem_->setText(problem);
  problem_->setVisible(!problem.isEmpty());
  if (problem.isEmpty()) accept();
}

}  // namespace loopwright
