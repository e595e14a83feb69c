#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/run/run_options.h"

namespace loopwright {

class BlockRegistry;
class Document;

/// Of which signal the theory is asked, and when.
struct TheoryRequest {
  /// What the runs of the study change of the document; of their numbers nothing is used.
  RunOptions run;
  std::string signal;         ///< SUB/BLOCK.PORT, one element: SUB/BLOCK.PORT[2]
  std::vector<double> times;  ///< seconds, ascending, from the start of a run on
  /// Asked now and then: true ends the computation without a result. Empty: never.
  std::function<bool()> breaks_off;
};

/// What the runs of a study do with a signal on average, and how much they differ, as computed
/// without them. Of each time there are two values, before and after the updates due then.
struct EnsembleTheory {
  std::vector<double> times;  ///< as they were asked for, seconds
  std::vector<double> means, deviations;
  /// The diagram is linear as far as the signal depends on what is drawn; else these are mean and
  /// deviation of what it is linearised to along the run of means, and `reason` says why.
  bool is_exact = true;
  std::string reason;
  bool is_complete = false;  ///< false where it was broken off
};

/// The mean is the run in which every draw is its mean (kMeanRun), to the accuracy of the file's
/// settings. The variance is that of CovarianceFlow, with derivatives by AutoDiff at each time of
/// that run, and what random parameters add: of a signal that follows a parameter in a line, the
/// square of the change that one standard deviation makes. Whether the diagram is linear is found
/// by derivatives as well, and not by types of blocks: they have to be the same all along the run
/// of means, and along runs 0 and 1 of the study, and no block on the way from what is drawn to the
/// signal may have branches. Runs are taken to go on to the end.
///
/// UsageError, NoResultError, InvalidDiagramError: there is none, and why.
EnsembleTheory CalcEnsembleTheory(const Document& document, const BlockRegistry& registry,
                                  const TheoryRequest& request);

}  // namespace loopwright
