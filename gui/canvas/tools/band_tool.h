#pragma once

#include <QSet>
#include <memory>

#include "gui/canvas/diagram_edits.h"
#include "gui/canvas/tools/tool.h"

class QGraphicsItem;
class QGraphicsRectItem;

namespace loopwright {

/// A band that selects: dragged to the right what lies inside, to the left what it touches. With
/// Shift it adds to the selection.
class BandTool : public Tool {
 public:
  BandTool(DiagramView* view, const ToolEvent& pressed);
  ~BandTool() override;

  void move(const ToolEvent& event) override;
  void release(const ToolEvent& event) override;
  bool key(QKeyEvent* event) override;

 private:
  /// The items that the band adds to, those of them that are still there.
  QSet<QGraphicsItem*> itemsBefore() const;

  ToolEvent pressed_;
  std::unique_ptr<QGraphicsRectItem> band_;
  Selection before_;
};

}  // namespace loopwright
