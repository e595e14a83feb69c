#pragma once

#include <QIcon>

namespace loopwright {

/// The program's icons, drawn as strokes and shapes on a grid of 16.
enum class IconName {
  kRun,
  kPause,
  kStop,
  kStepForward,
  kStepBack,
  kNew,
  kOpen,
  kSave,
  kUndo,
  kRedo,
  kFit,
  kFollow,
  kExport,
  kZoomIn,
  kZoomOut,
  kFloat,
  kDock,
  kClose,
  kReset,
  kTable,
  kError,
  kWarning,
  kGood,
};

/// An icon that is drawn in the current theme's colours whenever it is painted.
QIcon makeIcon(IconName name);

}  // namespace loopwright
