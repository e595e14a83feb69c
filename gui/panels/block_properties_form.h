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
class NoiseFacts;
class ParametersPanel;
class SettingField;
class ThemedLabel;
struct BlockDescriptor;
struct ParameterDescriptor;

/// The form of one block: see PropertiesPanel.
class BlockPropertiesForm : public QWidget {
  Q_OBJECT
 public:
  /// For the block at `level`, which is there. The document outlives the form.
  BlockPropertiesForm(DiagramDocument* document, const QString& level, const Block& block,
                      QWidget* parent);

  /// Whether `block` is of the type that the form was made for.
  bool fits(const Block& block) const;
  /// The block was renamed: the form goes on with it.
  void setBlockName(const QString& name);
  /// Takes all texts and values anew from the document.
  void refresh();
  /// Lets the user type into the field of a parameter; an empty name means the first one.
  void focusParameter(const QString& parameter);

 Q_SIGNALS:
  /// A port was clicked: the canvas is to show the block at its other end, by its path from the
  /// top.
  void revealRequested(const QString& path);
  /// The page of a block type is wanted.
  void helpRequested(const QString& type);

 private:
  /// A parameter and its field, both of which live as long as the form.
  struct Row {
    const ParameterDescriptor* parameter;
    SettingField* field;
  };

  /// The block as it is now; null where it was removed.
  const Block* block() const;
  /// The parts of the form, from the top down, each put at the end of `layout`.
  void addHeader(QVBoxLayout* layout);
  void addRows(QVBoxLayout* layout);
  void addRow(QGridLayout* grid, const ParameterDescriptor& parameter);
  void addColour(QGridLayout* grid);
  /// Of a subsystem: the parameters that its blocks use by name.
  void addParameters(QVBoxLayout* layout);
  std::string pathOfBlock() const;
  /// Where in the document the value of a row stands.
  ValuePlace placeOf(const Row& row) const;
  /// Gives the block the name that stands in its field, or says why it cannot have it.
  void rename();
  /// What fields do: show a value while it is typed, put it into the document, take it out again,
  /// or edit it as a table.
  void showPreview(const Row& row, const QString& text);
  void submit(const Row& row, const QString& text);
  void reset(const Row& row);
  /// Changes the parameter by an undo step, called `what` with the parameter and the block in it.
  void set(const Row& row, const QString& what, const std::optional<ParameterSetting>& setting);
  void editAsTable(const Row& row);
  /// A part of refresh().
  void refreshPorts();
  /// A line of the list of ports, as rich text with links.
  QString inputLine(const std::string& port) const;
  QString outputLine(const std::string& port) const;
  QString linkTo(const std::string& key) const;

  /// Which block the form is of; the descriptor is null for a type that this program does not know.
  DiagramDocument* document_;
  QString level_;
  QString name_;
  std::string type_;
  const BlockDescriptor* descriptor_;
  QLineEdit* nameEdit_ = nullptr;
  QLabel* nameError_ = nullptr;
  ParametersPanel* parameters_ = nullptr;  // of a subsystem
  QToolButton* colour_ = nullptr;
  NoiseFacts* noise_ = nullptr;
  ThemedLabel* ports_ = nullptr;
  QLabel* problems_ = nullptr;
  QLabel* warnings_ = nullptr;
  /// In the order of the type's parameters.
  std::vector<Row> rows_;
};

}  // namespace loopwright
