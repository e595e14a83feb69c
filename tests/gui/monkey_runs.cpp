// A monkey's gestures on what shows runs: instants of the past, timeline, inspector, kept runs,
// studies, blocks coloured by what they cost.
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QProgressBar>
#include <QPushButton>
#include <QTest>
#include <QTreeWidget>
#include <QWheelEvent>

#include "engine/blocks/block_registry.h"
#include "engine/document/document.h"
#include "gui/document/diagram_document.h"
#include "gui/inspector/dependency_chart.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/sliders/slider_pins.h"
#include "gui/sliders/value_slider.h"
#include "gui/study/study_panel.h"
#include "gui/study/study_runner.h"
#include "gui/timeline/timeline_chart.h"
#include "tests/gui/monkey.h"

namespace loopwright {

QPoint Monkey::placeIn(const QRect& area) {
  return area.topLeft() + QPoint(below(static_cast<std::size_t>(area.width()) + 1),
                                 below(static_cast<std::size_t>(area.height()) + 1));
}

QTreeWidgetItem* Monkey::someItem(QTreeWidget* tree) {
  const QList<QTreeWidgetItem*> items =
      tree->findItems(QStringLiteral("*"), Qt::MatchWildcard | Qt::MatchRecursive);
  if (items.isEmpty()) return nullptr;
  QTreeWidgetItem* const item = any(items);
  log_->add(item->text(0));
  tree->scrollToItem(item);
  return item;
}

void Monkey::goThroughInstants() {
  // The bar of progress leads back to any instant.
  for (QProgressBar* bar : seen<QProgressBar>(QStringLiteral("runProgress"))) {
    if (oneIn(4)) return dragOn(bar, placeIn(bar->rect()), placeIn(bar->rect()));
  }
  static const ActionId kActions[] = {ActionId::kStep,
                                      ActionId::kStepToUpdate,
                                      ActionId::kStepToPhase,
                                      ActionId::kStepToSample,
                                      ActionId::kStepBack,
                                      ActionId::kStepBackToUpdate,
                                      ActionId::kStepBackToPhase,
                                      ActionId::kStepBackToSample,
                                      ActionId::kRunOnFromHere};
  trigger(any(kActions));
  if (oneIn(3)) QTest::qWait(20);
}

void Monkey::useTimeline() {
  trigger(ActionId::kShowTimeline);
  if (oneIn(8)) trigger(oneIn(2) ? ActionId::kLinkTimeline : ActionId::kLinkPlots);
  for (QPushButton* button : seen<QPushButton>(QStringLiteral("timelineRun"))) {
    return button->click();
  }
  const auto charts = seen<TimelineChart>();
  if (charts.isEmpty()) return;
  TimelineChart* const chart = any(charts);
  const QPoint at = placeIn(chart->rect());
  switch (below(5)) {
    case 0:
      return dragOn(chart, placeIn(chart->rulerRect()), placeIn(chart->rulerRect()));
    case 1:
      return dragOn(chart, at, placeIn(chart->rect()));
    case 2: {
      QWheelEvent wheel(at, chart->mapToGlobal(at), {}, {0, oneIn(3) ? -120 : 360}, {}, {},
                        Qt::NoScrollPhase, false);
      QApplication::sendEvent(chart, &wheel);
      return;
    }
    case 3: {
      static const Qt::Key kKeys[] = {Qt::Key_Left,  Qt::Key_Right, Qt::Key_Right, Qt::Key_Plus,
                                      Qt::Key_Minus, Qt::Key_0,     Qt::Key_Return};
      for (int i = below(4); i >= 0; --i) QTest::keyClick(chart, any(kKeys), someModifiers());
      return;
    }
    default:
      return QTest::mouseClick(chart, Qt::LeftButton, {}, at);
  }
}

void Monkey::useInspector() {
  trigger(ActionId::kShowInspector);
  if (const BlockItem* block = someBlock()) view()->selectBlocks({block->name()});
  settle();
  if (oneIn(2)) return walkDependencies();
  for (QTreeWidget* tree : seen<QTreeWidget>(QStringLiteral("inspectorTree"))) {
    QTreeWidgetItem* const item = someItem(tree);
    if (item == nullptr) return;
    const QPoint place = tree->visualItemRect(item).center();
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, place);
    if (oneIn(4)) {
      QContextMenuEvent menu(QContextMenuEvent::Mouse, place, tree->viewport()->mapToGlobal(place));
      QApplication::sendEvent(tree->viewport(), &menu);
      return;
    }
    if (oneIn(2)) QTest::keyClick(tree, oneIn(2) ? Qt::Key_Return : Qt::Key_Right);
  }
}

