#pragma once

namespace loopwright {

/// What a leaf implements, beside LeafSystem, that comes to rest by itself where its events would
/// follow each other ever faster, as a ball does. So its events are no reason to end a run (the
/// simulator does so where intervals shrink to nothing, semantics 8).
class ComesToRest {
 public:
  virtual ~ComesToRest() = default;
};

}  // namespace loopwright
