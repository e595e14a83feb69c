#pragma once

#include <QGraphicsItem>

namespace loopwright {

/// Gives an item another value of what it shows: `shown`, a member of it. Only where it is another
/// one is the item painted anew.
template <typename Value>
void changeShown(QGraphicsItem* item, Value* shown, const Value& value) {
  if (value == *shown) return;
  *shown = value;
  item->update();
}

}  // namespace loopwright
