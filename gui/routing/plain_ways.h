#pragma once

#include <QPointF>
#include <optional>
#include <vector>

#include "gui/routing/way_price.h"
#include "gui/routing/wire_router.h"

namespace loopwright {

/// The way that a hand would draw between two ports: straight, with one corner or one step, or out,
/// along a channel and in (feedback, and what goes around blocks). Of those that keep the distances
/// it is the one with the least price; nothing where none does, or where the wire begins at a port
/// that looks up or down. It looks only at strips around the ways that it tries. Of a
/// wire that is longer than a screen (kLongWire) the first free way of each form is taken, and
/// wires that only cross it are not seen, so that what happens far from it and along it has no
/// bearing on it. Never more than a fixed number of areas is looked at, fewer for a long wire: what
/// was found until then counts.
///
/// A branch may begin at its output or at any piece of the ways of its net that are there. To an
/// input beyond the end of a straight trunk it leaves the trunk as late as it can; what leads back
/// leaves it in the middle, and runs below rather than above.
std::optional<std::vector<QPointF>> plainWay(const WireEnd& from, const WireEnd& to,
                                             RoutingView* view, const Spacing& spacing,
                                             const BundlePlace& bundle);

}  // namespace loopwright
