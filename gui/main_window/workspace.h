#pragma once

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QPointer>
#include <QString>
#include <set>

#include "gui/docks/panel_list.h"
#include "gui/document/file_questions.h"

class QStackedWidget;
class QWidget;

namespace loopwright {

class Actions;
class AnalysisPanel;
class Autosave;
class BlockRegistry;
class Breadcrumb;
class DiagramDocument;
class DiagramView;
class FileWatch;
class MessageBar;
class FindPanel;
class InspectorPanel;
class KeptRuns;
class OutlinePanel;
class PalettePanel;
class PanelArea;
class ParametersPanel;
class PlotMenu;
class PlotPanel;
class ReadingsPanel;
class ProblemsPanel;
class SettingsPanel;
class SignalList;
class SliderStrip;
class StudyPanel;
class TimelinePanel;
class PropertiesPanel;
class RunController;
class RunsPanel;
enum class CostKind;
struct RunOutcome;
struct SearchHit;

/// Where a window shows the widgets of a document. They are made there: a widget that moves to
/// another parent is styled once more by Qt, with all that is in it.
struct WorkspacePlaces {
  PanelArea* panels;
  QStackedWidget* centres;
  QStackedWidget* runBars;
};

/// One open document with everything that shows it: canvas, panels, and its run. The window
/// shows the widgets of the current document.
class Workspace : public QObject {
  Q_OBJECT

 public:
  /// An empty diagram with its widgets, which are made for `places`. `registry` and `actions` must
  /// outlive it.
  Workspace(const BlockRegistry& registry, const Actions& actions, const WorkspacePlaces& places,
            QObject* parent);
  ~Workspace() override;

  /// The document itself; it lives as long as the workspace.
  DiagramDocument* document() const { return document_; }
  /// Its canvas.
  DiagramView* view() const { return view_; }
  /// What starts, pauses and ends its runs.
  RunController* runs() const { return runs_; }
  /// The plots of its last run.
  PlotPanel* plots() const { return plots_; }
  /// What the menus of its plots do.
  PlotMenu* plotMenu() const { return plotMenu_; }
  /// The tables beside the plots.
  ReadingsPanel* readings() const { return readings_; }
  /// The linear analysis of the diagram.
  AnalysisPanel* analysis() const { return analysis_; }
  /// Many runs of the diagram.
  StudyPanel* study() const { return study_; }
  /// The runs that are kept, and the list of them.
  KeptRuns* keptRuns() const { return keptRuns_; }
  RunsPanel* runsPanel() const { return runsPanel_; }
  /// The phases of its last run's steps.
  TimelinePanel* timeline() const { return timeline_; }
  /// What is wrong with it, and what went wrong in its last run.
  ProblemsPanel* problems() const { return problems_; }
  /// What keeps its unsaved changes for a crash.
  Autosave* autosave() const { return autosave_; }
  /// What notices that another program writes its file.
  FileWatch* fileWatch() const { return fileWatch_; }

  QWidget* centre() const { return centre_; }  ///< canvas
  QWidget* runBar() const { return runBar_; }  ///< for the toolbar
  /// Its page for a dock; each document has one of each kind.
  QWidget* panel(PanelId id) const { return panels_.value(id); }

  /// Leads to what a diagnostic is about, its parameter included (`BLOCK.PARAMETER`).
  void reveal(const QString& path);
  /// Colours the canvas's blocks by what they cost in runs that begin from now on.
  void showCosts(CostKind kind);
  /// Whether the timeline shows the same part of time as the plots, while these do so themselves.
  void setTimelineLinked(bool linked);
  /// Starts a run, or goes on with a paused one. A text that is still being typed counts.
  void run();

 Q_SIGNALS:
  /// Name, state of change, counts of problems, zoom, or state of the run changed.
  void statusChanged();
  /// Something short to say; "" takes it back.
  void messageShown(const QString& text);
  /// What was said, if it still stands there, is to be said otherwise.
  void messageChanged(const QString& before, const QString& now);
  /// Help on a block type is wanted.
  void helpRequested(const QString& type);
  /// A panel has something to show, or is no longer wanted.
  void panelRequested(PanelId id, PanelReveal how);
  /// A panel is no longer wanted.
  void panelDone(PanelId id);

