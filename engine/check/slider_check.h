#pragma once

#include <vector>

#include "engine/document/diagnostics.h"

namespace loopwright {

class BlockRegistry;
class Document;

/// Adds a warning for each slider of the document whose parameter is not there, with what is:
/// "there is no parameter gain.gian for a slider; gain has gain, did you mean 'gain'?".
void CheckSliders(const Document& document, const BlockRegistry& registry,
                  std::vector<Diagnostic>* diagnostics);

}  // namespace loopwright
