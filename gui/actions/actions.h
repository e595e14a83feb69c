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
  kHealWires,
  kReplaceWires,
  kPreferences,
  kZoomIn,
  kZoomOut,
  kZoomActual,
  kZoomFit,
  kCanvasMinimap,
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
  kNextTab,
  kPreviousTab,
  kMoveTabLeft,
  kMoveTabRight,
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
  kThemeSystem,
  kThemeLight,
  kThemeDark,
  kLanguageSystem,
  kLanguageEnglish,
  kLanguageGerman,
  kAddBlock,
  kRotate,
  kFlip,
  kToggleEnabled,
  kAddNote,
  kAddFrame,
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
  kOpenSubsystem,
  kLeaveSubsystem,
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
  explicit Actions(QObject* parent = nullptr);

  QAction* get(ActionId id) const { return actions_.value(id); }
  /// All of them, in the order of ActionId.
  const QList<QAction*>& all() const { return all_; }
  /// Those whose shortcuts mean something on the canvas only: it has to be given them.
  const QList<QAction*>& forCanvas() const { return canvas_; }
  /// Those that need a document. Disabled as a group, they can do nothing; each is then enabled
  /// again as it would be without the group.
  QActionGroup* ofDocument() const { return ofDocument_; }

 private:
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
/// The same with its shortcut in parentheses, where it has one.
QString actionToolTip(const QAction& action);

inline size_t qHash(ActionId id, size_t seed = 0) { return ::qHash(static_cast<int>(id), seed); }

}  // namespace loopwright