 private:
  /// Makes the pages for the docks.
  void makePanels(const BlockRegistry& registry, const Actions& actions, const PanelArea& area);
  /// Makes canvas, path and bar for questions.
  void makeCentre(const Actions& actions, QWidget* parent);
  /// Leads what one part wants to the part that does it.
  void connectPanels();
  void connectDocument();
  /// Chooses blocks on the canvas, where they are on the level that is shown; else the first one is
  /// led to.
  void chooseBlocks(const QStringList& paths);
  /// Leads from signals on the canvas to their analysis, and from poles to blocks.
  void connectAnalysis();
  /// Leads from signals on the canvas to their study, and from a run of it to the plots.
  void connectStudy();
  /// Lets outline and canvas follow each other's selection.
  void connectOutline();
  /// Leads what happens in runs to plots, problems and messages.
  void connectRuns();
  /// Leads what happens to the file on disk to questions.
  void connectFile();
  /// Questions of the message bar: about the file, a run, and files that blocks use.
  void askAboutChangeOnDisk();
  void askAboutMissingFile();
  void askAboutNewRun();
  void askAboutFiles();
  /// Takes the file's content in place of what is open.
  void reloadFromDisk();
  /// Shows the canvas's selection in the form.
  void showSelection();
  /// Leads to what a search found.
  void goTo(const SearchHit& hit);
  /// Leads to a parameter of a diagram.
  void revealParameter(const QString& path);
  /// Says everywhere which level and document is shown.
  void showLevel();
  /// Hands the last values to the Display blocks on show.
  void showDisplayedValues();
  /// Lets the wires, the inspector and the blocks' colours follow a run that goes on.
  void readWires();
  /// Marks the blocks that the last run has a problem with.
  void showRunProblems();
  /// Leads what is chosen among the kept runs to the plots.
  void connectKeptRuns();
  /// Keeps the run as far as it has come.
  void keepRun();
  /// Leads from events of the timeline to blocks, and lets it share the time axis of the plots.
  void connectTimeline();
  void showTimesOfPlots();
  /// Leads from the inspector to the blocks that it names.
  void connectInspector();
  /// Shows a kept run in the plots, in place of the present one.
  void showKeptRun(int number);
  /// A run ended.
  void onFinished(const RunOutcome& outcome);

  /// What exists once for a document, and the widgets, which the window owns while it shows them.
  DiagramDocument* document_;
  RunController* runs_;
  Autosave* autosave_;
  FileWatch* fileWatch_;
  QPointer<QWidget> centre_;
  QPointer<QWidget> runBar_;
  QHash<PanelId, QPointer<QWidget>> panels_;
  DiagramView* view_ = nullptr;
  QElapsedTimer sinceReading_;            // of the wires' values
  bool isTimelineLinked_ = false;         // with the plots
  std::set<FileQuestion> askedFiles_;     // last, of this diagram
  std::set<FileQuestion> declinedFiles_;  // that the user does not allow
  /// The panels by their own types, for what is led from one to another.
  PalettePanel* palette_ = nullptr;
  OutlinePanel* outline_ = nullptr;
  FindPanel* find_ = nullptr;
  Breadcrumb* breadcrumb_ = nullptr;
  MessageBar* messageBar_ = nullptr;
  PlotPanel* plots_ = nullptr;
  PlotMenu* plotMenu_ = nullptr;
  ReadingsPanel* readings_ = nullptr;
  SliderStrip* sliders_ = nullptr;
  SignalList* signals_ = nullptr;
  AnalysisPanel* analysis_ = nullptr;
  StudyPanel* study_ = nullptr;
  KeptRuns* keptRuns_ = nullptr;
  RunsPanel* runsPanel_ = nullptr;
  TimelinePanel* timeline_ = nullptr;
  ProblemsPanel* problems_ = nullptr;
  PropertiesPanel* properties_ = nullptr;
  InspectorPanel* inspector_ = nullptr;
  SettingsPanel* settings_ = nullptr;
  ParametersPanel* parameters_ = nullptr;
};

}  // namespace loopwright
