#include "gui/actions/actions.h"

#include <QAction>
#include <QActionGroup>

namespace loopwright {

namespace {

constexpr std::nullopt_t kNoIcon = std::nullopt;

// What is about the program, or holds for all documents, needs none.
bool needsDocument(ActionId id) {
  switch (id) {
    case ActionId::kNew:
    case ActionId::kOpen:
    case ActionId::kQuit:
    case ActionId::kHealWires:
    case ActionId::kReplaceWires:
    case ActionId::kPreferences:
    case ActionId::kCanvasMinimap:
    case ActionId::kPanelsByRoom:
    case ActionId::kPanelsBeside:
    case ActionId::kPanelsFolded:
    case ActionId::kThemeSystem:
    case ActionId::kThemeLight:
    case ActionId::kThemeDark:
    case ActionId::kLanguageSystem:
    case ActionId::kLanguageEnglish:
    case ActionId::kLanguageGerman:
    case ActionId::kHelp:
    case ActionId::kAllBlocks:
    case ActionId::kCommandPalette:
    case ActionId::kStartPage:
    case ActionId::kShortcuts:
    case ActionId::kAbout:
      return false;
    default:
      return true;
  }
}

}  // namespace

// A member, so that lupdate knows whose texts these are.
const Actions::Entry Actions::kEntries[] = {
    {ActionId::kNew, "new", QT_TR_NOOP("&New"), "Ctrl+N", IconName::kNew},
    {ActionId::kOpen, "open", QT_TR_NOOP("&Open…"), "Ctrl+O", IconName::kOpen},
    {ActionId::kSave, "save", QT_TR_NOOP("&Save"), "Ctrl+S", IconName::kSave},
    {ActionId::kSaveAs, "saveAs", QT_TR_NOOP("Save &as…"), "Ctrl+Shift+S"},
    {ActionId::kClose, "close", QT_TR_NOOP("&Close"), "Ctrl+W"},
    {ActionId::kCloseOthers, "closeOthers", QT_TR_NOOP("Close the others"), ""},
    {ActionId::kCloseAll, "closeAll", QT_TR_NOOP("Close all"), "Ctrl+Shift+W"},
    {ActionId::kExportFigure, "exportFigure", QT_TR_NOOP("Export a fi&gure…"), "Ctrl+Shift+E",
     IconName::kExport},
    {ActionId::kExportPlots, "exportPlots", QT_TR_NOOP("Export &plots…"), "", IconName::kExport},
    {ActionId::kPrint, "print", QT_TR_NOOP("Prin&t…"), "Ctrl+P"},
    {ActionId::kQuit, "quit", QT_TR_NOOP("&Quit"), "Ctrl+Q"},
    {ActionId::kUndo, "undo", QT_TR_NOOP("&Undo"), "Ctrl+Z", IconName::kUndo},
    {ActionId::kRedo, "redo", QT_TR_NOOP("&Redo"), "Ctrl+Shift+Z; Ctrl+Y", IconName::kRedo},
    {ActionId::kCut, "cut", QT_TR_NOOP("Cu&t"), "Ctrl+X", kNoIcon, false, true},
    {ActionId::kCopy, "copy", QT_TR_NOOP("&Copy"), "Ctrl+C", kNoIcon, false, true},
    {ActionId::kPaste, "paste", QT_TR_NOOP("&Paste"), "Ctrl+V", kNoIcon, false, true},
    {ActionId::kDuplicate, "duplicate", QT_TR_NOOP("Dup&licate"), "Ctrl+D", kNoIcon, false, true},
    {ActionId::kDelete, "delete", QT_TR_NOOP("&Delete"), "Del", kNoIcon, false, true},
    {ActionId::kRename, "rename", QT_TR_NOOP("Re&name"), "F2", kNoIcon, false, true},
    {ActionId::kSelectAll, "selectAll", QT_TR_NOOP("Select &all"), "Ctrl+A", kNoIcon, false, true},
    {ActionId::kFind, "find", QT_TR_NOOP("&Find…"), "Ctrl+F; Alt+4"},
    {ActionId::kHealWires, "healWires", QT_TR_NOOP("&Heal wires when a block is deleted"), "",
     kNoIcon, true},
    {ActionId::kReplaceWires, "replaceWires",
     QT_TR_NOOP("A new &wire replaces the one at its input"), "", kNoIcon, true},
    {ActionId::kPreferences, "preferences", QT_TR_NOOP("Pr&eferences…"), "Ctrl+,"},
    {ActionId::kZoomIn, "zoomIn", QT_TR_NOOP("Zoom &in"), "Ctrl++; Ctrl+=", IconName::kZoomIn},
    {ActionId::kZoomOut, "zoomOut", QT_TR_NOOP("&Zoom out"), "Ctrl+-", IconName::kZoomOut},
    {ActionId::kZoomActual, "zoomActual", QT_TR_NOOP("&Actual size"), "Ctrl+0"},
    {ActionId::kZoomFit, "zoomFit", QT_TR_NOOP("&Fit diagram"), "Ctrl+9", IconName::kFit},
    {ActionId::kCanvasMinimap, "canvasMinimap", QT_TR_NOOP("&Minimap in the corner of the canvas"),
     "", kNoIcon, true},
    {ActionId::kWireValues, "wireValues", QT_TR_NOOP("&Values on the wires"), "Ctrl+Shift+V",
     kNoIcon, true},
    {ActionId::kBlockComputations, "blockComputations", QT_TR_NOOP("Blocks by computations"),
     "Ctrl+Shift+C", kNoIcon, true},
    {ActionId::kBlockTimes, "blockTimes", QT_TR_NOOP("Blocks by computing time"), "Ctrl+Shift+D",
     kNoIcon, true},
    {ActionId::kShowBlocks, "showBlocks", QT_TR_NOOP("Go to the &blocks"), "Ctrl+Shift+B; Alt+1"},
    {ActionId::kShowOutline, "showOutline", QT_TR_NOOP("Go to the &outline"),
     "Ctrl+Shift+O; Alt+2"},
    {ActionId::kShowHistory, "showHistory", QT_TR_NOOP("Go to the &history"),
     "Ctrl+Shift+H; Alt+3"},
    {ActionId::kShowProperties, "showProperties", QT_TR_NOOP("Go to the block's &properties"),
     "Alt+5"},
    {ActionId::kShowParameters, "showParameters", QT_TR_NOOP("Go to the diagram's p&arameters"),
     "Alt+6"},
    {ActionId::kShowSettings, "showSettings", QT_TR_NOOP("Go to the &simulation's settings"),
     "Alt+7"},
    {ActionId::kShowPlots, "showPlots", QT_TR_NOOP("Go to the p&lots"), "Alt+8"},
    {ActionId::kShowSignals, "showSignals", QT_TR_NOOP("Go to the signals"), "Ctrl+Shift+I"},
    {ActionId::kShowAnalysis, "showAnalysis", QT_TR_NOOP("Go to the analysis"), "Ctrl+Shift+Y"},
    {ActionId::kShowStudy, "showStudy", QT_TR_NOOP("Go to the study"), "Ctrl+Shift+K"},
    {ActionId::kShowRuns, "showRuns", QT_TR_NOOP("Go to the kept r&uns"), "Ctrl+Shift+R"},
    {ActionId::kShowInspector, "showInspector", QT_TR_NOOP("Go to the inspector"), "Ctrl+Shift+J"},
    {ActionId::kShowTimeline, "showTimeline", QT_TR_NOOP("Go to the &timeline"), "Ctrl+Shift+T"},
    {ActionId::kShowProblems, "showProblems", QT_TR_NOOP("Go to the p&roblems"), "Alt+9"},
    {ActionId::kShowMinimap, "showMinimap", QT_TR_NOOP("Go to the &minimap"), "Alt+0"},
    {ActionId::kNextTab, "nextTab", QT_TR_NOOP("Next diagram"), "Ctrl+Tab; Ctrl+PgDown"},
    {ActionId::kPreviousTab, "previousTab", QT_TR_NOOP("Previous diagram"),
     "Ctrl+Shift+Tab; Ctrl+PgUp"},
    {ActionId::kMoveTabLeft, "moveTabLeft", QT_TR_NOOP("Move the tab to the left"),
     "Ctrl+Shift+PgUp"},
    {ActionId::kMoveTabRight, "moveTabRight", QT_TR_NOOP("Move the tab to the right"),
     "Ctrl+Shift+PgDown"},
    {ActionId::kNextPanel, "nextPanel", QT_TR_NOOP("&Next panel"), "F6"},
    {ActionId::kPreviousPanel, "previousPanel", QT_TR_NOOP("Pre&vious panel"), "Shift+F6"},
    {ActionId::kFloatPanel, "floatPanel", QT_TR_NOOP("&Float or dock the panel"), "Ctrl+Shift+F6",
     IconName::kFloat},
    {ActionId::kMovePanelLeft, "movePanelLeft", QT_TR_NOOP("Move the panel to the &left"), ""},
    {ActionId::kMovePanelRight, "movePanelRight", QT_TR_NOOP("Move the panel to the &right"), ""},
    {ActionId::kMovePanelBelow, "movePanelBelow", QT_TR_NOOP("Move the panel &below the canvas"),
     ""},
    {ActionId::kClosePanel, "closePanel", QT_TR_NOOP("&Close the panel"), "Ctrl+F6",
     IconName::kClose},
    {ActionId::kFoldPanels, "foldPanels", QT_TR_NOOP("Fold or unfold the panels"), "F9",
     IconName::kUnfold},
    {ActionId::kPanelsByRoom, "panelsByRoom", QT_TR_NOOP("Panels fold where room is scarce"), "",
     kNoIcon, true},
    {ActionId::kPanelsBeside, "panelsBeside", QT_TR_NOOP("Panels stay beside the canvas"), "",
     kNoIcon, true},
    {ActionId::kPanelsFolded, "panelsFolded", QT_TR_NOOP("Panels stay folded to icons"), "",
     kNoIcon, true},
    {ActionId::kResetLayout, "resetLayout", QT_TR_NOOP("Rese&t the layout"), ""},
    {ActionId::kThemeSystem, "themeSystem", QT_TR_NOOP("Theme of the &system"), "", kNoIcon, true},
    {ActionId::kThemeLight, "themeLight", QT_TR_NOOP("&Light theme"), "", kNoIcon, true},
    {ActionId::kThemeDark, "themeDark", QT_TR_NOOP("&Dark theme"), "", kNoIcon, true},
    {ActionId::kLanguageSystem, "languageSystem", QT_TR_NOOP("Language of the &system"), "",
     kNoIcon, true},
    {ActionId::kLanguageEnglish, "languageEnglish", QT_TR_NOOP("&English"), "", kNoIcon, true},
    {ActionId::kLanguageGerman, "languageGerman", QT_TR_NOOP("&Deutsch"), "", kNoIcon, true},
    {ActionId::kAddBlock, "addBlock", QT_TR_NOOP("&Add a block…"), "Ctrl+Space"},
    {ActionId::kRotate, "rotate", QT_TR_NOOP("&Rotate"), "R", kNoIcon, false, true},
    {ActionId::kFlip, "flip", QT_TR_NOOP("&Flip"), "F", kNoIcon, false, true},
    {ActionId::kToggleEnabled, "toggleEnabled", QT_TR_NOOP("Commen&t out"), "Ctrl+Shift+X", kNoIcon,
     false, true},
    {ActionId::kAddNote, "addNote", QT_TR_NOOP("Add a &note"), "Ctrl+Shift+N"},
    {ActionId::kAddFrame, "addFrame", QT_TR_NOOP("Add a fra&me"), "Ctrl+Shift+F"},
    {ActionId::kAlignLeft, "alignLeft", QT_TR_NOOP("&Left edges"), ""},
    {ActionId::kAlignCentre, "alignCentre", QT_TR_NOOP("&Centres above each other"), ""},
    {ActionId::kAlignRight, "alignRight", QT_TR_NOOP("&Right edges"), ""},
    {ActionId::kAlignTop, "alignTop", QT_TR_NOOP("&Top edges"), ""},
    {ActionId::kAlignMiddle, "alignMiddle", QT_TR_NOOP("&Middles side by side"), ""},
    {ActionId::kAlignBottom, "alignBottom", QT_TR_NOOP("&Bottom edges"), ""},
    {ActionId::kDistributeAcross, "distributeAcross", QT_TR_NOOP("Equal gaps &side by side"), ""},
    {ActionId::kDistributeDown, "distributeDown", QT_TR_NOOP("Equal gaps &above each other"), ""},
    {ActionId::kArrange, "arrange", QT_TR_NOOP("Arran&ge"), "Ctrl+Shift+L"},
    {ActionId::kGroup, "group", QT_TR_NOOP("Gro&up into a subsystem"), "Ctrl+G", kNoIcon, false,
     true},
    {ActionId::kDissolve, "dissolve", QT_TR_NOOP("&Dissolve the subsystem"), "Ctrl+Shift+G",
     kNoIcon, false, true},
    {ActionId::kOpenSubsystem, "openSubsystem", QT_TR_NOOP("&Open subsystem"), ""},
    {ActionId::kLeaveSubsystem, "leaveSubsystem", QT_TR_NOOP("Lea&ve subsystem"), "Alt+Up"},
    {ActionId::kRun, "run", QT_TR_NOOP("&Run"), "F5; Ctrl+R", IconName::kRun},
    {ActionId::kPause, "pause", QT_TR_NOOP("&Pause"), "Ctrl+F5", IconName::kPause},
    {ActionId::kStop, "stop", QT_TR_NOOP("&Stop"), "Shift+F5", IconName::kStop},
    {ActionId::kStep, "step", QT_TR_NOOP("S&tep"), "F10", IconName::kStepForward},
    {ActionId::kStepToUpdate, "stepToUpdate", QT_TR_NOOP("Step past the next update"), "F11",
     IconName::kStepToUpdate},
    {ActionId::kStepToPhase, "stepToPhase", QT_TR_NOOP("To the next phase of the step"), "F12"},
    {ActionId::kStepToSample, "stepToSample", QT_TR_NOOP("To the next sample of the block"),
     "Alt+F11"},
    {ActionId::kStepBack, "stepBack", QT_TR_NOOP("Step &back"), "Shift+F10", IconName::kStepBack},
    {ActionId::kStepBackToUpdate, "stepBackToUpdate", QT_TR_NOOP("Back to the last update"),
     "Shift+F11", IconName::kStepBackToUpdate},
    {ActionId::kStepBackToPhase, "stepBackToPhase", QT_TR_NOOP("To the phase before"), "Shift+F12"},
    {ActionId::kStepBackToSample, "stepBackToSample",
     QT_TR_NOOP("Back to the last sample of the block"), "Alt+Shift+F11"},
    {ActionId::kRunOnFromHere, "runOnFromHere", QT_TR_NOOP("Run on from here as a &new run"),
     "Ctrl+Shift+F5"},
    {ActionId::kRunTo, "runTo", QT_TR_NOOP("Run t&o a time…"), "Ctrl+F10"},
    {ActionId::kSlower, "slower", QT_TR_NOOP("S&lower"), "Alt+PgDown"},
    {ActionId::kFaster, "faster", QT_TR_NOOP("&Faster"), "Alt+PgUp"},
    {ActionId::kCheckSteps, "checkSteps", QT_TR_NOOP("&Check the steps…"), ""},
    {ActionId::kOpenRun, "openRun", QT_TR_NOOP("&Open a run…"), ""},
    {ActionId::kSaveRun, "saveRun", QT_TR_NOOP("&Save the run…"), ""},
    {ActionId::kCompareRuns, "compareRuns", QT_TR_NOOP("&Compare two runs…"), ""},
    {ActionId::kVerifyRun, "verifyRun", QT_TR_NOOP("&Verify the run"), ""},
    {ActionId::kPinRun, "pinRun", QT_TR_NOOP("&Pin the run, or let go of it"), ""},
    {ActionId::kDeleteRun, "deleteRun", QT_TR_NOOP("&Delete the run"), ""},
    {ActionId::kFitPlots, "fitPlots", QT_TR_NOOP("Fit &plots"), "", IconName::kFit},
    {ActionId::kFollowPlots, "followPlots", QT_TR_NOOP("Follow the &run"), "", IconName::kFollow,
     true},
    {ActionId::kLinkPlots, "linkPlots", QT_TR_NOOP("Link the plots in time"), "", kNoIcon, true},
    {ActionId::kLinkTimeline, "linkTimeline", QT_TR_NOOP("Link the timeline with the plots"), "",
     kNoIcon, true},
    {ActionId::kPlotCursors, "plotCursors", QT_TR_NOOP("Cursors in the plots"), "Ctrl+Shift+U",
     IconName::kCursors, true},
    {ActionId::kPlotMeasures, "plotMeasures", QT_TR_NOOP("Measures of the plots"), "Ctrl+Shift+M",
     IconName::kMeasures, true},
    {ActionId::kHelp, "help", QT_TR_NOOP("&Help on the block"), "F1"},
    {ActionId::kAllBlocks, "allBlocks", QT_TR_NOOP("All &blocks"), ""},
    {ActionId::kCommandPalette, "commandPalette", QT_TR_NOOP("&Command palette…"), "Ctrl+Shift+P"},
    {ActionId::kStartPage, "startPage", QT_TR_NOOP("S&tart page"), ""},
    {ActionId::kShortcuts, "shortcuts", QT_TR_NOOP("&Keyboard and mouse"), "Ctrl+?"},
    {ActionId::kAbout, "about", QT_TR_NOOP("&About Loopwright"), ""},
};

// Without "&", which marks the letter to press in a menu, and without the dots that announce a
// dialog. "&&" stands for "&" itself: the character behind one that was removed stays.
QString actionTitle(const QAction& action) {
  QString text = action.text();
  for (qsizetype i = text.indexOf(u'&'); i >= 0; i = text.indexOf(u'&', i + 1)) text.remove(i, 1);
  return text.remove(QChar(0x2026));
}

QString actionToolTip(const QAction& action) {
  const QString text = actionTitle(action);
  const QString keys = action.shortcut().toString(QKeySequence::NativeText);
  return keys.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, keys);
}

// Shortcuts of the canvas are limited to the canvas, since a plain letter such as R must reach a
// text field elsewhere.
Actions::Actions(QObject* parent) : QObject(parent), ofDocument_(new QActionGroup(this)) {
  ofDocument_->setExclusionPolicy(QActionGroup::ExclusionPolicy::None);
  for (const Entry& entry : kEntries) {
    auto* const action = new QAction(tr(entry.text), this);
    action->setObjectName(QStringLiteral("action.") + QLatin1String(entry.name));
    if (*entry.shortcuts) {
      action->setShortcuts(QKeySequence::listFromString(QLatin1String(entry.shortcuts)));
    }
    if (entry.icon) action->setIcon(makeIcon(*entry.icon));
    action->setCheckable(entry.checkable);
    if (entry.onCanvas) {
      action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
      canvas_.append(action);
    }
    action->setToolTip(actionToolTip(*action));
    if (needsDocument(entry.id)) ofDocument_->addAction(action);
    actions_.insert(entry.id, action);
    all_.append(action);
  }
  get(ActionId::kFollowPlots)->setChecked(true);
  get(ActionId::kLinkPlots)->setChecked(true);
}

}  // namespace loopwright
