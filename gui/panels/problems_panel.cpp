#include "gui/panels/problems_panel.h"

#include <QHeaderView>
#include <QLabel>
#include <QTreeView>
#include <QVBoxLayout>

#include "gui/document/diagram_document.h"
#include "gui/panels/problems_model.h"
#include "gui/theme/theme.h"

namespace loopwright {

ProblemsPanel::ProblemsPanel(DiagramDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      model_(new ProblemsModel(this)),
      list_(new QTreeView(this)),
      nothing_(new QLabel(tr("No problems."), this)) {
  setObjectName("problemsPanel");
  list_->setObjectName("problemsList");
  list_->setAccessibleName(tr("Problems"));
  list_->setModel(model_);
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->setIndentation(0);
  list_->header()->setStretchLastSection(true);
  list_->setColumnWidth(ProblemsModel::kPlace, scaled(200));
  nothing_->setObjectName("problemsNothing");
  nothing_->setProperty("role", "secondary");
  nothing_->setContentsMargins(16, 12, 16, 12);
  nothing_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(list_);
  layout->addWidget(nothing_);
  const auto lead = [this](const QModelIndex& index) {
    const QString path = model_->path(index.row());
    if (!path.isEmpty()) Q_EMIT problemActivated(path);
  };
  connect(list_, &QTreeView::clicked, this, lead);
  connect(list_, &QTreeView::activated, this, lead);
  connect(document, &DiagramDocument::diagnosticsChanged, this, &ProblemsPanel::refresh);
  connect(document, &DiagramDocument::changed, this, &ProblemsPanel::clearRunProblem);
  refresh();
}

void ProblemsPanel::setRunProblem(const QString& path, const QString& text) {
  model_->setRunProblem(path, text);
  refresh();
}

void ProblemsPanel::clearRunProblem() {
  if (!model_->hasRunProblem()) return;
  model_->setRunProblem(QString(), QString());
  refresh();
}

int ProblemsPanel::errorCount() const { return model_->count(Severity::kError); }

int ProblemsPanel::warningCount() const { return model_->count(Severity::kWarning); }

void ProblemsPanel::refresh() {
  model_->setDiagnostics(document_->diagnostics());
  const bool any = model_->rowCount() > 0;
  list_->setVisible(any);
  nothing_->setVisible(!any);
  Q_EMIT countsChanged(errorCount(), warningCount());
}

}  // namespace loopwright
