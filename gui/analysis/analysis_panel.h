#pragma once

#include <QString>
#include <QStringList>
#include <QTimer>
#include <QWidget>

#include "gui/analysis/analysis_runner.h"

class QBoxLayout;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QTabBar;
class QToolButton;

namespace loopwright {

class AnalysisChooser;
class DiagramDocument;
class ResponsePlot;
class SignalField;

/// The linear analysis of the diagram as it is drawn: the loop through a signal, or the response
/// from one signal to another, as Bode, Nyquist and pole pictures and as an answer to a step, with
/// margins and characteristics in numbers. The diagram is taken at its initial values, at rest, or
/// at a time of a run. It is computed off the window's thread, while the panel is open; after an
/// edit the picture turns pale until the new one is there. A clicked pole chooses the blocks whose
/// states take part in its motion, and a block that lets nothing through is led to.
///
/// One of the analyses of the document's file can be chosen: then the fields show what it says, and
/// what is set in them is stored in it, a step to undo each. Curves are kept in grey behind those
/// that follow.
///
/// Object names: `analysisPanel`, `analysisKind`, `analysisFrom`, `analysisTo`, `analysisPoint`,
/// `analysisTime`, `analysisViews`, `analysisKeep`, `analysisClear`, `analysisFacts`,
/// `analysisNote`; see AnalysisChooser for others.
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
  /// Which analysis of the document is looked at.
  AnalysisChooser* chooser() const { return chooser_; }
  const AnalysisRunner& runner() const { return *runner_; }

 Q_SIGNALS:
  /// These blocks take part in what was clicked: their paths.
  void blocksChosen(const QStringList& paths);

 protected:
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  enum Kind { kLoop, kResponse };

  void makeFields();
  void makeButtons();
  void connectChooser();
  /// What stands above the plot, left and right of it, and below.
  QBoxLayout* makeHead();
  QBoxLayout* makeMiddle();
  void fillSignals();
  void choose(bool isLoop);
  void askAnew();
  void onDocumentChanged();
  void analyse();
  void onFinished(const AnalysisResult& result);
  void showFacts();
  void showNote();
  void choosePole(int index);
  void followLink(const QString& link);
  /// Shows what the chosen analysis says; what it does not say stays.
  void showSetting();
  void showPoints(const AnalysisSetting& setting);
  void showPlace(const AnalysisSetting& setting);
  void showView(const AnalysisSetting& setting);
  /// Store in the chosen analysis what the fields say.
  void storePoints();
  void storePlace();
  void storeView();
  /// What the fields say, as an analysis that is not in the document yet.
  AnalysisSetting settingOfFields() const;
  void setPlace(AnalysisSetting* setting) const;
  void setPoints(AnalysisSetting* setting) const;

  DiagramDocument* document_;
  AnalysisRunner* runner_;
  AnalysisChooser* chooser_;
  QComboBox* kind_;
  SignalField* from_;
  QLabel* arrow_;
  SignalField* to_;
  QTabBar* views_;
  QComboBox* point_;
  QDoubleSpinBox* time_;
  QToolButton* keep_;
  QToolButton* clear_;
  ResponsePlot* plot_;
  QLabel* facts_;
  QLabel* note_;
  QTimer delay_;
  AnalysisRequest asked_;  // of the runner, last
  AnalysisResult result_;
  QStringList gains_;         // blocks in whose place a gain of 1 stands, in this analysis
  double timeSec_ = 0;        // of a run: more exactly than the field shows it
  bool isFollowing_ = false;  // the fields follow the document, and are not stored
};

}  // namespace loopwright
