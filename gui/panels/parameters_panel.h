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
/// `parametersMessage`.
class ParametersPanel : public QWidget {
  Q_OBJECT
 public:
  explicit ParametersPanel(DiagramDocument* document, QWidget* parent = nullptr);

  /// The level whose parameters are shown.
  void setLevel(const QString& level);
  /// Shows those of the levels outside as well, below its own; they are changed in their level.
  void showOuterParameters();
  void selectParameter(const QString& name);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void makeTable();
  void makeDetails();
  QHBoxLayout* makeBar();
  void onReset();
  void showDetailsOf(int row);
  void markDetails();
  void fitColumns();
  void addParameter();
  void removeParameters();

  ParametersModel* model_;
  QTableView* table_;
  QLabel* empty_;
  QWidget* details_;
  QDataWidgetMapper* mapper_;
  QLineEdit* random_ = nullptr;
  QLabel* message_;
};

}  // namespace loopwright
