#pragma once

#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/check/algebraic_loop.h"
#include "engine/check/sample_times.h"
#include "engine/check/structure.h"

namespace loopwright {

/// Which outputs of which blocks depend directly on which inputs, port by port. It is what
/// algebraic loops are found by, before any diagram is built.
class FeedthroughTable {
 public:
  /// Blocks whose type says neither `all` nor `none` are made to ask them, unless there are errors
  /// among `diagnostics` already (they then count as `none`). What they throw is a diagnostic.
  /// A block that was taken over with the same widths is not made again.
  FeedthroughTable(Structure* structure, std::vector<Diagnostic>* diagnostics);

  /// Calls visit(input, output) for every pair of a block's ports (numbers of the structure).
  template <typename F>
  void ForEachPair(const Structure& structure, int block, F visit) const {
    const Structure::BlockNode& node = structure.blocks[block];
    switch (kinds_[block]) {
      case Kind::kNone:
        return;
      case Kind::kAll:
        for (int i = 0; i < node.num_inputs(); ++i) {
          for (int k = 0; k < node.num_outputs(); ++k) {
            visit(node.first_input + i, node.first_output + k);
          }
        }
        return;
      case Kind::kPairs:
        for (const auto& [i, k] : node.feedthrough->pairs) {
          visit(node.first_input + i, node.first_output + k);
        }
    }
  }

 private:
  /// Nothing, everything, or the pairs that the block itself has told.
  enum class Kind : char { kNone, kAll, kPairs };

  std::vector<Kind> kinds_;
};

/// A document understood: what checking and building have in common.
struct Analysis {
  Structure structure;
  std::unique_ptr<FeedthroughTable> feedthrough;
  bool solves_algebraic_loops = false;
  std::vector<char> logged;             ///< per output: recorded where nobody says what to record
  std::vector<AlgebraicLoop> loops;     ///< those among the diagnostics
  std::vector<Diagnostic> diagnostics;  ///< sorted by place
};

/// `before` (may be null) is the analysis of an earlier version of the document, which still
/// exists, with the same registry. The result is the same, the sooner the less has changed;
/// `before` is then of no more use.
Analysis Analyse(const Document& document, const BlockRegistry& registry, bool allow_paths = false,
                 Analysis* before = nullptr);

/// The period of a block's own updates, or 0 where it has none. In seconds.
double PeriodOf(const Structure::BlockNode& node);
/// The timing of a block, given or by its state.
BlockTiming TimingOf(const Structure::BlockNode& node);

/// See FindSampleTimes().
std::unordered_map<std::string, SampleTime> SampleTimesByPath(const Analysis& analysis);

/// The sample time of every output.
std::vector<SampleTime> PropagateSampleTimes(const Structure& structure,
                                             const FeedthroughTable& feedthrough);

/// The algebraic loops that are refused; adds a diagnostic for each, with its path port by port: an
/// error, or where they are solved only a note; and an error for every block that finds an unknown
/// of a loop and is in none.
std::vector<AlgebraicLoop> CheckAlgebraicLoops(const Structure& structure,
                                               const FeedthroughTable& feedthrough,
                                               const BlockRegistry& registry, bool are_solved,
                                               std::vector<Diagnostic>* diagnostics);

/// Which outputs a run records where nobody says (format.md, Results).
std::vector<char> ChooseLogged(const Structure& structure, const Document& document,
                               std::vector<Diagnostic>* diagnostics);

}  // namespace loopwright
