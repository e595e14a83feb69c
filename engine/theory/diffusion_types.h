#pragma once

#include <memory>

#include "engine/blocks/block_registry.h"

namespace loopwright {

class Document;

/// Whether a block of a document may draw numbers during a run: one with a random stream, or an
/// Inport of the top level that is marked as random.
bool MayDraw(const Document& document, const BlockRegistry& registry);

/// The block types of `registry`, those with the diffusion that has the same mean and covariance in
/// place of times that are drawn (BlockDescriptor::make_diffusion): a document that is built with
/// them has the mean and covariance of its signals where it is linear, and continuous states where
/// events were. Null where no block of the document is of such a type.
std::unique_ptr<const BlockRegistry> FindDiffusionTypes(const Document& document,
                                                        const BlockRegistry& registry);

}  // namespace loopwright
