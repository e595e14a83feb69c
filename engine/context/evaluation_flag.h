#pragma once

#include <cstdint>

namespace loopwright::internal {

/// What is to be done when a computed value is asked for; the bits of a byte for each entry of a
/// plan. 0 is a value that is up to date, which is most of them: one look at the byte is all it
/// costs to ask for one.
enum EvaluationFlag : uint8_t {
  kStale = 1,       ///< it is out of date and is to be computed
  kInProgress = 2,  ///< it is being computed; asking for it now means that it needs itself
  kDisabled = 4,    ///< it is computed each time
  kNotPlain = 8,  ///< caching is off or checked, or all reuse is looked at: Evals take the long way
  kCounted = 16   ///< an Eval that finds it up to date adds one to the cache hits
};

}  // namespace loopwright::internal
