#pragma once

#include <optional>
#include <string>

#include "engine/analysis/response_picture.h"

namespace loopwright {

/// Adds to the picture of the loop through a signal what describing functions say of it: −1/N(A) of
/// each block with a describing function that all of the loop goes through, and the limit cycles
/// that follow. Such is a block with twice whose gain the loop is twice what it is: for L to be
/// that of the linear part, the block is a gain of 1 at the point, or `point` puts one in its
/// place. Nothing is added to a picture of no loop. For example of a Relay in a loop:
///
///     PointOptions point;
///     point.as = {{"relay", "1"}};
///     ResponsePicture picture = PictureLoop(document, registry, "relay.y", point);
///     AddDescribingFunctions(document, registry, "relay.y", point, &picture);
///
/// Errors as PictureLoop().
void AddDescribingFunctions(const Document& document, const BlockRegistry& registry,
                            const std::string& at, const PointOptions& point,
                            ResponsePicture* picture);

/// The block with a describing function, such as a Relay, that keeps CutLoop() from finding a loop
/// through the signal: with a gain of 1 in its place there is one. Nothing where there is no such
/// block.
std::optional<std::string> FindSwitchingBlock(const Document& document,
                                              const BlockRegistry& registry, const std::string& at,
                                              const PointOptions& point);

/// Looks for the orbit that the diagram itself runs into from the point, and puts it beside what
/// was predicted of each block, or why there is none.
void FindExactCycles(const Document& document, const BlockRegistry& registry,
                     const PointOptions& point, ResponsePicture* picture);

}  // namespace loopwright
