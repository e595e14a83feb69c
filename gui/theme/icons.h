#pragma once

#include <QIcon>

namespace loopwright {

/// The program's icons, drawn as strokes and shapes on a grid of 16.
enum class IconName {
  // Running a diagram.
  kRun,
  kPause,
  kStop,
  kStepForward,
  kStepBack,
  kStepToUpdate,
  // Files and editing.
  kNew,
  kOpen,
  kSave,
  kUndo,
  kRedo,
  kFit,
  kFollow,
  kCursors,
  kMeasures,
  kExport,
  kZoomIn,
  kZoomOut,
  // Titles of panels, fields and tables.
  kFloat,
  kDock,
  kClose,
  kReset,
  kTable,
  // The state of a diagram.
  kError,
  kWarning,
  kGood,
  // Panels, and how to unfold them.
  kPanelBlocks,
  kPanelOutline,
  kPanelHistory,
  kPanelFind,
  kPanelBlock,
  kPanelParameters,
  kPanelSettings,
  kPanelMinimap,
  kPanelPlots,
  kPanelSignals,
  kPanelProblems,
  kUnfold,
  // Dialogs.
  kFolder,
  kNewFolder,
  kComputer,
  kHome,
  kBack,
  kForward,
  kUp,
  kList,
  kDetails,
  kQuestion,
  kInformation,
  kCaution,
  kTrouble,
  kNoColour,
};

/// An icon that is drawn in the current theme's colours whenever it is painted.
QIcon makeIcon(IconName name);

}  // namespace loopwright
