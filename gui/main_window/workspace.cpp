#include "gui/main_window/workspace.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QStackedWidget>
#include <QUndoView>
#include <QVBoxLayout>
#include <utility>

#include "engine/blocks/block_registry.h"
#include "engine/document/document.h"
#include "engine/document/port_key.h"
#include "gui/actions/actions.h"
#include "gui/analysis/analysis_chooser.h"
#include "gui/analysis/analysis_panel.h"
#include "gui/canvas/analysis_marks.h"
#include "gui/canvas/block_inserter.h"
#include "gui/canvas/canvas_menu.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/minimap.h"
#include "gui/canvas/revealer.h"
#include "gui/canvas/selection_commands.h"
#include "gui/docks/panel_area.h"
#include "gui/docks/panel_dock.h"
#include "gui/document/autosave.h"
#include "gui/document/diagram_document.h"
#include "gui/document/file_watch.h"
#include "gui/document/value_place.h"
#include "gui/edits/diagram_edits.h"
#include "gui/inspector/inspector_panel.h"
#include "gui/main_window/diagnostics_dialog.h"
#include "gui/panels/breadcrumb.h"
#include "gui/panels/find_panel.h"
#include "gui/panels/message_bar.h"
#include "gui/panels/outline_panel.h"
#include "gui/panels/palette_panel.h"
#include "gui/panels/parameters_panel.h"
#include "gui/panels/problems_panel.h"
#include "gui/panels/properties_panel.h"
#include "gui/panels/settings_panel.h"
#include "gui/plot_menus/plot_menu.h"
#include "gui/plots/plot_panel.h"
#include "gui/readings/displayed_values.h"
#include "gui/readings/readings_panel.h"
#include "gui/readings/signal_list.h"
#include "gui/run/run_bar.h"
#include "gui/run/run_controller.h"
#include "gui/runs/kept_runs.h"
#include "gui/runs/runs_panel.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/wire_item.h"
#include "gui/sliders/slider_strip.h"
#include "gui/study/study_panel.h"
#include "gui/theme/making.h"
#include "gui/timeline/timeline_panel.h"

