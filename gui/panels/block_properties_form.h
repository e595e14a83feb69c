#pragma once

#include <QString>
#include <QWidget>
#include <string>
#include <vector>

#include "engine/edits/edit.h"
#include "gui/document/value_place.h"

class QLabel;
class QGridLayout;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace loopwright {

class DiagramDocument;
class ParametersPanel;
class SettingField;
class ThemedLabel;
struct BlockDescriptor;
struct ParameterDescriptor;

/// The form of one block: see PropertiesPanel.
class BlockPropertiesForm : public QWidget {
  Q_OBJECT
 public:
  BlockPropertiesForm(DiagramDocument* document, const QString& level, const Block& block);

  /// Whether `block` is of the type that the form was made for.
  bool fits(const Block& block) const;
  void setBlockName(const QString& name);
  /// Takes all texts and values anew from the document.
  void refresh();
  void focusParameter(const QString& parameter);

 Q_SIGNALS:
  void revealRequested(const QString& path);
  void helpRequested(const QString& type);

 private:
  struct Row {
    const ParameterDescriptor* parameter;
    SettingField* field;
  };

  const Block* block() const;
  void addHeader(QVBoxLayout* layout);
  void addRows(QVBoxLayout* layout);
  void addRow(QGridLayout* grid, const ParameterDescriptor& parameter);
  void addColour(QGridLayout* grid);
  void addParameters(QVBoxLayout* layout);
  QString pathOfBlock() const;
  ValuePlace placeOf(const Row& row) const;
  void rename();
  void showPreview(const Row& row, const QString& text);
  void submit(const Row& row, const QString& text);
  void reset(const Row& row);
  void set(const Row& row, const QString& what, const std::optional<ParameterSetting>& setting);
  void editAsTable(const Row& row);
  void refreshColour();
  void refreshPorts();
  QString inputLine(const std::string& port) const;
  QString outputLine(const std::string& port) const;
  QString linkTo(const std::string& key) const;

  DiagramDocument* document_;
  QString level_;
  QString name_;
  std::string type_;
  const BlockDescriptor* descriptor_;
  QLineEdit* nameEdit_ = nullptr;
  QLabel* nameError_ = nullptr;
  ParametersPanel* parameters_ = nullptr;  // of a subsystem
  QToolButton* colour_ = nullptr;
  ThemedLabel* ports_ = nullptr;
  QLabel* problems_ = nullptr;
  QLabel* warnings_ = nullptr;
  std::vector<Row> rows_;
};

}  // namespace loopwright
