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
  // Files, and leaving the program.
  kNew,
  kOpen,
  kSave,
  kSaveAs,
  kClose,
  kCloseOthers,
  kCloseAll,
  kExportDiagram,
  kExportPlots,
  kPrint,
  kQuit,
  // Editing in general.
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
  // Options.
  kHealWires,
  kReplaceWires,
  kPreferences,
  // What the canvas shows.
  kZoomIn,
  kZoomOut,
  kZoomActual,
  kZoomFit,
  kCanvasMinimap,
  // Each opens a panel and gives it the keyboard.
  kShowBlocks,
  kShowOutline,
  kShowHistory,
  kShowProperties,
  kShowParameters,
  kShowSettings,
  kShowPlots,
  kShowSignals,
  kShowProblems,
  kShowMinimap,
  // Tabs of open documents.
  kNextTab,
  kPreviousTab,
  kMoveTabLeft,
  kMoveTabRight,
  // Panels: which has the keyboard, where it is, how those at the sides are kept.
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
  // Choices, of which one is checked at a time.
  kThemeSystem,
  kThemeLight,
  kThemeDark,
  kLanguageSystem,
  kLanguageEnglish,
  kLanguageGerman,
  // What changes a diagram.
  kAddBlock,
  kRotate,
  kFlip,
  kToggleEnabled,
  kAddNote,
  kAddFrame,
  // Several things at once.
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
  // Between levels.
  kOpenSubsystem,
  kLeaveSubsystem,
  // Runs and plots.
  kRun,
  kPause,
  kStop,
  kStep,
  kStepToUpdate,
  kRunTo,
  kSlower,
  kFaster,
  kFitPlots,
  kFollowPlots,
  kLinkPlots,
  kPlotCursors,
  kPlotMeasures,
  // Help, and other pages of the window.
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
  /// One line of the table from which the actions are made.
  struct Entry {
    ActionId id;
    const char* name;
    const char* text;
    const char* shortcuts;  // separated by "; "
    std::optional<IconName> icon = std::nullopt;
    bool checkable = false;
    bool onCanvas = false;  // its shortcut is the canvas's alone
  };
  static const Entry kEntries[];

  QHash<ActionId, QAction*> actions_;
  QList<QAction*> all_;
  QList<QAction*> canvas_;
  QActionGroup* ofDocument_;
};

/// An action's text without mnemonic and dots.
QString actionTitle(const QAction& action);
/// The title with the action's shortcut in parentheses, where it has one: "Save (Ctrl+S)".
QString actionToolTip(const QAction& action);

inline size_t qHash(ActionId id, size_t seed = 0) { return ::qHash(static_cast<int>(id), seed); }

}  // namespace loopwright
