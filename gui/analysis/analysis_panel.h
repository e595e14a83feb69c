#pragma once

#include <QString>
#include <QStringList>
#include <QTimer>
#include <QWidget>

#include "gui/analysis/analysis_runner.h"
#include "gui/analysis/loop_drag.h"

class QBoxLayout;

namespace loopwright {

class AnalysisChooser;
class AnalysisViews;
class ColumnLabel;
class DesignForm;
class DiagramDocument;
class PlaceFields;
class PoleTable;
class PortFields;
class ResponsePlot;

/// The linear analysis of the diagram as it is drawn: the loop through a signal, or the response
/// from one signal to another, as Bode, Nyquist and pole pictures and as an answer to a step, with
/// margins and characteristics in numbers. The diagram is taken at its initial values, at rest, or
/// at a time of a run. It is computed off the window's thread, while the panel is open; after an
/// edit the picture turns pale until the new one is there. A clicked pole chooses the blocks whose
/// states take part in its motion, and a block that lets nothing through is led to. A pole, a
/// crossover or a margin of a loop is dragged, and a parameter follows in the document.
///
/// One of the analyses of the document's file can be chosen: then the fields show what it says, and
/// what is set in them is stored in it, a step to undo each. Curves are kept in grey behind those
/// that follow.
///
/// Its parts, by what they are for: PortFields and PlaceFields (what is analysed, and where),
/// AnalysisViews (how it is drawn), LoopDrag (what a hand changes), DesignForm (a controller).
/// Object names: `analysisPanel`, `analysisFacts`, `analysisNote`; see these and AnalysisChooser
/// for others.
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

  /// The plot of the chosen view.
  ResponsePlot* plot() const;
  AnalysisViews* views() const { return views_; }
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
  void connectFields();
  void connectChooser();
  void connectDrag();
  /// What stands above the plot, left and right of it, and below.
  QBoxLayout* makeHead();
  QBoxLayout* makeMiddle();
  void fillFields();
  void askAnew();
  void onDocumentChanged();
  AnalysisRequest requestOfFields() const;
  void analyse();
  void analyseWhileDragged();
  void onFinished(const AnalysisResult& result);
  void seekCycle();
  void forgetAll();
  void showFacts();
  void showNote();
  QStringList blocksOf(int pole) const;
  void followLink(const QString& link);
  void askForGain(const QString& block);
  /// Shows what the chosen analysis says; what it does not say stays.
  void showSetting();
  void showView(const AnalysisSetting& setting);
  /// Store in the chosen analysis what the fields say.
  void storePoints();
  void storePlace();
  void storeView();
  /// What the fields say, as an analysis that is not in the document yet.
  AnalysisSetting settingOfFields() const;

  DiagramDocument* document_;
  AnalysisRunner* runner_;
  AnalysisChooser* chooser_;
  PortFields* ports_;
  PlaceFields* place_;
  AnalysisViews* views_;
  DesignForm* design_;
  LoopDrag* drag_;
  ColumnLabel* facts_;
  PoleTable* poles_;
  ColumnLabel* note_;
  QTimer delay_;
  AnalysisRequest asked_;  // of the runner, last
  AnalysisResult result_;
  // What stands in the place of blocks, in this analysis.
  QList<std::pair<QString, QString>> gains_;
  bool isFollowing_ = false;  // the fields follow the document, and are not stored
};

}  // namespace loopwright
