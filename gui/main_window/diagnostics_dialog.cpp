#include "gui/main_window/diagnostics_dialog.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include "engine/document/diagnostics.h"
#include "gui/theme/making.h"
#include "gui/theme/theme.h"

namespace loopwright {

// A line for each diagnostic, as the command line prints it, in a field whose text can be copied.
DiagnosticsDialog::DiagnosticsDialog(const QString& path,
                                     const std::vector<Diagnostic>& diagnostics, QWidget* parent)
    : QDialog(parent) {
  setObjectName(QStringLiteral("diagnosticsDialog"));
  const QString name = QFileInfo(path).fileName();
  setWindowTitle(tr("%1 cannot be opened").arg(name));
  auto* const title = withRole(new QLabel(windowTitle(), this), "title");
  auto* const hint = withRole(
      new QLabel(tr("Nothing was changed. The file has these problems:"), this), "secondary");
  auto* const text = withName(new QPlainTextEdit(this), QStringLiteral("diagnosticsText"));
  text->setReadOnly(true);
  for (const Diagnostic& diagnostic : diagnostics) {
    text->appendPlainText(QString::fromStdString(FormatDiagnostic(name.toStdString(), diagnostic)));
  }
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* const layout = new QVBoxLayout(this);
  layout->addWidget(title);
  layout->addWidget(hint);
  layout->addWidget(text, 1);
  layout->addWidget(buttons);
  resize(scaled(640), scaled(320));
}

}  // namespace loopwright
