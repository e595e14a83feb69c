#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "engine/run/run_options.h"

namespace loopwright {

class BlockRegistry;
class Document;

/// Of which signals the theory is asked, and when.
struct TheoryRequest {
  /// What the runs of the study change of the document, and the signals that they record, of which
  /// the theory is; of their numbers nothing is used.
  RunOptions run;
  std::vector<double> times;  ///< seconds, ascending, from the start of a run on
  /// Asked now and then: true ends the computation without a result. Empty: never.
  std::function<bool()> breaks_off;
};

/// What the runs of a study do with signals on average, and how much they differ, as computed
/// without them. Of each time there are two values, before and after the updates due then: value
/// 2 i is before those at time i, value 2 i + 1 after them.
struct EnsembleTheory {
  /// Labels of the elements of the signals: SUB/BLOCK.PORT, SUB/BLOCK.PORT[2].
  std::vector<std::string> signals;
  std::vector<double> times;           ///< as they were asked for, seconds
  std::vector<Eigen::VectorXd> means;  ///< of each signal
  /// Of every two signals; on the diagonal the variances.
  std::vector<Eigen::MatrixXd> covariances;
  /// The diagram is linear as far as the signals depend on what is drawn; else these are mean and
  /// covariance of what it is linearised to along the run of means, and `reason` says why.
  bool is_exact = true;
  std::string reason;
  bool is_complete = false;  ///< false where it was broken off

  /// The first reason stays.
  void SetInexact(const std::string& why) {
    if (is_exact) reason = why;
    is_exact = false;
  }
  std::size_t size() const { return means.size(); }
  double Mean(std::size_t value, int signal = 0) const { return means[value][signal]; }
  double Deviation(std::size_t value, int signal = 0) const {
    return std::sqrt(covariances[value](signal, signal));
  }
};

/// The mean is the run in which every draw is its mean (kMeanRun), to the accuracy of the file's
/// settings. The covariance is that of CovarianceFlow, with derivatives by AutoDiff at each time of
/// that run, and what random parameters add: of signals that follow a parameter in a line, the
/// products of the changes that one standard deviation makes. Whether the diagram is linear is
/// found by derivatives as well, and not by types of blocks: they have to be the same all along the
/// run of means, and along runs 0 and 1 of the study, and no block on the way from what is drawn to
/// the signals may have branches. Runs are taken to go on to the end.
///
/// UsageError, NoResultError, InvalidDiagramError: there is none, and why.
EnsembleTheory CalcEnsembleTheory(const Document& document, const BlockRegistry& registry,
                                  const TheoryRequest& request);

}  // namespace loopwright
