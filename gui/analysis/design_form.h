#pragma once

#include <QList>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "gui/analysis/analysis_runner.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace loopwright {

class DiagramDocument;
struct ResponsePicture;

/// A controller or a filter for the diagram: PID gains by four methods; the gain that feeds states
/// back, by a quadratic cost or by poles; a Kalman filter; or regulator and filter together (LQG).
/// A block gets it, or new blocks between the ends of the response that is looked at. It is
/// designed off the window's thread; what was found is shown beside the present loop, renews itself
/// after an edit, and is put into the diagram as one step to undo. Object names: `designMethod`,
/// `designBlock`, `designType`, `designTau`, `designCrossover`, `designPhaseMargin`, `designMs`,
/// `designRelay`, `designHysteresis`, `designRule`, `designQ`, `designR`, `designW`, `designV`,
/// `designNoise`, `designMeasured`, `designPoles`, `designPeriod`, `designCompute`,
/// `designResult`, `designApply`.
class DesignForm : public QWidget {
  Q_OBJECT

 public:
  /// `request` says what the panel shows; `document` must outlive it.
  DesignForm(DiagramDocument* document, std::function<AnalysisRequest()> request,
             QWidget* parent = nullptr);

  /// Lists the blocks of the document.
  void fill();
  /// Another document, or another method: nothing is designed yet.
  void forget();
  /// What the panel shows may be another now: a design that is shown is found for that.
  void follow();

 Q_SIGNALS:
  /// The response with the controller that was found; null: there is none.
  void proposed(const std::shared_ptr<const loopwright::ResponsePicture>& picture);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// A line of the form, and the methods that it is for, by their number in the list.
  struct Row {
    QWidget* field;
    QList<int> methods;
  };

  // Fields for all methods; `methods` are those, by number in the list, that show a field.
  void addRows();
  void addRow(QWidget* field, const char* name, const QString& label, const QList<int>& methods);
  QLineEdit* addNumber(const char* name, const QString& label, const QString& text,
                       const QList<int>& methods);
  QComboBox* addChoice(const char* name, const QString& label, const QStringList& entries,
                       const QList<int>& methods);
  void addStateRows();
  void showRows();
  QString withoutBlock() const;
  // What the fields ask for. Where one has no right value, nothing, and `problem` says which.
  std::optional<DesignRequest> read(QString* problem) const;
  bool readPid(PidChoice* pid, QString* problem) const;
  bool readStates(DesignRequest* request, QString* problem) const;
  bool readNumber(const QLineEdit* field, double* number, QString* problem) const;
  // Finding a design: asked of the runner, taken from it, shown, and put into the diagram.
  AnalysisRequest requestFor(const DesignRequest& design) const;
  void compute();
  void onFinished(const AnalysisResult& result);
  QString costText(const BlockDesign& design) const;
  void say(const QString& text, bool isWrong);
  void apply();

  DiagramDocument* document_;
  std::function<AnalysisRequest()> request_;
  AnalysisRunner* runner_;
  QFormLayout* form_;
  QComboBox* method_;
  QComboBox* block_;
  QComboBox* type_ = nullptr;
  QLineEdit* tau_ = nullptr;
  QLineEdit* crossover_ = nullptr;
  QLineEdit* phaseMargin_ = nullptr;
  QLineEdit* ms_ = nullptr;
  QLineEdit* relay_ = nullptr;
  QLineEdit* hysteresis_ = nullptr;
  QComboBox* rule_ = nullptr;
  QLineEdit* q_ = nullptr;
  QLineEdit* r_ = nullptr;
  QLineEdit* w_ = nullptr;
  QLineEdit* v_ = nullptr;
  QLineEdit* noise_ = nullptr;
  QLineEdit* measured_ = nullptr;
  QLineEdit* poles_ = nullptr;
  QLineEdit* period_ = nullptr;
  QLabel* result_;
  QPushButton* apply_;
  std::vector<Row> rows_;
  AnalysisRequest asked_;             // of the runner, last, and of the present document
  std::optional<BlockDesign> found_;  // of the present document
  bool isShown_ = false;              // a design was asked for: it follows edits
};

}  // namespace loopwright
