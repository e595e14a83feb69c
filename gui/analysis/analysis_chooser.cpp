#include "gui/analysis/analysis_chooser.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>
#include <utility>

#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/edits/analysis_edits.h"

namespace loopwright {

// The analyses that the file keeps: a list to choose from, and a menu to keep, rename and delete
// them. While one is renamed a field stands in the place of the list.
AnalysisChooser::AnalysisChooser(DiagramDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      choice_(new QComboBox(this)),
      nameField_(new QLineEdit(this)),
      button_(new QToolButton(this)) {
  choice_->setObjectName(QStringLiteral("analysisChoice"));
  choice_->setAccessibleName(tr("Analysis of the diagram's file"));
  choice_->setToolTip(tr("The analyses that are kept in the diagram's file"));
  choice_->setMinimumContentsLength(12);
  choice_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  nameField_->setObjectName(QStringLiteral("analysisName"));
  nameField_->setAccessibleName(tr("Name of the analysis"));
  nameField_->setVisible(false);
  nameField_->installEventFilter(this);
  makeMenu();
  auto* const layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  layout->addWidget(choice_);
  layout->addWidget(nameField_);
  layout->addWidget(button_);
  connect(choice_, &QComboBox::currentIndexChanged, this,
          [this](int index) { choose(index > 0 ? choice_->itemText(index) : QString()); });
  connect(nameField_, &QLineEdit::returnPressed, this, [this] { endRename(true); });
  connect(document, &DiagramDocument::changed, this, &AnalysisChooser::followDocument);
  connect(document, &DiagramDocument::reset, this, [this] {
    const auto& all = document_->document().analyses;
    nameField_->setVisible(false);
    choice_->setVisible(true);
    setName(all.empty() ? QString() : toQt(all.front().name));
  });
  fill();
}

// What can be done with the analyses that a file keeps. Renaming and deleting are there only while
// one of them is chosen.
void AnalysisChooser::makeMenu() {
  auto* const menu = new QMenu(button_);
  menu->setObjectName(QStringLiteral("analysisMenu"));
  menu->addAction(tr("Keep as a new analysis"), this, &AnalysisChooser::keepRequested)
      ->setObjectName(QStringLiteral("analysisMenu.keep"));
  rename_ = menu->addAction(tr("Rename"), this, &AnalysisChooser::beginRename);
  rename_->setObjectName(QStringLiteral("analysisMenu.rename"));
  delete_ = menu->addAction(tr("Delete"), this, &AnalysisChooser::remove);
  delete_->setObjectName(QStringLiteral("analysisMenu.delete"));
  button_->setObjectName(QStringLiteral("analysisMenuButton"));
  button_->setText(QStringLiteral("⋯"));
  button_->setAccessibleName(tr("Keep, rename or delete the analysis"));
  button_->setToolTip(button_->accessibleName());
  button_->setAutoRaise(true);
  button_->setPopupMode(QToolButton::InstantPopup);
  button_->setMenu(menu);
}

const AnalysisSetting* AnalysisChooser::setting() const {
  return document_->document().FindAnalysis(name_.toStdString());
}

// The first entry stands for none of them.
void AnalysisChooser::fill() {
  const auto& all = document_->document().analyses;
  const QSignalBlocker blocker(choice_);
  choice_->clear();
  choice_->addItem(tr("Not kept"));
  index_ = -1;
  for (size_t i = 0; i < all.size(); ++i) {
    choice_->addItem(toQt(all[i].name));
    if (toQt(all[i].name) == name_) index_ = static_cast<qsizetype>(i);
  }
  count_ = static_cast<qsizetype>(all.size());
  choice_->setCurrentIndex(static_cast<int>(index_) + 1);
  for (QAction* action : {rename_, delete_}) action->setEnabled(index_ >= 0);
}

void AnalysisChooser::choose(const QString& name) {
  const bool isThere = document_->document().FindAnalysis(name.toStdString()) != nullptr;
  setName(isThere ? name : QString());
}

// Tells of it even where the name is the same: it may be that of another document.
void AnalysisChooser::setName(const QString& name) {
  name_ = name;
  fill();
  seen_.reset();
  if (const AnalysisSetting* const now = setting()) seen_ = *now;
  Q_EMIT chosen(name_);
  Q_EMIT settingChanged();
}

// The same number of analyses, and the chosen one is not among them: it has another name.
void AnalysisChooser::followDocument(const ChangeSet& changes) {
  if (!changes.contains(ChangeSubject::kAnalyses)) return;
  const auto& all = document_->document().analyses;
  if (!name_.isEmpty() && setting() == nullptr) {
    const bool isRenamed = index_ >= 0 && static_cast<qsizetype>(all.size()) == count_;
    return setName(isRenamed ? toQt(all[index_].name) : QString());
  }
  fill();
  const AnalysisSetting* const now = setting();
  if (now == nullptr || (seen_ && *seen_ == *now)) return;
  seen_ = *now;
  Q_EMIT settingChanged();
}

// Under a name that is free; it is chosen then.
void AnalysisChooser::keep(AnalysisSetting analysis) {
  const std::string name = freeAnalysisName(document_->document(), tr("analysis").toStdString());
  document_->edit(tr("Keep the analysis %1").arg(toQt(name)), [&](Transaction* transaction) {
    changeAnalysis(transaction, name, [&](AnalysisSetting* added) {
      *added = std::move(analysis);
      added->name = name;
    });
  });
  choose(toQt(name));
}

// Changes of one part that follow each other shortly are one step of the undo stack.
void AnalysisChooser::change(const QString& part,
                             const std::function<void(AnalysisSetting*)>& change) {
  if (setting() == nullptr) return;
  document_->edit(
      tr("Change the analysis %1").arg(name_),
      [&](Transaction* transaction) { changeAnalysis(transaction, name_.toStdString(), change); },
      QStringLiteral("analysis.%1.%2").arg(part, name_));
}

// The name is typed in the place of the list, as names of blocks are in the place of the name.
void AnalysisChooser::beginRename() {
  if (setting() == nullptr) return;
  choice_->setVisible(false);
  nameField_->setText(name_);
  nameField_->setVisible(true);
  nameField_->selectAll();
  nameField_->setFocus();
}

// A name that is taken stays in the field with the reason, while the field has the keyboard; who
// leaves the field leaves the old name.
void AnalysisChooser::endRename(bool stays) {
  if (nameField_->isHidden()) return;
  const QString wanted = nameField_->text().trimmed();
  QString problem;
  if (!wanted.isEmpty() && wanted != name_ && setting() != nullptr) {
    problem =
        document_->edit(tr("Rename the analysis %1").arg(name_), [&](Transaction* transaction) {
          changeAnalysis(transaction, name_.toStdString(),
                         [&](AnalysisSetting* analysis) { analysis->name = wanted.toStdString(); });
        });
  }
  Q_EMIT refused(problem);
  if (stays && !problem.isEmpty()) return;
  nameField_->setVisible(false);
  choice_->setVisible(true);
}

void AnalysisChooser::remove() {
  if (setting() == nullptr) return;
  document_->edit(tr("Delete the analysis %1").arg(name_), [&](Transaction* transaction) {
    removeAnalysis(transaction, name_.toStdString());
  });
}

// Esc gives up what is typed, and leads nowhere else.
bool AnalysisChooser::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusOut) endRename(false);
  const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
  if (!isKey || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape) {
    return QWidget::eventFilter(watched, event);
  }
  if (event->type() == QEvent::KeyPress) {
    nameField_->setText(name_);
    endRename(false);
  }
  event->accept();
  return true;
}

}  // namespace loopwright
