#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/document/parameter_setting.h"
#include "engine/theory/noise_law.h"

namespace loopwright {

class BlockRegistry;
class Document;

/// How strong the noise is that a block of a document draws.
struct BlockNoise {
  std::vector<NoiseLaw> elements;            ///< of its output; empty where it draws none
  std::optional<KeptStrength> period_keeps;  ///< of the first element
  bool has_inputs = false;                   ///< which bring more than this
};

/// Of the block with this path, with its parameters as they are in the document. None where it
/// draws nothing, or a parameter of it is wrong.
BlockNoise findBlockNoise(const Document& document, const BlockRegistry& registry,
                          const std::string& path);

/// A value for a parameter of the block that gives its noise the variance or the density (`kept`)
/// which it had `before`; none where no parameter does so alone, or it is an expression.
struct NoiseRemedy {
  std::string parameter;
  ParameterSetting value;
};
std::optional<NoiseRemedy> findNoiseRemedy(const Document& document, const BlockRegistry& registry,
                                           const std::string& path, const BlockNoise& before,
                                           KeptStrength kept);

/// Of a signal PATH.PORT or one element PATH.PORT[k]: the noise whose output it is, as it is drawn.
std::optional<NoiseLaw> findSignalNoise(const Document& document, const BlockRegistry& registry,
                                        const std::string& signal);

}  // namespace loopwright
