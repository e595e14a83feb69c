#include "gui/panels/properties_panel.h"

#include <QFrame>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include "engine/model/document.h"
#include "gui/document/diagram_document.h"
#include "gui/document/run_notices.h"
#include "gui/panels/block_properties_form.h"
#include "gui/panels/common_parameters_form.h"
#include "gui/theme/theme.h"

namespace loopwright {

PropertiesPanel::PropertiesPanel(DiagramDocument* document, QWidget* parent)
    : QWidget(parent), document_(document), area_(new QScrollArea(this)) {
  setObjectName("propertiesPanel");
  setMinimumWidth(scaled(200));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(area_);
  area_->setWidgetResizable(true);
  area_->setFrameShape(QFrame::NoFrame);
  area_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connect(document, &DiagramDocument::changed, this, &PropertiesPanel::onChanged);
  connect(document, &DiagramDocument::reset, this, [this] { showBlocks(QString(), {}); });
  connect(document, &DiagramDocument::diagnosticsChanged, this, [this] {
    if (form_ != nullptr) form_->refresh();
    if (common_ != nullptr) common_->refresh();
  });
  connect(document->runNotices(), &RunNotices::changed, this, [this] {
    if (form_ != nullptr) form_->refresh();
  });
  rebuild();
}

PropertiesPanel::~PropertiesPanel() = default;

void PropertiesPanel::showBlocks(const QString& level, const QStringList& names) {
  if (level == level_ && names == names_) return;
  level_ = level;
  names_ = names;
  rebuild();
}

void PropertiesPanel::focusParameter(const QString& parameter) {
  if (form_ != nullptr) form_->focusParameter(parameter);
  if (common_ != nullptr) common_->focusFirst();
}

void PropertiesPanel::onChanged(const ChangeSet& changes) {
  for (const Change& change : changes.changes()) {
    if (change.subject != ChangeSubject::kBlock || names_.size() != 1) continue;
    if (QString::fromStdString(change.level) != level_) continue;
    if (change.kind == ChangeKind::kChanged && !change.old_name.empty() &&
        QString::fromStdString(change.old_name) == names_.front()) {
      names_ = QStringList{QString::fromStdString(change.name)};
      if (form_ != nullptr) form_->setBlockName(names_.front());
    }
  }
  if (!concerns(changes)) return;
  if (names_.size() > 1) return refreshCommon();
  const bool exists = names_.size() == 1 && block() != nullptr;
  if (exists != (form_ != nullptr) || (form_ != nullptr && !form_->fits(*block()))) {
    rebuild();
  } else if (form_ != nullptr) {
    form_->refresh();
  }
}

/// Blocks of the selection that are gone, or renamed, belong to it no more.
void PropertiesPanel::refreshCommon() {
  const DiagramModel* diagram = document_->document().FindDiagram(level_.toStdString());
  const auto isGone = [&](const QString& name) {
    return diagram == nullptr || diagram->blocks.Find(name.toStdString()) == nullptr;
  };
  if (names_.removeIf(isGone) > 0) return rebuild();
  if (common_ != nullptr) common_->refresh();
}

/// Whether the form may show something else now; a block that only moved looks the same.
bool PropertiesPanel::concerns(const ChangeSet& changes) const {
  for (const Change& change : changes.changes()) {
    if (change.subject == ChangeSubject::kParameters) return true;
    if (change.subject == ChangeSubject::kWire) return true;
    if (change.subject != ChangeSubject::kBlock) continue;
    if (change.kind != ChangeKind::kChanged || change.block_parts != kBlockLayout) return true;
  }
  return false;
}

const Block* PropertiesPanel::block() const {
  const DiagramModel* diagram = document_->document().FindDiagram(level_.toStdString());
  if (diagram == nullptr || names_.size() != 1) return nullptr;
  return diagram->blocks.Find(names_.front().toStdString());
}

void PropertiesPanel::rebuild() {
  form_ = nullptr;
  common_ = nullptr;
  // The old form may be in the middle of a call.
  if (QWidget* old = area_->takeWidget()) old->deleteLater();
  if (const Block* shown = block()) {
    form_ = new BlockPropertiesForm(document_, level_, *shown);
    connect(form_, &BlockPropertiesForm::revealRequested, this, &PropertiesPanel::revealRequested);
    connect(form_, &BlockPropertiesForm::helpRequested, this, &PropertiesPanel::helpRequested);
    area_->setWidget(form_);
    return;
  }
  if (names_.size() > 1) {
    common_ = new CommonParametersForm(document_, level_, names_);
    area_->setWidget(common_);
    return;
  }
  auto* hint = new QLabel(tr("Select a block to see its parameters."));
  hint->setObjectName("propertiesHint");
  hint->setProperty("role", "secondary");
  hint->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  hint->setContentsMargins(16, 16, 16, 16);
  hint->setWordWrap(true);
  area_->setWidget(hint);
}

}  // namespace loopwright
