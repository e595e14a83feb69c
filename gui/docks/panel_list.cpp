#include "gui/docks/panel_list.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QScreen>
#include <algorithm>

#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr QSize kBelow(600, 268);

}  // namespace

// The sizes are those at a text scale of 1; the panels of a side share a width.
const std::vector<PanelInfo>& panelList() {
  constexpr QSize kLeft(236, 400);
  constexpr QSize kRight(300, 400);
  constexpr QSize kHighBelow(600, 440);  // of plots with fields above and numbers beside them
  static const std::vector<PanelInfo> list = {
      {PanelId::kBlocks, "blocks", QT_TRANSLATE_NOOP("Panels", "Blocks"), ActionId::kShowBlocks,
       Qt::LeftDockWidgetArea, true, IconName::kPanelBlocks, kLeft},
      {PanelId::kOutline, "outline", QT_TRANSLATE_NOOP("Panels", "Outline"), ActionId::kShowOutline,
       Qt::LeftDockWidgetArea, true, IconName::kPanelOutline, kLeft},
      {PanelId::kHistory, "history", QT_TRANSLATE_NOOP("Panels", "History"), ActionId::kShowHistory,
       Qt::LeftDockWidgetArea, true, IconName::kPanelHistory, kLeft},
      {PanelId::kFind, "find", QT_TRANSLATE_NOOP("Panels", "Find"), ActionId::kFind,
       Qt::LeftDockWidgetArea, false, IconName::kPanelFind, kLeft},
      {PanelId::kProperties, "properties", QT_TRANSLATE_NOOP("Panels", "Properties"),
       ActionId::kShowProperties, Qt::RightDockWidgetArea, true, IconName::kPanelBlock, kRight},
      {PanelId::kInspector, "inspector", QT_TRANSLATE_NOOP("Panels", "Inspector"),
       ActionId::kShowInspector, Qt::RightDockWidgetArea, false, IconName::kPanelInspector, kRight},
      {PanelId::kParameters, "parameters", QT_TRANSLATE_NOOP("Panels", "Parameters"),
       ActionId::kShowParameters, Qt::RightDockWidgetArea, true, IconName::kPanelParameters,
       kRight},
      {PanelId::kSettings, "settings", QT_TRANSLATE_NOOP("Panels", "Simulation"),
       ActionId::kShowSettings, Qt::RightDockWidgetArea, true, IconName::kPanelSettings, kRight},
      {PanelId::kMinimap, "minimap", QT_TRANSLATE_NOOP("Panels", "Minimap"), ActionId::kShowMinimap,
       Qt::RightDockWidgetArea, false, IconName::kPanelMinimap, QSize(300, 190)},
      {PanelId::kPlots, "plots", QT_TRANSLATE_NOOP("Panels", "Plots"), ActionId::kShowPlots,
       Qt::BottomDockWidgetArea, true, IconName::kPanelPlots, kBelow},
      {PanelId::kSignals, "signals", QT_TRANSLATE_NOOP("Panels", "Signals"), ActionId::kShowSignals,
       Qt::LeftDockWidgetArea, false, IconName::kPanelSignals, kLeft},
      {PanelId::kAnalysis, "analysis", QT_TRANSLATE_NOOP("Panels", "Analysis"),
       ActionId::kShowAnalysis, Qt::BottomDockWidgetArea, false, IconName::kPanelAnalysis,
       kHighBelow},
      {PanelId::kStudy, "study", QT_TRANSLATE_NOOP("Panels", "Study"), ActionId::kShowStudy,
       Qt::BottomDockWidgetArea, false, IconName::kPanelStudy, kHighBelow},
      {PanelId::kRuns, "runs", QT_TRANSLATE_NOOP("Panels", "Runs"), ActionId::kShowRuns,
       Qt::BottomDockWidgetArea, false, IconName::kPanelRuns, kBelow},
      {PanelId::kTimeline, "timeline", QT_TRANSLATE_NOOP("Panels", "Timeline"),
       ActionId::kShowTimeline, Qt::BottomDockWidgetArea, false, IconName::kPanelTimeline, kBelow},
      {PanelId::kProblems, "problems", QT_TRANSLATE_NOOP("Panels", "Problems"),
       ActionId::kShowProblems, Qt::BottomDockWidgetArea, true, IconName::kPanelProblems, kBelow},
  };
  return list;
}

QString panelTitle(const PanelInfo& info) {
  return QCoreApplication::translate("Panels", info.title);
}

// What is below the canvas takes a third of the screen at most, unless even its smallest is more.
QSize panelSize(const PanelInfo& info) {
  const QSize size = info.size * textScale();
  if (info.area != Qt::BottomDockWidgetArea) return size;
  const int most = QGuiApplication::primaryScreen()->availableSize().height() / 3;
  const int least = std::min(info.size.height(), kBelow.height());
  return QSize(size.width(), std::min(size.height(), std::max(most, least)));
}

}  // namespace loopwright
