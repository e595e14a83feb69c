#pragma once

#include <QString>
#include <QTimer>
#include <QWidget>

#include "gui/analysis/analysis_runner.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QTabBar;

namespace loopwright {

class DiagramDocument;
class ResponsePlot;
class SignalField;

/// The linear analysis of the diagram as it is drawn: the loop through a signal, or the response
/// from one signal to another, as Bode, Nyquist and pole pictures and as an answer to a step, with
/// margins and characteristics in numbers. The diagram is taken at its initial values, at rest, or
/// at a time of a run. It is computed off the window's thread, while the panel is open; after an
/// edit the picture turns pale until the new one is there. A clicked pole chooses the blocks whose
/// states take part in its motion. Object names: `analysisPanel`, `analysisKind`, `analysisFrom`,
/// `analysisTo`, `analysisPoint`, `analysisTime`, `analysisViews`, `analysisFacts`, `analysisNote`.
class AnalysisPanel : public QWidget {
  Q_OBJECT

 public:
  /// `document` must outlive it.
  explicit AnalysisPanel(DiagramDocument* document, QWidget* parent = nullptr);

  /// Shows the loop through a signal, `SUB/BLOCK.PORT`.
  void showLoop(const QString& signal);
  /// Shows the response from, or to, a signal; the other end stays.
  void showResponseFrom(const QString& signal);
  void showResponseTo(const QString& signal);

  ResponsePlot* plot() const { return plot_; }
  const AnalysisRunner& runner() const { return *runner_; }

 Q_SIGNALS:
  /// These blocks take part in what was clicked: their paths.
  void blocksChosen(const QStringList& paths);

 protected:
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void makeFields();
  void fillSignals();
  void choose(bool isLoop);
  void askAnew();
  void onDocumentChanged();
  void analyse();
  void onFinished(const AnalysisResult& result);
  void showFacts();
  void showNote();
  void choosePole(int index);

  DiagramDocument* document_;
  AnalysisRunner* runner_;
  QComboBox* kind_;
  SignalField* from_;
  QLabel* arrow_;
  SignalField* to_;
  QTabBar* views_;
  QComboBox* point_;
  QDoubleSpinBox* time_;
  ResponsePlot* plot_;
  QLabel* facts_;
  QLabel* note_;
  QTimer delay_;
  AnalysisRequest asked_;  // of the runner, last
  AnalysisResult result_;
};

}  // namespace loopwright
