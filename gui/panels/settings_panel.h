#pragma once

#include <QString>
#include <QWidget>
#include <optional>
#include <vector>

#include "engine/document/parameter_setting.h"

class QGridLayout;

namespace loopwright {

class DiagramDocument;
class SettingField;
struct SimulationKey;

/// The form of the simulation's settings, made from SimulationKeys(). An empty field is the
/// default, which it shows in grey. A value that the check of a document would refuse stays in its
/// field, with what the check would say.
/// Object names: `settingsPanel`, `setting.KEY`, `setting.KEY.error`, and the others of
/// SettingField.
class SettingsPanel : public QWidget {
  Q_OBJECT
 public:
  /// Follows the document, which outlives it.
  explicit SettingsPanel(DiagramDocument* document, QWidget* parent = nullptr);

  /// Puts the keyboard into the field of a setting.
  void focusSetting(const QString& key);

 private:
  /// A row of the grid with the label and the field of a setting, which must outlive this.
  void addField(const SimulationKey& key, QGridLayout* grid);
  /// Fills all fields from the document.
  void refresh();
  /// What a text would be, or what is wrong with it, while it is typed.
  void showPreview(const SimulationKey& key, SettingField* field, const QString& text);
  void reset(const SimulationKey& key, SettingField* field);
  /// An undo step called `what`, with the setting in it; nothing stands for the default.
  void set(const SimulationKey& key, SettingField* field, const QString& what,
           const std::optional<ParameterSetting>& setting);
  void submit(const SimulationKey& key, SettingField* field, const QString& text);

  DiagramDocument* document_;
  /// In the order of SimulationKeys().
  std::vector<SettingField*> fields_;
};

}  // namespace loopwright
