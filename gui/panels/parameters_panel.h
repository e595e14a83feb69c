#pragma once

#include <QString>
#include <QWidget>

class QDataWidgetMapper;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QTableView;

namespace loopwright {

class DiagramDocument;
class ParametersModel;

/// The table of a diagram's parameters: name, expression, value, unit, description, distribution.
/// Where there is no room for all columns, those from the unit on are fields below the table that
/// belong to its current row. A name, expression or distribution that is wrong is refused: it
/// stays, marked as wrong, with the reason below. Without any parameter it says what they are for.
/// Object names: `parametersPanel`, `parametersTable`, `parametersEmpty`, `parametersUnit`,
/// `parametersDescription`, `parametersRandom`, `parametersAdd`, `parametersRemove`,
/// `parametersMessage`, `parametersMenu`.
class ParametersPanel : public QWidget {
  Q_OBJECT
 public:
  /// Shows the top level until setLevel(); the document outlives it.
  explicit ParametersPanel(DiagramDocument* document, QWidget* parent = nullptr);

  /// The level whose parameters are shown.
  void setLevel(const QString& level);
  /// Shows those of the levels outside as well, below its own; they are changed in their level.
  void showOuterParameters();
  /// Makes the row of a parameter of its own the current one; nothing happens where there is none.
  void selectParameter(const QString& name);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// The parts of the panel, made once.
  void makeTable();
  void makeDetails();
  QHBoxLayout* makeBar();
  void onReset();
  /// Fields below the table for a row; without a row (-1) they are empty and disabled.
  void showDetailsOf(int row);
  void markDetails();
  /// Shows all columns or moves the last ones into fields, as the width allows.
  void fitColumns();
  /// The menu of the row at a place of the table.
  void openMenu(const QPoint& place);
  void addParameter();
  void removeParameters();

  DiagramDocument* document_;
  ParametersModel* model_;
  QTableView* table_;
  QLabel* empty_;
  QWidget* details_;
  /// Ties the fields to the current row of the model.
  QDataWidgetMapper* mapper_;
  QLineEdit* random_ = nullptr;
  QLabel* message_;
};

}  // namespace loopwright
