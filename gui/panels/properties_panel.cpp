#include "gui/panels/properties_panel.h"

#include <QFrame>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/document/document.h"
#include "gui/document/diagram_document.h"
#include "gui/document/run_notices.h"
#include "gui/panels/block_properties_form.h"
#include "gui/panels/common_parameters_form.h"
#include "gui/panels/diagram_form.h"
#include "gui/panels/signal_form.h"
#include "gui/theme/theme.h"

namespace loopwright {

// The panel shows one form at a time, made anew for each selection: of a block, of what several
// blocks have in common, of a signal, or of the diagram. Checks run on a thread behind the edits,
// so that forms are told again when their findings come.
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
  connect(document, &DiagramDocument::reset, this, [this] {
    showBlocks(QString(), {});
    if (diagram_ != nullptr) diagram_->refresh();
  });
  connect(document, &DiagramDocument::diagnosticsChanged, this, [this] {
    if (form_ != nullptr) form_->refresh();
    if (common_ != nullptr) common_->refresh();
    if (signalForm_ != nullptr) signalForm_->refresh();
  });
  connect(document->runNotices(), &RunNotices::changed, this, [this] {
    if (form_ != nullptr) form_->refresh();
  });
  rebuild();
}

PropertiesPanel::~PropertiesPanel() = default;

// What the canvas tells of its selection. Inside a subsystem where nothing is selected, the panel
// is about the subsystem.
void PropertiesPanel::showBlocks(const QString& level, const QStringList& names) {
  if (!names.isEmpty() || level.isEmpty()) return showSubject(level, names, QString());
  // Nothing of a subsystem is selected: that subsystem itself.
  const auto [above, name] = SplitPath(level.toStdString());
  showSubject(QString::fromStdString(above), {QString::fromStdString(name)}, QString());
}

void PropertiesPanel::showSignal(const QString& level, const QString& from) {
  showSubject(level, {}, from);
}

// The same subject again changes nothing, so that a field that is being typed into stays.
void PropertiesPanel::showSubject(const QString& level, const QStringList& names,
                                  const QString& signal) {
  if (level == level_ && names == names_ && signal == signal_) return;
  level_ = level;
  names_ = names;
  signal_ = signal;
  rebuild();
}

void PropertiesPanel::focusParameter(const QString& parameter) {
  if (form_ != nullptr) form_->focusParameter(parameter);
  if (common_ != nullptr) common_->focusFirst();
}

// A renamed block is followed first. Then the form takes the change in, or another form is made
// where the kind of thing has changed.
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
  if (signalForm_ != nullptr) {
    hasSignal() ? signalForm_->refresh() : showBlocks(level_, {});
    return;
  }
  if (diagram_ != nullptr) diagram_->refresh();
  if (names_.isEmpty()) return;
  if (!concerns(changes)) return;
  if (names_.size() > 1) return refreshCommon();
  const bool exists = names_.size() == 1 && block() != nullptr;
  if (exists != (form_ != nullptr) || (form_ != nullptr && !form_->fits(*block()))) {
    rebuild();
  } else if (form_ != nullptr) {
    form_->refresh();
  }
}

// Blocks of the selection that are gone, or renamed, belong to it no more.
void PropertiesPanel::refreshCommon() {
  const DiagramModel* diagram = document_->document().FindDiagram(level_.toStdString());
  const auto isGone = [&](const QString& name) {
    return diagram == nullptr || diagram->blocks.Find(name.toStdString()) == nullptr;
  };
  if (names_.removeIf(isGone) > 0) return rebuild();
  if (common_ != nullptr) common_->refresh();
}

// Whether the form may show something else now; a block that only moved looks the same.
bool PropertiesPanel::concerns(const ChangeSet& changes) const {
  for (const Change& change : changes.changes()) {
    if (change.subject == ChangeSubject::kParameters) return true;
    if (change.subject == ChangeSubject::kWire) return true;
    if (change.subject != ChangeSubject::kBlock) continue;
    if (change.kind != ChangeKind::kChanged || change.block_parts != kBlockLayout) return true;
  }
  return false;
}

// Whether there is a wire that carries the signal.
bool PropertiesPanel::hasSignal() const {
  const DiagramModel* diagram = document_->document().FindDiagram(level_.toStdString());
  if (diagram == nullptr || signal_.isEmpty()) return false;
  const std::string from = signal_.toStdString();
  return std::any_of(diagram->wires.begin(), diagram->wires.end(),
                     [&](const Wire& wire) { return wire.from == from; });
}

const Block* PropertiesPanel::block() const {
  if (names_.size() != 1) return nullptr;
  return document_->document().FindBlock(
      JoinPath(level_.toStdString(), names_.front().toStdString()));
}

// One of four forms: for a block, for several, for a signal, or for the diagram as a whole.
void PropertiesPanel::rebuild() {
  form_ = nullptr;
  common_ = nullptr;
  signalForm_ = nullptr;
  diagram_ = nullptr;
  // The old form may be in the middle of a call.
  if (QWidget* old = area_->takeWidget()) old->deleteLater();
  if (const Block* shown = block()) {
    form_ = new BlockPropertiesForm(document_, level_, *shown, area_->viewport());
    connect(form_, &BlockPropertiesForm::revealRequested, this, &PropertiesPanel::revealRequested);
    connect(form_, &BlockPropertiesForm::helpRequested, this, &PropertiesPanel::helpRequested);
    area_->setWidget(form_);
  } else if (names_.size() > 1) {
    common_ = new CommonParametersForm(document_, level_, names_, area_->viewport());
    area_->setWidget(common_);
  } else if (hasSignal()) {
    signalForm_ = new SignalForm(document_, level_, signal_, area_->viewport());
    connect(signalForm_, &SignalForm::revealRequested, this, &PropertiesPanel::revealRequested);
    area_->setWidget(signalForm_);
  } else {
    diagram_ = new DiagramForm(document_, area_->viewport());
    area_->setWidget(diagram_);
  }
}

}  // namespace loopwright
