#pragma once

#include <QString>
#include <QWidget>
#include <vector>

namespace loopwright {

class DiagramDocument;
class SettingField;
struct SimulationKey;

/// The form of the simulation's settings, made from SimulationKeys(). An empty field is the
/// default, which it shows.
/// Object names: `settingsPanel`, `setting.KEY`, `setting.KEY.error`.
class SettingsPanel : public QWidget {
  Q_OBJECT
 public:
  explicit SettingsPanel(DiagramDocument* document, QWidget* parent = nullptr);

 private:
  void refresh();
  void showPreview(const SimulationKey& key, SettingField* field, const QString& text);
  void submit(const SimulationKey& key, SettingField* field, const QString& text);

  DiagramDocument* document_;
  std::vector<SettingField*> fields_;
};

}  // namespace loopwright
