#pragma once

#include <QHash>
#include <QList>
#include <QObject>
#include <QString>
#include <optional>

#include "gui/theme/icons.h"

class QAction;
class QActionGroup;

namespace loopwright {

/// Everything that menus and toolbar offer.
enum class ActionId {
  // Files, and leaving the program: each asks first where something unsaved would be lost.
  kNew,
  kOpen,
  kSave,
  kSaveAs,
  kClose,
  kCloseOthers,
  kCloseAll,
  kExportFigure,
  kExportPlots,
  kPrint,
  kQuit,
  // Editing in general. Each that changes the diagram is a step that can be undone.
  kUndo,
  kRedo,
  kCut,
  kCopy,
  kPaste,
  kDuplicate,
  kDelete,
  kRename,
  kSelectAll,
  kFind,
  // Options. Where they are checked, wires of a removed block are joined again, and a new wire
  // takes the place of the one at its input.
  kHealWires,
  kReplaceWires,
  kPreferences,
  // What the canvas shows. These change the view alone, and never the document.
  kZoomIn,
  kZoomOut,
  kZoomActual,
  kZoomFit,
  kCanvasMinimap,
  kWireValues,
  kBlockComputations,
  kBlockTimes,
  // Each opens a panel and gives it the keyboard. A panel that is folded or closed comes back by
  // its action, wherever it was.
  kShowBlocks,
  kShowOutline,
  kShowHistory,
  kShowProperties,
  kShowParameters,
  kShowSettings,
  kShowPlots,
  kShowSignals,
  kShowAnalysis,
  kShowStudy,
  kShowRuns,
  kShowInspector,
  kShowTimeline,
  kShowProblems,
  kShowMinimap,
  // Tabs of open documents, gone through in the order in which they stand.
  kNextTab,
  kPreviousTab,
  kMoveTabLeft,
  kMoveTabRight,
  // Panels: which has the keyboard, where it is, how those at the sides are kept. So the keyboard
  // can do with a panel what the mouse does at its title and edges.
  kNextPanel,
  kPreviousPanel,
  kFloatPanel,
  kMovePanelLeft,
  kMovePanelRight,
  kMovePanelBelow,
  kClosePanel,
  kFoldPanels,
  kPanelsByRoom,
  kPanelsBeside,
  kPanelsFolded,
  kResetLayout,
  // Choices, of which one is checked at a time. "System" leaves the choice to the desktop.
  kThemeSystem,
  kThemeLight,
  kThemeDark,
  kLanguageSystem,
  kLanguageEnglish,
  kLanguageGerman,
  // What changes a diagram: on the level that the canvas shows, and one step to undo each.
  kAddBlock,
  kRotate,
  kFlip,
  kToggleEnabled,
  kAddNote,
  kAddFrame,
  // What needs several things to be selected. The wires follow the blocks.
  kAlignLeft,
  kAlignCentre,
  kAlignRight,
  kAlignTop,
  kAlignMiddle,
  kAlignBottom,
  kDistributeAcross,
  kDistributeDown,
  kArrange,
  kGroup,
  kDissolve,
  // Between levels: into the subsystem that is selected, and out again.
  kOpenSubsystem,
  kLeaveSubsystem,
  // Runs and plots. Steps and goals go on with the run that is under way, or begin one.
  kRun,
  kPause,
  kStop,
  kStep,
  kStepToUpdate,
  // In a run that is paused or over, these go through instants that it has been at.
  kStepToPhase,
  kStepToSample,
  kStepBack,
  kStepBackToUpdate,
  kStepBackToPhase,
  kStepBackToSample,
  kRunOnFromHere,
  // Where the run pauses next, and its pace.
  kRunTo,
  kSlower,
  kFaster,
  // Runs beside the present one that tell how far it is to be trusted.
  kCheckSteps,
  // Runs that are kept: those that are selected in their panel.
  kOpenRun,
  kSaveRun,
  kCompareRuns,
  kVerifyRun,
  kPinRun,
  kDeleteRun,
  // For all plots of the document at once.
  kFitPlots,
  kFollowPlots,
  kLinkPlots,
  kLinkTimeline,
  kPlotCursors,
  kPlotMeasures,
  // Help, and other pages of the window. None of these changes a document.
  kHelp,
  kAllBlocks,
  kCommandPalette,
  kStartPage,
  kShortcuts,
  kAbout,
};

/// The window's actions, each declared once: text, icon, shortcut, tooltip (with the shortcut),
/// object name `action.NAME`.
class Actions : public QObject {
  Q_OBJECT

 public:
  /// Makes all of them; what they do is connected by the window.
  explicit Actions(QObject* parent = nullptr);

  /// The action of an id; there is one for each.
  QAction* get(ActionId id) const { return actions_.value(id); }
  /// All of them, in the order of ActionId.
  const QList<QAction*>& all() const { return all_; }
  /// Those whose shortcuts mean something on the canvas only: it has to be given them.
  const QList<QAction*>& forCanvas() const { return canvas_; }
  /// Those that need a document. Disabled as a group, they can do nothing; each is then enabled
  /// again as it would be without the group.
  QActionGroup* ofDocument() const { return ofDocument_; }

 private:
  /// One line of the table from which the actions are made. The order of the lines is that of
  /// ActionId.
  struct Entry {
    ActionId id;
    const char* name;
    const char* text;
    const char* shortcuts;  // separated by "; "
    std::optional<IconName> icon = std::nullopt;
    /// Whether it stays pressed, as an option does.
    bool checkable = false;
    bool onCanvas = false;  // its shortcut is the canvas's alone
  };
  static const Entry kEntries[];

  /// The same actions by id, in order, and those of the canvas.
  QHash<ActionId, QAction*> actions_;
  QList<QAction*> all_;
  QList<QAction*> canvas_;
  QActionGroup* ofDocument_;
};

/// An action's text without mnemonic and dots, "Save as" of "Save &as…", for lists and tool tips.
QString actionTitle(const QAction& action);
/// The title with the action's shortcut in parentheses, where it has one: "Save (Ctrl+S)".
QString actionToolTip(const QAction& action);

inline size_t qHash(ActionId id, size_t seed = 0) { return ::qHash(static_cast<int>(id), seed); }

}  // namespace loopwright
