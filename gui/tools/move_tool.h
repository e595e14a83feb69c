#pragma once

#include <QPointF>
#include <QString>
#include <memory>
#include <optional>

#include "engine/document/document.h"
#include "gui/document/diagram_document.h"
#include "gui/edits/diagram_edits.h"
#include "gui/edits/wire_edits.h"
#include "gui/tools/alignment_guides.h"
#include "gui/tools/tool.h"

namespace loopwright {

/// Moves the selected blocks, notes and frames, in line with other blocks or on the grid; with Ctrl
/// held when the drag begins, copies of them. A frame takes along what lies in it (not with Alt). A
/// block with one input and one output that is dropped on a wire is spliced into it (not with Alt).
/// Esc takes everything back.
class MoveTool : public Tool {
 public:
  /// What is selected when the drag begins is moved; `pressed` is where it was taken.
  MoveTool(ToolView* view, const ToolEvent& pressed);
  ~MoveTool() override;

  /// Makes the edit anew for where the pointer is now.
  void move(const ToolEvent& event) override;
  /// Keeps the edit as one undo step.
  void release(const ToolEvent& event) override;

 private:
  /// Makes the edit for the present offset.
  void change(Transaction* transaction);
  /// Shows the wire that a block would be spliced into.
  void aim(const ToolEvent& event);

  ToolEvent pressed_;
  Selection selection_;
  QPointF anchor_;  // where the first moved thing was
  QPointF offset_;
  std::unique_ptr<AlignmentGuides> guides_;
  std::optional<Document> copied_;  // what a drag with Ctrl puts down again
  QPointF corner_;                  // the top left corner of it
  QStringList copies_;
  WireWays ways_;  // of all wires before the drag, where the block may be spliced in
  std::optional<SplicePlace> splice_;
  EditGesture gesture_;
};

}  // namespace loopwright
