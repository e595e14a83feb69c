#include "gui/main_window/preferences_dialog.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QScreen>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "gui/actions/actions.h"
#include "gui/document/autosave.h"
#include "gui/run/recording_memory.h"
#include "gui/theme/making.h"
#include "gui/theme/theme.h"
#include "gui/theme/theme_choice.h"

namespace loopwright {

namespace {

constexpr int kTextPercents[] = {80, 90, 100, 110, 125, 150, 175, 200, 250, 300};

// The object name of the field for an action: "action.follow" gives "preferences.follow".
QString fieldName(const QAction& action) {
  return action.objectName().replace(QStringLiteral("action."), QStringLiteral("preferences."));
}

// A line of smaller text that explains the field above it.
QLabel* hint(const QString& text) {
  auto* const label = withRole(new QLabel(text), "secondary");
  label->setWordWrap(true);
  return label;
}

}  // namespace

// Makes the sections one below the other in a page that scrolls on a small screen.
PreferencesDialog::PreferencesDialog(const Actions& actions, QWidget* parent)
    : QDialog(parent), actions_(actions) {
  setObjectName(QStringLiteral("preferences"));
  setWindowTitle(tr("Preferences"));
  auto* const page = new QWidget;
  sections_ = new QVBoxLayout(page);
  sections_->setContentsMargins(4, 4, 12, 4);
  sections_->setSpacing(8);
  // Fields for options that are actions are led to these; the others write their settings
  // themselves.
  QFormLayout* const look = addSection(tr("Appearance"));
  addChoice(look, tr("Theme"),
            {ActionId::kThemeSystem, ActionId::kThemeLight, ActionId::kThemeDark});
  addChoice(look, tr("Language"),
            {ActionId::kLanguageSystem, ActionId::kLanguageEnglish, ActionId::kLanguageGerman});
  addTextSize(look);
  look->addRow(hint(tr("Language and text size change at the next start.")));
  QFormLayout* const window = addSection(tr("Window"));
  addChoice(window, tr("Panels at the sides"),
            {ActionId::kPanelsByRoom, ActionId::kPanelsBeside, ActionId::kPanelsFolded});
  addSwitch(window, ActionId::kCanvasMinimap);
  addSwitch(window, ActionId::kWireValues);
  addSwitch(window, ActionId::kBlockComputations);
  addSwitch(window, ActionId::kBlockTimes);
  QFormLayout* const editing = addSection(tr("Editing"));
  addSwitch(editing, ActionId::kHealWires);
  addSwitch(editing, ActionId::kReplaceWires);
  QFormLayout* const plots = addSection(tr("Plots"));
  for (const ActionId each : {ActionId::kFollowPlots, ActionId::kLinkPlots, ActionId::kLinkTimeline,
                              ActionId::kPlotCursors, ActionId::kPlotMeasures}) {
    addSwitch(plots, each);
  }
  addRecordingMemory(plots);
  QFormLayout* const files = addSection(tr("Files"));
  addAutosave(files);
  sections_->addStretch(1);
  auto* const scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(page);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* const layout = new QVBoxLayout(this);
  layout->addWidget(scroll, 1);
  layout->addWidget(buttons);
  // All of it is seen at once where the screen has room.
  constexpr int kAround = 48;
  const int width = std::max(scaled(480), page->minimumSizeHint().width() + 40);
  const int height = std::max(page->sizeHint().height(), page->heightForWidth(width - 40)) +
                     buttons->sizeHint().height() + kAround;
  resize(width, std::min(height, screen()->availableSize().height() - kAround));
}

// A title and an empty form below it, which the caller fills line by line.
QFormLayout* PreferencesDialog::addSection(const QString& title) {
  auto* const heading = withRole(new QLabel(title), "title");
  if (sections_->count() > 0) sections_->addSpacing(10);
  sections_->addWidget(heading);
  auto* const form = withMargins(new QFormLayout, {0, 0, 0, 0});
  form->setHorizontalSpacing(16);
  form->setVerticalSpacing(8);
  form->setLabelAlignment(Qt::AlignLeft);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  sections_->addLayout(form);
  return form;
}

// The box and the action follow each other, so that a menu and the dialog never disagree.
void PreferencesDialog::addSwitch(QFormLayout* form, ActionId id) {
  QAction* const action = actions_.get(id);
  auto* const box = withName(new QCheckBox(actionTitle(*action)), fieldName(*action));
  box->setChecked(action->isChecked());
  connect(box, &QCheckBox::toggled, action, &QAction::setChecked);
  connect(action, &QAction::toggled, box, &QCheckBox::setChecked);
  form->addRow(box);
}

// The list shows which of the actions is checked and triggers the one that is chosen; a choice that
// is checked already is not made again.
void PreferencesDialog::addChoice(QFormLayout* form, const QString& label,
                                  std::initializer_list<ActionId> ids) {
  auto* const box = withName(new QComboBox, fieldName(*actions_.get(*ids.begin())));
  QList<QAction*> choices;
  for (const ActionId id : ids) {
    QAction* const action = actions_.get(id);
    const int index = box->count();
    box->addItem(actionTitle(*action));
    choices << action;
    if (action->isChecked()) box->setCurrentIndex(index);
    box->setEnabled(action->isVisible());
    connect(action, &QAction::toggled, box, [box, index](bool chosen) {
      if (chosen) box->setCurrentIndex(index);
    });
  }
  connect(box, &QComboBox::activated, this, [choices](int index) {
    if (!choices[index]->isChecked()) choices[index]->trigger();
  });
  form->addRow(label, box);
}

// The sizes are in percent of the program's own; 0 stands for what the desktop says.
void PreferencesDialog::addTextSize(QFormLayout* form) {
  auto* const box = withName(new QComboBox, QStringLiteral("preferences.textSize"));
  box->addItem(tr("As the desktop"), 0);
  const int chosen = static_cast<int>(std::lround(100 * textSizeChoice()));
  for (const int percent : kTextPercents) {
    box->addItem(tr("%1 %").arg(percent), percent);
    if (percent == chosen) box->setCurrentIndex(box->count() - 1);
  }
  connect(box, &QComboBox::activated, box,
          [box] { setTextSizeChoice(box->currentData().toInt() / 100.0); });
  form->addRow(tr("Text size"), box);
}

// The least value stands for the automatic choice and is shown as words.
void PreferencesDialog::addRecordingMemory(QFormLayout* form) {
  auto* const size = withName(new QSpinBox, QStringLiteral("preferences.recordingMemory"));
  size->setRange(0, RecordingMemory::machineMebibytes());
  size->setSingleStep(RecordingMemory::kLeastMebibytes);
  size->setButtonSymbols(QAbstractSpinBox::NoButtons);
  size->setSpecialValueText(tr("A quarter of the machine's memory"));
  size->setSuffix(tr(" MiB"));
  size->setValue(RecordingMemory::isChosen() ? RecordingMemory::mebibytes() : 0);
  connect(size, &QSpinBox::valueChanged, size, &RecordingMemory::setMebibytes);
  form->addRow(tr("Memory for what a run records"), size);
  form->addRow(
      hint(tr("Beyond it older values are thinned: extremes stay, and the plots say so. "
              "0 is a quarter of the machine's memory.")));
}

// The delay takes effect with the next change of a document.
void PreferencesDialog::addAutosave(QFormLayout* form) {
  auto* const seconds = withName(new QSpinBox, QStringLiteral("preferences.autosave"));
  seconds->setRange(Autosave::kLeastDelaySeconds, Autosave::kMostDelaySeconds);
  seconds->setButtonSymbols(QAbstractSpinBox::NoButtons);
  seconds->setSuffix(tr(" s"));
  seconds->setValue(Autosave::delaySeconds());
  connect(seconds, &QSpinBox::valueChanged, seconds, &Autosave::setDelaySeconds);
  form->addRow(tr("Keep changes for a crash after"), seconds);
}

}  // namespace loopwright
