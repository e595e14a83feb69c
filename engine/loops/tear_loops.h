#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/context/loop.h"
#include "engine/context/plan.h"

namespace loopwright::internal {

/// What tearing asks of the systems of a plan, by their nodes.
template <typename T>
class TearingQueries {
 public:
  /// What solves the loops that are found; null where no diagram has them solved.
  virtual LoopSearchMaker<T> FindSearchMaker() const = 0;
  /// Whether output port 0 of a leaf is an unknown by itself (LoopUnknown).
  virtual bool IsLoopUnknown(int node) const = 0;
  virtual const std::string& InputName(int node, int port) const = 0;
  virtual const std::string& OutputName(int node, int port) const = 0;

 protected:
  ~TearingQueries() = default;
};

/// Finds the algebraic loops of a plan whose dependencies are linked, and tears them: each strongly
/// connected part of its entries is a loop. Where an output is torn, the inputs in the loop that
/// read it read a new entry in its place, which is the unknown; the new entries lie behind all
/// others, with the unknowns of a loop one after another in the arena. The dependencies have to be
/// linked anew after this.
///
/// Null, with the plan as it was, where no diagram in it solves its loops, or a part cannot be torn
/// at vectors that pass from output to input.
template <typename T>
std::shared_ptr<LoopSet<T>> TearLoops(Plan<T>* plan, const TearingQueries<T>& queries);

/// Lists the members of each loop in the order in which the plan has them.
template <typename T>
void OrderMembers(const std::vector<int>& order, LoopSet<T>* loops);

}  // namespace loopwright::internal
