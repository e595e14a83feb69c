#pragma once

#include <QRectF>
#include <QString>

#include "gui/document/diagram_document.h"
#include "gui/tools/tool.h"

class QGraphicsItem;

namespace loopwright {

/// Changes the size of a block, note or frame by its lower right corner, on the grid. The upper
/// left corner stays; Esc takes everything back.
class ResizeTool : public Tool {
 public:
  /// `item` is the block, note or frame whose corner was pressed; it is not kept.
  ResizeTool(ToolView* view, const QGraphicsItem* item, const ToolEvent& pressed);

  void move(const ToolEvent& event) override;
  void release(const ToolEvent& event) override;

 private:
  /// Gives the thing this size within a transaction.
  void change(Transaction* transaction, const QSizeF& size) const;

  ToolEvent pressed_;
  QString block_;  // its name; empty: a note or a frame
  int note_ = -1;  // their indices; -1: another
  int frame_ = -1;
  QRectF box_;  // before
  EditGesture gesture_;
};

}  // namespace loopwright
