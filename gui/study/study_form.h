#pragma once

#include <QHash>
#include <QString>
#include <QWidget>
#include <functional>
#include <vector>

#include "engine/document/diagnostics.h"
#include "engine/document/document.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace loopwright {

class DiagramDocument;
class SettingField;
class SignalField;

/// What is asked of many runs of the document, its `study`, as a form: the number of runs, seed,
/// grid, the signal that is shown, measures, and when to stop. Each change is a step to undo; a
/// text that is wrong stays in its field with what is wrong, and changes nothing. Object names:
/// `studyForm`, the fields `study.runs`, `study.seed`, `study.grid`, `study.stop`,
/// `study.quantile`, `study.measureK.name`, `study.measureK`, `study.measureK.remove`, and
/// `studySignal`, `studyStopMeasure`, `studyStopOf`, `studyAddMeasure`.
class StudyForm : public QWidget {
  Q_OBJECT

 public:
  /// `document` must outlive it.
  explicit StudyForm(DiagramDocument* document, QWidget* parent = nullptr);

  /// Shows each problem at the field that its path names; returns those that have none.
  std::vector<Diagnostic> showProblems(const std::vector<Diagnostic>& problems);
  /// The signal that is shown, `SUB/BLOCK.PORT`; "" is the first that is recorded.
  const QString& signal() const { return shown_; }
  /// Shows another one, as a step to undo.
  void setSignal(const QString& signal);
  /// Lists the signals that there are.
  void fillSignals();

 Q_SIGNALS:
  /// The document says another signal().
  void signalChanged();

 private:
  using Change = std::function<void(StudySettings*)>;
  /// A field for a text of the study.
  struct Field {
    QString path;  ///< as in diagnostics: `study.runs`
    QString what;  ///< name of the undo step
    SettingField* field;
    std::function<QString(const StudySettings&)> read;
    std::function<void(StudySettings*, const QString&)> write;
  };

  /// Make the parts of the form.
  void makeNumbers();
  void makeStop();
  void connectStop();
  /// Begins a group of rows, and adds one: a name and its field.
  void beginRows();
  void addRow(const QString& name, QWidget* field, const QString& tip);
  SettingField* addField(std::vector<Field>* fields, Field field, const QString& name,
                         const QString& accessibleName);
  void makeMeasures();
  void addMeasure();
  void removeMeasure(std::size_t index);
  /// Fills all fields from the document.
  void refresh();
  void refreshSeed();
  void refreshStop();
  void refreshSignal();
  const StudySettings& study() const;
  /// The study after a change.
  StudySettings changed(const Change& change) const;
  /// The first measure that is no formula, and why; "" where all are.
  struct MeasureProblem {
    qsizetype index = -1;
    QString text;
    bool operator==(const MeasureProblem&) const = default;
  };
  MeasureProblem measureProblemOf(const StudySettings& study) const;
  /// What would be wrong at `path` with a study like that; "" where nothing is.
  QString problemOf(const StudySettings& candidate, const QString& path) const;
  void submit(const Field& field, const QString& text);
  void submitSeed(const QString& text);
  void apply(const QString& what, const Change& change);

  DiagramDocument* document_;
  QVBoxLayout* column_;
  QGridLayout* grid_ = nullptr;  // of the rows that are being added
  QGridLayout* measures_;
  QLabel* noMeasures_;
  QToolButton* add_;
  SettingField* seed_;
  SignalField* signal_;
  QString shown_;  // what the document says
  QComboBox* stopMeasure_;
  QComboBox* stopOf_;
  SettingField* stop_ = nullptr;  // the half width
  SettingField* quantile_ = nullptr;
  std::vector<Field> fields_;
  std::vector<Field> measureFields_;  // a name and a formula for each measure
  QStringList measureNames_;          // that the rows were made for
  QHash<QString, QString> refused_;   // texts that are wrong, by the names of their fields
};

}  // namespace loopwright
