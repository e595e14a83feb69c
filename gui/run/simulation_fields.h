#pragma once

#include <QWidget>

class QComboBox;
class QLineEdit;

namespace loopwright {

class DiagramDocument;

/// Stop time and integrator of a document, for the toolbar. The stop time is a number or an
/// expression, with or without `s` after it; one that is wrong turns the field red and changes
/// nothing. Object names: `stopTime`, `integrator`.
class SimulationFields : public QWidget {
  Q_OBJECT

 public:
  /// Follows the document, which outlives it.
  explicit SimulationFields(DiagramDocument* document, QWidget* parent = nullptr);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// Shows what the document says; a text that is being typed stays.
  void refresh();
  void fitStopTime();
  void fitIntegrator();
  void submitStopTime();
  /// Gives a setting to the document, as one undo step.
  void submit(const QString& key, const QString& text);

  DiagramDocument* document_;
  QLineEdit* stopTime_;
  QComboBox* integrator_;
};

}  // namespace loopwright
