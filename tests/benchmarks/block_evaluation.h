#pragma once

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "tests/benchmarks/measure.h"

namespace loopwright::benchmarks {

/// What a hand-written formula of a block reads and writes, all of one copy of the block.
struct Numbers {
  double t;         ///< time, s; the number of an update
  int copy;         ///< which copy it is, from 0 on
  const double* u;  ///< all inputs, one port after another
  /// Continuous state (q, v, z), then discrete state group by group, as the block documents it. An
  /// update writes it.
  double* x;
  double* y;  ///< what an evaluation gives: outputs, or time derivatives in the order of x
};

/// Applies a formula at time `t` to `copies` of a block, whose x are `num_states` apart and y
/// `num_results`.
using HandLoop = void (*)(const double* t, Numbers first, int copies, int num_states,
                          int num_results);

/// The loop around a formula, a lambda without captures. Each copy reads its numbers from memory
/// anew: what is the same for all copies must not be computed just once.
template <typename Formula>
HandLoop ForEachCopy(Formula) {
  return [](const double* t, Numbers of_one, int copies, int num_states, int num_results) {
    for (of_one.copy = 0; of_one.copy < copies; ++of_one.copy) {
      of_one.t = *t;
      Formula{}(of_one);
      of_one.x += num_states;
      of_one.y += num_results;
      benchmark::ClobberMemory();
    }
  };
}

/// The main work of a block.
enum class Work {
  kOutput,      ///< its outputs after a change of inputs and time
  kDerivative,  ///< its time derivatives after a change of inputs and time
  kUpdate,      ///< its update of every second
};

/// A block type beside the formula that somebody would write for it.
struct BlockRow {
  std::string type;
  Work work;
  HandLoop hand;
  std::string parameters;  ///< as for DiagramText::Block
  /// For each input port the first values of its elements. Evaluation by evaluation they grow by
  /// 2^-10, over and over again up to 1/4; update by update likewise, but on and on.
  std::vector<std::vector<double>> inputs;
  /// Why more time than the goal is taken, where it is.
  std::string reason = {};
  /// Before outputs or derivatives are evaluated: so many seconds are simulated, while the inputs
  /// grow by 1/s. Negative: none, without any initialization.
  double prepared_sec = -1;
};
/// How many copies of a block there are, called copy0, copy1, ….
inline constexpr int kCopies = 64;

using BlockRows = std::vector<BlockRow>;

/// A block type that has no row.
struct UnmeasuredBlock {
  std::string type;
  std::string reason;
};

void AddFunctionRows(BlockRows* rows);    ///< sources, math, nonlinear, routing
void AddContinuousRows(BlockRows* rows);  ///< continuous, plants, stochastic equations
void AddDiscreteRows(BlockRows* rows);    ///< discrete, sampled noise, sources with updates

}  // namespace loopwright::benchmarks
