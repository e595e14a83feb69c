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
  CommonParametersForm(DiagramDocument* document, const QString& level, const QStringList& names);

  /// Takes all texts anew from the document.
  void refresh();
  /// Puts the keyboard into the first field.
  void focusFirst();

 private:
  struct Row {
    std::string parameter;
    SettingField* field;
  };

  std::vector<const Block*> blocks() const;
  /// A block's descriptor of a parameter; null where it has none of that name.
  const ParameterDescriptor* find(const Block& block, const std::string& parameter) const;
  bool isCommon(const ParameterDescriptor& parameter) const;
  void addRow(const ParameterDescriptor& parameter, QVBoxLayout* layout);
  ValuePlace placeOf(const QString& block, const Row& row) const;
  /// Why `text` is wrong for one of the blocks; "" where it is right for all.
  QString problemOf(const std::string& parameter, const QString& text) const;
  void submit(const Row& row, const QString& text);
  void drop(const Row& row);

  DiagramDocument* document_;
  QString level_;
  QStringList names_;
  std::vector<Row> rows_;
};

}  // namespace loopwright
