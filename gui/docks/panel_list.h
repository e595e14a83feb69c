#pragma once

#include <QSize>
#include <QString>
#include <Qt>
#include <vector>

#include "gui/actions/actions.h"

namespace loopwright {

/// The panels around the canvas. Each can be moved, tabbed with others, floated and closed.
enum class PanelId {
  /// The palette of block types.
  kBlocks,
  /// The tree of what the document holds.
  kOutline,
  /// The undo steps.
  kHistory,
  kFind,
  /// The form of what is selected.
  kProperties,
  /// A block at an instant of its run.
  kInspector,
  /// The table of a diagram's parameters.
  kParameters,
  /// Settings of the simulation.
  kSettings,
  kMinimap,
  kPlots,
  kSignals,
  /// Linear analysis: Bode, Nyquist, poles, step.
  kAnalysis,
  /// Many runs: the fan of a signal, a measure's histogram.
  kStudy,
  /// The runs that are kept.
  kRuns,
  /// The phases of the run's steps.
  kTimeline,
  kProblems,
};

/// How far a panel that has something to show comes forward.
enum class PanelReveal {
  kRaise,  ///< before the panels that it shares a place with, where it is open
  kOpen,   ///< the same, opened where it was closed
  kFocus,  ///< the same, with the keyboard
};

/// A panel as the window makes it.
struct PanelInfo {
  PanelId id;
  const char* name;         ///< the dock's object name is `dock.NAME`
  const char* title;        ///< translate with panelTitle()
  ActionId show;            ///< opens it and gives it the keyboard
  Qt::DockWidgetArea area;  ///< where it is at first; panels of one area share it as tabs
  bool startsOpen;
  IconName icon;  ///< where it is folded
  QSize size;     ///< at first, pixels at a text scale of 1
};

/// All of them: in each area in the order of their tabs.
const std::vector<PanelInfo>& panelList();
/// The title in the language of the user interface.
QString panelTitle(const PanelInfo& info);
/// The size of a panel at first. It grows with the texts, but below the canvas it leaves that the
/// greater part of the screen.
QSize panelSize(const PanelInfo& info);

inline size_t qHash(PanelId id, size_t seed = 0) { return ::qHash(static_cast<int>(id), seed); }

}  // namespace loopwright
