#include "gui/main_window/option_actions.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QMessageBox>
#include <QSettings>
#include <utility>

#include "gui/actions/actions.h"
#include "gui/language/language.h"
#include "gui/theme/theme_choice.h"
#include "gui/tools/editing_options.h"

namespace loopwright {

namespace {

// Whose texts these are, for translators.
class Options {
  Q_DECLARE_TR_FUNCTIONS(Options)
};

// The switches for how wires behave while editing; they are read wherever they matter.
void connectEditing(const Actions& actions) {
  QAction* const heal = actions.get(ActionId::kHealWires);
  heal->setChecked(EditingOptions::healsWires());
  QObject::connect(heal, &QAction::toggled, heal, &EditingOptions::setHealsWires);
  QAction* const replace = actions.get(ActionId::kReplaceWires);
  replace->setChecked(EditingOptions::replacesWires());
  QObject::connect(replace, &QAction::toggled, replace, &EditingOptions::setReplacesWires);
}

// Whether plots follow a run, and what shares a time axis with what; the window hands it on to
// plots and timelines.
void connectPlots(const Actions& actions) {
  for (const auto& [id, name] : {std::pair(ActionId::kFollowPlots, "plots/follow"),
                                 std::pair(ActionId::kLinkPlots, "plots/link"),
                                 std::pair(ActionId::kLinkTimeline, "plots/linkTimeline")}) {
    QAction* const action = actions.get(id);
    const QLatin1String key(name);
    action->setChecked(QSettings().value(key, action->isChecked()).toBool());
    QObject::connect(action, &QAction::toggled, action,
                     [key](bool isOn) { QSettings().setValue(key, isOn); });
  }
  // Plots that show each a part of their own have none for the timeline.
  QAction* const plots = actions.get(ActionId::kLinkPlots);
  QAction* const timeline = actions.get(ActionId::kLinkTimeline);
  timeline->setEnabled(plots->isChecked());
  QObject::connect(plots, &QAction::toggled, timeline, &QAction::setEnabled);
}

// One of the three themes is checked at a time. Without a keeper of themes they are hidden.
void connectThemes(const Actions& actions, ThemeKeeper* themes, QWidget* window) {
  auto* const group = new QActionGroup(window);
  const std::pair<ActionId, ThemeChoice> entries[] = {
      {ActionId::kThemeSystem, ThemeChoice::kSystem},
      {ActionId::kThemeLight, ThemeChoice::kLight},
      {ActionId::kThemeDark, ThemeChoice::kDark}};
  for (const auto& [id, choice] : entries) {
    QAction* const action = actions.get(id);
    group->addAction(action);
    action->setVisible(themes != nullptr);
    action->setEnabled(themes != nullptr);
    action->setChecked(choice == themeChoice());
    QObject::connect(action, &QAction::triggered, window,
                     [themes, choice = choice] { themes->choose(choice); });
  }
}

// Widgets keep the texts that they were made with, so a choice is for the next start.
void connectLanguages(const Actions& actions, QWidget* window) {
  auto* const group = new QActionGroup(window);
  const std::pair<ActionId, LanguageChoice> entries[] = {
      {ActionId::kLanguageSystem, LanguageChoice::kSystem},
      {ActionId::kLanguageEnglish, LanguageChoice::kEnglish},
      {ActionId::kLanguageGerman, LanguageChoice::kGerman}};
  for (const auto& [id, choice] : entries) {
    QAction* const action = actions.get(id);
    group->addAction(action);
    action->setChecked(choice == languageChoice());
    QObject::connect(action, &QAction::triggered, window, [window, choice = choice] {
      setLanguageChoice(choice);
      if (languageOf(choice) == installedLanguage()) return;
      auto* const note = new QMessageBox(
          QMessageBox::Information, Options::tr("Language"),
          Options::tr("The new language is used from the next start on."), QMessageBox::Ok, window);
      note->setObjectName(QStringLiteral("languageNote"));
      note->setAttribute(Qt::WA_DeleteOnClose);
      note->open();
    });
  }
}

}  // namespace

// Each group of options on its own; they share nothing.
void connectOptionActions(const Actions& actions, ThemeKeeper* themes, QWidget* window) {
  connectEditing(actions);
  connectPlots(actions);
  connectThemes(actions, themes, window);
  connectLanguages(actions, window);
}

}  // namespace loopwright
