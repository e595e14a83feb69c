#pragma once

#include <QDialog>
#include <initializer_list>

class QFormLayout;
class QVBoxLayout;

namespace loopwright {

class Actions;
enum class ActionId;

/// All that a person can choose about the program, in one place; each choice takes effect at once.
/// What a menu offers as well is the same action here: a box to check, or a list to choose from.
/// Object names: `preferences`, `preferences.NAME` for the field of the action `action.NAME` (of a
/// list: of its first action), `preferences.textSize`, `preferences.autosave`,
/// `preferences.recordingMemory`.
class PreferencesDialog : public QDialog {
  Q_OBJECT
 public:
  explicit PreferencesDialog(const Actions& actions, QWidget* parent = nullptr);

 private:
  /// A heading with fields below it.
  QFormLayout* addSection(const QString& title);
  /// A box for an action that is on or off.
  void addSwitch(QFormLayout* form, ActionId id);
  /// A list of actions of which one is on.
  void addChoice(QFormLayout* form, const QString& label, std::initializer_list<ActionId> ids);
  /// The field for the size of texts, with that of the desktop as one choice.
  void addTextSize(QFormLayout* form);
  /// The field for how much memory a run may fill.
  void addRecordingMemory(QFormLayout* form);
  /// The field for how soon changes are kept.
  void addAutosave(QFormLayout* form);

  const Actions& actions_;
  QVBoxLayout* sections_;
};

}  // namespace loopwright
