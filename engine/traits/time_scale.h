#pragma once

namespace loopwright {

/// What a source implements, beside LeafSystem, that goes up and down by itself: it tells how fast,
/// so that whoever looks at the diagram's signals at a few instants knows how near to each other
/// these must be.
class HasTimeScale {
 public:
  virtual ~HasTimeScale() = default;

  /// The shortest time in which an output may come back to where it was, in seconds, > 0: the
  /// period of a wave, the distance of neighbouring times of a table. Infinity where it never does.
  virtual double CalcTimeScale() const = 0;
};

}  // namespace loopwright
