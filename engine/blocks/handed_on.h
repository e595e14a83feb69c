#pragma once

#include <string>
#include <vector>

namespace loopwright {

class BlockRegistry;
class Document;

// Outputs that make no signal but hand one on: of subsystems, of Inports, and of blocks that
// receive by a tag what another one sends (BlockRole::kFrom). Outputs are paths, `SUB/BLOCK.PORT`.

/// The output that drives an input, `SUB/BLOCK.PORT`; "" where none does.
std::string DriverOf(const Document& document, const std::string& input);

/// The output whose signal this one hands on, one step further inwards, outwards, or back along a
/// tag; "" where it makes its own, or where nothing is behind it.
std::string HandedOnFrom(const Document& document, const BlockRegistry& registry,
                         const std::string& output);

/// The outputs that hand on the signal of this one, by one step.
std::vector<std::string> HandedOnTo(const Document& document, const BlockRegistry& registry,
                                    const std::string& output);

}  // namespace loopwright
