#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/analysis/hybrid_model.h"
#include "engine/document/diagnostics.h"
#include "engine/document/document.h"
#include "engine/jacobian/diagram_ports.h"
#include "engine/linear/sparse_model.h"
#include "engine/run/run_model.h"

namespace loopwright {

/// Where a diagram is linearised, and between which signals.
struct PointOptions {
  std::vector<std::pair<std::string, std::string>> overrides;  ///< NAME=EXPR of --set
  bool allow_paths = false;
  std::optional<double> time_sec;    ///< of a run; without it the initial values
  bool is_before_updates = false;    ///< x⁻ of that time; outputs are read before updates
  bool trim = false;                 ///< at an equilibrium, from the initial values
  std::vector<std::string> frees;    ///< NAME, NAME=LO..HI
  std::vector<std::string> targets;  ///< SIGNAL=EXPR
  std::vector<std::string> inputs, outputs, open;
  std::vector<std::pair<std::string, std::string>> as;  ///< BLOCK=EXPR
  /// States that are in no connection with the rest stay in the model.
  bool keeps_all_states = false;
  /// What an update sets once and for all, as whether there was one, is as it is at the point, and
  /// not as after that update: the model's updates are those that come next.
  bool as_it_stands = false;
  /// How a block is replaced by a gain where this is asked for, for errors: "--as". Empty: it
  /// cannot be.
  std::string replacing;
};

/// A path from an input to an output through which nothing passes, because of this block.
struct BlockedPath {
  std::string input, output, block;
};

/// Nothing gets from an input to an output though they are connected, because of a block.
class BlockedError : public NoResultError {
 public:
  BlockedError(const std::string& text, std::string block)
      : NoResultError(text), block_(std::move(block)) {}
  /// Its path.
  const std::string& block() const { return block_; }

 private:
  std::string block_;
};

/// A diagram's context at a point, and where its values are.
struct OperatingPoint {
  std::shared_ptr<const BuiltDocument> built;
  std::unique_ptr<Context<double>> context;
};

/// The exact linear model of a diagram at a point.
struct Linearisation {
  HybridModel model;
  OperatingPoint point;
  std::vector<std::string> left_out;  ///< states that are in no connection with the rest
  std::vector<BlockedPath> blocked;
};

/// The linear model of a large diagram, sparse from beginning to end.
struct SparseLinearisation {
  SparseModel model;
  std::vector<std::string> left_out;  ///< as of Linearisation
  std::vector<BlockedPath> blocked;
  int num_passes = 0;  ///< evaluations with AutoDiff that it took
};

/// The diagram does not build; what is wrong are its diagnostics.
class InvalidDiagramError : public std::runtime_error {
 public:
  explicit InvalidDiagramError(std::vector<Diagnostic> diagnostics)
      : std::runtime_error("the diagram is not valid"), diagnostics_(std::move(diagnostics)) {}
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

/// The diagram with initial values, or at a time of a run. InvalidDiagramError, UsageError for the
/// options, NoResultError where the run fails before the time.
OperatingPoint FindOperatingPoint(const Document& document, const BlockRegistry& registry,
                                  const PointOptions& options);

/// All Jacobians at the point by AutoDiff (DiagramJacobian): of derivatives, of every periodic
/// update, and of outputs, by continuous and discrete state and by inputs; branches as they are at
/// the point. Inputs are added to signals (output ports, with all their readers, or one wire alone)
/// in their order of computation, cut signals pass nothing on, and outputs are read before what is
/// added. Discrete state of sources, and such that no periodic update writes, stands still and is
/// left out. A TransportDelay is a dead time. UsageError names a signal or block that is not there,
/// and refuses more states than fit into dense matrices.
Linearisation Linearise(OperatingPoint point, const PointOptions& options);

/// The same without any dense matrix, for diagrams of any size that are continuous, or have updates
/// of one period and offset and no other state: x⁻((k+1)T) follows from x⁻(kT), and outputs are
/// read after the updates at kT unless `reads_before`. Nothing of others: where continuous and
/// sampled parts meet, at several rates, and of sampled parts with dead time or with lines between
/// samples, the exact model is dense.
std::optional<SparseLinearisation> LineariseSparse(OperatingPoint* point,
                                                   const PointOptions& options, bool reads_before);

/// Where in the arena what these updates write lies.
std::set<int> WrittenPlaces(const std::vector<UpdateGroup>& updates);

/// How many states the linear model of a diagram has, or one that Linearise() leaves out.
int CountStates(const OperatingPoint& point);

/// BlockedError where nothing gets from an input to an output though they are connected: it names
/// the block that lets nothing through, as a Saturation at its limit.
void RequirePassage(const Linearisation& linearisation, const PointOptions& options);

/// The name of one element of state, as results have it: `PATH.x`, `PATH.x[1]`.
std::string StateName(const DiagramIndex<double>& index, const Quantity& quantity, int element);

}  // namespace loopwright
