#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>
#include <vector>

#include "engine/edits/edit.h"
#include "gui/document/value_place.h"

class QVBoxLayout;

namespace loopwright {

class DiagramDocument;
class SettingField;
struct ParameterDescriptor;

/// The form of several blocks: the parameters that all of them have, by name and kind. What they
/// agree on is shown, the rest is empty; what is entered is given to all of them, one undo step. A
/// value that is wrong for one of them changes nothing and stays in the field, and the reason names
/// that block.
class CommonParametersForm : public QWidget {
  Q_OBJECT
 public:
  /// For the blocks of these names at a level, two or more.
  CommonParametersForm(DiagramDocument* document, const QString& level, const QStringList& names,
                       QWidget* parent);

  /// Takes all texts anew from the document.
  void refresh();
  /// Puts the keyboard into the first field.
  void focusFirst();

 private:
  /// A parameter that all blocks have, and its field.
  struct Row {
    std::string parameter;
    SettingField* field;
  };

  /// The blocks that are still there, looked up anew at each call.
  std::vector<const Block*> blocks() const;
  /// A block's descriptor of a parameter; null where it has none of that name.
  const ParameterDescriptor* find(const Block& block, const std::string& parameter) const;
  /// Whether all blocks have the parameter, of the same kind and with the same choices.
  bool isCommon(const ParameterDescriptor& parameter) const;
  void addRow(const ParameterDescriptor& parameter, QVBoxLayout* layout);
  ValuePlace placeOf(const QString& block, const Row& row) const;
  /// Why `text` is wrong for one of the blocks; "" where it is right for all.
  QString problemOf(const std::string& parameter, const QString& text) const;
  /// Gives the value to all blocks, or says of which one it is wrong.
  void submit(const Row& row, const QString& text);
  void drop(const Row& row);

  DiagramDocument* document_;
  QString level_;
  QStringList names_;
  std::vector<Row> rows_;
};

}  // namespace loopwright
