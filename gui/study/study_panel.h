#pragma once

#include <QString>
#include <QTimer>
#include <QWidget>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/document/diagnostics.h"
#include "engine/document/document.h"
#include "engine/edits/edit.h"
#include "engine/run/run_options.h"

class QComboBox;
class QVBoxLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSplitter;

namespace loopwright {

class BandPage;
class ComparePage;
class DiagramDocument;
class EndingsTable;
class FanChart;
class MeasurePage;
class ParametersPage;
class StudyForm;
class StudyRunner;
class TheorySwitch;
struct StudyPicture;

/// Many runs of the document: what is asked, the runs made while one watches, the fan of a signal,
/// a histogram of a measure, what it has to do with random parameters, and the runs that failed.
/// The runs are made on other threads; a timer takes what they have published at the pace of a
/// screen. A run that is clicked, or whose number is typed, is the one that runRequested() asks
/// for. Object names: `studyPanel`, `studyRun`, `studyAgain`, `studyKeep`, `studyFigure`,
/// `studyProgress`, `studyStatus`, `studyNote`, `studyVariant`, `studyRunNumber`, `studyShowRun`,
/// and those of its parts. Over the fan stands what theory says (TheorySwitch).
class StudyPanel : public QWidget {
  Q_OBJECT

 public:
  /// `document` must outlive it.
  explicit StudyPanel(DiagramDocument* document, QWidget* parent = nullptr);

  /// Shows the study of a signal, `SUB/BLOCK.PORT`.
  void showSignal(const QString& signal);

  const StudyRunner& runner() const { return *runner_; }
  FanChart* fan() const { return fan_; }
  MeasurePage* measures() const { return measures_; }
  ParametersPage* parameters() const { return parameters_; }
  BandPage* autocorrelation() const { return autocorrelation_; }
  BandPage* spectrum() const { return spectrum_; }
  const TheorySwitch& theory() const { return *theory_; }
  const ComparePage& comparison() const { return *compare_; }
  /// What is drawn, the last that was published; null before the first run.
  const std::shared_ptr<const StudyPicture>& picture() const { return picture_; }

 Q_SIGNALS:
  /// The run with this number is to be the editor's run: of the document as it is, with these
  /// options.
  void runRequested(const loopwright::RunOptions& options);
  /// The fan is to be made a figure of.
  void figureRequested();

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  // From the bar with the buttons down to the pages beside the fan; which of them are beside and
  // which below each other follows from the panel's height.
  QVBoxLayout* makeBar();
  QWidget* makePages();
  void makeParts();
  void connectParts();
  // An edit that changes runs makes what is shown stale, and starts a check. Another document drops
  // all that was shown.
  void onChanged(const ChangeSet& changes);
  void onReset();
  // The one button runs, goes on, or stops; the other one begins again with run 0.
  void runOrStop();
  void startAgain();
  // What the runner tells: that runs began or ended, and with which problems.
  void onStateChanged();
  void onStopped(const std::vector<Diagnostic>& problems);
  void check();
  bool isOfAnother() const;
  // What the runs have published since the last look, shown in all pages.
  void takePicture();
  void fillVariants();
  // Two lines of text: how far the runs are, and what is to be said of them, such as a problem.
  void showStatus();
  QString missingSignal() const;
  void showNote();
  // Makes these runs stand out in every picture; asks the editor to make this one again.
  void showBrushed(const std::vector<uint64_t>& runs);
  void showRun(uint64_t run);

  DiagramDocument* document_;
  StudyRunner* runner_;
  StudyForm* form_;
  QSplitter* split_;
  FanChart* fan_;
  MeasurePage* measures_;
  ParametersPage* parameters_;
  EndingsTable* endings_;
  ComparePage* compare_;
  BandPage* autocorrelation_;
  BandPage* spectrum_;
  QPushButton* run_;
  QPushButton* again_;
  QPushButton* keep_;
  QPushButton* figure_;
  QComboBox* variant_;
  QProgressBar* progress_;
  QLabel* status_;
  TheorySwitch* theory_;
  QLineEdit* runNumber_;
  QPushButton* showRun_;
  QLabel* note_;
  QTimer look_;   // at what the runs have published
  QTimer delay_;  // of a check after an edit
  std::shared_ptr<const StudyPicture> picture_;
  QString problem_;                     // that belongs to no field
  bool isStale_ = false;                // the diagram was edited since the study began
  std::optional<StudySettings> asked_;  // of the study that began last
};

}  // namespace loopwright