namespace loopwright {

// Makes the widgets first and connects them afterwards, as most connections need two of them.
Workspace::Workspace(const BlockRegistry& registry, const Actions& actions,
                     const WorkspacePlaces& places, QObject* parent)
    : QObject(parent),
      document_(new DiagramDocument(registry, this)),
      runs_(new RunController(document_, this)),
      autosave_(new Autosave(document_, this)),
      fileWatch_(new FileWatch(document_, this)),
      runBar_(new RunBar(document_, runs_, places.runBars)) {
  makeCentre(actions, places.centres);
  makePanels(registry, actions, *places.panels);
  connectPanels();
  connectRuns();
  connectKeptRuns();
  connectTimeline();
  connectInspector();
  connectFile();
  showLevel();
}

Workspace::~Workspace() {
  // What shows the document goes before the document.
  delete runBar_;
  for (const QPointer<QWidget>& panel : panels_) delete panel;
  delete centre_;
  delete fileWatch_;
  delete autosave_;
  delete runs_;
}

// What stands in the middle of the window: the path of the level, a bar for questions, the canvas.
void Workspace::makeCentre(const Actions& actions, QWidget* parent) {
  centre_ = new QWidget(parent);
  view_ = withName(new DiagramView(document_, centre_), QStringLiteral("canvas"));
  view_->addActions(actions.forCanvas());
  breadcrumb_ = new Breadcrumb(centre_);
  messageBar_ = new MessageBar(centre_);
  auto* const layout = withMargins(new QVBoxLayout(centre_), {0, 0, 0, 0}, 0);
  layout->addWidget(breadcrumb_);
  layout->addWidget(messageBar_);
  layout->addWidget(view_, 1);
}

// Makes the panels of this document, where that matters for time among the pages of their docks.
void Workspace::makePanels(const BlockRegistry& registry, const Actions& actions,
                           const PanelArea& area) {
  const auto in = [&area](PanelId id) { return area.dock(id)->pages(); };
  palette_ = new PalettePanel(registry, in(PanelId::kBlocks));
  outline_ = new OutlinePanel(document_, in(PanelId::kOutline));
  auto* const history = withName(new QUndoView(document_->undoStack(), in(PanelId::kHistory)),
                                 QStringLiteral("historyView"));
  history->setAccessibleName(tr("What was done; choose a step to go back to it"));
  history->setEmptyLabel(tr("As it was opened"));
  history->setFrameShape(QFrame::NoFrame);
  find_ = new FindPanel(document_, in(PanelId::kFind));
  properties_ = new PropertiesPanel(document_, in(PanelId::kProperties));
  inspector_ = new InspectorPanel(document_, runs_, in(PanelId::kInspector));
  parameters_ = new ParametersPanel(document_, in(PanelId::kParameters));
  parameters_->showOuterParameters();
  settings_ = new SettingsPanel(document_, in(PanelId::kSettings));
  plots_ = new PlotPanel(registry);
  plots_->setRates([this](const std::string& path) { return document_->report().rateOf(path); });
  plotMenu_ = new PlotMenu(document_, plots_, this);
  readings_ = new ReadingsPanel(plots_);
  sliders_ = new SliderStrip(document_);
  signals_ = new SignalList(document_, plots_, in(PanelId::kSignals));
  analysis_ = new AnalysisPanel(document_, in(PanelId::kAnalysis));
  study_ = new StudyPanel(document_, in(PanelId::kStudy));
  keptRuns_ = new KeptRuns(this);
  runsPanel_ = new RunsPanel(document_, keptRuns_, actions, in(PanelId::kRuns));
  timeline_ = new TimelinePanel(runs_, actions, in(PanelId::kTimeline));
  problems_ = new ProblemsPanel(document_, in(PanelId::kProblems));
  panels_ = {{PanelId::kBlocks, palette_},
             {PanelId::kOutline, outline_},
             {PanelId::kHistory, history},
             {PanelId::kFind, find_},
             {PanelId::kProperties, properties_},
             {PanelId::kInspector, inspector_},
             {PanelId::kParameters, parameters_},
             {PanelId::kSettings, settings_},
             {PanelId::kMinimap, new Minimap(view_, Minimap::Place::kPanel)},
             {PanelId::kPlots,
              withSliders(makePlotsPage(plots_, readings_), sliders_, in(PanelId::kPlots))},
             {PanelId::kSignals, signals_},
             {PanelId::kAnalysis, analysis_},
             {PanelId::kStudy, study_},
             {PanelId::kRuns, runsPanel_},
             {PanelId::kTimeline, timeline_},
             {PanelId::kProblems, problems_}};
}

// Leads what is wanted in one place to the place that does it: a problem that was clicked to the
// canvas, a block that was opened to its form, a change of the selection to whoever shows it.
void Workspace::connectPanels() {
  view_->attachPalette(palette_);
  // Help, wherever it is asked for, is the window's.
  connect(palette_, &PalettePanel::helpRequested, this, &Workspace::helpRequested);
  connect(view_->menu(), &CanvasMenu::helpRequested, this, &Workspace::helpRequested);
  connectOutline();
  connectAnalysis();
  connectStudy();
  const auto showInPlot = [this](const QString& path) {
    Q_EMIT panelRequested(PanelId::kPlots, PanelReveal::kOpen);
    plotMenu_->showSignal(-1, path);
  };
  connect(signals_, &SignalList::plotRequested, this, showInPlot);
  connect(outline_, &OutlinePanel::plotRequested, this, showInPlot);
  connect(view_->menu(), &CanvasMenu::plotRequested, this, showInPlot);
  connect(plotMenu_, &PlotMenu::messageShown, this, &Workspace::messageShown);
  connect(sliders_, &SliderStrip::pinned, this,
          [this] { Q_EMIT panelRequested(PanelId::kPlots, PanelReveal::kOpen); });
  connect(find_, &FindPanel::chosen, this, &Workspace::goTo);
  connect(find_, &FindPanel::closed, this, [this] {
    Q_EMIT panelDone(PanelId::kFind);
    view_->setFocus();
  });
  connect(view_->commands(), &SelectionCommands::propertiesRequested, this, [this] {
    Q_EMIT panelRequested(PanelId::kProperties, PanelReveal::kOpen);
    properties_->focusParameter(QString());
  });
  connect(view_, &DiagramView::selectionChanged, this, [this] {
    showSelection();
    const Selection selection = currentSelection(*view_->diagramScene());
    // Who looks into blocks goes on doing so with the next one.
    const bool isInspected = inspector_->isVisible() && !selection.blocks.isEmpty();
    if (isInspected || (selection.blocks.isEmpty() && selection.wires.isEmpty())) return;
    Q_EMIT panelRequested(PanelId::kProperties, PanelReveal::kRaise);
  });
  // What the canvas shows, and where else it leads.
  connect(view_, &DiagramView::levelChanged, this, &Workspace::showLevel);
  connect(view_, &DiagramView::zoomChanged, this, &Workspace::statusChanged);
  connect(view_, &DiagramView::messageShown, this, &Workspace::messageShown);
  connect(breadcrumb_, &Breadcrumb::levelRequested, view_, &DiagramView::openLevel);
  connect(problems_, &ProblemsPanel::problemActivated, this, &Workspace::reveal);
  connect(problems_, &ProblemsPanel::loopBreakRequested, view_->inserter(),
          &BlockInserter::breakLoop);
  connect(problems_, &ProblemsPanel::countsChanged, this, &Workspace::statusChanged);
  connect(properties_, &PropertiesPanel::revealRequested, this, &Workspace::reveal);
  connect(properties_, &PropertiesPanel::helpRequested, this, &Workspace::helpRequested);
  connectDocument();
}

// What the window says of the document, and what is empty when there is another one.
void Workspace::connectDocument() {
  connect(document_, &DiagramDocument::modifiedChanged, this, &Workspace::statusChanged);
  connect(document_, &DiagramDocument::diagnosticsChanged, this, &Workspace::statusChanged);
  connect(document_, &DiagramDocument::filePathChanged, this, &Workspace::showLevel);
  connect(document_, &DiagramDocument::nameChanged, this, &Workspace::showLevel);
  connect(document_, &DiagramDocument::changed, this, [this](const ChangeSet& changes) {
    if (changes.contains(ChangeSubject::kPlots)) plots_->showPlotsOf(document_->document());
    if (changes.contains(ChangeSubject::kSignal)) plots_->showUnitsOf(document_->document());
  });
  connect(document_, &DiagramDocument::reset, this, [this] {
    plots_->clear();
    timeline_->clear();
    problems_->clearRunProblems();
    showLevel();
  });
}

// A system inside a block stands for the block.
void Workspace::chooseBlocks(const QStringList& paths) {
  const QString prefix = view_->level().isEmpty() ? QString() : view_->level() + u'/';
  QStringList names;
  for (const QString& path : paths) {
    if (path.startsWith(prefix)) names += path.mid(prefix.size()).section(u'/', 0, 0);
  }
  if (names.isEmpty()) return reveal(paths.front());
  view_->selectBlocks(names);
  if (names.size() == 1) view_->revealer()->showBlock(names.front());
}

// The panel is opened by whoever asks for an analysis.
void Workspace::connectAnalysis() {
  const auto open = [this](void (AnalysisPanel::*show)(const QString&)) {
    return [this, show](const QString& path) {
      (analysis_->*show)(path);
      Q_EMIT panelRequested(PanelId::kAnalysis, PanelReveal::kOpen);
    };
  };
  CanvasMenu* const menu = view_->menu();
  connect(menu, &CanvasMenu::loopAnalysisRequested, this, open(&AnalysisPanel::showLoop));
  connect(menu, &CanvasMenu::inputAnalysisRequested, this, open(&AnalysisPanel::showResponseFrom));
  connect(menu, &CanvasMenu::outputAnalysisRequested, this, open(&AnalysisPanel::showResponseTo));
  connect(analysis_, &AnalysisPanel::blocksChosen, this, &Workspace::chooseBlocks);
  AnalysisMarks* const marks = view_->analysisMarks();
  connect(analysis_->chooser(), &AnalysisChooser::chosen, marks, &AnalysisMarks::setAnalysis);
  connect(marks, &AnalysisMarks::marked, analysis_->chooser(), &AnalysisChooser::choose);
}

// Leads what happens to the document's file to the questions about it. What was asked about the
// last file is forgotten with it.
void Workspace::connectFile() {
  connect(fileWatch_, &FileWatch::changedOnDisk, this, &Workspace::askAboutChangeOnDisk);
  connect(fileWatch_, &FileWatch::goneFromDisk, this, &Workspace::askAboutMissingFile);
  connect(document_, &DiagramDocument::filePathChanged, this, [this] {
    messageBar_->withdraw(MessageBar::Subject::kDiagramFile);
    messageBar_->withdraw(MessageBar::Subject::kFilesOfBlocks);
    askedFiles_.clear();
    declinedFiles_.clear();
  });
  connect(document_, &DiagramDocument::diagnosticsChanged, this, &Workspace::askAboutFiles);
  connect(document_, &DiagramDocument::modifiedChanged, messageBar_, [this](bool modified) {
    if (!modified) messageBar_->withdraw(MessageBar::Subject::kDiagramFile);
  });
  connect(autosave_, &Autosave::failed, this, [this](const QString& why) {
    Q_EMIT messageShown(tr("Unsaved changes are not kept for a crash: %1").arg(why));
  });
}

// Asks what is to count, the file or what is open here. Nothing happens until that is answered;
// saving asks again.
void Workspace::askAboutChangeOnDisk() {
  const QString name = QFileInfo(document_->filePath()).fileName();
  const QString text = document_->isModified()
                           ? tr("%1 was changed by another program. Reloading it loses the "
                                "changes made here.")
                           : tr("%1 was changed by another program.");
  messageBar_->ask(MessageBar::Subject::kDiagramFile, text.arg(name),
                   {{tr("Reload"), [this] { reloadFromDisk(); }},
                    {tr("Keep mine"), [this] { document_->keepInsteadOfDisk(); }}});
}

void Workspace::askAboutMissingFile() {
  const QString name = QFileInfo(document_->filePath()).fileName();
  messageBar_->ask(MessageBar::Subject::kDiagramFile,
                   tr("%1 was deleted or moved. Saving writes it again.").arg(name),
                   {{tr("Keep editing"), [this] { document_->keepInsteadOfDisk(); }}});
}

// A diagram from elsewhere must not reach the user's files unless he says so, of each file; asked
// once, and again when that was mended and comes back. What is allowed is what is named.
void Workspace::askAboutFiles() {
  constexpr size_t kMost = 3;           // at a time
  if (!document_->isChecked()) return;  // Another check follows.
  const std::set<FileQuestion> found =
      findFileQuestions(document_->document(), document_->diagnostics());
  std::erase_if(declinedFiles_, [&found](const auto& one) { return !found.contains(one); });
  // At most three questions at a time; the next ones follow when these are answered.
  std::set<FileQuestion> open;
  for (const FileQuestion& question : found) {
    if (!declinedFiles_.contains(question) && open.size() < kMost) open.insert(question);
  }
  if (open == std::exchange(askedFiles_, open)) return;
  if (open.empty()) return messageBar_->withdraw(MessageBar::Subject::kFilesOfBlocks);
  // One text for all of them, a sentence each.
  const QDir folder(QString::fromStdString(document_->document().folder.path));
  QString text;
  for (const FileQuestion& question : open) {
    const QString block = QString::fromStdString(question.block);
    const QString file = QString::fromStdString(question.file);
    text += (question.kind == FileQuestion::Kind::kOutside
                 ? tr("%1 uses %2, outside the folder of this diagram.").arg(block, file)
                 : tr("%1 writes over %2, which no run has written.")
                       .arg(block, folder.relativeFilePath(file))) +
            u' ';
  }
  messageBar_->ask(MessageBar::Subject::kFilesOfBlocks,
                   text + tr("Allow it only if you trust where the diagram came from."),
                   {{tr("Allow"), [this, open] { document_->allowFiles(open); }},
                    {tr("Don't allow"), [this, open] {
                       declinedFiles_.insert(open.begin(), open.end());
                       askAboutFiles();
                     }}});
}

// What was edited on the canvas, in the toolbar or in the table of parameters, and a run could not
// take over; fields of forms say so themselves.
void Workspace::askAboutNewRun() {
  // What has a field in a form is told there; the rest is collected here.
  QStringList edited;
  for (const RunChange& change : runs_->edits().pending) {
    const std::string block = BlockOf(change.path);
    const Block* owner = document_->document().FindBlock(block);
    const BlockDescriptor* type =
        owner != nullptr ? document_->registry().Find(owner->type) : nullptr;
    const bool hasField = block != change.path && type != nullptr &&
                          type->FindParameter(change.path.substr(block.size() + 1)) != nullptr;
    if (!hasField) edited += QString::fromStdString(change.path);
  }
  if (edited.isEmpty()) return messageBar_->withdraw(MessageBar::Subject::kNewRun);
  // The first three are named, further ones are told by dots.
  constexpr qsizetype kMost = 3;
  QString names = edited.mid(0, kMost).join(QStringLiteral(", "));
  if (edited.size() > kMost) names += QStringLiteral(", …");
  messageBar_->ask(MessageBar::Subject::kNewRun,
                   tr("The run goes on without this change: %1. It needs a new run.").arg(names),
                   {{tr("Run again"), [this] { runs_->startAgain(); }}, {tr("Later"), {}}});
}

// Opens the file again. Where it cannot be read now, the document stays, and a dialog says why.
void Workspace::reloadFromDisk() {
  const QString path = document_->filePath();
  bool opened = false;
  const std::vector<Diagnostic> diagnostics = document_->open(path, &opened);
  if (opened) return;
  auto* const dialog = deletedOnClose(new DiagnosticsDialog(path, diagnostics, centre_));
  dialog->open();
}

// Outline and canvas show one selection: each follows the other.
void Workspace::connectOutline() {
  connect(view_, &DiagramView::selectionChanged, this, [this] {
    const Selection selection = currentSelection(*view_->diagramScene());
    outline_->showSelection(view_->level(), selection.blocks, selection.wires);
  });
  connect(outline_, &OutlinePanel::selectionRequested, this,
          [this](const QString& level, const QStringList& blocks, const QStringList& wires) {
            view_->openLevel(level);
            view_->select(blocks, wires);
            if (blocks.size() == 1) view_->revealer()->showBlock(blocks.front());
          });
  connect(outline_, &OutlinePanel::activated, this,
          [this](const QString& level, const QString& block, const QString& wire) {
            if (block.isEmpty()) {
              view_->revealer()->revealWire(level, wire);
            } else {
              view_->revealer()->reveal(level.isEmpty() ? block : level + u'/' + block);
            }
            view_->setFocus();
          });
}

// In the form at the right: what is selected, a wire as the signal that it carries.
void Workspace::showSelection() {
  const Selection selection = currentSelection(*view_->diagramScene());
  QSet<QString> outputs;
  for (const QString& to : selection.wires) {
    outputs.insert(view_->diagramScene()->findWire(to)->from());
  }
  const bool isOne = selection.blocks.size() == 1;
  const std::string name = isOne ? selection.blocks.front().toStdString() : std::string();
  inspector_->showBlock(isOne ? QString::fromStdString(JoinPath(view_->level().toStdString(), name))
                              : QString());
  if (selection.blocks.isEmpty() && outputs.size() == 1) {
    return properties_->showSignal(view_->level(), *outputs.begin());
  }
  properties_->showBlocks(view_->level(), selection.blocks);
}

// Tells path, parameters, form and displays which level is on the canvas.
void Workspace::showLevel() {
  const QString level = view_->level();
  breadcrumb_->setLocation(document_->displayName(), level);
  parameters_->setLevel(level);
  showSelection();
  showDisplayedValues();
  Q_EMIT statusChanged();
}

// Hands the Display blocks of the level what their inputs were last, as far as a run recorded it.
void Workspace::showDisplayedValues() {
  if (!runs_->recording()) return;
  view_->diagramScene()->setDisplayedValues(
      displayedValues(document_->document(), document_->registry(), *runs_->recording(),
                      view_->level().toStdString()));
}

// Leads to what a search found: each kind of thing has its own place where it is shown.
void Workspace::goTo(const SearchHit& hit) {
  const QString level = QString::fromStdString(hit.level);
  switch (hit.kind) {
    case SearchHit::Kind::kNote:
      view_->revealer()->revealNote(level, hit.index);
      return;
    case SearchHit::Kind::kFrame:
      view_->revealer()->revealFrame(level, hit.index);
      return;
    case SearchHit::Kind::kParameter:
      view_->openLevel(level);
      Q_EMIT panelRequested(PanelId::kParameters, PanelReveal::kOpen);
      parameters_->selectParameter(QString::fromStdString(hit.key));
      return;
    case SearchHit::Kind::kSignal: {
      view_->openLevel(level);
      const auto wires = view_->diagramScene()->wiresFrom(QString::fromStdString(hit.key));
      if (!wires.isEmpty()) {
        view_->revealer()->revealWire(level, wires.front()->to());
        return;
      }
      break;
    }
    case SearchHit::Kind::kBlockParameter:
      Q_EMIT panelRequested(PanelId::kProperties, PanelReveal::kOpen);
      break;
    case SearchHit::Kind::kBlock:
      break;
  }
  view_->revealer()->reveal(QString::fromStdString(JoinPath(hit.level, hit.key)));
}

void Workspace::run() {
  // Who starts a run by a key is still in the field; leaving it hands over what was typed.
  const QPointer<QWidget> field = QApplication::focusWidget();
  if (field != nullptr && field != view_ && field->window() == centre_->window()) {
    field->clearFocus();
    if (field != nullptr) field->setFocus();
  }
  runs_->start();
}

// A parameter of a diagram, `NAME` or `SUB.NAME`.
void Workspace::revealParameter(const QString& path) {
  const qsizetype dot = path.lastIndexOf(u'.');
  const QString level = dot < 0 ? QString() : path.left(dot);
  const QString name = path.mid(dot + 1);
  const ValuePlace place{ValuePlace::Kind::kDiagram, level.toStdString(), name.toStdString()};
  if (!valueAt(document_->document(), document_->registry(), place)) return;
  view_->openLevel(level);
  Q_EMIT panelRequested(PanelId::kParameters, PanelReveal::kOpen);
  parameters_->selectParameter(name);
}

// A diagnostic's path may mean a setting of the simulation, a block or its parameter or port, or a
// parameter of a diagram. They are tried in this order, and the field for what is wrong is opened.
void Workspace::reveal(const QString& path) {
  static const QString kSimulation = QStringLiteral("simulation.");
  if (path.startsWith(kSimulation) &&
      FindSimulationKey(path.mid(kSimulation.size()).toStdString())) {
    Q_EMIT panelRequested(PanelId::kSettings, PanelReveal::kOpen);
    return settings_->focusSetting(path.mid(kSimulation.size()));
  }
  if (!view_->revealer()->reveal(path)) return revealParameter(path);
  Q_EMIT panelRequested(PanelId::kProperties, PanelReveal::kOpen);
  const qsizetype dot = path.lastIndexOf('.');
  if (dot > path.lastIndexOf('/')) properties_->focusParameter(path.mid(dot + 1));
}

}  // namespace loopwright