void Monkey::walkDependencies() {
  static const Qt::Key kKeys[] = {Qt::Key_Left, Qt::Key_Right,  Qt::Key_Up,
                                  Qt::Key_Down, Qt::Key_Return, Qt::Key_Return};
  for (DependencyChart* chart : seen<DependencyChart>()) {
    if (oneIn(2)) {
      const auto column = oneIn(2) ? DependencyColumn::kBefore : DependencyColumn::kAfter;
      const QRect box = chart->boxOf(column, below(2));
      return QTest::mouseClick(chart, Qt::LeftButton, {}, box.center());
    }
    chart->setFocus();
    for (int i = 0; i < 4; ++i) QTest::keyClick(chart, any(kKeys));
  }
}

void Monkey::useKeptRuns() {
  trigger(ActionId::kShowRuns);
  for (QTreeWidget* tree : seen<QTreeWidget>(QStringLiteral("runsTree"))) {
    QTreeWidgetItem* const item = someItem(tree);
    if (item == nullptr) return;
    const QRect row = tree->visualItemRect(item);
    // The box in front of the name draws the run behind the present one.
    const int x = row.left() + (oneIn(3) ? 12 : 150);
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, someModifiers(), {x, row.center().y()});
    static const Qt::Key kKeys[] = {Qt::Key_Return, Qt::Key_P, Qt::Key_Delete, Qt::Key_F2,
                                    Qt::Key_Down};
    if (oneIn(2)) QTest::keyClick(tree, any(kKeys));
  }
  if (oneIn(4)) trigger(oneIn(3) ? ActionId::kVerifyRun : ActionId::kCompareRuns);
}

// A study of a thousand runs is soon ended again.
void Monkey::useStudy() {
  trigger(ActionId::kShowStudy);
  StudyPanel* const panel = workspace()->study();
  if (!panel->isVisible()) return;
  static const char* const kButtons[] = {"studyRun", "studyRun", "studyAgain", "studyKeep",
                                         "studyShowRun"};
  auto* const button = panel->findChild<QPushButton*>(QLatin1String(any(kButtons)));
  log_->add(button->objectName());
  button->click();
  QTest::qWait(below(3) * 20);
  for (QWidget* fan : seen<QWidget>(QStringLiteral("fanArea"))) {
    QTest::mouseClick(fan, Qt::LeftButton, {}, placeIn(fan->rect()));
  }
  for (QComboBox* pages : seen<QComboBox>(QStringLiteral("studyPages"))) {
    pages->setCurrentIndex(below(static_cast<std::size_t>(pages->count())));
  }
  if (!oneIn(4)) stopStudy(panel);
}

void Monkey::stopStudy(const StudyPanel* panel) {
  if (panel->runner().isRunning()) panel->findChild<QPushButton*>("studyRun")->click();
}

void Monkey::useSliders() {
  const auto sliders = seen<ValueSlider>();
  const DiagramModel& level = scene()->diagram();
  if (sliders.isEmpty() || oneIn(4)) {
    if (level.blocks.empty()) return;
    const Block& block = level.blocks[static_cast<std::size_t>(below(level.blocks.size()))];
    const BlockDescriptor* const type = document()->registry().Find(block.type);
    if (type == nullptr || type->parameters.empty()) return;
    const ParameterDescriptor& parameter =
        type->parameters[static_cast<std::size_t>(below(type->parameters.size()))];
    const ValuePlace place{ValuePlace::Kind::kBlock,
                           JoinPath(view()->level().toStdString(), block.name), parameter.name};
    log_->add(QString::fromStdString(place.path()));
    return pinSlider(document(), place, !isSliderPinned(document()->document(), place));
  }
  ValueSlider* const slider = any(sliders);
  log_->add(slider->objectName());
  if (oneIn(3)) {
    static const Qt::Key kKeys[] = {Qt::Key_Left, Qt::Key_Right, Qt::Key_PageUp, Qt::Key_End};
    slider->setFocus();
    for (int i = below(3); i >= 0; --i) QTest::keyClick(slider, any(kKeys));
    return;
  }
  dragOn(slider, placeIn(slider->rect()), placeIn(slider->rect()));
}

void Monkey::colourBlocks() {
  trigger(oneIn(2) ? ActionId::kBlockComputations : ActionId::kBlockTimes);
}

}  // namespace loopwright
