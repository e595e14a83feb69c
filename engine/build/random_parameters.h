#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/document/document.h"
#include "engine/random/random_source.h"
#include "engine/random/sobol.h"

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
  enum class Distribution { kUniform, kGaussian, kExponential };
  Distribution distribution = Distribution::kUniform;
  /// Lower and upper limit; mean and standard deviation; rate.
  double first = 0, second = 0;
  /// Where the document's study asks for it: runs are points of a Sobol' sequence, of which this is
  /// the parameter's coordinate.
  std::optional<SobolCoordinate> sobol = std::nullopt;

  /// The value of one run of a study: a function of the source alone. With `sobol` the run is below
  /// SobolCoordinate::kMostPoints.
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

/// What is wrong with the Sobol' points that the document's study asks for, for so many random
/// parameters: what `sobol` is that it may not be. Empty where nothing is.
std::string SobolProblem(const Document& document, std::size_t num_parameters);

/// Gives each of the parameters the value of one run.
void SetRandomParameters(const std::vector<RandomParameter>& parameters, RandomSource source,
                         Document* document);

}  // namespace loopwright
