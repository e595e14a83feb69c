#pragma once

#include <QIcon>

namespace loopwright {

/// The program's icons, drawn as strokes and shapes on a grid of 16.
enum class IconName {
  // Running a diagram. The triangle to run is green, the others have the colour of the text.
  kRun,
  kPause,
  kStop,
  kStepForward,
  kStepBack,
  kStepToUpdate,
  kStepBackToUpdate,
  // Files, editing and plots. These are strokes without filling, in the colour of the text.
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
  // Titles of panels, fields and tables. They are paler than others, since they stand beside texts
  // and are not to draw the eye.
  kFloat,
  kDock,
  kClose,
  kReset,
  kTable,
  kPin,
  kMore,
  // The state of a diagram: a red dot, a triangle in the colour of warnings, a green dot.
  kError,
  kWarning,
  kGood,
  // Panels, and how to unfold them. A panel that is folded is shown by its icon alone.
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
  kPanelAnalysis,
  kPanelStudy,
  kPanelRuns,
  kPanelInspector,
  kPanelTimeline,
  kPanelProblems,
  kUnfold,
  // Dialogs. Drawn here, so that dialogs look the same on every desktop.
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

/// An icon that is drawn in the current theme's colours whenever it is painted. Drawn anew at each
/// size, so it is sharp at any; disabled actions show it faintly.
QIcon makeIcon(IconName name);

}  // namespace loopwright
