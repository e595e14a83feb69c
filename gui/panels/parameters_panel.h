#pragma once

#include <QString>
#include <QWidget>

class QLabel;
class QTableView;

namespace loopwright {

class DiagramDocument;
class ParametersModel;

/// The table of a diagram's parameters: name, expression, value, unit, description. A name or an
/// expression that is wrong is refused, with the reason below the table.
/// Object names: `parametersPanel`, `parametersTable`, `parametersAdd`, `parametersRemove`,
/// `parametersMessage`.
class ParametersPanel : public QWidget {
  Q_OBJECT
 public:
  explicit ParametersPanel(DiagramDocument* document, QWidget* parent = nullptr);

  /// The level whose parameters are shown.
  void setLevel(const QString& level);
  void selectParameter(const QString& name);

 private:
  void addParameter();
  void removeParameters();

  ParametersModel* model_;
  QTableView* table_;
  QLabel* message_;
};

}  // namespace loopwright
