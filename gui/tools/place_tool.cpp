#include "gui/tools/place_tool.h"

#include "gui/edits/diagram_edits.h"
#include "gui/edits/wire_edits.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/tools/tool_view.h"

namespace loopwright {

PlaceTool::PlaceTool(ToolView* view, const QString& type)
    : Tool(view), type_(type), ways_(wireWays(*scene())), gesture_(view->document()) {}

// The block is really in the document while it is dragged, as the preview of a gesture that is not
// committed; the name it gets there may differ from the last preview's.
void PlaceTool::move(const ToolEvent& event) {
  const QPointF position = view()->cornerFor(type_, event.scene);
  if (!name_.isEmpty() && position == position_) return;
  position_ = position;
  gesture_.preview([&](Transaction* transaction) {
    name_ = QString::fromStdString(addBlock(transaction, view()->level().toStdString(),
                                            view()->document()->registry(), type_, position_, {}));
  });
}

// A block that is dropped on a wire is spliced into it. The preview is made once more then, with
// the block added at its final place.
void PlaceTool::release(const ToolEvent& event) {
  const std::string level = view()->level().toStdString();
  const bool mayBeSpliced = (event.modifiers & Qt::AltModifier) == 0 && !name_.isEmpty();
  if (const auto place = mayBeSpliced ? splicePlace(*scene(), name_, ways_) : std::nullopt) {
    gesture_.preview([&](Transaction* transaction) {
      const std::string name = addBlock(transaction, level, view()->document()->registry(), type_,
                                        position_ + place->shift, {});
      spliceBlock(transaction, level, *place, QString::fromStdString(name));
    });
  }
  gesture_.commit(Tool::tr("Add %1").arg(type_));
  if (!name_.isEmpty()) view()->selectBlocks({name_});
  finish();
}

// An empty preview takes the block out of the document again.
void PlaceTool::leave() {
  if (name_.isEmpty()) return;
  name_.clear();
  gesture_.preview([](Transaction*) {});
}

}  // namespace loopwright
