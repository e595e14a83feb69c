#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/document/document.h"
#include "engine/random/random_source.h"

namespace loopwright {

/// A parameter of a document that has a distribution.
struct RandomParameter {
  std::string level;  ///< path of the diagram that it, or its block, belongs to; empty at the top
  std::string block;  ///< name of the block; empty: a parameter of the diagram itself
  std::string name;
  /// `NAME`, `SUB.NAME` of a diagram, `SUB/BLOCK.NAME` of a block: as overrides call it.
  std::string path;
  std::string unit;  ///< of a parameter of a diagram, where the file gives one
  uint64_t stream_key = 0;
  enum class Distribution { kUniform, kGaussian, kExponential } distribution;
  /// Lower and upper limit; mean and standard deviation; rate.
  double first = 0, second = 0;

  /// The value of one run of a study: a function of the source alone.
  double Draw(RandomSource source) const;
};

/// All of them at all levels, but those that `is_fixed` names by their path: what is overridden is
/// not random. Each draws from the stream named after it, `.NAME` or `SUB/SUB.NAME` for a parameter
/// of a diagram, `SUB/BLOCK.NAME` for one of a block. Arguments of the distributions are evaluated
/// with nominal values; where one is wrong, which CheckDocument() reports, the parameter is left
/// out and its nominal value stays.
std::vector<RandomParameter> ListRandomParameters(
    const Document& document,
    const std::function<bool(const std::string& path)>& is_fixed = nullptr);

/// Gives each of the parameters the value of one run.
void SetRandomParameters(const std::vector<RandomParameter>& parameters, RandomSource source,
                         Document* document);

}  // namespace loopwright
