#pragma once

#include <QDialog>
#include <QString>
#include <functional>

#include "engine/blocks/block_descriptor.h"
#include "engine/document/parameter_setting.h"

class QLabel;
class QPushButton;
class QTableWidget;

namespace loopwright {

/// The elements of a vector, matrix or list as a table: a cell takes what a field takes. Rows and,
/// for matrices, columns can be added and removed, and a part of a spreadsheet pasted.
/// Object names: `tableEditor`, `tableEditor.table`, `tableEditor.message`, `tableEditor.addRow`,
/// `tableEditor.removeRow`, `tableEditor.addColumn`, `tableEditor.removeColumn`.
class TableEditor : public QDialog {
  Q_OBJECT
 public:
  /// Whether a setting is a list of elements, or one element, that a table can show. An expression
  /// for the whole of a vector or matrix is not.
  static bool canShow(ParameterKind kind, const ParameterSetting& setting);

  /// What is wrong with a text for the parameter, or "".
  using Check = std::function<QString(const QString& text)>;

  /// canShow() must hold.
  TableEditor(const QString& title, ParameterKind kind, const ParameterSetting& setting,
              Check check, QWidget* parent);

  /// The text of the setting: `[1, 2]`, `[[1, 2], [3, 4]]`, or one element as it was.
  QString text() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// The parts of the dialog, and the cells of a setting.
  void makeButtons();
  void fill(const ParameterSetting& setting);
  void setCell(int row, int column, const QString& text);
  /// The text of a cell without spaces around it; empty where there is no cell.
  QString cell(int row, int column) const;
  /// What to say of a cell without a text; "" where all have one.
  QString emptyCell() const;
  /// So many rows and columns; new cells are 0.
  void changeSize(int rows, int columns);
  /// Puts the clipboard's cells in from the current cell on, with more rows and columns where
  /// needed.
  void paste();
  void refresh();

  ParameterKind kind_;
  Check check_;
  bool isNested_ = false;  // a list of rows
  bool wasScalar_ = false;
  QTableWidget* table_;
  QLabel* message_;
  QPushButton* accept_ = nullptr;
};

}  // namespace loopwright
